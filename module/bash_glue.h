/* bash_glue.h: declarations that the parts of the bash module share, and the
 * parts of readline that they use.
 *
 *   bash_glue.c   load and unload, the builtin, prompts and submitted lines
 *   bash_host.c   data of the shell: names, history, variables
 *   bash_ghost.c  drawing next to readline, the readline hooks
 *   bash_list.c   the list below the line
 *   bash_walk.c   the history, a line at a time
 *   bash_complete.c  the matches of bash's own completion
 *   bash_keys.c   the commands, keys, and earlier bindings
 *
 * bash contains its own readline and installs no header for it. The used parts
 * of readline and of bash are declared here, so that the build needs no header
 * of bash. 4.4 to 5.3 agree on all of them (offsets, sizes and exported names
 * were compared). The module refuses other versions. */
#ifndef SYNAPSE_BASH_GLUE_H
#define SYNAPSE_BASH_GLUE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "module/synapse.h"

#define BASH_VERSIONS "4.4 to 5.3"

/* ---- bash ---------------------------------------------------------------- */

typedef struct bash_word {
  char *text;
  int flags;
} bash_word;
typedef struct bash_word_list {
  struct bash_word_list *next;
  bash_word *word;
} bash_word_list;
typedef int bash_builtin_function(bash_word_list *);
struct builtin {
  char *name;
  bash_builtin_function *function;
  int flags; /* BUILTIN_ENABLED and others */
  char *const *long_doc;
  const char *short_doc;
  char *handle; /* owned by bash */
};
enum { BUILTIN_ENABLED = 1 };
enum { EXECUTION_FAILURE = 1 };
typedef struct bash_alias {
  char *name;
  char *value;
} bash_alias; /* further members are not used */
typedef struct bash_variable {
  char *name;
  char *value;
  char *for_environment;
  struct bash_variable *(*dynamic_value)(struct bash_variable *);
  void *assign;
  int attributes;
} bash_variable; /* further members are not used */
enum {
  ATT_EXPORTED = 0x1,
  ATT_READONLY = 0x2,
  ATT_NO_STRING = 0x4 | 0x8 | 0x10 | 0x40 | 0x800
};

extern struct builtin *shell_builtins;
extern int num_shell_builtins;
extern const char *const dist_version; /* "5.2" */
extern int interactive_shell, extended_glob, remember_on_history;
extern int executing_builtin, current_command_line_count;
extern int current_command_number; /* of the commands read so far */
extern volatile int last_command_exit_value;
extern char *the_current_working_directory;
extern char *get_string_value(const char *);
extern bash_alias *find_alias(char *), **all_aliases(void);
extern bash_variable *find_global_variable(const char *);
extern bash_variable *bind_global_variable(const char *, char *, int);
extern bash_variable *find_variable(const char *);
extern int unbind_variable(const char *);
extern int mark_modified_vars;
extern bash_variable *find_function(const char *);
extern bash_variable **all_visible_functions(void);
extern bash_builtin_function *builtin_address(char *);
extern int find_reserved_word(char *);
extern int strmatch(char *, char *, int);
extern int sh_chkwrite(int);
/* For a child: no job control, and its own children are waited for. */
#pragma weak set_sigchld_handler
extern void without_job_control(void), set_sigchld_handler(void);

/* ---- readline ------------------------------------------------------------ */

typedef int rl_command(int, int);
typedef struct keymap_entry {
  char type; /* enum key_type */
  rl_command *function;
} * rl_keymap;
enum { ANY_OTHER_KEY = 256, KEYMAP_SIZE = 257 };
enum key_type { KEY_FUNCTION = 0, KEY_KEYMAP = 1, KEY_MACRO = 2 };

enum {
  STATE_READCMD = 0x8,
  STATE_METANEXT = 0x10,
  STATE_SEARCHING = 0x80 | 0x100 | 0x200,
  STATE_NUMERICARG = 0x400,
  STATE_MACROINPUT = 0x800,
  STATE_COMPLETING = 0x4000,
  STATE_SIGHANDLER = 0x8000,
  STATE_INPUTPENDING = 0x20000,
  STATE_VIMOTION = 0x100000,
  STATE_MULTIKEY = 0x200000
};

enum { READ_ERROR = -2 }; /* of rl_getc(), while a command is read */

extern char *rl_line_buffer, *rl_prompt;
extern int rl_point, rl_end, rl_done, rl_pending_input, rl_explicit_arg;
extern int rl_already_prompted;
extern unsigned long rl_readline_state;
extern FILE *rl_instream, *rl_outstream;
extern rl_command *rl_last_func;
extern char *rl_executing_keyseq;
extern void (*rl_redisplay_function)(void);
extern int (*rl_getc_function)(FILE *);
extern void (*rl_prep_term_function)(int);
extern void (*rl_deprep_term_function)(void);
extern void rl_redisplay(void);
extern int rl_insert_text(const char *);
extern int rl_begin_undo_group(void), rl_end_undo_group(void);
extern int rl_ding(void);
extern int rl_add_defun(const char *, rl_command *, int);
extern rl_keymap rl_get_keymap(void), rl_get_keymap_by_name(const char *);
extern int rl_bind_keyseq_in_map(const char *, rl_command *, rl_keymap);
extern int rl_stuff_char(int);
/* Every command by its name; a NULL ends the list. */
struct named_command {
  const char *name;
  rl_command *function;
};
extern struct named_command **funmap;
extern rl_command *rl_function_of_keyseq(const char *, rl_keymap, int *);
extern char **rl_invoking_keyseqs_in_map(rl_command *, rl_keymap);
extern void rl_push_macro_input(char *);
extern char *rl_get_termcap(const char *);

/* Its result: the part that all matches share, then the matches if there are
 * several; NULL ends it. */
typedef char **rl_completer(const char *, int, int);
extern rl_completer *rl_attempted_completion_function;
extern const char *rl_completer_word_break_characters;
extern int rl_filename_completion_desired;

extern void (*rl_signal_event_hook)(void);
extern int (*rl_event_hook)(void);
extern int rl_pending_signal(void);
/* bash 4.4 lacks the first function, and has the second one for the same
 * purpose. */
#pragma weak rl_check_signals
#pragma weak _rl_signal_handler
extern void rl_check_signals(void);
extern void _rl_signal_handler(int);

/* readline's own record of the cursor. */
extern int _rl_last_c_pos, _rl_last_v_pos, _rl_vis_botlin;
extern int _rl_screenwidth, _rl_screenheight, _rl_echoing_p;
extern int _rl_horizontal_scroll_mode, _rl_keyseq_timeout;
extern char *_rl_term_clreol;
extern void _rl_redisplay_after_sigwinch(void);

extern synapse_engine *engine;

int in_own_shell(void);

/* Blocks the shell's signals during a call of the engine. Signals of a fault
 * stay unblocked: the engine catches them itself. */
void block_signals(sigset_t *saved);
void unblock_signals(const sigset_t *saved);

/* bash_glue.c */
int at_command_line(void); /* at a prompt of the shell, not in `read -e` */
int at_primary_prompt(void);
int give_way(void);
int has_command(void); /* at such a prompt, or at a continuation prompt */
/* The edited line. At a continuation prompt the earlier lines of the command
 * come first (`before` bytes). The caller frees the result. */
char *command_text(synapse_text *text, size_t *before);
void line_begins(void);    /* a line editor started */
void line_submitted(void); /* Enter */
void line_cancelled(void); /* ^C */

/* bash_host.c */
void fill_host(synapse_host *host, int is_interactive);
int history_wants(const char *line);
void mode_set(void);   /* sets $SYNAPSE_MODE to the current mode */
void mode_unset(void); /* removes it */

/* bash_ghost.c */
void ghost_start(void);
void ghost_stop(void);
int ghost_offered(void);
void ghost_clear_line(void);      /* shows no ghost until the line changes */
void ghost_message(synapse_text); /* below the line until the next key */
void ghost_message_styled(const synapse_styled *);
int ghost_may_be_taken(void); /* ghosts are drawn for this line */
void ghost_findings(synapse_emit_finding emit, void *arg);
void ghost_toggle(void); /* turns the ghost off or on in this shell */
void ghost_show_line(void);
int can_draw(void); /* on this terminal, next to readline */

/* bash_list.c */
/* Keys were typed ahead, or a paste goes on. */
int keys_wait(void);
int run_list(enum synapse_list_kind kind, int count, int key);
int list_is_open(void);
void list_redraw(void);
void list_draw(void);
void list_work(void);
void list_forget(void);
void replace_line(const char *text);

/* bash_complete.c */
void host_complete(void *ctx, int fd);

/* bash_walk.c */
int walk_up(int count, int key);
int walk_down(int count, int key);

/* bash_keys.c */
int has_keys(void); /* some are bound */
/* For `doctor`: the keys that the user has bound, and that are not ours. */
void keys_findings(synapse_emit_finding emit, void *arg);
int run_prior(int count, int key); /* runs the earlier binding of the key */
int run_line(void);                /* acts like Enter, on a line just changed */
/* Names our commands for `bind`, which a start-up file may call. */
void name_commands(void);
void bind_keys(void);
void restore_keys(void);
void settle_last_command(void);

#endif
