// AiDesk: asks a language model about the typed line, and adds its answer as a
// candidate. Nobody waits for the answer.
//
//   Consider()  a key came, and no answer for its line is known: the request is
//               made after some time without another key
//   Work()      the descriptor is readable: the time is over, or a part of an
//               answer or its end arrived
//   Collect()   as any source: the answer that continues the line
//   Ask()       a key asks for a command line from a comment, for a corrected
//               failed line, or for an explanation of the line
//
// At most one request runs. A request for an outdated line is ended. A stream
// is read as it comes, and ended when its first line is complete. After three
// failures no request is made for a minute, then for two, up to an hour.
//
// Answers are kept for ten minutes, and tokens are counted by the day:
// ledger.h.
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
  std::string raw;  // the raw answer
  std::string finish_reason;
  int64_t prompt_tokens = 0, answer_tokens = 0;
  double latency_ms = 0;
};
// The request and the response as two JSON objects, for fields of a record.
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
    CommandRunner& runner;
    std::function<bool(std::string_view)> has_secret;
    std::function<bool(std::string_view)> can_run;
    // Called once, when a request is due and not at each key, because the
    // search for secrets is the slowest part of a key.
    std::function<bool(const std::string& line, const std::string& cwd)>
        may_ask = {};
  };
  explicit AiDesk(Parts parts) : p_(std::move(parts)), ledger_(p_.store) {}

  void SetSettings(AiSettings settings);
  const AiSettings& settings() const { return settings_; }

  SourceId id() const override { return SourceId::kAi; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // Called only when a request is made.
  using Gather = std::function<AiFacts()>;
  void Consider(const std::string& line, const std::string& cwd,
                const std::string& before, Gather gather);
  // Makes a request at once. WishFor() returns the command line for a wish, a
  // comment `# what I want`. FixedLine() returns the result of a fix, for which
  // the line is empty. TakeNote() returns an explanation.
  // REQUIRES: `asked` is not kLine.
  void Ask(AiAsked asked, const std::string& line, const std::string& cwd,
           Gather gather);
  std::string_view WishFor(std::string_view comment) const {
    return !comment.empty() && comment == wish_ ? std::string_view(wished_)
                                                : std::string_view();
  }
  // The corrected line. It comes first, because the user asked for it.
  std::string_view FixedLine() const {
    return fixed_ ? std::string_view(known_.line) : std::string_view();
  }
  // A note to show once below the line: an explanation, or why there is no
  // answer to a key. Rows are separated by newlines and hold no control
  // characters; "" for none.
  std::string TakeNote();
  // Drops requests about other lines, and answers that continue other lines.
  void DropOthers(std::string_view line);
  // True when an answer came that may be shown.
  bool Work(int64_t now_ms);
  void Ended(const CommandRunner::Finished& done);
  // The line has ended.
  void Stop();
  AiLedger& ledger() { return ledger_; }

  CheckedAnswer Check(std::string_view answer, std::string_view typed) {
    return CheckAnswer(answer, typed, {p_.specs, p_.shell.alias, p_.can_run});
  }

  // The exchange behind the suggestion with that text; null for none, and for a
  // cached answer.
  const AiExchange* ExchangeFor(std::string_view text) const;
  // The version of the prompt behind it; "" for none.
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
    std::string line = {};     // "" where the answer was refused
    std::string version = {};  // of its prompt
    double score = 0;          // AiScore() of that version
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
  std::string rest_;          // its output before it ended
  Known known_;
  std::optional<AiExchange> exchange_;  // of known_
  std::string wish_, wished_;           // a comment and its command line
  bool fixed_ = false;                  // known_ is the corrected line
  std::string failed_line_;             // the line before the correction
  std::string note_;
  int failures_ = 0;
  int64_t closed_until_us_ = 0;
};

// The score of a suggestion, from the share of shown suggestions of its prompt
// version that were run. A share of three in ten gives 0.8, which is also the
// value without data. In [0.4, 0.95].
double AiScore(const AiLedger::Shown& shown);

// Sends a request and waits for the answer; ^C ends it. For the builtin. If
// there is no answer, `problem` says why.
struct AiReply {
  AiExchange exchange;
  std::string problem;
};
AiReply AskAndWait(const AiSettings& settings, const AiPrompt& prompt,
                   const std::string& cwd, int max_tokens);

}  // namespace synapse
