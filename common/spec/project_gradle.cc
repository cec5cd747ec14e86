// Tasks of a Gradle build: those that its files register, and those that the
// plugins add which they apply. The files are read, not run: what a plugin of the
// project's own adds is not found.
#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

struct PluginTask {
  std::string_view name, about;
};

struct Plugin {
  // One of these texts applies it; "" is none.
  std::array<std::string_view, 3> marks;
  std::vector<PluginTask> tasks;
};

const std::vector<Plugin>& Plugins() {
  static const std::vector<Plugin> all = {
      {{"com.android.application", "plugins.android.application",
        "androidApplication"},
       {{"assembleDebug", "Build the debug version of the app"},
        {"installDebug", "Build and install the debug version on a device"},
        {"assembleRelease", "Build the release version of the app"},
        {"bundleRelease", "Build the release bundle for the store"},
        {"testDebugUnitTest", "Run the unit tests of the debug version"},
        {"connectedAndroidTest", "Run the tests on a connected device"},
        {"lint", "Check the code and resources of the app"}}},
      {{"com.android.library", "plugins.android.library", "androidLibrary"},
       {{"assembleDebug", "Build the debug version of the library"},
        {"assembleRelease", "Build the release version of the library"},
        {"testDebugUnitTest", "Run the unit tests of the debug version"},
        {"lint", "Check the code and resources of the library"}}},
      {{"org.springframework.boot", "plugins.spring.boot", "springBoot"},
       {{"bootRun", "Run the Spring Boot application"},
        {"bootJar", "Build a JAR file with all that the application needs"},
        {"bootBuildImage", "Build a container image of the application"}}},
      {{"maven-publish", "", ""},
       {{"publishToMavenLocal", "Publish to the Maven cache of this user"},
        {"publish", "Publish to the repositories of the project"}}},
  };
  return all;
}

// Directories of the modules that settings.gradle includes: `include(":a:b")` is
// a/b. A path that leads out of the project is left out.
std::vector<std::string> GradleModules(const std::string& directory,
                                       Reading& reading) {
  const std::string text = reading.Text(
      FirstFileOf(directory, {"settings.gradle", "settings.gradle.kts"}));
  std::vector<std::string> out;
  std::string_view rest = text, line;
  bool goes_on = false;  // the list of names has further lines
  while (NextLine(rest, line) && !reading.Spent()) {
    line = Trim(line);
    if (!goes_on && !line.starts_with("include")) continue;
    if (line.starts_with("includeBuild")) continue;
    goes_on = line.ends_with(',') || line.ends_with('(');
    for (size_t at; (at = line.find_first_of("\"'")) != line.npos;) {
      const size_t end = line.find(line[at], at + 1);
      if (end == line.npos) break;
      std::string name(line.substr(at + 1, end - at - 1));
      line.remove_prefix(end + 1);
      if (name.starts_with(':')) name.erase(0, 1);
      if (!IsName(name, "_-.:") || name.find("..") != name.npos) continue;
      std::replace(name.begin(), name.end(), ':', '/');
      if (out.size() < Reading::kMaxFiles) out.push_back(std::move(name));
    }
  }
  return out;
}

// The task that a line registers, or "".
std::string_view RegisteredIn(std::string_view line) {
  if (line.starts_with("tasks.register") || line.starts_with("tasks.create")) {
    return QuotedText(line);
  }
  if (line.starts_with("task ") || line.starts_with("task(")) {
    line.remove_prefix(4);
    line = Trim(line);
    return line.starts_with('(') ? QuotedText(line)
                                 : line.substr(0, line.find_first_of("( {:"));
  }
  const size_t by = line.find(" by tasks.registering");
  return line.starts_with("val ") && by != line.npos
             ? Trim(line.substr(4, by - 4))
             : std::string_view();
}

// Tasks of a build file with that text, with `prefix` before each.
void AddTasks(std::string_view text, const std::string& prefix, ValueList& out,
              Reading& reading) {
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    line = Trim(line);
    if (line.starts_with("//")) continue;
    const std::string_view name = RegisteredIn(line);
    if (IsName(name, "_-")) out.Add(prefix + std::string(name));
    // `apply false` only names a plugin for the modules.
    if (line.find("apply false") != line.npos) continue;
    for (const Plugin& plugin : Plugins()) {
      const bool applies = std::any_of(
          plugin.marks.begin(), plugin.marks.end(), [&](std::string_view mark) {
            return !mark.empty() && line.find(mark) != line.npos;
          });
      if (!applies) continue;
      for (const PluginTask& task : plugin.tasks) {
        out.Add(prefix + std::string(task.name), task.about);
      }
    }
  }
}

}  // namespace

std::string FindGradleFile(const std::string& directory) {
  return FirstFileOf(directory, {"build.gradle", "build.gradle.kts",
                                 "settings.gradle", "settings.gradle.kts"});
}

std::vector<GeneratedValue> GradleTasks(const std::string& directory,
                                        Reading& reading) {
  ValueList out;
  AddTasks(reading.Text(FindGradleFile(directory)), "", out, reading);
  std::vector<std::pair<std::string, std::string>> modules;  // prefix, text
  for (const std::string& module : GradleModules(directory, reading)) {
    std::string prefix = ":" + module + ":";
    std::replace(prefix.begin(), prefix.end(), '/', ':');
    const std::string file = FindGradleFile(JoinPath(directory, module));
    modules.emplace_back(std::move(prefix), reading.Text(file));
    AddTasks(modules.back().second, "", out, reading);
  }
  for (const auto& [prefix, text] : modules) {
    AddTasks(text, prefix, out, reading);
    out.Add(prefix + "build", "Build and test this module");
    out.Add(prefix + "test", "Run the tests of this module");
  }
  return Finished(out, reading);
}

}  // namespace synapse
