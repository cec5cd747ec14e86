#include "source/filesystem.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/files.h"
#include "context/operands.h"
#include "source/activation.h"
#include "source/file_kind.h"

namespace synapse {
namespace {

struct Wanted : FileKind {
  bool directories_only = false;
  bool executables_only = false;
  bool rather_files = false;  // a directory only leads to a file: `vim `, `./`
  bool is_target = false;     // of a copy: a directory, or a new name
  bool overwrites = false;    // a file that is there would be overwritten
  bool makes = false;         // a file of that name is to be made: touch
  bool whole = false;         // an option takes directories with all: rm -r
  bool recursive = false;     // an option reads what is below: grep -r
  bool optional = false;      // the command may do without a file
  bool as_path = false;       // another name would be meant without a slash
};

// The redirection empties a file that exists: not so >> and <.
bool Truncates(const CompletionContext& c) {
  std::string_view left = c.prefix;
  left = left.substr(0, left.find_last_not_of(" \t") + 1);
  return left.ends_with(">|") || left.ends_with(">!") || left.ends_with(">&") ||
         left.ends_with(">&|") ||
         (left.ends_with('>') && !left.ends_with(">>") &&
          !left.ends_with("<>"));
}

// The word at the cursor is the second of two names: `mv a |`. An option that
// takes a directory names the target itself.
bool IsSecondName(const WalkResult& walk) {
  return walk.arg_index == 1 &&
         std::none_of(walk.present.begin(), walk.present.end(),
                      [](const OptionSpec* option) {
                        return !option->args.empty() &&
                               option->args[0].type == ValueType::kDirectory;
                      });
}

bool WouldOverwrite(const CompletionContext& c, const Wanted& wanted) {
  const bool copies = wanted.is_target && IsSecondName(*c.walk);
  return Overwrites(c.walk->arg, *c.walk) || (copies && !KeepsFiles(*c.walk));
}

Wanted WantedBy(const CompletionContext& c) {
  Wanted w;
  // With values beside it: `.` of pip install -e.
  const bool is_directory = c.walk && c.walk->arg && c.walk->also.empty() &&
                            c.walk->arg->type == ValueType::kDirectory;
  w.directories_only = c.expected == ExpectedType::kDirectory || is_directory;
  w.executables_only = c.expected == ExpectedType::kExecutable;
  const bool redirects = c.position == Position::kRedirect;
  w.is_target = c.walk && c.walk->arg &&
                c.walk->arg->creates == Creates::kLast && c.creates();
  w.makes = c.walk && c.walk->arg && c.walk->arg->creates == Creates::kAll;
  w.overwrites = redirects ? Truncates(c) : c.walk && WouldOverwrite(c, w);
  w.whole = c.walk && c.walk->arg && c.walk->arg->removes &&
            std::any_of(c.walk->present.begin(), c.walk->present.end(),
                        [](const OptionSpec* o) { return o->directories; });
  w.recursive = !w.whole && c.walk &&
                std::any_of(c.walk->present.begin(), c.walk->present.end(),
                            [](const OptionSpec* o) { return o->directories; });
  w.optional = c.walk && c.walk->arg && c.walk->arg->optional;
  w.rather_files = w.executables_only || (redirects && !w.overwrites) ||
                   (c.walk && TakesNoDirectory(*c.walk));
  auto add_types = [&](const ArgSpec* arg) {
    if (!arg) return;
    const auto& extensions = ExtensionsOf(*arg, *c.walk);
    w.extensions.insert(w.extensions.end(), extensions.begin(),
                        extensions.end());
    w.contents.insert(w.contents.end(), arg->contents.begin(),
                      arg->contents.end());
  };
  if (c.walk) {
    add_types(c.walk->arg);
    for (const ArgSpec* arg : c.walk->also) add_types(arg);
  }
  if (redirects) w.extensions = c.input_extensions;
  if (OwnProgramMayStand(c)) {
    w.as_path = w.executables_only = w.rather_files = w.optional = true;
    w.contents.emplace_back("program");
  }
  w.as_path |= c.walk && c.walk->arg && c.walk->arg->as_path;
  return w;
}

constexpr double kWorkedIn = 0.3;      // for a directory in which much was done
constexpr double kUsedName = 0.25;     // for a name in the latest argument
constexpr double kOfNoKind = 0.3;      // for a directory of no wanted kind
constexpr double kLeadsNowhere = 0.1;  // the same, where no file is needed
constexpr double kOfKindName = 0.1;    // for test/ where *_test.exs is wanted
constexpr double kRecursive = 0.3;     // for a directory whose files are read
constexpr double kUntouched = 0.4;     // the score of a path that may block
constexpr double kOfTools = -0.1;  // for _build/: a directory that tools make
constexpr double kBehindFile = 0.02;  // lib/router/ comes behind lib/router.ex

// Behind a single dot `..` is likelier: the part of their score that other
// names keep.
constexpr double kBesideDots = 0.5;

struct Match {
  std::string name;
  bool directory;
  double score;
  bool fits = false;     // its extension or contents are of the wanted kind
  bool named = false;    // only its extension is
  bool leads = false;    // to one that fits
  bool barren = false;   // a directory without one, as far down as it goes
  bool made = false;     // by the last command
  bool regular = false;  // it has contents that can be lost
};

// The last part of the typed path, and when it is typed.
struct Typing {
  std::string_view text;
  bool hides;  // true without a leading dot: hidden names are skipped
  int64_t now_s;
  int64_t command_start_ms;  // of the last command
  const WorkedIn::Shares& worked_in;
  UsedNames* used_names;
};

constexpr int64_t kTickMs = 10;  // the kernel's time is up to this behind

// The change of the inode counts, because archives and `cp -p` set an old time
// of modification.
bool IsChangedSince(const struct stat& st, int64_t start_ms) {
  const int64_t changed_ms =
      int64_t{st.st_ctim.tv_sec} * 1000 + st.st_ctim.tv_nsec / 1'000'000;
  return start_ms - kTickMs <= changed_ms;
}

// True for a file that the last command created, by its times. A program does
// not count, because it is run, not read; a directory counts only where a
// directory is wanted.
bool IsMade(const std::string& path, const struct stat& st,
            const Wanted& wanted, int64_t start_ms) {
  if (!IsChangedSince(st, start_ms)) return false;
  if (wanted.overwrites && !S_ISDIR(st.st_mode)) return false;
  if (S_ISDIR(st.st_mode) && !wanted.directories_only && !wanted.is_target) {
    return false;
  }
  const bool runs = S_ISREG(st.st_mode) && (st.st_mode & S_IXUSR);
  if (runs && !wanted.executables_only) return false;
  const auto birth_ms = BirthMs(path);
  return birth_ms && *birth_ms >= start_ms - kTickMs;
}

bool IsOfTools(std::string_view name) {
  return name.starts_with('_') || name.starts_with('.');
}

double ScoreOf(const Match& match, const struct stat& st, const Wanted& wanted,
               const Typing& typed) {
  const double days =
      std::max<double>(0, static_cast<double>(typed.now_s - st.st_mtime)) /
      86400;
  double score = 0.4 + (IsChangedSince(st, typed.command_start_ms)
                            ? 0.35
                            : 0.25 * std::exp2(-days));
  if (match.fits) score += 0.25;
  if (match.named) score += 0.1;
  if (match.directory && wanted.rather_files) score -= 0.3;
  if (match.directory && typed.text.empty() && IsOfTools(match.name)) {
    score += kOfTools;
  }
  if (match.directory && wanted.recursive) score += kRecursive;
  if (!match.directory &&
      (wanted.is_target || wanted.overwrites || wanted.makes)) {
    score -= 0.3;
  }
  score += 0.1 * static_cast<double>(typed.text.size()) /
           static_cast<double>(match.name.size());
  return score;
}

std::optional<Match> MatchOf(const std::string& directory,
                             const DirectoryEntry& entry, const Wanted& wanted,
                             const Typing& typed, FileContents& contents) {
  if (!entry.name.starts_with(typed.text)) return std::nullopt;
  if (entry.name.starts_with('.') && typed.hides) return std::nullopt;
  const bool maybe_directory =
      entry.type == DT_DIR || entry.type == DT_LNK || entry.type == DT_UNKNOWN;
  if (wanted.directories_only && !maybe_directory) return std::nullopt;
  const std::string path = JoinPath(directory, entry.name);
  if (OnSlowMount(path)) {
    // A mount point of a server that may be dead is listed, and its directory
    // is not read.
    return Match{std::string(entry.name), /*directory=*/true, kUntouched};
  }
  auto st = StatFile(path);
  if (!st) return std::nullopt;
  Match match{std::string(entry.name), S_ISDIR(st->st_mode), 0};
  if (wanted.directories_only && !match.directory) return std::nullopt;
  if (wanted.executables_only && !match.directory &&
      !(st->st_mode & (S_IXUSR | S_IXGRP | S_IXOTH))) {
    return std::nullopt;
  }
  const KindFit fit = FitOf(wanted, match.name, path, *st, contents);
  match.fits = fit.fits;
  match.named = fit.named;
  match.regular = S_ISREG(st->st_mode);
  match.score = ScoreOf(match, *st, wanted, typed);
  if (match.directory) {
    match.score += kWorkedIn * WorkedIn::Of(typed.worked_in, match.name);
  }
  if (typed.used_names) {
    match.score += kUsedName * typed.used_names->Of(match.name);
  }
  match.made = IsMade(path, *st, wanted, typed.command_start_ms);
  return match;
}

// `tests` where `_test.py` is wanted, `specs` where `_spec.rb` is.
bool IsOfKindName(std::string_view directory, const Wanted& wanted) {
  constexpr size_t kLeast = 4;  // letters; shorter ones occur by chance
  if (directory.ends_with('s')) directory.remove_suffix(1);
  return directory.size() >= kLeast &&
         std::any_of(wanted.extensions.begin(), wanted.extensions.end(),
                     [&](const std::string& ending) {
                       return ending.find(directory) != ending.npos;
                     });
}

// Sets which directories of a listing lead to what is wanted.
void SetLeading(const std::string& directory, const Wanted& wanted,
                Leading& leading, std::vector<Match>& matches) {
  for (Match& match : matches) {
    if (!match.directory || match.fits || HasOnlyPackages(match.name)) continue;
    const auto leads = leading.Of(JoinPath(directory, match.name));
    if (!leads) break;
    match.leads = *leads == Leads::kYes;
    match.barren = *leads == Leads::kNo;
    const bool of_kind = wanted.directories_only && !wanted.contents.empty();
    if (!match.leads && of_kind) match.score *= kOfNoKind;
    if (!match.leads && !of_kind && wanted.optional) {
      match.score *= kLeadsNowhere;
    }
    if (match.leads) match.score += wanted.rather_files ? 0.45 : 0.15;
    if (match.leads && IsOfKindName(match.name, wanted)) {
      match.score += kOfKindName;
    }
  }
}

// Puts a directory behind the file of its name: lib/router/ behind
// lib/router.ex. Nothing else says which of the two is meant, and a command
// that takes both more often reads a file.
void LeaveBehindFiles(std::vector<Match>& matches) {
  std::map<std::string_view, double> files;  // by stem: the best score
  for (const Match& match : matches) {
    if (match.directory) continue;
    const std::string_view name = match.name;
    const size_t dot = name.find('.', 1);
    if (dot == name.npos) continue;
    double& best = files[name.substr(0, dot)];
    best = std::max(best, match.score);
  }
  if (files.empty()) return;
  for (Match& match : matches) {
    if (!match.directory) continue;
    const auto file = files.find(match.name);
    if (file == files.end()) continue;
    match.score = std::min(match.score, file->second - kBehindFile);
  }
}

// True for the name of a file whose purpose is that git keeps the directory.
bool KeepsDirectory(std::string_view name) {
  return name == ".gitkeep" || name == ".gitignore" || name == ".keep";
}

// The data of a version control system, which its programs read.
bool IsOfVersions(std::string_view name) {
  return name == ".git" || name == ".hg" || name == ".svn" || name == ".jj";
}

bool HasOnlyHidden(const Listing& listing) {
  for (size_t i = 0; i < listing.size(); ++i) {
    if (!listing.at(i).name.starts_with('.')) return false;
  }
  return true;
}

// `path`: of the match, as far as it is typed or completed.
std::optional<Candidate> CandidateOf(const Match& match,
                                     const std::string& path,
                                     const Wanted& wanted,
                                     const CompletionContext& context) {
  auto made = MakeCandidate(context, SourceId::kFilesystem,
                            {.value = path,
                             .score = match.score,
                             .reason = match.directory ? "directory" : "file",
                             .style = QuoteStyle::kPath,
                             .suffix = match.directory ? "/" : ""});
  if (!made) return made;
  made->is_made = match.made;
  // A file that does not fit comes after directories, which may lead to one
  // that does.
  const bool leads = match.directory && !HasOnlyPackages(match.name);
  if (!match.fits && !match.named && !leads && !wanted.any_kind()) {
    made->finding = Finding::kOtherExtension;
  }
  if (wanted.overwrites && match.regular) {
    made->risk = {RiskLevel::kCareful, "a file of this name exists"};
    made->asked_only = true;
  }
  made->asked_only |= (wanted.makes || wanted.whole) && match.regular;
  made->asked_only |= match.directory && IsOfVersions(match.name);
  return made;
}

// True if a directory is only wanted for the files in it.
bool LeadsToFiles(const Wanted& wanted) {
  return !wanted.is_target && !wanted.makes && !wanted.overwrites &&
         !wanted.whole && !wanted.recursive;
}

// True for a file that the command creates, as of `tar -cf `, except the target
// of a copy.
bool IsOutput(const CompletionContext& c) {
  return c.position != Position::kRedirect && c.walk &&
         Overwrites(c.walk->arg, *c.walk);
}

}  // namespace

std::optional<std::string> DirectoryOf(std::string_view written,
                                       const SourceInput& input) {
  const CompletionContext& c = input.context;
  const bool may_expand = c.open == Quote::kNone || c.open == Quote::kDouble;
  // In `"~/x` it is the name of a directory.
  const std::string_view word =
      std::string_view(c.buffer).substr(c.prefix.size());
  const bool quoted = word.starts_with('"') || word.starts_with('\'');
  size_t slash = written.rfind('/');
  std::string_view dir =
      slash == written.npos ? "" : written.substr(0, slash + 1);
  std::string path(dir);
  if (may_expand && !quoted && dir.starts_with('~')) {
    path = ExpandTilde(dir);
    if (path.starts_with('~')) return std::nullopt;
  } else if (may_expand && dir.starts_with('$')) {
    size_t end = dir.find('/');
    std::string_view name = dir.substr(1, end - 1);
    if (name.starts_with('{') && name.ends_with('}')) {
      name = name.substr(1, name.size() - 2);
    }
    auto value = input.shell.variable ? input.shell.variable(name)
                                      : std::optional<std::string>();
    if (!value) return std::nullopt;
    path = *value + std::string(dir.substr(end));
  }
  if (may_expand && path.find_first_of("$`") != path.npos) return std::nullopt;
  if (path.find('\0') != path.npos) return std::nullopt;
  return path.empty() ? input.cwd : JoinPath(input.cwd, path);
}

void FilesystemSource::Collect(const SourceInput& input, Budget& budget,
                               std::vector<Candidate>& out) {
  const CompletionContext& c = input.context;
  // `~us` names a user, not a file.
  if (c.partial.starts_with('~') && c.partial.find('/') == std::string::npos) {
    return;
  }
  // The completion of an unknown command says where its files are, if it has one.
  const bool is_unknown = c.position == Position::kUnknown && !c.wants_files();
  if (is_unknown && input.shell.completes && input.shell.completes(c.command)) {
    return;
  }
  auto directory = DirectoryOf(c.partial, input);
  if (!directory || !directory->starts_with('/')) return;
  const Listing* listing = directories_.Get(*directory, budget);
  if (!listing) return;
  Wanted wanted = WantedBy(c);
  size_t slash = c.partial.rfind('/');
  std::string_view typed = slash == std::string::npos
                               ? std::string_view(c.partial)
                               : std::string_view(c.partial).substr(slash + 1);
  std::string_view leading =
      std::string_view(c.partial).substr(0, c.partial.size() - typed.size());
  const bool needs_path = wanted.as_path && leading.empty();
  if (needs_path && !typed.empty()) return;
  // A new directory cannot have the name of an existing one. Existing
  // directories are offered as its parents once a letter is typed.
  if (wanted.directories_only && c.creates() && typed.empty()) return;

  // A file is rarely named twice in a line. A full list still shows it.
  const bool all = input.most > kMaxCandidates;
  const bool hide = typed.empty();
  // `git add .` is complete as it stands.
  const bool is_dot = c.partial == ".";
  // Subcommands do not count as files that are named already: `mix test `
  // offers test/.
  auto is_named = [&](std::string_view name) {
    if (all || !c.partial.empty()) return false;
    for (size_t i = 1; i < c.words.size(); ++i) {
      if (c.words[i] != name) continue;
      const bool is_subcommand =
          c.walk && std::count(c.walk->subcommand_words.begin(),
                               c.walk->subcommand_words.end(), i) > 0;
      if (!is_subcommand) return true;
    }
    return false;
  };
  // `../src/` in src is the current directory, which nobody goes to or names.
  // It is recognised by its name alone: a directory beside it may be a mount
  // that blocks.
  const std::string_view here =
      leading == "../" ? BaseName(input.cwd) : std::string_view();
  static const WorkedIn::Shares kNoShares;
  const WorkedIn::Shares& shares =
      worked_in_ ? worked_in_->Below(*directory) : kNoShares;
  std::vector<Match> matches;
  const auto match_all = [&](bool hides) {
    const Typing typing{typed,  hides,      input.now_s, command_start_ms_,
                        shares, used_names_};
    for (size_t i = 0; i < listing->size(); ++i) {
      if (budget.Spent() || matches.size() >= input.most) break;
      const DirectoryEntry entry = listing->at(i);
      if (is_named(entry.name) || (!here.empty() && entry.name == here)) {
        continue;
      }
      if (auto match = MatchOf(*directory, entry, wanted, typing, contents_)) {
        if (is_dot) match->score *= kBesideDots;
        matches.push_back(std::move(*match));
      }
    }
  };
  match_all(hide);
  // A directory of dotfiles has hidden names only: zsh/.zshrc.
  if (typed.empty() && !leading.empty() && HasOnlyHidden(*listing)) {
    match_all(/*hides=*/false);
  }
  if (!wanted.any_kind()) {
    Leading leading(wanted, directories_, contents_, leading_, budget);
    SetLeading(*directory, wanted, leading, matches);
  }
  // Not for a command that uses the contents of a directory, or writes into it.
  const bool by_file = !typed.empty() && !wanted.is_target && !wanted.whole &&
                       !wanted.recursive && !wanted.overwrites;
  if (by_file) LeaveBehindFiles(matches);
  // Files of another kind stay out where one fits, and until a letter is
  // typed where a directory may lead to one.
  const bool leads =
      std::any_of(matches.begin(), matches.end(), [&](const Match& match) {
        return match.directory ? typed.empty() : match.fits || match.named;
      });
  // Likewise other directories stay out if a directory of the wanted kind
  // exists.
  const bool one_fits =
      wanted.directories_only && typed.empty() && !all &&
      std::any_of(matches.begin(), matches.end(),
                  [](const Match& match) { return match.fits || match.leads; });
  const bool needs_no_barren =
      typed.empty() && !all && LeadsToFiles(wanted) &&
      std::any_of(matches.begin(), matches.end(),
                  [](const Match& match) { return match.fits || match.leads; });
  const bool needs_contents =
      typed.empty() && !all && !wanted.contents.empty() &&
      std::any_of(matches.begin(), matches.end(), [](const Match& match) {
        return match.fits && !match.directory;
      });
  // An output usually gets a new name. A user who wants to replace a file knows
  // its name.
  const bool needs_no_file = typed.empty() && !all && IsOutput(c);
  for (const Match& match : matches) {
    if (needs_no_barren && match.barren) continue;
    if (needs_no_file && match.regular) continue;
    // The name fits, but the contents do not, and another file has fitting
    // contents.
    if (needs_contents && match.named) continue;
    const bool runs = wanted.executables_only && match.regular;
    if (needs_path && !match.fits && !match.leads && !runs) continue;
    const bool is_other = !match.fits && !match.named && !match.directory;
    if (is_other && leads && !wanted.any_kind()) continue;
    if (one_fits && !match.fits && !match.leads) continue;
    const std::string path =
        (needs_path ? "./" : std::string(leading)) + match.name;
    auto made = CandidateOf(match, path, wanted, c);
    const bool is_asked =
        is_dot || (typed.empty() && KeepsDirectory(match.name));
    if (made) made->asked_only |= is_asked;
    if (made) out.push_back(std::move(*made));
  }
}

}  // namespace synapse
