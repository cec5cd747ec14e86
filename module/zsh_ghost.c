/* The ghost in zsh's line editor: finding and drawing it.
 *
 * The ghost is POSTDISPLAY with a region_highlight entry over it. It is set
 * before every redraw (zsh_hooks.c). It is removed when the editor drops its
 * completion list (the C hook invalidate_list): before a widget that draws by
 * itself, such as an incremental search, and before the last drawing of a line
 * that ends by Enter, ^C or ^G. zle-line-finish does not run on ^C. */
#include <dlfcn.h>

#include "zsh_glue.h"

struct synapse_zle zle;

/* The text that we put into POSTDISPLAY, to distinguish it from another
 * plugin's. */
static ZLE_STRING_T ghost;
static int ghost_length;
/* Whether the last redraw showed a ghost, and the line of that ghost. A key may
 * take the ghost only while the line is unchanged. */
static int offered;
static ZLE_STRING_T offered_line;
static int offered_length;
static int switched_off; /* by synapse-toggle */
static char *highlight;  /* our entry in region_highlight, metafied */
static char style[128];  /* of zsh-autosuggestions' variable; empty: ours */
static int memo_known;   /* zsh 5.9: an entry may name its owner */

static int on_invalidate(Hookdef hook, void *data);

static int displayed_is_ours(void) {
  return ghost && *zle.postdisplay && *zle.postdisplaylen == ghost_length &&
         !wmemcmp(*zle.postdisplay, ghost, ghost_length);
}

static void offer(void) {
  free(offered_line);
  offered_line = malloc((size_t)(*zle.zlell + 1) * sizeof *offered_line);
  offered_length = *zle.zlell;
  offered = offered_line != NULL;
  if (offered) wmemcpy(offered_line, *zle.zleline, offered_length);
}

/* During a completion the line is stored elsewhere. */
static int offered_for_present_line(void) {
  return offered && *zle.zleline && *zle.zlell == offered_length &&
         !wmemcmp(*zle.zleline, offered_line, offered_length);
}

const char *highlight_memo(void) { return memo_known ? " memo=synapse" : ""; }

static void ghost_hide(void) {
  if (displayed_is_ours()) {
    free(*zle.postdisplay);
    *zle.postdisplay = NULL;
    *zle.postdisplaylen = 0;
  }
  free(ghost);
  ghost = NULL;
  ghost_length = 0;
}

static ZLE_STRING_T aside;
static int aside_length;

int ghost_put_aside(void) {
  if (!in_own_shell()) return 0;
  queue_signals();
  int ours = !aside && displayed_is_ours();
  if (ours) {
    aside = *zle.postdisplay;
    aside_length = *zle.postdisplaylen;
    *zle.postdisplay = NULL;
    *zle.postdisplaylen = 0;
  }
  unqueue_signals();
  return ours;
}

void ghost_put_back(void) {
  queue_signals();
  if (*zle.postdisplay) {
    free(aside);
  } else {
    *zle.postdisplay = aside;
    *zle.postdisplaylen = aside ? aside_length : 0;
  }
  aside = NULL;
  unqueue_signals();
}

/* Before zsh 5.9 an entry cannot name its owner, and the editor moves entries
 * as the line changes. An entry with our style is ours if it is unchanged, has
 * the same length, or reaches beyond the line. */
static int is_our_highlight(const char *entry) {
  if (!highlight) return 0;
  if (!strcmp(entry, highlight)) return 1;
  if (memo_known) return strstr(entry, "memo=synapse") != NULL;
  int begin, end, look, our_begin, our_end, our_look;
  if (sscanf(entry, "%d %d %n", &begin, &end, &look) < 2 ||
      sscanf(highlight, "%d %d %n", &our_begin, &our_end, &our_look) < 2)
    return 0;
  return !strcmp(entry + look, highlight + our_look) &&
         (end > *zle.zlell || end - begin == our_end - our_begin);
}

/* Replaces our entries of region_highlight by `entry` and `more`, a list that
 * ends with NULL or is NULL; or removes them (entry is NULL). The entry is stored
 * as zsh writes it. */
static void set_highlights(char *entry, char **more) {
  if (!entry && !highlight) return;
  char **old = zle.get_region_highlight(NULL);
  int count = arrlen(old), kept = 0;
  char **list = zalloc((count + (more ? arrlen(more) : 0) + 2) * sizeof *list);
  for (int i = 0; i < count; i++)
    if (!is_our_highlight(old[i])) list[kept++] = ztrdup(old[i]);
  int own = kept;
  if (entry) list[kept++] = ztrdup(entry);
  for (; more && *more; more++) list[kept++] = ztrdup(*more);
  list[kept] = NULL;
  zle.set_region_highlight(NULL, list);
  free(highlight);
  highlight = entry ? strdup(zle.get_region_highlight(NULL)[own]) : NULL;
}

static void set_highlight(char *entry) { set_highlights(entry, NULL); }

/* Entries for the parts of the note, which ends the ghost of `length` characters
 * before it was cut; NULL if it has none. Without the memo of zsh 5.9 the
 * entries could not be told from those of others. */
static char **note_highlights(int length, int *note_begin) {
  const struct note_part *parts;
  size_t characters;
  int count = memo_known ? note_parts(&parts, &characters) : 0;
  if (!count || (int)characters > length) return NULL;
  char **out = calloc((size_t)count + 1, sizeof *out);
  int kept = 0, begin = length - (int)characters;
  for (int i = 0; out && i < count; i++) {
    int first = begin + (int)parts[i].first, last = begin + (int)parts[i].last;
    if (last > ghost_length) last = ghost_length;
    if (first >= last || !strcmp(parts[i].style, "none")) continue;
    char entry[192];
    snprintf(entry, sizeof entry, "%d %d %s%s", *zle.zlell + first,
             *zle.zlell + last, parts[i].style, highlight_memo());
    fit_colours(entry);
    if ((out[kept] = strdup(entry))) kept++;
  }
  *note_begin = begin;
  return out;
}

void ghost_clear(void) {
  ghost_hide();
  offered = 0;
  set_highlight(NULL);
}

/* True after the last character, where text can be typed; with the widgets of
 * zsh-autosuggestions anywhere. */
static int at_ghost_position(void) {
  return suggests_for_plugin() ||
         (*zle.zlecs == *zle.zlell && strcmp(*zle.curkeymapname, "vicmd"));
}

static int has_highlight(void) {
  char **list = zle.get_region_highlight(NULL);
  for (; highlight && *list; list++)
    if (!strcmp(*list, highlight)) return 1;
  return 0;
}

void ghost_fit(void) {
  if (!zleactive || !displayed_is_ours() || !in_own_shell()) return;
  if (!offered_for_present_line() || !at_ghost_position()) {
    ghost_clear();
  } else if (!has_highlight() && highlight) {
    char *entry = strdup(highlight);
    if (entry) set_highlight(entry);
    free(entry);
  }
}

/* The default that zsh-autosuggestions sets is not a choice of the user. */
static void read_style(void) {
  char *wanted = getsparam("ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE");
  if (wanted && suggests_for_plugin() && !strcmp(wanted, "fg=8")) wanted = NULL;
  snprintf(style, sizeof style, "%s", wanted ? wanted : "");
}

static void ghost_show(synapse_text suffix) {
  /* Longer text would not be visible. */
  size_t most = (size_t)(zterm_columns * zterm_lines * 2);
  if (suffix.size > most) {
    while (most && ((unsigned char)suffix.data[most] & 0xC0) == 0x80) most--;
    suffix.size = most;
  }
  synapse_text sgr, look = {0}, mark = {0};
  char *text = metafied(suffix), *behind = NULL;
  if (is_of_strategy() || !suffix.size)
    synapse_plain_look(engine, &look);
  else if (synapse_ghost_look(engine, &sgr, &look, &mark) && mark.size)
    behind = metafied(mark);
  char *all = tricat(text, behind ? behind : "", note_row());
  free(text);
  free(behind);
  ghost = zle.stringaszleline(all, 0, &ghost_length, NULL, NULL);
  free(all);
  int whole = ghost_length;
  ghost_length = ghost_room(ghost, ghost_length);
  if (!ghost_length) offered = 0; /* no room */
  *zle.postdisplay = zalloc((ghost_length + 1) * sizeof *ghost);
  wmemcpy(*zle.postdisplay, ghost, ghost_length);
  *zle.postdisplaylen = ghost_length;
  char entry[256];
  int grey = ghost_length; /* the end of the text with the ghost's style */
  char **more = note_highlights(whole, &grey);
  read_style();
  if (*style)
    snprintf(entry, sizeof entry, "%d %d %s%s", *zle.zlell, *zle.zlell + grey,
             style, highlight_memo());
  else
    snprintf(entry, sizeof entry, "%d %d %.*s%s", *zle.zlell, *zle.zlell + grey,
             (int)look.size, look.data, highlight_memo());
  fit_colours(entry);
  set_highlights(entry, more);
  for (char **one = more; one && *one; one++) free(*one);
  free(more);
}

/* True where the ghost can be taken. In vi's command keymap the cursor reaches
 * at most the last character. */
static int at_end(void) {
  if (*zle.zlecs == *zle.zlell) return 1;
  return suggests_for_plugin() && *zle.zlecs + 1 == *zle.zlell &&
         !strcmp(*zle.curkeymapname, "vicmd");
}

/* zsh edits on one row if the terminal cannot move up. */
int can_draw_rows(void) {
  return !screen_is_too_narrow() &&
         !(termflags & (TERM_BAD | TERM_UNKNOWN | TERM_NOUP | TERM_SHORT)) &&
         !option("singlelinezle");
}

/* Without a style of its own a ghost would look like typed text. */
static int can_draw(void) {
  return !screen_is_too_narrow() && !(termflags & (TERM_BAD | TERM_UNKNOWN)) &&
         (tccan(TCUNDERLINEBEG) || tccolours > 8);
}

int is_command(void) {
  return *zle.zlecontext == ZLCON_LINE_START ||
         (*zle.zlecontext == ZLCON_LINE_CONT && !suggests_for_plugin());
}

/* Editing inside of a widget asks a question (read-from-minibuffer), with one
 * exception: a prompt that shrinks after Enter is made by a zle-line-init that
 * edits the line itself in `zle recursive-edit`. */
static int is_question(void) {
  return *zle.zle_recursive > in_line_init() || *zle.predisplaylen;
}

/* A ghost that is not drawn is not taken. A status line is the prompt of a
 * search or of execute-named-cmd. */
int ghost_may_be_taken(void) {
  return in_own_shell() && can_draw() && is_command() && !*zle.done &&
         !*zle.isearch_active && !*zle.statusline && !is_question() &&
         !switched_off && !line_is_cleared();
}

/* Pending input (a paste, keys typed ahead) changes the line at once: one
 * suggestion after the last key is enough. */
static int may_show(void) {
  return ghost_may_be_taken() && at_ghost_position() && !*zle.menucmp &&
         !*zle.kungetct && !errflag && !noquery(0);
}

/* Why the last redraw could show no ghost at all; NULL: it could. */
static const char *undrawn;

static void note_undrawn(void) {
  if (!is_command() || *zle.done) return;
  undrawn =
      screen_is_too_narrow() ? "the terminal is too narrow"
      : !can_draw()          ? "the terminal has no style to set it off with"
      : is_question()        ? "a widget edits the line in `zle recursive-edit`"
      : switched_off         ? "switched off by synapse-toggle"
      : *zle.postdisplay && *zle.postdisplaylen
          ? "a plugin shows a text of its own behind the line (POSTDISPLAY)"
          : NULL;
}

void ghost_findings(synapse_emit_finding emit, void *arg) {
  if (!undrawn) return;
  emit(arg, "ghost", undrawn,
       switched_off ? "synapse-toggle shows it again"
                    : "no ghost is drawn, and no key takes one");
}

char *line_text(synapse_text *line) {
  char *text =
      zle.zlelineasstring(*zle.zleline, *zle.zlell, *zle.zlecs, NULL, NULL, 0);
  int size;
  unmetafy(text, &size);
  line->data = text;
  line->size = (size_t)size;
  return text;
}

size_t cursor_offset(void) {
  char *text = zle.zlelineasstring(*zle.zleline, *zle.zlecs, 0, NULL, NULL, 0);
  int size;
  unmetafy(text, &size);
  free(text);
  return (size_t)size;
}

/* zsh runs only the function that was added last to this hook. zsh/complete,
 * which is loaded on first use, adds one too. */
static void stay_last(void) {
  Hookdef hook = gethookdef("invalidate_list");
  if (hook->funcs->list.first &&
      hook->funcs->list.last->dat == (void *)on_invalidate)
    return;
  deletehookdeffunc(hook, (Hookfn)on_invalidate);
  addhookdeffunc(hook, (Hookfn)on_invalidate);
}

static int on_invalidate(Hookdef hook, void *data) {
  ghost_hide();
  clear_bind(0);
  LinkNode before = NULL;
  for (LinkNode node = hook->funcs->list.first; node; node = node->next) {
    if (node->dat == (void *)on_invalidate) break;
    before = node;
  }
  if (before) return ((Hookfn)before->dat)(hook, data);
  return hook->def ? hook->def(hook, data) : 0;
}

/* The plugin zsh-autosuggestions is loaded. Two ghosts conflict, so ours stays
 * off. */
static int reported; /* the plugin was reported */

int other_ghost(void) {
  if (!shfunctab->getnode(shfunctab, "_zsh_autosuggest_fetch")) return 0;
  if (reported) return 1;
  reported = 1;
  ghost_clear();
  synapse_report(engine, "ghost",
                 "zsh-autosuggestions shows its own suggestions; source "
                 "share/synapse/zsh-autosuggestions.zsh instead of it");
  return 1;
}

/* An answer of a slow source: the editor's own loop watches its descriptor. */
static int watched = -1;

static void watch(void) {
  queue_signals();
  int fd = synapse_watch(engine);
  unqueue_signals();
  if (fd == watched) return;
  if (watched >= 0) screen_watch(watched, NULL);
  watched = fd;
  if (fd >= 0) screen_watch(fd, ".synapse-answer");
}

static void redraw(void) {
  stay_last();
  ghost_hide();
  offered = 0;
  note_undrawn();
  if (!may_show() || (*zle.postdisplay && *zle.postdisplaylen)) {
    set_highlight(NULL);
    return;
  }
  synapse_text suffix;
  queue_signals();
  if (ghost_find(&suffix)) {
    ghost_show(suffix);
  } else if (*note_row()) {
    ghost_show((synapse_text){"", 0});
  } else {
    set_highlight(NULL);
  }
  unqueue_signals();
  watch();
}

/* While the editor reads an Escape again, the key has not ended. */
void ghost_redraw(void) {
  if (other_ghost() || escape_is_replayed()) return;
  note_key();
  redraw();
  clear_bind(offered && !suggests_for_plugin() &&
             !(zle.zmod->flags & (MOD_MULT | MOD_TMULT)));
}

void ghost_clear_line(void) {
  clear_line();
  redraw();
  zle.zrefresh();
}

int ghost_find(synapse_text *suffix) {
  int found;
  if (suggests_for_plugin()) {
    found = strategies_find(suffix);
  } else {
    synapse_text line;
    size_t before;
    char *text = command_text(&line, &before);
    found = synapse_ghost(engine, line, line.size, suffix) && suffix->size;
    free(text);
  }
  found &= in_own_shell(); /* a strategy is shell code */
  if (found) offer();
  return found;
}

int ghost_answer(char **args) {
  if (!in_own_shell()) return 0;
  watch(); /* the user may have closed the descriptor */
  queue_signals();
  int changed = synapse_answers(engine);
  unqueue_signals();
  if (!changed) return 0;
  if (list_is_open()) {
    list_draw();
    list_work(); /* the list begins anew with the answer */
  } else {
    take_note();
    redraw();
    zle.zrefresh();
  }
  return 0;
}

int ghost_is_usable(void) {
  return in_own_shell() && offered_for_present_line() && at_end() &&
         !(zle.zmod->flags & (MOD_MULT | MOD_TMULT));
}

void ghost_toggle(void) {
  if (in_own_shell()) switched_off = !switched_off;
}

static int find_symbols(void) {
#define X(type, name) \
  if (!(zle.name = (type *)dlsym(RTLD_DEFAULT, #name))) return 1;
  SYNAPSE_ZLE_DATA(X)
#undef X
#define X(type, name, arguments) \
  if (!(zle.name = (type(*) arguments)dlsym(RTLD_DEFAULT, #name))) return 1;
  SYNAPSE_ZLE_FUNCTIONS(X)
#undef X
  /* Before 5.6 a question is recognised by the text in front of the line. */
  zle.zle_recursive = (int *)dlsym(RTLD_DEFAULT, "zle_recursive");
  if (!zle.zle_recursive)
    zle.zle_recursive = (int *)dlsym(RTLD_DEFAULT, "predisplaylen");
  zle.predisplaylen = (int *)dlsym(RTLD_DEFAULT, "predisplaylen");
  return !zle.zle_recursive || !zle.predisplaylen;
}

/* Emacs' shell buffer edits the line itself, with any TERM. */
static int is_dumb(void) {
  char *term = getsparam("TERM"), *emacs = getsparam("INSIDE_EMACS");
  return !term || !strncmp(term, "dumb", 4) || !*term ||
         (emacs && strstr(emacs, "comint"));
}

int zle_start(void) {
  if (is_dumb() || require_module("zsh/zle", NULL, 1) || find_symbols() ||
      !gethookdef("invalidate_list"))
    return 1;
  memo_known = zsh_version >= 509;
  widgets_start();
  hook_add("invalidate_list", on_invalidate);
  unbound_start();
  screen_start();
  return 0;
}

void zle_stop(void) {
  if (watched >= 0) screen_watch(watched, NULL);
  watched = -1;
  unbound_stop();
  screen_stop();
  ghost_clear();
  clear_bind(0);
  clear_forget();
  reported = switched_off = 0;
  widgets_stop();
}
