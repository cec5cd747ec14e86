#include "source/typo.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/distance.h"
#include "base/files.h"
#include "base/text.h"
#include "line/tokenizer.h"
#include "source/popular.h"
#include "spec/git_dir.h"

namespace synapse {
namespace {

constexpr double kCommandScore = 0.95;  // of one slip; a second takes kSlip
constexpr double kWordScore = 0.9;
constexpr double kSlip = 0.2;
constexpr double kRepairScore = 0.75;
constexpr double kOtherCase = 0.9;
constexpr size_t kMostNear = 20;
constexpr size_t kMostLine = 1000;  // bytes; longer lines are left alone
constexpr size_t kMostWords = 16;

// Two slips at the first two places are hardly the same word.
bool MayBe(std::string_view written, std::string_view other) {
  if (written.empty() || other.empty()) return false;
  return written[0] == other[0] ||
         (other.size() > 1 && written[0] == other[1]) ||
         (written.size() > 1 && written[1] == other[0]);
}

std::string WithoutSlash(std::string word) {
  while (word.size() > 1 && word.ends_with('/')) word.pop_back();
  return word;
}

// The line with the bytes of one word replaced.
std::string Replaced(const std::string& line, const Token& word,
                     std::string_view by) {
  return line.substr(0, word.begin) + std::string(by) + line.substr(word.end);
}

std::string Arrow(std::string_view from, std::string_view to) {
  return std::string(from) + " -> " + std::string(to);
}

bool IsWord(const Token& token) { return token.kind == TokenKind::kWord; }

std::string Written(std::string_view value) {
  return QuoteValue(value, Quote::kNone, QuoteStyle::kValue, true);
}

// The words of a line that is one simple command, else nothing.
std::vector<Token> SimpleCommand(const std::string& line) {
  std::vector<Token> words = Tokenize(line);
  if (!std::all_of(words.begin(), words.end(), IsWord)) return {};
  return words;
}

// The file that a word names, or nothing when it may not be looked at.
std::optional<std::string> PathOf(const Token& word, const std::string& cwd) {
  if (word.dynamic || word.value.empty()) return std::nullopt;
  std::string path = JoinPath(cwd, ExpandTilde(word.value));
  if (!path.starts_with('/') || OnSlowMount(path)) return std::nullopt;
  return path;
}

std::optional<Correction> MakeParents(const std::string& line,
                                      const std::vector<Token>& words,
                                      const std::string& cwd) {
  bool plain = words.size() == 2 && !words[1].value.starts_with('-');
  if (!plain || words[0].value != "mkdir") return std::nullopt;
  auto path = PathOf(words[1], cwd);
  if (!path || IsDirectory(std::string(DirName(WithoutSlash(*path))))) {
    return std::nullopt;
  }
  return Correction{"mkdir -p " + std::string(words[1].raw(line)),
                    "its parent is not there", kRepairScore};
}

std::optional<Correction> MakeDirectory(const std::string& line,
                                        const std::vector<Token>& words,
                                        const std::string& cwd) {
  if (words.size() != 2 || words[0].value != "cd" ||
      words[1].value.starts_with('-')) {
    return std::nullopt;
  }
  auto path = PathOf(words[1], cwd);
  if (!path || StatFile(*path)) return std::nullopt;
  std::string word(words[1].raw(line));
  return Correction{"mkdir -p " + word + " && cd " + word,
                    "there is no such directory", kRepairScore};
}

std::optional<Correction> CopyDirectory(const std::string& line,
                                        const std::vector<Token>& words,
                                        const std::string& cwd) {
  if (words.size() != 3 || words[0].value != "cp" ||
      words[1].value.starts_with('-')) {
    return std::nullopt;
  }
  auto path = PathOf(words[1], cwd);
  if (!path || !IsDirectory(*path)) return std::nullopt;
  return Correction{"cp -r " + line.substr(words[1].begin),
                    "it is a directory", kRepairScore};
}

std::optional<Correction> MakeExecutable(const std::string& line,
                                         const std::vector<Token>& words,
                                         const std::string& cwd, int exit) {
  if (exit != 126 || words.empty() ||
      words[0].value.find('/') == std::string::npos) {
    return std::nullopt;
  }
  auto path = PathOf(words[0], cwd);
  if (!path || !IsRegularFile(*path) || access(path->c_str(), X_OK) == 0) {
    return std::nullopt;
  }
  return Correction{"chmod +x " + std::string(words[0].raw(line)) + " && " +
                        line,
                    "it may not be run", kRepairScore};
}

// `git push` of a branch that no remote knows yet.
std::optional<Correction> SetUpstream(const std::vector<Token>& words,
                                      const SourceInput& input) {
  if (words.size() != 2 || words[0].value != "git" ||
      words[1].value != "push") {
    return std::nullopt;
  }
  GeneratorInput here{input.cwd, input.home, "", {"git", "push"}};
  auto git = FindGitDir(here);
  if (!git) return std::nullopt;
  std::string branch = CurrentBranch(git->git_dir);
  if (branch.empty()) return std::nullopt;
  bool followed = false;
  std::string remote;
  ReadGitConfig(JoinPath(git->common, "config"),
                [&](const GitConfigEntry& entry) {
    followed |= entry.section == "branch" && entry.sub == branch &&
                entry.key == "merge";
    if (entry.section == "remote" && (remote.empty() || entry.sub == "origin")) {
      remote = entry.sub;
    }
  });
  if (followed || remote.empty()) return std::nullopt;
  return Correction{"git push --set-upstream " +
                        Written(remote) + " " +
                        Written(branch),
                    "the branch has no upstream", kRepairScore};
}

std::optional<Correction> AsRoot(const std::string& line,
                                 const std::vector<Token>& words) {
  static constexpr std::string_view kOfRoot[] = {
      "apt", "apt-get", "dpkg", "dnf", "yum", "pacman", "snap", "mount",
      "umount", "useradd", "userdel", "groupadd", "modprobe", "systemctl",
      "service", "sysctl"};
  if (geteuid() == 0 || words.empty() ||
      std::find(std::begin(kOfRoot), std::end(kOfRoot), words[0].value) ==
          std::end(kOfRoot)) {
    return std::nullopt;
  }
  return Correction{"sudo " + line, "it may need root", kRepairScore * 0.8};
}

}  // namespace

void TypoSource::SetPrevious(std::string_view line, int exit) {
  previous_ = std::string(line);
  exit_ = exit;
  looked_ = false;
  correction_.reset();
}

// The name with fewest slips; of those the commonest, then the shortest.
std::string TypoSource::NearestName(std::string_view name) const {
  std::string best;
  int most = MostSlips(name), least = most + 1, rank = 1 << 20;
  known_.each_name([&](std::string_view other) {
    if (other == name || !MayBe(name, other)) return;
    int slips = TypoDistance(name, other, most);
    if (slips > least || slips > most) return;
    int popular = PopularCommand(other).value_or(1 << 19);
    if (slips == least &&
        (popular > rank || (popular == rank && other >= best))) {
      return;
    }
    if (!known_.can_run(other)) return;
    least = slips;
    rank = popular;
    best = std::string(other);
  });
  return best;
}

// The first word that could not stand where it stands, if it is near to one
// that could.
std::optional<Correction> TypoSource::CorrectWord(
    const std::string& line) const {
  std::vector<Token> tokens = Tokenize(line);
  if (tokens.size() > kMostWords) return std::nullopt;
  for (const Token& word : tokens) {
    if (!IsWord(word)) continue;
    if (word.dynamic || word.quoted || word.value.empty()) continue;
    // Of clustered letters nobody knows what they should have been.
    if (word.value[0] == '-' && !word.value.starts_with("--")) continue;
    size_t slash = WithoutSlash(word.value).rfind('/');
    size_t begin = word.begin + (slash == std::string::npos ? 0 : slash + 1);
    std::vector<Candidate> here = known_.at(line.substr(0, begin));
    std::string written = WithoutSlash(word.value);
    int most = MostSlips(written), least = most + 1;
    const Candidate* nearest = nullptr;
    bool fits = false;
    for (const Candidate& c : here) {
      std::string other = WithoutSlash(c.word);
      if (other == written) {
        fits = true;
        break;
      }
      if (!MayBe(written, other)) continue;
      int slips = TypoDistance(written, other, most);
      if (slips < least) {
        least = slips;
        nearest = &c;
      }
    }
    if (fits) continue;
    if (!known_.can_run(word.value) &&
        known_.is_command_at(line.substr(0, word.begin))) {
      std::string name = NearestName(word.value);
      if (!name.empty()) {
        int slips = TypoDistance(word.value, name, most);
        return Correction{Replaced(line, word, name), Arrow(word.value, name),
                          kCommandScore - kSlip * (slips - 1)};
      }
    }
    if (!nearest) continue;
    std::string by = nearest->text.substr(word.begin);
    while (by.ends_with(' ')) by.pop_back();
    return Correction{Replaced(line, word, by), Arrow(word.value, nearest->word),
                      kWordScore - kSlip * (least - 1)};
  }
  return std::nullopt;
}

std::optional<Correction> TypoSource::Correct(const SourceInput& input) const {
  // Ended by a signal, as with ^C: it was not wrong.
  constexpr int kSignalled = 128;
  if (exit_ <= 0 || exit_ > kSignalled || previous_.size() > kMostLine ||
      Trim(previous_).empty()) {
    return std::nullopt;
  }
  std::optional<Correction> word = CorrectWord(previous_);
  if (word || exit_ == 127) return word;
  std::vector<Token> words = SimpleCommand(previous_);
  if (words.empty()) return std::nullopt;
  if (auto c = MakeExecutable(previous_, words, input.cwd, exit_)) return c;
  if (auto c = MakeParents(previous_, words, input.cwd)) return c;
  if (auto c = MakeDirectory(previous_, words, input.cwd)) return c;
  if (auto c = CopyDirectory(previous_, words, input.cwd)) return c;
  if (auto c = SetUpstream(words, input)) return c;
  return AsRoot(previous_, words);
}

void TypoSource::Collect(const SourceInput& input, Budget& budget,
                         std::vector<Candidate>& out) {
  if (exit_ <= 0) return;
  if (!looked_) {
    looked_ = true;
    correction_ = Correct(input);
  }
  const std::string& buffer = input.context.buffer;
  if (!correction_ || !correction_->line.starts_with(buffer) ||
      correction_->line.size() == buffer.size()) {
    return;
  }
  Candidate c;
  c.text = correction_->line;
  c.word = correction_->line;
  c.description = correction_->reason;
  c.evidence.push_back({id(), correction_->score, correction_->reason});
  out.push_back(std::move(c));
}

std::vector<Candidate> TypoSource::Near(const CompletionContext& context,
                                        const std::string& left,
                                        const std::vector<std::string>& words)
    const {
  std::vector<Candidate> out;
  const std::string& typed = context.partial;
  // What is quoted is meant as it stands.
  if (typed.size() < 2 || context.segment.partial.quoted) return out;
  std::string folded = AsciiLower(typed);
  int most = MostSlips(typed);
  std::set<std::string> seen;
  auto near = [&](std::string_view word) -> std::optional<Evidence> {
    if (word.starts_with(typed)) return std::nullopt;
    if (AsciiLower(word).starts_with(folded)) {
      return Evidence{id(), kOtherCase, "in the other case"};
    }
    if (!MayBe(typed, word)) return std::nullopt;
    int slips = TypoDistanceToPrefix(typed, word, most);
    if (slips > most) return std::nullopt;
    return Evidence{id(), kWordScore - kSlip * (slips + 1),
                    "corrected: " + Arrow(typed, word)};
  };
  for (Candidate& c : known_.at(left)) {
    auto evidence = near(c.word);
    if (!evidence || !seen.insert(c.text).second) continue;
    c.evidence = {*evidence};
    out.push_back(std::move(c));
  }
  auto add = [&](std::string_view word, bool must_run) {
    auto evidence = near(word);
    std::string text = left + std::string(word);
    if (!evidence || seen.contains(text)) return;
    if (must_run && !known_.can_run(word)) return;
    seen.insert(text);
    Candidate c;
    c.text = std::move(text);
    c.word = std::string(word);
    c.evidence = {*evidence};
    out.push_back(std::move(c));
  };
  bool is_command = context.position == Position::kCommandName ||
                    context.position == Position::kPipeTarget;
  for (const std::string& word : words) add(word, is_command);
  if (is_command) {
    known_.each_name([&](std::string_view name) { add(name, true); });
  }
  // Alike: the commonest command, then the shortest word.
  auto rank = [](const Candidate& c) {
    return PopularCommand(c.word).value_or(1 << 19);
  };
  std::sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) {
    double x = a.evidence[0].score, y = b.evidence[0].score;
    if (x != y) return x > y;
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return a.word.size() != b.word.size() ? a.word.size() < b.word.size()
                                          : a.word < b.word;
  });
  if (out.size() > kMostNear) out.resize(kMostNear);
  return out;
}

}  // namespace synapse
