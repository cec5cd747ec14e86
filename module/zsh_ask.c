/* Answers about the line, below it, by a key: what each part means, by the
 * specs; and of a language model an explanation, and a corrected form of the
 * failed line as the ghost of the empty line. */
#include "zsh_glue.h"

/* The following redraw shows the note. */
void take_note(void) {
  synapse_text note;
  queue_signals();
  if (synapse_note(engine, (int)zterm_columns - 1, (int)zterm_lines / 2 - 1,
                   &note))
    note_came(note);
  unqueue_signals();
}

/* The rows that the prompt and the line leave. */
int describe(char **args) {
  if (!in_own_shell() || !is_command()) return run_prior(args);
  synapse_text line;
  synapse_styled described;
  size_t before;
  char *text = command_text(&line, &before);
  int left = (int)zterm_lines - *zle.nlnct;
  synapse_room room = {0, (int)zterm_columns - 1, left > 3 ? left : 3};
  queue_signals();
  int count = synapse_describe(engine, line, before + cursor_offset(), room,
                               &described);
  if (count) note_set_styled(&described);
  unqueue_signals();
  free(text);
  if (!count) return run_prior(args);
  *zle.zlecs = *zle.zlell;
  return 0;
}

/* The answer arrives later, by the watched descriptor. */
static int ask(enum synapse_asked what, char **args) {
  if (!in_own_shell() || !is_command()) return run_prior(args);
  synapse_text line, note;
  size_t before;
  char *text = command_text(&line, &before);
  queue_signals();
  int asked = synapse_ask(engine, what, line, &note);
  if (asked) note_set(note);
  unqueue_signals();
  free(text);
  if (!asked) return run_prior(args);
  *zle.zlecs = *zle.zlell;
  return 0;
}
int explain(char **args) { return ask(SYNAPSE_ASK_EXPLAIN, args); }
int fix(char **args) { return ask(SYNAPSE_ASK_FIX, args); }
