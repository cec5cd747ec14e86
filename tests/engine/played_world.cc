#include "tests/engine/played_world.h"

#include <algorithm>

#include "base/text.h"
#include "line/tokenizer.h"

namespace synapse::testing {
namespace {

constexpr size_t kLines = 2000;
constexpr const char* kShop = "home/shop";    // node
constexpr const char* kKernel = "home/kern";  // C
constexpr const char* kData = "home/data";    // Python
constexpr const char* kInfra = "home/infra";  // docker
constexpr const char* kFiles = "home/files";  // no repository

// Lines that run together, in one project. A `|` in braces is a choice; a line
// after `!N ` ended with status N.
struct Scene {
  const char* project;
  int weight;
  std::vector<const char*> lines;
};

const std::vector<Scene>& Scenes() {
  static const std::vector<Scene> scenes = {
      {kShop,
       6,
       {"git status", "git add .",
        "git commit -m \"{fix typo|add cart|wip|remove log|style}\"",
        "git push"}},
      {kShop, 4, {"npm run {dev|dev|storybook}"}},
      {kShop, 4, {"vim src/{index|cart|app}.js", "npm test"}},
      {kShop, 2, {"git checkout -b feature/{search|cart}"}},
      {kShop,
       3,
       {"git checkout {main|main|feature/auth|fix/login}", "git pull"}},
      {kShop, 2, {"npm run {build|lint}", "git diff"}},
      {kShop, 1, {"npm install {lodash|express|react-dom}"}},
      {kShop, 1, {"git stash", "git checkout main", "git stash pop"}},
      {kShop, 1, {"!1 npm run build", "vim src/app.js", "npm run build"}},
      {kShop, 1, {"git log --oneline", "git show {HEAD|HEAD~1}"}},
      {kShop, 1, {"cat ofile.txt", "rm ofile.txt"}},
      {kShop, 1, {"git branch -d old/{one|two|three}"}},
      {kKernel, 6, {"make", "make test"}},
      {kKernel, 2, {"make clean", "make -j4"}},
      {kKernel, 3, {"vim src/{main|list}.c", "make"}},
      {kKernel,
       2,
       {"!2 make", "vim src/list.c", "make", "./build/kern --fast"}},
      {kKernel,
       2,
       {"git add src/{main|list}.c", "git commit -m \"{split list|free it}\""}},
      {kKernel, 1, {"grep -rn {malloc|assert} src", "vim src/main.c"}},
      {kKernel, 1, {"gdb ./build/kern"}},
      {kKernel, 1, {"git init -q .", "git checkout -q ."}},
      {kData, 4, {"python3 scripts/{plot|load}.py", "ls -la"}},
      {kData,
       4,
       {"python3 -m pytest tests/test_{load|plot}.py -k {small|big}"}},
      {kData, 2, {"python3 -m pytest"}},
      {kData, 1, {"pip install -r requirements.txt"}},
      {kData, 1, {"pip install {numpy|pandas}"}},
      {kData, 2, {"git status", "git commit -am \"{data|plots}\"", "git push"}},
      {kData, 1, {"source venv/bin/activate", "python3"}},
      {kData, 1, {"vim scripts/plot.py", "python3 scripts/plot.py"}},
      {kData, 1, {"git tag v1.{1|2|3}", "git push --tags"}},
      {kInfra, 4, {"docker compose up -d", "docker compose logs -f {web|db}"}},
      {kInfra, 2, {"docker ps", "docker exec -it infra_{web|db}_1 bash"}},
      {kInfra, 2, {"docker compose down"}},
      {kInfra, 2, {"vim compose.yaml", "docker compose up -d"}},
      {kInfra, 2, {"ssh {alpha|alpha|beta}", "scp notes.txt alpha:"}},
      {kInfra, 1, {"ping alpha"}},
      {kInfra, 1, {"docker build -t infra/web .", "docker run --rm infra/web"}},
      {kFiles, 3, {"ls", "less notes.txt"}},
      {kFiles, 2, {"cp {notes|todo}.txt backup/"}},
      {kFiles, 2, {"tar xzf photos.tar.gz", "ls photos"}},
      {kFiles, 1, {"!1 cd nodir"}},
      {kFiles, 1, {"wc -l notes.txt", "sort notes.txt >/dev/null"}},
      {kFiles, 1, {"find . -name '*.txt'", "mv todo.txt done.txt"}},
      {kFiles, 1, {"cat notes.txt | grep {tea|milk}"}},
      {kFiles, 1, {"unzip archive.zip", "rm archive.zip"}},
      {kFiles, 1, {"mkdir {old|new}", "ls"}},
      {kFiles, 1, {"!127 {sl|gti status|nmp test}"}},
  };
  return scenes;
}

// The n-th choice of each brace.
std::string Chosen(std::string text, std::mt19937& random) {
  size_t open;
  while ((open = text.find('{')) != text.npos) {
    size_t close = text.find('}', open);
    std::string all = text.substr(open + 1, close - open - 1);
    std::vector<std::string> choices;
    for (size_t at = 0; at <= all.size();) {
      size_t bar = std::min(all.find('|', at), all.size());
      choices.push_back(all.substr(at, bar - at));
      at = bar + 1;
    }
    text.replace(open, close - open + 1, choices[random() % choices.size()]);
  }
  return text;
}

// Files that a command can read, by the ends of their names.
struct Reads {
  std::string_view command;
  std::initializer_list<std::string_view> ends;
};
const Reads kReads[] = {
    {"node", {".js", ".mjs", ".cjs", ".ts"}},
    {"python3", {".py"}},
    {"source", {".sh", "activate"}},
    {"tar", {".tar.gz", ".tar"}},
    {"unzip", {".zip"}},
    {"gcc", {".c", ".h", ".o", ".a"}},
};

}  // namespace

PlayedWorld::PlayedWorld() {
  MakeProjects();
  session.engine->shell().kind = [](std::string_view name) {
    using Kind = ShellNames::Kind;
    if (IsOneOf(name, {"for", "if", "while", "then", "do", "done", "fi"})) {
      return Kind::kReserved;
    }
    bool builtin = IsOneOf(name, {"cd", "source", "echo", "export", "pwd",
                                  "test", "true", "type", "history"});
    return builtin ? Kind::kBuiltin : Kind::kNone;
  };
  MakeHistory(kLines);
}

void PlayedWorld::MakeProjects() {
  auto write = [&](const char* project, const std::string& name,
                   const std::string& text = "") {
    session.tree.Write(std::string(project) + "/" + name, text);
  };
  auto repository = [&](const char* project,
                        std::initializer_list<const char*> branches) {
    write(project, ".git/HEAD", "ref: refs/heads/main\n");
    write(project, ".git/config",
          "[remote \"origin\"]\n\turl = https://example.org/x\n");
    for (const char* branch : branches) {
      write(project, std::string(".git/refs/heads/") + branch,
            std::string(40, 'a') + "\n");
    }
  };
  for (const char* name :
       {"npm",   "node", "npx",   "python3", "pip",  "vim", "less", "ssh",
        "scp",   "ping", "tar",   "wc",      "cp",   "mv",  "rm",   "find",
        "mkdir", "gdb",  "unzip", "head",    "tail", "gcc"}) {
    std::string path = session.tree.Write(std::string("bin/") + name, "");
    chmod(path.c_str(), 0755);
  }
  repository(kShop, {"main", "feature/auth", "fix/login", "develop"});
  write(kShop, "package.json",
        R"({"scripts": {"dev": "x", "build": "x", "lint": "x", "test": "x",
            "storybook": "x", "start": "x"}})");
  for (const char* name : {"src/index.js", "src/cart.js", "src/app.js",
                           "README.md", "notes.txt"}) {
    write(kShop, name);
  }
  repository(kKernel, {"main", "wip"});
  write(kKernel, "Makefile",
        "all:\n\tx\ntest:\n\tx\nclean:\n\tx\ninstall:\n\tx\n");
  for (const char* name : {"src/main.c", "src/list.c", "src/list.h"}) {
    write(kKernel, name);
  }
  std::string kern =
      session.tree.Write(std::string(kKernel) + "/build/kern", "");
  chmod(kern.c_str(), 0755);
  repository(kData, {"main", "plots"});
  write(kData, "pyproject.toml", "[project]\nname = \"data\"\n");
  for (const char* name :
       {"scripts/plot.py", "scripts/load.py", "tests/test_load.py",
        "tests/test_plot.py", "requirements.txt", "venv/bin/activate"}) {
    write(kData, name);
  }
  repository(kInfra, {"main"});
  write(kInfra, "compose.yaml",
        "services:\n  web:\n    image: x\n  db:\n    image: x\n");
  write(kInfra, "Dockerfile", "FROM x\n");
  write(kInfra, "notes.txt");
  for (const char* name : {"notes.txt", "todo.txt", "photos.tar.gz",
                           "archive.zip", "backup/old.txt", "photos/one.jpg"}) {
    write(kFiles, name);
  }
}

void PlayedWorld::MakeHistory(size_t lines) {
  std::mt19937 random(7);
  size_t run = 0;
  while (run < lines) {
    const Scene& first = Scenes()[random() % Scenes().size()];
    Run({"cd ~/" + std::string(first.project).substr(5)});
    ++run;
    std::vector<const Scene*> here;
    for (const Scene& scene : Scenes()) {
      if (std::string_view(scene.project) != first.project) continue;
      here.insert(here.end(), static_cast<size_t>(scene.weight), &scene);
    }
    for (size_t left = 3 + random() % 8; left > 0; --left) {
      for (std::string line : here[random() % here.size()]->lines) {
        int exit = 0;
        if (line.starts_with('!')) {
          exit = atoi(line.c_str() + 1);
          line.erase(0, line.find(' ') + 1);
        }
        Run({Chosen(line, random), exit});
        ++run;
      }
    }
  }
}

void PlayedWorld::Run(const PlayedLine& line) {
  session.Run(line.text, 1, line.exit);
  std::erase(history_, line.text);
  history_.insert(history_.begin(), line.text);
  lines_.insert(line.text);
  if (line.exit == 0) FollowGit(SplitAtBlanks(line.text));
  if (!line.text.starts_with("cd ") || line.exit != 0) return;
  std::string to = line.text.substr(3);
  session.cwd = to.starts_with("~/") ? session.tree.Path("home" + to.substr(1))
                                     : JoinPath(session.cwd, to);
}

// Follows the branches and tags that git makes, removes and checks out.
void PlayedWorld::FollowGit(const std::vector<std::string>& words) {
  if (words.size() < 3 || words[0] != "git") return;
  const std::string& name = words.back();
  auto ref = [&](const char* kind) {
    return Here(".git/refs/" + (kind + name));
  };
  auto write = [](const std::string& path, const std::string& text) {
    std::filesystem::create_directories(DirName(path));
    std::ofstream(path) << text;
  };
  const std::string commit = std::string(40, 'a') + "\n";
  const bool removes = words[2] == "-d";
  if (words[1] == "checkout" || words[1] == "switch") {
    if (words[2] == "-b") write(ref("heads/"), commit);
    if (!IsRegularFile(ref("heads/"))) return;
    write(Here(".git/HEAD"), "ref: refs/heads/" + name + "\n");
  } else if (words[1] == "tag" && !removes) {
    write(ref("tags/"), commit);
  } else if (removes && (words[1] == "tag" || words[1] == "branch")) {
    std::filesystem::remove(ref(words[1] == "tag" ? "tags/" : "heads/"));
  }
}

std::string PlayedWorld::Here(std::string_view path) const {
  if (path.starts_with("~/")) {
    return session.tree.Path("home" + std::string(path.substr(1)));
  }
  return JoinPath(session.cwd, path);
}

// The rules are general knowledge of these commands, not a spec.
std::string PlayedWorld::WhySilly(const std::string& text, size_t from) const {
  const size_t begin = text.find_first_not_of(' ', from);
  if (begin == text.npos) return "nothing but blanks";
  const size_t end = std::min(text.find(' ', begin), text.size());
  const std::string shown = text.substr(0, end);
  std::vector<std::string> words;
  for (const Token& token : Tokenize(shown)) {
    if (token.kind == TokenKind::kWord) {
      words.push_back(token.value);
    } else if (words.empty()) {
      return "an operator in front of a command";
    } else {
      words.clear();
    }
  }
  auto was_run = [&] {
    auto at = lines_.lower_bound(shown);
    return at != lines_.end() && at->starts_with(shown);
  };
  if (words.empty()) return was_run() ? "" : "an operator that nobody wrote";
  if (words.size() == 1) {
    if (words[0].find('/') != std::string::npos) {
      return StatFile(Here(words[0])) ? "" : "no such program";
    }
    bool runs =
        StatFile(session.tree.Path("bin/" + words[0])).has_value() ||
        session.engine->shell().kind(words[0]) != ShellNames::Kind::kNone;
    return runs ? "" : "no such command";
  }
  return WhyNoTarget(words);
}

std::string PlayedWorld::WhyNoTarget(
    const std::vector<std::string>& words) const {
  const std::string& command = words[0];
  const std::string& last = words.back();
  const std::string& before = words[words.size() - 2];
  auto is_there = [&] { return StatFile(Here(last)).has_value(); };
  const bool option = last.starts_with('-') && last.size() > 1;
  if (last.empty()) return "";
  if (command == "git") return WhyNotGit(words);
  if (option) return "";
  const bool behind_option = before.starts_with('-') && before != "-la";
  for (const Reads& reads : kReads) {
    if (command != reads.command || behind_option || IsDirectory(Here(last)) ||
        (command == "python3" && words.size() > 2) ||
        (command == "tar" && words.size() == 2)) {
      continue;
    }
    if (!is_there()) return "no such file";
    bool ends = std::any_of(reads.ends.begin(), reads.ends.end(),
                            [&](auto end) { return last.ends_with(end); });
    return ends ? "" : "a file of another kind";
  }
  if (command == "scp") {
    return is_there() || last.find(':') != last.npos ? ""
                                                     : "no file and no host:";
  }
  if (command == "cd") {
    return last == "-" || IsDirectory(Here(last)) ? "" : "no such directory";
  }
  if (IsOneOf(command, {"cat", "less", "wc", "head", "tail", "sort", "rm", "cp",
                        "mv"})) {
    const bool made = IsOneOf(command, {"cp", "mv"}) && words.size() > 2;
    const bool value =
        before.starts_with('-') && IsOneOf(command, {"head", "tail", "sort"});
    return made || value || is_there() ? "" : "no such file";
  }
  if (command == "make" || (command == "npm" && before == "run")) {
    const bool make = command == "make";
    auto tasks = ReadFile(Here(make ? "Makefile" : "package.json"));
    if (make && last.find('=') != last.npos) return "";
    const std::string task = make ? "\n" + last + ":" : "\"" + last + "\": ";
    return tasks.ok() && ("\n" + *tasks).find(task) != std::string::npos
               ? ""
               : "no such task";
  }
  if (IsOneOf(command, {"ssh", "ping"})) {
    return IsOneOf(last, {"alpha", "beta", "localhost"}) || before[0] == '-'
               ? ""
               : "no such host";
  }
  if ((command == "pip" || command == "npm") && before == "install") {
    return is_there() && last != "." ? "a file, and no package" : "";
  }
  if (command == "npm" && words.size() == 2) {
    return is_there() ? "a file, and no command of npm" : "";
  }
  if (command == "docker" && words.size() > 2 && words[1] == "exec") {
    return last.starts_with("infra_") || before.starts_with("infra_") ||
                   words.size() > 4
               ? ""
               : "no such container";
  }
  if (command == "docker" && words.size() == 2) {
    return is_there() ? "a file, and no command of docker" : "";
  }
  return "";
}

std::string PlayedWorld::WhyNotGit(
    const std::vector<std::string>& words) const {
  const std::string& last = words.back();
  const std::string& before = words[words.size() - 2];
  const std::string verb = words.size() > 2 ? words[1] : "";
  if (!IsRegularFile(Here(".git/HEAD"))) {
    return "";  // git reports that it is missing
  }
  if (verb.empty()) {
    return StatFile(Here(last)) && last != "." ? "a file, and no verb" : "";
  }
  if (last.starts_with('-')) return "";
  const bool file = StatFile(Here(last)).has_value();
  const bool branch = IsRegularFile(Here(".git/refs/heads/" + last));
  const bool tag = IsRegularFile(Here(".git/refs/tags/" + last));
  const bool revision =
      branch || tag || last.starts_with("HEAD") || last == "-";
  const auto head = ReadFile(Here(".git/HEAD"));
  const bool is_here = head.ok() && *head == "ref: refs/heads/" + last + "\n";
  const bool made = IsOneOf(before, {"-b", "-c", "-B", "-m", "-am"});
  if (made) return "";
  if (verb == "tag" && IsOneOf(before, {"-d", "--delete"})) {
    return tag ? "" : "no such tag";
  }
  if (is_here && IsOneOf(verb, {"checkout", "switch", "merge", "branch"})) {
    return "the branch that one is on";
  }
  if (verb == "checkout") return revision || file ? "" : "no branch, no file";
  if (IsOneOf(verb, {"switch", "merge", "rebase"}) ||
      (verb == "branch" && IsOneOf(before, {"-d", "-D"}))) {
    return revision ? "" : "no such branch";
  }
  if (IsOneOf(verb, {"add", "restore", "rm"})) {
    return file ? "" : "no such file";
  }
  if (IsOneOf(verb, {"push", "pull", "fetch"})) {
    const bool remote = words.size() == 3;
    return remote ? (last == "origin" ? "" : "no such remote")
                  : (revision ? "" : "no such branch");
  }
  if (verb == "commit") return file ? "" : "neither option nor file";
  if (IsOneOf(verb, {"status", "diff", "log", "show"})) {
    return file || revision ? "" : "neither revision nor file";
  }
  return "";
}

const std::vector<PlayedLine>& PlayedHour() {
  static const std::vector<PlayedLine> hour = {
      {"cd ~/shop"},
      {"git status"},
      {"git checkout develop"},
      {"git pull"},
      {"npm install"},
      {"npm run dev"},
      {"vim src/cart.js"},
      {"npm test"},
      {"npm test", 1},
      {"vim src/cart.js"},
      {"npm test"},
      {"git add ."},
      {"git commit -m \"count the cart\""},
      {"git push"},
      {"git checkout fix/login"},
      {"git merge main"},
      {"git branch -d feature/auth"},
      {"npm run storybook"},
      {"npx eslint src"},
      {"git restore README.md"},
      {"cat notes.txt"},
      {"node src/index.js"},
      {"git push origin fix/login"},
      {"cd ~/kern"},
      {"git switch wip"},
      {"make clean"},
      {"make"},
      {"make test", 2},
      {"vim src/list.c"},
      {"make test"},
      {"./build/kern --slow"},
      {"grep -rn free src"},
      {"git diff"},
      {"git add src/list.c"},
      {"git commit -m \"free the list\""},
      {"make install"},
      {"gcc -o x src/main.c"},
      {"cd ~/infra"},
      {"docker compose down"},
      {"vim Dockerfile"},
      {"docker build -t infra/web ."},
      {"docker compose up -d"},
      {"docker ps"},
      {"docker exec -it infra_web_1 sh"},
      {"docker compose logs -f web"},
      {"ssh beta"},
      {"ping beta"},
      {"scp compose.yaml alpha:"},
      {"cd ~/data"},
      {"source venv/bin/activate"},
      {"pip install scipy"},
      {"python3 -m pytest tests/test_plot.py -k big"},
      {"python3 -m pytest tests/test_plot.py"},
      {"python3 scripts/load.py"},
      {"head requirements.txt"},
      {"git tag -d v1.1"},
      {"git commit -am \"load it\""},
      {"git push"},
      {"cd ~/files"},
      {"ls"},
      {"cat todo.txt"},
      {"cp todo.txt backup/"},
      {"tar xzf photos.tar.gz"},
      {"mv notes.txt backup/"},
      {"wc -l todo.txt"},
      {"sort todo.txt"},
      {"unzip archive.zip"},
      {"cd photos"},
      {"ls"},
      {"cd .."},
      {"rm archive.zip"},
      {"find . -name '*.jpg'"},
      {"cd ~/shop"},
      {"git status"},
      {"npm start"},
  };
  return hour;
}

}  // namespace synapse::testing
