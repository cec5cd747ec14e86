// SourceSet: owns the sources, and asks those that the activation matrix names
// (source/activation.h) and the setting suggest.sources allows.
//
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "base/files.h"
#include "source/environment.h"
#include "source/project.h"
#include "source/sense.h"
#include "source/spec_source.h"
#include "source/typo.h"
#include "source/workflow.h"
#include "suggest/request.h"

namespace synapse {

// The line that ran last.
struct LastRun {
  std::string line;  // as typed, private or not
  int exit = 0;
  bool recorded = false;
};

class SourceSet {
 public:
  // All outlive it.
  SourceSet(SpecStore& specs, const ShellNames& shell, const Places& places);

  // A new prompt. `before`: the line in front of it that was learned, or "".
  void BeginPrompt(const SuggestRequest& request, const LastRun& last,
                   std::string_view before);
  // By suggest.sources; without it all are.
  static bool IsAllowed(SourceId source, const Config& config);

  // Candidates that could come next; `asked` gets, for request.explain, who was
  // asked and how many each gave. `sense` judges lines that nobody ran yet.
  std::vector<Candidate> Collect(const SuggestRequest& request,
                                 const CompletionContext& context,
                                 const Config& config, const Sense& sense,
                                 Budget& budget,
                                 std::vector<std::string>& asked);
  // Whether a command can be run here, as far as that is found out within `us`
  // microseconds.
  bool CanRun(std::string_view name, int64_t us);
  bool KnowsPath() const { return environment_->KnowsPath(); }

  GeneratorCache& generators() { return spec_source_->generators(); }
  ProjectSource& project() { return *project_; }
  TypoSource& typo() { return *typo_; }

 private:
  template <class T>
  T* Add(std::unique_ptr<T> source);
  SourceInput InputFor(const CompletionContext& context) const;
  std::vector<Candidate> CouldStandAt(const std::string& left, Budget& budget);
  TypoSource::Known Known();

  SpecStore& specs_;
  const ShellNames& shell_;
  const Places& places_;
  std::vector<std::unique_ptr<Source>> sources_;
  SpecSource* spec_source_;  // one of sources_, like those behind it
  EnvironmentSource* environment_;
  ProjectSource* project_;
  WorkflowSource* workflow_;
  TypoSource* typo_;
  std::string cwd_;
  int64_t now_ms_ = 0;
};

}  // namespace synapse
