/* Chooses the suggestion to show when Synapse replaces the plugin
 * zsh-autosuggestions.
 *
 * ZSH_AUTOSUGGEST_STRATEGY names strategies. The first one with a suggestion
 * for the line wins. There are three kinds of strategies:
 *
 *   history          the engine by default; if the user names it, the newest
 *                    line of the shell's own list, as with the plugin (here)
 *   match_prev_cmd   a walk through the same list
 *   shell functions  completion by compsys (the engine if there is none), and _zsh_autosuggest_strategy_NAME
 *                    of the user, who may also replace the first two
 *
 * A widget of zsh-autosuggestions.zsh runs shell functions, in a child or
 * directly. It returns the result with `synapse --hook answer`. As with the
 * plugin, a suggestion stays while the user types it.
 *
 * The plugin's variables are read at each use, because start-up files may set
 * them after the plugin. */
#include "zsh_glue.h"

enum { MAX_STRATEGIES = 32, MAX_MATCHES = 200 };
enum source { FROM_ENGINE, FROM_ELSEWHERE };

static int active;
static char *own_file; /* the file that defines the functions of this plugin */
/* The value of ZSH_AUTOSUGGEST_STRATEGY that is not a choice of the user. */
static char **default_strategies, *default_name;

/* The suggestion on show, or the running request; unmetafied. */
static char *asked_for; /* the line */
static char *found;     /* a whole line that begins with it, or NULL */
static enum source found_by;
static int answered;  /* strategies that have answered for asked_for */
static int pending;   /* `answered` after the next answer; 0: none */
static int asking;    /* the widget is running */
static char *cleared; /* the line for which nothing is shown */
static char *fetched; /* requested although suggestions are disabled */

int suggests_for_plugin(void) { return active; }

static void drop(char **text) {
  free(*text);
  *text = NULL;
}

static void drop_answers(void) {
  drop(&asked_for);
  drop(&found);
  answered = pending = 0;
}

static int begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

/* ---- the history list ---- */

static int is_kept(Histent entry) {
  return entry != &curline && entry->node.nam && *entry->node.nam &&
         !(entry->node.flags & HIST_TMPSTORE);
}

static int is_unwanted(const char *line) {
  synapse_text text;
  char *plain = unmetafied(line, &text.size);
  text.data = plain;
  int unwanted = plain && fits_pattern("ZSH_AUTOSUGGEST_HISTORY_IGNORE", text);
  free(plain);
  return unwanted;
}

/* The newest line of the list that continues `prefix`. With `by_previous`, a
 * line is preferred whose previous line is the newest line of all. All text is
 * metafied. */
static const char *match(const char *prefix, int by_previous) {
  Histent start = newest_history_entry(), newest = NULL, entry = start;
  const char *first = NULL;
  size_t size = strlen(prefix);
  int matches = 0;
  for (; size && entry; entry = entry->up == start ? NULL : entry->up) {
    if (!is_kept(entry)) continue;
    if (!newest) newest = entry;
    if (strncmp(entry->node.nam, prefix, size) || !entry->node.nam[size] ||
        is_unwanted(entry->node.nam))
      continue;
    if (!by_previous) return entry->node.nam;
    if (!first) first = entry->node.nam;
    Histent before = entry->up;
    if (before && before != start && is_kept(before) &&
        before->histnum == entry->histnum - 1 &&
        !strcmp(before->node.nam, newest->node.nam))
      return entry->node.nam;
    if (++matches == MAX_MATCHES) break;
  }
  return first;
}

/* ---- the list of strategies ---- */

struct strategies {
  char *text; /* holds the names */
  char *names[MAX_STRATEGIES + 1];
  int count, are_default;
};

/* An array, or one text with blanks between the names. */
static void read_strategies(struct strategies *all) {
  memset(all, 0, sizeof *all);
  char name[] = "ZSH_AUTOSUGGEST_STRATEGY", **array = getaparam(name);
  all->are_default = array && array == default_strategies && *array &&
                     *array == default_name && !array[1];
  all->text = ztrdup("");
  if (!array) {
    char *scalar = getsparam(name);
    zsfree(all->text);
    all->text = ztrdup(scalar ? scalar : "");
  }
  for (; array && *array; array++) {
    char *longer = tricat(all->text, " ", *array);
    zsfree(all->text);
    all->text = longer;
  }
  char *rest = NULL, *word = strtok_r(all->text, " \t\n", &rest);
  for (; word && all->count < MAX_STRATEGIES;
       word = strtok_r(NULL, " \t\n", &rest))
    all->names[all->count++] = word;
}

static HashNode function_named(const char *name) {
  return shfunctab->getnode(shfunctab, name);
}

static int has_compsys(void) { return function_named("compdef") != NULL; }

enum kind { UNKNOWN, ENGINE, NEWEST, PREVIOUS, SHELL };

static enum kind kind_of(const struct strategies *all, const char *name) {
  char *function_name = bicat("_zsh_autosuggest_strategy_", name);
  Shfunc function = (Shfunc)function_named(function_name);
  zsfree(function_name);
  int is_own = function && own_file && function->filename &&
               !strcmp(function->filename, own_file);
  if (function && !is_own) return SHELL;
  if (!strcmp(name, "history")) return all->are_default ? ENGINE : NEWEST;
  if (!strcmp(name, "match_prev_cmd")) return PREVIOUS;
  if (!strcmp(name, "completion")) return has_compsys() ? SHELL : ENGINE;
  return UNKNOWN;
}

/* Sets the sources for the engine, as in suggest.sources. Without a choice of
 * strategies all sources are used. */
static void choose_sources(const struct strategies *all) {
  for (int i = 0; i < all->count; i++) {
    if (kind_of(all, all->names[i]) != ENGINE) continue;
    synapse_default(
        engine, "suggest.sources",
        all->are_default ? "" : "spec,filesystem,environment,project");
    return;
  }
}

/* ---- requests ---- */

static void keep(const char *line, char *suggestion, enum source by) {
  char *copy = strdup(line);
  free(asked_for);
  asked_for = copy;
  free(found);
  found = suggestion;
  found_by = by;
}

/* Runs the widget that runs the strategies from `first` to `last`. */
static void ask_shell(char *line, struct strategies *all, int first, int last) {
  int level = queue_signal_level(), saved_errors = errflag;
  char *behind = all->names[last];
  drop_answers();
  asked_for = strdup(line);
  answered = first;
  pending = last;
  asking = 1;
  all->names[last] = NULL;
  Thingy widget = zle.rthingy("_synapse-autosuggest-ask");
  dont_queue_signals();
  zle.execzlefunc(widget, all->names + first, 0, 0);
  restore_queue_signals(level);
  zle.unrefthingy(widget);
  all->names[last] = behind;
  errflag = saved_errors | (errflag & ERRFLAG_INT);
  asking = 0;
}

static int ask_engine(char *line) {
  synapse_text suffix, text = {line, strlen(line)};
  if (!synapse_ghost(engine, text, text.size, &suffix) || !suffix.size)
    return 0;
  char *whole = malloc(text.size + suffix.size + 1);
  if (!whole) return 0;
  memcpy(whole, line, text.size);
  memcpy(whole + text.size, suffix.data, suffix.size);
  whole[text.size + suffix.size] = '\0';
  keep(line, whole, FROM_ENGINE);
  return 1;
}

static int ask_list(char *line, int by_previous) {
  size_t size;
  char *prefix = metafied((synapse_text){line, strlen(line)});
  const char *matched = match(prefix, by_previous);
  zsfree(prefix);
  if (matched) keep(line, unmetafied(matched, &size), FROM_ELSEWHERE);
  return matched != NULL;
}

/* 1: found. 0: nothing, or nothing yet. */
static int ask_all(char *line) {
  struct strategies all;
  read_strategies(&all);
  choose_sources(&all);
  int is_found = 0, engine_asked = 0;
  if (asked_for && strcmp(asked_for, line)) drop_answers();
  for (int i = 0; i < all.count && !is_found; i++) {
    enum kind kind = kind_of(&all, all.names[i]);
    if (kind == NEWEST) is_found = ask_list(line, 0);
    if (kind == PREVIOUS) is_found = ask_list(line, 1);
    if (kind == ENGINE && !engine_asked++) is_found = ask_engine(line);
    if (kind != SHELL) continue;
    int last = i + 1;
    while (last < all.count && kind_of(&all, all.names[last]) == SHELL) last++;
    if (answered < last && pending < last) ask_shell(line, &all, i, last);
    is_found = found != NULL;
    if (!is_found && answered < last) break;
    i = last - 1;
  }
  zsfree(all.text);
  return is_found;
}

static int is_too_long(void) {
  char name[] = "ZSH_AUTOSUGGEST_BUFFER_MAX_SIZE", *set = getsparam(name);
  return set && *set && *zle.zlell > getiparam(name);
}

static int is_disabled(void) {
  return getsparam("_ZSH_AUTOSUGGEST_DISABLED") != NULL;
}

/* True if the line is a prefix of the found suggestion. */
int is_of_strategy(void) {
  return active && found && found_by == FROM_ELSEWHERE;
}

static int still_fits(const char *line) {
  return found && asked_for && begins(line, asked_for) && begins(found, line) &&
         strlen(found) > strlen(line);
}

static int search(char *line) {
  if (cleared && strcmp(cleared, line)) drop(&cleared);
  if (fetched && strcmp(fetched, line)) drop(&fetched);
  if (is_too_long()) return 0;
  if (still_fits(line)) {
    if (found_by == FROM_ELSEWHERE || ask_engine(line)) return 1;
  }
  if (found) drop_answers();
  if (cleared || (is_disabled() && !fetched)) return 0;
  /* On an empty line the engine suggests the next line, if that is enabled. */
  return *line ? ask_all(line) : ask_engine(line);
}

int strategies_find(synapse_text *suffix) {
  synapse_text line;
  if (asking) return 0;
  char *text = line_text(&line);
  int is_found = search(text);
  if (is_found) {
    suffix->data = found + line.size;
    suffix->size = strlen(suffix->data);
  }
  free(text);
  return is_found;
}

/* The end of the unit at the beginning of `text`. */
static size_t unit_end(const char *text, enum synapse_unit unit) {
  size_t end = 0, all = strlen(text);
  if (unit == SYNAPSE_TAKE_ALL) return all;
  if (unit == SYNAPSE_TAKE_CHARACTER) {
    do end++;
    while (end < all && ((unsigned char)text[end] & 0xC0) == 0x80);
    return end;
  }
  end = strspn(text, " \t\n");
  end += strcspn(text + end, " \t\n");
  size_t slash = strcspn(text, "/");
  if (unit == SYNAPSE_TAKE_COMPONENT && slash < end) end = slash + 1;
  return end;
}

int strategies_take(synapse_text line, enum synapse_unit unit,
                    synapse_text *what) {
  if (!active || found_by != FROM_ELSEWHERE || !still_fits(line.data)) return 0;
  what->data = found + line.size;
  what->size = unit_end(what->data, unit);
  return 1;
}

/* ---- synapse --hook NAME, for zsh-autosuggestions.zsh ---- */

static void start(void) {
  Shfunc function = (Shfunc)function_named("_zsh_autosuggest_start");
  active = 1;
  free(own_file);
  own_file = function && function->filename ? strdup(function->filename) : NULL;
  synapse_default(engine, "prompt.keys", "false");
  synapse_default(engine, "suggest.empty_line", "false");
  /* The module was loaded while a line is edited, and has bound its keys. */
  if (zleactive) bind_keys();
}

static void note_default(void) {
  default_strategies = getaparam("ZSH_AUTOSUGGEST_STRATEGY");
  default_name = default_strategies ? *default_strategies : NULL;
}

static void redraw(void) {
  if (!asking) ghost_redraw();
}

static void answer(const char *text) {
  if (!pending || !asked_for) return;
  synapse_text line;
  char *present = line_text(&line);
  size_t size;
  char *suggestion = unmetafied(text, &size);
  answered = pending;
  pending = 0;
  if (strcmp(present, asked_for)) {
    drop_answers();
  } else if (suggestion && begins(suggestion, present) && size > line.size) {
    keep(present, suggestion, FROM_ELSEWHERE);
    suggestion = NULL;
  }
  free(suggestion);
  free(present);
  if (asking) return;
  ghost_redraw();
  zle.zrefresh();
}

/* The plugin shows any text after a line that is not empty. */
static void suggest(const char *text) {
  synapse_text line;
  size_t size;
  char *present = line_text(&line), *given = unmetafied(text, &size);
  drop_answers();
  drop(&cleared);
  if (*given && *present) {
    char *whole =
        begins(given, present) ? strdup(given) : malloc(line.size + size + 1);
    if (whole && !begins(given, present)) {
      memcpy(whole, present, line.size);
      memcpy(whole + line.size, given, size + 1);
    }
    keep(present, whole, FROM_ELSEWHERE);
  } else {
    cleared = strdup(present);
  }
  free(given);
  free(present);
  redraw();
}

static void clear(int stays) {
  synapse_text line;
  char *present = line_text(&line);
  drop_answers();
  drop(&cleared);
  drop(&fetched);
  if (stays) cleared = strdup(present);
  free(present);
  redraw();
}

static void fetch(void) {
  synapse_text line;
  clear(0);
  fetched = line_text(&line);
  redraw();
}

/* Puts the text of the ghost into REPLY. */
static int offered_text(void) {
  synapse_text suffix = {"", 0};
  queue_signals();
  int is_found = ghost_find(&suffix);
  setsparam("REPLY", metafied(is_found ? suffix : (synapse_text){"", 0}));
  unqueue_signals();
  return !is_found;
}

/* Inserts the whole ghost after the line; the cursor stays. Nothing is offered
 * for the new line until it changes. So a repeated key, and a widget that is
 * wrapped twice, insert nothing more. */
static int take(void) {
  synapse_text suffix;
  int cursor = *zle.zlecs;
  queue_signals();
  int taken = ghost_find(&suffix) && ghost_take(SYNAPSE_TAKE_ALL);
  unqueue_signals();
  if (!taken) return 1;
  *zle.zlecs = cursor;
  strategies_new_line();
  synapse_text line;
  cleared = line_text(&line);
  return 0;
}

static void put_match(char **args) {
  const char *line =
      args[0] && args[1] ? match(args[1], !strcmp(args[0], "previous")) : NULL;
  setsparam("suggestion", ztrdup(line ? line : ""));
}

int strategies_hook(char **args) {
  const char *name = args[0];
  if (!strcmp(name, "match")) {
    put_match(args + 1);
    return 0;
  }
  /* A child of the shell may complete the line that its parent edits. */
  if (!strcmp(name, "edit") && !in_own_shell()) {
    zleactive = 1;
    return 0;
  }
  if (!in_own_shell()) return 1;
  if (!strcmp(name, "start")) start();
  if (!strcmp(name, "default")) note_default();
  if (!active || !zleactive) return 1;
  if (!strcmp(name, "ghost")) return offered_text();
  if (!strcmp(name, "take")) return take();
  if (!strcmp(name, "clear")) clear(1);
  if (!strcmp(name, "renew")) clear(0);
  if (!strcmp(name, "fetch")) fetch();
  if (args[1] && !strcmp(name, "suggest")) suggest(args[1]);
  if (args[1] && !strcmp(name, "answer")) answer(args[1]);
  return 0;
}

void strategies_new_line(void) {
  drop_answers();
  drop(&cleared);
  drop(&fetched);
}

void strategies_stop(void) {
  if (active && in_own_shell() && function_named("_synapse_autosuggest_stop"))
    execstring("_synapse_autosuggest_stop", 1, 0, "synapse");
  active = 0;
  strategies_new_line();
}
