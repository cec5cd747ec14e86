#include "source/source.h"

#include <cstdlib>
#include <numeric>
#include <set>

#include "base/text.h"
#include "spec/generator.h"
#include "tests/source/source_testing.h"

namespace synapse {
namespace {

// A position of a word: the text before it, and the text that closes it.
struct Around {
  const char* before;
  const char* behind;
  Quote open;
};
constexpr Around kSurroundings[] = {
    {"printf '%s|' ", "", Quote::kNone},
    {"printf '%s|' \"", "", Quote::kDouble},
    {"printf '%s|' '", "", Quote::kSingle},
    {"printf '%s|' $'", "", Quote::kDollarSingle},
    {"echo \"$(printf '%s|' ", ")\"", Quote::kNone},
    {"echo \"$(printf '%s|' \"", ")\"", Quote::kDouble},
    {"true `printf '%s|' ", "`", Quote::kNone},
    {"echo \"`printf '%s|' ", "`\"", Quote::kNone},
};

const std::string kHostile[] = {
    "a;touch PWNED",      "a\ntouch PWNED\n",     "$(touch PWNED)",
    "`touch PWNED`",      "a' ;touch PWNED '",    "a\" ;touch PWNED \"",
    "a\\';touch PWNED",   "a\\;touch PWNED",      "a\\\\\";touch PWNED",
    "a&&touch PWNED",     "a|touch PWNED",        "a>PWNED",
    "a\\`touch PWNED\\`", "${x:=$(touch PWNED)}", "a\\",
    "a\\\ntouch PWNED",   "\\;touch PWNED",       "x\u202e;touch PWNED"};

// A script: each value, typed to every length, with the suggestion for it. Most
// lengths have the same one.
std::string EveryLine() {
  SpecStore specs({});
  std::set<std::string> lines;
  for (const Around& around : kSurroundings) {
    for (const std::string& value : kHostile) {
      for (size_t typed = 0; typed < value.size(); ++typed) {
        std::string prefix = value.substr(0, typed);
        if (HasHidden(prefix)) break;
        std::string line = around.before;
        if (typed > 0) {
          line += InBackquotes(
              QuoteValue(prefix, around.open, QuoteStyle::kValue, false),
              std::string_view(around.before).find('`') !=
                  std::string_view::npos);
        }
        CompletionContext context =
            BuildContext(line, line.size(), specs, nullptr);
        auto made = MakeCandidate(context, SourceId::kFilesystem,
                                  {.value = value, .style = QuoteStyle::kPath});
        if (made) lines.insert(made->text + around.behind + "\n");
      }
      // A typed backslash would quote the next character.
      std::string line = std::string(around.before) + "a\\";
      CompletionContext context =
          BuildContext(line, line.size(), specs, nullptr);
      auto made = MakeCandidate(context, SourceId::kFilesystem,
                                {.value = context.partial + value.substr(1),
                                 .style = QuoteStyle::kPath});
      if (made) lines.insert(made->text + around.behind + "\n");
    }
  }
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

void RunsNothing(const std::string& shell) {
  testing::TempTree tree;
  std::string script = tree.Write("lines", EveryLine());
  std::string run = "cd " + tree.Path() + " && " + shell + " " + script +
                    " >/dev/null 2>errors; test ! -s errors";
  INFO(shell);
  CHECK(system(run.c_str()) == 0);
  CHECK_FALSE(StatFile(tree.Path("PWNED")));
}

}  // namespace

TEST_CASE("candidate: no file name runs, wherever it is completed") {
  RunsNothing("bash");
  if (system("command -v zsh >/dev/null") == 0) RunsNothing("zsh -f");
}

TEST_CASE(
    "candidate: what comes from outside is offered where it can be meant") {
  SpecStore specs({});
  auto offers = [&](const std::string& line, const Word& word) {
    CompletionContext context = BuildContext(line, line.size(), specs, nullptr);
    return MakeCandidate(context, SourceId::kSpec, word).has_value();
  };
  CHECK(offers("git push ", {.value = "origin"}));
  CHECK_FALSE(offers("git push ", {.value = "--receive-pack=touch x"}));
  CHECK(offers("git push ", {.value = "--force", .trusted = true}));
  CHECK_FALSE(offers("git push ", {.value = "a\u202eb"}));
  CHECK_FALSE(offers("git push ", {.value = std::string(300, 'x')}));
  CHECK(offers("cat ", {.value = "-rf", .style = QuoteStyle::kPath}));
  CHECK(offers("cat ", {.value = "a\nb", .style = QuoteStyle::kPath}));
  CHECK_FALSE(offers("git push x", {.value = "origin"}));
}

// `make VERSION` had the ghost `\=`.
TEST_CASE(
    "candidate: a sign that is special at the begin of a word is not later") {
  SpecStore specs({});
  const auto made = [&](const std::string& line, const char* value) {
    const CompletionContext context =
        BuildContext(line, line.size(), specs, nullptr);
    return MakeCandidate(context, SourceId::kSpec, {.value = value})->text;
  };
  CHECK(made("make VERSION", "VERSION=") == "make VERSION=");
  CHECK(made("git show HEAD", "HEAD~1") == "git show HEAD~1");
  CHECK(made("x ", "=ls") == "x \\=ls");
  CHECK(made("x ", "~bob") == "x \\~bob");
  CHECK(made("x a=", "a=~bob") == "x a=\\~bob");
}

TEST_CASE("candidate: a description is bounded") {
  SpecStore specs({});
  CompletionContext context = BuildContext("x ", 2, specs, nullptr);
  std::string much(1 << 20, 'd');
  auto made = MakeCandidate(context, SourceId::kSpec,
                            {.value = "v", .description = much});
  REQUIRE(made);
  CHECK(made->description.size() == kMaxDescription);
}

}  // namespace synapse
