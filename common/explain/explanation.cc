#include "explain/explanation.h"

#include <algorithm>
#include <map>

#include "base/files.h"
#include "context/directory.h"
#include "explain/path_state.h"

namespace synapse {
namespace {

// The number of parts whose files are examined. Each needs the directory of its
// command, and to find that the line is tokenized.
constexpr int kMaxPaths = 64;

class Explainer {
 public:
  Explainer(std::string_view line, const ExplainInput& input, Budget& budget)
      : line_(line), input_(input), budget_(budget) {}

  Explanation Explain() {
    ExplainedLine parts = PartsOf(line_, input_.specs, input_.alias);
    for (LinePart& part : parts.parts) {
      const bool is_unknown = part.kind == PartKind::kCommand &&
                              part.meaning.empty() && !part.value.empty();
      if (is_unknown && input_.describe) {
        part.meaning = input_.describe(std::string(BaseName(part.value)));
      }
      std::string state = StateOf(part);
      out_.parts.push_back({std::move(part), std::move(state), {}});
    }
    out_.risk = input_.risk.Of(line_);
    MarkReasons(parts.commands);
    return std::move(out_);
  }

 private:
  std::string StateOf(const LinePart& part) {
    if (part.kind == PartKind::kCommand) {
      return part.value.empty() || !input_.command ? ""
                                                   : input_.command(part.value);
    }
    const bool examined = part.path != PathUse::kNone && !part.value.empty() &&
                          paths_++ < kMaxPaths && !budget_.SpentNow();
    if (!examined) return "";
    const std::string directory = DirectoryOf(part);
    if (part.is_pattern) {
      const bool is_deep =
          input_.recursive_globs && part.value.find("**/") != std::string::npos;
      return (is_deep ? "** stands for directories at any depth; " : "") +
             TextOf(MatchesOf(Expanded(part), directory, input_.recursive_globs,
                              budget_));
    }
    const bool names_path =
        part.kind != PartKind::kArgument && part.kind != PartKind::kCondition
            ? true
            : !IsPlainWord(part);
    const PathState state =
        StateOfPath(JoinPath(directory, Expanded(part)), budget_);
    const bool exists = state.kind == PathState::Kind::kFile ||
                        state.kind == PathState::Kind::kDirectory;
    if (!names_path && !exists) return "";
    // A pattern that the command itself reads: git add '*.c' ':!x'; one test of
    // a file: pytest FILE::NAME.
    const bool may_be_pattern =
        part.value.find_first_of("*?[") != part.value.npos ||
        part.value.starts_with(':') || part.value.find("::") != part.value.npos;
    if (may_be_pattern && state.kind == PathState::Kind::kMissing) return "";
    return TextOf(state) + Consequence(part, state);
  }

  // A word of a loop's list or of a condition that need not be a file.
  static bool IsPlainWord(const LinePart& part) {
    return part.type.empty() && part.name.empty() &&
           part.value.find('/') == std::string::npos &&
           !part.value.starts_with('~');
  }

  static std::string Expanded(const LinePart& part) {
    return part.text.starts_with('~') ? ExpandTilde(part.value) : part.value;
  }

  static std::string Consequence(const LinePart& part, const PathState& state) {
    using Kind = PathState::Kind;
    const bool writes =
        part.path == PathUse::kCreates || part.path == PathUse::kReplaces;
    if (writes && state.kind == Kind::kMissing) return ", will be created";
    if (part.path == PathUse::kReplaces && state.kind == Kind::kFile) {
      return ", its contents are replaced";
    }
    return "";
  }

  std::string DirectoryOf(const LinePart& part) {
    const CompletionContext context =
        BuildContext(line_, part.begin, input_.specs, input_.alias);
    return DirectoryAtCursor(context, input_.cwd, input_.specs);
  }

  void MarkReasons(const std::vector<std::string>& commands) {
    std::vector<Risk> risks;
    for (const std::string& command : commands) {
      risks.push_back(input_.risk.Of(command));
    }
    for (ExplainedPart& explained : out_.parts) {
      const int command = explained.part.command;
      if (command < 0) continue;
      const Risk& risk = risks[static_cast<size_t>(command)];
      const auto& reasons = explained.part.risks;
      const bool is_reason =
          risk.any() &&
          std::find(reasons.begin(), reasons.end(), risk.why) != reasons.end();
      if (is_reason) explained.risk = risk;
    }
    for (size_t i = 0; i < risks.size(); ++i) {
      if (risks[i].any()) MarkCommand(static_cast<int>(i), risks[i]);
    }
  }

  // A risk that no part has yet belongs to the whole command.
  void MarkCommand(int command, const Risk& risk) {
    const auto has_reason = [&](const ExplainedPart& explained) {
      return explained.risk.why == risk.why;
    };
    if (std::any_of(out_.parts.begin(), out_.parts.end(), has_reason)) return;
    for (ExplainedPart& explained : out_.parts) {
      if (explained.part.command != command) continue;
      explained.risk = risk;
      return;
    }
  }

  std::string_view line_;
  const ExplainInput& input_;
  Budget& budget_;
  int paths_ = 0;
  Explanation out_;
};

}  // namespace

Explanation Explain(std::string_view line, const ExplainInput& input,
                    Budget& budget) {
  return Explainer(line, input, budget).Explain();
}

}  // namespace synapse
