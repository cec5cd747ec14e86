#include "store/recovery.h"

#include <dirent.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <unordered_set>

#include "base/files.h"
#include "base/text.h"
#include "store/bytes.h"
#include "store/env.h"
#include "store/forgotten.h"
#include "store/log_keys.h"
#include "store/replacement.h"

namespace synapse {
namespace {

constexpr int kMaxAttempts = 48;

Env::Options OptionsFor(const std::string& directory) {
  Env::Options options;
  options.directory = directory;
  options.tables.assign(std::begin(kLogTables), std::end(kLogTables));
  options.newest_schema = kLogSchema;
  return options;
}

class Reader {
 public:
  explicit Reader(const std::string& directory) : directory_(directory) {}

  Recovered Run() {
    Recovered out;
    (void)Try([&](Txn& txn) {
      auto hidden = HiddenIn(txn);
      hidden_.insert(hidden.begin(), hidden.end());
    });
    bool ended = false;
    uint64_t skip = 1;
    for (int attempt = 0; attempt < kMaxAttempts && !ended; ++attempt) {
      const uint64_t before = from_;
      ended = Try([&](Txn& txn) {
        txn.ScanIn(kEventTable, Big64(from_), [&](auto key, auto value) {
          const uint64_t sequence = Take(key, value);
          if (sequence > 0) from_ = sequence + 1;
          return sequence > 0;
        });
      });
      if (ended) out.whole = attempt == 0;
      // Behind the damaged page.
      skip = from_ > before ? 1 : 2 * skip;
      from_ += skip;
    }
    if (!out.whole) {
      (void)Try([&](Txn& txn) {
        txn.ScanBackwardsIn(kEventTable, [&](auto key, auto value) {
          return events_.contains(ByteReader(key).Big<uint64_t>()) ||
                 Take(key, value) > 0;
        });
      });
    }
    for (auto& [sequence, event] : events_) {
      if (hidden_.contains(Hash64(event.command))) continue;
      event.origin = {};
      event.previous = 0;
      out.events.push_back(std::move(event));
    }
    return out;
  }

 private:
  // True when `read` came to its end without damage.
  template <class Read>
  bool Try(const Read& read) {
    auto env = Env::Open(OptionsFor(directory_));
    if (!env.ok()) return false;
    bool ended = false;
    Status status = (*env)->Read([&](Txn& txn) {
      damaged_ = false;
      read(txn);
      ended = txn.error() == MDB_SUCCESS && !damaged_;
    });
    return status.ok() && ended;
  }

  // The sequence; 0 for a key that is none: a damaged page has led the cursor
  // to it.
  uint64_t Take(std::string_view key, std::string_view value) {
    constexpr uint64_t kMaxSequence = uint64_t{1} << 48;
    const uint64_t sequence =
        key.size() == sizeof(uint64_t) ? ByteReader(key).Big<uint64_t>() : 0;
    damaged_ = sequence == 0 || sequence > kMaxSequence;
    if (damaged_) return 0;
    auto event = DecodeEvent(value);
    if (event && event->command.find('\0') == event->command.npos) {
      events_.emplace(sequence, *std::move(event));
    }
    return sequence;
  }

  const std::string& directory_;
  uint64_t from_ = 1;
  bool damaged_ = false;
  std::map<uint64_t, Event> events_;
  std::unordered_set<uint64_t> hidden_;
};

}  // namespace

Recovered RecoverLog(const std::string& directory) {
  return Reader(directory).Run();
}

std::vector<std::string> SetAsideLogs(const std::string& store) {
  std::vector<std::string> out;
  DIR* dir = opendir(store.c_str());
  while (dirent* entry = dir ? readdir(dir) : nullptr) {
    std::string_view name = entry->d_name;
    if (name.starts_with(kDamagedLog)) out.push_back(JoinPath(store, name));
  }
  if (dir) closedir(dir);
  std::sort(out.begin(), out.end());
  return out;
}

void MarkRead(const std::string& directory, bool whole) {
  const std::string name(BaseName(directory));
  if (whole || !name.starts_with(kDamagedLog)) {
    RemoveEnvironment(directory);
    return;
  }
  const std::string read =
      kReadLog + name.substr(std::string_view(kDamagedLog).size());
  (void)rename(directory.c_str(), JoinPath(DirName(directory), read).c_str());
}

}  // namespace synapse
