#include "ai/desk.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr const char* kName = "ai";
constexpr int kMaxFailures = 3;
constexpr int64_t kClosedUs = 60'000'000, kMaxClosedUs = 60 * kClosedUs;

}  // namespace

std::pair<std::string, std::string> AiExchangeJson(const AiExchange& e,
                                                   int max_tokens) {
  JsonBuffer request, response;
  JsonWriter q(request), a(response);
  q.StartObject();
  JsonObjects(q, "messages",
              std::array{std::pair("system", &e.prompt.system),
                         std::pair("user", &e.prompt.user)},
              [&](const auto& each) {
                const auto& [role, text] = each;
                JsonField(q, "role", role);
                JsonField(q, "content", *text);
              });
  JsonField(q, "prompt_version", e.prompt.version);
  JsonField(q, "model", e.model);
  JsonField(q, "temperature", 0);
  JsonField(q, "max_tokens", max_tokens);
  q.EndObject();
  a.StartObject();
  JsonField(a, "raw_content", e.raw);
  JsonField(a, "model", e.model);
  JsonObject(a, "usage", [&] {
    JsonField(a, "prompt_tokens", e.prompt_tokens);
    JsonField(a, "completion_tokens", e.answer_tokens);
    JsonField(a, "total_tokens", e.prompt_tokens + e.answer_tokens);
  });
  JsonField(a, "finish_reason", e.finish_reason);
  JsonField(a, "latency_ms", e.latency_ms);
  a.EndObject();
  return {request.GetString(), response.GetString()};
}

double AiScore(const AiLedger::Shown& shown) {
  constexpr double kUsual = 0.8, kLeast = 0.4, kMax = 0.95;
  constexpr double kExpected = 0.3, kAsKnown = 10;  // impressions
  const double rate =
      (static_cast<double>(shown.accepted) + kAsKnown * kExpected) /
      (static_cast<double>(shown.times) + kAsKnown);
  return std::clamp(kUsual * rate / kExpected, kLeast, kMax);
}

uint64_t AiDesk::Question::key() const {
  return Hash64(line, Hash64(cwd, Hash64(before)));
}

void AiDesk::SetSettings(AiSettings settings) {
  Stop();
  settings_ = std::move(settings);
  if (settings_.provider != AiProvider::kOff && !settings_.problem.empty()) {
    p_.reports.Add("ai", settings_.problem);
  }
}

void AiDesk::Collect(const SourceInput& input, Budget&,
                     std::vector<Candidate>& out) {
  const std::string& buffer = input.context.buffer;
  if (known_.line.empty() || input.context.cursor != buffer.size() ||
      known_.line.size() <= buffer.size() || !known_.line.starts_with(buffer)) {
    return;
  }
  Candidate c;
  c.text = known_.line;
  c.word = known_.line;
  c.evidence.push_back(
      {SourceId::kAi, known_.score, "suggested by a language model"});
  out.push_back(std::move(c));
}

// A request for that line is running or scheduled.
bool AiDesk::IsAbout(std::string_view line, bool by_key) const {
  return (asked_ && asked_->question.line == line &&
          asked_->question.by_key() == by_key) ||
         (pending_ && pending_->line == line && pending_->by_key() == by_key);
}

void AiDesk::Consider(const std::string& line, const std::string& cwd,
                      const std::string& before, Gather gather) {
  // A key asked about this line: one request at a time.
  if (IsAbout(line, /*by_key=*/true)) return;
  pending_.reset();
  note_.clear();
  if (!settings_.on()) return;
  // The present answer still continues the line.
  if (!known_.line.empty() && known_.line.starts_with(line)) return;
  fixed_ = false;
  if (asked_ &&
      (asked_->question.by_key() || !line.starts_with(asked_->question.line))) {
    p_.runner.Stop(kName);
    asked_.reset();
  }
  const int64_t now_us = Clock::MonotonicUs();
  if (now_us < closed_until_us_) return;
  pending_ = Question{line, cwd, before, std::move(gather), AiAsked::kLine};
  due_us_ = now_us + settings_.debounce_ms * int64_t{1000};
  p_.runner.WakeIn(settings_.debounce_ms);
}

void AiDesk::Ask(AiAsked asked, const std::string& line, const std::string& cwd,
                 Gather gather) {
  const bool again = asked_ && asked_->question.asked == asked &&
                     asked_->question.line == line;
  if (!settings_.on() || again) return;
  // The answer behind the ghost stays: an explanation replaces no line.
  if (asked == AiAsked::kExplain) {
    if (std::exchange(asked_, std::nullopt)) p_.runner.Stop(kName);
  } else {
    Stop();
  }
  pending_ = Question{line, cwd, "", std::move(gather), asked};
  due_us_ = 0;
  p_.runner.WakeIn(1);
}

void AiDesk::DropOthers(std::string_view line) {
  if (pending_ && !(pending_->by_key() && pending_->line == line)) {
    pending_.reset();
  }
  if (asked_ && !(asked_->question.by_key() && asked_->question.line == line)) {
    asked_.reset();
    p_.runner.Stop(kName);
  }
  if (wish_ != line) {
    wish_.clear();
    wished_.clear();
  }
  note_.clear();
  known_ = {};
  fixed_ = false;
}

std::string AiDesk::TakeNote() { return std::exchange(note_, ""); }

void AiDesk::NoteFor(AiAsked asked, const std::string& why) {
  if (asked == AiAsked::kLine) return;
  const char* what = asked == AiAsked::kExplain ? "no explanation: "
                     : asked == AiAsked::kFix   ? "no correction: "
                                                : "no command: ";
  note_ = what + Drawable(why);
}

bool AiDesk::Work(int64_t now_ms) {
  bool any = false;
  if (asked_) {
    const std::string_view said =
        ended_ ? std::string_view(rest_) : p_.runner.OutputOf(kName);
    asked_->reader.Read(said, ended_.has_value());
    const bool whole = asked_->question.asked != AiAsked::kExplain &&
                       asked_->reader.has_line();
    if (ended_ || whole || !asked_->reader.error().empty()) {
      any = Finish(now_ms);
    }
  }
  const bool due = pending_ && !asked_ && Clock::MonotonicUs() >= due_us_;
  if (due && p_.may_ask && !p_.may_ask(pending_->line, pending_->cwd)) {
    pending_.reset();
  } else if (due) {
    const uint64_t key = pending_->key();
    if (auto kept =
            pending_->by_key() ? std::nullopt : ledger_.Find(key, now_ms)) {
      // The first row holds the version of the prompt.
      const size_t row = std::min(kept->find('\n'), kept->size());
      Know(key, kept->substr(std::min(row + 1, kept->size())),
           kept->substr(0, row));
      exchange_.reset();
      any |= !known_.line.empty();
      pending_.reset();
    } else {
      Start(now_ms);
    }
  }
  return any || !note_.empty();
}

void AiDesk::Start(int64_t now_ms) {
  Question question = *std::exchange(pending_, std::nullopt);
  if (settings_.daily_tokens > 0 &&
      ledger_.SpentTokens(now_ms) >= settings_.daily_tokens) {
    NoteFor(question.asked,
            "the daily limit of tokens is reached (ai.daily_tokens)");
    return;
  }
  AiFacts facts = question.gather();
  auto prompt = MakePrompt(facts, settings_.prompts, p_.has_secret);
  if (!prompt) return;
  const int tokens =
      question.asked == AiAsked::kExplain ? kMaxExplained : kMaxTokens;
  const AiRequest request = RequestOf(settings_.provider, settings_.url,
                                      settings_.model, *prompt, tokens);
  if (!p_.runner.Start(kName,
                       AskingProcess(settings_, request, question.cwd))) {
    NoteFor(question.asked, "no process can be started");
    return;
  }
  asked_.emplace(Asked{std::move(question),
                       AnswerReader(settings_.provider),
                       {},
                       Clock::MonotonicUs()});
  if (asked_->question.asked == AiAsked::kFix) failed_line_ = facts.input;
  asked_->exchange.prompt = *std::move(prompt);
  ended_.reset();
  rest_.clear();
}

void AiDesk::Ended(const CommandRunner::Finished& done) {
  if (done.name != kName || !asked_) return;
  ended_ = done.status;
  rest_ = done.output;
}

bool AiDesk::Finish(int64_t now_ms) {
  Asked asked = *std::exchange(asked_, std::nullopt);
  if (!ended_) p_.runner.Stop(kName);
  const AnswerReader& reader = asked.reader;
  const bool said = !reader.text().empty() && reader.error().empty();
  if (!said) {
    const std::string why = reader.error().empty() || (ended_ && *ended_ != 0)
                                ? HelperStatusName(ended_.value_or(-1))
                                : reader.error();
    NoteFor(asked.question.asked, why);
    Failed(why);
    return asked.question.by_key();
  }
  failures_ = 0;
  AiExchange& e = asked.exchange;
  e.model = reader.model().empty() ? settings_.model : reader.model();
  e.raw = reader.text();
  e.finish_reason = reader.finish_reason();
  e.prompt_tokens = reader.prompt_tokens();
  if (e.prompt_tokens == 0) {
    e.prompt_tokens = static_cast<int64_t>(
        (e.prompt.system.size() + e.prompt.user.size()) / 4);
  }
  e.answer_tokens = reader.answer_tokens();
  e.latency_ms =
      static_cast<double>(Clock::MonotonicUs() - asked.start_us) / 1000;
  ledger_.Spend(e.prompt_tokens + e.answer_tokens, now_ms);
  return TakeIn(asked, now_ms);
}

// True when there is something to show.
bool AiDesk::TakeIn(Asked& asked, int64_t now_ms) {
  const AiAsked what = asked.question.asked;
  const std::string& text = asked.reader.text();
  if (what == AiAsked::kExplain) {
    note_ = CheckedText(text, kExplainedLines);
    while (note_.ends_with('\n')) note_.pop_back();
    if (note_.empty()) NoteFor(what, "an empty answer");
    return true;
  }
  CheckedAnswer checked =
      Check(text, what == AiAsked::kLine ? asked.question.line : "");
  // The line itself is no correction, whether its command was found or not.
  if (what == AiAsked::kFix &&
      (checked.line == failed_line_ || Trim(text) == failed_line_)) {
    checked = {"", "it is the same line"};
  }
  if (what != AiAsked::kLine && checked.why) {
    NoteFor(what, std::string("the answer was rejected: ") + checked.why);
  }
  if (what == AiAsked::kWish) {
    wish_ = asked.question.line;
    wished_ = std::move(checked.line);
    return true;
  }
  AiExchange& e = asked.exchange;
  if (what == AiAsked::kFix) {
    Know(0, std::move(checked.line), e.prompt.version);
    exchange_ = std::move(e);
    fixed_ = !known_.line.empty();
    return true;
  }
  const uint64_t key = asked.question.key();
  ledger_.Keep(key, e.prompt.version + "\n" + checked.line, now_ms);
  Know(key, std::move(checked.line), e.prompt.version);
  exchange_ = std::move(e);
  return !known_.line.empty();
}

void AiDesk::Know(uint64_t key, std::string line, const std::string& version) {
  const double score = AiScore(ledger_.ShownOf(version));
  known_ = {key, std::move(line), version, score};
}

void AiDesk::Failed(const std::string& why) {
  if (++failures_ < kMaxFailures) return;
  const int doublings = std::min(failures_ - kMaxFailures, 6);
  closed_until_us_ =
      Clock::MonotonicUs() + std::min(kClosedUs << doublings, kMaxClosedUs);
  p_.reports.Add("ai", why + "; no request is made for a while");
}

void AiDesk::Stop() {
  pending_.reset();
  if (std::exchange(asked_, std::nullopt)) p_.runner.Stop(kName);
  known_ = {};
  fixed_ = false;
  note_.clear();
  wish_.clear();
  wished_.clear();
}

const AiExchange* AiDesk::ExchangeFor(std::string_view text) const {
  return exchange_ && !known_.line.empty() && known_.line == text ? &*exchange_
                                                                  : nullptr;
}

AiReply AskAndWait(const AiSettings& settings, const AiPrompt& prompt,
                   const std::string& cwd, int max_tokens) {
  AiReply reply;
  CommandRunner runner;
  const AiRequest request = RequestOf(settings.provider, settings.url,
                                      settings.model, prompt, max_tokens);
  const int64_t start_us = Clock::MonotonicUs();
  if (!runner.Start(kName, AskingProcess(settings, request, cwd))) {
    reply.problem = "no process can be started";
    return reply;
  }
  AnswerReader reader(settings.provider);
  std::vector<CommandRunner::Finished> done;
  while (done.empty()) {
    pollfd fd = {runner.fd(), POLLIN, 0};
    constexpr int kLookMs = 100;
    if (poll(&fd, 1, kLookMs) < 0) break;
    done = runner.Read();
  }
  if (done.empty()) {
    reply.problem = "interrupted";
    return reply;
  }
  reader.Read(done[0].output, /*ended=*/true);
  if (!done[0].ok() || !reader.error().empty() || reader.text().empty()) {
    reply.problem =
        !done[0].ok()            ? (done[0].status < 0 ? "no answer in time"
                                                       : HelperStatusName(done[0].status))
        : reader.error().empty() ? "an empty answer"
                                 : reader.error();
    return reply;
  }
  const int64_t took_us = Clock::MonotonicUs() - start_us;
  reply.exchange = {prompt,
                    reader.model().empty() ? settings.model : reader.model(),
                    reader.text(),
                    reader.finish_reason(),
                    reader.prompt_tokens(),
                    reader.answer_tokens(),
                    static_cast<double>(took_us) / 1000};
  return reply;
}

}  // namespace synapse
