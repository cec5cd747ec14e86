#include "source/spec_source.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "context/argument_kind.h"
#include "context/operands.h"
#include "source/activation.h"
#include "spec/git_dir.h"

namespace synapse {
namespace {

// Evidence by kind: the most common kinds of words come first.
constexpr double kSubcommandScore = 0.8;
constexpr double kValueScore = 0.7;
constexpr double kGeneratedScore = 0.7;
// For another generator's values of the same argument: remote branches come
// after local ones.
constexpr double kNextGenerator = 0.6;
// The share of its score that another branch keeps where the current branch is
// usual.
constexpr double kNotCurrent = 0.3;
constexpr double kOptionScore = 0.7;
constexpr double kUnaskedOptionScore = 0.2;  // before a dash is typed
// An option that ends an operation under way: the --continue of a rebase.
constexpr double kUnderWayScore = 0.95;
constexpr double kAliasRank = 0.5;   // of a subcommand's alias
constexpr double kInfrequent = 0.1;  // share of a frequent word's score
// Share of a long option with a short name, which is written instead.
constexpr double kHasShort = 0.5;
// Share of a value of a later argument whose data would be lost: in `git
// checkout debian/` branches come before changed files.
constexpr double kOtherAtRisk = 0.8;
constexpr double kUnusualName = 0.8;  // share of a command that few people run

// Likely values come early in a list.
double ByOrder(double score, size_t index) {
  return score * (0.8 + 0.2 / (1 + 0.25 * static_cast<double>(index)));
}

// The typed share of the match.
double Specificity(std::string_view partial, std::string_view value) {
  if (value.empty()) return 0;
  return static_cast<double>(partial.size()) /
         static_cast<double>(value.size());
}

bool IsLong(std::string_view option) { return option.starts_with("--"); }

bool HasShortName(const OptionSpec& option) {
  return std::any_of(
      option.names.begin(), option.names.end(),
      [](std::string_view name) { return name.size() == 2 && name[0] == '-'; });
}

const char* NativeFor(ExpectedType type) {
  switch (type) {
    case ExpectedType::kHostname: return "ssh.hosts";
    case ExpectedType::kUser: return "system.users";
    case ExpectedType::kGroup: return "system.groups";
    case ExpectedType::kProcess: return "system.processes";
    case ExpectedType::kSignal: return "system.signals";
    case ExpectedType::kEnvVar: return "system.variables";
    default: return nullptr;
  }
}

}  // namespace

class SpecSource::Collector {
 public:
  Collector(const SourceInput& input, SpecStore& specs,
            GeneratorCache& generators, FrequentNames& frequent, Budget& budget,
            std::vector<Candidate>& out)
      : in_(input),
        c_(input.context),
        specs_(specs),
        generators_(generators),
        frequent_(frequent),
        budget_(budget),
        out_(out),
        limit_(out.size() + input.most) {}

  void Run() {
    if (NamesHome(c_)) Homes();
    if (c_.position == Position::kCommandName) {
      Programs();
      Names();
      // Behind an argument of the wrapper only a command follows: timeout 10.
      const bool is_open = c_.trailing_space && c_.partial.empty() &&
                           c_.wrapper_walk && c_.wrapper_walk->arg_index == 0;
      if (is_open) {
        Options(kUnaskedOptionScore, *c_.wrapper_walk);
      }
      return;
    }
    if (const char* native = NativeFor(c_.expected)) {
      const ArgSpec* arg = c_.walk ? c_.walk->arg : nullptr;
      Generator(native, 1, arg ? arg->suffix.view() : std::string_view());
    }
    if (!c_.walk) return;
    const WalkResult& walk = *c_.walk;
    // Only the program knows what goes on behind `git annex`.
    if (walk.unknown_subcommand && !c_.spec->root.partial) return;
    if (walk.expect == Expect::kOptionFlag) {
      Options(kOptionScore, *c_.walk);
      return;
    }
    if (walk.subcommand_possible && walk.expect != Expect::kOptionValue) {
      Subcommands(walk.command());
      if (walk.path.size() == 1 && GeneratorNamed(*c_.spec, kAliasGenerator)) {
        Generator(kAliasGenerator, kAliasRank);
      }
    }
    if (walk.arg) Argument(*walk.arg);
    for (const ArgSpec* arg : walk.also) Argument(*arg);
    // Nobody writes an option behind a quote.
    if (c_.trailing_space && walk.joined.empty() && !walk.after_double_dash &&
        walk.expect != Expect::kOptionValue) {
      Options(kUnaskedOptionScore, *c_.walk);
    }
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // ~root/, as a shell reads it.
  void Homes() {
    const GeneratorInput input{in_.cwd, in_.home, "", c_.words};
    size_t index = 0;
    for (const GeneratedValue& user :
         generators_.Get(NoSpec(), "system.users", input, budget_).values) {
      if (Full()) return;
      Add({.value = "~" + user.value,
           .description = user.description,
           .score = ByOrder(kGeneratedScore, index++),
           .reason = "home of a user",
           .style = QuoteStyle::kPath,
           .suffix = "/"});
    }
  }

  bool Full() { return out_.size() >= limit_ || budget_.Spent(); }

  // Commands behind a wrapper that knows them: those of the project's
  // environment behind `uv run`, the shells of a container. There are others too.
  void Programs() {
    if (!c_.wrapper_walk || !c_.wrapper_walk->nested_arg) return;
    const ArgSpec& arg = *c_.wrapper_walk->nested_arg;
    size_t index = 0;
    for (const ValueSpec& value : arg.values) {
      Add({.value = value.value,
           .description = value.description,
           .score = ByOrder(kValueScore, index++),
           .reason = "command",
           .trusted = true});
    }
    for (std::string_view name : arg.generators) Generator(name);
  }

  Candidate* Add(Word word) {
    if (!word.value.starts_with(c_.partial) || IsJoined(word.value)) {
      return nullptr;
    }
    // A share of the score, so that `git cherr` is not git-cherry.
    word.score *= 0.85 + 0.15 * Specificity(c_.partial, word.value);
    auto candidate = MakeCandidate(c_, SourceId::kSpec, word);
    if (!candidate) return nullptr;
    out_.push_back(std::move(*candidate));
    return &out_.back();
  }

  // The word has the value already, as in `git log main..main`, or the value is
  // several itself.
  bool IsJoined(std::string_view value) const {
    if (!c_.walk || c_.walk->joined.empty()) return false;
    const std::vector<std::string>& joined = c_.walk->joined;
    const auto& separators = c_.walk->arg->joined_by;
    return std::find(joined.begin(), joined.end(), value) != joined.end() ||
           std::any_of(separators.begin(), separators.end(),
                       [&](std::string_view separator) {
                         return value.find(separator) != value.npos;
                       });
  }

  void Names() {
    if (c_.partial.empty()) return;
    const std::vector<std::string>& names = specs_.Names();  // sorted
    for (auto name = std::lower_bound(names.begin(), names.end(), c_.partial);
         name != names.end() && name->starts_with(c_.partial); ++name) {
      if (Full()) return;
      const NameTraits traits = specs_.TraitsOf(*name);
      // No wrapper runs what only a shell has.
      const bool is_usual = traits.popular >= 0 &&
                            (!c_.wrapper || traits.builtin == Builtin::kNone);
      const double usual = is_usual ? 1 : kUnusualName;
      Add({.value = *name,
           .score = 0.5 * usual,
           .reason = "command",
           .trusted = true});
    }
  }

  // If the spec lists frequent words, their order decides, and other words come
  // far behind. Otherwise all words are equal. Words that are no names of the
  // command are not counted.
  double ByFrequency(double score, const CommandSpec& command,
                     const PackedList<PackedText>& names) {
    if (frequent_.of != &command) ReadFrequent(command);
    const auto& words = frequent_.words;
    if (words.empty()) return score / 2;
    size_t first = words.size();
    for (const std::string_view name : names) {
      // Somebody who types `--a` writes no -a.
      if (IsLong(c_.partial) && !name.starts_with(c_.partial)) continue;
      const auto end = words.begin() + static_cast<ptrdiff_t>(first);
      first = static_cast<size_t>(std::find(words.begin(), end, name) -
                                  words.begin());
    }
    return first < words.size()
               ? score / (1 + 0.25 * static_cast<double>(first))
               : score * kInfrequent;
  }
  void ReadFrequent(const CommandSpec& command) {
    frequent_ = {c_.wrapper ? c_.wrapper : c_.spec, &command, {}};
    for (std::string_view word : command.frequent) {
      if (SubcommandNamed(command, word) || OptionNamed(command, word)) {
        frequent_.words.push_back(word);
      }
    }
  }

  // True if one of the names begins with the typed text.
  bool BeginsOne(const PackedList<PackedText>& names) const {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
      return name.starts_with(c_.partial);
    });
  }

  void Subcommands(const CommandSpec& command) {
    // `git diff` is not a prefix of difftool, except in a full list.
    const bool complete =
        in_.most <= kMaxCandidates &&
        std::any_of(command.subcommands.begin(), command.subcommands.end(),
                    [&](const CommandSpec& sub) {
                      return !sub.names.empty() && sub.names[0] == c_.partial;
                    });
    if (complete) return;
    for (const CommandSpec& sub : command.subcommands) {
      if (Full()) return;
      if (sub.hidden || !BeginsOne(sub.names)) continue;
      double score = ByFrequency(kSubcommandScore, command, sub.names);
      if (sub.deprecated) score /= 2;
      Candidate* added = Add({.value = SpellingOf(sub, command),
                              .description = sub.description,
                              .score = score,
                              .reason = "subcommand",
                              .trusted = true});
      if (added) added->risk = sub.risk;
    }
    if (!command.subcommand_generator.empty()) {
      Generator(command.subcommand_generator);
    }
  }

  // One of the names that match: a frequent one, or the first. An alias is
  // offered only if no other name matches.
  std::string_view SpellingOf(const CommandSpec& sub,
                              const CommandSpec& command) const {
    std::string_view first;
    for (std::string_view name : sub.names) {
      if (!name.starts_with(c_.partial)) continue;
      if (first.empty()) first = name;
      const auto& usual = command.frequent;
      if (std::find(usual.begin(), usual.end(), name) != usual.end()) {
        return name;
      }
    }
    return first;
  }

  // One spelling of each option: the first that matches the typed text. Without
  // typed text it is the frequent one, or else the long one, which is clearer.
  std::string_view SpellingOf(const OptionSpec& option,
                              const CommandSpec& command) const {
    std::string_view name;
    for (std::string_view n : option.names) {
      if (!n.starts_with(c_.partial)) continue;
      bool used = std::find(command.frequent.begin(), command.frequent.end(),
                            n) != command.frequent.end();
      if (used) return n;
      if (name.empty() || (c_.partial.size() < 2 && n.size() > name.size())) {
        name = n;
      }
    }
    return name;
  }

  enum class UnderWay : uint8_t { kNo, kYes, kUnknown };
  UnderWay StateOf(const OptionSpec& option) {
    if (!c_.spec) return UnderWay::kUnknown;
    const GeneratorInput input{in_.cwd, in_.home, "", c_.words};
    const GeneratedValues& names =
        generators_.Get(*c_.spec, kUnderWayGenerator, input, budget_);
    const bool listed = std::any_of(
        names.values.begin(), names.values.end(),
        [&](const GeneratedValue& v) { return option.during == v.value; });
    if (listed) return UnderWay::kYes;
    return names.complete ? UnderWay::kNo : UnderWay::kUnknown;
  }

  void Options(double base, const WalkResult& walk) {
    const CommandSpec& command = walk.command();
    const auto options = AvailableOptions(walk);
    // `gcc -Wall` is not a prefix of -Walloca, except in a full list.
    const bool complete =
        in_.most <= kMaxCandidates && !c_.partial.empty() &&
        std::any_of(options.begin(), options.end(), [&](const OptionSpec* o) {
          return o->is_named(c_.partial);
        });
    for (const OptionSpec* option : options) {
      if (Full()) return;
      if (complete && !option->is_named(c_.partial)) continue;
      const std::string_view name = SpellingOf(*option, command);
      if (name.empty()) continue;
      double score = ByFrequency(base, command, option->names);
      if (option->deprecated) score /= 2;
      if (IsLong(c_.partial) && HasShortName(*option)) score *= kHasShort;
      if (option->required) score = std::min(1.0, score * 1.5);
      if (!option->during.empty()) {
        const UnderWay state = StateOf(*option);
        const bool is_named =
            c_.partial.find_first_not_of('-') != std::string::npos;
        if (state == UnderWay::kNo && !is_named) continue;
        if (state == UnderWay::kNo) score *= kInfrequent;
        if (state == UnderWay::kYes) {
          score = ByFrequency(kUnderWayScore, command, option->names);
        }
      }
      // An optional value is left out, so that the taken line can run. Behind a
      // short name the value follows at once: -U3.
      const bool waits =
          !option->args.empty() && !option->args[0].optional && name.size() > 2;
      Candidate* added = Add({.value = name,
                              .description = option->description,
                              .score = score,
                              .reason = "option",
                              .suffix = waits ? option->separator.view() : "",
                              .trusted = true});
      if (added) added->risk = option->risk;
    }
    if (!c_.walk || &walk != &*c_.walk || c_.partial.empty()) return;
    ReportedOptions(command);
    if (in_.most > kMaxCandidates) Clusters(options);
  }

  // In a full list: the typed letters with one more, `ls -la` behind `ls -l`.
  void Clusters(const std::vector<const OptionSpec*>& options) {
    const auto is_letter = [](std::string_view name) {
      return name.size() == 2 && name[0] == '-' && name[1] != '-';
    };
    const std::string_view typed = c_.partial;
    if (typed.size() < 2 || typed[0] != '-' || typed[1] == '-') return;
    for (const OptionSpec& option : c_.walk->command().options) {
      for (std::string_view name : option.names) {
        // -Wall of gcc: its options are no letters.
        if (name.starts_with('-') && !name.starts_with("--") &&
            name.size() > 2) {
          return;
        }
        const bool is_typed =
            is_letter(name) && typed.find(name[1], 1) != typed.npos;
        if (is_typed && !option.args.empty()) return;
      }
    }
    for (size_t i = 1; i < typed.size(); ++i) {
      const char name[] = {'-', typed[i]};
      if (!OptionNamed(c_.walk->command(), {name, 2})) return;
    }
    for (const OptionSpec* option : options) {
      for (std::string_view name : option->names) {
        if (!is_letter(name) || typed.find(name[1], 1) != typed.npos) continue;
        if (Full()) return;
        const std::string cluster = std::string(typed) + name[1];
        Candidate* added = Add({.value = cluster,
                                .description = option->description,
                                .score = kOptionScore * kInfrequent,
                                .reason = "option",
                                .trusted = true});
        if (added) added->risk = option->risk;
      }
    }
  }

  // Options that the installed program reports and the spec lacks.
  void ReportedOptions(const CommandSpec& command) {
    if (c_.walk->path.size() != 1 || !c_.spec ||
        !GeneratorNamed(*c_.spec, kOptionGenerator)) {
      return;
    }
    const GeneratorInput input{in_.cwd, in_.home, c_.partial, c_.words};
    for (const GeneratedValue& value :
         generators_.Get(*c_.spec, kOptionGenerator, input, budget_).values) {
      if (Full()) return;
      std::string_view name = value.value;
      if (!name.starts_with(c_.partial)) continue;
      if (name.ends_with('=')) name.remove_suffix(1);
      if (OptionNamed(command, name)) continue;
      Add({.value = value.value,
           .description = value.description,
           .score = kOptionScore * kInfrequent,
           .reason = "option",
           .trusted = true});
    }
  }

  void Argument(const ArgSpec& arg) {
    const size_t declared = arg.values.empty() ? kNone : out_.size();
    size_t index = 0;
    for (const ValueSpec& value : arg.values) {
      if (Full()) return;
      double score = ByOrder(kValueScore, index++);
      if (value.value == arg.default_value) score = std::min(1.0, score + 0.1);
      Add({.value = value.value,
           .description = value.description,
           .score = score,
           .reason = arg.name.empty() ? "value" : arg.name.view(),
           .trusted = true});
    }
    if (arg.unlisted) return;
    if (IsToBeNew(&arg, *c_.walk)) return Groups(arg);
    double rank = 1;
    const size_t first = out_.size();
    for (std::string_view name : arg.generators) {
      Generator(name, rank, arg.suffix, declared);
      rank *= kNextGenerator;
    }
    // In the finished line the value stands in the place of an earlier
    // argument: `git checkout FILE` in that of the branch.
    if (&arg == c_.walk->arg) return;
    for (size_t i = first; i < out_.size(); ++i) {
      out_[i].risk = arg.risk;
      if (arg.risk.any()) out_[i].evidence[0].score *= kOtherAtRisk;
    }
  }

  // A new name often has the first part of those that exist: feature/ for
  // `git checkout -b f`.
  void Groups(const ArgSpec& arg) {
    if (arg.generators.empty() || c_.partial.empty() ||
        arg.type == ValueType::kFile || arg.type == ValueType::kDirectory) {
      return;
    }
    const GeneratorInput input{in_.cwd, in_.home, c_.partial, c_.words};
    std::map<std::string_view, size_t> groups;
    const std::vector<GeneratedValue>& values =
        generators_
            .Get(c_.spec ? *c_.spec : NoSpec(), arg.generators[0], input,
                 budget_)
            .values;
    for (const GeneratedValue& value : values) {
      const std::string_view name = value.value;
      const size_t slash = name.find('/');
      if (slash != name.npos) ++groups[name.substr(0, slash + 1)];
    }
    for (const auto& [group, count] : groups) {
      if (Full()) return;
      Add({.value = group,
           .description = "First part of names that exist",
           .score = ByOrder(kGeneratedScore, values.size() - count),
           .reason = arg.generators[0]});
    }
  }

  // The candidate of that word among those of `out_` from `begin` on, or null.
  Candidate* AddedSince(size_t begin, std::string_view word) {
    const auto at =
        std::find_if(out_.begin() + static_cast<ptrdiff_t>(begin), out_.end(),
                     [&](const Candidate& c) { return c.word == word; });
    return at == out_.end() ? nullptr : &*at;
  }

  // `declared`: the first of `out_` that the argument itself has given.
  void Generator(std::string_view name, double rank = 1,
                 std::string_view suffix = {}, size_t declared = kNone) {
    const Spec& spec = c_.spec ? *c_.spec : NoSpec();
    GeneratorInput input{in_.cwd, in_.home, c_.partial, c_.words,
                         [this] { return specs_.Names(); }};
    size_t index = 0;
    const bool wants_current = c_.walk && WantsCurrent(c_.walk->arg, *c_.walk);
    // ~/.ssh/id_ed25519 of ssh.keys
    const bool is_path =
        c_.walk && c_.walk->arg && c_.walk->arg->type == ValueType::kFile;
    for (const GeneratedValue& value :
         generators_.Get(spec, name, input, budget_).values) {
      if (Full()) return;
      double score = ByOrder(kGeneratedScore, index++);
      // A value of the spec keeps its place, and is known to be here.
      Candidate* own =
          declared == kNone ? nullptr : AddedSince(declared, value.value);
      if (own) {
        own->evidence[0].is_found = true;
        continue;
      }
      if (value.time_s > 0) {
        // Recent changes get a bonus, which halves every day.
        double days = std::max<double>(0, in_.now_s - value.time_s) / 86400;
        score = 0.8 * score + 0.2 * std::exp2(-days);
      }
      if (wants_current && value.description != kCurrentBranch) {
        score *= kNotCurrent;
      }
      Add({.value = value.value,
           .description = value.description,
           .score = rank * score,
           .reason = name,
           .style = is_path ? QuoteStyle::kPath : QuoteStyle::kValue,
           .suffix = suffix});
    }
  }

  const SourceInput& in_;
  const CompletionContext& c_;
  SpecStore& specs_;
  GeneratorCache& generators_;
  FrequentNames& frequent_;
  Budget& budget_;
  std::vector<Candidate>& out_;
  size_t limit_;
};

void SpecSource::Collect(const SourceInput& input, Budget& budget,
                         std::vector<Candidate>& out) {
  Collector(input, specs_, generators_, frequent_, budget, out).Run();
}

}  // namespace synapse
