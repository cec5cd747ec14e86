/* shared.h: small parts that both shells' glue have in common. */
#ifndef SYNAPSE_SHARED_H_
#define SYNAPSE_SHARED_H_

#include <stddef.h>
#include <stdint.h>

#include "module/synapse.h"

/* One number that changes when one of the parts does (FNV-1a). */
static inline uint64_t hash_parts(const uint64_t *parts, size_t count) {
  uint64_t sum = 1469598103934665603u;
  for (size_t i = 0; i < count; i++) sum = (sum ^ parts[i]) * 1099511628211u;
  return sum;
}

static inline int is_blank(synapse_text text) {
  for (size_t i = 0; i < text.size; i++)
    if (text.data[i] != ' ' && text.data[i] != '\t') return 0;
  return 1;
}

/* Draws the list and reads its keys until one closes it. `work` goes on with
 * the list while no key is there, `read_key` reads a key and hands it to the
 * list, `input_waits` is true when another key is there. */
static inline enum synapse_list_outcome run_list_keys(
    void (*draw)(void), void (*work)(void),
    enum synapse_list_outcome (*read_key)(void), int (*input_waits)(void)) {
  for (;;) {
    draw();
    work();
    enum synapse_list_outcome outcome;
    int changed = 0;
    do { /* keys that were typed ahead are drawn once */
      outcome = read_key();
      changed |= outcome == SYNAPSE_LIST_CHANGED;
      /* A key without a meaning has ended the work, perhaps. */
      if (outcome < SYNAPSE_LIST_CHANGED && !input_waits()) work();
    } while (outcome <= SYNAPSE_LIST_CHANGED && (!changed || input_waits()));
    if (outcome > SYNAPSE_LIST_CHANGED) return outcome;
  }
}

#endif
