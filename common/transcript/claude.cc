// The records of Claude Code.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "transcript/reader.h"

namespace synapse {
namespace {

// Text that the program inserts as a turn.
constexpr std::string_view kClaudeInserts[] = {
    "<command-name>",
    "<command-message>",
    "<local-command-",
    "<system-reminder>",
    "<task-notification>",
    "<bash-",
    "[Request interrupted by user",
    "Caveat: The messages below",
    "This session is being continued from a previous conversation",
};
constexpr std::string_view kRefusals[] = {
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    "[Request interrupted by user for tool use]",
};

template <size_t n>
bool BeginsWithOneOf(std::string_view text, const std::string_view (&list)[n]) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view s) { return text.starts_with(s); });
}

// "Exit code 2" at the beginning, possibly after "Error: ".
int ExitIn(std::string_view text) {
  if (text.starts_with("Error: ")) text.remove_prefix(7);
  constexpr std::string_view kStart = "Exit code ";
  if (!text.starts_with(kStart)) return -1;
  text.remove_prefix(kStart.size());
  int exit = 0;
  size_t digits = 0;
  while (digits < text.size() && digits < 4 && text[digits] >= '0' &&
         text[digits] <= '9') {
    exit = exit * 10 + (text[digits++] - '0');
  }
  return digits > 0 && digits < 4 ? exit : -1;
}

// Tools of an MCP server have names like mcp__SERVER__NAME.
std::string_view ToolName(std::string_view name) {
  if (!name.starts_with("mcp__")) return name;
  const size_t at = name.rfind("__");
  return at >= 5 ? name.substr(at + 2) : name;
}

// The best score and the number of results in the answer of a search with
// scores.
void ReadScores(std::string_view answer, TranscriptEvent& call) {
  rapidjson::Document parsed;
  if (!ParseJson(answer, parsed)) return;
  const JsonValue* results =
      parsed.IsArray() ? &parsed : Member(parsed, "results");
  if (!results || !results->IsArray()) return;
  call.results = results->Size();
  for (const JsonValue& result : results->GetArray()) {
    call.best_score =
        std::max(call.best_score, NumberAt(result, "score").value_or(0));
  }
}

}  // namespace

void TranscriptReader::ClaudeCall(const JsonValue& block) {
  struct Tool {
    std::string_view name;
    TranscriptKind kind;
    const char* text;
  };
  static constexpr Tool kTools[] = {
      {"Bash", TranscriptKind::kShell, "command"},
      {"Read", TranscriptKind::kRead, "file_path"},
      {"NotebookRead", TranscriptKind::kRead, "notebook_path"},
      {"Grep", TranscriptKind::kSearch, "pattern"},
      {"Glob", TranscriptKind::kSearch, "pattern"},
      {"jit_search", TranscriptKind::kSearch, "query"},
  };
  const std::string_view name = ToolName(StringAt(block, "name"));
  const JsonValue* input = Member(block, "input");
  TranscriptEvent call = NewEvent(TranscriptKind::kTool);
  call.id = StringAt(block, "id");
  call.tool = CutAt(name, 100);
  if (input) call.text = StringAt(*input, "file_path");
  for (const Tool& tool : kTools) {
    if (tool.name != name || !input) continue;
    call.kind = tool.kind;
    call.text = StringAt(*input, tool.text);
    if (call.text.empty()) return;
  }
  AddCall(std::move(call));
}

void TranscriptReader::ClaudeResult(const JsonValue& block,
                                    const JsonValue& entry) {
  const JsonValue* content = Member(block, "content");
  const std::string answer = content ? ContentText(*content) : "";
  const bool failed = IsTrueAt(block, "is_error");
  const JsonValue* details = Member(entry, "toolUseResult");
  Answer(StringAt(block, "tool_use_id"), [&](TranscriptEvent& call) {
    call.failed = failed;
    call.refused = failed && BeginsWithOneOf(answer, kRefusals);
    if (failed) call.error = answer;
    if (call.kind == TranscriptKind::kShell && !call.refused) {
      const bool cut = details && IsTrueAt(*details, "interrupted");
      call.exit = failed ? ExitIn(answer) : cut ? 130 : 0;
    }
    if (call.kind != TranscriptKind::kSearch) return;
    if (call.tool == "jit_search") ReadScores(answer, call);
    const auto files = details ? NumberAt(*details, "numFiles") : std::nullopt;
    if (files && std::fabs(*files) < 1e9) {
      call.results = static_cast<int64_t>(*files);
    }
  });
}

void TranscriptReader::ReadClaudeBlock(const JsonValue& block,
                                       const JsonValue& entry, bool assistant) {
  const std::string_view type = StringAt(block, "type");
  if (type == "tool_use" && assistant) {
    ClaudeCall(block);
  } else if (type == "tool_result" && !assistant) {
    ClaudeResult(block, entry);
  } else if (type == "text" && assistant) {
    AssistantTurn(StringAt(block, "text"));
  }
}

bool TranscriptReader::ReadClaude(const JsonValue& entry) {
  const std::string_view type = StringAt(entry, "type");
  SetIfAny(frame_.session, StringAt(entry, "session_id"));
  SetIfAny(frame_.session, StringAt(entry, "sessionId"));
  SetIfAny(frame_.cwd, StringAt(entry, "cwd"));
  SetIfAny(frame_.branch, StringAt(entry, "gitBranch"));
  frame_.agent = "claude";
  frame_.id = CutAt(StringAt(entry, "uuid"), 100);
  frame_.sidechain = IsTrueAt(entry, "isSidechain");
  if (type == "summary") {
    TranscriptEvent event = NewEvent(TranscriptKind::kSummary);
    event.text = CutAt(StringAt(entry, "summary"), TranscriptEvent::kMaxText);
    if (!event.text.empty()) HandOut(event);
    return true;
  }
  const JsonValue* message = Member(entry, "message");
  if (!message) message = &entry;  // in an older array file
  const JsonValue* content = Member(*message, "content");
  std::string_view role = StringAt(*message, "role");
  if (role.empty()) role = type;
  const bool assistant = role == "assistant";
  if (!content || (!assistant && role != "user")) return false;
  bool results = false;
  if (content->IsArray()) {
    for (const JsonValue& block : content->GetArray()) {
      results = results || StringAt(block, "type") == "tool_result";
      ReadClaudeBlock(block, entry, assistant);
    }
  } else if (assistant) {
    AssistantTurn(ContentText(*content));
  }
  if (assistant || results) return true;
  const std::string text = ContentText(*content);
  if (IsTrueAt(entry, "isCompactSummary")) {
    TranscriptEvent event = NewEvent(TranscriptKind::kSummary);
    event.text = text;
    HandOut(event);
  } else if (!IsTrueAt(entry, "isMeta") && !frame_.sidechain &&
             !BeginsWithOneOf(Trim(text), kClaudeInserts)) {
    UserTurn(text);
  }
  return true;
}

}  // namespace synapse
