#include "source/typo.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "base/distance.h"
#include "base/files.h"
#include "base/text.h"
#include "learn/feedback.h"
#include "line/quote.h"
#include "line/segment.h"
#include "source/nearness.h"
#include "source/popular.h"
#include "spec/generator.h"

namespace synapse {
namespace {

static_assert(kCorrectionSource == SourceName(SourceId::kTypo));

// The chance that the user runs the line with the corrected command next. Eight
// people (15,000 commands) failed with 460 names that were near to another one:
// tools that were not installed, functions and typos. With swapped letters of a
// command that they ran often 2 of 4 lines ran next, and all 4 within three
// lines; with another typo of such a command 3 of 10; with a command that they
// ran less than five times, or never, 4 of 278.
constexpr double kSwapped = 0.7;
constexpr double kFamiliar = 0.35;
constexpr double kUnfamiliar = 0.02;
constexpr double kLeastTypo = 0.1;  // less likely, the line was no typo
constexpr size_t kMaxLine = 1000;   // bytes; longer lines are not corrected
constexpr size_t kMaxWords = 16;
constexpr size_t kMaxTypos = 32;
constexpr int kMaxTries = 3;  // of a prompt

// The line with the bytes of one word replaced.
std::string Replaced(const std::string& line, const Token& word,
                     std::string_view by) {
  return line.substr(0, word.begin) + std::string(by) + line.substr(word.end);
}

bool IsWord(const Token& token) { return token.kind == TokenKind::kWord; }

// True if the word that begins at `begin` is also another argument of its
// command: `diff a.txt a.txt`.
bool IsNamedTwice(const std::string& line, size_t begin) {
  std::string_view value;
  std::vector<std::string_view> others;
  const std::vector<Token> tokens = Tokenize(line);
  for (const Token& token : tokens) {
    if (!IsWord(token)) {
      if (!value.empty()) break;  // the end of its command
      others.clear();
    } else if (token.begin == begin) {
      value = WithoutSlash(token.value);
    } else {
      others.push_back(WithoutSlash(token.value));
    }
  }
  return std::find(others.begin(), others.end(), value) != others.end();
}

// The nearest of the compared words, and whether one is equal. If several are
// as near, two swapped letters are the likeliest typo: `tset` is test, not set.
class Nearest {
 public:
  explicit Nearest(std::string written)
      : written_(std::move(written)),
        most_(MaxTypos(written_)),
        least_(most_ + 1) {}
  // The candidates outlive it.
  void Look(const std::vector<Candidate>& candidates) {
    for (const Candidate& c : candidates) {
      const std::string other(WithoutSlash(c.word));
      if (other == written_) {
        fits_ = true;
        continue;
      }
      const int typos = TyposBetween(written_, other, most_);
      if (typos > most_ || typos > least_ || DifferInDigits(written_, other)) {
        continue;
      }
      const bool swapped = IsSwapped(written_, other);
      if (typos == least_ && (swapped_ || !swapped)) continue;
      least_ = typos;
      swapped_ = swapped;
      nearest_ = &c;
    }
  }
  bool fits() const { return fits_; }
  int typos() const { return least_; }
  const Candidate* candidate() const { return fits_ ? nullptr : nearest_; }

 private:
  std::string written_;
  int most_, least_;
  const Candidate* nearest_ = nullptr;
  bool swapped_ = false;  // the nearest one has its letters
  bool fits_ = false;
};

// True for a command to which no correction leads: a typo must not become a
// destructive line that one more key runs.
bool IsHarmful(SpecStore& specs, std::string_view name) {
  constexpr std::string_view kFamilies[] = {"mkfs", "fsck", "mkswap"};
  for (std::string_view family : kFamilies) {
    if (name.starts_with(family)) return true;
  }
  if (IsOneOf(
          name,
          {"rm",       "dd",        "shred",    "halt",     "reboot",
           "poweroff", "shutdown",  "init",     "telinit",  "wipefs",
           "fdisk",    "sfdisk",    "cfdisk",   "gdisk",    "sgdisk",
           "parted",   "userdel",   "groupdel", "deluser",  "kill",
           "killall",  "pkill",     "unlink",   "truncate", "wipe",
           "e2fsck",   "mke2fs",    "swapoff",  "kexec",    "debugfs",
           "hdparm",   "badblocks", "fstrim",   "srm",      "resize2fs",
           "tune2fs",  "dropdb",    "dropuser", "pvremove", "vgremove",
           "lvremove", "xkill",     "rmmod",    "chpasswd", "blkdiscard"})) {
    return true;
  }
  auto spec = specs.FindAny(name);
  return spec && spec->root.risk.level >= RiskLevel::kDangerous;
}

}  // namespace

void TypoSource::SetPrevious(std::string_view line, int exit,
                             std::string_view cwd, std::string_view home) {
  previous_ = std::string(line);
  exit_ = exit;
  cwd_ = std::string(cwd);
  home_ = std::string(home);
  looked_ = tried_ = false;
  tries_ = 0;
  correction_.reset();
}

bool TypoSource::RepeatsTypo(std::string_view text) {
  Correct();
  if (lacked_time() && text == previous_) return true;
  return std::any_of(typos_.begin(), typos_.end(), [&](const auto& typo) {
    return text.starts_with(typo) &&
           (text.size() == typo.size() || text[typo.size()] == ' ');
  });
}

bool TypoSource::IsRefused(std::string_view name) const {
  return IsHarmful(specs_, name) ||
         (known_.for_root && known_.for_root(name) && RunsOf(name, 1) == 0);
}

// The name with the fewest typos; among equal ones a filter behind a pipe (`les`
// is less there, and not ls), then a name that this user ran, then the most
// common one, then the first.
std::string TypoSource::NearestName(std::string_view name,
                                    bool is_filter) const {
  const int most = MaxTypos(name);
  std::tuple<int, bool, bool, int, std::string> best(
      most + 1, /*unlikely=*/false, /*never_ran=*/false, 0, "");
  known_.each_name([&](std::string_view other) {
    const int typos =
        other == name ? most + 1 : TyposBetween(name, other, most);
    if (typos > most || typos > std::get<0>(best) || !IsPlausibleValue(other)) {
      return;
    }
    std::tuple<int, bool, bool, int, std::string> found(
        typos, is_filter && !PopularFilter(specs_, other),
        RunsOf(other, 1) == 0,
        PopularCommand(specs_, other).value_or(std::numeric_limits<int>::max()),
        other);
    if (found < best && known_.can_run(other) && !IsRefused(other)) {
      best = std::move(found);
    }
  });
  return std::get<4>(best);
}

std::optional<Correction> TypoSource::CorrectName(const std::string& failed,
                                                  const Token& word) const {
  constexpr uint64_t kFunction = 3, kOften = 5, kVeryOften = 30;  // runs
  constexpr size_t kShort = 3;                                    // bytes
  const std::string& written = word.value;
  // A name with a spec is a program that is not installed.
  if (specs_.FindAny(BaseName(written))) return std::nullopt;
  const bool is_filter =
      known_.context_at(failed.substr(0, word.begin)).position ==
      Position::kPipeTarget;
  const std::string name = NearestName(written, is_filter);
  if (name.empty()) return std::nullopt;
  const bool swapped = IsSwapped(written, name);
  // A name that ran before may be a function that is not defined now. An
  // imported history does not say that `gti` failed: against many runs of git
  // it is a typo.
  if (RunsOf(written, kFunction) == kFunction &&
      !(swapped && RunsOf(name, kVeryOften) == kVeryOften)) {
    return std::nullopt;
  }
  const bool is_familiar =
      RunsOf(name, kOften) == kOften ||
      (PopularCommand(specs_, name) && (swapped || written.size() > kShort)) ||
      (swapped && specs_.FindAny(name));
  const int typos = TyposBetween(written, name, MaxTypos(written));
  const double chance = !is_familiar ? kUnfamiliar
                        : swapped    ? kSwapped
                                     : kFamiliar;
  return Correction{Replaced(failed, word, QuotedWord(name)),
                    Arrow(written, name), chance / typos};
}

std::optional<Correction> TypoSource::CorrectedName(const std::string& line,
                                                    const Token& word) {
  constexpr double kLeast = kFamiliar / 2;
  if (named_.written != word.value) {
    named_ = {.written = word.value, .name = {}, .reason = {}};
    const auto found = CorrectName(word.value, {.kind = TokenKind::kWord,
                                                .begin = 0,
                                                .end = word.value.size(),
                                                .value = word.value});
    if (found && found->score >= kLeast) {
      named_.name = found->line;
      named_.reason = found->reason;
    }
  }
  if (named_.name.empty()) return std::nullopt;
  return Correction{Replaced(line, word, named_.name), named_.reason, kLeast};
}

void TypoSource::CorrectLaterNames(size_t behind, Correction& found) const {
  constexpr int kMaxNames = 3;
  for (int i = 0; i < kMaxNames; ++i) {
    std::optional<Correction> next;
    for (const Token& word : Tokenize(found.line)) {
      if (word.begin <= behind || !IsWord(word) || word.quoted ||
          word.dynamic || known_.can_run(word.value)) {
        continue;
      }
      const Position position =
          known_.context_at(found.line.substr(0, word.begin)).position;
      if (position != Position::kCommandName &&
          position != Position::kPipeTarget) {
        continue;
      }
      behind = word.begin;
      next = CorrectName(found.line, word);
      break;
    }
    if (!next) return;
    found.line = std::move(next->line);
    found.reason += ", " + next->reason;
  }
}

bool TypoSource::IsDirectoryHere(std::string_view written) const {
  std::string path = JoinPath(cwd_, ExpandTilde(written));
  return path.starts_with('/') && !OnSlowMount(path) && IsDirectory(path);
}

// Corrects the first wrong part of a path or of a name with slashes, if the
// rest then exists. `*fits`: the path is right as written.
std::optional<Correction> TypoSource::CorrectPath(const std::string& failed,
                                                  const Token& word, bool* fits,
                                                  Budget& budget) const {
  std::string line = failed;
  const std::string written(WithoutSlash(word.value));
  const size_t cut = failed.size() - word.begin - written.size();
  std::optional<Correction> found;
  *fits = false;
  for (size_t from = 0; from <= written.size() && !budget.SpentNow();) {
    const size_t end = line.size() - cut;  // of the word
    const size_t begin = word.begin + from;
    const std::string here = line.substr(word.begin, end - word.begin);
    size_t slash = here.find('/', from);
    if (slash != here.npos && IsDirectoryHere(here.substr(0, slash + 1))) {
      from = slash + 1;
      continue;
    }
    // Hidden files are listed after a leading dot.
    const bool hidden = begin < end && line[begin] == '.';
    const std::vector<Candidate> candidates =
        known_.at(line.substr(0, begin + hidden), budget);
    Nearest whole(here), part(here.substr(0, slash));
    whole.Look(candidates);
    if (slash != here.npos) part.Look(candidates);
    // All parts are right, or are right after the correction.
    if (whole.fits()) {
      *fits = !found;
      return found;
    }
    const Candidate* nearest = whole.candidate();
    int typos = whole.typos();
    size_t replaced = end;
    if (slash != here.npos) {
      if (part.fits()) {
        from = slash + 1;
        continue;
      }
      if (!nearest || part.typos() < typos) {
        nearest = part.candidate();
        typos = part.typos();
        replaced = word.begin + slash;
      }
    }
    // A second typo, or a word without similar ones.
    if (found || !nearest) return std::nullopt;
    std::string by = nearest->text.substr(word.begin);
    while (by.ends_with(' ')) by.pop_back();
    const bool last = replaced == end;
    if (!last) by.resize(WithoutSlash(by).size());
    found =
        Correction{line.substr(0, word.begin) + by + line.substr(replaced),
                   Arrow(here.substr(0, replaced - word.begin), nearest->word),
                   ScoreWithTypos(typos - 1)};
    if (last) return found;
    line = found->line;
    from = by.size() + 1;
  }
  return std::nullopt;
}

// A word that is wrong at its position, if it is near to a right one.
std::optional<Correction> TypoSource::CorrectWord(const std::string& failed,
                                                  const Token& word,
                                                  Budget& budget) const {
  if (!IsWord(word) || word.dynamic || word.quoted || word.value.empty()) {
    return std::nullopt;
  }
  // Clustered letters cannot be corrected.
  if (word.value[0] == '-' && !word.value.starts_with("--")) {
    return std::nullopt;
  }
  const CompletionContext context =
      known_.context_at(failed.substr(0, word.begin));
  // A name to be created does not exist yet.
  if (context.creates() && word.value.find('/') == std::string::npos) {
    return std::nullopt;
  }
  bool fits = false;
  std::optional<Correction> path = CorrectPath(failed, word, &fits, budget);
  if (fits) return std::nullopt;
  if (path && context.wants_files() && IsNamedTwice(path->line, word.begin)) {
    return std::nullopt;
  }
  if (!context.names_command() || known_.can_run(word.value)) return path;
  if (IsReservedWord(word.value)) return std::nullopt;
  std::optional<Correction> name = CorrectName(failed, word);
  return name ? name : path;
}

// A path that needs quotes, such as `my\\ flie.txt`: corrects one of its parts,
// if the rest then exists. The quotes stay as they are written.
std::optional<Correction> TypoSource::CorrectQuotedPath(const Token& word,
                                                        Budget& budget) const {
  const std::string before = previous_.substr(0, word.begin);
  const CompletionContext context = known_.context_at(before);
  const size_t size = WithoutSlash(word.value).size();
  const std::string slashes = word.value.substr(size);
  std::string path = word.value.substr(0, size);
  // The shell does not expand a quoted tilde.
  if (path.starts_with('~') ||
      (context.creates() && path.find('/') == path.npos)) {
    return std::nullopt;
  }
  const char first = previous_[word.begin];
  const Quote quote = first == '"'    ? Quote::kDouble
                      : first == '\'' ? Quote::kSingle
                                      : Quote::kNone;
  auto written = [&](std::string_view value, bool complete) {
    if (value.empty() && quote == Quote::kNone) return std::string();
    return (quote == Quote::kNone ? "" : std::string(1, first)) +
           QuoteValue(value, quote, QuoteStyle::kPath, complete);
  };
  std::optional<Correction> found;
  for (size_t from = 0; !budget.SpentNow();) {
    const size_t slash = path.find('/', from);
    const std::string part = path.substr(0, slash);
    const bool last = slash == path.npos;
    if (!last && IsDirectoryHere(part)) {
      from = slash + 1;
      continue;
    }
    const bool hidden = from < path.size() && path[from] == '.';
    const std::vector<Candidate> candidates = known_.at(
        before + written(path.substr(0, from + hidden), /*complete=*/false),
        budget);
    Nearest nearest(part);
    nearest.Look(candidates);
    if (nearest.fits()) return last ? found : std::nullopt;
    // A second typo, or a word without similar ones.
    if (found || !nearest.candidate()) return std::nullopt;
    const std::string right(WithoutSlash(nearest.candidate()->word));
    path = right + path.substr(part.size());
    found = Correction{before + written(path + slashes, /*complete=*/true) +
                           previous_.substr(word.end),
                       Arrow(part, right), ScoreWithTypos(nearest.typos() - 1)};
    if (IsNamedTwice(found->line, word.begin)) return std::nullopt;
    if (last) return found;
    from = right.size() + 1;
  }
  return std::nullopt;
}

// A quoted name of a file. If it needs no quotes, they are left out. Another
// quoted word is text.
std::optional<Correction> TypoSource::CorrectQuoted(const Token& word,
                                                    Budget& budget) const {
  if (!IsWord(word) || word.dynamic || word.value.empty() ||
      !known_.context_at(previous_.substr(0, word.begin)).wants_files()) {
    return std::nullopt;
  }
  if (QuotedWord(word.value) != word.value) {
    return CorrectQuotedPath(word, budget);
  }
  Token plain = word;
  plain.quoted = false;
  plain.end = word.begin + word.value.size();
  return CorrectWord(Replaced(previous_, word, word.value), plain, budget);
}

const std::optional<Correction>& TypoSource::Correct() {
  if (!looked_ && !std::exchange(tried_, true)) {
    bool whole = true;
    correction_ = CorrectLine(whole);
    // A busy machine may have more time at the next key, or when the ghost asks
    // again.
    looked_ = whole || ++tries_ >= kMaxTries;
  }
  return correction_;
}

std::optional<Correction> TypoSource::CorrectLine(bool& whole) {
  // Ended by a signal, as with ^C: the line had no typo. 129 is rarely SIGHUP:
  // git exits with it at an unknown option.
  constexpr int kSignalled = 128, kUnknownOption = 129;
  constexpr int kNoCommand = 127;
  const bool signalled = exit_ > kSignalled && exit_ != kUnknownOption;
  if (exit_ <= 0 || signalled || previous_.size() > kMaxLine ||
      Trim(previous_).empty()) {
    return std::nullopt;
  }
  const auto repaired = [&](auto repair) {
    Budget reading(budget_us_ / 3);
    std::optional<Correction> found = repair(
        {previous_, exit_, cwd_, home_, known_.can_run, specs_, reading});
    whole &= found || !reading.SpentNow();
    return found;
  };
  if (exit_ == kNoCommand) {
    if (auto name = repaired(RepairName)) return name;
  }
  std::vector<Token> tokens = Tokenize(previous_);
  Budget budget(budget_us_);
  if (tokens.size() <= kMaxWords) {
    for (const Token& word : tokens) {
      auto corrected = word.quoted ? CorrectQuoted(word, budget)
                                   : CorrectWord(previous_, word, budget);
      if (!corrected) continue;
      if (exit_ == kNoCommand) CorrectLaterNames(word.begin, *corrected);
      if (corrected->score >= kLeastTypo) {
        typos_.push_front(previous_.substr(0, word.end));
      }
      if (typos_.size() > kMaxTypos) typos_.pop_back();
      return corrected;
    }
    whole &= !budget.SpentNow();
  }
  return exit_ == kNoCommand ? std::nullopt : repaired(Repair);
}

// The chance of the correction after the buffer was typed, by Bayes' rule. It
// decreases while the user types the failed line again: after 6,358 failed
// commands (eight people) 55 % of the next lines had the same first characters,
// whether one or four. Two unrelated lines have the same first character in 8 %
// of the pairs, the same two in 3 %, the same three in 2 %.
double TypoSource::ChanceBehind(std::string_view buffer,
                                double on_empty_line) const {
  constexpr double kAgain = 0.55;
  constexpr double kOther[] = {1, 0.08, 0.03, 0.02};
  const double others =
      buffer.empty() ? 1
      : previous_.starts_with(buffer)
          ? kAgain
          : kOther[std::min(buffer.size(), std::size(kOther) - 1)];
  return on_empty_line / (on_empty_line + (1 - on_empty_line) * others);
}

void TypoSource::Collect(const SourceInput& input, Budget& budget,
                         std::vector<Candidate>& out) {
  const std::string& buffer = input.context.buffer;
  const std::optional<Correction>& correction = Correct();
  if (!correction || !correction->line.starts_with(buffer) ||
      correction->line.size() == buffer.size()) {
    return;
  }
  Candidate c;
  c.text = correction->line;
  c.word = correction->line;
  c.description = correction->reason;
  c.evidence.push_back(
      {id(), ChanceBehind(buffer, correction->score), correction->reason});
  out.push_back(std::move(c));
}

}  // namespace synapse
