#include "store/record.h"

#include "store/bytes.h"

namespace synapse {
namespace {

constexpr char kSession = 'S', kFeedback = 'F', kSearchByte = 'Q';
constexpr uint8_t kRecordVersion = 1;

}  // namespace

std::string EncodeSession(const SessionRecord& s) {
  std::string out(1, kSession);
  PutLittle<uint8_t>(out, kRecordVersion);
  PutLittle<int64_t>(out, s.start_ms);
  PutLittle<int64_t>(out, s.end_ms);
  PutLittle<uint32_t>(out, s.pid);
  for (const std::string* text :
       {&s.session, &s.host, &s.user, &s.shell, &s.terminal, &s.cwd}) {
    PutString(out, *text);
  }
  return out;
}

std::optional<SessionRecord> DecodeSession(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.Little<uint8_t>() != kSession ||
      in.Little<uint8_t>() != kRecordVersion) {
    return std::nullopt;
  }
  SessionRecord s;
  s.start_ms = in.Little<int64_t>();
  s.end_ms = in.Little<int64_t>();
  s.pid = in.Little<uint32_t>();
  for (std::string* text :
       {&s.session, &s.host, &s.user, &s.shell, &s.terminal, &s.cwd}) {
    *text = std::string(in.String());
  }
  if (!in.ok()) return std::nullopt;
  return s;
}

std::string EncodeFeedback(const FeedbackRecord& f) {
  std::string out(1, kFeedback);
  PutLittle<uint8_t>(out, kRecordVersion);
  PutLittle<uint8_t>(out, static_cast<uint8_t>(f.action));
  PutLittle<int64_t>(out, f.at_ms);
  PutLittle<int64_t>(out, f.latency_us);
  for (const std::string* text :
       {&f.session, &f.buffer, &f.suggestion, &f.executed}) {
    PutString(out, *text);
  }
  PutLittle<uint64_t>(out, f.origin.stream);
  PutLittle<uint64_t>(out, f.origin.ordinal);
  PutString(out, std::string(f.viewed.begin(), f.viewed.end()));
  PutString(out, f.source);
  return out;
}

std::optional<FeedbackRecord> DecodeFeedback(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.Little<uint8_t>() != kFeedback ||
      in.Little<uint8_t>() != kRecordVersion) {
    return std::nullopt;
  }
  FeedbackRecord f;
  uint8_t action = in.Little<uint8_t>();
  if (action > static_cast<uint8_t>(FeedbackAction::kIgnored)) {
    return std::nullopt;
  }
  f.action = static_cast<FeedbackAction>(action);
  f.at_ms = in.Little<int64_t>();
  f.latency_us = in.Little<int64_t>();
  for (std::string* text :
       {&f.session, &f.buffer, &f.suggestion, &f.executed}) {
    *text = std::string(in.String());
  }
  f.origin.stream = in.Little<uint64_t>();
  f.origin.ordinal = in.Little<uint64_t>();
  if (in.ok() && !in.Rest().empty()) {
    std::string_view viewed = in.String();
    f.viewed.assign(viewed.begin(), viewed.end());
  }
  if (!in.ok()) return std::nullopt;
  // The bytes of a newer version need not be a string.
  const std::string_view source = in.String();
  if (in.ok()) f.source = std::string(source);
  return f;
}

std::string EncodeRecord(const Record& record) {
  if (auto* event = std::get_if<Event>(&record)) return EncodeEvent(*event);
  if (auto* session = std::get_if<SessionRecord>(&record)) {
    return EncodeSession(*session);
  }
  if (auto* search = std::get_if<SearchRecord>(&record)) {
    return EncodeSearch(*search);
  }
  return EncodeFeedback(std::get<FeedbackRecord>(record));
}

std::optional<Record> DecodeRecord(std::string_view bytes) {
  if (bytes.starts_with(kSession)) {
    if (auto session = DecodeSession(bytes)) return Record(*session);
  } else if (bytes.starts_with(kFeedback)) {
    if (auto feedback = DecodeFeedback(bytes)) return Record(*feedback);
  } else if (bytes.starts_with(kSearchByte)) {
    if (auto search = DecodeSearch(bytes)) return Record(std::move(*search));
  } else if (auto event = DecodeEvent(bytes)) {
    return Record(std::move(*event));
  }
  return std::nullopt;
}

}  // namespace synapse
