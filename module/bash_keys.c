/* The readline commands, the keys, and their earlier bindings.
 *
 * Bindings are stored by keymap and key. On unload a key that the user has
 * bound again is left alone. readline cannot remove the name of a command: the
 * names stay, and do nothing after the unload. */
#include "bash_glue.h"
#include "keys.h"

extern rl_keymap rl_executing_keymap;
extern int rl_key_sequence_length;
#pragma weak rl_key_sequence_length
extern int rl_delete_text(int, int);
extern int rl_newline(int, int);

static int take_all(int count, int key);
static int take_word(int count, int key);
static int take_character(int count, int key);
static int take_component(int count, int key);
static int next(int count, int key);
static int previous(int count, int key);
static int complete_next(int count, int key);
static int complete_previous(int count, int key);
static int shell_tab(int count, int key);
static int take_and_run(int count, int key);
static int forget(int count, int key);
static int clear(int count, int key);
static int toggle(int count, int key);
static int list(int count, int key);
static int search(int count, int key);
static int explain(int count, int key);
static int fix(int count, int key);

static const struct {
  const char *name;
  rl_command *function;
} commands[] = {
#define X(constant, name, function) {name, function},
    SYNAPSE_COMMANDS(X)
#undef X
};

static const struct key keys[] = {
#define X(sequence, command, when, natural) {sequence, command, when, natural},
    SYNAPSE_KEYS(X)
#undef X
    {LONE_ESCAPE, CLEAR, SYNAPSE_KEYS_USUAL | IN_EMACS, NULL},
};
#define KEYS (sizeof keys / sizeof keys[0])

/* Right and End in the terminal's own description. */
static const char *const described[] = {"kr", "@7"};
#define DESCRIBED (sizeof described / sizeof described[0])

static const char *const keymaps[] = {"emacs", "vi-insert"};
#define KEYMAPS (sizeof keymaps / sizeof keymaps[0])

struct prior {
  rl_keymap map;
  char *sequence;
  rl_command *ours;
  rl_command *function; /* NULL: the key was not bound */
  char *macro;          /* or the keys that it sent */
};

static struct prior priors[KEYMAPS * (KEYS + DESCRIBED)];
static size_t prior_count;

/* The command that a key of ours ran instead of itself. Commands compare
 * rl_last_func to detect repetition (Tab twice lists). */
static rl_command *stood_in_for;

static int is_ours(rl_command *function) {
  for (size_t i = 0; i < COMMANDS; i++)
    if (commands[i].function == function) return 1;
  return 0;
}

void settle_last_command(void) {
  if (stood_in_for && is_ours(rl_last_func)) rl_last_func = stood_in_for;
  stood_in_for = NULL;
}

static int run_prior_of(const char *sequence, int count, int key) {
  for (size_t i = 0; i < prior_count; i++) {
    if (priors[i].map != rl_get_keymap() ||
        strcmp(priors[i].sequence, sequence))
      continue;
    if (priors[i].macro) {
      rl_push_macro_input(strdup(priors[i].macro));
      return 0;
    }
    if (!priors[i].function) return 0;
    stood_in_for = priors[i].function;
    /* `bind -x` finds its command by the typed keys. */
    rl_keymap map = rl_executing_keymap;
    char *typed = rl_executing_keyseq;
    rl_executing_keymap = priors[i].map;
    rl_executing_keyseq = priors[i].sequence;
    int length = &rl_key_sequence_length ? rl_key_sequence_length : 0;
    if (length) rl_key_sequence_length = (int)strlen(sequence);
    int status = priors[i].function(count, key);
    rl_executing_keymap = map;
    rl_executing_keyseq = typed;
    if (length) rl_key_sequence_length = length;
    return status;
  }
  return rl_ding(); /* bound by the user: no earlier binding */
}

int run_prior(int count, int key) {
  return run_prior_of(rl_executing_keyseq, count, key);
}

static int usable(void) {
  return ghost_offered() && rl_point == rl_end && !rl_explicit_arg;
}

/* The line whose cursor is between its closing quotes. Tab continues there as
 * at the end. */
static char *stepped_line;

static void step_back(size_t bytes) {
  if (!bytes) return;
  free(stepped_line);
  stepped_line = strdup(rl_line_buffer);
  rl_point = rl_end - (int)bytes;
}

static int stepped_back(void) {
  return stepped_line && rl_point == rl_end - 1 &&
         !strcmp(stepped_line, rl_line_buffer);
}

static int take(enum synapse_unit unit, int count, int key) {
  if (!usable()) return run_prior(count, key);
  synapse_text line, what;
  size_t before;
  char *whole = command_text(&line, &before), *text = NULL;
  sigset_t saved;
  block_signals(&saved);
  if (synapse_take(engine, line, line.size, unit, &what))
    text = strndup(what.data, what.size);
  size_t back = synapse_taken_back(engine);
  unblock_signals(&saved);
  free(whole);
  if (!text) return run_prior(count, key);
  rl_begin_undo_group();
  rl_insert_text(text);
  rl_end_undo_group();
  free(text);
  step_back(back);
  return 0;
}

static int take_all(int count, int key) {
  return take(SYNAPSE_TAKE_ALL, count, key);
}
static int take_word(int count, int key) {
  return take(SYNAPSE_TAKE_WORD, count, key);
}
static int take_character(int count, int key) {
  return take(SYNAPSE_TAKE_CHARACTER, count, key);
}
static int take_component(int count, int key) {
  return take(SYNAPSE_TAKE_COMPONENT, count, key);
}

/* A single suggestion has no alternatives: it is taken. */
static int cycle(int direction, int count, int key) {
  if (!usable()) return run_prior(count, key);
  synapse_text line, suffix;
  size_t before;
  char *whole = command_text(&line, &before);
  sigset_t saved;
  block_signals(&saved);
  int found = synapse_cycle(engine, line, line.size, direction, &suffix);
  unblock_signals(&saved);
  free(whole);
  if (found == 1) return take(SYNAPSE_TAKE_ALL, count, key);
  /* The following redisplay shows the selected suggestion. */
  return found ? 0 : run_prior(count, key);
}

static int next(int count, int key) { return cycle(1, count, key); }
static int previous(int count, int key) { return cycle(-1, count, key); }

/* Inserts the next word. Pressed again it shows the alternatives, as in a menu.
 */
static int complete(int direction, int count, int key) {
  if (!in_own_shell() || !at_command_line() || !has_command() ||
      (rl_point != rl_end && !stepped_back()) || rl_explicit_arg)
    return run_prior(count, key);
  synapse_text line;
  synapse_edit edit;
  size_t before;
  sigset_t saved;
  char *whole = command_text(&line, &before), *text = NULL;
  block_signals(&saved);
  if (synapse_complete(engine, line, line.size, direction, &edit) &&
      edit.keep >= before)
    text = strndup(edit.insert.data, edit.insert.size);
  size_t back = synapse_taken_back(engine);
  unblock_signals(&saved);
  free(whole);
  if (!text) return run_prior(count, key);
  rl_begin_undo_group();
  rl_point = (int)(edit.keep - before);
  rl_delete_text(rl_point, rl_end);
  rl_insert_text(text);
  rl_end_undo_group();
  free(text);
  step_back(back);
  return 0;
}
static int complete_next(int count, int key) { return complete(1, count, key); }
static int complete_previous(int count, int key) {
  return complete(-1, count, key);
}

/* Runs the earlier binding of Tab, with or without a ghost. */
static int shell_tab(int count, int key) {
  return run_prior_of("\t", count, '\t');
}

int run_line(void) {
  ghost_show_line();
  return rl_newline(1, '\n');
}

static int take_and_run(int count, int key) {
  if (usable()) take(SYNAPSE_TAKE_ALL, count, key);
  return run_line();
}

static int forget(int count, int key) {
  if (!usable()) return run_prior(count, key);
  synapse_text line, message;
  size_t before;
  char *whole = command_text(&line, &before);
  sigset_t saved;
  block_signals(&saved);
  int forgotten = synapse_forget(engine, line, line.size, &message);
  if (forgotten) ghost_message(message);
  unblock_signals(&saved);
  free(whole);
  return forgotten ? 0 : rl_ding();
}

/* The key itself already erased the ghost. */
static int clear(int count, int key) {
  if (!usable()) return run_prior(count, key);
  stood_in_for = rl_last_func;
  ghost_clear_line();
  return 0;
}

int has_lone_escape(void) {
  int type = KEY_FUNCTION;
  return rl_get_keymap() == rl_get_keymap_by_name("emacs") &&
         rl_function_of_keyseq(LONE_ESCAPE, rl_get_keymap(), &type) == clear &&
         type == KEY_FUNCTION;
}

static int toggle(int count, int key) {
  if (in_own_shell()) ghost_toggle();
  return 0;
}

static int list(int count, int key) {
  return run_list(SYNAPSE_LIST_SUGGESTIONS, count, key);
}
static int search(int count, int key) {
  return run_list(SYNAPSE_LIST_HISTORY, count, key);
}

/* The answer arrives later, while the next key is awaited. */
static int ask(enum synapse_asked what, int count, int key) {
  if (!in_own_shell() || !at_command_line() || !has_command())
    return run_prior(count, key);
  synapse_text line, note;
  size_t before;
  char *whole = command_text(&line, &before);
  sigset_t saved;
  block_signals(&saved);
  int asked = synapse_ask(engine, what, line, &note);
  if (asked) ghost_message(note);
  unblock_signals(&saved);
  free(whole);
  if (!asked) return run_prior(count, key);
  rl_point = rl_end;
  return 0;
}
static int explain(int count, int key) {
  return ask(SYNAPSE_ASK_EXPLAIN, count, key);
}
static int fix(int count, int key) { return ask(SYNAPSE_ASK_FIX, count, key); }

/* A string of keys cannot hold NUL, so the map is read directly. */
static rl_command *bound_to(const char *sequence, rl_keymap map, int *type) {
  if (*sequence) return rl_function_of_keyseq(sequence, map, type);
  *type = map[0].type;
  return map[0].function;
}

static void bind_to(const char *sequence, rl_command *function,
                    rl_keymap map) {
  if (*sequence) {
    rl_bind_keyseq_in_map(sequence, function, map);
  } else {
    map[0].type = KEY_FUNCTION;
    map[0].function = function;
  }
}

static void bind_key(rl_keymap map, const char *sequence, rl_command *ours) {
  int type = KEY_FUNCTION;
  rl_command *bound = bound_to(sequence, map, &type);
  /* A key that is the prefix of other bindings is left alone. */
  if (type == KEY_KEYMAP || (type == KEY_FUNCTION && is_ours(bound)) ||
      (!*sequence && type != KEY_FUNCTION) || (ours == clear && bound))
    return;
  struct prior *prior = &priors[prior_count++];
  prior->map = map;
  prior->sequence = strdup(sequence);
  prior->ours = ours;
  prior->function = type == KEY_FUNCTION ? bound : NULL;
  prior->macro = type == KEY_MACRO && bound ? strdup((char *)bound) : NULL;
  bind_to(sequence, ours, map);
}

static int bound_for; /* sets of synapse_keys() */

void name_commands(void) {
  static int named;
  for (size_t i = 0; i < COMMANDS && !named; i++)
    rl_add_defun(commands[i].name, commands[i].function, -1);
  named = 1;
}

void bind_keys(void) {
  sigset_t saved;
  block_signals(&saved);
  int sets = synapse_keys(engine);
  unblock_signals(&saved);
  if (sets == bound_for) return;
  restore_keys();
  bound_for = sets;
  for (size_t m = 0; m < KEYMAPS; m++) {
    rl_keymap map = rl_get_keymap_by_name(keymaps[m]);
    for (size_t k = 0; k < KEYS; k++)
      if (key_is_wanted(&keys[k], sets, m == 0))
        bind_key(map, keys[k].sequence, commands[keys[k].command].function);
    for (size_t d = 0; d < DESCRIBED; d++) {
      const char *sequence = rl_get_termcap(described[d]);
      if (sequence && *sequence == '\033') bind_key(map, sequence, take_all);
    }
  }
}

void restore_keys(void) {
  for (size_t i = 0; i < prior_count; i++) {
    struct prior *prior = &priors[i];
    int type = KEY_FUNCTION;
    rl_command *bound = bound_to(prior->sequence, prior->map, &type);
    if (type == KEY_FUNCTION && bound == prior->ours) {
      if (prior->macro)
        rl_generic_bind(KEY_MACRO, prior->sequence, strdup(prior->macro),
                        prior->map);
      else
        bind_to(prior->sequence, prior->function, prior->map);
    }
    free(prior->sequence);
    free(prior->macro);
  }
  prior_count = 0;
  stood_in_for = NULL;
  bound_for = 0;
}
