/* Redraws and commands, observed without shell code.
 *
 * A function in a hook array or behind a hook widget is visible in `$_`,
 * $pipestatus, `set -x`, ERR and DEBUG traps, and depends on changes that
 * others make to the array or the widget. zsh looks up its hooks by name,
 * through a function pointer of the hash table that holds them. This file
 * replaces three of these pointers:
 *
 *   shfunctab  `precmd` is looked up when a command has ended, `preexec` when
 *              a line is about to run, even if there are no such functions.
 *   builtintab `ulimit` is looked up when it is about to run.
 *   thingytab  the widgets `zle-line-pre-redraw` and `zle-line-init`: the
 *              editor finds a widget of ours that is in no table. It runs the
 *              user's widget, as it is at that time, and then redraws the
 *              ghost. The builtin `zle` and $widgets find only the user's.
 *
 * Rejected: add-zle-hook-widget, which stops at the first hook that fails and
 * is shell code itself; and a widget of ours under the hook's own name, which
 * other plugins replace, wrap and list. */
#include "zsh_glue.h"

/* ---- the beginning and the end of a command ---- */

static ZshLookup prior_function, prior_widget;
static int may_start; /* a prompt came, and no line has run since */

/* zsh's main loop sets `stophist` to this value while precmd runs. */
enum { BEFORE_PROMPT = 3 };

void command_prompt(void) { may_start = 1; }

/* `curline` is the newest entry of the history while a line is read. */
static void started(void) {
  if (!may_start || zleactive || stophist == BEFORE_PROMPT || !in_own_shell())
    return;
  if (!hist_ring || hist_ring == &curline) return;
  may_start = 0;
  if (curline.histnum != curhist || !*hist_ring->node.nam) return;
  if (history_wants(hist_ring))
    report_started(hist_ring->node.nam);
  else
    report_kept_out();
}

static void ended(void) {
  if (may_start || stophist != BEFORE_PROMPT || !in_own_shell()) return;
  may_start = 1;
  report_prompt();
}

/* True for functions of zsh that move POSTDISPLAY into the text around a
 * question. Otherwise the ghost stays in the line after the question. */
static int asks(const char *name) {
  return !strcmp(name, "read-from-minibuffer") ||
         !strcmp(name, "narrow-to-region");
}

static HashNode function_looked_up(HashTable table, const char *name) {
  ZshLookup look_up = prior_function; /* a trap may unload the module */
  if (zleactive && prior_widget && asks(name) && in_own_shell()) ghost_clear();
  if (!prior_widget && !strcmp(name, "zle")) editor_wanted();
  if (!strncmp(name, "pre", 3)) {
    if (!strcmp(name, "preexec")) started();
    if (!strcmp(name, "precmd")) ended();
  }
  return look_up(table, name);
}

/* ---- the limits of the shell ---- */

static ZshLookup prior_builtin;

/* Under a limit below its size zsh ends as soon as it needs memory. */
static HashNode builtin_looked_up(HashTable table, const char *name) {
  ZshLookup look_up = prior_builtin;
  size_t length = strlen(name);
  if (length >= 5 && !strcmp(name + length - 5, "limit") && !zleactive &&
      in_own_shell()) {
    queue_signals();
    synapse_let_go(engine);
    unqueue_signals();
  }
  return look_up(table, name);
}

/* ---- the redraw ---- */

static int hidden; /* the look-up is for the user's own widget */

static int pre_redraw(char **args);
static int line_init(char **args);

static struct widget hook_widgets[] = {
    {WIDGET_INT | ZLE_TRANSPARENT, NULL, {pre_redraw}},
    {WIDGET_INT | ZLE_TRANSPARENT, NULL, {line_init}},
};
static char redraw_name[] = "zle-line-pre-redraw";
static char init_name[] = "zle-line-init";
static char *const names[] = {redraw_name, init_name};
/* Their reference counts never reach zero. */
static struct thingy hooks[] = {
    {NULL, redraw_name, 0, 1 << 20, &hook_widgets[0], NULL},
    {NULL, init_name, 0, 1 << 20, &hook_widgets[1], NULL},
};
#define HOOKS (sizeof hooks / sizeof hooks[0])

static Thingy hook_named(const char *name) {
  if (strncmp(name, "zle-line-", 9)) return NULL;
  for (size_t i = 0; i < HOOKS; i++)
    if (!strcmp(name, names[i])) return &hooks[i];
  return NULL;
}

static HashNode widget_looked_up(HashTable table, const char *name) {
  Thingy ours = hook_named(name);
  /* In a child run_zle() hides nothing, and `zle -N` would redefine ours. */
  if (ours && !in_own_shell()) ours = NULL;
  if (ours && !hidden) return (HashNode)ours;
  if (ours && hidden == HIDDEN_ONCE) hidden = 0;
  return prior_widget(table, name);
}

int hooks_hide(int how) {
  int before = hidden;
  hidden = how;
  return before;
}

int is_hook_widget(const char *name) { return hook_named(name) != NULL; }

/* A widget of the editor runs with signals queued, a user's widget does not. */
static int run_hook_widget(int hook, char **args) {
  int status = 0, saved_errors = errflag, saved_hidden = hidden;
  Thingy theirs = (Thingy)prior_widget(*zle.thingytab, names[hook]);
  if (theirs && !(theirs->flags & DISABLED)) {
    hidden = HIDDEN;
    theirs = zle.rthingy(names[hook]);
    hidden = 0;
    unqueue_signals();
    status = zle.execzlefunc(theirs, args, 1, 0);
    queue_signals();
    zle.unrefthingy(theirs);
    errflag = saved_errors | (errflag & ERRFLAG_INT);
  }
  hidden = saved_hidden;
  if (in_own_shell()) ghost_redraw();
  return status;
}

static int pre_redraw(char **args) { return run_hook_widget(0, args); }

/* The editor records this as the last widget of the line. If the user has no
 * zle-line-init, $LASTWIDGET must be that of the line before, so our widget has
 * that name. */
static char *last_name;
static int initialising;

int in_line_init(void) { return initialising; }

static int line_init(char **args) {
  Thingy before = *zle.lbindk;
  char *kept = NULL;
  if (before && !prior_widget(*zle.thingytab, init_name))
    kept = strdup(before->nam);
  hooks[1].nam = kept ? kept : init_name;
  free(last_name);
  last_name = kept;
  strategies_new_line();
  clear_forget();
  message_forget();
  initialising++;
  int status = run_hook_widget(1, args);
  initialising--;
  return status;
}

/* ---- */

void record_start(void) {
  if (prior_function) return;
  prior_function = shfunctab->getnode;
  shfunctab->getnode = function_looked_up;
  prior_builtin = builtintab->getnode;
  builtintab->getnode = builtin_looked_up;
}

void hooks_start(void) {
  if (prior_widget) return;
  prior_widget = (*zle.thingytab)->getnode2;
  (*zle.thingytab)->getnode2 = widget_looked_up;
}

/* A pointer that another module has replaced stays. The functions here stay
 * mapped, call the earlier function, and do nothing in a shell without an
 * engine. */
void hooks_stop(void) {
  if (prior_function && shfunctab->getnode == function_looked_up) {
    shfunctab->getnode = prior_function;
    prior_function = NULL;
  }
  if (prior_builtin && builtintab->getnode == builtin_looked_up) {
    builtintab->getnode = prior_builtin;
    prior_builtin = NULL;
  }
  if (prior_widget && (*zle.thingytab)->getnode2 == widget_looked_up) {
    (*zle.thingytab)->getnode2 = prior_widget;
    prior_widget = NULL;
  }
  may_start = 0;
}
