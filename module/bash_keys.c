/* The readline commands, the keys, and their earlier bindings.
 *
 * Bindings are stored by keymap and key. On unload a key that the user has
 * bound again is left alone. readline cannot remove the name of a command: the
 * names stay, and do nothing after the unload. */
#include "bash_glue.h"
#include "keys.h"
#include "shared.h"

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
static int describe(int count, int key);
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
#define X(sequence, label, command, when, natural) \
  {sequence, label, command, when, natural},
    SYNAPSE_KEYS(X)
#undef X
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

/* Whether a key that is not bound by us alone goes on after `begin`, which leads
 * to this keymap. */
static int others_go_on(rl_keymap map, const char *begin) {
  size_t size = strlen(begin);
  for (size_t i = 0; i < prior_count; i++)
    if (priors[i].function && !strncmp(priors[i].sequence, begin, size) &&
        priors[i].sequence[size])
      return 1;
  for (int i = 0; i < KEYMAP_SIZE; i++) {
    if (!map[i].function) continue;
    if (map[i].type == KEY_MACRO ||
        (map[i].type == KEY_FUNCTION && !is_ours(map[i].function)) ||
        (map[i].type == KEY_KEYMAP &&
         others_go_on((rl_keymap)map[i].function, "\377")))
      return 1;
  }
  return 0;
}

/* Where a key begins that has a command of its own (Escape in vi's insert mode),
 * readline runs that command and reads the rest as further keys. */
static int run_beginning(rl_keymap map, const char *sequence) {
  char begin[16] = "";
  size_t size = strlen(sequence); /* 0: NUL, which begins no other key */
  if (size >= sizeof begin) return 0;
  for (size_t read = size; read-- > 1;) {
    memcpy(begin, sequence, read);
    begin[read] = '\0';
    int type = KEY_FUNCTION;
    rl_keymap next = (rl_keymap)rl_function_of_keyseq(begin, map, &type);
    if (type != KEY_KEYMAP || !next) continue;
    rl_command *own = next[ANY_OTHER_KEY].function;
    if (!own || next[ANY_OTHER_KEY].type != KEY_FUNCTION || is_ours(own))
      continue;
    for (size_t i = read; i < size; i++)
      rl_stuff_char((unsigned char)sequence[i]);
    own(1, (unsigned char)begin[read - 1]);
    return 1;
  }
  return 0;
}

/* A key that only we have bound, and that has nothing to do: readline would have
 * dropped it up to the first byte with which no other key goes on, and taken the
 * rest as further keys. */
static int run_unbound(rl_keymap map, const char *sequence) {
  if (run_beginning(map, sequence)) return 0;
  char begin[16] = "";
  size_t size = strlen(sequence), read = 0;
  while (read < size && read + 1 < sizeof begin) {
    begin[read] = sequence[read];
    begin[++read] = '\0';
    int type = KEY_FUNCTION;
    rl_command *next = rl_function_of_keyseq(begin, map, &type);
    if (type != KEY_KEYMAP || !others_go_on((rl_keymap)next, begin)) break;
  }
  while (read < size) rl_stuff_char((unsigned char)sequence[read++]);
  return rl_ding();
}

static int run_function(rl_keymap in, char *sequence, rl_command *function,
                        int count, int key) {
  stood_in_for = function;
  /* `bind -x` finds its command by the typed keys. That command may unload the
   * module, which frees its own. */
  rl_keymap map = rl_executing_keymap;
  char *typed = rl_executing_keyseq;
  sequence = strdup(sequence);
  if (!sequence) return 1;
  rl_executing_keymap = in;
  rl_executing_keyseq = sequence;
  int length = &rl_key_sequence_length ? rl_key_sequence_length : 0;
  if (length) rl_key_sequence_length = (int)strlen(sequence);
  int status = function(count, key);
  rl_executing_keymap = map;
  rl_executing_keyseq = typed;
  free(sequence);
  if (length) rl_key_sequence_length = length;
  return status;
}

/* The binding of Tab that is not ours. */
static int run_bound_tab(int count) {
  static char tab[] = "\t";
  int type = KEY_FUNCTION;
  rl_keymap map = rl_get_keymap();
  rl_command *bound = rl_function_of_keyseq(tab, map, &type);
  if (type == KEY_MACRO && bound) {
    rl_push_macro_input(strdup((char *)bound));
    return 0;
  }
  if (type != KEY_FUNCTION || !bound || is_ours(bound)) return rl_ding();
  return run_function(map, tab, bound, count, '\t');
}

static int run_prior_of(const char *sequence, int count, int key) {
  for (size_t i = 0; i < prior_count; i++) {
    const struct prior *prior = &priors[i];
    if (prior->map != rl_get_keymap() || strcmp(prior->sequence, sequence))
      continue;
    if (!prior->function) return run_unbound(prior->map, prior->sequence);
    return run_function(prior->map, prior->sequence, prior->function, count,
                        key);
  }
  return rl_ding(); /* bound by the user: no earlier binding */
}

int has_keys(void) { return prior_count > 0; }

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

/* Keys that follow at once, as in a paste, are no answer to a list. */
static int may_open_list(int direction, synapse_text line) {
  return direction > 0 && !is_blank(line) && !keys_wait();
}

/* Inserts the next word. Pressed again it shows the alternatives, as in a menu,
 * and the line as it was typed. Without a ghost it opens the list. */
static int complete(int direction, int count, int key) {
  if (!ghost_may_be_taken() || (rl_point != rl_end && !stepped_back()) ||
      rl_explicit_arg)
    return run_prior(count, key);
  synapse_text line;
  synapse_edit edit;
  size_t before;
  sigset_t saved;
  char *whole = command_text(&line, &before), *text = NULL;
  block_signals(&saved);
  const int found = synapse_complete(engine, line, line.size, direction, &edit);
  const int lists = !found && may_open_list(direction, line);
  if (found && edit.keep >= before)
    text = strndup(edit.insert.data, edit.insert.size);
  size_t back = synapse_taken_back(engine);
  unblock_signals(&saved);
  free(whole);
  if (lists) return run_list(SYNAPSE_LIST_SUGGESTIONS, count, key);
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
  int type = KEY_FUNCTION;
  rl_command *bound = rl_function_of_keyseq("\t", rl_get_keymap(), &type);
  int ours = type == KEY_FUNCTION && is_ours(bound);
  return ours ? run_prior_of("\t", count, '\t') : run_bound_tab(count);
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

/* The rows that the prompt and the line leave. */
static int describe(int count, int key) {
  if (!in_own_shell() || !at_command_line() || !has_command())
    return run_prior(count, key);
  synapse_text line;
  synapse_styled described;
  size_t before;
  char *whole = command_text(&line, &before);
  int left = _rl_screenheight - _rl_vis_botlin - 2;
  synapse_room room = {0, _rl_screenwidth - 1, left > 3 ? left : 3};
  sigset_t saved;
  block_signals(&saved);
  int found = synapse_describe(engine, line, before + (size_t)rl_point, room,
                               &described);
  if (found) ghost_message_styled(&described);
  unblock_signals(&saved);
  free(whole);
  if (!found) return run_prior(count, key);
  rl_point = rl_end;
  return 0;
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

static void bind_to(const char *sequence, rl_command *function, rl_keymap map) {
  if (*sequence) {
    rl_bind_keyseq_in_map(sequence, function, map);
  } else {
    map[0].type = KEY_FUNCTION;
    map[0].function = function;
  }
}

static int bound_for; /* sets of synapse_keys() */

/* The name of a readline command; NULL: it has none. */
static const char *name_of(rl_command *function) {
  for (struct named_command **one = funmap; one && *one; one++)
    if ((*one)->function == function) return (*one)->name;
  return NULL;
}

/* A key that begins others of the user is not free either. */
static int is_free(const struct key *key, int type, rl_command *bound,
                   int emacs) {
  if (!bound) return !is_bound_by_shell(key, OF_BASH, emacs);
  const char *name = type == KEY_FUNCTION ? name_of(bound) : NULL;
  return name && is_default_binding(key->command, name, emacs);
}

void keys_findings(synapse_emit_finding emit, void *arg) {
  char left[1024] = "";
  rl_keymap emacs = rl_get_keymap_by_name("emacs"), map = rl_get_keymap();
  if (map != emacs) map = rl_get_keymap_by_name("vi-insert");
  for (size_t k = 0; prior_count && k < KEYS; k++) {
    int type = KEY_FUNCTION;
    if (!key_is_wanted(&keys[k], bound_for, map == emacs)) continue;
    rl_command *bound = bound_to(keys[k].sequence, map, &type);
    if (bound ? type == KEY_FUNCTION && is_ours(bound)
              : !is_bound_by_shell(&keys[k], OF_BASH, map == emacs))
      continue;
    const char *name = !bound                 ? "unbound"
                       : type == KEY_FUNCTION ? name_of(bound)
                                              : NULL;
    if (!name)
      name = type == KEY_MACRO    ? "keys that it sends"
             : type == KEY_KEYMAP ? "it begins other keys"
                                  : "a command of the shell";
    add_left_key(left, sizeof left, keys[k].label, name);
  }
  if (*left) emit(arg, "own keys", left, NULL);
}

static void bind_key(rl_keymap map, const struct key *key, int emacs) {
  int type = KEY_FUNCTION;
  const char *sequence = key->sequence;
  rl_command *ours = commands[key->command].function;
  rl_command *bound = bound_to(sequence, map, &type);
  if ((type == KEY_FUNCTION && is_ours(bound)) ||
      !is_free(key, type, bound, emacs))
    return;
  struct prior *prior = &priors[prior_count++];
  prior->map = map;
  prior->sequence = strdup(sequence);
  prior->ours = ours;
  prior->function = type == KEY_FUNCTION ? bound : NULL;
  bind_to(sequence, ours, map);
}

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
        bind_key(map, &keys[k], m == 0);
    for (size_t d = 0; d < DESCRIBED; d++) {
      struct key key = {rl_get_termcap(described[d]), NULL, TAKE,
                        SYNAPSE_KEYS_USUAL | OF_BASH, NULL};
      if (key.sequence && *key.sequence == '\033') bind_key(map, &key, m == 0);
    }
  }
}

void restore_keys(void) {
  for (size_t i = 0; i < prior_count; i++) {
    struct prior *prior = &priors[i];
    int type = KEY_FUNCTION;
    rl_command *bound = bound_to(prior->sequence, prior->map, &type);
    if (type == KEY_FUNCTION && bound == prior->ours)
      bind_to(prior->sequence, prior->function, prior->map);
    free(prior->sequence);
  }
  prior_count = 0;
  stood_in_for = NULL;
  bound_for = 0;
}
