#include "store/forgotten.h"

#include "base/text.h"
#include "store/log_keys.h"

namespace synapse {
namespace {

Status PutHash(LogTables& log, const ForgottenHash& forgotten) {
  std::string when;
  PutLittle<int64_t>(when, forgotten.at_ms);
  return log.PutIn(kForgottenTable, Big64(forgotten.hash), when);
}

}  // namespace

Status PutForgotten(LogTables& log, const ForgottenHash& forgotten) {
  Status put = PutForgottenHere(log, forgotten);
  return put.ok() ? PutPendingForgetting(log, forgotten.hash) : put;
}

Status PutForgottenHere(LogTables& log, const ForgottenHash& forgotten) {
  Status put = PutHash(log, forgotten);
  return put.ok() ? log.PutIn(kLogMetaTable, kLeftKey, "1") : put;
}

Status PutPendingForgetting(LogTables& log, uint64_t hash) {
  if (!log.GetIn(kLogMetaTable, kSyncKey)) return {};
  auto at = TakeSequence(log);
  if (!at.ok()) return at.status();
  std::string value;
  PutLittle<uint64_t>(value, *at);
  return log.PutIn(kLogMetaTable, std::string(kSyncPending) + Big64(hash),
                   value);
}

std::vector<ForgottenHash> ForgottenIn(LogTables& log) {
  std::vector<ForgottenHash> out;
  log.ScanIn(kForgottenTable, "", [&](auto key, auto value) {
    out.push_back({ByteReader(key).Big<uint64_t>(),
                   ByteReader(value).template Little<int64_t>()});
    return true;
  });
  return out;
}

std::unordered_set<uint64_t> HiddenIn(LogTables& log) {
  std::unordered_set<uint64_t> hidden;
  if (!log.GetIn(kLogMetaTable, kLeftKey)) return hidden;
  for (const ForgottenHash& f : ForgottenIn(log)) hidden.insert(f.hash);
  return hidden;
}

Status Forgotten::KeepAway(std::string_view command, int64_t now_ms) {
  file_.ChangeVersion();
  return file_.Write([&](LogTables& log) {
    return PutForgotten(log, {Hash64(command), now_ms});
  });
}

std::optional<int64_t> Forgotten::At(std::string_view command) {
  std::optional<int64_t> when;
  (void)file_.Read([&](LogTables& log) {
    auto value = log.GetIn(kForgottenTable, Big64(Hash64(command)));
    if (value) when = ByteReader(*value).Little<int64_t>();
  });
  return when;
}

bool Forgotten::HasLeft() {
  // A store in memory has no files.
  return file_.is_open() && file_.Get([](LogTables& log) {
    return log.GetIn(kLogMetaTable, kLeftKey).has_value();
  });
}

Status Forgotten::NothingLeft() {
  return file_.Write(
      [](LogTables& log) { return log.DeleteIn(kLogMetaTable, kLeftKey); });
}

std::unordered_set<uint64_t> Forgotten::Hashes() {
  std::unordered_set<uint64_t> out;
  for (const ForgottenHash& f : List()) out.insert(f.hash);
  return out;
}

std::vector<ForgottenHash> Forgotten::List() { return file_.Get(ForgottenIn); }

Status Forgotten::Add(const std::vector<ForgottenHash>& hashes) {
  if (hashes.empty()) return {};
  return file_.Write([&](LogTables& log) {
    Status put;
    for (const ForgottenHash& f : hashes) {
      if (put.ok()) put = PutHash(log, f);
    }
    return put;
  });
}

}  // namespace synapse
