// The tasks of the project around the current directory: finds the file, and
// project_files.h reads it.
#include "base/files.h"
#include "spec/natives.h"
#include "spec/project_files.h"

namespace synapse {
namespace {

// The value of the last of `names`: "-f X", "-fX", "--file=X".
std::string OptionValue(const GeneratorInput& input,
                        std::initializer_list<std::string_view> names) {
  std::string out;
  const auto& words = input.words;
  for (size_t i = 1; i < words.size(); ++i) {
    for (std::string_view name : names) {
      if (words[i] == name) {
        if (i + 1 < words.size()) out = words[i + 1];
      } else if (words[i].starts_with(name) && name.starts_with("--") &&
                 words[i][name.size()] == '=') {
        out = words[i].substr(name.size() + 1);
      } else if (words[i].starts_with(name) && name.size() == 2) {
        out = words[i].substr(2);
      }
    }
  }
  return out;
}

std::string DirectoryOf(const GeneratorInput& input,
                        std::initializer_list<std::string_view> names) {
  return JoinPath(input.cwd, ExpandTilde(OptionValue(input, names)));
}

std::string FileOf(const GeneratorInput& input, const std::string& directory,
                   std::initializer_list<std::string_view> names) {
  std::string value = OptionValue(input, names);
  return value.empty() ? "" : JoinPath(directory, ExpandTilde(value));
}

std::string Nearest(const GeneratorInput& input, std::string_view name) {
  auto directory = FindUpwards(input.cwd, name);
  return directory ? JoinPath(*directory, name) : "";
}

Values Cargo(const GeneratorInput& input, const char* kind, Reading& reading) {
  std::string manifest = FileOf(input, input.cwd, {"--manifest-path"});
  if (manifest.empty()) manifest = Nearest(input, "Cargo.toml");
  return CargoTargets(manifest, kind, reading);
}

}  // namespace

// All input that these readers take from the line, as one text.
std::string ProjectScope(const GeneratorInput& input) {
  std::string out = input.cwd;
  for (const auto& part :
       {OptionValue(input, {"--project-directory"}),
        OptionValue(input, {"-f", "--file", "--makefile", "--justfile"})}) {
    out += '\0';
    out += part;
  }
  return out;
}

Values NpmScripts(const GeneratorInput& input, Reading& reading) {
  return PackageJsonScripts(Nearest(input, "package.json"), reading);
}

Values NpmDependencies(const GeneratorInput& input, Reading& reading) {
  return PackageJsonDependencies(Nearest(input, "package.json"), reading);
}

Values MakeTargetsHere(const GeneratorInput& input, Reading& reading) {
  std::string file = FileOf(input, input.cwd, {"-f", "--file", "--makefile"});
  return MakeTargets(file.empty() ? FindMakefile(input.cwd) : file, reading);
}

Values JustRecipesHere(const GeneratorInput& input, Reading& reading) {
  std::string file = FileOf(input, input.cwd, {"-f", "--justfile"});
  for (const char* name : {"justfile", "Justfile", ".justfile"}) {
    if (file.empty()) file = Nearest(input, name);
  }
  return JustRecipes(file, reading);
}

Values CargoBins(const GeneratorInput& input, Reading& reading) {
  return Cargo(input, "bin", reading);
}
Values CargoExamples(const GeneratorInput& input, Reading& reading) {
  return Cargo(input, "example", reading);
}
Values CargoTests(const GeneratorInput& input, Reading& reading) {
  return Cargo(input, "test", reading);
}
Values CargoBenches(const GeneratorInput& input, Reading& reading) {
  return Cargo(input, "bench", reading);
}
Values CargoFeatures(const GeneratorInput& input, Reading& reading) {
  return Cargo(input, "feature", reading);
}

// Packages are those of the whole workspace. The outermost manifest with more
// than one package is used, also from inside a member.
Values CargoPackages(const GeneratorInput& input, Reading& reading) {
  Values best;
  std::string from = input.cwd;
  while (auto directory = FindUpwards(from, "Cargo.toml")) {
    Values here = CargoTargets(JoinPath(*directory, "Cargo.toml"),
                               "package", reading);
    if (here.size() > best.size()) best = std::move(here);
    if (*directory == "/" || reading.SpentNow()) break;
    from = DirName(*directory);
  }
  return best;
}

Values PyprojectScriptsHere(const GeneratorInput& input, Reading& reading) {
  return PyprojectScripts(Nearest(input, "pyproject.toml"),
                          PyprojectTable::kCommands, reading);
}

// Compose looks in the directory and then in its parents.
Values ComposeServicesHere(const GeneratorInput& input, Reading& reading) {
  std::string file = FileOf(input, input.cwd, {"-f", "--file"});
  std::string directory = DirectoryOf(input, {"--project-directory"});
  while (file.empty()) {
    file = FindComposeFile(directory);
    if (directory == "/" || !directory.starts_with('/')) break;
    directory = DirName(directory);
  }
  return ComposeServices(file, reading);
}

}  // namespace synapse
