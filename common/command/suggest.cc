// suggest: what could come next on a line, and with --explain why.
#include <algorithm>
#include <cstdio>

#include "command/command.h"
#include "command/suggest_json.h"
#include "rank/described.h"
#include "rank/ghost_rule.h"
#include "source/source.h"

namespace synapse {
namespace {

std::string Join(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

std::string Quoted(const std::vector<std::string>& words) {
  std::string out = "[";
  for (const std::string& word : words) {
    if (out.size() > 1) out += ", ";
    out += '"' + Printable(word) + '"';
  }
  return out + "]";
}

std::string Number(double value) {
  char text[32];
  snprintf(text, sizeof text, "%.3f", value);
  return text;
}

// A script waits for the answer; no key follows.
constexpr int64_t kScriptBudgetUs = 500'000;

void ExplainText(const CommandInput& input, const SuggestReply& reply) {
  const CompletionContext& c = reply.context;
  auto line = [&](const char* name, const std::string& value) {
    std::string label = std::string(name) + ":";
    label.resize(18, ' ');
    input.io.Out(label + value + "\n");
  };
  line("tokens", Quoted(c.tokens));
  line("partial", '"' + Printable(c.partial) + '"');
  line("prefix", '"' + Printable(c.prefix) + '"');
  line("command", c.command);
  std::string position = PositionName(c.position);
  if (c.position == Position::kArgument) {
    position += " { index: " + std::to_string(c.argument_index) + " }";
  } else if (c.position == Position::kOptionValue) {
    position += " { option: " + c.option + " }";
  }
  line("position", position);
  std::string expected = ExpectedTypeName(c.expected);
  if (c.expected == ExpectedType::kGenerator && c.walk && c.walk->arg) {
    expected += " " + Quoted(StringsOf(c.walk->arg->generators));
  }
  line("expected type", expected);
  line("spec", c.spec ? c.spec->root.name().str() +
                            (c.subcommand_path.empty() ? "" : " ") +
                            Join(c.subcommand_path)
                      : "none");
  line("present options", Quoted(c.present_options));
  std::string asked;
  for (const AskedSource& a : reply.asked) {
    asked += std::string(asked.empty() ? "" : " ") + SourceName(a.id) + " (" +
             std::to_string(a.candidates) + ")";
  }
  line("sources asked", asked);
  line("weights", reply.weights);
  line("a new line", Number(reply.novel));
}

void PrintText(const CommandInput& input, const SuggestReply& reply,
               bool explain) {
  ConfidencesInOrder confidences;
  for (const Suggestion& s : reply.suggestions) {
    std::string out = Printable(s.text);
    if (explain) {
      out += "\n    score " + Number(s.score) + "  confidence " +
             Number(confidences.Next(s)) + "  from " + s.source;
      if (!s.contributions.empty()) {
        out += "\n    its line:";
        for (const Contribution& c : s.contributions) {
          out += std::string(" ") + c.name + (c.value < 0 ? " " : " +") +
                 Number(c.value);
        }
      }
      for (const Verdict& v : s.verdicts) {
        out +=
            std::string("\n    found: ") + v.name + ", keeps " + Number(v.kept);
      }
      for (const Evidence& e : s.evidence) {
        out += "\n    " + std::string(SourceName(e.source)) + " " +
               Number(e.score) + "  " + Printable(e.reason);
      }
    }
    if (s.risk.any()) {
      out += explain ? std::string("\n    risk: ") +
                           RiskLevelName(s.risk.level) + ": " + s.risk.why
                     : "\t[" + s.risk.why + "]";
    }
    input.io.Out(out + "\n");
  }
}

// Describes words that no source describes, as the list does.
void DescribeWords(Engine& engine, const SuggestRequest& request,
                   std::vector<Suggestion>& suggestions) {
  const CompletionContext context = BuildContext(
      request.buffer, request.cursor, engine.specs(), engine.shell().alias);
  const auto spec = SpecAt(context, engine.specs());
  for (Suggestion& s : suggestions) {
    const std::string last = LastSubcommandOf(s, context, spec.get());
    if (!last.empty()) s.description = last;
    if (!s.description.empty()) continue;
    s.description = MeaningOf(s, context, spec.get()).description;
    const bool is_program =
        std::any_of(s.evidence.begin(), s.evidence.end(), [](const auto& e) {
          return e.source == SourceId::kEnvironment &&
                 e.reason.starts_with("program");
        });
    if (s.description.empty() && is_program && !s.is_line) {
      s.description = engine.program_texts().Of(s.word);
    }
  }
}

}  // namespace

int RunSuggest(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "suggest");
  if (!args.error.empty()) return Usage(input, "suggest", args.error);
  std::string format = args.Get("--format", "text");
  Engine& engine = *input.engine;
  auto limit = ParseNumber(
      args.Get("--limit", engine.config().String("suggest.max_results")));
  if (!limit || *limit < 1 || *limit > 5000) {
    return Usage(input, "suggest", "--limit: expected 1 to 5000");
  }
  // Outside of the shell the last lines may be missing from the index.
  if (input.process != CommandProcess::kShell) engine.NewPrompt();
  SuggestRequest request;
  request.session = input.session;
  request.cwd = input.cwd;
  request.now_ms = input.now_ms;
  request.buffer = Join(args.rest);
  request.limit = static_cast<size_t>(*limit);
  if (request.limit > kMaxCandidates) request.most = request.limit;
  request.explain = args.Has("--explain");
  request.budget_us = std::max(kScriptBudgetUs,
                               engine.config().Int("suggest.budget_ms") * 1000);
  auto cursor =
      ParseNumber(args.Get("--cursor", std::to_string(request.buffer.size())));
  if (!cursor || static_cast<size_t>(*cursor) > request.buffer.size()) {
    return Usage(input, "suggest", "--cursor: outside of the buffer");
  }
  request.cursor = static_cast<size_t>(*cursor);
  SuggestReply reply = engine.Suggest(request);
  if (!args.Has("--include-low-confidence")) {
    double least = engine.config().Double("suggest.min_confidence");
    // The list keeps a good candidate although its exact text is uncertain.
    std::erase_if(reply.suggestions,
                  [&](const Suggestion& s) { return s.score < least / 10; });
  }
  DescribeWords(engine, request, reply.suggestions);
  if (format == "json") {
    auto is_shown = [&](const Suggestion& s) {
      return IsGhost(engine.config(), request.buffer, s);
    };
    input.io.Out(
        SuggestionsJson(reply.suggestions, is_shown, reply.latency_us) + "\n");
    return 0;
  }
  if (format == "fzf") {
    for (const Suggestion& s : reply.suggestions) {
      input.io.Out(Printable(s.text) + "\t" + Printable(s.description) + "\n");
    }
    return 0;
  }
  if (request.explain) ExplainText(input, reply);
  PrintText(input, reply, request.explain);
  bool nothing = args.Has("--strict") && reply.suggestions.empty();
  return nothing ? 1 : 0;
}

}  // namespace synapse
