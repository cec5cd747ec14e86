// CMakePresets.json and CMakeUserPresets.json (cmake-presets(7)).
#include <set>

#include "base/files.h"
#include "spec/json_tree.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

class PresetReader {
 public:
  PresetReader(std::string_view list, Reading& reading)
      : list_(list), reading_(reading) {}

  void Read(const std::string& path, int depth) {
    if (depth > kMaxIncludes || !read_.insert(path).second) return;
    const std::string text = reading_.Text(path);
    if (text.empty()) return;
    JsonTree tree(text);
    if (!tree.ok() || tree.root().type != JsonNode::Type::kObject) return;
    AddPresets(tree);
    const JsonNode* include = Array(tree, "include");
    for (const JsonNode* n = include ? tree.First(*include) : nullptr;
         n && !reading_.Spent(); n = tree.Next(*n)) {
      // ${fileDir} is where a relative path begins anyway; other macros, such
      // as $penv{NAME}, depend on the environment of a run.
      std::string_view name = n->text;
      constexpr std::string_view kHere = "${fileDir}/";
      if (name.starts_with(kHere)) name.remove_prefix(kHere.size());
      if (name.empty() || name.find('$') != name.npos) continue;
      Read(JoinPath(DirName(path), name), depth + 1);
    }
  }

  std::vector<GeneratedValue> Take() { return Finished(out_, reading_); }

 private:
  static constexpr int kMaxIncludes = 8;

  static const JsonNode* Array(const JsonTree& tree, std::string_view name) {
    const JsonNode* node = tree.Member(tree.root(), name);
    return node && node->type == JsonNode::Type::kArray ? node : nullptr;
  }
  static std::string_view Text(const JsonTree& tree, const JsonNode& preset,
                               std::string_view name) {
    const JsonNode* node = tree.Member(preset, name);
    return node && node->type == JsonNode::Type::kString ? node->text
                                                         : std::string_view();
  }

  void AddPresets(const JsonTree& tree) {
    const JsonNode* list = Array(tree, list_);
    for (const JsonNode* n = list ? tree.First(*list) : nullptr;
         n && !out_.Full() && !reading_.Spent(); n = tree.Next(*n)) {
      if (n->type != JsonNode::Type::kObject) continue;
      const JsonNode* hidden = tree.Member(*n, "hidden");
      if (hidden && hidden->boolean) continue;
      std::string_view about = Text(tree, *n, "displayName");
      if (about.empty()) about = Text(tree, *n, "description");
      out_.Add(Text(tree, *n, "name"), about);
    }
  }

  std::string_view list_;
  Reading& reading_;
  ValueList out_;
  std::set<std::string> read_;
};

}  // namespace

std::vector<GeneratedValue> CmakePresets(const std::string& directory,
                                         std::string_view list,
                                         Reading& reading) {
  PresetReader reader(list, reading);
  reader.Read(JoinPath(directory, "CMakePresets.json"), 0);
  reader.Read(JoinPath(directory, "CMakeUserPresets.json"), 0);
  return reader.Take();
}

}  // namespace synapse
