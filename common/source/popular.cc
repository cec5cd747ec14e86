#include "source/popular.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "context/operands.h"
#include "spec/generator.h"
#include "spec/walk.h"

namespace synapse {
namespace {

std::optional<int> RankFrom(int rank) {
  return rank < 0 ? std::nullopt : std::optional<int>(rank);
}

// The directory holds the file that the argument needs: `..` of cmake a
// CMakeLists.txt.
bool HasWanted(const std::string& directory, const CompletionContext& c) {
  if (!c.walk || !c.walk->arg || c.walk->arg->contents.empty()) return true;
  const auto& contents = c.walk->arg->contents;
  return std::any_of(
      contents.begin(), contents.end(), [&](std::string_view kind) {
        return !kind.starts_with('/') ||
               StatFile(JoinPath(directory, kind.substr(1))).has_value();
      });
}

// A path is offered if it exists, or for commands that create what they name,
// some of which need a new name. A word that the shell expands is offered, and
// in a missing directory every word.
bool LeadsSomewhere(std::string_view word, const SourceInput& input) {
  const CompletionContext& c = input.context;
  const bool is_new = c.walk && IsToBeNew(c.walk->arg, *c.walk);
  const bool takes_files =
      c.wants_files() || (c.walk && c.walk->arg && c.walk->arg->takes_files());
  if (!takes_files || (c.creates() && !is_new) ||
      word.find_first_of("*?[]$`'\"|&;<>() ") != word.npos ||
      word.starts_with('-') || OnSlowMount(input.cwd) ||
      !IsDirectory(input.cwd)) {
    return true;
  }
  std::string path = JoinPath(input.cwd, ExpandTilde(word));
  if (c.walk && c.walk->command().enters &&
      WithoutSlash(path) == WithoutSlash(input.cwd)) {
    return false;
  }
  if (OnSlowMount(path)) return true;
  return StatFile(path).has_value() != is_new && HasWanted(path, c);
}

// HEAD~1 is a commit of git reset, and not one of the paths behind it.
bool IsOfEarlierArgument(std::string_view word, const WalkResult& walk) {
  const auto lists = [&](const ArgSpec& arg) {
    return std::any_of(
        arg.values.begin(), arg.values.end(),
        [&](const ValueSpec& value) { return value.value == word; });
  };
  const PackedList<ArgSpec>& args = walk.command().args;
  return std::any_of(args.begin(), args.end(), lists) &&
         !(walk.arg && lists(*walk.arg)) &&
         std::none_of(walk.also.begin(), walk.also.end(),
                      [&](const ArgSpec* arg) { return lists(*arg); });
}

// The names of make's targets, just's recipes and the like here; empty where
// there are none, or the time is over.
std::vector<GeneratedValue> TargetsOf(const SourceInput& input,
                                      Budget& budget) {
  const CompletionContext& c = input.context;
  if (!c.walk) return {};
  const NativeReader read = FindNative(c.walk->command().subcommand_generator);
  if (!read) return {};
  Reading reading(budget);
  return read({input.cwd, input.home, "", c.words}, reading);
}

// Alone, or in a cluster: `rm -rf -r`, `rsync -av -avz`.
bool IsOptionThere(const CompletionContext& c, std::string_view word) {
  if (!word.starts_with('-') || !c.walk) return false;
  const auto& present = c.walk->present;
  const auto is_there = [&](std::string_view name) {
    return std::any_of(present.begin(), present.end(), [&](const auto* option) {
      return !option->repeatable && option->is_named(name);
    });
  };
  if (is_there(word)) return true;
  if (word.size() < 3 || word[1] == '-' || OptionNamed(*c.walk, word)) {
    return false;
  }
  const std::string_view letters = word.substr(1);
  return std::any_of(letters.begin(), letters.end(), [&](char letter) {
    const char name[] = {'-', letter};
    return is_there({name, 2});
  });
}

}  // namespace

std::optional<int> PopularCommand(SpecStore& specs, std::string_view command) {
  return RankFrom(specs.TraitsOf(command).popular);
}

std::optional<int> PopularFilter(SpecStore& specs, std::string_view command) {
  return RankFrom(specs.TraitsOf(command).filter);
}

std::vector<std::string> FrequentBehind(SpecStore& specs,
                                        std::span<const std::string> words) {
  const auto spec = specs.FindAny(BaseName(words[0]));
  if (!spec) return {};
  const WalkResult walk = Walk(spec->root, words, "");
  // Behind a wrapper these are commands: only the first word of a command line.
  const bool nested = walk.nested_from != WalkResult::npos;
  if ((nested && walk.nested_from < words.size()) || walk.after_double_dash) {
    return {};
  }
  const PackedList<PackedText>* frequent = &walk.command().frequent;
  const bool behind_option = words.back().starts_with('-') &&
                             !walk.present.empty() &&
                             !walk.present.back()->frequent.empty();
  if (behind_option) {
    frequent = &walk.present.back()->frequent;
  } else if (walk.expect == Expect::kOptionValue) {
    return {};
  }
  const auto is_there = [&](std::string_view word) {
    return std::find(words.begin() + 1, words.end(), word) != words.end();
  };
  // A partial spec names its subcommands only here. No second subcommand stands
  // behind the first.
  const bool has_subcommand =
      spec->root.partial && std::any_of(frequent->begin(), frequent->end(),
                                        [&](std::string_view word) {
                                          return !word.starts_with('-') &&
                                                 is_there(word);
                                        });
  // `cd src m`: a complete spec names each argument, and none is left.
  const bool is_full = walk.arg_index > 0 && !spec->root.partial &&
                       !behind_option && !walk.arg && walk.also.empty() &&
                       !walk.subcommand_possible;
  std::vector<std::string> out;
  for (std::string_view word : *frequent) {
    if (is_full && (word == "-" || !word.starts_with('-'))) continue;
    // `git chekout m`: behind an unknown word no subcommand stands.
    const bool is_late = !walk.subcommand_possible &&
                         SubcommandNamed(walk.command(), word) != nullptr;
    if (!is_there(word) && !is_late &&
        (!has_subcommand || word.starts_with('-')) &&
        !(walk.arg_index > 0 && IsOfEarlierArgument(word, walk))) {
      out.emplace_back(word);
    }
  }
  return out;
}

std::vector<std::string> UsualFilters(SpecStore& specs, std::string_view left,
                                      const AliasLookup& alias) {
  const size_t pipe = left.rfind('|');
  if (pipe == left.npos) return {};
  const std::string writer(Trim(left.substr(0, pipe)));
  const CompletionContext c =
      BuildContext(writer + " ", writer.size() + 1, specs, alias);
  // A wrapper alone is the command: `env | grep`.
  const std::vector<std::string>& words = c.words.empty() ? c.tokens : c.words;
  const auto spec = specs.FindAny(BaseName(words.empty() ? "" : words[0]));
  if (!spec) return {};
  const CommandSpec* deepest =
      DeepestWith(Walk(spec->root, words, ""), &CommandSpec::piped_to);
  return deepest ? StringsOf(deepest->piped_to) : std::vector<std::string>();
}

void PopularSource::Collect(const SourceInput& input, Budget& budget,
                            std::vector<Candidate>& out) {
  constexpr double kFalloff = 0.35;
  const CompletionContext& c = input.context;
  const bool behind_pipe = c.position == Position::kPipeTarget;
  const bool behind_wrapper =
      c.position == Position::kCommandName && !c.segment.words.empty();
  if (c.open != Quote::kNone ||
      (c.words.empty() && !behind_pipe && !behind_wrapper)) {
    return;
  }
  const std::vector<std::string> words =
      behind_pipe
          ? UsualFilters(specs_,
                         std::string_view(c.buffer).substr(0, c.segment.begin),
                         input.shell.alias)
          : FrequentBehind(
                specs_, behind_wrapper ? ValuesOf(c.segment.words) : c.words);
  // `make clean` is popular, and fails where the Makefile has no such target.
  std::optional<std::vector<GeneratedValue>> targets;
  const auto is_no_target = [&](const std::string& word) {
    if (word.starts_with('-') || !word.starts_with(c.partial)) return false;
    if (!targets) targets = TargetsOf(input, budget);
    return !targets->empty() &&
           std::none_of(targets->begin(), targets->end(),
                        [&](const auto& v) { return v.value == word; });
  };
  double rank = 0;
  for (const std::string& next : words) {
    if (IsOptionThere(c, next) || is_no_target(next)) continue;
    // The typed name is probably complete, and not the beginning of a longer
    // one.
    if (next == c.partial) break;
    double score = 1 / (1 + kFalloff * rank++);
    if (!next.starts_with(c.partial) || !LeadsSomewhere(next, input)) {
      continue;
    }
    // The spec lists the wrapper's options, but not with a value.
    const bool is_option = next.starts_with('-');
    if (behind_wrapper && is_option && next.find('=') == next.npos) continue;
    const bool runs = (behind_pipe || behind_wrapper) && !is_option;
    if (runs && can_run_ && !can_run_(next)) continue;
    // Inserted unchanged, because it may be more than a plain word.
    Candidate made;
    made.text = c.buffer.substr(0, c.cursor) + next.substr(c.partial.size()) +
                c.buffer.substr(c.cursor);
    made.word = next;
    made.evidence.push_back(
        {id(), score,
         behind_pipe ? "a common filter" : "commonly written here"});
    out.push_back(std::move(made));
  }
}

}  // namespace synapse
