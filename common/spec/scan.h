// Scanning: small helpers of the readers in this folder. Each removes the part
// it reads from the front of a view; none copies.
// Tested by tests/spec/generator_test.cc.
#pragma once

#include <dirent.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/files.h"
#include "spec/generator.h"

namespace synapse {

// The next line without its newline (and carriage return); false at the end.
inline bool NextLine(std::string_view& rest, std::string_view& line) {
  if (rest.empty()) return false;
  line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

// The next line together with lines that a backslash continues. `joined` holds
// the text of several lines, with `between` at each break.
inline bool NextLogicalLine(std::string_view& rest, std::string_view& line,
                            std::string& joined,
                            std::string_view between = "") {
  if (!NextLine(rest, line)) return false;
  if (!line.ends_with('\\')) return true;
  joined.clear();
  bool more = true;
  while (more) {
    const bool continued = line.ends_with('\\');
    if (continued) line.remove_suffix(1);
    joined += line;
    if (continued) joined += between;
    more = continued && NextLine(rest, line);
  }
  line = joined;
  return true;
}

// The next word between spaces and tabs; empty at the end.
inline std::string_view NextWord(std::string_view& rest) {
  size_t begin = rest.find_first_not_of(" \t");
  if (begin == rest.npos) return rest = {};
  rest.remove_prefix(begin);
  std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(word.size());
  return word;
}

// Removes one pair of quotes around the text.
inline std::string_view Unquoted(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front()) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// Calls each(const char* name, unsigned char d_type) for the entries of a
// directory but `.` and `..`, until it returns false.
template <class F>
void ForEachEntry(const std::string& directory, F&& each) {
  if (OnSlowMount(directory)) return;
  DIR* dir = opendir(directory.c_str());
  if (!dir) return;
  while (const dirent* entry = readdir(dir)) {
    std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (!each(entry->d_name, entry->d_type)) break;
  }
  closedir(dir);
}

// Values in the order in which they were first seen, each once. Values that
// fail IsPlausibleValue() are skipped.
class ValueList {
 public:
  // The value, or null when it is skipped. A description fills an empty one.
  GeneratedValue* Add(std::string_view value, std::string_view description = {},
                      int64_t time_s = 0) {
    if (!IsPlausibleValue(value) || Full()) return nullptr;
    auto [it, is_new] = index_.emplace(std::string(value), values_.size());
    if (is_new) values_.push_back({it->first, "", time_s});
    GeneratedValue* at = &values_[it->second];
    if (at->description.empty()) {
      at->description = description.substr(0, kMaxDescription);
    }
    return at;
  }
  bool Full() const { return values_.size() >= kMaxGenerated; }
  std::vector<GeneratedValue>& values() { return values_; }
  std::vector<GeneratedValue> Take() { return std::move(values_); }

 private:
  std::vector<GeneratedValue> values_;
  std::unordered_map<std::string, size_t> index_;
};

}  // namespace synapse
