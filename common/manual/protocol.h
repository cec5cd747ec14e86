// Protocols: how a program itself lists what could come next, where its
// completion file says that it does.
//
//   Cobra        PROGRAM __complete WORD… PARTIAL
//   click        _PROGRAM_COMPLETE=zsh_complete COMP_WORDS=… COMP_CWORD=…
//   argcomplete  _ARGCOMPLETE=1 COMP_LINE=… COMP_POINT=…, with the answer at
//                descriptor 8
//
// A program is asked only if a completion file says so that lies in the prefix
// of the program (/usr, /usr/local, ~/.local, /opt/NAME, Homebrew's) or that the
// user has put into the directories of bash and fish; or if it is a script in
// such a prefix with the mark of argcomplete. In etc/bash_completion.d a file of any
// name may register it for argcomplete. Nothing here runs anything.
// Tested by tests/manual/protocol_test.cc; answers are fuzzed by
// tests/fuzz/help_fuzz.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/generator.h"

namespace synapse {

enum class Protocol : uint8_t {
  kNone,
  kCobra,
  kClick,
  kOldClick,
  kArgcomplete
};

std::string_view NameOf(Protocol protocol);
// The protocol that the text of a completion file of this command speaks of.
Protocol ProtocolIn(std::string_view text, std::string_view command);
// The paths of files that may complete a command. `program` is its path, or ""; `home`
// may be "".
std::vector<std::string> CompletionFilesOf(const std::string& command,
                                           const std::string& program,
                                           const std::string& home);
// The protocol of a program. `program` is its path; `home` may be "".
Protocol ProtocolOf(const std::string& command, const std::string& program,
                    const std::string& home);

// The line up to the cursor: the words of the command with its name, and the
// last word as far as it is asked for.
struct ProtocolQuestion {
  std::string program;
  std::vector<std::string> words;
  std::string partial;
};

struct ProtocolCall {
  std::vector<std::string> words;        // argv
  std::vector<std::string> environment;  // in addition
  int answers_at = 1;                    // the descriptor
};
ProtocolCall CallOf(Protocol protocol, const ProtocolQuestion& question);

struct ProtocolAnswer {
  // Whether names of files may stand next to the values.
  enum class Files : uint8_t { kUnknown, kNone, kAny, kDirectories, kOfType };
  std::vector<GeneratedValue> values;
  Files files = Files::kUnknown;
  std::vector<std::string> types;  // "yaml", for kOfType

  // True if it says nothing about the place.
  bool empty() const { return values.empty() && files == Files::kUnknown; }
};
// At most kMaxGenerated values, without those that have hidden characters.
ProtocolAnswer ParseAnswer(Protocol protocol, std::string_view output);

}  // namespace synapse
