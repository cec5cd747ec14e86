/* zsh_glue.h: declarations that the parts of the zsh module share.
 *
 *   zsh_glue.c   the module's hooks and the builtin
 *   zsh_hooks.c  redraws, and a command's beginning and end
 *   zsh_host.c   data of the shell: names, history, parameters
 *   zsh_ghost.c  the line editor: finding and drawing the ghost
 *   zsh_take.c   the widgets that take the ghost
 *   zsh_screen.c the room for the ghost on the screen, output of others
 *   zsh_list.c   the list below the line
 *   zsh_keys.c   keys, and their earlier bindings
 *   zsh_clear.c  Escape, which clears the ghost
 *   zsh_unbound.c  keys without a binding
 *   zsh_walk.c   the history, a line at a time
 *   zsh_complete.c  the matches of zsh's own completion
 *   zsh_strategies.c  for zsh-autosuggestions.zsh, which replaces that plugin
 *
 * zsh stores text metafied (Meta, byte ^ 32); the engine never sees that.
 * Memory from zsh's zalloc() is malloc()'s: free() accepts both. */
#ifndef SYNAPSE_ZSH_GLUE_H
#define SYNAPSE_ZSH_GLUE_H

#include "module/synapse.h"
#include "module/zsh_api.h"

#define ZSH_VERSIONS "5.3 to 5.9" /* that zsh_api.h describes */

/* The line editor is a separate module and may be loaded after this one. A data
 * symbol that is missing when a library is opened stays missing, so its symbols
 * are looked up once zsh/zle is loaded. Found in zsh 5.3 to 5.9. */
/* clang-format off */
#define SYNAPSE_ZLE_DATA(X) \
  X(ZLE_STRING_T, zleline) \
  X(int, zlell) \
  X(int, zlecs) \
  X(ZLE_STRING_T, postdisplay) \
  X(int, postdisplaylen) \
  X(int, zlecontext) \
  X(int, kungetct) \
  X(int, isearch_active) \
  X(int, done) \
  X(int, nlnct) \
  X(int, menucmp) \
  X(int, listshown) \
  X(struct modifier, zmod) \
  X(char *, lpromptbuf) \
  X(char *, keybuf) \
  X(int, keybuflen) \
  X(char *, curkeymapname) \
  X(int, lastcmd) \
  X(Thingy, lbindk) \
  X(HashTable, thingytab) \
  X(HashTable, keymapnamtab) \
  X(void *, statusline)
/* clang-format on */

#define SYNAPSE_ZLE_FUNCTIONS(X)                                          \
  X(Widget, addzlefunction, (char *, ZleIntFunc, int))                    \
  X(void, deletezlefunction, (Widget))                                    \
  X(int, execzlefunc, (Thingy, char **, int, int))                        \
  X(char *, zlelineasstring, (ZLE_STRING_T, int, int, int *, int *, int)) \
  X(ZLE_STRING_T, stringaszleline, (char *, int, int *, int *, int *))    \
  X(char **, get_region_highlight, (Param))                               \
  X(void, set_region_highlight, (Param, char **))                         \
  X(int, inststrlen, (char *, int, int))                                  \
  X(void, fixsuffix, (void))                                              \
  X(void, ungetbytes_unmeta, (char *, int))                               \
  X(Keymap, openkeymap, (char *))                                         \
  X(Thingy, keybind, (Keymap, char *, char **))                           \
  X(int, bindkey, (Keymap, const char *, Thingy, char *))                 \
  X(Thingy, rthingy, (char *))                                            \
  X(void, unrefthingy, (Thingy))                                          \
  X(void, setline, (char *, int))                                         \
  X(int, getbyte, (long, int *, int))                                     \
  X(void, zrefresh, (void))

struct synapse_zle {
  int *zle_recursive; /* nested editing, mostly to ask a question */
  int *predisplaylen; /* the text of a question */
#define X(type, name) type *name;
  SYNAPSE_ZLE_DATA(X)
#undef X
#define X(type, name, arguments) type(*name) arguments;
  SYNAPSE_ZLE_FUNCTIONS(X)
#undef X
};

extern struct synapse_zle zle;
extern synapse_engine *engine;

/* True in the shell that loaded the module, false in its forks. */
int in_own_shell(void);

/* `metafied` in plain bytes; the caller frees the result. */
char *unmetafied(const char *metafied, size_t *size);
/* The reverse; the caller frees the result. */
char *metafied(synapse_text text);

/* zsh_glue.c: the shell's version, major * 100 + minor, and its patch: 509 and
 * 999 for 5.9.999.3-test, a pre-release of 5.10. */
extern int zsh_version, zsh_patch;
/* Whether the option is set. */
int option(const char *name);
/* Report prompts and commands to the engine. */
void report_prompt(void);
void editor_wanted(void); /* a builtin of zsh/zle is called */
void report_started(const char *metafied_line);
void report_kept_out(void); /* a line runs that must not be learned */
void report_accepted(const char *metafied_line); /* by the line editor */

/* zsh_hooks.c */
void record_start(void); /* reports commands from now on */
void hooks_start(void);  /* redraws the ghost from now on; after zle_start() */
void hooks_stop(void);   /* undoes both */
void command_prompt(void); /* a prompt is about to be shown */
/* Whether the user's zle-line-init runs, which may edit the whole line in
 * `zle recursive-edit`. */
int in_line_init(void);
/* Sets whether a look-up of a hook widget finds only the user's: until the next
 * call, or for one look-up. Returns the earlier value. */
enum { SHOWN, HIDDEN, HIDDEN_ONCE };
int hooks_hide(int how);
int is_hook_widget(const char *name);

/* The flags preserve the state around the key: the completion list, the suffix,
 * $LASTWIDGET and the column of vertical moves. The widget that runs instead
 * changes that state itself. */
#define ZLE_TRANSPARENT \
  (ZLE_MENUCMP | ZLE_KEEPSUFFIX | ZLE_NOTCOMMAND | ZLE_LASTCOL | ZLE_NOLAST)

/* zsh_glue.c */
int editor_is_ready(void);
/* Adds a function to a hook of zsh, once. */
void hook_add(char *name, Hookfn function);

/* zsh_host.c */
void fill_host(synapse_host *host, int is_interactive);
Histent newest_history_entry(void); /* NULL: the list is empty */
/* False if zsh keeps the line out of its history or its history file. Such a
 * line is not learned. */
int history_wants(Histent entry);
/* $SYNAPSE_MODE: sets it to the current mode; removes it. */
void mode_set(void);
void mode_unset(void);
/* The edited line. At a continuation prompt the earlier lines of the command
 * come first (`before` bytes). The caller frees the result. */
char *command_text(synapse_text *command, size_t *before);
/* Whether the text matches the pattern in the variable. */
int fits_pattern(const char *variable, synapse_text text);

/* zsh_ghost.c */
int zle_start(void);    /* 0 when the line editor is there and known */
void zle_stop(void);    /* undoes zle_start() */
void ghost_clear(void); /* removes it from the screen */
void ghost_redraw(void);
int ghost_is_usable(void); /* a key can take the ghost now */
/* A ghost of this line, or a word of a completion, would be visible. */
int ghost_may_be_taken(void);
void ghost_toggle(void); /* the following redraw hides or shows it */
int ghost_answer(
    char **args); /* the widget that reads answers of slow sources */
/* Shows no ghost until the line changes. */
void ghost_clear_line(void);
/* Called before other code draws between two redraws: removes a ghost of
 * another line; the ghost of this line keeps its style. */
void ghost_fit(void);
/* Hides the ghost during other output; 0: there was none. */
int ghost_put_aside(void);
void ghost_put_back(void);
const char *highlight_memo(void); /* names our entry in region_highlight */
/* The line, and the number of bytes before the cursor. The caller frees it. */
char *line_text(synapse_text *line);
size_t cursor_offset(void);
int can_draw_rows(void); /* on this terminal */
int other_ghost(void);   /* zsh-autosuggestions itself is loaded */
/* Finds the ghost for the line: 1 and the text, which a key can take from now
 * on, or 0. */
int ghost_find(synapse_text *suffix);

/* zsh_take.c */
int ghost_take(enum synapse_unit unit); /* 0: there was nothing to take */
void replace_line(synapse_text with);
void widgets_start(void);
void widgets_stop(void); /* once no line is edited */
void widgets_end(void);  /* after that line, if they were stopped */

/* zsh_strategies.c */
/* Whether this is the ghost of zsh-autosuggestions.zsh. */
int suggests_for_plugin(void);
int strategies_find(synapse_text *suffix);
int is_of_strategy(void); /* the last result is not the engine's */
int strategies_take(synapse_text line, enum synapse_unit unit,
                    synapse_text *what);
int strategies_hook(char **args); /* synapse --hook */
void strategies_new_line(void);
void strategies_stop(void);

void ghost_findings(synapse_emit_finding emit, void *arg);

/* zsh_screen.c */
void screen_start(void);
void screen_stop(void);
/* Makes the editor's loop call a widget when `fd` is readable; NULL stops it.
 */
void screen_watch(int fd, const char *widget);
void widget_delete(const char *name);                    /* zle -D */
void widget_alias(const char *widget, const char *name); /* zle -A */
/* Replaces colours that this terminal cannot show by the nearest of 256:
 * `fg=#rrggbb` has no meaning before 5.7. */
void fit_colours(char *style);
/* Cuts the ghost to the room after the line. Returns its length. */
int ghost_room(ZLE_STRING_T text, int length);
int screen_is_too_narrow(void);
void message_forget(void); /* that of `zle -M` */

/* zsh_list.c */
int run_list(enum synapse_list_kind kind, char **args);
int list_is_open(void);
void list_stop(void); /* the module is unloaded */
void list_hide(void); /* until it is drawn again */
void list_draw(void);
void list_work(void);

/* zsh_clear.c */
void clear_line(void); /* no ghost until the line changes */
int line_is_cleared(void);
void clear_forget(void);
/* A row below the line and its ghost until the next key. */
void note_set(synapse_text text);
void note_set_styled(const synapse_styled *styled);
void note_came(synapse_text text);
int is_command(void);
/* zsh_ask.c */
void take_note(void);
int describe(char **args);
int explain(char **args);
int fix(char **args);
void note_key(void);
const char *note_row(void); /* metafied; empty: there is none */
/* The styles of the note's parts; 0: it has none. Their characters count from
 * the newline before the note, and `characters` is all of them. */
struct note_part {
  size_t first, last;
  char *style;
};
int note_parts(const struct note_part **parts, size_t *characters);
void clear_bind(int wanted);  /* whether Escape is a key by itself */
int escape_is_replayed(void); /* and the editor has not read on yet */

/* zsh_complete.c */
void host_complete(void *ctx, int fd);

/* zsh_walk.c */
int walk_up(char **args);
int accept_line(char **args);
int walk_down(char **args);

/* zsh_keys.c */
int keys_are_bound(void);
void bind_keys(void);
void restore_keys(void);
/* After widgets_stop(): if other plugins saved our Tab widget, the widget stays
 * and runs the earlier binding of Tab. */
void keep_tab(void);
/* Runs the earlier binding of the pressed key. */
int run_prior(char **args);
int run_prior_of(const char *sequence, char **args); /* of another key */
/* For `doctor`: the keys that the user has bound, and that are not ours. */
void keys_findings(synapse_emit_finding emit, void *arg);
/* Whether only we have bound that key (metafied) in the keymap. */
int is_only_ours(Keymap map, const char *sequence);

/* zsh_unbound.c */
void unbound_start(void);
void unbound_stop(void);
/* Does what the pressed key would do if our keys were not bound. */
int run_unbound(char **args);

#endif
