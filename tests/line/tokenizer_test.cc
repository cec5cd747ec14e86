#include "line/tokenizer.h"

#include <chrono>

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::Case;
using testing::RandomSeed;
using testing::ReadCases;

std::string Describe(const Token& t) {
  std::string out;
  switch (t.kind) {
    case TokenKind::kWord: out = "w"; break;
    case TokenKind::kOperator: out = "o"; break;
    case TokenKind::kRedirect: out = "r"; break;
    case TokenKind::kComment: out = "c"; break;
  }
  if (t.quoted) out += 'q';
  if (t.dynamic) out += 'd';
  switch (t.open) {
    case Quote::kNone: break;
    case Quote::kSingle: out += '\''; break;
    case Quote::kDouble: out += '"'; break;
    case Quote::kDollarSingle: out += '$'; break;
  }
  return out + ":" + t.value;
}

std::string Describe(const std::vector<Token>& tokens) {
  std::string out;
  for (const Token& t : tokens) out += (out.empty() ? "" : " · ") + Describe(t);
  return out;
}

// Tokens are in order, in the text, without overlap; operators match it.
void CheckShape(std::string_view text, const std::vector<Token>& tokens) {
  size_t at = 0;
  bool good = true;
  for (const Token& t : tokens) {
    good = good && t.begin >= at && t.end > t.begin && t.end <= text.size() &&
           (t.kind == TokenKind::kWord || t.raw(text) == t.value);
    at = t.end;
  }
  REQUIRE(good);
}

void CheckBoth(std::string_view text) {
  CheckShape(text, Tokenize(text));
  OpenTokens open = TokenizeOpen(text);
  CheckShape(text, open.tokens);
  REQUIRE(open.begin <= text.size());
  REQUIRE(open.parameter_begin <= text.size());
}

double SecondsFor(std::string_view text) {
  auto start = std::chrono::steady_clock::now();
  CheckBoth(text);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

std::string Repeated(std::string_view text, size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("tokenizer: the table of lines") {
  auto cases = ReadCases("tokens.txt");
  CHECK(cases.size() > 50);
  for (const Case& c : cases) {
    INFO("tokens.txt:" << c.number << ": " << c.line);
    // The open quote is known for the text left of a cursor.
    OpenTokens open = TokenizeOpen(c.line);
    bool outermost = open.begin == 0 && open.inside == Inside::kCommand;
    CHECK(Describe(outermost ? open.tokens : Tokenize(c.line)) == c.expected);
    CheckBoth(c.line);
  }
}

TEST_CASE("tokenizer: the innermost open command line is read on its own") {
  struct {
    std::string text;
    std::string tokens;
    size_t begin;
  } const kCases[] = {
      {"echo $(ls -l", "w:ls · w:-l", 7},
      {"echo \"a $(git ch", "w:git · w:ch", 10},
      {"echo `git ch", "w:git · w:ch", 6},
      {"diff <(sort a) <(sort ", "w:sort", 17},
      {"echo $(a $(b c", "w:b · w:c", 11},
      {"echo $(a) b", "w:echo · wd:$(a) · w:b", 0},
      // The command is in a parameter's default value, and in zsh's flags.
      {"echo ${x:-$(git ch", "w:git · w:ch", 12},
      {"a=(${(f)\"$(git br", "w:git · w:br", 11},
  };
  for (const auto& c : kCases) {
    INFO(c.text);
    OpenTokens open = TokenizeOpen(c.text);
    CHECK(Describe(open.tokens) == c.tokens);
    CHECK(open.begin == c.begin);
    CHECK(open.inside == Inside::kCommand);
  }
}

TEST_CASE("tokenizer: what the end of the text stands in") {
  struct {
    std::string text;
    Inside inside;
  } const kCases[] = {
      {"ls x", Inside::kCommand},
      {"echo ${HO", Inside::kParameter},
      {"echo \"${HO", Inside::kParameter},
      {"echo ${HOME}", Inside::kCommand},
      {"echo $((1 + ", Inside::kArithmetic},
      {"((x = ", Inside::kArithmetic},
      {"if ((x", Inside::kArithmetic},
      {"for ((i=0; i<", Inside::kArithmetic},
      {"while ((x", Inside::kArithmetic},
      {"ls # x", Inside::kComment},
      {"ls # x\n", Inside::kCommand},
      {"cat <<E\nab", Inside::kHereDocument},
      {"cat <<E", Inside::kCommand},
      {"cat <<E\nab\nE\nl", Inside::kCommand},
      {"cat <<-E\n\tab\n\tE\nl", Inside::kCommand},
      {"cat <<'E F'\nab\nE F\nl", Inside::kCommand},
  };
  for (const auto& c : kCases) {
    INFO(c.text);
    CHECK(TokenizeOpen(c.text).inside == c.inside);
  }
}

TEST_CASE("tokenizer: any bytes give ordered tokens within bounds") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  static constexpr std::string_view kPieces[] = {
      "$(", ")",  "`",   "'",   "\"", "${",   "}",  "$((", "))", "<(",
      ">(", "|",  "&",   ";",   "\n", " ",    "\t", "<<E", "\\", "#",
      "(",  "((", "a",   "=",   "2>", ">&",   "1",  "<<<", "E",  "$'",
      "&>", "ü",  "for", "if ", "[[", "{fd}", "a=("};
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    size_t pieces = random() % 24;
    for (size_t i = 0; i < pieces; ++i) {
      if (random() % 5 == 0) {
        text += static_cast<char>(random() % 256);
      } else {
        text += kPieces[random() % std::size(kPieces)];
      }
    }
    CheckBoth(text);
  }
}

TEST_CASE("tokenizer: a long line of anything takes linear time") {
  for (std::string_view piece :
       {"$(", "\"$(", "${", "`", "'a'", "\"", "((", "<(", "a ", "<<E\n", "$'",
        "a=(", "\\", "2>", "${x:-$(", "$(("}) {
    INFO(piece);
    std::string text = Repeated(piece, (1 << 18) / piece.size());
    // Room for sanitizers and a busy machine. Quadratic time is minutes.
    CHECK(SecondsFor(text) < 30);
  }
}

TEST_CASE("tokenizer: ten thousand nested substitutions") {
  std::string open = Repeated("echo $(", 10000);
  CheckBoth(open);
  std::string closed = open + "ls" + Repeated(")", 10000);
  CheckBoth(closed);
  auto tokens = Tokenize(closed);
  REQUIRE(!tokens.empty());
  CHECK(tokens[0].value == "echo");
}

}  // namespace synapse
