#include "rank/fit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/rank/rank_testing.h"
#include "tests/source/plausibility_testing.h"

namespace synapse {
namespace {

struct Project : testing::JudgedProject {
  // `left` must outlive the result, and one is used at a time.
  Fit At(const std::string& left) {
    context = BuildContext(left, left.size(), specs, nullptr);
    return {context, left, ArgumentTypeAfter(specs, context.words),
            plausibility};
  }
  bool Fits(const std::string& left, const std::string& word) {
    return At(left).Judge(word, UsedAt::kElsewhere) == Finding::kNone;
  }
  bool FitsAsSeen(const std::string& left, const std::string& word) {
    return At(left).Judge(word, UsedAt::kBehindAll) == Finding::kNone;
  }
  bool Usual(const std::string& left, const std::string& word) {
    return At(left).ContextFindingOf(word, UsedAt::kBehindAll) ==
           Finding::kNone;
  }

  CompletionContext context;
};

}  // namespace

// `rsync ` had the ghost of an imported line whose directory is not here.
TEST_CASE("fit: the source of a copy is there, its target may be new") {
  Project p;
  CHECK_FALSE(p.FitsAsSeen("rsync ", "gone/"));
  CHECK(p.FitsAsSeen("rsync ", "notes.txt"));
  CHECK(p.FitsAsSeen("rsync notes.txt ", "gone/"));
  CHECK(p.FitsAsSeen("mv notes.txt ", "gone"));
  CHECK_FALSE(p.FitsAsSeen("mv ", "gone"));
}

// Files of other repositories stood before the modified ones behind `git add `.
TEST_CASE("fit: git reads files that are there, and those that it knows") {
  Project p;
  p.tree.Write(".git/index",
               testing::GitIndexOf({"a b.c", "deleted.c", "notes.txt"}));
  for (const char* left : {"git add ", "git rm ", "git restore ", "git mv "}) {
    CAPTURE(left);
    CHECK(p.FitsAsSeen(left, "notes.txt"));
    CHECK(p.FitsAsSeen(left, "deleted.c"));
    CHECK(p.FitsAsSeen(left, "'a b.c'"));
    CHECK_FALSE(p.FitsAsSeen(left, "gone.c"));
  }
}

TEST_CASE(
    "fit: a word that was used elsewhere must be of the kind in the spec") {
  Project p;
  CHECK(p.Fits("npm run ", "dev"));
  CHECK_FALSE(p.Fits("npm run ", "stash"));
  CHECK_FALSE(p.Fits("npm run ", "notes.txt"));
  CHECK_FALSE(p.Fits("docker exec -it ", "clean"));
  CHECK(p.Fits("git merge ", "topic"));
  CHECK_FALSE(p.Fits("git merge ", "main"));
  CHECK_FALSE(p.Fits("git merge ", "~/src"));
  CHECK(p.Usual("ssh ", "deploy@web.example"));
  CHECK_FALSE(p.Fits("ssh ", "deploy@web.example"));
  CHECK(p.Fits("ping ", "10.0.0.1"));
  CHECK_FALSE(p.Fits("ssh ", "db-prod:/tmp/"));
  CHECK_FALSE(p.Fits("ping ", "work"));
  CHECK(p.Usual("ping ", "work"));
  CHECK_FALSE(p.Fits("pip freeze ", "requests"));
  CHECK(p.Usual("pip freeze ", "requests"));
  CHECK_FALSE(p.Fits("tar ", "x.tar"));
  // `git remote add origin git@...` before.
  for (const char* left : {"git pull origin ", "git push -u origin ",
                           "git checkout -b ", "git tag "}) {
    INFO(left);
    CHECK_FALSE(p.Fits(left, "git@host.example:me/x.git"));
    CHECK_FALSE(p.Fits(left, "https://host.example/me/x"));
  }
  CHECK(p.FitsAsSeen("git checkout -b ", "new"));
  CHECK(p.Usual("git show ", "HEAD@{1}:notes.txt"));
  // A pair of ports and an image were commits of git checkout.
  for (const char* word : {"8080:80", "1222:1222", "me/image:v4"}) {
    CHECK_FALSE(p.Fits("git checkout ", word));
    CHECK_FALSE(p.Fits("git show ", word));
  }
  // A pattern is no new name.
  CHECK_FALSE(p.FitsAsSeen("git checkout -b ", "*"));
  CHECK_FALSE(p.FitsAsSeen("mkdir ", "x*"));
  // One container.
  CHECK(p.Fits("docker exec -it web ", "bash"));
  CHECK_FALSE(p.Fits("docker logs -f web ", "bash"));
  CHECK(p.Usual("docker logs -f web ", "bash"));
  CHECK_FALSE(p.Fits("docker logs -f web ", "|"));
  CHECK_FALSE(p.Fits("pip freeze ", ">"));
  CHECK_FALSE(p.Fits("make ", "&&"));
  CHECK(p.Fits("export ", "PAGER=less"));
  CHECK_FALSE(p.Fits("export ", "notes.txt"));
  CHECK_FALSE(p.Fits("export ", "100"));
  CHECK_FALSE(p.Fits("cd ", "https://host/x.tar.gz"));
  CHECK(p.Fits("kill ", std::to_string(getpid())));
  CHECK_FALSE(p.FitsAsSeen("kill ", "999999999"));
  CHECK_FALSE(p.Fits("kill ", "aux"));
  CHECK_FALSE(p.Fits("kill ", "/var/log/syslog"));
  // Learned at the same type of argument.
  CHECK_FALSE(p.Usual("su ", "www-data:www-data"));
  CHECK_FALSE(p.Usual("sudo -u ", "www-data:www-data"));
  CHECK_FALSE(p.Usual("id ", "www-data:www-data"));
  CHECK_FALSE(p.Usual("crontab -u ", "www-data:www-data"));
  CHECK(p.Usual("su ", "deploy"));
  CHECK(p.Usual("chown ", "www-data:www-data"));
  CHECK(p.Usual("docker-compose exec -u ", "1000:1000"));
  CHECK_FALSE(p.FitsAsSeen("git checkout ", "main..topic"));
  CHECK(p.FitsAsSeen("git checkout ", "src/../notes.txt"));
  CHECK_FALSE(p.FitsAsSeen("git checkout -b ", "notes.txt"));
  CHECK(p.FitsAsSeen("git checkout -b ", "notes"));
  // `git checkout -b fe` had the ghost of a branch that was merged long ago.
  CHECK_FALSE(p.FitsAsSeen("git checkout -b ", "feature/cart"));
  CHECK_FALSE(p.FitsAsSeen("git branch -d ", "main..topic"));
  CHECK_FALSE(p.FitsAsSeen("git push origin ", "main..topic"));
  CHECK_FALSE(p.FitsAsSeen("git rebase -i ", "main..topic"));
  CHECK(p.FitsAsSeen("git log ", "main..topic"));
  CHECK(p.FitsAsSeen("git diff --stat ", "main...topic"));
  CHECK(p.FitsAsSeen("git revert ", "main..topic"));
  CHECK(p.FitsAsSeen("git rev-parse ", "main..topic"));
  CHECK(p.Fits("curl ", "https://a.example/x"));
  CHECK(p.Fits("curl ", "localhost:3000"));
  CHECK_FALSE(p.Fits("curl ", "nginx"));
  CHECK_FALSE(p.Fits("curl ", "shop:dev"));
  CHECK(p.Fits("git clone ", "../other"));
  // No remote is known.
  CHECK_FALSE(p.Fits("git push ", "notes.txt"));
  CHECK_FALSE(p.Fits("git push ", "."));
  CHECK(p.Usual("git push ", "."));
  CHECK(p.Fits("make ", "all"));
  CHECK_FALSE(p.Fits("make ", "notes.txt"));
  CHECK_FALSE(p.Fits("git branch -d ", "gone"));
  CHECK(p.Fits("git add ", "notes.txt"));
  CHECK_FALSE(p.Fits("git restore ", "notes.txt"));  // untracked
  CHECK_FALSE(p.Fits("git restore ", "nodir"));
  // A word that was used in this very context may be meant again, unless it is
  // known not to be there.
  CHECK_FALSE(p.Usual("npm run ", "stash"));
  CHECK(p.Usual("docker exec -it ", "web"));
}

TEST_CASE("fit: a directory is no file to read, and `.` has no path") {
  Project p;
  const std::string here = p.tree.Path();
  CHECK(p.Fits("cat ", "notes.txt"));
  CHECK_FALSE(p.Fits("cat ", "src"));
  CHECK_FALSE(p.Fits("less ", here + "/src"));
  CHECK(p.Fits("cat ", "src/"));
  CHECK_FALSE(p.Fits("rm ", "src"));
  CHECK(p.Fits("rm -rf ", "src"));
  CHECK(p.Fits("ls ", "src"));
  CHECK(p.Fits("ls ", here + "/src"));
  CHECK_FALSE(p.Fits("ls ", here));
  CHECK_FALSE(p.Fits("vim ", here + "/"));
  CHECK(p.Fits("grep -r x ", "."));
  CHECK(p.Fits("cp notes.txt ", "./"));
  CHECK(p.FitsAsSeen("ls ", here));
}

TEST_CASE("fit: a file that is created need not be there") {
  Project p;
  for (const char* left : {"touch ", "zip -r ", "ls > ", "ls 2> ", "ls >> ",
                           "ls >| ", "gcc -o "}) {
    INFO(left);
    CHECK(p.FitsAsSeen(left, "gone.zip"));
  }
  for (const char* left : {"cat ", "cat < ", "ls > notes.txt < "}) {
    INFO(left);
    CHECK_FALSE(p.FitsAsSeen(left, "gone.zip"));
    CHECK(p.FitsAsSeen(left, "notes.txt"));
  }
}

// `git checkout -b ` had `status`, and `git branch ` a file of another
// repository.
TEST_CASE("fit: a name to be created is no word of another command") {
  Project p;
  for (const char* left : {"git branch ", "git checkout -b ", "git tag "}) {
    CAPTURE(std::string(left));
    CHECK_FALSE(p.Fits(left, "status"));
    CHECK_FALSE(p.Fits(left, "elsewhere.py"));
    CHECK_FALSE(p.Fits(left, "$name"));
    CHECK(p.FitsAsSeen(left, "$name"));
    CHECK(p.FitsAsSeen(left, "x"));
  }
  CHECK_FALSE(p.Fits("pip install ", "numpy"));
  CHECK(p.FitsAsSeen("pip install ", "numpy"));
}

TEST_CASE("fit: a word that the grammar excludes, and one of another kind") {
  Project p;
  auto found = [&](const std::string& left, const std::string& word) {
    return p.At(left).Judge(word, UsedAt::kElsewhere);
  };
  CHECK(found("npm run ", "dev") == Finding::kNone);
  CHECK(found("npm run ", "stash") == Finding::kOtherKind);
  CHECK(found("git ", "notes.txt") == Finding::kUngrammatical);
}

TEST_CASE("fit: an existing name is not created again") {
  Project p;
  auto found = [&](const std::string& left, const std::string& word) {
    return p.At(left).Judge(word, UsedAt::kBehindAll);
  };
  CHECK(found("mkdir ", "src") == Finding::kExists);
  CHECK(found("mkdir ", "lib") == Finding::kNone);
  CHECK(found("git branch ", "main") == Finding::kExists);
  CHECK(found("git branch ", "new") == Finding::kNone);
  CHECK(found("git branch -d ", "topic") == Finding::kNone);
  CHECK(found("git checkout -b ", "topic") == Finding::kExists);
}

TEST_CASE("fit: a file that was used elsewhere must suit the command") {
  Project p;
  CHECK(p.Fits("node ", "src/app.js"));
  CHECK_FALSE(p.Fits("node ", "notes.txt"));
  CHECK(p.Usual("node ", "notes.txt"));
  CHECK(p.Fits("cat ", "notes.txt"));
  CHECK_FALSE(p.Fits("cat ", "gone.txt"));
  CHECK_FALSE(p.Fits("pip install ", "notes.txt"));
  CHECK_FALSE(p.Fits("pip install ", "numpy"));
}

TEST_CASE("fit: a host of scp has its colon") {
  Project p;
  CHECK_FALSE(p.Fits("scp notes.txt ", "alpha"));
  CHECK_FALSE(p.Usual("scp notes.txt ", "alpha"));
  CHECK(p.Usual("scp notes.txt ", "alpha:"));
  CHECK(p.Usual("scp ", "notes.txt"));
}

TEST_CASE("word_fits: a word is asked about once, in each context") {
  WordFits fits;
  int asked = 0;
  auto found = [&](std::string_view word, UsedAt used) {
    const WordFits::Word& known = fits.Of(word, used, [&] {
      ++asked;
      return word == "yes" ? Finding::kNone : Finding::kMissing;
    });
    return known.by_context;
  };
  fits.BeginAt("git ");
  for (int i = 0; i < 2; ++i) {
    CHECK(found("yes", UsedAt::kBehindAll) == Finding::kNone);
    CHECK(found("no", UsedAt::kBehindAll) == Finding::kMissing);
    fits.BeginAt("git ");
  }
  CHECK(asked == 2);
  // A word not seen there is another question; so is another context.
  CHECK(found("yes", UsedAt::kElsewhere) == Finding::kNone);
  CHECK(asked == 3);
  auto plausibility = [&](std::string_view word) {
    return fits.PlausibilityOf(word, [&] {
      ++asked;
      return Finding::kMissing;
    });
  };
  CHECK(plausibility("yes") == Finding::kMissing);
  CHECK(plausibility("yes") == Finding::kMissing);
  CHECK(asked == 4);
  fits.BeginAt("cd ");
  CHECK(found("yes", UsedAt::kBehindAll) == Finding::kNone);
  CHECK(plausibility("yes") == Finding::kMissing);
  CHECK(asked == 6);
}

// `bundle exec ` listed the file of `bundle exec rspec > out.txt`, and `exec`.
TEST_CASE("fit: behind a command that runs another one, only programs") {
  testing::There t;
  t.HavePrograms({"git", "bundle"});
  const auto fits = [&](const std::string& left, const std::string& word,
                        UsedAt used) {
    const CompletionContext context =
        BuildContext(left, left.size(), t.specs, nullptr);
    return Fit(context, left, {}, t.plausibility).Judge(word, used) ==
           Finding::kNone;
  };
  for (const char* left : {"bundle exec ", "nohup ", "sudo "}) {
    CAPTURE(left);
    CHECK(fits(left, "git", UsedAt::kElsewhere));
    CHECK_FALSE(fits(left, "out.txt", UsedAt::kElsewhere));
    CHECK_FALSE(fits(left, "exec", UsedAt::kElsewhere));
  }
  // What ran there, as a program of the project.
  CHECK(fits("bundle exec ", "rspec", UsedAt::kBehindAll));
}

// After `curl -s x | jq '.[0]'`, `curl -s ` listed the filter, and after
// `psql -f queries/slow.sql` the file.
TEST_CASE("fit: an address has a host") {
  Project p;
  for (const char* word :
       {"https://a.example/b", "a.example", "localhost:80", "a.example/x?y=1",
        "192.0.2.1", "[::1]:80", "a.pl", "a.json/x"}) {
    CHECK_MESSAGE(p.Fits("curl -s ", word), word);
  }
  for (const char* word :
       {"'.[0]'", "queries/slow.sql", "main", ".items[]", "out.txt"}) {
    CHECK_FALSE_MESSAGE(p.Fits("curl -s ", word), word);
  }
}

}  // namespace synapse
