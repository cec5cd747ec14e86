// The bytes are every file of a repository that a reader knows. A reader asks its
// budget a number of times that is linear in the bytes, and each value is one
// word without hidden characters.
#include <stdlib.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/text.h"
#include "source/project.h"
#include "spec/generator.h"

namespace {

using namespace synapse;

// Steps of the budget (base/budget.h). A reader may read each file of kFiles.
constexpr uint32_t kStepsPerByte = 20, kOwnSteps = 10000;

constexpr const char* kFiles[] = {"Makefile",
                                  "package.json",
                                  "justfile",
                                  "Cargo.toml",
                                  "pyproject.toml",
                                  "compose.yaml",
                                  ".gitmodules",
                                  ".git/config",
                                  ".git/HEAD",
                                  ".git/packed-refs",
                                  ".git/index",
                                  ".git/logs/refs/stash",
                                  ".ssh/config",
                                  ".ssh/known_hosts",
                                  ".kube/config",
                                  "m/Cargo.toml",
                                  "m/package.json",
                                  "Taskfile.yml",
                                  "Rakefile",
                                  "noxfile.py",
                                  "tasks.py",
                                  "tox.ini",
                                  "build.gradle",
                                  "mise.toml",
                                  "deno.json",
                                  "composer.json",
                                  "test_a.py",
                                  "a.rs",
                                  "a_test.go",
                                  "CMakeCache.txt",
                                  "CMakeLists.txt",
                                  "build.ninja",
                                  "pytest.ini",
                                  "Gemfile",
                                  "pubspec.yaml",
                                  "mix.exs",
                                  "Fastfile",
                                  "settings.gradle",
                                  "x.cabal",
                                  "cabal.project",
                                  "build.zig",
                                  "platformio.ini",
                                  "turbo.json",
                                  "kustomization.yaml",
                                  "CMakePresets.json",
                                  "setup.cfg",
                                  "main.tf",
                                  "x.csproj",
                                  "x.sln",
                                  "Directory.Packages.props",
                                  "Vagrantfile",
                                  ".pre-commit-config.yaml",
                                  "flake.nix",
                                  "hosts",
                                  "hosts.yml",
                                  ".aws/config",
                                  "dbt_project.yml",
                                  "profiles.yml",
                                  "manage.py",
                                  "m/tests.py",
                                  "m/models.py",
                                  "m/x.csproj"};

// A repository that exists while the process lives.
struct Repository {
  std::string path =
      std::filesystem::temp_directory_path() / "synapse-fuzz-XXXXXX";
  Repository() {
    if (!mkdtemp(path.data())) abort();
    for (const char* dir :
         {".git/refs/heads", ".git/logs/refs", ".ssh", ".kube", ".aws", "m"}) {
      std::filesystem::create_directories(path + "/" + dir);
    }
    // All have the same bytes: one file with many names is written once.
    std::ofstream(path + "/" + kFiles[0]).flush();
    for (const char* name : kFiles) {
      if (name == kFiles[0]) continue;
      std::filesystem::create_hard_link(path + "/" + kFiles[0],
                                        path + "/" + name);
    }
  }
  ~Repository() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

const std::string& Root() {
  static const Repository repository;
  return repository.path;
}

void Fail(const char* what, const std::string& name) {
  fprintf(stderr, "%s: %s\n", name.c_str(), what);
  abort();
}

void CheckTexts(const std::string& line, SpecStore& specs) {
  ProjectSource project;
  ShellNames shell;
  CompletionContext context = BuildContext(line, line.size(), specs, nullptr);
  Budget budget = Budget::Unlimited();
  SourceInput input{context, shell, Root(), Root(), 0};
  std::vector<Candidate> out;
  project.Collect(input, budget, out);
  for (const Candidate& c : out) {
    if (HasHidden(c.text)) Fail("a hidden character is offered", line);
    for (const Token& token : Tokenize(c.text)) {
      if (token.kind != TokenKind::kWord || token.dynamic) {
        Fail("more than words is offered", c.text);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::ofstream(Root() + "/" + kFiles[0], std::ios::binary)
      .write(reinterpret_cast<const char*>(data),
             static_cast<std::streamsize>(size));
  for (const std::string& name : NativeNames()) {
    // The values of the machine are the same for every input.
    if (name.starts_with("system") || name.starts_with("apt")) continue;
    GeneratorInput input{Root(), Root(), "test_a.py::", {"x"}};
    Budget budget = Budget::Unlimited();
    Reading reading(budget);
    for (const GeneratedValue& v : FindNative(name)(input, reading)) {
      bool ours = name.starts_with("synapse.") || name == "git.stashes";
      if (!ours && !IsPlausibleValue(v.value)) Fail("a value", name);
    }
    if (budget.steps() > kOwnSteps + kStepsPerByte * size) {
      Fail("too many steps", name);
    }
  }
  static SpecStore specs({});
  for (const char* line : {"", "npm run ", "make ", "just ", "cargo run --bin ",
                           "docker compose up ", "poe "}) {
    CheckTexts(line, specs);
  }
  return 0;
}
