// YamlLines: the keys of a YAML file, line by line, with the keys that they are
// below. libyaml is not used: it refuses an invalid file as a whole, and has no
// limit of time; anchors and tags cannot name a service or a task.
//
// Texts of several lines (`key: |`) are skipped. A list written in one line
// (`[a, "b"]`) is a value, as is a map (`{a: b}`).
// Tested by tests/spec/project_rules_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/reading.h"

namespace synapse {

class YamlLines {
 public:
  static constexpr size_t kMaxDepth = 12;

  YamlLines(std::string_view text, Reading& reading)
      : rest_(text), reading_(reading) {}

  // The next line with a key, or the next item of a list.
  bool Next();

  // 0 at the top.
  size_t depth() const { return keys_.size() - 1; }
  // The keys from the top to this line. An item of a list has the key "-".
  const std::vector<std::string>& keys() const { return keys_; }
  const std::string& key() const { return keys_.back(); }
  std::string_view value() const { return value_; }

 private:
  void Enter(size_t indent, std::string_view key);
  void SkipText(size_t indent);

  std::string_view rest_;
  Reading& reading_;
  std::vector<std::string> keys_;
  std::vector<size_t> indents_;
  std::string_view value_;
  std::string_view item_;  // behind `- `, on the same line
  size_t item_indent_ = 0;
};

// The items of `[a, "b"]`, or of one text; the pairs of `{a: b}` as texts.
std::vector<std::string> FlowItems(std::string_view value);

// The key of a YAML line "key: value"; the value without its comment.
bool YamlPair(std::string_view line, std::string_view& key,
              std::string_view& value);

}  // namespace synapse
