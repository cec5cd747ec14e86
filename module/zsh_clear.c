/* Escape clears the ghost until the line changes, and a note below the line.
 *
 * In emacs' keymap Escape begins other keys, and zsh waits for the rest of them
 * without a limit. It must still do so: a letter may be typed long after Escape,
 * and the bytes of an arrow key may arrive apart. So Escape is bound to a widget
 * while a ghost is on show, if the user has not bound it. That makes zsh wait
 * only for $KEYTIMEOUT. The widget then hides the ghost, removes its binding, and
 * gives the Escape back: zsh reads it again, and waits as it always does. The
 * same happens to a key of several bytes without a binding, except that the
 * ghost stays. In vi's keymaps Escape is not changed. */
#include "zsh_glue.h"

static char escape[] = "\033";

/* The line whose ghost was cleared. */
static ZLE_STRING_T cleared;
static int cleared_length;

static int bound; /* Escape is ours now */

int line_is_cleared(void) {
  if (!cleared) return 0;
  if (*zle.zlell == cleared_length &&
      !wmemcmp(*zle.zleline, cleared, cleared_length))
    return 1;
  clear_forget();
  return 0;
}

void clear_forget(void) {
  free(cleared);
  cleared = NULL;
}

void clear_line(void) {
  clear_forget();
  cleared = malloc((size_t)(*zle.zlell + 1) * sizeof *cleared);
  cleared_length = *zle.zlell;
  if (cleared) wmemcpy(cleared, *zle.zleline, cleared_length);
}

static int run_escape(char **args);

/* zsh records the last widget's name as $LASTWIDGET, which must be that of the
 * widget before. So this widget is in no table, and takes the other's name. Its
 * reference count never reaches zero. */
static struct widget escape_widget = {
    WIDGET_INT | ZLE_TRANSPARENT, NULL, {run_escape}};
static struct thingy escape_thingy = {NULL,    NULL,           0,
                                      1 << 20, &escape_widget, NULL};
static char *last_name;
static int replayed;

static Thingy binding(Keymap map) {
  char *string = NULL;
  Thingy now = zle.keybind(map, escape, &string);
  return string ? NULL : now;
}

static int run_escape(char **args) {
  Thingy before = *zle.lbindk;
  char *name = strdup(before ? before->nam : "");
  int alone = !*zle.kungetct;
  if (name) {
    free(last_name);
    last_name = escape_thingy.nam = name;
  }
  clear_bind(0);
  if (alone && ghost_is_usable()) ghost_clear_line();
  replayed = 1;
  zle.ungetbytes_unmeta(escape, 1);
  return 0;
}

int escape_is_replayed(void) {
  if (!*zle.kungetct) replayed = 0;
  return replayed;
}

void clear_bind(int wanted) {
  if (wanted == bound || !in_own_shell()) return;
  Keymap map = zle.openkeymap("emacs");
  if (!map) return;
  Thingy now = binding(map);
  if (wanted) {
    if (!keys_are_bound() || !*zle.curkeymapname ||
        zle.openkeymap(*zle.curkeymapname) != map || !now ||
        strcmp(now->nam, "undefined-key"))
      return;
    if (!escape_thingy.nam) escape_thingy.nam = last_name = strdup("");
    zle.bindkey(map, escape, &escape_thingy, NULL);
  } else if (now == &escape_thingy) {
    zle.bindkey(map, escape, zle.rthingy("undefined-key"), NULL);
  }
  bound = wanted;
}

static char *note;
static int note_was_drawn;
static struct note_part *note_styles;
static int note_styled;

static void note_forget(void) {
  for (int i = 0; i < note_styled; i++) free(note_styles[i].style);
  free(note_styles);
  note_styles = NULL;
  note_styled = 0;
  free(note);
  note = NULL;
}

void note_set(synapse_text text) {
  note_forget();
  char *plain = metafied(text);
  note = bicat("\n", plain);
  free(plain);
  note_was_drawn = 0;
}

void note_set_styled(const synapse_styled *styled) {
  note_set(styled->rows);
  note_styles = calloc((size_t)styled->count + 1, sizeof *note_styles);
  for (int i = 0; note_styles && i < styled->count; i++) {
    const synapse_span *span = &styled->spans[i];
    char *style = strdup(span->zsh);
    if (!style) break;
    note_styles[note_styled++] =
        (struct note_part){span->first + 1, span->last + 1, style};
  }
}

int note_parts(const struct note_part **parts, size_t *characters) {
  *parts = note_styles;
  *characters = note_styled ? note_styles[note_styled - 1].last : 0;
  return note_styled;
}

/* The note came between two keys: the next key removes it. */
void note_came(synapse_text text) {
  note_set(text);
  note_was_drawn = 1;
}

/* The first redraw belongs to the key that set the note. */
void note_key(void) {
  if (note_was_drawn) note_forget();
  note_was_drawn = note != NULL;
}

const char *note_row(void) { return note ? note : ""; }
