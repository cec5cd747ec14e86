// Projects of .NET that a solution names, the packages that they use, and the
// profiles of a project's launchSettings.json.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/json_tree.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

bool IsProjectFile(std::string_view name) {
  return name.ends_with(".csproj") || name.ends_with(".fsproj") ||
         name.ends_with(".vbproj");
}

bool IsSolution(std::string_view name) {
  return name.ends_with(".sln") || name.ends_with(".slnx");
}

// The project in a line of a solution, with slashes:
// Project("{…}") = "Web", "src\Web\Web.csproj", "{…}"
// <Project Path="src/Web/Web.csproj" />
std::string ProjectIn(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("Project(") && !line.starts_with("<Project ")) {
    return "";
  }
  for (size_t open; (open = line.find('"')) != line.npos;) {
    const size_t close = line.find('"', open + 1);
    if (close == line.npos) break;
    std::string path(line.substr(open + 1, close - open - 1));
    line.remove_prefix(close + 1);
    std::replace(path.begin(), path.end(), '\\', '/');
    // A solution may name a project outside of its directory.
    if (IsProjectFile(path) && IsName(path, "_-./+ ") && path[0] != '/') {
      return path;
    }
  }
  return "";
}

// From a directory to a path below the solution's: `../Core/Core.csproj`.
std::string FromBelow(std::string_view below, const std::string& path) {
  std::string_view left = path;
  while (!below.empty()) {
    const size_t end = std::min(below.find('/'), below.size());
    if (left.substr(0, end + 1) != std::string(below.substr(0, end)) + "/") {
      break;
    }
    left.remove_prefix(end + 1);
    below.remove_prefix(std::min(end + 1, below.size()));
  }
  std::string out;
  for (; !below.empty();
       below.remove_prefix(std::min(below.find('/') + 1, below.size()))) {
    out += "../";
    if (below.find('/') == below.npos) break;
  }
  return out + std::string(left);
}

// Names in a directory for which `is` holds, sorted.
template <class F>
std::vector<std::string> NamesIn(const std::string& directory, const F& is) {
  std::vector<std::string> out;
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    if (is(name)) out.emplace_back(name);
    return out.size() < Reading::kMaxFiles;
  });
  std::sort(out.begin(), out.end());
  return out;
}

bool IsTestProject(std::string_view path) {
  return BaseName(path).find("Test") != std::string_view::npos;
}

}  // namespace

Values DotnetProjects(const std::string& directory, Reading& reading) {
  constexpr int kMaxUp = 4;
  ValueList out;
  for (const std::string& name : NamesIn(directory, IsProjectFile)) {
    out.Add(name, "project of this directory");
  }
  std::string at = directory;
  for (int up = 0; up <= kMaxUp && !reading.Spent(); ++up) {
    const std::vector<std::string> solutions = NamesIn(at, IsSolution);
    const std::string_view below =
        at == directory ? std::string_view()
                        : std::string_view(directory).substr(at.size() + 1);
    for (const std::string& solution : solutions) {
      const std::string text = reading.Text(JoinPath(at, solution));
      std::string_view rest = text, line;
      while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
        const std::string path = ProjectIn(line);
        if (!path.empty()) {
          out.Add(FromBelow(below, path), "project of " + solution);
        }
      }
    }
    if (!solutions.empty() || at == "/" || !at.starts_with('/')) break;
    at = DirName(at);
    if (at == "/") break;
  }
  auto values = Finished(out, reading);
  std::stable_partition(values.begin(), values.end(), [](const auto& project) {
    return !IsTestProject(project.value);
  });
  return values;
}

Values DotnetTestProjects(const std::string& directory, Reading& reading) {
  auto values = DotnetProjects(directory, reading);
  std::erase_if(values, [](const auto& project) {
    return !IsTestProject(project.value);
  });
  return values;
}

Values DotnetPackages(const std::string& directory, Reading& reading) {
  ValueList out;
  // <PackageReference Include="Serilog" Version="3.1" />
  const auto add = [&](const std::string& file, std::string_view element) {
    const std::string text = reading.Text(file);
    std::string_view rest = text, line;
    while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
      line = Trim(line);
      if (!line.starts_with(element)) continue;
      const auto attribute = [&](std::string_view name) {
        const size_t at = line.find(name);
        return at == line.npos ? std::string_view()
                               : QuotedText(line.substr(at + name.size()));
      };
      const std::string_view name = attribute(" Include=");
      if (IsName(name, "_-.")) out.Add(name, attribute(" Version="));
    }
  };
  for (const std::string& name : NamesIn(directory, IsProjectFile)) {
    add(JoinPath(directory, name), "<PackageReference ");
  }
  constexpr const char* kCentral = "Directory.Packages.props";
  if (const auto central = FindUpwards(directory, kCentral)) {
    add(JoinPath(*central, kCentral), "<PackageVersion ");
  }
  return Finished(out, reading);
}

static void AddLaunchProfiles(const std::string& directory, ValueList& out,
                              Reading& reading) {
  const std::string text =
      reading.Text(JoinPath(directory, "Properties/launchSettings.json"));
  const JsonTree tree(text);
  const JsonNode* profiles =
      tree.ok() ? tree.Member(tree.root(), "profiles") : nullptr;
  if (!profiles) return;
  for (const JsonNode* at = tree.First(*profiles); at && !reading.Spent();
       at = tree.Next(*at)) {
    const JsonNode* runs = tree.Member(*at, "commandName");
    // `dotnet run` starts none of IIS.
    if (!runs || runs->text != "Project") continue;
    const JsonNode* url = tree.Member(*at, "applicationUrl");
    out.Add(at->key, url ? url->text : std::string_view());
  }
}

Values DotnetLaunchProfiles(const std::string& directory, Reading& reading) {
  ValueList out;
  AddLaunchProfiles(directory, out, reading);
  if (!NamesIn(directory, IsProjectFile).empty()) return Finished(out, reading);
  for (const auto& project : DotnetProjects(directory, reading)) {
    AddLaunchProfiles(JoinPath(directory, DirName(project.value)), out,
                      reading);
  }
  return Finished(out, reading);
}

}  // namespace synapse
