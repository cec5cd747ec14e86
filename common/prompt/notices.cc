#include "prompt/notices.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

// Breaks a line between its words where the terminal would break it in a word.
std::string Rows(const std::string& line) {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) return line;
  std::string out;
  int used = 0;
  for (std::string_view rest = line; !rest.empty();) {
    const size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    const int width = DisplayWidth(word);
    if (used > 0) {
      const bool fits = used + 1 + width <= size.ws_col || size.ws_col == 0;
      out += fits ? " " : "\r\n";
      used = fits ? used + 1 : 0;
    }
    out += word;
    used += width;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

constexpr const char* kNote = "greeted";
constexpr uint64_t kLeastImported = 20;

std::string Sentence(uint64_t imported, bool more, std::string_view key) {
  std::string line =
      more ? "the newest " + WithCommas(imported) +
                 " commands of your history are imported, older ones follow"
           : WithCommas(imported) + " commands of your history imported";
  if (!key.empty()) line += ". " + std::string(key) + " takes the grey text";
  return line + "; `synapse help tour` shows more.";
}

}  // namespace

void PrintNotice(const std::string& text) {
  const std::string rows = Rows("synapse: " + Drawable(text)) + "\r\n";
  (void)!write(STDERR_FILENO, rows.data(), rows.size());
}

bool Notices::PrintProblem(Engine& engine) {
  Store& store = engine.store();
  std::string problem = engine.guard_problem();
  if (!problem.empty()) {
    problem = "config: " + problem + "; nothing is recorded until it is fixed";
  } else if (!store.why().empty()) {
    problem = "store: " + store.why() + "; `synapse doctor` says what to do";
    // A store that others were just writing opens at the next prompt.
    const std::string once = "once: " + problem;
    if (!store.persistent() && problem_ != problem && problem_ != once) {
      problem_ = once;
      return false;
    }
  }
  if (problem == problem_) return false;
  problem_ = problem;
  if (problem.empty()) return false;
  PrintNotice(problem);
  return true;
}

void Greeting::Begin(Store& store) {
  due_ = store.persistent() && store.log().next_sequence() <= 1;
  if (due_) before_ = store.log().event_count();
}

void Greeting::Imported(Store& store, bool more) {
  if (!due_) return;
  const uint64_t after = store.log().event_count();
  imported_ = after > before_ ? after - before_ : 0;
  due_ = imported_ >= kLeastImported;
  more_ = more;
}

std::string Greeting::Take(Engine& engine, std::string_view key) {
  if (!due_ || !engine.store().persistent() ||
      engine.incognito() != Incognito::kOff ||
      !engine.guard_problem().empty()) {
    return "";
  }
  std::string now;
  PutLittle<int64_t>(now, engine.clock().NowMs());
  const auto claimed = engine.store().notes().Update(
      kNote, [&now](const std::string_view* before) {
        return before ? std::nullopt : std::optional(now);
      });
  if (!claimed.ok()) return "";  // tried again at the next prompt
  due_ = false;
  return *claimed ? Sentence(imported_, more_, key) : "";
}

}  // namespace synapse
