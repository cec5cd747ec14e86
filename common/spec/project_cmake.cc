// CMakePresets.json and CMakeUserPresets.json (cmake-presets(7)), the cache of a
// build, and the targets of a build.ninja.
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

  Values Take() { return Finished(out_, reading_); }

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

// A variable of the cache, or one that CMakeLists.txt would put there.
struct CacheVariable {
  std::string_view name, type, value, help;
};

// `NAME:TYPE=VALUE`, with lines `//help` before it.
bool ReadCacheLine(std::string_view line, CacheVariable& out) {
  if (line.starts_with("//")) {
    out.help = line.substr(2);
    return false;
  }
  const size_t colon = line.find(':'), equals = line.find('=');
  if (colon == line.npos || equals == line.npos || equals < colon) return false;
  out.name = line.substr(0, colon);
  out.type = line.substr(colon + 1, equals - colon - 1);
  out.value = line.substr(equals + 1);
  return out.type != "INTERNAL" && out.type != "STATIC";
}

// `option(NAME "help" ON)`, `set(NAME value CACHE STRING "help")`, on one line.
bool ReadListsLine(std::string_view line, CacheVariable& out) {
  line = Trim(line);
  const bool is_option = line.starts_with("option(");
  if (!is_option && !line.starts_with("set(")) return false;
  line.remove_prefix(is_option ? 7 : 4);
  std::string_view rest = line.substr(0, line.rfind(')'));
  out.name = NextWord(rest);
  if (is_option) {
    out.type = "BOOL";
    out.value = rest.ends_with("ON") ? "ON" : "OFF";
  } else {
    const size_t cache = rest.find(" CACHE ");
    if (cache == rest.npos) return false;
    out.value = Unquoted(Trim(rest.substr(0, cache)));
    rest.remove_prefix(cache + 7);
    out.type = NextWord(rest);
  }
  const size_t first = rest.find('"');
  const size_t last = first == rest.npos ? first : rest.find('"', first + 1);
  out.help = last == rest.npos ? std::string_view()
                               : rest.substr(first + 1, last - first - 1);
  return out.type != "INTERNAL";
}

}  // namespace

Values CmakeVariables(const std::string& build, const std::string& source,
                      std::string_view partial, Reading& reading) {
  ValueList out;
  const size_t equals = partial.find('=');
  std::string text = reading.Text(JoinPath(build, "CMakeCache.txt"));
  const bool is_cache = !text.empty();
  if (!is_cache) text = reading.Text(JoinPath(source, "CMakeLists.txt"));
  std::string_view rest = text, line;
  CacheVariable variable;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (is_cache ? !ReadCacheLine(line, variable)
                 : !ReadListsLine(line, variable)) {
      continue;
    }
    const std::string about =
        std::string(variable.help) + (variable.help.empty() ? "" : "; ") +
        "now " + std::string(variable.value.empty() ? "empty" : variable.value);
    const std::string before = std::string(variable.name) + "=";
    const bool is_name = IsName(variable.name, "_-.");
    if (is_name && equals == partial.npos) {
      out.Add(before, about);
    } else if (is_name && partial.starts_with(before) &&
               variable.type == "BOOL") {
      out.Add(before + "ON", variable.help);
      out.Add(before + "OFF", variable.help);
    }
    variable.help = {};
  }
  return Finished(out, reading);
}

Values NinjaTargets(const std::string& build_ninja, Reading& reading) {
  constexpr std::string_view kBuild = "build ";
  ValueList out;
  const std::string text = reading.Text(build_ninja);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (!line.starts_with(kBuild)) continue;
    line.remove_prefix(kBuild.size());
    std::string_view outputs = line.substr(0, line.find(": "));
    // Objects and files within directories are made for others.
    for (std::string_view name = NextWord(outputs); !name.empty();
         name = NextWord(outputs)) {
      if (IsName(name, "_-.+") && !name.ends_with(".o")) out.Add(name);
    }
  }
  return Finished(out, reading);
}

Values CmakePresets(const std::string& directory, std::string_view list,
                    Reading& reading) {
  PresetReader reader(list, reading);
  reader.Read(JoinPath(directory, "CMakePresets.json"), 0);
  reader.Read(JoinPath(directory, "CMakeUserPresets.json"), 0);
  return reader.Take();
}

}  // namespace synapse
