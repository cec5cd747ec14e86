#include "transcript/shell_call.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "line/commands.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr size_t kMaxCommands = 64;  // of one line
constexpr size_t kMaxFound = 16;     // searches, and reads, of one line

// A program that searches or reads: which options take a value, and which
// option has the pattern.
struct Program {
  std::string_view name;
  std::string_view valued;   // between blanks
  std::string_view pattern;  // likewise; "": the first argument is the pattern
  bool searches;
};
constexpr Program kPrograms[] = {
    {"rg", " -g --glob -t --type -T -A -B -C -m -M -f --iglob -j -E -r --sort ",
     " -e --regexp ", true},
    {"grep", " -A -B -C -m -f --include --exclude --exclude-dir ",
     " -e --regexp ", true},
    {"egrep", " -A -B -C -m -f ", " -e ", true},
    {"fgrep", " -A -B -C -m -f ", " -e ", true},
    {"ag", " -A -B -C -m -G ", "", true},
    {"ack", " -A -B -C -m ", "", true},
    {"fd", " -e -t -d -E -x -X --type --extension --exclude ", "", true},
    {"fdfind", " -e -t -d -E -x -X ", "", true},
    {"find", "", " -name -iname -path -ipath -regex -iregex ", true},
    {"locate", " -l -n ", "", true},
    {"cat", "", "", false},
    {"bat", " -r -l --line-range ", "", false},
    {"less", "", "", false},
    {"more", "", "", false},
    {"nl", " -b -w -s -v ", "", false},
    {"head", " -n -c ", "", false},
    {"tail", " -n -c ", "", false},
    {"sed", "", "", false},
};

const Program* ProgramOf(std::string_view word) {
  const std::string_view name = BaseName(word);
  for (const Program& p : kPrograms) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

bool Among(std::string_view list, std::string_view word) {
  const std::string padded = " " + std::string(word) + " ";
  return list.find(padded) != list.npos;
}

// Arguments that are no options and no values of options, and the pattern that
// an option has.
struct Arguments {
  std::vector<const Token*> rest;
  const Token* pattern = nullptr;
  std::vector<std::string_view> options;
};

Arguments ArgumentsOf(const Program& program, const std::vector<Token>& words,
                      size_t first) {
  Arguments out;
  bool only_rest = false;
  for (size_t i = first; i < words.size(); ++i) {
    const std::string& word = words[i].value;
    if (only_rest || word.size() < 2 || word[0] != '-') {
      out.rest.push_back(&words[i]);
      continue;
    }
    if (word == "--") {
      only_rest = true;
    } else if (Among(program.pattern, word) && i + 1 < words.size()) {
      out.pattern = &words[++i];
    } else {
      out.options.push_back(word);
      if (Among(program.valued, word)) ++i;
    }
  }
  return out;
}

class Finder {
 public:
  explicit Finder(ShellCall& call) : call_(call) {}

  void Look(const SimpleCommand& command) {
    size_t first = 0;
    while (first < command.words.size() &&
           IsWrapper(command.words[first].value)) {
      ++first;
    }
    if (first >= command.words.size() || command.piped) return;
    std::string_view name = command.words[first].value;
    // `git grep` is grep over what is tracked.
    if (name == "git" && first + 1 < command.words.size() &&
        command.words[first + 1].value == "grep") {
      name = command.words[++first].value;
    }
    const Program* program = ProgramOf(name);
    if (!program) return;
    const Arguments arguments = ArgumentsOf(*program, command.words, first + 1);
    program->searches ? Search(*program, arguments)
                      : Read(*program, arguments, command);
  }

 private:
  void Search(const Program& program, const Arguments& arguments) {
    const Token* pattern = arguments.pattern;
    if (!pattern && program.name != "find" && !arguments.rest.empty()) {
      pattern = arguments.rest[0];
    }
    const bool lists =
        std::find(arguments.options.begin(), arguments.options.end(),
                  "--files") != arguments.options.end();
    if (!pattern || pattern->dynamic || pattern->value.empty() || lists ||
        call_.searches.size() >= kMaxFound) {
      return;
    }
    call_.searches.emplace_back(program.name, pattern->value);
  }

  void Read(const Program& program, const Arguments& arguments,
            const SimpleCommand& command) {
    for (const auto& [how, target] : command.redirects) {
      if (how.find('>') != how.npos && how[0] != '2') return;
    }
    size_t first = 0;
    if (program.name == "sed") {
      for (std::string_view option : arguments.options) {
        if (option.starts_with("-i") || option.starts_with("--in-place"))
          return;
      }
      first = 1;  // behind the script
    }
    for (size_t i = first; i < arguments.rest.size(); ++i) {
      const Token& path = *arguments.rest[i];
      if (path.dynamic || path.value.empty() || path.value == "-" ||
          call_.reads.size() >= kMaxFound) {
        continue;
      }
      call_.reads.emplace_back(program.name,
                               JoinPath(call_.directory, path.value));
    }
  }

  ShellCall& call_;
};

// Takes `cd DIR &&` from the front, as often as it is there.
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
    // Where it goes is known only from a directory that is.
    if (!to.starts_with("/")) return;
    call.directory = to;
    call.command = std::string(
        Trim(std::string_view(call.command).substr(tokens[3].begin)));
  }
}

}  // namespace

ShellCall ReadShellCall(std::string_view command, std::string_view directory) {
  ShellCall call;
  call.directory = std::string(directory);
  call.command = std::string(Trim(command));
  TakeDirectory(call);
  Finder finder(call);
  const CommandList list = ParseCommands(call.command);
  const size_t most = std::min(list.commands.size(), kMaxCommands);
  for (size_t i = 0; i < most; ++i) finder.Look(list.commands[i]);
  return call;
}

}  // namespace synapse
