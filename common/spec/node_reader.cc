#include "spec/node_reader.h"

#include <cmath>

namespace synapse {

std::string NodeReader::Path() const {
  std::string out;
  for (const auto& [key, index] : steps_) {
    if (index >= 0) {
      out += '[' + std::to_string(index) + ']';
    } else {
      if (!out.empty()) out += '.';
      out += key;
    }
  }
  return out;
}

void NodeReader::Report(const JsonNode& node, std::string what, bool fatal) {
  problems_.push_back({tree_.Line(node), Path(), std::move(what), fatal});
}

bool NodeReader::IsObject(const JsonNode& node) {
  if (node.type == JsonNode::Type::kObject) return true;
  Fatal(node, "expected an object");
  return false;
}

void NodeReader::Read(const JsonNode& node, std::string& out) {
  if (node.type != JsonNode::Type::kString) {
    return Fatal(node, "expected a string");
  }
  out = node.text;
}

void NodeReader::Read(const JsonNode& node, bool& out) {
  if (node.type != JsonNode::Type::kBool) {
    return Fatal(node, "expected true or false");
  }
  out = node.boolean;
}

void NodeReader::Read(const JsonNode& node, int& out) {
  constexpr int kMax = 1000000;
  if (node.type != JsonNode::Type::kNumber ||
      !(node.number >= 0 && node.number <= kMax) ||
      node.number != std::floor(node.number)) {
    return Fatal(node, "expected a whole number from 0 to 1000000");
  }
  out = static_cast<int>(node.number);
}

void NodeReader::Read(const JsonNode& node, std::vector<std::string>& out) {
  out.clear();
  if (node.type == JsonNode::Type::kString) {
    out.emplace_back(node.text);
    return;
  }
  if (node.type != JsonNode::Type::kArray) {
    return Fatal(node, "expected a string or an array of strings");
  }
  out.reserve(node.children);
  ForEach(node, [&](const JsonNode& item) { Read(item, out.emplace_back()); });
}

}  // namespace synapse
