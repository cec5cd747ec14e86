/* The keys and commands of Synapse, the same in both shells.
 *
 * A command is a widget in zsh and a named function in readline. Each shell's
 * files define the function that is named here. */
#ifndef SYNAPSE_KEYS_H_
#define SYNAPSE_KEYS_H_

#include "synapse.h"

/* X(constant, name, function) */
#define SYNAPSE_COMMANDS(X)                                         \
  X(TAKE, "synapse-take", take_all)                                 \
  X(TAKE_WORD, "synapse-take-word", take_word)                      \
  X(TAKE_CHARACTER, "synapse-take-character", take_character)       \
  X(TAKE_COMPONENT, "synapse-take-component", take_component)       \
  X(NEXT, "synapse-next", next)                                     \
  X(PREVIOUS, "synapse-previous", previous)                         \
  X(COMPLETE, "synapse-complete", complete_next)                    \
  X(COMPLETE_PREVIOUS, "synapse-complete-previous", complete_previous) \
  X(SHELL_TAB, "synapse-shell-tab", shell_tab)                      \
  X(TAKE_AND_RUN, "synapse-take-and-run", take_and_run)             \
  X(FORGET, "synapse-forget", forget)                               \
  X(CLEAR, "synapse-clear", clear)                                  \
  X(UP, "synapse-up", walk_up)                                      \
  X(DOWN, "synapse-down", walk_down)                                \
  X(TOGGLE, "synapse-toggle", toggle)                               \
  X(LIST, "synapse-list", list)                                     \
  X(SEARCH, "synapse-search", search)                               \
  X(EXPLAIN, "synapse-explain", explain)                            \
  X(FIX, "synapse-fix", fix)

enum command {
#define X(constant, name, function) constant,
  SYNAPSE_COMMANDS(X)
#undef X
      COMMANDS
};

/* X(sequence, command, when, natural): `sequence` is what the terminal sends,
 * "" for NUL. `when` is one of the sets of synapse_keys(), with IN_EMACS for a
 * key that has another meaning in vi's keymaps. `natural` is zsh's default for
 * the key if it was not bound, or NULL. */
#define IN_EMACS 0x100
#define SYNAPSE_KEYS(X)                                                      \
  /* Right and End: cursor keys, application mode, and older terminals. */  \
  X("\033[C", TAKE, SYNAPSE_KEYS_USUAL, "forward-char")                      \
  X("\033OC", TAKE, SYNAPSE_KEYS_USUAL, "forward-char")                      \
  X("\033[F", TAKE, SYNAPSE_KEYS_USUAL, "end-of-line")                       \
  X("\033OF", TAKE, SYNAPSE_KEYS_USUAL, "end-of-line")                       \
  X("\033[4~", TAKE, SYNAPSE_KEYS_USUAL, "end-of-line")                      \
  X("\033[8~", TAKE, SYNAPSE_KEYS_USUAL, "end-of-line")                      \
  X("\005", TAKE, SYNAPSE_KEYS_USUAL, NULL) /* ^E */                         \
  X("\006", TAKE, SYNAPSE_KEYS_USUAL, NULL) /* ^F */                         \
  /* Ctrl-Right: xterm, rxvt; and Alt-Right. */                             \
  X("\033[1;5C", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word")              \
  X("\033[5C", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word")                \
  X("\033Oc", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word")                 \
  X("\033[1;3C", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word")              \
  /* In vi's keymaps ESC f is a command typed fast, not Alt-F. */           \
  X("\033f", TAKE_WORD, SYNAPSE_KEYS_USUAL | IN_EMACS, NULL)                 \
  X("\t", NEXT, SYNAPSE_KEYS_TAB_CYCLES, NULL)                               \
  X("\033[Z", PREVIOUS, SYNAPSE_KEYS_TAB_CYCLES, NULL) /* Shift-Tab */       \
  X("\t", COMPLETE, SYNAPSE_KEYS_TAB_COMPLETES, NULL)                        \
  X("\033[Z", COMPLETE_PREVIOUS, SYNAPSE_KEYS_TAB_COMPLETES, NULL)           \
  X("\033\t", SHELL_TAB, SYNAPSE_KEYS_TAB | IN_EMACS, NULL)                  \
  X("", LIST, SYNAPSE_KEYS_USUAL, NULL) /* Ctrl-Space */                     \
  X("\033/", LIST, SYNAPSE_KEYS_USUAL | IN_EMACS, NULL) /* in vi: search */  \
  X("\033[3;2~", FORGET, SYNAPSE_KEYS_USUAL, NULL) /* Shift-Delete */        \
  X("\033[3$", FORGET, SYNAPSE_KEYS_USUAL, NULL)   /* rxvt's */              \
  X("\022", SEARCH, SYNAPSE_KEYS_SEARCH, NULL)     /* ^R */                  \
  /* Both are bound to nothing in either shell. */                          \
  X("\033e", EXPLAIN, SYNAPSE_KEYS_AI | IN_EMACS, NULL)                      \
  X("\033m", FIX, SYNAPSE_KEYS_AI | IN_EMACS, NULL)

struct key {
  const char *sequence;
  enum command command;
  int when;
  const char *natural;
};

/* `sets`: of synapse_keys(). `emacs`: the keymap is the one of emacs. */
static inline int key_is_wanted(const struct key *key, int sets, int emacs) {
  return (sets & key->when) && (emacs || !(key->when & IN_EMACS));
}

#endif
