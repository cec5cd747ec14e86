#include "source/activation.h"

namespace synapse {
namespace {

// Columns as in SourceId: Spec, Filesystem, History, Environment, Project. 'y'
// always, 'f' where a file may stand, 'w' where the spec wants a file, 'p'
// where the partial is a path, 'n' where a word is begun that is no option:
// before that, the shell's own completion knows more. History is asked
// everywhere, also for options and redirections, which the matrix of the
// requirements leaves out.
constexpr const char* kMatrix[kPositions] = {
    "ypyyy",  // CommandName
    "ywy-y",  // Subcommand
    "y-y--",  // OptionFlag
    "yfy--",  // OptionValue
    "yfy-y",  // Argument
    "-pyy-",  // PipeTarget
    "-yy--",  // Redirect
    "-ny-y",  // Unknown
};

// The partial is the last of several values in one word.
bool IsJoined(const CompletionContext& c) {
  return c.walk && !c.walk->joined.empty();
}

}  // namespace

bool FileMayStand(const CompletionContext& c) {
  // Only a list or a generator knows the next one of several joined values.
  if (IsJoined(c)) return false;
  if (c.wants_files()) return true;
  if (!c.walk) return c.is_path();
  // A later argument may stand here if earlier ones are optional.
  for (const ArgSpec* arg : c.walk->also) {
    if (arg->takes_files()) return true;
  }
  // A value from a generator or a list may be a file as well.
  const ArgSpec* arg = c.walk->arg;
  if (arg && arg->takes_files()) return true;
  // The slash of `feature/` or of `/mnt` is a part of a listed name. `./` is
  // none of a name.
  const bool is_listed =
      arg && !arg->generators.empty() && !c.partial.starts_with('.') &&
      !c.partial.starts_with('~') && !(arg->open && c.partial.starts_with('/'));
  return c.is_path() && !is_listed;
}

bool OwnProgramMayStand(const CompletionContext& c) {
  return c.names_own_program && c.position == Position::kCommandName &&
         c.words.empty() && c.partial.empty() && !c.elsewhere;
}

bool NamesHome(const CompletionContext& c) {
  return c.partial.size() > 1 && c.partial[0] == '~' &&
         c.partial.find('/') == std::string::npos && c.open == Quote::kNone &&
         !c.segment.partial.quoted;
}

bool CommandNameIsArgument(const CompletionContext& c) {
  return (c.position == Position::kArgument ||
          c.position == Position::kOptionValue) &&
         c.walk && c.walk->arg && c.walk->arg->generators.empty() &&
         c.walk->arg->type == ValueType::kCommandName;
}

bool IsActive(SourceId source, const CompletionContext& c) {
  if (c.silent) return false;
  // Both correct the previous line, at any position where it is typed again.
  if (source == SourceId::kTypo || source == SourceId::kAi) return true;
  if (source == SourceId::kPopular) {
    return c.position != Position::kRedirect &&
           c.position != Position::kOptionValue && !IsJoined(c);
  }
  if (source == SourceId::kWorkflow) {
    // Workflow suggests whole lines, also on an empty line.
    return c.cursor == c.buffer.size();
  }
  if (source == SourceId::kEnvironment && CommandNameIsArgument(c)) {
    return true;
  }
  if (source == SourceId::kSpec && NamesHome(c)) return true;
  if (source == SourceId::kFilesystem && OwnProgramMayStand(c)) return true;
  switch (kMatrix[static_cast<int>(c.position)][static_cast<int>(source)]) {
    case 'y': return true;
    case 'f': return FileMayStand(c);
    case 'w': return c.wants_files() && !IsJoined(c);
    case 'p': return c.is_path();
    case 'n': return !c.partial.empty() && c.partial[0] != '-';
    default: return false;
  }
}

}  // namespace synapse
