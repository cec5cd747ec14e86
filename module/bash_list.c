/* The list below the line in bash: suggestions, or the history.
 *
 * readline does not know of its rows. They are reserved below the line by
 * moving down (IND scrolls at the end of the screen and keeps the column),
 * drawn with the cursor saved, and erased before readline moves again. Keys are
 * read here until one of them closes the list. ^C is one of them: the terminal
 * sends it as a byte while the list is open. */
#include <poll.h>
#include <termios.h>

#include "bash_glue.h"
#include "shared.h"

extern int rl_read_key(void);
extern int rl_delete_text(int, int);

static int is_open;
static int rows_below; /* rows drawn below the line's last row */

int list_is_open(void) { return is_open && in_own_shell(); }

/* The number of rows from the cursor to the line's last row. */
static int rows_down(void) { return _rl_vis_botlin - _rl_last_v_pos; }

static void erase_rows(void) {
  if (rows_below <= 0) return;
  rows_below = 0;
  fprintf(rl_outstream, "\0337\033[%dB\r\033[J\0338", rows_down() + 1);
}

static void reserve(int rows) {
  for (int i = 0; i < rows; i++) fputs("\033D", rl_outstream);
  if (rows) fprintf(rl_outstream, "\033[%dA", rows);
}

static void write_row(int row) {
  synapse_text text;
  const synapse_span *spans;
  int parts = synapse_list_row(engine, row, &text, &spans);
  for (int i = 0; i < parts; i++) {
    size_t size = spans[i].end - spans[i].begin;
    fprintf(rl_outstream, *spans[i].sgr ? "%s%.*s\033[0m" : "%s%.*s",
            spans[i].sgr, (int)size, text.data + spans[i].begin);
  }
}

void list_draw(void) {
  if (!is_open) return;
  sigset_t saved;
  int most = _rl_screenheight - _rl_vis_botlin - 1;
  block_signals(&saved);
  int count = most > 1 ? synapse_list_draw(engine, _rl_screenwidth - 1, most,
                                           SYNAPSE_COMBINING_DRAWN)
                       : 0;
  if (count > rows_below) reserve(rows_down() + count);
  fputs("\0337", rl_outstream);
  if (rows_down() > 0) fprintf(rl_outstream, "\033[%dB", rows_down());
  for (int row = 0; row < count; row++) {
    fputs("\r\033[B", rl_outstream);
    write_row(row);
    fputs("\033[K", rl_outstream);
  }
  if (count < rows_below) fputs("\r\033[B\033[J", rl_outstream);
  fputs("\0338", rl_outstream);
  rows_below = count;
  unblock_signals(&saved);
  fflush(rl_outstream);
}

/* Called after a resize, when readline has redrawn the line. */
void list_redraw(void) {
  if (list_is_open()) list_draw();
}

static int wait_for_input(int milliseconds) {
  struct pollfd terminal = {fileno(rl_instream), POLLIN, 0};
  return rl_pending_input || poll(&terminal, 1, milliseconds) > 0;
}

/* Continues to read and search while no key comes; draws now and then. */
void list_work(void) {
  for (int slice = 1; !wait_for_input(0); slice++) {
    sigset_t saved;
    block_signals(&saved);
    int more = synapse_list_work(engine);
    unblock_signals(&saved);
    if (!more || slice % 6 == 0) list_draw();
    if (!more) return;
  }
}

static int input_waits(void) { return wait_for_input(0); }

static enum synapse_list_outcome read_key(void) {
  int byte = -1;
  sigset_t saved;
  block_signals(&saved);
  int pending = synapse_list_pending(engine);
  unblock_signals(&saved);
  if (!pending || wait_for_input(50)) {
    byte = rl_read_key();
    if (byte < 0) return SYNAPSE_LIST_LEAVE;
    if (!is_open) { /* the key came after the list */
      rl_stuff_char(byte);
      return SYNAPSE_LIST_LEAVE;
    }
  }
  block_signals(&saved);
  enum synapse_list_outcome outcome = synapse_list_key(engine, byte);
  unblock_signals(&saved);
  return outcome;
}

/* Makes ^C and ^Z arrive as bytes. readline restores its saved settings when
 * the line ends in any way. */
static struct termios kept;
static int without_signals;
static void keys_not_signals(void) {
  struct termios now;
  if (tcgetattr(fileno(rl_instream), &kept)) return;
  now = kept;
  now.c_lflag &= ~(tcflag_t)ISIG;
  without_signals = !tcsetattr(fileno(rl_instream), TCSADRAIN, &now);
}

static void close_list(void) {
  erase_rows();
  fflush(rl_outstream);
  is_open = 0;
  if (without_signals) tcsetattr(fileno(rl_instream), TCSADRAIN, &kept);
  without_signals = 0;
}

void replace_line(const char *text) {
  rl_begin_undo_group();
  rl_delete_text(0, rl_end);
  rl_point = 0;
  rl_insert_text(text);
  rl_end_undo_group();
}

/* The line has ended below an open list, or a trap unloads the module. */
void list_forget(void) {
  if (is_open) close_list();
}

int run_list(enum synapse_list_kind kind, int count, int key) {
  if (!in_own_shell() || !at_command_line() || !at_primary_prompt() ||
      !can_draw())
    return run_prior(count, key);
  synapse_text line = {rl_line_buffer, (size_t)rl_end}, taken;
  sigset_t saved;
  block_signals(&saved);
  int opened = synapse_list_open(engine, kind, line, (size_t)rl_point);
  unblock_signals(&saved);
  if (!opened) return run_prior(count, key);
  keys_not_signals();
  is_open = 1;
  rows_below = 0;
  enum synapse_list_outcome outcome =
      run_list_keys(list_draw, list_work, read_key, input_waits);
  if (!is_open) return 0;
  close_list();
  char *text = NULL;
  block_signals(&saved);
  if (outcome != SYNAPSE_LIST_LEAVE && synapse_list_take(engine, &taken))
    text = strndup(taken.data, taken.size);
  synapse_list_close(engine);
  unblock_signals(&saved);
  if (!text) return 0;
  replace_line(text);
  free(text);
  return outcome == SYNAPSE_LIST_RUN ? run_line() : 0;
}
