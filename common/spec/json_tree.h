// JsonTree: a JSON document as flat nodes that know their line. A validator
// needs lines, and RapidJSON's own document does not keep them.
//
// Comments and trailing commas are allowed. Bytes that are not UTF-8 and
// nesting beyond kMaxDepth are errors; the parser recurses no deeper.
//
// Tested by tests/spec/parse_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

struct JsonNode {
  enum class Type : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };
  Type type = Type::kNull;
  bool boolean = false;
  double number = 0;
  std::string_view text;  // of a string
  std::string_view key;   // inside an object
  uint32_t offset = 0;    // into the document, after the token
  uint32_t first = 0;     // first child; 0 for none, as the root is no child
  uint32_t next = 0;      // sibling
  uint32_t children = 0;
};

class JsonTree {
 public:
  static constexpr int kMaxDepth = 100;

  // Strings of the nodes point into the tree's own copy of `json`.
  explicit JsonTree(std::string_view json);
  JsonTree(const JsonTree&) = delete;
  JsonTree& operator=(const JsonTree&) = delete;

  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }
  int error_line() const { return LineAt(error_offset_); }

  // REQUIRES: ok().
  const JsonNode& root() const { return nodes_[0]; }
  const JsonNode* First(const JsonNode& parent) const {
    return parent.first ? &nodes_[parent.first] : nullptr;
  }
  const JsonNode* Next(const JsonNode& node) const {
    return node.next ? &nodes_[node.next] : nullptr;
  }
  // The first member of that name, or null.
  const JsonNode* Member(const JsonNode& object, std::string_view key) const;
  // From 1. Counts newlines, so it is for messages only.
  int Line(const JsonNode& node) const { return LineAt(node.offset); }

 private:
  friend struct JsonTreeBuilder;
  int LineAt(size_t offset) const;

  std::string_view source_;  // valid only during construction
  std::string buffer_;
  std::vector<JsonNode> nodes_;
  std::string error_;
  size_t error_offset_ = 0;
};

}  // namespace synapse
