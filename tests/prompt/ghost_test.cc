#include "prompt/ghost.h"

#include <set>

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

// One prompt: the work of a glue, with the buffer held here.
struct Prompt {
  Session session;
  std::unique_ptr<Ghost> ghost;
  std::string buffer;

  explicit Prompt(const std::vector<std::string>& history) {
    for (const auto& line : history) session.Run(line);
    ghost = std::make_unique<Ghost>(*session.engine);
  }
  std::string Show() {
    return std::string(ghost->Show(session.Request(buffer)));
  }
  std::string Type(const std::string& text) {
    buffer += text;
    return Show();
  }
  std::string Take(TakeUnit unit) {
    std::string taken = ghost->Take(session.Request(buffer), unit);
    buffer += taken;
    return taken;
  }
  size_t Cycle(int direction) {
    return ghost->Cycle(session.Request(buffer), direction);
  }
};

}  // namespace

TEST_CASE("ghost: continues the line, and is kept while it fits") {
  Prompt p({"frob alpha beta", "frob alpha beta", "ls"});
  CHECK(p.Type("f") == "rob alpha beta");
  const Suggestion* shown = p.ghost->shown();
  CHECK(p.Type("r") == "ob alpha beta");
  CHECK(p.ghost->shown() == shown);  // not asked again
  CHECK(p.Type("ob a") == "lpha beta");
  CHECK(p.Type("xx").empty());
  p.buffer = "frob ";
  CHECK(p.Show() == "alpha beta");  // back: asked anew
}

// In a loop that was begun after `cd`, the empty line had the ghost `ls`.
TEST_CASE("ghost: an empty line inside a command has none") {
  Prompt p({"frob one", "frob two", "frob one", "frob two", "frob one"});
  CHECK(p.Show() == "frob two");
  SuggestRequest request = p.session.Request("");
  request.lines_before = "for i in 1 2; do\n";
  CHECK(p.ghost->Show(request).empty());
  CHECK(p.Show() == "frob two");
}

TEST_CASE("ghost: what agrees with it does not make it change") {
  // At the blank `frob test` is the more probable line.
  Prompt p({"frob test", "frob test", "frob test", "ls", "frob start"});
  p.Type("f");
  const std::string first = p.ghost->shown()->text;
  for (size_t typed = 1; typed < first.size(); ++typed) {
    p.buffer = first.substr(0, typed);
    CHECK(p.Show() == first.substr(typed));
  }
}

TEST_CASE("ghost: a slow source adds to what is on show, and changes nothing") {
  Prompt p({"frob one", "frob one", "frob two", "ls"});
  const std::string shown = p.Type("frob ");
  CHECK_FALSE(p.ghost->AskAgain(p.session.Request(p.buffer)));
  CHECK(p.ghost->suffix() == shown);
}

// A paste, or keys faster than the screen, are not accepts. A user who accepts
// right ghosts sees again a ghost that they typed past.
TEST_CASE("ghost: comes back, and is not lost in the middle of a word") {
  Prompt p({"frob storybook", "frob storybook", "ls"});
  auto type_slowly = [&](const std::string& line) {
    for (size_t typed = 1; typed < line.size(); ++typed) {
      p.session.now_ms += 1000;
      p.buffer = line.substr(0, typed);
      CHECK(p.Show() == line.substr(typed));
    }
  };
  for (int i = 0; i < 60; ++i) {
    p.buffer.clear();
    p.session.now_ms += 1000;
    p.Type("f");
    p.session.now_ms += 1000;
    p.Take(TakeUnit::kAll);
    p.ghost->Finish("frob storybook");
    p.session.Run("frob storybook");
    p.session.Run("ls");
  }
  type_slowly("frob storybook");
  p.ghost->Finish("frob storybook");
}

TEST_CASE("ghost: taken whole, by word, by character, by component") {
  Prompt p({"frob alpha dir/sub/x", "frob alpha dir/sub/x", "ls"});
  p.Type("f");
  CHECK(p.Take(TakeUnit::kCharacter) == "r");
  CHECK(p.Take(TakeUnit::kWord) == "ob");
  CHECK(p.Take(TakeUnit::kWord) == " alpha");
  CHECK(p.Take(TakeUnit::kComponent) == " dir/");
  CHECK(p.Take(TakeUnit::kComponent) == "sub/");
  CHECK(p.Take(TakeUnit::kAll) == "x");
  CHECK(p.buffer == "frob alpha dir/sub/x");
}

TEST_CASE("ghost: a character is a whole one") {
  Prompt p({"frob ünï", "frob ünï", "ls"});
  p.Type("frob ");
  CHECK(p.Take(TakeUnit::kCharacter) == "ü");
  // The letters: a combining accent; a family; a flag; a skin tone.
  for (const std::string one :
       {"e\u0301", "\U0001F468\u200D\U0001F469\u200D\U0001F467",
        "\U0001F1E9\U0001F1EA", "\U0001F44D\U0001F3FD"}) {
    Prompt q({"frob " + one + one + "x", "frob " + one + one + "x", "ls"});
    q.Type("frob ");
    CHECK(q.Take(TakeUnit::kCharacter) == one);
    CHECK(q.Take(TakeUnit::kCharacter) == one);
    CHECK(q.Take(TakeUnit::kCharacter) == "x");
  }
}

TEST_CASE("ghost: never changes the character that was typed last") {
  Prompt p({"frob e\u0301t", "frob e\u0301t", "ls"});
  CHECK(p.Type("frob") == " e\u0301t");
  CHECK(p.Type(" e").empty());
  CHECK(p.Type("\u0301") == "t");
}

TEST_CASE("ghost: never with the cursor inside the line") {
  Prompt p({"frob alpha", "frob alpha", "ls"});
  p.buffer = "frob";
  SuggestRequest inside = p.session.Request("frob", 2);
  CHECK(p.ghost->Show(inside).empty());
  CHECK(p.ghost->Cycle(inside, 1) == 0);
  CHECK(p.ghost->Take(inside, TakeUnit::kAll).empty());
  CHECK(p.ghost->suffix().empty());
  CHECK(p.Show() == " alpha");
}

TEST_CASE("ghost: cycles through all and comes back") {
  Prompt p({"frob one", "frob two", "frob three", "frob one", "ls"});
  std::string first = p.Type("frob ");
  size_t n = p.Cycle(1);
  REQUIRE(n >= 3);
  std::string second(p.ghost->suffix());
  CHECK(second != first);
  CHECK(p.Cycle(-1) == n);
  CHECK(p.ghost->suffix() == first);
  CHECK(p.Cycle(-1) == n);
  std::string last(p.ghost->suffix());
  CHECK(last != first);
  CHECK(p.Cycle(1) == n);
  CHECK(p.ghost->suffix() == first);
  for (size_t i = 0; i < n; ++i) p.Cycle(1);
  CHECK(p.ghost->suffix() == first);
  // The accept takes the suggestion that the user cycled to.
  p.Cycle(1);
  CHECK(p.Take(TakeUnit::kAll) == second);
}

TEST_CASE(
    "ghost: cycling asks for more, and the first ones keep their places") {
  std::vector<std::string> lines;
  for (const char* name : {"ann", "bob", "cat", "dan", "eve", "fay", "gus",
                           "hal", "ida", "jim", "kim", "leo"}) {
    lines.push_back(std::string("frob ") + name);
  }
  lines.push_back("frob ann");
  Prompt p(lines);
  const std::string first = p.Type("frob ");
  REQUIRE_FALSE(first.empty());
  std::set<std::string> seen;
  const size_t n = p.Cycle(1);
  CHECK(n >= lines.size() - 1);
  for (size_t i = 0; i < n; ++i) {
    seen.insert(std::string(p.ghost->suffix()));
    CHECK(p.Cycle(1) == n);
  }
  CHECK(seen.size() == n);
  p.Cycle(-1);
  CHECK(p.ghost->suffix() == first);
}

TEST_CASE(
    "ghost: on an empty line, unless that is switched off or it is "
    "dangerous") {
  Prompt p({"ls", "frob", "ls", "frob", "ls", "frob", "ls"});
  CHECK(p.Show() == "frob");
  Prompt risky({"ls", "rm -rf x", "ls", "rm -rf x", "ls", "rm -rf x", "ls"});
  CHECK(risky.Show().find("rm -rf") == std::string::npos);
  for (int i = 0; i < 30; ++i) {
    risky.Cycle(1);
    CHECK(risky.ghost->suffix().find("rm -rf") == std::string::npos);
  }
}

// A history file may keep a loop line by line, and zsh keeps a line that ^C
// ended.
TEST_CASE("ghost: no piece of a command on an empty line") {
  for (const char* piece : {"done", "fi", "then ls", "}", "echo \"unclosed"}) {
    CAPTURE(std::string(piece));
    Prompt p({"ls", piece, "ls", piece, "ls", piece, "ls"});
    CHECK(p.Show() != piece);
    p.Cycle(1);
    CHECK(p.ghost->suffix() != piece);
    p.buffer = std::string(piece).substr(0, 1);
    CHECK(p.Show() == std::string(piece).substr(1));
  }
}

TEST_CASE("ghost: gone when the line is submitted or cancelled") {
  Prompt p({"frob alpha", "frob alpha", "ls"});
  p.Type("fr");
  p.ghost->Finish("frob alpha");
  CHECK(p.ghost->suffix().empty());
  CHECK(p.ghost->shown() == nullptr);
  p.Type("o");
  p.ghost->Finish("");
  CHECK(p.ghost->suffix().empty());
  p.ghost->Reset();
  CHECK(p.ghost->shown() == nullptr);
}

TEST_CASE(
    "ghost: what was taken and run is learned as liked, what was walked "
    "past as not") {
  auto weight_of = [](Prompt& p, const std::string& line) {
    double weight = 0;
    CHECK(p.session.engine->store()
              .index()
              .Read([&](Kv& kv) {
                weight = ReadFeedback(kv, IdOf(line),
                                      p.session.engine->clock().NowMs())
                             .lasting;
              })
              .ok());
    return weight;
  };
  Prompt p({"frob alpha", "frob alpha", "ls"});
  p.Type("fr");
  p.Take(TakeUnit::kAll);
  p.ghost->Finish("frob alpha");
  CHECK(weight_of(p, "frob alpha") > 0);
  Prompt q({"frob one", "frob two", "ls"});
  q.Type("frob ");
  q.Cycle(1);
  std::string shown = q.ghost->shown()->text;
  q.ghost->Finish("frob other");
  CHECK(weight_of(q, shown) < 0);
}

TEST_CASE("ghost: what was viewed while cycling goes to the record") {
  auto records = [](Prompt& p) {
    std::vector<FeedbackRecord> all;
    p.session.engine->CatchUpFully();
    p.session.engine->store().log().VisitFeedback(
        1, [&](uint64_t, const FeedbackRecord& f) {
          all.push_back(f);
          return true;
        });
    return all;
  };
  using Viewed = std::vector<uint8_t>;
  Prompt p({"frob one", "frob two", "frob three", "ls"});
  std::string first = "frob " + p.Type("frob ");
  p.Cycle(1);
  p.Cycle(1);
  p.Cycle(-1);
  std::string second = p.ghost->shown()->text;
  CHECK(p.Take(TakeUnit::kAll) != "");
  p.ghost->Finish(p.buffer);
  auto all = records(p);
  REQUIRE(all.size() == 3);  // accepted, and the two that were skipped
  CHECK(all[0].action == FeedbackAction::kAccepted);
  CHECK(all[0].suggestion == second);
  CHECK(all[0].viewed == Viewed{0, 1, 2, 1});
  CHECK(all[1].action == FeedbackAction::kIgnored);
  CHECK(all[2].action == FeedbackAction::kIgnored);
  CHECK((all[1].suggestion == first || all[2].suggestion == first));
  CHECK(all[1].viewed.empty());

  // None is accepted: the last one, after a step back, is dismissed.
  Prompt q({"frob one", "frob two", "ls"});
  q.Type("frob ");
  size_t n = q.Cycle(-1);
  std::string last = q.ghost->shown()->text;
  q.ghost->Finish("ls");
  all = records(q);
  REQUIRE(all.size() == 2);
  CHECK(all[0].action == FeedbackAction::kDismissed);
  CHECK(all[0].suggestion == last);
  CHECK(all[0].viewed == Viewed{0, static_cast<uint8_t>(n - 1)});

  // The user accepts the first ghost without a cycle.
  Prompt r({"frob one", "frob two", "ls"});
  r.Type("frob ");
  r.Take(TakeUnit::kAll);
  r.ghost->Finish(r.buffer);
  all = records(r);
  REQUIRE(all.size() == 1);
  CHECK(all[0].viewed == Viewed{0});

  // A long cycle leaves a small record, which ends with the last suggestion.
  Prompt s({"frob one", "frob two", "ls"});
  s.Type("frob ");
  for (int i = 0; i < 500; ++i) n = s.Cycle(1);
  s.ghost->Finish("ls");
  all = records(s);
  REQUIRE(!all.empty());
  CHECK(all[0].viewed.size() == 64);
  CHECK(all[0].viewed.back() == 500 % n);
}

TEST_CASE("ghost: completed by words, then the alternatives to the word") {
  Prompt p({"frob alpha x", "frob beta y", "frob gamma z", "ls"});
  p.buffer = "frob ";
  std::vector<std::string> seen;
  for (int i = 0; i < 4; ++i) {
    auto word = p.ghost->Complete(p.session.Request(p.buffer), 1);
    REQUIRE(word.count >= 3);
    p.buffer = p.buffer.substr(0, word.keep) + word.text;
    seen.push_back(p.buffer);
  }
  CHECK(seen[0] != seen[1]);
  CHECK(seen[1] != seen[2]);
  CHECK(seen[0].find(' ') == seen[0].rfind(' '));  // one word
  // Tab goes back; typed text begins a new completion.
  auto back = p.ghost->Complete(p.session.Request(p.buffer), -1);
  CHECK(p.buffer.substr(0, back.keep) + back.text == seen[2]);
  p.buffer = "frob beta";
  auto next = p.ghost->Complete(p.session.Request(p.buffer), 1);
  CHECK(next.keep == p.buffer.size());
  CHECK(next.text == " y");
  p.buffer = "zzz-no-such";
  CHECK(p.ghost->Complete(p.session.Request(p.buffer), 1).count == 0);
}

// With prompt.tab=complete, completed words gave no feedback.
TEST_CASE("ghost: what was completed by words goes to the record") {
  Prompt p({"frob alpha x", "frob beta y", "frob gamma z", "ls"});
  auto tab = [&](int direction) {
    auto word = p.ghost->Complete(p.session.Request(p.buffer), direction);
    p.buffer = p.buffer.substr(0, word.keep) + word.text;
    p.Show();
  };
  std::string first = "frob " + p.Type("frob ");
  tab(1);
  CHECK(first.starts_with(p.buffer));
  tab(1);
  CHECK_FALSE(first.starts_with(p.buffer));
  std::string second = p.buffer + p.Show();
  CHECK(second.size() > p.buffer.size());
  p.ghost->Finish(second);
  std::vector<FeedbackRecord> all;
  p.session.engine->CatchUpFully();
  p.session.engine->store().log().VisitFeedback(1,
                                                [&](uint64_t, const auto& f) {
                                                  all.push_back(f);
                                                  return true;
                                                });
  REQUIRE(all.size() == 2);  // accepted, and the one that was skipped
  CHECK(all[0].action == FeedbackAction::kAccepted);
  CHECK(all[0].suggestion == second);
  CHECK(all[0].viewed == std::vector<uint8_t>{0, 1});
  CHECK(all[1].action == FeedbackAction::kIgnored);
  CHECK(all[1].suggestion == first);
}

TEST_CASE(
    "ghost: typed past, it stays for who types through, and not for who takes") {
  for (bool takes : {false, true}) {
    CAPTURE(takes);
    Prompt p({"cargo bench one", "cargo bench one", "cargo bench one",
              "cargo build two", "ls"});
    // The user accepts a right ghost at its first key, or types it to its end.
    for (int i = 0; i < 30; ++i) {
      p.buffer.clear();
      p.Type("l");
      if (takes) {
        REQUIRE(p.Take(TakeUnit::kAll) == "s");
      } else {
        p.session.now_ms += 1000;
        p.Type("s");
      }
      p.ghost->Finish("ls");
      p.session.Run("ls");
    }
    p.buffer.clear();
    REQUIRE(p.Type("car") == "go bench one");
    std::string last;
    for (const char* key : {"g", "o", " ", "b"}) {
      p.session.now_ms += 1000;  // long enough to be read
      last = p.Type(key);
    }
    p.session.now_ms += 1000;
    CHECK(p.buffer == "cargo b");
    CHECK(last == (takes ? "uild two" : "ench one"));
    // A burst of keys skips no ghost.
    p.ghost->Finish("");
    p.buffer.clear();
    for (const char* key : {"car", "g", "o", " ", "b"}) last = p.Type(key);
    CHECK(last == "ench one");
  }
}

// Under load `git co fe` had no ghost until the next key, because the reader of
// git's aliases came too late for the key.
TEST_CASE("ghost: a budget that ran out is made good without a key") {
  Prompt p({"frob alpha", "ls"});
  p.session.engine->generators().RunCommands(
      [](std::string_view) { return std::nullopt; });
  p.buffer = "frob al";
  SuggestRequest request = p.session.Request(p.buffer);
  request.budget_us = 1;
  (void)p.ghost->Show(request);
  CHECK(p.ghost->IsIncomplete());
  const int fd = p.session.engine->runner().fd();
  REQUIRE(fd >= 0);
  (void)p.ghost->AskAgain(p.session.Request(p.buffer));
  CHECK(p.ghost->suffix() == "pha");
  CHECK(!p.ghost->IsIncomplete());
}

// Under load `git ch` kept the ghost of a branch that is not here: the list of
// branches had no time at the key, and the next keys did not ask.
TEST_CASE("ghost: what cannot be here goes when it is found out") {
  Prompt p(
      {"git checkout gone", "git checkout gone", "git checkout gone", "ls"});
  REQUIRE(p.Type("git ch") == "eckout gone");
  for (const char* name : {"HEAD", "refs/heads/main", "refs/heads/topic"}) {
    p.session.tree.Write(std::string("w/.git/") + name,
                         std::string(40, 'a') + "\n");
  }
  p.session.engine->generators().CommandRan();
  p.session.engine->suggester().ForgetPrompt();
  CHECK(p.ghost->AskAgain(p.session.Request(p.buffer)));
  CHECK(p.ghost->suffix() != "eckout gone");
}

}  // namespace synapse
