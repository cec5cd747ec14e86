// The list of suggestions as a person sees it, for commands of daily use.
//
// Each file of tests/list/screens/ has the typed line (▏ is the cursor) behind
// "$ ", and below it the rows of the list. The directory, the history and PATH
// are made up, so that every machine draws the same rows.
//
//   SYNAPSE_WRITE_SCREENS=1   writes the files again. A file that has only its
//                             first line gets its rows: a new screen.
//
// A changed screen is read before it is committed.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "list/picker.h"
#include "list/suggestion_pool.h"
#include "tests/engine/engine_testing.h"

extern char** environ;

namespace synapse {
namespace {

using testing::Session;

constexpr int kColumns = 100, kRows = 21;  // list.rows, and the header
constexpr std::string_view kPrompt = "$ ", kCursorMark = "▏";
// Later than the files of this machine, so that none of them is new, and before
// 2038, when the times of some file systems end.
constexpr int64_t kStartMs = 2'100'000'000'000;

constexpr const char* kPrograms =
    "apt apt-get awk bat brew cargo chmod chown cmake code cp crontab curl cut "
    "date dd df diff dig dpkg du env fd ffmpeg file find free fzf gcc gdb gh "
    "gpg gradle head helm htop ip java journalctl jq kill kubectl less ln lsof "
    "man mkdir mount mv mysql nano nc node npm npx openssl pgrep ping pip pip3 "
    "pipx pkill pnpm podman printf ps psql pwd python3 rg rm rmdir rsync scp "
    "sed sleep ss ssh ssh-keygen stat strace su sudo systemctl tail tar tee "
    "terraform time tmux top touch tr tree uname uniq unzip useradd uv vi vim "
    "watch wc wget which whoami xargs yarn zip zsh";

// Of different sizes and ages, in a project that many tools know.
constexpr const char* kFiles[] = {"README.md",  "src/main.c",    "src/util.c",
                                  "src/util.h", "notes.txt",     "data.json",
                                  "access.log", "backup.tar.gz", "photos.zip",
                                  "script.py",  "docs/guide.md"};

void WriteProject(Session& s) {
  for (const char* file : kFiles) s.tree.Write(std::string("w/") + file, "x\n");
  s.tree.Write("w/package.json",
               R"({"name":"shop","scripts":{"build":"vite build",)"
               R"("dev":"vite","lint":"eslint .","test":"vitest"},)"
               R"("dependencies":{"react":"18","zod":"3"}})");
  s.tree.Write("w/Makefile",
               "all: build\n\nbuild: ## Compile the program\n\tcc src/*.c\n\n"
               "test: build ## Run the tests\n\t./a.out --test\n\n"
               "clean: ## Remove what was built\n\trm -f a.out\n");
  s.tree.Write("w/CMakeLists.txt",
               "project(shop)\nadd_executable(shop src/main.c)\n");
  s.tree.Write("w/Cargo.toml", "[package]\nname = \"shop\"\n");
  s.tree.Write("w/go.mod", "module example.org/shop\n");
  s.tree.Write("w/compose.yaml",
               "services:\n  web:\n    image: nginx\n  db:\n"
               "    image: postgres\n");
  s.tree.Write("w/Dockerfile", "FROM debian AS build\nFROM debian AS run\n");
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  const std::string id = "8d3b1f0c5a7e9246b0d8f1c3e5a79b2d4f60718c\n";
  for (const char* branch : {"main", "feature/cart", "fix-login"}) {
    s.tree.Write(std::string("w/.git/refs/heads/") + branch, id);
  }
  s.tree.Write("w/.git/refs/remotes/origin/main", id);
  s.tree.Write("w/.git/refs/tags/v1.0", id);
  s.tree.Write("w/.git/config",
               "[remote \"origin\"]\n\turl = git@example.org:shop.git\n"
               "[branch \"main\"]\n\tmerge = refs/heads/main\n");
  s.tree.Write("home/.ssh/config", "Host web-one\nHost web-two\nHost backup\n");
}

// Files have the same age everywhere: the last one is the oldest, those of the
// project are older.
void SetTimes(Session& s) {
  const auto set = [&](const std::string& name, int64_t age_s) {
    const timespec at{kStartMs / 1000 - age_s, 0};
    const timespec both[] = {at, at};
    const std::string path = s.tree.Path("w/" + name);
    REQUIRE(utimensat(AT_FDCWD, path.c_str(), both, 0) == 0);
  };
  for (const char* file :
       {"package.json", "Makefile", "CMakeLists.txt", "Cargo.toml", "go.mod",
        "compose.yaml", "Dockerfile"}) {
    set(file, 86400 * 5);
  }
  int64_t hours = 1;
  for (const char* file : kFiles) set(file, 3600 * hours++);
}

void RunHistory(Session& s) {
  s.now_ms = kStartMs;
  for (const char* line : {"git status",
                           "git add .",
                           "git commit -m 'add cart'",
                           "git push",
                           "git checkout main",
                           "git pull",
                           "git checkout -b fix-login",
                           "make test",
                           "npm run dev",
                           "npm test",
                           "docker compose up -d",
                           "docker ps",
                           "kubectl get pods",
                           "ssh web-one",
                           "cd src",
                           "ls -la",
                           "tar xzf backup.tar.gz",
                           "grep -rn TODO src",
                           "vim README.md",
                           "curl -s https://example.org/api | jq .",
                           "python3 script.py",
                           "git checkout -f main",
                           "git status",
                           "git diff",
                           "make test"}) {
    s.Run(line);
  }
  for (int i = 0; i < 3; ++i) s.Run("git status");
}

class ScreenShop {
 public:
  ScreenShop() {
    std::string programs = kPrograms;
    for (size_t at = 0; at < programs.size();) {
      const size_t end = std::min(programs.find(' ', at), programs.size());
      const std::string name = "bin/" + programs.substr(at, end - at);
      session_.tree.Write(name, "");
      chmod(session_.tree.Path(name).c_str(), 0755);
      at = end + 1;
    }
    WriteProject(session_);
    RunHistory(session_);
    SetTimes(session_);
    session_.engine->NewPrompt();
  }

  std::string RowsOf(const std::string& line, size_t cursor) {
    SuggestRequest request = session_.Request(line, cursor);
    Picker picker(
        std::make_unique<SuggestionPool>(
            *session_.engine, request, [](std::string_view) { return false; }),
        "");
    Budget budget(60'000'000);
    while (picker.Work(budget)) {
    }
    std::string out;
    for (const ListRow& row : picker.Draw(kColumns, kRows)) {
      out += row.text.substr(0, row.text.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
  }

 private:
  Session session_;
};

// The variables of a person's shell, whatever those of the test are.
class MadeUpEnvironment {
 public:
  MadeUpEnvironment() { environ = variables_; }
  ~MadeUpEnvironment() { environ = old_; }
  MadeUpEnvironment(const MadeUpEnvironment&) = delete;
  MadeUpEnvironment& operator=(const MadeUpEnvironment&) = delete;

 private:
  static char* Text(const char* text) { return const_cast<char*>(text); }
  char* variables_[12] = {
      Text("SHELL=/bin/bash"),    Text("TERM=xterm"),    Text("USER=ann"),
      Text("PATH=/usr/bin"),      Text("PWD=/home/ann"), Text("HOME=/home/ann"),
      Text("LANG=C.UTF-8"),       Text("EDITOR=vim"),    Text("SHOP_REGION=eu"),
      Text("SSH_TTY=/dev/pts/0"), Text("SHLVL=1"),       nullptr};
  char** old_ = environ;
};

std::string FirstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

TEST_CASE("screens: the lists of daily commands are those of the tree") {
  const std::string folder = testing::SourceFile("tests/list/screens");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  const bool writes = getenv("SYNAPSE_WRITE_SCREENS") != nullptr;
  const MadeUpEnvironment environment;
  ScreenShop shop;
  for (const std::string& name : names) {
    CAPTURE(name);
    const std::string path = folder + "/" + name;
    const auto text = ReadFile(path);
    REQUIRE(text.ok());
    const std::string first = FirstLine(*text);
    std::string line = first.substr(kPrompt.size());
    const size_t cursor = line.find(kCursorMark);
    REQUIRE(first.starts_with(kPrompt));
    REQUIRE(cursor != std::string::npos);
    line.erase(cursor, kCursorMark.size());
    const std::string now = first + "\n" + shop.RowsOf(line, cursor);
    if (writes) {
      std::ofstream(path) << now;
    } else {
      CHECK(now == *text);
    }
  }
  CHECK(names.size() >= 60);
}

}  // namespace
}  // namespace synapse
