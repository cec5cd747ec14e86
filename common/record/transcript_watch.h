// TranscriptWatch: the transcripts of learn.transcripts, read on at the prompt
// while agents write to them.
//
// Offset:   how far each file was read is a note in the store, for all shells.
// A
//           file that was there when a path was first watched is read from its
//           end, one that came later from its begin.
// Budget:   a prompt looks at one directory and reads on in one file, kSliceUs
//           at the most; what is left is for the next prompt.
// Bounds:   kMaxDirectories directories, kMaxFiles files that changed lately, of
//           which a prompt looks at kMaxLooks, and at the one that grew last.
// Slow:     nothing is looked for on a network mount.
// Tested by tests/engine/transcripts_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "record/transcripts.h"

namespace synapse {

class TranscriptWatch {
 public:
  static constexpr int64_t kSliceUs = 1000;
  static constexpr size_t kMaxDirectories = 2000;
  static constexpr size_t kMaxFiles = 64;
  static constexpr size_t kMaxLooks = 8;

  // The paths to watch; the same ones change nothing.
  void SetPaths(std::vector<std::string> paths);
  bool empty() const { return paths_.empty(); }
  // After so long all directories are looked at again.
  void SetLookAgain(int64_t us) { look_again_us_ = us; }
  // The next prompt.
  void Prompt(Transcripts& transcripts, Store& store, int64_t now_ms);

 private:
  struct Directory {
    std::string path;
    int64_t since_ms;  // when its root was first watched
    int levels;
  };
  struct Watched {
    int64_t size = -1;  // as far as was looked at
    int64_t since_ms = 0;
  };
  void Begin(Store& store, int64_t now_ms);
  void LookAt(const Directory& directory);
  void Found(const std::string& path, int64_t since_ms);
  bool ReadOn(const std::string& path, Watched& file, Transcripts& transcripts,
              Store& store);

  std::vector<std::string> paths_;
  std::deque<Directory> to_look_at_;
  std::map<std::string, Watched> files_;
  std::string next_;  // the file whose turn it was
  std::string growing_;  // that had something to be read last
  int64_t look_again_us_ = 10'000'000;
  int64_t looked_us_ = 0;  // when the last look began
  size_t looked_at_ = 0;   // directories of this look
};

// The note of a file.
std::string TranscriptNote(const std::string& path);
std::string EncodeMark(const TranscriptMark& mark);
std::optional<TranscriptMark> DecodeMark(std::string_view bytes);

}  // namespace synapse
