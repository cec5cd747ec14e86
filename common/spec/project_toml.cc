// Cargo.toml and pyproject.toml. Only what names things is read: section
// headers, `key = "text"` and arrays of strings; the rest of TOML is skipped.
#include <functional>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/scan.h"

namespace synapse {
namespace {

struct TomlLine {
  std::string_view section;  // "project.scripts"
  std::string_view key;
  std::string_view value;  // as written, an array on one line
};

// Where a comment begins, outside of strings, or the end.
std::string_view WithoutComment(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (quote) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '#') {
      return Trim(line.substr(0, i));
    }
  }
  return Trim(line);
}

void ForEachTomlLine(const std::string& path,
                     const std::function<void(const TomlLine&)>& each) {
  std::string text = TextOf(path);
  std::string_view rest = text, line;
  TomlLine out;
  while (NextLine(rest, line)) {
    line = WithoutComment(line);
    if (line.starts_with('[')) {
      size_t begin = line.find_first_not_of('[');
      out.section = line.substr(std::min(begin, line.size()));
      out.section = Trim(out.section.substr(0, out.section.find(']')));
      continue;
    }
    size_t equals = line.find('=');
    if (equals == line.npos) continue;
    out.key = Unquoted(Trim(line.substr(0, equals)));
    std::string value(Trim(line.substr(equals + 1)));
    // An array may go on over several lines.
    while (value.starts_with('[') && value.find(']') == value.npos &&
           NextLine(rest, line)) {
      value += ' ';
      value += WithoutComment(line);
    }
    out.value = value;
    each(out);
  }
}

std::vector<std::string> StringsOf(std::string_view array) {
  std::vector<std::string> out;
  while (true) {
    size_t open = array.find_first_of("\"'");
    if (open == array.npos) return out;
    size_t close = array.find(array[open], open + 1);
    if (close == array.npos) return out;
    out.emplace_back(array.substr(open + 1, close - open - 1));
    array.remove_prefix(close + 1);
  }
}

struct CargoManifest {
  std::string directory;
  std::string package;
  bool is_workspace = false;
  std::vector<std::string> members;
  std::vector<std::string> features;
  std::vector<std::string> named;  // [[bin]] and so on, of the kind asked for
};

CargoManifest ReadManifest(const std::string& path, std::string_view kind) {
  CargoManifest out;
  out.directory = DirName(path);
  ForEachTomlLine(path, [&](const TomlLine& line) {
    if (line.section == "package" && line.key == "name") {
      out.package = Unquoted(line.value);
    } else if (line.section == "workspace" && line.key == "members") {
      out.is_workspace = true;
      out.members = StringsOf(line.value);
    } else if (line.section == "features") {
      out.features.emplace_back(line.key);
    } else if (line.section == kind && line.key == "name") {
      out.named.emplace_back(Unquoted(line.value));
    }
  });
  return out;
}

// "crates/*" is every directory there that has a manifest.
std::vector<std::string> MemberManifests(const CargoManifest& workspace) {
  std::vector<std::string> out;
  for (const std::string& member : workspace.members) {
    std::string directory = JoinPath(workspace.directory, member);
    if (!directory.ends_with("/*")) {
      out.push_back(JoinPath(directory, "Cargo.toml"));
      continue;
    }
    directory.resize(directory.size() - 2);
    ForEachEntry(directory, [&](const char* name, unsigned char) {
      out.push_back(JoinPath(JoinPath(directory, name), "Cargo.toml"));
      return out.size() < kMaxGenerated;
    });
  }
  return out;
}

// Targets that Cargo finds by itself: DIR/x.rs and DIR/x/main.rs.
void AddSources(const std::string& directory, ValueList& out) {
  ForEachEntry(directory, [&](const char* entry, unsigned char) {
    std::string_view name = entry;
    if (name.ends_with(".rs")) {
      out.Add(name.substr(0, name.size() - 3), directory);
    } else if (IsRegularFile(JoinPath(JoinPath(directory, name), "main.rs"))) {
      out.Add(name, directory);
    }
    return !out.Full();
  });
}

void AddTargets(const CargoManifest& manifest, std::string_view kind,
                ValueList& out) {
  if (kind == "package") {
    out.Add(manifest.package, manifest.directory);
    return;
  }
  if (kind == "feature") {
    for (const std::string& name : manifest.features) out.Add(name);
    return;
  }
  for (const std::string& name : manifest.named) {
    out.Add(name, manifest.package);
  }
  const std::string& dir = manifest.directory;
  if (kind == "bin") {
    if (IsRegularFile(JoinPath(dir, "src/main.rs"))) {
      out.Add(manifest.package, manifest.package);
    }
    AddSources(JoinPath(dir, "src/bin"), out);
  } else if (kind == "example") {
    AddSources(JoinPath(dir, "examples"), out);
  } else if (kind == "test") {
    AddSources(JoinPath(dir, "tests"), out);
  } else if (kind == "bench") {
    AddSources(JoinPath(dir, "benches"), out);
  }
}

}  // namespace

std::vector<GeneratedValue> CargoTargets(const std::string& cargo_toml,
                                         const std::string& kind) {
  ValueList out;
  CargoManifest manifest = ReadManifest(cargo_toml, kind);
  if (!manifest.package.empty()) AddTargets(manifest, kind, out);
  // In the root of a workspace, cargo means its members.
  if (manifest.is_workspace) {
    for (const std::string& member : MemberManifests(manifest)) {
      CargoManifest inner = ReadManifest(member, kind);
      if (!inner.package.empty()) AddTargets(inner, kind, out);
    }
  }
  return out.Take();
}

std::vector<GeneratedValue> PyprojectScripts(const std::string& pyproject) {
  ValueList out;
  ForEachTomlLine(pyproject, [&](const TomlLine& line) {
    for (std::string_view table : {"project.scripts", "tool.poetry.scripts",
                                   "tool.poe.tasks", "tool.pdm.scripts"}) {
      if (line.section == table) out.Add(line.key, Unquoted(line.value));
      // [tool.poe.tasks.NAME] is a task with more to say.
      if (line.section.starts_with(table) &&
          line.section.size() > table.size() + 1 &&
          line.section[table.size()] == '.') {
        out.Add(line.section.substr(table.size() + 1));
      }
    }
  });
  return out.Take();
}

}  // namespace synapse
