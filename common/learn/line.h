// Line: a command line in the parts that learning uses: its command, its
// arguments, and its template (template.h).
//
//   sudo vim a/b.c x       stem "sudo vim", arguments {a/b.c, x}... of length
//                          two and more that are no options: {a/b.c}
//   git commit -m "fix"    template "git commit -m <msg>", pattern: ...-m ""
//
// Tested by tests/learn/line_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learn/template.h"
#include "store/keys.h"

namespace synapse {

struct Line {
  std::string text;
  LineId id = 0;
  std::vector<std::string> words;      // split at blanks
  std::string stem;                    // the command, with a wrapper before it
  std::vector<std::string> arguments;  // words that may be reused
  Template shape;
  // The line with its quoted texts emptied (`git commit -m ""`), or "" when
  // it has none: lines that differ in a message only are one pattern.
  std::string pattern;

  uint64_t template_id() const { return Hash64(shape.text); }
  uint64_t stem_id() const { return Hash64(stem); }
};

// A line that several contexts have, without a copy of it for each.
class SharedLine {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor)
  SharedLine(Line line) : line_(std::make_shared<Line>(std::move(line))) {}
  const Line& operator*() const { return *line_; }
  const Line* operator->() const { return line_.get(); }

 private:
  std::shared_ptr<const Line> line_;
};

// `words`, if it is not null, is set to what SplitWords() returns, for a line
// that has words.
Line MakeLine(std::string_view text, const ArgumentTypeFinder& types = nullptr,
              std::vector<LineWord>* words = nullptr);

// True if the line (may be null) has the argument, which is not empty, with or
// without a slash behind it.
bool HasArgument(const Line* line, std::string_view argument);

// The offset of the message at the end of a line, behind the quote that opens
// it: `git commit -m "▏fix it"`. The length of the line when there is no
// message.
size_t MessageBegin(std::string_view line);
// The line with an empty message, `git commit -m ""`; the line itself when
// there is no message.
std::string WithoutMessage(std::string_view line);

// The words of a line that may be reused, as written: neither commands nor
// options nor, if `types` is given, names of subcommands.
std::vector<std::string> ArgumentsOf(std::string_view text,
                                     const ArgumentTypeFinder& types = nullptr);

// The two parts of a line that ranking uses. They are computed for hundreds of
// lines at each prompt.
struct LineParts {
  std::string stem;
  std::string last_argument;
};
LineParts PartsOf(std::string_view text);

// The form in which a later line may use a word again.
enum class Reuse : int {
  kSame = 0,
  kNoSlash,
  kBaseName,
  kNoExtension,
  kNextNumber,
  kStem,
};
struct ReusedForm {
  Reuse how;
  std::string text;
};
// The forms of one argument: itself, without trailing slashes, its base name,
// the base name without extension, with its last number counted on (v1.2, then
// v1.3), and up to its extension (src/a.cc, then src/a.h: "src/a."), which only
// begins a word. A form that equals an earlier one is left out.
std::vector<ReusedForm> ReusedForms(const std::string& argument);

}  // namespace synapse
