// Packer: turns drafts into bytes that are read in place (spec/packed.h), and
// checks such bytes before anybody reads them.
//
// Bytes from a file are hostile. The check follows every text and list from the
// root, and visits at most as many items as there are bytes: each lies within
// the bytes at its alignment, each flag is 0 or 1, each enum has a known value, and
// lists nest no deeper than 64.
//
// A late list says how many items are visited in it. These numbers count from the
// beginning, and the list is refused when it is read and has more.
// Tested by tests/spec/packer_test.cc and fuzzed by tests/fuzz/pack_fuzz.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spec/pack_index.h"

namespace synapse {

// The object lies at the beginning of the bytes.
std::string Pack(const SpecDraft& spec);
std::string Pack(const PackIndexDraft& index);

// The object, which is valid as long as the bytes are; null if they are bad or
// do not begin at an address that is divisible by kPackAlignment.
inline constexpr size_t kPackAlignment = 8;
template <class Object>  // Spec or PackIndex
const Object* Unpacked(std::string_view bytes);

// The same without late lists. REQUIRES: bytes that LateLists knows are around
// these.
const Spec* UnpackedButLate(std::string_view bytes);

// A copy that lives longer than the bytes.
GeneratorDraft DraftOf(const GeneratorSpec& generator);

// Changes with the layout of the packed structs, and with kPackVersion.
uint64_t PackFormat();

}  // namespace synapse
