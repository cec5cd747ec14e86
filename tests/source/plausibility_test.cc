#include "source/plausibility.h"

#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "tests/source/plausibility_testing.h"

namespace synapse {
namespace {

using testing::There;

}  // namespace

// `kill -9 ` had the ghost of a process that ended long ago.
TEST_CASE("plausibility: a process that has ended is not named again") {
  There t;
  t.Expect(Finding::kUnknownName,
           {"kill 999999999", "kill -9 999999999", "sudo kill 999999999",
            "strace -p 999999999"});
  const std::string own = std::to_string(getpid());
  t.Expect(Finding::kNone, {"kill 0", "kill %1", "kill -9 -1", "kill $!",
                            "kill -9", ("kill -9 " + own).c_str()});
}

TEST_CASE(
    "plausibility: directories, files and programs of a line must exist") {
  There t;
  t.tree.Write("here.py", "");
  t.tree.MakeDir("dir");
  // clang-format off
  t.Expect(Finding::kNone,
           {"cd dir", "cat here.py", "python here.py x", "python -m gone",
            "sudo vim here.py", "head -n 5", "cat *.py", "cat $X", "make gone",
            "touch gone", "mv here.py gone", "cp -r dir gone", "rm -r dir", "vim", "ls dir", "grep gone here.py",
            "scp host:gone dir",
            "vim host:gone", "python gone", "git add .", "git add -A",
            "git add dir here.py", "git add '*.c'"});
  // clang-format on
  for (const char* missing :
       {"cd gone", "cat gone", "python ./gone.py x", "sudo vim gone.py",
        "tail -f gone.log", "source gone/bin/activate", "rm here.py gone",
        "git add gone", "git restore gone", "ls gone", "ls gone/*.csv | wc -l",
        "du -sh gone", "sort gone | uniq", "grep x gone",
        "rsync -a gone/ host:dir", "mv gone dir", "cp here.py gone dir",
        "ldd gone", "objdump -d gone | less"}) {
    INFO(missing);
    CHECK(t.Line(missing) == Finding::kMissing);
    // A missing directory gives no finding.
    CHECK(t.Line(missing, "/no/such/directory") == Finding::kNone);
  }
}

// `node run.js pdf/09-12.pdf` was a ghost while only pdf/09-13.pdf was there, and
// `touch test/file.txt` where no directory is `test`.
TEST_CASE(
    "plausibility: a path whose meaning nobody says, and one to be made") {
  There t;
  t.tree.Write("run.js", "");
  t.tree.Write("pdf/09-13.pdf", "");
  t.Expect(Finding::kGone,
           {"node run.js pdf/09-12.pdf", "frobnicate pdf/09-12.pdf",
            "frobnicate -v ./gone.txt", "frobnicate ./gone.py::test_a",
            "sudo frobnicate pdf/09-12.pdf", "frobnicate gone.txt",
            "frobnicate --fast gone.csv run.js", "exiftool gone.jpg",
            "ffmpeg -i gone.mov run.mp4"});
  t.Expect(Finding::kNone, {"node run.js pdf/09-13.pdf",
                            "frobnicate pdf/09-13.pdf:12",
                            "frobnicate origin/main",
                            "frobnicate run.js gone.txt",
                            "frobnicate example.org",
                            "frobnicate -o gone.txt",
                            "frobnicate v1.2",
                            "frobnicate '*.txt'",
                            "exiftool -ver",
                            "ffmpeg -i run.js gone.mp4",
                            "ffmpeg -i http://host/a.mov b.mp4",
                            "frobnicate pdf/",
                            "frobnicate /gone",
                            "frobnicate -o pdf/*.txt",
                            "frobnicate pdf/$X",
                            "frobnicate pdf/...",
                            "frobnicate https://host/x",
                            "echo 'pdf/09-12.pdf'",
                            "git push origin pdf/fix",
                            "touch pdf/new",
                            "tar -cf pdf/a.tar run.js",
                            "cp run.js pdf/new.js",
                            "mkdir -p gone/a"});
  t.Expect(Finding::kMissing, {"touch gone/new", "tar -cf gone/a.tar run.js",
                               "cp run.js gone/new.js"});
}

// After `systemctl --user restart sync` the ghost was sync.service all the same.
TEST_CASE("plausibility: a service is also known without its ending") {
  There t;
  t.tree.Write("home/.config/systemd/user/sync.service", "");
  t.tree.Write("home/.config/systemd/user/nightly.timer", "");
  const std::vector<std::string> words{"systemctl", "--user", "restart"};
  const auto spec = t.specs.FindAny("systemctl");
  REQUIRE(spec);
  const WalkResult walk = Walk(spec->root, words, "");
  REQUIRE(walk.arg);
  CHECK(t.Line("true") == Finding::kNone);  // a prompt has begun
  const auto is_there = [&](const char* word) {
    return t.plausibility.IsThere(word, *walk.arg, spec.get(), words);
  };
  CHECK(is_there("sync"));
  CHECK(is_there("sync.service"));
  CHECK(is_there("nightly.timer"));
  CHECK_FALSE(is_there("nightly"));
  CHECK_FALSE(is_there("syn"));
}

// `git restore ` had the ghost of files of another repository.
TEST_CASE("plausibility: git knows files that are not on the disk") {
  There t;
  t.MakeRepository("");
  t.tree.Write(".git/index", testing::GitIndexOf({"deleted.c", "kept.c"}));
  t.tree.Write("kept.c", "");
  t.Expect(Finding::kNone, {"git restore deleted.c kept.c", "git rm deleted.c",
                            "git add deleted.c", "git commit -m x deleted.c",
                            "git restore '*.h'", "git restore ."});
  t.Expect(Finding::kMissing,
           {"git restore gone.c", "git restore --staged kept.c gone.c",
            "git rm gone.c", "git mv gone.c other.c", "git add gone.c"});
}

// `git cherry-pick --continue` led with nothing in progress.
TEST_CASE(
    "plausibility: an option of what is under way, and a target that is not") {
  There t;
  t.MakeRepository("");
  t.Expect(Finding::kUnlisted,
           {"git cherry-pick --continue", "git merge --abort",
            "git rebase --skip", "make gone", "npm run gone"});
  There merging;
  merging.MakeRepository("");
  merging.tree.Write(".git/MERGE_HEAD", std::string(40, 'a'));
  merging.Expect(Finding::kNone, {"git merge --abort", "git merge --continue"});
  merging.Expect(Finding::kUnlisted, {"git rebase --continue"});
  // Where no repository is, more is possible.
  There plain;
  plain.Expect(Finding::kNone,
               {"make gone", "npm run gone", "git merge --abort"});
}

// `grep x src/*.c` was the ghost in a project without such a file.
TEST_CASE("plausibility: a pattern names what fits it") {
  There t;
  t.tree.Write("here.py", "");
  t.tree.Write("src/main.c", "");
  t.tree.Write("dir/.hidden", "");
  t.tree.Write("pages/[id].tsx", "");
  t.tree.MakeDir("empty");
  // clang-format off
  t.Expect(Finding::kNone,
           {"cat *.py", "cat here.*", "grep x src/*.c", "cat src/m?in.c",
            "cat src/[a-z]ain.c", "cat ./src/*", "rm *.py", "ls dir/*",
            // bash takes this as a name, and with nocaseglob that fits.
            "vim pages/[id].tsx", "cat src/*.C",
            // Settings of the shell decide about these.
            "cat **/*.h", "cat src/*.{h,hh}", "cat src/*.h(N)", "cat */*.h",
            "cat 'src/*.h'", "git add '*.h'", "cat $X/*.h",
            "cat src/*a*b*c*d"});
  // clang-format on
  t.Expect(Finding::kMissing,
           {"cat *.c", "grep x src/*.h", "cat src/x?in.c", "ls empty/*",
            "rm *.o", "cat src/[a-l]*", "cat gone/*.c", "cat 'gone/*.c'",
            "vim pages/[no].tsx", "ls *.csv | wc -l"});
  // Directories are not read for ever.
  t.plausibility.SetBudget(0);
  t.Expect(Finding::kNone, {"cat *.c", "grep x src/*.h"});
}

TEST_CASE(
    "plausibility: a directory that was named before may be made by now") {
  There t;
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  PoolLine line;
  line.text = "cd reports";
  line.stem = "cd";
  line.relation = 0.5;  // after `mkdir reports`, never run
  CHECK(t.plausibility.Of(line) == Finding::kMissing);
}

TEST_CASE("plausibility: a line whose command does not exist in this shell") {
  There t;
  t.tree.MakeDir("src");
  auto plausibility = [&](const char* text, uint32_t successes = 0) {
    t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
    PoolLine line;
    line.text = text;
    line.id = IdOf(text);
    line.stem = MakeLine(text).stem;
    line.stat.count = 1;
    line.stat.successes = successes;
    return t.plausibility.Of(line);
  };
  CHECK(plausibility("gti status") ==
        Finding::kNone);  // no shell: nobody knows
  // A path is the same in every shell.
  CHECK(plausibility("./gone -v", 1) == Finding::kMissing);
  t.HavePrograms({"git", "sudo"});
  REQUIRE(chmod(t.tree.Write("here", "").c_str(), 0755) == 0);
  for (const char* line : {"gti status", "gti status | wc -l", "sudo gti x"}) {
    INFO(line);
    CHECK(plausibility(line) == Finding::kNoCommand);
  }
  // A script of another project is a file that is missing.
  for (const char* line : {"./gone -v", "a/gone", "./gradlew build"}) {
    INFO(line);
    CHECK(plausibility(line) == Finding::kMissing);
  }
  for (const char* line : {"git status", "sudo git log", "./here -v", "src",
                           "A=1 gti", "$x y", "(gti)", "\\gti", "%1"}) {
    INFO(line);
    CHECK(plausibility(line) == Finding::kNone);
  }
  // A check that takes long is not called again at that prompt.
  t.plausibility.SetBudget(2000);
  int asked = 0;
  t.shell.kind = [&](std::string_view) {
    ++asked;
    const int64_t end = Clock::MonotonicUs() + 2000;
    while (Clock::MonotonicUs() <= end) {
    }
    return ShellNames::Kind::kNone;
  };
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  std::vector<Finding> kept;
  for (const char* text : {"gti", "gtj", "gtk", "gti"}) {
    PoolLine line;
    line.text = line.stem = text;
    kept.push_back(t.plausibility.Of(line));
  }
  CHECK(kept == std::vector<Finding>{Finding::kNoCommand, Finding::kNone,
                                     Finding::kNone, Finding::kNoCommand});
  CHECK(asked == 1);
  // A command that succeeded exists, perhaps as a function defined later.
  CHECK(plausibility("gti status", 1) == Finding::kNone);
  CHECK(plausibility("./gone -v", 1) == Finding::kMissing);
  // The other shell has this builtin.
  CHECK(plausibility("setopt autocd", 1) == Finding::kNoCommand);
  CHECK(plausibility("shopt -s autocd", 1) == Finding::kNoCommand);
}

// Behind `command ` each word had the time of a whole key.
TEST_CASE("plausibility: the names of a prompt share one time budget") {
  There t;
  t.HavePrograms({"git"});
  t.plausibility.SetBudget(500);
  // The list of builtins takes all of it.
  t.shell.each = [](std::string_view, const auto&) {
    const int64_t end = Clock::MonotonicUs() + 500;
    while (Clock::MonotonicUs() <= end) {
    }
  };
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  CHECK(t.plausibility.IsOneOf(RunsOnly::kAny, "a"));
  for (const char* name : {"a", "b", "git"}) {
    CHECK(t.plausibility.IsOneOf(RunsOnly::kCommands, name));
    CHECK_FALSE(t.commands.KnowsPath());
  }
  t.plausibility.SetBudget(int64_t{60} * 1'000'000);
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  CHECK(t.plausibility.IsOneOf(RunsOnly::kCommands, "git"));
  CHECK_FALSE(t.plausibility.IsOneOf(RunsOnly::kCommands, "a"));
}

TEST_CASE("plausibility: a word where the spec names all values") {
  There t;
  Plausibility without_commands(
      {t.generators, t.specs, t.shell, /*commands=*/nullptr});
  Plausibility* asked = &without_commands;
  auto plausibility = [&](const char* text, uint32_t count,
                          uint32_t successes = 0) {
    asked->BeginPrompt(t.tree.Path(), t.tree.Path("home"));
    PoolLine line;
    line.text = text;
    line.id = IdOf(text);
    line.stem = MakeLine(text).stem;
    line.stat.count = count;
    line.stat.successes = successes;
    return asked->Of(line);
  };
  CHECK(plausibility("git comit -m x", 1) ==
        Finding::kNone);  // git-comit may be in PATH
  t.HavePrograms({"git", "git-lfs", "sudo", "synapse", "docker", "make"});
  asked = &t.plausibility;
  for (const char* line :
       {"git comit -m x", "git 'test2' .", "synapse 50", "sudo docker rnu x"}) {
    INFO(line);
    CHECK(plausibility(line, 1) == Finding::kUnknownSubcommand);
    CHECK(plausibility(line, 3) == Finding::kNone);  // an alias, or a newer git
    CHECK(plausibility(line, 1, 1) == Finding::kNone);  // it succeeded
  }
  for (const char* line : {"git commit -m x", "git lfs pull", "make anything",
                           "docker compose up"}) {
    INFO(line);
    CHECK(plausibility(line, 1) == Finding::kNone);
  }
}

TEST_CASE("plausibility: a word that begins with + names no file") {
  There t;
  t.tree.Write("a.txt", "");
  t.Expect(Finding::kNone, {"vim +10 a.txt", "less +F a.txt"});
  t.Expect(Finding::kMissing, {"vim +10 b.txt"});
}

TEST_CASE("plausibility: an unknown option is a typo where it failed") {
  There t;
  auto of = [&](uint32_t runs, uint32_t successes, int exit) {
    PoolLine line;
    line.text = "docker run --nmae x y";
    line.id = IdOf(line.text);
    line.stem = MakeLine(line.text).stem;
    line.stat.count = runs;
    line.stat.successes = successes;
    line.stat.last_exit = exit;
    return t.plausibility.Of(line);
  };
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  CHECK(of(1, 0, 125) == Finding::kUnknownOption);
  CHECK(of(3, 0, 125) == Finding::kNone);  // usual
  CHECK(of(2, 1, 125) == Finding::kNone);
  CHECK(of(1, 0, 0) == Finding::kNone);
}

// As a user without the rights of root.
TEST_CASE("plausibility: a file in a directory that cannot be read may exist") {
  constexpr uid_t kNobody = 65534;
  There t;
  t.tree.Write("hidden/mine", "");
  chmod(t.tree.Path("hidden").c_str(), 0);
  chmod(t.tree.Path().c_str(), 0755);
  const bool is_root = geteuid() == 0;
  if (is_root) setfsuid(kNobody);
  t.Expect(Finding::kNone, {"sudo cat hidden/mine", "cat hidden/mine",
                            "sudo vim hidden/other"});
  t.Expect(Finding::kMissing, {"sudo cat mine", "cat other/mine"});
  CHECK_FALSE(t.plausibility.IsFile("hidden/mine"));
  if (is_root) setfsuid(0);
  chmod(t.tree.Path("hidden").c_str(), 0700);
}

TEST_CASE(
    "plausibility: an argument was never a file of the line that it is put "
    "into") {
  There t;
  t.MakeRepository("");
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  for (bool ran : {false, true}) {
    PoolLine line;
    line.text = "git rm gone";
    line.stem = "git";
    line.relation = 0.5;  // after `touch gone`
    line.stat.count = ran;
    CHECK(t.plausibility.Of(line) ==
          (ran ? Finding::kMissing : Finding::kNeverFile));
  }
}

TEST_CASE("plausibility: a list that there was no time to read is reported") {
  There t;
  t.MakeRepository("");
  CHECK(t.Line("git checkout gone") == Finding::kUnknownName);
  CHECK_FALSE(t.plausibility.lacked_time());
  t.plausibility.SetBudget(0);
  CHECK(t.Line("git checkout gone") == Finding::kNone);
  CHECK(t.plausibility.lacked_time());
}

// `git chekcout we` had no correction in the first seconds of a shell: git-chekcout
// counted as a program while PATH was not read, until the next prompt.
TEST_CASE("plausibility: reading of PATH continues at the next keys") {
  There t;
  t.HavePrograms({"git"});
  // The shell takes all of the time.
  t.shell.kind = [](std::string_view) {
    const int64_t end = Clock::MonotonicUs() + 500;
    while (Clock::MonotonicUs() <= end) {
    }
    return ShellNames::Kind::kNone;
  };
  t.plausibility.SetBudget(500);
  t.plausibility.BeginPrompt(t.tree.Path(), t.tree.Path("home"));
  CHECK(t.plausibility.MayRun("git-chekcout"));
  CHECK(t.plausibility.lacked_time());
  t.plausibility.SetBudget(int64_t{60} * 1'000'000);
  CHECK(t.plausibility.MayRun("git-chekcout"));
  CHECK(t.plausibility.BeginKey());
  CHECK_FALSE(t.plausibility.MayRun("git-chekcout"));
  CHECK_FALSE(t.plausibility.lacked_time());
  CHECK_FALSE(t.plausibility.BeginKey());
}

// `rake ` had the task of another project as ghost, also without a Rakefile.
TEST_CASE("plausibility: a task that the project lacks") {
  There without;
  without.MakeRepository("");
  without.Expect(Finding::kUnlisted,
                 {"rake spec", "mix lint", "bundle exec rake x"});
  There t;
  t.MakeRepository("");
  t.tree.Write("Rakefile", "require \"bundler/gem_tasks\"\ntask :spec\n");
  t.tree.Write("mix.exs", "");
  t.Expect(Finding::kUnlisted, {"rake import", "rake spec import"});
  // A dependency has tasks, and a library may have some.
  t.Expect(Finding::kNone,
           {"rake spec", "rake build", "rake A=b spec", "rake spec[fast]",
            "rake -f other.rake import", "mix lint", "mix test"});
}

TEST_CASE("plausibility: the tasks of libraries are not known") {
  for (const char* rakefile :
       {"require_relative 'config/application'\n"
        "Rails.application.load_tasks\n",
        "require 'some/tasks'\n", "import 'more.rake'\n",
        "Rake::ExtensionTask.new('x')\n", "%w[a b].each { |n| task n }\n",
        "[1].each do |n|\n  task n do\n  end\nend\n"}) {
    INFO(std::string(rakefile));
    There t;
    t.MakeRepository("");
    t.tree.Write("Rakefile", std::string("task :spec\n") + rakefile);
    t.Expect(Finding::kNone, {"rake spec", "rake import"});
  }
}

}  // namespace synapse
