/* Escape clears the ghost until the line changes, and a note below the line.
 *
 * In emacs' keymap Escape begins other keys, and zsh waits for the rest of them
 * without a limit. If Escape itself is bound, it becomes a key of its own after
 * $KEYTIMEOUT, which breaks slow typing of Escape and a letter. So it is bound
 * only while a ghost is on show, and only if the user has not bound it. In vi's
 * keymaps Escape is not changed. */
#include "zsh_glue.h"

static char escape[] = "\033", name[] = "synapse-clear";

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

static int is_named(Keymap map, const char *widget) {
  char *string = NULL;
  Thingy now = zle.keybind(map, escape, &string);
  return now && !string && !strcmp(now->nam, widget);
}

void clear_bind(int wanted) {
  if (wanted == bound || !in_own_shell()) return;
  Keymap map = zle.openkeymap("emacs");
  if (!map) return;
  if (wanted) {
    if (!keys_are_bound() || !*zle.curkeymapname ||
        zle.openkeymap(*zle.curkeymapname) != map ||
        !is_named(map, "undefined-key"))
      return;
    zle.bindkey(map, escape, zle.rthingy(name), NULL);
  } else if (is_named(map, name)) {
    zle.bindkey(map, escape, zle.rthingy("undefined-key"), NULL);
  }
  bound = wanted;
}

static char *note;
static int note_was_drawn;

void note_set(synapse_text text) {
  char *plain = metafied(text);
  free(note);
  note = bicat("\n", plain);
  free(plain);
  note_was_drawn = 0;
}

/* The note came between two keys: the next key removes it. */
void note_came(synapse_text text) {
  note_set(text);
  note_was_drawn = 1;
}

/* The first redraw belongs to the key that set the note. */
void note_key(void) {
  if (note_was_drawn) {
    free(note);
    note = NULL;
  }
  note_was_drawn = note != NULL;
}

const char *note_row(void) { return note ? note : ""; }
