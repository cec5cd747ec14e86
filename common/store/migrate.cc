// Migration: a log of an older schema becomes one of ours, in one transaction,
// its file kept beside it as events.v1.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>

#include "base/files.h"
#include "store/log_keys.h"
#include "store/store.h"

namespace synapse {
namespace {

// The whole file and its bytes on the disk, or an error and no file.
Status CopyFile(const std::string& from, const std::string& to) {
  int in = open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  int out = open(to.c_str(),
                 O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  bool copied = in >= 0 && out >= 0;
  std::string buffer(1 << 18, '\0');
  while (copied) {
    ssize_t n = read(in, buffer.data(), buffer.size());
    if (n == 0) break;
    copied = n > 0 && write(out, buffer.data(), static_cast<size_t>(n)) == n;
  }
  copied = copied && fsync(out) == 0;
  Status status;
  if (!copied) status = {Code::kUnavailable, to + ": " + strerror(errno)};
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  if (!copied) unlink(to.c_str());
  return status;
}

// What the events say of the sessions that they came from.
Status DeriveSessions(Txn& txn) {
  std::map<std::string, SessionRecord> sessions;
  txn.ScanIn(kEventTable, "", [&](auto, auto value) {
    auto e = DecodeEvent(value);
    if (!e || e->session.empty() || e->imported) return true;
    auto [at, first] =
        sessions.try_emplace(e->session.substr(0, kMaxSessionName));
    SessionRecord& s = at->second;
    if (first) {
      s.session = e->session;
      s.host = e->host;
      s.shell = e->shell;
      s.cwd = e->cwd;
      s.start_ms = e->start_ms;
    }
    s.end_ms = std::max(
        s.end_ms, e->start_ms + std::max<int64_t>(e->duration_ms, 0));
    return true;
  });
  Status status;
  for (const auto& [name, session] : sessions) {
    if (status.ok()) {
      status = txn.PutIn(kSessionTable, name, EncodeSession(session));
    }
  }
  return status;
}

}  // namespace

// Nothing of the transaction is in the file before its commit.
Status Store::MigrateLog(Txn& txn) {
  auto is = txn.GetIn(kLogMetaTable, "schema");
  bool ours = is && ByteReader(*is).Little<uint32_t>() == kLogSchema;
  if (ours) return {};  // another shell was faster
  if (txn.EntriesIn(kEventTable) > 0) {
    const std::string old = JoinPath(directory_, "events.v1");
    Status kept = MakePrivateDirs(old);
    if (kept.ok()) {
      kept = CopyFile(JoinPath(directory_, "events/data.mdb"),
                      JoinPath(old, "data.mdb"));
    }
    if (kept.ok()) kept = DeriveSessions(txn);
    if (!kept.ok()) return kept;
  }
  return txn.PutIn(kLogMetaTable, "schema", EncodeSchema(kLogSchema));
}

}  // namespace synapse
