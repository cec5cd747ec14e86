// Kv: ordered tables of bytes inside one transaction. Two implementations: an
// LMDB transaction (env.h), and memory (memory_kv.h), for a session without a
// store, for bulk builds, and as the oracle of the tests.
//
// A view that Get or a scan hands out is valid until the next write to the same
// table or the end of the transaction.
//
// Tested by tests/store/memory_kv_test.cc.
#pragma once

#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse {

// The tables of the index; their keys and values are in keys.h.
enum class Table {
  kMeta,
  kLine,
  kTop,
  kCommand,
  kTemplate,
  kTransition,
  kReusedArgument,  // "slot" on the disk
  kWord,
  kText,
  kFeedback,
  kTerm,
};
inline constexpr const char* kTableNames[] = {
    "meta", "line", "top",  "command",  "template", "transition",
    "slot", "word", "text", "feedback", "term"};
inline constexpr int kTables = std::size(kTableNames);

class Kv {
 public:
  virtual ~Kv() = default;
  virtual std::optional<std::string_view> Get(Table table,
                                              std::string_view key) = 0;
  virtual Status Put(Table table, std::string_view key,
                     std::string_view value) = 0;
  virtual Status Delete(Table table, std::string_view key) = 0;
  // These are read or put soon: memory that is far away can be on its way.
  virtual void Expect(Table table, std::span<const std::string> keys) {}
  // Calls `visit` with each entry from the first key >= `from` on, in byte
  // order, until it answers false.
  using Visitor = std::function<bool(std::string_view, std::string_view)>;
  virtual void Scan(Table table, std::string_view from,
                    const Visitor& visit) = 0;
};

}  // namespace synapse
