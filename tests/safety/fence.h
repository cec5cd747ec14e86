// Fences: they find writes of LMDB outside of a page that it copied to change.
//
// LMDB calls malloc for each page that it changes. The program's malloc puts a
// fence before and after blocks of that size. A fence that is broken when the
// block is freed, or when FencesHold() is called, is reported. A fault that the
// guard turns into an error would hide it.
#pragma once

namespace synapse::testing {

// The status of a process that found a broken fence while it ran.
inline constexpr int kFenceBroken = 98;

// False after a write outside of a block that is still in use.
bool FencesHold();

}  // namespace synapse::testing
