/* The room for the ghost on the screen, and how it is removed for other output.
 *
 * A job that ends, a trap or a handler that runs `zle -I` prints below the
 * line: the editor draws the line there for the last time, and continues below
 * the output. That last drawing must not contain the ghost, which would stay on
 * the screen. The editor has no hook for that, so its entry point for the shell
 * and the handler of its builtin are wrapped.
 *
 * A trap that prints without `zle -I` writes at the cursor. The ghost is
 * removed from the screen while the trap runs, and drawn again after it.
 * Rejected: to hide the ghost until the next key. A clock in TRAPALRM or a trap
 * that sets the window's title would hide each ghost within a second. */
#include <wchar.h>

#include "zsh_glue.h"

static ZleEntryPoint prior_entry;
static HandlerFunc prior_zle;

/* The editor ends a text that is longer than the screen with a mark of up to 8
 * columns, and writes it in front of a row that has fewer. Without Synapse a
 * line that fits is safe there, so nothing of ours may make it longer. */
int screen_is_too_narrow(void) { return zterm_columns < 8; }

/* The size of the screen may have changed just now. */
static void leave_narrow_screen(int cmd) {
  if (cmd != ZLE_CMD_RESET_PROMPT && cmd != ZLE_CMD_REFRESH) return;
  if (!screen_is_too_narrow() || !in_own_shell()) return;
  if (list_is_open())
    list_hide();
  else
    ghost_clear();
}

static char *entry(int cmd, va_list ap) {
  leave_narrow_screen(cmd);
  int aside = cmd == ZLE_CMD_TRASH && ghost_put_aside();
  char *result = prior_entry(cmd, ap);
  if (aside) ghost_put_back();
  if (cmd == ZLE_CMD_READ && !zleactive) widgets_end();
  if (cmd == ZLE_CMD_READ && result && !errflag && in_own_shell() &&
      *zle.zlecontext == ZLCON_LINE_START)
    report_accepted(result);
  return result;
}

static int is_set(Options ops, const char *letters) {
  for (; *letters; letters++)
    if (OPT_ISSET(ops, *letters)) return 1;
  return 0;
}

/* A message of `zle -M` stands below the line until something is drawn over it.
 * The ghost does not: it has no more rows than the line had then. */
static int rows_above_message; /* 0: there is no message */

void message_forget(void) { rows_above_message = 0; }

/* The rows behind `row` of a line whose prompt ends in `first`, at most `most`. */
static int rows_before_message(int first, int row, int most) {
  int left = rows_above_message - 1 - (row - first);
  if (left < 0 || *zle.listshown || *note_row()) message_forget();
  return rows_above_message && left < most ? left : most;
}

/* Commands that define or list widgets draw nothing, and refer to the user's
 * widgets. Any other one may draw the current line. */
static int run_zle(char *name, char **args, Options ops, int func) {
  if (!in_own_shell()) return prior_zle(name, args, ops, func);
  int defines = is_set(ops, "lDANC");
  int calls = !defines && !is_set(ops, "RMUKIfFT");
  int before = SHOWN, aside = 0;
  if (defines)
    before = hooks_hide(HIDDEN);
  else if (calls && args[0] && is_hook_widget(args[0]) && zleactive)
    hooks_hide(HIDDEN_ONCE);
  if (!defines && !is_set(ops, "UfFT")) ghost_fit();
  if (OPT_ISSET(ops, 'I')) aside = ghost_put_aside();
  int status = prior_zle(name, args, ops, func);
  if (OPT_ISSET(ops, 'M') && zleactive) rows_above_message = *zle.nlnct;
  if (defines) hooks_hide(before);
  if (aside) ghost_put_back();
  return status;
}

static int traps;    /* nesting depth of running traps */
static int made_way; /* the ghost was removed for the outermost one */

/* The editor waits for a key: DEBUG and ERR traps of widgets draw nothing. */
static int before_trap(Hookdef hook, void *data) {
  if (!in_own_shell() || traps++ || !zleactive || funcstack ||
      !ghost_put_aside())
    return 0;
  made_way = 1;
  zle.zrefresh();
  return 0;
}

static int after_trap(Hookdef hook, void *data) {
  if (traps && --traps) return 0;
  if (!made_way) return 0;
  made_way = 0;
  ghost_put_back();
  ghost_fit();
  if (zleactive && !*zle.done && !errflag) zle.zrefresh();
  return 0;
}

static Builtin zle_builtin(void) {
  return (Builtin)builtintab->getnode2(builtintab, "zle");
}

void screen_start(void) {
  Builtin zle_itself = zle_builtin();
  if (!prior_entry && zle_entry_ptr) {
    prior_entry = zle_entry_ptr;
    zle_entry_ptr = entry;
  }
  if (!prior_zle && zle_itself && zle_itself->handlerfunc) {
    prior_zle = zle_itself->handlerfunc;
    zle_itself->handlerfunc = run_zle;
  }
  hook_add("before_trap", before_trap);
  hook_add("after_trap", after_trap);
}

/* A function that another module has wrapped cannot be removed. It stays
 * mapped, and calls the earlier one. */
void screen_stop(void) {
  Builtin zle_itself = zle_builtin();
  if (made_way) ghost_put_back();
  traps = made_way = 0;
  if (zle_entry_ptr == entry) {
    zle_entry_ptr = prior_entry;
    prior_entry = NULL;
  }
  if (zle_itself && zle_itself->handlerfunc == run_zle) {
    zle_itself->handlerfunc = prior_zle;
    prior_zle = NULL;
  }
}

/* Calls the builtin itself without its error messages. */
static void run_zle_itself(const char *letters, char **args) {
  Builtin zle_itself = zle_builtin();
  HandlerFunc handler = prior_zle;
  if (!handler && zle_itself) handler = zle_itself->handlerfunc;
  if (!handler) return;
  struct options ops;
  memset(&ops, 0, sizeof ops);
  for (; *letters; letters++) ops.ind[(unsigned char)*letters] = 1;
  char name[] = "zle";
  int saved = noerrs;
  noerrs = 1;
  handler(name, args, &ops, 0);
  noerrs = saved;
}

void screen_watch(int fd, const char *widget) {
  char number[16];
  char *args[] = {number, (char *)widget, NULL};
  snprintf(number, sizeof number, "%d", fd);
  run_zle_itself(widget ? "Fw" : "F", args);
}

void widget_delete(const char *name) {
  char *args[] = {(char *)name, NULL};
  run_zle_itself("D", args);
}

void widget_alias(const char *widget, const char *name) {
  char *args[] = {(char *)widget, (char *)name, NULL};
  run_zle_itself("A", args);
}

struct position {
  int row, column;
};

/* The position of the editor after one more character. */
static void advance(struct position *at, wchar_t c) {
  int most = (int)zterm_columns, width = wcwidth(c);
  if (c == L'\n') {
    at->row++;
    at->column = 0;
    return;
  }
  if (c == L'\t') width = 8 - at->column % 8;
  if (width < 0) width = 2; /* ^X */
  if (at->column + width > most) {
    at->row++;
    at->column = 0;
  }
  at->column += width;
  if (at->column >= most) {
    at->row++;
    at->column = 0;
  }
}

/* In the prompt's last row. */
static int has_unmarked_escape(const char *prompt) {
  int invisible = 0, found = 0;
  for (; *prompt; prompt++) {
    if (*prompt == Meta && prompt[1])
      prompt++;
    else if (*prompt == InvisibleBegin || *prompt == InvisibleEnd)
      invisible = *prompt == InvisibleBegin;
    else if (*prompt == '\n')
      found = 0;
    else if (*prompt == '\033' && !invisible)
      found = 1;
  }
  return found;
}

/* The editor counts the bytes of a colour that is not between %{ and %}, and
 * takes the line to be further right than it is. That does no harm while it
 * moves the cursor only by some columns. It goes to the first column and counts
 * from there if it has to go back by half of the row, and it goes to the next
 * row at what it takes for the margin. A ghost must make it do neither. */
static int last_column(struct position line_end) {
  int margin = (int)zterm_columns - 1, half = 2 * line_end.column - 1;
  if (!has_unmarked_escape(*zle.lpromptbuf)) return 0;
  return margin < half ? margin : half;
}

static int room_in_row(ZLE_STRING_T text, int length, struct position at,
                       int last) {
  int row = at.row, fits = 0;
  for (; fits < length && text[fits] != L'\n'; fits++) {
    advance(&at, text[fits]);
    if (at.row != row || at.column > last) break;
  }
  if (fits && fits < length) text[fits - 1] = MB_CUR_MAX > 1 ? L'\x2026' : L'?';
  return fits;
}

/* The prompt's first row stays on the screen, and the ghost takes at most half
 * of the screen, but always the rest of the cursor's row. A note takes what is
 * left: a key asked for it. A cut ghost ends in
 * an ellipsis, because a key would insert more than is visible. */
int ghost_room(ZLE_STRING_T text, int length) {
  struct position at;
  countprompt(*zle.lpromptbuf, &at.column, &at.row, 1); /* rows from 1 */
  const int first_row = at.row;
  for (int i = 0; i < *zle.zlell; i++) advance(&at, (*zle.zleline)[i]);
  const int last_in_row = last_column(at);
  if (last_in_row) return room_in_row(text, length, at, last_in_row);
  int below = (int)zterm_lines - at.row, most = (int)zterm_lines / 2 - 1;
  if (most > below || *note_row()) most = below;
  most = rows_before_message(first_row, at.row, most);
  int last = at.row + (most > 0 ? most : 0);
  for (int i = 0; i < length; i++) {
    struct position before = at;
    advance(&at, text[i]);
    if (at.row <= last) continue;
    int room = text[i] == L'\n' && before.column + 1 < (int)zterm_columns;
    if (!room && !i) return 0;
    text[room ? i : i - 1] = MB_CUR_MAX > 1 ? L'\x2026' : L'?';
    return room ? i + 1 : i;
  }
  return length;
}

/* The nearest of the colours 16 to 255: a cube of six levels, and greys. */
static int nearest_colour(int red, int green, int blue) {
  int wanted[3] = {red, green, blue}, best = 16;
  long least = -1;
  for (int colour = 16; colour < 256; colour++) {
    long distance = 0;
    for (int i = 0, part = 36; i < 3; i++, part /= 6) {
      int level = (colour - 16) / part % 6;
      int value = colour < 232 ? (level ? 55 + 40 * level : 0)
                               : 8 + 10 * (colour - 232);
      distance += (long)(value - wanted[i]) * (value - wanted[i]);
    }
    if (least >= 0 && distance >= least) continue;
    least = distance;
    best = colour;
  }
  return best;
}

void fit_colours(char *style) {
  if (zsh_version >= 507) return;
  for (char *at; (at = strchr(style, '#'));) {
    unsigned red, green, blue;
    char number[8];
    int used = 0;
    if (sscanf(at, "#%2x%2x%2x%n", &red, &green, &blue, &used) < 3 || used < 7)
      return;
    int length = snprintf(number, sizeof number, "%d",
                          nearest_colour((int)red, (int)green, (int)blue));
    memcpy(at, number, (size_t)length);
    memmove(at + length, at + used, strlen(at + used) + 1);
  }
}
