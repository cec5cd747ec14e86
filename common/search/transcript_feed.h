// TranscriptFeed: passes searches and openings of a coding agent to the search
// sessions. A search of an agent counts as one with poor results unless it
// reports the score of its best result. The files that the agent reads after it
// are its results. A turn of the user ends it.
//
// Tested by tests/engine/transcripts_test.cc.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "search/search_sessions.h"
#include "transcript/transcript_event.h"

namespace synapse {

class TranscriptFeed {
 public:
  struct Parts {
    SearchSessions& sessions;
    // The root of a directory's repository.
    std::function<std::string(const std::string& directory)> repository;
    // True for a file that may be learned; true for a text that must not be
    // kept.
    std::function<bool(const std::string& path)> exists;
    std::function<bool(const std::string& text)> is_private;
  };
  explicit TranscriptFeed(Parts parts) : p_(std::move(parts)) {}

  void Add(const TranscriptEvent& event);
  // The end of the file.
  void End();

 private:
  Parts p_;
  std::map<std::string, int64_t> sessions_;  // time of the last event
};

}  // namespace synapse
