#include "prompt/ghost.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "line/insertion.h"
#include "line/segment.h"
#include "rank/ghost_rule.h"

namespace synapse {
namespace {

// A key asks for a few suggestions, because each takes time; cycling asks for
// more.
constexpr size_t kMaxOffered = 8, kMaxCycled = 20;
constexpr int64_t kReadMs = 250;
constexpr size_t kMaxViewed = 64;
// A budget that ran out is made good so many times, each time later and with
// more time: 60, 240 and 960 ms after the key.
constexpr int kMaxAgain = 3, kAgainMs = 60;
constexpr int64_t kAgainUs = 10'000;

// The last one is always kept.
void AddViewed(std::vector<uint8_t>& viewed, uint8_t at) {
  if (viewed.size() == kMaxViewed) viewed.pop_back();
  viewed.push_back(at);
}

}  // namespace

void Ghost::Reset() {
  asked_ = widened_ = cycled_ = took_ = incomplete_ = false;
  asked_again_ = 0;
  buffer_.clear();
  suggestions_.clear();
  suffix_.clear();
  words_.clear();
  completed_.clear();
  taken_.clear();
  correction_.clear();
  viewed_.clear();
  viewed_to_taken_.clear();
  skipped_.clear();
  at_ = 0;
}

// Suggestions that may be shown without a request, `most` at most.
SuggestReply Ghost::Wanted(const SuggestRequest& request, size_t most) {
  SuggestRequest wider = request;
  wider.limit = most;
  const bool empty = Trim(request.buffer).empty();
  SuggestReply reply = engine_.Suggest(wider);
  const auto& unwanted = engine_.shell().unwanted;
  constexpr std::string_view history = SourceName(SourceId::kHistory);
  std::erase_if(reply.suggestions, [&](const Suggestion& s) {
    return !Continues(s.text, request.buffer) ||
           // Without a request, destructive commands are never shown, and
           // neither is one part of a command of several lines.
           (empty && (s.risk.any() || IsFragment(s.text))) ||
           (unwanted && unwanted(request.buffer, s.text, s.source == history));
  });
  return reply;
}

// Asks for suggestions. A ghost that is on show and still fits stays first if
// `keep` says so, or if nothing else is good enough to show.
void Ghost::Ask(const SuggestRequest& request, Keep keep) {
  std::optional<Suggestion> before;
  if (asked_ && shown() && request.buffer.starts_with(buffer_) &&
      Continues(shown()->text, request.buffer)) {
    before = *shown();
  }
  SuggestReply reply = Wanted(request, kMaxOffered);
  suggestions_ = std::move(reply.suggestions);
  const bool fixed = PutFixedFirst(request.buffer);
  // The first suggestion must be good enough to show. The user asks for the
  // others by cycling.
  const bool worth =
      fixed || (!suggestions_.empty() &&
                IsGhost(engine_.config(), request.buffer, suggestions_[0]));
  // The chance of a ghost is that of its next word: in another word it is a
  // ghost of its own.
  const bool same_word =
      before && request.buffer.find(' ', buffer_.size()) == std::string::npos;
  const auto is_before = [&](const Suggestion& s) {
    return before && s.text == before->text;
  };
  const bool is_refuted =
      keep == Keep::kIfListed &&
      std::none_of(suggestions_.begin(), suggestions_.end(), is_before);
  if (before && !fixed && !is_refuted &&
      (keep != Keep::kNo || (!worth && same_word))) {
    std::erase_if(suggestions_, is_before);
    suggestions_.insert(suggestions_.begin(), *std::move(before));
  } else if (!worth) {
    suggestions_.clear();
  }
  if (Trim(request.buffer).empty() && !suggestions_.empty() &&
      suggestions_[0].source == SourceName(SourceId::kTypo)) {
    correction_ = suggestions_[0].text;
  }
  Offer(request, reply.latency_us);
  PlanAgain(request, reply);
  buffer_ = request.buffer;
  viewed_.clear();
  at_ = 0;
  asked_ = true;
  widened_ = cycled_ = false;
}

// A source may use half of the budget. Less is used at any key of a machine
// that is not busy.
void Ghost::PlanAgain(const SuggestRequest& request,
                      const SuggestReply& reply) {
  const int64_t budget_us =
      request.budget_us ? request.budget_us
                        : engine_.config().Int("suggest.budget_ms") * 1000;
  if (request.buffer != buffer_) asked_again_ = 0;
  incomplete_ = (reply.lacked_time || reply.latency_us >= budget_us / 2) &&
                asked_again_ < kMaxAgain;
  if (!incomplete_) return;
  engine_.runner().WakeIn(kAgainMs << (2 * asked_again_));
  ++asked_again_;
}

// Asks for the suggestions behind those that are there, which keep their
// places.
void Ghost::Widen(const SuggestRequest& request) {
  if (widened_ || suggestions_.empty()) return;
  widened_ = true;
  std::vector<Suggestion> more = Wanted(request, kMaxCycled).suggestions;
  std::erase_if(more, [&](const Suggestion& s) {
    return std::any_of(
        suggestions_.begin(), suggestions_.end(),
        [&](const Suggestion& known) { return known.text == s.text; });
  });
  for (Suggestion& s : more) {
    engine_.tracker().OfferedMore({s.text, s.source, s.score});
    suggestions_.push_back(std::move(s));
  }
}

// Puts the corrected line first, which a key asked for. Destructive parts are
// shown with a mark, because the user asked.
bool Ghost::PutFixedFirst(const std::string& buffer) {
  const std::string fixed(engine_.ai().desk().FixedLine());
  if (fixed.empty() || !Continues(fixed, buffer)) return false;
  std::erase_if(suggestions_,
                [&](const Suggestion& s) { return s.text == fixed; });
  Suggestion s;
  s.text = fixed;
  s.word = fixed.substr(buffer.size());
  s.source = SourceName(SourceId::kAi);
  s.risk = engine_.suggester().risk().Of(fixed);
  s.score = s.confidence = 1;
  suggestions_.insert(suggestions_.begin(), std::move(s));
  return true;
}

void Ghost::Offer(const SuggestRequest& request, int64_t latency_us) {
  Tracker::Offer offer{request.buffer, {}, request.now_ms, latency_us};
  for (const Suggestion& s : suggestions_) {
    offer.suggestions.push_back({s.text, s.source, s.score});
    if (const AiExchange* said = engine_.ai().desk().ExchangeFor(s.text)) {
      std::tie(offer.llm_request, offer.llm_response) =
          AiExchangeJson(*said, AiDesk::kMaxTokens);
    }
    if (offer.llm_version.empty()) {
      offer.llm_version = engine_.ai().desk().VersionFor(s.text);
    }
  }
  engine_.tracker().Offered(std::move(offer));
}

bool Ghost::StillFits(std::string_view buffer) const {
  const Suggestion* s = shown();
  if (!asked_ || !s || !buffer.starts_with(buffer_)) return false;
  if (!Continues(s->text, buffer)) return false;
  const bool begins_word =
      buffer.size() > buffer_.size() && buffer.back() == ' ';
  return !begins_word &&
         !engine_.suggester().impressions().IsOftenSkipped(s->text);
}

void Ghost::SetSuffix(std::string_view buffer) {
  const Suggestion* s = shown();
  suffix_.clear();
  if (s && s->text.size() > buffer.size()) {
    suffix_.assign(s->text, buffer.size());
  }
}

std::string_view Ghost::Show(const SuggestRequest& request) {
  suffix_.clear();
  shown_wish_.clear();
  if (request.cursor != request.buffer.size() ||
      !engine_.config().Bool("prompt.enabled")) {
    return suffix_;
  }
  // The line that usually follows the last command is not the first one in the
  // loop that is being typed.
  const bool wanted_when_empty = request.lines_before.empty() &&
                                 (engine_.config().Bool("suggest.empty_line") ||
                                  !engine_.ai().desk().FixedLine().empty());
  if (request.buffer.empty() && !wanted_when_empty) return suffix_;
  const std::string_view wished = engine_.ai().WishFor(request.buffer);
  if (!wished.empty()) {
    // It is drawn after the comment for reading; Tab replaces the comment by
    // it.
    shown_wish_ = "  => " + std::string(wished);
    return shown_wish_;
  }
  bool same = asked_ && request.buffer == buffer_;
  if (!same && !StillFits(request.buffer)) Ask(request);
  SetSuffix(request.buffer);
  NoteImpression(request);
  engine_.tracker().Typed(request.buffer, request.now_ms);
  if (engine_.ai().asks()) {
    engine_.ai().Consider({request.buffer, request.cursor, request.cwd});
  }
  if (viewed_.empty()) View(request.now_ms);
  return suffix_;
}

// Marks the suggestion on show as seen.
void Ghost::View(int64_t now_ms) {
  if (!shown()) return;
  if (viewed_.empty()) {
    engine_.tracker().Viewed(at_, now_ms);
  } else {
    engine_.tracker().Cycled(at_, now_ms);
  }
  AddViewed(viewed_, static_cast<uint8_t>(at_));
}

// Records an impression when the user types past a ghost. A ghost that was on
// show too shortly to be read does not count.
void Ghost::NoteImpression(const SuggestRequest& request) {
  bool read = request.now_ms - impression_ms_ >= kReadMs;
  const std::string_view text =
      suffix_.empty() ? std::string_view() : shown()->text;
  engine_.suggester().impressions().Note(
      request.buffer, text, read,
      std::exchange(took_, false) ? Took::kYes : Took::kNo);
  if (text == impression_) return;
  impression_ = text;
  impression_ms_ = request.now_ms;
}

size_t Ghost::Cycle(const SuggestRequest& request, int direction) {
  if (request.cursor != request.buffer.size()) return 0;
  // The user typed since: ask for alternatives for the present buffer.
  if (!asked_ || request.buffer != buffer_) {
    Ask(request, Keep::kYes);
  }
  Widen(request);
  size_t n = suggestions_.size();
  if (n > 0) {
    if (viewed_.empty()) View(request.now_ms);
    at_ = direction > 0 ? (at_ + 1) % n : (at_ + n - 1) % n;
    cycled_ = true;
    View(request.now_ms);
  }
  SetSuffix(request.buffer);
  return n;
}

Ghost::Word Ghost::Complete(const SuggestRequest& request, int direction) {
  const std::string& buffer = request.buffer;
  if (request.cursor != buffer.size()) return {};
  if (buffer.starts_with("# ") && engine_.ai().asks()) {
    const std::string wished(engine_.ai().WishFor(buffer));
    if (!wished.empty()) return {1, 0, wished};
    engine_.ai().Wish({request.buffer, request.cursor, request.cwd});
    return {1, buffer.size(), ""};
  }
  // The line as it was typed is the last one of the cycle. A single alternative
  // is no cycle: the next Tab inserts the word behind it.
  const bool again = !words_.empty() &&
                     buffer == completed_ + words_[word_].word &&
                     (words_.size() > 2 || direction < 0);
  if (again) {
    size_t n = words_.size();
    word_ = direction > 0 ? (word_ + 1) % n : (word_ + n - 1) % n;
  } else {
    if (!asked_ || buffer != buffer_) Ask(request, Keep::kYes);
    Widen(request);
    FillWords(buffer);
    completed_ = buffer;
    word_ = direction > 0 || words_.empty() ? 0 : words_.size() - 1;
    if (!words_.empty()) words_.push_back({"", buffer, 0});
  }
  if (words_.empty()) return {};
  if (words_[word_].word.empty()) {
    taken_.clear();
  } else {
    TakeWord(words_[word_], again, request.now_ms);
  }
  return {words_.size(), completed_.size(), words_[word_].word};
}

void Ghost::FillWords(const std::string& buffer) {
  words_.clear();
  for (size_t i = 0; i < suggestions_.size(); ++i) {
    const std::string& text = suggestions_[i].text;
    std::string word = text.substr(
        buffer.size(), TakenWordEnd(text, buffer.size()) - buffer.size());
    bool known = std::any_of(words_.begin(), words_.end(),
                             [&](const auto& w) { return w.word == word; });
    if (!known) {
      words_.push_back({std::move(word), text, static_cast<uint8_t>(i)});
    }
  }
}

// Inserted text counts as taken until the next alternative replaces it.
void Ghost::TakeWord(const CompletedWord& word, bool again, int64_t now_ms) {
  if (!again && taken_ != word.text) {
    if (viewed_.empty()) View(now_ms);
    viewed_to_taken_ = viewed_;
    for (uint8_t i : viewed_) skipped_.push_back(suggestions_[i].text);
  }
  taken_ = word.text;
  if (again) engine_.tracker().Cycled(word.at, now_ms);
  engine_.tracker().Taken(word.at, completed_);
  skipped_.push_back(word.text);
  if (viewed_to_taken_.empty() || viewed_to_taken_.back() != word.at) {
    AddViewed(viewed_to_taken_, word.at);
  }
}

bool Ghost::AskAgain(const SuggestRequest& request) {
  const bool fixed = !engine_.ai().desk().FixedLine().empty();
  if (cycled_ || (!asked_ && !fixed) ||
      request.cursor != request.buffer.size()) {
    return false;
  }
  const std::string before = suffix_ + shown_wish_;
  // A ghost from the history stays while it is among the suggestions: an answer
  // may say that it cannot be run here.
  const bool usual =
      shown() && shown()->source == SourceName(SourceId::kHistory);
  const Keep keep = usual ? Keep::kIfListed : Keep::kNo;
  if (!incomplete_) {
    Ask(request, keep);
    return Show(request) != before;
  }
  SuggestRequest more = request;
  more.budget_us =
      std::max(engine_.config().Int("suggest.budget_ms") * 1000, kAgainUs)
      << asked_again_;
  engine_.suggester().ForgetPrompt();
  engine_.generators().CommandRan();
  Ask(more, keep);
  return Show(request) != before;
}

std::string Ghost::Take(const SuggestRequest& request, TakeUnit unit) {
  if (Show(request).empty() || suffix_.empty()) return "";
  // Taking word by word continues the same suggestion.
  if (taken_ != shown()->text) viewed_to_taken_ = viewed_;
  taken_ = shown()->text;
  engine_.tracker().Taken(at_, request.buffer);
  took_ = true;
  for (uint8_t i : viewed_) skipped_.push_back(suggestions_[i].text);
  std::string_view rest = suffix_;
  size_t end = rest.size();
  if (unit == TakeUnit::kCharacter) {
    end = CharacterEnd(rest, 0);
  } else if (unit != TakeUnit::kAll) {
    const size_t typed = request.buffer.size();
    const std::string whole = request.buffer + suffix_;
    end = (unit == TakeUnit::kWord ? TakenWordEnd(whole, typed)
                                   : TakenComponentEnd(whole, typed)) -
          typed;
  }
  std::string taken(rest.substr(0, end));
  suffix_.clear();
  return taken;
}

void Ghost::Chosen(const SuggestRequest& request, std::string_view text) {
  taken_ = std::string(text);
  engine_.tracker().Chosen({request.buffer, {}, request.now_ms, 0}, text);
}

// Records suggestions that were seen while cycling and neither kept nor run.
void Ghost::NoteSkipped(std::string_view kept, std::string_view executed) {
  std::sort(skipped_.begin(), skipped_.end());
  auto end = std::unique(skipped_.begin(), skipped_.end());
  skipped_.erase(end, skipped_.end());
  for (const std::string& text : skipped_) {
    if (text == kept || executed.starts_with(text)) continue;
    (void)engine_.Feedback(FeedbackAction::kIgnored, text, executed);
  }
}

void Ghost::Finish(std::string_view executed) {
  // The text on show at the last keys was typed, not taken.
  if (taken_.empty()) {
    engine_.suggester().impressions().Note(executed, "", /*read=*/false,
                                           Took::kUnknown);
  }
  const std::string on_show = suffix_.empty() || !shown() ? "" : shown()->text;
  engine_.tracker().Submitted(executed, on_show, engine_.clock().NowMs());
  if (!taken_.empty() && !executed.empty()) {
    (void)engine_.Feedback(FeedbackAction::kAccepted, taken_, executed,
                           viewed_to_taken_);
    NoteSkipped(taken_, executed);
  } else if (!correction_.empty() && !executed.empty() &&
             correction_ != executed) {
    // The user did not want the line before to be corrected.
    (void)engine_.Feedback(FeedbackAction::kDismissed, correction_, executed);
  } else if (cycled_ && shown() && !executed.empty() &&
             shown()->text != executed) {
    // Seen while cycling and not taken.
    (void)engine_.Feedback(FeedbackAction::kDismissed, shown()->text, executed,
                           viewed_);
    for (uint8_t i : viewed_) skipped_.push_back(suggestions_[i].text);
    NoteSkipped(shown()->text, executed);
  }
  Reset();
}

}  // namespace synapse
