/* Keys without a binding behave as they do without this module.
 *
 * zsh reads a key as long as it is the beginning of a bound key. If the key is
 * not bound then, zsh runs the longest beginning that is, or drops all that it
 * has read, and takes the rest as further keys. Each key that we bind makes more
 * beginnings: with ESC [ 1 ; 5 C bound, zsh would drop one byte more of
 * ESC [ 1 5 ~. So the widget for keys without a binding, undefined-key, is
 * wrapped, and gives the additional bytes back. A key that only we have bound
 * does the same when it has nothing to do.
 *
 * Tested by tests/shell/cases/escape.sh. */
#include "zsh_glue.h"

static ZleIntFunc prior_undefined;

static int is_undefined(Thingy bound) {
  return bound && !strcmp(bound->nam, "undefined-key");
}

/* The number of bytes of the first character of metafied text. */
static size_t step(const char *at) { return *at == Meta && at[1] ? 2 : 1; }

/* Whether a key that others have bound begins with `begin` and is longer. */
static int others_go_on(Keymap map, const char *begin) {
  size_t size = strlen(begin);
  HashTable all = map->multi;
  for (int i = 0; i < all->hsize; i++)
    for (HashNode node = all->nodes[i]; node; node = node->next) {
      Key key = (Key)node;
      if (strncmp(key->nam, begin, size) || !key->nam[size] ||
          (!key->str && is_undefined(key->bind)))
        continue;
      if (!is_only_ours(map, key->nam)) return 1;
    }
  return 0;
}

/* The part of `keys` that zsh reads as one key where our bindings are absent. */
struct reading {
  size_t length; /* bytes of the metafied key */
  Thingy widget; /* NULL: none is bound */
  char *string;
};

static struct reading read_without_us(Keymap map, const char *keys) {
  struct reading found = {0, NULL, NULL};
  size_t length = 0;
  char *begin = strdup(keys);
  if (!begin) return (struct reading){strlen(keys), NULL, NULL};
  do {
    length += step(keys + length);
    memcpy(begin, keys, length);
    begin[length] = '\0';
    char *string = NULL;
    Thingy bound = zle.keybind(map, begin, &string);
    if (!is_only_ours(map, begin) && (string || !is_undefined(bound)))
      found = (struct reading){length, string ? NULL : bound, string};
  } while (keys[length] && others_go_on(map, begin));
  free(begin);
  if (!found.length) found.length = length;
  return found;
}

static struct reading give_rest_back(void) {
  Keymap map = *zle.curkeymapname ? zle.openkeymap(*zle.curkeymapname) : NULL;
  char *keys = *zle.keybuf;
  size_t size = keys ? strlen(keys) : 0;
  if (!map || !size || !keys_are_bound())
    return (struct reading){size, NULL, NULL};
  struct reading found = read_without_us(map, keys);
  if (found.length < size) {
    char *rest = keys + found.length;
    zle.ungetbytes_unmeta(rest, (int)(size - found.length));
    *rest = '\0';
    *zle.keybuflen = (int)found.length;
  }
  return found;
}

int run_unbound(char **args) {
  struct reading found = give_rest_back();
  if (found.string) {
    zle.ungetbytes_unmeta(found.string, (int)strlen(found.string));
    return 0;
  }
  if (!found.widget) return 1;
  Thingy widget = zle.rthingy(found.widget->nam);
  int status = zle.execzlefunc(widget, args, 1, 1);
  zle.unrefthingy(widget);
  return status;
}

static int undefined(char **args) {
  if (in_own_shell()) give_rest_back();
  return prior_undefined(args);
}

static Widget undefined_widget(void) {
  Thingy named = zle.rthingy("undefined-key");
  Widget widget = named->widget;
  zle.unrefthingy(named);
  return widget && (widget->flags & WIDGET_INT) ? widget : NULL;
}

void unbound_start(void) {
  Widget widget = undefined_widget();
  if (prior_undefined || !widget || !widget->u.fn) return;
  prior_undefined = widget->u.fn;
  widget->u.fn = undefined;
}

/* A function that another module has wrapped cannot be removed. It stays
 * mapped, and calls the earlier one. */
void unbound_stop(void) {
  Widget widget = undefined_widget();
  if (!widget || widget->u.fn != undefined) return;
  widget->u.fn = prior_undefined;
  prior_undefined = NULL;
}
