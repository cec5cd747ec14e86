// SpecStore: finds a spec by command name, loads it once, keeps a small LRU.
//
// The first directory that has NAME.json wins, in this order: the user's, the
// installed one, the one in the source tree. An alias of another command's spec
// ("pip3", "python3") is a spec file {"name": "pip3", "ref": "pip"}. A name
// with a version (clang-15) or behind a compiler's target (arm-none-eabi-gcc)
// that has no file has the spec of the plain name.
//
// Large subcommands are read when a line names them (unread.h).
//
// A loaded spec is used for three seconds without a check. After that an
// edited, new or removed file is noticed, also through references; a new
// directory, or a new name in the list of all, within three seconds more. A bad
// spec affects only itself: it is remembered as bad, and `doctor` reports it.
//
// Tested by tests/spec/store_test.cc.
#pragma once

#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "spec/model.h"

namespace synapse {

class SpecStore {
 public:
  explicit SpecStore(std::vector<std::string> directories);

  // The spec of a command, or null; also null for a partial spec. The pointer
  // stays valid as long as the caller holds it. A name with '/' or a leading
  // '.' has no spec.
  std::shared_ptr<const Spec> Find(std::string_view name);
  // Like Find(), but also returns partial specs.
  std::shared_ptr<const Spec> FindAny(std::string_view name);

  // True if the command that these words name, or a subcommand among them, may
  // have that member. Searches the text of the file for the member near one of
  // the names, because parsing a large spec takes 2 ms.
  bool MayHave(std::span<const std::string> words, std::string_view member);

  // True if the spec of that name is loaded, or its file has the key somewhere,
  // or refers to another file, which may have it. Nothing is parsed.
  bool MayMention(const std::string& name, std::string_view key);

  // A file was written: the next call looks at the disk again.
  void Recheck();

  struct Entry {
    std::string name;
    std::string path;
    std::string description;
  };
  // Every command that has a spec, by name. Opens each file.
  std::vector<Entry> List();
  // Names only, without opening files. Kept for three seconds, and read again
  // when the mtime of a directory has changed.
  const std::vector<std::string>& Names();
  // Specs with errors, newest last: "FILE:LINE: WHY".
  const std::vector<std::string>& errors() const { return errors_; }
  const std::vector<std::string>& directories() const { return directories_; }

 private:
  struct CacheEntry {
    std::string name;
    std::shared_ptr<const Spec> spec;  // null: missing or bad
    int64_t checked_us = 0;
    std::vector<std::string> files;  // its file and the files it refers to
    std::vector<int64_t> stamps;     // of these files, to notice an edit
    size_t bytes = 0;                // of these files that were read
    std::list<std::string>::iterator age;
  };
  void CheckDirectories();
  // The file of a name, or else of its plain name, or "".
  std::string PathOf(const std::string& name);
  // The file of that name in the first directory that has it, or "".
  std::string FileOf(const std::string& name) const;
  std::vector<int64_t> StampsOf(const std::string& name,
                                const std::vector<std::string>& files);
  // Adds the files that it reads to the entry.
  std::shared_ptr<Spec> Load(const std::string& name, int depth,
                             CacheEntry& entry);
  void Resolve(CommandSpec& command, Spec& spec, int depth, CacheEntry& entry);
  void DropOldest();
  void Remember(std::string error);

  std::vector<std::string> directories_;
  std::unordered_map<std::string, CacheEntry> entries_;
  std::list<std::string> ages_;  // most recently used first
  size_t loaded_bytes_ = 0;      // of all entries
  struct Mention {
    int64_t checked_us = 0, stamp = 0;  // of its file
    bool found = false;
  };
  std::unordered_map<std::string, Mention> mentions_;  // by "KEY:NAME"
  std::vector<std::string> names_;
  std::vector<int64_t> names_mtimes_;  // of the directories, when read
  std::vector<int64_t> mtimes_;        // of the directories; 0: none to read
  int64_t mtimes_checked_us_ = 0;
  std::vector<std::string> errors_;
};

}  // namespace synapse
