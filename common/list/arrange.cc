#include "list/arrange.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "spec/walk.h"

namespace synapse {
namespace {

// The number of rows above the groups. Each has a probability of at least one
// in twenty; more rows would not make the list easier to read.
constexpr size_t kMostLikely = 8;
constexpr double kLeastConfidence = 0.05;

bool HasReason(const Suggestion& s, std::string_view reason) {
  return std::any_of(s.evidence.begin(), s.evidence.end(),
                     [&](const Evidence& e) { return e.reason == reason; });
}

RowGroup GroupOf(const Suggestion& s) {
  if (s.is_line) return RowGroup::kHistory;
  if (HasReason(s, "option")) return RowGroup::kOption;
  if (HasReason(s, "subcommand")) return RowGroup::kSubcommand;
  const bool is_file =
      std::any_of(s.evidence.begin(), s.evidence.end(), [](const Evidence& e) {
        return e.source == SourceId::kFilesystem;
      });
  return is_file ? RowGroup::kFile : RowGroup::kValue;
}

bool IsByAlphabet(RowGroup group) {
  return group == RowGroup::kSubcommand || group == RowGroup::kFile ||
         group == RowGroup::kOption;
}

// -a before --all before --no-all before -b.
auto AlphabeticalKey(std::string_view word) {
  constexpr std::string_view kNegated = "--no-";
  std::string_view name =
      word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (word.starts_with(kNegated)) name = word.substr(kNegated.size());
  return std::tuple(name, word.size() - name.size());
}

std::string ValueLabel(const OptionSpec& option) {
  if (option.args.empty()) return "";
  const ArgSpec& value = option.args[0];
  const std::string_view name =
      value.name.empty() ? std::string_view("value") : value.name.view();
  const bool joined = !option.separator.empty();
  std::string text = joined ? std::string(option.separator.view()) : " ";
  text.append("<").append(name).append(">");
  if (!value.optional) return text;
  return joined ? "[" + text + "]" : " [" + text.substr(1) + "]";
}

}  // namespace

std::string_view GroupName(RowGroup group) {
  constexpr std::string_view kNames[] = {"likely", "history", "subcommands",
                                         "values", "files",   "options"};
  return kNames[static_cast<int>(group)];
}

std::vector<RowGroup> Arrange(std::vector<Suggestion>& suggestions) {
  size_t likely = suggestions.empty() ? 0 : 1;
  while (likely < std::min(suggestions.size(), kMostLikely) &&
         suggestions[likely].confidence >= kLeastConfidence) {
    ++likely;
  }
  std::vector<RowGroup> groups;
  for (const Suggestion& s : suggestions) {
    groups.push_back(groups.size() < likely ? RowGroup::kLikely : GroupOf(s));
  }
  std::vector<size_t> order(suggestions.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (groups[a] != groups[b]) return groups[a] < groups[b];
    return IsByAlphabet(groups[a]) && AlphabeticalKey(suggestions[a].word) <
                                          AlphabeticalKey(suggestions[b].word);
  });
  std::vector<Suggestion> arranged;
  std::vector<RowGroup> of_arranged;
  for (size_t i : order) {
    arranged.push_back(std::move(suggestions[i]));
    of_arranged.push_back(groups[i]);
  }
  suggestions = std::move(arranged);
  return of_arranged;
}

std::string LabelOf(const Suggestion& s, const CompletionContext& context) {
  if (s.is_line || s.word.empty()) return s.text;
  if (!context.walk || !s.word.starts_with('-') || !HasReason(s, "option")) {
    return s.word;
  }
  const std::string_view word = s.word;
  const OptionSpec* option = OptionNamed(*context.walk, word);
  if (!option && word.ends_with('=')) {
    option = OptionNamed(*context.walk, word.substr(0, word.size() - 1));
  }
  if (!option) return s.word;
  std::string label;
  // Short names first.
  for (bool is_long : {false, true}) {
    for (std::string_view name : option->names) {
      if (name.starts_with("--") != is_long) continue;
      label.append(label.empty() ? "" : ", ").append(name);
    }
  }
  return label + ValueLabel(*option);
}

}  // namespace synapse
