// TranscriptWatch: reads the transcripts of learn.transcripts at the prompt
// while agents write to them.
//
// Offset:   a note in the store holds the position in each file, for all
//           shells. A file that existed when its path was first watched is read
//           from its end, a later one from its beginning.
// Budget:   a prompt lists one directory and reads one file, for at most
//           kSliceUs; the next prompt continues.
// Bounds:   kMaxDirectories directories, kMaxFiles recently changed files, of
//           which a prompt checks kMaxLooks and the one that grew last.
// Slow:     network mounts are skipped.
// Private:  an incognito shell reads nothing.
// Tested by tests/engine/transcripts_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "learn/incognito.h"
#include "record/transcripts.h"
#include "transcript/repository.h"

namespace synapse {

class TranscriptWatch {
 public:
  static constexpr int64_t kSliceUs = 1000;
  static constexpr size_t kMaxDirectories = 2000;
  static constexpr size_t kMaxFiles = 64;
  static constexpr size_t kMaxLooks = 8;

  // All outlive it; settings may change.
  struct Parts {
    Store& store;
    Learner& learner;
    SpecStore& specs;
    Clock& clock;
    const IncognitoMode& incognito;
    RepositoryRoot& repository;
    std::function<const Privacy&()> privacy;
    Transcripts::Listener listener;
  };
  explicit TranscriptWatch(Parts parts) : p_(std::move(parts)) {}

  // Sets the paths to watch; equal paths change nothing.
  void SetPaths(std::vector<std::string> paths);
  // The time after which all directories are listed again.
  void SetLookAgain(int64_t us) { look_again_us_ = us; }
  // Called at the next prompt.
  void Prompt();
  // A reader for any transcript, with the same listener.
  Transcripts Reader();

 private:
  struct Directory {
    std::string path;
    int64_t since_ms;  // when its root was first watched
    int levels;
  };
  struct Watched {
    int64_t size = -1;  // size at the last check
    int64_t since_ms = 0;
  };
  void Begin(int64_t now_ms);
  void LookAt(const Directory& directory);
  void Found(const std::string& path, int64_t since_ms);
  bool ReadOn(const std::string& path, Watched& file, Transcripts& transcripts);

  Parts p_;
  std::vector<std::string> paths_;
  std::deque<Directory> to_look_at_;
  std::map<std::string, Watched> files_;
  std::string next_;     // the file to read next
  std::string growing_;  // the last file with new data
  int64_t look_again_us_ = 10'000'000;
  int64_t looked_us_ = 0;  // when the last pass began
  size_t looked_at_ = 0;   // directories of this pass
};

// The key of a file's note.
std::string TranscriptNote(const std::string& path);
std::string EncodeMark(const TranscriptMark& mark);
std::optional<TranscriptMark> DecodeMark(std::string_view bytes);

}  // namespace synapse
