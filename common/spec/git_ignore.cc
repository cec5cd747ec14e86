#include "spec/git_ignore.h"

#include <algorithm>

#include "base/files.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t npos = std::string_view::npos;

// The first `/`-separated part, which is removed from the text.
std::string_view TakePart(std::string_view& text) {
  const std::string_view part = text.substr(0, text.find('/'));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

// `[a-z]` at the front of the pattern: its length, and whether it has `c`. Null
// for a bracket that is not closed.
struct Bracket {
  size_t size;
  bool has;
};
std::optional<Bracket> BracketAt(std::string_view pattern, char c) {
  size_t at = 1;
  const bool negated =
      at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated) ++at;
  bool has = false;
  for (const size_t first = at; at < pattern.size(); ++at) {
    if (pattern[at] == ']' && at > first)
      return Bracket{at + 1, has != negated};
    if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
    const char low = pattern[at];
    if (at + 2 < pattern.size() && pattern[at + 1] == '-' &&
        pattern[at + 2] != ']') {
      at += 2;
      has |= low <= c && c <= pattern[at];
    } else {
      has |= low == c;
    }
  }
  return std::nullopt;
}

// How many bytes of the pattern match the character; 0: it does not.
size_t MatchOne(std::string_view pattern, char c) {
  if (pattern.empty()) return 0;
  switch (pattern[0]) {
    case '?': return 1;
    case '[': {
      const auto bracket = BracketAt(pattern, c);
      if (bracket) return bracket->has ? bracket->size : 0;
      break;
    }
    case '\\':
      if (pattern.size() > 1) return pattern[1] == c ? 2 : 0;
      break;
    default: break;
  }
  return pattern[0] == c ? 1 : 0;
}

// One part of a path: `*` is any text. Only the last `*` is tried again, since
// an earlier one can take no more than what that one then takes.
bool MatchesPart(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = npos, star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (const size_t n = MatchOne(pattern.substr(p), text[t])) {
      p += n;
      ++t;
    } else if (star != npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == npos;
}

}  // namespace

// The same for parts, with `**` for any number of them.
bool MatchesGlob(std::string_view pattern, std::string_view path) {
  std::string_view p = pattern, t = path;
  std::string_view behind_stars, stars_text;
  bool has_stars = false;
  while (!t.empty()) {
    std::string_view rest = p;
    const std::string_view part = TakePart(rest);
    std::string_view path_rest = t;
    const std::string_view path_part = TakePart(path_rest);
    if (part == "**") {
      if (rest.empty()) return true;
      has_stars = true;
      behind_stars = p = rest;
      stars_text = t;
    } else if (!p.empty() && MatchesPart(part, path_part)) {
      p = rest;
      t = path_rest;
    } else if (has_stars) {
      p = behind_stars;
      (void)TakePart(stars_text);
      t = stars_text;
    } else {
      return false;
    }
  }
  return p.empty() || p == "**";
}

GitIgnore::GitIgnore(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string_view line;
  while (NextLine(text, line) && patterns_.size() < kMaxPatterns) {
    while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
    if (line.empty() || line[0] == '#') continue;
    Pattern pattern;
    if (line[0] == '!') {
      pattern.is_negated = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      pattern.directories_only = true;
      line.remove_suffix(1);
    }
    pattern.is_anchored = line.find('/') != npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    pattern.text = line;
    patterns_.push_back(std::move(pattern));
  }
}

std::optional<bool> GitIgnore::Decides(std::string_view path,
                                       bool is_directory) const {
  const std::string_view name = BaseName(path);
  for (size_t i = patterns_.size(); i-- > 0;) {
    const Pattern& pattern = patterns_[i];
    if (pattern.directories_only && !is_directory) continue;
    if (MatchesGlob(pattern.text, pattern.is_anchored ? path : name)) {
      return !pattern.is_negated;
    }
  }
  return std::nullopt;
}

}  // namespace synapse
