#include "line/quote.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::RandomSeed;
using testing::TempTree;

const std::vector<std::string> kNasty = {
    "plain",    "two words", "it's",       "say \"hi\"", "a$b",
    "a`b",      "a\\b",      "back\\",     "a;b",        "a&b",
    "a|b",      "a<b>c",     "a(b)c",      "a[b]c",      "a{b,c}d",
    "a*b?c",    "#hash",     "a#b",        "~tilde",     "=equals",
    "a=b",      "!bang",     "a!b!!",      "new\nline",  "tab\there",
    "\x01\x02", "\x7f",      "ünï",        "漢字",       "\xff\xfe",
    "%percent", "^caret",    "-dash",      "--",         "'",
    "\"",       "\\",        "$",          " ",          "  lead",
    "trail ",   "a\rb",      "$(touch x)", "${x}",       "a\n",
    "\n",       "\\n",       "'\\''",      "é'\"$`\\!",  "a,b:c@d+e%f",
    "{}",       "a{}b",      "\x1b[31m",   "1\xc3",      "*",
    "s@{0}",    "a{b",       "a}",         "a{1..3}b",   "{0}",
    "}{",       "a{{b}",     "a\u202eb",   "\u009b31m",  "a\u200bb",
    "\u2028",   "👩\u200d👧"};

struct Open {
  Quote quote;
  const char* before;  // what opens it
};
constexpr Open kOpens[] = {{Quote::kNone, ""},
                           {Quote::kSingle, "'"},
                           {Quote::kDouble, "\""},
                           {Quote::kDollarSingle, "$'"}};

// Returns the bytes that a shell prints for the word.
std::optional<std::string> ThroughShell(std::vector<const char*> argv,
                                        const std::string& script) {
  int out[2];
  if (pipe(out) != 0) return std::nullopt;
  pid_t child = fork();
  if (child == 0) {
    dup2(out[1], 1);
    close(out[0]);
    close(out[1]);
    argv.push_back(script.c_str());
    argv.push_back(nullptr);
    execvp(argv[0], const_cast<char* const*>(argv.data()));
    _exit(127);
  }
  close(out[1]);
  std::string got;
  char buffer[4096];
  ssize_t n;
  while ((n = read(out[0], buffer, sizeof buffer)) > 0) got.append(buffer, n);
  close(out[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return std::nullopt;
  return got;
}

void CheckShell(std::vector<const char*> argv) {
  if (!ThroughShell(argv, ":")) {
    MESSAGE(std::string(argv[0]) << " is missing: skipped");
    return;
  }
  // One process runs all words: each is between two bytes that no value holds.
  std::string script, expected;
  for (const Open& open : kOpens) {
    for (const std::string& value : kNasty) {
      script += "printf '<%s>\\n' " + std::string(open.before) +
                QuoteValue(value, open.quote, QuoteStyle::kValue, true) + "\n";
      expected += "<" + value + ">\n";
    }
  }
  // The word is inside backquotes, in double quotes too, and in two levels.
  // Backquotes drop newlines at the end of the output.
  for (const auto& [before, behind, levels] :
       {std::tuple("`printf '%s|' ", "`", 1),
        std::tuple("\"`printf '%s|' ", "`\"", 1),
        std::tuple("`printf '%s' \\`printf '%s|' ", "\\``", 2)}) {
    for (const std::string& value : kNasty) {
      std::string word =
          QuoteValue(value, Quote::kNone, QuoteStyle::kValue, true);
      script += "IFS=; printf '<%s>\n' " +
                (before + InBackquotes(word, levels)) + behind + "\n";
      expected += "<" + value + "|>\n";
    }
  }
  auto got = ThroughShell(argv, script);
  REQUIRE(got);
  CHECK(*got == expected);
}

void CheckRoundTrip(const std::string& value, const Open& open) {
  std::string written =
      open.before + QuoteValue(value, open.quote, QuoteStyle::kValue, true);
  INFO("value: " << value << "  written: " << written);
  auto tokens = Tokenize(written);
  REQUIRE(tokens.size() == 1);
  CHECK(tokens[0].value == value);
  CHECK(tokens[0].open == Quote::kNone);
  CHECK_FALSE(tokens[0].dynamic);
}

}  // namespace

TEST_CASE("quote: every nasty value, in every quote, is itself again") {
  for (const Open& open : kOpens) {
    for (const std::string& value : kNasty) CheckRoundTrip(value, open);
  }
}

TEST_CASE("quote: random bytes are themselves again") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string value;
    size_t size = 1 + random() % 8;
    for (size_t i = 0; i < size; ++i) {
      value += static_cast<char>(1 + random() % 255);  // no NUL in arguments
    }
    CheckRoundTrip(value, kOpens[round % std::size(kOpens)]);
  }
}

TEST_CASE("quote: bash reads every value back") { CheckShell({"bash", "-c"}); }
TEST_CASE("quote: zsh reads every value back") { CheckShell({"zsh", "-fc"}); }

TEST_CASE("quote: the shortest form where nothing is special") {
  struct {
    std::string value;
    Quote open;
    QuoteStyle style;
    bool complete;
    std::string written;
  } const kCases[] = {
      {"my file", Quote::kNone, QuoteStyle::kPath, true, "my\\ file"},
      {"src/main.cc", Quote::kNone, QuoteStyle::kPath, true, "src/main.cc"},
      {"my file\"x", Quote::kDouble, QuoteStyle::kPath, true, "my file\\\"x\""},
      {"it's", Quote::kSingle, QuoteStyle::kPath, true, "it'\\''s'"},
      {"my dir", Quote::kDouble, QuoteStyle::kPath, false, "my dir"},
      {"-rf", Quote::kNone, QuoteStyle::kPath, true, "./-rf"},
      {"-rf", Quote::kNone, QuoteStyle::kValue, true, "-rf"},
      {"a\nb", Quote::kNone, QuoteStyle::kPath, true, "$'a\\nb'"},
      {"", Quote::kNone, QuoteStyle::kValue, true, "''"},
      {"~/x y", Quote::kNone, QuoteStyle::kPath, true, "~/x\\ y"},
      // A file whose name begins with a tilde is not a home directory.
      {"~root", Quote::kNone, QuoteStyle::kPath, true, "\\~root"},
      {"HEAD~1", Quote::kNone, QuoteStyle::kValue, true, "HEAD~1"},
      {"stash@{0}", Quote::kNone, QuoteStyle::kValue, true, "stash@{0}"},
      {"main@{1}:a.c", Quote::kNone, QuoteStyle::kValue, true, "main@{1}:a.c"},
      {"a{bc}", Quote::kNone, QuoteStyle::kPath, true, "a\\{bc\\}"},
      {"a@{b", Quote::kNone, QuoteStyle::kPath, true, "a@\\{b"},
      {"a{1..3}", Quote::kNone, QuoteStyle::kValue, true, "a\\{1..3\\}"},
      {"a{b,c}", Quote::kNone, QuoteStyle::kPath, true, "a\\{b,c\\}"},
      {"{}", Quote::kNone, QuoteStyle::kPath, true, "\\{\\}"},
      {"notes~", Quote::kNone, QuoteStyle::kPath, true, "notes~"},
      {"x=~root", Quote::kNone, QuoteStyle::kValue, true, "x=\\~root"},
      {"x:~root", Quote::kNone, QuoteStyle::kValue, true, "x:\\~root"},
      {"--color=auto", Quote::kNone, QuoteStyle::kValue, true, "--color=auto"},
  };
  for (const auto& c : kCases) {
    INFO(c.value);
    CHECK(QuoteValue(c.value, c.open, c.style, c.complete) == c.written);
  }
}

// `git stash show stash@` had the ghost \{0\}.
TEST_CASE("quote: what is typed says whether braces are plain") {
  const auto rest = [](const char* value, char before) {
    return QuoteValue(value, Quote::kNone, QuoteStyle::kValue, true, before);
  };
  CHECK(rest("{0}", '@') == "{0}");
  CHECK(rest("{0}", 'a') == "\\{0\\}");
}

TEST_CASE("quote: no character of what is written is hidden") {
  // A right-to-left override shows `harm\u202etxt.exe` as another file's name.
  for (const Open& open : kOpens) {
    for (const std::string& value : kNasty) {
      std::string written =
          QuoteValue(value, open.quote, QuoteStyle::kValue, true);
      INFO(written);
      CHECK_FALSE(HasHidden(written));
    }
  }
  CHECK(QuoteValue("a\u202eb", Quote::kNone, QuoteStyle::kPath, true) ==
        "$'a\\342\\200\\256b'");
  CHECK(QuoteValue("a\nb", Quote::kSingle, QuoteStyle::kPath, true) ==
        "a'$'\\n''b'");
  CHECK(QuoteValue("a\u009bb", Quote::kDouble, QuoteStyle::kPath, false) ==
        "a\"$'\\302\\233'\"b");
  // A family is one picture: invisible characters join its parts.
  CHECK(QuoteValue("👩\u200d👧", Quote::kNone, QuoteStyle::kPath, true) ==
        "👩\u200d👧");
}

}  // namespace synapse
