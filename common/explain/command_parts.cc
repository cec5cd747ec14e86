#include <algorithm>
#include <cctype>
#include <utility>

#include "base/files.h"
#include "context/operands.h"
#include "explain/part_list.h"
#include "explain/shell_words.h"
#include "explain/value_meaning.h"
#include "line/segment.h"
#include "line/shell_syntax.h"

namespace synapse {
namespace {

constexpr int kMaxNested = 8;

using Words = std::span<const Token>;

void AddRisk(LinePart& part, const RiskSpec& risk) {
  if (risk.any()) part.risks.push_back(risk.why.str());
}

// --gzip of -z, --gzip, --gunzip; without a long name the longest.
std::string FullNameOf(const OptionSpec& option) {
  std::string_view longest;
  for (std::string_view name : option.names) {
    if (name.starts_with("--")) return std::string(name);
    if (name.size() > longest.size()) longest = name;
  }
  return std::string(longest);
}

// One command. `elsewhere`: it runs on another machine, so that its paths say
// nothing about this one.
class CommandReader {
 public:
  CommandReader(PartList& list, int command, bool elsewhere, int nested = 0)
      : list_(list),
        command_(command),
        elsewhere_(elsewhere),
        nested_(nested),
        placeholder_(list.shared().placeholder) {}

  void Read(Words words) {
    // `env A=1 command`
    while (words.size() > 1 && nested_ > 0 &&
           AssignmentValueOffset(words[0].value) != std::string::npos) {
      AddAssignment(words[0]);
      words = words.subspan(1);
    }
    ReadCommand(words, /*named=*/true);
  }

  // `named`: adds the name of the command, too.
  void ReadCommand(Words words, bool named) {
    words_ = words;
    values_.clear();
    for (const Token& word : words) values_.push_back(word.value);
    spec_ = words[0].dynamic
                ? nullptr
                : list_.shared().specs.FindAny(BaseName(values_[0]));
    if (named) AddName();
    if (!spec_) {
      for (size_t i = 1; i < words.size(); ++i) AddPlain(i);
      return;
    }
    walk_ = Walk(spec_->root, values_, "");
    if (const size_t i = NextCommand(); i > 0) return ReadBoth(words, i);
    AssignLastArguments();
    unknown_ = OperandsOf(list_.shared().specs, values_).unknown_subcommand;
    ReadBySpec();
  }

 private:
  // The `;` behind which another command of the program follows, as in
  // `tmux new -d \; split-window`, or 0.
  size_t NextCommand() const {
    if (spec_->root.subcommands.empty()) return 0;
    const size_t end = std::min(walk_.nested_from, values_.size() - 1);
    for (size_t i = 1; i <= end; ++i) {
      if (values_[i] == ";" && !NestedFrom(i)) return i;
    }
    return 0;
  }

  void ReadBoth(Words words, size_t at) {
    CommandReader(*this).ReadCommand(words.first(at), /*named=*/false);
    Add(LinePart{.kind = PartKind::kOperator,
                 .meaning = "Run the next command of " + values_[0]},
        words[at]);
    std::vector<Token> again = {words[0]};
    again.insert(again.end(), words.begin() + static_cast<ptrdiff_t>(at) + 1,
                 words.end());
    CommandReader(*this).ReadCommand(again, /*named=*/false);
  }

  void Add(LinePart part, const Token& word, size_t from = 0,
           size_t to = std::string::npos) {
    part.command = command_;
    if (elsewhere_ || word.dynamic) part.path = PathUse::kNone;
    Replace(part, word.value.substr(std::min(from, word.value.size())));
    if (part.path != PathUse::kNone) part.value = word.value.substr(from);
    list_.AddWord(std::move(part), word, from, to);
  }

  // A part may stand for something else: `{}` for a file of the find around it,
  // `-` for the directory before this one.
  void Replace(LinePart& part, std::string_view value) const {
    const bool is_operand =
        part.kind == PartKind::kArgument || part.kind == PartKind::kValue;
    if (!is_operand) return;
    const std::string& text = placeholder_.text;
    if (!text.empty() && value.find(text) != value.npos) {
      part.path = PathUse::kNone;
      part.meaning = value == text
                         ? placeholder_.meaning
                         : text + " stands for " + placeholder_.meaning;
      return;
    }
    std::string meaning =
        MeaningOfOperand(BaseName(values_[0]), value, part.type);
    if (meaning.empty()) return;
    part.meaning = std::move(meaning);
    part.path = PathUse::kNone;
  }

  // The value of the option -I of xargs.
  std::string ReplacedText() const {
    for (const WalkedValue& value : walk_.values) {
      const bool replaces =
          value.option && value.arg->name.view() == "replace-str";
      if (replaces) return values_[value.word].substr(value.offset);
    }
    for (const WrittenOption& written : walk_.written) {
      const auto& names = written.option->names;
      if (std::find(names.begin(), names.end(), "--replace") != names.end()) {
        return "{}";
      }
    }
    return "";
  }

  void AddName() {
    LinePart part{.kind = PartKind::kCommand};
    if (spec_) {
      part.meaning = spec_->root.description.str();
      AddRisk(part, spec_->root.risk);
    }
    if (program_) {
      // A module of Python, a package that npx fetches: PATH says nothing of it.
      if (part.meaning.empty()) {
        part.meaning = MeaningOfValue(*program_, values_[0]);
      }
    } else if (!words_[0].dynamic && !elsewhere_) {
      part.value = values_[0];
    }
    Add(std::move(part), words_[0]);
  }

  // A word that no spec explains.
  void AddPlain(size_t i) {
    const std::string& value = values_[i];
    if (value == "--") return AddDashes(i);
    LinePart part{.kind = PartKind::kArgument};
    if (value.size() > 1 && value[0] == '-') part.kind = PartKind::kOption;
    // Perhaps a file: explanation.cc says so if it exists.
    const bool is_url = value.find("://") != value.npos;
    const bool is_option = part.kind == PartKind::kOption;
    if (!is_url && !is_option) part.path = PathUse::kReads;
    Add(std::move(part), words_[i]);
  }

  void AddDashes(size_t i) {
    Add(LinePart{.kind = PartKind::kOption,
                 .meaning = "End the options: arguments follow"},
        words_[i]);
  }

  void ReadBySpec() {
    const size_t end = std::min(walk_.nested_from, words_.size());
    for (size_t i = 1; i < end; ++i) {
      const WalkResult::Nested* nested = NestedFrom(i);
      if (!nested) {
        AddWord(i);
        continue;
      }
      // The words of `npx` may go on to the end of the line.
      const size_t to = std::min(nested->to, words_.size());
      Recurse(*nested->arg, i, to);
      if (to >= words_.size()) return;
      Add(LinePart{.kind = PartKind::kArgument,
                   .meaning = values_[to] == "+"
                                  ? "End the command, which gets many paths"
                                  : "End the command that the option runs"},
          words_[to]);
      i = to;
    }
    if (end < words_.size()) Recurse(*walk_.nested_arg, end, words_.size());
  }

  // The walk gives all words to `a...` of `a... b`. The last is b: the target of
  // cp and scp.
  void AssignLastArguments() {
    const auto& args = walk_.command().args;
    if (args.size() < 2 || !args[0].variadic || args.back().optional) return;
    std::vector<WalkedValue*> variadic;
    for (WalkedValue& value : walk_.values) {
      if (value.arg == &args[0]) variadic.push_back(&value);
    }
    const size_t others = args.size() - 1;
    if (variadic.size() <= others) return;
    for (size_t i = 0; i < others; ++i) {
      variadic[variadic.size() - others + i]->arg = &args[i + 1];
    }
  }

  const WalkResult::Nested* NestedFrom(size_t word) const {
    for (const auto& nested : walk_.nested) {
      if (nested.from == word) return &nested;
    }
    return nullptr;
  }

  void Recurse(const ArgSpec& arg, size_t from, size_t to) {
    const Words inner = words_.subspan(from, to - from);
    if (inner.empty() || nested_ >= kMaxNested) return;
    const bool is_line = inner.size() == 1 && inner[0].quoted &&
                         (arg.type == ValueType::kShell ||
                          inner[0].value.find(' ') != std::string::npos);
    if (is_line) return AddShellText(inner[0], arg);
    CommandReader reader(list_, command_, elsewhere_ || arg.elsewhere,
                         nested_ + 1);
    reader.placeholder_ = PlaceholderOf(BaseName(values_[0]), ReplacedText());
    if (reader.placeholder_.text.empty()) reader.placeholder_ = placeholder_;
    reader.program_ = arg.program ? &arg : nullptr;
    const size_t options = OptionsBehindAssignments(inner);
    if (options == 0) return reader.Read(inner);
    for (size_t i = 0; i < options; ++i) reader.AddAssignment(inner[i]);
    std::vector<Token> again = {words_[0]};
    again.insert(again.end(), inner.begin() + static_cast<ptrdiff_t>(options),
                 inner.end());
    reader.ReadCommand(again, /*named=*/false);
  }

  // `env A=1 -u B command`: env reads options behind assignments too.
  static size_t OptionsBehindAssignments(Words words) {
    size_t i = 0;
    while (i < words.size() &&
           AssignmentValueOffset(words[i].value) != std::string::npos) {
      ++i;
    }
    return i < words.size() && words[i].value.starts_with('-') ? i : 0;
  }

  void AddAssignment(const Token& word) {
    Add(LinePart{.kind = PartKind::kAssignment,
                 .meaning = "Set the variable for this command only"},
        word);
  }

  // A value that a shell runs.
  void AddShellText(const Token& word, const ArgSpec& arg) {
    LinePart part{.kind = PartKind::kArgument,
                  .type = "command line",
                  .name = arg.name.str(),
                  .meaning = arg.description.str()};
    part.command = command_;
    list_.Add(std::move(part), word.begin, word.end);
    Placeholder& shared = list_.shared().placeholder;
    const Placeholder before = std::exchange(shared, placeholder_);
    list_.AddLine(word, elsewhere_ || arg.elsewhere);
    shared = before;
  }

  void AddWord(size_t i) {
    const auto& subs = walk_.subcommand_words;
    const auto sub = std::find(subs.begin(), subs.end(), i);
    if (sub != subs.end()) {
      const auto level = static_cast<size_t>(sub - subs.begin()) + 1;
      LinePart part{.kind = PartKind::kSubcommand,
                    .meaning = walk_.path[level]->description.str()};
      AddRisk(part, walk_.path[level]->risk);
      return Add(std::move(part), words_[i]);
    }
    const bool has_options = AddOptions(i);
    bool has_value = false;
    for (const WalkedValue& value : walk_.values) {
      const bool is_bracket = spec_->root.name() == "[" && values_[i] == "]";
      if (value.word != i || is_bracket || (value.offset == 0 && has_options)) {
        continue;
      }
      AddValue(value);
      has_value = true;
    }
    if (has_options || has_value) return;
    AddUnexplained(i);
  }

  void AddUnexplained(size_t i) {
    const std::string& value = values_[i];
    const bool ends_test =
        value == "]" && values_[0] == "[" && i + 1 == values_.size();
    if (ends_test) {
      return Add(LinePart{.kind = PartKind::kReserved,
                          .meaning = MeaningOfReserved("]]")},
                 words_[i]);
    }
    const bool looks_like_option = value.size() > 1 && value[0] == '-';
    const bool is_number =
        looks_like_option && isdigit(static_cast<unsigned char>(value[1]));
    const bool is_option = looks_like_option && value != "--" && !is_number;
    if (i == unknown_ || (is_option && !spec_->root.partial)) {
      return Add(LinePart{.kind = is_option ? PartKind::kOption
                                            : PartKind::kSubcommand,
                          .unknown = true},
                 words_[i]);
    }
    const std::string_view generator = walk_.command().subcommand_generator;
    if (!generator.empty() &&
        AssignmentValueOffset(value) != std::string::npos) {
      return Add(LinePart{.kind = PartKind::kAssignment,
                          .meaning = "Set a variable of " + values_[0]},
                 words_[i]);
    }
    if (generator.empty() || value == "--") return AddPlain(i);
    Add(LinePart{.type = TypeOfGenerated(generator)}, words_[i]);
  }

  // Adds the options of a word: one option, or the letters of a cluster.
  bool AddOptions(size_t i) {
    size_t last = 0;
    bool any = false, takes_rest = false;
    for (const WrittenOption& written : walk_.written) {
      if (written.word != i) continue;
      any = true;
      last = written.end;
      AddOption(written);
    }
    for (const WalkedValue& value : walk_.values) {
      takes_rest |= value.word == i && value.option && value.offset > 0;
    }
    // A letter that the spec lacks ends the cluster.
    const std::string& text = values_[i];
    const bool is_cluster = !text.starts_with("--");
    if (any && is_cluster && !takes_rest && last < text.size()) {
      Add(LinePart{.kind = PartKind::kOption, .unknown = !spec_->root.partial},
          words_[i], last);
    }
    return any;
  }

  void AddOption(const WrittenOption& written) {
    LinePart part{.kind = PartKind::kOption,
                  .name = FullNameOf(*written.option),
                  .meaning = written.option->description.str()};
    if (part.name.find_first_of("-+") != 0) part.type = "operand";
    AddRisk(part, written.option->risk);
    for (const ValueRisk& with : written.option->risk_with) {
      AddRisk(part, with.risk);
    }
    Add(std::move(part), words_[written.word], written.begin, written.end);
  }

  bool IsLastArgument(const WalkedValue& value) const {
    return std::none_of(walk_.values.begin(), walk_.values.end(),
                        [&](const WalkedValue& other) {
                          return !other.option && other.word > value.word;
                        });
  }

  void AddValue(const WalkedValue& value) {
    const Token& word = words_[value.word];
    const ArgSpec& arg = *value.arg;
    const std::string sign =
        MeaningOfSign(BaseName(values_[0]), values_[value.word]);
    if (!sign.empty() && !value.option) {
      return Add(LinePart{.kind = PartKind::kOperator, .meaning = sign}, word);
    }
    const bool runs =
        arg.type == ValueType::kShell && value.offset == 0 && word.quoted;
    if (runs) return AddShellText(word, arg);
    const std::string_view text =
        std::string_view(word.value)
            .substr(std::min(value.offset, word.value.size()));
    LinePart part{.kind = value.option ? PartKind::kValue : PartKind::kArgument,
                  .type = TypeOfValue(*spec_, arg, text, value.option),
                  .name = arg.name.str(),
                  .meaning = MeaningOfValue(arg, text)};
    part.path = PathUseOf(arg, walk_, text);
    // All but the last of `cp A B DIRECTORY` are read.
    if (part.path == PathUse::kCreates && arg.creates == Creates::kLast &&
        !IsLastArgument(value)) {
      part.path = PathUse::kReads;
    }
    const bool is_revision = part.type.starts_with("revision");
    if (IsKnownValue(arg, text) || is_revision) part.path = PathUse::kNone;
    const Risk risk = RiskOfValue(arg, text);
    if (risk.any()) part.risks.push_back(risk.why);
    Add(std::move(part), word, value.offset);
  }

  PartList& list_;
  const int command_;
  const bool elsewhere_;
  const int nested_;
  Words words_;
  std::vector<std::string> values_;
  std::shared_ptr<const Spec> spec_;
  WalkResult walk_;
  size_t unknown_ = 0;
  const ArgSpec* program_ = nullptr;  // the argument that names the program
  Placeholder placeholder_;
};

}  // namespace

void AddCommandParts(PartList& list, std::span<const Token> words,
                     int command) {
  CommandReader(list, command, list.shared().elsewhere).Read(words);
}

}  // namespace synapse
