#include "spec/json_tree.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <string.h>

#include <algorithm>

#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kBlock = sizeof(uint64_t);

// True if the text begins with a block of ASCII that has no NUL.
bool IsPlain(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101, kHigh = kOnes << 7;
  if (text.size() < kBlock) return false;
  uint64_t block;
  memcpy(&block, text.data(), kBlock);
  return ((block | (block - kOnes)) & kHigh) == 0;
}

size_t FirstBadByte(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    unsigned char c = static_cast<unsigned char>(text[at]);
    if (c == 0) return at;
    if (c < 0x80) {
      at += IsPlain(text.substr(at)) ? kBlock : 1;
      continue;
    }
    CodePoint point = DecodeUtf8(text, at);
    if (point.length == 1) return at;
    at += static_cast<size_t>(point.length);
  }
  return text.npos;
}

}  // namespace

// SAX handler: RapidJSON reports values, and the stream gives their offsets.
struct JsonTreeBuilder {
  explicit JsonTreeBuilder(JsonTree& tree, rapidjson::InsituStringStream& in)
      : tree(tree), in(in) {}

  bool Null() { return Add(JsonNode::Type::kNull) != nullptr; }
  bool Bool(bool value) {
    Add(JsonNode::Type::kBool)->boolean = value;
    return true;
  }
  bool Int(int value) { return Double(value); }
  bool Uint(unsigned value) { return Double(value); }
  bool Int64(int64_t value) { return Double(static_cast<double>(value)); }
  bool Uint64(uint64_t value) { return Double(static_cast<double>(value)); }
  bool Double(double value) {
    Add(JsonNode::Type::kNumber)->number = value;
    return true;
  }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return false; }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    Add(JsonNode::Type::kString)->text = {text, length};
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    key = {text, length};
    return true;
  }
  bool StartObject() { return Open(JsonNode::Type::kObject); }
  bool StartArray() { return Open(JsonNode::Type::kArray); }
  bool EndObject(rapidjson::SizeType members) { return Close(members); }
  bool EndArray(rapidjson::SizeType items) { return Close(items); }

  JsonNode* Add(JsonNode::Type type) {
    uint32_t index = static_cast<uint32_t>(tree.nodes_.size());
    JsonNode node;
    node.type = type;
    node.key = key;
    node.offset = static_cast<uint32_t>(in.Tell());
    key = {};
    tree.nodes_.push_back(node);
    if (!open.empty()) {
      Level& level = open.back();
      if (level.last) {
        tree.nodes_[level.last].next = index;
      } else {
        tree.nodes_[level.parent].first = index;
      }
      level.last = index;
    }
    return &tree.nodes_.back();
  }
  bool Open(JsonNode::Type type) {
    if (open.size() >= JsonTree::kMaxDepth) return false;
    Add(type);
    open.push_back({static_cast<uint32_t>(tree.nodes_.size() - 1), 0});
    return true;
  }
  bool Close(uint32_t children) {
    JsonNode& parent = tree.nodes_[open.back().parent];
    parent.children = children;
    open.pop_back();
    return true;
  }

  struct Level {
    uint32_t parent;
    uint32_t last;  // the last child
  };
  JsonTree& tree;
  rapidjson::InsituStringStream& in;
  std::string_view key;
  std::vector<Level> open;
};

JsonTree::JsonTree(std::string_view json) : source_(json), buffer_(json) {
  // Checked before parsing: RapidJSON takes a NUL for the end of the text, and
  // its own encoding check reads past the end of a truncated sequence.
  size_t bad = FirstBadByte(json);
  if (bad != json.npos) {
    error_ = json[bad] == '\0' ? "a NUL byte" : "a byte that is not UTF-8";
    error_offset_ = bad;
    return;
  }
  // Without kParseIterativeFlag: a fifth fewer instructions, and Open() bounds
  // the recursion.
  constexpr unsigned kFlags = rapidjson::kParseInsituFlag |
                              rapidjson::kParseCommentsFlag |
                              rapidjson::kParseTrailingCommasFlag;
  rapidjson::InsituStringStream in(buffer_.data());
  constexpr size_t kBytesOfValue = 18;  // in our large specs, at least
  nodes_.reserve(json.size() / kBytesOfValue + 1);
  JsonTreeBuilder builder(*this, in);
  rapidjson::Reader reader;
  auto result = reader.Parse<kFlags>(in, builder);
  if (!result.IsError()) return;
  error_offset_ = result.Offset();
  error_ = result.Code() == rapidjson::kParseErrorTermination
               ? "nested too deeply"
               : rapidjson::GetParseError_En(result.Code());
}

const JsonNode* JsonTree::Member(const JsonNode& object,
                                 std::string_view key) const {
  for (const JsonNode* n = First(object); n; n = Next(*n)) {
    if (n->key == key) return n;
  }
  return nullptr;
}

int JsonTree::LineAt(size_t offset) const {
  std::string_view before = source_.substr(0, std::min(offset, source_.size()));
  return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace synapse
