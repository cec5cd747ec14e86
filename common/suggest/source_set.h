// SourceSet: owns the sources. It asks a source if the activation matrix names it
// (source/activation.h) and the setting suggest.sources allows it.
//
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "base/files.h"
#include "source/environment.h"
#include "source/filesystem.h"
#include "source/plausibility.h"
#include "source/project.h"
#include "source/spec_source.h"
#include "source/typo.h"
#include "source/workflow.h"
#include "suggest/request.h"

namespace synapse {

// The last line that ran.
struct LastRun {
  std::string line;  // as typed, private or not
  int exit = 0;
  bool recorded = false;
  int64_t start_ms = 0;
  std::string cwd = {};  // where it began
};

// The question to the sources.
struct SourceQuestion {
  // kWords: all words that could stand at the cursor, with any score.
  enum class Wanted { kCandidates, kWords };
  const CompletionContext& context;
  const std::string& directory;  // of the command (context/directory.h)
  std::vector<std::string_view> due = {};  // source/source.h
  size_t most = 0;  // candidates of a source; 0: as at a keystroke
  Wanted wanted = Wanted::kCandidates;
};

class SourceSet {
 public:
  // All arguments outlive this object.
  SourceSet(SpecStore& specs, const ShellNames& shell, const PathSet& paths,
            const Config& config);

  // Files and the values of generators may have changed.
  void CommandRan(const LastRun& run);
  // A new prompt. `before`: the previous line if it was learned, or "".
  void BeginPrompt(const SuggestRequest& request, const LastRun& last,
                   std::string_view before);
  void BeginKey() { environment_->BeginKey(); }
  // Whether suggest.sources has the source; without that setting all sources are
  // allowed.
  static bool IsAllowed(SourceId source, const Config& config);

  // Adds a source that is asked like the others. It outlives this object.
  void AddAi(Source& ai) { ai_ = &ai; }
  // Judges lines that never ran; it asks this object for names.
  void SetPlausibility(const Plausibility& plausibility) {
    plausibility_ = &plausibility;
  }
  // Returns the candidates at the cursor. `asked` receives the sources that
  // were asked. Corrections (source/typo.h) call this too.
  std::vector<Candidate> Collect(const SourceQuestion& question, Budget& budget,
                                 std::vector<AskedSource>* asked = nullptr);
  // Whether a command can be run here, also if only root can run it, as far as
  // that is found within `us` microseconds.
  bool CanRun(std::string_view name, int64_t us);
  // False for a name that `only` excludes (a program behind `builtin`), within
  // the same time.
  bool MayBegin(std::string_view name, RunsOnly only, int64_t us);
  bool KnowsPath() const { return environment_->KnowsPath(); }

  GeneratorCache& generators() { return spec_source_->generators(); }
  ProjectSource& project() { return *project_; }
  TypoSource& typo() { return *typo_; }

 private:
  template <class T>
  T* Add(std::unique_ptr<T> source);
  // Both arguments outlive the input.
  SourceInput InputFor(const CompletionContext& context,
                       const std::string& directory) const;
  CompletionContext ContextAt(const std::string& left) const;
  static void LeaveHere(SourceQuestion::Wanted wanted, size_t from,
                        std::vector<Candidate>& candidates);
  void DropOthers(const SourceInput& input, Budget& budget, size_t from,
                  std::vector<Candidate>& candidates);
  void DropUnlisted(const CompletionContext& context, size_t from,
                    std::vector<Candidate>& candidates) const;
  void DropImpossible(const CompletionContext& context, size_t from,
                      std::vector<Candidate>& candidates) const;
  void MarkMade(std::vector<Candidate>& candidates) const;
  void MarkUseless(SourceId source, const SourceInput& input, Budget& budget,
                   std::span<Candidate> candidates);
  // Removes names of specs that a complete name excludes.
  void DropExcluded(const std::string& partial,
                    std::vector<Candidate>& candidates) const;
  TypoSource::Known Known();
  // The time to read all of PATH, and the time of a correction: 15 ms, or more if
  // suggest.budget_ms is above its default.
  int64_t LongUs() const;

  SpecStore& specs_;
  const ShellNames& shell_;
  const PathSet& paths_;
  const Config& config_;
  const Plausibility* plausibility_ = nullptr;
  Source* ai_ = nullptr;
  std::vector<std::unique_ptr<Source>> sources_;
  SpecSource* spec_source_;  // one of sources_, as are the following ones
  FilesystemSource* filesystem_;
  EnvironmentSource* environment_;
  ProjectSource* project_;
  WorkflowSource* workflow_;
  TypoSource* typo_;
  std::string cwd_;
  int64_t now_ms_ = 0;
};

}  // namespace synapse
