#include "spec/tree_names.h"

namespace synapse {
namespace {

// One name or several, as "name" has them.
std::vector<std::string_view> NamesOf(const JsonTree& tree,
                                      const JsonNode& object) {
  std::vector<std::string_view> out;
  const JsonNode* name = tree.Member(object, "name");
  if (!name) return out;
  if (name->type == JsonNode::Type::kString) out.push_back(name->text);
  for (auto* n = tree.First(*name); n; n = tree.Next(*n)) {
    out.push_back(n->text);
  }
  return out;
}

// JsonTree bounds the depth.
void AddNames(const JsonTree& tree, const JsonNode& command, TreeNames& out) {
  for (auto* member = tree.First(command); member;
       member = tree.Next(*member)) {
    const bool subcommands = member->key == "subcommands";
    if (!subcommands && member->key != "options") continue;
    for (auto* n = tree.First(*member); n; n = tree.Next(*n)) {
      const std::vector<std::string_view> names = NamesOf(tree, *n);
      if (!subcommands) {
        out.options.Add(names);
        continue;
      }
      out.subcommands.insert(out.subcommands.end(), names.begin(), names.end());
      AddNames(tree, *n, out);
    }
  }
}

}  // namespace

TreeNames NamesIn(const JsonTree& tree) {
  TreeNames out;
  AddNames(tree, tree.root(), out);
  return out;
}

bool HasRef(const JsonTree& tree, const JsonNode& command) {
  if (tree.Member(command, "ref")) return true;
  const JsonNode* list = tree.Member(command, "subcommands");
  for (auto* n = list ? tree.First(*list) : nullptr; n; n = tree.Next(*n)) {
    if (HasRef(tree, *n)) return true;
  }
  return false;
}

}  // namespace synapse
