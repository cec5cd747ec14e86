// Hosts that ssh knows by name: ssh_config(5) with Include, and known_hosts if
// it is not hashed.
#include <fnmatch.h>
#include <glob.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr int kMaxIncludeDepth = 8;
constexpr int kMaxFiles = 64;

class SshConfigReader {
 public:
  // `directory`: where relative names of Include are.
  SshConfigReader(std::string home, std::string directory, ValueList& out,
                  Reading& reading)
      : home_(std::move(home)),
        directory_(std::move(directory)),
        out_(out),
        reading_(reading) {}

  void Read(const std::string& path, int depth) {
    if (depth > kMaxIncludeDepth || ++files_ > kMaxFiles) return;
    std::string text = reading_.Text(path);
    std::string_view rest = text, line;
    while (NextLine(rest, line) && !reading_.Spent() && !out_.Full()) {
      std::string_view key, value;
      if (!KeyAndValue(line, key, value)) continue;
      std::string lower = AsciiLower(key);
      const std::vector<std::string> words = Words(value);
      if (lower == "host") {
        Hosts(words);
      } else if (lower == "hostname" && !words.empty()) {
        for (const std::string& name : section_) out_.Add(name, words[0]);
      } else if (lower == "match") {
        Match(words);
      } else if (lower == "include") {
        // In a section, it counts for the hosts of that section only.
        const std::vector<std::string> section = section_;
        around_.push_back(patterns_);
        Include(words, depth);
        patterns_ = std::move(around_.back());
        around_.pop_back();
        section_ = section;
      }
    }
  }

 private:
  // Accepts "Key value", "Key=value" and "Key = value".
  static bool KeyAndValue(std::string_view line, std::string_view& key,
                          std::string_view& value) {
    line = Trim(line);
    if (line.empty() || line[0] == '#') return false;
    size_t end = line.find_first_of(" \t=");
    if (end == line.npos) return false;
    key = line.substr(0, end);
    size_t begin = line.find_first_not_of(" \t=", end);
    value = begin == line.npos ? std::string_view() : line.substr(begin);
    return !value.empty();
  }

  // A word may be in quotes, and `#` before a word begins a comment.
  static std::vector<std::string> Words(std::string_view text) {
    std::vector<std::string> out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ' ' || text[i] == '\t') continue;
      if (text[i] == '#') break;
      std::string word;
      char quote = 0;
      for (; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (c == '\\' && (next == '"' || next == '\'' || next == '\\')) {
          word += text[++i];
        } else if (quote ? c == quote : c == '"' || c == '\'') {
          quote = quote ? 0 : c;
        } else if (!quote && (c == ' ' || c == '\t')) {
          break;
        } else {
          word += c;
        }
      }
      if (quote) break;  // ssh refuses the line
      out.push_back(std::move(word));
    }
    return out;
  }

  // Whether a section with these patterns counts for the host.
  static bool Counts(const std::vector<std::string>& patterns,
                     const std::string& host) {
    bool any = patterns.empty();
    for (const std::string& pattern : patterns) {
      const bool negated = pattern.starts_with('!');
      if (fnmatch(pattern.c_str() + negated, host.c_str(), FNM_NOESCAPE) != 0) {
        continue;
      }
      if (negated) return false;
      any = true;
    }
    return any;
  }

  void Hosts(const std::vector<std::string>& patterns) {
    constexpr size_t kMaxNegated = 100;  // each is compared with each host
    section_.clear();
    patterns_ = patterns;
    if (patterns_.size() > kMaxNegated) patterns_.resize(kMaxNegated);
    std::vector<std::string> negated;
    for (const std::string& pattern : patterns_) {
      if (pattern.starts_with('!')) negated.push_back(pattern);
    }
    negated.push_back("*");
    for (const std::string& host : patterns) {
      if (host.find_first_of("*?!") != host.npos) continue;
      const bool counts =
          Counts(negated, host) &&
          std::all_of(around_.begin(), around_.end(),
                      [&](const auto& around) { return Counts(around, host); });
      if (!counts) continue;
      out_.Add(host);
      section_.push_back(host);
    }
  }

  // `Match host a,b`; other conditions are not known here.
  void Match(const std::vector<std::string>& words) {
    section_.clear();
    patterns_.clear();
    std::vector<std::string> patterns;
    for (size_t i = 0; i + 1 < words.size(); ++i) {
      const std::string key = AsciiLower(words[i]);
      if (key != "host" && key != "originalhost") continue;
      std::string_view rest = words[i + 1];
      while (!rest.empty()) {
        std::string_view one = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        patterns.emplace_back(one);
      }
    }
    if (!patterns.empty()) Hosts(patterns);
  }

  // Wildcards are glob(7).
  void Include(const std::vector<std::string>& names, int depth) {
    for (const std::string& name : names) {
      std::string pattern = name;
      if (pattern.starts_with("~/")) {
        pattern = JoinPath(home_, pattern.substr(2));
      }
      pattern = JoinPath(directory_, pattern);
      if (OnSlowMount(std::string(DirName(pattern)))) continue;
      glob_t found;
      if (glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && !reading_.Spent(); ++i) {
          Read(found.gl_pathv[i], depth + 1);
        }
      }
      globfree(&found);
    }
  }

  const std::string home_;
  const std::string directory_;
  ValueList& out_;
  Reading& reading_;
  std::vector<std::string> patterns_;  // of the current section
  std::vector<std::vector<std::string>>
      around_;                        // those that include this file
  std::vector<std::string> section_;  // the hosts of the current section
  int files_ = 0;
};

// Lines are "name,address TYPE KEY"; "|1|" is hashed; "[host]:port" occurs.
void ReadKnownHosts(const std::string& path, ValueList& out, Reading& reading) {
  std::string text = reading.Text(path, 4 << 20);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (line.empty() || line[0] == '#' || line[0] == '|' || line[0] == '@') {
      continue;
    }
    std::string_view names = NextWord(line);
    while (!names.empty()) {
      std::string_view host = names.substr(0, names.find(','));
      names.remove_prefix(std::min(names.size(), host.size() + 1));
      if (host.starts_with('[')) host = host.substr(1, host.find(']') - 1);
      if (host.find_first_of("*?!") != host.npos) continue;
      out.Add(host, "known host");
    }
  }
}

Values SshHosts(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  if (!input.home.empty()) {
    std::string ssh = JoinPath(input.home, ".ssh");
    SshConfigReader(input.home, ssh, out, reading)
        .Read(JoinPath(ssh, "config"), 0);
    ReadKnownHosts(JoinPath(ssh, "known_hosts"), out, reading);
  }
  SshConfigReader(input.home, "/etc/ssh", out, reading)
      .Read("/etc/ssh/ssh_config", 0);
  return out.Take();
}

// The public keys of ~/.ssh that have a private one beside them, sorted.
std::vector<std::string> PublicKeys(const GeneratorInput& input,
                                    Reading& reading) {
  constexpr std::string_view kPublic = ".pub";
  std::vector<std::string> out;
  if (input.home.empty()) return out;
  const std::string directory = JoinPath(input.home, ".ssh");
  ForEachEntry(directory, [&](const char* entry, unsigned char) {
    const std::string_view name = entry;
    if (name.size() > kPublic.size() && name.ends_with(kPublic) &&
        IsRegularFile(JoinPath(directory,
                               name.substr(0, name.size() - kPublic.size())))) {
      out.emplace_back(name);
    }
    return !reading.Spent() && out.size() < kMaxFiles;
  });
  std::sort(out.begin(), out.end());
  return out;
}

// Files of ~/.ssh, as "~/.ssh/id_ed25519".
Values SshKeys(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  for (const std::string& name : PublicKeys(input, reading)) {
    out.Add("~/.ssh/" + name.substr(0, name.rfind('.')), "private key");
  }
  return out.Take();
}

Values SshPublicKeys(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  for (const std::string& name : PublicKeys(input, reading)) {
    out.Add("~/.ssh/" + name, "public key");
  }
  return out.Take();
}

constexpr Native kSshRows[] = {
    {"ssh.hosts", SshHosts, NoScope, 10, "host"},
    {"ssh.keys", SshKeys, NoScope, 10, "key"},
    {"ssh.public_keys", SshPublicKeys, NoScope, 10},
};

}  // namespace

constinit const std::span<const Native> kSshNatives = kSshRows;

}  // namespace synapse
