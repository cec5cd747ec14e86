// reflect: findings about past runs.
#include <algorithm>
#include <array>
#include <ctime>
#include <map>

#include "command/command.h"
#include "command/history.h"
#include "reflect/alias.h"
#include "reflect/markers.h"
#include "reflect/reflection.h"
#include "reflect/reflection_prompt.h"
#include "reflect/schedule.h"
#include "transcript/reader.h"

namespace synapse {
namespace {

constexpr const char* kHeads[kFactCategories] = {
    "Corrections", "Repeated failures", "Works in another directory",
    "Preferences", "Repeated by hand"};
// "2 corrections", "1 correction".
constexpr const char* kCounted[kFactCategories][2] = {
    {"correction", "corrections"},
    {"repeated failure", "repeated failures"},
    {"that works in another directory", "that work in another directory"},
    {"preference", "preferences"},
    {"repeated by hand", "repeated by hand"}};
constexpr size_t kMaxOfCategory = 8;  // on the page; JSON has all
constexpr size_t kTracesShown = 3;

Reflection ReflectSince(const CommandInput& input, int64_t since_ms) {
  Engine& engine = *input.engine;
  engine.CatchUpFully();
  Reflection out = Reflect(engine.store(), since_ms, input.now_ms,
                           AnswersBySpec(engine.specs()));
  if (engine.incognito() == Incognito::kOff) {
    (void)engine.store().facts().Put(out.changed, out.dropped);
  }
  return out;
}

// No shorter form is offered for a destructive line.
bool IsRisky(const CommandInput& input, const Fact& fact) {
  return std::any_of(fact.steps.begin(), fact.steps.end(),
                     [&](const std::string& step) {
                       return input.engine->suggester().risk().Of(step).level >
                              RiskLevel::kCareful;
                     });
}

std::optional<Reflection> ReadPage(const CommandInput& input,
                                   const ParsedArgs& args) {
  const auto since = ParseWhen(args.Get("--since", "30d"), input.now_ms);
  if (!since) return std::nullopt;
  return ReflectSince(input, *since);
}

std::string DayOf(int64_t ms) {
  const time_t seconds = static_cast<time_t>(ms / 1000);
  tm local = {};
  char text[32] = "";
  if (localtime_r(&seconds, &local)) {
    strftime(text, sizeof text, "%d %b", &local);
  }
  return text;
}

std::string FactText(const Fact& fact, size_t number, bool risky) {
  const std::string column = std::to_string(number);
  std::string out = "  " +
                    std::string(3 - std::min<size_t>(column.size(), 3), ' ') +
                    column + "  " + fact.fact + "\n";
  std::string advice = fact.recommendation;
  constexpr std::string_view kNumber = "--alias N.";
  if (advice.ends_with(kNumber)) {
    advice.replace(advice.size() - 2, 2, column);
    if (risky) advice = "It is destructive: type it in full.";
  }
  out += "       " + advice + "\n       ";
  for (size_t i = 0; i < std::min(fact.traces.size(), kTracesShown); ++i) {
    out += fact.traces[i] + "  ";
  }
  out += std::string("(") + ConfidenceName(fact.confidence) + ", last " +
         DayOf(fact.last_ms);
  if (fact.helpful > 0)
    out += ", helped " + std::to_string(fact.helpful) + " times";
  if (fact.outdated_reports() > 0) {
    out +=
        ", did not hold " + std::to_string(fact.outdated_reports()) + " times";
  }
  return out + ")\n";
}

using Counts = std::array<size_t, kFactCategories>;

Counts CountsOf(const Reflection& page) {
  Counts counts = {};
  for (const Fact& fact : page.facts) {
    ++counts[static_cast<size_t>(fact.category)];
  }
  return counts;
}

// "3 findings: 2 corrections, 1 preference".
std::string CountsText(const Reflection& page) {
  std::string out = std::to_string(page.facts.size()) +
                    (page.facts.size() == 1 ? " finding" : " findings");
  const Counts counts = CountsOf(page);
  const char* between = ": ";
  for (size_t i = 0; i < kFactCategories; ++i) {
    if (counts[i] == 0) continue;
    out += between + std::to_string(counts[i]) + " " +
           kCounted[i][counts[i] == 1 ? 0 : 1];
    between = ", ";
  }
  return out;
}

std::string PageText(const CommandInput& input, const Reflection& page,
                     int64_t since_ms) {
  std::string out = "Since " + DayOf(since_ms) + ": " +
                    std::to_string(page.runs) + " commands, " +
                    CountsText(page) + "\n";
  size_t shown = 0;
  for (size_t i = 0; i < page.facts.size(); ++i) {
    const Fact& fact = page.facts[i];
    const bool first = i == 0 || page.facts[i - 1].category != fact.category;
    if (first) {
      out +=
          std::string("\n") + kHeads[static_cast<size_t>(fact.category)] + "\n";
      shown = 0;
    }
    if (++shown <= kMaxOfCategory)
      out += FactText(fact, i + 1, IsRisky(input, fact));
    if (shown == kMaxOfCategory + 1) out += "       and more: --format json\n";
  }
  if (!page.facts.empty()) {
    out +=
        "\n`synapse reflect show REF` prints the event behind a reference.\n";
  }
  return Printable(out, /*keep_newlines=*/true);
}

std::string PageJson(const Reflection& page, int64_t since_ms) {
  std::string out =
      "{\"ok\":true,\"since\":" + std::to_string(since_ms / 1000) +
      ",\"commands\":" + std::to_string(page.runs) + ",\"counts\":{";
  const Counts counts = CountsOf(page);
  for (size_t i = 0; i < kFactCategories; ++i) {
    out += std::string(i ? "," : "") + "\"" +
           CategoryName(static_cast<FactCategory>(i)) +
           "\":" + std::to_string(counts[i]);
  }
  out += "},\"insights\":[";
  for (size_t i = 0; i < page.facts.size(); ++i) {
    out += (i ? "," : "") + FactJson(page.facts[i], i + 1);
  }
  return out + "]}\n";
}

// The finding with that number on the page, or null.
const Fact* FactAt(const Reflection& page, const std::string& number) {
  const auto n = ParseNumber(number);
  if (!n || *n < 1 || static_cast<size_t>(*n) > page.facts.size()) {
    return nullptr;
  }
  return &page.facts[static_cast<size_t>(*n) - 1];
}

bool IsCommandHere(const CommandInput& input, std::string_view name) {
  const ShellNames& shell = input.engine->shell();
  if (shell.kind && shell.kind(name) != ShellNames::Kind::kNone) return true;
  if (shell.alias && shell.alias(name)) return true;
  const std::string path =
      shell.variable ? shell.variable("PATH").value_or("") : "";
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find(':', at), path.size());
    const std::string directory = path.substr(at, end - at);
    at = end + 1;
    if (!directory.starts_with("/") || OnSlowMount(directory)) continue;
    if (StatFile(JoinPath(directory, name))) return true;
  }
  return false;
}

int PrintAlias(const CommandInput& input, const Reflection& page,
               const std::string& number) {
  const Fact* fact = FactAt(page, number);
  if (!fact) {
    return Fail(input, "reflect", "--alias " + number + ": no such finding");
  }
  const auto alias = AliasOf(
      *fact, [&](std::string_view name) { return IsCommandHere(input, name); });
  if (!alias || IsRisky(input, *fact)) {
    return Fail(input, "reflect", "finding " + number + " has no alias");
  }
  input.io.Out(alias->text);
  return 0;
}

// Prints one event of a transcript as it is in the file.
int ShowTrace(const CommandInput& input, const std::string& ref) {
  std::string path;
  input.engine->store().facts().Visit([&](const Fact& fact) {
    const bool has = std::find(fact.traces.begin(), fact.traces.end(), ref) !=
                     fact.traces.end();
    if (has) path = fact.source;
    return !has;
  });
  if (path.empty())
    return Fail(input, "reflect show",
                ref + ": no such reference; `synapse reflect` prints them");
  std::string out;
  Budget budget = Budget::Unlimited();
  auto read = ReadTranscript(
      path,
      {.mark = {},
       .goes_on = false,
       .follow_link = false,
       .specs = &input.engine->specs()},
      budget, [&](const TranscriptEvent& e) {
        const bool turn = e.kind == TranscriptKind::kUserTurn;
        const bool call = e.kind > TranscriptKind::kSummary;
        if ((turn && TurnRef(e) == ref) || (call && CallRef(e) == ref)) {
          out += TranscriptEventJson(e) + "\n";
        }
      });
  if (!read.ok()) {
    const bool gone = read.status().code() == Code::kNotFound;
    return Fail(input, "reflect show",
                gone ? ref + ": its transcript is gone: " + path
                     : read.status().message());
  }
  if (out.empty()) {
    return Fail(input, "reflect show", ref + ": no longer in " + path);
  }
  input.io.Out(out);
  return 0;
}

int ShowReference(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "reflect");
  if (!args.error.empty()) return Usage(input, "reflect", args.error);
  if (args.rest.size() != 1)
    return Usage(input, "reflect", "one REF is expected");
  const std::string& ref = args.rest[0];
  input.engine->CatchUpFully();
  Store& store = input.engine->store();
  auto number = [&](std::string_view prefix) -> std::optional<int64_t> {
    if (!ref.starts_with(prefix)) return std::nullopt;
    return ParseNumber(std::string_view(ref).substr(prefix.size()));
  };
  if (auto n = number("event:")) {
    auto event = store.log().Find(static_cast<uint64_t>(*n));
    if (!event) return Fail(input, "reflect show", ref + ": no longer kept");
    input.io.Out(ExportLine(static_cast<uint64_t>(*n), *event) + "\n");
    return 0;
  }
  if (auto n = number("feedback:")) {
    std::string line;
    const auto wanted = static_cast<uint64_t>(*n);
    store.log().VisitFeedback(wanted,
                              [&](uint64_t at, const FeedbackRecord& f) {
                                if (at == wanted) line = ExportLine(f) + "\n";
                                return false;
                              });
    if (line.empty())
      return Fail(input, "reflect show", ref + ": no longer kept");
    input.io.Out(line);
    return 0;
  }
  return ShowTrace(input, ref);
}

int Outdated(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "reflect");
  if (!args.error.empty()) return Usage(input, "reflect", args.error);
  if (args.rest.size() != 1) {
    return Usage(input, "reflect", "one N is expected");
  }
  const auto page = ReadPage(input, args);
  if (!page)
    return Usage(input, "reflect", "--since: expected 2h, 3d or a date");
  const Fact* fact = FactAt(*page, args.rest[0]);
  if (!fact) {
    return Fail(input, "reflect", args.rest[0] + ": no such finding");
  }
  Fact reported = *fact;
  ++reported.reported;
  const Status put = input.engine->store().facts().Put({reported});
  if (!put.ok()) return Fail(input, "reflect", put.message());
  input.io.Out(Printable("no longer acted on: " + fact->fact) + "\n");
  return 0;
}

int Prompt(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "reflect");
  if (!args.error.empty()) return Usage(input, "reflect", args.error);
  if (args.rest.size() != 1)
    return Usage(input, "reflect", "one FILE is expected");
  const std::string path = JoinPath(input.cwd, ExpandTilde(args.rest[0]));
  std::vector<TranscriptEvent> turns;
  size_t bytes = 0;
  constexpr size_t kMaxBytes = 16 << 20;
  Budget budget = Budget::Unlimited();
  auto read = ReadTranscript(path, {}, budget, [&](const TranscriptEvent& e) {
    if (e.kind > TranscriptKind::kAssistantTurn || bytes > kMaxBytes) return;
    bytes += e.text.size();
    // The text goes to another party: secrets are removed.
    const Screened screened = input.engine->privacy().Screen(Trim(e.text));
    if (screened.why) return;
    turns.push_back(e);
    turns.back().text = screened.text;
  });
  if (!read.ok()) return Fail(input, "reflect prompt", read.status().message());
  input.io.Out(Printable(ReflectionPrompt(turns), /*keep_newlines=*/true));
  return 0;
}

int Take(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "reflect");
  if (!args.error.empty()) return Usage(input, "reflect", args.error);
  if (args.rest.size() != 1)
    return Usage(input, "reflect", "one FILE is expected");
  const std::string path = JoinPath(input.cwd, ExpandTilde(args.rest[0]));
  constexpr size_t kMaxAnswer = 4 << 20;
  auto answer = ReadFile(path, kMaxAnswer);
  if (!answer.ok())
    return Fail(input, "reflect take", answer.status().message());
  std::vector<Fact> facts = ParseReflection(*answer);
  std::erase_if(facts, [&](const Fact& fact) {
    return input.engine->privacy().Why(Trim(fact.fact)) != nullptr;
  });
  for (Fact& fact : facts) {
    fact.source = path;
    fact.found_ms = fact.first_ms = fact.last_ms = input.now_ms;
  }
  const Status put = input.engine->store().facts().Put(facts);
  if (!put.ok()) return Fail(input, "reflect take", put.message());
  input.io.Out(std::to_string(facts.size()) + " insights added\n");
  return facts.empty() ? 1 : 0;
}

}  // namespace

int RunReflect(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  if (what == "show") return ShowReference(input);
  if (what == "outdated") return Outdated(input);
  if (what == "prompt") return Prompt(input);
  if (what == "take") return Take(input);
  const ParsedArgs args = ParseArgs(input, "reflect");
  if (!args.error.empty()) return Usage(input, "reflect", args.error);
  const auto since = ParseWhen(args.Get("--since", "30d"), input.now_ms);
  if (!since)
    return Usage(input, "reflect", "--since: expected 2h, 3d or a date");
  const Reflection page = ReflectSince(input, *since);
  if (args.Has("--alias")) return PrintAlias(input, page, args.Get("--alias"));
  input.io.Out(args.Get("--format", "text") == "json"
                   ? PageJson(page, *since)
                   : PageText(input, page, *since));
  return 0;
}

}  // namespace synapse
