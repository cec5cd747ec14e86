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

namespace {

// A pack of one command with so many subcommands, each with two options.
std::string PackWithSubcommands(int subcommands) {
  SpecDraft draft = DraftNamed("x");
  CommandDraft sub;
  sub.options = DraftNamed("x").root.options;
  for (int i = 0; i < subcommands; ++i) {
    sub.names = {"s" + std::to_string(i)};
    // Different lists lie at different places.
    OptionDraft& other = sub.options.emplace_back();
    other.names = {"-" + std::to_string(i)};
    draft.root.subcommands.push_back(sub);
    sub.options.pop_back();
  }
  PackBuilder builder;
  builder.Add("x", draft);
  return builder.Finish();
}

// The place in the file of the options of its first subcommand.
size_t PlaceOfOptions(const std::string& bytes) {
  const auto pack = SpecPack::FromBytes(bytes);
  REQUIRE(pack.ok());
  const PackEntry& entry = *(*pack)->Entry("x");
  const auto spec = (*pack)->Find(entry);
  REQUIRE(spec);
  const void* options = &spec->root.subcommands[0].options;
  return static_cast<size_t>(entry.begin) +
         static_cast<size_t>(static_cast<const char*>(options) -
                             reinterpret_cast<const char*>(spec.get()));
}

}  // namespace

TEST_CASE("pack: the options of each of many commands are read") {
  for (int round = 0; round < 2; ++round) {
    const auto pack = SpecPack::FromBytes(PackWithSubcommands(300));
    REQUIRE(pack.ok());
    const auto spec = (*pack)->Find(*(*pack)->Entry("x"));
    REQUIRE(spec);
    size_t options = 0;
    for (int times = 0; times < 2; ++times) {
      for (const CommandSpec& sub : spec->root.subcommands) {
        options += sub.options.size();
      }
    }
    CHECK(options == 2 * 2 * 300);
  }
}

TEST_CASE("pack: bad options of a command count as none") {
  const std::string bytes = PackWithSubcommands(2);
  const size_t at = PlaceOfOptions(bytes);
  struct {
    const char* what;
    size_t member;
    int32_t value;
    bool is_found;
  } const rows[] = {
      {"beyond the pack", 0, 1 << 30, true},
      {"before the pack", 0, -(1 << 30), true},
      {"not a multiple of four", 0, 5, true},
      {"no options", 0, 0, true},
      {"more items than it says", 4, 2, true},
      {"more items than there are bytes", 4, -1, false},
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.what));
    std::string bad = bytes;
    memcpy(bad.data() + at + row.member, &row.value, sizeof(row.value));
    const auto pack = SpecPack::FromBytes(bad);
    REQUIRE(pack.ok());
    const auto spec = (*pack)->Find(*(*pack)->Entry("x"));
    CHECK((spec != nullptr) == row.is_found);
    if (!spec) continue;
    const CommandSpec& sub = spec->root.subcommands[0];
    for (int times = 0; times < 2; ++times) {
      CHECK(sub.options.empty());
      CHECK(sub.options.begin() == sub.options.end());
      CHECK_FALSE(OptionNamed(sub, "-o"));
    }
    CHECK(OptionNamed(spec->root.subcommands[1], "-o"));
    CHECK(OptionNamed(spec->root, "-o"));
  }
}

}  // namespace synapse
