/* synapse-up and synapse-down: the history of all sessions, by the typed
   prefix. */
#include "zsh_glue.h"

static int run_widget(char *name, char **args) {
  Thingy widget = zle.rthingy(name);
  int status = zle.execzlefunc(widget, args, 1, 0);
  zle.unrefthingy(widget);
  return status;
}

/* At any other prompt, such as that of `vared`, the shell's own history is
   used. */
static int walk(int direction, char **args) {
  char *plain = direction > 0 ? "up-line-or-history" : "down-line-or-history";
  if (!in_own_shell() || *zle.zlecontext != ZLCON_LINE_START)
    return run_widget(plain, args);
  synapse_text line, found;
  char *text = line_text(&line);
  queue_signals();
  int there = synapse_walk(engine, line, direction, &found);
  if (there) {
    ghost_clear();
    replace_line(found);
    clear_line();
  }
  unqueue_signals();
  int rows = line.size && memchr(line.data, '\n', line.size);
  free(text);
  if (there) return 0;
  return direction < 0 || rows ? run_widget(plain, args) : 1;
}

/* Runs accept-line, or its replacement by other plugins. */
int accept_line(char **args) {
  Thingy widget = zle.rthingy("accept-line");
  int status = zle.execzlefunc(widget, args, 0, 0);
  zle.unrefthingy(widget);
  return status;
}

int walk_up(char **args) { return walk(1, args); }
int walk_down(char **args) { return walk(-1, args); }
