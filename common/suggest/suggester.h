// Suggester: answers a keystroke, in six steps:
//
//   Understood    what is typed: its context (context/), its directory
//   ReadHistory   lines and words of the user, ranked (rank/lines.h) and judged
//   MergeAll      the candidates of the other sources (source_set.h); what may
//                 not stand here goes (rank/judge.h); one list (rank/merge.h)
//   PutInOrder    the features of each (rank/candidate_features.h), one model
//                 (rank/order.h), variety (rank/variety.h)
//   Extend, Correct  the best one to a line (rank/compose.h); where nothing fits,
//                 what was meant (corrected.cc, source/typo.h)
//   Present       no target of a destructive line (rank/target.h), the chance of a
//                 ghost (rank/ghost_chance.h), descriptions
//
// The data of a prompt is read at its first key and kept until the next prompt.
//
// Tested by tests/engine/engine_test.cc and, through `drive`, by replay.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_cache.h"
#include "learn/learner.h"
#include "lines/line_history.h"
#include "rank/judge.h"
#include "rank/variety.h"
#include "source/plausibility.h"
#include "source/typo.h"
#include "suggest/impressions.h"
#include "suggest/source_set.h"

namespace synapse {

class Suggester {
 public:
  // All arguments outlive this object. Settings may change.
  struct Parts {
    Store& store;
    Learner& learner;
    SpecStore& specs;
    const ShellNames& shell;
    const PathSet& paths;
    const Config& config;
    CommandLookup& commands;
    GeneratorCache& generators;
    LineHistory::IsPrivate is_private = nullptr;
    Source* ai = nullptr;  // null: no language model is asked
  };
  explicit Suggester(const Parts& parts);

  // Reads rank.factors; errors in them are added to `problems`.
  void SetFactors(const std::vector<std::string>& words,
                  std::vector<std::string>& problems) {
    judge_.SetFactors(ReadFactors(words, problems));
  }
  SuggestReply Suggest(const SuggestRequest& request);
  // A list of names arrived, or there is time to ask for one: drops the
  // findings about lines and words.
  void ForgetFindings();
  // Makes the next key read the data of the prompt again.
  void ForgetPrompt() {
    prompt_key_.clear();
    dead_end_ = {};
    typo_.ForgetPossible();
    files_.Forget();
  }
  // The change of the line weights from this line; called before it is learned.
  UserModel::Moved StepsTo(const std::string& ran);
  void CommandRan(LastRun run);
  // The text of an alias for a subcommand, which git's configuration may have:
  // "checkout" for "git co".
  std::optional<std::string> SubcommandAlias(std::string_view name);
  // Stops offering the line until it runs again.
  void Hide(const std::string& line);
  bool IsHidden(const std::string& line) const { return judge_.IsHidden(line); }

  LineHistory& history() { return history_; }
  SourceSet& sources() { return sources_; }
  RiskJudge& risk() { return risk_; }
  Impressions& impressions() { return impressions_; }

 private:
  struct Keystroke;

  TypoSource::Known KnownToTypo();
  void BeginPrompt(const SuggestRequest& request);
  CompletionContext ContextAt(const std::string& left) const;
  void BeginKey(const SuggestRequest& request);
  Keystroke Understood(const SuggestRequest& request, const Budget& budget);
  void ReadHistory(Keystroke& key);
  std::shared_ptr<const ContextWords> WordsHere(const Keystroke& key);
  std::shared_ptr<const ContextWords> CommandsHere(const Keystroke& key);
  std::vector<Suggestion> MergeAll(Keystroke& key);
  void PutInOrder(const Keystroke& key, std::vector<Suggestion>& list);
  void LeaveToEnd(const Keystroke& key, std::vector<Suggestion>& list);
  void Extend(const Keystroke& key, std::vector<Suggestion>& list);
  void Correct(Keystroke& key, std::vector<Suggestion>& list);
  void Present(const Keystroke& key, std::vector<Suggestion>& list);
  std::vector<Suggestion> Corrected(Keystroke& key);
  bool IsDeadEnd(Keystroke& key);
  bool IsBehindDeadEnd(const SuggestRequest& request) const;
  std::vector<Suggestion> Mended(const Keystroke& key);
  std::vector<Suggestion> AtMended(const Keystroke& key,
                                   const std::string& left,
                                   const std::string& how);
  bool JudgeCorrection(Suggestion& s, const Risk& named);
  void Shown(const SuggestRequest& request,
             const std::vector<Suggestion>& list);
  void MarkUsual(const Keystroke& key, std::vector<Suggestion>& list);
  void DescribeCommands(const CompletionContext& context,
                        std::vector<Suggestion>& list) const;
  bool IsNameAt(const std::string& left, const std::string& word) const;

  Store& store_;
  SpecStore& specs_;
  const ShellNames& shell_;
  const PathSet& paths_;
  const Config& config_;
  CommandLookup& commands_;
  GeneratorCache& generators_;
  // Each asks those before it.
  LineHistory history_;
  Plausibility plausibility_;
  SourceSet sources_;
  TypoSource typo_;
  RiskJudge risk_;
  Impressions impressions_;
  Judge judge_;
  Variety variety_;
  LastRun last_;
  FileCache files_;
  // A text that has no suggestion, and gets none by more letters: each
  // suggestion begins with the typed word, or is near it. It expires soon,
  // because other programs make files while a line is typed.
  struct DeadEnd {
    std::string text = {};  // "" for none
    int64_t since_us = 0;
  };
  DeadEnd dead_end_;
  std::string prompt_key_;  // of the prompt that is prepared; "" for none
  std::string cwd_;         // of the latest request
};

}  // namespace synapse
