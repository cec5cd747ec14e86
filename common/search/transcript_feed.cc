#include "search/transcript_feed.h"

#include "base/files.h"

namespace synapse {

void TranscriptFeed::Add(const TranscriptEvent& event) {
  constexpr size_t kMaxSessions = 256;
  // Without a time the order of events is unknown.
  if (event.at_ms <= 0) return;
  const std::string session = "agent:" + event.session;
  if (sessions_.size() >= kMaxSessions && !sessions_.contains(session)) End();
  sessions_[session] = event.at_ms;
  if (event.kind == TranscriptKind::kUserTurn) {
    p_.sessions.OnTurnEnd(session, event.at_ms);
  } else if (event.kind == TranscriptKind::kSearch && !event.refused) {
    if (p_.is_private(event.text)) return;
    // A pattern is also a fallback search.
    p_.sessions.OnFallbackPattern(session, event.text, event.at_ms);
    AnsweredSearch search;
    search.session = session;
    search.query = event.text;
    search.best_score = event.best_score;
    search.at_ms = event.at_ms;
    search.cwd = event.cwd;
    search.repository = p_.repository(event.cwd);
    search.agent = true;
    if (event.results > 0) search.results = static_cast<size_t>(event.results);
    (void)p_.sessions.OnSearch(search);
  } else if (event.kind == TranscriptKind::kRead && !event.failed &&
             !event.refused) {
    const std::string path = JoinPath(event.cwd, event.text);
    if (!path.starts_with("/") || p_.is_private(path) || !p_.exists(path)) {
      return;
    }
    p_.sessions.OnOpened(session, {SearchKind::kFile, path}, event.at_ms);
  }
}

void TranscriptFeed::End() {
  for (const auto& [session, at_ms] : sessions_) {
    p_.sessions.OnSessionEnd(session, at_ms);
  }
  sessions_.clear();
}

}  // namespace synapse
