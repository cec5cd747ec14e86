// The records of Codex: rollouts.
#include <cmath>

#include "base/text.h"
#include "line/quote.h"
#include "transcript/reader.h"

namespace synapse {
namespace {

// Text that the program inserts as a turn.
constexpr std::string_view kCodexInserts[] = {
    "<environment_context>", "<user_instructions>",      "<INSTRUCTIONS>",
    "<permissions",          "# AGENTS.md instructions", "<turn_aborted>",
};

bool IsShellTool(std::string_view tool) {
  return IsOneOf(tool, {"shell", "exec_command", "shell_command",
                        "container.exec", "local_shell"});
}

// "ls -la" from ["bash","-lc","ls -la"], ["ls","-la"] or a string.
std::string CommandOf(const JsonValue& command) {
  if (command.IsString()) {
    return {command.GetString(), command.GetStringLength()};
  }
  if (!command.IsArray()) return "";
  std::vector<std::string> words;
  for (const JsonValue& word : command.GetArray()) {
    if (!word.IsString() || words.size() >= 1000) return "";
    words.emplace_back(word.GetString(), word.GetStringLength());
  }
  if (words.size() == 3 && words[0].ends_with("sh") &&
      words[1].starts_with("-") && words[1].ends_with("c")) {
    return words[2];
  }
  std::string line;
  for (const std::string& word : words) {
    line += (line.empty() ? "" : " ") + QuotedWord(word);
  }
  return line;
}

// The number after `label`; no value if it is missing.
std::optional<double> NumberBehind(std::string_view text,
                                   std::string_view label) {
  const size_t at = text.find(label);
  if (at == text.npos) return std::nullopt;
  text = text.substr(at + label.size(), 20);
  const size_t end = text.find_first_not_of("0123456789.");
  return ParseDecimal(text.substr(0, end));
}

struct Outcome {
  std::string text;
  std::optional<double> exit, seconds;
};

// {"output":...,"metadata":{"exit_code":0,"duration_seconds":0.1}}, as a string
// or an object; or text with "Exit code: 0" or "Process exited with code 0" in
// its first lines.
Outcome OutcomeOf(const JsonValue& output) {
  constexpr size_t kHead = 300;
  Outcome out;
  rapidjson::Document parsed;
  const JsonValue* object = &output;
  if (output.IsString()) {
    const std::string_view text(output.GetString(), output.GetStringLength());
    out.text = CutAt(text, TranscriptEvent::kMaxText);
    if (text.starts_with("{") && ParseJson(text, parsed)) object = &parsed;
  }
  if (const JsonValue* metadata = Member(*object, "metadata")) {
    out.text = StringAt(*object, "output");
    out.exit = NumberAt(*metadata, "exit_code");
    out.seconds = NumberAt(*metadata, "duration_seconds");
    return out;
  }
  if (const JsonValue* content = Member(*object, "content")) {
    out.text = ContentText(*content);
  }
  const std::string_view head = std::string_view(out.text).substr(0, kHead);
  out.exit = NumberBehind(head, "Process exited with code ");
  if (!out.exit) out.exit = NumberBehind(head, "Exit code: ");
  out.seconds = NumberBehind(head, "Wall time: ");
  return out;
}

int64_t AsNumber(std::optional<double> value, double scale = 1) {
  if (!value || !(std::fabs(*value * scale) < 1e12)) return -1;
  return std::llround(*value * scale);
}

}  // namespace

void TranscriptReader::CodexCall(const JsonValue& item) {
  TranscriptEvent call = NewEvent(TranscriptKind::kTool);
  call.id = CutAt(StringAt(item, "call_id"), 100);
  call.tool = CutAt(StringAt(item, "name"), 100);
  rapidjson::Document parsed;
  const JsonValue* arguments = Member(item, "action");
  if (arguments) {
    call.tool = "local_shell";
  } else if (ParseJson(StringAt(item, "arguments"), parsed)) {
    arguments = &parsed;
  }
  if (arguments && IsShellTool(call.tool)) {
    call.kind = TranscriptKind::kShell;
    for (const char* key : {"command", "cmd"}) {
      const JsonValue* command = Member(*arguments, key);
      if (command && call.text.empty()) call.text = CommandOf(*command);
    }
    for (const char* key : {"workdir", "working_directory", "cwd"}) {
      const std::string_view cwd = StringAt(*arguments, key);
      if (cwd.starts_with("/")) SetIfAny(call.cwd, cwd);
    }
    if (call.text.empty()) return;
  } else if (arguments && call.tool == "read_file") {
    call.kind = TranscriptKind::kRead;
    call.text = StringAt(*arguments, "file_path");
  } else if (arguments && call.tool == "grep_files") {
    call.kind = TranscriptKind::kSearch;
    call.text = StringAt(*arguments, "pattern");
  }
  AddCall(std::move(call));
}

void TranscriptReader::CodexResult(const JsonValue& item) {
  const JsonValue* output = Member(item, "output");
  const Outcome outcome = output ? OutcomeOf(*output) : Outcome{};
  Answer(StringAt(item, "call_id"), [&](TranscriptEvent& call) {
    const int64_t exit = AsNumber(outcome.exit);
    call.failed = exit > 0;
    call.duration_ms = AsNumber(outcome.seconds, 1000);
    if (call.kind == TranscriptKind::kShell && exit >= 0 && exit < 256) {
      call.exit = static_cast<int>(exit);
    }
    call.refused = outcome.text.starts_with("exec command rejected by user");
    if (call.failed || call.refused) call.error = outcome.text;
  });
}

void TranscriptReader::CodexMessage(const JsonValue& item) {
  const JsonValue* content = Member(item, "content");
  if (!content) return;
  const std::string text = ContentText(*content);
  const std::string_view role = StringAt(item, "role");
  if (role == "assistant") return AssistantTurn(text);
  if (role != "user") return;
  for (std::string_view begin : kCodexInserts) {
    if (Trim(text).starts_with(begin)) return;
  }
  UserTurn(text);
}

bool TranscriptReader::ReadCodexItem(const JsonValue& item) {
  const std::string_view type = StringAt(item, "type");
  if (type == "message") {
    CodexMessage(item);
  } else if (type == "function_call" || type == "custom_tool_call" ||
             type == "local_shell_call") {
    CodexCall(item);
  } else if (type == "function_call_output" ||
             type == "custom_tool_call_output") {
    CodexResult(item);
  } else {
    return type == "reasoning" || type == "ghost_snapshot";
  }
  return true;
}

bool TranscriptReader::ReadCodex(const JsonValue& entry) {
  const std::string_view type = StringAt(entry, "type");
  const JsonValue* payload = Member(entry, "payload");
  if (payload || type == "message" || type == "function_call" ||
      type == "function_call_output" || type == "local_shell_call" ||
      type == "reasoning") {
    frame_.agent = "codex";
  }
  if (!payload) {
    // The first line of an older rollout.
    if (type.empty() && Member(entry, "instructions") && frame_.at_ms > 0) {
      SetIfAny(frame_.session, StringAt(entry, "id"));
      return true;
    }
    return frame_.agent == "codex" && ReadCodexItem(entry);
  }
  if (type == "session_meta")
    SetIfAny(frame_.session, StringAt(*payload, "id"));
  if (type == "session_meta" || type == "turn_context") {
    SetIfAny(frame_.cwd, StringAt(*payload, "cwd"));
    const JsonValue* git = Member(*payload, "git");
    if (git) SetIfAny(frame_.branch, StringAt(*git, "branch"));
    return true;
  }
  if (type == "compacted") {
    TranscriptEvent event = NewEvent(TranscriptKind::kSummary);
    SetIfAny(event.text, StringAt(*payload, "message"));
    HandOut(event);
    return true;
  }
  if (type == "response_item") return ReadCodexItem(*payload);
  // It repeats an item.
  return type == "event_msg";
}

}  // namespace synapse
