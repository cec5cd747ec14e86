/* Data that only the shell has, for the engine: see synapse_host. */
#include <time.h>

#include "bash_glue.h"
#include "shared.h"

typedef struct history_entry {
  char *line;
  char *timestamp;
  void *data;
} history_entry;

extern history_entry **history_list(void);
extern time_t history_get_time(history_entry *);
extern int history_base, history_length;
/* The specification of complete(1) for a command; NULL if there is none. */
extern void *progcomp_search(const char *command);

/* A terminated copy of the argument of a callback; valid until the next call.
 */
static char *terminated(synapse_text text) {
  static char *copy;
  free(copy);
  copy = malloc(text.size + 1);
  if (!copy) return "";
  memcpy(copy, text.data, text.size);
  copy[text.size] = '\0';
  return copy;
}

static int give(const char *value, synapse_text *out) {
  if (!value) return 0;
  out->data = value;
  out->size = strlen(value);
  return 1;
}

static int host_cwd(void *ctx, synapse_text *path) {
  const char *logical = get_string_value("PWD");
  return give(
      logical && *logical == '/' ? logical : the_current_working_directory,
      path);
}

/* True while the engine looks up a variable: the mode variable must not call
 * the engine then. */
static int engine_asks;

static int host_variable(void *ctx, synapse_text name, synapse_text *value) {
  engine_asks = 1;
  int found = give(get_string_value(terminated(name)), value);
  engine_asks = 0;
  return found;
}

static int host_alias(void *ctx, synapse_text name, synapse_text *value) {
  bash_alias *found = find_alias(terminated(name));
  return found ? give(found->value, value) : 0;
}

static int host_name_kind(void *ctx, synapse_text name) {
  char *word = terminated(name);
  if (!*word) return SYNAPSE_NAME_NONE;
  if (find_alias(word)) return SYNAPSE_NAME_ALIAS;
  if (find_reserved_word(word) >= 0) return SYNAPSE_NAME_RESERVED;
  if (find_function(word)) return SYNAPSE_NAME_FUNCTION;
  if (builtin_address(word)) return SYNAPSE_NAME_BUILTIN;
  return SYNAPSE_NAME_NONE;
}

static int host_completes(void *ctx, synapse_text command) {
  return progcomp_search(terminated(command)) != NULL;
}

static const char *const reserved_words[] = {
    "if", "then",  "else",  "elif",   "fi",       "case",  "esac", "for",
    "in", "do",    "done",  "time",   "{",        "}",     "[[",   "]]",
    "!",  "while", "until", "select", "function", "coproc"};

static int emit_one(const char *name, synapse_text prefix,
                    synapse_emit_name emit, void *arg, int kind) {
  synapse_text text = {name, strlen(name)};
  if (text.size < prefix.size || memcmp(name, prefix.data, prefix.size))
    return 1;
  return emit(arg, text, kind);
}

static void host_each_name(void *ctx, synapse_text prefix,
                           synapse_emit_name emit, void *arg) {
  int more = 1;
  bash_alias **aliases_now = all_aliases();
  for (int i = 0; more && aliases_now && aliases_now[i]; i++)
    more =
        emit_one(aliases_now[i]->name, prefix, emit, arg, SYNAPSE_NAME_ALIAS);
  free(aliases_now);
  size_t words = sizeof reserved_words / sizeof reserved_words[0];
  for (size_t i = 0; more && i < words; i++)
    more =
        emit_one(reserved_words[i], prefix, emit, arg, SYNAPSE_NAME_RESERVED);
  bash_variable **functions = more ? all_visible_functions() : NULL;
  for (int i = 0; more && functions && functions[i]; i++)
    more =
        emit_one(functions[i]->name, prefix, emit, arg, SYNAPSE_NAME_FUNCTION);
  free(functions);
  for (int i = 0; more && i < num_shell_builtins; i++)
    if (shell_builtins[i].function &&
        (shell_builtins[i].flags & BUILTIN_ENABLED))
      more = emit_one(shell_builtins[i].name, prefix, emit, arg,
                      SYNAPSE_NAME_BUILTIN);
}

static int is_zero(const char *variable) {
  const char *value = get_string_value((char *)variable);
  return value && !strcmp(value, "0");
}

/* The user wants no history, or none in a file: `unset HISTFILE` where there was
 * one, or /dev/null, or none of its lines. */
static int left_file; /* its lines since then are not offered either */
static int without_file(void) {
  static int had_file;
  const char *file = get_string_value("HISTFILE");
  if (is_zero("HISTSIZE") || is_zero("HISTFILESIZE") ||
      (file && !strcmp(file, "/dev/null")))
    return 1;
  if (!file || !*file) return had_file;
  had_file = 1;
  return 0;
}

static void host_each_history(void *ctx, synapse_emit_line emit, void *arg) {
  history_entry **list = left_file ? NULL : history_list();
  for (int i = list ? history_length - 1 : -1; i >= 0; i--) {
    if (!list[i] || !list[i]->line) continue;
    synapse_text line = {list[i]->line, strlen(list[i]->line)};
    if (!emit(arg, line, (int64_t)history_get_time(list[i]))) return;
  }
}

/* A full list keeps its length and moves its base. `history -c`, `-d`, `-r` and
 * `-s` change the length or the newest entry. */
static uint64_t host_history_generation(void *ctx) {
  history_entry **list = history_list();
  uint64_t newest =
      list && history_length > 0 ? (uintptr_t)list[history_length - 1] : 0;
  uint64_t parts[] = {(uint64_t)history_base, (uint64_t)history_length, newest};
  return hash_parts(parts, sizeof parts / sizeof parts[0]);
}

/* False if HISTCONTROL or HISTIGNORE keeps the line out of the history. Such a
 * line is not learned. A repeated line, which ignoredups leaves out as well, is
 * learned. */
int history_wants(const char *line) {
  const int kept = !without_file();
  left_file |= !kept;
  if (!kept) return 0;
  const char *control = get_string_value("HISTCONTROL");
  if (*line == ' ' && control &&
      (strstr(control, "ignorespace") || strstr(control, "ignoreboth")))
    return 0;
  const char *patterns = get_string_value("HISTIGNORE");
  char *copy = patterns ? strdup(patterns) : NULL, *rest = NULL;
  int wanted = 1;
  for (char *one = copy ? strtok_r(copy, ":", &rest) : NULL; one && wanted;
       one = strtok_r(NULL, ":", &rest))
    if (strcmp(one, "&"))
      wanted = strmatch(one, (char *)line, extended_glob ? 1 << 5 : 0) != 0;
  free(copy);
  return wanted;
}

static void host_findings(void *ctx, synapse_emit_finding emit, void *arg) {
  keys_findings(emit, arg);
  ghost_findings(emit, arg);
}

void fill_host(synapse_host *host, int is_interactive) {
  memset(host, 0, sizeof *host);
  host->shell = "bash";
  host->shell_version = dist_version;
  host->built_for = BASH_VERSIONS;
  host->interactive = is_interactive;
  host->cwd = host_cwd;
  host->variable = host_variable;
  host->alias = host_alias;
  host->name_kind = host_name_kind;
  host->completes = host_completes;
  host->each_name = host_each_name;
  host->each_history = host_each_history;
  host->history_generation = host_history_generation;
  host->complete = host_complete;
  host->findings = host_findings;
}

/* ---- $SYNAPSE_MODE, for prompts ---- bash expands $PS1 and runs
 * $PROMPT_COMMAND before readline, and the module with it, notices the prompt.
 * So the variable computes its value when it is read. */

static const char mode_name[] = "SYNAPSE_MODE";

/* False for a variable that is readonly, exported or not a string: it belongs
 * to the user. */
static int mode_is_free(const bash_variable *variable) {
  return !(variable->attributes &
           (ATT_EXPORTED | ATT_READONLY | ATT_NO_STRING));
}

static bash_variable *mode_now(bash_variable *variable) {
  if (engine_asks || !in_own_shell() || !mode_is_free(variable))
    return variable;
  synapse_text mode;
  sigset_t saved;
  block_signals(&saved);
  if (synapse_mode(engine, 1, &mode)) {
    char *value = strndup(mode.data, mode.size);
    if (value) {
      free(variable->value);
      variable->value = value;
    }
  }
  unblock_signals(&saved);
  return variable;
}

void mode_set(void) {
  bash_variable *variable = find_global_variable(mode_name);
  if (variable && (variable->dynamic_value || !mode_is_free(variable))) return;
  /* With `set -a` bash exports every variable that is assigned to. */
  int all_export = mark_modified_vars;
  mark_modified_vars = 0;
  variable = bind_global_variable(mode_name, "", 0);
  mark_modified_vars = all_export;
  if (variable) variable->dynamic_value = mode_now;
}

void mode_unset(void) {
  bash_variable *variable = find_global_variable(mode_name);
  if (!variable || variable->dynamic_value != mode_now) return;
  variable->dynamic_value = NULL;
  if (mode_is_free(variable) && find_variable(mode_name) == variable)
    unbind_variable(mode_name);
}
