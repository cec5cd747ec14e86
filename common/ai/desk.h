// AiDesk: asks a language model about the line that is typed, and gives what it
// said to the judgement of all suggestions. Nobody waits for it.
//
//   Consider()  a key came, and nothing is known of its line: after ai.debounce_ms
//               without another key the line is asked about
//   Work()      the descriptor is readable: the time is over, a part of an answer
//               or its end is there
//   Collect()   as any source: the answer that goes on with the line
//   Wish()      a comment is to become a command line
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

class AiDesk : public Source {
 public:
  static constexpr int kMostTokens = 64;

  struct Parts {
    Store& store;
    SpecStore& specs;
    const ShellNames& shell;
    Reports& reports;
    std::function<CommandRunner&()> runner;
    std::function<bool(std::string_view)> has_secret;
    std::function<bool(std::string_view)> can_run;
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
  // A comment, `# what I want`, is asked about at once; WishFor() has the command
  // line when it is there.
  void Wish(const std::string& comment, const std::string& cwd, Gather gather);
  std::string_view WishFor(std::string_view comment) const {
    return !comment.empty() && comment == wish_ ? std::string_view(wished_)
                                                : std::string_view();
  }
  // Drops what is asked about another line than this one.
  void DropOthers(std::string_view comment);
  // True when an answer came that may be shown.
  bool Work(int64_t now_ms);
  void Ended(const CommandRunner::Finished& done);
  // The line is over.
  void Stop();
  AiLedger& ledger() { return ledger_; }

  CheckedAnswer Check(std::string_view answer, std::string_view typed) {
    return CheckAnswer(answer, typed, {p_.specs, p_.shell.alias, p_.can_run});
  }

  // Behind the suggestion of that text; null for none.
  const AiExchange* ExchangeFor(std::string_view text) const;

 private:
  struct Question {
    std::string line, cwd, before;
    Gather gather;
    bool wish = false;
    uint64_t key() const;
  };
  struct Asked {
    Question question;
    AnswerReader reader;
    AiExchange exchange;
    int64_t start_us;
  };
  struct Known {
    uint64_t key = 0;
    std::string line;  // "" where the answer was refused
  };
  void Start(int64_t now_ms);
  bool Finish(int64_t now_ms);
  void Failed(const std::string& why);

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
  int failures_ = 0;
  int64_t closed_until_us_ = 0;
};

// Asks and waits, for the command; ^C ends it. `problem` where there is none.
struct AiReply {
  AiExchange exchange;
  std::string problem;
};
AiReply AskAndWait(const AiSettings& settings, const AiPrompt& prompt,
                   const std::string& cwd, int max_tokens);

}  // namespace synapse
