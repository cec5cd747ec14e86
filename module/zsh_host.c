/* Data that only the shell has, for the engine: see synapse_host. */
#include "shared.h"
#include "zsh_glue.h"

/* The result of a callback is valid until the next call. */
static char *cwd_text, *variable_text, *alias_text;

static int keep(char **kept, const char *metafied_text, synapse_text *out) {
  free(*kept);
  *kept = unmetafied(metafied_text, &out->size);
  out->data = *kept;
  return 1;
}

static int host_cwd(void *ctx, synapse_text *path) {
  return pwd && *pwd ? keep(&cwd_text, pwd, path) : 0;
}

/* zsh would evaluate anything but a plain name as a subscript. */
static int is_identifier(synapse_text name) {
  if (!name.size || (name.data[0] >= '0' && name.data[0] <= '9')) return 0;
  for (size_t i = 0; i < name.size; i++) {
    char c = name.data[i];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
          (c >= '0' && c <= '9')))
      return 0;
  }
  return 1;
}

/* zsh after 5.9 has a list of the terminal's abilities, and draws #rrggbb as
 * such only if true colour is in it. Otherwise it uses the nearest of 256
 * colours, or no colour on a terminal with fewer: the ghost would look like
 * text. */
static int lacks_true_colour(void) {
  char name[] = ".term.extensions";
  if (zsh_version < 509 || zsh_patch < 999) return 0;
  for (char **at = getaparam(name); at && *at; at++)
    if (!strcmp(*at, "truecolor")) return 0;
  return 1;
}

static int host_variable(void *ctx, synapse_text name, synapse_text *value) {
  if (!is_identifier(name)) return 0;
  char *key = metafied(name);
  char *found = getsparam(key);
  if (found && !strcmp(key, "COLORTERM") && lacks_true_colour()) found = NULL;
  free(key);
  return found ? keep(&variable_text, found, value) : 0;
}

static int host_alias(void *ctx, synapse_text name, synapse_text *value) {
  enum { GLOBAL = 2 }; /* alias -g; 1 is a disabled one */
  int wants_global = name.size && name.data[0] == ' ';
  char *key = metafied(name);
  Alias found = (Alias)aliastab->getnode(aliastab, key + wants_global);
  free(key);
  if (!found || (wants_global && !(found->node.flags & GLOBAL))) return 0;
  return keep(&alias_text, found->text, value);
}

static const struct {
  HashTable *table;
  int kind;
} name_tables[] = {
    {&aliastab, SYNAPSE_NAME_ALIAS},
    {&reswdtab, SYNAPSE_NAME_RESERVED},
    {&shfunctab, SYNAPSE_NAME_FUNCTION},
    {&builtintab, SYNAPSE_NAME_BUILTIN},
};
#define NAME_TABLES (sizeof name_tables / sizeof name_tables[0])

static int host_name_kind(void *ctx, synapse_text name) {
  int kind = SYNAPSE_NAME_NONE;
  char *key = metafied(name);
  for (size_t i = 0; i < NAME_TABLES && !kind; i++) {
    HashTable table = *name_tables[i].table;
    if (table->getnode(table, key)) kind = name_tables[i].kind;
  }
  free(key);
  return kind;
}

/* compinit(1) keeps the function of each command in the association _comps. */
static int host_completes(void *ctx, synapse_text command) {
  static char comps[] = "_comps";
  Param known = (Param)paramtab->getnode(paramtab, comps);
  if (!known || (known->node.flags & PM_TYPES) != PM_HASHED ||
      !known->association)
    return 0;
  char *key = metafied(command);
  int completes = known->association->getnode2(known->association, key) != NULL;
  free(key);
  return completes;
}

static int emit_metafied(const char *name, synapse_text prefix,
                         synapse_emit_name emit, void *arg, int kind) {
  synapse_text text = {name, strlen(name)};
  char *plain = NULL;
  if (strchr(name, Meta)) {
    plain = unmetafied(name, &text.size);
    text.data = plain;
  }
  int more = 1;
  if (text.size >= prefix.size && !memcmp(text.data, prefix.data, prefix.size))
    more = emit(arg, text, kind);
  free(plain);
  return more;
}

static void host_each_name(void *ctx, synapse_text prefix,
                           synapse_emit_name emit, void *arg) {
  for (size_t t = 0; t < NAME_TABLES; t++) {
    HashTable table = *name_tables[t].table;
    for (int i = 0; i < table->hsize; i++)
      for (HashNode node = table->nodes[i]; node; node = node->next)
        if (!(node->flags & DISABLED) &&
            !emit_metafied(node->nam, prefix, emit, arg, name_tables[t].kind))
          return;
  }
}

/* The newest finished entry: the edited line is in the ring as well. */
Histent newest_history_entry(void) {
  if (!hist_ring) return NULL;
  if (hist_ring != &curline) return hist_ring;
  return hist_ring->up == hist_ring ? NULL : hist_ring->up;
}

/* $HISTORY_IGNORE as zsh reads it when it writes the history file; NULL without
 * one. On the heap of the caller. */
static Patprog history_ignore(void) {
  char name[] = "HISTORY_IGNORE";
  char *pattern = getsparam(name);
  if (!pattern || !*pattern) return NULL;
  char *copy = dupstring(pattern);
  tokenize(copy);
  return patcompile(copy, 0, NULL);
}

/* zsh keeps such a line for one prompt only (HIST_IGNORE_SPACE, HIST_NO_STORE,
 * HIST_NO_FUNCTIONS, a zshaddhistory that returns 1), or writes it to no file
 * (a zshaddhistory that returns 2, HISTORY_IGNORE). */
static int is_kept_out(Histent entry, Patprog ignored) {
  return (entry->node.flags & (HIST_TMPSTORE | HIST_NOWRITE)) ||
         (ignored && pattry(ignored, entry->node.nam));
}

/* A zshaddhistory may refuse a line because it has added the line itself. */
static int is_added_by_hook(Histent refused) {
  Histent before = refused->up;
  return before && before != refused && before->node.nam &&
         !(before->node.flags & (HIST_TMPSTORE | HIST_NOWRITE)) &&
         !strcmp(before->node.nam, refused->node.nam);
}

/* The user wants no history file: it is /dev/null, or the shell had one and has
 * none now (`unset HISTFILE`, SAVEHIST=0, `fc -p`). A zsh that never had one has
 * only not been set up. */
static int left_file; /* its lines since then are not offered either */
static int without_file(void) {
  static int had_file;
  char name[] = "HISTFILE", size[] = "SAVEHIST";
  const char *file = getsparam(name);
  if (file && !strcmp(file, "/dev/null")) return 1;
  if (!file || !*file) return had_file;
  const char *lines = getsparam(size);
  if (!lines || strtol(lines, NULL, 10) <= 0) return had_file;
  had_file = 1;
  return 0;
}

int history_wants(Histent entry) {
  const int kept = !without_file();
  left_file |= !kept;
  if (!kept) return 0;
  /* A line that begins with a blank is counted as such by the engine. */
  if (*entry->node.nam == ' ') return 1;
  pushheap();
  Patprog ignored = history_ignore();
  int wanted = !is_kept_out(entry, ignored);
  if (!wanted && is_added_by_hook(entry))
    wanted = !is_kept_out(entry->up, ignored);
  popheap();
  return wanted;
}

static void each_wanted(Patprog ignored, synapse_emit_line emit, void *arg) {
  Histent first = left_file ? NULL : newest_history_entry();
  for (Histent entry = first; entry;) {
    if (entry->node.nam && *entry->node.nam && entry != &curline &&
        !is_kept_out(entry, ignored)) {
      synapse_text line = {entry->node.nam, strlen(entry->node.nam)};
      char *plain = NULL;
      if (memchr(line.data, Meta, line.size)) {
        plain = unmetafied(entry->node.nam, &line.size);
        line.data = plain;
      }
      int more = emit(arg, line, (int64_t)entry->stim);
      free(plain);
      if (!more) return;
    }
    entry = entry->up;
    if (entry == first) return;
  }
}

static void host_each_history(void *ctx, synapse_emit_line emit, void *arg) {
  pushheap();
  each_wanted(history_ignore(), emit, arg);
  popheap();
}

/* Patterns use extended globs, as in zsh-autosuggestions. */
int fits_pattern(const char *variable, synapse_text text) {
  char *pattern = getsparam((char *)variable);
  if (!pattern || !*pattern) return 0;
  int number = optlookup("extendedglob");
  char extended = opts[number];
  opts[number] = 1;
  pushheap();
  char *copy = tricat("(", pattern, ")");
  char *compiled = dupstring(copy);
  zsfree(copy);
  tokenize(compiled);
  Patprog program = patcompile(compiled, 0, NULL);
  char *subject = metafied(text);
  int found = program && pattry(program, subject);
  zsfree(subject);
  popheap();
  opts[number] = extended;
  return found;
}

static int host_unwanted(void *ctx, synapse_text buffer,
                         synapse_text suggestion, int from_history) {
  return from_history
             ? fits_pattern("ZSH_AUTOSUGGEST_HISTORY_IGNORE", suggestion)
             : fits_pattern("ZSH_AUTOSUGGEST_COMPLETION_IGNORE", buffer);
}

/* `fc -p`, `fc -P`, `fc -R`, `print -s` and each command change at least one of
 * these. */
static uint64_t host_history_generation(void *ctx) {
  Histent newest = newest_history_entry();
  uint64_t parts[] = {
      (uint64_t)histlinect, (uintptr_t)newest,
      newest ? (uint64_t)newest->histnum : 0,
      newest && newest->node.nam ? (uintptr_t)newest->node.nam : 0};
  return hash_parts(parts, sizeof parts / sizeof parts[0]);
}

static void host_findings(void *ctx, synapse_emit_finding emit, void *arg) {
  if (!editor_is_ready()) return;
  keys_findings(emit, arg);
  ghost_findings(emit, arg);
}

void fill_host(synapse_host *host, int is_interactive) {
  memset(host, 0, sizeof *host);
  char *version = getsparam("ZSH_VERSION");
  static char version_text[32];
  snprintf(version_text, sizeof version_text, "%s", version ? version : "");
  host->shell = "zsh";
  host->shell_version = version_text;
  host->built_for = ZSH_VERSIONS;
  host->interactive = is_interactive;
  host->cwd = host_cwd;
  host->variable = host_variable;
  host->alias = host_alias;
  host->name_kind = host_name_kind;
  host->completes = host_completes;
  host->each_name = host_each_name;
  host->each_history = host_each_history;
  host->history_generation = host_history_generation;
  host->unwanted = host_unwanted;
  host->complete = host_complete;
  host->findings = host_findings;
}

/* ---- $SYNAPSE_MODE, for prompts ---- */

static char mode_name[] = "SYNAPSE_MODE";
static int mode_is_set;

/* False for a variable that is readonly, exported or not a string: it belongs
 * to the user. */
static int mode_is_free(void) {
  HashNode known = paramtab->getnode(paramtab, mode_name);
  return !known || !(known->flags & (PM_TYPES | PM_READONLY | PM_EXPORTED));
}

void mode_set(void) {
  synapse_text mode;
  if (!in_own_shell() || !mode_is_free()) return;
  queue_signals();
  if (synapse_mode(engine, 0, &mode)) {
    /* With the option set zsh exports every variable that is assigned to. */
    int all_export = optlookup("allexport");
    char before = all_export > 0 ? opts[all_export] : 0;
    if (all_export > 0) opts[all_export] = 0;
    mode_is_set = assignsparam(mode_name, metafied(mode), 0) != NULL;
    if (all_export > 0) opts[all_export] = before;
  }
  unqueue_signals();
}

void mode_unset(void) {
  if (mode_is_set && mode_is_free()) unsetparam(mode_name);
  mode_is_set = 0;
}

/* ---- a command of several prompts ---- */

char *command_text(synapse_text *command, size_t *before) {
  char *line = line_text(command), *lines = NULL;
  *before = 0;
  if (*zle.zlecontext != ZLCON_LINE_CONT) return line;
  if (zle_chline) {
    lines = unmetafied(zle_chline, before);
  } else if (chline && hptr > chline) {
    char *copy = strndup(chline, (size_t)(hptr - chline));
    if (copy) lines = unmetafied(copy, before);
    free(copy);
  }
  queue_signals();
  if (lines && synapse_begins_command(engine, (synapse_text){lines, *before})) {
    free(lines);
    lines = NULL;
  }
  unqueue_signals();
  char *both = lines ? realloc(lines, *before + command->size + 1) : NULL;
  if (!both) {
    free(lines);
    *before = 0;
    return line;
  }
  memcpy(both + *before, line, command->size);
  free(line);
  command->data = both;
  command->size += *before;
  return both;
}
