#include "context/completion_context.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "context/operands.h"
#include "line/keywords.h"

namespace synapse {
namespace {

constexpr int kMaxRecursion = 8;

ExpectedType FromValueType(ValueType type) {
  switch (type) {
    case ValueType::kAny:
    case ValueType::kUrl: return ExpectedType::kAny;
    case ValueType::kFile: return ExpectedType::kFilePath;
    case ValueType::kDirectory: return ExpectedType::kDirectory;
    case ValueType::kExecutable: return ExpectedType::kExecutable;
    case ValueType::kCommandName:
    case ValueType::kCommand: return ExpectedType::kCommand;
    case ValueType::kHost: return ExpectedType::kHostname;
    case ValueType::kUser: return ExpectedType::kUser;
    case ValueType::kGroup: return ExpectedType::kGroup;
    case ValueType::kVariable: return ExpectedType::kEnvVar;
    case ValueType::kProcess: return ExpectedType::kProcess;
    case ValueType::kSignal: return ExpectedType::kSignal;
    case ValueType::kShell: return ExpectedType::kCommand;
    case ValueType::kScript:
    case ValueType::kSql: return ExpectedType::kAny;
  }
  return ExpectedType::kAny;
}

ExpectedType ExpectedOf(const ArgSpec* arg) {
  if (!arg) return ExpectedType::kAny;
  if (!arg->generators.empty()) return ExpectedType::kGenerator;
  if (!arg->values.empty()) return ExpectedType::kOneOf;
  return FromValueType(arg->type);
}

// The endings of the files that are given to the command's standard input, by
// its `stdin`, else by its first argument that takes files: `gunzip < x.gz`.
std::vector<std::string> InputExtensions(const WalkResult& walk) {
  std::vector<std::string> out;
  const auto add = [&](const ArgSpec& arg) {
    for (std::string_view ending : arg.extensions) out.emplace_back(ending);
  };
  if (const CommandSpec* reads = DeepestWith(walk, &CommandSpec::stdin_)) {
    add(reads->stdin_[0]);
    if (out.empty() && reads->stdin_[0].type == ValueType::kSql) {
      out.emplace_back(".sql");
    }
  }
  if (!out.empty()) return out;
  for (const ArgSpec& arg : walk.command().args) {
    if (!arg.takes_files() || !arg.written_with.empty()) continue;
    add(arg);
    break;
  }
  return out;
}

class Builder {
 public:
  Builder(CompletionContext& context, SpecStore& specs,
          const AliasLookup& alias)
      : c_(context), specs_(specs), alias_(alias) {}

  void Build() {
    const Segment& s = c_.segment;
    switch (s.position) {
      case SegmentPosition::kNothing:
      case SegmentPosition::kLoopName:
      case SegmentPosition::kDelimiter: c_.silent = true; return;
      case SegmentPosition::kRedirect:
        Set(Position::kRedirect, ExpectedType::kFilePath);
        if (ReadsInput()) SetInput();
        return;
      case SegmentPosition::kHereString:
        Set(Position::kUnknown, ExpectedType::kAny);
        return;
      case SegmentPosition::kParameter:
        Offset(s.inner_offset);
        Set(Position::kArgument, ExpectedType::kEnvVar);
        return;
      case SegmentPosition::kAssignment:
        Offset(s.inner_offset);
        Set(Position::kArgument, FileIf(!c_.partial.empty()));
        SetVariable();
        return;
      case SegmentPosition::kLoopWord:
        Set(Position::kArgument, ExpectedType::kFilePath);
        return;
      case SegmentPosition::kTest:
        Set(Position::kArgument, FileIf(!c_.partial.empty() || BehindOption()));
        return;
      case SegmentPosition::kWord: break;
    }
    std::vector<std::string> words = ValuesOf(s.words);
    if (!s.words.empty() && !s.words[0].quoted) {
      words = ExpandAlias(std::move(words), alias_);
    }
    Resolve(std::move(words), 0);
  }

 private:
  void Set(Position position, ExpectedType expected) {
    c_.position = position;
    c_.expected = expected;
  }

  // The redirection is `<`.
  bool ReadsInput() const {
    const std::string_view left = Trim(c_.prefix);
    return left.ends_with('<') && !left.ends_with("<<");
  }

  // Sets the type of file that the command behind wrappers reads from its
  // standard input: `sudo mysql db < ▏`.
  void SetInput() {
    std::vector<std::string> words =
        ExpandAlias(ValuesOf(c_.segment.words), alias_);
    for (int depth = 0; depth < kMaxRecursion && !words.empty(); ++depth) {
      const auto spec = specs_.Find(BaseName(words[0]));
      if (!spec) return;
      const WalkResult walk = Walk(spec->root, words, "");
      if (walk.nested_from >= words.size()) {
        c_.input_extensions = InputExtensions(walk);
        return;
      }
      words.erase(words.begin(),
                  words.begin() + static_cast<ptrdiff_t>(walk.nested_from));
    }
  }

  // The value of a variable that the spec of env knows: `NODE_ENV=▏`, also behind
  // export, env and sudo. True if it does.
  bool SetVariable() {
    const std::string& word = c_.segment.partial.value;
    if (AssignmentValueOffset(word) == std::string::npos) return false;
    const std::vector<std::string> words = {"env"};
    const auto spec = specs_.Find(words[0]);
    if (!spec) return false;
    WalkResult walk = Walk(spec->root, words, word);
    if (walk.expect != Expect::kOptionValue || !walk.option) return false;
    c_.spec = spec;
    c_.command = words[0];
    c_.words = words;
    SetValue(std::move(walk));
    return true;
  }

  void SetValue(WalkResult walk) {
    c_.option = walk.option ? LongestName(*walk.option) : "";
    Set(Position::kOptionValue, ExpectedOf(walk.arg));
    ValueOffset(walk.value_offset);
    c_.walk = std::move(walk);
  }

  // A value and a condition may be any text. They may be a file once its name
  // is begun.
  static ExpectedType FileIf(bool is_file) {
    return is_file ? ExpectedType::kFilePath : ExpectedType::kAny;
  }
  // `[[ -f ▏`
  bool BehindOption() const {
    const std::string_view before = Trim(c_.prefix);
    const size_t blank = before.find_last_of(" \t\n");
    return blank != before.npos && before.substr(blank + 1).starts_with('-');
  }

  // Excludes the first `bytes` of the partial from the completion.
  void Offset(size_t bytes) {
    std::string_view raw = c_.segment.partial.raw(c_.buffer);
    if (bytes == 0 || bytes > raw.size()) return;
    c_.prefix = c_.buffer.substr(0, c_.segment.partial.begin + bytes);
    const std::string& value = c_.segment.partial.value;
    // Quotes before the offset occur in the raw text and not in the value.
    size_t skipped_quotes = 0;
    for (size_t i = 0; i < bytes; ++i) {
      if (raw[i] == '"' || raw[i] == '\'') ++skipped_quotes;
    }
    size_t in_value = bytes - std::min(bytes, skipped_quotes);
    c_.partial = in_value <= value.size() ? value.substr(in_value) : "";
  }

  // The same for bytes of its value: quotes and backslashes do not count. The
  // prefix ends where the rest is written as it is, else where the word begins.
  void ValueOffset(size_t bytes) {
    const std::string& value = c_.segment.partial.value;
    const std::string_view raw = c_.segment.partial.raw(c_.buffer);
    if (bytes == 0 || bytes > value.size()) return;
    c_.partial = value.substr(bytes);
    size_t before = 0;
    if (raw.starts_with(std::string_view(value).substr(0, bytes))) {
      before = bytes;
    } else if (raw.ends_with(c_.partial)) {
      before = raw.size() - c_.partial.size();
    }
    c_.prefix = c_.buffer.substr(0, c_.segment.partial.begin + before);
  }

  void Resolve(std::vector<std::string> words, int depth) {
    if (words.empty()) {
      if (depth > 0 && SetVariable()) return;
      bool piped = c_.segment.after_pipe && depth == 0;
      bool path = c_.partial.find('/') != std::string::npos ||
                  c_.partial.starts_with('~') || c_.partial.starts_with('.');
      Set(piped ? Position::kPipeTarget : Position::kCommandName,
          path ? ExpectedType::kExecutable : ExpectedType::kCommand);
      return;
    }
    c_.command = std::string(BaseName(words[0]));
    c_.words = words;
    c_.spec = specs_.Find(c_.command);
    if (c_.spec) {
      ResolveBySpec(std::move(words), depth);
    } else {
      ResolveUnknown(words);
    }
  }

  void ResolveBySpec(std::vector<std::string> words, int depth) {
    const std::string partial = c_.segment.partial.value;
    WalkResult walk = Walk(c_.spec->root, words, partial);
    c_.entered = EnteredFrom(std::move(c_.entered), walk, words);
    if (walk.nested_from != WalkResult::npos && depth < kMaxRecursion) {
      if (walk.nested_arg) {
        c_.elsewhere |= walk.nested_arg->elsewhere;
        c_.as_root |= walk.nested_arg->as_root;
        c_.runs_only = walk.nested_arg->runs_only;
        c_.as_module = walk.nested_arg->program;
        c_.names_own_program = walk.nested_arg->as_path;
      }
      const size_t from = walk.nested_from;
      if (from >= words.size() && walk.expect != Expect::kOptionValue) {
        c_.wrapper = c_.spec;
        c_.wrapper_walk = std::move(walk);
      }
      Recurse(words, from, depth);
      return;
    }
    const bool is_variable = walk.arg && walk.arg->type == ValueType::kVariable;
    if (is_variable && SetVariable()) return;
    for (size_t i = 1; i < walk.path.size(); ++i) {
      c_.subcommand_path.emplace_back(walk.path[i]->name());
    }
    for (const OptionSpec* option : walk.present) {
      c_.present_options.push_back(LongestName(*option));
    }
    c_.argument_index = walk.arg_index;
    ValueOffset(walk.value_offset);
    switch (walk.expect) {
      case Expect::kSubcommand:
        Set(Position::kSubcommand, ExpectedOf(walk.arg));
        break;
      case Expect::kOptionFlag:
        Set(Position::kOptionFlag, ExpectedType::kAny);
        break;
      case Expect::kOptionValue:
        c_.option = walk.option ? LongestName(*walk.option) : "";
        Set(Position::kOptionValue, ExpectedOf(walk.arg));
        break;
      case Expect::kArgument:
        Set(Position::kArgument, ExpectedOf(walk.arg));
        break;
    }
    c_.walk = std::move(walk);
  }

  static std::string LongestName(const OptionSpec& option) {
    return std::max_element(
               option.names.begin(), option.names.end(),
               [](const auto& a, const auto& b) { return a.size() < b.size(); })
        ->str();
  }

  // For a command without a spec. Paths are still completed.
  void ResolveUnknown(const std::vector<std::string>& words) {
    c_.argument_index = static_cast<int>(
        std::count_if(words.begin() + 1, words.end(),
                      [](const auto& word) { return !word.starts_with('-'); }));
    Set(Position::kUnknown,
        c_.is_path() ? ExpectedType::kFilePath : ExpectedType::kAny);
  }

  void Recurse(const std::vector<std::string>& words, size_t from, int depth) {
    // `env A=1 B=2 cmd`, `sudo A=1 cmd`.
    while (from < words.size() &&
           AssignmentValueOffset(words[from]) != std::string::npos) {
      ++from;
    }
    // `env A=1 -u B cmd`: env reads options after assignments too.
    if (from > 1 && from < words.size() && words[from].starts_with('-') &&
        AssignmentValueOffset(words[from - 1]) != std::string::npos) {
      std::vector<std::string> again = {words[0]};
      again.insert(again.end(), words.begin() + static_cast<ptrdiff_t>(from),
                   words.end());
      Resolve(std::move(again), depth + 1);
      return;
    }
    c_.spec = nullptr;
    c_.words.clear();
    c_.command.clear();
    std::vector<std::string> rest(words.begin() + std::min(from, words.size()),
                                  words.end());
    if (rest.size() == 1 && rest[0].find(' ') != std::string::npos) {
      rest = {};  // watch 'a b': one quoted command line, already complete
    }
    Resolve(std::move(rest), depth + 1);
  }

  CompletionContext& c_;
  SpecStore& specs_;
  const AliasLookup& alias_;
};

}  // namespace

bool CompletionContext::creates() const {
  if (position == Position::kRedirect) {
    std::string_view left = prefix;
    left = left.substr(0, left.find_last_not_of(" \t") + 1);
    return left.ends_with('>') || left.ends_with(">|") ||
           left.ends_with(">!") || left.ends_with(">&") ||
           left.ends_with(">&|");
  }
  if (!walk || words.empty()) return false;
  auto is_plain = [](const std::string& w) { return !w.starts_with('-'); };
  const bool first = std::none_of(words.begin() + 1, words.end(), is_plain);
  auto makes = [&](const ArgSpec* arg) {
    return arg->creates == Creates::kAll || arg->creates == Creates::kNew ||
           (arg->creates == Creates::kLast && !first) || IsWritten(arg, *walk);
  };
  if (walk->arg && makes(walk->arg)) return true;
  // The first word of `rsync SOURCE... TARGET` is no target.
  const bool is_source =
      first && walk->arg && walk->arg->variadic && !walk->arg->optional;
  return !is_source && std::any_of(walk->also.begin(), walk->also.end(), makes);
}

bool IsRunByAnother(const CompletionContext& context) {
  return context.position == Position::kCommandName && context.words.empty() &&
         !context.segment.words.empty();
}

const char* PositionName(Position position) {
  static constexpr const char* kNames[] = {
      "CommandName", "Subcommand", "OptionFlag", "OptionValue",
      "Argument",    "PipeTarget", "Redirect",   "Unknown"};
  return kNames[static_cast<int>(position)];
}

const char* ExpectedTypeName(ExpectedType type) {
  static constexpr const char* kNames[] = {
      "Any",   "FilePath", "Directory", "Executable", "Generator",
      "OneOf", "Hostname", "EnvVar",    "Command",    "User",
      "Group", "Process",  "Signal"};
  return kNames[static_cast<int>(type)];
}

std::vector<std::string> ExpandAlias(std::vector<std::string> words,
                                     const AliasLookup& alias) {
  std::vector<std::string> seen;
  while (alias && !words.empty() &&
         std::find(seen.begin(), seen.end(), words[0]) == seen.end()) {
    std::optional<std::string> value = alias(words[0]);
    if (!value) break;
    seen.push_back(words[0]);
    // The words after an alias continue the alias's last command.
    std::string text = *value + " ";
    Segment tail = SegmentAt(text, text.size());
    if (tail.position != SegmentPosition::kWord) break;
    std::vector<std::string> expanded = ValuesOf(tail.words);
    expanded.insert(expanded.end(), words.begin() + 1, words.end());
    words = std::move(expanded);
  }
  if (!alias || words.size() < 2 || words[1].starts_with('-')) return words;
  const auto subcommand = alias(words[0] + ' ' + words[1]);
  // git runs a shell for an alias that begins with `!`.
  if (!subcommand || subcommand->starts_with('!')) return words;
  std::vector<std::string> expanded = {words[0]};
  for (const Token& token : Tokenize(*subcommand)) {
    expanded.push_back(token.value);
  }
  expanded.insert(expanded.end(), words.begin() + 2, words.end());
  return expanded;
}

CompletionContext BuildContext(std::string_view buffer, size_t cursor,
                               SpecStore& specs, const AliasLookup& alias) {
  CompletionContext c;
  c.buffer = std::string(buffer);
  c.cursor = cursor;
  c.segment = SegmentAt(buffer, cursor);
  const Token& partial = c.segment.partial;
  c.partial = partial.value;
  c.open = partial.open;
  c.prefix = c.buffer.substr(0, partial.begin);
  c.trailing_space = partial.begin == partial.end;
  c.tokens = ValuesOf(c.segment.words);
  if (!c.trailing_space) c.tokens.push_back(partial.value);
  Builder(c, specs, alias).Build();
  return c;
}

std::vector<std::string_view> DueKeywordsAt(const CompletionContext& context,
                                            const std::string& lines_before) {
  const Token& typed = context.segment.partial;
  // On a line of its own another command is as likely.
  const bool begins_line =
      context.partial.empty() && Trim(context.buffer).empty();
  if (context.position != Position::kCommandName || begins_line ||
      typed.quoted) {
    return {};
  }
  return DueKeywords(lines_before + context.buffer.substr(0, typed.begin),
                     context.partial);
}

}  // namespace synapse
