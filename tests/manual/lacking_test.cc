#include "manual/lacking.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE(
    "lacking: commands with a long option that their spec does not have") {
  const testing::TempTree folder;
  folder.Write("tar.json", R"({"name": "tar", "options": [
      {"name": ["-c", "--create"]}, {"name": "--file", "args": {"name": "f"}}]})");
  folder.Write("sudo.json", R"({"name": "sudo", "options": [{"name": "--user",
      "args": {"name": "u"}}], "args": {"template": "command"}})");
  SpecStore specs({folder.Path()});
  const struct {
    const char* line;
    std::vector<std::string> names;
  } kCases[] = {
      {"tar --create --file x y", {}},
      {"tar --zstd --create", {"tar"}},
      {"tar --create --zstd=3 | tar --file=x", {"tar"}},
      {"tar -x -z", {}},
      {"tar --create -- --zstd", {}},
      {"tar --file --zstd", {}},
      {"sudo --user root tar --zstd", {"tar"}},
      {"sudo --new tar --create", {"sudo"}},
      {"other --zstd; ./tar --zstd", {}},
      {"tar --create >--zstd", {}},
  };
  for (const auto& c : kCases) {
    CHECK_MESSAGE(CommandsThatLack(specs, c.line) == c.names, c.line);
  }
}

// Nothing was suggested for a line that was typed at once, and its command had no
// options until it was typed again.
TEST_CASE("lacking: the packs of a line's commands are wanted once it ran") {
  const testing::TempTree folder;
  SpecStore specs({}, SpecStore::Compiles::kInMemory, folder.Path("cache"),
                  [](const std::string& name) {
                    return name == "none" ? "" : "/bin/" + name;
                  });
  LookForProgramsOf(specs, "sudo frobnic now | none; x=1 tool >file && ./tool");
  std::vector<std::string> names;
  for (const auto& wanted : specs.TakeWanted()) names.push_back(wanted.name);
  CHECK(names == std::vector<std::string>{"frobnic", "tool"});
}

}  // namespace synapse
