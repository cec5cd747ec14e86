#include "line/segment.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::Case;
using testing::ReadCases;

const char* PositionName(SegmentPosition position) {
  switch (position) {
    case SegmentPosition::kWord: return "word";
    case SegmentPosition::kRedirect: return "redirect";
    case SegmentPosition::kHereString: return "herestring";
    case SegmentPosition::kDelimiter: return "delimiter";
    case SegmentPosition::kAssignment: return "assignment";
    case SegmentPosition::kParameter: return "parameter";
    case SegmentPosition::kLoopName: return "loopname";
    case SegmentPosition::kLoopWord: return "loopword";
    case SegmentPosition::kTest: return "test";
    case SegmentPosition::kNothing: return "nothing";
  }
  return "";
}

std::string Joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& w : words) out += (out.empty() ? "" : ",") + w;
  return out;
}

std::string Describe(const Segment& s) {
  std::string out = PositionName(s.position);
  if (s.position == SegmentPosition::kNothing) return out;
  std::vector<std::string> words;
  for (const Token& t : s.words) words.push_back(t.value);
  out += " words=[" + Joined(words) + "] partial=" + s.partial.value;
  if (!s.assignments.empty()) out += " assign=" + Joined(s.assignments);
  if (s.after_pipe) out += " pipe=1";
  if (s.inner_offset) out += " offset=" + std::to_string(s.inner_offset);
  return out;
}

}  // namespace

TEST_CASE("segment: the table of lines") {
  auto cases = ReadCases("segments.txt");
  CHECK(cases.size() > 60);
  for (const Case& c : cases) {
    INFO("segments.txt:" << c.number << ": " << c.line);
    CHECK(Describe(SegmentAt(c.line, c.cursor)) == c.expected);
  }
}

TEST_CASE("segment: every cursor of every line is within bounds") {
  for (const Case& c : ReadCases("segments.txt")) {
    for (size_t cursor = 0; cursor <= c.line.size(); ++cursor) {
      INFO(c.line << " at " << cursor);
      Segment s = SegmentAt(c.line, cursor);
      CHECK(s.begin <= cursor);
      CHECK(s.partial.begin <= s.partial.end);
      CHECK(s.partial.end == cursor);
      CHECK(s.inner_offset <= s.partial.end - s.partial.begin);
      for (const Token& t : s.words) CHECK(t.end <= s.partial.begin);
    }
  }
}

TEST_CASE("segment: where an assignment's value begins") {
  struct {
    std::string word;
    size_t offset;
  } const kCases[] = {
      {"A=1", 2},
      {"A+=1", 3},
      {"_a1=", 4},
      {"a[1]=x", 5},
      {"a[x y]+=z", 8},
      {"1A=x", std::string::npos},
      {"A", std::string::npos},
      {"=x", std::string::npos},
      {"a-b=x", std::string::npos},
      {"a[1=x", std::string::npos},
      {"--a=b", std::string::npos},
      {"", std::string::npos},
  };
  for (const auto& c : kCases) {
    INFO(c.word);
    CHECK(AssignmentValueOffset(c.word) == c.offset);
  }
}

}  // namespace synapse
