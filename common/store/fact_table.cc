#include "store/fact_table.h"

#include "store/log_keys.h"

namespace synapse {
namespace {

uint64_t ReadStamp(LogTables& log) {
  auto value = log.GetIn(kLogMetaTable, kFactsKey);
  return value ? ByteReader(*value).Little<uint64_t>() : 0;
}

}  // namespace

Status ChangeFactStamp(LogTables& log) {
  std::string value;
  PutLittle<uint64_t>(value, ReadStamp(log) + 1);
  return log.PutIn(kLogMetaTable, kFactsKey, value);
}

Status FactTable::Put(const std::vector<Fact>& facts,
                      const std::vector<uint64_t>& dropped) {
  if (facts.empty() && dropped.empty()) return {};
  return file_.Write([&](LogTables& log) {
    Status put;
    for (uint64_t id : dropped) {
      if (put.ok()) put = log.DeleteIn(kFactTable, Big64(id));
    }
    for (const Fact& fact : facts) {
      if (!put.ok()) break;
      put = log.PutIn(kFactTable, Big64(fact.id()), EncodeFact(fact));
    }
    return put.ok() ? ChangeFactStamp(log) : put;
  });
}

void FactTable::Visit(const std::function<bool(const Fact&)>& visit) {
  (void)file_.Read([&](LogTables& log) {
    log.ScanIn(kFactTable, "", [&](auto, auto value) {
      auto fact = DecodeFact(value);
      return !fact || visit(*fact);
    });
  });
}

uint64_t FactTable::stamp() { return file_.Get(ReadStamp); }

}  // namespace synapse
