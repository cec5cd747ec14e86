#include "track/training.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"

namespace synapse {
namespace {

using Value = JsonValue;

struct Wanted {
  const char* name;
  bool (Value::*is)() const;
};
constexpr Wanted kWanted[] = {
    {"ts", &Value::IsNumber},           {"session", &Value::IsString},
    {"context", &Value::IsObject},      {"buffer", &Value::IsString},
    {"suggestions", &Value::IsArray},   {"viewed_indices", &Value::IsArray},
    {"actual_input", &Value::IsString}, {"match_type", &Value::IsString},
};

bool AllStrings(const Value& array) {
  return std::all_of(array.Begin(), array.End(),
                     [](const Value& value) { return value.IsString(); });
}

std::vector<size_t> ViewedOf(const Value& record) {
  std::vector<size_t> viewed;
  const size_t count = record["suggestions"].Size();
  for (const Value& index : record["viewed_indices"].GetArray()) {
    if (index.IsUint() && index.GetUint() < count) {
      viewed.push_back(index.GetUint());
    }
  }
  std::sort(viewed.begin(), viewed.end());
  viewed.erase(std::unique(viewed.begin(), viewed.end()), viewed.end());
  return viewed;
}

std::optional<size_t> AcceptedOf(const Value& record) {
  auto at = record.FindMember("accepted_index");
  if (at == record.MemberEnd() || !at->value.IsUint() ||
      at->value.GetUint() >= record["suggestions"].Size()) {
    return std::nullopt;
  }
  return at->value.GetUint();
}

class Line {
 public:
  Line(const Value& record, const TrainingOptions& options)
      : w_(buffer_), record_(record) {
    const std::string_view session = StringAt(record, "session");
    char key[64];
    snprintf(key, sizeof key, "%.3f", record["ts"].GetDouble());
    const uint64_t id =
        Hash64(StringAt(record, "actual_input"), Hash64(key, Hash64(session)));
    char hex[17];
    snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(id));
    w_.StartObject();
    JsonField(w_, "id", hex);
    JsonField(w_, "session", session);
    JsonField(w_, "split",
              SplitOf(session, options.test_share) == Split::kTest ? "test"
                                                                   : "train");
  }
  // The context at the time when the list was shown.
  void Prompt() {
    JsonObject(w_, "prompt", [&] {
      w_.Key("context");
      record_["context"].Accept(w_);
      w_.Key("buffer");
      record_["buffer"].Accept(w_);
    });
  }
  JsonWriter& writer() { return w_; }
  std::string_view End() {
    w_.EndObject();
    return {buffer_.GetString(), buffer_.GetSize()};
  }

 private:
  JsonBuffer buffer_;
  JsonWriter w_;
  const Value& record_;
};

using Emit = std::function<void(std::string_view)>;

void EmitSft(const Value& record, const TrainingOptions& options,
             const Emit& emit) {
  if (StringAt(record, "match_type") != "exact") return;
  Line line(record, options);
  line.Prompt();
  JsonField(line.writer(), "completion", StringAt(record, "actual_input"));
  emit(line.End());
}

void EmitRank(const Value& record, const TrainingOptions& options,
              const Emit& emit) {
  const std::vector<size_t> viewed = ViewedOf(record);
  if (viewed.empty()) return;
  const auto accepted = AcceptedOf(record);
  const bool whole = StringAt(record, "match_type") == "exact";
  Line line(record, options);
  line.Prompt();
  JsonWriter& w = line.writer();
  w.Key("items");
  w.StartArray();
  const Value& texts = record["suggestions"];
  for (rapidjson::SizeType i = 0; i < texts.Size(); ++i) {
    const bool seen = std::binary_search(viewed.begin(), viewed.end(), i);
    w.StartObject();
    w.Key("text");
    texts[i].Accept(w);
    for (auto [name, key] :
         {std::pair("source", "sources"), std::pair("score", "scores")}) {
      auto at = record.FindMember(key);
      if (at == record.MemberEnd() || !at->value.IsArray() ||
          i >= at->value.Size()) {
        continue;
      }
      w.Key(name);
      at->value[i].Accept(w);
    }
    JsonField(w, "viewed", seen);
    JsonField(w, "accepted", accepted == i && whole);
    JsonField(w, "weight", seen ? options.bias.WeightOf(i) : 0);
    w.EndObject();
  }
  w.EndArray();
  emit(line.End());
}

void EmitDpo(const Value& record, const TrainingOptions& options,
             const Emit& emit) {
  const auto accepted = AcceptedOf(record);
  const std::string_view chosen = StringAt(record, "actual_input");
  for (size_t i : ViewedOf(record)) {
    const std::string_view rejected =
        StringOf(&record["suggestions"][static_cast<rapidjson::SizeType>(i)]);
    if (accepted == i || rejected.empty() || rejected == chosen) continue;
    Line line(record, options);
    line.Prompt();
    JsonField(line.writer(), "chosen", chosen);
    JsonField(line.writer(), "rejected", rejected);
    JsonField(line.writer(), "position", i);
    JsonField(line.writer(), "weight", options.bias.WeightOf(i));
    emit(line.End());
  }
}

void EmitEval(const Value& record, const TrainingOptions& options,
              const Emit& emit) {
  Line line(record, options);
  JsonWriter& w = line.writer();
  JsonField(w, "cmd", StringAt(record, "actual_input"));
  const Value* cwd = Member(record["context"], "cwd");
  if (cwd && cwd->IsString()) JsonField(w, "cwd", StringOf(cwd));
  JsonField(w, "ts", record["ts"].GetDouble());
  emit(line.End());
}

}  // namespace

std::optional<TrainingSet> ParseTrainingSet(std::string_view name) {
  constexpr std::pair<std::string_view, TrainingSet> kSets[] = {
      {"sft", TrainingSet::kSft},
      {"rank", TrainingSet::kRank},
      {"dpo", TrainingSet::kDpo},
      {"eval", TrainingSet::kEval}};
  for (const auto& [known, set] : kSets) {
    if (name == known) return set;
  }
  return std::nullopt;
}

Split SplitOf(std::string_view session, double test_share) {
  constexpr uint64_t kParts = 10'000;
  // The low bits of an FNV hash depend only on the last characters.
  const uint64_t hash = Hash64(session);
  const double part = static_cast<double>((hash ^ hash >> 29) % kParts);
  return part < test_share * kParts ? Split::kTest : Split::kTrain;
}

void PositionBias::Add(const Value& record) {
  const size_t count =
      std::min<size_t>(record["suggestions"].Size(), kPositions);
  for (size_t i = 0; i < count; ++i) ++offered_[i];
  for (size_t i : ViewedOf(record)) {
    if (i < kPositions) ++viewed_[i];
  }
}

double PositionBias::WeightOf(size_t position) const {
  position = std::min(position, kPositions - 1);
  if (viewed_[position] == 0) return kMaxWeight;
  return std::min(static_cast<double>(offered_[position]) /
                      static_cast<double>(viewed_[position]),
                  kMaxWeight);
}

std::string WhyNoRecord(const rapidjson::Document& record) {
  if (record.HasParseError()) return "no JSON";
  if (!record.IsObject()) return "no object";
  for (const Wanted& wanted : kWanted) {
    auto at = record.FindMember(wanted.name);
    if (at == record.MemberEnd()) {
      return std::string(wanted.name) + " is missing";
    }
    if (!(at->value.*wanted.is)()) {
      return std::string(wanted.name) + " is of another type";
    }
  }
  return AllStrings(record["suggestions"]) ? ""
                                           : "suggestions: not all are text";
}

void EmitTraining(const Value& record, const TrainingOptions& options,
                  const Emit& emit) {
  switch (options.set) {
    case TrainingSet::kSft: return EmitSft(record, options, emit);
    case TrainingSet::kRank: return EmitRank(record, options, emit);
    case TrainingSet::kDpo: return EmitDpo(record, options, emit);
    case TrainingSet::kEval: return EmitEval(record, options, emit);
  }
}

void EachRecord(const std::string& path,
                const std::function<void(const rapidjson::Document&)>& visit,
                const std::function<void(const std::string&)>& report) {
  const bool read = EachLine(path, [&](std::string_view line, size_t number) {
    rapidjson::Document record;
    record.Parse<rapidjson::kParseIterativeFlag |
                 rapidjson::kParseFullPrecisionFlag>(line.data(), line.size());
    const std::string why =
        line.empty() ? "empty, or too long" : WhyNoRecord(record);
    if (why.empty()) {
      visit(record);
    } else if (report) {
      report(path + ":" + std::to_string(number) + ": " + why + "; skipped");
    }
  });
  if (!read && report) report(path + ": cannot be read");
}

bool EachLine(const std::string& path,
              const std::function<void(std::string_view, size_t)>& visit) {
  constexpr size_t kMax = size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::string line(kMax, '\0');
  for (size_t number = 1;; ++number) {
    file.getline(line.data(), static_cast<std::streamsize>(line.size()));
    const auto read = static_cast<size_t>(file.gcount());
    if (file.eof()) {
      if (read > 0) visit(std::string_view(line.data(), read), number);
      return !file.bad();
    }
    if (file.fail()) {
      file.clear();
      file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
      visit("", number);
      continue;
    }
    visit(std::string_view(line.data(), read - 1), number);
  }
}

}  // namespace synapse
