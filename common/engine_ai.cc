// The part of Engine that asks a language model: what is told of the shell, and
// when nothing is.
#include <algorithm>
#include <filesystem>

#include "context/secrets.h"
#include "engine.h"

namespace synapse {
namespace {

constexpr size_t kMostListed = 60, kMostLookedAt = 2000;
constexpr const char* kProjectFiles[] = {
    "Cargo.toml", "package.json",  "pyproject.toml", "go.mod",
    "Makefile",   "CMakeLists.txt", "meson.build",   "pom.xml",
    "build.gradle", "Gemfile",     "compose.yaml",   "docker-compose.yml"};

// What a project is, by the names of its files.
std::string ProjectAt(const std::string& cwd) {
  std::string out;
  for (const std::string& directory : ProjectDirectories(cwd)) {
    for (const char* name : kProjectFiles) {
      if (IsRegularFile(JoinPath(directory, name))) {
        out += (out.empty() ? "" : ", ") + std::string(name);
      }
    }
    if (!out.empty()) break;
  }
  return out;
}

std::vector<std::string> NamesAt(const std::string& cwd) {
  std::vector<std::string> names;
  std::error_code ignored;
  std::filesystem::directory_iterator at(cwd, ignored), end;
  for (size_t seen = 0; at != end && seen < kMostLookedAt; ++seen) {
    std::string name = at->path().filename().string();
    if (!name.starts_with('.')) names.push_back(std::move(name));
    at.increment(ignored);
    if (ignored) break;
  }
  std::sort(names.begin(), names.end());
  if (names.size() > kMostListed) names.resize(kMostListed);
  return names;
}

}  // namespace

AiDesk::Parts Engine::AiParts() {
  return {.store = *store_,
          .specs = *specs_,
          .shell = shell_,
          .reports = reports_,
          .runner = [this]() -> CommandRunner& { return generators().runner(); },
          .has_secret = [this](std::string_view text) { return HasSecret(text); },
          .can_run =
              [this](std::string_view name) {
                constexpr int64_t kUs = 20'000;
                return suggester_->sources().CanRun(name, kUs);
              }};
}

bool Engine::HasSecret(std::string_view text) {
  return !SecretsIn(text, *specs_, shell_.alias).empty();
}

const char* Engine::WhyNoAi(const std::string& line, const std::string& cwd) {
  if (incognito() != Incognito::kOff) return "this shell is incognito";
  if (ai_.settings().IsDenied(cwd)) return "ai.ignore_directories names it";
  if (privacy().IsIgnoredDirectory(cwd)) {
    return "history.ignore_directories names it";
  }
  if (line.starts_with(' ')) return "it begins with a blank";
  if (HasSecret(line)) return "it looks as if it held a secret";
  return privacy().Why(line);
}

AiFacts Engine::FactsForAi(AiTask task, const std::string& line,
                           const std::string& cwd) {
  AiFacts facts;
  facts.task = task;
  facts.input = line;
  facts.shell = options_.shell;
  facts.cwd = cwd;
  facts.home = options_.places.home;
  if (task == AiTask::kExplain || task == AiTask::kSpec) return facts;
  facts.branch = recorder_->RepositoryAt(cwd).branch;
  if (!OnSlowMount(cwd)) {
    facts.project = ProjectAt(cwd);
    facts.listing = NamesAt(cwd);
  }
  for (const TrackedCommand& command : tracker_.commands()) {
    facts.recent.push_back({command.input, command.exit});
  }
  const CompletionContext context =
      BuildContext(line, line.size(), *specs_, shell_.alias);
  facts.completing = PositionName(context.position);
  if (!context.command.empty()) facts.completing += " of " + context.command;
  return facts;
}

void Engine::ConsiderAi(const SuggestRequest& request) {
  if (!asks_ai_ || !ai_.settings().on()) return;
  const std::string& line = request.buffer;
  if (line.starts_with('#')) return ai_.DropOthers(line);
  if (request.cursor != line.size() || line.find('\n') != line.npos ||
      line.size() > kMostAiLine || WhyNoAi(line, request.cwd)) {
    ai_.Stop();
    return;
  }
  const bool empty = line.find_first_not_of(' ') == line.npos;
  const auto& commands = tracker_.commands();
  if (empty && commands.empty()) return;
  ai_.Consider(line, request.cwd,
               commands.empty() ? "" : commands.back().input,
               [this, line, empty, cwd = request.cwd] {
                 return FactsForAi(empty ? AiTask::kIntent : AiTask::kComplete,
                                   line, cwd);
               });
}

void Engine::WishAi(const SuggestRequest& request) {
  const std::string& line = request.buffer;
  const size_t wish = line.find_first_not_of("# \t");
  if (!TakesWishes() || wish == line.npos || line.size() > kMostAiLine ||
      WhyNoAi(line, request.cwd)) {
    return;
  }
  ai_.Wish(line, request.cwd, [this, line, wish, cwd = request.cwd] {
    return FactsForAi(AiTask::kRequest, line.substr(wish), cwd);
  });
}

bool Engine::TakeAnswers() {
  const bool generated = generators().TakeAnswers();
  return ai_.Work(clock_.NowMs()) || generated;
}

void Engine::StopAsking() {
  ai_.Stop();
  generators().StopCommands();
}

}  // namespace synapse
