#include "ai/advisor.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "source/project.h"

namespace synapse {
namespace {

constexpr const char* kAsking = "the language model is asked";
constexpr size_t kMaxNames = 60, kMaxLookedAt = 2000;
constexpr const char* kProjectFiles[] = {
    "Cargo.toml",   "package.json",   "pyproject.toml", "go.mod",
    "Makefile",     "CMakeLists.txt", "meson.build",    "pom.xml",
    "build.gradle", "Gemfile",        "compose.yaml",   "docker-compose.yml"};

// The kind of a project, by its file names.
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
  for (size_t seen = 0; at != end && seen < kMaxLookedAt; ++seen) {
    std::string name = at->path().filename().string();
    if (!name.starts_with('.')) names.push_back(std::move(name));
    at.increment(ignored);
    if (ignored) break;
  }
  std::sort(names.begin(), names.end());
  if (names.size() > kMaxNames) names.resize(kMaxNames);
  return names;
}

}  // namespace

Advisor::Advisor(Parts parts) : p_(std::move(parts)), desk_(DeskParts()) {}

AiDesk::Parts Advisor::DeskParts() {
  AiDesk::Parts parts = p_.desk;
  parts.may_ask = [this](const std::string& line, const std::string& cwd) {
    return WhyNot(line, cwd) == nullptr;
  };
  return parts;
}

void Advisor::SetSettings(AiSettings settings) {
  desk_.SetSettings(std::move(settings));
  asks_ = begun_ && desk_.settings().on();
}

void Advisor::Begin() {
  begun_ = true;
  asks_ = desk_.settings().on();
}

void Advisor::Save() {
  if (p_.incognito.off()) (void)desk_.ledger().Save();
}

const char* Advisor::WhyNot(const std::string& line,
                            const std::string& cwd) const {
  if (!p_.incognito.off()) return "this shell is incognito";
  if (settings().IsDenied(cwd)) return "ai.ignore_directories contains it";
  if (p_.privacy().IsIgnoredDirectory(cwd)) {
    return "history.ignore_directories contains it";
  }
  if (line.starts_with(' ')) return "it begins with a blank";
  if (HasSecret(line)) return "it may contain a secret";
  // An empty line stands for the next line.
  return line.empty() ? nullptr : p_.privacy().Why(line);
}

AiFacts Advisor::Facts(AiTask task, const std::string& line,
                       const std::string& cwd) const {
  AiFacts facts;
  facts.task = task;
  facts.input = line;
  facts.shell = p_.shell_name;
  facts.cwd = cwd;
  facts.home = p_.home;
  if (task == AiTask::kExplain || task == AiTask::kSpec) return facts;
  facts.branch = p_.branch(cwd);
  if (!OnSlowMount(cwd)) {
    facts.project = ProjectAt(cwd);
    facts.listing = NamesAt(cwd);
  }
  facts.recent = p_.recent();
  const CompletionContext context =
      BuildContext(line, line.size(), p_.desk.specs, p_.desk.shell.alias);
  facts.completing = PositionName(context.position);
  if (!context.command.empty()) facts.completing += " of " + context.command;
  return facts;
}

void Advisor::Consider(const AiLine& at) {
  const std::string& line = at.buffer;
  if (line.starts_with('#')) return desk_.DropOthers(line);
  if (at.cursor != line.size() || line.find('\n') != line.npos ||
      line.size() > kMaxLine || line.starts_with(' ')) {
    desk_.DropOthers(line);
    return;
  }
  const bool empty = line.find_first_not_of(' ') == line.npos;
  const std::vector<AiCommand> recent = p_.recent();
  if (empty && recent.empty()) return;
  desk_.Consider(line, at.cwd, recent.empty() ? "" : recent.back().line,
                 [this, line, empty, cwd = at.cwd] {
                   return Facts(empty ? AiTask::kIntent : AiTask::kComplete,
                                line, cwd);
                 });
}

void Advisor::Wish(const AiLine& at) {
  const std::string& line = at.buffer;
  const size_t wish = line.find_first_not_of("# \t");
  if (!asks_ || wish == line.npos || line.size() > kMaxLine ||
      WhyNot(line, at.cwd)) {
    return;
  }
  desk_.Ask(AiAsked::kWish, line, at.cwd, [this, line, wish, cwd = at.cwd] {
    return Facts(AiTask::kRequest, line.substr(wish), cwd);
  });
}

std::string Advisor::Explain(const AiLine& at) {
  if (Trim(at.buffer).empty()) return "no explanation: the line is empty";
  if (at.buffer.size() > kMaxLine) {
    return "no explanation: the line is too long";
  }
  if (const char* why = WhyNot(at.buffer, at.cwd)) {
    return std::string("nothing is sent: ") + why;
  }
  desk_.Ask(AiAsked::kExplain, at.buffer, at.cwd,
            [this, line = at.buffer, cwd = at.cwd] {
              return Facts(AiTask::kExplain, line, cwd);
            });
  return kAsking;
}

std::string Advisor::Fix(const AiLine& at) {
  if (!at.buffer.empty()) return "no correction: the line is not empty";
  const std::vector<AiCommand> recent = p_.recent();
  if (recent.empty() || recent.back().exit <= 0) {
    return "no correction: the last command did not fail";
  }
  const std::string failed = recent.back().line;
  if (failed.size() > kMaxLine) return "no correction: the line is too long";
  if (const char* why = WhyNot(failed, at.cwd)) {
    return std::string("nothing is sent: ") + why;
  }
  desk_.Ask(AiAsked::kFix, "", at.cwd, [this, failed, cwd = at.cwd] {
    return Facts(AiTask::kFix, failed, cwd);
  });
  return kAsking;
}

}  // namespace synapse
