// GitTree: the files of HEAD's commit, by the tree objects that are files of their
// own; see gitformat-pack(5) for what is not: a tree in a pack is unknown.
//
// Tested by tests/spec/git_status_test.cc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "spec/git_dir.h"
#include "spec/reading.h"

namespace synapse {

// The id of HEAD's commit, in hexadecimal digits; "" if there is none.
std::string HeadCommit(const GitDir& git, Reading& reading);

class HeadTree {
 public:
  HeadTree(const GitDir& git, Reading& reading)
      : git_(git), reading_(reading) {}

  // The id, in bytes, of a directory's tree in HEAD: of "" or "dir/sub/". "" if HEAD
  // has no such directory, no value if that is unknown.
  std::optional<std::string> TreeOf(std::string_view directory);
  // The id, in bytes, of a file's content in HEAD, by its path from the top of the
  // work tree; "" if HEAD has no such file. No value if that is unknown.
  std::optional<std::string> IdOf(std::string_view path);

 private:
  struct Entry {
    std::string id;
    bool is_tree;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;
  // Of "" or "dir/sub/"; null if they are unknown. An absent directory has none.
  const Entries* EntriesOf(std::string_view directory);
  std::optional<Entries> ReadEntries(std::string_view directory);

  const GitDir& git_;
  Reading& reading_;
  std::map<std::string, std::optional<Entries>, std::less<>> known_;
};

}  // namespace synapse
