// package.json: scripts, dependencies and workspaces; and those of pnpm.
#include "spec/project_files.h"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "spec/json_tree.h"
#include "spec/project_text.h"
#include "spec/scan.h"
#include "spec/yaml_lines.h"

namespace synapse {
namespace {

// Adds members of an object in package.json, with their text as description.
void AddMembers(const std::string& path,
                std::initializer_list<std::string_view> objects, ValueList& out,
                Reading& reading) {
  std::string text = reading.Text(path);
  if (text.empty()) return;
  JsonTree tree(text);
  if (!tree.ok() || tree.root().type != JsonNode::Type::kObject) return;
  for (std::string_view name : objects) {
    const JsonNode* object = tree.Member(tree.root(), name);
    if (!object || object->type != JsonNode::Type::kObject) continue;
    for (const JsonNode* n = tree.First(*object); n && !out.Full();
         n = tree.Next(*n)) {
      const JsonNode* about = n;
      if (n->type == JsonNode::Type::kObject) {
        about = tree.Member(*n, "description");
        if (!about) about = tree.Member(*n, "command");
      }
      if (about && about->type == JsonNode::Type::kString) {
        out.Add(n->key, about->text);
      } else if (n->type == JsonNode::Type::kArray ||
                 n->type == JsonNode::Type::kObject) {
        out.Add(n->key);  // several commands, or a task of turbo
      }
    }
  }
}

// The texts of an array, or those of its member `packages`.
std::vector<std::string> PatternsOf(const JsonTree& tree) {
  std::vector<std::string> out;
  if (!tree.ok() || tree.root().type != JsonNode::Type::kObject) return out;
  const JsonNode* list = tree.Member(tree.root(), "workspaces");
  if (list && list->type == JsonNode::Type::kObject) {
    list = tree.Member(*list, "packages");
  }
  if (!list || list->type != JsonNode::Type::kArray) return out;
  for (const JsonNode* n = tree.First(*list); n; n = tree.Next(*n)) {
    if (n->type == JsonNode::Type::kString) out.emplace_back(n->text);
  }
  return out;
}

// The texts of `packages` in the file of pnpm.
std::vector<std::string> PatternsOfPnpm(std::string_view text,
                                        Reading& reading) {
  std::vector<std::string> out;
  YamlLines lines(text, reading);
  while (lines.Next()) {
    if (lines.keys()[0] != "packages") continue;
    for (std::string& item : FlowItems(lines.value())) {
      out.push_back(std::move(item));
    }
  }
  return out;
}

// The directories of a pattern such as `packages/*`.
std::vector<std::string> DirectoriesOf(const std::string& root,
                                       std::string pattern) {
  std::vector<std::string> out;
  while (pattern.starts_with("./")) pattern.erase(0, 2);
  while (pattern.ends_with('/')) pattern.pop_back();
  // `packages/**`: two levels have the packages of nearly every project.
  if (pattern.ends_with("/**")) {
    pattern.pop_back();
    out = DirectoriesOf(root, pattern + "/*");
  }
  // `packages/**/*` has packages/a, and packages/b/c.
  if (const size_t any = pattern.find("/**/"); any != pattern.npos) {
    out = DirectoriesOf(root, pattern.substr(0, any) + pattern.substr(any + 3));
    pattern.erase(any + 1, 1);
  }
  // A deep pattern may visit a whole disk, and so may one with many braces.
  const auto times = [&](char c) {
    return std::count(pattern.begin(), pattern.end(), c);
  };
  if (times('*') > 2 || times('{') > 1 || times(',') > 20) return out;
  const std::string path = JoinPath(JoinPath(root, pattern), "package.json");
  if (OnSlowMount(root)) return out;
  glob_t found;
  if (glob(path.c_str(), GLOB_BRACE, nullptr, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; ++i) {
      std::string directory(DirName(found.gl_pathv[i]));
      if ((directory + "/").find("/node_modules/", root.size()) ==
          directory.npos) {
        out.push_back(std::move(directory));
      }
    }
  }
  globfree(&found);
  return out;
}

}  // namespace

Values PackageJsonScripts(const std::string& path, Reading& reading) {
  ValueList out;
  AddMembers(path, {"scripts"}, out, reading);
  return Finished(out, reading);
}

Values JsonTasks(const std::string& path, std::string_view object,
                 Reading& reading) {
  ValueList out;
  AddMembers(path, {object}, out, reading);
  return Finished(out, reading);
}

Values PackageJsonDependencies(const std::string& path, Reading& reading) {
  ValueList out;
  AddMembers(path,
             {"dependencies", "devDependencies", "optionalDependencies",
              "peerDependencies"},
             out, reading);
  return Finished(out, reading);
}

namespace {

// The package of a link such as ../@scope/name/bin/tool.js; "" for a file.
std::string PackageOfLink(const std::string& path) {
  char target[512];
  const ssize_t n = readlink(path.c_str(), target, sizeof target);
  std::string_view rest(target, n > 0 ? static_cast<size_t>(n) : 0);
  if (!rest.starts_with("../")) return "";
  rest.remove_prefix(3);
  size_t end = rest.find('/');
  if (rest.starts_with('@') && end != rest.npos) end = rest.find('/', end + 1);
  const std::string_view package = rest.substr(0, end);
  return package == ".." ? "" : std::string(package);
}

// The programs of one node_modules/.bin by name.
void AddBinaries(const std::string& directory, ValueList& out,
                 Reading& reading) {
  Values here;
  ForEachEntry(directory, [&](const char* entry, unsigned char) {
    const std::string_view name = entry;
    // On Windows npm writes a script for another shell beside each program.
    if (!name.starts_with('.') && !name.ends_with(".cmd") &&
        !name.ends_with(".ps1")) {
      here.push_back({entry, PackageOfLink(JoinPath(directory, name)), 0});
    }
    return !reading.Spent() && here.size() < kMaxGenerated;
  });
  std::sort(here.begin(), here.end(),
            [](const auto& a, const auto& b) { return a.value < b.value; });
  for (const GeneratedValue& v : here) out.Add(v.value, v.description);
}

}  // namespace

Values NodeBinaries(const std::string& directory, Reading& reading) {
  constexpr int kMaxLevels = 32;
  ValueList out;
  std::set<std::string> direct;
  std::string at = directory;
  for (int i = 0; i < kMaxLevels && at.starts_with('/'); ++i) {
    AddBinaries(JoinPath(at, "node_modules/.bin"), out, reading);
    for (const GeneratedValue& package :
         PackageJsonDependencies(JoinPath(at, "package.json"), reading)) {
      direct.insert(package.value);
    }
    if (at == "/" || reading.Spent() || LinkStatus(JoinPath(at, ".git"))) break;
    at = DirName(at);
  }
  std::stable_partition(out.values().begin(), out.values().end(),
                        [&](const GeneratedValue& program) {
                          return direct.contains(program.description) ||
                                 direct.contains(program.value);
                        });
  return out.Take();
}

std::vector<Workspace> Workspaces(const std::string& root, Reading& reading) {
  constexpr size_t kMaxWorkspaces = 250;  // each is a file to read
  std::vector<Workspace> out;
  const std::string text = reading.Text(JoinPath(root, "package.json"));
  if (text.empty()) return out;
  std::vector<std::string> patterns = PatternsOf(JsonTree(text));
  if (patterns.empty()) {
    patterns = PatternsOfPnpm(
        reading.Text(JoinPath(root, "pnpm-workspace.yaml")), reading);
  }
  for (const std::string& pattern : patterns) {
    const bool excludes = pattern.starts_with('!');
    for (std::string& directory :
         DirectoriesOf(root, pattern.substr(excludes))) {
      if (excludes) {
        std::erase_if(
            out, [&](const Workspace& w) { return w.directory == directory; });
      } else if (out.size() < kMaxWorkspaces && !reading.SpentNow()) {
        out.push_back({"", std::move(directory)});
      }
    }
  }
  for (Workspace& workspace : out) {
    workspace.name = BaseName(workspace.directory);
    const std::string package =
        reading.Text(JoinPath(workspace.directory, "package.json"));
    if (package.empty()) continue;
    JsonTree tree(package);
    if (!tree.ok() || tree.root().type != JsonNode::Type::kObject) continue;
    const JsonNode* name = tree.Member(tree.root(), "name");
    if (name && name->type == JsonNode::Type::kString && !name->text.empty()) {
      workspace.name = name->text;
    }
  }
  return out;
}

}  // namespace synapse
