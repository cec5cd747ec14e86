// CommandParts: the words of one simple command as parts, by its spec; also of
// commands that it runs (sudo, find -exec, sh -c).
//
// Tested by tests/explain/line_parts_test.cc.
#pragma once

#include <span>

#include "explain/part_list.h"

namespace synapse {

// `command` is the index for LinePart::command. REQUIRES: !words.empty().
void AddCommandParts(PartList& list, std::span<const Token> words, int command);

}  // namespace synapse
