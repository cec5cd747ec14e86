#include "store/event.h"

#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr uint8_t kEventVersion = 1;
constexpr uint8_t kImported = 1;
constexpr uint8_t kEstimatedTime = 2;
constexpr uint8_t kHasSuggestion = 4;
constexpr uint8_t kByAgent = 8;
constexpr uint8_t kOfAnotherMachine = 16;

}  // namespace

std::string EncodeEvent(const Event& e) { return EncodeEvent(e, e.previous); }

std::string EncodeEvent(const Event& e, uint64_t previous) {
  std::string out;
  out.reserve(64 + e.command.size() + e.cwd.size());
  PutLittle<uint8_t>(out, kEventVersion);
  PutLittle<uint8_t>(out, (e.imported ? kImported : 0) |
                              (e.estimated_time ? kEstimatedTime : 0) |
                              (e.suggestion ? kHasSuggestion : 0) |
                              (e.agent ? kByAgent : 0) |
                              (e.machine ? kOfAnotherMachine : 0));
  PutLittle<int32_t>(out, e.exit);
  PutLittle<int64_t>(out, e.start_ms);
  PutLittle<int64_t>(out, e.duration_ms);
  PutLittle<uint64_t>(out, previous);
  for (const std::string* text : {&e.command, &e.cwd, &e.repository, &e.branch,
                                  &e.session, &e.host, &e.shell}) {
    PutString(out, *text);
  }
  PutLittle<uint64_t>(out, e.origin.stream);
  PutLittle<uint64_t>(out, e.origin.ordinal);
  if (e.suggestion) {
    std::string summary;
    PutSummary(summary, *e.suggestion);
    PutString(out, summary);
  }
  if (e.machine) {
    PutLittle<uint64_t>(out, e.machine);
    PutLittle<uint64_t>(out, e.remote);
  }
  return out;
}

std::optional<Event> DecodeEvent(std::string_view record) {
  ByteReader in(record);
  if (in.Little<uint8_t>() != kEventVersion) return std::nullopt;
  Event e;
  uint8_t flags = in.Little<uint8_t>();
  e.imported = (flags & kImported) != 0;
  e.estimated_time = (flags & kEstimatedTime) != 0;
  e.agent = (flags & kByAgent) != 0;
  e.exit = in.Little<int32_t>();
  e.start_ms = in.Little<int64_t>();
  e.duration_ms = in.Little<int64_t>();
  e.previous = in.Little<uint64_t>();
  for (std::string* text : {&e.command, &e.cwd, &e.repository, &e.branch,
                            &e.session, &e.host, &e.shell}) {
    text->assign(in.String());
  }
  if (!in.ok()) return std::nullopt;
  if (in.left() >= 16) {
    e.origin.stream = in.Little<uint64_t>();
    e.origin.ordinal = in.Little<uint64_t>();
    if (flags & kHasSuggestion) e.suggestion = ReadSummary(in.String());
    if (flags & kOfAnotherMachine) {
      e.machine = in.Little<uint64_t>();
      e.remote = in.Little<uint64_t>();
    }
  }
  return e;
}

uint64_t EventIdentity(int64_t start_s, std::string_view command) {
  return Hash64(command, Hash64(std::to_string(start_s)));
}

uint64_t RemoteIdentity(uint64_t machine, uint64_t remote) {
  std::string id = "machine";
  PutLittle<uint64_t>(id, machine);
  PutLittle<uint64_t>(id, remote);
  return Hash64(id);
}

}  // namespace synapse
