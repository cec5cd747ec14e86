// The applications of a Django project, and their commands, fixtures, migrations
// and tests: found by the names of their files, as Django finds them.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/files_below.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

struct DjangoApp {
  std::string label;      // "blog"
  std::string directory;  // absolute
  std::string module;     // "apps.blog"
};

bool IsDjangoApp(const std::string& directory) {
  for (const char* part : {"apps.py", "models.py", "migrations/__init__.py"}) {
    if (IsRegularFile(JoinPath(directory, part))) return true;
  }
  return false;
}

// Applications beside manage.py, and those one directory below: apps/blog.
std::vector<DjangoApp> DjangoAppsOf(const std::string& root, Reading& reading) {
  constexpr size_t kMaxApps = 200;
  constexpr int kMaxDirectories = 400;
  std::vector<DjangoApp> out;
  int left = kMaxDirectories;
  const auto visit = [&](const auto& self, const std::string& directory,
                         const std::string& prefix, bool deeper) -> void {
    std::vector<std::string> names;
    ForEachEntry(directory, [&](const char* name, unsigned char type) {
      if (type == DT_DIR && name[0] != '_' && IsName(name, "_")) {
        names.emplace_back(name);
      }
      return --left > 0 && !reading.Spent();
    });
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      const std::string path = JoinPath(directory, name);
      if (out.size() >= kMaxApps || reading.Spent()) return;
      if (IsDjangoApp(path)) {
        out.push_back({name, path, prefix + name});
      } else if (deeper && name != "node_modules" && name != "venv") {
        self(self, path, prefix + name + ".", false);
      }
    }
  };
  visit(visit, root, "", true);
  return out;
}

bool IsModule(std::string_view name) {
  return name.ends_with(".py") && !name.starts_with('_');
}
bool IsTestModule(std::string_view name) {
  return name.starts_with("test") && name.ends_with(".py");
}
bool IsFixture(std::string_view name) {
  for (std::string_view ending : {".json", ".xml", ".yaml", ".yml", ".jsonl"}) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}
bool EntersAll(std::string_view) { return true; }
bool EntersNone(std::string_view) { return false; }

std::string_view WithoutPy(std::string_view name) {
  return name.substr(0, name.size() - std::string_view(".py").size());
}

// Calls each(application, name of the file) for the files of `below` in each
// application.
template <class Each>
void EachFileOf(const std::string& root, std::string_view below,
                bool (*wants)(std::string_view), Reading& reading,
                const Each& each) {
  for (const DjangoApp& app : DjangoAppsOf(root, reading)) {
    FilesBelow(wants, EntersNone, reading)
        .Visit(JoinPath(app.directory, below),
               [&](const std::string& name) { each(app, name); });
  }
}

}  // namespace

Values DjangoApps(const std::string& root, Reading& reading) {
  ValueList out;
  for (const DjangoApp& app : DjangoAppsOf(root, reading)) {
    out.Add(app.label, "application of this project");
  }
  return Finished(out, reading);
}

Values DjangoCommands(const std::string& root, Reading& reading) {
  ValueList out;
  EachFileOf(root, "management/commands", IsModule, reading,
             [&](const DjangoApp& app, const std::string& name) {
               if (IsName(WithoutPy(name), "_")) {
                 out.Add(WithoutPy(name), "command of " + app.label);
               }
             });
  return Finished(out, reading);
}

Values DjangoFixtures(const std::string& root, Reading& reading) {
  ValueList out;
  EachFileOf(root, "fixtures", IsFixture, reading,
             [&](const DjangoApp& app, const std::string& name) {
               out.Add(name, "fixture of " + app.label);
             });
  return Finished(out, reading);
}

// The newest first: numbers make the order of their names.
Values DjangoMigrations(const std::string& root, std::string_view label,
                        Reading& reading) {
  std::vector<std::string> names;
  EachFileOf(root, "migrations", IsModule, reading,
             [&](const DjangoApp& app, const std::string& name) {
               if (app.label == label) names.emplace_back(WithoutPy(name));
             });
  ValueList out;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    out.Add(*name, "migration");
  }
  if (!names.empty()) out.Add("zero", "before the first migration");
  return Finished(out, reading);
}

Values DjangoTests(const std::string& root, Reading& reading) {
  ValueList out, modules, classes;
  for (const DjangoApp& app : DjangoAppsOf(root, reading)) {
    FilesBelow(IsTestModule, EntersAll, reading)
        .Visit(app.directory, [&](const std::string& path) {
          std::string module = app.module + "." + std::string(WithoutPy(path));
          std::replace(module.begin(), module.end(), '/', '.');
          if (!IsName(module, "_.")) return;
          out.Add(app.module, "tests of this application");
          modules.Add(module, "tests of this file");
          const std::string text = reading.Text(JoinPath(app.directory, path));
          std::string_view rest = text, line;
          while (NextLine(rest, line) && !reading.Spent()) {
            constexpr std::string_view kClass = "class ";
            if (!line.starts_with(kClass)) continue;
            const std::string_view name = line.substr(
                kClass.size(), line.find_first_of("(:") - kClass.size());
            if (name.find("Test") != name.npos && IsName(name, "_")) {
              classes.Add(module + "." + std::string(name), "class of tests");
            }
          }
        });
  }
  for (ValueList* list : {&modules, &classes}) {
    for (const GeneratedValue& value : list->values()) {
      out.Add(value.value, value.description);
    }
  }
  return Finished(out, reading);
}

}  // namespace synapse
