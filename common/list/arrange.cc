#include "list/arrange.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "base/text.h"
#include "context/word_meaning.h"
#include "spec/option_names.h"
#include "spec/walk.h"

namespace synapse {
namespace {

// The number of rows above the groups. Each has a probability of at least one
// in twenty, a branch, host or file that is here at least one in a hundred: many
// share the probability of one word, and an old line is not better than all of
// them. More rows would not make the list easier to read.
constexpr size_t kMostLikely = 8;
constexpr double kLeastConfidence = 0.05, kLeastOfFound = 0.01;
// The number of lines above what else may stand here: `git ` followed by
// eighteen lines would hide its subcommands.
constexpr size_t kMostHistory = 8;

bool HasReason(const Suggestion& s, std::string_view reason) {
  return std::any_of(s.evidence.begin(), s.evidence.end(),
                     [&](const Evidence& e) { return e.reason == reason; });
}

// Nobody wrote it here, as far as is known.
bool IsOnlyOfSpec(const Suggestion& s) {
  return std::all_of(
      s.evidence.begin(), s.evidence.end(),
      [](const Evidence& e) { return e.source == SourceId::kSpec; });
}

// A word that its spec lists, and of which nothing else is known: no history, no
// common use, no branch or file that is here.
bool IsOnlyListed(const Suggestion& s) {
  return !s.evidence.empty() && IsOnlyOfSpec(s) &&
         std::none_of(s.evidence.begin(), s.evidence.end(),
                      [](const Evidence& e) { return e.is_found; });
}

RowGroup GroupOf(const Suggestion& s) {
  if (s.is_line) return RowGroup::kHistory;
  if (HasReason(s, "option") || s.word.starts_with('-')) {
    return RowGroup::kOption;  // also a cluster: -rn
  }
  if (HasReason(s, "subcommand")) return RowGroup::kSubcommand;
  const bool is_file = std::any_of(
      s.evidence.begin(), s.evidence.end(),
      [](const Evidence& e) { return e.source == SourceId::kFilesystem; });
  return is_file ? RowGroup::kFile : RowGroup::kValue;
}

// A word that names what is here.
bool IsFound(const Suggestion& s) {
  return !s.is_line &&
         std::any_of(s.evidence.begin(), s.evidence.end(),
                     [](const Evidence& e) { return e.is_found; });
}

// Names that are found, as branches, come in the order of their source.
bool IsByAlphabet(RowGroup group, const Suggestion& s) {
  return group == RowGroup::kSubcommand || group == RowGroup::kFile ||
         group == RowGroup::kOption ||
         ((group == RowGroup::kValue || group == RowGroup::kCommand) &&
          IsOnlyListed(s));
}

// Where the suggestion stands among the values that the spec lists, if these are
// few: a spec names the usual ones first. 0 for any other suggestion.
size_t PlaceAmongFew(const Suggestion& s, const CompletionContext* context) {
  constexpr size_t kFew = 16;
  if (!context || !context->walk || !context->walk->arg) return 0;
  const auto& values = context->walk->arg->values;
  if (values.size() > kFew) return 0;
  const size_t offset = std::min(context->walk->value_offset, s.word.size());
  const std::string_view word = std::string_view(s.word).substr(offset);
  size_t place = 0;
  for (const ValueSpec& value : values) {
    if (value.value == word) return place;
    ++place;
  }
  return 0;
}

// The option that the suggestion adds to the line, and nothing else; null if
// it is none.
const OptionSpec* OptionOf(const Suggestion& s,
                           const CompletionContext& context) {
  const bool goes_on =
      s.is_line && s.text.size() != context.prefix.size() + s.word.size();
  if (!context.walk || !s.word.starts_with('-') || goes_on) return nullptr;
  if (!HasReason(s, "option")) {
    return MeaningOfWord(*context.spec, context.words, s.word).option;
  }
  const std::string_view word = s.word;
  const OptionSpec* option = DeepestOption(*context.walk, word);
  if (!option && word.ends_with('=')) {
    option = DeepestOption(*context.walk, word.substr(0, word.size() - 1));
  }
  return option;
}

// The word by which the row of a suggestion is sorted: an option's first long
// name, --until of --until, --before.
std::string_view SortedBy(const Suggestion& s,
                          const CompletionContext* context) {
  const OptionSpec* option = context ? OptionOf(s, *context) : nullptr;
  if (!option) return s.word;
  for (std::string_view name : option->names) {
    if (name.starts_with("--")) return name;
  }
  return option->names.front().view();
}

// -a before -A before --all before --no-all before -b.
auto AlphabeticalKey(std::string_view word) {
  constexpr std::string_view kNegated = "--no-";
  std::string_view name =
      word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (word.starts_with(kNegated)) name = word.substr(kNegated.size());
  // Between names that differ in case alone, `-a` comes before `-A`: a lower-case
  // letter has the larger byte.
  std::string swapped(name);
  for (char& c : swapped) c = static_cast<char>(~c);
  return std::tuple(AsciiLower(name), word.size() - name.size(),
                    std::move(swapped));
}

void AddOption(Suggestion& s, const OptionSpec& option) {
  s.is_line = false;
  if (HasReason(s, "option")) return;
  s.description = option.description.str();
  s.evidence.push_back({SourceId::kSpec, 0, "option"});
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

// Files that nobody used differ by their length alone: those that follow one
// another behind the first row come by name. `order` holds indices.
void SortFilesAmongLikely(const std::vector<Suggestion>& suggestions,
                          const std::vector<RowGroup>& groups,
                          std::vector<size_t>& order) {
  auto is_only_there = [&](size_t i) {
    const std::vector<Evidence>& evidence = suggestions[i].evidence;
    return groups[i] == RowGroup::kLikely && !evidence.empty() &&
           std::all_of(evidence.begin(), evidence.end(), [](const Evidence& e) {
             return e.source == SourceId::kFilesystem;
           });
  };
  auto end = order.begin() + std::min<ptrdiff_t>(1, std::ssize(order));
  while (end != order.end()) {
    const auto from = std::find_if(end, order.end(), is_only_there);
    end = std::find_if_not(from, order.end(), is_only_there);
    std::sort(from, end, [&](size_t a, size_t b) {
      return AlphabeticalKey(suggestions[a].word) <
             AlphabeticalKey(suggestions[b].word);
    });
  }
}

}  // namespace

std::string_view GroupName(RowGroup group) {
  constexpr std::string_view kNames[] = {
      "likely",   "history",      "subcommands",
      "commands", "values",       "files",
      "options",  "more history", "completion of the shell"};
  return kNames[static_cast<int>(group)];
}

void JoinSpellings(std::vector<Suggestion>& suggestions,
                   const CompletionContext& context) {
  std::unordered_map<const OptionSpec*, size_t> kept;  // option to index
  size_t size = 0;
  for (size_t i = 0; i < suggestions.size(); ++i) {
    Suggestion& s = suggestions[i];
    const OptionSpec* option = OptionOf(s, context);
    if (option) {
      const auto [at, is_first] = kept.emplace(option, size);
      if (!is_first) continue;
      AddOption(s, *option);
    }
    if (size != i) suggestions[size] = std::move(s);
    ++size;
  }
  suggestions.resize(size);
}

std::vector<RowGroup> Arrange(std::vector<Suggestion>& suggestions,
                              const ListFacts& facts) {
  std::vector<RowGroup> groups;
  const bool names_commands = facts.context && facts.context->names_command();
  size_t likely = 0, lines = 0;
  bool go_on = true;  // to the next likely one
  for (const Suggestion& s : suggestions) {
    const RowGroup group = GroupOf(s);
    const bool waits =
        facts.has_files && group == RowGroup::kOption && IsOnlyOfSpec(s);
    const double least = IsFound(s) ? kLeastOfFound : kLeastConfidence;
    const bool is_probable =
        likely == 0 || (likely < kMostLikely && s.confidence >= least);
    go_on &= is_probable || s.is_line;
    const bool is_command = names_commands && group == RowGroup::kValue;
    const bool is_likely =
        go_on && is_probable && !waits && (likely == 0 || !IsOnlyListed(s));
    lines += !is_likely && group == RowGroup::kHistory;
    groups.push_back(is_likely    ? RowGroup::kLikely
                     : is_command ? RowGroup::kCommand
                     : group == RowGroup::kHistory && lines > kMostHistory &&
                             !names_commands
                         ? RowGroup::kMoreHistory
                         : group);
    likely += is_likely;
  }
  // Rows by alphabet come behind the others of their group.
  std::vector<std::pair<size_t, decltype(AlphabeticalKey(""))>> keys;
  std::vector<bool> by_alphabet;
  for (size_t i = 0; i < suggestions.size(); ++i) {
    by_alphabet.push_back(IsByAlphabet(groups[i], suggestions[i]));
    const bool is_value = by_alphabet[i] && groups[i] == RowGroup::kValue;
    keys.emplace_back(
        is_value ? PlaceAmongFew(suggestions[i], facts.context) : 0,
        AlphabeticalKey(by_alphabet[i] ? SortedBy(suggestions[i], facts.context)
                                       : ""));
  }
  std::vector<size_t> order(suggestions.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (groups[a] != groups[b]) return groups[a] < groups[b];
    if (by_alphabet[a] != by_alphabet[b]) return bool{by_alphabet[b]};
    return by_alphabet[a] && keys[a] < keys[b];
  });
  SortFilesAmongLikely(suggestions, groups, order);
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
  const OptionSpec* option =
      HasReason(s, "option") ? OptionOf(s, context) : nullptr;
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
