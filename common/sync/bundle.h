// Bundle: the commands of a store in one file, for a move or a backup.
//
// File:    magic | id[16] | a sealed "" | parts | end. A part: size u32 |
//          machine u64 | a sealed segment (segment_file.h) of that machine. The end
//          has machine 0, and seals: the exporting machine u64 | the forgotten
//          hashes, each u64 and its time i64. Little-endian.
// Bound:   the id, the part's number and its machine are authenticated: a part
//          cannot be changed, left out, doubled or moved to another bundle.
// Names:   the machine of a store in no sync folder is chosen at its first
//          bundle, and is its name in the folder that it joins later (state.h).
// Union:   an event is known by its machine and its sequence there. One that
//          came by another way, as by an import on both machines, is known by
//          its time, text and session.
// Hostile: all is opened before the first event is taken in.
// Tested by tests/sync/bundle_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "learn/learner.h"
#include "store/store.h"
#include "sync/crypto.h"
#include "sync/segment_file.h"

namespace synapse::sync {

struct BundlePart {
  uint64_t machine = 0;
  Segment segment;
};

struct Bundle {
  std::vector<BundlePart> parts;
  uint64_t machine = 0;  // that made it
  std::vector<ForgottenHash> forgotten;
};

struct BundleOptions {
  std::string host;
  uint64_t place = 0;  // of this store: Member
  // The event must not leave, or is not taken in; null: all may.
  std::function<bool(const Event&)> leave_out;
};

struct BundleReport {
  size_t events = 0;  // written, or added
  size_t machines = 0;
  size_t known = 0, forgotten = 0, left_out = 0, removed = 0;
};

Result<std::string> MakeBundle(Store& store, const Key& key,
                               const BundleOptions& options,
                               BundleReport& report);
// kInvalidArgument: the key is another one.
Result<Bundle> OpenBundle(std::string_view bytes, const Key& key);
// Lines forgotten there leave the copies that came from other machines; a
// run of this machine is kept, as with an import of lines.
Status TakeInBundle(Store& store, Learner& learner, Bundle bundle,
                    const BundleOptions& options, BundleReport& report);

}  // namespace synapse::sync
