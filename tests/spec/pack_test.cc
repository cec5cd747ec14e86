#include "spec/pack.h"

#include "spec/packer.h"
#include "spec/parse.h"
#include "tests/testing.h"

namespace synapse {

using testing::TempTree;

namespace {

SpecDraft DraftNamed(const std::string& name) {
  auto draft = ParseSpec(
      R"({"name": ")" + name + R"(", "options": [{"name": "-o"}]})", "x.json");
  REQUIRE(draft.ok());
  return *draft;
}

}  // namespace

TEST_CASE("pack: a foreign, damaged or other pack is refused with its reason") {
  TempTree tree;
  PackBuilder builder;
  builder.Add("x", DraftNamed("x"));
  const std::string bytes = builder.Finish();
  const auto reason = [&](const std::string& text) {
    const std::string path = tree.Write("p.pack", text);
    const auto pack = SpecPack::Open(path);
    return pack.ok() ? "" : pack.status().message().substr(path.size() + 2);
  };
  CHECK(reason(bytes) == "");
  CHECK(reason("") == "not a pack");
  CHECK(reason("{\"name\": \"x\"} and more than thirty-two bytes") ==
        "not a pack");
  std::string other = bytes;
  ++other[9];
  CHECK(reason(other) == "made by another version of Synapse");
  CHECK(reason(bytes.substr(0, bytes.size() - 8)) ==
        "damaged: not of its size");
  other = bytes;
  memset(other.data() + other.size() - 40, 0x7f, 40);
  CHECK(reason(other) == "damaged");
  CHECK(SpecPack::Open(tree.Path("none")).status().code() == Code::kNotFound);
}

TEST_CASE("pack: a damaged spec costs that spec") {
  TempTree tree;
  PackBuilder builder;
  builder.Add("x", DraftNamed("x"));
  builder.Add("y", DraftNamed("y"));
  std::string bytes = builder.Finish();
  memset(bytes.data() + 32, 0x55, 8);  // the first spec's names
  const auto pack = SpecPack::FromBytes(bytes);
  REQUIRE(pack.ok());
  const PackEntry* x = (*pack)->Entry("x");
  const PackEntry* y = (*pack)->Entry("y");
  REQUIRE(x);
  REQUIRE(y);
  CHECK_FALSE((*pack)->Find(*x));
  REQUIRE((*pack)->Find(*y));
  CHECK((*pack)->Find(*y)->root.name() == "y");
  CHECK_FALSE((*pack)->Entry("z"));
}

}  // namespace synapse
