// The calls of the C ABI (module/synapse.h) for what is on show at a prompt: the
// ghost, the walk through the history, and the lines above the prompt.
#include <unistd.h>

#include "abi/handle.h"

using namespace synapse::abi;

namespace {

// True if the line ends in an empty quoted word, and not in the end of another
// quoted word.
bool EndsInEmptyQuotes(std::string_view line) {
  if (!line.ends_with("\"\"") && !line.ends_with("''")) return false;
  if (line.size() == 2) return true;
  char before = line[line.size() - 3];
  return before != line.back() && before != '\\';
}

// Records how far the line was taken. Only at the end of the suggestion the
// text inside the quotes is still to be typed.
void NoteTaken(synapse_engine* s, std::string_view line) {
  s->taken_back = line == s->ghost->taken() && EndsInEmptyQuotes(line) ? 1 : 0;
}

// A key that takes the ghost; empty when none is bound. The glue lists the keys
// that the user has bound as "LABEL (BINDING), LABEL (BINDING)".
std::string TakingKey(synapse_engine* s) {
  // A drop-in for another plugin binds no keys, and has widgets that take.
  const bool bound = s->engine->config().Bool("prompt.keys") ||
                     s->defaults.contains("prompt.keys");
  if (!bound) return "";
  std::string own;
  if (s->host.findings) {
    s->host.findings(
        s->host.ctx,
        [](void* arg, const char* name, const char* text, const char*) {
          if (std::string_view(name) != "own keys") return;
          *static_cast<std::string*>(arg) = ", " + std::string(text);
        },
        &own);
  }
  for (const char* key : {"Right", "End", "Ctrl-E", "Ctrl-F"}) {
    if (own.find(", " + std::string(key) + " (") == own.npos) return key;
  }
  return "";
}

}  // namespace

extern "C" {

int synapse_ghost(synapse_engine* s, synapse_text buffer, size_t cursor,
                  synapse_text* suffix) {
  return Guarded(s, 0, [&] {
    // The cursor inside the line is the most frequent case: return early.
    if (cursor != buffer.size) return 0;
    s->shown_for = View(buffer);
    // Not used in place: a callback of the shell may come here again.
    ::synapse::SuggestRequest request = std::move(s->last_request);
    FillRequest(s, buffer, cursor, request);
    *suffix = Text(s->ghost->Show(request));
    s->last_request = std::move(request);
    return suffix->size > 0 ? 1 : 0;
  });
}

int synapse_ghost_look(synapse_engine* s, synapse_text* sgr, synapse_text* zsh,
                       synapse_text* mark) {
  return Guarded(s, 0, [&] {
    const ::synapse::Suggestion* shown = s->ghost->shown();
    const std::string_view wished = s->engine->ai().WishFor(s->shown_for);
    ::synapse::Suggestion wish;
    if (!wished.empty()) {
      wish.risk = s->engine->suggester().risk().Of(wished);
      shown = &wish;
    }
    if (!shown) return 0;
    const ::synapse::Theme& theme = ThemeOf(s);
    const ::synapse::Style style = theme.Ghost(shown->risk.any());
    s->look[0] = theme.Sgr(style);
    s->look[1] = theme.Zsh(style);
    s->look[2] = shown->risk.any() ? "  ! " + shown->risk.why : "";
    *sgr = Text(s->look[0]);
    *zsh = Text(s->look[1]);
    *mark = Text(s->look[2]);
    return 1;
  });
}

int synapse_plain_look(synapse_engine* s, synapse_text* zsh) {
  return Guarded(s, 0, [&] {
    const ::synapse::Theme& theme = ThemeOf(s);
    s->look[1] = theme.Zsh(theme.Ghost(/*risky=*/false));
    *zsh = Text(s->look[1]);
    return 1;
  });
}

int synapse_take(synapse_engine* s, synapse_text buffer, size_t cursor,
                 enum synapse_unit unit, synapse_text* insert) {
  return Guarded(s, 0, [&] {
    s->held = s->ghost->Take(RequestFor(s, buffer, cursor),
                             static_cast<::synapse::TakeUnit>(unit));
    *insert = Text(s->held);
    NoteTaken(s, std::string(View(buffer)) + s->held);
    return s->held.empty() ? 0 : 1;
  });
}

size_t synapse_taken_back(synapse_engine* s) {
  return Guarded(s, size_t{0}, [&] { return s->taken_back; });
}

int synapse_cycle(synapse_engine* s, synapse_text buffer, size_t cursor,
                  int direction, synapse_text* suffix) {
  return Guarded(s, 0, [&] {
    size_t n = s->ghost->Cycle(RequestFor(s, buffer, cursor), direction);
    *suffix = Text(s->ghost->suffix());
    return static_cast<int>(n);
  });
}

int synapse_complete(synapse_engine* s, synapse_text buffer, size_t cursor,
                     int direction, synapse_edit* edit) {
  return Guarded(s, 0, [&] {
    auto word = s->ghost->Complete(RequestFor(s, buffer, cursor), direction);
    if (word.count == 0) return 0;
    s->held = std::move(word.text);
    *edit = {word.keep, Text(s->held)};
    NoteTaken(s, std::string(View(buffer).substr(0, word.keep)) + s->held);
    return static_cast<int>(word.count);
  });
}

int synapse_walk(synapse_engine* s, synapse_text buffer, int direction,
                 synapse_text* line) {
  return Guarded(s, 0, [&] {
    if (!s->walk || !s->walk->GoesOnFrom(View(buffer))) {
      s->walk.reset();
      // In a line of several rows the keys move between its rows.
      if (direction < 0 || View(buffer).find('\n') != std::string_view::npos) {
        return 0;
      }
      s->walk = std::make_unique<::synapse::HistoryWalk>(
          *s->engine, std::string(View(buffer)));
    }
    const std::optional<std::string_view> found = s->walk->Move(direction);
    if (found) *line = Text(*found);
    return found ? 1 : 0;
  });
}

void synapse_notices(synapse_engine* s) {
  Guarded(s, 0, [&] {
    if (!s->host.interactive || !isatty(STDERR_FILENO)) return 0;
    if (s->notices.PrintProblem(*s->engine) ||
        !s->engine->config().Bool("prompt.notices")) {
      return 0;
    }
    ::synapse::Greeting& greeting = s->notices.greeting;
    std::string line;
    if (greeting.due()) line = greeting.Take(*s->engine, TakingKey(s));
    if (line.empty()) {
      line = s->engine->weekly_report().Take(s->engine->clock().NowMs());
    }
    if (!line.empty()) ::synapse::PrintNotice(line);
    return 0;
  });
}

}  // extern "C"
