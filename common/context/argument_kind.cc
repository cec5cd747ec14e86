#include "context/argument_kind.h"

#include <algorithm>

#include "base/files.h"
#include "spec/generator.h"
#include "spec/option_names.h"

namespace synapse {
namespace {

std::string_view KindOfType(ValueType type) {
  switch (type) {
    // Any machine may be pinged. A host of ssh is one that the user may log in
    // to.
    case ValueType::kHost: return "address";
    case ValueType::kUrl: return "url";
    case ValueType::kUser: return "user";
    case ValueType::kGroup: return "group";
    case ValueType::kSignal: return "signal";
    default: return "";
  }
}

bool TakesFiles(const ArgSpec& arg) {
  return arg.takes_files() ||
         std::any_of(arg.generators.begin(), arg.generators.end(),
                     [](const auto& g) { return g.ends_with("_files"); });
}
// The current branch is not among the values of a generator of other ones.
ArgumentType::Current CurrentOf(const ArgSpec& arg, const WalkResult& walk) {
  using Current = ArgumentType::Current;
  const auto has = [&](std::string_view generator) {
    return std::find(arg.generators.begin(), arg.generators.end(), generator) !=
           arg.generators.end();
  };
  if (has("git.other_branches") || has("git.unused_branches") ||
      has("git.bases")) {
    return Current::kNever;
  }
  if (!arg.current) return Current::kMaybe;
  return WantsCurrent(&arg, walk) ? Current::kUsually : Current::kNever;
}

bool IsBehindHomonym(const Spec& spec, const WalkResult& walk,
                     std::string_view before) {
  if (walk.path.size() < 2 || !before.starts_with('-')) return false;
  const OptionSpec* option = DeepestOption(walk, before);
  return option && IsRatherOfOthers(spec, *option, before);
}

std::string_view KindOfLists(const Spec& spec, const ArgSpec& arg) {
  for (std::string_view generator : arg.generators) {
    std::string_view kind = KindOfList(spec, generator);
    if (!kind.empty()) return kind;
  }
  return "";
}

}  // namespace

bool WantsCurrent(const ArgSpec* arg, const WalkResult& walk) {
  return arg && arg->current &&
         std::none_of(
             walk.present.begin(), walk.present.end(),
             [](const OptionSpec* option) { return option->not_current; });
}

// A spec without options may lack arguments too, and tar takes none before its
// options.
bool TakesArguments(const WalkResult& walk) {
  const CommandSpec& command = walk.command();
  return walk.arg ||
         (walk.expect != Expect::kOptionFlag &&
          (!command.subcommands.empty() ||
           !command.subcommand_generator.empty() || command.options.empty()));
}

std::string_view KindOfList(const Spec& spec, std::string_view generator) {
  const GeneratorSpec* declared = GeneratorNamed(spec, generator);
  if (!declared) return KindOfNative(generator);
  return declared->kind.empty() ? KindOfNative(declared->native)
                                : declared->kind.view();
}

// The kind of the first generator that has one. Later generators list values
// that are possible as well. With a suffix a value is another thing: scp takes
// HOST:PATH, or a file.
std::string_view KindOf(const Spec& spec, const ArgSpec& arg) {
  if (!arg.suffix.empty()) return "";
  const std::string_view kind = KindOfLists(spec, arg);
  return kind.empty() ? KindOfType(arg.type) : kind;
}

ArgumentType ArgumentTypeAfter(SpecStore& specs,
                               std::span<const std::string> words) {
  constexpr int kMaxNested = 4;
  ArgumentType out;
  for (int depth = 0; depth < kMaxNested && !words.empty(); ++depth) {
    std::string_view command = BaseName(words[0]);
    auto spec = specs.Find(command);
    if (!spec) {
      out.open = true;
      return out;
    }
    WalkResult walk = Walk(spec->root, words, "");
    out.subcommands += walk.path.size() - 1;
    if (walk.nested_from == WalkResult::npos) {
      out.is_command = WantsSubcommand(walk);
      out.behind_homonym = IsBehindHomonym(*spec, walk, words.back());
      if (!walk.arg) {
        out.behind_last = !walk.command().args.empty() && !TakesArguments(walk);
        return out;
      }
      out.kind = KindOf(*spec, *walk.arg);
      if (walk.arg->suffix == ":") {
        out.begins_with = KindOfLists(*spec, *walk.arg);
      }
      out.open = walk.arg->open;
      out.files = TakesFiles(*walk.arg) ||
                  std::any_of(walk.also.begin(), walk.also.end(),
                              [](auto* arg) { return TakesFiles(*arg); });
      out.current = CurrentOf(*walk.arg, walk);
      return out;
    }
    words = words.subspan(walk.nested_from);
  }
  out.is_command = words.empty();
  return out;
}

}  // namespace synapse
