// Cargo.toml, pyproject.toml and mise.toml. Only the parts with names are read: section
// headers, `key = "text"` and arrays of strings; the rest of TOML is skipped.
// Rejected: toml++, which refuses an invalid file as a whole and has no time
// limit. These files are untrusted and are read on the keystroke path.
#include <algorithm>
#include <cctype>
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

// The text before a comment that is outside of strings.
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

// Calls `each` until the end of the file or of the reading.
void ForEachTomlLine(const std::string& path, Reading& reading,
                     const std::function<void(const TomlLine&)>& each) {
  std::string text = reading.Text(path);
  std::string_view rest = text, line;
  TomlLine out;
  while (!reading.Spent() && NextLine(rest, line)) {
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
    // An array may continue over several lines.
    bool open = value.starts_with('[') && value.find(']') == value.npos;
    while (open && !reading.Spent() && NextLine(rest, line)) {
      line = WithoutComment(line);
      value += ' ';
      value += line;
      open = line.find(']') == line.npos;
    }
    out.value = value;
    each(out);
  }
}

constexpr size_t kMaxStrings = 1000;

std::vector<std::string> StringsOf(std::string_view array) {
  std::vector<std::string> out;
  while (out.size() < kMaxStrings) {
    size_t open = array.find_first_of("\"'");
    if (open == array.npos) return out;
    size_t close = array.find(array[open], open + 1);
    if (close == array.npos) return out;
    out.emplace_back(array.substr(open + 1, close - open - 1));
    array.remove_prefix(close + 1);
  }
  return out;
}

// A Cargo.toml, or a pyproject.toml with a workspace of uv.
struct CargoManifest {
  std::string directory, file;
  std::string package;
  bool is_workspace = false;
  std::vector<std::string> members;
  std::vector<std::string> features;
  std::vector<std::string> named;  // [[bin]] and so on, of the requested kind
  std::vector<std::string> paths;  // of these, as they are written
  bool finds_targets = true;       // not so with `autotests = false`
};

// Cargo's own rule for names, extended by the characters of feature names.
bool IsCargoName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_-+./").find(c) != std::string_view::npos;
  });
}

CargoManifest ReadManifest(const std::string& path, std::string_view kind,
                           Reading& reading) {
  CargoManifest out;
  out.directory = DirName(path);
  out.file = BaseName(path);
  const std::string automatic =
      "auto" + std::string(kind) + (kind == "bench" ? "es" : "s");
  ForEachTomlLine(path, reading, [&](const TomlLine& line) {
    const bool is_package =
        line.section == "package" || line.section == "project";
    const bool is_workspace =
        line.section == "workspace" || line.section == "tool.uv.workspace";
    if (is_package && line.key == "name") {
      out.package = Unquoted(line.value);
    } else if (is_workspace && line.key == "members") {
      out.is_workspace = true;
      out.members = StringsOf(line.value);
    } else if (line.section == "features") {
      if (out.features.size() < kMaxStrings) {
        out.features.emplace_back(line.key);
      }
    } else if (line.section == kind && line.key == "name" &&
               out.named.size() < kMaxStrings) {
      out.named.emplace_back(Unquoted(line.value));
    } else if (line.section == kind && line.key == "path" &&
               out.paths.size() < kMaxStrings) {
      out.paths.emplace_back(Unquoted(line.value));
    } else if (line.section == "package" && line.key == automatic) {
      out.finds_targets = line.value != "false";
    }
  });
  return out;
}

// "crates/*" means every directory there that has a manifest. The number of
// files in a reading bounds their number.
std::vector<std::string> MemberManifests(const CargoManifest& workspace) {
  std::vector<std::string> out;
  for (const std::string& member : workspace.members) {
    std::string directory = JoinPath(workspace.directory, member);
    if (!directory.ends_with("/*")) {
      out.push_back(JoinPath(directory, workspace.file));
      continue;
    }
    directory.resize(directory.size() - 2);
    ForEachEntry(directory, [&](const char* name, unsigned char) {
      out.push_back(JoinPath(JoinPath(directory, name), workspace.file));
      return out.size() < kMaxStrings;
    });
  }
  return out;
}

// Targets that Cargo finds by itself: DIR/x.rs and DIR/x/main.rs, but those whose
// path the manifest gives to another name. `within`: DIR, below the package.
void AddSources(const CargoManifest& manifest, std::string_view within,
                ValueList& out, Reading& reading) {
  if (!manifest.finds_targets) return;
  const std::string directory = JoinPath(manifest.directory, within);
  const auto is_named = [&](const std::string& path) {
    return std::find(manifest.paths.begin(), manifest.paths.end(), path) !=
           manifest.paths.end();
  };
  ForEachEntry(directory, [&](const char* entry, unsigned char) {
    std::string_view name = entry;
    const std::string path = JoinPath(within, name);
    if (name.ends_with(".rs")) {
      name.remove_suffix(3);
      if (IsCargoName(name) && !is_named(path)) out.Add(name, directory);
    } else if (IsCargoName(name) && !is_named(path + "/main.rs") &&
               IsRegularFile(JoinPath(JoinPath(directory, name), "main.rs"))) {
      out.Add(name, directory);
    }
    return !out.Full() && !reading.Spent();
  });
}

void AddTargets(const CargoManifest& manifest, std::string_view kind,
                ValueList& out, Reading& reading) {
  auto add = [&](const std::string& name, const std::string& about) {
    if (IsCargoName(name)) out.Add(name, about);
  };
  if (kind == "package") return add(manifest.package, manifest.directory);
  if (kind == "feature") {
    for (const std::string& name : manifest.features) add(name, "");
    return;
  }
  for (const std::string& name : manifest.named) add(name, manifest.package);
  if (kind == "bin") {
    const bool is_named =
        std::find(manifest.paths.begin(), manifest.paths.end(),
                  "src/main.rs") != manifest.paths.end();
    if (manifest.finds_targets && !is_named &&
        IsRegularFile(JoinPath(manifest.directory, "src/main.rs"))) {
      add(manifest.package, manifest.package);
    }
    AddSources(manifest, "src/bin", out, reading);
  } else if (kind == "example") {
    AddSources(manifest, "examples", out, reading);
  } else if (kind == "test") {
    AddSources(manifest, "tests", out, reading);
  } else if (kind == "bench") {
    AddSources(manifest, "benches", out, reading);
  }
}

bool IsScriptName(std::string_view name) {
  return !name.empty() && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return isalnum(static_cast<unsigned char>(c)) ||
                  std::string_view("_-.:").find(c) != std::string_view::npos;
         });
}

}  // namespace

Values CargoTargets(const std::string& cargo_toml, const std::string& kind,
                    Reading& reading) {
  ValueList out;
  CargoManifest manifest = ReadManifest(cargo_toml, kind, reading);
  if (!manifest.package.empty()) AddTargets(manifest, kind, out, reading);
  // In the root of a workspace cargo uses all members.
  if (manifest.is_workspace) {
    for (const std::string& member : MemberManifests(manifest)) {
      if (reading.Spent() || out.Full()) break;
      CargoManifest inner = ReadManifest(member, kind, reading);
      if (!inner.package.empty()) AddTargets(inner, kind, out, reading);
    }
  }
  if (reading.SpentNow()) return {};
  return out.Take();
}

Values TomlTasks(const std::string& path, TaskTable table, Reading& reading) {
  using Sections = std::vector<std::string_view>;
  ValueList out;
  const Sections sections =
      table == TaskTable::kCommands
          ? Sections{"project.scripts", "tool.poetry.scripts"}
      : table == TaskTable::kPoe       ? Sections{"tool.poe.tasks"}
      : table == TaskTable::kPdm       ? Sections{"tool.pdm.scripts"}
      : table == TaskTable::kMiseTools ? Sections{"tools"}
                                       : Sections{"tasks"};
  auto add = [&](std::string_view name, std::string_view about) {
    if (IsScriptName(name)) out.Add(name, about);
  };
  ForEachTomlLine(path, reading, [&](const TomlLine& line) {
    for (std::string_view section : sections) {
      if (line.section == section) add(line.key, Unquoted(line.value));
      // [tool.poe.tasks.NAME] is a task with a table of its own.
      if (line.section.starts_with(section) &&
          line.section.size() > section.size() + 1 &&
          line.section[section.size()] == '.') {
        add(Unquoted(line.section.substr(section.size() + 1)),
            line.key == "description" ? Unquoted(line.value)
                                      : std::string_view());
      }
    }
  });
  if (reading.SpentNow()) return {};
  return out.Take();
}

}  // namespace synapse
