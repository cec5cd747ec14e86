#include "reflect/schedule.h"

#include "base/files.h"
#include "reflect/reflection.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr const char* kNote = "reflected";
constexpr int64_t kDayMs = 86'400'000;

}  // namespace

AnswersByExit AnswersBySpec(SpecStore& specs) {
  return [&specs](const std::string& command) {
    const auto spec = specs.FindAny(BaseName(command));
    return spec && spec->root.answers;
  };
}

bool ReflectionSchedule::Take() {
  if (!may_run_ || p_.recorded == 0 || !p_.store.persistent() ||
      !p_.incognito.off()) {
    return false;
  }
  may_run_ = false;
  const auto note = p_.store.notes().Find(kNote);
  const int64_t last_ms = note ? ByteReader(*note).Little<int64_t>() : 0;
  const int64_t now_ms = p_.clock.NowMs();
  return last_ms > now_ms || now_ms - last_ms >= kDayMs;
}

Status ReflectionSchedule::Run() {
  const int64_t now_ms = p_.clock.NowMs();
  std::string value;
  PutLittle<int64_t>(value, now_ms);
  const Status noted = p_.store.notes().Put(kNote, value);
  if (!noted.ok()) return noted;
  const Reflection found =
      Reflect(p_.store, now_ms - kKeepFactMs, now_ms, AnswersBySpec(p_.specs));
  return p_.store.facts().Put(found.changed, found.dropped);
}

}  // namespace synapse
