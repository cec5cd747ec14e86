#include "source/workflow.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "line/commands.h"
#include "line/quote.h"
#include "line/tokenizer.h"
#include "spec/git_dir.h"
#include "spec/reading.h"
#include "spec/walk.h"

namespace synapse {
namespace {

constexpr double kStoppedScore = 0.9;
constexpr int64_t kUpstreamUs = 2000;  // for git's configuration, once a prompt
constexpr int kMaxRetries = 3;
constexpr int64_t kFreshMs = 3'600'000;
// A line that was not taken so often here is left out until the shell ends.
constexpr int kMaxPassed = 2;

// True for a stop signal, as the shells report it: ^Z.
bool IsStopped(int exit) {
  for (int signal : {SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU}) {
    if (exit == 128 + signal) return true;
  }
  return false;
}

// A repository or an unpacked archive that was made within the hour. Part of a
// repository has what is at its root.
bool IsFresh(const std::string& directory, int64_t now_ms) {
  const auto root = FindUpwards(directory, ".git");
  if (root && *root != directory) return false;
  const auto birth_ms = BirthMs(directory);
  return birth_ms && *birth_ms > now_ms - kFreshMs;
}

// True if the next line has a use in the directory.
bool FitsDirectory(const NextSpec& next, const SourceInput& input) {
  if (next.files.empty() && next.lacks.empty() && !next.fresh) return true;
  if (OnSlowMount(input.cwd)) return false;
  const auto is_there = [&](std::string_view name) {
    return LinkStatus(JoinPath(input.cwd, name)).has_value();
  };
  return (next.files.empty() ||
          std::any_of(next.files.begin(), next.files.end(), is_there)) &&
         std::none_of(next.lacks.begin(), next.lacks.end(), is_there) &&
         (!next.fresh || IsFresh(input.cwd, input.now_s * 1000));
}

// The last command, walked by its spec.
class Previous {
 public:
  Previous(const std::string& line, SpecStore& specs, const AliasLookup& alias)
      : line_(line),
        context_(BuildContext(line + " ", line.size() + 1, specs, alias)) {
    if (words().empty()) return;
    // Partial specs are used too.
    spec_ = specs.FindAny(context_.command);
    if (!spec_) return;
    walk_ = Walk(spec_->root, words(), "");
    // Words after the deepest subcommand.
    size_t from = 1;
    const auto& path = walk_->path;
    for (size_t depth = 1; depth < path.size(); ++depth) {
      while (from < words().size() && !path[depth]->is_named(words()[from])) {
        ++from;
      }
      ++from;
    }
    behind_ = std::span(words()).subspan(std::min(from, words().size()));
  }

  bool known() const { return walk_.has_value(); }
  // A file was not read to its end: another key may have the time.
  bool lacked_time() const { return lacked_time_; }
  // The lines of the subcommand, or of its parent: `git stash pop`.
  const PackedList<NextSpec>& Next() const {
    const CommandSpec* deepest = DeepestWith(*walk_, &CommandSpec::next);
    return (deepest ? deepest : walk_->path[0])->next;
  }
  bool Produces() const {
    return std::any_of(walk_->path.begin(), walk_->path.end(),
                       [](const CommandSpec* c) { return c->produces; });
  }
  std::string Name() const {
    std::string name = context_.command;
    for (size_t i = 1; i < walk_->path.size(); ++i) {
      name += ' ';
      name += walk_->path[i]->name();
    }
    return name;
  }

  bool Fits(const NextSpec& next, bool failed) const {
    const bool is_wrapped = !context_.as_module && !Wrapper().empty();
    if (next.failed != failed || (is_wrapped && !next.wrapped) ||
        next.words.size() > behind_.size() ||
        !std::equal(next.words.begin(), next.words.end(), behind_.begin())) {
      return false;
    }
    return next.extensions.empty() ||
           std::any_of(next.extensions.begin(), next.extensions.end(),
                       [&](std::string_view end) {
                         return words().back().ends_with(end);
                       });
  }

  // The next line with its holes filled; "" if a hole cannot be filled.
  std::string Fill(const NextSpec& next, const SourceInput& input) const {
    std::string out = next.wrapped ? Wrapper() : "";
    const size_t begin = out.size();
    const std::string line = WithOptions(next.line);
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] != '$') {
        out += line[i];
        continue;
      }
      if (++i == line.size()) break;
      const std::string value = Value(line[i], next.words.size(), input);
      if (value.empty()) return "";
      // A path needs no "./".
      if (out.substr(begin) == "./" && value.find('/') != value.npos) {
        out.resize(begin);
      }
      out += value;
    }
    return out;
  }

 private:
  const std::vector<std::string>& words() const { return context_.words; }

  // The line with what stood before a subcommand of the last command, as far as
  // both have the same words: `git -C src add` is followed by `git -C src commit`,
  // and `systemctl --user restart` by `systemctl --user status`.
  std::string WithOptions(std::string_view line) const {
    std::string out;
    std::string_view rest = line;
    const auto& subs = walk_->subcommand_words;
    for (size_t level = 0; level < subs.size(); ++level) {
      const size_t from = level == 0 ? 0 : subs[level - 1];
      const std::string_view name = rest.substr(0, rest.find(' '));
      if (name.size() == rest.size() || name != words()[from]) break;
      out += std::string(name) + ' ' + Between(from + 1, subs[level]);
      rest.remove_prefix(name.size() + 1);
    }
    return out + std::string(rest);
  }

  // The words from `from` up to `to` as written, and a blank. Nothing if the
  // command has other words than the line, as behind an alias; nor with a '$',
  // which begins a hole.
  std::string Between(size_t from, size_t to) const {
    if (from >= to) return "";
    std::vector<Token> written;
    for (const Token& token : Tokenize(line_)) {
      if (token.kind != TokenKind::kWord) {
        written.clear();
      } else if (!written.empty() || token.value == words()[0]) {
        written.push_back(token);
      }
    }
    if (written.size() <= to) return "";
    for (size_t i = from; i < to; ++i) {
      if (written[i].value != words()[i]) return "";
    }
    const std::string text = line_.substr(
        written[from].begin, written[to].begin - written[from].begin);
    return text.find('$') == text.npos ? text : "";
  }

  std::string Value(char hole, size_t skip, const SourceInput& input) const {
    switch (hole) {
      case '0': return line_;
      case 'N': return NewName(skip);
      case 'S': return Stem();
      case 'O': return OptionValue("-o");
      case 'B': return OptionValue("-B");
      case 'D': return QuotedWord(BaseName(input.cwd));
      case 'U': return FirstPush(input);
      default: return Argument(skip, static_cast<size_t>(hole - '0'));
    }
  }

  // The name of the last word's file without its extension: x-1.0 for
  // x-1.0.tar.gz.
  std::string Stem() const {
    if (words().size() < 2) return "";
    std::string_view name = BaseName(words().back());
    name = name.substr(0, name.rfind('.'));
    if (name.ends_with(".tar")) name.remove_suffix(4);
    return name.empty() ? "" : QuotedWord(name);
  }

  std::string OptionValue(std::string_view name) const {
    const auto option = std::find(behind_.begin(), behind_.end(), name);
    return option == behind_.end() || option + 1 == behind_.end()
               ? ""
               : QuotedWord(*(option + 1));
  }

  // The words of a push of the current branch that make it track one. "" where
  // it tracks one, or is pushed without that.
  std::string FirstPush(const SourceInput& input) const {
    Budget budget(kUpstreamUs);
    Reading reading(budget);
    const auto upstream =
        ReadUpstream({input.cwd, input.home, "", words()}, reading);
    lacked_time_ |= !reading.finished();
    if (!upstream || upstream->is_set || upstream->pushes_new) return "";
    return "-u " + QuotedWord(upstream->remote) + " " +
           QuotedWord(upstream->branch);
  }

  // The n-th word that is not an option, as written.
  std::string Argument(size_t skip, size_t n) const {
    const std::vector<Token> tokens = Tokenize(line_);
    for (const std::string& word : behind_.subspan(skip)) {
      if (word.starts_with('-') || --n > 0) continue;
      auto written =
          std::find_if(tokens.rbegin(), tokens.rend(), [&](const Token& token) {
            return token.kind == TokenKind::kWord && token.value == word;
          });
      return written == tokens.rend() ? "" : std::string(written->raw(line_));
    }
    return "";
  }

  // The directory that `git clone URL [DIR]` creates.
  std::string NewName(size_t skip) const {
    std::string given = Argument(skip, 2);
    if (!given.empty()) return given;
    const std::string url = Argument(skip, 1);
    std::string_view name = url;
    while (name.ends_with('/')) name.remove_suffix(1);
    name = BaseName(name);
    if (name.ends_with(".git")) name.remove_suffix(4);
    return std::string(name);
  }

  // The text before the command: "sudo ".
  std::string Wrapper() const {
    size_t begin = std::string::npos;  // of the first word of the last command
    for (const Token& token : Tokenize(line_)) {
      if (token.kind != TokenKind::kWord) {
        begin = std::string::npos;
        continue;
      }
      begin = std::min(begin, token.begin);
      if (token.value == words()[0]) {
        return line_.substr(begin, token.begin - begin);
      }
    }
    return "";
  }

  const std::string& line_;
  CompletionContext context_;
  std::shared_ptr<const Spec> spec_;  // keeps `walk_` alive
  std::optional<WalkResult> walk_;
  std::span<const std::string> behind_;  // the words after the command
  mutable bool lacked_time_ = false;
};

}  // namespace

bool WorkflowSource::PreviousProduces(const AliasLookup& alias) const {
  const CommandList list = ParseCommands(previous_);
  return std::any_of(list.commands.begin(), list.commands.end(),
                     [&](const SimpleCommand& command) {
                       if (command.words.empty()) return false;
                       const size_t begin = command.words.front().begin;
                       const std::string line = previous_.substr(
                           begin, command.words.back().end - begin);
                       const Previous previous(line, specs_, alias);
                       return previous.known() && previous.Produces();
                     });
}

void WorkflowSource::ReadFollowing(const SourceInput& input) {
  following_.clear();
  cwd_ = input.cwd;
  is_read_ = true;
  if (IsStopped(exit_)) {
    following_.push_back({.line = "fg",
                          .score = kStoppedScore,
                          .reason = "often follows what was stopped"});
    return;
  }
  if (Trim(previous_).empty()) return;
  const Previous previous(previous_, specs_, input.shell.alias);
  is_read_ = previous.known();
  if (!previous.known()) return;
  for (const NextSpec& next : previous.Next()) {
    // An unknown exit status counts as success.
    if (!previous.Fits(next, exit_ > 0) || !FitsDirectory(next, input)) {
      continue;
    }
    Following following{.line = previous.Fill(next, input),
                        .score = next.percent / 100.0,
                        .reason = "often follows " + previous.Name(),
                        .fresh = next.fresh};
    if (next.fresh) {
      following.reason = "often comes first in a new directory";
      const auto passed = passed_.find(following.line);
      if (passed != passed_.end() && passed->second >= kMaxPassed) continue;
    }
    following_.push_back(std::move(following));
  }
  is_read_ = !previous.lacked_time() || ++retries_ > kMaxRetries;
}

void WorkflowSource::SetPrevious(std::string_view command, int exit) {
  if (offered_ && command != previous_) CountPassed(command);
  offered_ = false;
  retries_ = 0;
  previous_ = std::string(command);
  exit_ = exit;
  is_read_ = false;
}

void WorkflowSource::CountPassed(std::string_view ran) {
  const Following* best = nullptr;
  for (const Following& following : following_) {
    const bool leads = !best || following.score > best->score;
    if (following.fresh && leads) best = &following;
  }
  if (!best) return;
  int& passed = passed_[best->line];
  passed = ran == best->line ? 0 : passed + 1;
}

void WorkflowSource::Collect(const SourceInput& input, Budget& budget,
                             std::vector<Candidate>& out) {
  if (!is_read_ || cwd_ != input.cwd) ReadFollowing(input);
  const std::string& buffer = input.context.buffer;
  std::string_view begun = buffer;
  begun.remove_prefix(std::min(begun.find_first_not_of(" \t"), begun.size()));
  for (const Following& following : following_) {
    const std::string& line = following.line;
    if (line.size() <= begun.size() || !line.starts_with(begun)) continue;
    Candidate c;
    c.text = buffer + line.substr(begun.size());
    c.word = line;
    c.is_fresh = following.fresh;
    c.evidence.push_back({id(), following.score, following.reason,
                          /*is_found=*/following.fresh});
    out.push_back(std::move(c));
    offered_ = true;
  }
}

}  // namespace synapse
