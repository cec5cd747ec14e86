#include "manual/lacking.h"

#include <algorithm>
#include <span>

#include "line/commands.h"
#include "spec/walk.h"

namespace synapse {
namespace {

constexpr size_t kMaxLine = 4096, kMaxOfLine = 8;
constexpr int kMaxWrappers = 4;

bool HasUnknownLong(const WalkResult& walk,
                    std::span<const std::string> words) {
  const size_t end = std::min(walk.nested_from, words.size());
  for (size_t i = 1; i < end; ++i) {
    const std::string& word = words[i];
    if (word == "--") return false;
    if (word.size() < 4 || !word.starts_with("--")) continue;
    const bool written =
        std::any_of(walk.written.begin(), walk.written.end(),
                    [i](const auto& option) { return option.word == i; });
    const bool value = std::any_of(
        walk.values.begin(), walk.values.end(),
        [i](const auto& each) { return each.word == i && each.option; });
    if (!written && !value) return true;
  }
  return false;
}

void AddLacking(SpecStore& specs, std::span<const std::string> words,
                std::vector<std::string>& out) {
  for (int depth = 0; depth < kMaxWrappers && !words.empty(); ++depth) {
    const std::string& name = words[0];
    if (name.find('/') != name.npos) return;
    const auto spec = specs.Find(name);
    if (!spec) return;
    const WalkResult walk = Walk(spec->root, words, "");
    if (HasUnknownLong(walk, words)) out.push_back(name);
    if (walk.nested_from >= words.size()) return;
    words = words.subspan(walk.nested_from);
  }
}

// The words of each command of a line; none of a line that is too long.
std::vector<std::vector<std::string>> WordsOfCommands(std::string_view line) {
  std::vector<std::vector<std::string>> out;
  if (line.size() > kMaxLine) return out;
  for (SimpleCommand& command : ParseCommands(line).commands) {
    if (out.size() == kMaxOfLine) break;
    out.emplace_back();
    for (Token& word : command.words) {
      out.back().push_back(std::move(word.value));
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> CommandsThatLack(SpecStore& specs,
                                          std::string_view line) {
  std::vector<std::string> out;
  // Most lines have no long option.
  if (line.find(" --") == line.npos) return out;
  for (const auto& words : WordsOfCommands(line)) AddLacking(specs, words, out);
  return out;
}

void LookForProgramsOf(SpecStore& specs, std::string_view line) {
  const SpecStore::LooksForPrograms looks(specs);
  for (const auto& words : WordsOfCommands(line)) {
    const auto name = std::find_if_not(words.begin(), words.end(), IsWrapper);
    if (name != words.end()) (void)specs.Find(*name);
  }
}

}  // namespace synapse
