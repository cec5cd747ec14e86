#include "transcript/splitter.h"

#include "tests/testing.h"

namespace synapse {
namespace {

struct Split {
  std::vector<std::string> records;
  std::vector<uint64_t> offsets;
  uint64_t whole = 0;
  size_t too_long = 0;
};

Split SplitIn(std::string_view text, size_t piece, size_t most = 1000) {
  Split out;
  RecordSplitter splitter(most, 0, [&](std::string_view r, uint64_t offset) {
    out.records.emplace_back(r);
    out.offsets.push_back(offset);
  });
  for (size_t at = 0; at < text.size(); at += piece) {
    splitter.Feed(text.substr(at, piece));
  }
  out.whole = splitter.whole();
  out.too_long = splitter.too_long();
  return out;
}

using Records = std::vector<std::string>;

}  // namespace

TEST_CASE("splitter: lines, whatever the pieces") {
  const std::string text = "{\"a\":1}\n\n  \n{\"b\":2}\r\n{\"c\":";
  for (size_t piece : {1u, 2u, 3u, 7u, 100u}) {
    CAPTURE(piece);
    const Split split = SplitIn(text, piece);
    CHECK(split.records == Records{"{\"a\":1}", "{\"b\":2}\r"});
    CHECK(split.offsets == std::vector<uint64_t>{0, 12});
    // The last line is incomplete.
    CHECK(split.whole == 21);
  }
}

TEST_CASE("splitter: the elements of an array, compact or over many lines") {
  const std::string text =
      "\xEF\xBB\xBF [ {\"a\": [1, \"]}\\\"[\"]},\n  {\"b\":\n2} , 7 ]\n";
  for (size_t piece : {1u, 2u, 5u, 100u}) {
    CAPTURE(piece);
    const Split split = SplitIn(text, piece);
    CHECK(split.records == Records{"{\"a\": [1, \"]}\\\"[\"]}", "{\"b\":\n2}"});
    CHECK(text.substr(split.offsets[1]).starts_with("{\"b\""));
  }
}

TEST_CASE(
    "splitter: what is too long is passed over, and its neighbours are not") {
  const std::string text = "{1}\n" + std::string(5000, 'x') + "\n{2}\n";
  for (size_t piece : {1u, 64u, 100'000u}) {
    CAPTURE(piece);
    const Split split = SplitIn(text, piece, 100);
    CHECK(split.records == Records{"{1}", "{2}"});
    CHECK(split.too_long == 1);
    CHECK(split.whole == text.size());
  }
}

TEST_CASE("splitter: brackets without an end cost no memory") {
  std::string text = "[{\"a\":1},";
  text += std::string(100'000, '[');
  const Split split = SplitIn(text, 4096, 100);
  CHECK(split.records == Records{"{\"a\":1}"});
  CHECK(split.whole == 8);
}

}  // namespace synapse
