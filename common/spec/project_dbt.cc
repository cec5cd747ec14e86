// The models, seeds and snapshots of a dbt project, and the targets of profiles.
#include "base/files.h"
#include "spec/files_below.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"
#include "spec/yaml_lines.h"

namespace synapse {
namespace {

// A kind of resource, the key of its directories in dbt_project.yml, and the
// directory without that key.
struct DbtKind {
  std::string_view about, key, directory;
  bool (*wants)(std::string_view name);
};
bool IsModel(std::string_view name) {
  return name.ends_with(".sql") || name.ends_with(".py");
}
bool IsSeed(std::string_view name) { return name.ends_with(".csv"); }
constexpr DbtKind kDbtKinds[] = {
    {"model", "model-paths", "models", IsModel},
    {"seed", "seed-paths", "seeds", IsSeed},
    {"snapshot", "snapshot-paths", "snapshots", IsModel},
};

bool EntersPart(std::string_view name) { return name != "dbt_packages"; }

}  // namespace

Values DbtResources(const std::string& directory, std::string_view before,
                    Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(JoinPath(directory, "dbt_project.yml"));
  for (const DbtKind& kind : kDbtKinds) {
    std::vector<std::string> paths;
    YamlLines lines(text, reading);
    while (lines.Next()) {
      if (lines.depth() == 0 && lines.key() == kind.key) {
        paths = FlowItems(lines.value());
      } else if (lines.depth() == 1 && lines.keys()[0] == kind.key) {
        paths.emplace_back(lines.value());
      }
    }
    if (paths.empty()) paths.emplace_back(kind.directory);
    for (const std::string& path : paths) {
      if (!IsName(path, "_-./") || path[0] == '/') continue;
      FilesBelow(kind.wants, EntersPart, reading)
          .Visit(JoinPath(directory, path), [&](const std::string& file) {
            const std::string_view name = BaseName(file);
            const std::string_view stem = name.substr(0, name.rfind('.'));
            if (!IsName(stem, "_-.")) return;
            out.Add(std::string(before) + std::string(stem),
                    std::string(kind.about) + " in " +
                        std::string(DirName(path + "/" + file)));
          });
    }
  }
  return Finished(out, reading);
}

Values DbtTargets(const std::string& profiles, Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(profiles);
  YamlLines lines(text, reading);
  while (!out.Full() && lines.Next()) {
    if (lines.depth() == 2 && lines.keys()[1] == "outputs" &&
        IsName(lines.key(), "_-")) {
      out.Add(lines.key(), "target of " + lines.keys()[0]);
    }
  }
  return Finished(out, reading);
}

}  // namespace synapse
