#include "rank/judge.h"

#include <map>

#include "base/files.h"
#include "learn/line.h"
#include "tests/rank/rank_testing.h"

namespace synapse {
namespace {

using testing::SourceFile;

struct Bench {
  SpecStore specs{{SourceFile("specs")}};
  AliasLookup no_alias;
  RiskJudge risk{specs, no_alias};
  Judge judge{{.risk = &risk}};
  std::map<uint64_t, FeedbackWeight> feedback;

  Bench() {
    judge.BeginPrompt("prompt", [this](std::span<const uint64_t> keys,
                                       std::span<FeedbackWeight> out) {
      for (size_t i = 0; i < keys.size(); ++i) {
        auto at = feedback.find(keys[i]);
        if (at != feedback.end()) out[i] = at->second;
      }
    });
  }
  void Factor(const std::string& word) {
    std::vector<std::string> problems;
    judge.SetFactors(ReadFactors({word}, problems));
    CHECK(problems.empty());
  }
  double Kept(const std::string& text, bool is_new = false) {
    return judge.OfText(text, {}, is_new).kept;
  }
};

std::string NamesOf(const TextVerdict& verdict) {
  std::string out;
  for (const Verdict& v : verdict.verdicts) out += std::string(v.name) + " ";
  return out;
}

}  // namespace

TEST_CASE("judge: a risk reduces the score, and the verdict names the risk") {
  Bench b;
  const TextVerdict verdict = b.judge.OfText("rm -rf build", {}, false);
  CHECK(verdict.risk.level == RiskLevel::kDestructive);
  CHECK(NamesOf(verdict) == "destructive ");
  CHECK(verdict.kept == RowOf(Finding::kDestructive).kept);
  CHECK(b.Kept("ls build") == 1);
  b.Factor("destructive=0");
  CHECK(b.Kept("rm -rf build") == 1);
  // The line has its label still.
  CHECK(b.judge.OfText("rm -rf build", {}, false).risk.any());
}

TEST_CASE("judge: a risk of the spec keeps the part of its finding") {
  for (const auto& [level, finding] :
       {std::pair{RiskLevel::kCareful, Finding::kCareful},
        std::pair{RiskLevel::kDangerous, Finding::kDangerous},
        std::pair{RiskLevel::kDestructive, Finding::kDestructive}}) {
    const char* name = RowOf(finding).name;
    INFO(name);
    Bench b;
    const Risk named{level, "the spec says so"};
    const TextVerdict verdict = b.judge.OfText("ls x", named, false);
    CHECK(NamesOf(verdict) == std::string(name) + " ");
    CHECK(verdict.kept == RowOf(finding).kept);
    b.Factor(std::string(name) + "=0");
    CHECK(b.judge.OfText("ls x", named, false).kept == 1);
  }
}

TEST_CASE("judge: the greater risk of the word and the line counts") {
  Bench b;
  const Risk named{RiskLevel::kDangerous, "its spec says so"};
  CHECK(b.judge.OfText("ls x", named, false).risk.why == named.why);
  CHECK(b.judge.OfText("rm -rf x", named, false).risk.level ==
        RiskLevel::kDestructive);
}

TEST_CASE("judge: a hidden line keeps nothing until it runs again") {
  Bench b;
  b.judge.Hide("make all");
  CHECK(b.Kept("make all") == 0);
  CHECK(b.Kept("make all -j") == 1);
  b.Factor("hidden=0");
  CHECK(b.Kept("make all") == 1);
  b.Factor("hidden=1");
  b.judge.Unhide("make all");
  CHECK(b.Kept("make all") == 1);
}

TEST_CASE(
    "judge: feedback reduces the score of a new text, and of a line once") {
  Bench b;
  b.feedback[IdOf("cat notes")].lasting = -0.25;
  b.feedback[IdOf("cat todo")].lasting = 0.25;
  CHECK(b.Kept("cat notes", true) < 0.5);
  CHECK(b.Kept("cat notes", false) == 1);
  CHECK(b.Kept("cat todo", true) == 1);
  // A correction has a row of its own.
  CHECK(b.judge.KeptOfCorrection("cat notes") == 1);
  b.feedback[CorrectionFeedbackKey("cat log")].lasting = -0.25;
  b.feedback[CorrectionFeedbackKey("cat todo")].lasting = 0.25;
  CHECK(b.judge.KeptOfCorrection("cat log") < b.Kept("cat notes", true));
  CHECK(b.Kept("cat log", true) == 1);
  CHECK(b.judge.KeptOfCorrection("cat todo") == 1);
  b.Factor("feedback=0");
  CHECK(b.Kept("cat notes", true) == 1);
  CHECK(b.judge.KeptOfCorrection("cat log") == 1);
}

TEST_CASE("judge: several verdicts multiply") {
  Bench b;
  b.feedback[IdOf("rm -rf x")].lasting = -0.1;
  const TextVerdict verdict = b.judge.OfText("rm -rf x", {}, true);
  CHECK(NamesOf(verdict) == "destructive feedback ");
  double product = 1;
  for (const Verdict& v : verdict.verdicts) product *= v.kept;
  CHECK(verdict.kept == doctest::Approx(product));
}

// Nobody can switch a row that no page names.
// `git ch` had the ghost of a branch that was made once, in another project.
TEST_CASE(
    "judge: a line that makes something by its name is rarely meant again") {
  testing::JudgedProject project;
  Judge judge({.plausibility = &project.plausibility});
  const auto finding = [&](const std::string& text, size_t typed,
                           uint32_t count = 1, double here = 0) {
    project.plausibility.BeginPrompt(project.tree.Path(), "/home");
    PoolLine line;
    line.text = text;
    line.id = IdOf(text);
    line.stem = MakeLine(text).stem;
    line.stat.count = line.stat.successes = count;
    line.runs_here = here;
    return judge.OfLine(line, typed);
  };
  const std::string branch = "git checkout -b fix/old", folder = "mkdir -p lib";
  for (const std::string& line : {branch, folder}) {
    CAPTURE(line);
    const size_t name = line.rfind(' ') + 1;
    CHECK(finding(line, 2) == Finding::kMadeOnce);
    CHECK(finding(line, name) == Finding::kMadeOnce);
    CHECK(finding(line, name + 1) == Finding::kNone);
    CHECK(finding(line, 2, 3) == Finding::kNone);
    CHECK(finding(line, 2, 0) == Finding::kNone);  // it follows a pattern
    CHECK(finding(line, 2, 1, 1) == Finding::kNone);
  }
  CHECK(finding("git checkout topic", 2) == Finding::kNone);
  CHECK(finding("mkdir -p src", 2) == Finding::kExists);
}

TEST_CASE("judge: synapse-config(5) names every finding") {
  const auto page = ReadFile(SourceFile("man/synapse-config.5"), 1 << 20);
  REQUIRE(page.ok());
  for (const FindingRow& row : kFindingTable) {
    if (row.finding == Finding::kNone) continue;
    INFO(row.name);
    CHECK((*page).find(' ' + std::string(row.name) + ' ') != std::string::npos);
  }
}

}  // namespace synapse
