#include "manual/layers.h"

#include "manual/option_text.h"
#include "tests/testing.h"

namespace synapse {
namespace {

CommandDraft LayerOf(
    std::initializer_list<std::pair<const char*, const char*>> options) {
  CommandDraft out;
  out.names = {"tool"};
  for (const auto& [text, about] : options) {
    for (OptionDraft& option : OptionsOfText(text)) {
      option.description = about;
      out.options.push_back(std::move(option));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("layers: the first text stays, gaps are filled") {
  CommandDraft spec = LayerOf({{"-a", "First"}, {"-b", ""}});
  AddLayer(
      spec,
      LayerOf({{"-a, --all=WHEN", "Second"}, {"-b", "Bare"}, {"-c", "New"}}),
      LayerUse::kAdds);
  REQUIRE(spec.options.size() == 3);
  CHECK(spec.options[0].description == "First");
  CHECK(spec.options[0].names == std::vector<std::string>{"-a", "--all"});
  CHECK(spec.options[0].args.size() == 1);
  CHECK(spec.options[1].description == "Bare");
}

TEST_CASE("layers: a file of another version only fills") {
  CommandDraft spec = LayerOf({{"-a", ""}});
  AddLayer(spec, LayerOf({{"-a, --old", "Text"}, {"-z", "Gone"}}),
           LayerUse::kFills);
  REQUIRE(spec.options.size() == 1);
  CHECK(spec.options[0].description == "Text");
  CHECK(spec.options[0].names.size() == 1);
}

TEST_CASE("layers: a name belongs to one option") {
  CommandDraft spec =
      LayerOf({{"-a, --all", ""}, {"-b, --all", ""}, {"--all", ""}});
  DropDoubleNames(spec);
  REQUIRE(spec.options.size() == 2);
  CHECK(spec.options[1].names == std::vector<std::string>{"-b"});
}

}  // namespace synapse
