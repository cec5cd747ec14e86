// The log as JSON lines: the output of `history export` and input of `history
// import`.
#include <rapidjson/document.h>

#include <cmath>

#include "base/json.h"
#include "base/json_value.h"
#include "base/words.h"
#include "command/history.h"
#include "learn/feedback.h"
#include "store/bytes.h"
#include "track/record_json.h"

namespace synapse {
namespace {

enum class Written { kIfSet, kAlways };

template <class T>
struct Text {
  const char* name;
  std::string T::*member;
  Written written;
};
constexpr Text<SessionRecord> kSessionTexts[] = {
    {"session", &SessionRecord::session, Written::kAlways},
    {"host", &SessionRecord::host, Written::kIfSet},
    {"user", &SessionRecord::user, Written::kIfSet},
    {"shell", &SessionRecord::shell, Written::kIfSet},
    {"terminal", &SessionRecord::terminal, Written::kIfSet},
    {"cwd", &SessionRecord::cwd, Written::kIfSet},
};
constexpr Text<FeedbackRecord> kFeedbackTexts[] = {
    {"session", &FeedbackRecord::session, Written::kIfSet},
    {"buffer", &FeedbackRecord::buffer, Written::kIfSet},
    {"suggestion", &FeedbackRecord::suggestion, Written::kAlways},
    {"executed", &FeedbackRecord::executed, Written::kIfSet},
    {"source", &FeedbackRecord::source, Written::kIfSet},
};
constexpr Text<SearchRecord> kSearchTexts[] = {
    {"session", &SearchRecord::session, Written::kIfSet},
    {"query", &SearchRecord::query, Written::kAlways},
    {"cwd", &SearchRecord::cwd, Written::kIfSet},
    {"repository", &SearchRecord::repository, Written::kIfSet},
    {"pattern", &SearchRecord::pattern, Written::kIfSet},
};
constexpr Text<SearchTarget> kTargetTexts[] = {
    {"target", &SearchTarget::text, Written::kIfSet},
};
constexpr Text<Event> kTexts[] = {
    {"cmd", &Event::command, Written::kAlways},
    {"cwd", &Event::cwd, Written::kAlways},
    {"repository", &Event::repository, Written::kIfSet},
    {"branch", &Event::branch, Written::kIfSet},
    {"session", &Event::session, Written::kAlways},
    {"host", &Event::host, Written::kAlways},
    {"shell", &Event::shell, Written::kAlways},
};

std::string HexName(const char* name) { return std::string(name) + "_hex"; }

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    CodePoint p = DecodeUtf8(text, at);
    if (p.value == 0xFFFD && p.length == 1) return false;
    at += static_cast<size_t>(p.length);
  }
  return true;
}

std::string ToHex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (unsigned char c : bytes) {
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
  }
  return out;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::string> FromHex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < hex.size(); i += 2) {
    int high = HexDigit(hex[i]), low = HexDigit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

using Object = rapidjson::Value;

std::optional<std::string_view> StringIn(const Object& object,
                                         const std::string& name) {
  auto at = object.FindMember(name.c_str());
  if (at == object.MemberEnd() || !at->value.IsString()) return std::nullopt;
  return std::string_view(at->value.GetString(), at->value.GetStringLength());
}

template <class T, size_t n>
bool ReadTexts(const Object& object, const Text<T> (&texts)[n], T& into) {
  for (const Text<T>& text : texts) {
    if (auto hex = StringIn(object, HexName(text.name))) {
      auto bytes = FromHex(*hex);
      if (!bytes) return false;
      into.*text.member = std::move(*bytes);
    } else if (auto value = StringIn(object, text.name)) {
      into.*text.member = std::string(*value);
    }
  }
  return true;
}

template <class T>
void WriteText(JsonWriter& w, const Text<T>& text, const T& from) {
  const std::string& value = from.*text.member;
  if (value.empty() && text.written == Written::kIfSet) return;
  JsonField(w, text.name, value);
  if (!IsUtf8(value)) JsonField(w, HexName(text.name).c_str(), ToHex(value));
}

void WriteTime(JsonWriter& w, const char* name, int64_t ms) {
  JsonField(w, name, static_cast<double>(ms) / 1000);
}

// Seconds since 1970, as milliseconds.
std::optional<int64_t> TimeIn(const Object& object, const char* name) {
  constexpr double kMaxSeconds = 1e12;
  auto at = object.FindMember(name);
  if (at == object.MemberEnd() || !at->value.IsNumber() ||
      !(std::fabs(at->value.GetDouble()) < kMaxSeconds)) {
    return std::nullopt;
  }
  return std::llround(at->value.GetDouble() * 1000);
}

// If the member is absent or null, `out` is not changed. Returns false if it is
// no such number.
template <class T>
bool ReadNumber(const Object& object, const char* name, T& out) {
  auto at = object.FindMember(name);
  if (at == object.MemberEnd() || at->value.IsNull()) return true;
  if constexpr (sizeof(T) == 4) {
    if (!at->value.IsInt()) return false;
    out = at->value.GetInt();
  } else {
    if (!at->value.IsInt64()) return false;
    out = at->value.GetInt64();
  }
  return true;
}

}  // namespace

std::string ExportLine(uint64_t sequence, const Event& e) {
  return JsonObjectText([&](JsonWriter& w) {
    if (sequence > 0) JsonField(w, "id", sequence);
    for (const Text<Event>& text : kTexts) {
      // Numbers are written before the session.
      if (text.member == &Event::session) {
        WriteTime(w, "ts", e.start_ms);
        JsonFieldOrNull(w, "duration_ms", e.duration_ms);
        JsonFieldOrNull(w, "exit", e.exit);
      }
      WriteText(w, text, e);
    }
    for (auto [name, set] :
         {std::pair("imported", e.imported), std::pair("agent", e.agent),
          std::pair("estimated_time", e.estimated_time)}) {
      if (set) JsonField(w, name, true);
    }
    if (e.suggestion) {
      w.Key("suggestion");
      WriteSummary(w, *e.suggestion);
    }
  });
}

std::string ExportLine(const SessionRecord& session) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "record", "session");
    for (const auto& text : kSessionTexts) WriteText(w, text, session);
    WriteTime(w, "start", session.start_ms);
    if (session.end_ms != 0) WriteTime(w, "end", session.end_ms);
    JsonField(w, "pid", session.pid);
  });
}

std::string ExportLine(const FeedbackRecord& feedback) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "record", "feedback");
    JsonField(w, "action", FeedbackName(feedback.action));
    WriteTime(w, "ts", feedback.at_ms);
    JsonFieldOrNull(w, "latency_us", feedback.latency_us);
    for (const auto& text : kFeedbackTexts) WriteText(w, text, feedback);
  });
}

std::string ExportLine(const SearchRecord& search) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "record", "search");
    JsonField(w, "action", SearchActionName(search.action));
    WriteTime(w, "ts", search.at_ms);
    JsonField(w, "score", static_cast<double>(search.score));
    JsonField(w, "results", search.results);
    for (auto [name, set] :
         {std::pair("weak", search.weak), std::pair("closes", search.closes),
          std::pair("agent", search.agent)}) {
      if (set) JsonField(w, name, true);
    }
    for (const auto& text : kSearchTexts) WriteText(w, text, search);
    JsonField(w, "kind", SearchKindName(search.target.kind));
    WriteText(w, kTargetTexts[0], search.target);
    JsonObjects(w, "shown", search.shown, [&](const SearchTarget& shown) {
      JsonField(w, "kind", SearchKindName(shown.kind));
      WriteText(w, kTargetTexts[0], shown);
    });
  });
}

std::string ExportLine(const ForgottenHash& forgotten) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  std::string hash;
  PutBig<uint64_t>(hash, forgotten.hash);
  w.StartObject();
  JsonField(w, "record", "forgotten");
  JsonField(w, "hash", ToHex(hash));
  WriteTime(w, "ts", forgotten.at_ms);
  w.EndObject();
  return buffer.GetString();
}

namespace {

// Untrusted input: the parser must not recurse.
constexpr unsigned kParseFlags =
    rapidjson::kParseFullPrecisionFlag | rapidjson::kParseIterativeFlag;

std::optional<Event> EventIn(const Object& object) {
  Event e;
  auto ts = TimeIn(object, "ts");
  if (!ts || !ReadTexts(object, kTexts, e) || e.command.empty() ||
      !ReadNumber(object, "exit", e.exit) ||
      !ReadNumber(object, "duration_ms", e.duration_ms)) {
    return std::nullopt;
  }
  e.start_ms = *ts;
  e.imported = IsTrueAt(object, "imported");
  e.agent = IsTrueAt(object, "agent");
  e.estimated_time = IsTrueAt(object, "estimated_time");
  if (auto at = object.FindMember("suggestion"); at != object.MemberEnd()) {
    e.suggestion = SummaryIn(at->value);
  }
  return e;
}

std::optional<SessionRecord> SessionIn(const Object& object) {
  SessionRecord s;
  int64_t pid = 0;
  auto start = TimeIn(object, "start");
  if (!start || !ReadTexts(object, kSessionTexts, s) || s.session.empty() ||
      !ReadNumber(object, "pid", pid) || pid < 0 || pid > UINT32_MAX) {
    return std::nullopt;
  }
  s.start_ms = *start;
  s.end_ms = TimeIn(object, "end").value_or(0);
  s.pid = static_cast<uint32_t>(pid);
  return s;
}

std::optional<FeedbackRecord> FeedbackIn(const Object& object) {
  FeedbackRecord f;
  auto ts = TimeIn(object, "ts");
  auto action = ParseFeedback(StringIn(object, "action").value_or(""));
  if (!ts || !action || !ReadTexts(object, kFeedbackTexts, f) ||
      !ReadNumber(object, "latency_us", f.latency_us)) {
    return std::nullopt;
  }
  f.at_ms = *ts;
  f.action = *action;
  return f;
}

bool TargetIn(const Object& object, SearchTarget& target) {
  auto kind = ParseSearchKind(StringIn(object, "kind").value_or(""));
  if (!kind || !ReadTexts(object, kTargetTexts, target)) return false;
  target.kind = *kind;
  target.text.resize(std::min(target.text.size(), SearchRecord::kMaxTarget));
  return true;
}

std::optional<SearchRecord> SearchIn(const Object& object) {
  SearchRecord s;
  int64_t results = 0;
  auto ts = TimeIn(object, "ts");
  auto action = ParseSearchAction(StringIn(object, "action").value_or(""));
  auto score = object.FindMember("score");
  if (!ts || !action || score == object.MemberEnd() ||
      !score->value.IsNumber() || !ReadTexts(object, kSearchTexts, s) ||
      s.query.empty() || !TargetIn(object, s.target) ||
      !ReadNumber(object, "results", results) || results < 0 ||
      results > UINT32_MAX) {
    return std::nullopt;
  }
  s.action = *action;
  s.at_ms = *ts;
  s.score = static_cast<float>(
      std::min(1.0, std::max(0.0, score->value.GetDouble())));
  s.results = static_cast<uint32_t>(results);
  s.weak = IsTrueAt(object, "weak");
  s.closes = IsTrueAt(object, "closes");
  s.agent = IsTrueAt(object, "agent");
  for (std::string* text : {&s.query, &s.pattern, &s.session}) {
    text->resize(std::min(text->size(), SearchRecord::kMaxQuery));
  }
  s.words = QueryBits(s.query);
  auto shown = object.FindMember("shown");
  if (shown == object.MemberEnd() || !shown->value.IsArray()) return s;
  for (const auto& one : shown->value.GetArray()) {
    if (s.shown.size() >= SearchRecord::kMaxShown) break;
    SearchTarget target;
    if (one.IsObject() && TargetIn(one, target)) s.shown.push_back(target);
  }
  return s;
}

std::optional<ForgottenHash> ForgottenIn(const Object& object) {
  auto ts = TimeIn(object, "ts");
  auto hash = FromHex(StringIn(object, "hash").value_or(""));
  if (!ts || !hash || hash->size() != 8) return std::nullopt;
  return ForgottenHash{ByteReader(*hash).Big<uint64_t>(), *ts};
}

}  // namespace

std::optional<Exported> ParseExport(std::string_view line) {
  rapidjson::Document object;
  object.Parse<kParseFlags>(line.data(), line.size());
  if (object.HasParseError() || !object.IsObject()) return std::nullopt;
  auto as = [](auto parsed) -> std::optional<Exported> {
    if (!parsed) return std::nullopt;
    return Exported(std::move(*parsed));
  };
  auto record = StringIn(object, "record");
  if (!record) return as(EventIn(object));
  if (*record == "session") return as(SessionIn(object));
  if (*record == "feedback") return as(FeedbackIn(object));
  if (*record == "search") return as(SearchIn(object));
  if (*record == "forgotten") return as(ForgottenIn(object));
  return std::nullopt;
}

std::optional<Event> ParseExportLine(std::string_view line) {
  auto exported = ParseExport(line);
  auto* event = exported ? std::get_if<Event>(&*exported) : nullptr;
  return event ? std::optional(std::move(*event)) : std::nullopt;
}

bool LooksLikeExport(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with("{") && ParseExport(line).has_value();
}

}  // namespace synapse
