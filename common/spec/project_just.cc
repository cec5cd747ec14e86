// Recipes of a justfile, with those of the files that it imports and of its
// modules, as `just --summary` lists them: no private ones, and none for other
// systems.
#include <limits>
#include <map>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// The end of a just recipe's head: a colon outside quotes that does not assign.
size_t RecipeColon(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '#') {
      return line.npos;
    } else if (c == ':') {
      return i + 1 < line.size() && line[i + 1] == '=' ? line.npos : i;
    }
  }
  return line.npos;
}

// The parameters of a recipe's head, `host port="80"`: as many words may follow
// its name, or any number if the last one takes several: `+hosts`, `*flags`.
size_t CountParameters(std::string_view head) {
  size_t count = 0;
  char quote = 0;
  int depth = 0;
  bool begins = true;
  for (char c : head) {
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    } else if (c == ' ' || c == '\t') {
      begins |= depth == 0;
      continue;
    } else if (begins && (c == '+' || c == '*')) {
      return std::numeric_limits<size_t>::max();
    }
    count += begins;
    begins = false;
  }
  return count;
}

// The attributes in [brackets] above a recipe.
struct Attributes {
  bool hidden = false;
  bool system = false;  // one is named
  bool here = false;    // it is this one
  std::string doc;

  void Add(std::string_view line) {
    for (const std::string& one : Parts(line)) {
      std::string_view name =
          std::string_view(one).substr(0, one.find_first_of(" (:"));
      if (name == "private") hidden = true;
      if (name == "doc") {
        const size_t quote = one.find_first_of("'\"");
        const size_t end = one.find_last_of("'\"");
        doc = quote < end ? one.substr(quote + 1, end - quote - 1) : "";
      }
      if (IsOneOf(name, {"linux", "macos", "unix", "windows", "openbsd",
                         "freebsd", "netbsd", "dragonfly", "android"})) {
        system = true;
        here |= name == "linux" || name == "unix";
      }
    }
  }
  bool offered() const { return !hidden && (!system || here); }

 private:
  static std::vector<std::string> Parts(std::string_view line) {
    std::vector<std::string> out;
    std::string one;
    char quote = 0;
    int depth = 0;
    for (char c : line.substr(1)) {
      if (quote) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')') {
        --depth;
      } else if (depth == 0 && (c == ',' || c == ']')) {
        out.emplace_back(Trim(one));
        one.clear();
        continue;
      }
      one += c;
    }
    return out;
  }
};

class JustfileReader {
 public:
  JustfileReader(ValueList& out, Reading& reading)
      : out_(out), reading_(reading) {}

  // True if the word behind these is a parameter of a recipe.
  bool WantsParameter(std::span<const std::string> words) const {
    size_t left = 0;
    for (const std::string& word : words) {
      if (left > 0) {
        --left;
        continue;
      }
      const auto recipe = parameters_.find(word);
      if (recipe != parameters_.end()) left = recipe->second;
    }
    return left > 0;
  }

  // `path` of modules: "web::".
  void Read(const std::string& file, const std::string& module, int depth) {
    if (depth > kMaxDepth || !read_.insert(module + file).second) return;
    if (read_.size() > kMaxFiles) return;
    const std::string text = reading_.Text(file);
    std::string_view rest = text, line, comment;
    Attributes attributes;
    while (!reading_.Spent() && !out_.Full() && NextLine(rest, line)) {
      if (line.starts_with(' ') || line.starts_with('\t') ||
          Trim(line).empty()) {
        comment = {};
        continue;
      }
      if (line.starts_with('[')) {  // attributes are above the recipe
        attributes.Add(line);
        continue;
      }
      if (!line.starts_with('#')) {
        Item(line, comment, attributes, {file, module, depth});
        SkipStrings(line, rest);
        attributes = Attributes();
      }
      comment = CommentText(line);
    }
  }

 private:
  static constexpr int kMaxDepth = 6;
  static constexpr size_t kMaxFiles = 64;
  struct Where {
    const std::string& file;
    const std::string& module;
    int depth;
  };

  // A text in quotes may go on in the next lines.
  static void SkipStrings(std::string_view line, std::string_view& rest) {
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '#') return;
      if (line[i] != '\'' && line[i] != '"' && line[i] != '`') continue;
      const bool three = line.substr(i, 3) == std::string(3, line[i]);
      const std::string end(three ? 3 : 1, line[i]);
      const bool escapes = line[i] == '"';
      i += end.size();
      while (true) {
        i = line.find(end, i);
        if (i == line.npos) {
          if (!NextLine(rest, line)) return;
          i = 0;
        } else if (escapes && i > 0 && line[i - 1] == '\\') {
          ++i;
        } else {
          i += end.size() - 1;
          break;
        }
      }
    }
  }

  void Item(std::string_view line, std::string_view comment,
            const Attributes& attributes, const Where& where) {
    std::string_view words = line;
    std::string_view first = NextWord(words);
    if (first == "import" || first == "import?") {
      return Import(Trim(words), where);
    }
    if (first == "mod" || first == "mod?") {
      if (attributes.offered()) Module(Trim(words), where);
      return;
    }
    if (first == "alias") {
      std::string_view alias = NextWord(words);
      const bool assigns = Trim(words).starts_with(":=");
      if (assigns) return Add(alias, "alias", attributes, where);
    }
    if (IsOneOf(first, {"set", "export", "unexport"}) &&
        RecipeColon(line) == line.npos) {
      return;
    }
    if (RecipeColon(line) == line.npos) return;
    if (line.starts_with('@')) line.remove_prefix(1);
    std::string_view name = line.substr(0, line.find_first_of(" \t:"));
    const std::string_view head = line.substr(0, RecipeColon(line));
    if (const size_t count = CountParameters(head.substr(name.size()))) {
      parameters_[where.module + std::string(name)] = count;
    }
    Add(name, attributes.doc.empty() ? comment : attributes.doc, attributes,
        where);
  }

  void Add(std::string_view name, std::string_view comment,
           const Attributes& attributes, const Where& where) {
    if (!attributes.offered() || name.starts_with('_') || !IsName(name, "_-")) {
      return;
    }
    out_.Add(where.module + std::string(name), comment);
  }

  void Import(std::string_view path, const Where& where) {
    const std::string name(Unquoted(path.substr(0, path.find(" #"))));
    if (name.empty() || name.find('{') != name.npos) return;
    Read(JoinPath(DirName(where.file), ExpandTilde(name)), where.module,
         where.depth + 1);
  }

  // `mod web`, `mod web 'path'`
  void Module(std::string_view words, const Where& where) {
    const std::string name(NextWord(words));
    if (!IsName(name, "_-") || name.starts_with('_')) return;
    const std::string directory(DirName(where.file));
    std::string path(Unquoted(Trim(words)));
    std::string file;
    if (path.empty()) {
      file = FirstFileOf(
          directory, {name + ".just", name + "/mod.just", name + "/justfile",
                      name + "/Justfile", name + "/.justfile"});
    } else {
      path = JoinPath(directory, ExpandTilde(path));
      file = IsDirectory(path) ? FirstFileOf(path, {"mod.just", "justfile",
                                                    "Justfile", ".justfile"})
                               : path;
    }
    if (!file.empty()) {
      Read(file, where.module + name + "::", where.depth + 1);
    }
  }

  ValueList& out_;
  Reading& reading_;
  std::set<std::string> read_;
  std::map<std::string, size_t> parameters_;  // of recipes that have some
};

}  // namespace

Values JustRecipes(const std::string& justfile,
                   std::span<const std::string> words, Reading& reading) {
  ValueList out;
  JustfileReader reader(out, reading);
  if (!justfile.empty()) reader.Read(justfile, "", 0);
  if (!reader.WantsParameter(words)) return Finished(out, reading);
  reading.LeaveOpen();
  return {};
}

}  // namespace synapse
