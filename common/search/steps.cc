#include "search/steps.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "context/operands.h"
#include "line/commands.h"
#include "spec/walk.h"
#include "spec/wrapped_command.h"

namespace synapse {
namespace {

using Words = std::vector<std::string>;
constexpr size_t kMaxOpened = 8;
constexpr int kMaxAliases = 4;
// The words of a line that are looked up on the disk: `rm *` may have thousands.
constexpr int kMaxLookUps = 64;

// Skips sudo, time and similar words; replaces an alias by its words.
Words Expanded(const SimpleCommand& command, const AliasLookup& alias,
               SpecStore& specs) {
  Words words;
  for (const Token& token : command.words) {
    if (!token.dynamic) words.push_back(token.value);
  }
  for (int i = 0; i < kMaxAliases && !words.empty(); ++i) {
    const size_t wrapped = WrappedCommand(specs, words);
    if (wrapped > 0 && wrapped < words.size()) {
      words.erase(words.begin(),
                  words.begin() + static_cast<ptrdiff_t>(wrapped));
      continue;
    }
    auto text = alias ? alias(words[0]) : std::nullopt;
    if (!text) break;
    const std::string name = words[0];
    words.erase(words.begin());
    Words front;
    for (const Token& token : Tokenize(*text)) {
      if (token.kind == TokenKind::kWord) front.push_back(token.value);
    }
    words.insert(words.begin(), front.begin(), front.end());
    if (front.empty() || front[0] == name) break;  // alias ls='ls --color'
  }
  return words;
}

bool IsNumber(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789+-.") == word.npos;
}

// The existing path that a word names; "src/a.c:12" names src/a.c.
std::optional<SearchTarget> Named(std::string_view word,
                                  const std::string& cwd) {
  if (word.empty() || word == "-" || word.starts_with('+')) return std::nullopt;
  const std::string whole = JoinPath(cwd, ExpandTilde(word));
  for (int parts = 0; parts < 3; ++parts) {
    std::string path = whole;
    for (int i = 0; i < parts; ++i) {
      const size_t colon = path.rfind(':');
      if (colon == path.npos || !IsNumber(path.substr(colon + 1))) {
        return std::nullopt;
      }
      path.resize(colon);
    }
    path = std::filesystem::path(path).lexically_normal();
    if (path.size() > 1 && path.ends_with('/')) path.pop_back();
    if (path.size() > SearchRecord::kMaxTarget || OnSlowMount(path)) {
      return std::nullopt;
    }
    if (IsRegularFile(path)) return SearchTarget{SearchKind::kFile, path};
    if (IsDirectory(path)) return SearchTarget{SearchKind::kDirectory, path};
  }
  return std::nullopt;
}

// The pattern of a command that searches. Arguments that are existing paths are
// where it searches.
std::string PatternOf(const WalkResult& walk, const Words& words,
                      const std::string& cwd, int& look_ups) {
  std::string out;
  auto add = [&](std::string_view word) {
    if (word.empty() || IsNumber(word)) return;
    if (word.find('/') != word.npos && --look_ups >= 0 && Named(word, cwd)) {
      return;
    }
    out += (out.empty() ? "" : " ") + std::string(word);
  };
  for (const WalkedValue& value : walk.values) {
    if (value.arg->takes_paths() || !value.arg->values.empty()) continue;
    add(std::string_view(words[value.word]).substr(value.offset));
  }
  if (!out.empty() || !walk.path[0]->partial) return out;
  // The spec does not describe its arguments.
  for (size_t i = 1; i < words.size() && out.empty(); ++i) {
    if (!words[i].starts_with('-')) add(words[i]);
  }
  return out;
}

void AddNamed(std::string_view word, const std::string& cwd, int& look_ups,
              SearchStep& step) {
  if (step.opened.size() >= kMaxOpened || --look_ups < 0) return;
  auto target = Named(word, cwd);
  // The current directory itself says nothing.
  if (target && target->text != cwd) step.opened.push_back(std::move(*target));
}

const CommandSpec* WithRole(const WalkResult& walk) {
  for (const CommandSpec* command : walk.path) {
    if (command->finds || command->opens) return command;
  }
  return nullptr;
}

SearchStep StepOf(const Words& words, const StepContext& context,
                  const std::string& cwd, int& look_ups) {
  SearchStep step;
  if (BaseName(words[0]) == "synapse") {
    step.kind = SearchStep::Kind::kAsks;
    return step;
  }
  const auto spec = context.specs.FindAny(BaseName(words[0]));
  if (!spec) return step;
  const WalkResult walk = Walk(spec->root, words, "");
  const CommandSpec* role = WithRole(walk);
  if (role && role->finds) {
    step.kind = SearchStep::Kind::kLooksFor;
    step.pattern = PatternOf(walk, words, cwd, look_ups);
  } else if (role) {
    step.kind = SearchStep::Kind::kOpens;
    for (size_t i = 1; i < words.size(); ++i) {
      if (!words[i].starts_with('-')) AddNamed(words[i], cwd, look_ups, step);
    }
  } else {
    const Operands operands = OperandsOf(context.specs, words);
    const std::string& in = operands.directory;
    const std::string at = in.empty() ? cwd : JoinPath(cwd, in);
    for (const Operands::Value& file : operands.files) {
      AddNamed(words[file.word], at, look_ups, step);
    }
  }
  return step;
}

}  // namespace

std::vector<SearchStep> StepsOf(std::string_view line,
                                const StepContext& context) {
  std::vector<SearchStep> out;
  std::string cwd = context.cwd;
  int look_ups = kMaxLookUps;
  for (const SimpleCommand& command : ParseCommands(line).commands) {
    const Words words = Expanded(command, context.alias, context.specs);
    if (words.empty()) continue;
    SearchStep step = StepOf(words, context, cwd, look_ups);
    // A command that reads from a pipe and opens nothing is only a filter: wc.
    const bool filter = command.piped && step.opened.empty() &&
                        step.kind != SearchStep::Kind::kLooksFor;
    if (filter) continue;
    const auto spec = context.specs.FindAny(BaseName(words[0]));
    const bool enters = spec && spec->root.enters;
    if (enters && step.opened.size() == 1) cwd = step.opened[0].text;
    out.push_back(std::move(step));
  }
  return out;
}

bool MayLook(std::string_view line, const StepContext& context) {
  const std::vector<SimpleCommand> commands = ParseCommands(line).commands;
  return std::any_of(
      commands.begin(), commands.end(), [&](const SimpleCommand& command) {
        const Words words = Expanded(command, context.alias, context.specs);
        if (words.empty()) return false;
        if (BaseName(words[0]) == "synapse") return true;
        const auto spec = context.specs.FindAny(BaseName(words[0]));
        if (!spec) return false;
        const WalkResult walk = Walk(spec->root, words, "");
        const CommandSpec* role = WithRole(walk);
        return role && role->finds;
      });
}

}  // namespace synapse
