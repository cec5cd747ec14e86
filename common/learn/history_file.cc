#include "learn/history_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr char kMeta = '\x83';

// Reads digits from the front of `text`, and removes them from it.
std::optional<int64_t> TakeNumber(std::string_view& text) {
  size_t n = 0;
  int64_t value = 0;
  while (n < text.size() && n < 15 && text[n] >= '0' && text[n] <= '9') {
    value = value * 10 + (text[n++] - '0');
  }
  if (n == 0) return std::nullopt;
  text.remove_prefix(n);
  return value;
}

std::string_view TakeLine(std::string_view& rest) {
  std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  return line;
}

class Collector {
 public:
  void Add(std::string command, std::optional<int64_t> time_s,
           int64_t duration_ms = Event::kUnknownDuration) {
    while (!command.empty() &&
           (command.back() == '\n' || command.back() == '\r')) {
      command.pop_back();
    }
    if (Trim(command).empty()) return;
    Event e;
    e.command = std::move(command);
    e.imported = true;
    e.duration_ms = duration_ms;
    if (time_s) {
      e.start_ms = *time_s * 1000;
    } else {
      e.estimated_time = true;
    }
    events_.push_back(std::move(e));
  }

  // Untimed events lie between their timed neighbours, or end now.
  std::vector<Event> Finish(int64_t now_ms) {
    int64_t later = now_ms;
    for (auto e = events_.rbegin(); e != events_.rend(); ++e) {
      if (e->estimated_time) {
        e->start_ms = std::max<int64_t>(later - 60000, 1);
      }
      later = std::min(later, e->start_ms);
    }
    return std::move(events_);
  }

 private:
  std::vector<Event> events_;
};

// `: 1600000000:3;` in front; the times, and the rest in `line`.
bool TakeExtended(std::string_view& line, int64_t& start_s, int64_t& took_s) {
  std::string_view rest = line;
  if (!rest.starts_with(": ")) return false;
  rest.remove_prefix(2);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  auto start = TakeNumber(rest);
  if (!start || !rest.starts_with(':')) return false;
  rest.remove_prefix(1);
  auto took = TakeNumber(rest);
  if (!took || !rest.starts_with(';')) return false;
  line = rest.substr(1);
  start_s = *start;
  took_s = *took;
  return true;
}

void ParseZsh(std::string_view rest, Collector& out) {
  while (!rest.empty()) {
    std::string_view line = TakeLine(rest);
    int64_t start_s = 0, took_s = 0;
    bool timed = TakeExtended(line, start_s, took_s);
    std::string command(line);
    // A backslash at the end, whatever stands before it: the command goes on.
    while (!rest.empty() && command.ends_with('\\')) {
      command.back() = '\n';
      command.append(TakeLine(rest));
    }
    // zsh puts a blank behind a command that ends in a backslash and blanks.
    size_t last = command.find_last_not_of(' ');
    if (last != command.npos && last + 1 < command.size() &&
        command[last] == '\\') {
      command.pop_back();
    }
    out.Add(Unmetafy(command), timed ? std::optional(start_s) : std::nullopt,
            timed ? took_s * 1000 : Event::kUnknownDuration);
  }
}

std::optional<int64_t> BashTime(std::string_view line) {
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  auto time = TakeNumber(line);
  return time && line.empty() ? time : std::nullopt;
}

void ParseBash(std::string_view rest, Collector& out) {
  std::optional<int64_t> time;
  std::string command;
  auto flush = [&] {
    out.Add(std::move(command), time);
    command.clear();
  };
  while (!rest.empty()) {
    std::string_view line = TakeLine(rest);
    if (auto next = BashTime(line)) {
      flush();
      time = next;
    } else if (!time) {
      out.Add(std::string(line), std::nullopt);
    } else {
      // With times, everything up to the next one is one command.
      if (!command.empty()) command += '\n';
      command.append(line);
    }
  }
  flush();
}

// fish escapes a newline as \n and a backslash as two.
std::string UnescapeFish(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      out += text[i] == 'n' ? '\n' : text[i];
    } else {
      out += text[i];
    }
  }
  return out;
}

void ParseFish(std::string_view rest, Collector& out) {
  std::string command;
  int64_t when = 0;  // 0: not known
  auto flush = [&] {
    out.Add(std::move(command),
            when > 0 ? std::optional(when) : std::nullopt);
    command.clear();
    when = 0;
  };
  while (!rest.empty()) {
    std::string_view line = TakeLine(rest);
    if (line.starts_with("- cmd: ")) {
      flush();
      command = UnescapeFish(line.substr(7));
    } else if (line.starts_with("  when: ")) {
      line.remove_prefix(8);
      when = TakeNumber(line).value_or(0);
    }
  }
  flush();
}

}  // namespace

std::string Unmetafy(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == kMeta && i + 1 < text.size()) {
      out += static_cast<char>(text[++i] ^ 32);
    } else {
      out += text[i];
    }
  }
  return out;
}

HistoryFormat GuessHistoryFormat(std::string_view text,
                                 std::string_view shell) {
  std::string_view rest = text.substr(0, 65536);
  size_t zsh = 0, bash = 0, fish = 0;
  while (!rest.empty()) {
    std::string_view line = TakeLine(rest);
    int64_t start, took;
    bash += BashTime(line).has_value();
    fish += line.starts_with("- cmd: ");
    zsh += TakeExtended(line, start, took);
  }
  if (fish > zsh && fish > bash) return HistoryFormat::kFish;
  if (zsh > bash) return HistoryFormat::kZsh;
  if (bash > 0) return HistoryFormat::kBash;
  if (shell == "zsh" || text.find(kMeta) != text.npos) {
    return HistoryFormat::kZsh;
  }
  return HistoryFormat::kBash;
}

std::vector<Event> ParseHistory(std::string_view text, HistoryFormat format,
                                int64_t now_ms) {
  Collector out;
  switch (format) {
    case HistoryFormat::kZsh: ParseZsh(text, out); break;
    case HistoryFormat::kBash: ParseBash(text, out); break;
    case HistoryFormat::kFish: ParseFish(text, out); break;
  }
  return out.Finish(now_ms);
}

Result<std::string> ReadFileTail(const std::string& path, size_t most) {
  auto st = StatFile(path);
  if (!st) return Status(Code::kNotFound, path + ": " + strerror(errno));
  if (static_cast<size_t>(st->st_size) <= most) return ReadFile(path, most);
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
  std::string out(most, '\0');
  ssize_t n = pread(fd, out.data(), most,
                    st->st_size - static_cast<off_t>(most));
  close(fd);
  if (n < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
  out.resize(static_cast<size_t>(n));
  // The first line is likely cut.
  size_t first = out.find('\n');
  return out.substr(first == out.npos ? out.size() : first + 1);
}

}  // namespace synapse
