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
        {"lint", "Check the code and resources of the app"},
        {"lintDebug", "Check the debug version of the app"},
        {"lintRelease", "Check the release version of the app"},
        {"lintFix", "Check the app, and mend what is safe to mend"},
        {"bundleDebug", "Build the debug bundle of the app"},
        {"testReleaseUnitTest", "Run the unit tests of the release version"},
        {"connectedDebugAndroidTest",
         "Run the tests of the debug version on a connected device"},
        {"assembleDebugAndroidTest", "Build the tests that run on a device"},
        {"uninstallDebug", "Remove the debug version from a device"},
        {"uninstallAll", "Remove all versions of the app from a device"},
        {"signingReport", "Show the keys that sign each version"},
        {"androidDependencies", "Show what each version depends on"}}},
      {{"com.android.library", "plugins.android.library", "androidLibrary"},
       {{"assembleDebug", "Build the debug version of the library"},
        {"assembleRelease", "Build the release version of the library"},
        {"testDebugUnitTest", "Run the unit tests of the debug version"},
        {"lint", "Check the code and resources of the library"},
        {"lintDebug", "Check the debug version of the library"},
        {"connectedAndroidTest", "Run the tests on a connected device"}}},
      {{"io.gitlab.arturbosch.detekt", "plugins.detekt", ""},
       {{"detekt", "Check the Kotlin code with detekt"},
        {"detektBaseline", "Write what detekt finds now as the baseline"}}},
      {{"org.jlleitschuh.gradle.ktlint", "plugins.ktlint", ""},
       {{"ktlintCheck", "Check the style of the Kotlin code"},
        {"ktlintFormat", "Format the Kotlin code in its style"}}},
      {{"com.diffplug.spotless", "plugins.spotless", ""},
       {{"spotlessCheck", "Check the format of the code"},
        {"spotlessApply", "Format the code"}}},
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

constexpr size_t kMaxVersions = 16;  // flavors or build types

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

// The names that a block of a build file gives: `productFlavors { free { } }`,
// `create("free") { }`. Settings within one of them are no names.
std::vector<std::string> NamesInBlock(std::string_view text,
                                      std::string_view block,
                                      Reading& reading) {
  std::vector<std::string> out;
  std::string_view rest = text, line;
  int depth = 0;  // 0: outside of the block
  while (NextLine(rest, line) && !reading.Spent()) {
    line = Trim(line);
    if (line.starts_with("//")) continue;
    if (depth == 0 && !line.starts_with(block)) continue;
    if (depth == 1 && line.find('{') != line.npos) {
      const bool is_call = line.starts_with("create(") ||
                           line.starts_with("register(") ||
                           line.starts_with("getByName(");
      const std::string_view name =
          is_call ? QuotedText(line) : line.substr(0, line.find_first_of(" {"));
      if (IsName(name, "_") && out.size() < kMaxVersions)
        out.emplace_back(name);
    }
    for (const char c : line) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth <= 0) break;
  }
  return out;
}

std::string Capital(std::string_view name) {
  std::string out(name);
  if (out[0] >= 'a' && out[0] <= 'z') out[0] -= 'a' - 'A';
  return out;
}

// The tasks of one version of an app: assembleFreeDebug.
void AddVersion(const std::string& prefix, const std::string& version,
                bool can_install, ValueList& out) {
  out.Add(prefix + "assemble" + version, "Build the version " + version);
  if (can_install) {
    out.Add(prefix + "install" + version,
            "Build and install the version " + version + " on a device");
  }
  out.Add(prefix + "bundle" + version,
          "Build the bundle of the version " + version + " for the store");
  out.Add(prefix + "test" + version + "UnitTest",
          "Run the unit tests of the version " + version);
}

// Adds the tasks of an Android app with flavors; false if it has none.
bool AddFlavors(std::string_view text, const std::string& prefix,
                ValueList& out, Reading& reading) {
  const auto flavors = NamesInBlock(text, "productFlavors", reading);
  std::vector<std::string> types = NamesInBlock(text, "buildTypes", reading);
  for (const char* usual : {"release", "debug"}) {
    if (std::find(types.begin(), types.end(), usual) == types.end()) {
      types.emplace(types.begin(), usual);
    }
  }
  for (const std::string& flavor : flavors) {
    for (const std::string& type : types) {
      AddVersion(prefix, Capital(flavor) + Capital(type), type == "debug", out);
    }
    out.Add(prefix + "assemble" + Capital(flavor),
            "Build all versions of " + flavor);
  }
  return !flavors.empty();
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
      const bool flavored = AddFlavors(text, prefix, out, reading);
      for (const PluginTask& task : plugin.tasks) {
        // Each version has a flavor.
        if (flavored && task.name.find("Debug") != task.name.npos) continue;
        if (flavored && task.name.find("Release") != task.name.npos) continue;
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

Values GradleTasks(const std::string& directory, Reading& reading) {
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

Values GradleFlavors(const std::string& directory, Reading& reading) {
  ValueList out;
  const auto add = [&](const std::string& of) {
    const std::string file = FindGradleFile(of);
    const std::string text = file.empty() ? "" : reading.Text(file);
    for (const auto& name : NamesInBlock(text, "productFlavors", reading)) {
      out.Add(name, "flavor of the app");
    }
  };
  add(directory);
  // Android and Flutter name the module of the app so.
  add(JoinPath(directory, "app"));
  for (const std::string& module : GradleModules(directory, reading)) {
    add(JoinPath(directory, module));
  }
  return Finished(out, reading);
}

}  // namespace synapse
