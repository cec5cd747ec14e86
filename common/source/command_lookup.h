// CommandLookup: whether a command can be run: executables on PATH and in
// $VIRTUAL_ENV/bin, and the shell's builtins, functions, aliases and reserved
// words; behind sudo also those of the system's directories (/usr/sbin), which
// Debian puts on the PATH of root alone.
//
// A PATH directory is read again when its mtime changes. Which of its files are
// executable is looked up again every 60 s. When the budget is spent, reading
// continues at the next key.
//
// Tested by tests/source/command_lookup_test.cc.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "base/clock.h"
#include "base/files.h"
#include "source/directory_cache.h"
#include "source/shell_names.h"
#include "spec/store.h"

namespace synapse {

// True for a builtin that zsh and bash have, and for one that zsh has and bash
// lacks, or the other way round.
bool IsCommonBuiltin(SpecStore& specs, std::string_view name);
bool IsOfOneShell(SpecStore& specs, std::string_view name);

class CommandLookup {
 private:
  struct Directory;
  struct Name;

 public:
  // Both outlive this object.
  CommandLookup(SpecStore& specs, const ShellNames& shell)
      : specs_(specs), shell_(shell) {}
  CommandLookup(const CommandLookup&) = delete;
  CommandLookup& operator=(const CommandLookup&) = delete;

  // The directory of the shell.
  void BeginPrompt(const std::string& cwd) { cwd_ = cwd; }
  // The next question at this key reads PATH again, once.
  void BeginKey() { knows_path_now_ = false; }
  // A command may have installed a program.
  void CommandRan() {
    ran_us_ = Clock::MonotonicUs();
    checked_us_ = 0;
    knows_path_now_ = false;
  }

  // Where a command is run, and whether by root.
  struct Scope {
    const std::string& cwd;  // absolute
    bool as_root = false;
  };
  // The scope of the directory of the shell and of root: `fdisk` is no typo,
  // but a command for sudo.
  Scope anybody() const { return {cwd_, true}; }

  // True when the word can be run: it is on PATH, a path to an executable, or
  // known to the shell.
  bool Exists(std::string_view command, const Scope& scope, Budget& budget);
  // The same in the scope anybody(). False if it is not found within `us`
  // microseconds.
  bool CanRun(std::string_view command, int64_t us);

  // False for a name that `only` excludes: behind `builtin` only builtins are
  // run, and behind `command` no function.
  bool MayBegin(std::string_view command, RunsOnly only, const Scope& scope,
                Budget& budget);

  // True when all of PATH was read, so that a missing name does not exist.
  // False while there was no time to read it, or if a directory of it may
  // block.
  bool KnowsPath() const;

  // True for a program that is only in an sbin directory: it administers the
  // machine.
  bool IsForRoot(std::string_view name, Budget& budget);

  // All names on PATH and of the shell that anybody() has, unordered and with
  // duplicates; they need not be executable. `visit` may call Exists(), which
  // reads no directory meanwhile.
  void EachName(Budget& budget,
                const std::function<void(std::string_view)>& visit);

  // A file of a directory on PATH. It is valid until the next call.
  class Program {
   public:
    std::string_view name() const;
    // Asks the system, once.
    bool CanRun() const;
    // False without asking, if the system said so before.
    bool MayRun() const;
    // True for one that was installed a few minutes ago, or by the last command.
    bool IsAdded() const;
    bool IsJustAdded() const { return just_added_; }
    bool is_for_root() const;

   private:
    friend CommandLookup;
    Program(const Directory& directory, const Name& entry, bool just_added)
        : directory_(&directory), entry_(&entry), just_added_(just_added) {}
    const Directory* directory_;
    const Name* entry_;
    bool just_added_;
  };
  // Visits the programs whose names begin with `prefix`, with duplicates, until
  // `visit` returns false.
  void EachProgram(std::string_view prefix, const Scope& scope, Budget& budget,
                   const std::function<bool(const Program&)>& visit);
  // Visits the programs that the last command installed, likewise.
  void EachJustAdded(const Scope& scope, Budget& budget,
                     const std::function<bool(const Program&)>& visit);

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
    std::vector<std::string> added = {};  // few; the last ones that came
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
    bool IsAddedSince(int64_t us, std::string_view name) const {
      return added_us >= us && IsAdded(name);
    }
    // True when it is read and has not changed since.
    bool IsCurrent(const struct stat& now) const;
  };
  void ReadPath();
  // True if the scope includes the directory. The directories of the system are
  // read once a command runs as root.
  static bool Counts(const Directory& directory, const Scope& scope) {
    return !directory.is_system || scope.as_root;
  }
  bool IsRead(const Directory& directory) const {
    return !directory.is_system || reads_system_;
  }
  void Refresh(bool as_root, Budget& budget);
  bool IsOnPath(std::string_view command, const Scope& scope, Budget& budget);
  bool IsBuiltin(std::string_view name);

  SpecStore& specs_;
  const ShellNames& shell_;
  std::string cwd_;              // of the shell
  std::string path_;             // PATH and VIRTUAL_ENV when they were read
  bool knows_path_now_ = false;  // since the key began
  std::deque<Directory> directories_;
  bool visiting_ = false;  // the names: they stay where they are
  bool reads_system_ = false;
  std::vector<std::string> relative_;         // directories on PATH
  int64_t ran_us_ = 0;                        // when a command last ended
  int64_t checked_us_ = 0;                    // the mtimes; 0: not all
  std::unordered_set<std::string> builtins_;  // of the shell
  int64_t builtins_us_ = 0;                   // when they were read; 0: never
  int64_t trusted_us_ = 0;  // since when files are taken for executable
};

}  // namespace synapse
