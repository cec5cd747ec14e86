/* synapse.h: the C ABI between a shell's glue and the engine. The ONE header
 * that both glues include; it includes no shell header and no C++.
 *
 * Text is bytes with a length. It need not be NUL-terminated and is never
 * metafied. A text that the engine returns is valid until the next call with
 * the same engine. A text that a callback returns must stay valid until the
 * callback is called again.
 *
 * Errors: no call throws, prints, exits or changes errno. After an internal
 * failure the call answers "nothing", and `synapse doctor` reports the failure.
 *
 * Forks: an engine remembers its pid. In any other process every call answers
 * "nothing" and changes nothing. The exception is synapse_builtin(), which
 * opens an engine of its own for the call: `$(synapse suggest ...)` works.
 *
 * Signals: a shell's handlers run shell code. The glue queues or blocks the
 * shell's signals around every call, and around nothing else.
 *
 * Implemented by common/abi/. */
#ifndef SYNAPSE_H
#define SYNAPSE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYNAPSE_ABI 1

typedef struct synapse_engine synapse_engine;

typedef struct synapse_text {
  const char *data;
  size_t size; /* bytes */
} synapse_text;

enum synapse_name_kind {
  SYNAPSE_NAME_NONE = 0,
  SYNAPSE_NAME_BUILTIN,
  SYNAPSE_NAME_FUNCTION,
  SYNAPSE_NAME_ALIAS,
  SYNAPSE_NAME_RESERVED
};

/* Receives one item of a list. Returns 0 to stop. */
typedef int (*synapse_emit_name)(void *arg, synapse_text name, int kind);
/* Receives a finding for `doctor`; `remedy` is NULL if it is no problem. */
typedef void (*synapse_emit_finding)(void *arg, const char *name,
                                     const char *text, const char *remedy);
typedef int (*synapse_emit_line)(void *arg, synapse_text line,
                                 int64_t time_s /* 0: not known */);

/* Data that only the shell has. Every callback may be NULL. Callbacks are
 * called only during a call of the engine, in the shell's own process. */
typedef struct synapse_host {
  void *ctx;
  const char *shell;         /* "zsh", "bash" */
  const char *shell_version; /* "5.9" */
  const char *built_for;     /* versions that the module supports, or NULL */
  int interactive;           /* 0: nothing is learned unless a builtin asks */

  /* The logical working directory ($PWD); 0 when there is none. */
  int (*cwd)(void *ctx, synapse_text *path);
  /* The value of a shell or environment variable as text; 0 when unset. */
  int (*variable)(void *ctx, synapse_text name, synapse_text *value);
  /* The expansion of an alias; 0 when `name` is not an alias. With a blank
   * before it only that of an alias that zsh replaces anywhere in a line. */
  int (*alias)(void *ctx, synapse_text name, synapse_text *value);
  /* The kind of a command word that is not a file: enum synapse_name_kind. */
  int (*name_kind)(void *ctx, synapse_text name);
  /* Whether the shell's own completion knows the words of that command. */
  int (*completes)(void *ctx, synapse_text command);
  /* Every builtin, function, alias and reserved word with that prefix. */
  void (*each_name)(void *ctx, synapse_text prefix, synapse_emit_name emit,
                    void *arg);
  /* The shell's own history list, newest first. */
  void (*each_history)(void *ctx, synapse_emit_line emit, void *arg);
  /* Whether the user's settings hide that suggestion for `buffer`. */
  int (*unwanted)(void *ctx, synapse_text buffer, synapse_text suggestion,
                  int from_history);
  /* A number that changes whenever the history list may have changed. */
  uint64_t (*history_generation)(void *ctx);
  /* Completes the line that is being edited as the shell's own completion
   * would, and writes its matches to `fd`: for each the whole word and its
   * description (or ""), each with a NUL at its end. Called in a copy of the
   * shell, which ends afterwards. */
  void (*complete)(void *ctx, int fd);
  /* The state of keys and ghost. Also called in a child of the shell, where it
   * must change nothing. */
  void (*findings)(void *ctx, synapse_emit_finding emit, void *arg);
} synapse_host;

/* Opens an engine: reads the configuration and opens the store. `host` is
 * copied; its strings must live as long as the engine. NULL when there is no
 * memory. */
synapse_engine *synapse_open(const synapse_host *host);
/* NULL, or why the module must not run in this shell: a line for the user.
 * Called before synapse_open(). If a reason is returned, the module must be
 * unloaded. */
const char *synapse_stay_away(void);
/* 1 in the process that opened it; 0 in a forked child, and for NULL. */
int synapse_is_own(const synapse_engine *engine);
/* The shell ends, or a signal is about to end it: writes what is only in memory,
 * and the line that runs, with an unknown exit status. The engine goes on to
 * work. NULL is allowed. */
void synapse_leave(synapse_engine *engine);
/* Writes pending data and frees everything. NULL is allowed. */
void synapse_close(synapse_engine *engine);

/* The shell is about to change its limits (ulimit): everything that the engine
 * has in memory is written and given back. Until the next prompt each call
 * answers "nothing", and longer if the limits are too low then. */
void synapse_let_go(synapse_engine *engine);

/* A prompt is about to be shown. `exit_status` is that of the last command. A
 * command that synapse_started() announced ends here. A second call for the
 * same prompt is cheap. */
void synapse_prompt(synapse_engine *engine, int exit_status);
/* Prints lines that the user must see above this prompt, each once: a problem,
 * or what a new store imported. Called last before the prompt is drawn, with the
 * cursor at the begin of an empty row; never while a line is edited. */
void synapse_notices(synapse_engine *engine);
/* A line was submitted and is about to run. A second call before the next
 * prompt replaces the first: bash reports a command of several lines line by
 * line. */
void synapse_started(synapse_engine *engine, synapse_text line);
/* The line editor returned a line that is going to run; synapse_started()
 * follows. `why` is NULL, or says why it will not follow, as a sentence with
 * what to do. `synapse doctor` reports when it does not follow. */
void synapse_accepted(synapse_engine *engine, const char *why);
/* The line was cancelled (^C, ^G): suggestions on show count as not taken, and
 * an announced command does not run. Also for a line that runs and that the
 * shell keeps out of its history. */
void synapse_cancelled(synapse_engine *engine);

/* The ghost for this buffer: returns 1 and the text to show after the buffer,
 * or 0. A ghost that still fits the buffer is kept without asking the sources
 * again. Always 0 with the cursor inside the line (cursor != buffer.size). */
int synapse_ghost(synapse_engine *engine, synapse_text buffer, size_t cursor,
                  synapse_text *suffix);
/* Whether a new command begins after these lines. False inside quotes, a
 * here-document, or the arguments of a command. */
int synapse_begins_command(synapse_engine *engine, synapse_text lines);
/* The style of the ghost on show: as an escape sequence (empty: plain), and in
 * the syntax of zsh's zle_highlight. `mark` is a text shown after it that is
 * never taken: why it is dangerous (empty: it is not). 0 when none is on show.
 */
int synapse_ghost_look(synapse_engine *engine, synapse_text *sgr,
                       synapse_text *zsh, synapse_text *mark);
/* The style of a ghost that is not the engine's, in zsh's syntax. */
int synapse_plain_look(synapse_engine *engine, synapse_text *zsh);

enum synapse_unit {
  SYNAPSE_TAKE_ALL = 0,
  SYNAPSE_TAKE_WORD, /* blanks, then up to the next blank */
  SYNAPSE_TAKE_CHARACTER,
  SYNAPSE_TAKE_COMPONENT /* up to and including the next '/', or a word */
};
/* Accepts (a part of) the ghost on show for `buffer`: returns 1 and the text to
 * insert at the cursor, or 0 when nothing is on show. */
int synapse_take(synapse_engine *engine, synapse_text buffer, size_t cursor,
                 enum synapse_unit unit, synapse_text *insert);
/* Shows the next (+1) or previous (-1) suggestion for `buffer` as the ghost,
 * and wraps around. Returns the number of suggestions. With 0 the key must run
 * its earlier binding. */
int synapse_cycle(synapse_engine *engine, synapse_text buffer, size_t cursor,
                  int direction, synapse_text *suffix);

/* The first `keep` bytes of a line stay, and `insert` follows them. */
typedef struct synapse_edit {
  size_t keep;
  synapse_text insert;
} synapse_edit;
/* Completes by a word: returns the next word of the suggestion, and after a
 * second call for the resulting line the alternative words. Returns the number
 * of words. */
int synapse_complete(synapse_engine *engine, synapse_text buffer, size_t cursor,
                     int direction, synapse_edit *edit);

/* The number of bytes between the cursor and the end of the line that the last
 * synapse_take() or synapse_complete() made. It is 1 if the suggestion ends
 * there with an empty quoted word, whose text is typed next; otherwise 0. */
size_t synapse_taken_back(synapse_engine *engine);

/* Forgets the suggestion on show for ever. Returns 1 and a message for the user
 * when that was done. */
int synapse_forget(synapse_engine *engine, synapse_text buffer, size_t cursor,
                   synapse_text *message);

/* ---- the list below the line ---- At most one list is open. The glue reads
 * keys until one of them closes the list, calls synapse_list_work() while no
 * key waits, and redraws the list after a change. */
enum synapse_list_kind { SYNAPSE_LIST_SUGGESTIONS = 0, SYNAPSE_LIST_HISTORY };
/* 0: there is nothing to list. */
int synapse_list_open(synapse_engine *engine, enum synapse_list_kind kind,
                      synapse_text buffer, size_t cursor);
/* Continues to read and search for some milliseconds. 1: there is more to do.
 */
int synapse_list_work(synapse_engine *engine);

enum synapse_list_outcome {
  SYNAPSE_LIST_NOTHING = 0,
  SYNAPSE_LIST_CHANGED, /* the others close the list */
  SYNAPSE_LIST_TAKE,    /* the selection becomes the line */
  SYNAPSE_LIST_RUN,     /* and is run */
  SYNAPSE_LIST_LEAVE
};
/* Handles a typed byte; -1 means that no byte follows the last one. */
enum synapse_list_outcome synapse_list_key(synapse_engine *engine, int byte);
/* True while a key of several bytes is incomplete: -1 must be sent if no byte
 * follows. */
int synapse_list_pending(synapse_engine *engine);

/* A part of a row with a style of its own. */
typedef struct synapse_span {
  size_t begin, end;  /* bytes of the row */
  size_t first, last; /* characters of the row */
  const char *sgr;    /* an escape sequence; empty: plain */
  const char *zsh;    /* for region_highlight; "none": plain */
} synapse_span;
/* Whether characters without a width of their own, such as accents behind their
 * letter, are drawn. */
enum synapse_combining {
  SYNAPSE_COMBINING_DROPPED = 0,
  SYNAPSE_COMBINING_DRAWN
};
/* Lays out at most `rows` rows of `columns`. Returns the number of rows. */
int synapse_list_draw(synapse_engine *engine, int columns, int rows,
                      enum synapse_combining combining);
/* Returns the number of spans in the row. The text is safe for a terminal. */
int synapse_list_row(synapse_engine *engine, int row, synapse_text *text,
                     const synapse_span **spans);
/* The line of the selected row; 0 when there is none. */
int synapse_list_take(synapse_engine *engine, synapse_text *line);
void synapse_list_close(synapse_engine *engine);

/* ---- the history, a line at a time ---- The line before (+1) or after (-1)
 * `buffer` that begins with the text typed when the walk began. After the
 * latest line comes that text itself. 0: there is none. A buffer that is not
 * the line returned last begins another walk, unless it has several rows. */
int synapse_walk(synapse_engine *engine, synapse_text buffer, int direction,
                 synapse_text *line);

/* ---- answers of slow sources ---- Commands of specs run in the background.
 * They run only after the glue has asked for the descriptor. */
/* The descriptor to watch for reading, or -1 if no command was run, or if the
 * user closed it or put a file in its place. To be asked before each wait. */
int synapse_watch(synapse_engine *engine);
/* Called when it is readable. 1 when the ghost, the open list or the note has
 * changed. */
int synapse_answers(synapse_engine *engine);

/* ---- requests to a language model by a key ---- The answer comes through
 * synapse_answers(): an explanation as a note, a corrected line as the ghost of
 * the empty line. */
enum synapse_asked {
  SYNAPSE_ASK_EXPLAIN = 0, /* explain the line */
  SYNAPSE_ASK_FIX          /* correct the line that failed last */
};
/* 0: no model is configured; the key must run its earlier binding. 1: `note` is
 * shown below the line until the next key: that a request was made, or why not.
 */
int synapse_ask(synapse_engine *engine, enum synapse_asked what,
                synapse_text buffer, synapse_text *note);
/* A note to show below the line: at most `rows` rows of `columns`, separated by
 * newlines, safe for a terminal. Returns the number of rows. Each note is
 * returned once. */
int synapse_note(synapse_engine *engine, int columns, int rows,
                 synapse_text *note);

/* The room for a text: `first` columns in the first row, `columns` in the
 * others, at most `rows` rows. */
typedef struct synapse_room {
  int first;
  int columns;
  int rows;
} synapse_room;

/* Rows, separated by newlines, and the styles of their parts in order. */
typedef struct synapse_styled {
  synapse_text rows;
  const synapse_span *spans; /* their bytes and characters count in `rows` */
  int count;
} synapse_styled;

/* ---- what each part of a line means ---- By the specs, without a language
 * model. Rows for the part at `cursor` and those around it, at most room.rows of
 * room.columns, safe for a terminal. Returns the number of rows; 0: the line has
 * no parts. */
int synapse_describe(synapse_engine *engine, synapse_text line, size_t cursor,
                     synapse_room room, synapse_styled *described);

/* How this shell records: "ephemeral" or "no_send" while it is incognito, else
 * empty. `anew`: read changed settings first, as at a prompt. */
int synapse_mode(synapse_engine *engine, int anew, synapse_text *mode);

/* The sets of keys to bind, by the settings prompt.keys, prompt.tab,
 * prompt.ctrl_r and ai.provider; 0 for none. */
enum {
  SYNAPSE_KEYS_USUAL = 1,
  SYNAPSE_KEYS_TAB = 2,
  SYNAPSE_KEYS_TAB_CYCLES = 4,
  SYNAPSE_KEYS_TAB_COMPLETES = 8,
  SYNAPSE_KEYS_SEARCH = 16,
  SYNAPSE_KEYS_AI = 32
};
int synapse_keys(synapse_engine *engine);

/* Sets the default of a setting, which is used from now on if neither the
 * configuration file nor the environment sets it. */
void synapse_default(synapse_engine *engine, const char *key,
                     const char *value);

/* `text` followed by `mark`, safe for a terminal (no control characters, valid
 * UTF-8), in rows separated by newlines. Returns the number of rows; 0: there
 * is no room. */
int synapse_wrap(synapse_engine *engine, synapse_text text, synapse_text mark,
                 synapse_room room, synapse_text *rows);

/* Writes bytes of the builtin: fd is 1 or 2. */
typedef void (*synapse_write)(void *arg, int fd, synapse_text bytes);
/* The subcommands: argv[0] is "synapse". Returns the exit status: 0, 1 for a
 * failure, 2 for wrong usage. */
int synapse_builtin(synapse_engine *engine, int argc, const char *const *argv,
                    synapse_write write, void *arg);
/* The same outside a shell: a subcommand that needs an engine opens one. */
int synapse_program(const synapse_host *host, int argc, const char *const *argv,
                    synapse_write write, void *arg);

/* Records why a part of the glue is off or failed: one line, for `doctor`. */
void synapse_report(synapse_engine *engine, const char *what, const char *why);

#ifdef __cplusplus
}
#endif
#endif
