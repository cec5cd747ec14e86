// Services of compose files and tasks of Taskfiles.
#include <set>

#include "base/files.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"
#include "spec/yaml_lines.h"

namespace synapse {
namespace {

constexpr size_t kMaxIncluded = 32;

// The names in `{web: {image: x}, db: y}`.
std::vector<std::string> FlowNames(std::string_view value) {
  std::vector<std::string> out;
  for (const std::string& pair : FlowItems(value)) {
    std::string_view key, rest;
    if (YamlPair(pair, key, rest)) out.emplace_back(key);
  }
  return out;
}

// A compose file with the files that it includes. Services with a profile are
// among them: naming one is enough to start it.
class ComposeReader {
 public:
  ComposeReader(ValueList& out, Reading& reading)
      : out_(out), reading_(reading) {}

  void Read(const std::string& file) {
    if (read_.size() >= kMaxIncluded || !read_.insert(file).second) return;
    const std::string text = reading_.Text(file);
    YamlLines lines(text, reading_);
    GeneratedValue* service = nullptr;
    std::vector<std::string> included;
    while (!out_.Full() && lines.Next()) {
      const auto& keys = lines.keys();
      if (keys[0] == "include") {
        Include(lines, included);
      } else if (keys[0] != "services") {
        continue;
      } else if (keys.size() == 1) {
        for (const std::string& name : FlowNames(lines.value())) Service(name);
      } else if (keys.size() == 2) {
        service = Service(keys[1]);
      } else if (keys.size() == 3 && keys[2] == "image" && service &&
                 service->description.empty()) {
        service->description = lines.value().substr(0, kMaxDescription);
      }
    }
    for (const std::string& path : included) {
      // A path with a variable, or on another machine, is not known.
      if (path.find('$') == path.npos && path.find("://") == path.npos) {
        Read(JoinPath(DirName(file), path));
      }
    }
  }

 private:
  GeneratedValue* Service(const std::string& name) {
    return IsName(name, "._-") ? out_.Add(name) : nullptr;
  }

  // `include: [a.yml]`, `- a.yml`, `- path: a.yml`, `- path: [a.yml, b.yml]`
  static void Include(const YamlLines& lines,
                      std::vector<std::string>& included) {
    const auto& keys = lines.keys();
    const bool path =
        keys.back() == "path" || keys.back() == "-" || keys.size() == 1;
    const bool below = keys.size() < 3 || keys[2] == "path";
    if (!path || !below) return;
    for (const std::string& item : FlowItems(lines.value())) {
      included.push_back(item);
    }
  }

  ValueList& out_;
  Reading& reading_;
  std::set<std::string> read_;
};

struct Task {
  std::string name;
  std::string description;
  std::vector<std::string> aliases;
  bool internal = false;
};
struct TaskInclude {
  std::string name;
  std::string file;
  std::vector<std::string> aliases;
  bool internal = false;
  bool flatten = false;
};

std::string FindTaskfileIn(const std::string& directory) {
  return FirstFileOf(directory,
                     {"Taskfile.yml", "taskfile.yml", "Taskfile.yaml",
                      "taskfile.yaml", "Taskfile.dist.yml", "taskfile.dist.yml",
                      "Taskfile.dist.yaml", "taskfile.dist.yaml"});
}

// A Taskfile with the files that it includes: a task of those has the name of
// the include before its own.
class TaskfileReader {
 public:
  TaskfileReader(ValueList& out, Reading& reading)
      : out_(out), reading_(reading) {}

  void Read(const std::string& file, const std::vector<std::string>& before,
            int depth) {
    if (depth > kMaxDepth || ++files_ > kMaxIncluded) return;
    const std::string text = reading_.Text(file);
    YamlLines lines(text, reading_);
    std::vector<Task> tasks;
    std::vector<TaskInclude> includes;
    while (lines.Next()) {
      if (lines.keys()[0] == "tasks") TaskLine(lines, tasks);
      if (lines.keys()[0] == "includes") IncludeLine(lines, includes);
    }
    for (const Task& task : tasks) Offer(task, before);
    for (const TaskInclude& include : includes) {
      if (!include.internal) Follow(include, file, before, depth);
    }
  }

 private:
  static constexpr int kMaxDepth = 5;

  static void TaskLine(const YamlLines& lines, std::vector<Task>& tasks) {
    const auto& keys = lines.keys();
    if (keys.size() == 2) {
      tasks.emplace_back().name = keys[1];
    } else if (tasks.empty()) {
      return;
    } else if (keys.size() == 3) {
      Task& task = tasks.back();
      if (keys[2] == "internal") task.internal = lines.value() == "true";
      if (keys[2] == "desc") task.description = lines.value();
      if (keys[2] == "aliases") task.aliases = FlowItems(lines.value());
    } else if (keys.size() == 4 && keys[2] == "aliases") {
      tasks.back().aliases.emplace_back(lines.value());
    }
  }

  static void IncludeLine(const YamlLines& lines,
                          std::vector<TaskInclude>& includes) {
    const auto& keys = lines.keys();
    if (keys.size() == 2) {
      TaskInclude& include = includes.emplace_back();
      include.name = keys[1];
      include.file = lines.value();
    } else if (keys.size() == 3 && !includes.empty()) {
      TaskInclude& include = includes.back();
      if (keys[2] == "taskfile") include.file = lines.value();
      if (keys[2] == "internal") include.internal = lines.value() == "true";
      if (keys[2] == "flatten") include.flatten = lines.value() == "true";
      if (keys[2] == "aliases") include.aliases = FlowItems(lines.value());
    } else if (keys.size() == 4 && keys[2] == "aliases" && !includes.empty()) {
      includes.back().aliases.emplace_back(lines.value());
    }
  }

  // `before`: the names that may stand before it, such as "docs:".
  void Offer(const Task& task, const std::vector<std::string>& before) {
    if (task.internal) return;
    std::vector<std::string> names = task.aliases;
    names.insert(names.begin(), task.name);
    for (const std::string& prefix : before) {
      for (const std::string& name : names) {
        if (!IsName(name, "._-:/")) continue;  // `start:*` matches names
        // The task `default` of an include goes by the include's name too.
        if (name == "default" && !prefix.empty()) {
          out_.Add(prefix.substr(0, prefix.size() - 1), task.description);
        }
        out_.Add(prefix + name, task.description);
      }
    }
  }

  void Follow(const TaskInclude& include, const std::string& file,
              const std::vector<std::string>& before, int depth) {
    if (include.file.empty()) return;
    if (include.file.find("{{") != include.file.npos ||
        include.file.find("://") != include.file.npos) {
      return;
    }
    std::string path = JoinPath(DirName(file), ExpandTilde(include.file));
    if (IsDirectory(path)) path = FindTaskfileIn(path);
    std::vector<std::string> names = include.aliases;
    names.push_back(include.name);
    std::vector<std::string> below;
    for (const std::string& prefix : before) {
      for (const std::string& name : names) {
        below.push_back(include.flatten ? prefix : prefix + name + ":");
        if (include.flatten) break;
      }
    }
    if (below.size() <= kMaxIncluded) Read(path, below, depth + 1);
  }

  ValueList& out_;
  Reading& reading_;
  size_t files_ = 0;
};

}  // namespace

Values ComposeServices(const std::vector<std::string>& files,
                       Reading& reading) {
  ValueList out;
  ComposeReader reader(out, reading);
  for (const std::string& file : files) reader.Read(file);
  return Finished(out, reading);
}

std::vector<std::string> FindComposeFiles(const std::string& dir) {
  std::vector<std::string> out;
  std::string file =
      FirstFileOf(dir, {"compose.yaml", "compose.yml", "docker-compose.yaml",
                        "docker-compose.yml"});
  if (file.empty()) return out;
  out.push_back(file);
  std::string over = FirstFileOf(
      dir, {"compose.override.yaml", "compose.override.yml",
            "docker-compose.override.yaml", "docker-compose.override.yml"});
  if (!over.empty()) out.push_back(over);
  return out;
}

Values TaskNames(const std::string& taskfile, Reading& reading) {
  ValueList out;
  if (!taskfile.empty()) TaskfileReader(out, reading).Read(taskfile, {""}, 0);
  return Finished(out, reading);
}

std::string FindTaskfile(const std::string& dir) { return FindTaskfileIn(dir); }

}  // namespace synapse
