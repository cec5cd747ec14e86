#include "explain/value_meaning.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/regex.h"
#include "base/text.h"
#include "context/argument_kind.h"
#include "context/operands.h"

namespace synapse {
namespace {

std::string_view WordForType(ValueType type) {
  switch (type) {
    case ValueType::kFile: return "file";
    case ValueType::kDirectory: return "directory";
    case ValueType::kExecutable: return "program";
    case ValueType::kCommandName:
    case ValueType::kCommand: return "command name";
    case ValueType::kUrl: return "url";
    case ValueType::kVariable: return "variable";
    case ValueType::kProcess: return "process";
    case ValueType::kShell: return "command line";
    case ValueType::kScript: return "program text";
    case ValueType::kSql: return "SQL";
    default: return "";
  }
}

// A name that can stand in a column: a word or two of letters.
std::string NameAsType(std::string_view name) {
  constexpr size_t kLongest = 16;
  std::string out = AsciiLower(name);
  for (char& c : out) {
    if (c == '_' || c == '-') c = ' ';
    if (!IsLower(c) && c != ' ') return "";
  }
  return out.size() > kLongest ? "" : out;
}

std::string DescriptionOf(const ArgSpec& arg, std::string_view value) {
  for (const ValueSpec& known : arg.values) {
    if (known.value == value) return known.description.str();
  }
  return "";
}

// "pid: process ID; comm: command name": the meanings of values in one word.
std::string DescriptionsOf(const ArgSpec& arg, std::string_view value) {
  constexpr int kMost = 6;
  std::string out;
  int count = 0;
  for (std::string_view separator : arg.joined_by) {
    for (size_t at = 0; at <= value.size() && !separator.empty();) {
      const size_t end = std::min(value.find(separator, at), value.size());
      const std::string_view piece = value.substr(at, end - at);
      const std::string meaning = DescriptionOf(arg, piece);
      at = end + separator.size();
      if (meaning.empty() || ++count > kMost) continue;
      out += (out.empty() ? "" : "; ") + std::string(piece) + ": " + meaning;
    }
    if (count > 0) break;
  }
  return out;
}

bool LooksLikeOption(std::string_view value) {
  return value.size() > 1 && value[0] == '-';
}

// True for `HOST:PATH` of scp: the generator's suffix follows its value.
bool HasSuffix(const ArgSpec& arg, std::string_view value) {
  return !arg.suffix.empty() &&
         value.substr(0, value.find('/')).find(arg.suffix.view()) != value.npos;
}

}  // namespace

std::string TypeOfValue(const Spec& spec, const ArgSpec& arg,
                        std::string_view value, const OptionSpec* option) {
  // Words of another program: `python3 FILE --verbose`.
  if (!option && LooksLikeOption(value)) return "";
  const bool is_remote = arg.suffix.view().find(':') != value.npos;
  if (is_remote && HasSuffix(arg, value)) return "remote path";
  const std::string_view kind = KindOf(spec, arg);
  if (IsRevisionKind(kind) && value.find_first_of("~^@:") != value.npos) {
    return "revision";
  }
  if (IsRevisionKind(kind) && value.find("..") != value.npos) {
    return "revisions";
  }
  if (!kind.empty()) return std::string(kind);
  if (const auto word = WordForType(arg.type); !word.empty()) {
    return std::string(word);
  }
  if (arg.reads != Reads::kNothing) return "file";
  return option ? "" : NameAsType(arg.name);
}

std::string TypeOfGenerated(std::string_view generator) {
  const size_t dot = generator.find('.');
  std::string_view type = generator.substr(dot == generator.npos ? 0 : dot + 1);
  if (type == "names") type = generator.substr(0, dot);
  if (type.ends_with('s')) type.remove_suffix(1);
  return std::string(type);
}

Risk RiskOfValue(const ArgSpec& arg, std::string_view value) {
  RE2::Options options = BytePatternOptions();
  options.set_max_mem(1 << 20);
  for (const ValueRisk& risk : arg.risks) {
    const RE2 pattern(Piece(risk.pattern.view()), options);
    if (pattern.ok() && RE2::PartialMatch(Piece(value), pattern)) {
      return risk.risk;
    }
  }
  return arg.risk;
}

std::string MeaningOfValue(const ArgSpec& arg, std::string_view value) {
  if (std::string own = DescriptionOf(arg, value); !own.empty()) return own;
  if (std::string all = DescriptionsOf(arg, value); !all.empty()) return all;
  return arg.description.str();
}

bool IsKnownValue(const ArgSpec& arg, std::string_view value) {
  return !DescriptionOf(arg, value).empty();
}

PathUse PathUseOf(const ArgSpec& arg, const WalkResult& walk,
                  std::string_view value) {
  const bool takes = arg.takes_paths() || arg.type == ValueType::kExecutable;
  // `HOST:PATH`, `-` for standard input, an address.
  const bool is_other = value == "-" || value == "{}" ||
                        value.find("://") != value.npos ||
                        HasSuffix(arg, value) || LooksLikeOption(value);
  if (!takes || is_other || value.empty()) return PathUse::kNone;
  if (Overwrites(&arg, walk)) return PathUse::kReplaces;
  const bool creates =
      arg.creates != Creates::kNothing || IsWritten(&arg, walk);
  return creates ? PathUse::kCreates : PathUse::kReads;
}

}  // namespace synapse
