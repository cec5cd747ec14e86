/* Keys: what is bound, what was bound before, and running that.
 *
 * Bindings are remembered by keymap and key. A key that has become the user's
 * again is left alone when the module goes. */
#include <dlfcn.h>

#include "zsh_glue.h"

struct key {
  const char *sequence; /* unmetafied; every one here is plain ASCII */
  const char *widget;
  int emacs_only;
};

static const struct key keys[] = {
    /* Right and End: cursor keys, application mode, and older terminals. */
    {"\033[C", "synapse-take", 0},
    {"\033OC", "synapse-take", 0},
    {"\033[F", "synapse-take", 0},
    {"\033OF", "synapse-take", 0},
    {"\033[4~", "synapse-take", 0},
    {"\033[8~", "synapse-take", 0},
    {"\005", "synapse-take", 0}, /* ^E */
    {"\006", "synapse-take", 0}, /* ^F */
    /* Ctrl-Right: xterm, rxvt. */
    {"\033[1;5C", "synapse-take-word", 0},
    {"\033[5C", "synapse-take-word", 0},
    {"\033Oc", "synapse-take-word", 0},
    /* In vi's keymaps ESC f is a command typed fast, not Alt-F. */
    {"\033f", "synapse-take-word", 1},
    {"\t", "synapse-next", 0},
    {"\033[Z", "synapse-previous", 0}, /* Shift-Tab */
};
#define KEYS (sizeof keys / sizeof keys[0])

/* What the terminal's own description calls Right and End. */
static const char *const described[] = {"kcuf1", "kend"};
#define DESCRIBED (sizeof described / sizeof described[0])

static const char *const keymaps[] = {"emacs", "viins", "main"};
#define KEYMAPS (sizeof keymaps / sizeof keymaps[0])

struct prior {
  const char *keymap;
  char *sequence; /* metafied */
  const char *ours;
  char *widget; /* the name of what was bound, or */
  char *string; /* the keys that were sent (bindkey -s), metafied */
};

static struct prior priors[KEYMAPS * (KEYS + DESCRIBED)];
static size_t prior_count;

static int is_ours(Thingy widget) {
  return widget && !strncmp(widget->nam, "synapse-", 8);
}

static void bind_key(const char *keymap, const char *sequence,
                     const char *widget) {
  Keymap map = zle.openkeymap((char *)keymap);
  if (!map) return;
  char *key = metafied((synapse_text){sequence, strlen(sequence)});
  char *string = NULL;
  Thingy bound = zle.keybind(map, key, &string);
  if (is_ours(bound)) { /* `main` is one of the other two */
    free(key);
    return;
  }
  struct prior *prior = &priors[prior_count++];
  prior->keymap = keymap;
  prior->sequence = key;
  prior->ours = widget;
  prior->widget = bound && !string ? strdup(bound->nam) : NULL;
  prior->string = string ? strdup(string) : NULL;
  zle.bindkey(map, key, zle.rthingy((char *)widget), NULL);
}

static int keys_wanted(void) {
  synapse_text value;
  queue_signals();
  int wanted = !synapse_config(engine, "prompt.keys", &value) || !value.size ||
               (*value.data != 'f' && *value.data != '0');
  unqueue_signals();
  return wanted;
}

void bind_keys(void) {
  if (!keys_wanted()) return;
  char *(*tigetstr)(const char *) =
      (char *(*)(const char *))dlsym(RTLD_DEFAULT, "tigetstr");
  for (size_t m = 0; m < KEYMAPS; m++) {
    for (size_t k = 0; k < KEYS; k++)
      if (!keys[k].emacs_only ||
          zle.openkeymap((char *)keymaps[m]) == zle.openkeymap("emacs"))
        bind_key(keymaps[m], keys[k].sequence, keys[k].widget);
    for (size_t d = 0; tigetstr && d < DESCRIBED; d++) {
      const char *sequence = tigetstr(described[d]);
      if (sequence && sequence != (char *)-1 && *sequence == '\033')
        bind_key(keymaps[m], sequence, "synapse-take");
    }
  }
}

void restore_keys(void) {
  for (size_t i = 0; i < prior_count; i++) {
    struct prior *prior = &priors[i];
    Keymap map = zle.openkeymap((char *)prior->keymap);
    char *string = NULL;
    Thingy bound = map ? zle.keybind(map, prior->sequence, &string) : NULL;
    if (bound && !string && !strcmp(bound->nam, prior->ours)) {
      if (prior->string)
        zle.bindkey(map, prior->sequence, NULL, ztrdup(prior->string));
      else
        zle.bindkey(
            map, prior->sequence,
            zle.rthingy(prior->widget ? prior->widget : "undefined-key"), NULL);
    }
    free(prior->sequence);
    free(prior->widget);
    free(prior->string);
  }
  prior_count = 0;
}

static struct prior *find_prior(void) {
  Keymap current =
      *zle.curkeymapname ? zle.openkeymap(*zle.curkeymapname) : NULL;
  for (size_t i = 0; i < prior_count; i++)
    if (!strcmp(priors[i].sequence, *zle.keybuf) &&
        zle.openkeymap((char *)priors[i].keymap) == current)
      return &priors[i];
  return NULL;
}

int run_prior(char **args) {
  struct prior *prior = find_prior();
  if (!prior) return 1; /* a key that the user gave us: nothing to take */
  if (prior->string) {
    size_t size;
    char *keys_sent = unmetafied(prior->string, &size);
    char *copy = metafied((synapse_text){keys_sent, size});
    zle.ungetbytes_unmeta(copy, strlen(copy));
    free(copy);
    free(keys_sent);
    return 0;
  }
  if (!prior->widget || !strcmp(prior->widget, "undefined-key")) return 1;
  Thingy widget = zle.rthingy(prior->widget);
  int status = zle.execzlefunc(widget, args, 1, 1);
  zle.unrefthingy(widget);
  return status;
}
