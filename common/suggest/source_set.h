// SourceSet: owns the sources of words. It asks a source if the activation matrix
// names it (source/activation.h) and the setting suggest.sources allows it. The
// corrections (source/typo.h) are no part of it: they ask it for words.
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
#include "source/command_lookup.h"
#include "source/environment.h"
#include "source/filesystem.h"
#include "source/plausibility.h"
#include "source/project.h"
#include "source/spec_source.h"
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
  // All outlive this object.
  struct Parts {
    Store& store;
    SpecStore& specs;
    const ShellNames& shell;
    const PathSet& paths;
    const Config& config;
    CommandLookup& commands;
    GeneratorCache& generators;
    const Plausibility& plausibility;
    LineHistory& history;
    Source* ai;  // null: no language model is asked
  };
  explicit SourceSet(const Parts& parts);

  // Files and the values of generators may have changed.
  void CommandRan(const LastRun& run);
  // A new prompt. `before`: the previous line if it was learned, or "".
  void BeginPrompt(const SuggestRequest& request, const LastRun& last,
                   std::string_view before);
  // Whether suggest.sources has the source; without that setting all sources are
  // allowed.
  static bool IsAllowed(SourceId source, const Config& config);
  // `names`: the setting.
  static bool IsNamed(SourceId source, const std::string& names);

  // Returns the candidates at the cursor. `asked` receives the sources that
  // were asked. `last`, which may be null, is asked behind them.
  std::vector<Candidate> Collect(const SourceQuestion& question, Budget& budget,
                                 Source* last = nullptr,
                                 std::vector<AskedSource>* asked = nullptr);
  // The time to read all of PATH, and the time of a correction, in microseconds:
  // 15 ms, or more if suggest.budget_ms is above its default.
  int64_t LongUs() const;

  ProjectSource& project() { return *project_; }

 private:
  template <class T>
  T* Add(std::unique_ptr<T> source);
  // Both arguments outlive the input.
  SourceInput InputFor(const CompletionContext& context,
                       const std::string& directory) const;
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

  const Parts parts_;
  WorkedIn worked_in_;
  UsedNames used_names_;
  std::vector<std::unique_ptr<Source>> sources_;
  FilesystemSource* filesystem_;  // one of sources_, as are the following ones
  EnvironmentSource* environment_;
  ProjectSource* project_;
  WorkflowSource* workflow_;
  std::string cwd_;
  int64_t now_ms_ = 0;
};

}  // namespace synapse
