/* The widgets: what the keys of keys.h do with the ghost and the line.
 *
 * A widget that has nothing to do runs the earlier binding of its key. */
#include "keys.h"
#include "shared.h"
#include "zsh_glue.h"

/* inststrlen() moves the cursor by bytes, beyond the end of a line with wider
 * characters. Keys typed next must not remove a completion's suffix. */
static void insert(synapse_text what) {
  char *text = metafied(what);
  *zle.zlecs = *zle.zlell;
  zle.inststrlen(text, 0, strlen(text));
  *zle.zlecs = *zle.zlell;
  free(text);
  zle.fixsuffix();
  runhookdef(gethookdef("invalidate_list"), NULL);
}

/* The line whose cursor is between its closing quotes. Tab continues there as
 * at the end. */
static ZLE_STRING_T stepped_line;
static int stepped_length;

static void step_back(void) {
  if (!synapse_taken_back(engine) || *zle.zlecs != *zle.zlell) return;
  free(stepped_line);
  stepped_line = malloc((size_t)*zle.zlell * sizeof *stepped_line);
  stepped_length = *zle.zlell;
  if (stepped_line) wmemcpy(stepped_line, *zle.zleline, stepped_length);
  --*zle.zlecs;
}

static int stepped_back(void) {
  return stepped_line && *zle.zlell == stepped_length &&
         *zle.zlecs == stepped_length - 1 &&
         !wmemcmp(*zle.zleline, stepped_line, stepped_length);
}

static int take(enum synapse_unit unit, char **args) {
  if (!ghost_is_usable()) return run_prior(args);
  return ghost_take(unit) ? 0 : run_prior(args);
}

int ghost_take(enum synapse_unit unit) {
  synapse_text line, what;
  size_t before;
  char *text = command_text(&line, &before);
  queue_signals();
  int taken = strategies_take(line, unit, &what) ||
              synapse_take(engine, line, line.size, unit, &what);
  if (taken) {
    insert(what);
    if (!suggests_for_plugin()) step_back();
    *zle.lastcmd = 0; /* ends the highlight of a paste */
  }
  unqueue_signals();
  free(text);
  return taken;
}

static int take_all(char **args) { return take(SYNAPSE_TAKE_ALL, args); }
static int take_word(char **args) { return take(SYNAPSE_TAKE_WORD, args); }
static int take_character(char **args) {
  return take(SYNAPSE_TAKE_CHARACTER, args);
}
static int take_component(char **args) {
  return take(SYNAPSE_TAKE_COMPONENT, args);
}

/* While a list of completions is on the screen the key continues the
 * completion. A single suggestion has no alternatives: it is taken. */
static int cycle(int direction, char **args) {
  if (!ghost_is_usable() || *zle.listshown) return run_prior(args);
  synapse_text line, suffix;
  size_t before;
  char *text = command_text(&line, &before);
  queue_signals();
  int count = synapse_cycle(engine, line, line.size, direction, &suffix);
  unqueue_signals();
  free(text);
  if (count == 1) return take(SYNAPSE_TAKE_ALL, args);
  /* The following redraw shows the selected suggestion. */
  return count ? 0 : run_prior(args);
}

static int next(char **args) { return cycle(1, args); }
static int previous(char **args) { return cycle(-1, args); }

/* Keys that follow at once, as in a paste, are no answer to a list. */
static int may_open_list(int direction, synapse_text line) {
  return direction > 0 && !is_blank(line) && !*zle.kungetct && !noquery(0);
}

/* Inserts the next word. Pressed again it shows the alternatives, as in a menu,
 * and the line as it was typed. Without a ghost it opens the list. */
static int complete(int direction, char **args) {
  if (!ghost_may_be_taken() || *zle.listshown ||
      (*zle.zlecs != *zle.zlell && !stepped_back()))
    return run_prior(args);
  synapse_text line;
  synapse_edit edit;
  size_t before;
  char *text = command_text(&line, &before), *whole = NULL;
  queue_signals();
  int count = synapse_complete(engine, line, line.size, direction, &edit);
  const int lists = !count && may_open_list(direction, line);
  if (count && edit.keep >= before)
    whole = malloc(edit.keep - before + edit.insert.size + 1);
  if (whole) {
    const size_t keep = edit.keep - before;
    memcpy(whole, line.data + before, keep);
    memcpy(whole + keep, edit.insert.data, edit.insert.size);
    replace_line((synapse_text){whole, keep + edit.insert.size});
    free(whole);
    step_back();
  }
  unqueue_signals();
  free(text);
  if (lists) return run_list(SYNAPSE_LIST_SUGGESTIONS, args);
  return whole ? 0 : run_prior(args);
}
static int complete_next(char **args) { return complete(1, args); }
static int complete_previous(char **args) { return complete(-1, args); }

void replace_line(synapse_text with) {
  char *text = metafied(with);
  zle.setline(text, ZSL_COPY | ZSL_TOEND);
  free(text);
  zle.fixsuffix();
}

static int take_and_run(char **args) {
  if (ghost_is_usable()) take(SYNAPSE_TAKE_ALL, args);
  return accept_line(args);
}

static int forget(char **args) {
  if (!ghost_is_usable()) return run_prior(args);
  synapse_text line, message;
  size_t before;
  char *text = command_text(&line, &before);
  queue_signals();
  int forgotten = synapse_forget(engine, line, line.size, &message);
  if (forgotten) note_set(message);
  unqueue_signals();
  free(text);
  return !forgotten;
}

static int clear(char **args) {
  if (!ghost_is_usable()) return run_prior(args);
  clear_line();
  return 0;
}

static int toggle(char **args) {
  ghost_toggle();
  return 0;
}

/* Runs the earlier binding of Tab, with or without a ghost. An open menu
 * continues. */
static int shell_tab(char **args) {
  ghost_clear();
  return run_prior_of("\t", args);
}

static int list(char **args) {
  return run_list(SYNAPSE_LIST_SUGGESTIONS, args);
}
static int search(char **args) { return run_list(SYNAPSE_LIST_HISTORY, args); }

static struct {
  char *name;
  ZleIntFunc function;
  Widget widget;
} widgets[] = {{"synapse-answer", ghost_answer, NULL},
#define X(constant, name, function) {name, function, NULL},
               SYNAPSE_COMMANDS(X)
#undef X
};
#define WIDGETS (sizeof widgets / sizeof widgets[0])

/* zsh goes on with the widget that runs, and with its name. */
static int stopped;

void widgets_start(void) {
  if (stopped) {
    stopped = 0;
    return;
  }
  for (size_t i = 0; i < WIDGETS; i++)
    widgets[i].widget = zle.addzlefunction(widgets[i].name, widgets[i].function,
                                           ZLE_TRANSPARENT);
}

void widgets_stop(void) {
  stopped = 1;
  if (!zleactive) widgets_end();
}

void widgets_end(void) {
  if (!stopped) return;
  stopped = 0;
  if (!module_loaded("zsh/zle")) return;
  for (size_t i = 0; i < WIDGETS; i++) {
    if (widgets[i].widget) zle.deletezlefunction(widgets[i].widget);
    widgets[i].widget = NULL;
    /* A highlighter had replaced our widget by its own. */
    widget_delete(widgets[i].name);
  }
  keep_tab();
}
