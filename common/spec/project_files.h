// Readers of project files: the tasks that a directory offers. The generators
// of make, npm, cargo and docker use them, and so does the project source.
//
// Files are read, never executed: `make -qp` would run $(shell ...). The files
// are untrusted: each reader is linear and bounded by its Reading. A file that
// is not read to its end gives no values. In a damaged file only the damaged
// part is lost. Names that the file's own tool would reject are left out.
//
// Tested by tests/spec/project_files_test.cc and
// tests/spec/hostile_files_test.cc.
#pragma once

#include <string>
#include <vector>

#include "spec/generator.h"
#include "spec/reading.h"

namespace synapse {

// Targets of a Makefile and of the files that it includes (one level), in file
// order, without pattern rules and targets that begin with '.'. Description: a
// `## text` after the rule or a comment line directly above it.
std::vector<GeneratedValue> MakeTargets(const std::string& makefile,
                                        Reading& reading);
// The Makefile of a directory (GNUmakefile, makefile, Makefile), or "".
std::string FindMakefile(const std::string& dir);
// "scripts" of package.json; description: the script's command.
std::vector<GeneratedValue> PackageJsonScripts(const std::string& path,
                                               Reading& reading);
// dependencies, devDependencies, optional and peer ones.
std::vector<GeneratedValue> PackageJsonDependencies(const std::string& path,
                                                    Reading& reading);
std::vector<GeneratedValue> JustRecipes(const std::string& justfile,
                                        Reading& reading);
// [[bin]], [[example]], [[test]], [[bench]] names and src/bin files of
// Cargo.toml; `kind` is "bin", "example", "test", "bench", "feature", or
// "package".
std::vector<GeneratedValue> CargoTargets(const std::string& cargo_toml,
                                         const std::string& kind,
                                         Reading& reading);
// The entries of one kind of table in pyproject.toml: commands in
// [project.scripts] and [tool.poetry.scripts], tasks in [tool.poe.tasks] and
// [tool.pdm.scripts].
enum class PyprojectTable { kCommands, kPoe, kPdm };
std::vector<GeneratedValue> PyprojectScripts(const std::string& pyproject,
                                             PyprojectTable table,
                                             Reading& reading);
// Services of compose.yaml, compose.yml, docker-compose.yml/.yaml: the keys
// that are indented once below `services:`. libyaml is not used, for the
// reasons in project_toml.cc, and because anchors and tags cannot name a
// service.
std::vector<GeneratedValue> ComposeServices(const std::string& compose_file,
                                            Reading& reading);
std::string FindComposeFile(const std::string& dir);

}  // namespace synapse
