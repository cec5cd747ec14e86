#include "transcript/reader.h"

#include <algorithm>

#include "base/json.h"
#include "transcript/shell_call.h"

namespace synapse {

const char* TranscriptKindName(TranscriptKind kind) {
  switch (kind) {
    case TranscriptKind::kUserTurn: return "user";
    case TranscriptKind::kAssistantTurn: return "assistant";
    case TranscriptKind::kSummary: return "summary";
    case TranscriptKind::kShell: return "shell";
    case TranscriptKind::kSearch: return "search";
    case TranscriptKind::kRead: return "read";
    case TranscriptKind::kTool: break;
  }
  return "tool";
}

std::string TranscriptEventJson(const TranscriptEvent& event) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "kind", TranscriptKindName(event.kind));
    for (const auto& [key, text] :
         {std::pair("agent", &event.agent),
          std::pair("session", &event.session), std::pair("id", &event.id),
          std::pair("cwd", &event.cwd), std::pair("tool", &event.tool),
          std::pair("text", &event.text), std::pair("error", &event.error)}) {
      if (!text->empty()) JsonField(w, key, *text);
    }
    for (const auto& [key, n] : {std::pair("ts_ms", event.at_ms),
                                 std::pair("exit", int64_t{event.exit}),
                                 std::pair("duration_ms", event.duration_ms),
                                 std::pair("results", event.results)}) {
      if (n < 0 || (n == 0 && std::string_view(key) == "ts_ms")) continue;
      JsonField(w, key, n);
    }
    for (const auto& [key, set] : {std::pair("failed", event.failed),
                                   std::pair("refused", event.refused)}) {
      if (set) JsonField(w, key, true);
    }
    JsonField(w, "offset", event.offset);
  });
}

std::string ContentText(const JsonValue& content) {
  std::string out;
  auto add = [&](std::string_view text) {
    if (text.empty() || out.size() >= TranscriptEvent::kMaxText) return;
    if (!out.empty()) out += '\n';
    out += CutAt(text, TranscriptEvent::kMaxText - out.size());
  };
  if (content.IsString()) {
    add({content.GetString(), content.GetStringLength()});
  } else if (content.IsArray()) {
    for (const JsonValue& block : content.GetArray()) {
      add(StringAt(block, "text"));
    }
  }
  return out;
}

TranscriptEvent TranscriptReader::NewEvent(TranscriptKind kind) const {
  TranscriptEvent event = frame_;
  event.kind = kind;
  return event;
}

void TranscriptReader::HandOut(const TranscriptEvent& event) {
  if (at_ < seen_) return;
  ++counts_.events;
  visit_(event);
  if (event.kind != TranscriptKind::kShell || event.refused) return;
  const ShellCall call = ReadShellCall(event.text, event.cwd, specs_);
  auto derive = [&](TranscriptKind kind, const auto& found) {
    for (const auto& [tool, text] : found) {
      TranscriptEvent derived = event;
      derived.kind = kind;
      derived.tool = tool;
      derived.text = text;
      derived.cwd = call.directory;
      ++counts_.events;
      visit_(derived);
    }
  };
  derive(TranscriptKind::kSearch, call.searches);
  derive(TranscriptKind::kRead, call.reads);
}

void TranscriptReader::AddCall(TranscriptEvent call) {
  call.text = CutAt(call.text, TranscriptEvent::kMaxText);
  if (waiting_.size() >= kMaxWaiting) {
    HandOut(waiting_.front());
    waiting_.pop_front();
  }
  waiting_.push_back(std::move(call));
}

void TranscriptReader::Answer(
    std::string_view id, const std::function<void(TranscriptEvent&)>& result) {
  auto call = std::find_if(waiting_.begin(), waiting_.end(),
                           [&](const auto& c) { return c.id == id; });
  if (call == waiting_.end() || id.empty()) return;
  call->answered = true;
  result(*call);
  constexpr size_t kMaxError = 400;
  call->error = CutAt(call->error, kMaxError);
  HandOut(*call);
  waiting_.erase(call);
}

void TranscriptReader::GiveUpBefore(uint64_t offset) {
  while (!waiting_.empty() && waiting_.front().offset < offset) {
    HandOut(waiting_.front());
    waiting_.pop_front();
  }
}

void TranscriptReader::Finish() {
  for (const TranscriptEvent& call : waiting_) HandOut(call);
  waiting_.clear();
}

uint64_t TranscriptReader::Waiting(uint64_t otherwise) const {
  return waiting_.empty() ? otherwise : waiting_.front().offset;
}

void TranscriptReader::UserTurn(std::string_view text) {
  Finish();
  if (text.find_first_not_of(" \t\r\n") == text.npos) return;
  TranscriptEvent event = NewEvent(TranscriptKind::kUserTurn);
  event.text = CutAt(text, TranscriptEvent::kMaxText);
  HandOut(event);
}

void TranscriptReader::AssistantTurn(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == text.npos) return;
  TranscriptEvent event = NewEvent(TranscriptKind::kAssistantTurn);
  event.text = CutAt(text, TranscriptEvent::kMaxText);
  HandOut(event);
}

void TranscriptReader::Read(std::string_view json, uint64_t offset) {
  ++counts_.records;
  at_ = offset;
  rapidjson::Document entry;
  if (!ParseJson(json, entry) || !entry.IsObject()) {
    ++counts_.malformed;
    return;
  }
  frame_.offset = offset;
  frame_.sidechain = false;
  frame_.id.clear();
  frame_.at_ms = ParseIsoTime(StringAt(entry, "timestamp"));
  if (!ReadCodex(entry) && !ReadClaude(entry)) ++counts_.unknown;
}

}  // namespace synapse
