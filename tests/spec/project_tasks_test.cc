// Tasks of deno, composer, mise, rake, nox, invoke, tox, gradle and Maven; tests
// of pytest and of Rust.
#include <doctest/doctest.h>

#include "spec/natives.h"
#include "spec/project_files.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

std::vector<GeneratedValue> ValuesFrom(const char* reader,
                                       const std::string& cwd,
                                       const std::string& partial = "") {
  return FindNative(reader)({cwd, "/", partial, {"x"}}, testing::Unbounded());
}

}  // namespace

TEST_CASE("tasks: JSON with comments, objects and lists") {
  TempTree tree;
  tree.Write("deno.jsonc", R"({ // comment
    "tasks": {"dev": "deno run main.ts",
              "check": {"description": "Type-check all", "command": "x"},
              "build": {"command": "deno compile"}, "bad": 7,},
  })");
  tree.Write("package.json", R"({"scripts": {"lint": "eslint ."}})");
  const auto tasks = ValuesFrom("deno.tasks", tree.MakeDir("src/deep"));
  CHECK(NamesOf(tasks) == Names{"dev", "check", "build", "lint"});
  CHECK(tasks.at(1).description == "Type-check all");
  CHECK(tasks.at(2).description == "deno compile");
  tree.Write("composer.json",
             R"({"scripts": {"test": "phpunit", "ci": ["@test", "@cs"]}})");
  CHECK(NamesOf(ValuesFrom("composer.scripts", tree.Path(""))) ==
        Names{"test", "ci"});
}

TEST_CASE("tasks: mise.toml") {
  TempTree tree;
  tree.Write("mise.toml", R"([tools]
node = "20"
[tasks]
lint = "ruff check"
[tasks.build]
description = "Build the site"
run = "make"
[tasks."db:seed"]
run = ["a", "b"]
)");
  const auto tasks = ValuesFrom("mise.tasks", tree.MakeDir("below"));
  CHECK(NamesOf(tasks) == Names{"lint", "build", "db:seed"});
  CHECK(tasks.at(1).description == "Build the site");
}

TEST_CASE("tasks: rake, with namespaces and descriptions") {
  TempTree tree;
  tree.Write("Rakefile", R"(require 'rake'
desc "Run the linter"
task :lint do
  sh "rubocop"
end
task default: [:lint, :spec]
namespace :db do
  desc 'Fill the tables'
  task :seed => :environment do
    if ready?
      load
    end
  end
  namespace "admin" do
    task("reset") { clear }
  end
end
multitask :all
task "quoted:name", [:arg]
task compute_name do
end
tasks = 5
)");
  tree.Write("lib/tasks/more.rake", "task :more\n");
  const auto tasks = ValuesFrom("rake.tasks", tree.MakeDir("app/models"));
  CHECK(NamesOf(tasks) == Names{"lint", "default", "db:seed", "db:admin:reset",
                                "all", "quoted:name", "more"});
  CHECK(tasks.at(0).description == "Run the linter");
  CHECK(tasks.at(2).description == "Fill the tables");
}

TEST_CASE("pass: names of entries, and none of hidden files") {
  TempTree tree;
  for (const char* name : {"b.gpg", "web/bank.gpg", "web/deep/x.gpg", ".gpg-id",
                           ".git/y.gpg", "web/note.txt", ".gpg"}) {
    tree.Write(std::string(".password-store/") + name, "");
  }
  const auto entries = FindNative("pass.entries")(
      {"/", tree.Path(""), "", {"pass"}}, testing::Unbounded());
  CHECK(NamesOf(entries) == Names{"b", "web/bank", "web/deep/x"});
}

TEST_CASE("tasks: rules of snakemake") {
  TempTree tree;
  CHECK(ValuesFrom("snakemake.rules", tree.Path("")).empty());
  tree.Write("workflow/Snakefile", R"(rule all:
    input: "a.csv"
rule align:  # of one sample
    shell: "rule none:"
checkpoint split :
rule bad-name:
rule:
)");
  CHECK(NamesOf(ValuesFrom("snakemake.rules", tree.Path(""))) ==
        Names{"all", "align", "split"});
}

TEST_CASE("tasks: decorated functions of nox and invoke") {
  TempTree tree;
  tree.Write("noxfile.py", R"(import nox
@nox.session(python=["3.11", "3.12"])
@nox.parametrize("x", [1, 2])
def tests(session, x):
    """Run the tests. All of them."""
@nox.session(name="type-check")
def mypy(session): pass
@nox.sessions_of_others
def none(session): pass
def helper(): pass
)");
  const auto sessions = ValuesFrom("nox.sessions", tree.Path(""));
  CHECK(NamesOf(sessions) == Names{"tests", "type-check"});
  CHECK(sessions.at(0).description == "Run the tests. All of them.");
  tree.Write("tasks.py", R"(from invoke import task
@task(help={"name": "who"})
def build_docs(c, name):
    pass
)");
  CHECK(NamesOf(ValuesFrom("invoke.tasks", tree.Path(""))) ==
        Names{"build-docs"});
}

TEST_CASE("tasks: environments of tox, with braces") {
  TempTree tree;
  tree.Write("tox.ini", R"([tox]
envlist =
    py{38,39}-{a,b}, lint  # comment
    docs
skipsdist = true
[testenv]
commands = pytest
[testenv:format]
commands = black .
)");
  CHECK(
      NamesOf(ValuesFrom("tox.environments", tree.Path(""))) ==
      Names{"py38-a", "py38-b", "py39-a", "py39-b", "lint", "docs", "format"});
  tree.Write("tox.ini", "[tox]\nenv_list = a, b\n");
  CHECK(NamesOf(ValuesFrom("tox.environments", tree.Path(""))) ==
        Names{"a", "b"});
}

TEST_CASE("tasks: what a build file of gradle registers") {
  TempTree tree;
  tree.Write("build.gradle", R"(plugins { id 'java' }
task hello { println 'x' }
task copyDocs(type: Copy) {}
tasks.register('deploy') { group = 'x' }
tasks.register("zipAll", Zip) {}
tasks.named("test") {}
val generate by tasks.registering { }
)");
  CHECK(NamesOf(ValuesFrom("gradle.tasks", tree.MakeDir("src"))) ==
        Names{"hello", "copyDocs", "deploy", "zipAll", "generate"});
}

TEST_CASE("tasks: modules and plugins of a Gradle build") {
  TempTree tree;
  tree.Write("settings.gradle.kts", R"(rootProject.name = "x"
includeBuild("tools")
include(":app",
        ":libs:net")
include("../out", "bad name")
)");
  tree.Write("build.gradle.kts",
             "plugins { id(\"com.android.application\") apply false }\n"
             "// tasks.register(\"gone\")\n");
  tree.Write("app/build.gradle.kts",
             "plugins { alias(libs.plugins.android.application) }\n"
             "tasks.register(\"stamp\") {}\n");
  tree.Write("libs/net/build.gradle", "apply plugin: 'maven-publish'\n");
  const auto all = ValuesFrom("gradle.tasks", tree.Path(""));
  const Names names = NamesOf(all);
  const auto has = [&](const char* name) {
    return std::count(names.begin(), names.end(), name) == 1;
  };
  for (const char* name :
       {"assembleDebug", "stamp", ":app:stamp", ":app:installDebug",
        ":libs:net:test", "publishToMavenLocal", ":libs:net:publish",
        "lintDebug", ":app:signingReport"}) {
    CAPTURE(name);
    CHECK(has(name));
  }
  for (const char* name :
       {"gone", ":tools:test", "bootRun", ":libs:net:assembleDebug"}) {
    CAPTURE(name);
    CHECK_FALSE(has(name));
  }
  CHECK(all.at(0).description == "Build the debug version of the app");
  // In a module its own tasks.
  CHECK(NamesOf(ValuesFrom("gradle.tasks", tree.Path("libs/net"))) ==
        Names{"publishToMavenLocal", "publish"});
}

TEST_CASE("tasks: versions of an Android app by its flavors") {
  TempTree tree;
  tree.Write("settings.gradle", "include ':app'\n");
  tree.Write("app/build.gradle", R"(apply plugin: 'com.android.application'
android {
    buildTypes {
        release { minifyEnabled true }
        create("benchmark") { }
    }
    flavorDimensions "tier"
    productFlavors {
        free {
            resValue "string", "name", "Free"
            buildConfigField("boolean", "ADS", "true")
        }
        register("paid") { }
    }
    lint { }
}
)");
  const Names names = NamesOf(ValuesFrom("gradle.tasks", tree.Path("")));
  const auto has = [&](const char* name) {
    return std::count(names.begin(), names.end(), name) == 1;
  };
  for (const char* name :
       {"assembleFreeDebug", "installFreeDebug", "assemblePaidRelease",
        "bundlePaidRelease", "testFreeDebugUnitTest", "assembleFreeBenchmark",
        "assembleFree", ":app:installPaidDebug"}) {
    CAPTURE(name);
    CHECK(has(name));
  }
  CHECK_FALSE(has("assembleResValueDebug"));
  // There is none without a flavor.
  CHECK_FALSE(has("installDebug"));
  CHECK_FALSE(has("testReleaseUnitTest"));
  CHECK(has("lint"));
  CHECK(NamesOf(ValuesFrom("gradle.flavors", tree.Path(""))) ==
        Names{"free", "paid"});
  // A project of Flutter has it in a directory of that name.
  tree.Write("phone/android/app/build.gradle.kts",
             "productFlavors {\n  create(\"dev\") {\n  }\n}\n");
  CHECK(NamesOf(ValuesFrom("gradle.flavors", tree.MakeDir("phone/lib"))) ==
        Names{"dev"});
}

TEST_CASE("tasks: lanes of fastlane, by platform") {
  TempTree tree;
  tree.Write("fastlane/Fastfile", R"(default_platform(:ios)
lane :all do
end
platform :ios do
  desc "Send a beta version"
  desc "to the testers"
  lane :beta do |options|
    desc_of = 1
  end
  desc "not shown"
  private_lane :sign do
  end
end
platform :android do
  lane :play do
  end
  lane :'bad name' do
  end
end
)");
  const auto values = [&](const std::vector<std::string>& words) {
    return FindNative("fastlane.lanes")({tree.MakeDir("src"), "/", "", words},
                                        testing::Unbounded());
  };
  CHECK(NamesOf(values({"fastlane"})) ==
        Names{"all", "beta", "ios", "android"});
  CHECK(values({"fastlane"}).at(1).description == "Send a beta version");
  CHECK(NamesOf(values({"fastlane", "android"})) == Names{"play"});
}

TEST_CASE("tasks: what projects of Ruby, Dart and Elixir declare") {
  TempTree tree;
  tree.Write("Gemfile", R"(source "https://rubygems.org"
gem "rails", "~> 7.0"
  gem 'rspec-rails', require: false
gem("pg")
# gem "old"
gem "$x"
gemspec
)");
  tree.Write("pubspec.yaml", R"(name: shop
dependencies:
  flutter:
    sdk: flutter
  http: ^1.2.0
dev_dependencies:
  build_runner: any
flutter:
  uses: true
)");
  tree.Write("mix.exs", R"(defmodule X do
  defp deps_of, do: []
  defp deps do
    [
      {:phoenix, "~> 1.7"}, {:jason, ">= 0.0.0"},
      # {:old, "1"}
      {:ecto, path: "x"}
    ]
  end
  defp aliases do
    [setup: ["deps.get", "ecto.setup"], ci: ["credo"],
      "ecto.reset": ["ecto.drop"],
      test: [
        "ecto.create",
      ]
    ]
  end
  def other, do: {:not, 1}
end
)");
  const std::string at = tree.MakeDir("lib");
  const auto gems = ValuesFrom("ruby.gems", at);
  CHECK(NamesOf(gems) == Names{"rails", "rspec-rails", "pg"});
  CHECK(gems.at(0).description == "~> 7.0");
  CHECK(gems.at(1).description.empty());
  CHECK(NamesOf(ValuesFrom("ruby.programs", at)) ==
        Names{"rails", "rake", "rspec"});
  CHECK(NamesOf(ValuesFrom("dart.dependencies", at)) ==
        Names{"http", "build_runner", "flutter"});
  CHECK(NamesOf(ValuesFrom("mix.dependencies", at)) ==
        Names{"phoenix", "jason", "ecto"});
  const auto aliases = ValuesFrom("mix.tasks", at);
  CHECK(NamesOf(aliases) == Names{"setup", "ci", "ecto.reset", "test"});
  CHECK(aliases.at(0).description == "Run deps.get, ecto.setup");
  CHECK(aliases.at(3).description == "alias of this project");
}

TEST_CASE("tasks: modules and profiles of a pom.xml") {
  TempTree tree;
  tree.Write("pom.xml", R"(<project>
  <modules><module>core</module>
    <module> libs/web </module> <!-- <module>gone</module> -->
    <module>$(x)</module></modules>
  <profiles>
    <profile><build><plugins/></build><id>native</id></profile>
    <profile>
      <id>it</id><activation><property><name>x</name></property></activation>
    </profile></profiles>
  <build><plugins><plugin><executions><execution><id>jar</id></execution>
)");
  const std::string below = tree.MakeDir("core");
  CHECK(NamesOf(ValuesFrom("maven.modules", below)) ==
        Names{"core", "libs/web"});
  CHECK(NamesOf(ValuesFrom("maven.profiles", below)) == Names{"native", "it"});
  for (const char* cut : {"<!-- <module>a", "<module>", "<profile><id>"}) {
    tree.Write("pom.xml", cut);
    CHECK(ValuesFrom("maven.modules", below).empty());
    CHECK(ValuesFrom("maven.profiles", below).empty());
  }
}

TEST_CASE("tasks: variables of a Makefile, once a letter is typed") {
  TempTree tree;
  tree.Write("Makefile", R"(PREFIX ?= /usr/local
export ENV=staging
OBJECTS := $(SRC:.c=.o)
lower = x
install: PREFIX=/opt
	X=1 cp a b
ifeq ($(A),b)
)");
  const auto at = [&](const char* partial) {
    return ValuesFrom("make.targets", tree.Path(""), partial);
  };
  CHECK(NamesOf(at("")) == Names{"install"});
  CHECK(NamesOf(at("P")) == Names{"install", "PREFIX=", "ENV=", "OBJECTS="});
  CHECK(at("P").at(1).description == "/usr/local");
}

TEST_CASE("tasks: variables of cmake, from the cache or the lists file") {
  TempTree tree;
  tree.Write("CMakeLists.txt", R"(project(x)
option(X_TESTS "Build the tests" ON)
set(X_BACKEND "gl" CACHE STRING "Which backend draws")
set(LOCAL 5)
)");
  const auto at = [&](const char* partial) {
    return FindNative("cmake.variables")(
        {tree.Path(""), "/", partial, {"cmake", "-B", "build", "-D"}},
        testing::Unbounded());
  };
  CHECK(NamesOf(at("")) == Names{"X_TESTS=", "X_BACKEND="});
  CHECK(at("").at(0).description == "Build the tests; now ON");
  CHECK(at("").at(1).description == "Which backend draws; now gl");
  tree.Write("build/CMakeCache.txt", R"(# comment
//Flags of the
//compiler
CMAKE_CXX_FLAGS:STRING=
X_SAN:BOOL=OFF
CMAKE_HOME:INTERNAL=/x
)");
  CHECK(NamesOf(at("")) == Names{"CMAKE_CXX_FLAGS=", "X_SAN="});
  CHECK(NamesOf(at("X_SAN=")) == Names{"X_SAN=ON", "X_SAN=OFF"});
  CHECK(at("CMAKE_CXX_FLAGS=").empty());
}

TEST_CASE("tasks: what ninja builds in its directory") {
  TempTree tree;
  tree.Write("out/build.ninja", R"(rule cc
build app: link a.o
build a.o: cc a.c
build lib/x.so | x.txt: link
build all: phony app
build $sp ace: cc
)");
  CHECK(NamesOf(FindNative("ninja.targets")(
            {tree.Path(""), "/", "", {"ninja", "-C", "out"}},
            testing::Unbounded())) == Names{"app", "x.txt", "all", "ace"});
}

TEST_CASE("tasks: marks of pytest and installed packages") {
  TempTree tree;
  tree.Write("pyproject.toml", R"([tool.pytest.ini_options]
markers = [
  "slow: takes minutes, or hours", 'gpu',
  "retry(times): again",
]
addopts = "-q: x"
)");
  const auto marks = ValuesFrom("pytest.marks", tree.MakeDir("src"));
  CHECK(NamesOf(marks) == Names{"slow", "gpu", "retry"});
  CHECK(marks.at(0).description == "takes minutes, or hours");
  tree.Write("pytest.ini", "[pytest]\nmarkers =\n    db: needs one\nx = y\n");
  CHECK(NamesOf(ValuesFrom("pytest.marks", tree.Path(""))) ==
        Names{"db", "slow", "gpu", "retry"});
  for (const char* name : {"scikit_learn-1.4.0.dist-info", "six.egg-info",
                           "old-1.0-py3.11.egg-info", "pandas"}) {
    tree.MakeDir(std::string(".venv/lib/python3.11/site-packages/") + name);
  }
  const char* before = getenv("VIRTUAL_ENV");
  REQUIRE(!before);
  const auto packages = ValuesFrom("pip.packages", tree.MakeDir("src"));
  CHECK(NamesOf(packages) == Names{"old", "scikit-learn", "six"});
  CHECK(packages.at(0).description == "1.0");
}

TEST_CASE("pyproject: commands of the project and its environment") {
  TempTree tree;
  tree.Write("pyproject.toml",
             "[tool.poetry.scripts]\nbill = \"b.cli:main\"\n");
  for (const char* name : {"activate", "activate.fish", "pytest", "bill",
                           "python", "python3.12", "pip3", "-x"}) {
    tree.Write(std::string(".venv/bin/") + name, "");
  }
  const auto commands = ValuesFrom("python.commands", tree.MakeDir("src"));
  CHECK(NamesOf(commands) == Names{"bill", "pytest", "python"});
  CHECK(commands.at(0).description == "b.cli:main");
}

TEST_CASE("source: scripts that activate an environment of the directory") {
  TempTree tree;
  CHECK(ValuesFrom("python.activations", tree.Path("")).empty());
  tree.Write("venv/bin/activate", "");
  tree.Write(".venv/bin/activate", "");
  tree.MakeDir("env/bin");
  CHECK(NamesOf(ValuesFrom("python.activations", tree.Path(""))) ==
        Names{".venv/bin/activate", "venv/bin/activate"});
  CHECK(ValuesFrom("python.activations", tree.MakeDir("src")).empty());
}

TEST_CASE("tests: functions and node ids of pytest") {
  TempTree tree;
  tree.Write("tests/test_api.py", R"(import pytest

def helper(): pass

def test_login(client):
    def test_inner(): pass

@pytest.mark.slow
async def test_stream():
    pass

class TestUsers:
    # comment
    def test_list(self): pass
class Helper:
    def test_no(self): pass
)");
  tree.Write("tests/unit/money_test.py", "def test_sum(): pass\n");
  tree.Write("tests/conftest.py", "def test_not(): pass\n");
  tree.Write("venv/lib/test_venv.py", "def test_venv(): pass\n");
  CHECK(
      NamesOf(ValuesFrom("pytest.names", tree.Path(""))) ==
      Names{"test_login", "test_stream", "TestUsers", "test_list", "test_sum"});
  CHECK(NamesOf(ValuesFrom("pytest.nodes", tree.Path(""),
                           "tests/test_api.py::te")) ==
        Names{"tests/test_api.py::test_login", "tests/test_api.py::test_stream",
              "tests/test_api.py::TestUsers::test_list"});
  CHECK(ValuesFrom("pytest.nodes", tree.Path(""), "tests/").empty());
}

TEST_CASE("tests: functions of Rust below a test attribute") {
  TempTree tree;
  tree.Write("Cargo.toml", "[package]\nname = \"x\"\n");
  tree.Write("src/lib.rs", R"(fn helper() {}
#[cfg(test)]
mod tests {
    #[test]
    #[should_panic]
    fn divides() {}
    #[tokio::test(flavor = "multi_thread")]
    async fn serves() {}
    #[test]
    // of old files
    pub fn reads() {}
    fn none() {}
}
)");
  tree.Write("target/debug/gen.rs", "#[test]\nfn made() {}\n");
  CHECK(NamesOf(ValuesFrom("cargo.test_names", tree.MakeDir("src/deep"))) ==
        Names{"divides", "serves", "reads"});
}

TEST_CASE("rake: the tasks of test libraries and of bundler") {
  TempTree tree;
  tree.Write("Rakefile",
             "require \"bundler/setup\"\nrequire \"bundler/gem_tasks\"\n"
             "Rake::TestTask.new(:unit) do |t|\nend\n"
             "RSpec::Core::RakeTask.new\n"
             "RuboCop::RakeTask.new(:lint) { |t| }\n"
             "Rake::TestTask.new(\"a b\")\n");
  CHECK(NamesOf(ValuesFrom("rake.tasks", tree.Path(""))) ==
        Names{"build", "install", "release", "clean", "clobber", "unit", "spec",
              "lint", "test"});
}

TEST_CASE("composer: the packages of the project, and not the platform") {
  TempTree tree;
  tree.Write("composer.json",
             "{\"require\": {\"php\": \">=8.1\", \"ext-json\": \"*\", "
             "\"symfony/asset\": \"7.*\"}, \"require-dev\": "
             "{\"phpunit/phpunit\": \"^11\"}}");
  CHECK(NamesOf(ValuesFrom("composer.packages", tree.MakeDir("src"))) ==
        Names{"symfony/asset", "phpunit/phpunit"});
}

TEST_CASE("pnpm: a pattern of any depth has two levels") {
  TempTree tree;
  tree.Write("pnpm-workspace.yaml", "packages:\n  - 'packages/**/*'\n");
  tree.Write("package.json", "{}");
  tree.Write("packages/a/package.json", "{\"name\": \"@x/a\"}");
  tree.Write("packages/b/c/package.json", "{\"name\": \"c\"}");
  Names names = NamesOf(ValuesFrom("npm.workspaces", tree.Path("")));
  std::sort(names.begin(), names.end());
  CHECK(names == Names{"@x/a", "c"});
}

}  // namespace synapse
