/* The zsh module: `module_path+=(DIR); zmodload synapse`.
 *
 * An interactive shell gets the widgets and the hooks of zsh_hooks.c at load.
 * The keys wait for the first prompt, after the user's start-up files have
 * bound theirs. If zsh/zle is not loaded yet, the widgets wait too: for the
 * first prompt, or for the first call of `zle`, which loads it. zsh reads
 * $EDITOR at that time to choose vi's keymap, and the start-up files may set
 * $EDITOR. Any other shell gets only the builtin. The module never runs shell
 * code of its own.
 *
 * Shell code may unload the module, and load it again, while functions of ours
 * are on the stack: a trap runs when signals are unqueued, a widget of the user
 * runs below ours. So
 *   - a function that has run shell code asks in_own_shell() again, and uses no
 *     pointer of before that cleanup_() frees;
 *   - the code stays mapped (-z nodelete);
 *   - functions in a list of zsh stay there, since zsh may be at that element;
 *   - a widget lives until the edited line has ended (widgets_stop()).
 * Tested by tests/shell/cases/unloading.sh. */
#include "zsh_glue.h"

#include <dlfcn.h>
#include <errno.h>

synapse_engine *engine;
int zsh_version, zsh_patch;

static int hooked;               /* the hooks are installed */
static int zle_tried, zle_ready; /* the widgets are installed, if possible */
static int prompt_seen;          /* the keys are bound */

int option(const char *name) {
  int number = optlookup(name);
  return number > 0 && opts[number];
}

int in_own_shell(void) { return synapse_is_own(engine); }

char *unmetafied(const char *text, size_t *size) {
  size_t length = strlen(text);
  char *plain = malloc(length + 1);
  if (!plain) {
    *size = 0;
    return NULL;
  }
  memcpy(plain, text, length + 1);
  int plain_length;
  unmetafy(plain, &plain_length);
  *size = (size_t)plain_length;
  return plain;
}

char *metafied(synapse_text text) {
  /* metafy() needs a terminated string only for a length of -1. */
  return metafy((char *)(text.size ? text.data : ""), (int)text.size, META_DUP);
}

void report_prompt(void) {
  queue_signals();
  synapse_prompt(engine, (int)lastval);
  unqueue_signals();
  mode_set();
}

void report_started(const char *line) {
  synapse_text text;
  char *plain = unmetafied(line, &text.size);
  text.data = plain;
  queue_signals();
  synapse_started(engine, text);
  unqueue_signals();
  free(plain);
}

void report_kept_out(void) {
  queue_signals();
  synapse_cancelled(engine);
  unqueue_signals();
}

void report_accepted(const char *line) {
  line += strspn(line, " \t\n");
  if (!*line || *line == '#') return;
  queue_signals();
  synapse_accepted(engine, NULL);
  unqueue_signals();
}

void hook_add(char *name, Hookfn function) {
  Hookdef hook = gethookdef(name);
  if (!hook) return;
  for (LinkNode node = hook->funcs->list.first; node; node = node->next)
    if (node->dat == (void *)function) return;
  addhookdeffunc(hook, function);
}

static void start_editor(void) {
  if (zle_tried || !in_own_shell()) return;
  zle_tried = 1;
  if (zle_start()) {
    synapse_report(engine, "line editor",
                   "zsh/zle is not there, or is unlike "
                   "the ones that are known; no ghost, no keys");
    return;
  }
  /* The line editor must not be unloaded while this module uses it. */
  add_dep("synapse", "zsh/zle");
  zle_ready = 1;
  hooks_start();
}

int editor_is_ready(void) { return zle_ready; }

void editor_wanted(void) {
  if (hooked && in_own_shell()) start_editor();
}

/* zsh calls this last before it shows a prompt. */
static void before_prompt(void) {
  widgets_end();
  if (!in_own_shell()) return;
  queue_signals(); /* for all of it: a trap may unload the module */
  report_prompt();
  command_prompt();
  start_editor();
  if (zle_ready) {
    bind_keys(); /* at the first prompt, and after a change of settings */
    prompt_seen = 1;
  }
  /* A module that is loaded while a line is edited waits for the next prompt. */
  if (!zleactive) synapse_notices(engine);
  unqueue_signals();
}

static void close_engine(void) {
  synapse_engine *closed = engine;
  queue_signals();
  engine = NULL; /* before a trap runs */
  synapse_close(closed);
  unqueue_signals();
}

static int at_exit(Hookdef hook, void *data) {
  if (!in_own_shell()) return 0;
  queue_signals();
  synapse_leave(engine);
  close_engine();
  unqueue_signals();
  return 0;
}

/* Writes through zsh's own buffers, which keeps the order of output. `arg`
 * receives the errno of the first failed write. */
static void write_out(void *arg, int fd, synapse_text bytes) {
  FILE *stream = fd == 2 ? stderr : stdout;
  int *failed = arg;
  fwrite(bytes.data, 1, bytes.size, stream);
  /* glibc's fwrite() may report all bytes as written after a failure. */
  if (ferror(stream) && !*failed) *failed = errno;
}

/* `synapse --hook NAME`: zsh-autosuggestions.zsh. */
static int run_hook(char **args) {
  if (hooked) start_editor();
  return args[0] && zle_ready ? strategies_hook(args) : 0;
}

static int bin_synapse(char *name, char **args, Options ops, int func) {
  if (args[0] && !strcmp(args[0], "--hook")) return run_hook(args + 1);
  int argc = 1 + arrlen(args);
  char **argv = calloc(argc + 1, sizeof *argv);
  if (!argv) return 1;
  argv[0] = strdup("synapse");
  for (int i = 1; i < argc; i++) {
    size_t size;
    argv[i] = unmetafied(args[i - 1], &size);
  }
  queue_signals();
  int failed = 0;
  int status = synapse_builtin(engine, argc, (const char *const *)argv,
                               write_out, &failed);
  if (fflush(stdout) != 0 && !failed) failed = errno;
  clearerr(stdout);
  fflush(stderr);
  unqueue_signals();
  if (hooked) mode_set();
  if (failed) {
    zwarnnam(name, "write error: %e", failed);
    if (!status) status = 1;
  }
  for (int i = 0; i < argc; i++) free(argv[i]);
  free(argv);
  return status;
}

/* The hooks are the only exported symbols. */
#define HOOK __attribute__((visibility("default")))

static struct builtin builtins[] = {
    {{NULL, "synapse", BINF_HANDLES_OPTS}, bin_synapse, 0, -1, 0, NULL, NULL},
};

static struct features module_features = {builtins, 1,    NULL, 0, NULL,
                                          0,        NULL, 0,    0};

/* A shell without multibyte support stores its line in another type, and a
 * debug build counts queued signals differently. */
static const char *unfit(void) {
  if (!dlsym(RTLD_DEFAULT, "mb_metastrlenend") &&
      !dlsym(RTLD_DEFAULT, "mb_metacharlenconv"))
    return "it was built without multibyte support";
  if (dlsym(RTLD_DEFAULT, "queue_in")) return "it was built for debugging";
  return NULL;
}

HOOK int setup_(Module m) {
  char *version = getsparam("ZSH_VERSION");
  int major = 0, minor = 0;
  if (version) sscanf(version, "%d.%d.%d", &major, &minor, &zsh_patch);
  zsh_version = 100 * major + minor;
  if (zsh_version < 503 || zsh_version > 509) {
    zwarn("synapse: not loaded: this is zsh %s, and " ZSH_VERSIONS " are known",
          version ? version : "?");
    return 1;
  }
  const char *why = unfit();
  if (why) zwarn("synapse: not loaded into this zsh: %s", why);
  return why != NULL;
}

HOOK int features_(Module m, char ***features) {
  *features = featuresarray(m, &module_features);
  return 0;
}

HOOK int enables_(Module m, int **enables) {
  return handlefeatures(m, &module_features, enables);
}

static void start_interactive(void) {
  static int added;
  if (!added) addprepromptfn(before_prompt);
  added = 1;
  hook_add("exit", at_exit);
  record_start();
  hooked = 1;
  mode_set();
  if (module_loaded("zsh/zle")) start_editor();
  /* A plugin manager may load the module while the line is edited, after the
   * prompt. */
  if (zleactive) before_prompt();
}

HOOK int boot_(Module m) {
  const char *why = synapse_stay_away();
  if (why) {
    zwarn("synapse: %s: not loaded", why);
    return 1;
  }
  synapse_host host;
  fill_host(&host, option("interactive"));
  queue_signals();
  engine = synapse_open(&host);
  if (engine && host.interactive) start_interactive();
  unqueue_signals();
  return 0;
}

/* Runs even when boot_ failed half way. */
HOOK int cleanup_(Module m) {
  if (hooked) {
    hooks_stop();
    mode_unset();
  }
  if (zle_ready) {
    list_stop();
    strategies_stop();
    if (prompt_seen) restore_keys();
    zle_stop();
  }
  hooked = zle_tried = zle_ready = prompt_seen = 0;
  if (in_own_shell()) close_engine();
  engine = NULL;
  return setfeatureenables(m, &module_features, NULL);
}

HOOK int finish_(Module m) { return 0; }
