/* synapse-up and synapse-down: the history of all sessions, by the typed
   prefix. */
#include "bash_glue.h"

extern int rl_get_previous_history(int, int), rl_get_next_history(int, int);

/* At any other prompt, such as that of `read -e`, the shell's own history is
   used. */
static int walk(int direction, int count, int key) {
  rl_command *plain =
      direction > 0 ? rl_get_previous_history : rl_get_next_history;
  if (!in_own_shell() || !at_command_line() || !at_primary_prompt())
    return plain(count, key);
  synapse_text line = {rl_line_buffer, (size_t)rl_end}, found;
  sigset_t saved;
  char *text = NULL;
  block_signals(&saved);
  if (synapse_walk(engine, line, direction, &found))
    text = strndup(found.data, found.size);
  unblock_signals(&saved);
  if (!text) return direction > 0 ? rl_ding() : plain(count, key);
  replace_line(text);
  free(text);
  ghost_clear_line();
  return 0;
}

int walk_up(int count, int key) { return walk(1, count, key); }
int walk_down(int count, int key) { return walk(-1, count, key); }
