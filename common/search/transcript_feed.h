// TranscriptFeed: what a coding agent searched and opened, as search sessions:
// the seed of all of this. A search of an agent is one that found little unless
// it says how good its best result was; what it reads behind it is what it was
// looking for; a turn of the user ends it.
//
// Tested by tests/engine/transcripts_test.cc.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "search/sessions.h"
#include "transcript/event.h"

namespace synapse {

class TranscriptFeed {
 public:
  struct Parts {
    SearchSessions& sessions;
    // The root of the repository that a directory is in.
    std::function<std::string(const std::string& directory)> repository;
    // A file that may be learned; a text that must not be kept.
    std::function<bool(const std::string& path)> exists;
    std::function<bool(const std::string& text)> is_private;
  };
  explicit TranscriptFeed(Parts parts) : p_(std::move(parts)) {}

  void Add(const TranscriptEvent& event);
  // The file is at its end.
  void End();

 private:
  Parts p_;
  std::map<std::string, int64_t> sessions_;  // when something happened last
};

}  // namespace synapse
