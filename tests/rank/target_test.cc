#include "rank/target.h"

#include "tests/testing.h"

namespace synapse {
namespace {

struct Lines {
  SpecStore specs{{testing::SourceFile("specs")}};
  AliasLookup alias;
  RiskJudge risk{specs, alias};

  static bool IsName(const std::string& left, const std::string& word) {
    return left.empty() || word == "checkout" || word == "reset" ||
           word == "system" || word == "prune" || word == "push";
  }
  // The line with a bar before its target.
  std::string Target(const std::string& line) {
    std::string out = line;
    return out.insert(TargetBegin(line, risk, IsName), "|");
  }
  std::vector<std::string> Held(const std::string& buffer,
                                const std::vector<std::string>& lines) {
    std::vector<Suggestion> all;
    for (const std::string& line : lines) {
      Suggestion& s = all.emplace_back();
      s.text = s.word = line;
      s.risk = risk.Of(line);
      s.is_line = true;
    }
    HoldTargets(all, buffer, risk, IsName);
    std::vector<std::string> out;
    for (const Suggestion& s : all) {
      out.push_back(s.text + (s.asked_only ? " (asked)" : ""));
    }
    return out;
  }
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("target: the words that name what would be destroyed") {
  Lines t;
  CHECK(t.Target("rm -rf build old") == "rm -rf |build old");
  CHECK(t.Target("sudo rm -rf build") == "sudo rm -rf |build");
  CHECK(t.Target("cd x && rm -r y") == "cd x && rm -r |y");
  CHECK(t.Target("git checkout .") == "git checkout |.");
  CHECK(t.Target("git reset --hard") == "git reset |--hard");
  CHECK(t.Target("git reset --hard HEAD~1") == "git reset --hard |HEAD~1");
  CHECK(t.Target("dd if=a of=/dev/sda") == "dd if=a |of=/dev/sda");
  CHECK(t.Target("ls -la build") == "ls -la build|");
  // It was cut behind `2>`.
  CHECK(t.Target("git push --force 2>/dev/null") ==
        "git push |--force 2>/dev/null");
  CHECK(t.Target("rm -rf build >log 2>&1") == "rm -rf |build >log 2>&1");
}

// The whole here-document was shown.
TEST_CASE("target: words of a here-document") {
  Lines t;
  CHECK(t.Target("sh <<E\ncd x\nrm -rf build old\nE") ==
        "sh <<E\ncd x\nrm -rf |build old\nE");
  CHECK(t.Target("ssh web1 <<'E'\nrm -rf /srv/x\nE\n") ==
        "ssh web1 <<'E'\nrm -rf |/srv/x\nE\n");
  CHECK(t.Target("mysql <<SQL\nuse x;\nDROP DATABASE shop;\nSQL") ==
        "mysql <<SQL\nuse x;\nDROP |DATABASE shop;\nSQL");
  CHECK(t.Target("sudo sh <<-E && ls\n\tgit reset --hard\nE") ==
        "sudo sh <<-E && ls\n\tgit reset |--hard\nE");
  // Behind many lines the whole document is cut.
  std::string many;
  for (int i = 0; i < 100; ++i) many += "echo\n";
  CHECK(t.Target("sh <<E\n" + many + "rm -rf x\nE") ==
        "sh <<E\n|" + many + "rm -rf x\nE");
  CHECK(t.Target("cat <<E\nrm -rf x\nE") == "cat <<E\nrm -rf x\nE|");
  CHECK(t.Held("sh ", {"sh <<E\nrm -rf x\nE"}) == Texts{"sh <<E\nrm -rf"});
}

TEST_CASE("target: it is not shown if nothing of it is typed") {
  Lines t;
  CHECK(t.Held("r", {"rm -rf build", "rmdir x"}) == Texts{"rm -rf", "rmdir x"});
  CHECK(t.Held("rm -rf b", {"rm -rf build"}) == Texts{"rm -rf build"});
  CHECK(t.Held("rm -rf ", {"rm -rf build", "rm -rf -v"}) ==
        Texts{"rm -rf build (asked)", "rm -rf -v"});
  // The rest of the line is a suggestion already: it is listed once.
  CHECK(t.Held("git ch", {"git checkout .", "git cherry", "git checkout"}) ==
        Texts{"git checkout", "git cherry"});
}

}  // namespace synapse
