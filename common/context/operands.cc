#include "context/operands.h"

#include <algorithm>
#include <iterator>

#include "base/files.h"
#include "base/text.h"
#include "context/argument_kind.h"
#include "spec/generator.h"

namespace synapse {
namespace {

// True for the last of the values of one argument: the target of mv.
bool IsLast(const WalkedValue& value, const WalkResult& walk) {
  return std::none_of(
      walk.values.begin(), walk.values.end(), [&](const WalkedValue& other) {
        return other.arg == value.arg && other.word > value.word;
      });
}

// A program may be named without its extension (`node index`). After the value
// of an option it may be no file at all (`python -m venv dir`).
bool IsFile(const WalkedValue& value, std::string_view word,
            const WalkResult& walk) {
  if (value.arg->reads == Reads::kNothing || value.arg->enters ||
      value.offset > 0 || IsWritten(value.arg, walk) ||
      (value.arg->creates == Creates::kLast && IsLast(value, walk))) {
    return false;
  }
  if (value.arg->extensions.empty()) return true;
  return word.find_first_of("./") != word.npos &&
         std::none_of(walk.values.begin(), walk.values.end(),
                      [&](const WalkedValue& other) {
                        return other.option && other.word < value.word;
                      });
}

bool IsWrittenFile(const WalkedValue& value, const WalkResult& walk) {
  if (value.arg->type != ValueType::kFile) return false;
  const Creates creates = value.arg->creates;
  return creates == Creates::kAll || creates == Creates::kNew ||
         (creates == Creates::kLast && IsLast(value, walk)) ||
         IsWritten(value.arg, walk);
}

// The spec does not say that the file must exist, but that it is of this kind:
// `exiftool a.jpg`, `ffmpeg -i a.mov`.
bool IsLikelyInput(const ArgSpec& arg, std::string_view word) {
  return MayNameFile(arg) && word.find('/') == word.npos &&
         std::any_of(arg.extensions.begin(), arg.extensions.end(),
                     [&](std::string_view ending) {
                       return word.size() > ending.size() &&
                              HasEnding(word, ending);
                     });
}

// The index of an unknown word at a position that requires a subcommand; 0 if
// there is none.
size_t UnknownSubcommand(const CommandSpec& root,
                         std::span<const std::string> words) {
  if (root.subcommands.empty()) return 0;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i].starts_with('-')) continue;
    const WalkResult walk = Walk(root, words.first(i), words[i]);
    if (walk.expect == Expect::kOptionValue) continue;
    if (!WantsSubcommand(walk)) return 0;
    if (!SubcommandNamed(walk.command(), words[i])) return i;
  }
  return 0;
}

bool IsBegunBy(const CommandSpec& command, std::string_view name) {
  return std::any_of(
      command.options.begin(), command.options.end(),
      [&](const OptionSpec& option) {
        return std::any_of(
            option.names.begin(), option.names.end(),
            [&](std::string_view known) { return known.starts_with(name); });
      });
}

// True for --help and --version, and for an option with --no-, which many
// commands take.
bool IsCommonOption(std::string_view name) {
  return name.starts_with("--no-") || name == "--help" || name == "--version";
}

// True if the spec has the option, or one that begins so. Of a cluster the first
// letter counts: -xzf of tar.
bool IsKnownOption(const WalkResult& walk, std::string_view name) {
  const bool is_long = name.starts_with("--");
  return std::any_of(
      walk.path.begin(), walk.path.end(), [&](const CommandSpec* command) {
        return IsBegunBy(*command, name) ||
               (!is_long && OptionNamed(*command, name.substr(0, 2)));
      });
}

// True if one of the command's own words, before `--` and a nested command, is
// an unknown option. `-5` and a value such as the one of `-o -x` are none.
bool HasUnknownOption(const WalkResult& walk,
                      std::span<const std::string> words) {
  if (walk.command().options.empty()) return false;
  const size_t end = std::min(walk.nested_from, words.size());
  for (size_t i = 1; i < end && words[i] != "--"; ++i) {
    const std::string_view word = words[i];
    const std::string_view name = word.substr(0, word.find('='));
    const bool is_option = name.starts_with("--")
                               ? !IsCommonOption(name)
                               : name.size() > 1 && name[0] == '-' &&
                                     (IsLower(name[1]) || IsUpper(name[1]));
    const bool is_value = std::any_of(
        walk.values.begin(), walk.values.end(), [&](const WalkedValue& value) {
          return value.word == i && value.offset == 0;
        });
    if (is_option && !is_value && !IsKnownOption(walk, name)) return true;
  }
  return false;
}

bool NamesGit(const Spec& spec, const ArgSpec& arg) {
  const std::string_view kind = KindOf(spec, arg);
  return IsRevisionKind(kind) || IsRemoteKind(kind);
}

// The words that are neither options nor values of options.
void AddTargets(const std::shared_ptr<const Spec>& spec, const WalkResult& walk,
                std::span<const std::string> words, size_t first,
                Operands& out) {
  if (walk.command().subcommand_generator.empty()) return;
  out.target_generator = walk.command().subcommand_generator;
  out.target_spec = spec;
  for (size_t i = walk.path.size(); i < words.size(); ++i) {
    const bool is_value =
        std::any_of(walk.values.begin(), walk.values.end(),
                    [&](const WalkedValue& value) { return value.word == i; });
    if (is_value || words[i].starts_with('-') ||
        words[i].find('=') != std::string::npos) {
      continue;
    }
    out.targets.push_back(first + i);
  }
}

// The first file that a command without a spec is likely to read; what stands
// behind -o is written.
void AddInput(std::span<const std::string> words, size_t first, Operands& out) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i].starts_with('-') || !IsNameOfFile(words[i])) continue;
    const bool is_output =
        words[i - 1].starts_with("-o") || words[i - 1].starts_with("--o");
    if (!is_output) out.inputs.push_back(first + i);
    return;
  }
}

// Adds the paths of a command by its spec; without a spec (null), each word behind
// the name.
void AddPaths(const WalkResult* walk, std::span<const std::string> words,
              size_t first, Operands& out) {
  const size_t end =
      walk ? std::min(walk->nested_from, words.size()) : words.size();
  for (size_t i = 1; i < end; ++i) {
    const std::string& word = words[i];
    if (word.starts_with('-') || word.find('/') == word.npos) continue;
    const bool is_said =
        walk &&
        std::any_of(walk->values.begin(), walk->values.end(),
                    [&](const WalkedValue& value) {
                      return value.word == i &&
                             (value.offset > 0 || !MayNameFile(*value.arg));
                    });
    if (!is_said) out.paths.push_back(first + i);
  }
}

// Without its optional first argument the command takes a remote by itself.
bool NeedsRemote(const Spec& spec, const WalkResult& walk) {
  const PackedList<ArgSpec>& args = walk.command().args;
  return walk.values.empty() && !args.empty() && args[0].optional &&
         IsRemoteKind(KindOf(spec, args[0]));
}

}  // namespace

bool IsNameOfFile(std::string_view word) {
  static constexpr std::string_view kEndings[] = {
      "7z",   "asm",   "avi",  "bib",  "bin",  "bz2", "c",    "cc",      "cfg",
      "cpp",  "cs",    "css",  "csv",  "db",   "deb", "docx", "elf",     "flac",
      "gif",  "go",    "gz",   "h",    "hex",  "hpp", "hs",   "html",    "img",
      "ini",  "ipynb", "iso",  "java", "jpeg", "jpg", "js",   "json",    "jsx",
      "kt",   "log",   "lua",  "m4a",  "md",   "mkv", "ml",   "mov",     "mp3",
      "mp4",  "odt",   "ogg",  "pcap", "pdf",  "php", "pl",   "png",     "ps1",
      "py",   "r",     "rb",   "rpm",  "rs",   "rst", "sql",  "sqlite3", "svg",
      "tar",  "tex",   "tf",   "tgz",  "toml", "ts",  "tsv",  "tsx",     "txt",
      "vhdl", "wav",   "webm", "webp", "xlsx", "xml", "xz",   "yaml",    "yml",
      "zig",  "zip",   "zst"};
  const size_t dot = word.rfind('.');
  return dot != word.npos && dot > 0 && word.find('/') == word.npos &&
         std::binary_search(std::begin(kEndings), std::end(kEndings),
                            word.substr(dot + 1));
}

bool IsToBeNew(const ArgSpec* arg, const WalkResult& walk) {
  return arg && arg->creates == Creates::kNew &&
         std::none_of(walk.present_names.begin(), walk.present_names.end(),
                      [](const std::string& name) {
                        return name == "-f" || name == "--force";
                      });
}

bool MayNameFile(const ArgSpec& arg) {
  const bool is_said = arg.reads != Reads::kNothing || !arg.secret.empty() ||
                       arg.creates != Creates::kNothing || arg.enters ||
                       !arg.written_with.empty() || !arg.generators.empty() ||
                       !arg.values.empty();
  return !is_said && (arg.type == ValueType::kAny || arg.takes_files());
}

bool HasEnding(std::string_view path, std::string_view ending) {
  const size_t star = ending.find('*');
  if (star == ending.npos) return path.ends_with(ending);
  const std::string_view name = BaseName(path);
  return name.size() + 1 >= ending.size() &&
         name.starts_with(ending.substr(0, star)) &&
         name.ends_with(ending.substr(star + 1));
}

const PackedList<PackedText>& ExtensionsOf(const ArgSpec& arg,
                                           const WalkResult& walk) {
  const bool reads = arg.reads != Reads::kNothing || !arg.extensions.empty();
  if (!reads || !arg.takes_files()) return arg.extensions;
  const auto option = std::find_if(
      walk.present.begin(), walk.present.end(),
      [](const OptionSpec* present) { return !present->extensions.empty(); });
  return option == walk.present.end() ? arg.extensions : (*option)->extensions;
}

bool TakesNoDirectory(const WalkResult& walk) {
  return walk.arg && walk.arg->reads == Reads::kFile &&
         std::none_of(
             walk.present.begin(), walk.present.end(),
             [](const OptionSpec* option) { return option->directories; });
}

bool IsListedByProject(const Spec& spec, const ArgSpec* arg,
                       const WalkResult& walk) {
  return arg && !arg->generators.empty() && !arg->takes_paths() &&
         std::all_of(
             arg->generators.begin(), arg->generators.end(),
             [&](std::string_view name) {
               return !GeneratorNamed(spec, name) &&
                      (arg->open ? ListsTasks(name) : ListsWholeProject(name));
             }) &&
         std::none_of(
             walk.present.begin(), walk.present.end(),
             [](const OptionSpec* option) { return option->other_project; });
}

bool IsReported(const Spec& spec, const ArgSpec& arg) {
  return !arg.open && !arg.generators.empty() && !arg.takes_paths() &&
         arg.suffix.empty() && arg.creates == Creates::kNothing &&
         std::any_of(arg.generators.begin(), arg.generators.end(),
                     [&](std::string_view name) {
                       const GeneratorSpec* declared =
                           GeneratorNamed(spec, name);
                       return declared && !declared->command.empty();
                     });
}

std::vector<const ArgSpec*> FileArguments(const WalkResult& walk) {
  std::vector<const ArgSpec*> out = walk.also;
  if (walk.arg) out.push_back(walk.arg);
  std::erase_if(out, [](const ArgSpec* arg) { return !arg->takes_files(); });
  return out;
}

bool TakesOnlyListed(const WalkResult& walk) {
  const auto args = FileArguments(walk);
  return !args.empty() &&
         std::all_of(args.begin(), args.end(),
                     [](const ArgSpec* arg) { return arg->only_listed; });
}

bool IsWritten(const ArgSpec* arg, const WalkResult& walk) {
  if (!arg) return false;
  const auto& names = arg->written_with;
  return std::any_of(names.begin(), names.end(), [&](const auto& name) {
    return std::any_of(
        walk.present.begin(), walk.present.end(),
        [&](const OptionSpec* option) { return option->is_named(name); });
  });
}

bool KeepsFiles(const WalkResult& walk) {
  return std::any_of(walk.present.begin(), walk.present.end(),
                     [](const OptionSpec* option) { return option->keeps; });
}

bool Overwrites(const ArgSpec* arg, const WalkResult& walk) {
  return arg && (arg->overwrites || IsWritten(arg, walk)) && !KeepsFiles(walk);
}

Operands OperandsOf(SpecStore& specs, std::span<const std::string> words) {
  constexpr int kMaxNested = 4;
  Operands out;
  size_t first = 0;
  for (int depth = 0; depth < kMaxNested && first < words.size(); ++depth) {
    const auto rest = words.subspan(first);
    const auto spec = specs.FindAny(BaseName(rest[0]));
    if (!spec) {
      AddPaths(nullptr, rest, first, out);
      AddInput(rest, first, out);
      return out;
    }
    const WalkResult walk = Walk(spec->root, rest, "");
    out.directory = EnteredFrom(std::move(out.directory), walk, rest);
    out.unknown_option |= !spec->root.partial && HasUnknownOption(walk, rest);
    for (const OptionSpec* option : walk.present) {
      if (!option->during.empty()) out.choices.push_back({option, spec});
    }
    for (const WalkedValue& value : walk.values) {
      if (IsFile(value, rest[value.word], walk)) {
        out.files.push_back({first + value.word, value.arg, spec});
      }
      if (value.offset == 0 && IsLikelyInput(*value.arg, rest[value.word])) {
        out.inputs.push_back(first + value.word);
      }
      if (value.offset == 0 && IsWrittenFile(value, walk)) {
        out.written.push_back(first + value.word);
      }
      if (value.arg->only_listed && value.offset == 0) {
        out.chosen.push_back({first + value.word, value.arg, spec});
      }
      if (value.arg->type == ValueType::kProcess && value.offset == 0) {
        out.processes.push_back(first + value.word);
      }
      out.names_git = out.names_git || NamesGit(*spec, *value.arg);
      if (value.offset == 0 && IsToBeNew(value.arg, walk)) {
        out.made.push_back({first + value.word, value.arg, spec});
      }
      if (value.offset == 0 && IsListedByProject(*spec, value.arg, walk)) {
        out.listed.push_back({first + value.word, value.arg, spec});
      } else if (value.offset == 0 && IsReported(*spec, *value.arg)) {
        out.reported.push_back({first + value.word, value.arg, spec});
      }
    }
    AddPaths(&walk, rest, first, out);
    if (walk.nested_from == WalkResult::npos) {
      const size_t unknown =
          spec->root.partial ? 0 : UnknownSubcommand(spec->root, rest);
      if (unknown > 0) out.unknown_subcommand = first + unknown;
      const bool has_argument =
          std::any_of(walk.values.begin(), walk.values.end(),
                      [](const WalkedValue& value) { return !value.option; });
      AddTargets(spec, walk, rest, first, out);
      if (!has_argument) out.makes = StringsOf(walk.command().makes);
      out.needs_remote = NeedsRemote(*spec, walk);
      out.needs_upstream = walk.command().tracks && walk.values.empty() &&
                           walk.present_names.empty();
      return out;
    }
    if (walk.nested_arg && walk.nested_arg->elsewhere) return out;
    first += walk.nested_from;
  }
  return out;
}

}  // namespace synapse
