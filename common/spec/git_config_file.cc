// git's own grammar, byte by byte (git-config(1), "Syntax"): a section and a key
// may share a line, and a backslash continues a value but no comment. git refuses
// a file with an error in it. Here only the rest of that line is lost.
#include <stdlib.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "spec/git_dir.h"
#include "spec/git_ignore.h"
#include "spec/scan.h"

namespace synapse {
namespace {

bool IsBlankOrEnd(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Takes the entries from a text, one after the other.
class ConfigText {
 public:
  explicit ConfigText(std::string_view text) : text_(text) {}

  // False at the end.
  bool Next(GitConfigEntry& entry, Reading& reading) {
    while (at_ < text_.size() && !reading.Spent()) {
      const size_t begin = at_;
      const char c = text_[begin];
      bool good = true;
      if (IsBlankOrEnd(c)) {
        ++at_;
      } else if (c == '#' || c == ';') {
        SkipLine();
      } else if (c == '[') {
        good = Header(entry);
      } else {
        good = IsName(c) && c != '-' && (c < '0' || c > '9');
        if (good && Value(entry)) return true;
        good = false;
      }
      const bool is_over = at_ > begin && text_[at_ - 1] == '\n';
      if (!good && !is_over) SkipLine();
    }
    return false;
  }

 private:
  static bool IsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-';
  }

  // The end of the text ends a line too.
  char Peek() const {
    if (at_ >= text_.size()) return '\n';
    const bool crlf = text_.substr(at_, 2) == "\r\n";
    return crlf ? '\n' : text_[at_];
  }
  char Take() {
    const char c = Peek();
    if (at_ < text_.size()) at_ += text_[at_] == '\r' && c == '\n' ? 2 : 1;
    return c;
  }
  void SkipLine() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  // [section "sub"] or [section.sub]
  bool Header(GitConfigEntry& entry) {
    const size_t begin = ++at_;
    while (IsName(Peek()) || Peek() == '.') ++at_;
    const std::string name = AsciiLower(text_.substr(begin, at_ - begin));
    const size_t dot = std::min(name.find('.'), name.size());
    entry.section = name.substr(0, dot);
    entry.sub = name.substr(std::min(dot + 1, name.size()));
    if (Peek() == ']') return Take();
    if (Peek() != ' ' && Peek() != '\t') return false;
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    if (Take() != '"') return false;
    entry.sub.clear();
    for (char c = Take(); c != '"'; c = Take()) {
      if (c == '\\') c = Take();
      if (c == '\n') return false;
      entry.sub += c;
    }
    return Take() == ']';
  }

  // `key`, `key = value`
  bool Value(GitConfigEntry& entry) {
    const size_t begin = at_;
    while (IsName(Peek())) ++at_;
    entry.key = AsciiLower(text_.substr(begin, at_ - begin));
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    entry.value = "true";
    if (Peek() == '\n') return true;
    return Take() == '=' && Text(entry.value);
  }

  bool Text(std::string& out) {
    out.clear();
    size_t blanks = 0;  // they count if more follows
    for (bool quoted = false, comment = false;;) {
      char c = Take();
      if (c == '\n') return !quoted;
      if (comment) continue;
      if (!quoted && IsBlankOrEnd(c)) {
        blanks += !out.empty();
        continue;
      }
      if (!quoted && (c == '#' || c == ';')) {
        comment = true;
        continue;
      }
      out.append(blanks, ' ');
      blanks = 0;
      if (c == '"') {
        quoted = !quoted;
      } else if (c != '\\') {
        out += c;
      } else if (c = Take(); c != '\n') {
        if (std::string_view(R"(tnb\")").find(c) == std::string_view::npos) {
          return false;
        }
        out += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'b' ? '\b' : c;
      }
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

std::string RealPath(const std::string& path) {
  if (OnSlowMount(path)) return path;
  const std::unique_ptr<char, decltype(&free)> real(
      realpath(path.c_str(), nullptr), free);
  return real ? std::string(real.get()) : path;
}

// The conditions of [includeIf "CONDITION"].
class Conditions {
 public:
  Conditions(const GitDir* git, Reading& reading)
      : git_(git), reading_(reading) {}

  // `file`: the configuration file with the condition.
  bool IsTrue(std::string_view condition, const std::string& file) {
    const size_t colon = condition.find(':');
    if (!git_ || colon == condition.npos || condition.size() > kMaxCondition ||
        ++asked_ > kMaxConditions) {
      return false;
    }
    const std::string_view kind = condition.substr(0, colon);
    std::string pattern(condition.substr(colon + 1));
    if (kind == "gitdir" || kind == "gitdir/i") {
      return IsBelow(std::move(pattern), file, kind == "gitdir/i");
    }
    if (pattern.ends_with('/')) pattern += "**";
    if (kind == "onbranch") {
      const std::string branch = CurrentBranch(git_->git_dir);
      return !branch.empty() && MatchesGlob(pattern, branch);
    }
    constexpr std::string_view kUrl = "remote.*.url:";
    if (kind != "hasconfig" || !pattern.starts_with(kUrl)) return false;
    pattern.erase(0, kUrl.size());
    const std::vector<std::string>& urls = Urls();
    return std::any_of(urls.begin(), urls.end(), [&](const auto& url) {
      return MatchesGlob(pattern, url);
    });
  }

 private:
  static constexpr int kMaxConditions = 200;
  static constexpr size_t kMaxCondition = 1024;

  bool IsBelow(std::string pattern, const std::string& file, bool any_case) {
    std::string path = RealPath(git_->git_dir);
    if (pattern.starts_with("./")) {
      pattern.replace(0, 1, DirName(RealPath(file)));
    } else if (pattern.starts_with("~/")) {
      pattern.replace(0, 1, RealPath(ExpandTilde("~")));
    } else if (!pattern.starts_with('/')) {
      pattern.insert(0, "**/");
    }
    if (pattern.ends_with('/')) pattern += "**";
    if (any_case) {
      pattern = AsciiLower(pattern);
      path = AsciiLower(path);
    }
    return MatchesGlob(pattern, path);
  }

  // Addresses of the remotes that the repository itself names.
  const std::vector<std::string>& Urls() {
    if (urls_) return *urls_;
    urls_.emplace();
    const std::string text = reading_.Text(JoinPath(git_->common, "config"));
    ConfigText config(text);
    for (GitConfigEntry entry; config.Next(entry, reading_);) {
      if (entry.section == "remote" && entry.key == "url") {
        urls_->push_back(entry.value);
      }
    }
    return *urls_;
  }

  const GitDir* git_;
  Reading& reading_;
  int asked_ = 0;
  std::optional<std::vector<std::string>> urls_;
};

class ConfigReader {
 public:
  ConfigReader(const GitDir* git, Reading& reading,
               const GitConfigVisitor& each)
      : conditions_(git, reading), reading_(reading), each_(each) {}

  void Read(const std::string& path, int depth) {
    const std::string text = reading_.Text(path);
    ConfigText config(text);
    for (GitConfigEntry entry; config.Next(entry, reading_);) {
      if (entry.key == "path" && depth < kMaxIncludes &&
          (entry.section == "include" ||
           (entry.section == "includeif" &&
            conditions_.IsTrue(entry.sub, path)))) {
        Read(JoinPath(DirName(path), ExpandTilde(entry.value)), depth + 1);
      }
      each_(entry);
    }
  }

 private:
  static constexpr int kMaxIncludes = 10;  // git's own
  Conditions conditions_;
  Reading& reading_;
  const GitConfigVisitor& each_;
};

}  // namespace

void ReadGitConfig(const std::string& path, Reading& reading,
                   const GitConfigVisitor& each, const GitDir* git) {
  ConfigReader(git, reading, each).Read(path, 0);
}

}  // namespace synapse
