/* synapse.h: the C ABI between a shell's glue and the engine. The ONE header
 * that both glues include; it includes no shell header and no C++.
 *
 * Text is bytes with a length, never NUL-terminated by contract, never
 * metafied. What the engine hands out stays valid until the next call with the
 * same engine. What a callback hands out must stay valid until it is called
 * again.
 *
 * Errors: no call throws, prints, exits or changes errno. A failure inside
 * makes the call answer "nothing" and is reported by `synapse doctor`.
 *
 * Forks: an engine remembers its pid. In any other process every call answers
 * "nothing" and touches nothing, but synapse_builtin(), which opens an engine
 * of its own for the call: `$(synapse suggest ...)` works.
 *
 * Signals: a shell's handlers run shell code. The glue queues or blocks the
 * shell's signals around every call, and around nothing else.
 *
 * Implemented by common/abi/.
 */
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

/* Receives one thing of a list. Answers 0 to stop. */
typedef int (*synapse_emit_name)(void *arg, synapse_text name, int kind);
typedef int (*synapse_emit_line)(void *arg, synapse_text line,
                                 int64_t time_s /* 0: not known */);

/* What only the shell knows. Every callback may be NULL, and is called only
 * from within a call of the engine, in the shell's own process. */
typedef struct synapse_host {
  void *ctx;
  const char *shell;         /* "zsh", "bash" */
  const char *shell_version; /* "5.9" */
  const char *built_for;     /* versions the module is for, or NULL */
  int interactive;           /* 0: nothing is learned unless a builtin asks */

  /* The logical working directory ($PWD); 0 when there is none. */
  int (*cwd)(void *ctx, synapse_text *path);
  /* A shell or environment variable's value as text; 0 when unset. */
  int (*variable)(void *ctx, synapse_text name, synapse_text *value);
  /* What the alias expands to; 0 when `name` is not an alias. */
  int (*alias)(void *ctx, synapse_text name, synapse_text *value);
  /* Kind of a command word that is not a file: enum synapse_name_kind. */
  int (*name_kind)(void *ctx, synapse_text name);
  /* Every builtin, function, alias and reserved word with that prefix. */
  void (*each_name)(void *ctx, synapse_text prefix, synapse_emit_name emit,
                    void *arg);
  /* The shell's own history list, newest first. */
  void (*each_history)(void *ctx, synapse_emit_line emit, void *arg);
  /* Whether the user keeps that suggestion for `buffer` from being shown. */
  int (*unwanted)(void *ctx, synapse_text buffer, synapse_text suggestion,
                  int from_history);
  /* A number that changes whenever that list may have changed. */
  uint64_t (*history_generation)(void *ctx);
} synapse_host;

/* Opens an engine: reads the configuration, opens the store. `host` is copied;
 * its strings must live as long as the engine. NULL when there is no memory. */
synapse_engine *synapse_open(const synapse_host *host);
/* NULL, or why this shell is better off without the module: a line for the user.
 * To be asked before synapse_open(); what then remains is to unload it. */
const char *synapse_stay_away(void);
/* Writes what is pending and frees everything. NULL is allowed. */
void synapse_close(synapse_engine *engine);

/* A prompt is about to be shown. `exit_status` is that of the last command;
 * a command that synapse_started() announced ends here. Cheap when called
 * twice for one prompt. */
void synapse_prompt(synapse_engine *engine, int exit_status);
/* A line was submitted and is about to run. Called again before the next
 * prompt it replaces what was announced: bash learns line by line that a
 * command goes on. */
void synapse_started(synapse_engine *engine, synapse_text line);
/* The line editor handed over a line that is going to run; synapse_started() is
 * to follow. `why`: why it will not, a sentence with what to do, or NULL.
 * `synapse doctor` reports what does not follow. */
void synapse_accepted(synapse_engine *engine, const char *why);
/* The line was cancelled (^C, ^G): what was shown is closed as not taken, and
 * what was announced does not run. */
void synapse_cancelled(synapse_engine *engine);

/* The ghost: what follows the cursor for this buffer. 1 and the text to show
 * behind the buffer, or 0. A ghost that still fits what was typed on is kept
 * without asking the sources again. Always 0 with the cursor inside the line
 * (cursor != buffer.size). */
int synapse_ghost(synapse_engine *engine, synapse_text buffer, size_t cursor,
                  synapse_text *suffix);
/* Whether a command of its own begins behind these lines: not within quotes, a
 * here-document, or the arguments of another. */
int synapse_begins_command(synapse_engine *engine, synapse_text lines);
/* How the ghost on show looks: as an escape sequence (empty: as it is), in the
 * words of zsh's zle_highlight, and what is shown behind it and never taken:
 * why it is dangerous (empty: it is not). 0 when none is on show. */
int synapse_ghost_look(synapse_engine *engine, synapse_text *sgr,
                       synapse_text *zsh, synapse_text *mark);
/* How a ghost looks that is not the engine's, in zsh's words. */
int synapse_plain_look(synapse_engine *engine, synapse_text *zsh);

enum synapse_unit {
  SYNAPSE_TAKE_ALL = 0,
  SYNAPSE_TAKE_WORD, /* blanks, then up to the next blank */
  SYNAPSE_TAKE_CHARACTER,
  SYNAPSE_TAKE_COMPONENT /* up to and with the next '/', or a word */
};
/* Accepts (a part of) the ghost on show for `buffer`: 1 and the text that the
 * glue inserts at the cursor, or 0 when nothing is on show. */
int synapse_take(synapse_engine *engine, synapse_text buffer, size_t cursor,
                 enum synapse_unit unit, synapse_text *insert);
/* Shows the next (+1) or previous (-1) suggestion for `buffer` as the ghost,
 * wrapping. Answers how many suggestions there are; 0: nothing, the key does
 * what it did before. */
int synapse_cycle(synapse_engine *engine, synapse_text buffer, size_t cursor,
                  int direction, synapse_text *suffix);

/* Completes by a word: the next word of the suggestion, and asked again for
 * the line that this made, the alternative words. The first `keep` bytes of
 * `buffer` stay and `insert` follows them. Answers how many words there are. */
int synapse_complete(synapse_engine *engine, synapse_text buffer,
                     size_t cursor, int direction, size_t *keep,
                     synapse_text *insert);

/* Bytes between the cursor and the end of the line that the last
 * synapse_take() or synapse_complete() made: 1 where the suggestion ends there
 * with an empty quoted word, whose text is typed next; otherwise 0. */
size_t synapse_taken_back(synapse_engine *engine);

/* Forgets the suggestion on show for ever: 1 when that was done, and what to
 * tell the user of it. */
int synapse_forget(synapse_engine *engine, synapse_text buffer, size_t cursor,
                   synapse_text *message);

/* ---- the list below the line ----
 * One is open at a time. The glue reads keys until one of them closes it, lets
 * it work while none waits, and draws it anew when something changed. */
enum synapse_list_kind { SYNAPSE_LIST_SUGGESTIONS = 0, SYNAPSE_LIST_HISTORY };
/* 0: there is nothing to list. */
int synapse_list_open(synapse_engine *engine, enum synapse_list_kind kind,
                      synapse_text buffer, size_t cursor);
/* Reads and searches on for some milliseconds. 1: there is more to do. */
int synapse_list_work(synapse_engine *engine);

enum synapse_list_outcome {
  SYNAPSE_LIST_NOTHING = 0,
  SYNAPSE_LIST_CHANGED,
  SYNAPSE_LIST_TAKE, /* what is selected becomes the line */
  SYNAPSE_LIST_RUN,  /* and is run */
  SYNAPSE_LIST_LEAVE
};
/* A byte that was typed, or -1: nothing follows what was typed last. */
enum synapse_list_outcome synapse_list_key(synapse_engine *engine, int byte);
/* A key of several bytes is not complete: -1 is due when nothing follows. */
int synapse_list_pending(synapse_engine *engine);

/* A part of a row that looks like itself. */
typedef struct synapse_span {
  size_t begin, end;  /* bytes of the row */
  size_t first, last; /* characters of the row */
  const char *sgr;    /* an escape sequence; empty: plain */
  const char *zsh;    /* for region_highlight; "none": plain */
} synapse_span;
/* Lays out at most `rows` rows of `columns`; answers how many there are. */
int synapse_list_draw(synapse_engine *engine, int columns, int rows);
/* Answers how many spans the row has. The text may be sent to a terminal. */
int synapse_list_row(synapse_engine *engine, int row, synapse_text *text,
                     const synapse_span **spans);
/* The line that the selected row makes; 0 when there is none. */
int synapse_list_take(synapse_engine *engine, synapse_text *line);
void synapse_list_close(synapse_engine *engine);

/* ---- the history, a line at a time ----
 * The line before (+1) or after (-1) `buffer` that begins with what was typed
 * when the walk began; after the latest one that text itself. 0: there is none.
 * A buffer that is not the line handed out last begins another walk, unless it
 * has several rows. */
int synapse_walk(synapse_engine *engine, synapse_text buffer, int direction,
                 synapse_text *line);

/* ---- what slow sources answer ----
 * Commands of specs run in the background. Only a glue that asks for the
 * descriptor gets them run, from then on. */
/* What to watch for reading, or -1: nothing was run yet. Stays the same. */
int synapse_watch(synapse_engine *engine);
/* It is readable: 1 when the ghost, the open list or the note has changed. */
int synapse_answers(synapse_engine *engine);

/* ---- what a key asks a language model ----
 * The answer comes by synapse_answers(): an explanation as a note, a line put
 * right as the ghost of the empty line. */
enum synapse_asked {
  SYNAPSE_ASK_EXPLAIN = 0, /* what the line does */
  SYNAPSE_ASK_FIX          /* the line that failed last, put right */
};
/* 0: none is to be asked, the key does what it did before. 1: `note` is to be
 * shown below the line until the next key: that it is asked, or why not. */
int synapse_ask(synapse_engine *engine, enum synapse_asked what,
                synapse_text buffer, synapse_text *note);
/* What came for below the line: at most `rows` rows of `columns` with newlines
 * between them, which may be sent to a terminal. Answers how many; once. */
int synapse_note(synapse_engine *engine, int columns, int rows,
                 synapse_text *note);

/* How this shell records: "ephemeral" or "no_send" while it is incognito, else
 * empty. `anew`: settings that were changed are read first, as at a prompt. */
int synapse_mode(synapse_engine *engine, int anew, synapse_text *mode);

/* Which keys are to be bound, by the settings prompt.keys, prompt.tab,
 * prompt.ctrl_r and ai.provider: sets of them, or 0 for none. */
enum {
  SYNAPSE_KEYS_USUAL = 1,
  SYNAPSE_KEYS_TAB = 2,
  SYNAPSE_KEYS_TAB_CYCLES = 4,
  SYNAPSE_KEYS_TAB_COMPLETES = 8,
  SYNAPSE_KEYS_SEARCH = 16,
  SYNAPSE_KEYS_AI = 32
};
int synapse_keys(synapse_engine *engine);

/* Sets the value that a setting has from now on where neither the file of the
 * configuration nor the environment has it. */
void synapse_default(synapse_engine *engine, const char *key,
                     const char *value);

/* `text` and behind it `mark` as they may be sent to a terminal (no control
 * characters, valid UTF-8), in rows with newlines between them: `first` columns
 * in the first one, `columns` in the others, at most `most` rows. Answers how
 * many there are; 0: there is no room. */
int synapse_wrap(synapse_engine *engine, synapse_text text, synapse_text mark,
                 int first, int columns, int most, synapse_text *rows);

/* Writes bytes for the builtin: fd is 1 or 2. */
typedef void (*synapse_write)(void *arg, int fd, synapse_text bytes);
/* The subcommands: argv[0] is "synapse". Answers the exit status: 0, 1 for a
 * failure, 2 for wrong usage. `engine` may be NULL (outside a shell). */
int synapse_builtin(synapse_engine *engine, int argc, const char *const *argv,
                    synapse_write write, void *arg);

/* Records why a part of the glue is off or failed: one line, for `doctor`. */
void synapse_report(synapse_engine *engine, const char *what, const char *why);

#ifdef __cplusplus
}
#endif
#endif
