#include "track/stats.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "base/json_value.h"
#include "base/text.h"

namespace synapse {
namespace {

uint64_t LineKey(std::string_view session, std::string_view line) {
  return Hash64(line, Hash64(session));
}

int64_t DayOf(int64_t ms) {
  const time_t seconds = static_cast<time_t>(ms / 1000);
  tm local = {};
  localtime_r(&seconds, &local);
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  local.tm_isdst = -1;
  return static_cast<int64_t>(mktime(&local));
}

// The first word that is not an assignment, without its directory.
std::string CommandIn(std::string_view line) {
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    std::string_view word = line.substr(0, line.find_first_of(" \t\n;|&"));
    if (word.find('=') == word.npos || word.starts_with('=')) {
      const size_t slash = word.rfind('/');
      return std::string(slash == word.npos ? word : word.substr(slash + 1));
    }
    line.remove_prefix(word.size());
    if (word.empty()) break;
  }
  return "";
}

bool HasTwice(std::vector<uint8_t> viewed) {
  std::sort(viewed.begin(), viewed.end());
  return std::adjacent_find(viewed.begin(), viewed.end()) != viewed.end();
}

}  // namespace

size_t KeysSaved(const FeedbackRecord& f) {
  const std::string& line = f.executed.empty() ? f.suggestion : f.executed;
  const auto [end, rest] = std::mismatch(
      f.suggestion.begin(), f.suggestion.end(), line.begin(), line.end());
  const size_t kept = CountCharacters(
      std::string_view(f.suggestion)
          .substr(0, static_cast<size_t>(end - f.suggestion.begin())));
  // The first one is shown without a key; one key takes it.
  const size_t presses = std::max<size_t>(f.viewed.size(), 1);
  const size_t spent = CountCharacters(f.buffer) + presses;
  return kept > spent ? kept - spent : 0;
}

int64_t ReadStats(Store& store, int64_t since_ms, Stats& stats) {
  store.log().VisitFeedback(1, [&](uint64_t, const FeedbackRecord& feedback) {
    if (feedback.at_ms >= since_ms) stats.Add(feedback);
    return true;
  });
  int64_t first_ms = 0;
  store.log().Visit(1, [&](uint64_t, const Event& event) {
    if (event.start_ms < since_ms || event.imported || event.agent) return true;
    if (event.machine != 0) {
      stats.AddOfAnother(event);
      return true;
    }
    first_ms = first_ms ? std::min(first_ms, event.start_ms) : event.start_ms;
    stats.Add(event);
    return true;
  });
  return first_ms ? first_ms : since_ms;
}

void Stats::Add(const FeedbackRecord& f) {
  SourceRow& source = sources_[f.source];
  switch (f.action) {
    case FeedbackAction::kAccepted:
    case FeedbackAction::kEdited: {
      const size_t keys = KeysSaved(f);
      ++(f.action == FeedbackAction::kAccepted ? source.taken : source.changed);
      source.keys_saved += keys;
      if (!f.executed.empty()) {
        saved_[LineKey(f.session, f.executed)].push_back({f.at_ms, keys});
      }
      break;
    }
    case FeedbackAction::kDismissed:
      ++source.dismissed;
      ++negative_.viewed_and_rejected;
      break;
    case FeedbackAction::kIgnored:
      ++source.skipped;
      ++negative_.viewed_and_rejected;
      break;
  }
  negative_.changed += f.action == FeedbackAction::kEdited;
  negative_.cycled_back += HasTwice(f.viewed);
}

const Stats::Saved* Stats::FindSaved(const Event& event) const {
  auto at = saved_.find(LineKey(event.session, event.command));
  if (at == saved_.end()) return nullptr;
  for (const Saved& saved : at->second) {
    if (std::abs(saved.at_ms - event.start_ms) <= kNearMs) return &saved;
  }
  return nullptr;
}

void Stats::AddTo(StatsRow& row, const SuggestionSummary& summary,
                  const Saved* saved) const {
  ++row.lines;
  ++row.by_match[static_cast<size_t>(summary.match_type)];
  if (!saved) return;
  ++row.taken;
  row.keys_saved += saved->keys;
}

void Stats::Add(const Event& event) {
  ++commands_;
  if (!event.suggestion) return;
  const SuggestionSummary& s = *event.suggestion;
  const Saved* saved = FindSaved(event);
  for (StatsRow* row :
       {&all_, &days_[DayOf(event.start_ms)],
        &by_command_[CommandIn(event.command)], &directories_[event.cwd],
        &offered_[s.suggestions.size()]}) {
    AddTo(*row, s, saved);
  }
  thinking_[static_cast<size_t>(s.match_type)].Add(
      static_cast<int64_t>(s.time_to_action_ms));
  ++cycles_[std::min<size_t>(s.cycle_count, kMaxCycles)];
  negative_.cycled_often += s.cycle_count >= kOften;
  if (s.match_type == MatchType::kExact && s.accepted_index) {
    ++positions_[std::min(*s.accepted_index, kMaxPositions - 1)];
  }
  if (s.match_type != MatchType::kNone) return;
  negative_.long_thought_and_rejected += s.time_to_action_ms >= kLongMs;
  if (!s.suggestions.empty() && !s.suggestions[0].empty()) {
    ++ignored_[s.suggestions[0]];
  }
}

namespace {

// 0 if it is not such a number.
int64_t NumberIn(const JsonValue* value) {
  constexpr double kMax = 1e9;
  if (!value || !value->IsNumber()) return 0;
  const double number = value->GetDouble();
  return number > 0 && number <= kMax ? static_cast<int64_t>(number) : 0;
}

bool IsFromLlm(const JsonValue* sources, const JsonValue* index) {
  if (!sources || !sources->IsArray() || !index || !index->IsUint() ||
      index->GetUint() >= sources->Size()) {
    return false;
  }
  const JsonValue& source = (*sources)[index->GetUint()];
  return source.IsString() && std::string_view(source.GetString()) == "ai";
}

bool SawLlm(const JsonValue* sources, const JsonValue* viewed) {
  if (!viewed || !viewed->IsArray()) return false;
  for (const JsonValue& index : viewed->GetArray()) {
    if (IsFromLlm(sources, &index)) return true;
  }
  return false;
}

}  // namespace

void Stats::AddLlm(const rapidjson::Value& record) {
  const JsonValue* version =
      Member(Member(&record, "llm_request"), "prompt_version");
  if (!version || !version->IsString() ||
      version->GetStringLength() > kMaxLlmVersion ||
      (llm_versions_.size() == kMaxLlmVersions &&
       !llm_versions_.contains(version->GetString()))) {
    return;
  }
  LlmRow& row = llm_versions_[version->GetString()];
  const JsonValue* response = Member(&record, "llm_response");
  const JsonValue* usage = Member(response, "usage");
  ++row.answers;
  row.latency_ms.Add(NumberIn(Member(response, "latency_ms")));
  row.prompt_tokens +=
      static_cast<uint64_t>(NumberIn(Member(usage, "prompt_tokens")));
  row.answer_tokens +=
      static_cast<uint64_t>(NumberIn(Member(usage, "completion_tokens")));
  const JsonValue* sources = Member(&record, "sources");
  if (!SawLlm(sources, Member(&record, "viewed_indices"))) return;
  ++row.seen;
  const auto match = ParseMatch(record["match_type"].GetString());
  const bool good = match == MatchType::kExact || match == MatchType::kPartial;
  row.accepted += good && IsFromLlm(sources, Member(&record, "accepted_index"));
}

void Stats::AddRecord(const rapidjson::Value& record) {
  AddLlm(record);
  auto count = record.FindMember("context_block_count");
  auto match = ParseMatch(record["match_type"].GetString());
  if (count == record.MemberEnd() || !count->value.IsUint64() || !match) return;
  StatsRow& row = contexts_[count->value.GetUint64()];
  ++row.lines;
  ++row.by_match[static_cast<size_t>(*match)];
}

}  // namespace synapse
