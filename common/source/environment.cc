#include "source/environment.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <set>
#include <string>
#include <utility>

#include "source/activation.h"
#include "source/popular.h"

namespace synapse {
namespace {

// The score of an alias or function of the user, which no list of popular
// commands has.
constexpr double kOfTheUser = 0.25;
constexpr double kOnPath = 0.1;
// The same score as a program with a spec, which two sources name.
constexpr double kOfBothShells = 0.6;
constexpr double kDue = 1;    // a keyword of an open compound command
constexpr double kAdded = 1;  // a program that was installed just now
constexpr const char* kAddedReason = "program installed just now";

const char* KindReason(ShellNames::Kind kind) {
  switch (kind) {
    case ShellNames::Kind::kBuiltin: return "builtin";
    case ShellNames::Kind::kFunction: return "function";
    case ShellNames::Kind::kAlias: return "alias";
    case ShellNames::Kind::kReserved: return "reserved word";
    case ShellNames::Kind::kNone: break;
  }
  return "command";
}

// Functions that begin with an underscore are internal (compsys alone has a
// thousand). They are offered once the underscore is typed.
bool IsPlumbing(std::string_view name, std::string_view partial) {
  return name.starts_with('_') && !partial.starts_with('_');
}

double BaseOf(SpecStore& specs, ShellNames::Kind kind, std::string_view name) {
  using Kind = ShellNames::Kind;
  if (kind == Kind::kAlias || kind == Kind::kFunction) return kOfTheUser;
  return kind == Kind::kBuiltin && IsCommonBuiltin(specs, name) ? kOfBothShells
                                                                : kOnPath;
}

// The programs that are checked to be executable at a key.
constexpr size_t kChecked = 12;

// Without quotes the shell reads the name of an alias as one word.
bool IsOneWord(std::string_view name) {
  return name.find_first_of(" \t\n'\"\\$`;&|<>()") == name.npos;
}

// Popular commands come first; others are ordered by the typed share of the
// name.
double ScoreOf(SpecStore& specs, const CompletionContext& context,
               std::string_view name, double base) {
  auto rank = context.position == Position::kPipeTarget
                  ? PopularFilter(specs, name)
                  : PopularCommand(specs, name);
  if (rank) return base + (1 - base) / (1 + 0.2 * *rank);
  double typed = static_cast<double>(context.partial.size()) /
                 static_cast<double>(std::max<size_t>(name.size(), 1));
  return base * (0.5 + 0.5 * typed);
}

}  // namespace

// Collects the names of one key press.
struct EnvironmentSource::Found {
  Found(const CompletionContext& c, size_t most, std::vector<Candidate>& into)
      : context(c), limit(into.size() + most), out(into) {}

  const CompletionContext& context;
  size_t limit;
  std::vector<Candidate>& out;
  // Most lists of names fit into this memory on the stack.
  std::array<std::byte, 4096> near;
  std::pmr::monotonic_buffer_resource memory{near.data(), near.size()};
  std::pmr::set<std::pmr::string, std::less<>> seen{&memory};

  void Add(const Word& word, bool is_made = false) {
    if (auto made = MakeCandidate(context, SourceId::kEnvironment, word)) {
      made->is_made = is_made;
      out.push_back(std::move(*made));
    }
  }
  bool IsFull() const { return out.size() >= limit; }
};

void EnvironmentSource::Collect(const SourceInput& input, Budget& budget,
                                std::vector<Candidate>& out) {
  const CompletionContext& c = input.context;
  typed_ = {};
  if (c.partial.find('/') != std::string::npos) return;
  Found found(c, input.most, out);
  if (c.partial.empty() && input.due.empty()) {
    CollectJustAdded(input, budget, found);
    return;
  }
  // A list shows longer names as well.
  if (input.most <= kMaxCandidates) typed_ = TypedName(input, budget);
  double due = kDue;
  for (std::string_view word : typed_.due) {
    found.seen.emplace(word);
    found.Add({.value = word,
               .score = due,
               .reason = "reserved word",
               .verbatim = true});
    due /= 2;  // `else` comes before `elif`
  }
  if (c.partial.empty()) return;
  if (input.shell.each) CollectOfShell(input.shell, found);
  if (c.runs_only == RunsOnly::kBuiltins) return;
  struct Scored {
    CommandLookup::Program program;
    double score;
  };
  std::vector<Scored> programs;
  commands_.EachProgram(
      c.partial, {input.cwd, c.as_root}, budget,
      [&](const CommandLookup::Program& program) {
        if (out.size() + programs.size() >= found.limit) return false;
        const std::string_view name = program.name();
        if (IsExcluded(name, c.partial) || found.seen.contains(name) ||
            !program.MayRun() ||
            (input.most > kMaxCandidates && !program.CanRun())) {
          return true;
        }
        found.seen.emplace(name);
        const double base =
            IsCommonBuiltin(specs_, name) ? kOfBothShells : kOnPath;
        programs.push_back({program, program.IsAdded()
                                         ? kAdded
                                         : ScoreOf(specs_, c, name, base)});
        return true;
      });
  // A key shows few names: it asks the system only about the best ones.
  const size_t checked = std::min(programs.size(), kChecked);
  std::partial_sort(
      programs.begin(), programs.begin() + static_cast<ptrdiff_t>(checked),
      programs.end(),
      [](const Scored& a, const Scored& b) { return a.score > b.score; });
  for (size_t i = 0; i < programs.size(); ++i) {
    const auto& [program, score] = programs[i];
    if (i < checked && !program.CanRun()) continue;
    found.Add({.value = program.name(),
               .score = score,
               .reason = program.IsAdded()       ? kAddedReason
                         : program.is_for_root() ? "program of root"
                                                 : "program"},
              program.IsJustAdded());
  }
}

// Offers programs that the last command installed, before a letter is typed.
void EnvironmentSource::CollectJustAdded(const SourceInput& input,
                                         Budget& budget, Found& found) const {
  const CompletionContext& c = input.context;
  const bool begins = c.position == Position::kCommandName && c.words.empty();
  if ((!begins && !CommandNameIsArgument(c)) ||
      c.runs_only == RunsOnly::kBuiltins) {
    return;
  }
  commands_.EachJustAdded({input.cwd, c.as_root}, budget,
                          [&](const CommandLookup::Program& program) {
                            if (program.CanRun()) {
                              found.Add({.value = program.name(),
                                         .score = kAdded,
                                         .reason = kAddedReason},
                                        /*is_made=*/true);
                            }
                            return !found.IsFull();
                          });
}

void EnvironmentSource::CollectOfShell(const ShellNames& shell,
                                       Found& found) const {
  using Kind = ShellNames::Kind;
  const CompletionContext& c = found.context;
  shell.each(c.partial, [&](std::string_view name, Kind kind) {
    const Kind only =
        c.runs_only == RunsOnly::kPrograms ? Kind::kAlias : Kind::kBuiltin;
    if (c.runs_only != RunsOnly::kAny && kind != only) return true;
    const bool verbatim = kind == Kind::kAlias || kind == Kind::kReserved;
    if (!IsPlumbing(name, c.partial) && !IsExcluded(name, c.partial) &&
        name.starts_with(c.partial) && (!verbatim || IsOneWord(name)) &&
        found.seen.emplace(name).second) {
      found.Add({.value = name,
                 .score = ScoreOf(specs_, c, name, BaseOf(specs_, kind, name)),
                 .reason = KindReason(kind),
                 .verbatim = verbatim});
    }
    return !found.IsFull();
  });
}

bool EnvironmentSource::IsExcluded(std::string_view name,
                                   std::string_view partial) const {
  return name != partial && typed_.Excludes(name);
}

bool EnvironmentSource::Typed::Excludes(std::string_view longer) const {
  if (!due.empty()) {
    return std::find(due.begin(), due.end(), longer) == due.end();
  }
  if (!whole) return false;
  const auto other = PopularCommand(*specs, longer);
  return !other || (rank && *other > *rank);
}

EnvironmentSource::Typed EnvironmentSource::TypedName(const SourceInput& input,
                                                      Budget& budget) {
  using Kind = ShellNames::Kind;
  if (!input.due.empty()) return {.specs = &specs_, .due = input.due};
  const std::string_view name = input.context.partial;
  const auto rank = PopularCommand(specs_, name);
  if (rank) {
    return {.specs = &specs_,
            .whole = commands_.Exists(name, {input.cwd, input.context.as_root},
                                      budget),
            .rank = rank};
  }
  // A single letter, as zsh's `r`, is more probably the beginning of another
  // name.
  if (name.size() < 2) return {};
  const Kind kind = input.shell.kind                ? input.shell.kind(name)
                    : IsCommonBuiltin(specs_, name) ? Kind::kBuiltin
                                                    : Kind::kNone;
  return {.specs = &specs_, .whole = kind != Kind::kNone};
}

}  // namespace synapse
