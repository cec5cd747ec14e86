#include "spec/packer.h"

#include <random>

#include "spec/parse.h"
#include "spec/spec_reader.h"
#include "tests/spec/pack_testing.h"
#include "tests/testing.h"

namespace synapse {

using testing::SourceFile;

namespace {

SpecDraft DraftFrom(std::string_view json) {
  auto draft = ParseSpec(json, "x.json");
  REQUIRE(draft.ok());
  return *draft;
}

constexpr const char* kSmall = R"({"name": ["x", "y"], "description": "d",
  "subcommands": [{"name": "s", "args": {"name": "a", "secret": true}}],
  "options": [{"name": ["-o", "--out"], "risk": "dangerous: why",
               "args": {"name": "f", "template": "file", "values": ["1"]}}],
  "generators": {"g": {"command": ["ls", "-l"], "ttl_s": 7}}})";

}  // namespace

TEST_CASE("packer: every spec of ours reads as its draft") {
  SpecReader reader({SourceFile("specs")});
  for (const char* name : {"git", "docker", "find", "kubectl", "pip3", "tar",
                           "podman", "sudo", "synapse"}) {
    CAPTURE(std::string(name));
    const auto draft = reader.Read(name);
    REQUIRE(draft);
    const auto spec = testing::Packed(*draft);
    REQUIRE(spec);
    CHECK(SpecToJson(*spec) == SpecToJson(*draft));
    CHECK(spec->option_names.size() == draft->option_names.size());
    CHECK(spec->has_risks == draft->has_risks);
    CHECK(spec->takes_secrets == draft->takes_secrets);
  }
}

TEST_CASE("packer: a generator can be copied out of its pack") {
  const auto spec = testing::Packed(DraftFrom(kSmall));
  const GeneratorSpec* packed = GeneratorNamed(*spec, "g");
  REQUIRE(packed);
  const GeneratorDraft copy = DraftOf(*packed);
  CHECK(copy.name == "g");
  CHECK(copy.command == std::vector<std::string>{"ls", "-l"});
  CHECK(copy.ttl_s == 7);
}

TEST_CASE("packer: a list that several commands have lies there once") {
  std::string options;
  for (int i = 0; i < 50; ++i) {
    options += (i ? "," : "") + ("{\"name\": \"--o" + std::to_string(i)) +
               R"(", "args": {"name": "file", "template": "file"}})";
  }
  const std::string command = R"("options": [)" + options + "]}";
  const std::string one =
      R"({"name": "x", "subcommands": [{"name": "a", )" + command + "]}";
  const std::string two = R"({"name": "x", "subcommands": [{"name": "a", )" +
                          command + R"(, {"name": "b", )" + command + "]}";
  const auto spec = testing::Packed(DraftFrom(two));
  REQUIRE(spec);
  CHECK(SpecToJson(*spec) == SpecToJson(DraftFrom(two)));
  const auto& [a, b] =
      std::tie(spec->root.subcommands[0], spec->root.subcommands[1]);
  REQUIRE(a.options.size() == 50);
  CHECK(a.options.begin() == b.options.begin());
  CHECK(a.options[0].args.begin() == a.options[1].args.begin());
  CHECK(Pack(DraftFrom(two)).size() < Pack(DraftFrom(one)).size() + 1000);
}

// A check compares the members between two others of Fields() at once.
TEST_CASE("packer: members lie in an object in the order of Fields()") {
  const auto in_order = [](const auto& object) {
    return std::apply(
        [](const auto&... members) {
          const void* const at[] = {&members...};
          return std::is_sorted(std::begin(at), std::end(at), std::less<>());
        },
        object.Fields(object));
  };
  CHECK(in_order(CommandSpec()));
  CHECK(in_order(OptionSpec()));
  CHECK(in_order(ArgSpec()));
}

TEST_CASE("packer: damaged bytes are refused or read within their bounds") {
  const std::string bytes = Pack(DraftFrom(kSmall));
  REQUIRE(Unpacked<Spec>(bytes));
  const uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  size_t refused = 0;
  for (int round = 0; round < 3000; ++round) {
    // The exact size, so that the address sanitizer sees a read beyond it.
    const size_t size =
        round % 4 == 0 ? random() % (bytes.size() + 1) : bytes.size();
    auto copy = std::make_unique<uint64_t[]>((size + 7) / 8);
    char* at = reinterpret_cast<char*>(copy.get());
    memcpy(at, bytes.data(), size);
    for (int i = 0; i < 3 && size > 0; ++i) {
      at[random() % size] = static_cast<char>(random());
    }
    const Spec* spec = Unpacked<Spec>({at, size});
    refused += !spec;
    if (spec) CHECK(!SpecToJson(*spec).empty());
  }
  CHECK(refused > 100);
}

TEST_CASE("packer: lists of commands that nest too deep are refused") {
  const auto nested = [](int depth) {
    SpecDraft draft = DraftFrom(R"({"name": "x"})");
    CommandDraft* command = &draft.root;
    for (int i = 0; i < depth; ++i) {
      command->subcommands.emplace_back().names = {"s"};
      command = &command->subcommands.back();
    }
    return draft;
  };
  CHECK(Unpacked<Spec>(Pack(nested(60))));
  CHECK_FALSE(Unpacked<Spec>(Pack(nested(65))));
}

TEST_CASE("packer: a command and an option need a name") {
  SpecDraft draft = DraftFrom(kSmall);
  draft.root.options[0].names.clear();
  CHECK_FALSE(Unpacked<Spec>(Pack(draft)));
  draft = DraftFrom(kSmall);
  draft.root.subcommands[0].names.clear();
  CHECK_FALSE(Unpacked<Spec>(Pack(draft)));
}

TEST_CASE(
    "packer: a list that is read more often than there are bytes is refused") {
  // Each of many commands has the same many options.
  SpecDraft draft = DraftFrom(R"({"name": "x"})");
  std::vector<OptionDraft> options(300);
  for (OptionDraft& option : options) option.names = {"-o"};
  for (int i = 0; i < 1000; ++i) {
    CommandDraft& sub = draft.root.subcommands.emplace_back();
    sub.names = {"s"};
    sub.options = options;
  }
  const std::string many = Pack(draft);
  CHECK(many.size() < 1000 * 300);
  CHECK_FALSE(Unpacked<Spec>(many));
  draft.root.subcommands.resize(20);
  CHECK(Unpacked<Spec>(Pack(draft)));
}

TEST_CASE("packer: bytes at an odd address are refused") {
  std::string bytes = " " + Pack(DraftFrom(kSmall));
  CHECK_FALSE(Unpacked<Spec>(std::string_view(bytes).substr(1)));
  CHECK_FALSE(Unpacked<Spec>(""));
}

}  // namespace synapse
