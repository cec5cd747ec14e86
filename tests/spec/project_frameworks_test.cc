// Parts of projects of Django, dbt, Nix and mise.
#include <doctest/doctest.h>

#include "spec/natives.h"
#include "spec/project_files.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

Names PartsFrom(const char* reader, const std::string& cwd,
                const std::string& partial = "",
                std::vector<std::string> words = {"x"}) {
  return NamesOf(
      FindNative(reader)({cwd, "/", partial, words}, testing::Unbounded()));
}

}  // namespace

TEST_CASE("django: applications, their commands, fixtures, migrations, tests") {
  TempTree tree;
  tree.Write("manage.py", "");
  tree.Write("blog/apps.py", "");
  tree.Write("blog/migrations/__init__.py", "");
  tree.Write("blog/migrations/0001_initial.py", "");
  tree.Write("blog/migrations/0002_entry.py", "");
  tree.Write("blog/management/commands/__init__.py", "");
  tree.Write("blog/management/commands/publish.py", "");
  tree.Write("blog/management/commands/bad name.py", "");
  tree.Write("blog/fixtures/posts.json", "");
  tree.Write("blog/fixtures/notes.txt", "");
  tree.Write("blog/tests.py",
             "class EntryTests(TestCase):\nclass Helper:\nclass TestX :\n");
  tree.Write("apps/shop/models.py", "");
  tree.Write("apps/shop/tests/test_cart.py", "class CartTest(TestCase):");
  tree.Write("site/settings.py", "");
  tree.Write("_old/apps.py", "");
  const std::string deep = tree.MakeDir("blog/templates");
  CHECK(PartsFrom("django.apps", deep) == Names{"shop", "blog"});
  CHECK(PartsFrom("django.commands", deep) == Names{"publish"});
  CHECK(PartsFrom("django.fixtures", deep) == Names{"posts.json"});
  CHECK(PartsFrom("django.migrations", deep, "", {"x", "migrate", "blog"}) ==
        Names{"0002_entry", "0001_initial", "zero"});
  CHECK(PartsFrom("django.migrations", deep, "", {"x", "migrate", "shop"})
            .empty());
  CHECK(PartsFrom("django.tests", deep) ==
        Names{"apps.shop", "blog", "apps.shop.tests.test_cart", "blog.tests",
              "apps.shop.tests.test_cart.CartTest", "blog.tests.EntryTests"});
  CHECK(PartsFrom("django.apps", "/").empty());
}

TEST_CASE("dbt: models, seeds, snapshots and targets") {
  TempTree tree;
  tree.Write("dbt_project.yml",
             "name: shop\nmodel-paths: [\"models\", 'more/sql', /etc]\n"
             "seed-paths:\n  - data\n");
  tree.Write("models/orders.sql", "");
  tree.Write("models/staging/stg_orders.sql", "");
  tree.Write("models/schema.yml", "");
  tree.Write("models/dbt_packages/hidden.sql", "");
  tree.Write("more/sql/churn.py", "");
  tree.Write("data/raw_orders.csv", "");
  tree.Write("snapshots/history.sql", "");
  tree.Write("profiles.yml",
             "shop:\n  target: dev\n  outputs:\n    dev:\n      type: duckdb\n"
             "    prod:\n      type: duckdb\n");
  const std::string deep = tree.MakeDir("models/staging");
  CHECK(PartsFrom("dbt.resources", deep) ==
        Names{"orders", "stg_orders", "churn", "raw_orders", "history"});
  CHECK(PartsFrom("dbt.resources", deep, "+or").at(0) == "+orders");
  CHECK(FindNative("dbt.resources")({deep, "/", "", {}}, testing::Unbounded())
            .at(1)
            .description == "model in models/staging");
  CHECK(PartsFrom("dbt.targets", deep) == Names{"dev", "prod"});
}

TEST_CASE("nix: the outputs that a flake names") {
  TempTree tree;
  tree.Write("flake.nix", R"nix({
  description = "a # in a text; { \" }";
  # nixosConfigurations.comment = 1;
  inputs = {
    nixpkgs.url = "github:nixos/nixpkgs";
    home-manager = { url = "x"; inputs.nixpkgs.follows = "nixpkgs"; };
  };
  inputs.extra.url = "y";
  outputs = { self, nixpkgs, ... } @ inputs: let
    system = "x86_64-linux"; pkgs = nixpkgs.legacyPackages.${system};
  in {
    nixosConfigurations = {
      laptop = nixpkgs.lib.nixosSystem { modules = [ { packages = 1; } ]; };
      "server-1" = nixpkgs.lib.nixosSystem { specialArgs = { inherit inputs; }; };
    };
    nixosConfigurations.desk = f { };
    homeConfigurations."ann@laptop" = f { };
    packages.x86_64-linux = { default = 1; hello = pkgs.mk { name = "x"; }; };
    packages.${system}.tool = 2;
    devShells = forAllSystems (pkgs: { default = ''
      packages.text = ''${x} '' ; ci = import ./ci.nix { inherit pkgs; }; });
    apps."x86_64-linux".run = { type = "app"; };
    checks.x86_64-linux."bad name" = 1;
  };
})nix");
  const std::string deep = tree.MakeDir("hosts");
  CHECK(PartsFrom("nix.machines", deep) ==
        Names{".#laptop", ".#server-1", ".#desk"});
  CHECK(PartsFrom("nix.homes", deep) == Names{".#ann@laptop"});
  CHECK(PartsFrom("nix.packages", deep) ==
        Names{".#default", ".#hello", ".#tool"});
  CHECK(PartsFrom("nix.programs", deep).at(0) == ".#run");
  CHECK(PartsFrom("nix.shells", deep) ==
        Names{".#default", ".#ci", ".#hello", ".#tool"});
  CHECK(PartsFrom("nix.inputs", deep) ==
        Names{"nixpkgs", "home-manager", "extra"});
  CHECK(PartsFrom("nix.machines", "/", tree.Path("") + "#lap").size() == 3);
  CHECK(PartsFrom("nix.packages", deep, "nixpkgs#he").empty());
}

TEST_CASE("nix: a damaged flake ends") {
  for (const std::string& text :
       {std::string("{ packages = \"open"), std::string("packages.a = ''open"),
        std::string(100000, '{'), "packages." + std::string(100000, '}'),
        "packages" + std::string(100000, '.') + "a = 1;", std::string("\\")}) {
    TempTree tree;
    tree.Write("flake.nix", text);
    CHECK(PartsFrom("nix.packages", tree.Path("")).size() < 2);
  }
}

TEST_CASE("mise: the tools of the nearest configuration") {
  TempTree tree;
  tree.Write(".mise/config.toml",
             "[tools]\nnode = \"24\"\n\"npm:x\" = \"1\"\n");
  CHECK(PartsFrom("mise.tools", tree.MakeDir("src")) == Names{"node", "npm:x"});
}

TEST_CASE("frameworks: environments and settings that the project has") {
  TempTree tree;
  tree.Write("config/environments/staging.rb", "");
  tree.Write("config/environments/production.rb", "");
  tree.Write("config/environments/README.md", "");
  tree.Write("mix.exs", "");
  tree.Write("config/config.exs", "");
  tree.Write("config/runtime.exs", "");
  tree.Write("config/prod.exs", "");
  tree.Write("manage.py", "");
  tree.Write("shop/settings.py", "");
  tree.Write("shop/views.py", "");
  tree.Write("conf/settings/__init__.py", "");
  tree.Write("conf/settings/local.py", "");
  tree.Write("conf/settings/b d.py", "");
  tree.Write("venv/x/settings.py", "");
  const std::string deep = tree.MakeDir("shop/templates");
  CHECK(PartsFrom("rails.environments", deep) ==
        Names{"production", "staging"});
  CHECK(PartsFrom("mix.environments", deep) == Names{"prod"});
  CHECK(PartsFrom("django.settings", deep) ==
        Names{"conf.settings.local", "shop.settings"});
  CHECK(PartsFrom("rails.environments", "/").empty());
}

TEST_CASE("frameworks: classes of tests of Java, and seeders of Laravel") {
  TempTree tree;
  tree.Write("src/test/java/a/OrderTest.java", "");
  tree.Write("src/test/java/a/Helper.java", "");
  tree.Write("app/src/test/kotlin/CartTests.kt", "");
  tree.Write("target/x/OldTest.java", "");
  tree.Write("artisan", "");
  tree.Write("database/seeders/UserSeeder.php", "");
  CHECK(PartsFrom("java.tests", tree.Path()) ==
        Names{"CartTests", "OrderTest"});
  CHECK(PartsFrom("maven.tests", tree.Path(), "test=Or") ==
        Names{"test=CartTests", "test=OrderTest"});
  CHECK(PartsFrom("maven.tests", tree.Path(), "skip").empty());
  CHECK(PartsFrom("laravel.seeders", tree.Path("database")) ==
        Names{"UserSeeder"});
}

TEST_CASE("frameworks: members of a workspace of uv") {
  TempTree tree;
  tree.Write("pyproject.toml",
             "[project]\nname = \"shop\"\n[tool.uv.workspace]\n"
             "members = [\"packages/*\"]\n");
  tree.Write("packages/core/pyproject.toml", "[project]\nname = 'core'\n");
  tree.Write("packages/docs/README.md", "");
  const Names packages = PartsFrom("uv.packages", tree.Path("packages/core"));
  CHECK(packages == Names{"shop", "core"});
}

}  // namespace synapse
