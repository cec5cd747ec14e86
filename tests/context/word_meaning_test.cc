#include "context/word_meaning.h"

#include "line/tokenizer.h"
#include "spec/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::SourceFile;

WordMeaning MeaningAt(const std::string& left, const std::string& word) {
  static SpecStore specs({SourceFile("specs")});
  std::vector<std::string> words;
  for (const Token& token : Tokenize(left)) words.push_back(token.value);
  const auto spec = specs.FindAny(words[0]);
  return MeaningOfWord(spec ? *spec : NoSpec(), words, word);
}

TEST_CASE("word meaning: an option, a cluster, a subcommand, a value, a file") {
  const struct {
    std::string left, word, kind, description;
  } kCases[] = {
      {"git checkout ", "-f", "option",
       "Switch branches and discard local changes"},
      {"sort ", "-rn", "options", "reverse, numeric sort"},
      {"tar ", "xzf", "options", "extract, gzip, file"},
      {"tar ", "-xzf", "options", "extract, gzip, file"},
      {"tar ", "xzQf", "options", ""},  // Q is no option of tar
      // A command without long names: the beginning of each description.
      {"tmux ", "-2u", "options",
       "assume that the terminal supports 256 colors, "
       "write UTF-8 regardless of the locale"},
      {"make ", "-j4", "option",
       "Run several recipes at once (without N: no limit)"},
      {"make ", "-sj4", "options", "silent, jobs"},
      {"git ", "push", "subcommand",
       "Upload commits and refs to a remote repository"},
      {"chmod ", "+x", "mode", "permission to execute for everybody"},
      {"echo ", "$HOME", "variable", "Your home directory"},
      {"echo ", "\"$HOME\"", "variable", "Your home directory"},
      {"cat ", "/etc/hosts", "file", ""},
      {"export ", "PATH=$PATH:", "variable",
       "Directories that are searched for commands"},
      {"export ", "FROB=1", "variable", ""},
      {"kill ", "%1", "process", "job 1 of this shell"},
      {"cd ", "src", "directory", ""},
      {"git checkout ", ".", "directory", "this directory"},
      {"cd ", "..", "directory", "the directory above"},
      {"cd ", "-", "directory", "the directory before"},
      {"find ", "~", "directory", "your home directory"},
      {"make ", "-j$(nproc)", "option",
       "Run several recipes at once (without N: no limit)"},
      {"head ", "-20", "option", "Print this many lines (as -n)"},
      {"git log ", "-5", "option",
       "Limit the number of commits to show (as -n)"},
      {"grep ", "-5", "option", "Print this many lines of context (as -C)"},
      {"sort ", "-5", "", ""},
      {"git checkout ", "main", "branch", ""},
      // The spec is partial.
      {"echo ", "-n", "option", "Do not end the output with a newline"},
      // Nothing is known.
      {"echo ", "$FROB", "", ""},
      {"frob ", "-x", "", ""},
      {"git ", "a b", "", ""},
      {"git ", "'", "", ""},
  };
  for (const auto& [left, word, kind, description] : kCases) {
    CAPTURE(left);
    CAPTURE(word);
    const WordMeaning meaning = MeaningAt(left, word);
    CHECK(meaning.kind == kind);
    CHECK(meaning.description == description);
  }
}

TEST_CASE("word meaning: an option is given where the word is nothing else") {
  const OptionSpec* force = MeaningAt("git checkout ", "-f").option;
  REQUIRE(force);
  CHECK(force->is_named("--force"));
  CHECK(MeaningAt("git checkout ", "--force").option == force);
  CHECK(MeaningAt("git checkout ", "-fq").option == nullptr);
  CHECK(MeaningAt("git checkout ", "-bname").option == nullptr);
}

}  // namespace
}  // namespace synapse
