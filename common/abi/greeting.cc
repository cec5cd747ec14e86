#include "abi/greeting.h"

#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

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
