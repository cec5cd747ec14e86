// ReplayTree: the files that a recorded history implies, made on this disk for its
// replay. A recording has no files, so that a replay without them measures no word
// that comes from the file system.
//
//   vim src/main.c     src/main.c was there before, unless an earlier line made it
//   mkdir build        build is there afterwards
//   mv a b, rm a       a is not, b is
//   make >log          log is there afterwards
//   cd lib             lib was there; without recorded directories the session
//                      is in it now
//
// The specs say which words of a command are files that it reads, makes or
// removes. Lines that failed imply nothing. Nothing is run, and nothing outside
// of the tree is touched.
// Tested by tests/measure/replay_test.cc.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "spec/store.h"

namespace synapse {

class ReplayTree {
 public:
  // A line of the recording. `cwd`: absolute, or "" where none is recorded.
  struct Line {
    std::string_view command, cwd, session;
    bool failed = false;
  };

  // The effect of a line on a path, absolute in the recording.
  struct Effect {
    enum class Kind { kNeeds, kMakes, kRemoves, kEnters } kind;
    std::string path;  // absolute, in the recording
    bool is_directory = false;
  };

  // Makes an empty directory below TMPDIR, which ends with this object, and in
  // it all that the lines need and do not make.
  static Result<std::unique_ptr<ReplayTree>> Make(SpecStore& specs,
                                                  std::span<const Line> lines);
  ~ReplayTree();
  ReplayTree(const ReplayTree&) = delete;
  ReplayTree& operator=(const ReplayTree&) = delete;

  // The directory of this disk that the line runs in.
  std::string DirectoryOf(const Line& line) const;
  // Makes and removes what the line does.
  void Ran(const Line& line);

 private:
  ReplayTree(SpecStore& specs, std::string root)
      : specs_(specs), root_(std::move(root)) {}
  // Where the session is, in the recording.
  std::string PlaceOf(const Line& line) const;
  void Enter(const Line& line, const std::vector<Effect>& effects);
  std::vector<Effect> EffectsOf(const Line& line) const;
  std::string OnDisk(std::string_view path) const {
    return root_ + std::string(path);
  }
  void MakePath(const std::string& path, bool is_directory) const;

  SpecStore& specs_;
  std::string root_;
  std::map<std::string, std::string, std::less<>> places_;  // by session
};

}  // namespace synapse
