// Scanning: small helpers of the readers in this folder. Each takes what it
// read off the front of a view; none copies.
#pragma once

#include <dirent.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/files.h"
#include "base/text.h"
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

// The next word between spaces and tabs; empty at the end.
inline std::string_view NextWord(std::string_view& rest) {
  size_t begin = rest.find_first_not_of(" \t");
  if (begin == rest.npos) return rest = {};
  rest.remove_prefix(begin);
  std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(word.size());
  return word;
}

// Without one pair of quotes around it.
inline std::string_view Unquoted(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front()) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// The file's text; "" when it is missing, too large, no regular file, or on a
// mount that may block.
inline std::string TextOf(const std::string& path, size_t max_bytes = 1 << 20) {
  if (path.empty() || OnSlowMount(path)) return "";
  auto text = ReadFile(path, max_bytes);
  return text.ok() ? std::move(*text) : "";
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

// Values in the order in which they were first seen, each once.
class ValueList {
 public:
  // The index of the value; a description fills an empty one.
  GeneratedValue* Add(std::string_view value, std::string_view description = {},
                      int64_t time_s = 0) {
    if (value.empty()) return nullptr;
    auto [it, is_new] = index_.emplace(std::string(value), values_.size());
    if (is_new) {
      values_.push_back({it->first, std::string(description), time_s});
    } else if (values_[it->second].description.empty()) {
      values_[it->second].description = description;
    }
    return &values_[it->second];
  }
  bool Full() const { return values_.size() >= kMaxGenerated; }
  std::vector<GeneratedValue>& values() { return values_; }
  std::vector<GeneratedValue> Take() { return std::move(values_); }

 private:
  std::vector<GeneratedValue> values_;
  std::unordered_map<std::string, size_t> index_;
};

}  // namespace synapse
