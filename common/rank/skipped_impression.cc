#include "rank/skipped_impression.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr std::string_view kKey = "attention";
// The prior: three in ten, with the weight of five impressions.
constexpr double kPriorRate = 0.3, kPriorImpressions = 5;
constexpr double kKeep = 0.98;
constexpr double kHighest = 0.9;
constexpr std::string_view kBlanks = " \t\n";

// `text` up to the end of the word that begins, or goes on, at `from`.
std::string_view UpToWordEnd(std::string_view text, size_t from) {
  size_t word = std::min(text.find_first_not_of(kBlanks, from), text.size());
  return text.substr(0, text.find_first_of(kBlanks, word));
}

}  // namespace

double Attention::rate() const {
  return std::min(kHighest, (taken_ + kPriorRate * kPriorImpressions) /
                                (impressions_ + kPriorImpressions));
}

void Attention::Add(bool taken) {
  impressions_ = impressions_ * kKeep + 1;
  taken_ = taken_ * kKeep + (taken ? 1 : 0);
}

Attention Attention::Read(Kv& kv) {
  auto value = kv.Get(Table::kMeta, kKey);
  if (!value) return {};
  ByteReader in(*value);
  Attention a;
  a.impressions_ = in.Float();
  a.taken_ = in.Float();
  bool sane = in.ok() && std::isfinite(a.impressions_) &&
              std::isfinite(a.taken_) && a.taken_ >= 0 &&
              a.impressions_ >= a.taken_;
  return sane ? a : Attention();
}

Status Attention::Write(Kv& kv) const {
  std::string value;
  PutFloat(value, static_cast<float>(impressions_));
  PutFloat(value, static_cast<float>(taken_));
  return kv.Put(Table::kMeta, kKey, value);
}

void SkippedImpressions::Forget() {
  skips_.clear();
  word_skips_.clear();
  taken_.clear();
}

void SkippedImpressions::Add(std::string_view buffer, std::string_view shown,
                             bool read, Took took) {
  // The user deleted or changed typed text, so a skipped suggestion may be
  // wanted now.
  if (!buffer.starts_with(buffer_)) Forget();
  bool typed_on = buffer.size() > buffer_.size();
  if (typed_on && read && std::string_view(shown_).starts_with(buffer)) {
    bool jumped =
        buffer_.size() +
            static_cast<size_t>(DecodeUtf8(buffer, buffer_.size()).length) <
        buffer.size();
    bool at_word_end = buffer.size() == shown_.size() ||
                       kBlanks.find(shown_[buffer.size()]) != kBlanks.npos;
    if (took == Took::kYes ||
        (took == Took::kUnknown && jumped && at_word_end)) {
      taken_ = shown_;
    } else if (!jumped || took == Took::kUnknown) {
      CountOne(skips_, shown_);
      CountOne(word_skips_, UpToWordEnd(shown_, buffer_.size()));
    }
  }
  buffer_ = buffer;
  shown_ = shown;
}

void SkippedImpressions::CountOne(Counts& counts, std::string_view text) {
  const auto at = counts.find(text);
  if (at == counts.end()) {
    counts.emplace(text, 1);
  } else {
    ++at->second;
  }
}

int SkippedImpressions::CountOf(const Counts& counts, std::string_view text) {
  auto at = counts.find(text);
  return at == counts.end() ? 0 : at->second;
}

int SkippedImpressions::SkipsOf(std::string_view text) const {
  return CountOf(skips_, text);
}

int SkippedImpressions::WordSkipsOf(std::string_view text) const {
  return CountOf(word_skips_, text);
}

bool SkippedImpressions::Finish(std::string_view executed,
                                Attention& attention) {
  int skips = executed.empty() ? 0 : SkipsOf(executed);
  bool taken = !executed.empty() &&
               (taken_ == executed ||
                (shown_ == executed && buffer_.size() < executed.size()));
  for (int i = 0; i < skips; ++i) attention.Add(/*taken=*/false);
  if (taken) attention.Add(/*taken=*/true);
  Forget();
  buffer_.clear();
  shown_.clear();
  return skips > 0 || taken;
}

double Skipped::FactorOf(int skips) const {
  // The factor must not be 0, because its logarithm is added: a user may have
  // skipped every ghost so far.
  constexpr double kLeast = 1e-9;
  return skips > 0 ? std::max(std::pow(1 - attention, skips), kLeast) : 1;
}

}  // namespace synapse
