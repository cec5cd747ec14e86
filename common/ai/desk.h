// AiDesk: asks a language model about the line that is typed, and gives what it
// said to the judgement of all suggestions. Nobody waits for it.
//
//   Consider()  a key came, and nothing is known of its line: after ai.debounce_ms
//               without another key the line is asked about
//   Work()      the descriptor is readable: the time is over, a part of an answer
//               or its end is there
//   Collect()   as any source: the answer that goes on with the line
//   Ask()       a key asks: a comment is to become a command line, the line that
//               failed is to be put right, the line is to be explained
//
// One request is under way at most; one for a line that has moved on is ended. A
// stream is read as it comes, and ended when its first line is whole. After
// three failures nothing is asked for a minute, then for two, up to an hour.
//
// Answers are kept for ten minutes, and tokens are counted by the day: ledger.h.
// Tested by tests/ai/desk_test.cc and tests/shell/cases/ai.sh.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ai/answer.h"
#include "ai/ledger.h"
#include "ai/settings.h"
#include "base/reports.h"
#include "source/source.h"

namespace synapse {

// A question and its answer, for the record.
struct AiExchange {
  AiPrompt prompt;
  std::string model;
  std::string raw;  // the answer as it came
  std::string finish_reason;
  int64_t prompt_tokens = 0, answer_tokens = 0;
  double latency_ms = 0;
};
// The request and the response as the fields of a record, two JSON objects.
std::pair<std::string, std::string> AiExchangeJson(const AiExchange& exchange,
                                                   int max_tokens);

enum class AiAsked { kLine, kWish, kFix, kExplain };

class AiDesk : public Source {
 public:
  static constexpr int kMaxTokens = 64;
  static constexpr int kMaxExplained = 400;  // tokens
  static constexpr size_t kExplainedLines = 8;

  struct Parts {
    Store& store;
    SpecStore& specs;
    const ShellNames& shell;
    Reports& reports;
    std::function<CommandRunner&()> runner;
    std::function<bool(std::string_view)> has_secret;
    std::function<bool(std::string_view)> can_run;
    // Asked once, when a question is due and not at each key: to look for secrets
    // takes longer than all else of a key.
    std::function<bool(const std::string& line, const std::string& cwd)>
        may_ask = {};
  };
  explicit AiDesk(Parts parts) : p_(std::move(parts)), ledger_(p_.store) {}

  void SetSettings(AiSettings settings);
  const AiSettings& settings() const { return settings_; }

  SourceId id() const override { return SourceId::kAi; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // `facts`: gathered only when it is asked. Monotonic time, and that of day.
  using Gather = std::function<AiFacts()>;
  void Consider(const std::string& line, const std::string& cwd,
                const std::string& before, Gather gather);
  // Asked about at once. Of a wish, a comment `# what I want`, WishFor() has the
  // command line when it is there; of a fix, for which the line on show is empty,
  // FixedLine(); of an explanation TakeNote(). REQUIRES: `asked` is not kLine.
  void Ask(AiAsked asked, const std::string& line, const std::string& cwd,
           Gather gather);
  std::string_view WishFor(std::string_view comment) const {
    return !comment.empty() && comment == wish_ ? std::string_view(wished_)
                                                : std::string_view();
  }
  // The failed line, put right: it stands first, for who asked for it.
  std::string_view FixedLine() const {
    return fixed_ ? std::string_view(known_.line) : std::string_view();
  }
  // To be shown below the line, once: an explanation, or why there is
  // no answer to what a key asked. Rows with newlines, each without control
  // characters; "" for nothing.
  std::string TakeNote();
  // Drops what is asked about another line than this one, and what goes on with
  // a line.
  void DropOthers(std::string_view line);
  // True when an answer came that may be shown.
  bool Work(int64_t now_ms);
  void Ended(const CommandRunner::Finished& done);
  // The line is over.
  void Stop();
  AiLedger& ledger() { return ledger_; }

  CheckedAnswer Check(std::string_view answer, std::string_view typed) {
    return CheckAnswer(answer, typed, {p_.specs, p_.shell.alias, p_.can_run});
  }

  // Behind the suggestion of that text; null for none, and for one that was kept.
  const AiExchange* ExchangeFor(std::string_view text) const;
  // Of the prompt behind it; "" for none.
  std::string VersionFor(std::string_view text) const {
    return !known_.line.empty() && known_.line == text ? known_.version : "";
  }

 private:
  struct Question {
    std::string line, cwd, before;
    Gather gather;
    AiAsked asked = AiAsked::kLine;
    uint64_t key() const;
    bool by_key() const { return asked != AiAsked::kLine; }
  };
  struct Asked {
    Question question;
    AnswerReader reader;
    AiExchange exchange;
    int64_t start_us;
  };
  struct Known {
    uint64_t key = 0;
    std::string line = {};  // "" where the answer was refused
    std::string version = {};  // of its prompt
    double score = 0;          // AiScore() of that
  };
  void Start(int64_t now_ms);
  bool Finish(int64_t now_ms);
  bool TakeIn(Asked& asked, int64_t now_ms);
  void Know(uint64_t key, std::string line, const std::string& version);
  void Failed(const std::string& why);
  void NoteFor(AiAsked asked, const std::string& why);
  bool IsAbout(std::string_view line, bool by_key) const;

  Parts p_;
  AiLedger ledger_;
  AiSettings settings_;
  std::optional<Question> pending_;
  int64_t due_us_ = 0;
  std::optional<Asked> asked_;
  std::optional<int> ended_;  // its exit status
  std::string rest_;          // what it said before it ended
  Known known_;
  std::optional<AiExchange> exchange_;  // of known_
  std::string wish_, wished_;           // a comment and its command line
  bool fixed_ = false;                  // known_ is the failed line, put right
  std::string failed_line_;             // that one
  std::string note_;
  int failures_ = 0;
  int64_t closed_until_us_ = 0;
};

// How far a suggestion is to be believed, by how often those of its prompt were
// run when they were seen: 0.8 for as many as three in ten, which is what counts
// as long as nothing is known, in [0.4, 0.95].
double AiScore(const AiLedger::Shown& shown);

// Asks and waits, for the command; ^C ends it. `problem` where there is none.
struct AiReply {
  AiExchange exchange;
  std::string problem;
};
AiReply AskAndWait(const AiSettings& settings, const AiPrompt& prompt,
                   const std::string& cwd, int max_tokens);

}  // namespace synapse
