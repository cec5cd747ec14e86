// replay: measures how well recorded histories are predicted, starting without
// data and in memory. It is deterministic: the records set the clock, no budget
// ends early, and files are read in the order of the arguments.
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <cstdio>

#include "base/json.h"
#include "base/json_value.h"
#include "command/command.h"
#include "command/isolated_engine.h"
#include "command/replay_figures.h"
#include "learn/whereabouts.h"
#include "measure/measure.h"
#include "measure/replay_features.h"
#include "measure/replay_tree.h"
#include "rank/ghost_rule.h"

namespace synapse {
namespace {

constexpr size_t kMaxCharacters = 1000;  // of a line; longer ones are skipped
constexpr size_t kMaxBytes = 256 << 20;
constexpr int64_t kFirstSecond = 1600000000;  // of a history without times
constexpr size_t kListed = 10;                // suggestions on an empty line
constexpr size_t kPrinted = 5;

struct Recorded {
  std::string cmd, cwd, session;
  std::string place;  // the directory as it is recorded; "" if none is
  int64_t ts = 0;
  int exit = 0;
  uint64_t machine = 0;  // another one: learned, and not predicted
};

std::optional<int64_t> NumberOf(const rapidjson::Value& object,
                                const char* key) {
  auto at = object.FindMember(key);
  if (at == object.MemberEnd() || !at->value.IsNumber()) return std::nullopt;
  double value = at->value.GetDouble();
  if (!(value > -9e15 && value < 9e15)) return std::nullopt;
  return static_cast<int64_t>(value);
}

// The records of a file, or an error "FILE:LINE: WHY".
Result<std::vector<Recorded>> ReadRecords(const std::string& path,
                                          size_t most) {
  auto text = ReadFile(path, kMaxBytes);
  if (!text.ok()) return text.status();
  std::vector<Recorded> records;
  size_t number = 0;
  for (size_t at = 0; at < text->size() && records.size() < most;) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string_view line(text->data() + at, end - at);
    at = end + 1;
    ++number;
    if (Trim(line).empty()) continue;
    auto wrong = [&](const std::string& why) {
      return Status(Code::kInvalidArgument,
                    path + ":" + std::to_string(number) + ": " + why);
    };
    rapidjson::Document d;
    d.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
    if (d.HasParseError()) {
      return wrong(rapidjson::GetParseError_En(d.GetParseError()));
    }
    if (!d.IsObject()) return wrong("expected an object");
    if (!d.HasMember("cmd") || !d["cmd"].IsString()) {
      return wrong("cmd: expected a string");
    }
    Recorded r;
    r.cmd = StringAt(d, "cmd");
    if (Trim(r.cmd).empty() || CountCharacters(r.cmd) > kMaxCharacters) {
      continue;
    }
    // No file of the recorded machine is here.
    r.place = StringAt(d, "cwd");
    r.cwd = RecordedDirectory(r.place, {});
    r.session = StringAt(d, "session");
    if (r.session.empty()) r.session = "s";
    r.ts = NumberOf(d, "ts").value_or(
        kFirstSecond + 60 * static_cast<int64_t>(records.size()));
    r.exit = static_cast<int>(NumberOf(d, "exit").value_or(0));
    r.machine = static_cast<uint64_t>(NumberOf(d, "machine").value_or(0));
    records.push_back(std::move(r));
  }
  return records;
}

// Uses the engine as a predictor of one user's lines.
class Replay {
 public:
  Replay(const CommandInput& input, size_t first, TakeBy by)
      : first_(first),
        by_(by),
        engine_(IsolatedEngine(
            input, "", [](std::string_view name) { return Setting(name); })) {}

  // Makes the files that the records imply: --tree.
  Status MakeTree(std::span<const Recorded> records) {
    std::vector<ReplayTree::Line> lines;
    for (const Recorded& r : records) {
      if (r.machine == 0) lines.push_back(LineOf(r));
    }
    auto made = ReplayTree::Make(engine_->specs(), lines);
    if (!made.ok()) return made.status();
    tree_ = std::move(*made);
    return {};
  }

  // Predicts the line, then learns it.
  void Step(const Recorded& r, ReplaySums& sums, Reliability& reliability) {
    engine_->clock().Fix(r.ts * 1000);
    if (r.machine != 0) return LearnOfAnother(r);
    top_ = Ask(r, "", std::max(kListed, first_));
    rank_ = 0;
    for (size_t i = 0; i < std::min(top_.size(), kListed) && !rank_; ++i) {
      if (top_[i].text == r.cmd) rank_ = i + 1;
    }
    KeyCount keys = CountKeys(
        r.cmd,
        [&](std::string_view typed) {
          return Shown(r, std::string(typed), reliability);
        },
        by_);
    Count(r, keys, sums);
    Learn(r);
  }
  // Writes the features of candidate lines at several typed lengths, then
  // learns the line.
  std::string Sample(const Recorded& r) {
    engine_->clock().Fix(r.ts * 1000);
    std::string out;
    for (size_t typed : SampledLengths(r.cmd)) {
      SuggestRequest request = RequestOf(r, r.cmd.substr(0, typed), kListed);
      request.on_lines = [&](const PromptFacts& facts, const RankedLines& lines,
                             size_t matches) {
        out += FeaturesAsJson(facts, lines, typed, matches, r.cmd);
      };
      (void)engine_->Suggest(request);
    }
    Learn(r);
    return out;
  }
  // Writes the lists, before they are put in order, at the keys of a person who
  // takes each correct suggestion; then learns the line.
  std::string SampleLists(const Recorded& r) {
    std::string out;
    on_list_ = [&](const std::vector<Suggestion>& list,
                   const std::vector<CandidateFeatures>& rows,
                   size_t typed_bytes) {
      out += ListFeaturesAsJson({list, rows, typed_bytes, learned_, r.cmd});
    };
    ReplaySums sums;
    Reliability reliability;
    Step(r, sums, reliability);
    return out;
  }
  // The list for the empty line in the last step, and the rank of the line in
  // it (from 1; 0: not among the first ten).
  const std::vector<Suggestion>& top() const { return top_; }
  size_t rank() const { return rank_; }

 private:
  static ReplayTree::Line LineOf(const Recorded& r) {
    return {r.cmd, r.place, r.session, r.exit != 0};
  }
  std::string DirectoryOf(const Recorded& r) const {
    return tree_ ? tree_->DirectoryOf(LineOf(r)) : r.cwd;
  }

  void Count(const Recorded& r, const KeyCount& keys, ReplaySums& sums) const {
    ++sums.commands;
    sums.characters += CountCharacters(r.cmd);
    sums.first += rank_ == 1;
    sums.first_five += rank_ >= 1 && rank_ <= 5;
    if (rank_) sums.reciprocal_rank += 1 / static_cast<double>(rank_);
    sums.keys += keys.whole;
    sums.keys_words += keys.words;
    sums.keys_misled += keys.misled;
  }

  void Learn(const Recorded& r) {
    Run run;
    run.session = r.session;
    run.cwd = DirectoryOf(r);
    run.command = r.cmd;
    run.start_ms = r.ts * 1000;
    run.exit = r.exit;
    if (tree_) tree_->Ran(LineOf(r));
    (void)engine_->Record(run);
    // As a shell does once a day.
    if (++learned_ % kReflectAfter == 0) (void)engine_->reflection().Run();
    engine_->NewPrompt();
  }

  void LearnOfAnother(const Recorded& r) {
    Event e;
    e.command = r.cmd;
    e.cwd = r.cwd;
    e.session = std::to_string(r.machine) + " " + r.session;
    e.start_ms = r.ts * 1000;
    e.exit = r.exit;
    e.machine = r.machine;
    e.remote = ++of_others_;
    (void)engine_->learner().Record(std::move(e));
    engine_->NewPrompt();
  }

  // A replay waits for slow parts that a prompt does not wait for, as long as
  // the setting allows.
  static std::optional<std::string> Setting(std::string_view name) {
    if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "10000";
    const char* value = getenv(std::string(name).c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  }

  SuggestRequest RequestOf(const Recorded& r, std::string buffer,
                           size_t limit) const {
    SuggestRequest request;
    request.session = r.session;
    request.cwd = DirectoryOf(r);
    request.now_ms = r.ts * 1000;
    request.cursor = buffer.size();
    request.buffer = std::move(buffer);
    request.limit = limit;
    return request;
  }

  std::vector<Suggestion> Ask(const Recorded& r, std::string buffer,
                              size_t limit) {
    SuggestRequest request = RequestOf(r, std::move(buffer), limit);
    request.on_show = true;
    if (on_list_) {
      request.on_list = [&](const std::vector<Suggestion>& list,
                            const std::vector<CandidateFeatures>& rows) {
        on_list_(list, rows, request.buffer.size());
      };
    }
    return engine_->Suggest(request).suggestions;
  }

  std::string Shown(const Recorded& r, const std::string& typed,
                    Reliability& reliability) {
    std::vector<Suggestion> list = typed.empty() ? top_ : Ask(r, typed, first_);
    if (list.empty()) return "";
    const Suggestion& s = list.front();
    // A word is correct when the line continues with it; a line when it is
    // equal.
    bool right = s.is_line ? s.text == r.cmd : r.cmd.starts_with(s.text);
    reliability.Add(s.confidence, right);
    if (first_ == 1) {
      return IsGhost(engine_->config(), typed, s) ? s.text : "";
    }
    return BestOf(list, r.cmd, typed.size());
  }

  // The one among the first suggestions that saves the most keys.
  std::string BestOf(const std::vector<Suggestion>& list,
                     const std::string& line, size_t typed) const {
    const std::string* best = &list.front().text;
    for (size_t i = 0; i < std::min(list.size(), first_); ++i) {
      if (list[i].text == line) return line;
      if (HasNextWordOf(line, list[i].text, typed, by_)) best = &list[i].text;
    }
    return *best;
  }

  static constexpr size_t kReflectAfter = 100;
  using OnList = std::function<void(const std::vector<Suggestion>&,
                                    const std::vector<CandidateFeatures>&,
                                    size_t typed_bytes)>;

  size_t first_;
  TakeBy by_;
  size_t learned_ = 0, of_others_ = 0;
  OnList on_list_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<ReplayTree> tree_;
  std::vector<Suggestion> top_;
  size_t rank_ = 0;
};

struct Figure {
  const char* name;
  double (ReplaySums::*value)() const;
};
constexpr Figure kFigures[] = {
    {"next1", &ReplaySums::next1},       {"next5", &ReplaySums::next5},
    {"mrr", &ReplaySums::mrr},           {"save", &ReplaySums::save},
    {"saveword", &ReplaySums::saveword}, {"wrong", &ReplaySums::wrong}};

struct FileResult {
  std::string name;
  ReplaySums sums;
};

double Mean(const std::vector<FileResult>& files, const Figure& figure) {
  double sum = 0;
  size_t n = 0;
  for (const FileResult& f : files) {
    if (f.sums.commands == 0) continue;
    sum += (f.sums.*figure.value)();
    ++n;
  }
  return n ? sum / static_cast<double>(n) : 0;
}

size_t CountCommands(const std::vector<FileResult>& files) {
  size_t n = 0;
  for (const FileResult& f : files) n += f.sums.commands;
  return n;
}

std::string Format(const char* format, double value) {
  char text[64];
  snprintf(text, sizeof text, format, value);
  return text;
}

void PrintText(const CommandInput& input, const std::vector<FileResult>& files,
               const Reliability& reliability) {
  std::string out = std::to_string(files.size()) + " users, " +
                    std::to_string(CountCommands(files)) +
                    " commands; macro averages, %\n" + Padded("", 20);
  for (const Figure& f : kFigures) {
    out += std::string(10 - std::string_view(f.name).size(), ' ') + f.name;
  }
  out += "\n";
  for (const FileResult& file : files) {
    out += Padded(Printable(file.name), 20);
    for (const Figure& f : kFigures) {
      out += Format("%10.1f", 100 * (file.sums.*f.value)());
    }
    out += "\n";
  }
  out += Padded("mean", 20);
  for (const Figure& f : kFigures) {
    out += Format("%10.1f", 100 * Mean(files, f));
  }
  out += "\n\nconfidence     shown    mean   right\n";
  for (int i = 0; i < Reliability::kBins; ++i) {
    const Reliability::Bin& bin = reliability.bins()[static_cast<size_t>(i)];
    if (bin.shown == 0) continue;
    double shown = static_cast<double>(bin.shown);
    out += Format("%.1f", i / 10.0) + Format("-%.1f", (i + 1) / 10.0) +
           Format("%13.0f", shown) + Format("%8.3f", bin.confidence / shown) +
           Format("%8.3f", static_cast<double>(bin.right) / shown) + "\n";
  }
  out += "calibration error " + Format("%.3f", reliability.Error()) + "\n";
  input.io.Out(out);
}

void WriteSums(JsonWriter& w, const std::vector<FileResult>& files) {
  for (const Figure& f : kFigures) {
    JsonField(w, f.name, Mean(files, f));
  }
}

void PrintJson(const CommandInput& input, const std::vector<FileResult>& files,
               const Reliability& reliability) {
  const auto write = [&](JsonWriter& w) {
    JsonField(w, "ok", true);
    JsonField(w, "users", files.size());
    JsonField(w, "commands", CountCommands(files));
    JsonObject(w, "macro", [&] { WriteSums(w, files); });
    JsonObject(w, "per_user", [&] {
      for (const FileResult& file : files) {
        JsonObject(w, file.name.c_str(), [&] {
          JsonField(w, "n", file.sums.commands);
          WriteSums(w, {file});
        });
      }
    });
    JsonObjects(
        w, "reliability", reliability.bins(), [&](const Reliability::Bin& bin) {
          JsonField(w, "shown", bin.shown);
          JsonField(w, "right", bin.right);
          JsonField(
              w, "confidence",
              bin.shown ? bin.confidence / static_cast<double>(bin.shown) : 0);
        });
    JsonField(w, "calibration_error", reliability.Error());
  };
  input.io.Out(JsonObjectText(write) + "\n");
}

void PrintStep(const CommandInput& input, const Recorded& r,
               const Replay& replay) {
  std::string out = (replay.rank() ? std::to_string(replay.rank()) : "-") +
                    "\t" + Printable(r.cmd) + "\n";
  for (size_t i = 0; i < std::min(replay.top().size(), kPrinted); ++i) {
    out += "\t\t" + Printable(replay.top()[i].text) + "\n";
  }
  input.io.Out(out);
}

}  // namespace

int RunReplayHere(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "replay");
  if (!args.error.empty()) return Usage(input, "replay", args.error);
  std::string format = args.Get("--format", "text");
  auto cap = ParseNumber(args.Get("--cap", "1000000"));
  auto first = ParseNumber(args.Get("--first", "1"));
  if (!cap || *cap < 1) {
    return Usage(input, "replay", "--cap: expected 1 or more");
  }
  if (!first || *first < 1 || *first > 200) {
    return Usage(input, "replay", "--first: expected 1 to 200");
  }
  const std::string take = args.Get("--take", "word");
  if (take != "word" && take != "component") {
    return Usage(input, "replay", "--take: expected word or component");
  }
  if (args.rest.empty()) return Usage(input, "replay", "CORPUS is missing");
  std::vector<FileResult> files;
  Reliability reliability;
  for (const std::string& path : args.rest) {
    auto records = ReadRecords(path, static_cast<size_t>(*cap));
    if (!records.ok()) return Fail(input, "replay", records.status().message());
    Replay replay(input, static_cast<size_t>(*first),
                  take == "word" ? TakeBy::kWord : TakeBy::kComponent);
    if (args.Has("--tree")) {
      if (Status made = replay.MakeTree(*records); !made.ok()) {
        return Fail(input, "replay", made.message());
      }
    }
    FileResult result{std::string(BaseName(path)), {}};
    for (const Recorded& r : *records) {
      if (args.Has("--features")) {
        input.io.Out(replay.Sample(r));
        continue;
      }
      if (args.Has("--list-features")) {
        input.io.Out(replay.SampleLists(r));
        continue;
      }
      replay.Step(r, result.sums, reliability);
      if (args.Has("--steps")) PrintStep(input, r, replay);
    }
    files.push_back(std::move(result));
  }
  if (args.Has("--steps") || args.Has("--features") ||
      args.Has("--list-features")) {
    return 0;
  }
  if (format == "json") {
    PrintJson(input, files, reliability);
  } else {
    PrintText(input, files, reliability);
  }
  return 0;
}

}  // namespace synapse
