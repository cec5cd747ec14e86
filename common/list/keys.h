// ListKeys: keys as a terminal sends them, byte by byte, for a list.
//
// An escape sequence is complete with its final byte; a lone escape only once
// nothing follows it, which the caller finds out (Pause()).
// Tested by tests/list/keys_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

enum class ListKey {
  kNone,     // nothing yet, or a key that means nothing here
  kText,     // text() was typed
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kFirst,
  kLast,
  kTake,
  kRun,      // take and run
  kLeave,
  kErase,    // a character
  kEraseWord,
  kEraseAll,
  kScope,
  kForget,
};

class ListKeys {
 public:
  ListKey Feed(char byte);
  // Nothing more came for a while: what is there is all.
  ListKey Pause();
  // In the middle of a sequence.
  bool pending() const { return !sequence_.empty(); }
  const std::string& text() const { return text_; }

 private:
  ListKey Complete(std::string_view sequence);

  std::string sequence_;
  std::string text_;
  bool pasting_ = false;
};

}  // namespace synapse
