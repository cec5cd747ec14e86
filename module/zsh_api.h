/* The parts of zsh that the module uses, as in zsh 5.3 to 5.9.
 *
 * This file states facts of zsh's module interface in our own words, so that
 * one binary serves those versions and the build needs no headers of zsh.
 * Structures, flags and functions are the same in all of them, with these
 * exceptions:
 *   - option numbers differ: options are looked up by name;
 *   - old versions of require_module() and execzlefunc() have no last argument,
 *     and ignore it;
 *   - `zle_recursive` exists from 5.6 on: it is looked up (zsh_ghost.c).
 * The module refuses a shell of another version, or one built in another way,
 * before it uses any of this (zsh_glue.c). */
#ifndef SYNAPSE_ZSH_API_H
#define SYNAPSE_ZSH_API_H

#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

typedef int64_t zlong;

/* ---- hash tables of named things ---- */

typedef struct hashnode *HashNode;
typedef struct hashtable *HashTable;

struct hashnode {
  HashNode next;
  char *nam;
  int flags;
};
enum { DISABLED = 1 };

typedef HashNode (*ZshLookup)(HashTable, const char *);

struct hashtable {
  int hsize, ct;
  HashNode *nodes;
  void *tmpdata;
  void (*hash)(void), (*emptytable)(void), (*filltable)(void);
  void (*cmpnodes)(void), (*addnode)(void);
  ZshLookup getnode;  /* an enabled one */
  ZshLookup getnode2; /* any */
  void (*removenode)(void), (*disablenode)(void), (*enablenode)(void);
  void (*freenode)(void), (*printnode)(void), (*scantab)(void);
};

/* For a function: the file that defines it. */
typedef struct shfunc {
  struct hashnode node;
  char *filename;
} * Shfunc;

extern HashTable aliastab, reswdtab, shfunctab, builtintab;

typedef struct alias {
  struct hashnode node;
  char *text;
  int inuse;
} * Alias;

/* ---- builtins and modules ---- */

typedef struct options {
  unsigned char ind[128];
  char **args;
  int argscount, argsalloc;
} * Options;
#define OPT_ISSET(ops, letter) ((ops)->ind[(unsigned char)(letter)] != 0)

typedef int (*HandlerFunc)(char *, char **, Options, int);

typedef struct builtin {
  struct hashnode node;
  HandlerFunc handlerfunc;
  int minargs, maxargs, funcid;
  char *optstr, *defopts;
} * Builtin;
enum { BINF_HANDLES_OPTS = 1 << 18 };

/* Only the name of a module is used. */
typedef struct module {
  struct hashnode node;
} * Module;

typedef struct features {
  Builtin builtins;
  int builtin_count;
  void *conditions;
  int condition_count;
  void *math_functions;
  int math_count;
  void *parameters;
  int parameter_count;
  int abstract_count;
} * Features;

char **featuresarray(Module, Features);
int handlefeatures(Module, Features, int **);
int setfeatureenables(Module, Features, int *);
int require_module(const char *, void *, int);
int module_loaded(const char *);
void add_dep(const char *, char *);

/* ---- hooks in C ---- */

typedef struct linknode *LinkNode;
struct linknode {
  LinkNode next, prev;
  void *dat;
};
typedef union linkroot {
  struct {
    LinkNode first, last;
    int flags;
  } list;
  struct linknode node;
} * LinkList;

typedef struct hookdef *Hookdef;
typedef int (*Hookfn)(Hookdef, void *);
struct hookdef {
  Hookdef next;
  char *name;
  Hookfn def;
  int flags;
  LinkList funcs;
};

Hookdef gethookdef(char *);
int runhookdef(Hookdef, void *);
int addhookfunc(char *, Hookfn);
int deletehookfunc(char *, Hookfn);
int addhookdeffunc(Hookdef, Hookfn);
int deletehookdeffunc(Hookdef, Hookfn);
void addprepromptfn(void (*)(void));
void delprepromptfn(void (*)(void));

/* ---- text: metafied, that is (Meta, byte ^ 32) for some bytes ---- */

#define Meta ((char)0x83)
/* %{ and %} in an expanded prompt. */
#define InvisibleBegin ((char)0x88)
#define InvisibleEnd ((char)0x8a)
enum { META_DUP = 3 };
char *metafy(char *, int, int);
char *unmetafy(char *, int *);
char *ztrdup(const char *);
char *dupstring(const char *);
char *bicat(const char *, const char *);
char *tricat(const char *, const char *, const char *);
char **zarrdup(char **);
int arrlen(char **);
void *zalloc(size_t);
void zsfree(char *);
void pushheap(void);
void popheap(void);

typedef struct patprog *Patprog;
void tokenize(char *);
Patprog patcompile(char *, int, char **);
int pattry(Patprog, char *);

/* Only the flags of a parameter and the table of an association are used. */
typedef struct param {
  struct hashnode node;
  HashTable association; /* of PM_HASHED alone */
} * Param;
enum {
  PM_TYPES = 0x1F, /* 0: a string */
  PM_HASHED = 1 << 4,
  PM_READONLY = 1 << 10,
  PM_EXPORTED = 1 << 12
};
extern HashTable paramtab;
Param assignsparam(char *, char *, int);
void unsetparam(char *);
char *getsparam(char *);
char **getaparam(char *);
zlong getiparam(char *);
Param setsparam(char *, char *);
Param setaparam(char *, char **);

/* ---- the shell's state ---- */

/* `opts` is indexed by the number from optlookup(). */
extern char opts[];
int optlookup(const char *);

/* The earlier lines of the command whose continuation is edited: `chline` up to
 * `hptr`, or, while a widget of the user runs, `zle_chline`. */
extern char *chline, *hptr, *zle_chline;
extern char *pwd;
extern int SHTTY, noerrs, stophist, zleactive;
extern volatile int errflag, exit_pending;
extern volatile zlong lastval;
enum { ERRFLAG_ERROR = 1, ERRFLAG_INT = 2 };
void execstring(char *, int, int, char *);
void zwarn(const char *, ...);
void zwarnnam(const char *, const char *, ...);

typedef struct histent *Histent;
struct histent {
  struct hashnode node; /* its name is the line */
  Histent up, down;
  char *zle_text;
  time_t stim, ftim;
  short *words;
  int nwords;
  zlong histnum;
};
enum { HIST_TMPSTORE = 0x20, HIST_NOWRITE = 0x40 };
extern Histent hist_ring;
extern struct histent curline;
extern zlong curhist, histlinect;

/* ---- signals, queued ---- */

enum { ZSH_SIGNALS = 128 };
extern volatile int queueing_enabled, queue_front, queue_rear;
extern int signal_queue[ZSH_SIGNALS];
extern sigset_t signal_mask_queue[ZSH_SIGNALS];
sigset_t signal_setmask(sigset_t);
void zhandler(int);
void install_handler(int);
void clearjobtab(int);

static inline int queue_signal_level(void) { return queueing_enabled; }
static inline void restore_queue_signals(int level) {
  queueing_enabled = level;
}
static inline void run_queued_signals(void) {
  while (queue_front != queue_rear) {
    queue_front = (queue_front + 1) % ZSH_SIGNALS;
    sigset_t before = signal_setmask(signal_mask_queue[queue_front]);
    zhandler(signal_queue[queue_front]);
    signal_setmask(before);
  }
}
static inline void dont_queue_signals(void) {
  queueing_enabled = 0;
  run_queued_signals();
}
static inline void queue_signals(void) { queueing_enabled++; }
static inline void unqueue_signals(void) {
  if (!--queueing_enabled) run_queued_signals();
}

/* ---- the terminal ---- */

extern zlong zterm_columns, zterm_lines;
extern int termflags, tccolours, tclen[];
enum { TERM_BAD = 1, TERM_UNKNOWN = 2, TERM_NOUP = 4, TERM_SHORT = 8 };
enum { TCUNDERLINEBEG = 20 };
static inline int tccan(int capability) { return tclen[capability]; }
void countprompt(char *, int *, int *, int);
int noquery(int);
/* The running functions, the innermost first. */
extern struct funcstack *funcstack;

typedef char *(*ZleEntryPoint)(int, va_list);
extern ZleEntryPoint zle_entry_ptr;
enum {
  ZLE_CMD_READ = 1,
  ZLE_CMD_TRASH = 3,
  ZLE_CMD_RESET_PROMPT = 4,
  ZLE_CMD_REFRESH = 5
};

/* ---- the line editor, module zsh/zle ---- */

typedef wchar_t *ZLE_STRING_T;
enum { ZLCON_LINE_START = 0, ZLCON_LINE_CONT = 1 };
enum { ZSL_COPY = 1, ZSL_TOEND = 2 };

struct modifier {
  int flags, mult, tmult, vibuf, base;
};
enum { MOD_MULT = 1, MOD_TMULT = 2 };

typedef struct keymap *Keymap;
typedef struct zsh_key *Key;
typedef struct thingy *Thingy;
typedef struct widget *Widget;
typedef int (*ZleIntFunc)(char **);

/* Further members are not used. */
struct keymap {
  Thingy first[256]; /* of a byte that begins no longer key */
  HashTable multi;   /* of all others: struct zsh_key */
};

struct zsh_key {
  HashNode next;
  char *nam; /* the sequence, metafied */
  Thingy bind;
  char *str; /* the keys that it sends (bindkey -s); bind is NULL then */
  int prefixct;
};

struct widget {
  int flags;
  Thingy first;
  union {
    ZleIntFunc fn;
    char *fnnam;
    struct {
      ZleIntFunc fn;
      char *wid, *func;
    } comp;
  } u;
};

/* A name and its widget. */
struct thingy {
  HashNode next;
  char *nam;
  int flags, rc;
  Widget widget;
  Thingy samew;
};

enum {
  WIDGET_INT = 1 << 0,
  ZLE_MENUCMP = 1 << 2,
  ZLE_LASTCOL = 1 << 7,
  ZLE_KEEPSUFFIX = 1 << 9,
  ZLE_NOTCOMMAND = 1 << 10,
  ZLE_NOLAST = 1 << 14 /* from 5.8 on; earlier versions ignore it */
};

#endif
