/* The keys and commands of Synapse, the same in both shells.
 *
 * A command is a widget in zsh and a named function in readline. Each shell's
 * files define the function that is named here. */
#ifndef SYNAPSE_KEYS_H_
#define SYNAPSE_KEYS_H_

#include <stdio.h>
#include <string.h>

#include "synapse.h"

/* X(constant, name, function) */
#define SYNAPSE_COMMANDS(X)                                            \
  X(TAKE, "synapse-take", take_all)                                    \
  X(TAKE_WORD, "synapse-take-word", take_word)                         \
  X(TAKE_CHARACTER, "synapse-take-character", take_character)          \
  X(TAKE_COMPONENT, "synapse-take-component", take_component)          \
  X(NEXT, "synapse-next", next)                                        \
  X(PREVIOUS, "synapse-previous", previous)                            \
  X(COMPLETE, "synapse-complete", complete_next)                       \
  X(COMPLETE_PREVIOUS, "synapse-complete-previous", complete_previous) \
  X(SHELL_TAB, "synapse-shell-tab", shell_tab)                         \
  X(TAKE_AND_RUN, "synapse-take-and-run", take_and_run)                \
  X(FORGET, "synapse-forget", forget)                                  \
  X(CLEAR, "synapse-clear", clear)                                     \
  X(UP, "synapse-up", walk_up)                                         \
  X(DOWN, "synapse-down", walk_down)                                   \
  X(TOGGLE, "synapse-toggle", toggle)                                  \
  X(LIST, "synapse-list", list)                                        \
  X(SEARCH, "synapse-search", search)                                  \
  X(DESCRIBE, "synapse-describe", describe)                            \
  X(EXPLAIN, "synapse-explain", explain)                               \
  X(FIX, "synapse-fix", fix)

enum command {
#define X(constant, name, function) constant,
  SYNAPSE_COMMANDS(X)
#undef X
      COMMANDS
};

/* X(sequence, label, command, when, natural): `sequence` is what the terminal
 * sends, "" for NUL; `label` names the key. `when` is one of the sets of synapse_keys(), with IN_EMACS for a
 * key that has another meaning in vi's keymaps, and OF_ZSH and OF_BASH where the
 * shell itself binds the key: without a binding it was unbound by the user.
 * `natural` is zsh's default for the key if it was not bound, or NULL. */
#define IN_EMACS 0x100
#define OF_ZSH 0x200
#define OF_BASH 0x400
#define OF_EMACS 0x800 /* in emacs' keymap alone */
#define OF_BOTH (OF_ZSH | OF_BASH)
#define SYNAPSE_KEYS(X)                                                       \
  /* Right and End: cursor keys, application mode, and older terminals. */    \
  X("\033[C", "Right", TAKE, SYNAPSE_KEYS_USUAL | OF_BOTH, "forward-char")    \
  X("\033OC", "Right", TAKE, SYNAPSE_KEYS_USUAL | OF_BOTH, "forward-char")    \
  X("\033[F", "End", TAKE, SYNAPSE_KEYS_USUAL | OF_BASH, "end-of-line")       \
  X("\033OF", "End", TAKE, SYNAPSE_KEYS_USUAL | OF_BASH, "end-of-line")       \
  X("\033[4~", "End", TAKE, SYNAPSE_KEYS_USUAL, "end-of-line")                \
  X("\033[8~", "End", TAKE, SYNAPSE_KEYS_USUAL, "end-of-line")                \
  X("\005", "Ctrl-E", TAKE, SYNAPSE_KEYS_USUAL | OF_BOTH, NULL)               \
  X("\006", "Ctrl-F", TAKE, SYNAPSE_KEYS_USUAL | OF_BOTH, NULL)               \
  /* Ctrl-Right: xterm, rxvt. */                                              \
  X("\033[1;5C", "Ctrl-Right", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word") \
  X("\033[5C", "Ctrl-Right", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word")   \
  X("\033Oc", "Ctrl-Right", TAKE_WORD, SYNAPSE_KEYS_USUAL, "forward-word")    \
  X("\033[1;3C", "Alt-Right", TAKE_COMPONENT, SYNAPSE_KEYS_USUAL,             \
    "forward-word")                                                           \
  /* In vi's keymaps ESC f is a command typed fast, not Alt-F. */             \
  X("\033f", "Alt-F", TAKE_WORD, SYNAPSE_KEYS_USUAL | IN_EMACS | OF_BOTH,     \
    NULL)                                                                     \
  X("\t", "Tab", NEXT, SYNAPSE_KEYS_TAB_CYCLES | OF_BOTH, NULL)               \
  X("\033[Z", "Shift-Tab", PREVIOUS, SYNAPSE_KEYS_TAB_CYCLES, NULL)           \
  X("\t", "Tab", COMPLETE, SYNAPSE_KEYS_TAB_COMPLETES | OF_BOTH, NULL)        \
  X("\033[Z", "Shift-Tab", COMPLETE_PREVIOUS, SYNAPSE_KEYS_TAB_COMPLETES,     \
    NULL)                                                                     \
  X("\033\t", "Esc Tab", SHELL_TAB, SYNAPSE_KEYS_TAB | IN_EMACS | OF_BOTH,    \
    NULL)                                                                     \
  X("", "Ctrl-Space", LIST, SYNAPSE_KEYS_USUAL | OF_BOTH | OF_EMACS, NULL)    \
  X("\033/", "Alt-/", LIST, SYNAPSE_KEYS_USUAL | IN_EMACS | OF_BASH,          \
    NULL) /* in vi: search */                                                 \
  X("\033[3;2~", "Shift-Delete", FORGET, SYNAPSE_KEYS_USUAL, NULL)            \
  X("\033[3$", "Shift-Delete", FORGET, SYNAPSE_KEYS_USUAL, NULL)              \
  X("\033h", "Alt-H", DESCRIBE, SYNAPSE_KEYS_USUAL | IN_EMACS | OF_ZSH, NULL) \
  X("\022", "Ctrl-R", SEARCH, SYNAPSE_KEYS_SEARCH | OF_BOTH, NULL)            \
  /* Both are bound to nothing in either shell. */                            \
  X("\033e", "Alt-E", EXPLAIN, SYNAPSE_KEYS_AI | IN_EMACS, NULL)              \
  X("\033m", "Alt-M", FIX, SYNAPSE_KEYS_AI | IN_EMACS, NULL)

struct key {
  const char *sequence;
  const char *label;
  enum command command;
  int when;
  const char *natural;
};

/* `sets`: of synapse_keys(). `emacs`: the keymap is the one of emacs. */
static inline int key_is_wanted(const struct key *key, int sets, int emacs) {
  return (sets & key->when) && (emacs || !(key->when & IN_EMACS));
}

/* Whether the shell, one of OF_BOTH, binds the key by itself. */
static inline int is_bound_by_shell(const struct key *key, int shell,
                                    int emacs) {
  return (key->when & shell) && (emacs || !(key->when & OF_EMACS));
}

/* Whether `name`, a widget or a readline command, is what the shell, or compsys
 * in zsh, binds to a key of that command by itself. Only such a binding is
 * replaced: any other one belongs to the user. */
static inline int is_default_binding(enum command command, const char *name,
                                     int emacs) {
  static const struct {
    enum command first, last;
    const char *name;
  } defaults[] = {
      {TAKE, TAKE_COMPONENT, "forward-char"},
      {TAKE, TAKE_COMPONENT, "vi-forward-char"},
      {TAKE, TAKE_COMPONENT, "end-of-line"},
      {TAKE, TAKE_COMPONENT, "vi-end-of-line"},
      {TAKE, TAKE_COMPONENT, "forward-word"},
      {TAKE, TAKE_COMPONENT, "emacs-forward-word"},
      {TAKE, TAKE_COMPONENT, "vi-forward-word"},
      {NEXT, NEXT, "expand-or-complete"},
      {NEXT, NEXT, "complete"},
      {COMPLETE, COMPLETE, "expand-or-complete"},
      {COMPLETE, COMPLETE, "complete"},
      {SHELL_TAB, SHELL_TAB, "self-insert-unmeta"},
      {SHELL_TAB, SHELL_TAB, "dynamic-complete-history"},
      {SHELL_TAB, SHELL_TAB, "tab-insert"},
      {LIST, LIST, "set-mark-command"},
      {LIST, LIST, "set-mark"},
      {LIST, LIST, "_history-complete-older"},
      {LIST, LIST, "complete-filename"},
      {DESCRIBE, DESCRIBE, "run-help"}, /* zsh has it on Alt-Shift-H too */
      {SEARCH, SEARCH, "history-incremental-search-backward"},
      {SEARCH, SEARCH, "redisplay"},
      {SEARCH, SEARCH, "reverse-search-history"},
  };
  /* Ctrl-E and Ctrl-F in vi's keymaps. */
  if (!emacs && command == TAKE && !strcmp(name, "self-insert")) return 1;
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    if (command >= defaults[i].first && command <= defaults[i].last &&
        !strcmp(name, defaults[i].name))
      return 1;
  return 0;
}

/* Adds "LABEL (BINDING)" to a list in `text`, once for each label. */
static inline void add_left_key(char *text, size_t room, const char *label,
                                const char *binding) {
  char entry[128];
  size_t used = strlen(text);
  snprintf(entry, sizeof entry, "%s (", label);
  if (strstr(text, entry)) return;
  snprintf(text + used, room - used, "%s%s%s)", used ? ", " : "", entry,
           binding);
}

#endif
