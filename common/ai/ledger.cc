#include "ai/ledger.h"

#include <algorithm>

#include "store/bytes.h"

namespace synapse {
namespace {

constexpr std::string_view kSpentKey = "ai spent", kKeptKey = "ai kept ",
                           kShownKey = "ai shown ";
constexpr uint64_t kMaxKept = 64;
constexpr int64_t kDayMs = 24 * 3600 * 1000;
constexpr size_t kMaxAnswer = 1000;  // of a cached answer

std::string KeptKey(uint64_t question) {
  return std::string(kKeptKey) + std::to_string(question % kMaxKept);
}

// Tokens of that day; 0 when the counter is of another day.
int64_t SpentIn(Kv& kv, int64_t day) {
  auto value = kv.Get(Table::kMeta, kSpentKey);
  if (!value) return 0;
  ByteReader in(*value);
  const int64_t of = in.Little<int64_t>(), tokens = in.Little<int64_t>();
  return in.ok() && of == day && tokens > 0 ? tokens : 0;
}

AiLedger::Shown ShownIn(Kv& kv, const std::string& version) {
  auto value = kv.Get(Table::kMeta, std::string(kShownKey) + version);
  if (!value) return {};
  ByteReader in(*value);
  AiLedger::Shown s;
  s.times = in.Little<int64_t>();
  s.accepted = in.Little<int64_t>();
  const bool whole = in.ok() && s.accepted >= 0 && s.accepted <= s.times &&
                     s.times <= AiLedger::kMaxShown;
  return whole ? s : AiLedger::Shown{};
}

AiLedger::Shown Sum(AiLedger::Shown a, const AiLedger::Shown& b) {
  a.times += b.times;
  a.accepted += b.accepted;
  while (a.times >= AiLedger::kMaxShown) {
    a.times /= 2;
    a.accepted /= 2;
  }
  return a;
}

bool IsFresh(int64_t at_ms, int64_t now_ms) {
  return at_ms <= now_ms && now_ms - at_ms <= AiLedger::kKeptMs;
}

}  // namespace

int64_t AiLedger::SpentTokens(int64_t now_ms) const {
  int64_t spent = day_ == now_ms / kDayMs ? tokens_ : 0;
  (void)store_.index().Read(
      [&](Kv& kv) { spent += SpentIn(kv, now_ms / kDayMs); });
  return spent;
}

void AiLedger::Spend(int64_t tokens, int64_t now_ms) {
  if (day_ != now_ms / kDayMs) tokens_ = 0;
  day_ = now_ms / kDayMs;
  tokens_ += std::max<int64_t>(tokens, 0);
}

std::optional<std::string> AiLedger::Find(uint64_t question,
                                          int64_t now_ms) const {
  for (auto at = answers_.rbegin(); at != answers_.rend(); ++at) {
    if (at->question == question && IsFresh(at->at_ms, now_ms)) return at->line;
  }
  std::optional<std::string> found;
  (void)store_.index().Read([&](Kv& kv) {
    auto value = kv.Get(Table::kMeta, KeptKey(question));
    if (!value) return;
    ByteReader in(*value);
    const uint64_t of = in.Little<uint64_t>();
    const int64_t at_ms = in.Little<int64_t>();
    if (in.ok() && of == question && IsFresh(at_ms, now_ms)) {
      found = std::string(in.Rest());
    }
  });
  return found;
}

void AiLedger::Keep(uint64_t question, const std::string& answer,
                    int64_t now_ms) {
  if (answer.size() > kMaxAnswer) return;
  if (answers_.size() == kMaxUnsaved) answers_.pop_front();
  answers_.push_back({question, now_ms, answer});
}

void AiLedger::CountShown(const std::string& version, bool accepted) {
  if (version.size() > kMaxVersion ||
      (shown_.size() == kMaxVersions && !shown_.contains(version))) {
    return;
  }
  Shown& shown = shown_[version];
  shown = Sum(shown, {1, accepted ? 1 : 0});
}

AiLedger::Shown AiLedger::ShownOf(const std::string& version) const {
  if (version.size() > kMaxVersion) return {};
  Shown saved;
  (void)store_.index().Read([&](Kv& kv) { saved = ShownIn(kv, version); });
  const auto at = shown_.find(version);
  return at == shown_.end() ? saved : Sum(saved, at->second);
}

Status AiLedger::Save() {
  if (!unsaved()) return {};
  const Status written = store_.index().Write([&](Kv& kv) {
    std::string value;
    if (tokens_ > 0) {
      PutLittle<int64_t>(value, day_);
      PutLittle<int64_t>(value, SpentIn(kv, day_) + tokens_);
      const Status put = kv.Put(Table::kMeta, kSpentKey, value);
      if (!put.ok()) return put;
    }
    for (const Answer& answer : answers_) {
      value.clear();
      PutLittle<uint64_t>(value, answer.question);
      PutLittle<int64_t>(value, answer.at_ms);
      value += answer.line;
      const Status put = kv.Put(Table::kMeta, KeptKey(answer.question), value);
      if (!put.ok()) return put;
    }
    for (const auto& [version, shown] : shown_) {
      const Shown sum = Sum(ShownIn(kv, version), shown);
      value.clear();
      PutLittle<int64_t>(value, sum.times);
      PutLittle<int64_t>(value, sum.accepted);
      const Status put =
          kv.Put(Table::kMeta, std::string(kShownKey) + version, value);
      if (!put.ok()) return put;
    }
    return Status();
  });
  if (written.ok()) {
    tokens_ = 0;
    answers_.clear();
    shown_.clear();
  }
  return written;
}

}  // namespace synapse
