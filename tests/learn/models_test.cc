// Transitions, reused arguments, the word model and the mixture, over tables in
// memory.
#include <cmath>

#include "context/argument_kind.h"
#include "learn/reused_argument.h"
#include "learn/transition.h"
#include "learn/user_model.h"
#include "learn/word_model.h"
#include "store/bytes.h"
#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {
namespace {

LineContext After(const std::vector<std::string>& newest_first,
                  const std::string& directory = "/w") {
  LineContext context;
  for (const auto& text : newest_first) {
    context.previous.push_back(MakeLine(text));
  }
  context.directory = directory;
  return context;
}

double ProbabilityOf(const WordGuesses& guesses, std::string_view word) {
  for (const auto& g : guesses.words) {
    if (g.text == word) return g.probability;
  }
  return 0;
}

double ProbabilityOf(const std::vector<GeneratedLine>& lines,
                     std::string_view text) {
  for (const auto& l : lines) {
    if (l.text == text) return l.probability;
  }
  return 0;
}

}  // namespace

TEST_CASE(
    "transition: what followed is found after one, two, its like, in "
    "the directory") {
  MemoryKv kv;
  Line next = MakeLine("git commit");
  for (int i = 0; i < 3; ++i) {
    REQUIRE(LearnTransitions(kv, After({"vim a.cc", "cd src"}), next).ok());
  }
  auto weights = [&](const LineContext& context) {
    TransitionTables t = ReadTransitions(kv, context);
    std::vector<bool> known;
    for (const auto& row : t.rows) known.push_back(row.WeightOf(next.id) > 0);
    return known;
  };
  using Known = std::vector<bool>;  // two, one, template, skip, directory
  CHECK(weights(After({"vim a.cc", "cd src"})) ==
        Known{true, true, true, true, true});
  CHECK(weights(After({"vim a.cc"}, "/o")) ==
        Known{false, true, true, false, false});
  CHECK(weights(After({"vim b.cc"}, "/o")) ==
        Known{false, false, true, false, false});
  CHECK(weights(After({"x", "cd src"}, "/o")) ==
        Known{false, false, false, true, false});
  CHECK(weights(After({}, "/w")) == Known{false, false, false, false, true});
  CHECK(ReadTransitions(kv, After({"vim z"}))
            .stems.WeightOf(MakeLine("git x").stem_id()) > 0);
}

TEST_CASE("transition: frequency counts runs, exits and times") {
  MemoryKv kv;
  UserModel model;
  Line line = MakeLine("make");
  int exits[] = {0, 2, -1};
  for (int exit : exits) {
    ++model.tick;
    REQUIRE(LearnFrequency(kv, model, line, {1000 * exit + 5000, exit}).ok());
  }
  auto stat = ReadStat(kv, line.id);
  REQUIRE(stat);
  CHECK(stat->count == 3);
  CHECK(stat->successes == 1);
  CHECK(stat->failures == 1);
  CHECK(stat->last_exit == -1);
  CHECK(stat->first_ms == 5000);
  CHECK(stat->last_ms == 7000);
  CHECK(AgeOf(model, *stat) == 1);
  model.tick += 9;
  CHECK(AgeOf(model, *stat) == 10);
  auto p = ForeseenOf(TransitionTables(), model, line.id, *stat).experts;
  for (double e : p) CHECK((e >= 0 && e <= 1));
  CHECK(p[5] > 0);
  CHECK(p[6] > 0);
}

TEST_CASE(
    "transition: in the repository and on its branch, where there is one") {
  MemoryKv kv;
  UserModel model;
  auto on = [](const std::string& root, const std::string& branch) {
    LineContext context = After({}, root + "/src");
    context.repository = root;
    context.branch = branch;
    return context;
  };
  auto learn = [&](const LineContext& context, const std::string& text) {
    Line line = MakeLine(text);
    ++model.tick;
    auto stat = LearnFrequency(kv, model, line, {});
    REQUIRE(stat.ok());
    const TransitionTables tables = ReadTransitions(kv, context);
    UpdateMixture(tables, ForeseenOf(tables, model, line.id, *stat), model);
    REQUIRE(LearnTransitions(kv, context, line).ok());
  };
  const LineContext main = on("/w/shop", "main"), fix = on("/w/shop", "fix");
  const double before = model.locations[1];
  for (int i = 0; i < 20; ++i) {
    learn(main, "make release");
    learn(fix, "make test");
  }
  // Only the branch separates the two lines here.
  CHECK(model.locations[1] > before);
  CHECK(model.locations[0] + model.locations[1] < 1);
  auto likelihood = [&](const LineContext& context, const std::string& text) {
    Line line = MakeLine(text);
    const TransitionTables tables = ReadTransitions(kv, context);
    return MixtureOf(
        tables, model,
        ForeseenOf(tables, model, line.id, *ReadStat(kv, line.id)));
  };
  CHECK(likelihood(fix, "make test") > likelihood(fix, "make release"));
  CHECK(likelihood(main, "make release") > likelihood(main, "make test"));
  // A new branch uses the tables of its repository. Another repository uses
  // neither, and nor does a directory outside of any.
  LineContext fresh = on("/w/shop", "fresh"), other = on("/w/site", "main");
  CHECK(likelihood(fresh, "make test") > likelihood(other, "make test"));
  LineContext outside = After({}, "/w/shop/src");
  CHECK(ReadTransitions(kv, outside).locations[0].empty());
  CHECK(ReadTransitions(kv, other).locations[1].empty());
}

TEST_CASE("transition: one repository teaches the same directory of the next") {
  MemoryKv kv;
  auto at = [](const std::string& directory, const std::string& root) {
    LineContext context = After({}, directory);
    context.repository = root;
    return context;
  };
  const Line dev = MakeLine("npm run dev");
  REQUIRE(LearnTransitions(kv, at("/w/shop/web", "/w/shop"), dev).ok());
  auto knows = [&](const LineContext& context) {
    return ReadTransitions(kv, context).locations[2].WeightOf(dev.id) > 0;
  };
  CHECK(knows(at("/w/site/web", "/w/site")));
  CHECK_FALSE(knows(at("/w/site/api", "/w/site")));
  CHECK_FALSE(knows(at("/w/site", "/w/site")));
  // Outside of repositories the name of the directory counts, and only there.
  CHECK_FALSE(knows(at("/tmp/web", "")));
  REQUIRE(LearnTransitions(kv, at("/srv/a/logs", ""), dev).ok());
  CHECK(knows(at("/srv/b/logs", "")));
}

TEST_CASE(
    "transition: who repeats a command after a failure is known by command") {
  MemoryKv kv;
  auto after = [](const std::string& text, bool failed) {
    LineContext context = After({text}, "/w");
    context.after_failure = failed;
    return context;
  };
  auto learn = [&](const std::string& before, bool failed,
                   const std::string& next) {
    REQUIRE(LearnTransitions(kv, after(before, failed), MakeLine(next)).ok());
  };
  for (int i = 0; i < 10; ++i) {
    learn("make test", true, "make test");
    learn("make test", false, "git push");
    learn("gti", true, "git status");
  }
  auto chance = [&](const std::string& before, bool failed) {
    return ChanceOf(ReadTransitions(kv, after(before, failed)),
                    Repetition::kSame);
  };
  CHECK(chance("make test", true) > 0.7);
  CHECK(chance("make test", false) < 0.2);
  CHECK(chance("gti", true) < 0.3);
  // An unknown command has the average of all commands.
  const double other = chance("cargo test", true);
  CHECK(other > chance("gti", true));
  CHECK(other < chance("make test", true));
  double sum = 0;
  for (Repetition r :
       {Repetition::kSame, Repetition::kSameCommand, Repetition::kOther}) {
    sum += ChanceOf(ReadTransitions(kv, after("make test", true)), r);
  }
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("model: read back, and hostile bytes give the defaults") {
  MemoryKv kv;
  UserModel model;
  model.novelty = 0.25;
  model.tick = 42;
  model.mix[3] = 0.9;
  REQUIRE(WriteModel(kv, model).ok());
  UserModel back = ReadModel(kv);
  CHECK(back.novelty == 0.25);
  CHECK(back.tick == 42);
  CHECK(back.mix[3] == 0.9);
  REQUIRE(kv.Put(Table::kMeta, "model", "short").ok());
  CHECK(ReadModel(kv).novelty == 0.5);
  model.mix[0] = NAN;
  REQUIRE(WriteModel(kv, model).ok());
  CHECK(ReadModel(kv).mix[0] == doctest::Approx(1.0 / kExperts));
}

TEST_CASE("reused argument: it is put into the next line") {
  MemoryKv kv;
  for (const char* name : {"one", "two", "three"}) {
    std::string n = name;
    REQUIRE(LearnReusedArguments(kv, After({"mkdir " + n}), MakeLine("cd " + n))
                .ok());
  }
  auto made = GenerateLines(kv, After({"mkdir fresh"}));
  CHECK(ProbabilityOf(made, "cd fresh") > 0.3);
  CHECK(GenerateLines(kv, After({"rmdir fresh"})).empty());
  CHECK(ReadReuse(kv, "cd").rate() > 0.3);
  CHECK(ReadReuse(kv, "never").rate() == doctest::Approx(0.075));
}

TEST_CASE(
    "reused argument: in another form: without a slash, its base name, without "
    "extension, with the next number, with another extension") {
  struct {
    std::string before, after, fresh, wanted;
  } const kCases[] = {
      {"mkdir aa/", "cd aa", "mkdir bb/", "cd bb"},
      {"vim src/aa.py", "python aa.py", "vim src/bb.py", "python bb.py"},
      {"gcc -o x aa.c", "./aa", "gcc -o x bb.c", ""},  // no argument
      {"unzip aa.zip", "cd aa", "unzip bb.zip", "cd bb"},
      {"git tag v1.2", "git tag v1.3", "git tag v1.9", "git tag v1.10"},
      {"vim ch09.tex", "vim ch10.tex", "vim ch10.tex", "vim ch11.tex"},
      {"vim src/a.cc", "vim src/a.h", "vim lib/b.cc", "vim lib/b.h"},
      {"latex aa.tex", "xdvi aa.dvi", "latex bb.tex", "xdvi bb.dvi"},
      {"vim a.cc", "vim a.d/x", "vim b.cc", ""},  // not a file beside it
      {"cat a.txt", "cat a.txt | wc", "cat b.txt", "cat b.txt | wc"},
      {"vim a.sh", "sh a.sh; ls", "vim b.sh", "sh b.sh; ls"},
      {"tar xf aa.tar; ls", "cd aa", "tar xf bb.tar; ls", "cd bb"},
  };
  for (const auto& c : kCases) {
    INFO(c.before);
    MemoryKv kv;
    for (int i = 0; i < 3; ++i) {
      REQUIRE(
          LearnReusedArguments(kv, After({c.before}), MakeLine(c.after)).ok());
    }
    auto made = GenerateLines(kv, After({c.fresh}));
    if (c.wanted.empty()) {
      CHECK(made.empty());
    } else {
      CHECK(ProbabilityOf(made, c.wanted) > 0);
    }
  }
}

TEST_CASE("reused argument: the name of a subcommand is none") {
  SpecStore specs({testing::SourceFile("specs")});
  const ArgumentTypeFinder types = [&](std::span<const std::string> words) {
    return ArgumentTypeAfter(specs, words);
  };
  auto after = [&](const char* line) {
    LineContext context;
    context.previous.push_back(MakeLine(line, types));
    return context;
  };
  MemoryKv kv;
  for (int i = 0; i < 3; ++i) {
    REQUIRE(LearnReusedArguments(kv, after("git commit -m 1"),
                                 MakeLine("git commit -m 2", types))
                .ok());
  }
  CHECK(GenerateLines(kv, after("git status")).empty());
  CHECK(ReadReuse(kv, "git").rate() < 0.1);
}

TEST_CASE("reused argument: what is not reused takes its share") {
  MemoryKv kv;
  REQUIRE(
      LearnReusedArguments(kv, After({"mkdir aa"}), MakeLine("cd aa")).ok());
  double alone = ProbabilityOf(GenerateLines(kv, After({"mkdir zz"})), "cd zz");
  for (int i = 0; i < 5; ++i) {
    REQUIRE(
        LearnReusedArguments(kv, After({"mkdir aa"}), MakeLine("ls -l")).ok());
  }
  CHECK(ProbabilityOf(GenerateLines(kv, After({"mkdir zz"})), "cd zz") < alone);
}

TEST_CASE(
    "word_model: words of the same context, and what is unseen, sum to one") {
  MemoryKv kv;
  LineContext none = After({});
  for (const char* line : {"git checkout main", "git checkout main",
                           "git checkout dev", "git status"}) {
    REQUIRE(LearnWords(kv, none, SplitWords(line)).ok());
  }
  for (std::string left :
       {"", "git ", "git checkout ", "git status ", "git new ", "cargo "}) {
    INFO(left);
    WordGuesses g = GuessWords(kv, none, SplitOpen(left).context, "");
    double sum = g.unseen;
    for (const auto& w : g.words) {
      CHECK(w.probability > 0);
      sum += w.probability;
    }
    CHECK(sum == doctest::Approx(1));
  }
  WordGuesses g = GuessWords(kv, none, SplitOpen("git checkout ").context, "");
  REQUIRE(!g.words.empty());
  CHECK(g.words[0].text == "main");
  CHECK(ProbabilityOf(g, "main") > ProbabilityOf(g, "dev"));
  WordGuesses d = GuessWords(kv, none, SplitOpen("git checkout ").context, "d");
  REQUIRE(d.words.size() == 1);
  CHECK(d.words[0].text == "dev");
  CHECK(d.words[0].probability == doctest::Approx(ProbabilityOf(g, "dev")));
}

TEST_CASE("word_model: words used in this repository come first") {
  MemoryKv kv;
  LineContext shop = After({}), site = After({});
  shop.directory = "/w/shop/src";
  shop.repository = "/w/shop";
  site.directory = "/w/site";
  for (int i = 0; i < 3; ++i) {
    REQUIRE(LearnWords(kv, site, SplitWords("git checkout gh-pages")).ok());
  }
  REQUIRE(LearnWords(kv, shop, SplitWords("git checkout develop")).ok());
  auto first = [&](const LineContext& context) {
    WordGuesses g =
        GuessWords(kv, context, SplitOpen("git checkout ").context, "");
    return g.words.empty() ? "" : g.words[0].text;
  };
  CHECK(first(shop) == "develop");
  CHECK(first(site) == "gh-pages");
  // Another directory of the repository is the same context; elsewhere the most
  // used word leads.
  shop.directory = "/w/shop";
  CHECK(first(shop) == "develop");
  CHECK(first(After({})) == "gh-pages");
}

TEST_CASE("word_model: a value is known wherever a value of its kind stands") {
  MemoryKv kv;
  LineContext none = After({});
  ArgumentTypeFinder types = [](std::span<const std::string> words) {
    bool host = words.size() == 1 && (words[0] == "ssh" || words[0] == "ping");
    return ArgumentType{.kind = host ? "host" : ""};
  };
  REQUIRE(LearnWords(kv, none, SplitWords("ssh web1 uptime", types)).ok());
  REQUIRE(LearnWords(kv, none, SplitWords("ssh -v web1", types)).ok());
  auto at = [&](const LineContext& context, const std::string& left) {
    return GuessWords(kv, context, SplitOpen(left, types).context, "");
  };
  CHECK(ProbabilityOf(at(none, "ping "), "web1") > 0.1);
  CHECK(ProbabilityOf(at(none, "ping "), "uptime") == 0);
  CHECK(ProbabilityOf(at(none, "ping "), "-v") == 0);
  CHECK(ProbabilityOf(at(none, "ping "), kEndOfLine) == 0);
  CHECK(ProbabilityOf(at(none, "nmap "), "web1") == 0);

  // Words of this session come first, then those of the repository, then all.
  LineContext here = After({}), session = After({});
  here.directory = session.directory = "/w/shop";
  REQUIRE(LearnWords(kv, here, SplitWords("ssh shop-db", types)).ok());
  for (int i = 0; i < 3; ++i) {
    REQUIRE(LearnWords(kv, none, SplitWords("ssh web1", types)).ok());
  }
  REQUIRE(at(none, "ping ").words.size() == 2);
  CHECK(at(none, "ping ").words[0].text == "web1");
  CHECK(at(here, "ping ").words[0].text == "shop-db");
  session.session_values = {{{.kind = "branch"}, "main"},
                            {{.kind = "host"}, "web1"}};
  WordGuesses guesses = at(session, "ping ");
  CHECK(guesses.words[0].text == "web1");
  CHECK(ProbabilityOf(guesses, "main") == 0);
  double sum = guesses.unseen;
  for (const WordGuess& word : guesses.words) sum += word.probability;
  CHECK(sum == doctest::Approx(1));
}

// After `scp web:a .` the list of `ssh ` had the hosts by the alphabet.
TEST_CASE("word_model: a host is known by `web:` as well as by `web`") {
  MemoryKv kv;
  LineContext none = After({});
  ArgumentTypeFinder types = [](std::span<const std::string> words) {
    return ArgumentType{.kind = words[0] == "ssh" ? "host" : "",
                        .begins_with = words[0] == "scp" ? "host" : ""};
  };
  for (const char* line : {"scp web:a.txt .", "scp b/x:y ./c", "ssh db",
                           "ssh db", "ssh db", "scp me@old:x .", "scp 'q:r' .",
                           "scp web:b.txt d", "scp web:b.txt d"}) {
    REQUIRE(LearnWords(kv, none, SplitWords(line, types)).ok());
  }
  const auto at = [&](const LineContext& context, const std::string& left) {
    return GuessWords(kv, context, SplitOpen(left, types).context, "");
  };
  struct Row {
    const char* left;
    const char* word;
    bool known;
  };
  for (const Row& row : {Row{"ssh ", "web", true},
                         {"ssh ", "web:", false},
                         {"ssh ", "web:a.txt", false},
                         {"ssh ", "me@old", true},
                         {"ssh ", "b/x", false},
                         {"ssh ", "'q", false},
                         {"ssh ", ".", false},
                         {"scp a ", "db:", true},
                         {"scp a ", "db", false},
                         {"scp a ", "web:", true}}) {
    CAPTURE(std::string(row.left));
    CAPTURE(std::string(row.word));
    CHECK((ProbabilityOf(at(none, row.left), row.word) > 0) == row.known);
  }
}

TEST_CASE("word_model: behind an unknown word it falls back to the command") {
  MemoryKv kv;
  LineContext none = After({});
  REQUIRE(LearnWords(kv, none, SplitWords("docker run -it debian")).ok());
  WordGuesses g =
      GuessWords(kv, none, SplitOpen("docker run --rm ").context, "");
  CHECK(ProbabilityOf(g, "debian") > 0);
  CHECK(
      GuessWords(kv, none, SplitOpen("podman run ").context, "").words.empty());
}

// `i` had the ghost ` in 1 2`: the word behind `for` was learned as a command.
TEST_CASE("word_model: the name behind for is no command") {
  MemoryKv kv;
  LineContext none = After({});
  REQUIRE(LearnWords(kv, none, SplitWords("for i in 1 2; do ls; done")).ok());
  REQUIRE(LearnWords(kv, none, SplitWords("case x in a) ls ;; esac")).ok());
  auto at = [&](const std::string& left) {
    return GuessWords(kv, none, SplitOpen(left).context, "");
  };
  CHECK(ProbabilityOf(at(""), "for") > 0);
  CHECK(ProbabilityOf(at("sudo "), "i") == 0);
  CHECK(ProbabilityOf(at("sudo "), "x") == 0);
  CHECK(ProbabilityOf(at("i "), "in") == 0);
  CHECK(ProbabilityOf(at("for "), "i") > 0);
  CHECK(ProbabilityOf(at("for j "), "in") > 0);
}

// `wc -` had the ghost `l $f` in a shell without a variable f.
TEST_CASE("word_model: a variable of a loop is known in the loop only") {
  MemoryKv kv;
  LineContext none = After({});
  for (const char* line :
       {"for f in *.c; do wc -l $f; done", "x=1; y=2; cp $x ${y%.c} $z",
        "while read name; do rm \"$name\"; done"}) {
    REQUIRE(LearnWords(kv, none, SplitWords(line)).ok());
  }
  auto chance = [&](const std::string& left, const std::string& word) {
    return ProbabilityOf(GuessWords(kv, none, SplitOpen(left).context, ""),
                         word);
  };
  CHECK(chance("for f in *.c; do wc -l ", "$f") > 0.1);
  CHECK(chance("wc ", "-l") > 0);
  CHECK(chance("wc -l ", "$f") == 0);
  CHECK(chance("cp ", "$x") == 0);
  CHECK(chance("cp a ", "${y%.c}") == 0);
  CHECK(chance("cp a b ", "$z") > 0);
  CHECK(chance("rm ", "\"$name\"") == 0);
}

// The two tools name things of two lists.
TEST_CASE("word_model: a package of npx is none of npm uninstall") {
  MemoryKv kv;
  LineContext none = After({});
  ArgumentTypeFinder types = [](std::span<const std::string>) {
    return ArgumentType{.kind = "package"};
  };
  REQUIRE(LearnWords(kv, none, SplitWords("npx create-app", types)).ok());
  auto seen_here = [&](const std::string& left) {
    const WordGuesses guesses =
        GuessWords(kv, none, SplitOpen(left, types).context, "create");
    return guesses.words.size() == 1 && guesses.words[0].seen_here();
  };
  CHECK(seen_here("npx "));
  CHECK_FALSE(seen_here("yarn "));
}

// `docker stop web` was continued by the `bash` of docker exec.
TEST_CASE("word_model: the command of docker exec is no container") {
  MemoryKv kv;
  LineContext none = After({});
  ArgumentTypeFinder types = [](std::span<const std::string> words) {
    const bool is_container =
        words.size() == 2 || (words.size() > 2 && words[1] == "stop");
    return ArgumentType{.kind = is_container ? "container" : ""};
  };
  REQUIRE(LearnWords(kv, none, SplitWords("docker exec web bash", types)).ok());
  auto seen_here = [&](const std::string& left) {
    const WordGuesses guesses =
        GuessWords(kv, none, SplitOpen(left, types).context, "bash");
    return guesses.words.size() == 1 && guesses.words[0].seen_here();
  };
  CHECK_FALSE(seen_here("docker stop web "));
  CHECK(seen_here("docker run web "));
}

TEST_CASE("word_model: after a pipe, what was piped into") {
  MemoryKv kv;
  LineContext none = After({});
  REQUIRE(LearnWords(kv, none, SplitWords("cat x | grep y")).ok());
  CHECK(ProbabilityOf(GuessWords(kv, none, SplitOpen("cat z | ").context, ""),
                      "grep") > 0);
  // A command at the start of a line is another context.
  CHECK(ProbabilityOf(GuessWords(kv, none, SplitOpen("").context, ""),
                      "grep") == 0);
}

}  // namespace synapse
