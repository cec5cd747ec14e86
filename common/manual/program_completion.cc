#include "manual/program_completion.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/child.h"
#include "base/clock.h"
#include "base/files.h"

namespace synapse {
namespace {

constexpr char kQuestionName[] = "completion of the program";
constexpr size_t kMaxKept = 64;
constexpr size_t kMaxQuestion = 8192;  // bytes

std::string KeyOf(const ProtocolQuestion& question) {
  std::string key = question.program;
  for (const std::string& word : question.words) key += '\0' + word;
  return key + '\0' + question.partial;
}

}  // namespace

std::string AskedPartial(const std::string& partial) {
  const size_t cut = partial.find_last_of("/:=,@");
  if (cut != partial.npos) return partial.substr(0, cut + 1);
  if (!partial.starts_with('-')) return "";
  return partial.starts_with("--") ? "--" : "-";
}

Protocol ProgramCompletion::SpokenBy(const ProtocolQuestion& question,
                                     const std::string& home) {
  const int64_t now_us = Clock::MonotonicUs();
  if (spoken_.size() >= kMaxKept) spoken_.clear();
  Spoken& spoken = spoken_[question.words[0] + '\0' + question.program];
  if (now_us >= spoken.expires_us) {
    spoken = {ProtocolOf(question.words[0], question.program, home),
              now_us + kKeptUs};
  }
  return spoken.protocol;
}

bool ProgramCompletion::HasFile(const std::string& command,
                                const std::string& path,
                                const std::string& home) {
  if (command.empty() || command.find('/') != command.npos) return false;
  const int64_t now_us = Clock::MonotonicUs();
  if (installed_.size() >= kMaxKept) installed_.clear();
  Installed& known = installed_[command];
  if (now_us < known.expires_us) return known.has_file;
  const auto files =
      CompletionFilesOf(command, FindProgram(command, path), home);
  const bool has_file =
      std::any_of(files.begin(), files.end(), [](const std::string& file) {
        return !OnSlowMount(file) && IsRegularFile(file);
      });
  known = {has_file, now_us + kKeptUs};
  return has_file;
}

// In the child the answer goes to the descriptor that the protocol names, and
// nothing else is read.
bool ProgramCompletion::Start(Protocol protocol,
                              const ProtocolQuestion& question) {
  auto environment = generators_.Environment();
  if (!environment) return false;
  ProtocolCall call = CallOf(protocol, question);
  environment->insert(environment->end(), call.environment.begin(),
                      call.environment.end());
  const std::vector<char*> argv = PointersTo(call.words);
  const std::vector<char*> envp = PointersTo(*environment);
  const auto run = [&] {
    if (call.answers_at != STDOUT_FILENO) {
      const int null = open("/dev/null", O_RDWR);
      dup2(STDOUT_FILENO, call.answers_at);
      dup2(null, STDOUT_FILENO);
      dup2(null, call.answers_at + 1);  // for what goes wrong
    }
    if (chdir("/") == 0) {
      execve(question.program.c_str(), argv.data(), envp.data());
    }
    _exit(127);
  };
  return runner_.Start(kQuestionName,
                       {.cwd = "/", .timeout_ms = timeout_ms_, .run = run});
}

std::shared_ptr<const ProtocolAnswer> ProgramCompletion::Ask(
    ProtocolQuestion question, const std::string& home) {
  static const auto kNothing = std::make_shared<const ProtocolAnswer>();
  if (question.words.empty() || question.program.empty() ||
      given_up_.contains(question.program)) {
    return kNothing;
  }
  question.partial = AskedPartial(question.partial);
  const std::string key = KeyOf(question);
  if (key.size() > kMaxQuestion) return kNothing;
  const auto kept = entries_.find(key);
  const int64_t now_us = Clock::MonotonicUs();
  if (kept != entries_.end() && now_us < kept->second.expires_us) {
    return kept->second.answer;
  }
  if (key == under_way_) return nullptr;
  const Protocol protocol = SpokenBy(question, home);
  if (protocol == Protocol::kNone) return kNothing;
  if (is_under_way()) runner_.Stop(kQuestionName);
  under_way_.clear();
  if (!Start(protocol, question)) return kNothing;
  if (entries_.size() >= kMaxKept) entries_.clear();
  entries_[key] = {question.program, protocol, nullptr, 0};
  under_way_ = key;
  return nullptr;
}

bool ProgramCompletion::Ended(const CommandRunner::Finished& done) {
  if (done.name != kQuestionName) return false;
  const auto entry = entries_.find(under_way_);
  under_way_.clear();
  if (entry == entries_.end()) return true;
  Entry& asked = entry->second;
  auto answer = std::make_shared<ProtocolAnswer>();
  if (done.ok()) *answer = ParseAnswer(asked.protocol, done.output);
  asked.answer = std::move(answer);
  asked.expires_us = Clock::MonotonicUs() + kKeptUs;
  // Killed at the deadline, or when it wrote too much.
  const bool killed = done.status < 0;
  if (killed && given_up_.size() < kMaxKept) given_up_.insert(asked.program);
  return true;
}

void ProgramCompletion::CommandRan(std::string_view line) {
  for (auto& [_, entry] : entries_) {
    if (line.find(BaseName(entry.program)) != line.npos) entry.expires_us = 0;
  }
}

}  // namespace synapse
