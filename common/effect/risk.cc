#include "effect/risk.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/regex.h"
#include "base/text.h"
#include "effect/risk_carriers.h"
#include "effect/risk_patterns.h"
#include "effect/risk_programs.h"
#include "effect/risk_words.h"
#include "line/commands.h"
#include "line/segment.h"
#include "spec/walk.h"

namespace synapse {
namespace {

constexpr int kMaxDepth = 8;
constexpr size_t kMaxJudged = 16 << 10;  // bytes; longer lines are pasted

const Risk& Greater(const Risk& a, const Risk& b) {
  return b.level > a.level ? b : a;
}

}  // namespace

// One question. `depth` counts texts within texts.
class RiskJudge::Line {
 public:
  Line(RiskJudge& judge, RiskVerdicts::Verdict& verdict)
      : judge_(judge), verdict_(verdict) {}

  Risk Of(std::string_view text) {
    if (depth_ >= kMaxDepth || text.size() > kMaxJudged) return {};
    ++depth_;
    CommandList list = ParseCommands(text);
    Risk risk;
    for (size_t i = 0; i < list.commands.size(); ++i) {
      risk = Greater(risk, OfCommand(list, i, text));
      NoteNames(list.commands[i]);
      if (i + 1 < list.commands.size()) NoteDownload(list.commands[i]);
    }
    for (const std::string& inner : list.substitutions) {
      risk = Greater(risk, Of(inner));
    }
    for (std::string_view body : list.expanded_documents) {
      risk = Greater(risk, OfExpanded(body));
    }
    if (IsForkBomb(list)) {
      risk = {RiskLevel::kDestructive, "fork bomb"};
    }
    --depth_;
    return risk;
  }

 private:
  using Words = std::span<const std::string>;

  Risk OfAll(const std::vector<std::string>& lines) {
    Risk risk;
    for (const std::string& line : lines) risk = Greater(risk, Of(line));
    return risk;
  }

  // The substitutions of a here-document.
  Risk OfExpanded(std::string_view body) {
    constexpr int kMaxSubstitutions = 16;
    Risk risk;
    size_t at = 0;
    for (int i = 0; i < kMaxSubstitutions; ++i) {
      at = body.find_first_of("$`\\", at);
      if (at == body.npos) break;
      const bool begins = body[at] == '`' || body.substr(at).starts_with("$(");
      if (begins) {
        CommandList list = ParseCommands(body.substr(at));
        if (!list.substitutions.empty()) {
          risk = Greater(risk, Of(list.substitutions[0]));
          at += list.substituted[0].second;
        }
      }
      at += body[std::min(at, body.size() - 1)] == '\\' ? 2 : 1;
    }
    return risk;
  }

  // A command with its spec and what was written for it.
  struct Found {
    std::shared_ptr<const Spec> spec;
    WalkResult walk;
    std::vector<std::string> words;
  };

  Risk OfCommand(const CommandList& list, size_t index, std::string_view text) {
    const SimpleCommand& command = list.commands[index];
    Risk risk = OfRedirects(command);
    if (command.words.empty()) return risk;
    risk = Greater(risk, OfAll(ProgramsOf(command.assignments)));
    const std::vector<std::string> words = ValuesOf(command.words);
    if (!command.words[0].quoted) {
      if (auto expanded = Expand(command.words, text)) {
        return Greater(risk, *expanded);
      }
    }
    risk = Greater(risk, OfWords(words));
    for (const std::string& file : downloaded_) {
      if (RunsFile(words, file)) risk = Greater(risk, RunsDownload());
    }
    risk = Greater(risk, RiskOfComputed(command));
    if (command.piped && IsCopy(command) && index > 0 &&
        WritesNothing(list.commands[index - 1])) {
      risk = Greater(risk, {RiskLevel::kCareful, "empties a file"});
    }
    const bool has_input = command.piped || !command.redirects.empty() ||
                           !list.here_documents.empty() ||
                           !list.substitutions.empty();
    return has_input ? Greater(risk, OfInput(list, index, words)) : risk;
  }

  // The risk of an alias's text with the words after it.
  std::optional<Risk> Expand(const std::vector<Token>& words,
                             std::string_view text) {
    const std::string& name = words[0].value;
    if (std::find(aliases_.begin(), aliases_.end(), name) != aliases_.end()) {
      return std::nullopt;
    }
    auto value = AliasOf(name);
    if (!value) return ExpandSubcommand(words, text);
    return OfExpansion(
        name, *value,
        text.substr(words[0].end, words.back().end - words[0].end));
  }
  std::optional<std::string> AliasOf(const std::string& name) {
    auto own = named_.find(name);
    if (own != named_.end()) return own->second;
    return judge_.verdicts_.AliasFor(verdict_, name);
  }
  // Aliases and variables that the line itself defines for its later commands:
  // `alias z='rm -rf'; z x`, `x='rm -rf y'; $x`.
  void NoteNames(const SimpleCommand& command) {
    constexpr size_t kMaxNames = 16;
    auto note = [&](const std::string& text, std::string_view before) {
      const size_t equals = text.find('=');
      if (equals == text.npos || named_.size() >= kMaxNames) return;
      named_[std::string(before) + text.substr(0, equals)] =
          text.substr(equals + 1);
    };
    const std::vector<Token>& words = command.words;
    if (words.empty()) {
      for (const Token& token : command.assignments) note(token.value, "$");
    } else if (words[0].value == "alias") {
      for (size_t i = 1; i < words.size(); ++i) note(words[i].value, "");
    }
  }
  // `curl x -o i.sh && sh i.sh`
  void NoteDownload(const SimpleCommand& command) {
    constexpr size_t kMaxFiles = 8;
    if (downloaded_.size() >= kMaxFiles || command.words.empty()) return;
    auto found = Innermost(ValuesOf(command.words));
    if (!found || !found->walk.path[0]->downloads) return;
    std::string file = DownloadOf(command);
    if (!file.empty()) downloaded_.push_back(std::move(file));
  }
  // `git co`: git's alias.co. A shell runs one that begins with `!`.
  std::optional<Risk> ExpandSubcommand(const std::vector<Token>& words,
                                       std::string_view text) {
    if (words.size() < 2 || words[1].value.starts_with('-')) {
      return std::nullopt;
    }
    const std::string name = words[0].value + ' ' + words[1].value;
    if (std::find(aliases_.begin(), aliases_.end(), name) != aliases_.end()) {
      return std::nullopt;
    }
    auto value = AliasOf(name);
    if (!value) return std::nullopt;
    const std::string line = value->starts_with('!')
                                 ? value->substr(1)
                                 : words[0].value + ' ' + *value;
    return OfExpansion(
        name, line, text.substr(words[1].end, words.back().end - words[1].end));
  }
  Risk OfExpansion(const std::string& name, std::string line,
                   std::string_view rest) {
    line += ' ';
    line += rest;
    aliases_.push_back(name);
    Risk risk = Of(line);
    aliases_.pop_back();
    return risk;
  }

  // `echo 'rm -rf x' >> ~/.bashrc`
  Risk OfLater(const SimpleCommand& writer, std::string_view file) {
    if (!IsRunLater(file) || writer.words.empty()) return {};
    const auto spec = judge_.specs_.FindAny(writer.words[0].value);
    Risk risk;
    for (size_t i = 1; spec && spec->root.prints && i < writer.words.size();
         ++i) {
      risk = Greater(risk, Of(writer.words[i].value));
    }
    return risk;
  }

  Risk OfRedirects(const SimpleCommand& command) {
    Risk risk;
    for (const auto& [op, target] : command.redirects) {
      if (op == "<" && target.value == "/dev/null" && IsCopy(command)) {
        risk = Greater(risk, {RiskLevel::kCareful, "empties a file"});
      }
      if (op.find('>') == op.npos) continue;
      risk = Greater(risk, judge_.patterns_->Of(kDevices, target.value));
      if (IsRemoteShell(command, target.value)) {
        risk = {RiskLevel::kDangerous, "connects a shell to another machine"};
      }
      risk = Greater(risk, OfLater(command, target.value));
      if (op.find(">>") != op.npos) continue;
      risk = Greater(risk, judge_.patterns_->Of(kConfigurations, target.value));
      // `> build/` fails: a directory is no file.
      if (WritesNothing(command) && !target.value.empty() &&
          !target.value.ends_with('/') && !target.value.starts_with("/dev/")) {
        risk = Greater(risk, {RiskLevel::kCareful, "empties a file"});
      }
    }
    return risk;
  }

  // `mkfs.ext4` is described with mkfs, `python3.11` with python3.
  std::shared_ptr<const Spec> SpecOf(std::string_view word) {
    std::string_view name = BaseName(word);
    if (auto spec = judge_.specs_.FindAny(name)) return spec;
    size_t dot = name.find('.');
    // `./reboot.sh` is a file of that name and nothing else.
    if (dot == name.npos || dot == 0 || word.starts_with('.')) return nullptr;
    return judge_.specs_.FindAny(name.substr(0, dot));
  }

  std::optional<Found> Walked(Words words) {
    if (words.empty()) return std::nullopt;
    Found found;
    found.spec = SpecOf(words[0]);
    if (!found.spec || !found.spec->has_risks) return std::nullopt;
    found.words.assign(words.begin(), words.end());
    found.walk = Walk(found.spec->root, found.words, "");
    return found;
  }

  Risk OfWords(Words words) {
    if (depth_ >= kMaxDepth || words.empty()) return {};
    words = words.subspan(ScheduleWords(words));
    Risk risk = Greater(OfSent(words), RiskOfEdit(words));
    auto found = Walked(words);
    const bool wraps = found && (found->walk.nested_from < words.size() ||
                                 !found->walk.nested.empty());
    const size_t carried =
        wraps ? 0 : CarriedFrom(words, SpecOf(words[0]) != nullptr);
    if (carried > 0) {
      ++depth_;
      risk = Greater(risk, OfWords(words.subspan(carried)));
      --depth_;
    }
    if (!found) return Greater(risk, OfUndescribed(words));
    risk = Greater(risk, OfDescribed(*found));
    return risk.level < RiskLevel::kNote
               ? Greater(risk, RiskOfWords(words, &found->walk))
               : risk;
  }

  // A command without a spec, or with one that has no risk at all.
  Risk OfUndescribed(Words words) {
    if (RiskOfWords(words, nullptr).level == RiskLevel::kNone) return {};
    auto spec = SpecOf(words[0]);
    if (!spec) return RiskOfWords(words, nullptr);
    const WalkResult walk = Walk(spec->root, words, "");
    return RiskOfWords(words, &walk);
  }

  // Lines that are typed or run somewhere else: tmux send-keys.
  Risk OfSent(Words words) {
    Risk risk = RiskOfFile(ScriptOf(words));
    if (!MayCarryText(words)) return risk;
    risk = Greater(risk, OfAll(ProgramsIn(words)));
    for (const std::string& text : ScriptTexts(words)) {
      risk = Greater(risk, judge_.patterns_->Of(kScripts, text));
    }
    for (const std::string& text : SqlTexts(words)) {
      risk = Greater(risk, judge_.patterns_->Of(kSql, text));
    }
    const bool to_server = TakesLines(words);
    const bool described = SpecOf(words[0]) != nullptr;
    for (const std::string& line : SentLines(words, described)) {
      // It may be typed into a shell or into a client of a database.
      risk = Greater(risk, Of(line));
      if (to_server) risk = Greater(risk, RiskOfLines(line));
      risk = Greater(risk, judge_.patterns_->Of(kSql, WithoutTexts(line)));
    }
    return risk;
  }

  Risk OfDescribed(const Found& found) {
    const WalkResult& walk = found.walk;
    const size_t own = std::min(walk.nested_from, found.words.size());
    auto any = [&](bool OptionSpec::*trait) {
      return std::any_of(walk.present.begin(), walk.present.end(),
                         [&](const OptionSpec* o) { return o->*trait; });
    };
    // Nothing runs, also nothing that is named: `command -v rm`.
    if (any(&OptionSpec::dry_run) && !SaysNo(found.walk, found.words))
      return {};
    Risk risk = OfNested(found);
    if (AsksForHelp(Words(found.words).first(own))) return risk;
    const bool disarmed = any(&OptionSpec::disarms) && !any(&OptionSpec::arms);
    if (!disarmed) {
      for (const CommandSpec* command : walk.path) {
        risk = Greater(risk, command->risk);
      }
    }
    for (const OptionSpec* option : walk.present) {
      risk = Greater(risk, option->risk);
      risk = Greater(risk, OfPair(walk, *option));
    }
    for (const WalkedValue& value : walk.values) {
      if (disarmed && !value.option) continue;
      std::string_view text = found.words[value.word];
      text.remove_prefix(std::min(value.offset, text.size()));
      risk = Greater(risk, OfValue(*value.arg, text));
      const bool runs = value.option && IsSqlFile(*value.arg);
      if (runs) risk = Greater(risk, RiskOfFile(text));
    }
    return risk;
  }

  // The risk of an option together with another one: `git branch -d -f`.
  Risk OfPair(const WalkResult& walk, const OptionSpec& option) {
    for (const ValueRisk& with : option.risk_with) {
      for (const OptionSpec* other : walk.present) {
        for (std::string_view name : other->names) {
          if (judge_.patterns_->Fits(with.pattern, name)) return with.risk;
        }
      }
    }
    return {};
  }

  Risk OfValue(const ArgSpec& arg, std::string_view text) {
    return Greater(OfProgram(arg, text), OfPatterns(arg, text));
  }

  Risk OfPatterns(const ArgSpec& arg, std::string_view text) {
    for (const ValueRisk& value : arg.risks) {
      if (judge_.patterns_->Fits(value.pattern, text)) return value.risk;
    }
    return arg.risk;
  }

  // Text that something reads as a program.
  Risk OfProgram(const ArgSpec& arg, std::string_view text) {
    switch (arg.type) {
      case ValueType::kShell: return Of(text);
      case ValueType::kScript:
        return Greater(judge_.patterns_->Of(kScripts, text),
                       OfAll(LinesInProgram(text)));
      case ValueType::kSql:
        return judge_.patterns_->Of(kSql, WithoutTexts(text));
      default: return {};
    }
  }

  // The command lines that are arguments of this one.
  Risk OfNested(const Found& found) {
    const WalkResult& walk = found.walk;
    Words words = found.words;
    Risk risk;
    for (const auto& [arg, from, to] : walk.nested) {
      risk = Greater(
          risk, OfWrapped(*arg, words.subspan(
                                    from, std::min(to, words.size()) - from)));
    }
    if (walk.nested_from < words.size()) {
      risk = Greater(
          risk, OfWrapped(*walk.nested_arg, words.subspan(walk.nested_from)));
    }
    return risk;
  }

  Risk OfWrapped(const ArgSpec& arg, Words words) {
    // `env A=1 B=2 cmd`, `sudo A=1 cmd`.
    while (!words.empty() &&
           AssignmentValueOffset(words[0]) != std::string::npos) {
      words = words.subspan(1);
    }
    if (words.empty()) return {};
    // `sudo 'rm -rf x'`: one word is the whole line.
    bool is_line = arg.type == ValueType::kShell ||
                   words[0].find(' ') != std::string::npos;
    const std::string text = JoinWords(words);
    ++depth_;
    Risk risk = is_line ? Of(text) : OfWords(words);
    --depth_;
    return Greater(risk, OfPatterns(arg, text));
  }

  // The command behind all wrappers.
  std::optional<Found> Innermost(Words words) {
    auto found = Walked(words);
    for (int i = 0; i < kMaxDepth && found; ++i) {
      size_t from = found->walk.nested_from;
      if (from >= found->words.size() ||
          found->walk.nested_arg->type == ValueType::kShell) {
        return found;
      }
      while (from < found->words.size() &&
             AssignmentValueOffset(found->words[from]) != std::string::npos) {
        ++from;
      }
      auto inner = Walked(Words(found->words).subspan(from));
      found = std::move(inner);
    }
    return found;
  }

  // The argument that it reads from standard input; null if that has no risk.
  static const ArgSpec* InputOf(const Found& found) {
    const auto& path = found.walk.path;
    if (path.back()->stdin_.empty() && path[0]->stdin_.empty()) return nullptr;
    const ArgSpec& input = path.back()->stdin_.empty() ? path[0]->stdin_[0]
                                                       : path.back()->stdin_[0];
    for (const OptionSpec* option : found.walk.present) {
      if (option->dry_run) return nullptr;
    }
    if (!ReadsProgram(input)) return &input;
    // A program that is named, or written on the line, is read instead; with
    // `sh -s` the words are arguments.
    for (const std::string& name : found.walk.present_names) {
      if (name == "-s") return &input;
    }
    if (found.walk.nested_from < found.words.size()) return nullptr;
    for (const WalkedValue& value : found.walk.values) {
      const bool names_program =
          value.option ? ReadsProgram(*value.arg) || value.arg->program
                       : value.arg->type == ValueType::kFile &&
                             !NamesStdin(found.words[value.word]);
      if (names_program) return nullptr;
    }
    return &input;
  }

  // The command of `ssh host 'bash -s'`, which reads what ssh reads.
  std::optional<Found> Reader(Words words) {
    auto found = Innermost(words);
    for (int i = 0; i < kMaxDepth && found; ++i) {
      const WalkResult& walk = found->walk;
      const bool is_line = walk.nested_from < found->words.size() &&
                           walk.nested_arg->type == ValueType::kShell &&
                           !walk.path[0]->stdin_.empty();
      if (!is_line) return found;
      CommandList list = ParseCommands(
          JoinWords(Words(found->words).subspan(walk.nested_from)));
      if (list.commands.empty()) return std::nullopt;
      found = Innermost(ValuesOf(list.commands[0].words));
    }
    return found;
  }

  // Here-strings, here-documents, and what the commands before write into it.
  Risk OfInput(const CommandList& list, size_t index, Words words) {
    Risk risk;
    if (TakesLines(words) || TakesEdits(words)) {
      risk = OfLines(list, index, TakesEdits(words));
    }
    auto found = Innermost(words);
    if (!found) return risk;
    risk = Greater(risk, OfDownload(list, *found));
    found = Reader(words);
    const ArgSpec* input = found ? InputOf(*found) : nullptr;
    if (OpensShell(words)) {
      for (const auto& [op, target] : list.commands[index].redirects) {
        if (op.ends_with("<<<")) risk = Greater(risk, Of(target.value));
      }
    }
    if (!input) return risk;
    for (const auto& [op, target] : list.commands[index].redirects) {
      if (op.ends_with("<<<")) {
        risk = Greater(risk, OfValue(*input, target.value));
      } else if (op == "<") {
        risk = Greater(risk, RiskOfFile(target.value));
      }
    }
    for (const std::string& body : list.here_documents) {
      risk = Greater(risk, OfValue(*input, body));
    }
    for (size_t i = index; i > 0 && list.commands[i].piped; --i) {
      risk = Greater(risk, OfWritten(list.commands[i - 1], *input));
    }
    return risk;
  }

  // Lines that are sent to a server or an editor.
  Risk OfLines(const CommandList& list, size_t index, bool edits) {
    const auto risk_of = [&](std::string_view text) {
      return edits ? Greater(RiskOfEdits(text), OfAll(LinesOfEdits(text)))
                   : RiskOfLines(text);
    };
    Risk risk;
    for (const auto& [op, target] : list.commands[index].redirects) {
      if (op.ends_with("<<<")) risk = risk_of(target.value);
    }
    for (const std::string& body : list.here_documents) {
      risk = Greater(risk, risk_of(body));
    }
    if (index == 0 || !list.commands[index].piped) return risk;
    const auto words = ValuesOf(list.commands[index - 1].words);
    const auto spec = words.empty() ? nullptr : judge_.specs_.FindAny(words[0]);
    for (size_t i = 1; spec && spec->root.prints && i < words.size(); ++i) {
      risk = Greater(risk, risk_of(words[i]));
    }
    return risk;
  }

  // The risk of a command's output for a command that reads it as `input`.
  Risk OfWritten(const SimpleCommand& writer, const ArgSpec& input) {
    std::vector<std::string> written = ValuesOf(writer.words);
    if (written.empty()) return {};
    Risk risk;
    auto source = Innermost(written);
    if (ReadsProgram(input) && source && source->walk.path[0]->downloads) {
      risk = RunsDownload();
    } else if (ReadsProgram(input) && WritesDecoded(written)) {
      risk = RunsDecoded();
    } else if (input.type == ValueType::kShell && WritesLines(written)) {
      risk = judge_.patterns_->Of(kWritten, JoinWords(written));
    }
    const auto spec = judge_.specs_.FindAny(written[0]);
    if (!spec || !spec->root.prints) return risk;
    // Each word may be a line of its own: printf '%s\n' 'rm -rf x'.
    for (size_t i = 1; i < written.size(); ++i) {
      risk = Greater(risk, OfValue(input, written[i]));
    }
    written.erase(written.begin());
    return Greater(risk, OfValue(input, JoinWords(written)));
  }

  // `sh -c "$(curl x)"`, `bash <(curl x)`, `eval "$(curl x)"`.
  Risk OfDownload(const CommandList& list, const Found& found) {
    const bool runs_programs =
        (!found.walk.path[0]->stdin_.empty() &&
         ReadsProgram(found.walk.path[0]->stdin_[0])) ||
        (found.walk.nested_arg &&
         found.walk.nested_arg->type == ValueType::kShell);
    if (!runs_programs) return {};
    Risk risk;
    for (const std::string& inner : list.substitutions) {
      CommandList within = ParseCommands(inner);
      for (const SimpleCommand& command : within.commands) {
        const std::vector<std::string> words = ValuesOf(command.words);
        auto source = Innermost(words);
        if (source && source->walk.path[0]->downloads) return RunsDownload();
        if (WritesDecoded(words)) return RunsDecoded();
        if (words.size() > 1 && IsOneOf(words[0], {"echo", "printf"})) {
          risk = Greater(risk, Of(JoinWords(Words(words).subspan(1))));
        }
      }
    }
    return risk;
  }

  RiskJudge& judge_;
  RiskVerdicts::Verdict& verdict_;
  int depth_ = 0;
  std::vector<std::string> aliases_;  // that are being expanded
  std::unordered_map<std::string, std::string> named_;  // NoteNames()
  std::vector<std::string> downloaded_;                 // files
};

RiskJudge::RiskJudge(SpecStore& specs, const AliasLookup& alias)
    : specs_(specs),
      verdicts_(specs, alias),
      patterns_(std::make_unique<RiskPatterns>()) {}
RiskJudge::~RiskJudge() = default;

const Risk& RiskJudge::Of(std::string_view line) {
  RiskVerdicts::Verdict& verdict = verdicts_.Of(line);
  if (verdict.prompt == 0) {
    verdict.risk = Line(*this, verdict).Of(line);
    verdicts_.Note(verdict);
  }
  return verdict.risk;
}

}  // namespace synapse
