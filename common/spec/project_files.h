// Readers of project files: the tasks that a directory offers. Used by the
// generators of make, npm, cargo and docker, and by the project source.
//
// Files are read, never executed: `make -qp` would run $(shell ...).
// Each reader takes the file's path, reads at most 1 MiB of it, and returns
// what it understood; a damaged file costs what is damaged.
//
// Tested by tests/spec/project_files_test.cc.
#pragma once

#include <string>
#include <vector>

#include "spec/generator.h"

namespace synapse {

// Targets of a Makefile and of what it includes (one level), in file order,
// without pattern rules and those beginning with '.'. Description: a `## text`
// behind the rule or a comment line directly above it.
std::vector<GeneratedValue> MakeTargets(const std::string& makefile);
// The Makefile of a directory (GNUmakefile, makefile, Makefile), or "".
std::string FindMakefile(const std::string& dir);
// "scripts" of package.json; description: the script's command.
std::vector<GeneratedValue> PackageJsonScripts(const std::string& path);
// dependencies, devDependencies, optional and peer ones.
std::vector<GeneratedValue> PackageJsonDependencies(const std::string& path);
std::vector<GeneratedValue> JustRecipes(const std::string& justfile);
// [[bin]], [[example]], [[test]], [[bench]] names and src/bin files of
// Cargo.toml; `kind` is "bin", "example", "test", "bench", "feature", or
// "package".
std::vector<GeneratedValue> CargoTargets(const std::string& cargo_toml,
                                         const std::string& kind);
// [project.scripts], [tool.poetry.scripts], [tool.poe.tasks],
// [tool.pdm.scripts].
std::vector<GeneratedValue> PyprojectScripts(const std::string& pyproject);
// Services of compose.yaml, compose.yml, docker-compose.yml/.yaml.
std::vector<GeneratedValue> ComposeServices(const std::string& compose_file);
std::string FindComposeFile(const std::string& dir);

}  // namespace synapse
