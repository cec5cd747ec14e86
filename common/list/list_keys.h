// ListKeys: decodes keys for a list, byte by byte, as a terminal sends them.
//
// An escape sequence is complete with its final byte. A lone escape is complete
// when no byte follows, which the caller reports with Pause().
// Tested by tests/list/list_keys_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

enum class ListKey {
  kNone,  // incomplete, or without a meaning here
  kText,  // text() was typed
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kFirst,
  kLast,
  kTake,
  kRun,  // take and run
  kLeave,
  kErase,  // a character
  kEraseWord,
  kEraseAll,
  kScope,
  kForget,
};

class ListKeys {
 public:
  ListKey Feed(char byte);
  // Reports that no further byte came for a while: the present bytes are
  // complete.
  ListKey Pause();
  // True inside a sequence.
  bool pending() const { return !sequence_.empty(); }
  const std::string& text() const { return text_; }

 private:
  ListKey Complete(std::string_view sequence);

  std::string sequence_;
  std::string text_;
  bool pasting_ = false;
};

}  // namespace synapse
