#include "explain/line_text.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using Bytes = std::pair<uint32_t, uint32_t>;

Bytes BytesOf(const LineText& text, size_t begin, size_t end) {
  const Origin origin = OriginOf(text, begin, end);
  return {origin.begin, origin.end};
}

}  // namespace

TEST_CASE("line text: an alias stands where its name was written") {
  LineText text = WholeLine("ls; gst -s");
  Splice(text, 4, 7, "git status", 0);
  CHECK(text.text == "ls; git status -s");
  CHECK(BytesOf(text, 0, 2) == Bytes{0, 2});
  CHECK(BytesOf(text, 4, 7) == Bytes{4, 7});
  CHECK(BytesOf(text, 8, 14) == Bytes{4, 7});
  CHECK(BytesOf(text, 15, 17) == Bytes{8, 10});
  CHECK(OriginOf(text, 8, 14).alias == 0);
  CHECK(OriginOf(text, 15, 17).alias == -1);
  Splice(text, 0, 2, "", 1);
  CHECK(text.text == "; git status -s");
}

TEST_CASE("line text: values in quotes") {
  const LineText text = WholeLine("sh -c 'a b' x\"y\" 'open");
  CHECK(BytesOf(ValueText(text, 6, 11, "a b"), 0, 1) == Bytes{7, 8});
  CHECK(BytesOf(ValueText(text, 12, 16, "xy"), 0, 1) == Bytes{12, 16});
  CHECK(BytesOf(ValueText(text, 17, 22, "open"), 0, 4) == Bytes{18, 22});
  CHECK(ValueText(text, 12, 16, "xy").text == "xy");
}

TEST_CASE("line text: backquotes, slices, empty ranges") {
  const LineText inner = WithoutBackquoteEscapes(WholeLine("a \\`b\\` \\x"));
  CHECK(inner.text == "a `b` \\x");
  CHECK(BytesOf(inner, 3, 4) == Bytes{4, 5});
  CHECK(SliceOf(WholeLine("abc"), 1, 2).text == "b");
  CHECK(BytesOf(WholeLine("abc"), 3, 3) == Bytes{3, 3});
  CHECK(BytesOf(WholeLine("abc"), 1, 1) == Bytes{1, 1});
  CHECK(BytesOf(WholeLine(""), 0, 0) == Bytes{0, 0});
}

}  // namespace synapse
