// stats: what suggestions saved, by source, command and directory.
#include "command/stats.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <tuple>

#include "base/json.h"
#include "base/text.h"
#include "command/command.h"
#include "command/history.h"
#include "track/record_file.h"
#include "track/training.h"

namespace synapse {
namespace {

constexpr size_t kMaxRows = 8;

// A locale without block characters gets ASCII letters.
bool HasBlocks() { return Drawable("█") == "█"; }

// At most `columns` wide, in eighths.
std::string Bar(double share, int columns) {
  const int eighths =
      static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * columns * 8));
  std::string bar;
  if (!HasBlocks()) return std::string(static_cast<size_t>(eighths / 8), '#');
  for (int i = 0; i < eighths / 8; ++i) bar += "█";
  constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  return bar + kParts[eighths % 8];
}

std::string Sparkline(const std::vector<double>& values) {
  constexpr const char* kLevels[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr const char* kPlain[] = {".", ".", "-", "-", "=", "=", "#", "#"};
  const auto& levels = HasBlocks() ? kLevels : kPlain;
  const double most =
      values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  std::string line;
  for (double value : values) {
    line += levels[most > 0 ? std::lround(value / most * 7) : 0];
  }
  return line;
}

std::string Percent(double share) {
  return std::to_string(std::lround(share * 100)) + " %";
}

std::string InColumns(std::string_view text, int columns) {
  const std::string clipped(ClipToWidth(text, columns));
  const int width = DisplayWidth(clipped);
  return clipped +
         std::string(static_cast<size_t>(std::max(columns - width, 0)), ' ');
}

std::string Right(const std::string& text, size_t columns) {
  return std::string(columns - std::min(columns, text.size()), ' ') + text;
}

std::string Seconds(int64_t ms) {
  char text[32];
  snprintf(text, sizeof text, "%.1f s", static_cast<double>(ms) / 1000);
  return text;
}

// "12 lines", "1 line".
std::string Count(size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

class TextReport {
 public:
  explicit TextReport(const StatsView& view) : s_(view.stats), v_(view) {}

  std::string Write() {
    Summary();
    if (const std::string change = WeeklyChange(v_); !change.empty()) {
      Line("  " + change);
    }
    Machines();
    if (s_.all().lines == 0) return Llm(), out_;
    Days();
    Matches();
    Positions();
    Sources();
    Llm();
    Rows("Commands", s_.command_rows());
    Rows("Directories", s_.directories());
    CountRows("By number of suggestions", s_.offered());
    if (!s_.contexts().empty()) {
      CountRows("By number of commands in the context", s_.contexts());
    }
    Ignored();
    Negative();
    return out_;
  }

 private:
  void Line(const std::string& text) {
    out_ += std::string(ClipToWidth(Drawable(text), v_.columns)) + "\n";
  }
  void Head(const std::string& text) { Line(""), Line(text); }
  // Columns that remain after the name and the numbers.
  int BarColumns(int used) const {
    return std::clamp(v_.columns - used, 4, 40);
  }

  void Summary() {
    const StatsRow& all = s_.all();
    Line("Synapse, " + DayName(v_.from_ms / 1000) + " to " +
         DayName(v_.to_ms / 1000) + ": " + Count(s_.commands(), "command"));
    if (all.lines == 0) {
      Line(
          "No suggestion was shown for these commands: "
          "there is nothing to report.");
      return;
    }
    Line("  " + Count(all.keys_saved, "key") + " not typed, about " +
         TimeSaved(all.keys_saved) + " (0.2 s a key)");
    Line("  " + Percent(all.accepted()) + " of " + Count(all.lines, "line") +
         " were suggested, " + std::to_string(all.taken) + " taken by a key");
  }

  // The rest of the report is about this machine.
  void Machines() {
    if (s_.others().empty()) return;
    Line("  " + InColumns("this machine", 26) +
         Count(s_.commands(), "command"));
    for (const auto& [host, commands] : s_.others()) {
      Line("  " + InColumns(Printable(host), 26) + Count(commands, "command"));
    }
  }

  void Days() {
    std::vector<double> saved;
    for (const auto& [day, row] : s_.days()) {
      saved.push_back(static_cast<double>(row.keys_saved));
    }
    const size_t most = static_cast<size_t>(std::max(v_.columns - 20, 10));
    if (saved.size() > most) {
      saved.erase(saved.begin(), saved.end() - static_cast<long>(most));
    }
    Line("  keys by day   " + Sparkline(saved));
  }

  void Matches() {
    Head("The line that ran was                     lines   thought");
    const StatsRow& all = s_.all();
    for (const auto& [match, label] : kMatchLabels) {
      const size_t n = all.of(match);
      const double share =
          static_cast<double>(n) / static_cast<double>(all.lines);
      Line("  " + InColumns(label, 16) + InColumns(Bar(share, 22), 22) +
           Right(std::to_string(n), 7) +
           Right(n ? Seconds(s_.thinking(match).Quantile(0.5)) : "", 10));
    }
    std::string cycles;
    for (size_t i = 0; i < s_.cycles().size(); ++i) {
      cycles += (i ? ", " : "") + std::to_string(i) +
                (i == Stats::kMaxCycles ? " or more: " : ": ") +
                std::to_string(s_.cycles()[i]);
    }
    Line("  times cycled: " + cycles);
  }

  void Positions() {
    size_t exact = s_.all().of(MatchType::kExact);
    if (exact == 0) return;
    Head("Position of the suggestion that ran");
    for (size_t i = 0; i < s_.positions().size(); ++i) {
      const size_t n = s_.positions()[i];
      if (n == 0) continue;
      const double share = static_cast<double>(n) / static_cast<double>(exact);
      Line("  " + Right(std::to_string(i + 1), 3) + "  " +
           InColumns(Bar(share, BarColumns(24)), BarColumns(24)) +
           Right(std::to_string(n), 7) + Right(Percent(share), 8));
    }
  }

  void Sources() {
    Head("Sources" + std::string(11, ' ') +
         "taken  changed  dismissed  skipped   keys");
    for (const auto& [name, row] : s_.sources()) {
      auto number = [](size_t n) { return Right(std::to_string(n), 9); };
      Line("  " + InColumns(name.empty() ? "unknown" : name, 12) +
           number(row.taken) + number(row.changed) +
           Right(std::to_string(row.dismissed), 11) + number(row.skipped) +
           Right(std::to_string(row.keys_saved), 7));
    }
  }

  void Llm() {
    if (s_.llm_versions().empty()) return;
    Head(
        "Language model, by prompt"
        " answers   seen    run     p50     p90   tokens");
    for (const auto& [version, row] : s_.llm_versions()) {
      auto number = [](size_t n) { return Right(std::to_string(n), 7); };
      Line("  " + InColumns(version, 22) +
           Right(std::to_string(row.answers), 9) + number(row.seen) +
           number(row.accepted) +
           Right(Seconds(row.latency_ms.Quantile(0.5)), 8) +
           Right(Seconds(row.latency_ms.Quantile(0.9)), 8) +
           Right(std::to_string(row.prompt_tokens + row.answer_tokens), 9));
    }
  }

  void Rows(const char* head, const std::map<std::string, StatsRow>& rows) {
    Head(InColumns(head, 34) + "   lines  suggested     keys");
    size_t most = 1;
    for (const auto& [name, row] : rows) most = std::max(most, row.keys_saved);
    for (const auto& [name, row] : TopRows(rows, kMaxRows)) {
      const double share =
          static_cast<double>(row.keys_saved) / static_cast<double>(most);
      Line("  " + InColumns(name, 32) + Right(std::to_string(row.lines), 8) +
           Right(Percent(row.accepted()), 11) +
           Right(std::to_string(row.keys_saved), 9) + "  " +
           Bar(share, std::max(v_.columns - 66, 0)));
    }
  }

  void CountRows(const char* head, const std::map<size_t, StatsRow>& rows) {
    Head(head);
    for (const auto& [count, row] : rows) {
      Line("  " + Right(std::to_string(count), 3) +
           Right(Count(row.lines, "line"), 14) +
           Right(Percent(row.accepted()), 8) + " suggested");
    }
  }

  void Ignored() {
    const auto top = TopIgnored(s_, kMaxRows);
    if (top.empty()) return;
    Head("First suggestions that did not run");
    for (const auto& [text, n] : top) {
      Line("  " + Right(std::to_string(n), 5) + "  " + text);
    }
  }

  void Negative() {
    const NegativeSignals& n = s_.negative();
    Head("Suggestions that were not good enough");
    const std::pair<const char*, size_t> rows[] = {
        {"seen and not taken", n.viewed_and_rejected},
        {"on show for ten seconds, and another line ran",
         n.long_thought_and_rejected},
        {"cycled three times or more", n.cycled_often},
        {"taken and then changed", n.changed},
        {"cycled back to an earlier one", n.cycled_back}};
    for (const auto& [name, count] : rows) {
      Line("  " + Right(std::to_string(count), 5) + "  " + name);
    }
  }

  const Stats& s_;
  const StatsView& v_;
  std::string out_;
};

void JsonRow(JsonWriter& w, const StatsRow& row) {
  JsonField(w, "lines", row.lines);
  for (const auto& [match, label] : kMatchLabels) {
    JsonField(w, MatchName(match), row.of(match));
  }
  JsonField(w, "taken", row.taken);
  JsonField(w, "keys_saved", row.keys_saved);
}

template <class Rows, class Name>
void JsonRows(JsonWriter& w, const char* key, const Rows& rows,
              const Name& name) {
  JsonObjects(w, key, rows, [&](const auto& each) {
    const auto& [value, row] = each;
    name(value);
    JsonRow(w, row);
  });
}

void JsonSources(JsonWriter& w, const Stats& stats) {
  JsonObjects(w, "sources", stats.sources(), [&](const auto& each) {
    const auto& [name, row] = each;
    JsonField(w, "source", name);
    for (auto [key, n] :
         {std::pair("taken", row.taken), std::pair("changed", row.changed),
          std::pair("dismissed", row.dismissed),
          std::pair("passed", row.skipped),
          std::pair("keys_saved", row.keys_saved)}) {
      JsonField(w, key, n);
    }
  });
}

void JsonLlm(JsonWriter& w, const Stats& stats) {
  JsonObjects(w, "language_model", stats.llm_versions(), [&](const auto& each) {
    const auto& [version, row] = each;
    JsonField(w, "prompt_version", version);
    for (auto [key, n] : {std::pair("answers", uint64_t{row.answers}),
                          std::pair("seen", uint64_t{row.seen}),
                          std::pair("accepted", uint64_t{row.accepted}),
                          std::pair("prompt_tokens", row.prompt_tokens),
                          std::pair("completion_tokens", row.answer_tokens)}) {
      JsonField(w, key, n);
    }
    for (auto [key, share] :
         {std::pair("latency_p50_ms", 0.5), std::pair("latency_p90_ms", 0.9)}) {
      JsonField(w, key, row.latency_ms.Quantile(share));
    }
  });
}

void JsonThinking(JsonWriter& w, const Stats& stats) {
  JsonObject(w, "thinking_ms", [&] {
    for (const auto& [match, label] : kMatchLabels) {
      const Histogram& times = stats.thinking(match);
      JsonArray(w, MatchName(match), std::array{0.25, 0.5, 0.75},
                [&](double share) { w.Int64(times.Quantile(share)); });
    }
  });
}

void JsonNegative(JsonWriter& w, const NegativeSignals& n) {
  JsonObject(w, "negative", [&] {
    for (auto [key, count] :
         {std::pair("viewed_and_rejected", n.viewed_and_rejected),
          std::pair("long_thought_and_rejected", n.long_thought_and_rejected),
          std::pair("cycled_often", n.cycled_often),
          std::pair("changed", n.changed),
          std::pair("cycled_back", n.cycled_back)}) {
      JsonField(w, key, count);
    }
  });
}

// Milliseconds since 1970.
int64_t TimeOfRecord(const rapidjson::Value& record) {
  const double seconds = record["ts"].GetDouble();
  return std::abs(seconds) < 1e12 ? static_cast<int64_t>(seconds * 1000) : 0;
}

}  // namespace

std::vector<std::pair<std::string, StatsRow>> TopRows(
    const std::map<std::string, StatsRow>& rows, size_t most) {
  std::vector<std::pair<std::string, StatsRow>> top(rows.begin(), rows.end());
  std::sort(top.begin(), top.end(), [](const auto& a, const auto& b) {
    return std::tuple(b.second.keys_saved, b.second.lines, a.first) <
           std::tuple(a.second.keys_saved, a.second.lines, b.first);
  });
  if (top.size() > most) top.resize(most);
  return top;
}

std::vector<std::pair<std::string, size_t>> TopIgnored(const Stats& stats,
                                                       size_t most) {
  std::vector<std::pair<std::string, size_t>> top(stats.ignored().begin(),
                                                  stats.ignored().end());
  std::sort(top.begin(), top.end(), [](const auto& a, const auto& b) {
    return std::tuple(b.second, a.first) < std::tuple(a.second, b.first);
  });
  if (top.size() > most) top.resize(most);
  return top;
}

std::string TimeSaved(size_t keys) {
  const auto seconds = std::llround(static_cast<double>(keys) * kSecondsPerKey);
  if (seconds < 60) return std::to_string(seconds) + " s";
  if (seconds < 3600) {
    return std::to_string(seconds / 60) + " min " +
           std::to_string(seconds % 60) + " s";
  }
  return std::to_string(seconds / 3600) + " h " +
         std::to_string(seconds % 3600 / 60) + " min";
}

std::string DayName(int64_t day_s) {
  const time_t seconds = static_cast<time_t>(day_s);
  tm local = {};
  localtime_r(&seconds, &local);
  char text[32];
  strftime(text, sizeof text, "%d %b", &local);
  return text;
}

StatsRow WeekOf(const StatsView& view, int weeks_ago) {
  constexpr int64_t kWeekS = 7 * 86400;
  const int64_t end_s = view.to_ms / 1000 - weeks_ago * kWeekS;
  StatsRow week;
  for (const auto& [day, row] : view.stats.days()) {
    if (day <= end_s - kWeekS || day > end_s) continue;
    week.lines += row.lines;
    week.taken += row.taken;
    week.keys_saved += row.keys_saved;
    for (size_t i = 0; i < row.by_match.size(); ++i) {
      week.by_match[i] += row.by_match[i];
    }
  }
  return week;
}

std::string WeeklyChange(const StatsView& view) {
  constexpr size_t kLeastLines = 20;
  const StatsRow now = WeekOf(view, 0), before = WeekOf(view, 1);
  if (now.lines < kLeastLines || before.lines < kLeastLines) return "";
  const auto was = [](const std::string& is, const std::string& was) {
    return is + (is == was ? " (as before)" : " (was " + was + ")");
  };
  return "since last week: " +
         was(Percent(now.accepted()), Percent(before.accepted())) + " of " +
         was(std::to_string(now.lines), std::to_string(before.lines)) +
         " lines suggested, " +
         was(std::to_string(now.keys_saved),
             std::to_string(before.keys_saved)) +
         " keys not typed";
}

std::string StatsText(const StatsView& view) {
  return TextReport(view).Write();
}

std::string StatsJson(const StatsView& view) {
  const Stats& stats = view.stats;
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  JsonField(w, "from", static_cast<double>(view.from_ms) / 1000);
  JsonField(w, "to", static_cast<double>(view.to_ms) / 1000);
  JsonField(w, "commands", stats.commands());
  JsonObjects(w, "other_machines", stats.others(), [&](const auto& each) {
    const auto& [host, commands] = each;
    JsonField(w, "host", host);
    JsonField(w, "commands", commands);
  });
  JsonRow(w, stats.all());
  JsonField(w, "seconds_saved",
            static_cast<double>(stats.all().keys_saved) * kSecondsPerKey);
  // The last seven days, and those before.
  JsonObjects(w, "weeks", std::array{0, 1},
              [&](int weeks_ago) { JsonRow(w, WeekOf(view, weeks_ago)); });
  JsonRows(w, "days", stats.days(),
           [&](int64_t day) { JsonField(w, "day", day); });
  JsonRows(w, "by_command", stats.command_rows(),
           [&](const std::string& name) { JsonField(w, "command", name); });
  JsonRows(w, "directories", stats.directories(),
           [&](const std::string& name) { JsonField(w, "directory", name); });
  JsonRows(w, "offered", stats.offered(),
           [&](size_t count) { JsonField(w, "suggestions", count); });
  JsonRows(w, "contexts", stats.contexts(),
           [&](size_t count) { JsonField(w, "commands", count); });
  JsonSources(w, stats);
  JsonLlm(w, stats);
  JsonField(w, "positions", stats.positions());
  JsonField(w, "cycles", stats.cycles());
  JsonThinking(w, stats);
  JsonObjects(w, "ignored", TopIgnored(stats, 100), [&](const auto& each) {
    const auto& [text, n] = each;
    JsonField(w, "suggestion", text);
    JsonField(w, "lines", n);
  });
  JsonNegative(w, stats.negative());
  w.EndObject();
  return std::string(buffer.GetString()) + "\n";
}

int RunStats(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "stats");
  if (!args.error.empty()) return Usage(input, "stats", args.error);
  if (!args.rest.empty()) {
    return Usage(input, "stats", "no argument is expected");
  }
  const std::string format = args.Get("--format", "text");
  const auto since = ParseWhen(args.Get("--since", "30d"), input.now_ms);
  if (!since) {
    return Usage(input, "stats", "--since: expected 2h, 3d or a date");
  }
  // Records in spools count too.
  input.engine->CatchUpFully();
  Stats stats;
  const int64_t began_ms = ReadStats(input.engine->store(), *since, stats);
  const int64_t first_ms = stats.commands() ? began_ms : input.now_ms;
  EachRecordFile(input.engine->record_file().directory(),
                 [&](const std::string& path) {
                   EachRecord(
                       path,
                       [&](const rapidjson::Document& record) {
                         if (TimeOfRecord(record) >= *since) {
                           stats.AddRecord(record);
                         }
                       },
                       nullptr);
                 });
  const StatsView view{stats, first_ms, input.now_ms, TerminalColumns(100)};
  input.io.Out(format == "text"   ? StatsText(view)
               : format == "json" ? StatsJson(view)
                                  : StatsPage(view));
  return 0;
}

}  // namespace synapse
