/* Keys: the bindings, the earlier bindings, and running those.
 *
 * Bindings are stored by keymap and key. On unload a key that the user has
 * bound again is left alone. */
#include <dlfcn.h>

#include "keys.h"
#include "zsh_glue.h"

static const struct key keys[] = {
#define X(sequence, label, command, when, natural) \
  {sequence, label, command, when, natural},
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
  const char *capability, *label;
  int when;
  const char *natural;
} described[] = {
    {"kcuf1", "Right", SYNAPSE_KEYS_USUAL | OF_ZSH, "forward-char"},
    {"kend", "End", SYNAPSE_KEYS_USUAL, "end-of-line"}};
#define DESCRIBED (sizeof described / sizeof described[0])

static const char *const keymaps[] = {"emacs", "viins", "main"};
#define KEYMAPS (sizeof keymaps / sizeof keymaps[0])

struct prior {
  const char *keymap;
  char *sequence; /* metafied */
  const char *ours;
  const char *natural;
  char *widget; /* the name of the earlier widget */
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

/* A key that begins others of the user is not free either. */
static int is_users(Keymap map, const struct key *key, const char *sequence,
                    Thingy bound, const char *string) {
  if (string) return 1;
  int emacs = map == zle.openkeymap("emacs");
  if (is_bound(bound))
    return !is_default_binding(key->command, bound->nam, emacs);
  if (is_bound_by_shell(key, OF_ZSH, emacs)) return 1;
  Key known = (Key)map->multi->getnode(map->multi, sequence);
  return known && known->prefixct;
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
  if (is_ours(bound) || is_users(map, key, sequence, bound, string) ||
      (other_ghost && is_bound(bound))) {
    free(sequence);
    return;
  }
  struct prior *prior = &priors[prior_count++];
  prior->keymap = keymap;
  prior->sequence = sequence;
  prior->ours = other_ghost ? key->natural : names[key->command];
  prior->natural = key->natural;
  prior->widget = bound ? strdup(bound->nam) : NULL;
  zle.bindkey(map, sequence, zle.rthingy((char *)prior->ours), NULL);
}

/* The settings at the time when the keys were bound. */
static struct { int sets, other_ghost; } bound_for;

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
      "forward-char", "vi-forward-char",    "end-of-line",     "vi-end-of-line",
      "forward-word", "emacs-forward-word", "vi-forward-word", NULL};
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
    prior->widget = strdup(bound->nam);
    zle.bindkey(map, prior->sequence, zle.rthingy((char *)prior->ours), NULL);
  }
}

static void bind_wanted(void) {
  int sets = synapse_keys(engine), other = other_ghost();
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
    int emacs = zle.openkeymap((char *)keymaps[m]) == zle.openkeymap("emacs");
    for (size_t k = 0; k < KEYS; k++)
      if (wanted(&keys[k], emacs))
        bind_key(keymaps[m], &keys[k], other && !shows_list(&keys[k]));
    for (size_t d = 0; tigetstr && d < DESCRIBED; d++) {
      struct key key = {tigetstr(described[d].capability), described[d].label,
                        TAKE, described[d].when, described[d].natural};
      if (key.sequence && key.sequence != (char *)-1 && *key.sequence == '\033')
        bind_key(keymaps[m], &key, other);
    }
  }
}

void bind_keys(void) {
  queue_signals();
  bind_wanted();
  unqueue_signals();
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

int is_only_ours(Keymap map, const char *sequence) {
  for (size_t i = 0; i < prior_count; i++) {
    const struct prior *prior = &priors[i];
    if (strcmp(prior->sequence, sequence) ||
        (prior->widget && strcmp(prior->widget, "undefined-key")) ||
        zle.openkeymap((char *)prior->keymap) != map)
      continue;
    char *string = NULL;
    Thingy bound = zle.keybind(map, prior->sequence, &string);
    return bound && !string && !strcmp(bound->nam, prior->ours);
  }
  return 0;
}

int run_prior(char **args) { return run_prior_of(*zle.keybuf, args); }

/* The binding of a key that is not ours. */
static int run_bound(const char *sequence, char **args) {
  Keymap current =
      *zle.curkeymapname ? zle.openkeymap(*zle.curkeymapname) : NULL;
  char *string = NULL;
  Thingy bound =
      current ? zle.keybind(current, (char *)sequence, &string) : NULL;
  if (string) zle.ungetbytes_unmeta(string, (int)strlen(string));
  if (string || !is_bound(bound) || is_ours(bound)) return !string;
  Thingy widget = zle.rthingy(bound->nam);
  int status = zle.execzlefunc(widget, args, 1, 1);
  zle.unrefthingy(widget);
  return status;
}

void keys_findings(synapse_emit_finding emit, void *arg) {
  char left[1024] = "";
  Keymap map = zle.openkeymap("main");
  int emacs = map && map == zle.openkeymap("emacs");
  for (size_t k = 0; map && k < KEYS; k++) {
    if (!wanted(&keys[k], emacs) || bound_for.other_ghost) continue;
    size_t length = *keys[k].sequence ? strlen(keys[k].sequence) : 1;
    char *sequence = metafied((synapse_text){keys[k].sequence, length});
    char *string = NULL;
    Thingy bound = zle.keybind(map, sequence, &string);
    const char *to = string            ? "keys that it sends"
                     : is_bound(bound) ? bound->nam
                                       : "unbound";
    if (string ||
        (is_bound(bound) ? !is_ours(bound)
                         : is_bound_by_shell(&keys[k], OF_ZSH, emacs)))
      add_left_key(left, sizeof left, keys[k].label, to);
    free(sequence);
  }
  if (*left) emit(arg, "own keys", left, NULL);
}

int run_prior_of(const char *sequence, char **args) {
  struct prior *prior = find_prior(sequence);
  if (!prior)
    return strcmp(sequence, *zle.keybuf) ? run_bound(sequence, args) : 1;
  const char *name = prior->widget;
  if (!name || !strcmp(name, "undefined-key")) name = prior->natural;
  if (!name) return strcmp(sequence, *zle.keybuf) ? 1 : run_unbound(args);
  Thingy widget = zle.rthingy((char *)name);
  int status = zle.execzlefunc(widget, args, 1, 1);
  zle.unrefthingy(widget);
  return status;
}
