#include "transcript/shell_call.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "line/commands.h"
#include "line/tokenizer.h"
#include "spec/walk.h"
#include "spec/wrapped_command.h"

namespace synapse {
namespace {

constexpr size_t kMaxCommands = 64;  // in one line
constexpr size_t kMaxFound = 16;     // searches, and reads, of one line

class Finder {
 public:
  Finder(ShellCall& call, SpecStore& specs) : call_(call), specs_(specs) {}

  void Look(const SimpleCommand& command) {
    if (command.piped) return;
    const std::vector<std::string> all = ValuesOf(command.words);
    const size_t first = InnermostCommand(specs_, all);
    if (first >= all.size()) return;
    tokens_.clear();
    for (size_t i = first; i < all.size(); ++i) {
      tokens_.push_back(&command.words[i]);
    }
    const std::span<const std::string> words = std::span(all).subspan(first);
    const auto spec = specs_.FindAny(BaseName(words[0]));
    if (!spec) return;
    const WalkResult walk = Walk(spec->root, words, "");
    for (const CommandSpec* role : walk.path) {
      if (role->finds) return Search(walk, role->name());
      if (role->opens) return Read(walk, command, role->name());
    }
  }

 private:
  std::string ValueOf(const WalkedValue& value) const {
    return tokens_[value.word]->value.substr(value.offset);
  }

  // An option with the pattern comes before an argument with it. An option that
  // excludes that option means that there is no pattern: rg --files.
  static bool SeeksNothing(const WalkResult& walk) {
    auto seeks = [](const OptionSpec& option) {
      return std::any_of(option.args.begin(), option.args.end(),
                         [](const ArgSpec& arg) { return arg.sought; });
    };
    for (const OptionSpec* present : walk.present) {
      for (const OptionSpec& other : walk.command().options) {
        for (std::string_view name : present->exclusive) {
          if (other.is_named(name) && seeks(other)) return true;
        }
      }
    }
    return false;
  }

  void Search(const WalkResult& walk, std::string_view program) {
    const WalkedValue* sought = nullptr;
    for (const WalkedValue& value : walk.values) {
      if (!value.arg->sought || (sought && (sought->option || !value.option))) {
        continue;
      }
      sought = &value;
    }
    if (!sought || (!sought->option && SeeksNothing(walk)) ||
        tokens_[sought->word]->dynamic || call_.searches.size() >= kMaxFound) {
      return;
    }
    std::string pattern = ValueOf(*sought);
    if (!pattern.empty()) call_.searches.emplace_back(program, pattern);
  }

  void Read(const WalkResult& walk, const SimpleCommand& command,
            std::string_view program) {
    for (const auto& [how, target] : command.redirects) {
      if (how.find('>') != how.npos && how[0] != '2') return;
    }
    for (const WalkedValue& value : walk.values) {
      const std::string path = ValueOf(value);
      if (value.option || !value.arg->takes_paths() || path.empty() ||
          path == "-" || tokens_[value.word]->dynamic ||
          call_.reads.size() >= kMaxFound) {
        continue;
      }
      call_.reads.emplace_back(program, JoinPath(call_.directory, path));
    }
  }

  ShellCall& call_;
  SpecStore& specs_;
  std::vector<const Token*> tokens_;  // of the current command
};

// Removes `cd DIR &&` at the beginning, any number of times.
void TakeDirectory(ShellCall& call) {
  constexpr int kMaxSteps = 4;
  for (int step = 0; step < kMaxSteps; ++step) {
    const std::vector<Token> tokens = Tokenize(call.command);
    if (tokens.size() < 4 || !tokens[0].Is(TokenKind::kWord, "cd") ||
        tokens[1].kind != TokenKind::kWord || tokens[1].dynamic ||
        tokens[1].value.empty() || tokens[1].value[0] == '-' ||
        tokens[1].value[0] == '~' || tokens[2].kind != TokenKind::kOperator ||
        (tokens[2].value != "&&" && tokens[2].value != ";" &&
         tokens[2].value != "\n")) {
      return;
    }
    const std::string to = JoinPath(call.directory, tokens[1].value);
    // A relative path needs a known directory.
    if (!to.starts_with("/")) return;
    call.directory = to;
    call.command = std::string(
        Trim(std::string_view(call.command).substr(tokens[3].begin)));
  }
}

}  // namespace

ShellCall ReadShellCall(std::string_view command, std::string_view directory,
                        SpecStore* specs) {
  ShellCall call;
  call.directory = std::string(directory);
  call.command = std::string(Trim(command));
  TakeDirectory(call);
  if (!specs) return call;
  Finder finder(call, *specs);
  const CommandList list = ParseCommands(call.command);
  const size_t most = std::min(list.commands.size(), kMaxCommands);
  for (size_t i = 0; i < most; ++i) finder.Look(list.commands[i]);
  return call;
}

}  // namespace synapse
