// SpecPack: compiled specs in one file, mapped and read in place. All shells
// share its pages, and a shell reads only those of the commands that it meets.
//
//   header   "SYNSPEC\n" | format u64 | size of the file u64 | index u64
//   specs    one after another, each as Pack() makes it
//   index    a PackIndex, from the byte `index` to the end
//
// `format` is PackFormat(). A pack of another format, a damaged or a foreign
// one is refused when it is opened. The index is checked then, and each spec
// when it is first found: a bad one counts as missing. The options of a command
// are checked when they are first read: bad ones count as none.
//
// Rejected: a checksum. It would read the whole file in each shell, and a file
// that somebody else wrote would have a valid one.
//
// Truncation: a pack is replaced by rename and never written in place.
// Tested by tests/spec/pack_test.cc; fuzzed by tests/fuzz/pack_fuzz.cc.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "spec/pack_index.h"

namespace synapse {

class SpecPack : public std::enable_shared_from_this<SpecPack> {
 public:
  // Fails with the reason, for `doctor`.
  static Result<std::shared_ptr<SpecPack>> Open(const std::string& path);
  // `bytes` is the contents of such a file.
  static Result<std::shared_ptr<SpecPack>> FromBytes(std::string bytes);
  ~SpecPack();
  SpecPack(const SpecPack&) = delete;
  SpecPack& operator=(const SpecPack&) = delete;

  const PackIndex& index() const { return *index_; }
  // Null if the pack does not know the name.
  const PackEntry* Entry(std::string_view name) const;
  // Null if there is none, or it is bad. It keeps the pack.
  std::shared_ptr<const Spec> Find(const PackEntry& entry);

 private:
  SpecPack() = default;
  Status Check();

  std::string_view bytes_;
  std::string own_;  // where nothing is mapped
  bool mapped_ = false;
  const PackIndex* index_ = nullptr;
  // The entries that were found last, each at a place that its name gives: the
  // lines of a key name few commands, many times.
  static constexpr size_t kRecent = 64;
  mutable std::array<const PackEntry*, kRecent> recent_{};
  enum class State : uint8_t { kUnchecked, kGood, kBad };
  std::vector<State> checked_;  // of the entries
};

// Collects specs for a pack.
class PackBuilder {
 public:
  void Add(const std::string& name, const SpecDraft& spec);
  // Facts of names, from specs/names/commands.json.
  Status AddNames(std::string_view json, const std::string& origin);
  PackIndexDraft& index() { return index_; }
  std::string Finish();

 private:
  PackEntryDraft& EntryOf(const std::string& name);
  PackIndexDraft index_;  // its entries are sorted
  std::string specs_;
};

// The pack of every spec of a directory, with its names/commands.json if there
// is one. Errors are added to the index.
std::string PackDirectory(const std::string& directory);

}  // namespace synapse
