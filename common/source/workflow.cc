#include "source/workflow.h"

#include <csignal>
#include <vector>

#include "base/files.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

enum class After { kSuccess, kFailure };

struct Pattern {
  std::string_view words;  // the previous command begins with these
  After after;
  std::string_view next;   // $1: its first argument, $N: a repository's name,
                           // $0: the whole previous command
  double score;
};

constexpr Pattern kPatterns[] = {
    {"git add", After::kSuccess, "git commit -m \"\"", 0.85},
    {"git commit", After::kSuccess, "git push", 0.8},
    {"git clone", After::kSuccess, "cd $N", 0.85},
    {"git init", After::kSuccess, "git add .", 0.6},
    {"git pull", After::kSuccess, "git status", 0.4},
    {"git fetch", After::kSuccess, "git status", 0.4},
    {"git stash", After::kSuccess, "git pull", 0.4},
    {"git merge", After::kFailure, "git status", 0.6},
    {"git rebase", After::kFailure, "git status", 0.6},
    {"mkdir", After::kSuccess, "cd $1", 0.85},
    {"cd", After::kSuccess, "ls", 0.6},
    {"tar", After::kSuccess, "ls", 0.3},
    {"unzip", After::kSuccess, "ls", 0.4},
    {"cargo new", After::kSuccess, "cd $1", 0.8},
    {"cargo build", After::kSuccess, "cargo run", 0.5},
    {"cargo build", After::kFailure, "cargo build", 0.6},
    {"cargo test", After::kFailure, "cargo test", 0.6},
    {"npm init", After::kSuccess, "npm install", 0.5},
    {"npm install", After::kSuccess, "npm start", 0.4},
    {"make", After::kFailure, "$0", 0.5},
    {"make", After::kSuccess, "make test", 0.3},
    {"./configure", After::kSuccess, "make", 0.8},
    {"autoconf", After::kSuccess, "./configure", 0.7},
    {"docker build", After::kSuccess, "docker run", 0.4},
    {"docker compose up", After::kSuccess, "docker compose ps", 0.4},
    {"sudo apt update", After::kSuccess, "sudo apt upgrade", 0.7},
    {"apt update", After::kSuccess, "apt upgrade", 0.7},
    {"systemctl restart", After::kSuccess, "systemctl status $2", 0.6},
    {"sudo systemctl restart", After::kSuccess, "systemctl status $3", 0.6},
    {"python -m venv", After::kSuccess, "source $3/bin/activate", 0.8},
    {"python3 -m venv", After::kSuccess, "source $3/bin/activate", 0.8},
    {"ssh-keygen", After::kSuccess, "cat ~/.ssh/id_ed25519.pub", 0.3},
};

// An edited file is tried out next.
struct EditPattern {
  std::string_view extension;
  std::string_view next;
};
constexpr EditPattern kAfterEditing[] = {
    {".rs", "cargo test"},  {".go", "go test ./..."}, {".py", "python3 $1"},
    {".sh", "bash $1"},     {".c", "make"},           {".cc", "make"},
    {".cpp", "make"},       {".js", "node $1"},       {".tex", "pdflatex $1"},
};
constexpr double kAfterEditingScore = 0.5;

constexpr double kStoppedScore = 0.9;

// By a signal for that, as the shells tell it: ^Z.
bool IsStopped(int exit) {
  for (int signal : {SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU}) {
    if (exit == 128 + signal) return true;
  }
  return false;
}

bool IsEditor(std::string_view word) {
  return word == "vim" || word == "vi" || word == "nvim" || word == "nano" ||
         word == "emacs" || word == "hx" || word == "micro" || word == "code";
}

// The n-th word behind the command that is no option.
std::string_view Argument(const std::vector<Token>& words,
                          std::string_view line, size_t n) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i].kind != TokenKind::kWord) break;
    if (words[i].value.starts_with('-')) continue;
    if (--n == 0) return words[i].raw(line);
  }
  return {};
}

// The directory that `git clone URL [DIR]` makes.
std::string ClonedName(const std::vector<Token>& words, std::string_view line) {
  std::string_view given = Argument(words, line, 3);
  if (!given.empty()) return std::string(given);
  std::string_view url = Argument(words, line, 2);
  while (url.ends_with('/')) url.remove_suffix(1);
  std::string_view name = BaseName(url);
  if (name.ends_with(".git")) name.remove_suffix(4);
  return std::string(name);
}

// The next command with its holes filled; "" when one cannot be.
std::string Fill(std::string_view next, std::string_view line) {
  std::vector<Token> words = Tokenize(line);
  std::string out;
  for (size_t i = 0; i < next.size(); ++i) {
    if (next[i] != '$') {
      out += next[i];
      continue;
    }
    char hole = next[++i];
    std::string value = hole == '0'   ? std::string(line)
                        : hole == 'N' ? ClonedName(words, line)
                                      : std::string(Argument(
                                            words, line,
                                            static_cast<size_t>(hole - '0')));
    if (value.empty()) return "";
    out += value;
  }
  return out;
}

bool BeginsWith(std::string_view line, std::string_view words) {
  return line.starts_with(words) &&
         (line.size() == words.size() || line[words.size()] == ' ');
}

}  // namespace

void WorkflowSource::Collect(const SourceInput& input, Budget& budget,
                             std::vector<Candidate>& out) {
  // What is not known to have failed did not.
  After after = exit_ > 0 ? After::kFailure : After::kSuccess;
  auto offer = [&](std::string_view next, double score,
                   std::string_view behind) {
    std::string line = Fill(next, previous_);
    if (line.empty()) return;
    Candidate c;
    c.text = input.context.buffer + line;
    c.word = line;
    c.evidence.push_back(
        {id(), score, "often follows " + std::string(behind)});
    out.push_back(std::move(c));
  };
  if (IsStopped(exit_)) {
    offer("fg", kStoppedScore, "what was stopped");
    return;
  }
  for (const Pattern& pattern : kPatterns) {
    if (pattern.after != after || !BeginsWith(previous_, pattern.words)) {
      continue;
    }
    offer(pattern.next, pattern.score, pattern.words);
  }
  std::string_view editor =
      std::string_view(previous_).substr(0, previous_.find(' '));
  if (!IsEditor(editor) || after == After::kFailure) return;
  for (const EditPattern& pattern : kAfterEditing) {
    if (previous_.ends_with(pattern.extension)) {
      offer(pattern.next, kAfterEditingScore, editor);
    }
  }
}

}  // namespace synapse
