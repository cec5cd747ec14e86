/* The bash module: `enable -f PATH synapse`.
 *
 * An interactive shell gets readline's hooks at load. It gets the keys at its
 * first prompt, after inputrc and the start-up files have bound theirs. Any
 * other shell gets only the builtin. No trap and no PROMPT_COMMAND is used: the
 * module notices the end of a line when readline hands the terminal back, and
 * the end of a command at the next prompt. */
#include "bash_glue.h"

#include <errno.h>

extern int history_expansion, history_expansion_inhibited;
extern char history_expansion_char;
extern int history_expand(char *, char **);
extern void using_history(void);

synapse_engine *engine;

static int hooked; /* readline's hooks are ours */
static int keys_bound;
static char *command; /* the lines of the command so far */
static int submitted; /* a line was submitted since the last prompt */

int in_own_shell(void) { return synapse_is_own(engine); }

void block_signals(sigset_t *saved) {
  sigset_t all;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  sigdelset(&all, SIGILL);
  sigdelset(&all, SIGFPE);
  sigprocmask(SIG_BLOCK, &all, saved);
}

void unblock_signals(const sigset_t *saved) {
  sigprocmask(SIG_SETMASK, saved, NULL);
}

/* `read -e` uses the line editor inside a builtin. */
int at_command_line(void) { return !executing_builtin; }

/* False when the parser needs more lines of a command. */
int at_primary_prompt(void) { return current_command_line_count == 0; }

int has_command(void) { return at_primary_prompt() || command; }

char *command_text(synapse_text *text, size_t *before) {
  size_t lines = at_primary_prompt() || !command ? 0 : strlen(command) + 1;
  char *both = malloc(lines + (size_t)rl_end + 1);
  *before = both ? lines : 0;
  text->data = both ? both : "";
  text->size = both ? lines + (size_t)rl_end : 0;
  if (!both) return NULL;
  if (lines) {
    memcpy(both, command, lines - 1);
    both[lines - 1] = '\n';
  }
  memcpy(both + lines, rl_line_buffer, (size_t)rl_end + 1);
  if (!lines) return both;
  sigset_t saved;
  block_signals(&saved);
  if (synapse_begins_command(engine, (synapse_text){both, lines})) {
    text->data += lines;
    text->size -= lines;
    *before = 0;
  }
  unblock_signals(&saved);
  return both;
}

static void forget_command(void) {
  free(command);
  command = NULL;
}

void line_begins(void) {
  if (!at_primary_prompt()) return;
  forget_command();
  /* bash's own count of the commands that it has read. */
  static int commands;
  int missed = keys_bound && !submitted && current_command_number > commands;
  commands = current_command_number;
  submitted = 0;
  sigset_t saved;
  block_signals(&saved);
  if (missed) synapse_accepted(engine, NULL);
  synapse_prompt(engine, last_command_exit_value);
  unblock_signals(&saved);
  mode_set();
  keys_bound = 1;
  bind_keys(); /* at the first prompt, and after a change of settings */
  block_signals(&saved);
  synapse_notices(engine);
  unblock_signals(&saved);
}

void line_cancelled(void) {
  forget_command();
  sigset_t saved;
  block_signals(&saved);
  synapse_cancelled(engine);
  unblock_signals(&saved);
}

/* The line after history expansion (`!!`), as bash will run it; NULL when it
 * will not run. The caller frees it. */
static char *expanded(const char *line) {
  char mark[3] = {history_expansion_char, '^', '\0'};
  if (!history_expansion || history_expansion_inhibited || !strpbrk(line, mark))
    return strdup(line);
  char *copy = strdup(line), *result = NULL;
  using_history();
  int outcome = history_expand(copy, &result);
  free(copy);
  if (outcome == 0 || outcome == 1) return result;
  free(result);
  return NULL;
}

static void append_line(char *line) {
  if (!command) {
    command = line;
    return;
  }
  size_t before = strlen(command), more = strlen(line);
  char *joined = realloc(command, before + more + 2);
  if (joined) {
    joined[before] = '\n';
    memcpy(joined + before + 1, line, more + 1);
    command = joined;
  }
  free(line);
}

/* Only the parser knows whether a line completes its command. Each call reports
 * the whole command so far, and the last report is the command that ran. */
void line_submitted(void) {
  if (at_primary_prompt()) forget_command();
  char *line = command ? strdup(rl_line_buffer) : expanded(rl_line_buffer);
  if (!line) return;
  append_line(line);
  submitted = 1;
  if (!command[strspn(command, " \t\n")] || !history_wants(command)) return;
  synapse_text text = {command, strlen(command)};
  sigset_t saved;
  block_signals(&saved);
  synapse_accepted(engine,
                   remember_on_history
                       ? NULL
                       : "bash keeps no history; `set -o history` enables it");
  if (remember_on_history) synapse_started(engine, text);
  unblock_signals(&saved);
}

/* Writes through bash's own buffers, which keeps the order of output. `arg`
 * receives the errno of the first failed write. */
static void write_out(void *arg, int fd, synapse_text bytes) {
  FILE *stream = fd == 2 ? stderr : stdout;
  int *failed = arg;
  fwrite(bytes.data, 1, bytes.size, stream);
  /* glibc's fwrite() may report all bytes as written after a failure. */
  if (ferror(stream) && !*failed) *failed = errno;
}

static int builtin_main(bash_word_list *list) {
  int argc = 1;
  for (bash_word_list *word = list; word; word = word->next) argc++;
  const char **argv = calloc((size_t)argc + 1, sizeof *argv);
  if (!argv) return EXECUTION_FAILURE;
  argv[0] = "synapse";
  int count = 1;
  for (bash_word_list *word = list; word; word = word->next)
    argv[count++] = word->word->text;
  sigset_t saved;
  block_signals(&saved);
  int failed = 0;
  int status = synapse_builtin(engine, argc, argv, write_out, &failed);
  if (fflush(stdout) != 0 && !failed) failed = errno;
  fflush(stderr);
  unblock_signals(&saved);
  free(argv);
  errno = failed; /* the builtin reports it */
  return sh_chkwrite(status);
}

/* TERM=dumb is Emacs' shell buffer and the like; ble.sh replaces readline. */
static const char *reason_to_stay_away(void) {
  const char *term = get_string_value("TERM");
  const char *emacs = get_string_value("INSIDE_EMACS");
  if (!term || !*term || !strncmp(term, "dumb", 4))
    return "the terminal is dumb";
  if (emacs && strstr(emacs, "comint")) return "Emacs is the line editor";
  if (!isatty(0)) return "the input is not a terminal";
  if (get_string_value("BLE_VERSION")) return "ble.sh is the line editor";
  return NULL;
}

/* Returns true if ble.sh was loaded after this module and before this prompt.
 * ble.sh then owns the keys and the screen. */
int give_way(void) {
  if (!get_string_value("BLE_VERSION")) return 0;
  sigset_t saved;
  block_signals(&saved);
  synapse_report(engine, "line editor", "ble.sh is the line editor");
  unblock_signals(&saved);
  if (keys_bound) restore_keys();
  hooked = keys_bound = 0;
  forget_command();
  return 1;
}

#define HOOK __attribute__((visibility("default")))

/* True for a version that the module was tested with: "4.4", "5.3" or
 * "5.3-rc1". A bash that was built differently may lack symbols. The dynamic
 * linker finds that, because the module is linked with -z now. */
static int version_is_known(void) {
  int major = 0, minor = 0;
  if (sscanf(dist_version, "%d.%d", &major, &minor) != 2) return 0;
  return (major == 4 && minor == 4) || (major == 5 && minor <= 3);
}

/* ---- the limits of the shell ---- */

static bash_builtin_function *prior_limits;

/* Under a limit below its size bash ends as soon as it needs memory. */
static int run_limits(bash_word_list *words) {
  if (in_own_shell()) {
    sigset_t saved;
    block_signals(&saved);
    synapse_let_go(engine);
    unblock_signals(&saved);
  }
  return prior_limits(words);
}

/* bash has another table whenever a builtin is loaded or unloaded. */
static struct builtin *limits(void) {
  for (int i = 0; i < num_shell_builtins; i++)
    if (!strcmp(shell_builtins[i].name, "ulimit")) return &shell_builtins[i];
  return NULL;
}

static void limits_start(void) {
  struct builtin *now = limits();
  if (!now || now->function == run_limits) return;
  prior_limits = now->function;
  now->function = run_limits;
}

static void limits_stop(void) {
  struct builtin *now = limits();
  if (now && now->function == run_limits) now->function = prior_limits;
}

HOOK int synapse_builtin_load(char *name) {
  if (hooked || engine) return 1; /* a second `enable -f`: nothing to do */
  if (!version_is_known()) {
    fprintf(stderr, "synapse: bash %s: not loaded; the module is for bash %s\n",
            dist_version, BASH_VERSIONS);
    return 0;
  }
  const char *away = synapse_stay_away();
  if (away) {
    fprintf(stderr, "synapse: %s: not loaded\n", away);
    return 0;
  }
  synapse_host host;
  fill_host(&host, interactive_shell != 0);
  sigset_t saved;
  block_signals(&saved);
  engine = synapse_open(&host);
  if (engine && host.interactive) {
    const char *why = reason_to_stay_away();
    if (why)
      synapse_report(engine, "line editor", why);
    else
      hooked = 1;
  }
  unblock_signals(&saved);
  if (engine && host.interactive) mode_set();
  if (hooked) {
    name_commands();
    ghost_start();
    limits_start();
  }
  return 1;
}

/* Destroys no static object of this module at exit: bash runs the handlers of
 * exit in each of its children too, `$(…)` among them, and there they freed
 * memory page by page for nothing. Whatever must end well ends in close_engine. */
__attribute__((visibility("hidden"))) int __cxa_atexit(void (*destroy)(void *),
                                                       void *object, void *so) {
  (void)destroy, (void)object, (void)so;
  return 0;
}

static int unloading;

/* Runs also at exit, because bash does not unload loaded builtins. */
__attribute__((destructor)) static void close_engine(void) {
  if (in_own_shell()) {
    sigset_t saved;
    block_signals(&saved);
    synapse_engine *closed = engine;
    if (!unloading) synapse_leave(closed);
    engine = NULL; /* before a handler runs */
    synapse_close(closed);
    unblock_signals(&saved);
  }
  engine = NULL;
}

HOOK void synapse_builtin_unload(char *name) {
  if (hooked) {
    ghost_stop();
    limits_stop();
    if (keys_bound) restore_keys();
  }
  hooked = keys_bound = 0;
  mode_unset();
  forget_command();
  unloading = 1;
  close_engine();
}

static char *const long_doc[] = {
    "Predicts what is typed.", "",
    "`synapse help' lists the subcommands; `synapse doctor' reports problems.",
    NULL};

HOOK struct builtin synapse_struct = {"synapse",
                                      builtin_main,
                                      BUILTIN_ENABLED,
                                      long_doc,
                                      "synapse [SUBCOMMAND [ARGUMENT ...]]",
                                      NULL};
