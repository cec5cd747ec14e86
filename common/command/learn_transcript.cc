// learn --transcript: reads what coding agents did from their transcripts.
#include "base/json.h"
#include "command/command.h"
#include "record/transcripts.h"
#include "store/store.h"

namespace synapse {
namespace {

using TallyRow = std::pair<const char*, size_t>;

std::vector<TallyRow> RowsOf(const TranscriptTally& t) {
  return {{"files", t.files},
          {"unreadable", t.unreadable},
          {"records", t.counts.records},
          {"malformed", t.counts.malformed},
          {"too_long", t.counts.too_long},
          {"unknown", t.counts.unknown},
          {"turns", t.turns},
          {"searches", t.searches},
          {"reads", t.reads},
          {"commands", t.shell},
          {"added", t.added},
          {"known", t.known},
          {"forgotten", t.forgotten},
          {"left_out", t.left_out},
          {"untimed", t.untimed}};
}

std::string TallyJson(const TranscriptTally& tally) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  JsonField(w, "ok", true);
  for (const auto& [name, n] : RowsOf(tally)) {
    JsonField(w, name, n);
  }
  w.EndObject();
  return std::string(buffer.GetString()) + "\n";
}

std::string TallyText(const TranscriptTally& t) {
  auto number = [](size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  std::string out =
      number(t.files, "file") + ", " + number(t.counts.records, "record") +
      ": " + number(t.turns, "turn") + " of the user, " +
      number(t.shell, "command") + ", " + std::to_string(t.searches) +
      " searches, " + number(t.reads, "read") + "\n" +
      number(t.added, "command") + " added, " + std::to_string(t.known) +
      " already present, " + std::to_string(t.left_out) + " left out";
  if (t.forgotten > 0)
    out += ", " + std::to_string(t.forgotten) + " skipped as forgotten";
  if (t.untimed > 0)
    out += ", " + std::to_string(t.untimed) + " without a time";
  out += "\n";
  const size_t bad = t.counts.malformed + t.counts.too_long;
  if (bad > 0) out += number(bad, "line") + " could not be read\n";
  if (t.unreadable > 0) {
    out += number(t.unreadable, "file") + " could not be read\n";
  }
  return out;
}

}  // namespace

int LearnTranscripts(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "learn");
  if (!args.error.empty()) return Usage(input, "learn", args.error);
  const std::string given = args.Get("--transcript");
  if (given.empty()) return Usage(input, "learn", "--transcript is missing");
  Engine& engine = *input.engine;
  if (!engine.store().persistent()) {
    return Fail(input, "learn", engine.store().why());
  }
  if (!engine.guard_problem().empty() ||
      engine.incognito() != Incognito::kOff) {
    return Fail(input, "learn",
                engine.guard_problem().empty()
                    ? "this shell is incognito; nothing is learned"
                    : engine.guard_problem() +
                          "; nothing is learned until it is fixed");
  }
  const std::string path = JoinPath(input.cwd, ExpandTilde(given));
  if (!StatFile(path)) return Fail(input, "learn", given + ": no such file");
  engine.CatchUpFully();
  UnlimitedLockWait unlimited(engine.store());
  Transcripts transcripts = engine.transcripts().Reader();
  Budget budget = Budget::Unlimited();
  const std::vector<std::string> files = TranscriptsAt(path);
  Status failed;
  for (const std::string& file : files) {
    TranscriptRange range;
    // Links below a directory are not followed.
    range.follow_link = files.size() == 1 && file == path;
    // A search that was read before is not counted again.
    const std::string note = TranscriptNote(file);
    const auto known = engine.store().notes().Find(note);
    const auto mark = known ? DecodeMark(*known) : std::nullopt;
    transcripts.ListenFrom(mark ? mark->seen : 0);
    const Status read = transcripts.Read(file, range, budget);
    engine.transcript_feed().End();
    if (!read.ok()) {
      failed = read;
    } else if (!mark || mark->seen < range.mark.seen) {
      (void)engine.store().notes().Put(note, EncodeMark(range.mark));
    }
  }
  const TranscriptTally& tally = transcripts.tally();
  if (!failed.ok() && tally.files == 0) {
    return Fail(input, "learn", failed.message());
  }
  input.io.Out(args.Get("--format", "text") == "json" ? TallyJson(tally)
                                                      : TallyText(tally));
  return 0;
}

}  // namespace synapse
