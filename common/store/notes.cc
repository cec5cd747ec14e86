// The parts of Store that keep what was found by looking back, and how far
// files of others were read.
#include "base/text.h"
#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {

Status Store::PutFacts(const std::vector<Fact>& facts,
                       const std::vector<uint64_t>& dropped) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (facts.empty() && dropped.empty()) return {};
  if (!events_) {
    for (uint64_t id : dropped) memory_facts_.erase(id);
    for (const Fact& fact : facts) memory_facts_[fact.id()] = fact;
    ++memory_fact_stamp_;
    return {};
  }
  return Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    Status put;
    for (uint64_t id : dropped) {
      if (put.ok()) put = txn.DeleteIn(kFactTable, Big64(id));
    }
    for (const Fact& fact : facts) {
      if (!put.ok()) break;
      put = txn.PutIn(kFactTable, Big64(fact.id()), EncodeFact(fact));
    }
    return put.ok() ? ChangeFactStamp(txn) : put;
  }));
}

Status Store::ChangeFactStamp(Txn& txn) {
  uint64_t stamp = 0;
  if (auto old = txn.GetIn(kLogMetaTable, kFactsKey)) {
    stamp = ByteReader(*old).Little<uint64_t>();
  }
  std::string value;
  PutLittle<uint64_t>(value, stamp + 1);
  return txn.PutIn(kLogMetaTable, kFactsKey, value);
}

uint64_t Store::fact_stamp() {
  uint64_t stamp = memory_fact_stamp_;
  if (!Mine() || !events_) return stamp;
  (void)ReadEvents([&](Txn& txn) {
    auto value = txn.GetIn(kLogMetaTable, kFactsKey);
    stamp = value ? ByteReader(*value).Little<uint64_t>() : 0;
  });
  return stamp;
}

void Store::VisitFacts(const std::function<bool(const Fact&)>& visit) {
  if (!Mine()) return;
  for (const auto& [id, fact] : memory_facts_) {
    if (!visit(fact)) return;
  }
  if (!events_) return;
  (void)ReadEvents([&](Txn& txn) {
    txn.ScanIn(kFactTable, "", [&](auto, auto value) {
      auto fact = DecodeFact(value);
      return !fact || visit(*fact);
    });
  });
}

Status Store::PutNote(const std::string& name, std::string_view value) {
  if (!Mine()) return {Code::kUnavailable, "a forked child"};
  if (!events_) {
    memory_notes_[name] = value;
    return {};
  }
  return Noted(events_.get(), events_->Write([&](Txn& txn) -> Status {
    if (events_->Replaced()) return {Code::kBusy, "the log is being replaced"};
    return txn.PutIn(kLogMetaTable, NoteKey(name), value);
  }));
}

std::optional<std::string> Store::FindNote(const std::string& name) {
  std::optional<std::string> found;
  if (!Mine()) return found;
  if (!events_) {
    auto at = memory_notes_.find(name);
    if (at != memory_notes_.end()) found = at->second;
    return found;
  }
  (void)ReadEvents([&](Txn& txn) {
    auto value = txn.GetIn(kLogMetaTable, NoteKey(name));
    if (value) found = std::string(*value);
  });
  return found;
}

}  // namespace synapse
