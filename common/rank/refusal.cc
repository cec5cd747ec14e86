#include "rank/refusal.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr std::string_view kKey = "attention";
// Before anything is known: three in ten, with the weight of five looks.
constexpr double kPriorRate = 0.3, kPriorLooks = 5;
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
  return std::min(kHighest, (taken_ + kPriorRate * kPriorLooks) /
                                (looks_ + kPriorLooks));
}

void Attention::Add(bool taken) {
  looks_ = looks_ * kKeep + 1;
  taken_ = taken_ * kKeep + (taken ? 1 : 0);
}

Attention Attention::Read(Kv& kv) {
  auto value = kv.Get(Table::kMeta, kKey);
  if (!value) return {};
  ByteReader in(*value);
  Attention a;
  a.looks_ = in.Float();
  a.taken_ = in.Float();
  bool sane = in.ok() && std::isfinite(a.looks_) && std::isfinite(a.taken_) &&
              a.taken_ >= 0 && a.looks_ >= a.taken_;
  return sane ? a : Attention();
}

Status Attention::Write(Kv& kv) const {
  std::string value;
  PutFloat(value, static_cast<float>(looks_));
  PutFloat(value, static_cast<float>(taken_));
  return kv.Put(Table::kMeta, kKey, value);
}

void Refusals::Forget() {
  passes_.clear();
  word_passes_.clear();
  taken_.clear();
}

void Refusals::Look(std::string_view buffer, std::string_view shown,
                    bool read, Took took) {
  // Taken back, or changed: what was passed may be wanted now.
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
        (took == Took::kPerhaps && jumped && at_word_end)) {
      taken_ = shown_;
    } else if (!jumped || took == Took::kPerhaps) {
      ++passes_[shown_];
      ++word_passes_[std::string(UpToWordEnd(shown_, buffer_.size()))];
    }
  }
  buffer_ = buffer;
  shown_ = shown;
}

int Refusals::CountOf(const Counts& counts, std::string_view text) {
  if (counts.empty()) return 0;
  auto at = counts.find(std::string(text));
  return at == counts.end() ? 0 : at->second;
}

int Refusals::PassesOf(std::string_view text) const {
  return CountOf(passes_, text);
}

int Refusals::WordPassesOf(std::string_view text) const {
  return CountOf(word_passes_, text);
}

bool Refusals::Finish(std::string_view executed, Attention& attention) {
  int passes = executed.empty() ? 0 : PassesOf(executed);
  bool taken = !executed.empty() &&
               (taken_ == executed ||
                (shown_ == executed && buffer_.size() < executed.size()));
  for (int i = 0; i < passes; ++i) attention.Add(/*taken=*/false);
  if (taken) attention.Add(/*taken=*/true);
  Forget();
  buffer_.clear();
  shown_.clear();
  return passes > 0 || taken;
}

double Passed::FactorOf(int passes) const {
  return passes > 0 ? std::pow(1 - attention, passes) : 1;
}

}  // namespace synapse
