#include "rank/merge.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "effect/risk.h"
#include "rank/next_word.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::SourceFile;

// One for all tests: a spec is loaded once.
SpecStore& Specs() {
  static SpecStore specs({SourceFile("specs")});
  return specs;
}

// The whole input of Merge, made by hand.
struct MergeSetup {
  SpecStore& specs = Specs();
  CompletionContext context;
  std::deque<PoolLine> pool;
  RankedLines lines;
  WordGuesses words;
  std::vector<Candidate> candidates;
  std::deque<std::string> recent_lines, recent_arguments;
  LineContext previous;
  Factors factors;
  ReuseRate reuse;

  explicit MergeSetup(const std::string& buffer)
      : context(BuildContext(buffer, buffer.size(), specs, nullptr)) {}

  void Line(const std::string& text, double probability) {
    PoolLine line;
    line.text = text;
    line.id = IdOf(text);
    line.stat.count = 1;
    pool.push_back(line);
    lines.lines.push_back({&pool.back(), probability});
    lines.novel -= probability;
  }
  void Word(const std::string& text, SourceId source, double score) {
    Candidate c;
    c.text = text;
    c.word = text.substr(text.rfind(' ') + 1);
    c.evidence.push_back({source, score, "because"});
    candidates.push_back(c);
  }
  std::vector<Suggestion> Run(size_t limit = 10) {
    static const AliasLookup kNoAlias;
    RiskJudge risk(specs, kNoAlias);
    Judge judge({.risk = &risk});
    judge.SetFactors(factors);
    MergeInput in{.context = context,
                  .lines = lines,
                  .words = words,
                  .raw_partial = context.partial,
                  .candidates = candidates,
                  .recent_lines = recent_lines,
                  .recent_arguments = recent_arguments,
                  .previous = previous,
                  .judge = judge,
                  .reuse = reuse};
    auto out = Merge(in, limit);
    for (const Suggestion& s : out) {
      CHECK(s.score >= 0);
      CHECK(s.score <= 1);
      CHECK(s.confidence >= 0);
      CHECK(s.confidence <= 1);
      CHECK(s.text.size() > context.cursor);
    }
    return out;
  }
};

std::string Bytes(const std::vector<Suggestion>& all) {
  std::string out;
  for (const Suggestion& s : all) {
    out += s.text + "|" + s.source + "|" + std::to_string(s.score) + "|" +
           std::to_string(s.confidence) + "\n";
    for (const Evidence& e : s.evidence) out += "  " + ReasonOf(e) + "\n";
  }
  return out;
}

bool Knows(const Suggestion& s, SourceId source) {
  return std::any_of(s.evidence.begin(), s.evidence.end(),
                     [&](const Evidence& e) { return e.source == source; });
}

}  // namespace

// `swift ` had `swift build/` where that directory is, and Tab wrote it.
TEST_CASE("merge: a subcommand is no directory of its name") {
  for (const bool file_first : {true, false}) {
    MergeSetup setup("swift ");
    if (file_first) setup.Word("swift build/", SourceId::kFilesystem, 0.5);
    setup.Word("swift build", SourceId::kSpec, 0.8);
    if (!file_first) setup.Word("swift build/", SourceId::kFilesystem, 0.5);
    const auto rows = setup.Run();
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].text == "swift build");
  }
  // A branch that a generator found may be a directory too.
  MergeSetup setup("git checkout ");
  setup.Word("git checkout docs", SourceId::kSpec, 0.8);
  setup.candidates.back().evidence[0].is_found = true;
  setup.Word("git checkout docs/", SourceId::kFilesystem, 0.5);
  const auto rows = setup.Run();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].text == "git checkout docs/");
}

// `pg_dump` had the ghost pg_dumpall, and `go` had gold.
TEST_CASE("merge: a whole word is not the half of one that was never used") {
  const auto is_asked = [](bool whole, bool learned) {
    MergeSetup setup("pg_dump");
    if (whole) setup.Word("pg_dump", SourceId::kSpec, 0.5);
    setup.Word("pg_dumpall", SourceId::kSpec, 0.5);
    if (learned) setup.Line("pg_dumpall -U app", 0.2);
    return setup.Run().at(0).asked_only;
  };
  CHECK(is_asked(true, false));
  CHECK_FALSE(is_asked(false, false));
  CHECK_FALSE(is_asked(true, true));
}

TEST_CASE("merge: a misspelt word of lines that failed is left out") {
  struct Case {
    const char *typed, *failed, *known;
    bool listed;
  };
  for (const Case& c : {
           Case{"ssh b", "ssh bastoin", "ssh bastion", false},
           {"ssh ", "ssh bastoin uptime", "ssh bastion", false},
           {"cabal b", "cabal biuld", "cabal build", false},
           {"mix t", "mix tset", "mix test", false},
           {"ssh b", "ssh bastoin", "ssh build-01", true},
           {"ssh w", "ssh web2", "ssh web1", true},
           {"git re", "git remote add origni x", "git remote", true},
       }) {
    MergeSetup in(c.typed);
    in.Line(c.failed, 0.01);
    in.pool.back().failed_each_time = true;
    in.Word(c.known, SourceId::kSpec, 0.5);
    const auto out = in.Run();
    const auto is_failed = [&](const Suggestion& s) {
      return s.text == c.failed;
    };
    INFO(c.failed);
    CHECK(std::any_of(out.begin(), out.end(), is_failed) == c.listed);
    CHECK(std::any_of(out.begin(), out.end(), [&](const Suggestion& s) {
      return s.text.starts_with(c.known);
    }));
  }
}

// `http get h` had a correction with the chance 1: nothing else began so.
TEST_CASE("merge: a correction has its share, also as the only word") {
  MergeSetup in("http get h");
  in.Word("http get https://example.org", SourceId::kTypo, 0.4);
  const auto out = in.Run();
  REQUIRE(out.size() == 1);
  CHECK(out[0].score == doctest::Approx(0.4));
  CHECK(out[0].confidence == doctest::Approx(0.4));
}

TEST_CASE(
    "merge: lines that differ in blanks or quotes alone are listed once") {
  MergeSetup in("");
  in.Line("grep -rn 'todo' src", 0.3);
  in.Line("grep -rn \"todo\" src/", 0.2);
  in.Line("grep  -rn todo src", 0.1);
  in.Line("grep -rn 'to do' src", 0.05);
  in.Line("grep -rn to do src", 0.04);
  in.Line("echo '$HOME'", 0.03);
  in.Line("echo \"$HOME\"", 0.02);
  in.Line("echo '|' x", 0.01);
  in.Line("echo | x", 0.005);
  std::vector<std::string> texts;
  for (const Suggestion& s : in.Run(20)) texts.push_back(s.text);
  CHECK(texts ==
        std::vector<std::string>{"grep -rn 'todo' src", "grep -rn 'to do' src",
                                 "grep -rn to do src", "echo '$HOME'",
                                 "echo \"$HOME\"", "echo '|' x", "echo | x"});
}

TEST_CASE("merge: a message that was written once is not shown again") {
  struct Case {
    const char* typed;
    uint32_t runs;
    const char* line;
    const char* shown;
  };
  for (const Case& c : {
           Case{"git c", 1, "git commit -m \"first\"", "git commit -m \"\""},
           Case{"git c", 1, "git commit -am 'a b'", "git commit -am ''"},
           Case{"git c", 2, "git commit -m \"wip\"", "git commit -m \"wip\""},
           Case{"git commit -m \"f", 1, "git commit -m \"first\"",
                "git commit -m \"first\""},
           Case{"git commit -m \"", 1, "git commit -m \"first\"", ""},
           Case{"git commit -m \"", 2, "git commit -m \"wip\"",
                "git commit -m \"wip\""},
           Case{"git l", 1, "git log --grep \"x y\"", "git log --grep \"x y\""},
           Case{"", 1, "git commit -m \"first\"", "git commit -m \"\""},
       }) {
    CAPTURE(std::string(c.typed));
    MergeSetup in(c.typed);
    in.Line(c.line, 0.3);
    in.pool.back().stat.count = in.pool.back().stat.successes = c.runs;
    auto out = in.Run();
    CHECK((out.empty() ? "" : out[0].text) == c.shown);
  }
}

TEST_CASE(
    "merge: arguments of the line before are reused, directories are not") {
  MergeSetup in("make ");
  in.previous.previous.push_back(MakeLine("cd .. other"));
  auto out = in.Run();
  REQUIRE(out.size() == 1);
  CHECK(out[0].text == "make other");
}

TEST_CASE("merge: a command behind an operator stands apart from it") {
  for (const char* typed : {"cat x |", "cat x &&", "cat x;"}) {
    CAPTURE(std::string(typed));
    MergeSetup in(typed);
    in.Word(std::string(typed) + "head", SourceId::kPopular, 0.9);
    in.Line(std::string(typed) + " head", 0.1);  // the same text
    auto out = in.Run();
    REQUIRE(out.size() == 1);
    CHECK(out[0].text == std::string(typed) + " head");
  }
  MergeSetup begun("cat x |h");
  begun.Word("cat x |head", SourceId::kPopular, 0.9);
  CHECK(begun.Run()[0].text == "cat x |head");
}

TEST_CASE("merge: src and src/ are one, with all the evidence") {
  MergeSetup in("cd s");
  in.Line("cd src", 0.3);
  in.Word("cd src/", SourceId::kFilesystem, 0.7);
  in.Word("cd scripts/", SourceId::kFilesystem, 0.7);
  auto out = in.Run();
  REQUIRE(out.size() == 2);
  CHECK(out[0].text == "cd src/");
  CHECK(Knows(out[0], SourceId::kFilesystem));
  CHECK(Knows(out[0], SourceId::kHistory));
  CHECK(out[1].text == "cd scripts/");
}

TEST_CASE("merge: two sources that know a word are worth more than one") {
  MergeSetup in("make t");
  in.Word("make test", SourceId::kSpec, 0.6);
  in.Word("make test", SourceId::kProject, 0.6);
  in.Word("make tidy", SourceId::kSpec, 0.6);
  auto out = in.Run();
  REQUIRE(out.size() == 2);
  CHECK(out[0].text == "make test");
  CHECK(Knows(out[0], SourceId::kSpec));
  CHECK(Knows(out[0], SourceId::kProject));
  CHECK(out[0].score > out[1].score);
}

TEST_CASE("merge: the order of the candidates does not matter, to the byte") {
  uint64_t seed = testing::RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  MergeSetup in("git ");
  in.Line("git status", 0.2);
  in.Line("git push", 0.2);
  in.Line("git commit -m x", 0.1);
  for (const char* w :
       {"status", "push", "pull", "add", "log", "commit", "diff", "fetch"}) {
    // The scores are equal: the text must decide.
    in.Word("git " + std::string(w), SourceId::kSpec, 0.5);
    in.Word("git " + std::string(w), SourceId::kProject, 0.5);
  }
  in.recent_lines = {"git status", "ls"};
  std::string first = Bytes(in.Run());
  CHECK(Bytes(in.Run()) == first);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(in.candidates.begin(), in.candidates.end(), random);
    auto again = in.Run();
    std::string texts, wanted;
    // Reasons may be in the order of their sources.
    for (const auto& s : again) texts += s.text + std::to_string(s.score);
    for (const auto& s : in.Run()) wanted += s.text + std::to_string(s.score);
    CHECK(texts == wanted);
    CHECK(again.size() == 8);
  }
}

TEST_CASE("merge: scores that are out of range are clamped") {
  MergeSetup in("cd s");
  in.Word("cd src/", SourceId::kFilesystem, 1e9);
  in.Word("cd sub/", SourceId::kFilesystem, -5);
  auto out = in.Run();
  REQUIRE(!out.empty());
  CHECK(out[0].text == "cd src/");
  for (const auto& s : out) {
    for (const Evidence& e : s.evidence) {
      CHECK(e.score >= 0);
      CHECK(e.score <= 1);
    }
  }
}

// Each finding reduces the score, and does not without its factor.
TEST_CASE("merge: scores with the reduction of a finding and without it") {
  struct Case {
    Finding finding;
    const char* buffer;
    std::function<void(MergeSetup&)> fill;
    const char* text;
  };
  const Case cases[] = {
      {Finding::kUseless, "ca",
       [](MergeSetup& in) {
         in.Word("cargo", SourceId::kSpec, 0.9);
         in.candidates[0].finding = Finding::kUseless;
       },
       "cargo"},
      {Finding::kDuplicate, "ec",
       [](MergeSetup& in) {
         in.Line("echo  a", 0.4);
         in.Line("echo a", 0.3);
       },
       "echo a"},
      {Finding::kReusedDirectory, "ls ",
       [](MergeSetup& in) {
         in.previous.previous.push_back(MakeLine("cd .."));
         in.reuse = {0.5, 1};
       },
       "ls .."},
  };
  for (const Case& c : cases) {
    INFO(RowOf(c.finding).name);
    MergeSetup with(c.buffer), without(c.buffer);
    c.fill(with);
    c.fill(without);
    without.factors.findings[static_cast<size_t>(c.finding)] = 0;
    auto is_there = [&](const std::vector<Suggestion>& all) {
      return std::any_of(all.begin(), all.end(),
                         [&](const auto& s) { return s.text == c.text; });
    };
    CHECK(!is_there(with.Run()));
    CHECK(is_there(without.Run()));
  }
}

TEST_CASE("merge: the first words of a line come behind a line that was run") {
  struct Case {
    Finding finding;
    const char* text;
  };
  for (const Case& c : {Case{Finding::kBareWord, "make"},
                        Case{Finding::kFirstWords, "git status"}}) {
    INFO(RowOf(c.finding).name);
    auto run = [&](double factor) {
      MergeSetup in("");
      in.Line("ls src", 0.25);
      in.Word(c.text, SourceId::kSpec, 1);
      in.factors.findings[static_cast<size_t>(c.finding)] = factor;
      return in.Run();
    };
    const auto with = run(1), without = run(0);
    REQUIRE(with.size() == 2);
    REQUIRE(without.size() == 2);
    CHECK(with[0].text == "ls src");
    CHECK(without[0].text == c.text);
    CHECK(with[1].score < without[0].score);
    REQUIRE(with[1].verdicts.size() == 1);
    CHECK(with[1].verdicts[0].name == std::string_view(RowOf(c.finding).name));
    CHECK(with[1].verdicts[0].kept == RowOf(c.finding).kept);
  }
}

TEST_CASE("merge: a risky text has a label and a lower score") {
  MergeSetup safe("git "), risky("git ");
  safe.Line("git push origin", 0.4);
  risky.Line("git push --force", 0.4);
  auto a = safe.Run(), b = risky.Run();
  REQUIRE(!a.empty());
  REQUIRE(!b.empty());
  CHECK(!a[0].risk.any());
  CHECK(b[0].risk.why == "rewrites the remote's history");
  CHECK(b[0].score < a[0].score);
}

TEST_CASE("merge: at most as many suggestions as requested, none twice") {
  MergeSetup in("git ");
  for (int i = 0; i < 50; ++i) {
    in.Word("git w" + std::to_string(i), SourceId::kSpec, 0.5);
  }
  in.Line("git w1", 0.2);
  CHECK(in.Run(5).size() == 5);
  auto all = in.Run(100);
  std::vector<std::string> texts;
  for (const auto& s : all) texts.push_back(s.text);
  std::sort(texts.begin(), texts.end());
  CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  CHECK(MergeSetup("git ").Run(5).empty());
}

TEST_CASE("merge: the text right of the cursor stays") {
  MergeSetup in("git  main");
  in.context = BuildContext("git  main", 4, in.specs, nullptr);
  Candidate c;
  c.text = "git checkout main";
  c.word = "checkout";
  c.evidence.push_back({SourceId::kSpec, 0.5, ""});
  in.candidates.push_back(c);
  c.text = "git checkout main";
  auto out = in.Run();
  REQUIRE(out.size() == 1);
  CHECK(out[0].text == "git checkout main");
}

TEST_CASE("merge: recency is exp(-0.3 i), and lifts the pattern as well") {
  std::deque<std::string> recent = {"ls -l", "vim x", "cargo test", "make"};
  CHECK(Recency(recent).Of("ls -l") == doctest::Approx(1));
  CHECK(Recency(recent).Of("cargo test") == doctest::Approx(std::exp(-0.6)));
  // Another subcommand of the same command gets half of the lift.
  CHECK(Recency(recent).Of("cargo build") ==
        doctest::Approx(std::exp(-0.6) / 2));
  CHECK(Recency(recent).Of("make") == doctest::Approx(std::exp(-0.9)));
  CHECK(Recency(recent).Of("git status") == 0);
  CHECK(Recency({}).Of("cargo") == 0);
  std::deque<std::string> far(20, "other");
  far.push_back("cargo test");
  CHECK(Recency(far).Of("cargo test") == 0);
}

// The formula of merge.h, for inputs with no other effect: no findings, no
// recency, and lines of one word more than the buffer.
TEST_CASE("merge: a plain implementation gives the same scores") {
  std::mt19937 random(11);
  auto chance = [&] { return static_cast<double>(1 + random() % 1000) / 1000; };
  const std::vector<std::string> vocabulary = {
      "add", "bisect", "clone", "diff", "fetch", "gc", "log", "mv"};
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    MergeSetup in("git ");
    std::map<std::string, double> lines, words, values;
    double left = 1;
    for (const std::string& word : vocabulary) {
      if (random() % 3 == 0) {
        const double p = left * chance() / 2;
        left -= p;
        in.Line("git " + word, p);
        lines[word] = p;
      }
      if (random() % 3 == 0) {
        const double p = chance() / static_cast<double>(vocabulary.size());
        in.words.words.push_back({word, p});
        words[word] = p;
      }
      if (random() % 3 == 0) {
        const double evidence = chance();
        in.Word("git " + word, SourceId::kSpec, evidence);
        values[word] = WeightsFor(in.context).Of(SourceId::kSpec) * evidence;
      }
    }
    in.words.unseen = chance();
    double sum_of_values = 0;
    for (const auto& [word, value] : values) sum_of_values += value;
    // An argument leaves a part to reused arguments.
    const double share = 1 - ReuseRate().rate();
    std::map<std::string, double> own;
    double seen = 0;
    for (const std::string& word : vocabulary) {
      own[word] = share * words[word] +
                  in.words.unseen * values[word] / (1 + sum_of_values);
      seen += own[word];
    }
    const auto all = in.Run(vocabulary.size());
    size_t expected = 0;
    for (const std::string& word : vocabulary) {
      const double score =
          lines[word] +
          in.lines.novel * own[word] / (seen + std::min(0.05, in.words.unseen));
      if (score <= 0) continue;
      ++expected;
      CAPTURE(word);
      auto found = std::find_if(all.begin(), all.end(), [&](const auto& s) {
        return s.text == "git " + word;
      });
      REQUIRE(found != all.end());
      CHECK(found->score == doctest::Approx(score).epsilon(1e-6));
    }
    CHECK(all.size() == expected);
    CHECK(std::is_sorted(
        all.begin(), all.end(),
        [](const auto& a, const auto& b) { return a.score > b.score; }));
  }
}

TEST_CASE("merge: a file that the last command created takes a share") {
  auto texts = [](size_t made) {
    MergeSetup in("cd ");
    in.Line("cd old", 0.9);
    for (size_t i = 0; i < made; ++i) {
      in.Word("cd new" + std::to_string(i), SourceId::kFilesystem, 0.7);
      in.candidates.back().is_made = true;
    }
    return in.Run();
  };
  auto score = [](const std::vector<Suggestion>& all, const std::string& text) {
    for (const Suggestion& s : all) {
      if (s.text == text) return s.score;
    }
    return 0.0;
  };
  const auto one = texts(1);
  CHECK(one[0].text == "cd new0");
  CHECK(score(one, "cd new0") > 0.7);
  CHECK(score(one, "cd old") == doctest::Approx(0.9 * 0.3));
  CHECK(one[0].shares.sources > one[0].shares.lines + one[0].shares.words);
  const auto three = texts(3);
  CHECK(score(three, "cd new2") > 0.7 / 3);
  CHECK(score(three, "cd new2") < 0.5);
  // If there are many, none of them is meant.
  CHECK(texts(4)[0].text == "cd old");
  CHECK(score(texts(4), "cd old") > 0.85);
}

}  // namespace synapse
