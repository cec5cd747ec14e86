// SpecStore: finds a spec by command name, loads it once, keeps a small LRU.
//
// Directories are asked in order, the first that has NAME.json wins: the
// user's, ours as installed, ours in the source tree. A name that is an alias
// of another command's spec ("pip3", "python3") is a spec file
// {"name": "pip3", "ref": "pip"}.
// Looking at a spec again costs nothing for three seconds; after that an
// edited, new or removed file is noticed, through references as well.
// A bad spec costs that spec: it is remembered as bad, reported by `doctor`.
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

  // The spec of a command, or null, also for one that is partial. The pointer stays valid as long as the
  // caller holds it. A name with '/' or a leading '.' has no spec.
  std::shared_ptr<const Spec> Find(std::string_view name);
  // The same, partial or not: what is known of the command.
  std::shared_ptr<const Spec> FindAny(std::string_view name);

  // Whether the command that these words name, or a subcommand among them, may
  // have that member: a look at the text of the file, which must have one of the
  // names beside the member. To parse a large spec takes 2 ms.
  bool MayHave(std::span<const std::string> words, std::string_view member);

  struct Entry {
    std::string name;
    std::string path;
    std::string description;
  };
  // Every command that has a spec, by name; opens each file.
  std::vector<Entry> List();
  // Names only, without opening files; cached, refreshed when a directory's
  // mtime changes.
  const std::vector<std::string>& Names();
  // Specs that could not be used, newest last: "FILE:LINE: WHY".
  const std::vector<std::string>& errors() const { return errors_; }
  const std::vector<std::string>& directories() const { return directories_; }

 private:
  struct CacheEntry {
    std::shared_ptr<const Spec> spec;  // null: looked for, not there or bad
    int64_t checked_us = 0;
    std::vector<std::string> files;  // it and what it refers to
    std::vector<int64_t> stamps;     // of these, to notice an edit
    std::list<std::string>::iterator age;
  };
  // The file of a name in the first directory that has it, or "".
  std::string PathOf(const std::string& name) const;
  std::vector<int64_t> StampsOf(const std::string& name,
                                const std::vector<std::string>& files) const;
  std::shared_ptr<Spec> Load(const std::string& name, int depth,
                             std::vector<std::string>& files);
  void Resolve(CommandSpec& command, Spec& spec, int depth,
               std::vector<std::string>& files);
  void Remember(std::string error);

  std::vector<std::string> directories_;
  std::unordered_map<std::string, CacheEntry> entries_;
  std::list<std::string> ages_;  // most recently used first
  std::vector<std::string> names_;
  std::vector<int64_t> directory_mtimes_;
  std::vector<std::string> errors_;
};

}  // namespace synapse
