#include "lines/line_history.h"

#include <algorithm>

#include "tests/testing.h"

namespace synapse {
namespace {

constexpr int64_t kStart = 1700000000000;

struct Past {
  std::unique_ptr<Store> store = Store::Open("");
  Learner learner{*store, 168};
  LineHistory::IsPrivate is_private;
  LineHistory history{*store, learner, [this](std::string_view line) {
                        return is_private && is_private(line);
                      }};
  int64_t ms = kStart;

  void Run(const std::string& command, int exit = 0) {
    Event e;
    e.command = command;
    e.session = "s";
    e.cwd = "/w";
    e.start_ms = ms += 1000;
    e.exit = exit;
    REQUIRE(learner.Record(e).ok());
    history.BeginPrompt("s", "/w", ms + 1000);
  }
  std::vector<std::string> Lines(const std::string& prefix) {
    Budget budget = Budget::Unlimited();
    std::vector<std::string> out;
    for (const PoolLine* line : history.Lines(prefix, budget)) {
      out.push_back(line->text);
    }
    std::sort(out.begin(), out.end());
    return out;
  }
};

using Texts = std::vector<std::string>;

bool Guesses(LineHistory& history, std::string_view left,
             std::string_view word) {
  for (const WordGuess& g : history.Words(left)->guesses.words) {
    if (g.text == word) return true;
  }
  return false;
}

}  // namespace

TEST_CASE(
    "history: whole lines that continue the buffer, several lines kept "
    "whole") {
  Past p;
  p.Run("git status");
  p.Run("git push");
  p.Run("for x in a; do\n  echo $x\ndone");
  CHECK(p.Lines("git ") == Texts{"git push", "git status"});
  CHECK(p.Lines("git push").empty());  // nothing is left to say
  CHECK(p.Lines("for") == Texts{"for x in a; do\n  echo $x\ndone"});
  CHECK(p.Lines("zzz").empty());
}

TEST_CASE("history: an old line is found by its beginning") {
  Past p;
  p.Run("ancient command");
  for (int i = 0; i < 400; ++i) p.Run("other " + std::to_string(i));
  CHECK(p.Lines("anc") == Texts{"ancient command"});
}

// A longer prefix looks at the lines of the shorter one, and asks the index only
// if there are more than it told.
TEST_CASE(
    "history: a longer prefix has the lines that it has when asked alone") {
  Past typed, fresh;
  for (Past* p : {&typed, &fresh}) {
    for (int i = 0; i < 300; ++i) {
      p->Run("make target" + std::to_string(i * 7919 % 1000));
    }
    p->Run("mount /mnt");
    // These are in the pool of no prompt.
    for (int i = 0; i < 200; ++i) p->Run("noise " + std::to_string(i));
  }
  const std::string line = "make target79";
  for (size_t size = 0; size <= line.size(); ++size) {
    const std::string prefix = line.substr(0, size);
    INFO(prefix);
    const Texts found = typed.Lines(prefix);
    fresh.history.BeginPrompt("s", "/w", fresh.ms + 1000);
    for (const std::string& alone : fresh.Lines(prefix)) {
      CHECK(std::binary_search(found.begin(), found.end(), alone));
    }
  }
  CHECK(typed.Lines(line).size() == 3);
  // Another word, and a shorter prefix.
  CHECK(typed.Lines("mo") == Texts{"mount /mnt"});
  CHECK(typed.Lines("m").size() > 60);
  CHECK(typed.Lines("noise 1").size() > 60);
}

TEST_CASE("history: the word in this context of this command") {
  Past p;
  p.Run("git checkout feature/auth");
  p.Run("ls docs");
  p.Run("ls docs");
  CHECK(Guesses(p.history, "git checkout ", "feature/auth"));
  CHECK_FALSE(Guesses(p.history, "git checkout ", "docs"));
  CHECK(Guesses(p.history, "", "ls"));
  CHECK_FALSE(Guesses(p.history, "", "docs"));
  CHECK(Guesses(p.history, "make && ls ", "docs"));
  CHECK(Guesses(p.history, "echo $(ls ", "docs"));
}

TEST_CASE("history: the shell's own list where the store does not know it") {
  Past p;
  p.Run("git status");
  p.history.BeginPrompt("s", "/w", p.ms + 2000);
  p.history.SyncShellList(1, [](const ShellList::Visitor& visit) {
    for (const char* line :
         {"git stash", "git status", "git stash", "git one\ngit two"}) {
      if (!visit(line)) return;
    }
  });
  CHECK(p.Lines("git s") == Texts{"git stash", "git status"});
  CHECK(p.Lines("git o") == Texts{"git one\ngit two"});
}

TEST_CASE("history: what is private is not taken out of the shell's own list") {
  Past p;
  p.is_private = [](std::string_view line) {
    return line.find("token") != line.npos;
  };
  p.history.Unlist("git stay");
  p.history.BeginPrompt("s", "/w", p.ms + 2000);
  p.history.SyncShellList(1, [](const ShellList::Visitor& visit) {
    for (const char* line : {"git stash", "git stay", "git st token"}) {
      if (!visit(line)) return;
    }
  });
  for (const char* typed : {"", "git st"}) {
    CHECK(p.Lines(typed) == Texts{"git stash"});
  }
}

// Such a line was the ghost of the next `echo`.
TEST_CASE("history: what was given up at a continuation prompt is no line") {
  Past p;
  p.history.BeginPrompt("s", "/w", p.ms + 2000);
  p.history.SyncShellList(1, [](const ShellList::Visitor& visit) {
    for (const char* line : {"echo \"unfinished", "echo 'x", "echo \"done\"",
                             "echo \"a\nb\"", "echo it\\'s"}) {
      if (!visit(line)) return;
    }
  });
  CHECK(p.Lines("echo") ==
        Texts{"echo \"a\nb\"", "echo \"done\"", "echo it\\'s"});
}

TEST_CASE(
    "history: the newline behind a line of the shell's list is none of it") {
  Past p;
  p.Run("cat <<X\nforgotten\nX");
  REQUIRE(p.store->forgotten().KeepAway("cat <<X\nforgotten\nX", 0).ok());
  REQUIRE(p.store
              ->Remove({.event = [](uint64_t, const Event&) { return true; },
                        .afterwards = ToRemove::Afterwards::kStayAway})
              .ok());
  p.learner.sessions().ForgetAll();
  REQUIRE(p.learner.rebuild().Run(nullptr).ok());
  p.history.BeginPrompt("s", "/w", p.ms + 2000);
  p.history.SyncShellList(1, [](const ShellList::Visitor& visit) {
    for (const char* line : {"cat <<X\nforgotten\nX\n", "cat <<X\nkept\nX\n"}) {
      if (!visit(line)) return;
    }
  });
  CHECK(p.Lines("cat") == Texts{"cat <<X\nkept\nX"});
}

TEST_CASE("history: the shell's own list does not bring back the forgotten") {
  Past p;
  p.Run("git stash");
  p.Run("git status");
  auto sync = [&](uint64_t generation) {
    p.history.BeginPrompt("s", "/w", p.ms + 2000);
    p.history.SyncShellList(generation, [](const ShellList::Visitor& visit) {
      for (const char* line : {"git stop", "git status", "git stash",
                               "synapse history forget 'git stash'"}) {
        if (!visit(line)) return;
      }
    });
  };
  sync(1);
  CHECK(p.Lines("git st") == Texts{"git stash", "git status", "git stop"});
  CHECK(p.Lines("syn") == Texts{});
  REQUIRE(p.store
              ->Remove({.event =
                            [](uint64_t, const Event& e) {
                              return e.command == "git stash";
                            },
                        .afterwards = ToRemove::Afterwards::kStayAway})
              .ok());
  REQUIRE(p.store->forgotten().KeepAway("git stop", 0).ok());
  p.learner.sessions().ForgetAll();
  REQUIRE(p.learner.rebuild().Run(nullptr).ok());
  sync(1);
  CHECK(p.Lines("git st") == Texts{"git status"});
  CHECK(p.history.recent_lines() == std::deque<std::string>{"git status"});
}

TEST_CASE("history: recent lines and arguments, newest first, each once") {
  Past p;
  p.Run("vim one.txt");
  p.Run("cat two.txt");
  p.Run("vim one.txt");
  p.Run("nope", 127);
  REQUIRE(p.history.recent_lines().size() == 2);
  CHECK(p.history.recent_lines()[0] == "vim one.txt");
  CHECK(p.history.recent_lines()[1] == "cat two.txt");
  REQUIRE(p.history.recent_arguments().size() == 2);
  CHECK(p.history.recent_arguments()[0] == "one.txt");
}

// On a slow disk the lines of the last minute are in no log yet.
TEST_CASE("history: recent lines are those that wait for the log, too") {
  Past p;
  p.Run("vim logged.txt");
  uint64_t sequence = Sessions::kProvisional;
  const auto wait = [&](const std::string& command, int exit, bool agent) {
    Event e;
    e.command = command;
    e.session = "s";
    e.start_ms = p.ms += 1000;
    e.exit = exit;
    e.agent = agent;
    p.learner.RememberWaiting(sequence++, e);
    p.history.BeginPrompt("s", "/w", p.ms);
  };
  using Deque = std::deque<std::string>;
  wait("cat waiting.txt", 0, false);
  CHECK(p.history.recent_lines() == Deque{"cat waiting.txt", "vim logged.txt"});
  wait("cta waiting.txt", 127, false);
  wait("cat of_an_agent.txt", 0, true);
  wait("cat failed.txt", 1, false);
  CHECK(p.history.recent_lines() ==
        Deque{"cat failed.txt", "cat waiting.txt", "vim logged.txt"});
  CHECK(p.history.recent_arguments() == Deque{"waiting.txt", "logged.txt"});
  // Each argument is looked for among the others.
  std::string many = "rm";
  for (int i = 0; i < 4000; ++i) many += " f" + std::to_string(i);
  wait(many, 0, false);
  CHECK(p.history.recent_arguments().size() == 52);
}

// An answer of a generator, which comes at any time, drops what was found.
TEST_CASE(
    "history: findings are dropped while a recent line waits for the log") {
  Past p;
  p.Run("vim logged.txt");
  Event waiting;
  waiting.command = "cat waiting.txt";
  waiting.session = "s";
  waiting.start_ms = p.ms += 1000;
  p.learner.RememberWaiting(Sessions::kProvisional, waiting);
  p.history.BeginPrompt("s", "/w", p.ms);
  CHECK(p.Lines("vim") == Texts{"vim logged.txt"});
  p.history.ForgetFindings();
  CHECK(p.history.Known().size() == 1);
}

}  // namespace synapse
