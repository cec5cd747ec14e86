// Hosts that ssh knows by name: ssh_config(5) with Include, and known_hosts if
// it is not hashed.
#include <glob.h>

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
  SshConfigReader(std::string home, ValueList& out, Reading& reading)
      : home_(std::move(home)), out_(out), reading_(reading) {}

  void Read(const std::string& path, int depth) {
    if (depth > kMaxIncludeDepth || ++files_ > kMaxFiles) return;
    std::string text = reading_.Text(path);
    std::string_view rest = text, line;
    while (NextLine(rest, line) && !reading_.Spent() && !out_.Full()) {
      std::string_view key, value;
      if (!KeyAndValue(line, key, value)) continue;
      std::string lower = AsciiLower(key);
      if (lower == "host") {
        Hosts(value);
      } else if (lower == "hostname") {
        for (const std::string& name : section_) out_.Add(name, value);
      } else if (lower == "match") {
        section_.clear();
      } else if (lower == "include") {
        Include(value, depth);
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

  void Hosts(std::string_view patterns) {
    section_.clear();
    for (std::string_view host = NextWord(patterns); !host.empty();
         host = NextWord(patterns)) {
      host = Unquoted(host);
      if (host.find_first_of("*?!") != host.npos) continue;
      out_.Add(host);
      section_.emplace_back(host);
    }
  }

  // Relative names are relative to ~/.ssh; wildcards are glob(7).
  void Include(std::string_view names, int depth) {
    for (std::string_view name = NextWord(names); !name.empty();
         name = NextWord(names)) {
      std::string pattern(Unquoted(name));
      if (pattern.starts_with("~/")) {
        pattern = JoinPath(home_, pattern.substr(2));
      }
      pattern = JoinPath(JoinPath(home_, ".ssh"), pattern);
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

  std::string home_;
  ValueList& out_;
  Reading& reading_;
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

}  // namespace

Values SshHosts(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  if (!input.home.empty()) {
    std::string ssh = JoinPath(input.home, ".ssh");
    SshConfigReader(input.home, out, reading).Read(JoinPath(ssh, "config"), 0);
    ReadKnownHosts(JoinPath(ssh, "known_hosts"), out, reading);
  }
  SshConfigReader(input.home, out, reading).Read("/etc/ssh/ssh_config", 0);
  return out.Take();
}

}  // namespace synapse
