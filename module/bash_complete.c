/* The matches of bash's own completion (`complete`, bash-completion) for the
 * edited line, in a copy of the shell (module/synapse.h: complete). */
#include <fcntl.h>
#include <sys/stat.h>

#include "bash_glue.h"

static void put(FILE *answer, const char *before, size_t before_size,
                const char *match) {
  fwrite(before, 1, before_size, answer);
  fputs(match, answer);
  struct stat st;
  if (rl_filename_completion_desired && match[strlen(match) - 1] != '/' &&
      !stat(match, &st) && S_ISDIR(st.st_mode))
    fputc('/', answer);
  fputc(0, answer); /* bash has no descriptions */
  fputc(0, answer);
}

/* bash breaks words at `=` and `:` too; a match replaces the last part. */
void host_complete(void *ctx, int fd) {
  (void)ctx;
  int own = fcntl(fd, F_DUPFD_CLOEXEC, 64), null = open("/dev/null", O_RDWR);
  FILE *answer = own < 0 ? NULL : fdopen(own, "w");
  if (!answer || null < 0 || !rl_attempted_completion_function) return;
  dup2(null, 1);
  without_job_control();
  if (set_sigchld_handler) set_sigchld_handler();
  const char *line = rl_line_buffer,
             *breaks = rl_completer_word_break_characters;
  int start = rl_point, word = rl_point;
  while (start > 0 && !strchr(breaks ? breaks : " \t\n", line[start - 1]))
    start--;
  while (word > 0 && !strchr(" \t\n", line[word - 1])) word--;
  char *text = strndup(line + start, (size_t)(rl_point - start));
  char **matches =
      text ? rl_attempted_completion_function(text, start, rl_point) : NULL;
  if (!matches || !matches[0]) return;
  for (char **match = matches[1] ? matches + 1 : matches; *match; match++) {
    if (**match) put(answer, line + word, (size_t)(start - word), *match);
  }
  fflush(answer);
}
