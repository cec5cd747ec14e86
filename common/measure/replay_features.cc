#include "measure/replay_features.h"

#include <algorithm>

#include "base/json.h"
#include "command/replay_figures.h"

namespace synapse {

std::vector<size_t> SampledLengths(std::string_view line) {
  std::vector<size_t> lengths;
  for (size_t at : {size_t{0}, size_t{1}, size_t{2}, size_t{3}, size_t{4},
                    size_t{6}, line.size() / 2}) {
    // Only at the beginning of a character.
    const bool begins = at < line.size() &&
                        (static_cast<unsigned char>(line[at]) & 0xC0) != 0x80;
    if (begins && (lengths.empty() || at > lengths.back())) {
      lengths.push_back(at);
    }
  }
  return lengths;
}

std::string FeaturesAsJson(const PromptFacts& facts, const RankedLines& ranked,
                           size_t typed, size_t matches,
                           std::string_view right) {
  constexpr int kDecimals = 4;
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.SetMaxDecimalPlaces(kDecimals);
  std::vector<const PoolLine*> sampled;
  int at = -1;
  for (const RankedLine& line : ranked.lines) {
    const bool is_right = line.line->text == right;
    if (sampled.size() >= kMaxSampled && !is_right) continue;
    if (is_right) at = static_cast<int>(sampled.size());
    sampled.push_back(line.line);
  }
  w.StartObject();
  JsonField(w, "typed", typed);
  JsonField(w, "right", at);
  JsonField(w, "tick", facts.events);
  JsonField(w, "novelty", facts.model.novelty);
  JsonField(w, "matches", matches);
  w.Key("lines");
  w.StartArray();
  for (const PoolLine* line : sampled) {
    w.StartArray();
    for (double feature : *line->features) w.Double(feature);
    w.EndArray();
  }
  w.EndArray();
  w.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string ListFeaturesAsJson(const SampledList& sampled) {
  constexpr int kDecimals = 3;
  constexpr size_t kMaxOnEmpty = 24, kMaxBegun = 8;
  const size_t n = std::min(sampled.list.size(),
                            sampled.typed == 0 ? kMaxOnEmpty : kMaxBegun);
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.SetMaxDecimalPlaces(kDecimals);
  const auto array = [&](const char* key, const auto& write_item) {
    w.Key(key);
    w.StartArray();
    for (size_t i = 0; i < n; ++i) write_item(i);
    w.EndArray();
  };
  w.StartObject();
  JsonField(w, "typed", sampled.typed);
  JsonField(w, "tick", sampled.tick);
  array("word", [&](size_t i) {
    w.Int(HasNextWordOf(sampled.right, sampled.list[i].text, sampled.typed));
  });
  array("text",
        [&](size_t i) { w.Int(sampled.list[i].text == sampled.right); });
  array("rows", [&](size_t i) {
    w.StartArray();
    for (float feature : sampled.rows[i]) w.Double(feature);
    w.EndArray();
  });
  w.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace synapse
