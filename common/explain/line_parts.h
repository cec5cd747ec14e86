// LineParts: the parts of a line, and what each means by the specs.
//
//   tar xzf a.tgz > l     command tar | option x, z, f | file a.tgz (of f) |
//                         redirection > | file l
//   sudo rm -r "$D"       command sudo | command rm | option -r | file "$D"
//   gst -s                alias gst | command git | subcommand status | ...
//   sh -c 'make && x'     the parts of the quoted line follow, one level deeper
//   for f in *; do x; done   reserved words, a name, a pattern of file names
//
// Nothing outside of the specs and the alias table is read: explanation.h adds
// the state of files, and risks.
//
// Never fails, for any bytes. Bounded: kMaxExplained bytes, kMaxParts parts,
// texts within texts kMaxTextDepth deep. Text beyond a bound has no parts.
// Tested by tests/explain/line_parts_test.cc over tests/cases/explained.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "spec/store.h"

namespace synapse {

inline constexpr size_t kMaxExplained = 16 << 10;
inline constexpr size_t kMaxParts = 1000;
inline constexpr int kMaxTextDepth = 8;

enum class PartKind {
  kCommand,
  kAlias,
  kSubcommand,
  kOption,
  kValue,  // of an option
  kArgument,
  kAssignment,
  kVariable,
  kSubstitution,
  kRedirection,
  kTarget,
  kOperator,
  kReserved,
  kName,       // of a loop's variable, or of a function
  kPattern,    // of case
  kCondition,  // inside [[ ]]
  kInput,      // a here-document, or the word of <<<
  kArithmetic,
  kComment,
  kHistory,  // refers to an earlier line: !!
};

// How the command uses the file that a path names.
enum class PathUse { kNone, kReads, kCreates, kReplaces };

struct LinePart {
  PartKind kind = PartKind::kArgument;
  size_t begin = 0, end = 0;  // bytes of the line
  int depth = 0;  // of substitutions, quoted lines and aliases around it
  std::string text = {};     // as written
  std::string type = {};     // of a value: "branch", "file"; "" if unknown
  std::string name = {};     // an option's first long name; a value's: ARCHIVE
  std::string meaning = {};  // from the spec; "" if the spec has none
  bool unknown = false;      // an option or subcommand that a full spec lacks
  // For a command or an alias: its name without quotes. For other parts: the
  // path or the pattern.
  std::string value = {};
  PathUse path = PathUse::kNone;
  bool is_pattern = false;  // `value` is a pattern for fnmatch(3)
  // The index in ExplainedLine::commands of the command that this part belongs
  // to; -1: none.
  int command = -1;
  std::vector<std::string> risks = {};  // Risk::why of each risk in its spec
};

struct ExplainedLine {
  std::vector<LinePart> parts;  // in the order of the line
  // The text of each simple command, for the judge of risks.
  std::vector<std::string> commands;
};

// The word that the table shows for the part: its type if it has one, else its
// kind: "command", "option".
std::string_view WordFor(const LinePart& part);
const char* PartKindName(PartKind kind);

ExplainedLine PartsOf(std::string_view line, SpecStore& specs,
                      const AliasLookup& alias);

}  // namespace synapse
