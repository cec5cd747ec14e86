/* Keys: the bindings, the earlier bindings, and running those.
 *
 * Bindings are stored by keymap and key. On unload a key that the user has
 * bound again is left alone. */
#include <dlfcn.h>

#include "keys.h"
#include "zsh_glue.h"

static const struct key keys[] = {
#define X(sequence, command, when, natural) {sequence, command, when, natural},
    SYNAPSE_KEYS(X)
#undef X
};
#define KEYS (sizeof keys / sizeof keys[0])

static const char *const names[] = {
#define X(constant, name, function) name,
    SYNAPSE_COMMANDS(X)
#undef X
};

/* Right and End in the terminal's own description. */
static const struct {
  const char *capability, *natural;
} described[] = {{"kcuf1", "forward-char"}, {"kend", "end-of-line"}};
#define DESCRIBED (sizeof described / sizeof described[0])

static const char *const keymaps[] = {"emacs", "viins", "main"};
#define KEYMAPS (sizeof keymaps / sizeof keymaps[0])

struct prior {
  const char *keymap;
  char *sequence; /* metafied */
  const char *ours;
  const char *natural;
  char *widget; /* the name of the earlier widget, or */
  char *string; /* the keys that it sent (bindkey -s), metafied */
};

static struct prior priors[KEYMAPS * (KEYS + DESCRIBED)];
static size_t prior_count;

int keys_are_bound(void) { return prior_count > 0; }

static int is_ours(Thingy widget) {
  return widget && !strncmp(widget->nam, "synapse-", 8);
}

static int is_bound(Thingy widget) {
  return widget && strcmp(widget->nam, "undefined-key");
}

/* With another plugin's ghost a key is bound only if it was unbound. zsh would
 * otherwise insert a part of the key's bytes, and the plugin takes its ghost at
 * the end of the line. */
static void bind_key(const char *keymap, const struct key *key,
                     int other_ghost) {
  Keymap map = zle.openkeymap((char *)keymap);
  if (!map) return;
  size_t length = *key->sequence ? strlen(key->sequence) : 1;
  char *sequence = metafied((synapse_text){key->sequence, length});
  char *string = NULL;
  Thingy bound = zle.keybind(map, sequence, &string);
  /* `main` is one of the other two. */
  if (is_ours(bound) || (other_ghost && (string || is_bound(bound)))) {
    free(sequence);
    return;
  }
  struct prior *prior = &priors[prior_count++];
  prior->keymap = keymap;
  prior->sequence = sequence;
  prior->ours = other_ghost ? key->natural : names[key->command];
  prior->natural = key->natural;
  prior->widget = bound && !string ? strdup(bound->nam) : NULL;
  prior->string = string ? strdup(string) : NULL;
  zle.bindkey(map, sequence, zle.rthingy((char *)prior->ours), NULL);
}

/* The settings at the time when the keys were bound. */
static struct {
  int sets, other_ghost;
} bound_for;

static int shows_list(const struct key *key) {
  return key->command == LIST || key->command == SEARCH;
}

static int wanted(const struct key *key, int emacs) {
  if (bound_for.other_ghost && !shows_list(key) && !key->natural) return 0;
  return key_is_wanted(key, bound_for.sets, emacs);
}

/* A plugin that is loaded after the first prompt, such as zsh-vi-mode, binds
 * End and Ctrl-E to movements. These are replaced as if they had been bound
 * earlier. A key with any other binding belongs to the user. */
static int is_movement(const char *name) {
  static const char *const movements[] = {
      "forward-char",    "vi-forward-char", "end-of-line",
      "vi-end-of-line",  "forward-word",    "emacs-forward-word",
      "vi-forward-word", NULL};
  for (size_t i = 0; movements[i]; i++)
    if (!strcmp(name, movements[i])) return 1;
  return 0;
}

static void bind_movements_again(void) {
  for (size_t i = 0; i < prior_count; i++) {
    struct prior *prior = &priors[i];
    if (strncmp(prior->ours, "synapse-take", 12)) continue;
    Keymap map = zle.openkeymap((char *)prior->keymap);
    char *string = NULL;
    Thingy bound = map ? zle.keybind(map, prior->sequence, &string) : NULL;
    if (!bound || string || !is_movement(bound->nam)) continue;
    free(prior->widget);
    free(prior->string);
    prior->widget = strdup(bound->nam);
    prior->string = NULL;
    zle.bindkey(map, prior->sequence, zle.rthingy((char *)prior->ours), NULL);
  }
}

void bind_keys(void) {
  queue_signals();
  int sets = synapse_keys(engine), other = other_ghost();
  unqueue_signals();
  if (sets == bound_for.sets && other == bound_for.other_ghost) {
    bind_movements_again();
    return;
  }
  restore_keys();
  bound_for.sets = sets;
  bound_for.other_ghost = other;
  if (!sets) return;
  char *(*tigetstr)(const char *) =
      (char *(*)(const char *))dlsym(RTLD_DEFAULT, "tigetstr");
  for (size_t m = 0; m < KEYMAPS; m++) {
    int emacs =
        zle.openkeymap((char *)keymaps[m]) == zle.openkeymap("emacs");
    for (size_t k = 0; k < KEYS; k++)
      if (wanted(&keys[k], emacs))
        bind_key(keymaps[m], &keys[k],
                 other && !shows_list(&keys[k]));
    for (size_t d = 0; tigetstr && d < DESCRIBED; d++) {
      struct key key = {tigetstr(described[d].capability), TAKE,
                        SYNAPSE_KEYS_USUAL, described[d].natural};
      if (key.sequence && key.sequence != (char *)-1 && *key.sequence == '\033')
        bind_key(keymaps[m], &key, other);
    }
  }
}

/* A completion plugin that is loaded later calls the earlier binding of Tab. */
static const char *tab_ours;
static char *tab_prior;

static void note_tab(const struct prior *prior, Thingy bound) {
  if (strcmp(prior->sequence, "\t") || !prior->widget || tab_prior) return;
  if (!bound || !strcmp(bound->nam, prior->widget) || is_ours(bound)) return;
  tab_ours = prior->ours;
  tab_prior = strdup(prior->widget);
}

void keep_tab(void) {
  if (tab_prior) widget_alias(tab_prior, tab_ours);
  free(tab_prior);
  tab_prior = NULL;
}

/* 0: the key is not ours there, but bound to `*now`, or sends a string. */
static int restore_key(Keymap map, const struct prior *prior, Thingy *now) {
  char *string = NULL;
  Thingy bound = map ? zle.keybind(map, prior->sequence, &string) : NULL;
  *now = string ? NULL : bound;
  if (!*now || strcmp(bound->nam, prior->ours)) return 0;
  if (prior->string)
    zle.bindkey(map, prior->sequence, NULL, ztrdup(prior->string));
  else
    zle.bindkey(map, prior->sequence,
                zle.rthingy(prior->widget ? prior->widget : "undefined-key"),
                NULL);
  return 1;
}

/* A plugin may have copied a keymap with our keys, mostly the current one. */
static void restore_copies(void) {
  HashTable maps = *zle.keymapnamtab;
  Keymap in_use = zle.openkeymap("main");
  Thingy now;
  for (int rest = 0; rest < 2; rest++)
    for (size_t p = 0; p < prior_count; p++) {
      if ((zle.openkeymap((char *)priors[p].keymap) == in_use) == rest ||
          strncmp(priors[p].ours, "synapse-", 8))
        continue;
      for (int i = 0; i < maps->hsize; i++)
        for (HashNode map = maps->nodes[i]; map; map = map->next)
          restore_key(zle.openkeymap(map->nam), &priors[p], &now);
    }
}

void restore_keys(void) {
  free(tab_prior);
  tab_prior = NULL;
  for (size_t i = 0; i < prior_count; i++) {
    Thingy now;
    if (!restore_key(zle.openkeymap((char *)priors[i].keymap), &priors[i],
                     &now) &&
        now)
      note_tab(&priors[i], now);
  }
  restore_copies();
  for (size_t i = 0; i < prior_count; i++) {
    free(priors[i].sequence);
    free(priors[i].widget);
    free(priors[i].string);
  }
  prior_count = 0;
  memset(&bound_for, 0, sizeof bound_for);
}

static struct prior *find_prior(const char *sequence) {
  Keymap current =
      *zle.curkeymapname ? zle.openkeymap(*zle.curkeymapname) : NULL;
  for (size_t i = 0; i < prior_count; i++)
    if (!strcmp(priors[i].sequence, sequence) &&
        zle.openkeymap((char *)priors[i].keymap) == current)
      return &priors[i];
  return NULL;
}

int run_prior(char **args) { return run_prior_of(*zle.keybuf, args); }

int run_prior_of(const char *sequence, char **args) {
  struct prior *prior = find_prior(sequence);
  if (!prior) return 1; /* bound by the user: no earlier binding */
  if (prior->string) {
    size_t size;
    char *keys_sent = unmetafied(prior->string, &size);
    char *copy = metafied((synapse_text){keys_sent, size});
    zle.ungetbytes_unmeta(copy, strlen(copy));
    free(copy);
    free(keys_sent);
    return 0;
  }
  const char *name = prior->widget;
  if (!name || !strcmp(name, "undefined-key")) name = prior->natural;
  if (!name) return 1;
  Thingy widget = zle.rthingy((char *)name);
  int status = zle.execzlefunc(widget, args, 1, 1);
  zle.unrefthingy(widget);
  return status;
}
