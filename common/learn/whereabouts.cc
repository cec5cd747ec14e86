#include "learn/whereabouts.h"

#include <vector>

#include "base/files.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr size_t kMaxBytes = 1024;  // a loop of `cd a` must not grow for ever

std::string Resolve(const std::string& from, std::string_view target) {
  std::string at = from;
  while (!target.empty()) {
    size_t end = std::min(target.find('/'), target.size());
    std::string_view part = target.substr(0, end);
    target.remove_prefix(std::min(target.size(), end + 1));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      at = at.find('/') == at.npos ? at + "/.." : std::string(DirName(at));
    } else {
      at = JoinPath(at, part);
    }
  }
  return at.substr(0, kMaxBytes);
}

}  // namespace

bool IsUnknownDirectory(std::string_view directory) {
  return directory.empty() || directory == DirectoryElsewhere("");
}

// Only cd, and not what specs say: learned data must not depend on them.
Whereabouts After(const Whereabouts& here, std::string_view line,
                  std::string_view home) {
  if (!line.starts_with("cd") || (line.size() > 2 && line[2] != ' ')) {
    return here;
  }
  std::vector<Token> tokens = Tokenize(line);
  std::string target;
  for (size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::kWord) break;
    // Options and `--`; a lone dash is where one was before.
    if (tokens[i].value.starts_with('-') && tokens[i].value != "-") continue;
    target = tokens[i].value;
    break;
  }
  std::string home_name = home.empty() ? "~" : std::string(home);
  if (target == "-") return {here.before, here.now};
  if (target.empty() || target == "~") return {home_name, here.now};
  if (target.starts_with("~/")) {
    return {Resolve(home_name, std::string_view(target).substr(2)), here.now};
  }
  if (target.starts_with('/')) return {Resolve("/", target), here.now};
  if (target.find('$') != target.npos) return {target, here.now};
  return {Resolve(here.now, target), here.now};
}

}  // namespace synapse
