#include "suggest/source_set.h"

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "context/operands.h"
#include "source/activation.h"
#include "source/popular.h"

namespace synapse {
namespace {

// A command of the project's environment, which is not in PATH: `poetry run`
// puts it there.
bool IsListedByWrapper(const CompletionContext& context, const Candidate& c) {
  if (!context.wrapper_walk || !context.wrapper_walk->nested_arg) return false;
  const auto& lists = context.wrapper_walk->nested_arg->generators;
  return std::find(lists.begin(), lists.end(), c.evidence[0].reason) !=
         lists.end();
}

// PATH has programs that nobody runs in the environment of a project.
void PreferListed(const CompletionContext& context,
                  std::vector<Candidate>& candidates) {
  constexpr double kOfPath = 0.2;
  const auto is_listed = [&](const Candidate& c) {
    return IsListedByWrapper(context, c);
  };
  if (std::none_of(candidates.begin(), candidates.end(), is_listed)) return;
  for (Candidate& c : candidates) {
    const bool is_name = c.evidence[0].source == SourceId::kEnvironment ||
                         c.evidence[0].source == SourceId::kSpec;
    if (is_name && !c.word.starts_with('-') && !is_listed(c)) {
      c.evidence[0].score *= kOfPath;
    }
  }
}

}  // namespace

template <class T>
T* SourceSet::Add(std::unique_ptr<T> source) {
  T* raw = source.get();
  sources_.push_back(std::move(source));
  return raw;
}

SourceSet::SourceSet(const Parts& parts)
    : parts_(parts), worked_in_(parts.store), used_names_(parts.history) {
  Add(std::make_unique<SpecSource>(parts_.specs, parts_.generators));
  filesystem_ =
      Add(std::make_unique<FilesystemSource>(&worked_in_, &used_names_));
  environment_ =
      Add(std::make_unique<EnvironmentSource>(parts_.commands, parts_.specs));
  project_ = Add(std::make_unique<ProjectSource>());
  Add(std::make_unique<PopularSource>(
      parts_.specs, [this](std::string_view name) {
        return !parts_.commands.KnowsPath() ||
               parts_.commands.CanRun(name, LongUs());
      }));
  workflow_ = Add(std::make_unique<WorkflowSource>(parts_.specs));
}

static CommandLookup::Scope ScopeOf(const SourceInput& input) {
  return {input.cwd, input.context.as_root};
}

void SourceSet::CommandRan(const LastRun& run) {
  filesystem_->CommandRan(run.start_ms);
}

void SourceSet::BeginPrompt(const SuggestRequest& request, const LastRun& last,
                            std::string_view before) {
  cwd_ = request.cwd;
  now_ms_ = request.now_ms;
  worked_in_.BeginPrompt(request.now_ms);
  used_names_.BeginPrompt();
  workflow_->SetPrevious(last.recorded ? before : "",
                         last.recorded && !before.empty() ? last.exit : 0);
}

int64_t SourceSet::LongUs() const {
  constexpr int64_t kLeastUs = 15'000;
  return std::max(kLeastUs,
                  parts_.config.Int("suggest.budget_ms") * 1000 * 3 / 4);
}

bool SourceSet::IsAllowed(SourceId source, const Config& config) {
  return IsNamed(source, config.String("suggest.sources"));
}

bool SourceSet::IsNamed(SourceId source, const std::string& names) {
  if (names.empty()) return true;
  std::string wanted = std::string(",") + SourceName(source) + ",";
  return ("," + names + ",").find(wanted) != std::string::npos;
}

SourceInput SourceSet::InputFor(const CompletionContext& context,
                                const std::string& directory) const {
  return {.context = context,
          .shell = parts_.shell,
          .cwd = directory,
          .home = parts_.paths.home,
          .now_s = now_ms_ / 1000};
}

std::vector<Candidate> SourceSet::Collect(const SourceQuestion& question,
                                          Budget& budget, Source* last,
                                          std::vector<AskedSource>* asked) {
  constexpr size_t kUsualCandidates = 64;
  const CompletionContext& context = question.context;
  std::vector<Candidate> candidates;
  candidates.reserve(kUsualCandidates);
  SourceInput input = InputFor(context, question.directory);
  input.due = question.due;
  if (question.most) input.most = question.most;
  const bool words_only = question.wanted == SourceQuestion::Wanted::kWords;
  const std::string& allowed = parts_.config.String("suggest.sources");
  const auto ask = [&](Source& source) {
    const SourceId id = source.id();
    const bool of_its_own =
        id == SourceId::kWorkflow || id == SourceId::kPopular;
    if (!IsActive(id, context)) return true;
    if (words_only ? of_its_own : !IsNamed(id, allowed)) return true;
    const size_t before = candidates.size();
    const int64_t start_us = asked ? Clock::MonotonicUs() : 0;
    source.Collect(input, budget, candidates);
    if (context.elsewhere) LeaveHere(question.wanted, before, candidates);
    if (context.runs_only != RunsOnly::kAny && context.words.empty()) {
      DropOthers(input, budget, before, candidates);
    }
    if (words_only) return true;
    if (id == SourceId::kPopular) DropImpossible(context, before, candidates);
    if (id == SourceId::kFilesystem) {
      DropUnlisted(context, before, candidates);
      MarkMade(candidates);
    }
    MarkUseless(id, input, budget, std::span(candidates).subspan(before));
    if (asked) {
      asked->push_back(
          {id, candidates.size() - before, Clock::MonotonicUs() - start_us});
    }
    if (id == SourceId::kEnvironment &&
        context.position == Position::kCommandName) {
      DropExcluded(context.partial, candidates);
    }
    return !budget.SpentNow();
  };
  const bool in_time =
      std::all_of(sources_.begin(), sources_.end(),
                  [&](const auto& source) { return ask(*source); });
  if (last && in_time) ask(*last);
  PreferListed(context, candidates);
  // An earlier answer is already there.
  if (parts_.ai && !words_only && IsActive(SourceId::kAi, context) &&
      IsNamed(SourceId::kAi, allowed)) {
    parts_.ai->Collect(input, budget, candidates);
  }
  return candidates;
}

// Demotes files and programs of this machine behind a command that runs on
// another machine. No word is corrected to one of them.
void SourceSet::LeaveHere(SourceQuestion::Wanted wanted, size_t from,
                          std::vector<Candidate>& candidates) {
  const auto first = candidates.begin() + static_cast<ptrdiff_t>(from);
  auto is_found = [](const Candidate& c) {
    return c.evidence[0].is_found || c.evidence[0].source == SourceId::kProject;
  };
  if (wanted == SourceQuestion::Wanted::kWords) {
    candidates.erase(std::remove_if(first, candidates.end(), is_found),
                     candidates.end());
    return;
  }
  std::for_each(first, candidates.end(), [&](Candidate& c) {
    if (!is_found(c)) return;
    c.finding = Worse(c.finding, Finding::kElsewhere);
    c.is_made = false;
  });
}

// Removes programs behind `builtin`, and functions behind `command`.
void SourceSet::DropOthers(const SourceInput& input, Budget& budget,
                           size_t from, std::vector<Candidate>& candidates) {
  const auto first = candidates.begin() + static_cast<ptrdiff_t>(from);
  candidates.erase(std::remove_if(first, candidates.end(),
                                  [&](const Candidate& c) {
                                    const std::string name =
                                        c.word.substr(0, c.word.find(' '));
                                    return !name.starts_with('-') &&
                                           !parts_.commands.MayBegin(
                                               name, input.context.runs_only,
                                               ScopeOf(input), budget);
                                  }),
                   candidates.end());
}

// Removes files where only some may stand, as the changed ones of `git add`.
void SourceSet::DropUnlisted(const CompletionContext& context, size_t from,
                             std::vector<Candidate>& candidates) const {
  if (!context.walk || context.walk->value_offset > 0) return;
  const std::vector<const ArgSpec*> args = FileArguments(*context.walk);
  if (args.empty()) return;
  candidates.erase(
      std::remove_if(
          candidates.begin() + static_cast<ptrdiff_t>(from), candidates.end(),
          [&](const Candidate& c) {
            return std::all_of(
                args.begin(), args.end(), [&](const ArgSpec* arg) {
                  return parts_.plausibility.IsUnlistedFile(
                      c.word, *arg, context.spec.get(), context.words);
                });
          }),
      candidates.end());
}

// Removes popular words that cannot stand here: the --continue of a rebase while
// none is under way, a target that the Makefile lacks.
void SourceSet::DropImpossible(const CompletionContext& context, size_t from,
                               std::vector<Candidate>& candidates) const {
  candidates.erase(
      std::remove_if(
          candidates.begin() + static_cast<ptrdiff_t>(from), candidates.end(),
          [&](const Candidate& c) {
            return parts_.plausibility.IsIdleOption(context, c.word) ||
                   parts_.plausibility.LacksTarget(context, c.word);
          }),
      candidates.end());
}

// A file counts as made by the last command only if the spec of that command
// says that it produces files: builds, editors and scripts also create files, but
// these files are rarely named next.
void SourceSet::MarkMade(std::vector<Candidate>& candidates) const {
  std::optional<bool> produces;  // asked if there is such a file
  for (Candidate& c : candidates) {
    if (!c.is_made) continue;
    if (!produces) produces = workflow_->PreviousProduces(parts_.shell.alias);
    c.is_made = *produces;
    if (c.is_made) c.description = "made by the last command";
  }
}

void SourceSet::DropExcluded(const std::string& partial,
                             std::vector<Candidate>& candidates) const {
  std::erase_if(candidates, [&](const Candidate& c) {
    return c.evidence[0].source == SourceId::kSpec && c.word != partial &&
           environment_->typed().Excludes(c.word);
  });
}

// Demotes commands that are missing, or that can do nothing here. A command that
// the user ran stays.
void SourceSet::MarkUseless(SourceId source, const SourceInput& input,
                            Budget& budget, std::span<Candidate> candidates) {
  const CompletionContext& context = input.context;
  const bool is_workflow = source == SourceId::kWorkflow;
  const bool is_command =
      context.words.empty() && context.expected == ExpectedType::kCommand &&
      (source == SourceId::kProject || source == SourceId::kSpec);
  if (!is_workflow && (!is_command || context.elsewhere)) return;
  for (Candidate& c : candidates) {
    const std::string command = c.word.substr(0, c.word.find(' '));
    if (command.starts_with('-')) continue;  // an option of the wrapper
    if (source == SourceId::kSpec && IsListedByWrapper(context, c)) continue;
    const bool useful =
        parts_.commands.Exists(command, ScopeOf(input), budget) &&
        !(is_workflow && parts_.plausibility.OfNew(c.word) != Finding::kNone);
    if (!useful) c.finding = Finding::kUseless;
  }
}

}  // namespace synapse
