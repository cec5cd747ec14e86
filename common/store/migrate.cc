#include "store/migrate.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "base/files.h"
#include "store/log_keys.h"
#include "store/record.h"

namespace synapse {
namespace {

// Copies the whole file and syncs it; after an error there is no file `to`.
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

// Writes the sessions that the events name.
Status DeriveSessions(LogTables& log) {
  std::map<std::string, SessionRecord> sessions;
  log.ScanIn(kEventTable, "", [&](auto, auto value) {
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
    s.end_ms =
        std::max(s.end_ms, e->start_ms + std::max<int64_t>(e->duration_ms, 0));
    return true;
  });
  Status status;
  for (const auto& [name, session] : sessions) {
    if (status.ok()) {
      status = log.PutIn(kSessionTable, name, EncodeSession(session));
    }
  }
  return status;
}

}  // namespace

Status MigrateLog(LogTables& log, const std::string& directory) {
  auto is = log.GetIn(kLogMetaTable, "schema");
  bool ours = is && ByteReader(*is).Little<uint32_t>() == kLogSchema;
  if (ours) return {};  // another shell was faster
  if (log.EntriesIn(kEventTable) > 0) {
    const std::string old = JoinPath(directory, "events.v1");
    Status kept = MakePrivateDirs(old);
    if (kept.ok()) {
      kept = CopyFile(JoinPath(directory, "events/data.mdb"),
                      JoinPath(old, "data.mdb"));
    }
    if (kept.ok()) kept = DeriveSessions(log);
    if (!kept.ok()) return kept;
  }
  return log.PutIn(kLogMetaTable, "schema", EncodeSchema(kLogSchema));
}

}  // namespace synapse
