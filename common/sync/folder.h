// Folder: a directory that something else carries between machines. Each
// machine writes only below its own name in it, and reads all.
//
//   DIR/synapse-sync           magic | folder id[16] | sealed key for deletions
//   DIR/MACHINE/FIRST-LAST.seg magic | sealed segment (segment_file.h)
//
// Names:   MACHINE, FIRST and LAST are 16 hexadecimal digits each: an id that
//          the machine chose by lot, and a range of its sequences. A range that
//          was taken in is not read again, whatever file has it.
// Bound:   a segment opens only in its folder, below its machine, with its name.
// Others:  anything else in the folder is left alone: conflict copies, .git,
//          files that are still being copied. No symbolic link is followed.
// Writing: whole, synced and renamed; a reader never sees half a file of a
//          plain folder. Half a file of another carrier does not open.
// Tested by tests/sync/sync_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "sync/crypto.h"
#include "sync/segment_file.h"

namespace synapse::sync {

struct SegmentName {
  uint64_t machine = 0, first = 0, last = 0;
  bool operator==(const SegmentName&) const = default;
};

struct SegmentFile {
  SegmentName name;
  uint64_t size = 0;
};

std::string HexOf(uint64_t value);

class Folder {
 public:
  // Writes the folder's file with a new id. An error if there is one already.
  static Result<Folder> Make(const std::string& directory, const Key& key);
  static Result<Folder> Open(const std::string& directory, const Key& key);

  // Writes the folder's file anew. Segments under the old key do not open any
  // more.
  Status ChangeKey(const Key& key);

  const std::string& id() const { return id_; }
  const Key& deletion_key() const { return deletion_key_; }
  const std::string& directory() const { return directory_; }

  // All segments, those of a machine in the order of their ranges.
  std::vector<SegmentFile> List() const;
  Result<Segment> Read(const SegmentName& name) const;
  // Answers the size of the file.
  Result<uint64_t> Write(const SegmentName& name, const Segment& segment) const;
  Status Remove(const SegmentName& name) const;
  // Removes files that this machine did not finish: WriteFileAtomically().
  Status RemoveUnfinished(uint64_t machine) const;
  std::string PathOf(const SegmentName& name) const;

 private:
  std::string Bound(const SegmentName& name) const;

  std::string directory_, id_;
  Key key_, deletion_key_;
};

}  // namespace synapse::sync
