#include "spec/descriptions.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "spec/riddle.h"
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
    } else if (const std::string sign = RiddleIn(text, option); !sign.empty()) {
      Report(where, sign, text);
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
