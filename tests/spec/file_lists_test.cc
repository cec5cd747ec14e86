#include "spec/file_lists.h"

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/spec/spec_testing.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

GeneratorDraft Listing(std::vector<std::string> files, std::string pattern = "",
                       std::string value = "") {
  GeneratorDraft out;
  out.files = std::move(files);
  out.pattern = std::move(pattern);
  out.value = std::move(value);
  return out;
}

Names Read(const GeneratorDraft& spec, const std::string& cwd,
           const std::string& home = "") {
  GeneratorInput input;
  input.cwd = cwd;
  input.home = home;
  return NamesOf(ReadFileLists(spec, input, testing::Unbounded()));
}

}  // namespace

TEST_CASE("file lists: what the star of a path stands for") {
  TempTree tree;
  tree.Write("shop/config/environments/test.rb", "");
  tree.Write("shop/config/environments/staging.rb", "");
  tree.Write("shop/config/environments/notes.txt", "");
  tree.Write("shop/app/models/order.rb", "");
  tree.Write("home/.rbenv/versions/3.3.5/bin/ruby", "");
  tree.Write("home/.rbenv/versions/README", "");
  const GeneratorDraft environments = Listing({"config/environments/*.rb"});
  CHECK(Read(environments, tree.Path("shop")) == Names{"staging", "test"});
  CHECK(Read(environments, tree.Path("shop/app/models")) ==
        Names{"staging", "test"});
  CHECK(Read(environments, tree.Path("home")).empty());
  CHECK(Read(Listing({"~/.rbenv/versions/*/"}), tree.Path("shop"),
             tree.Path("home")) == Names{"3.3.5"});
}

TEST_CASE("file lists: the matches of a pattern in the texts") {
  TempTree tree;
  tree.Write("Procfile.dev", "web: bin/rails s\ncss: yarn build\n# no: more\n");
  tree.Write("spec/a_spec.rb", "it \"adds\" do\n  it 'takes two' do\nend\n");
  tree.Write("spec/models/b_spec.rb", "  describe \"#price\" do\n");
  tree.Write("spec/node_modules/c_spec.rb", "it \"is not ours\" do\n");
  tree.Write("spec/.hidden/d_spec.rb", "it \"is hidden\" do\n");
  tree.Write("Package.swift",
             ".target(name: \"A\"), .target(\n  name: \"B\")\n");
  CHECK(Read(Listing({"Procfile", "Procfile.dev"}, "^(\\w+):", "{1}"),
             tree.Path("")) == Names{"web", "css"});
  const GeneratorDraft examples = Listing(
      {"spec/**/*_spec.rb"}, "^\\s*(?:it|describe) [\"'](.+?)[\"']", "{1}");
  CHECK(Read(examples, tree.Path("spec/models")) ==
        Names{"adds", "takes two", "#price"});
  CHECK(Read(Listing({"Package.swift"}, "\\.target\\(\\s*name: \"(\\w+)\"",
                     "{1}"),
             tree.Path("")) == Names{"A", "B"});
}

TEST_CASE("file lists: JSON, and files that are no help") {
  TempTree tree;
  tree.Write("tools.json", R"({"tools": [{"name": "ef"}, {"name": "-x"}]})");
  GeneratorDraft tools = Listing({"tools.json"});
  tools.parse = "json";
  tools.path = "tools[].name";
  CHECK(Read(tools, tree.Path("")) == Names{"ef"});
  tree.Write("tools.json", "{");
  CHECK(Read(tools, tree.Path("")).empty());
  CHECK(Read(Listing({"Procfile"}, "(", "{1}"), tree.Path("")).empty());
  // A match of nothing goes on behind it.
  tree.Write("Procfile", "ab");
  CHECK(Read(Listing({"Procfile"}, "x*", "{0}"), tree.Path("")).empty());
  tree.Write("Procfile", std::string(300 << 10, 'a'));
  CHECK(Read(Listing({"Procfile"}, "a", "{0}"), tree.Path("")).empty());
}

TEST_CASE("file lists: two stars in a name, and no star") {
  TempTree tree;
  tree.Write("a.proj", "");
  tree.Write("Procfile", "");
  CHECK(Read(Listing({"*.*proj"}), tree.Path("")) == Names{"a.proj"});
  CHECK(Read(Listing({"Procfile"}), tree.Path("")) == Names{"Procfile"});
}

TEST_CASE("file lists: no link is followed to a directory") {
  TempTree tree;
  tree.Write("out/secret.rb", "");
  tree.Write("in/a.rb", "");
  REQUIRE(
      (symlink(tree.Path("out").c_str(), tree.Path("in/link").c_str()) == 0));
  CHECK(Read(Listing({"in/**/*.rb"}), tree.Path("")) == Names{"a"});
}

TEST_CASE("file lists: paths that a spec may name") {
  CHECK(IsFilesPath("config/*.rb"));
  CHECK(IsFilesPath("~/.rbenv/versions/*/"));
  for (const char* path :
       {"", "/etc/passwd", "~root/x", "a/../../b", "~/", "[ab]*.rb"}) {
    CAPTURE(path);
    CHECK_FALSE(IsFilesPath(path));
  }
}

}  // namespace synapse
