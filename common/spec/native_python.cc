// The virtual environments of a Python project, their programs and packages.
#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "spec/natives.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// The environment of the project: a .venv or venv here or above it; or "".
std::string EnvironmentHere(const GeneratorInput& input) {
  for (const char* name : {".venv", "venv"}) {
    if (auto found = FindUpwards(input.cwd, name)) {
      return JoinPath(*found, name);
    }
  }
  return "";
}

// As they are sourced from here: .venv/bin/activate.
Values PythonActivations(const GeneratorInput& input, Reading&) {
  Values values;
  for (const char* name : {".venv", "venv", "env"}) {
    const std::string script = JoinPath(name, "bin/activate");
    if (IsRegularFile(JoinPath(input.cwd, script))) {
      values.push_back({script, "virtual environment"});
    }
  }
  return values;
}

// Scripts of the manifest, then programs of the project's environment: poetry run
// and uv run put it in front of the path. Before there is one, those that the
// dependencies will bring: uv run makes it.
Values PythonCommands(const GeneratorInput& input, Reading& reading) {
  Values values = InNearest<"pyproject.toml", TomlTable<TaskTable::kCommands>>(
      input, reading);
  const std::string environment = EnvironmentHere(input);
  Values programs;
  if (!environment.empty()) {
    programs = EnvironmentPrograms(JoinPath(environment, "bin"), reading);
  } else if (const auto found = FindUpwards(input.cwd, "pyproject.toml")) {
    programs.push_back({"python", "interpreter of the project"});
    for (GeneratedValue& program :
         PythonProgramsWanted(JoinPath(*found, "pyproject.toml"), reading)) {
      programs.push_back(std::move(program));
    }
  }
  for (GeneratedValue& program : programs) {
    const bool is_script = std::any_of(
        values.begin(), values.end(),
        [&](const auto& value) { return value.value == program.value; });
    if (!is_script) values.push_back(std::move(program));
  }
  return values;
}

// Packages of the active environment, else of that of the project, else of the
// user and the system.
Values PipPackages(const GeneratorInput& input, Reading& reading) {
  const char* active = getenv("VIRTUAL_ENV");
  const std::string environment =
      active && *active ? active : EnvironmentHere(input);
  std::vector<std::string> directories;
  const auto add = [&](const std::string& lib, std::string_view packages) {
    ForEachEntry(lib, [&](const char* name, unsigned char) {
      if (std::string_view(name).starts_with("python3")) {
        directories.push_back(JoinPath(JoinPath(lib, name), packages));
      }
      return true;
    });
  };
  if (!environment.empty()) {
    add(JoinPath(environment, "lib"), "site-packages");
  } else {
    add(JoinPath(input.home, ".local/lib"), "site-packages");
    add("/usr/local/lib", "dist-packages");
    add("/usr/lib", "dist-packages");
  }
  return PythonPackages(directories, reading);
}

constexpr Native kPythonRows[] = {
    {"pip.packages", PipPackages, CwdScope, 5, "package"},
    {"python.activations", PythonActivations},
    {"python.commands", PythonCommands},
};

}  // namespace

constinit const std::span<const Native> kPythonNatives = kPythonRows;

}  // namespace synapse
