// The list below the line, over the C ABI (module/synapse.h).
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "abi/handle.h"
#include "base/files.h"
#include "base/text.h"
#include "list/history_pool.h"
#include "list/layout.h"
#include "list/picker.h"
#include "list/suggestion_pool.h"

namespace synapse {

struct OpenList {
  synapse_list_kind kind;
  std::string buffer;
  size_t cursor;
  Picker picker;
  // Styles in the shells' syntax; valid as long as the list is open.
  std::string sgr[kLooks][2], zsh[kLooks][2];
  std::vector<ListRow> rows;
  std::vector<synapse_span> spans;
  std::string line;
  int64_t opened_ms = 0;
  bool late = false;    // an answer came that is not in it yet
  bool chosen = false;  // a row of it became the line
  bool forgot = false;  // a line was forgotten in it
};

void OpenListDeleter::operator()(OpenList* list) const { delete list; }

}  // namespace synapse

using namespace synapse;
using namespace synapse::abi;

namespace {

// Does the same as `synapse history forget --exact`, but at a key: the line is
// hidden at once, and its bytes are removed in the background.
bool Forget(synapse_engine* s, std::string_view line) {
  Engine& engine = *s->engine;
  const int64_t now_ms = engine.clock().NowMs();
  Status hidden = engine.Hide(std::string(line), now_ms);
  if (hidden.code() == Code::kBusy) {
    // The process that removes an earlier line holds the lock.
    RunEngineDetached(s, [text = std::string(line), now_ms](Engine& own) {
      return own.HideAndFinish(text, now_ms);
    });
    return true;
  }
  if (!hidden.ok()) return false;
  RunEngineDetached(s, &Engine::FinishForgetting);
  return true;
}

std::unique_ptr<Pool> PoolFor(synapse_engine* s, synapse_list_kind kind,
                              synapse_text buffer, size_t cursor) {
  ForgetLine forget = [s](std::string_view line) {
    if (s->list) s->list->forgot = true;
    return Forget(s, line);
  };
  SuggestRequest request = RequestFor(s, buffer, cursor);
  if (kind == SYNAPSE_LIST_SUGGESTIONS) {
    const Ghost& ghost = *s->ghost;
    return std::make_unique<SuggestionPool>(
        *s->engine, request, std::move(forget),
        ghost.suffix().empty() ? nullptr : ghost.shown());
  }
  HistorySearch::Origin origin{
      .session = request.session,
      .cwd = request.cwd,
      .repository = FindUpwards(request.cwd, ".git").value_or(""),
      .host = s->engine->options().host};
  auto scope = ParseScope(s->engine->config().String("search.scope"));
  return std::make_unique<HistoryPool>(*s->engine, std::move(origin),
                                       scope.value_or(SearchScope::kGlobal),
                                       request.now_ms, std::move(forget));
}

void FillLooks(synapse_engine* s, OpenList& list) {
  const Theme& theme = ThemeOf(s);
  for (int look = 0; look < kLooks; ++look) {
    for (int selected = 0; selected < 2; ++selected) {
      Style style = theme.Part(static_cast<Look>(look), selected == 1);
      list.sgr[look][selected] = theme.Sgr(style);
      list.zsh[look][selected] = theme.Zsh(style);
    }
  }
}

constexpr int64_t kSliceUs = 8'000;
constexpr int kNoteRows = 10;

void Replace(synapse_engine* s, OpenList& list) {
  list.picker.Replace(PoolFor(s, list.kind, Text(list.buffer), list.cursor));
  list.late = false;
  Budget budget(kSliceUs);
  (void)list.picker.Work(budget);
}

// True after ^C, which the shells take after this call.
bool IsInterrupted() {
  sigset_t pending;
  return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

// Waits for the completion of the program or the shell where nothing else is
// known, up to the next key. A late answer is there when the list is asked for
// again.
void AwaitShell(synapse_engine* s, OpenList& list) {
  constexpr int64_t kLongestMs = 1000;
  const ShellCompletion& shell = s->engine->shell_completion();
  const ProgramCompletion& program = s->engine->program_completion();
  const int64_t until_us = Clock::MonotonicUs() + kLongestMs * 1000;
  while ((shell.is_under_way() || program.is_under_way()) &&
         Clock::MonotonicUs() < until_us) {
    pollfd both[] = {{s->engine->runner().fd(), POLLIN, 0},
                     {isatty(STDIN_FILENO) ? STDIN_FILENO : -1, POLLIN, 0}};
    // zsh's handler only queues the signal: the wait ends with EINTR.
    if (poll(both, 2, 20) < 0 || both[1].revents || IsInterrupted()) return;
    if (s->engine->TakeAnswers().any()) Replace(s, list);
  }
}

constexpr int64_t kAnswerMs = 200;

// Adds an answer of a language model that comes early. A later answer would
// move rows while the user reads them, so it waits for the next key.
bool TakeIntoList(synapse_engine* s, OpenList& list,
                  const Engine::Answers& answers) {
  const int64_t open_ms = s->engine->clock().NowMs() - list.opened_ms;
  const bool in_time = open_ms <= kAnswerMs;
  if (!answers.generated && !in_time) {
    list.late = true;
    return false;
  }
  Replace(s, list);
  return true;
}

// The user searched the history at the prompt. The result shows what an earlier
// search without results meant (search/search_sessions.h).
void NoteLookedFor(synapse_engine* s, const std::string& typed) {
  Engine& engine = *s->engine;
  if (engine.incognito() != Incognito::kOff || engine.privacy().Why(typed)) {
    return;
  }
  engine.search().sessions().OnFallbackPattern(s->session, typed,
                                               engine.clock().NowMs());
}

// The user left the history search without a choice: the next commands show what
// was looked for. A list that had rows is taken for a weak answer. Where a line was
// forgotten, that is what was looked for, and its text must not be written again.
void NoteLeftSearch(synapse_engine* s, const OpenList& list) {
  constexpr size_t kLeastQuery = 3;
  constexpr double kLeftScore = 0.5;
  const std::string& query = list.picker.typed();
  if (query.size() < kLeastQuery || list.forgot) return;
  const std::string cwd = Cwd(s);
  const size_t matches = list.picker.matches();
  (void)s->engine->search().Asked(
      {.session = s->session,
       .query = query,
       .best_score = matches > 0 ? kLeftScore : 0,
       .results = matches,
       .at_ms = s->engine->clock().NowMs(),
       .cwd = cwd,
       .repository = FindUpwards(cwd, ".git").value_or("")});
}

}  // namespace

extern "C" {

int synapse_list_open(synapse_engine* s, enum synapse_list_kind kind,
                      synapse_text buffer, size_t cursor) {
  return Guarded(s, 0, [&] {
    s->list.reset();
    (void)synapse_watch(s);  // programs may run from now on
    // The typed text is the query for the history.
    std::string query;
    if (kind == SYNAPSE_LIST_HISTORY) {
      query = std::string(View(buffer));
      (void)s->engine->search().Begins(s->session, s->engine->clock().NowMs());
    }
    s->list.reset(
        new OpenList{.kind = kind,
                     .buffer = std::string(View(buffer)),
                     .cursor = cursor,
                     .picker = Picker(PoolFor(s, kind, buffer, cursor), query),
                     .sgr = {},
                     .zsh = {},
                     .rows = {},
                     .spans = {},
                     .line = {},
                     .opened_ms = s->engine->clock().NowMs()});
    if (kind == SYNAPSE_LIST_SUGGESTIONS && s->engine->ai().asks()) {
      const SuggestRequest r = RequestFor(s, buffer, cursor);
      s->engine->ai().Consider({r.buffer, r.cursor, r.cwd});
    }
    FillLooks(s, *s->list);
    Budget budget(2 * kSliceUs);
    bool more = s->list->picker.Work(budget);
    if (s->list->picker.matches() == 0 && !more) AwaitShell(s, *s->list);
    if (s->list->picker.matches() > 0 || more || kind == SYNAPSE_LIST_HISTORY) {
      return 1;
    }
    s->list.reset();
    return 0;
  });
}

int synapse_list_work(synapse_engine* s) {
  return Guarded(s, 0, [&] {
    if (!s->list) return 0;
    Budget budget(kSliceUs);
    return s->list->picker.Work(budget) ? 1 : 0;
  });
}

enum synapse_list_outcome synapse_list_key(synapse_engine* s, int byte) {
  return Guarded(s, SYNAPSE_LIST_LEAVE, [&] {
    if (!s->list) return SYNAPSE_LIST_LEAVE;
    Picker& picker = s->list->picker;
    Outcome outcome =
        byte < 0 ? picker.Pause() : picker.Feed(static_cast<char>(byte));
    // The key was meant for the rows that were on show.
    if (s->list->late && outcome <= Outcome::kChanged) {
      Replace(s, *s->list);
      outcome = Outcome::kChanged;
    } else if (outcome == Outcome::kChanged) {
      Budget budget(kSliceUs);
      picker.Work(budget);
    }
    return static_cast<synapse_list_outcome>(outcome);
  });
}

int synapse_list_pending(synapse_engine* s) {
  return Guarded(s, 0,
                 [&] { return s->list && s->list->picker.pending() ? 1 : 0; });
}

int synapse_list_draw(synapse_engine* s, int columns, int rows,
                      enum synapse_combining combining) {
  return Guarded(s, 0, [&] {
    if (!s->list) return 0;
    // The header is not one of the rows.
    auto most = std::max<int64_t>(s->engine->config().Int("list.rows"), 1) + 1;
    rows = static_cast<int>(std::min<int64_t>(rows, most));
    s->list->rows = s->list->picker.Draw(columns, rows);
    if (combining == SYNAPSE_COMBINING_DROPPED) {
      for (ListRow& row : s->list->rows) DropCombining(row);
    }
    return static_cast<int>(s->list->rows.size());
  });
}

int synapse_list_row(synapse_engine* s, int row, synapse_text* text,
                     const synapse_span** spans) {
  return Guarded(s, 0, [&] {
    if (!s->list || row < 0 ||
        static_cast<size_t>(row) >= s->list->rows.size()) {
      *text = {};
      return 0;
    }
    OpenList& list = *s->list;
    const ListRow& drawn = list.rows[static_cast<size_t>(row)];
    list.spans.clear();
    size_t characters = 0;
    std::string_view all = drawn.text;
    for (const RowPart& part : drawn.parts) {
      size_t more = ::synapse::CountCharacters(
          all.substr(part.begin, part.end - part.begin));
      int look = static_cast<int>(part.look);
      list.spans.push_back({part.begin, part.end, characters, characters + more,
                            list.sgr[look][drawn.selected].c_str(),
                            list.zsh[look][drawn.selected].c_str()});
      characters += more;
    }
    *text = Text(drawn.text);
    *spans = list.spans.data();
    return static_cast<int>(list.spans.size());
  });
}

int synapse_list_take(synapse_engine* s, synapse_text* line) {
  return Guarded(s, 0, [&] {
    auto taken = s->list ? s->list->picker.Taken() : std::nullopt;
    if (!taken) return 0;
    s->list->chosen = true;
    s->list->line = std::move(*taken);
    if (s->list->kind == SYNAPSE_LIST_HISTORY) {
      NoteLookedFor(s, s->list->picker.typed());
    }
    *line = Text(s->list->line);
    s->ghost->Chosen(RequestFor(s, Text(s->list->buffer), s->list->cursor),
                     s->list->line);
    return 1;
  });
}

void synapse_list_close(synapse_engine* s) {
  Guarded(s, 0, [&] {
    if (s->list && s->list->kind == SYNAPSE_LIST_HISTORY && !s->list->chosen) {
      NoteLeftSearch(s, *s->list);
    }
    s->list.reset();
    return 0;
  });
}

int synapse_watch(synapse_engine* s) {
  return Guarded(s, -1, [&] {
    if (!s->watched) {
      s->watched = true;
      if (s->host.interactive && s->engine->config().Bool("suggest.commands")) {
        s->engine->generators().RunCommands(
            [s](std::string_view name) { return Variable(s->host, name); });
      }
      if (s->host.interactive && s->host.complete) {
        s->engine->shell_completion().SetAsk(
            [s](int fd) { s->host.complete(s->host.ctx, fd); });
      }
      if (s->host.interactive) s->engine->ai().Begin();
    }
    // The user may have closed it, or opened a file under its number: it would
    // be ready at once, and for ever.
    const int fd = s->engine->runner().fd();
    if (fd < 0) return -1;
    const auto file = FileId::Of(fd);
    if (fd != s->watched_fd) s->watched_file = file;
    s->watched_fd = fd;
    return file && file == s->watched_file ? fd : -1;
  });
}

int synapse_answers(synapse_engine* s) {
  return Guarded(s, 0, [&] {
    const Engine::Answers answers = s->engine->TakeAnswers();
    const bool again = !s->list && s->ghost->IsIncomplete();
    if (!answers.any() && !again) return 0;
    if (s->list && s->list->kind == SYNAPSE_LIST_SUGGESTIONS) {
      return TakeIntoList(s, *s->list, answers) ? 1 : 0;
    }
    s->note = s->engine->ai().desk().TakeNote();
    SuggestRequest request =
        RequestFor(s, Text(s->shown_for), s->shown_for.size());
    return s->ghost->AskAgain(request) || !s->note.empty() ? 1 : 0;
  });
}

int synapse_ask(synapse_engine* s, enum synapse_asked what, synapse_text buffer,
                synapse_text* note) {
  return Guarded(s, 0, [&] {
    *note = {"", 0};
    Advisor& ai = s->engine->ai();
    if (!ai.asks()) return 0;
    const std::string line(View(buffer)), cwd = Cwd(s);
    const AiLine at{line, line.size(), cwd};
    s->shown_for = line;
    s->note.clear();
    s->held = what == SYNAPSE_ASK_FIX ? ai.Fix(at) : ai.Explain(at);
    *note = Text(s->held);
    return 1;
  });
}

int synapse_note(synapse_engine* s, int columns, int rows, synapse_text* note) {
  return Guarded(s, 0, [&] {
    int count = 0;
    s->held = WrapRows(std::exchange(s->note, ""), columns, columns,
                       std::min(rows, kNoteRows), &count);
    *note = Text(s->held);
    return count;
  });
}

int synapse_forget(synapse_engine* s, synapse_text buffer, size_t cursor,
                   synapse_text* message) {
  return Guarded(s, 0, [&] {
    if (s->ghost->Show(RequestFor(s, buffer, cursor)).empty() ||
        !s->ghost->shown()) {
      return 0;
    }
    std::string line = s->ghost->shown()->text;
    if (!Forget(s, line)) return 0;
    s->ghost->Reset();
    s->held = ForgottenNote(line);
    *message = Text(s->held);
    return 1;
  });
}

}  // extern "C"
