// SecretFinder: the search for secrets in one line; the implementation of
// SecretsIn() (effect/secrets.h). secrets.cc walks the commands, the
// here-documents and the substitutions of the line; secret_values.cc decides
// which part of a word is a secret.
//
// Methods named Check… append the spans that they find to `spans_`.
//
// Tested by tests/effect/secrets_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effect/secret_places.h"
#include "effect/secrets.h"
#include "line/commands.h"
#include "spec/walk.h"

namespace synapse {

class SecretFinder {
 public:
  // `depth` counts the lines around this one: a substitution, a text for a
  // shell.
  SecretFinder(std::string_view line, SpecStore& specs,
               const AliasLookup& alias, int depth)
      : line_(line), specs_(specs), alias_(alias), depth_(depth) {}

  std::vector<SecretSpan> Run();

 private:
  static constexpr int kMaxDepth = 6;

  // A word of a command. A word without a token comes from an alias.
  struct Word {
    std::string value;
    const Token* token = nullptr;
  };
  using Words = std::span<const Word>;

  // The walk over the line (secrets.cc).

  void Hide(size_t begin, size_t end, char quote = 0);
  // Marks the word as secret from a byte of its value on.
  void Hide(const Word& word, size_t offset);

  void CheckCommand(size_t index);
  // Text that is written to a file or a variable. Names in the text, or the
  // name of the file, say whether it is secret.
  void CheckWritten(const SimpleCommand& command);
  // Here-documents for a file of passwords without names.
  void CheckPasswordFile(const SimpleCommand& command);
  // `printf 'password=%s' hunter22`, `printf -v PASSWORD %s hunter22`
  void CheckFormat(const std::vector<Token>& words);
  // Each line of a text: NAME=value, "name: value".
  void CheckLines(const Word& text);
  // Each line of the here-documents.
  void CheckHereDocuments();
  // The data of a manifest of Kubernetes with a Secret.
  void CheckManifests();
  // The same for the pattern of a secret: a line is secret from the match on.
  void CheckDocuments(const std::string& pattern);
  // Here-documents that are command lines.
  void CheckScripts();
  void CheckWords(Words words);
  // The words of a command that runs in another one (`sudo curl …`).
  void CheckNested(const ArgSpec& arg, Words words);
  // A command line inside a word.
  void CheckText(const Word& word, size_t offset);
  // The text that is piped into a command that reads a secret.
  void CheckHashed(const SimpleCommand& writer);
  void CheckInput(size_t index, Words words);
  void CheckSubstitutions();

  // Calls each(begin, line) for each line of a here-document, or of all.
  template <class F>
  void ForEachLineOf(std::string_view body, const F& each) const;
  template <class F>
  void ForEachDocumentLine(const F& each) const;
  // The words with the first one replaced by its alias.
  std::vector<Word> WordsOf(const SimpleCommand& command) const;
  std::shared_ptr<const Spec> SpecOf(const std::string& word);
  // The text that a command reads from standard input.
  struct Input {
    std::optional<std::string> secret = {};  // the pattern of a secret
    bool is_script = false;                  // command lines
  };
  Input InputOf(Words words);
  // The spans in order, none inside another.
  std::vector<SecretSpan> Merged();

  // The parts of a word (secret_values.cc).

  // The part of the value that the pattern of a spec marks.
  static std::optional<std::string_view> Marked(std::string_view pattern,
                                                std::string_view value);
  bool IsSecret(const Word& word, std::string_view value) const;
  // True if NAME, set to the value at that byte of the word, is a secret.
  bool IsSetting(const Word& word, std::string_view name, size_t offset) const;

  // The value of an option or argument that a spec describes.
  void CheckValue(const Word& word, const ArgSpec& arg, size_t offset);
  // The part of a value that the pattern `form` of a spec marks.
  void CheckPattern(const Word& word, std::string_view form, size_t offset);
  static bool MakesSecret(Words words);
  // Values that follow an option, a key or a word with a secret name.
  void CheckNames(Words words, const WalkResult* walk);
  void CheckOption(const Word& option, const Word& word, Gives gives,
                   const WalkResult* walk);
  // `secrets set NAME value`, `secret put NAME=value`
  void CheckStored(Words words);
  // Keys without a name, behind a word that wants one: `shodan init x`,
  // `api-key store x y`.
  void CheckKeys(Words words);
  // `alias x='line'`, `abbr -a x 'line'`
  void CheckAlias(Words words);
  // `-p` is a password after a user name or a `login` when no spec describes
  // it: `evil-winrm -u bob -p hunter22`.
  void CheckLogin(Words words, const WalkResult* walk);
  // NAME=value or --name=value, including blanks, also behind another one:
  // --env=NAME=value.
  void CheckAssignment(const Word& word);
  // A name in one word and its value in the next one.
  void CheckPair(const Word& word, const Word& next, const WalkResult* walk,
                 bool gives, bool is_command);
  // `<(echo hunter22)` in the position of a file with a secret.
  void CheckProcess(const Word& word);
  void CheckPasswordCommand(const Word& word, std::string_view name,
                            size_t offset);

  std::string_view line_;
  SpecStore& specs_;
  const AliasLookup& alias_;
  int depth_;
  CommandList list_;
  std::vector<std::string_view> documents_;  // here-documents, parts of line_
  std::set<std::string> checked_;            // patterns, by CheckDocuments()
  bool scripts_checked_ = false;
  std::vector<SecretSpan> spans_;
};

}  // namespace synapse
