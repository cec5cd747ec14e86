// GitObjects: whether a repository holds an object, by its loose objects and by
// the indexes of its packs; see gitformat-pack(5). No object is read.
//
// Tested by tests/spec/git_objects_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "spec/git_dir.h"
#include "spec/reading.h"

namespace synapse {

enum class Held { kNo, kYes, kUnknown };

// True for 4 to 64 lower-case hexadecimal digits: an object id, or the beginning
// of one.
bool IsObjectId(std::string_view text);

// The digits of an id.
std::string HexOf(std::string_view bytes);

// Whether an object's id begins with these digits. kUnknown where objects may
// also lie elsewhere (alternates, partial clones), for an index that is damaged
// or of another version, and when the reading stopped at a bound.
// REQUIRES: IsObjectId(id)
Held HoldsObject(const GitDir& git, std::string_view id, Reading& reading);

}  // namespace synapse
