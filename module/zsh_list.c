/* The list below the line in zsh: suggestions, or the history.
 *
 * Its rows are POSTDISPLAY, with region_highlight over them: the editor draws
 * them, scrolls for them, and removes them. Keys are read here until one of
 * them closes the list. While none comes, answers of slow sources and changes
 * of the screen size are handled. The line is not changed meanwhile; ^C closes
 * the list and keeps the line. */
#include <poll.h>

#include "shared.h"
#include "zsh_glue.h"

static int is_open;

int list_is_open(void) { return is_open; }

static struct {
  ZLE_STRING_T display; /* the earlier POSTDISPLAY */
  int display_length;
  char **highlights; /* the earlier region_highlight */
  int line_rows;     /* screen rows of the prompt and the line */
} before;

static void set_display(ZLE_STRING_T text, int length) {
  free(*zle.postdisplay);
  *zle.postdisplay = text;
  *zle.postdisplaylen = length;
}

void list_hide(void) { set_display(NULL, 0); }

static void put_back(void);

/* The screen is as before, and run_list() returns without another call of the
 * engine. */
void list_stop(void) {
  if (!is_open) return;
  is_open = 0;
  put_back();
}

static void put_away(void) {
  before.display = *zle.postdisplay;
  before.display_length = *zle.postdisplaylen;
  *zle.postdisplay = NULL;
  *zle.postdisplaylen = 0;
  before.highlights = zarrdup(zle.get_region_highlight(NULL));
  zle.zrefresh();
  before.line_rows = *zle.nlnct;
  message_forget();
}

static void put_back(void) {
  set_display(before.display, before.display_length);
  zle.set_region_highlight(NULL, before.highlights);
  before.display = NULL;
  before.display_length = 0;
  before.highlights = NULL;
}

/* Grows as rows are added. */
struct drawing {
  char *text;
  size_t size, room;
  char **highlights;
  int count, most;
  size_t characters;
};

/* 0: no memory, and nothing is added. */
static int add_text(struct drawing *d, const char *text, size_t size) {
  if (d->size + size > d->room) {
    size_t room = 2 * (d->size + size) + 4096;
    char *grown = realloc(d->text, room);
    if (!grown) return 0;
    d->text = grown;
    d->room = room;
  }
  memcpy(d->text + d->size, text, size);
  d->size += size;
  return 1;
}

static void add_highlight(struct drawing *d, const char *entry) {
  if (d->count + 2 > d->most) {
    int most = 2 * d->most + 64;
    char **grown = realloc(d->highlights, most * sizeof *grown);
    if (!grown) return;
    d->highlights = grown;
    d->most = most;
  }
  d->highlights[d->count++] = ztrdup(entry);
  d->highlights[d->count] = NULL;
}

static void add_row(struct drawing *d, int row) {
  synapse_text text;
  const synapse_span *spans;
  int parts = synapse_list_row(engine, row, &text, &spans);
  if (!add_text(d, "\n", 1)) return;
  d->characters++;
  if (!add_text(d, text.data, text.size)) return;
  size_t base = (size_t)*zle.zlell + d->characters;
  for (int i = 0; i < parts; i++) {
    if (!strcmp(spans[i].zsh, "none")) continue;
    char entry[192];
    snprintf(entry, sizeof entry, "%zu %zu %s%s", base + spans[i].first,
             base + spans[i].last, spans[i].zsh, highlight_memo());
    fit_colours(entry);
    add_highlight(d, entry);
  }
  if (parts) d->characters += spans[parts - 1].last;
}

/* One column stays free, in case the terminal counts widths differently.
 * Without COMBINING_CHARS the editor writes an accent as <0301>. */
void list_draw(void) {
  if (!is_open) return;
  struct drawing d = {0};
  int rows = (int)zterm_lines - before.line_rows;
  for (char **one = before.highlights; *one; one++) add_highlight(&d, *one);
  queue_signals();
  enum synapse_combining combining = option("combiningchars")
                                         ? SYNAPSE_COMBINING_DRAWN
                                         : SYNAPSE_COMBINING_DROPPED;
  int count =
      rows > 1 && !screen_is_too_narrow()
          ? synapse_list_draw(engine, (int)zterm_columns - 1, rows, combining)
          : 0;
  for (int row = 0; row < count; row++) add_row(&d, row);
  char *plain = metafied((synapse_text){d.text, d.size});
  free(d.text);
  int length;
  ZLE_STRING_T shown = zle.stringaszleline(plain, 0, &length, NULL, NULL);
  free(plain);
  set_display(shown, length);
  if (!d.highlights) d.highlights = calloc(1, sizeof *d.highlights);
  zle.set_region_highlight(NULL, d.highlights);
  zle.zrefresh();
  unqueue_signals();
}

static int input_waits(void) {
  struct pollfd terminal = {SHTTY, POLLIN, 0};
  return *zle.kungetct || poll(&terminal, 1, 0) > 0;
}

/* Continues to read and search while no key comes; draws now and then. */
void list_work(void) {
  for (int slice = 1; !input_waits(); slice++) {
    queue_signals();
    int more = synapse_list_work(engine);
    unqueue_signals();
    if (!more || slice % 6 == 0) list_draw();
    if (!more) return;
  }
}

/* After a resize the editor draws the rows with their old layout. */
static void draw_resized(void) {
  set_display(NULL, 0);
  zle.set_region_highlight(NULL, zarrdup(before.highlights));
  zle.zrefresh();
  before.line_rows = *zle.nlnct;
  list_draw();
}

/* Waits while traps may run. They may unload the module: no wait begins then. */
static int poll_with_traps(struct pollfd *both, const struct timespec *limit) {
  sigset_t all, before, mask;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  mask = before;
  sigdelset(&mask, SIGWINCH);
  int level = queue_signal_level();
  dont_queue_signals();
  int ready = is_open ? ppoll(both, 2, limit, &mask) : -1;
  sigprocmask(SIG_SETMASK, &before, NULL);
  restore_queue_signals(level);
  return ready;
}

/* 1: a key is there; 0: none within the time; -1: ^C. zsh queues signals, and
 * accepts SIGWINCH only in its own wait; so does this function. */
static int wait_for_key(int milliseconds) {
  struct timespec limit = {milliseconds / 1000,
                           (milliseconds % 1000) * 1000000L};
  while (!*zle.kungetct) {
    zlong width = zterm_columns, height = zterm_lines;
    queue_signals();
    struct pollfd both[2] = {{SHTTY, POLLIN, 0},
                             {synapse_watch(engine), POLLIN, 0}};
    unqueue_signals();
    int ready = poll_with_traps(both, milliseconds < 0 ? NULL : &limit);
    if (!is_open) return -1;
    if (width != zterm_columns || height != zterm_lines) draw_resized();
    if (errflag || exit_pending) return -1;
    if (ready == 0) return 0;
    if (ready > 0 && both[1].revents) {
      queue_signals();
      int changed = synapse_answers(engine);
      unqueue_signals();
      if (changed) list_draw();
    }
    if (ready > 0 && both[0].revents) return 1;
  }
  return 1;
}

/* A byte, -1 for a pause, -2 for ^C. */
static int next_byte(void) {
  queue_signals();
  int pending = synapse_list_pending(engine);
  unqueue_signals();
  int waited = wait_for_key(pending ? 50 : -1);
  if (waited == 0) return -1;
  int timed_out = 0;
  int byte = waited < 0 ? -1 : zle.getbyte(0L, &timed_out, 0);
  return byte < 0 ? -2 : byte & 0xFF;
}

static enum synapse_list_outcome read_key(void) {
  int byte = next_byte();
  if (!is_open) return SYNAPSE_LIST_LEAVE;
  if (byte == -2) {
    errflag &= ~(ERRFLAG_INT | ERRFLAG_ERROR);
    return SYNAPSE_LIST_LEAVE;
  }
  queue_signals();
  enum synapse_list_outcome outcome = synapse_list_key(engine, byte);
  unqueue_signals();
  return outcome;
}

int run_list(enum synapse_list_kind kind, char **args) {
  if (!in_own_shell() || *zle.zlecontext != ZLCON_LINE_START ||
      *zle.isearch_active || !can_draw_rows())
    return run_prior(args);
  runhookdef(gethookdef("invalidate_list"), NULL);
  ghost_clear();
  synapse_text line, taken;
  char *text = line_text(&line);
  queue_signals();
  int opened = synapse_list_open(engine, kind, line, cursor_offset());
  if (opened) put_away();
  is_open = opened;
  unqueue_signals();
  free(text);
  if (!opened) return run_prior(args);
  enum synapse_list_outcome outcome =
      run_list_keys(list_draw, list_work, read_key, input_waits);
  if (!is_open) return 1; /* unloaded */
  is_open = 0;
  put_back();
  int status = 0;
  queue_signals();
  if (outcome == SYNAPSE_LIST_LEAVE || !synapse_list_take(engine, &taken)) {
    status = 1;
  } else {
    replace_line(taken);
  }
  synapse_list_close(engine);
  unqueue_signals();
  if (!status && outcome == SYNAPSE_LIST_RUN) accept_line(args);
  return status;
}
