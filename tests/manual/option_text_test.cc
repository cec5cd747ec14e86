#include "manual/option_text.h"

#include "manual/page.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// "-n --lines <num>" of an option.
std::string ShownOption(const OptionDraft& option) {
  std::string out;
  for (const std::string& name : option.names) {
    out += (out.empty() ? "" : " ") + name;
  }
  for (const ArgDraft& arg : option.args) {
    out += " " + option.separator + (arg.optional ? "[" : "<") + arg.name;
    for (const ValueDraft& value : arg.values) out += "|" + value.value;
    out += arg.optional ? "]" : ">";
  }
  return out;
}

}  // namespace

TEST_CASE("option text: the table") {
  for (const testing::Case& c : testing::ReadCases("option_texts.txt")) {
    std::string text;
    bool begin = true;
    for (char byte : c.line) {
      if (byte == '*') {
        text += begin ? kValueBegin : kValueEnd;
        begin = !begin;
      } else {
        text += byte;
      }
    }
    std::string shown;
    for (const OptionDraft& option : OptionsOfText(text)) {
      shown += (shown.empty() ? "" : " ; ") + ShownOption(option);
    }
    CHECK_MESSAGE((shown.empty() ? "none" : shown) == c.expected, c.number,
                  ": ", c.line);
  }
}

TEST_CASE("option text: the kind of a value by its name") {
  const struct {
    const char* text;
    ValueType type;
  } kCases[] = {{"FILE", ValueType::kFile},
                {"log_file", ValueType::kFile},
                {"path", ValueType::kFile},
                {"DIR", ValueType::kDirectory},
                {"<directory>", ValueType::kDirectory},
                {"URL", ValueType::kUrl},
                {"USER", ValueType::kUser},
                {"hostname", ValueType::kHost},
                {"SIGNAL", ValueType::kSignal},
                {"filetype", ValueType::kAny},
                {"NUM", ValueType::kAny}};
  for (const auto& c : kCases) {
    CHECK_MESSAGE(ArgumentNamed(c.text).type == c.type, c.text);
  }
}

TEST_CASE("option text: the kind of a value by its option") {
  const struct {
    const char* text;
    ValueType type;
  } kCases[] = {{"-o, --output-dir PATH", ValueType::kDirectory},
                {"--directory TEXT", ValueType::kDirectory},
                {"--config-file string", ValueType::kFile},
                {"--profile TEXT", ValueType::kAny},
                {"--work-dir URL", ValueType::kUrl}};
  for (const auto& c : kCases) {
    const auto options = OptionsOfText(c.text);
    REQUIRE(options.size() == 1);
    CHECK_MESSAGE(options[0].args.at(0).type == c.type, c.text);
  }
}

TEST_CASE("option text: the first sentence, clean and of one row") {
  CHECK(FirstSentence("Show all. Then stop.") == "Show all");
  CHECK(FirstSentence("Show e.g. a file, i.e. all.") ==
        "Show e.g. a file, i.e. all");
  CHECK(FirstSentence("Quiet; suppress messages.") ==
        "Quiet; suppress messages");
  CHECK(FirstSentence("Print file.txt") == "Print file.txt");
  CHECK(FirstSentence("- Set it") == "Set it");
  CHECK(FirstSentence("a\x1b[31mb\xe2\x80\xae\tc\n d") == "a[31mb c d");
  const std::string sentence =
      FirstSentence(std::string(40, 'x') + " " + std::string(200, 'y'));
  CHECK(sentence.size() <= kMaxMachineText);
  CHECK(sentence.ends_with("…"));
}

TEST_CASE("option text: names that share a text") {
  CHECK(CommandsNamed({"build", "b"}).size() == 1);
  CHECK(CommandsNamed({"install", "remove", "purge"}).size() == 3);
}

}  // namespace synapse
