#include "spec/riddle.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace synapse {
namespace {

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
    const std::string word = AsciiLower(words[i]);
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

}  // namespace

std::string RiddleIn(std::string_view text, const OptionDraft* option) {
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

}  // namespace synapse
