// Transcripts: takes in what coding agents did (transcript/reader.h). Their
// shell calls become events of the log that are marked as an agent's, each once
// however often a file is read; the rest goes on to who listens.
//
// Privacy:  the rules of the history hold for each command (learn/privacy.h):
//           what is ignored or forgotten stays out, secrets are left out or
//           redacted. Nothing is taken in while incognito; the caller asks.
// Left out: calls whose result or time is not known, or that the user refused.
// Tested by tests/engine/transcripts_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "learn/learner.h"
#include "learn/privacy.h"
#include "transcript/reader.h"

namespace synapse {

struct TranscriptTally {
  TranscriptCounts counts;
  size_t files = 0;
  size_t unreadable = 0;  // files
  size_t shell = 0, searches = 0, reads = 0, turns = 0;
  // Of the shell calls:
  size_t added = 0, known = 0, forgotten = 0, left_out = 0, untimed = 0;
};

class Transcripts {
 public:
  using Listener = std::function<void(const TranscriptEvent&)>;
  // All outlive it.
  struct Parts {
    Learner& learner;
    const Privacy& privacy;
    Listener listener;  // may be empty
  };
  explicit Transcripts(Parts parts) : p_(std::move(parts)) {}

  // Reads a file on from a mark, and moves the mark. An error is of the file;
  // of the store when it is kBusy: the mark stays.
  Status Read(const std::string& path, TranscriptRange& range, Budget& budget);
  const TranscriptTally& tally() const { return tally_; }
  // The last file was read to its end.
  bool whole() const { return whole_; }

 private:
  void Take(const TranscriptEvent& event);
  Status Flush();

  Parts p_;
  TranscriptTally tally_;
  std::vector<Event> events_;
  size_t bytes_ = 0;  // of their commands
  Status failed_;
  bool whole_ = true;
};

}  // namespace synapse
