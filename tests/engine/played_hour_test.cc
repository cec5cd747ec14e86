// An hour of typing after months of use. The ghost at each key is right, wrong,
// or silly: a word that is not possible at that position.
#include <cstdio>

#include "rank/ghost_rule.h"
#include "tests/engine/played_world.h"

namespace synapse {
namespace {

using testing::PlayedLine;
using testing::PlayedWorld;

// True if the line begins with the text, up to the end of a word or directory.
bool Fits(const std::string& shown, const std::string& line) {
  return (shown + ' ').starts_with(line) || line.starts_with(shown + ' ') ||
         (shown.ends_with('/') && line.starts_with(shown)) ||
         shown == line + '/';
}

struct Count {
  size_t keys = 0, right = 0, wrong = 0;
  // True if the ghost is right.
  bool Add(const std::string& shown, const std::string& line, size_t typed) {
    ++keys;
    if (shown.size() <= typed) return false;
    const bool fits = Fits(shown.substr(0, NextWordEnd(shown, typed)), line);
    ++(fits ? right : wrong);
    return fits;
  }
};

// The newest line with this prefix, as zsh-autosuggestions suggests it.
std::string Newest(const PlayedWorld& world, const std::string& buffer) {
  if (buffer.empty()) return "";
  for (const std::string& line : world.history()) {
    if (line.starts_with(buffer)) return line;
  }
  return "";
}

}  // namespace

// With $SYNAPSE_PLAYED_TELL each key with a ghost is printed: right (.), wrong
// (w) or silly (S). $SYNAPSE_RANK_FACTORS removes parts of the model, as for
// the table in synapse-figures(7).
TEST_CASE("played hour: nothing silly, and less that is wrong") {
  PlayedWorld world;
  Engine& engine = *world.session.engine;
  engine.SetConfig(
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
        const char* factors =
            name == "SYNAPSE_RANK_FACTORS" ? getenv(name.data()) : nullptr;
        return factors ? std::optional<std::string>(factors) : std::nullopt;
      }));
  const bool report = getenv("SYNAPSE_PLAYED_TELL") != nullptr;
  Count ours, newest;
  size_t silly = 0;
  std::string all;
  for (const PlayedLine& line : testing::PlayedHour()) {
    for (size_t typed = 0; typed < line.text.size(); ++typed) {
      const std::string buffer = line.text.substr(0, typed);
      SuggestRequest request = world.session.Request(buffer);
      request.on_show = true;
      const auto suggestions = engine.Suggest(request).suggestions;
      const bool shown = !suggestions.empty() &&
                         IsGhost(engine.config(), buffer, suggestions[0]);
      const std::string ghost = shown ? suggestions[0].text : "";
      const bool right = ours.Add(ghost, line.text, typed);
      newest.Add(Newest(world, buffer), line.text, typed);
      const std::string why = shown ? world.WhySilly(ghost, typed) : "";
      if (report && shown) {
        std::printf("%c %s▏%s %s\n",
                    !why.empty() ? 'S'
                    : right      ? '.'
                                 : 'w',
                    buffer.c_str(), ghost.c_str() + typed, why.c_str());
      }
      if (why.empty()) continue;
      ++silly;
      all += "\n  " + buffer + "▏" + ghost.substr(typed) + "  " + why;
    }
    world.Run(line);
  }
  INFO("silly:" << all);
  CHECK(silly == 0);
  INFO("keys " << ours.keys << ", right " << ours.right << ", wrong "
               << ours.wrong << "; the newest line: right " << newest.right
               << ", wrong " << newest.wrong);
  CHECK(ours.wrong < newest.wrong);
  CHECK(ours.right > newest.right);
  if (report) {
    std::printf("%zu keys: right %zu, wrong %zu; newest line %zu, %zu\n",
                ours.keys, ours.right, ours.wrong, newest.right, newest.wrong);
  }
}

}  // namespace synapse
