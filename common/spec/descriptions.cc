#include "spec/descriptions.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "spec/verbs.h"

namespace synapse {
namespace {

constexpr size_t kMinLength = 3, kMaxLength = 14;  // in words
// One text for -e, -o, -F, -p and -r is of none of them.
constexpr ptrdiff_t kMaxShortNames = 4;

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (char c : text) {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

bool IsVerb(std::string_view word) {
  while (word.ends_with(',') || word.ends_with(':')) word.remove_suffix(1);
  const std::string entry = std::string(word) + " ";
  const size_t at = kVerbs.find(entry);
  return at != kVerbs.npos && (at == 0 || kVerbs[at - 1] == ' ');
}

// The lower-case letters and digits of `text` without its articles.
std::string LettersOf(std::string_view text) {
  std::string out;
  for (const std::string& word : WordsOf(AsciiLower(text))) {
    if (word == "a" || word == "an" || word == "the") continue;
    for (char c : word) {
      if (IsLower(c) || IsDigit(c)) out += c;
    }
  }
  return out;
}

using Words = std::vector<std::string_view>;

// "Print it (default)" without the remark, in words without punctuation.
Words WordsBeforeRemark(std::string_view text) {
  Words out;
  size_t depth = 0, begin = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ' ';
    if (c != ' ' && c != '(' && c != ')') continue;
    std::string_view word = text.substr(begin, at - begin);
    while (word.ends_with(',') || word.ends_with(';') || word.ends_with('.')) {
      word.remove_suffix(1);
    }
    if (depth == 0 && !word.empty()) out.push_back(word);
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    begin = at + 1;
  }
  return out;
}

bool EndsWith(const Words& words, const Words& end) {
  return words.size() >= end.size() &&
         std::equal(end.rbegin(), end.rend(), words.rbegin());
}

bool IsPronoun(std::string_view word) { return IsOneOf(word, {"it", "them"}); }

// "Print it", "Remove all of them".
bool HasPronounAsObject(const Words& words) {
  if (words.size() < 2) return false;
  return IsPronoun(words[1]) ||
         (words.size() == 4 && words[2] == "of" && IsPronoun(words[3]));
}

std::string WordWithoutMeaning(const Words& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = AsciiLower(words[i]);
    if (IsOneOf(word, {"anew", "afresh", "likewise", "thus", "thereof"})) {
      return word;
    }
    const bool as = i + 1 < words.size() && words[i + 1] == "as";
    if (word == "such" && !as) return word;
  }
  return "";
}

// "that are given", "what is needed".
bool EndsInEmptyCondition(const Words& words) {
  if (words.size() < 3) return false;
  const auto last = words.rbegin();
  return IsOneOf(last[2], {"that", "which", "what"}) &&
         IsOneOf(last[1], {"is", "are", "was", "were"}) &&
         IsOneOf(last[0], {"there", "given", "needed", "done", "meant"});
}

// --port "Use this port".
bool SaysOnlyTheName(const Words& words, const OptionDraft& option) {
  if (words.size() != 3 || !IsOneOf(words[0], {"Use", "Set", "Choose"}) ||
      !IsOneOf(words[1], {"this", "these", "the", "a"})) {
    return false;
  }
  const std::string noun = AsciiLower(words[2]);
  Words names(option.names.begin(), option.names.end());
  for (const ArgDraft& arg : option.args) names.push_back(arg.name);
  for (std::string_view name : names) {
    const std::string letters = AsciiLower(
        name.substr(std::min(name.find_first_not_of('-'), name.size())));
    // --arch "Use this architecture"
    const bool begins = letters.size() > 2 && noun.starts_with(letters);
    if (begins || letters.find(noun) != letters.npos) return true;
  }
  return false;
}

// The part of a text that does not say what it is about; "" if there is none.
// `option`: the option that the text describes; null for a subcommand.
std::string UnclearPart(std::string_view text, const OptionDraft* option) {
  const Words words = WordsBeforeRemark(text);
  if (words.empty()) return "";
  const std::string_view last = words.back();
  if (HasPronounAsObject(words)) return "a pronoun instead of a noun";
  if (IsOneOf(last, {"this", "these", "those", "such", "so", "there"})) {
    return "ends in \"" + std::string(last) + "\"";
  }
  if (last == "here" && option && !option->args.empty()) {
    return "\"here\" for the value";
  }
  const std::string empty = WordWithoutMeaning(words);
  if (!empty.empty()) return "\"" + empty + "\"";
  for (std::string_view noun : {"way", "form", "manner", "fashion"}) {
    if (EndsWith(words, {"in", "this", noun})) return "\"in this way\"";
  }
  if (EndsWith(words, {"or", "not"}) && text.find(", or not") != text.npos) {
    return "\"or not\" for a value";
  }
  if (EndsInEmptyCondition(words)) return "an empty condition";
  if (option && SaysOnlyTheName(words, *option)) return "no more than the name";
  return "";
}

class Checker {
 public:
  std::vector<DescriptionProblem> problems;

  void Command(const CommandDraft& command, const std::string& parents) {
    const std::string where = parents + command.name();
    if (parents.empty()) {
      Phrase(where, command.names, command.description);
    } else if (command.ref.empty()) {
      Sentence(where, command.names, command.description, nullptr);
    }
    std::map<std::string_view, std::string_view> options;  // by description
    for (const OptionDraft& option : command.options) {
      const std::string at = where + " " + option.names.back();
      Sentence(at, option.names, option.description, &option);
      auto [first, fresh] =
          options.emplace(option.description, option.names.back());
      if (!fresh && !option.description.empty()) {
        Report(at, "same text as " + std::string(first->second),
               option.description);
      }
      const auto shorts =
          std::count_if(option.names.begin(), option.names.end(),
                        [](const std::string& n) { return n.size() == 2; });
      if (shorts > kMaxShortNames) {
        Report(at, std::to_string(shorts) + " short names", option.description);
      }
      Arguments(at, option.args);
    }
    Arguments(where, command.args);
    for (const CommandDraft& sub : command.subcommands)
      Command(sub, where + " ");
  }

 private:
  void Report(const std::string& where, const std::string& what,
              const std::string& text) {
    problems.push_back({where, text.empty() ? what : what + ": " + text});
  }

  // The text of an option or, without one, of a subcommand.
  void Sentence(const std::string& where, const std::vector<std::string>& names,
                const std::string& text, const OptionDraft* option) {
    const std::vector<std::string> words = WordsOf(text);
    if (words.size() < kMinLength || words.size() > kMaxLength) {
      Report(where, std::to_string(words.size()) + " words", text);
    } else if (!IsVerb(words[0])) {
      Report(where, "does not begin with a verb", text);
    } else if (const std::string unclear = UnclearPart(text, option);
               !unclear.empty()) {
      Report(where, unclear, text);
    } else {
      Repetition(where, names, text);
    }
  }

  // The text of a command, argument or value, which may have none.
  void Phrase(const std::string& where, const std::vector<std::string>& names,
              const std::string& text) {
    const size_t words = WordsOf(text).size();
    if (words > kMaxLength) {
      Report(where, std::to_string(words) + " words", text);
    } else {
      Repetition(where, names, text);
    }
  }

  void Repetition(const std::string& where,
                  const std::vector<std::string>& names,
                  const std::string& text) {
    const std::string letters = LettersOf(text);
    if (letters.empty()) return;
    for (const std::string& name : names) {
      if (LettersOf(name) == letters) {
        Report(where, "only repeats the name", text);
        return;
      }
    }
  }

  void Arguments(const std::string& where, const std::vector<ArgDraft>& args) {
    for (const ArgDraft& arg : args) {
      // --wrap <how>: the list shows a question.
      if (IsOneOf(arg.name, {"what", "which", "how", "where"})) {
        Report(where, "an argument named " + arg.name, "");
      }
      Phrase(where + " " + arg.name, {arg.name}, arg.description);
      for (const ValueDraft& value : arg.values) {
        Phrase(where + " " + value.value, {value.value}, value.description);
      }
    }
  }
};

}  // namespace

std::vector<DescriptionProblem> CheckDescriptions(const CommandDraft& root) {
  Checker checker;
  checker.Command(root, "");
  return std::move(checker.problems);
}

}  // namespace synapse
