#include "source/project.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"

namespace synapse {
namespace {

constexpr int64_t kTtlUs = 300'000'000;
constexpr int64_t kStampCheckUs = 2'000'000;
constexpr size_t kMostProjects = 16;
constexpr size_t kMostProjectFile = 1 << 20;  // as spec/project_files.h reads

constexpr const char* kFiles[] = {
    "GNUmakefile", "makefile", "Makefile", "package.json", "justfile",
    "Justfile", ".justfile", "Cargo.toml", "pyproject.toml", "compose.yaml",
    "compose.yml", "docker-compose.yml", "docker-compose.yaml"};

uint64_t StampOf(const std::vector<std::string>& directories) {
  uint64_t stamp = 0;
  for (const std::string& dir : directories) {
    for (const char* name : kFiles) {
      auto st = StatFile(JoinPath(dir, name));
      if (!st) continue;
      stamp = Hash64(name, stamp + static_cast<uint64_t>(st->st_mtim.tv_nsec) +
                               static_cast<uint64_t>(st->st_mtime));
    }
  }
  return stamp;
}

class Reader {
 public:
  Reader(std::string dir, std::vector<ProjectTask>& out)
      : dir_(std::move(dir)), out_(out) {}

  void ReadAll() {
    std::string makefile = FindMakefile(dir_);
    if (!makefile.empty()) Add("make ", MakeTargets(makefile), makefile);
    ReadNode();
    for (const char* name : {"justfile", "Justfile", ".justfile"}) {
      std::string just = JoinPath(dir_, name);
      if (IsRegularFile(just)) {
        Add("just ", JustRecipes(just), just);
        break;
      }
    }
    ReadCargo();
    std::string pyproject = JoinPath(dir_, "pyproject.toml");
    if (IsRegularFile(pyproject)) {
      Add("", PyprojectScripts(pyproject), pyproject);
    }
    std::string compose = FindComposeFile(dir_);
    if (!compose.empty()) {
      Task("docker compose up", "start the services", compose);
      Add("docker compose up ", ComposeServices(compose), compose);
    }
  }

 private:
  void Task(std::string command, std::string description,
            const std::string& file) {
    out_.push_back({std::move(command), std::move(description), file});
  }
  void Add(const char* before, const std::vector<GeneratedValue>& values,
           const std::string& file) {
    for (const GeneratedValue& v : values) {
      Task(before + v.value, v.description, file);
    }
  }
  // The lock file says which tool the project uses.
  void ReadNode() {
    std::string package = JoinPath(dir_, "package.json");
    if (!IsRegularFile(package)) return;
    const char* run = IsRegularFile(JoinPath(dir_, "pnpm-lock.yaml"))
                          ? "pnpm run "
                      : IsRegularFile(JoinPath(dir_, "yarn.lock")) ? "yarn "
                      : IsRegularFile(JoinPath(dir_, "bun.lockb"))
                          ? "bun run "
                          : "npm run ";
    Add(run, PackageJsonScripts(package), package);
  }
  void ReadCargo() {
    std::string cargo = JoinPath(dir_, "Cargo.toml");
    if (!IsRegularFile(cargo)) return;
    for (const char* sub : {"build", "test", "run", "check", "clippy"}) {
      Task(std::string("cargo ") + sub, "", cargo);
    }
    Add("cargo run --bin ", CargoTargets(cargo, "bin"), cargo);
    Add("cargo run --example ", CargoTargets(cargo, "example"), cargo);
  }

  std::string dir_;
  std::vector<ProjectTask>& out_;
};

// The command line of another machine, or of a container.
bool IsRemote(const CompletionContext& c) {
  if (c.segment.words.empty()) return false;
  const std::string& first = c.segment.words.front().value;
  return first == "ssh" || first == "docker" || first == "podman" ||
         first == "kubectl";
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
      auto text = ReadFile(path, kMostProjectFile);
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

const std::vector<ProjectTask>& ProjectSource::Tasks(const std::string& cwd) {
  int64_t now = Clock::MonotonicUs();
  auto at = entries_.find(cwd);
  if (at != entries_.end()) {
    Entry& e = at->second;
    if (now - e.read_us < kStampCheckUs) return e.tasks;
    if (now - e.read_us < kTtlUs && StampOf(e.directories) == e.stamp) {
      return e.tasks;
    }
  }
  if (entries_.size() >= kMostProjects) entries_.clear();
  Entry entry;
  entry.read_us = now;
  entry.directories = ProjectDirectories(cwd);
  entry.stamp = StampOf(entry.directories);
  for (const std::string& dir : entry.directories) {
    Reader(dir, entry.tasks).ReadAll();
  }
  return (entries_[cwd] = std::move(entry)).tasks;
}

void ProjectSource::Collect(const SourceInput& input, Budget& budget,
                            std::vector<Candidate>& out) {
  const CompletionContext& c = input.context;
  // What the task's command must begin with for the partial to be its next
  // word: "make ", "npm run ". On a command position nothing.
  std::string before;
  for (const std::string& word : c.words) before += word + " ";
  if (before.empty() && (c.position != Position::kCommandName || IsRemote(c))) {
    return;
  }
  size_t limit = out.size() + input.most;
  size_t index = 0;
  for (const ProjectTask& task : Tasks(input.cwd)) {
    if (out.size() >= limit || budget.Spent()) return;
    if (!task.command.starts_with(before)) continue;
    std::string_view rest = std::string_view(task.command).substr(before.size());
    if (!rest.starts_with(c.partial)) continue;
    // One word of it, but the whole task in the place of a command.
    bool whole = before.empty();
    std::string_view value =
        whole ? rest : rest.substr(0, rest.find(' '));
    if (value.empty()) continue;
    double score = 0.5 + 0.3 / (1 + 0.2 * static_cast<double>(index++));
    score += 0.2 * static_cast<double>(c.partial.size()) /
             static_cast<double>(value.size());
    Candidate made = MakeCandidate(
        c, id(), {.value = value.substr(0, c.partial.size()),
                  .description = task.description,
                  .score = score,
                  .reason = BaseName(task.file)});
    // A task is a command line, not one word: it is not quoted.
    made.text.assign(c.buffer, 0, c.cursor);
    made.text += value.substr(c.partial.size());
    made.text.append(c.buffer, c.cursor);
    made.word = std::string(value);
    out.push_back(std::move(made));
  }
}

}  // namespace synapse
