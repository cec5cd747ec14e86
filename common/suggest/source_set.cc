#include "suggest/source_set.h"

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "context/directory.h"
#include "context/operands.h"
#include "source/activation.h"
#include "source/popular.h"

namespace synapse {
namespace {

constexpr size_t kMaxToCorrect = 2000;

}  // namespace

template <class T>
T* SourceSet::Add(std::unique_ptr<T> source) {
  T* raw = source.get();
  sources_.push_back(std::move(source));
  return raw;
}

SourceSet::SourceSet(SpecStore& specs, const ShellNames& shell,
                     const PathSet& paths, const Config& config)
    : specs_(specs), shell_(shell), paths_(paths), config_(config) {
  spec_source_ = Add(std::make_unique<SpecSource>(specs_));
  filesystem_ = Add(std::make_unique<FilesystemSource>());
  environment_ = Add(std::make_unique<EnvironmentSource>(specs));
  project_ = Add(std::make_unique<ProjectSource>());
  Add(std::make_unique<PopularSource>(specs_, [this](std::string_view name) {
    return !KnowsPath() || CanRun(name, LongUs());
  }));
  workflow_ = Add(std::make_unique<WorkflowSource>(specs_));
  typo_ = Add(std::make_unique<TypoSource>(Known(), specs_));
}

// A program that only root has in PATH exists too: `fdisk` is no typo, but a
// command for sudo.
static CompletionContext OfAnybody() {
  CompletionContext any;
  any.as_root = true;
  return any;
}

TypoSource::Known SourceSet::Known() {
  return {
      .at =
          [this](const std::string& left, Budget& budget) {
            const CompletionContext context = ContextAt(left);
            const std::string directory =
                DirectoryAtCursor(context, cwd_, specs_);
            return Collect({.context = context,
                            .directory = directory,
                            .most = kMaxToCorrect,
                            .wanted = SourceQuestion::Wanted::kWords},
                           budget);
          },
      .context_at = [this](const std::string& left) { return ContextAt(left); },
      .can_run =
          [this](std::string_view name) { return CanRun(name, LongUs()); },
      .each_name =
          [this](const std::function<void(std::string_view)>& visit) {
            Budget budget(LongUs());
            const CompletionContext any = OfAnybody();
            environment_->EachName(InputFor(any, cwd_), budget, visit);
          },
      .for_root =
          [this](std::string_view name) {
            Budget budget(LongUs());
            const CompletionContext any = OfAnybody();
            return environment_->IsForRoot(name, InputFor(any, cwd_), budget);
          }};
}

void SourceSet::CommandRan(const LastRun& run) {
  generators().CommandRan(run.line);
  filesystem_->CommandRan(run.start_ms);
  environment_->CommandRan();
}

void SourceSet::BeginPrompt(const SuggestRequest& request, const LastRun& last,
                            std::string_view before) {
  cwd_ = request.cwd;
  now_ms_ = request.now_ms;
  workflow_->SetPrevious(last.recorded ? before : "",
                         last.recorded && !before.empty() ? last.exit : 0);
  typo_->SetPrevious(last.line, last.exit, cwd_, paths_.home);
  typo_->SetBudget(LongUs());
}

int64_t SourceSet::LongUs() const {
  constexpr int64_t kLeastUs = 15'000;
  return std::max(kLeastUs, config_.Int("suggest.budget_ms") * 1000 * 3 / 4);
}

bool SourceSet::IsAllowed(SourceId source, const Config& config) {
  const std::string& names = config.String("suggest.sources");
  if (names.empty()) return true;
  std::string wanted = std::string(",") + SourceName(source) + ",";
  return ("," + names + ",").find(wanted) != std::string::npos;
}

CompletionContext SourceSet::ContextAt(const std::string& left) const {
  return BuildContext(left, left.size(), specs_, shell_.alias);
}

SourceInput SourceSet::InputFor(const CompletionContext& context,
                                const std::string& directory) const {
  return {.context = context,
          .shell = shell_,
          .cwd = directory,
          .home = paths_.home,
          .now_s = now_ms_ / 1000};
}

std::vector<Candidate> SourceSet::Collect(const SourceQuestion& question,
                                          Budget& budget,
                                          std::vector<AskedSource>* asked) {
  const CompletionContext& context = question.context;
  std::vector<Candidate> candidates;
  SourceInput input = InputFor(context, question.directory);
  input.due = question.due;
  if (question.most) input.most = question.most;
  const bool words_only = question.wanted == SourceQuestion::Wanted::kWords;
  for (const auto& source : sources_) {
    const SourceId id = source->id();
    const bool of_its_own = id == SourceId::kWorkflow ||
                            id == SourceId::kTypo || id == SourceId::kPopular;
    if (!IsActive(id, context)) continue;
    if (words_only ? of_its_own : !IsAllowed(id, config_)) continue;
    const size_t before = candidates.size();
    const int64_t start_us = asked ? Clock::MonotonicUs() : 0;
    source->Collect(input, budget, candidates);
    if (context.elsewhere) LeaveHere(question.wanted, before, candidates);
    if (context.runs_only != RunsOnly::kAny && context.words.empty()) {
      DropOthers(input, budget, before, candidates);
    }
    if (words_only) continue;
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
    if (budget.SpentNow()) break;
  }
  // An earlier answer is already there.
  if (ai_ && !words_only && IsActive(SourceId::kAi, context) &&
      IsAllowed(SourceId::kAi, config_)) {
    ai_->Collect(input, budget, candidates);
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
                                           !environment_->MayBegin(name, input,
                                                                   budget);
                                  }),
                   candidates.end());
}

// Removes files where only some may stand, as the changed ones of `git add`.
void SourceSet::DropUnlisted(const CompletionContext& context, size_t from,
                             std::vector<Candidate>& candidates) const {
  if (!plausibility_ || !context.walk || context.walk->value_offset > 0) return;
  const std::vector<const ArgSpec*> args = FileArguments(*context.walk);
  if (args.empty()) return;
  candidates.erase(
      std::remove_if(
          candidates.begin() + static_cast<ptrdiff_t>(from), candidates.end(),
          [&](const Candidate& c) {
            return std::all_of(
                args.begin(), args.end(), [&](const ArgSpec* arg) {
                  return plausibility_->IsUnlistedFile(
                      c.word, *arg, context.spec.get(), context.words);
                });
          }),
      candidates.end());
}

// Removes popular words that cannot stand here: the --continue of a rebase while
// none is under way, a target that the Makefile lacks.
void SourceSet::DropImpossible(const CompletionContext& context, size_t from,
                               std::vector<Candidate>& candidates) const {
  if (!plausibility_) return;
  candidates.erase(
      std::remove_if(candidates.begin() + static_cast<ptrdiff_t>(from),
                     candidates.end(),
                     [&](const Candidate& c) {
                       return plausibility_->IsIdleOption(context, c.word) ||
                              plausibility_->LacksTarget(context, c.word);
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
    if (!produces) produces = workflow_->PreviousProduces(shell_.alias);
    c.is_made = *produces;
    if (c.is_made) c.evidence[0].reason += " of the last command";
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
    const bool useful = environment_->Exists(command, input, budget) &&
                        !(is_workflow && plausibility_ &&
                          plausibility_->OfNew(c.word) != Finding::kNone);
    if (!useful) c.finding = Finding::kUseless;
  }
}

bool SourceSet::CanRun(std::string_view name, int64_t us) {
  const CompletionContext any = OfAnybody();
  Budget budget(us);
  return environment_->Exists(name, InputFor(any, cwd_), budget);
}

bool SourceSet::MayBegin(std::string_view name, RunsOnly only, int64_t us) {
  CompletionContext any = OfAnybody();
  any.runs_only = only;
  Budget budget(us);
  return environment_->MayBegin(name, InputFor(any, cwd_), budget);
}

}  // namespace synapse
