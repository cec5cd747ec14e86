#include "learn/feedback.h"

#include <algorithm>
#include <cmath>

#include "learn/template.h"
#include "store/keys.h"

namespace synapse {
namespace {

constexpr double kHalfLifeMs = 24 * 3600 * 1000.0;
constexpr double kDismissalHalfLifeMs = 10 * 60 * 1000.0;
// A dismissal of the default step is a whole one.
constexpr double kWholeDismissal = 12.5;

struct Share {
  double of_step;
  double clamp;
};
constexpr Share kText = {1, 1};
constexpr Share kTemplate = {0.25, 0.3};
constexpr Share kWord = {0.5, 0.5};
constexpr Share kSource = {0.125, 0.3};

constexpr std::string_view kBlanks = " \t\n";

double StepOf(FeedbackAction action, const FeedbackSteps& steps) {
  switch (action) {
    case FeedbackAction::kAccepted: return steps.accepted;
    case FeedbackAction::kDismissed: return -steps.dismissed;
    case FeedbackAction::kEdited: return -steps.dismissed / 4;
    case FeedbackAction::kIgnored: return -steps.dismissed / 8;
  }
  return 0;
}

// A row, and the time of its sums.
class Adder {
 public:
  Adder(Kv& kv, int64_t now_ms) : kv_(kv), now_ms_(now_ms) {}

  void Add(uint64_t key, double step, Share share, double dismissal = 0) {
    if (!status_.ok()) return;
    FeedbackWeight w = ReadFeedback(kv_, key, now_ms_);
    w.lasting =
        std::clamp(w.lasting + share.of_step * step, -share.clamp, share.clamp);
    // An accepted text does not count as dismissed any more.
    w.dismissed = step > 0 ? 0 : std::min(w.dismissed + dismissal, 1.0);
    std::string value;
    PutFloat(value, static_cast<float>(w.lasting));
    PutLittle<int64_t>(value, now_ms_);
    PutFloat(value, static_cast<float>(w.dismissed));
    status_ = kv_.Put(Table::kFeedback, IdKey(key), value);
  }
  const Status& status() const { return status_; }

 private:
  Kv& kv_;
  int64_t now_ms_;
  Status status_;
};

// The word of `line` at `begin`, or the one that continues there; empty for
// none.
std::string_view WordAt(std::string_view line, size_t begin) {
  begin = std::min(line.find_first_not_of(kBlanks, begin), line.size());
  return line.substr(begin, line.find_first_of(kBlanks, begin) - begin);
}

// The beginning of the word in which the lines begin to differ.
size_t PartingWord(std::string_view a, std::string_view b) {
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  auto ends = [at](std::string_view line) {
    return at == line.size() || kBlanks.find(line[at]) != kBlanks.npos;
  };
  if (ends(a) && ends(b)) return at;
  while (at > 0 && kBlanks.find(a[at - 1]) == kBlanks.npos) --at;
  return at;
}

void AddWord(Adder& adder, std::string_view line, size_t begin, double step,
             const ArgumentTypeFinder& types) {
  const std::string_view word = WordAt(line, begin);
  const size_t at =
      word.empty() ? 0 : static_cast<size_t>(word.data() - line.data());
  if (at == 0) return;
  const WordContext context = SplitOpen(line.substr(0, at), types).context;
  adder.Add(WordFeedbackKey(FeedbackContext(context, context.type), word), step,
            kWord);
}

// Moves the weight of the word that was suggested next. For a changed
// suggestion it moves the word that was replaced and the word that replaced it.
void AddWords(Adder& adder, const FeedbackRecord& f, const FeedbackSteps& steps,
              const ArgumentTypeFinder& types) {
  if (f.action == FeedbackAction::kEdited && !f.executed.empty()) {
    const size_t begin = PartingWord(f.suggestion, f.executed);
    AddWord(adder, f.suggestion, begin, -steps.dismissed, types);
    AddWord(adder, f.executed, begin, steps.accepted, types);
    return;
  }
  if (f.buffer.empty() || !f.suggestion.starts_with(f.buffer)) return;
  const size_t blank = f.buffer.find_last_of(kBlanks);
  AddWord(adder, f.suggestion, blank == f.buffer.npos ? 0 : blank + 1,
          StepOf(f.action, steps), types);
}

uint64_t Salted(std::string_view kind, uint64_t key) {
  return Hash64(kind, key);
}

uint64_t ChangeKey(LineId line) { return Salted("change", line); }
// The row of this key says that there are rows of changes.
constexpr uint64_t kAnyChange = 2;

// Counts a changed suggestion, or forgets its changes if it was taken as it is.
Status LearnChange(Kv& kv, const FeedbackRecord& f) {
  const LineId from = IdOf(f.suggestion), into = IdOf(f.executed);
  ChangedLine change = ReadChange(kv, from);
  if (f.action == FeedbackAction::kAccepted) {
    if (change.times == 0) return {};
    change = {};
  } else if (f.action == FeedbackAction::kEdited && !f.executed.empty() &&
             into != from) {
    change = {into, change.into == into ? change.times + 1 : 1};
  } else {
    return {};
  }
  std::string value;
  PutLittle<uint64_t>(value, change.into);
  PutLittle<uint32_t>(value, change.times);
  Status status = kv.Put(Table::kFeedback, IdKey(ChangeKey(from)), value);
  if (status.ok()) status = kv.Put(Table::kFeedback, IdKey(kAnyChange), value);
  return status;
}

}  // namespace

ChangedLine ReadChange(Kv& kv, LineId suggestion) {
  const auto value = kv.Get(Table::kFeedback, IdKey(ChangeKey(suggestion)));
  if (!value) return {};
  ByteReader in(*value);
  ChangedLine change;
  change.into = in.Little<uint64_t>();
  change.times = in.Little<uint32_t>();
  return in.ok() ? change : ChangedLine();
}

bool HasChanges(Kv& kv) {
  return kv.Get(Table::kFeedback, IdKey(kAnyChange)).has_value();
}

const char* FeedbackName(FeedbackAction action) {
  switch (action) {
    case FeedbackAction::kAccepted: return "accepted";
    case FeedbackAction::kDismissed: return "dismissed";
    case FeedbackAction::kEdited: return "edited";
    case FeedbackAction::kIgnored: return "ignored";
  }
  return "ignored";
}

std::optional<FeedbackAction> ParseFeedback(std::string_view name) {
  for (auto action : {FeedbackAction::kAccepted, FeedbackAction::kDismissed,
                      FeedbackAction::kEdited, FeedbackAction::kIgnored}) {
    if (name == FeedbackName(action)) return action;
  }
  return std::nullopt;
}

uint64_t TemplateFeedbackKey(std::string_view line) {
  return Salted("template", Hash64(TemplateOf(line).text));
}

uint64_t FeedbackContext(const WordContext& context, const ArgumentType& type) {
  return type.kind.empty() ? Hash64(context.before)
                           : Hash64(type.kind, Hash64(context.command));
}

uint64_t WordFeedbackKey(uint64_t context, std::string_view word) {
  return Salted("word", Hash64(word, context));
}

uint64_t CorrectionFeedbackKey(std::string_view line) {
  return Salted("correction", IdOf(line));
}

uint64_t SourceFeedbackKey(std::string_view source) {
  return Salted("source", Hash64(source));
}

FeedbackWeight ReadFeedback(Kv& kv, uint64_t key, int64_t now_ms) {
  auto value = kv.Get(Table::kFeedback, IdKey(key));
  if (!value) return {};
  ByteReader in(*value);
  const double lasting = in.Float();
  // Computed as doubles: a damaged time may be any number.
  const double age = std::max(
      static_cast<double>(now_ms) - static_cast<double>(in.Little<int64_t>()),
      0.0);
  if (!in.ok() || !std::isfinite(lasting)) return {};
  const double dismissed = in.Float();
  FeedbackWeight w;
  w.lasting = std::clamp(lasting * std::exp2(-age / kHalfLifeMs), -1.0, 1.0);
  if (in.ok() && std::isfinite(dismissed)) {
    w.dismissed = std::clamp(dismissed * std::exp2(-age / kDismissalHalfLifeMs),
                             0.0, 1.0);
  }
  return w;
}

Status LearnFeedback(Kv& kv, const FeedbackRecord& f,
                     const FeedbackSteps& steps,
                     const ArgumentTypeFinder& types) {
  const double step = StepOf(f.action, steps);
  Adder adder(kv, f.at_ms);
  if (f.source == kCorrectionSource) {
    adder.Add(CorrectionFeedbackKey(f.suggestion), step, kText);
    if (step < 0) {
      // Typed by hand, the line may be meant.
      adder.Add(SourceFeedbackKey(f.source), step, kSource);
      return adder.status();
    }
  }
  if (Status status = LearnChange(kv, f); !status.ok()) return status;
  adder.Add(IdOf(f.suggestion), step, kText,
            f.action == FeedbackAction::kDismissed
                ? kWholeDismissal * steps.dismissed
                : 0);
  const Template shape = TemplateOf(f.suggestion);
  // The template of a line without volatile parts is the line itself.
  if (shape.argument_slots > 0) {
    adder.Add(Salted("template", Hash64(shape.text)), step, kTemplate);
    adder.Add(kAnyTemplateFeedback, std::abs(step), kText);
  }
  AddWords(adder, f, steps, types);
  if (!f.source.empty()) {
    adder.Add(SourceFeedbackKey(f.source), step, kSource);
  }
  return adder.status();
}

}  // namespace synapse
