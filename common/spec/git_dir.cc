#include "spec/git_dir.h"

#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// Removes comments, quotes and backslashes from a raw value.
std::string ConfigValue(std::string_view raw) {
  std::string out;
  bool quoted = false;
  for (size_t i = 0; i < raw.size(); ++i) {
    char c = raw[i];
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '\\' && i + 1 < raw.size()) {
      char next = raw[++i];
      out += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    } else if (!quoted && (c == '#' || c == ';')) {
      break;
    } else {
      out += c;
    }
  }
  return std::string(Trim(out));
}

// [section "sub"] or [section.sub]
void ConfigHeader(std::string_view line, GitConfigEntry& entry) {
  line.remove_prefix(1);
  line = line.substr(0, line.rfind(']'));
  size_t quote = line.find('"');
  entry.sub.clear();
  if (quote != line.npos) {
    std::string_view sub = line.substr(quote + 1);
    entry.sub = ConfigValue(sub.substr(0, sub.rfind('"')));
    line = line.substr(0, quote);
  } else if (size_t dot = line.find('.'); dot != line.npos) {
    entry.sub = line.substr(dot + 1);
    line = line.substr(0, dot);
  }
  entry.section = AsciiLower(Trim(line));
}

class ConfigReader {
 public:
  ConfigReader(Reading& reading, const GitConfigVisitor& each)
      : reading_(reading), each_(each) {}

  void Read(const std::string& path, int depth) {
    std::string text = reading_.Text(path);
    std::string_view rest = text, line;
    std::string joined;  // a backslash at the end continues the line
    GitConfigEntry entry;
    while (!reading_.Spent() && NextLogicalLine(rest, line, joined)) {
      line = Trim(line);
      if (line.empty() || line[0] == '#' || line[0] == ';') continue;
      if (line[0] == '[') {
        ConfigHeader(line, entry);
        continue;
      }
      size_t equals = line.find('=');
      entry.key = AsciiLower(Trim(line.substr(0, equals)));
      entry.value =
          equals == line.npos ? "true" : ConfigValue(line.substr(equals + 1));
      if (entry.section == "include" && entry.key == "path" &&
          depth < kMaxIncludes) {
        Read(JoinPath(DirName(path), ExpandTilde(entry.value)), depth + 1);
      }
      each_(entry);
    }
  }

 private:
  static constexpr int kMaxIncludes = 4;
  Reading& reading_;
  const GitConfigVisitor& each_;
};

}  // namespace

std::optional<GitDir> FindGitDir(const GeneratorInput& input) {
  auto top = FindUpwards(input.cwd, ".git");
  if (!top) return std::nullopt;
  GitDir out{*top, JoinPath(*top, ".git"), ""};
  if (IsRegularFile(out.git_dir)) {
    std::string text = SmallText(out.git_dir);
    constexpr std::string_view kKey = "gitdir:";
    if (!text.starts_with(kKey)) return std::nullopt;
    out.git_dir =
        JoinPath(*top, Trim(std::string_view(text).substr(kKey.size())));
  }
  // A linked worktree may belong to a repository on another mount.
  if (OnSlowMount(out.git_dir)) return std::nullopt;
  std::string shared = SmallText(JoinPath(out.git_dir, "commondir"));
  out.common = shared.empty() ? out.git_dir
                              : NormalPath(JoinPath(out.git_dir, Trim(shared)));
  if (OnSlowMount(out.common)) return std::nullopt;
  return out;
}

std::string NormalPath(const std::string& path) {
  std::string out = std::filesystem::path(path).lexically_normal().string();
  if (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

std::string CurrentBranch(const std::string& git_dir) {
  std::string head = SmallText(JoinPath(git_dir, "HEAD"));
  constexpr std::string_view kRef = "ref: refs/heads/";
  if (!head.starts_with(kRef)) return "";
  return std::string(Trim(std::string_view(head).substr(kRef.size())));
}

void ReadGitConfig(const std::string& path, Reading& reading,
                   const GitConfigVisitor& each) {
  ConfigReader(reading, each).Read(path, 0);
}

}  // namespace synapse
