// Transcripts: reads what coding agents did (transcript/reader.h). Their shell
// calls become events of the log, marked as an agent's, each once however often
// a file is read. The user's turns become facts (reflect/markers.h). All events
// are passed to the listener.
//
// Privacy:  the rules of the history apply to each command (learn/privacy.h):
//           ignored and forgotten ones are left out, secrets are skipped or
//           redacted. Incognito shells read nothing; the caller checks that.
// Left out: calls without a result or a time, and calls that the user refused.
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
  // For shell calls:
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
    // The root of a directory's repository; "" for none.
    std::function<std::string(const std::string& directory)> repository;
    int64_t now_ms = 0;
  };
  explicit Transcripts(Parts parts) : p_(std::move(parts)) {}

  // Reads a file from a mark on, and moves the mark. An error concerns the
  // file, except kBusy, which concerns the store: the mark is not moved.
  Status Read(const std::string& path, TranscriptRange& range, Budget& budget);
  // Events before that offset of the next file are not passed to the listener.
  void ListenFrom(uint64_t offset) { listen_from_ = offset; }
  const TranscriptTally& tally() const { return tally_; }
  // True if the last file was read to its end.
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
