// Fences: what LMDB writes outside of a page that it copied to change.
//
// LMDB asks malloc for each page that it changes. The program's malloc gives
// blocks of that size with a fence before and behind them; one that is broken
// when the block is freed, or when FencesHold() is asked, is told. A fault that
// the guard turns into an error would hide it.
#pragma once

namespace synapse::testing {

// The status of a process that found a broken fence while it ran.
inline constexpr int kFenceBroken = 98;

// False when something was written outside of a block that is still in use.
bool FencesHold();

}  // namespace synapse::testing
