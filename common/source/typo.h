// Typo: after a command that failed, the corrected line; and for a word that is
// being typed without a completion, a corrected word.
//
//   gti status         -> git status     (exit 127: no such command)
//   git stauts         -> git status     (exit 1: no such subcommand)
//   cd Donwloads       -> cd Downloads   (no such directory)
//   cat srcc/main.c    -> cat src/main.c
//   gti log | les      -> git log | less
//
// A line without typos may have failed for another reason (repair.h). A word is
// compared with the words possible at its position: commands, the spec's
// subcommands and options, branches, scripts, files. A word that is possible as
// written, or whose possible words are unknown, is not corrected. The distance
// is that of base/distance.h.
// Tested by tests/source/typo_test.cc.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learn/word_model.h"
#include "line/tokenizer.h"
#include "source/repair.h"
#include "source/source.h"

namespace synapse {

class TypoSource : public Source {
 public:
  // The parts that corrections are made of: candidates for the word after `left`;
  // its completion context; names, and whether one can be run.
  struct Known {
    std::function<std::vector<Candidate>(const std::string& left, Budget&)> at;
    std::function<CompletionContext(const std::string& left)> context_at;
    std::function<bool(std::string_view name)> can_run;
    // False: there was no time for all.
    std::function<bool(const std::function<void(std::string_view)>&)> each_name;
    // Whether it is a program for root alone; null: not known.
    std::function<bool(std::string_view name)> for_root = nullptr;
    // The number of runs by this user, counted up to `most`; null: not known.
    std::function<uint64_t(std::string_view name, uint64_t most)> runs =
        nullptr;
  };
  TypoSource(Known known, SpecStore& specs)
      : known_(std::move(known)), specs_(specs) {}

  // The time of one attempt to correct a line or a word. It is longer than that
  // of a completion, because a correction compares with all possible words. It
  // is used only if there was no completion, or if a command failed.
  void SetBudget(int64_t us) { budget_us_ = us; }

  SourceId id() const override { return SourceId::kTypo; }
  // The correction of the last line, if the buffer begins it.
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // The last line, its exit status, and the present directory of the shell.
  void SetPrevious(std::string_view line, int exit, std::string_view cwd,
                   std::string_view home);
  // Begins a key. A correction for which there was no time is tried again.
  void BeginKey() { tried_ = false; }
  // True if the text repeats a line that failed in this session, up to its
  // misspelt word: it must not be offered. True also for the last line while it
  // is not known whether it has a correction.
  bool RepeatsTypo(std::string_view text);
  // True if there was no time to correct the last line, and it will be tried
  // again.
  bool lacked_time() const { return tried_ && !looked_; }

  // Words that were used at the cursor before. If one of them is near, all are
  // checked whether they may stand there; this may look at files.
  struct UsedWords {
    std::span<const WordGuess> guesses;
    std::function<bool(const WordGuess&)> may_stand;
  };
  // The nearest possible words at the cursor: with other case, or with a typo.
  // `left` ends where the word begins, or after its last slash. Best first.
  // `*none_later`: no word will be near either when more letters are typed.
  std::vector<Candidate> Near(const CompletionContext& context,
                              const std::string& left, const UsedWords& used,
                              bool* none_later);
  // The possible words may be others than those of the last key.
  void ForgetPossible() {
    possible_ = {};
    named_ = {};
  }
  // The line with the right name of a command that does not exist, if one is
  // near and this user or many people run it: `gti sta` is `git sta`.
  std::optional<Correction> CorrectedName(const std::string& line,
                                          const Token& word);

 private:
  // The possible words at the cursor. As long as letters are added to the word
  // that is typed there, words that are not near, and will not be, are dropped.
  // They expire soon, because other programs make files while a line is typed.
  struct Possible {
    // A directory in which the typed name may be.
    struct Directory {
      std::string text, word;  // the line up to it, and its name
    };
    std::string left = {}, typed = {};  // of the latest key
    bool is_command = false, wants_files = false, quoted = false;
    int64_t since_us = 0;
    bool whole = true;  // there was time to read all
    std::vector<Candidate> words = {};
    std::vector<Directory> directories = {};  // the best of them
    // The names in these directories, and names of commands, once they were
    // needed.
    struct Below {
      Candidate candidate;
      size_t name;  // where it begins in the word
    };
    std::optional<std::vector<Below>> below = {};
    std::optional<std::vector<std::string>> names = {};
  };
  class Nearness;
  Possible PossibleAt(const CompletionContext& context, const std::string& left,
                      Budget& budget);
  void LookBelow(Possible& possible, std::string_view folded, Budget& budget);
  const std::optional<Correction>& Correct();
  double ChanceBehind(std::string_view buffer, double on_empty_line) const;
  // `whole` is false when the time ended before everything was compared.
  std::optional<Correction> CorrectLine(bool& whole);
  std::optional<Correction> CorrectWord(const std::string& failed,
                                        const Token& word,
                                        Budget& budget) const;
  std::optional<Correction> CorrectQuoted(const Token& word,
                                          Budget& budget) const;
  std::optional<Correction> CorrectQuotedPath(const Token& word,
                                              Budget& budget) const;
  std::optional<Correction> CorrectPath(const std::string& failed,
                                        const Token& word, bool* fits,
                                        Budget& budget) const;
  bool IsDirectoryHere(std::string_view written) const;
  // `is_filter`: the name follows a pipe.
  std::string NearestName(std::string_view name, bool is_filter) const;
  std::optional<Correction> CorrectName(const std::string& failed,
                                        const Token& word) const;
  // Corrects further names of commands in a corrected line, behind the byte
  // `behind`: `gti log | les`.
  void CorrectLaterNames(size_t behind, Correction& found) const;
  // No correction leads to a destructive command, nor to one that administers
  // the machine and that this user never ran: `userdl` to useradd.
  bool IsRefused(std::string_view name) const;
  uint64_t RunsOf(std::string_view name, uint64_t most) const {
    return known_.runs ? known_.runs(name, most) : 0;
  }

  Known known_;
  SpecStore& specs_;
  std::string previous_, cwd_, home_;
  int exit_ = 0;
  bool looked_ = false;  // correction_ belongs to previous_
  bool tried_ = false;   // at this key
  int tries_ = 0;        // that ended for lack of time
  int64_t budget_us_ = 15'000;
  std::optional<Correction> correction_;
  // Lines up to their misspelt word, newest first.
  std::deque<std::string> typos_;
  Possible possible_;
  // The last name that was asked for, and the right one, or "".
  struct Named {
    std::string written, name, reason;
  };
  Named named_;
};

}  // namespace synapse
