#include "source/repair.h"

#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "context/argument_kind.h"
#include "line/quote.h"
#include "line/tokenizer.h"
#include "spec/git_dir.h"
#include "spec/natives.h"
#include "spec/scan.h"
#include "spec/walk.h"

namespace synapse {
namespace {

using Fix = std::optional<Correction>;

constexpr double kScore = 0.75;
constexpr double kLess = 0.6;  // if there are other reasons to fail
constexpr double kGuess = 0.4;
// Eight people went to 61 missing directories, and made none of them next.
constexpr double kRarely = 0.02;
constexpr int kMayNotBeRun = 126;

struct Failed : FailedLine {
  std::vector<Token> words;
  std::shared_ptr<const Spec> spec;  // of its command; null if there is none

  const std::string& command() const { return words[0].value; }
  bool Runs(std::string_view name) const { return command() == name; }
  // The command has arguments and no options.
  bool Plain() const {
    return words.size() > 1 &&
           std::none_of(words.begin() + 1, words.end(), [](const Token& w) {
             return w.value.starts_with('-');
           });
  }
  // Null if no spec describes it.
  const ArgSpec* FirstArgument() const {
    return spec && !spec->root.args.empty() ? &spec->root.args[0] : nullptr;
  }
  std::string Raw(const Token& word) const {
    return std::string(word.raw(line));
  }
};

// The file that a word names; no value when it may not be read.
std::optional<std::string> PathOf(const Failed& f, const Token& word) {
  if (word.dynamic || word.value.empty()) return std::nullopt;
  std::string path = JoinPath(f.cwd, ExpandTilde(word.value));
  if (!path.starts_with('/') || OnSlowMount(path)) return std::nullopt;
  return path;
}

bool IsThere(const Failed& f, const Token& word) {
  auto path = PathOf(f, word);
  return path && StatFile(*path);
}

bool NamesDirectory(const Failed& f, const Token& word) {
  auto path = PathOf(f, word);
  return path && IsDirectory(*path);
}

// The part of a word before its last name, as written; "" when it is empty or
// not plain text.
std::string ParentOf(const Failed& f, const Token& word) {
  if (word.quoted || word.dynamic) return "";
  std::string raw = f.Raw(word);
  raw.resize(WithoutSlash(raw).size());
  size_t slash = raw.rfind('/');
  return slash == raw.npos || slash == 0 ? "" : raw.substr(0, slash);
}

// The directory as written if it is missing; else "".
std::string Missing(const Failed& f, const std::string& directory) {
  if (directory.empty()) return "";
  std::string path = JoinPath(f.cwd, ExpandTilde(directory));
  return OnSlowMount(path) || StatFile(path) ? "" : directory;
}

Fix MakeParents(const Failed& f) {
  const ArgSpec* arg = f.FirstArgument();
  const bool makes_directories = arg && arg->creates == Creates::kNew &&
                                 arg->type == ValueType::kDirectory;
  if (!makes_directories || !f.Plain() || f.words.size() != 2 ||
      Missing(f, ParentOf(f, f.words[1])).empty()) {
    return std::nullopt;
  }
  return Correction{f.command() + " -p " + f.Raw(f.words[1]),
                    "its parent is not there", kScore};
}

// For a missing parent directory of a file to be written.
Fix MakeTargetsParents(const Failed& f) {
  const ArgSpec* arg = f.FirstArgument();
  const bool files = arg && arg->type == ValueType::kFile;
  const bool copies = files && arg->creates == Creates::kLast;
  const bool writes = files && arg->creates == Creates::kAll;
  if (!(writes || copies) || !f.Plain()) return std::nullopt;
  if (copies && (f.words.size() != 3 || !IsThere(f, f.words[1]))) {
    return std::nullopt;
  }
  const Token& target = f.words.back();
  // With a trailing slash the word is the directory itself.
  std::string written = f.Raw(target);
  std::string directory = ParentOf(f, target);
  if (copies && written.ends_with('/') && !target.quoted && !target.dynamic) {
    directory = written.substr(0, written.find_last_not_of('/') + 1);
  }
  directory = Missing(f, directory);
  if (directory.empty()) return std::nullopt;
  return Correction{"mkdir -p " + directory + " && " + f.line,
                    "its directory is not there", kScore};
}

Fix ChangeDirectory(const Failed& f) {
  const bool enters = f.spec && f.spec->root.enters;
  if (!enters || !f.Plain() || f.words.size() != 2) return std::nullopt;
  const Token& word = f.words[1];
  auto path = PathOf(f, word);
  if (!path) return std::nullopt;
  if (!StatFile(*path)) {
    std::string raw = f.Raw(word);
    return Correction{"mkdir -p " + raw + " && " + f.command() + " " + raw,
                      "there is no such directory", kRarely};
  }
  std::string parent = ParentOf(f, word);
  if (!IsRegularFile(*path) || parent.empty()) return std::nullopt;
  return Correction{f.command() + " " + parent, "it is a file", kScore};
}

// True if a file to read is a directory. A target, the last word, may be one.
bool ReadsDirectory(const Failed& f) {
  const std::vector<std::string> words = ValuesOf(f.words);
  const WalkResult walk = Walk(f.spec->root, words, "");
  const PackedList<ArgSpec>& args = f.spec->root.args;
  const bool copies = std::any_of(
      args.begin(), args.end(),
      [](const ArgSpec& arg) { return arg.creates != Creates::kNothing; });
  return std::any_of(
      walk.values.begin(), walk.values.end(), [&](const WalkedValue& value) {
        const bool is_target = copies && value.word + 1 == words.size();
        return value.arg->takes_paths() && !is_target &&
               NamesDirectory(f, f.words[value.word]);
      });
}

// The same line with an option for directories.
Fix WithDirectories(const Failed& f) {
  if (!f.spec || !f.Plain()) return std::nullopt;
  const auto& options = f.spec->root.options;
  const auto option =
      std::find_if(options.begin(), options.end(),
                   [](const OptionSpec& o) { return o.directories; });
  if (option == options.end() || !ReadsDirectory(f)) return std::nullopt;
  const ArgSpec* arg = f.FirstArgument();
  return Correction{f.command() + " " + option->names[0] + " " +
                        f.line.substr(f.words[1].begin),
                    "it is a directory", arg && arg->removes ? kLess : kScore};
}

Fix ListDirectory(const Failed& f) {
  if (!f.Plain() || f.words.size() != 2 || !NamesDirectory(f, f.words[1])) {
    return std::nullopt;
  }
  const ArgSpec* arg = f.FirstArgument();
  if (!arg || arg->reads != Reads::kFile || arg->removes) return std::nullopt;
  return Correction{"ls " + f.Raw(f.words[1]), "it is a directory", kScore};
}

// A text, as README.md, is no program.
bool MayBeProgram(const std::string& path) {
  constexpr size_t kMaxScript = size_t{256} << 10;  // bytes
  const std::string_view name = BaseName(path);
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0 ||
      IsOneOf(name.substr(dot), {".sh", ".bash", ".zsh", ".fish", ".py", ".pl",
                                 ".rb", ".run", ".bin", ".AppImage"})) {
    return true;
  }
  const auto text = ReadFile(path, kMaxScript);
  return text.ok() && (text->starts_with("#!") || text->starts_with("\x7f"
                                                                    "ELF"));
}

Fix MakeExecutable(const Failed& f) {
  if (f.exit != kMayNotBeRun || f.command().find('/') == std::string::npos) {
    return std::nullopt;
  }
  auto path = PathOf(f, f.words[0]);
  if (!path || !IsRegularFile(*path) || CanExecute(*path) ||
      !MayBeProgram(*path)) {
    return std::nullopt;
  }
  return Correction{"chmod +x " + f.Raw(f.words[0]) + " && " + f.line,
                    "it may not be run", kScore};
}

Fix AddExtension(const Failed& f) {
  if (f.words.size() < 2 || f.words[1].value.starts_with('-')) {
    return std::nullopt;
  }
  const Token& script = f.words[1];
  const ArgSpec* arg = f.FirstArgument();
  auto path = PathOf(f, script);
  if (!arg || arg->reads != Reads::kFile || script.quoted || !path ||
      StatFile(*path)) {
    return std::nullopt;
  }
  for (std::string_view extension : arg->extensions) {
    const std::string other = *path + std::string(extension);
    if (OnSlowMount(other) || !IsRegularFile(other)) continue;
    std::string line = f.line;
    return Correction{line.insert(script.end, extension),
                      "there is one with its extension", kScore};
  }
  return std::nullopt;
}

// The only name in a directory that continues `begin` and ends as the argument
// asks, of a directory or of a file; "" if there are several, or not all are
// known.
std::string OnlyNameFrom(const Failed& f, const std::string& directory,
                         std::string_view begin, const ArgSpec& arg,
                         bool is_directory) {
  constexpr int kMaxNames = 5000;
  std::string only;
  int names = 0, found = 0;
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    const std::string_view entry = name;
    if (++names > kMaxNames) return false;
    const bool ends =
        arg.extensions.empty() ||
        std::any_of(arg.extensions.begin(), arg.extensions.end(),
                    [&](const auto& end) { return entry.ends_with(end); });
    if (!ends || !entry.starts_with(begin)) return true;
    const std::string path = JoinPath(directory, entry);
    // A link to a mount that may block could be meant too.
    if (f.budget.Spent() || OnSlowMount(path)) {
      found = 2;
    } else if (IsDirectory(path) == is_directory) {
      only = entry;
      ++found;
    }
    return found < 2;
  });
  return found == 1 && names <= kMaxNames ? only : "";
}

// `cat README`, `cd Down`: one file or directory continues the name.
Fix CompleteName(const Failed& f) {
  constexpr size_t kLeastBytes = 3;
  if (!f.spec || f.words.size() < 2) return std::nullopt;
  const std::vector<std::string> words = ValuesOf(f.words);
  const WalkResult walk = Walk(f.spec->root, words, "");
  // The names of the line are relative to another directory: git -C.
  if (!EnteredFrom("", walk, words).empty()) return std::nullopt;
  const bool enters = walk.command().enters;
  for (const WalkedValue& value : walk.values) {
    const Token& word = f.words[value.word];
    const bool reads = enters || value.arg->reads != Reads::kNothing;
    const std::optional<std::string> path = PathOf(f, word);
    if (!reads || value.arg->removes || value.offset > 0 || word.quoted ||
        !path || path->ends_with('/') || StatFile(*path)) {
      continue;
    }
    const std::string begin(BaseName(*path));
    const std::string name = begin.size() < kLeastBytes
                                 ? ""
                                 : OnlyNameFrom(f, std::string(DirName(*path)),
                                                begin, *value.arg, enters);
    if (!IsPlausibleValue(name)) return std::nullopt;
    std::string line = f.line;
    line.insert(word.end, QuotedWord(name.substr(begin.size())));
    return Correction{line, "only " + name + " begins with it", kScore};
  }
  return std::nullopt;
}

// `git push`, `git pull`: the branch is not on the remote, or is behind it.
Fix NameUpstream(const Failed& f) {
  if (!f.Runs("git") || !f.Plain()) return std::nullopt;
  const std::string& verb = f.words[1].value;
  if (verb != "push" && verb != "pull") return std::nullopt;
  Reading reading(f.budget);
  const auto branch = ReadUpstream({f.cwd, f.home, "", {"git"}}, reading);
  if (!branch) return std::nullopt;
  const bool push = verb == "push";
  if (branch->is_set) {
    if (!push) return std::nullopt;
    return Correction{"git pull --rebase", "the remote may be ahead", kGuess};
  }
  if (f.words.size() != 2) return std::nullopt;
  const std::string name = QuotedWord(branch->branch);
  const std::string remote = QuotedWord(branch->remote);
  constexpr const char* kWhy = "the branch has no upstream";
  if (push) {
    return Correction{"git push --set-upstream " + remote + " " + name, kWhy,
                      kScore};
  }
  if (!HasRef(branch->git,
              "refs/remotes/" + branch->remote + "/" + branch->branch,
              reading)) {
    return std::nullopt;
  }
  return Correction{"git branch --set-upstream-to=" + remote + "/" + name +
                        " " + name + " && git pull",
                    kWhy, kScore};
}

bool MayBeBranch(const Token& word) {
  const std::string& name = word.value;
  return !word.quoted && !word.dynamic && !name.empty() &&
         name.find_first_of("~^:?*[\\ @{}") == name.npos &&
         name.find("..") == name.npos && name != "HEAD" &&
         !name.starts_with('-') && !name.starts_with('.') &&
         !name.starts_with('/') && !name.ends_with('/');
}

// The option of the command whose value is a branch to be created; null if
// there is none.
const OptionSpec* MakesBranch(const Spec& spec, const CommandSpec& command) {
  for (const OptionSpec& option : command.options) {
    if (option.args.size() == 1 && option.args[0].creates == Creates::kNew &&
        KindOf(spec, option.args[0]) == "branch") {
      return &option;
    }
  }
  return nullptr;
}

// `git checkout NAME` of a missing branch: the user wanted to create it.
Fix MakeBranch(const Failed& f) {
  if (!f.spec || !f.Plain() || !MayBeBranch(f.words.back())) {
    return std::nullopt;
  }
  const Token& word = f.words.back();
  std::vector<std::string> before = ValuesOf(f.words);
  before.pop_back();
  const WalkResult walk = Walk(f.spec->root, before, "");
  const OptionSpec* option = MakesBranch(*f.spec, walk.command());
  // The word is the first one behind the subcommand.
  if (!option || !walk.values.empty() || walk.path.size() != before.size() ||
      !walk.arg || walk.arg->open || KindOf(*f.spec, *walk.arg) != "branch" ||
      IsThere(f, word)) {
    return std::nullopt;
  }
  const GeneratorInput here{f.cwd, f.home, "", before};
  auto git = FindGitDir(here);
  if (!git) return std::nullopt;
  Reading reading(f.budget);
  std::vector<std::string> refs = {"refs/heads/" + word.value,
                                   "refs/tags/" + word.value};
  for (const GeneratedValue& remote : GitRemotes(here, reading)) {
    refs.push_back("refs/remotes/" + remote.value + "/" + word.value);
  }
  for (const std::string& ref : refs) {
    if (HasRef(*git, ref, reading)) return std::nullopt;
  }
  if (!reading.finished()) return std::nullopt;
  return Correction{
      f.line.substr(0, word.begin) + option->names[0] + " " + f.Raw(word),
      "there is no such branch", kLess};
}

// `git checkout -b NAME` of a branch that exists: the user wanted to go there.
Fix GoToBranch(const Failed& f) {
  if (!f.spec || f.words.size() < 3 || !MayBeBranch(f.words.back())) {
    return std::nullopt;
  }
  const Token& word = f.words.back();
  const Token& option = f.words[f.words.size() - 2];
  std::vector<std::string> before = ValuesOf(f.words);
  before.resize(before.size() - 2);
  const WalkResult walk = Walk(f.spec->root, before, "");
  const OptionSpec* makes = MakesBranch(*f.spec, walk.command());
  // Without the option the word is a branch to go to.
  if (!makes || walk.path.size() != before.size() || !walk.arg ||
      walk.arg->open || KindOf(*f.spec, *walk.arg) != "branch" ||
      !makes->is_named(option.value)) {
    return std::nullopt;
  }
  auto git = FindGitDir({f.cwd, f.home, "", before});
  Reading reading(f.budget);
  if (!git || word.value == CurrentBranch(git->git_dir) ||
      !HasRef(*git, "refs/heads/" + word.value, reading)) {
    return std::nullopt;
  }
  return Correction{f.line.substr(0, option.begin) + f.Raw(word),
                    "there is such a branch", kScore};
}

// `git remote add NAME URL` of a remote that exists: another subcommand takes
// the same arguments.
Fix ChangeInstead(const Failed& f) {
  if (!f.spec) return std::nullopt;
  const std::vector<std::string> words = ValuesOf(f.words);
  const WalkResult walk = Walk(f.spec->root, words, "");
  const CommandSpec& command = walk.command();
  const size_t at = walk.path.size() - 1;
  if (at == 0 || command.instead.empty() || !command.is_named(words[at])) {
    return std::nullopt;
  }
  Reading reading(f.budget);
  const Values remotes = GitRemotes({f.cwd, f.home, "", words}, reading);
  for (const WalkedValue& value : walk.values) {
    const bool exists =
        value.arg->creates == Creates::kNew &&
        KindOf(*f.spec, *value.arg) == "remote" &&
        std::any_of(remotes.begin(), remotes.end(), [&](const auto& remote) {
          return remote.value == words[value.word];
        });
    if (!exists) continue;
    std::string line = f.line;
    const Token& word = f.words[at];
    return Correction{line.replace(word.begin, word.end - word.begin,
                                   command.instead.front()),
                      words[value.word] + " exists", kScore};
  }
  return std::nullopt;
}

Fix AsRoot(const Failed& f) {
  if (geteuid() == 0 || !f.spec || !f.spec->root.root || !f.can_run("sudo")) {
    return std::nullopt;
  }
  return Correction{"sudo " + f.line, "it may need root", kLess};
}

// `cd..`, `ls-la`: the blank after the name is missing.
Fix AddBlank(const Failed& f) {
  constexpr size_t kMaxLetters = 3;
  const Token& word = f.words[0];
  if (word.quoted || word.dynamic) return std::nullopt;
  const std::string& value = word.value;
  size_t at = value.find_first_of("-./~");
  if (at == value.npos || at < 2) return std::nullopt;
  std::string_view rest = std::string_view(value).substr(at);
  bool option = rest[0] == '-' && rest.size() > 1 &&
                rest.size() <= kMaxLetters + 1 &&
                rest.find_first_of("-./~", 1) == rest.npos;
  bool path = rest.starts_with("..") || rest[0] == '/' || rest[0] == '~';
  if (!(option || path) || !f.can_run(value.substr(0, at))) {
    return std::nullopt;
  }
  // `...` is two directories up only where an alias says so.
  const std::string behind(rest == "..." ? "../.." : rest);
  return Correction{f.line.substr(0, word.begin + at) + " " + behind +
                        f.line.substr(word.end),
                    value.substr(0, at) + " " + behind, kScore};
}

// A line that was copied with its prompt.
Fix DropPrompt(const Failed& f) {
  if (f.words.size() < 2 || f.Raw(f.words[0]) != "$" ||
      !f.can_run(f.words[1].value)) {
    return std::nullopt;
  }
  return Correction{f.line.substr(f.words[1].begin), "without the prompt",
                    kScore};
}

// `docker compose` for docker-compose, which is not installed.
Fix RunInstead(const Failed& f) {
  const Token& word = f.words[0];
  if (!f.spec || word.dynamic || f.command().find('/') != std::string::npos ||
      f.can_run(f.command())) {
    return std::nullopt;
  }
  for (const PackedText& text : f.spec->root.instead) {
    const std::string other = text.str();
    if (!f.can_run(other.substr(0, other.find(' ')))) continue;
    return Correction{other + f.line.substr(word.end),
                      f.command() + " is not installed", kScore};
  }
  return std::nullopt;
}

Fix FirstOf(std::initializer_list<Fix (*)(const Failed&)> fixes,
            const FailedLine& failed, bool simple) {
  Failed f{failed, Tokenize(failed.line), nullptr};
  auto is_word = [](const Token& t) { return t.kind == TokenKind::kWord; };
  if (f.words.empty() || !is_word(f.words[0])) return std::nullopt;
  f.spec = f.specs.FindAny(f.command());
  if (simple && !std::all_of(f.words.begin(), f.words.end(), is_word)) {
    return std::nullopt;
  }
  for (auto fix : fixes) {
    if (Fix fixed = fix(f)) return fixed;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Correction> Repair(const FailedLine& failed) {
  return FirstOf(
      {MakeExecutable, MakeParents, AddExtension, CompleteName, ChangeDirectory,
       WithDirectories, MakeTargetsParents, ListDirectory, NameUpstream,
       MakeBranch, GoToBranch, ChangeInstead, AsRoot},
      failed, /*simple=*/true);
}

std::optional<Correction> RepairName(const FailedLine& failed) {
  return FirstOf({DropPrompt, AddBlank, RunInstead}, failed, /*simple=*/false);
}

}  // namespace synapse
