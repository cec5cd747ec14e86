// SpecStore: finds a spec by command name, in packs.
//
// The first directory that has NAME.json wins, in this order: the user's, the
// installed one, the one in the source tree. A name with a version (clang-15)
// or behind a compiler's target (arm-none-eabi-gcc) that has no file has the
// spec of the plain name.
//
// The installed directory has a pack (spec/pack.h), made by the build: its JSON
// files are not read. Each other file is compiled when its name is first asked
// for, with the specs that it refers to. A shell has this done in the
// background (base/child.h), into a pack in the cache directory, and answers
// as if the file were not there until the pack is, or with the earlier pack of
// an edited file. A tool compiles in memory.
//
// The options of many builtins differ between the shells. NAME.zsh.json is the
// spec of a builtin in zsh (UseShell), where NAME.json would be found, and is no
// command of its own.
//
// A spec that was found is used for three seconds without a check. After that an
// edited, new or removed file is noticed, also through references; a new
// directory, or a new name in the list of all, within three seconds more. A bad
// spec affects only itself, and `doctor` reports it.
//
// After the directories come packs that were made from what the machine says of a
// program (manual/machine_pack.h): of a command that has no spec of ours, or a
// partial one, which is part of the pack; and of one that the user asked for, or
// that lacked an option (`Wants`). They are found by the program on PATH. Those
// that are missing are kept by TakeWanted(), and nothing is made here.
//
// Tested by tests/spec/store_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/pack.h"

namespace synapse {

class SpecStore {
 public:
  enum class Compiles { kInMemory, kInBackground };
  // The path of the program of that name on PATH, or "".
  using ProgramOf = std::function<std::string(const std::string& name)>;
  // `cache` is the directory of packs made in the background. With `program`,
  // Find() uses packs of programs.
  explicit SpecStore(std::vector<std::string> directories,
                     Compiles compiles = Compiles::kInMemory,
                     std::string cache = "", ProgramOf program = nullptr);

  // The spec of a command, or null; also null for a partial spec. The pointer
  // stays valid as long as the caller holds it. A name with '/' or a leading
  // '.' has no spec.
  std::shared_ptr<const Spec> Find(std::string_view name);
  // Our spec, also a partial one: what is said of risks and learned from lines does
  // not depend on what the machine says.
  std::shared_ptr<const Spec> FindAny(std::string_view name);
  // The traits of exactly this name in the packs, without reading its spec.
  NameTraits TraitsOf(std::string_view name);

  // The shell whose builtins are meant: "zsh", or any other.
  void UseShell(std::string_view shell) {
    is_zsh_ = shell == "zsh";
    ++version_;
  }

  // Another number when FindAny() may answer otherwise than before: a pack was
  // opened, or a file that has no pack of its directory was met and is due to be
  // checked again.
  uint64_t version();

  // A file was written: the next call looks at the disk again.
  void Recheck();

  // A command whose program has no pack yet.
  struct Wanted {
    std::string name;
    std::string program;  // its path; "": its pack is there
    bool lacks = false;   // it has a spec of ours (see Lacks())
  };
  // While it lives, Find() looks for the programs of names that it has not met: of
  // the line that is typed, not of each line that could come next.
  class LooksForPrograms {
   public:
    explicit LooksForPrograms(SpecStore& store)
        : store_(store), before_(std::exchange(store.looks_, true)) {}
    ~LooksForPrograms() { store_.looks_ = before_; }
    LooksForPrograms(const LooksForPrograms&) = delete;
    LooksForPrograms& operator=(const LooksForPrograms&) = delete;

   private:
    SpecStore& store_;
    const bool before_;
  };
  // The commands without a spec that were asked for since the last call.
  std::vector<Wanted> TakeWanted();
  // The spec of this command lacks something that ran: its program's pack is used
  // too, and wanted if it is missing.
  void Lacks(const std::string& name);

  struct Entry {
    std::string name;
    std::string path;
    std::string description;
  };
  // Every command that has a spec, by name.
  std::vector<Entry> List();
  // Sorted. Kept for three seconds, and read again when a directory has changed.
  const std::vector<std::string>& Names();
  // Specs and packs with errors: "FILE:LINE: WHY".
  std::vector<std::string> errors() const;
  const std::vector<std::string>& directories() const { return directories_; }

 private:
  // A file without a pack of its directory.
  struct Loose {
    std::string path;
    std::shared_ptr<SpecPack> pack;  // null: missing, or not compiled yet
    int64_t checked_us = 0;
    std::string stamp;       // of the file, when its pack was looked for
    bool requested = false;  // the background compiles it
  };
  struct Layer {
    std::string directory;
    std::string pack_path;  // "": none
    std::string pack_stamp;
    std::shared_ptr<SpecPack> pack;
    std::string problem;  // why the pack is not used
    std::string stamp;    // of the directory; "": not readable
    std::map<std::string, Loose, std::less<>> files;  // by name
  };
  // The pack of a program, as far as it is known.
  struct Program {
    std::shared_ptr<SpecPack> pack;
    int64_t checked_us = 0;
    int64_t requested_us = 0;  // 0: not since it was last found
    int requests = 0;
  };
  // The spec of that name in a layer, or that there is none.
  struct Found {
    bool known = false;
    std::shared_ptr<SpecPack> pack;
    const PackEntry* entry = nullptr;
  };
  Found FindIn(Layer& layer, std::string_view name);
  Found FindIn(std::string_view name);
  Found FindProgramPack(std::string_view name);
  void Request(const std::string& name, const std::string& program,
               Program& known);
  bool IsBuiltinOfZsh(std::string_view name);
  // True if a file of the layer was looked up, and is to be checked again.
  static bool HasMetFile(const Layer& layer);
  // Looks at the directories and packs again after three seconds.
  void CheckDirectories();
  void ReadNames(Layer& layer);
  void ReadLacking();
  // Returns true when the background is to compile the file.
  bool CheckFile(const std::string& name, Loose& file);

  std::vector<std::string> directories_;
  const Compiles compiles_;
  const std::string cache_;
  std::vector<Layer> layers_;
  int64_t checked_us_ = 0;
  bool checked_ = false;
  uint64_t version_ = 1;
  std::vector<std::string> names_;
  bool names_known_ = false;
  const ProgramOf program_;
  std::map<std::string, Program, std::less<>> programs_;
  bool looks_ = false;
  bool is_zsh_ = false;
  std::vector<Wanted> wanted_;
  // Names whose packs replace a full spec of ours, and the stamp of their
  // directory in the cache.
  std::map<std::string, bool, std::less<>> lacking_;
  std::string lacking_stamp_;
};

}  // namespace synapse
