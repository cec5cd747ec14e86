// Environment: commands that can be run: executables on PATH and in
// $VIRTUAL_ENV/bin, and the shell's builtins, functions, aliases and reserved
// words; behind sudo also those of the system's directories (/usr/sbin), which
// Debian puts on the PATH of root alone.
//
// A PATH directory is read again when its mtime changed; every 60 s it is
// forgotten which of its files are executable. Reading goes on at the next key
// when the budget is spent.
// Tested by tests/source/environment_test.cc.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/files.h"
#include "source/directory_cache.h"
#include "source/source.h"

namespace synapse {

// True for a builtin that zsh has and bash lacks, or the other way round.
bool IsOfOneShell(SpecStore& specs, std::string_view name);

class EnvironmentSource : public Source {
 public:
  explicit EnvironmentSource(SpecStore& specs) : specs_(specs) {}
  SourceId id() const override { return SourceId::kEnvironment; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // A command may have installed a program.
  void CommandRan() {
    checked_us_ = 0;
    knows_path_now_ = false;
  }
  // PATH is read again when it is asked for: not more than once a key.
  void BeginKey() { knows_path_now_ = false; }

  // True when the word can be run here: it is on PATH, a path to an executable,
  // or known to the shell.
  bool Exists(std::string_view command, const SourceInput& input,
              Budget& budget);

  // False for a name that the command at the cursor may not have: behind
  // `builtin` only builtins are run, and behind `command` no function.
  bool MayBegin(std::string_view command, const SourceInput& input,
                Budget& budget);

  // The typed part of a name, as the beginning of longer ones.
  struct Typed {
    SpecStore* specs = nullptr;  // set if it may exclude one
    bool whole = false;  // a complete name, which is usually meant itself
    std::optional<int> rank = std::nullopt;  // popular.h
    std::vector<std::string_view> due = {};  // SourceInput::due

    // `ls` excludes `lsblk`, and `read` excludes `readlink`. A longer name that
    // is more popular may be meant: `python3`. In a loop `do` excludes all but
    // `done`.
    bool Excludes(std::string_view longer) const;
  };
  // The name at the cursor of the last Collect(), unless a list was wanted.
  const Typed& typed() const { return typed_; }

  // True when all of PATH was read, so that a missing name does not exist.
  // False while there was no time for it, or if a part of it may block.
  bool KnowsPath() const;

  // True for a program that is in an sbin and in no other directory: one for
  // those who administer the machine.
  bool IsForRoot(std::string_view name, const SourceInput& input,
                 Budget& budget);

  // All names on PATH and of the shell, unordered and with duplicates; they
  // need not be executable. `visit` may call Exists(): nothing is read again
  // meanwhile.
  void EachName(const SourceInput& input, Budget& budget,
                const std::function<void(std::string_view)>& visit);

 private:
  // Read from the file system when the name is first offered. Checking all of
  // PATH would take longer than a keystroke allows.
  enum class Runs : char { kUnknown, kNo, kYes };
  struct Name {
    uint32_t entry;  // of the listing
    mutable Runs runs = Runs::kUnknown;
  };
  struct Directory {
    explicit Directory(std::string its_path) : path(std::move(its_path)) {}

    std::string path;
    bool is_system = false;    // not on PATH; for commands of root
    bool is_sbin = false;      // and no link to a directory of another name
    std::optional<FileId> id;  // when its reading began, as the mtime
    int64_t mtime_ns = 0;
    bool known = false;  // read to the end, or there is nothing to read
    Listing listing = {};
    std::vector<Name> names = {};  // sorted
    // The names of the reading before, until this one is complete; sorted.
    std::vector<std::string> before = {};
    std::vector<std::string> added = {};  // few, since then
    int64_t added_us = 0;

    std::string_view TextOf(const Name& name) const {
      return listing.at(name.entry).name;
    }
    std::vector<Name>::const_iterator From(std::string_view text) const;
    bool CanRun(const Name& name) const;
    // Continues a reading, or begins it.
    void Read(Budget& budget);
    void Clear();
    // Remembers the names, and clears them: something was added or removed.
    void Change();
    // True for a program that was installed a few minutes ago.
    bool IsAdded(std::string_view name) const;
    // True when it is read and has not changed since.
    bool IsCurrent(const struct stat& now) const;
  };
  struct Found;
  void CollectOfShell(const ShellNames& shell, Found& found) const;
  bool IsExcluded(std::string_view name, std::string_view partial) const;
  Typed TypedName(const SourceInput& input, Budget& budget);
  void ReadPath(const SourceInput& input);
  // The directories that count for the command at the cursor. The directories
  // of the system are read from the first command of root on.
  bool Counts(const Directory& directory, const SourceInput& input) const {
    return !directory.is_system || input.context.as_root;
  }
  bool IsRead(const Directory& directory) const {
    return !directory.is_system || reads_system_;
  }
  void Refresh(const SourceInput& input, Budget& budget);
  bool IsOnPath(std::string_view command, const SourceInput& input,
                Budget& budget);
  bool IsBuiltin(std::string_view name, const ShellNames& shell);

  SpecStore& specs_;
  std::string path_;             // PATH and VIRTUAL_ENV when they were read
  bool knows_path_now_ = false;  // since the key began
  std::deque<Directory> directories_;
  bool visiting_ = false;  // the names: they stay where they are
  bool reads_system_ = false;
  std::vector<std::string> relative_;         // directories on PATH
  int64_t checked_us_ = 0;                    // the mtimes; 0: not all
  std::unordered_set<std::string> builtins_;  // of the shell
  int64_t builtins_us_ = 0;                   // when they were read; 0: never
  int64_t trusted_us_ = 0;  // since when files are taken for executable
  Typed typed_;
};

}  // namespace synapse
