/* The readline commands, the keys, and what was bound to these before.
 *
 * Bindings are remembered by keymap and key. A key that has become the user's
 * again is left alone when the module goes. readline has no way to take back
 * the name of a command: the names stay, and do nothing when it is gone. */
#include "bash_glue.h"

extern char *rl_executing_keyseq;

static int take_all(int count, int key);
static int take_word(int count, int key);
static int take_character(int count, int key);
static int take_component(int count, int key);
static int next(int count, int key);
static int previous(int count, int key);

static const struct {
  const char *name;
  rl_command *function;
} commands[] = {
    {"synapse-take", take_all},
    {"synapse-take-word", take_word},
    {"synapse-take-character", take_character},
    {"synapse-take-component", take_component},
    {"synapse-next", next},
    {"synapse-previous", previous},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

struct key {
  const char *sequence;
  rl_command *ours;
  int emacs_only;
};

static const struct key keys[] = {
    /* Right and End: cursor keys, application mode, and older terminals. */
    {"\033[C", take_all, 0},
    {"\033OC", take_all, 0},
    {"\033[F", take_all, 0},
    {"\033OF", take_all, 0},
    {"\033[4~", take_all, 0},
    {"\033[8~", take_all, 0},
    {"\005", take_all, 0}, /* ^E */
    {"\006", take_all, 0}, /* ^F */
    /* Ctrl-Right: xterm, rxvt. */
    {"\033[1;5C", take_word, 0},
    {"\033[5C", take_word, 0},
    {"\033Oc", take_word, 0},
    /* In vi's keymaps ESC f is a command typed fast, not Alt-F. */
    {"\033f", take_word, 1},
    {"\t", next, 0},
    {"\033[Z", previous, 0}, /* Shift-Tab */
};
#define KEYS (sizeof keys / sizeof keys[0])

/* What the terminal's own description calls Right and End. */
static const char *const described[] = {"kr", "@7"};
#define DESCRIBED (sizeof described / sizeof described[0])

static const char *const keymaps[] = {"emacs", "vi-insert"};
#define KEYMAPS (sizeof keymaps / sizeof keymaps[0])

struct prior {
  rl_keymap map;
  char *sequence;
  rl_command *ours;
  rl_command *function; /* NULL: nothing was bound */
  char *macro;          /* or the keys that were sent */
};

static struct prior priors[KEYMAPS * (KEYS + DESCRIBED)];
static size_t prior_count;

/* The command that a key of ours ran instead: commands look at rl_last_func
 * to see that they are repeated (Tab twice lists). */
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

static int run_prior(int count, int key) {
  for (size_t i = 0; i < prior_count; i++) {
    if (priors[i].map != rl_get_keymap() ||
        strcmp(priors[i].sequence, rl_executing_keyseq))
      continue;
    if (priors[i].macro) {
      rl_push_macro_input(strdup(priors[i].macro));
      return 0;
    }
    if (!priors[i].function) return 0;
    stood_in_for = priors[i].function;
    return priors[i].function(count, key);
  }
  return rl_ding(); /* a key that the user gave us: nothing to take */
}

static int usable(void) {
  return ghost_offered() && rl_point == rl_end && !rl_explicit_arg;
}

static int take(enum synapse_unit unit, int count, int key) {
  if (!usable()) return run_prior(count, key);
  synapse_text line = {rl_line_buffer, (size_t)rl_end}, what;
  sigset_t saved;
  block_signals(&saved);
  char *text = NULL;
  if (synapse_take(engine, line, line.size, unit, &what))
    text = strndup(what.data, what.size);
  unblock_signals(&saved);
  if (!text) return run_prior(count, key);
  rl_begin_undo_group();
  rl_insert_text(text);
  rl_end_undo_group();
  free(text);
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

/* A single suggestion has nothing to be cycled to: it is taken. */
static int cycle(int direction, int count, int key) {
  if (!usable()) return run_prior(count, key);
  synapse_text line = {rl_line_buffer, (size_t)rl_end}, suffix;
  sigset_t saved;
  block_signals(&saved);
  int found = synapse_cycle(engine, line, line.size, direction, &suffix);
  unblock_signals(&saved);
  if (found == 1) return take(SYNAPSE_TAKE_ALL, count, key);
  /* The redisplay that follows shows what is now in front. */
  return found ? 0 : run_prior(count, key);
}

static int next(int count, int key) { return cycle(1, count, key); }
static int previous(int count, int key) { return cycle(-1, count, key); }

static void bind_key(rl_keymap map, const char *sequence, rl_command *ours) {
  int type = KEY_FUNCTION;
  rl_command *bound = rl_function_of_keyseq(sequence, map, &type);
  /* A key that other bindings begin with is not one to take. */
  if (type == KEY_KEYMAP || (type == KEY_FUNCTION && is_ours(bound))) return;
  struct prior *prior = &priors[prior_count++];
  prior->map = map;
  prior->sequence = strdup(sequence);
  prior->ours = ours;
  prior->function = type == KEY_FUNCTION ? bound : NULL;
  prior->macro = type == KEY_MACRO && bound ? strdup((char *)bound) : NULL;
  rl_bind_keyseq_in_map(sequence, ours, map);
}

static int keys_wanted(void) {
  synapse_text value;
  sigset_t saved;
  block_signals(&saved);
  int wanted = !synapse_config(engine, "prompt.keys", &value) || !value.size ||
               (*value.data != 'f' && *value.data != '0');
  unblock_signals(&saved);
  return wanted;
}

void bind_keys(void) {
  static int named;
  for (size_t i = 0; i < COMMANDS && !named; i++)
    rl_add_defun(commands[i].name, commands[i].function, -1);
  named = 1;
  if (!keys_wanted()) return;
  for (size_t m = 0; m < KEYMAPS; m++) {
    rl_keymap map = rl_get_keymap_by_name(keymaps[m]);
    for (size_t k = 0; k < KEYS; k++)
      if (m == 0 || !keys[k].emacs_only)
        bind_key(map, keys[k].sequence, keys[k].ours);
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
    rl_command *bound =
        rl_function_of_keyseq(prior->sequence, prior->map, &type);
    if (type == KEY_FUNCTION && bound == prior->ours) {
      if (prior->macro)
        rl_generic_bind(KEY_MACRO, prior->sequence, strdup(prior->macro),
                        prior->map);
      else
        rl_bind_keyseq_in_map(prior->sequence, prior->function, prior->map);
    }
    free(prior->sequence);
    free(prior->macro);
  }
  prior_count = 0;
  stood_in_for = NULL;
}
