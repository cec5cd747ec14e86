/* The matches of zsh's own completion (compsys, or compctl's newer widgets) for
 * the edited line, in a copy of the shell (module/synapse.h: complete).
 *
 * _main_complete runs in a completion widget of its own, and `compadd` is ours
 * meanwhile: it asks zsh's own for the matches of each call (-A), writes them,
 * and then lets the call add them, since completion functions count them.
 * Nothing is drawn: the terminal of the copy is /dev/null.
 * Rejected: a zpty, which needs another module and reads the screen; a call in
 * the shell itself, which a slow function would stop, and which leaves loaded
 * functions behind. */
#include <fcntl.h>

#include "zsh_glue.h"

static HandlerFunc own_compadd;
static FILE *answer;

/* The arguments of a call of compadd that describe its matches. */
struct call {
  char *prefix, *hidden_prefix, *suffix, *shown;
  int stores;  /* -A, -O, -D: nothing is added */
  int is_file; /* -f */
  int quoted;  /* -Q */
};

static void note_option(struct call *c, char letter, char *value) {
  switch (letter) {
    case 'P': c->prefix = value; break;
    case 'p': c->hidden_prefix = value; break;
    case 'S': c->suffix = value; break;
    case 'd': c->shown = value; break;
    case 'A':
    case 'O':
    case 'D': c->stores = 1; break;
    default: break;
  }
}

/* As zsh reads them: letters in one word, a value in the same or next one. */
static struct call read_call(char **argv) {
  static const char takes_value[] = "FPpSsIiWXxJVdOADEMrR";
  struct call c = {0};
  for (; *argv && **argv == '-'; argv++) {
    if (!(*argv)[1] || !strcmp(*argv, "--")) break;
    for (char *letter = *argv + 1; *letter; letter++) {
      if (*letter == 'f') c.is_file = 1;
      if (*letter == 'Q') c.quoted = 1;
      /* From 5.9 on -o may have a value. */
      if (*letter == 'o' && !letter[1] && argv[1] &&
          (!strncmp(argv[1], "match", 5) || !strncmp(argv[1], "no", 2) ||
           !strncmp(argv[1], "num", 3) || !strncmp(argv[1], "rev", 3)))
        argv++;
      if (!strchr(takes_value, *letter)) continue;
      char *value = letter[1] ? letter + 1 : argv[1];
      if (!value) return c;
      if (!letter[1]) argv++;
      note_option(&c, *letter, value);
      break;
    }
  }
  return c;
}

/* Without backslashes where the match is written as it is inserted. */
static void put(const char *text, int quoted) {
  size_t size;
  char *plain = unmetafied(text ? text : "", &size);
  for (size_t i = 0; plain && i < size; i++) {
    if (quoted && plain[i] == '\\' && i + 1 < size) i++;
    if (plain[i]) fputc(plain[i], answer);
  }
  free(plain);
}

/* "add     -- Add files": the text behind the dashes. */
static const char *description(const char *shown, const char *match) {
  if (!shown || !strcmp(shown, match)) return "";
  const char *dashes = strstr(shown, " -- ");
  return dashes                                 ? dashes + 4
         : strncmp(shown, match, strlen(match)) ? shown
                                                : "";
}

static void write_matches(const struct call *c) {
  char **hits = getaparam("__synapse_hits");
  char **shown = c->shown ? getaparam("__synapse_shown") : NULL;
  for (; hits && *hits; hits++) {
    put(getsparam("IPREFIX"), c->quoted);
    put(c->prefix, c->quoted);
    put(c->hidden_prefix, c->quoted);
    put(*hits, c->quoted);
    if (c->suffix && strcmp(c->suffix, " ")) put(c->suffix, c->quoted);
    fputc(0, answer);
    put(description(shown && *shown ? *shown : NULL, *hits), 0);
    fputc(0, answer);
    if (shown && *shown) shown++;
  }
}

static int capture(char *name, char **argv, Options ops, int func) {
  struct call c = read_call(argv);
  if (!c.stores && !c.is_file) {
    size_t count = (size_t)arrlen(argv);
    char **asked = calloc(count + 5, sizeof *asked);
    char **texts = c.shown ? getaparam(c.shown) : NULL;
    static char *none[] = {NULL};
    setaparam("__synapse_shown", zarrdup(texts ? texts : none));
    if (asked) {
      asked[0] = "-A";
      asked[1] = "__synapse_hits";
      asked[2] = "-D";
      asked[3] = "__synapse_shown";
      /* zsh moves the pointers in the array that it reads. */
      memcpy(asked + 4, argv, count * sizeof *argv);
      own_compadd(name, asked, ops, func);
      write_matches(&c);
      free(asked);
    }
  }
  return own_compadd(name, argv, ops, func);
}

void host_complete(void *ctx, int fd) {
  (void)ctx;
  int own = fcntl(fd, F_DUPFD_CLOEXEC, 64), null = open("/dev/null", O_RDWR);
  answer = own < 0 ? NULL : fdopen(own, "w");
  if (!answer || null < 0 || require_module("zsh/complete", NULL, 0)) return;
  dup2(null, 1);
  if (SHTTY >= 0) dup2(null, SHTTY);
  /* The copy waits for its own children, and has no jobs yet. */
  queue_front = queue_rear;
  queueing_enabled = 0;
  clearjobtab(0);
  install_handler(SIGCHLD);
  Builtin compadd = (Builtin)builtintab->getnode(builtintab, "compadd");
  if (!compadd || !compadd->handlerfunc) return;
  own_compadd = compadd->handlerfunc;
  compadd->handlerfunc = capture;
  static char run[] =
      "builtin unsetopt monitor notify\n"
      "builtin trap - DEBUG ERR CHLD\n"
      "if (( $+functions[_main_complete] )); then\n"
      "  __synapse_complete() {\n"
      "    _main_complete\n"
      "    compstate[insert]= compstate[list]=\n"
      "  }\n"
      "  builtin zle -C __synapse complete-word __synapse_complete\n"
      "  builtin zle __synapse\n"
      "fi";
  execstring(run, 1, 0, "synapse");
  fflush(answer);
}
