/* The ghost in bash: grey text after the text that readline draws.
 *
 * readline does not know of the ghost, so the ghost must not be on the screen
 * while readline moves the cursor. It is written after a redisplay, the cursor
 * is moved back, and it is erased as soon as a key is read. So Enter, a
 * completion list, a search and `bind -x` find a screen without it. ^C is not
 * read as a key: the ghost is erased when the terminal is handed back. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "bash_glue.h"

/* The earlier values of the hooks; NULL: the hook is not ours. */
static void (*prior_redisplay)(void);
static int (*prior_getc)(FILE *);
static void (*prior_prep)(int);
static void (*prior_deprep)(void);

static int on_screen;   /* rows of the ghost, from the cursor on; 0: none */
static int offered;     /* the last redisplay had a ghost that a key may take */
static int drawn_width; /* screen width when it was drawn */
static int switched_off;  /* by synapse-toggle */
static char *message;     /* drawn below by the next redisplay */
static char *message_sgr; /* the same with escape sequences; may be NULL */
static char *cleared;     /* the line whose ghost Escape cleared */
static int in_macro;      /* nothing was shown, because a macro was running */
static int line_open;     /* from the first redisplay to the end */
static int reading;       /* readline's function waits for a key */
static int due;           /* the next wait for a key begins with the ghost */

int ghost_offered(void) { return offered && in_own_shell(); }

/* The key itself already erased the ghost on show. */
void ghost_toggle(void) { switched_off = !switched_off; }

void ghost_clear_line(void) {
  free(cleared);
  cleared = strdup(rl_line_buffer);
}

static int line_is_cleared(void) {
  if (cleared && !strcmp(cleared, rl_line_buffer)) return 1;
  free(cleared);
  cleared = NULL;
  return 0;
}

/* After a resize the terminal may have wrapped the ghost onto the next rows.
 * Rows below the edited line hold nothing else, so all of them are erased. */
static void erase(void) {
  if (!on_screen) return;
  int below = on_screen > 1 || drawn_width != _rl_screenwidth;
  on_screen = 0;
  fputs(below ? "\033[J" : "\033[K", rl_outstream);
}

int keys_wait(void) {
  int waiting = 0;
  if (rl_pending_input) return 1;
  return ioctl(fileno(rl_instream), FIONREAD, &waiting) == 0 && waiting > 0;
}

/* The terminal's own description says whether it has colours. Without them the
 * ghost is underlined. Synapse's sequences are those of ECMA-48, and so must be
 * the terminal's. */
extern int tgetnum(const char *);
extern char *tgetstr(const char *, char **);
#pragma weak tgetnum
#pragma weak tgetstr

static enum { COLOURS, UNDERLINE, NO_STYLE } terminal_style(void) {
  static char room[64];
  char *at = room;
  if (!tgetnum || !tgetstr || tgetnum("Co") >= 8) return COLOURS;
  const char *underline = tgetstr("us", &at);
  return underline && strstr(underline, "\033[4m") ? UNDERLINE : NO_STYLE;
}

static int style_is_there(void) { return terminal_style() != NO_STYLE; }

/* The output is for terminals that clear a row with ESC [ K and need no
 * padding; all but very old ones do. Where the terminal cannot move up,
 * readline scrolls the line sideways. */
static int clears_rows(void) {
  return _rl_term_clreol && !strncmp(_rl_term_clreol, "\033[K", 3);
}

int can_draw(void) { return clears_rows() && !_rl_horizontal_scroll_mode; }

/* A ghost that is not drawn is not taken. */
int ghost_may_be_taken(void) {
  return in_own_shell() && at_command_line() && has_command() && !rl_done &&
         _rl_echoing_p && can_draw() && style_is_there() && !switched_off &&
         !line_is_cleared() && !(rl_readline_state & STATE_SEARCHING);
}

void ghost_findings(synapse_emit_finding emit, void *arg) {
  const char *why =
      !clears_rows()      ? "the terminal cannot move up or clear a row"
      : !can_draw()       ? "the line is scrolled sideways: readline's "
                            "horizontal-scroll-mode is on"
      : !style_is_there() ? "the terminal has no style to set it off with"
      : switched_off      ? "switched off by synapse-toggle"
                          : NULL;
  if (!why || !has_keys()) return;
  emit(arg, "ghost", why,
       switched_off ? "synapse-toggle shows it again"
                    : "no ghost is drawn, and no key takes one");
}

static int may_show(void) {
  return ghost_may_be_taken() && !list_is_open() && rl_point == rl_end &&
         !(rl_readline_state &
           (STATE_SEARCHING | STATE_NUMERICARG | STATE_METANEXT |
            STATE_MACROINPUT | STATE_COMPLETING | STATE_INPUTPENDING |
            STATE_VIMOTION | STATE_MULTIKEY)) &&
         rl_get_keymap() != rl_get_keymap_by_name("vi-command") && !keys_wait();
}

void ghost_message(synapse_text text) {
  free(message);
  free(message_sgr);
  message_sgr = NULL;
  message = strndup(text.data, text.size);
}

/* Rows of the engine fit the screen: they need no wrapping. */
void ghost_message_styled(const synapse_styled *styled) {
  ghost_message(styled->rows);
  if (terminal_style() != COLOURS) return;
  size_t size = 0, at = 0;
  FILE *out = open_memstream(&message_sgr, &size);
  if (!out) return;
  for (int i = 0; i < styled->count; i++) {
    const synapse_span *span = &styled->spans[i];
    fwrite(styled->rows.data + at, 1, span->begin - at, out);
    fputs(span->sgr, out);
    fwrite(styled->rows.data + span->begin, 1, span->end - span->begin, out);
    if (*span->sgr) fputs("\033[0m", out);
    at = span->end;
  }
  fclose(out);
}

/* Writes the rows as the engine wrapped them, each from the first column. */
static void write_rows(synapse_text rows) {
  while (rows.size) {
    const char *end = memchr(rows.data, '\n', rows.size);
    size_t length = end ? (size_t)(end - rows.data) : rows.size;
    fwrite(rows.data, 1, length, rl_outstream);
    if (end) fputs("\r\033[B", rl_outstream);
    length += end != NULL;
    rows.data += length;
    rows.size -= length;
  }
}

/* Writes the suffix row by row, where readline would put that text after it is
 * typed. The rows are reserved first: IND moves down, scrolls at the end of the
 * screen and keeps the column, so that the same number of rows leads back up.
 * In a single-byte locale readline's column also counts the invisible bytes of
 * the prompt. The room then counts as smaller than it is. */
static void draw(synapse_text suffix) {
  synapse_room room = {.first = _rl_screenwidth - _rl_last_c_pos,
                       .columns = _rl_screenwidth,
                       .rows = _rl_screenheight - _rl_vis_botlin - 1};
  if (room.rows > _rl_screenheight / 2) room.rows = _rl_screenheight / 2;
  if (room.rows < 1) room.rows = 1;
  synapse_text sgr = {"", 0}, zsh, mark = {"", 0}, rows;
  synapse_ghost_look(engine, &sgr, &zsh, &mark);
  int count = synapse_wrap(engine, suffix, mark, room, &rows);
  if (room.first < 1 || count < 1) return;
  for (int i = 1; i < count; i++) fputs("\033D", rl_outstream);
  if (count > 1) fprintf(rl_outstream, "\033[%dA", count - 1);
  /* Behind output without a final newline the line begins further right than
   * readline knows. Without DECAWM the row then ends at the margin, and leaves
   * nothing on the next one. */
  fprintf(rl_outstream, "\0337\033[?7l%s",
          terminal_style() == COLOURS ? "" : "\033[4m");
  if (terminal_style() == COLOURS) fwrite(sgr.data, 1, sgr.size, rl_outstream);
  write_rows(rows);
  fputs("\033[0m\033[?7h\0338", rl_outstream);
  fflush(rl_outstream);
  on_screen = count;
  drawn_width = _rl_screenwidth;
}

/* Writes rows below the ghost's last one; they are erased with it. */
static void draw_message(void) {
  char *text = message, *coloured = message_sgr;
  message = message_sgr = NULL;
  synapse_text rows, none = {"", 0};
  int below = on_screen > 1 ? on_screen : 1;
  int most = _rl_screenheight - _rl_vis_botlin - below;
  if (!text || !can_draw() || most < 1) {
    free(text);
    free(coloured);
    return;
  }
  synapse_text line = {text, strlen(text)};
  synapse_room room = {.first = _rl_screenwidth - 1,
                       .columns = _rl_screenwidth - 1,
                       .rows = most};
  int count = synapse_wrap(engine, line, none, room, &rows);
  if (count > 0) {
    int down = below + count - 1;
    for (int i = 0; i < down; i++) fputs("\033D", rl_outstream);
    fprintf(rl_outstream, "\033[%dA\0337\033[%dB\r", down, below);
    const int whole = rows.size == line.size;
    write_rows(coloured && whole ? (synapse_text){coloured, strlen(coloured)}
                                 : rows);
    fputs("\0338", rl_outstream);
    fflush(rl_outstream);
    on_screen = down + 1;
    drawn_width = _rl_screenwidth;
  }
  free(text);
  free(coloured);
}

/* When the terminal does not echo, readline prints the prompt by itself, but
 * only without a redisplay function of somebody else. */
static void prompt_without_echo(void) {
  if (!rl_prompt || rl_already_prompted) return;
  for (const char *at = rl_prompt; *at; at++)
    if (*at != '\001' && *at != '\002') putc(*at, rl_outstream);
  fflush(rl_outstream);
}

/* The cursor after the last redisplay, and the size of the screen then. */
static struct { int column, row, bottom, width, height; } drawn_at;

static void note_position(void) {
  drawn_at.column = _rl_last_c_pos;
  drawn_at.row = _rl_last_v_pos;
  drawn_at.bottom = _rl_vis_botlin;
  drawn_at.width = _rl_screenwidth;
  drawn_at.height = _rl_screenheight;
}

/* After a resize readline redraws the line from its first column, but only with
 * its own redisplay function. With another one it just forgets the old cursor.
 */
static int redraw_resized(void) {
  static int resizing;
  if (!line_open || resizing || prior_redisplay != rl_redisplay ||
      (drawn_at.width == _rl_screenwidth &&
       drawn_at.height == _rl_screenheight))
    return 0;
  _rl_last_c_pos = drawn_at.column;
  _rl_last_v_pos = drawn_at.row;
  _rl_vis_botlin = drawn_at.bottom;
  if (on_screen || list_is_open()) fputs("\033[J", rl_outstream);
  on_screen = 0;
  resizing = 1;
  _rl_redisplay_after_sigwinch();
  resizing = 0;
  list_redraw();
  return 1;
}

static void offer(void);
static void offer_held(void);

static void redisplay(void) {
  if (!in_own_shell()) {
    prior_redisplay();
    return;
  }
  if (redraw_resized()) return;
  int first = !line_open && !rl_done && at_command_line();
  if (first && give_way()) {
    void (*before)(void) = prior_redisplay;
    ghost_stop();
    before();
    return;
  }
  if (first) {
    line_open = 1;
    free(cleared);
    cleared = NULL;
    line_begins();
  }
  erase();
  if (first && !_rl_echoing_p) prompt_without_echo();
  prior_redisplay();
  note_position();
  /* The wait for a key holds signals anyway, which costs two system calls.
   * Within a wait, or in that of an event hook, none is to come. */
  due = !reading && !rl_event_hook;
  offered = 0;
  if (!due) offer();
}

/* Shows the line that is about to run; readline does not draw it any more. */
void ghost_show_line(void) {
  if (!in_own_shell() || !prior_redisplay) return;
  erase();
  prior_redisplay();
  note_position();
}

/* Shows the ghost, if there is one. The last key of a macro is still part of
 * the macro; the ghost comes when the next key is awaited. */
static void offer(void) {
  sigset_t saved;
  block_signals(&saved);
  offer_held();
  unblock_signals(&saved);
}

/* REQUIRES: signals are blocked. */
static void offer_held(void) {
  due = offered = 0;
  in_macro = (rl_readline_state & STATE_MACROINPUT) != 0;
  if (!may_show()) return;
  synapse_text line, suffix;
  size_t before;
  char *text = command_text(&line, &before);
  if (synapse_ghost(engine, line, line.size, &suffix) && suffix.size) {
    offered = 1;
    draw(suffix);
  }
  if (message) draw_message();
  free(text);
}

static void take_note(void) {
  synapse_text note;
  sigset_t saved;
  block_signals(&saved);
  if (synapse_note(engine, _rl_screenwidth - 1, _rl_screenheight / 2 - 1,
                   &note))
    ghost_message(note);
  unblock_signals(&saved);
}

static void take_answers(void) {
  sigset_t saved;
  block_signals(&saved);
  int changed = synapse_answers(engine);
  unblock_signals(&saved);
  if (!changed) return;
  if (list_is_open()) {
    list_draw();
    list_work(); /* the list begins anew with the answer */
  } else {
    take_note();
    erase();
    offer();
    fflush(rl_outstream);
  }
}

/* Does what readline does when a signal interrupts its wait. Both calls may not
 * return. bash leaves its hook in place after a SIGTERM that it ignores. */
static int signal_came(void) {
  return rl_pending_signal() || rl_signal_event_hook;
}

static void heed_signals(void) {
  if (rl_check_signals)
    rl_check_signals();
  else if (_rl_signal_handler && rl_pending_signal())
    _rl_signal_handler(rl_pending_signal());
  if (rl_signal_event_hook) rl_signal_event_hook();
}

static int ends_line(int signal) {
  return signal == SIGHUP || signal == SIGTERM;
}

/* A trap that prints writes at the cursor. The ghost is removed from the screen
 * while the trap runs, and drawn again after it. */
static void make_way_for_signals(void) {
  int shown = on_screen;
  erase();
  fflush(rl_outstream);
  heed_signals();
  if (!shown || rl_done || !line_open || rl_pending_input || !in_own_shell())
    return;
  offer();
  fflush(rl_outstream);
}

/* With `set -b` bash's handler of SIGCHLD prints what became of a job, at the
 * cursor. While a ghost is on the screen this handler is in its place. */
extern int asynchronous_notification;
#pragma weak asynchronous_notification

static volatile sig_atomic_t child_ended;
static void on_child(int signal) { child_ended = 1; }

/* ppoll(), which removes the ghost before a job is reported.
 * REQUIRES: signals are blocked. */
static int wait_with_jobs(struct pollfd *both, const sigset_t *mask) {
  struct sigaction ours = {.sa_handler = on_child}, prior;
  if (!on_screen || !&asynchronous_notification || !asynchronous_notification ||
      sigaction(SIGCHLD, &ours, &prior))
    return ppoll(both, 2, NULL, mask);
  child_ended = 0;
  int ready = ppoll(both, 2, NULL, mask), error = errno;
  sigaction(SIGCHLD, &prior, NULL);
  if (child_ended) {
    erase();
    fflush(rl_outstream);
    due = 1;        /* it is drawn again after the report */
    raise(SIGCHLD); /* bash's handler runs when signals are unblocked */
  }
  errno = error;
  return ready;
}

/* Shows the ghost that is due, and waits for a key and for answers of slow
 * sources; while a ghost is on the screen also for signals. ppoll() skips a
 * descriptor of -1. Returns 0 if a signal came for which rl_getc() ends the
 * line. */
static int wait_for_key(FILE *stream) {
  sigset_t saved;
  for (int heeded = 0;;) {
    block_signals(&saved);
    if (due && rl_readline_state & STATE_READCMD) offer_held();
    int fd = synapse_watch(engine), waits = fd >= 0 || on_screen;
    int came = !heeded && signal_came(), ready = 0;
    struct pollfd both[2] = {{fileno(stream), POLLIN, 0}, {fd, POLLIN, 0}};
    if (waits && !came) ready = wait_with_jobs(both, &saved);
    int interrupted = ready < 0 && errno == EINTR;
    unblock_signals(&saved);
    if (!waits) return 1;
    if (interrupted && ends_line(rl_pending_signal())) return 0;
    heeded |= came || interrupted;
    if (came || interrupted)
      make_way_for_signals();
    else if (ready <= 0 || both[0].revents)
      return 1;
    else
      take_answers();
    /* A handler may have ended the line, or have read the key. */
    if (rl_done || !line_open || rl_pending_input) return 1;
  }
}

/* readline waits without a limit for the bytes after Escape. If none comes for
 * as long as it waits for the rest of any key (keyseq-timeout), the user has
 * pressed Escape alone: the ghost is hidden. readline waits on, so that Escape
 * and a letter are one key however slowly they are typed. */
static void hide_after_escape(FILE *stream) {
  if (!offered || !in_own_shell() || !line_open ||
      *rl_executing_keyseq != '\033' || /* the rest may be of another key */
      !(rl_readline_state & STATE_METANEXT) || !has_keys() ||
      rl_get_keymap() != rl_get_keymap_by_name("emacs"))
    return;
  struct pollfd terminal = {fileno(stream), POLLIN, 0};
  int limit = _rl_keyseq_timeout > 0 ? _rl_keyseq_timeout : 500, ready;
  do {
    ready = poll(&terminal, 1, limit);
  } while (ready < 0 && errno == EINTR && !signal_came());
  if (ready == 0) {
    ghost_clear_line();
    offered = 0;
  }
  fflush(rl_outstream); /* the line without the ghost */
}

/* bash does not run the handlers of exit when it ends by a signal. A trap of the
 * user may keep it alive. */
static void leave_at_signal(void) {
  if (!ends_line(rl_pending_signal()) || !in_own_shell()) return;
  sigset_t saved;
  block_signals(&saved);
  synapse_leave(engine);
  unblock_signals(&saved);
}

static int read_key(FILE *stream) {
  reading = 0; /* a signal may have ended the wait before */
  settle_last_command();
  hide_after_escape(stream);
  if (in_macro && in_own_shell() && line_open) offer();
  int (*before)(FILE *) = prior_getc; /* a trap may unload the module */
  if (in_own_shell() && line_open && !wait_for_key(stream)) {
    leave_at_signal();
    return rl_readline_state & STATE_READCMD ? READ_ERROR : EOF;
  }
  reading = 1;
  int key = before(stream);
  reading = 0;
  if (key < 0) leave_at_signal();
  if (on_screen && in_own_shell()) erase();
  return key;
}

/* The redisplay function is ours only while a line is read. If it is not
 * readline's own, readline does not read the terminal's description. It reads
 * it when it starts, long after the start-up files, and when TERM is set. */
static void take_redisplay(void) {
  if (prior_redisplay) return;
  prior_redisplay = rl_redisplay_function;
  rl_redisplay_function = redisplay;
}

static void give_redisplay_back(void) {
  if (rl_redisplay_function != redisplay) return;
  rl_redisplay_function = prior_redisplay;
  prior_redisplay = NULL;
}

/* readline takes the terminal: a line begins, or continues after a signal. */
static void prep(int meta) {
  prior_prep(meta);
  if (in_own_shell()) take_redisplay();
}

/* readline hands the terminal back: the line has ended, or a signal came. */
static void deprep(void) {
  if (line_open && in_own_shell()) {
    int interrupted = (rl_readline_state & STATE_SIGHANDLER) != 0;
    list_forget();
    if (on_screen) {
      erase();
      fflush(rl_outstream);
    }
    if (interrupted || rl_done) {
      line_open = 0;
      offered = 0;
      if (interrupted)
        line_cancelled();
      else
        line_submitted();
    }
  }
  give_redisplay_back();
  prior_deprep();
}

/* A hook that another module has replaced cannot be removed. It stays, as this
 * code stays mapped; it calls the earlier hook, and the next load finds it. */
void ghost_start(void) {
  if (!prior_prep) {
    prior_prep = rl_prep_term_function;
    rl_prep_term_function = prep;
  }
  if (!prior_getc) {
    prior_getc = rl_getc_function;
    rl_getc_function = read_key;
  }
  if (!prior_deprep) {
    prior_deprep = rl_deprep_term_function;
    rl_deprep_term_function = deprep;
  }
}

void ghost_stop(void) {
  list_forget();
  on_screen = offered = due = line_open = switched_off = 0;
  give_redisplay_back();
  if (rl_prep_term_function == prep) {
    rl_prep_term_function = prior_prep;
    prior_prep = NULL;
  }
  if (rl_getc_function == read_key) {
    rl_getc_function = prior_getc;
    prior_getc = NULL;
  }
  if (rl_deprep_term_function == deprep) {
    rl_deprep_term_function = prior_deprep;
    prior_deprep = NULL;
  }
}
