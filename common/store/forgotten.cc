// What is not to come back: the parts of Store that know the hashes of what was
// forgotten.
#include <algorithm>

#include "base/text.h"
#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {

std::optional<int64_t> Store::ForgottenAt(std::string_view command) {
  std::optional<int64_t> when;
  if (!Mine()) return when;
  if (!events_) {
    auto at = memory_forgotten_.find(Hash64(command));
    if (at != memory_forgotten_.end()) when = at->second;
    return when;
  }
  (void)ReadEvents([&](Txn& txn) {
    auto value = txn.GetIn(kForgottenTable, Big64(Hash64(command)));
    if (value) when = ByteReader(*value).Little<int64_t>();
  });
  return when;
}

bool Store::IsForgotten(std::string_view command) {
  return ForgottenAt(command).has_value();
}

// What is still to be taken out: mostly nothing, and then one lookup.
std::unordered_set<uint64_t> Store::HiddenIn(Txn& txn) {
  std::unordered_set<uint64_t> hidden;
  if (!txn.GetIn(kLogMetaTable, kLeftKey)) return hidden;
  txn.ScanIn(kForgottenTable, "", [&](std::string_view key, auto) {
    hidden.insert(ByteReader(key).Big<uint64_t>());
    return true;
  });
  return hidden;
}

bool Store::HasLeftToForget() {
  bool left = false;
  if (!Mine() || !events_) return left;
  (void)ReadEvents([&](Txn& txn) {
    left = txn.GetIn(kLogMetaTable, kLeftKey).has_value();
  });
  return left;
}

Status Store::NothingLeftToForget() {
  if (!Mine() || !events_) return {};
  return Noted(events_.get(), events_->Write([&](Txn& txn) {
    return txn.DeleteIn(kLogMetaTable, kLeftKey);
  }));
}

std::vector<ForgottenHash> Store::ForgottenHashes() {
  std::vector<ForgottenHash> out;
  if (!Mine()) return out;
  for (const auto& [hash, when] : memory_forgotten_) out.push_back({hash, when});
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.hash < b.hash;
  });
  if (!events_) return out;
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kForgottenTable, "", [&](std::string_view key, auto value) {
      out.push_back({ByteReader(key).Big<uint64_t>(),
                     ByteReader(value).template Little<int64_t>()});
      return true;
    });
  });
  return out;
}

Status Store::AddForgotten(const std::vector<ForgottenHash>& hashes) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (hashes.empty()) return {};
  if (!events_) {
    for (const auto& f : hashes) memory_forgotten_[f.hash] = f.at_ms;
    return {};
  }
  return Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    Status put;
    for (const ForgottenHash& f : hashes) {
      std::string when;
      PutLittle<int64_t>(when, f.at_ms);
      if (put.ok()) put = txn.PutIn(kForgottenTable, Big64(f.hash), when);
    }
    return put;
  }));
}

std::unordered_set<uint64_t> Store::Forgotten() {
  std::unordered_set<uint64_t> out;
  for (const ForgottenHash& f : ForgottenHashes()) out.insert(f.hash);
  return out;
}

}  // namespace synapse
