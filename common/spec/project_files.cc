#include "spec/project_files.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "spec/json_tree.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// True for bytes that are special in a shell or in make.
bool HasSpecial(std::string_view name) {
  return name.find_first_of("|&;<>()$`\\\"'*?[]{}#~=%!^") != name.npos;
}

// True for letters, digits and the characters of `also`.
bool IsName(std::string_view name, std::string_view also) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || also.find(c) != also.npos;
  });
}

// The text of a comment line, or "": "# x", "## x", "#: x".
std::string_view CommentText(std::string_view line) {
  if (!line.starts_with('#')) return {};
  size_t text = line.find_first_not_of("#:! \t");
  return text == line.npos ? std::string_view() : Trim(line.substr(text));
}

// The offset of a rule's colon, or npos: `a = b:c`, `a := b` and `a ::= b`
// assign, `a: CFLAGS = x` is a rule.
size_t RuleColon(std::string_view line) {
  size_t colon = line.find(':');
  if (colon == line.npos || line.substr(0, colon).find('=') != line.npos) {
    return line.npos;
  }
  size_t after = line.find_first_not_of(':', colon);
  if (after != line.npos && line[after] == '=') return line.npos;
  return colon;
}

// Empty when the file was not read to its end.
std::vector<GeneratedValue> Finished(ValueList& out, Reading& reading) {
  if (reading.SpentNow()) return {};
  return out.Take();
}

class MakefileReader {
 public:
  MakefileReader(ValueList& out, Reading& reading)
      : out_(out), reading_(reading) {}

  void Read(const std::string& path, int depth) {
    std::string text = reading_.Text(path), joined;
    std::string_view rest = text, line, comment;
    bool in_define = false;
    while (!reading_.Spent() && !out_.Full() &&
           NextLogicalLine(rest, line, joined, " ")) {
      const bool is_joined = line.data() == joined.data();
      std::string_view words = line;
      std::string_view first = NextWord(words);
      if (in_define || first == "define") {
        in_define = first != "endef";
      } else if (IsOneOf(first, {"include", "-include", "sinclude"})) {
        if (depth == 0) Include(path, words);
      } else if (!line.starts_with('\t') && !line.starts_with('#')) {
        Rule(line, first, comment);
      }
      comment = is_joined ? std::string_view() : CommentText(line);
    }
  }

 private:
  static constexpr size_t kMaxIncludes = 16;

  // A file is included only once.
  void Include(const std::string& from, std::string_view names) {
    for (std::string_view name = NextWord(names); !name.empty();
         name = NextWord(names)) {
      // A name that make would have to compute is skipped.
      if (name.find_first_of("$*?[#") != name.npos) break;
      if (included_.size() >= kMaxIncludes) return;
      std::string path = JoinPath(DirName(from), name);
      if (included_.insert(path).second) Read(path, 1);
    }
  }

  void Rule(std::string_view line, std::string_view first,
            std::string_view comment) {
    if (IsOneOf(first, {"ifeq", "ifneq", "ifdef", "ifndef", "else", "endif",
                        "export", "unexport", "override", "vpath"})) {
      return;
    }
    size_t colon = RuleColon(line);
    if (colon == line.npos) return;
    size_t mark = line.find("## ", colon);
    if (mark != line.npos) comment = Trim(line.substr(mark + 3));
    std::string_view names = line.substr(0, colon);
    for (std::string_view name = NextWord(names); !name.empty();
         name = NextWord(names)) {
      if (name[0] == '.' || HasSpecial(name)) continue;
      out_.Add(name, comment);
    }
  }

  ValueList& out_;
  Reading& reading_;
  std::set<std::string> included_;
};

// The end of a just recipe's head: a colon outside quotes that does not assign.
size_t RecipeColon(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == ':') {
      return i + 1 < line.size() && line[i + 1] == '=' ? line.npos : i;
    }
  }
  return line.npos;
}

// Adds members of an object in package.json, with their text as description.
void AddMembers(const std::string& path,
                std::initializer_list<std::string_view> objects,
                ValueList& out, Reading& reading) {
  std::string text = reading.Text(path);
  if (text.empty()) return;
  JsonTree tree(text);
  if (!tree.ok() || tree.root().type != JsonNode::Type::kObject) return;
  for (std::string_view name : objects) {
    const JsonNode* object = tree.Member(tree.root(), name);
    if (!object || object->type != JsonNode::Type::kObject) continue;
    for (const JsonNode* n = tree.First(*object); n && !out.Full();
         n = tree.Next(*n)) {
      if (n->type == JsonNode::Type::kString) out.Add(n->key, n->text);
    }
  }
}

std::string FirstOf(const std::string& dir,
                    std::initializer_list<std::string_view> names) {
  if (OnSlowMount(dir)) return "";
  for (std::string_view name : names) {
    std::string path = JoinPath(dir, name);
    if (IsRegularFile(path)) return path;
  }
  return "";
}

// The key of a YAML line "key: value"; the value without its comment.
bool YamlPair(std::string_view line, std::string_view& key,
              std::string_view& value) {
  size_t colon = line.find(':');
  if (colon == line.npos) return false;
  if (colon + 1 < line.size() && line[colon + 1] != ' ') return false;
  key = Unquoted(Trim(line.substr(0, colon)));
  value = line.substr(colon + 1);
  value = Unquoted(Trim(value.substr(0, value.find(" #"))));
  return true;
}

}  // namespace

std::vector<GeneratedValue> MakeTargets(const std::string& makefile,
                                        Reading& reading) {
  ValueList out;
  MakefileReader(out, reading).Read(makefile, 0);
  return Finished(out, reading);
}

std::string FindMakefile(const std::string& dir) {
  return FirstOf(dir, {"GNUmakefile", "makefile", "Makefile"});
}

std::vector<GeneratedValue> PackageJsonScripts(const std::string& path,
                                               Reading& reading) {
  ValueList out;
  AddMembers(path, {"scripts"}, out, reading);
  return Finished(out, reading);
}

std::vector<GeneratedValue> PackageJsonDependencies(const std::string& path,
                                                    Reading& reading) {
  ValueList out;
  AddMembers(path,
             {"dependencies", "devDependencies", "optionalDependencies",
              "peerDependencies"},
             out, reading);
  return Finished(out, reading);
}

std::vector<GeneratedValue> JustRecipes(const std::string& justfile,
                                        Reading& reading) {
  std::string text = reading.Text(justfile);
  std::string_view rest = text, line, comment;
  ValueList out;
  bool is_private = false;
  while (!reading.Spent() && !out.Full() && NextLine(rest, line)) {
    if (line.starts_with('[')) {  // attributes are above the recipe
      is_private |= line.find("private") != line.npos;
      continue;
    }
    std::string_view words = line;
    if (words.starts_with('@')) words.remove_prefix(1);
    bool indented = line.starts_with(' ') || line.starts_with('\t');
    std::string_view name = NextWord(words);
    if (name == "alias") {
      std::string_view alias = NextWord(words);
      if (IsName(alias, "_-")) out.Add(alias, "alias");
    } else if (!indented && !line.starts_with('#') &&
               RecipeColon(line) != line.npos &&
               !IsOneOf(name, {"set", "import", "mod", "export"})) {
      name = name.substr(0, name.find(':'));
      if (!is_private && !name.starts_with('_') && IsName(name, "_-")) {
        out.Add(name, comment);
      }
    }
    is_private = false;
    comment = CommentText(line);
  }
  return Finished(out, reading);
}

std::vector<GeneratedValue> ComposeServices(const std::string& compose_file,
                                            Reading& reading) {
  std::string text = reading.Text(compose_file);
  std::string_view rest = text, line, key, value;
  ValueList out;
  bool in_services = false;
  size_t indent = 0;  // indentation of service names, 0 until one is seen
  GeneratedValue* service = nullptr;
  while (!reading.Spent() && !out.Full() && NextLine(rest, line)) {
    size_t at = line.find_first_not_of(' ');
    if (at == line.npos || line[at] == '#' || line[at] == '\t') continue;
    if (!YamlPair(line.substr(at), key, value)) continue;
    if (at == 0) {
      in_services = key == "services";
      continue;
    }
    if (!in_services) continue;
    if (indent == 0) indent = at;
    if (at == indent) {
      service = IsName(key, "._-") ? out.Add(key) : nullptr;
    } else if (key == "image" && service && service->description.empty()) {
      service->description = value.substr(0, kMaxDescription);
    }
  }
  return Finished(out, reading);
}

std::string FindComposeFile(const std::string& dir) {
  return FirstOf(dir, {"compose.yaml", "compose.yml", "docker-compose.yaml",
                       "docker-compose.yml"});
}

}  // namespace synapse
