#include "effect/risk.h"

#include "tests/testing.h"

namespace synapse {
namespace {

struct LevelJudge {
  SpecStore specs{{testing::SourceFile("specs")}};
  AliasLookup alias;
  RiskJudge judge{specs, alias};

  std::string LevelOf(std::string_view line) {
    const Risk& risk = judge.Of(line);
    CHECK((risk.why.empty() == (risk.level == RiskLevel::kNone)));
    return risk.any() ? RiskLevelName(risk.level) : "safe";
  }
};

}  // namespace

TEST_CASE("risk: the table of lines") {
  LevelJudge judge;
  auto cases = testing::ReadCases("risks.txt");
  CHECK(cases.size() > 1500);
  for (const auto& c : cases) {
    INFO("risks.txt:" << c.number << ": " << c.line);
    CHECK(judge.LevelOf(c.line) == c.expected);
  }
}

TEST_CASE("risk: why") {
  LevelJudge judge;
  CHECK(judge.judge.Of("sudo rm -rf x").why == "deletes recursively");
  CHECK(judge.judge.Of("git push -f").why == "rewrites the remote's history");
  CHECK(judge.judge.Of("curl x | sh").why == "runs what it downloads");
  CHECK(judge.judge.Of("psql -c 'drop table x'").why == "drops data");
}

TEST_CASE("risk: behind aliases, also those of several commands") {
  LevelJudge judge;
  std::map<std::string, std::string, std::less<>> aliases = {
      {"nuke", "rm -rf"},
      {"gpf", "git push --force"},
      {"both", "cd x && rm -r"},
      {"ls", "ls --color"},
      {"rm", "rm -i"},
      {"a", "b"},
      {"b", "a"},
      {"s", "sudo "}};
  judge.alias = [&](std::string_view name) -> std::optional<std::string> {
    auto at = aliases.find(name);
    if (at == aliases.end()) return std::nullopt;
    return at->second;
  };
  CHECK(judge.LevelOf("nuke x") == "destructive");
  CHECK(judge.LevelOf("make && gpf") == "destructive");
  CHECK(judge.LevelOf("both y") == "destructive");
  CHECK(judge.LevelOf("s rm -rf x") == "destructive");
  CHECK(judge.LevelOf("ls x") == "safe");
  CHECK(judge.LevelOf("a") == "safe");  // a cycle of aliases
  CHECK(judge.LevelOf("rm x") == "safe");
  CHECK(judge.LevelOf("rm -r x") == "destructive");
  CHECK(judge.LevelOf("\\nuke x") == "safe");  // quoted: no alias
}

TEST_CASE("risk: an answer holds while its aliases and specs are the same") {
  testing::TempTree tree;
  const auto write = [&](const char* risk) {
    tree.Write("frob.json", std::string(R"({"name": "frob", "risk": ")") +
                                risk + R"(: frobs"})");
  };
  write("careful");
  SpecStore specs({tree.Path()});
  std::string go = "frob";
  int asked = 0;
  const AliasLookup alias =
      [&](std::string_view name) -> std::optional<std::string> {
    ++asked;
    return name == "go" ? std::optional(go) : std::nullopt;
  };
  RiskJudge judge(specs, alias);
  CHECK(judge.Of("go x").level == RiskLevel::kCareful);
  const int once = std::exchange(asked, 0);
  go = "echo";
  CHECK(judge.Of("go x").level == RiskLevel::kCareful);  // the same prompt
  CHECK(asked == 0);
  judge.Recheck();
  CHECK(judge.Of("go x").level == RiskLevel::kNone);
  go = "frob";
  judge.Recheck();
  CHECK(judge.Of("go x").level == RiskLevel::kCareful);
  asked = 0;
  judge.Recheck();
  CHECK(judge.Of("go x").level == RiskLevel::kCareful);
  CHECK(asked == once);
  write("destructive");
  specs.Recheck();
  judge.Recheck();
  CHECK(judge.Of("go x").level == RiskLevel::kDestructive);
  // More aliases than are kept, and lines than are kept.
  std::string many;
  for (int i = 0; i < 40; ++i) many += "a" + std::to_string(i) + "; ";
  CHECK(judge.Of(many + "go x").level == RiskLevel::kDestructive);
  go = "echo";
  judge.Recheck();
  CHECK(judge.Of(many + "go x").level == RiskLevel::kNone);
  for (int i = 0; i < 600; ++i) (void)judge.Of("echo " + std::to_string(i));
  CHECK(judge.Of("frob x").level == RiskLevel::kDestructive);
}

TEST_CASE("risk: a spec of the user's own says what it says") {
  testing::TempTree tree;
  tree.Write("wipe.json", R"({"name": "wipe", "partial": true,
    "options": [{"name": "--all", "risk": "destructive: wipes all"},
                {"name": "--keep", "disarms": true},
                {"name": "--really", "arms": true},
                {"name": ["-a", "--also"],
                 "risk_with": {"^--more$": "dangerous: wipes more"}},
                {"name": "--more"},
                {"name": "--try", "dry_run": true}],
    "args": {"name": "x", "risks": {"^safe": "none", "^odd": "note: odd"},
             "risk": "dangerous: wipes it"}})");
  SpecStore specs({tree.Path()});
  AliasLookup alias;
  RiskJudge judge(specs, alias);
  CHECK((judge.Of("wipe --all").level == RiskLevel::kDestructive));
  CHECK((judge.Of("wipe --all --try").level == RiskLevel::kNone));
  CHECK((judge.Of("wipe a").level == RiskLevel::kDangerous));
  CHECK((judge.Of("wipe --keep a").level == RiskLevel::kNone));
  CHECK((judge.Of("wipe --keep --really a").level == RiskLevel::kDangerous));
  CHECK((judge.Of("wipe -a safe").level == RiskLevel::kNone));
  CHECK((judge.Of("wipe --more safe").level == RiskLevel::kNone));
  CHECK((judge.Of("wipe --more -a safe").level == RiskLevel::kDangerous));
  CHECK((judge.Of("wipe safe").level == RiskLevel::kNone));
  CHECK((judge.Of("wipe odd").level == RiskLevel::kNote));
  CHECK_FALSE(judge.Of("wipe odd").any());
  // A risk entry is no spec: it names no candidates.
  CHECK(specs.Find("wipe") == nullptr);
}

TEST_CASE("risk: a command of the user's own that prints its arguments") {
  testing::TempTree tree;
  tree.Write("say.json", R"({"name": "say", "partial": true, "prints": true})");
  tree.Write("mute.json", R"({"name": "mute", "partial": true})");
  tree.Write("run.json", R"({"name": "run", "partial": true,
    "stdin": {"name": "x", "template": "shell"}})");
  tree.Write("wipe.json", R"({"name": "wipe", "partial": true,
    "args": {"name": "x", "risk": "dangerous: wipes it"}})");
  SpecStore specs({tree.Path()});
  AliasLookup alias;
  RiskJudge judge(specs, alias);
  CHECK((judge.Of("say 'wipe a' | run").level == RiskLevel::kDangerous));
  CHECK((judge.Of("mute 'wipe a' | run").level == RiskLevel::kNone));
  CHECK((judge.Of("echo 'wipe a' | run").level == RiskLevel::kNone));
}

TEST_CASE("risk: any bytes, deep and long lines") {
  LevelJudge judge;
  CHECK(judge.LevelOf("") == "safe");
  CHECK(judge.LevelOf("\xff\xfe rm") == "safe");
  CHECK(judge.LevelOf(std::string(100000, 'x')) == "safe");
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "sudo sh -c $(";
  CHECK(judge.LevelOf(deep) == "safe");
  std::string wrapped;
  for (int i = 0; i < 2000; ++i) wrapped += "sudo ";
  CHECK(judge.LevelOf(wrapped + "ls") == "safe");
}

}  // namespace synapse
