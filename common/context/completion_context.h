// CompletionContext: the kind of thing that is being completed. It is computed
// once per request, before any source runs. It decides which sources run
// (source/activation.h) and how their evidence is weighted (rank/weights.h).
//
//   git checkout f▏   Argument 0 of `git checkout`, a generator's value
//   cat x | ▏         PipeTarget, a command
//   sudo -u bob ls ▏  as if `ls ▏` stood there alone
//   gst ▏             with alias gst='git status': as `git status ▏`
//
// Tested by tests/context/context_test.cc and tests/cases/contexts.txt.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "line/segment.h"
#include "spec/store.h"
#include "spec/walk.h"

namespace synapse {

enum class Position {
  kCommandName,
  kSubcommand,
  kOptionFlag,
  kOptionValue,
  kArgument,
  kPipeTarget,
  kRedirect,
  kUnknown,
};
inline constexpr int kPositions = 8;

enum class ExpectedType {
  kAny,
  kFilePath,
  kDirectory,
  kExecutable,
  kGenerator,
  kOneOf,
  kHostname,
  kEnvVar,
  kCommand,
  kUser,
  kGroup,
  kProcess,
  kSignal,
};

const char* PositionName(Position position);
const char* ExpectedTypeName(ExpectedType type);

struct CompletionContext {
  std::string buffer;
  size_t cursor = 0;
  Segment segment;
  std::vector<std::string> tokens;  // words of the segment, the partial last
  bool trailing_space = false;      // the partial is empty
  std::string partial;  // the value typed so far, after value_offset
  std::string prefix;   // the buffer before the completed text
  Quote open = Quote::kNone;
  std::string command;  // the command that runs, after aliases and wrappers
  std::vector<std::string> words;  // that command's words, without partial
  Position position = Position::kUnknown;
  int argument_index = 0;
  std::string option;  // for kOptionValue: its first name
  ExpectedType expected = ExpectedType::kAny;
  // The command runs on another machine or in a container: ssh, docker exec.
  bool elsewhere = false;
  bool as_root = false;  // the command runs with the PATH of root: sudo
  // The directory that options enter, relative to the shell's: `git -C dir `.
  std::string entered;
  bool as_module = false;  // a program runs it by its name: python -m pip
  // The command is a program that is being worked on (ArgSpec::as_path).
  bool names_own_program = false;
  RunsOnly runs_only = RunsOnly::kAny;  // the kinds of names it may have
  // Nothing can be completed here: a comment, a here-document, the name of a
  // loop variable.
  bool silent = false;

  std::shared_ptr<const Spec> spec;  // keeps `walk` alive
  std::optional<WalkResult> walk;
  // The spec of sudo behind `sudo ▏`, where options of sudo may stand too.
  std::shared_ptr<const Spec> wrapper;
  std::optional<WalkResult> wrapper_walk;
  std::vector<std::string> subcommand_path;
  std::vector<std::string> present_options;
  // Behind `<`: the endings of the files that the command reads.
  std::vector<std::string> input_extensions;

  // True if the command, or the redirection, may create what the value names.
  bool creates() const;
  // True if the name of a command stands here: at the beginning, or behind a
  // pipe.
  bool names_command() const {
    return position == Position::kCommandName ||
           position == Position::kPipeTarget;
  }
  // True if the word at the cursor is a path: it has a slash, or begins with ~.
  bool is_path() const {
    return partial.find('/') != std::string::npos || partial.starts_with('~');
  }
  // True if a file name may stand here, alone or next to other kinds of values.
  bool wants_files() const {
    return expected == ExpectedType::kFilePath ||
           expected == ExpectedType::kDirectory ||
           expected == ExpectedType::kExecutable;
  }
};

// True where a command begins behind another one that runs it: `sudo `,
// `find . -exec `.
bool IsRunByAnother(const CompletionContext& context);

// The shell's alias table: returns the expansion of a name, or no value. A name
// with a blank is a subcommand with its command, "git co", and one that begins
// with a blank is a global alias, which zsh replaces anywhere in a line: " G".
using AliasLookup = std::function<std::optional<std::string>(std::string_view)>;

// Replaces the first word by its alias, and repeats this with the new first
// word. Each name is expanded once, and then an alias of the subcommand.
std::vector<std::string> ExpandAlias(std::vector<std::string> words,
                                     const AliasLookup& alias);

// REQUIRES: cursor <= buffer.size().
CompletionContext BuildContext(std::string_view buffer, size_t cursor,
                               SpecStore& specs, const AliasLookup& alias);

// The reserved words that are due at the cursor (line/keywords.h) and begin as
// the name of a command that is typed there. `lines_before`: the earlier lines
// of the command at a continuation prompt.
std::vector<std::string_view> DueKeywordsAt(const CompletionContext& context,
                                            const std::string& lines_before);

}  // namespace synapse
