// Transcripts: takes in what coding agents did (transcript/reader.h). Their
// shell calls become events of the log that are marked as an agent's, each once
// however often a file is read; what the user wrote to them becomes facts
// (reflect/markers.h); and all of it goes on to who listens.
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
#include "reflect/markers.h"
#include "transcript/reader.h"

namespace synapse {

struct TranscriptTally {
  TranscriptCounts counts;
  size_t files = 0;
  size_t unreadable = 0;  // files
  size_t shell = 0, searches = 0, reads = 0, turns = 0;
  // Of the shell calls:
  size_t facts = 0;
  size_t added = 0, known = 0, forgotten = 0, left_out = 0, untimed = 0;
};

class Transcripts {
 public:
  using Listener = std::function<void(const TranscriptEvent&)>;
  // All outlive it.
  struct Parts {
    Learner& learner;
    const Privacy& privacy;
    SpecStore& specs;
    Listener listener;  // may be empty
    // The root of the repository that a directory is in; "" in none.
    std::function<std::string(const std::string& directory)> repository;
    int64_t now_ms = 0;
  };
  explicit Transcripts(Parts parts) : p_(std::move(parts)) {}

  // Reads a file on from a mark, and moves the mark. An error is of the file;
  // of the store when it is kBusy: the mark stays.
  Status Read(const std::string& path, TranscriptRange& range, Budget& budget);
  // Events before that offset of the next file are not for the listener.
  void ListenFrom(uint64_t offset) { listen_from_ = offset; }
  const TranscriptTally& tally() const { return tally_; }
  // The last file was read to its end.
  bool whole() const { return whole_; }

 private:
  void Take(const TranscriptEvent& event);
  Status Flush();
  Status KeepFacts(std::vector<Fact> facts);

  Parts p_;
  TranscriptTally tally_;
  std::vector<Event> events_;
  size_t bytes_ = 0;  // of their commands
  Status failed_;
  bool whole_ = true;
  uint64_t listen_from_ = 0;
};

}  // namespace synapse
