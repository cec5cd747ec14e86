#include "source/project.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>

#include "base/clock.h"
#include "base/files.h"
#include "line/commands.h"
#include "line/quote.h"
#include "spec/project_files.h"

namespace synapse {
namespace {

constexpr int64_t kTtlUs = 300'000'000;
constexpr int64_t kStampCheckUs = 200'000;
constexpr size_t kMaxProjects = 16;
constexpr size_t kMaxChecked = 32;  // files that are checked for changes

constexpr const char* kFiles[] = {
    "GNUmakefile",         "makefile",      "Makefile",
    "package.json",        "justfile",      "Justfile",
    ".justfile",           "Cargo.toml",    "pyproject.toml",
    "compose.yaml",        "compose.yml",   "docker-compose.yml",
    "docker-compose.yaml", "Taskfile.yml",  "taskfile.yml",
    "Taskfile.yaml",       "taskfile.yaml", "Taskfile.dist.yml",
    "Taskfile.dist.yaml"};

// Reads the files of one directory, each within its own bounds.
class Reader {
 public:
  // The files it reads are added to `files`.
  Reader(std::string dir, Budget& budget, std::vector<ProjectTask>& out,
         std::vector<std::string>& files)
      : dir_(std::move(dir)), budget_(budget), out_(out), files_(files) {}

  // `is_here`: not a directory above; make does not search upwards.
  void ReadAll(bool is_here) {
    if (is_here) ReadMake();
    ReadNode();
    ReadJust();
    ReadCargo();
    ReadPyproject();
    ReadCompose();
    ReadTaskfile();
  }
  // True if the time ended before everything was read.
  bool unfinished() const { return unfinished_; }

 private:
  using Words = std::vector<std::string>;
  using Values = std::vector<GeneratedValue>;

  void Task(Words words, const std::string& file) {
    out_.push_back({std::move(words), "", file, true});
  }
  template <class Read>
  void Add(const Words& before, const std::string& file, Read read) {
    Reading reading(budget_);
    for (const GeneratedValue& v : read(reading)) {
      Words words = before;
      words.push_back(v.value);
      out_.push_back({std::move(words), v.description, file});
    }
    files_.insert(files_.end(), reading.files().begin(), reading.files().end());
    unfinished_ |= !reading.finished() && !reading.out_of_bounds();
  }

  void ReadMake() {
    std::string file = FindMakefile(dir_);
    if (file.empty()) return;
    Add({"make"}, file, [&](Reading& r) { return MakeTargets(file, r); });
  }
  // The lock file says which tool the project uses.
  void ReadNode() {
    std::string file = JoinPath(dir_, "package.json");
    if (!IsRegularFile(file)) return;
    Add(NodeRunner(), file,
        [&](Reading& r) { return PackageJsonScripts(file, r); });
  }
  // The runner of the nearest lock file: a workspace has one lock file for all its
  // packages.
  Words NodeRunner() const {
    constexpr std::pair<const char*, const char*> kLocks[] = {
        {"pnpm-lock.yaml", "pnpm"},
        {"yarn.lock", "yarn"},
        {"bun.lockb", "bun"},
        {"bun.lock", "bun"},
        {"package-lock.json", "npm"}};
    for (const std::string& at : ProjectDirectories(dir_)) {
      for (const auto& [lock, tool] : kLocks) {
        if (!IsRegularFile(JoinPath(at, lock))) continue;
        return tool == std::string_view("yarn") ? Words{tool}
                                                : Words{tool, "run"};
      }
    }
    return {"npm", "run"};
  }
  void ReadJust() {
    for (const char* name : {"justfile", "Justfile", ".justfile"}) {
      std::string file = JoinPath(dir_, name);
      if (!IsRegularFile(file)) continue;
      Add({"just"}, file, [&](Reading& r) { return JustRecipes(file, {}, r); });
      return;
    }
  }
  void ReadCargo() {
    std::string file = JoinPath(dir_, "Cargo.toml");
    if (!IsRegularFile(file)) return;
    for (const char* sub : {"build", "test", "run", "check", "clippy"}) {
      Task({"cargo", sub}, file);
    }
    for (const char* kind : {"bin", "example"}) {
      Add({"cargo", "run", std::string("--") + kind}, file,
          [&](Reading& r) { return CargoTargets(file, kind, r); });
    }
  }
  void ReadPyproject() {
    std::string file = JoinPath(dir_, "pyproject.toml");
    if (!IsRegularFile(file)) return;
    struct {
      TaskTable table;
      Words before;
    } const kTables[] = {{TaskTable::kCommands, {}},
                         {TaskTable::kPoe, {"poe"}},
                         {TaskTable::kPdm, {"pdm", "run"}}};
    for (const auto& t : kTables) {
      Add(t.before, file,
          [&](Reading& r) { return TomlTasks(file, t.table, r); });
    }
  }
  void ReadCompose() {
    const std::vector<std::string> files = FindComposeFiles(dir_);
    if (files.empty()) return;
    const std::string& file = files.front();
    Task({"docker", "compose", "up"}, file);
    out_.back().description = "start the services";
    Add({"docker", "compose", "up"}, file,
        [&](Reading& r) { return ComposeServices(files, r); });
  }
  void ReadTaskfile() {
    std::string file = FindTaskfile(dir_);
    if (file.empty()) return;
    Add({"task"}, file, [&](Reading& r) { return TaskNames(file, r); });
  }

  std::string dir_;
  Budget& budget_;
  std::vector<ProjectTask>& out_;
  std::vector<std::string>& files_;
  bool unfinished_ = false;
};

// True if the task begins with `words` and continues with the partial.
bool ContinuesAs(const std::vector<std::string>& written,
                 const std::vector<std::string>& words) {
  return written.size() < words.size() &&
         std::equal(written.begin(), written.end(), words.begin());
}

// The words of the task after the first, as written.
std::string RestOf(const ProjectTask& task) {
  std::string out;
  for (size_t i = 1; i < task.words.size(); ++i) {
    out += ' ' + QuotedWord(task.words[i]);
  }
  return out;
}

// True for a command that runs another one with more arguments (xargs), or for
// each file. A task is not offered there before a letter is typed.
bool IsForOthers(const CompletionContext& c) {
  return c.partial.empty() && IsRunByAnother(c) &&
         !IsWrapper(c.segment.words[0].value);
}

}  // namespace

std::vector<std::string> ProjectDirectories(const std::string& cwd) {
  std::vector<std::string> dirs;
  if (!cwd.starts_with('/') || OnSlowMount(cwd)) return dirs;
  auto root = FindUpwards(cwd, ".git");
  std::string at = cwd;
  while (true) {
    dirs.push_back(at);
    if (!root || at == *root || at == "/") break;
    at = std::string(DirName(at));
  }
  return dirs;
}

std::vector<std::string> ProjectProblems(const std::string& cwd) {
  std::vector<std::string> problems;
  for (const std::string& dir : ProjectDirectories(cwd)) {
    for (const char* name : kFiles) {
      std::string path = JoinPath(dir, name);
      if (!IsRegularFile(path)) continue;
      auto text = ReadFile(path, Reading::kMaxFileBytes);
      if (!text.ok()) {
        problems.push_back(text.status().message());
        continue;
      }
      if (name != std::string_view("package.json")) continue;
      rapidjson::Document d;
      d.Parse<rapidjson::kParseIterativeFlag>(text->data(), text->size());
      if (d.HasParseError()) {
        auto before = std::string_view(*text).substr(0, d.GetErrorOffset());
        problems.push_back(
            path + ":" +
            std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
            ": " + rapidjson::GetParseError_En(d.GetParseError()));
      }
    }
  }
  return problems;
}

bool ProjectSource::IsFresh(Entry& entry, int64_t now_us) const {
  bool just_checked = entry.generation == generation_ &&
                      now_us - entry.checked_us < kStampCheckUs;
  if (just_checked) return true;
  if (now_us - entry.read_us >= kTtlUs ||
      StampOfFiles(entry.files) != entry.stamp) {
    return false;
  }
  entry.generation = generation_;
  entry.checked_us = now_us;
  return true;
}

const std::vector<ProjectTask>& ProjectSource::Tasks(const std::string& cwd,
                                                     Budget& budget) {
  int64_t now = Clock::MonotonicUs();
  auto at = entries_.find(cwd);
  if (at != entries_.end() && IsFresh(at->second, now)) return at->second.tasks;
  if (entries_.size() >= kMaxProjects) entries_.clear();
  Entry entry;
  entry.read_us = entry.checked_us = now;
  entry.generation = generation_;
  // A directory changes when a file is added or removed.
  const std::vector<std::string> directories = ProjectDirectories(cwd);
  entry.files = directories;
  bool unfinished = false;
  for (const std::string& dir : directories) {
    Reader reader(dir, budget, entry.tasks, entry.files);
    reader.ReadAll(dir == cwd);
    unfinished |= reader.unfinished();
  }
  if (entry.files.size() > kMaxChecked) entry.files.resize(kMaxChecked);
  // The rest is read at the next prompt.
  entry.stamp = unfinished ? 0 : StampOfFiles(entry.files);
  return (entries_[cwd] = std::move(entry)).tasks;
}

void ProjectSource::Collect(const SourceInput& input, Budget& budget,
                            std::vector<Candidate>& out) {
  const CompletionContext& c = input.context;
  // At a command position a whole task is offered.
  const bool whole = c.words.empty();
  if (whole && (c.position != Position::kCommandName || c.elsewhere ||
                IsForOthers(c) || c.open != Quote::kNone)) {
    return;
  }
  size_t limit = out.size() + input.most;
  size_t index = 0;
  for (const ProjectTask& task : Tasks(input.cwd, budget)) {
    if (out.size() >= limit || budget.Spent()) return;
    if (!ContinuesAs(c.words, task.words)) continue;
    const std::string& word = task.words[c.words.size()];
    if (!word.starts_with(c.partial)) continue;
    const bool is_found = !task.ours && c.words.size() + 1 == task.words.size();
    const std::string rest = whole ? RestOf(task) : "";
    double score = 0.5 + 0.3 / (1 + 0.2 * static_cast<double>(index++));
    score += 0.2 * static_cast<double>(c.partial.size()) /
             static_cast<double>(word.size() + rest.size());
    auto made = MakeCandidate(c, id(),
                              {.value = word,
                               .description = task.description,
                               .score = score,
                               .reason = BaseName(task.file),
                               .suffix = rest,
                               .trusted = !is_found});
    if (made) out.push_back(std::move(*made));
  }
}

}  // namespace synapse
