#include "source/shell_completion.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "spec/generator.h"

namespace synapse {
namespace {

constexpr char kName[] = "completion of the shell";
constexpr size_t kMaxGivenUp = 100;

std::string PlaceOf(const CompletionContext& context, const std::string& cwd) {
  return context.prefix + '\0' + context.partial + '\0' + cwd;
}

}  // namespace

std::vector<ShellMatch> ParseShellMatches(std::string_view output) {
  std::vector<ShellMatch> out;
  while (out.size() < kMaxGenerated) {
    const size_t value_end = output.find('\0');
    const size_t end = value_end == output.npos
                           ? output.npos
                           : output.find('\0', value_end + 1);
    if (end == output.npos) break;  // the rest was cut
    const std::string_view value = output.substr(0, value_end);
    const std::string_view about =
        output.substr(value_end + 1, end - value_end - 1);
    output.remove_prefix(end + 1);
    if (value.empty() || value.size() > kMaxValue || HasHidden(value)) continue;
    out.push_back({std::string(value), ""});
    if (!HasHidden(about)) {
      out.back().description = Trim(about).substr(0, kMaxDescription);
    }
  }
  return out;
}

void ShellCompletion::Begin(const CompletionContext& context,
                            const std::string& cwd) {
  const std::string place = PlaceOf(context, cwd);
  const int64_t now_us = Clock::MonotonicUs();
  const bool is_fresh = place == place_ && now_us - asked_us_ < kFreshUs;
  if (!ask_ || under_way_ || is_fresh || given_up_.contains(context.command)) {
    return;
  }
  place_ = place;
  asked_us_ = now_us;
  command_ = context.command;
  matches_.clear();
  under_way_ = runner_.Start(kName, {.cwd = cwd,
                                     .timeout_ms = kTimeoutMs,
                                     .run = [this] { ask_(STDOUT_FILENO); }});
}

bool ShellCompletion::Ended(const CommandRunner::Finished& done) {
  if (done.name != kName) return false;
  under_way_ = false;
  matches_ = ParseShellMatches(done.output);
  const bool timed_out = done.status < 0;
  if (timed_out && given_up_.size() < kMaxGivenUp) given_up_.insert(command_);
  return true;
}

const std::vector<ShellMatch>& ShellCompletion::For(
    const CompletionContext& context, const std::string& cwd) const {
  static const std::vector<ShellMatch> kNone;
  return PlaceOf(context, cwd) == place_ ? matches_ : kNone;
}

}  // namespace synapse
