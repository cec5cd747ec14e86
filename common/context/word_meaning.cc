#include "context/word_meaning.h"

#include <algorithm>

#include "base/text.h"
#include "context/argument_kind.h"
#include "line/segment.h"
#include "line/tokenizer.h"
#include "spec/option_names.h"
#include "spec/variables.h"
#include "spec/walk.h"

namespace synapse {
namespace {

// "reverse" of --reverse; without a long name the beginning of the description:
// "show the long format" of "Show the long format: mode, owner, size".
std::string WordsFor(const OptionSpec& option) {
  for (std::string_view name : option.names) {
    if (!name.starts_with("--")) continue;
    std::string words(name.substr(2));
    std::replace(words.begin(), words.end(), '-', ' ');
    return words;
  }
  std::string_view text = option.description;
  text = text.substr(0, text.find_first_of(":;,("));
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty()) return std::string(option.names.front());
  std::string words(text);
  // "POSIX" and "UTC" stay.
  const bool is_word = words.size() < 2 || !IsUpper(words[1]);
  if (is_word) words[0] = AsciiLower(words.substr(0, 1))[0];
  return words;
}

WordMeaning OfOptions(std::span<const WrittenOption> written,
                      const WalkResult& walk, std::string_view value) {
  const bool is_whole = written.size() == 1 && written[0].begin == 0 &&
                        written[0].end == value.size();
  // The value of the last option follows it in the word: -j4.
  const bool has_value = std::any_of(
      walk.values.begin(), walk.values.end(), [&](const WalkedValue& v) {
        return v.option && v.word == written[0].word && v.offset > 0;
      });
  if (written.size() == 1 && (is_whole || has_value)) {
    const OptionSpec* option = written[0].option;
    return {"option", option->description.str(), is_whole ? option : nullptr};
  }
  // A letter that the spec lacks.
  if (!has_value && written.back().end < value.size()) return {"options"};
  std::string all;
  for (const WrittenOption& one : written) {
    all += (all.empty() ? "" : ", ") + WordsFor(*one.option);
  }
  return {"options", all};
}

// Null for a path that is no directory on every machine.
const char* KnownDirectory(std::string_view path) {
  if (path == ".") return "this directory";
  if (path == "..") return "the directory above";
  if (path == "../..") return "two directories above";
  if (path == "~") return "your home directory";
  if (path == "/") return "the root of all directories";
  return nullptr;
}

// -20 is short for -n 20: head, tail, git log.
WordMeaning OfNumber(const WalkResult& walk, std::string_view value) {
  const bool is_number = value.size() > 1 && value[0] == '-' &&
                         value.find_first_not_of("0123456789", 1) == value.npos;
  const OptionSpec* lines = is_number ? DeepestOption(walk, "-n") : nullptr;
  if (!lines || lines->args.empty()) return {};
  return {"option", lines->description.str()};
}

WordMeaning OfValue(const Spec& spec, const WalkResult& walk,
                    const WalkedValue& value, std::string_view text) {
  const ArgSpec& arg = *value.arg;
  for (const ValueSpec& known : arg.values) {
    if (known.value == text) {
      return {arg.name.empty() ? "value" : AsciiLower(arg.name),
              known.description.str()};
    }
  }
  // `git checkout .`: a path behind the branch may stand there too.
  if (const char* known = KnownDirectory(text)) return {"directory", known};
  if (arg.type == ValueType::kDirectory) {
    const bool is_last = text == "-" && walk.command().enters;
    return {"directory", is_last ? "the directory before" : ""};
  }
  if (arg.takes_files()) return {text.ends_with('/') ? "directory" : "file"};
  if (arg.type == ValueType::kProcess && text.starts_with('%')) {
    return {"process", "job " + std::string(text.substr(1)) + " of this shell"};
  }
  if (const auto kind = KindOf(spec, arg); !kind.empty()) {
    return {std::string(kind)};
  }
  return {AsciiLower(arg.name)};
}

}  // namespace

WordMeaning MeaningOfWord(const Spec& spec, std::span<const std::string> words,
                          std::string_view word) {
  const std::vector<Token> tokens = Tokenize(word);
  if (tokens.size() != 1 || tokens[0].kind != TokenKind::kWord) return {};
  const Token& token = tokens[0];
  if (token.value.starts_with('$') && token.value.size() > 1) {
    const auto meaning = MeaningOfVariable(token.value.substr(1));
    if (!meaning.empty()) return {"variable", std::string(meaning)};
  }
  if (const size_t value = AssignmentValueOffset(token.value);
      value != std::string::npos) {
    const auto meaning =
        MeaningOfVariable(std::string_view(token.value).substr(0, value - 1));
    if (!meaning.empty()) return {"variable", std::string(meaning)};
  }
  // The letters of -j$(nproc) are known.
  if (token.dynamic && !token.value.starts_with('-')) return {};
  std::vector<std::string> all(words.begin(), words.end());
  const size_t index = all.size();
  all.push_back(token.value);
  const WalkResult walk = Walk(spec.root, all, "");
  std::vector<WrittenOption> written;
  for (const WrittenOption& option : walk.written) {
    if (option.word == index) written.push_back(option);
  }
  if (!written.empty()) return OfOptions(written, walk, token.value);
  if (auto number = OfNumber(walk, token.value); !number.kind.empty()) {
    return number;
  }
  const auto& subs = walk.subcommand_words;
  if (std::find(subs.begin(), subs.end(), index) != subs.end()) {
    return {"subcommand", walk.command().description.str()};
  }
  for (const WalkedValue& value : walk.values) {
    if (value.word == index) return OfValue(spec, walk, value, token.value);
  }
  return {};
}

}  // namespace synapse
