#include "manual/protocol.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>

#include "base/files.h"
#include "base/text.h"
#include "line/quote.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t kMaxProtocolFile = size_t{256} << 10;
constexpr size_t kMarkedBytes = 1024;  // argcomplete looks at as many
constexpr size_t kMaxTypes = 32;

// _MY_TOOL_COMPLETE, as click names it.
std::string ClickVariable(std::string_view command) {
  std::string out = "_";
  for (char c : command) {
    if (IsLower(c)) c = static_cast<char>(c - 'a' + 'A');
    out += c == '-' || c == '.' ? '_' : c;
  }
  return out + "_COMPLETE";
}

// The instruction behind `VARIABLE=`: "bash_source".
Protocol ClickIn(std::string_view text, const std::string& variable) {
  for (size_t at = text.find(variable + "="); at != text.npos;
       at = text.find(variable + "=", at + 1)) {
    // __X_COMPLETE is another variable.
    if (at > 0 && (text[at - 1] == '_' || IsUpper(text[at - 1]))) continue;
    std::string_view rest = text.substr(at + variable.size() + 1);
    if (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);
    const size_t end =
        std::find_if(rest.begin(), rest.end(),
                     [](char c) { return c != '_' && !IsLower(c); }) -
        rest.begin();
    const std::string_view instruction = rest.substr(0, end);
    for (std::string_view shell : {"bash", "zsh", "fish"}) {
      const std::string name(shell);
      if (instruction == name + "_source" ||
          instruction == name + "_complete") {
        return Protocol::kClick;
      }
    }
    // Typer has the same words and other variables.
    const bool is_typer = text.find("_TYPER_") != text.npos;
    if (!is_typer &&
        IsOneOf(instruction, {"source", "source_zsh", "source_fish", "complete",
                              "complete_zsh", "complete_fish"})) {
      return Protocol::kOldClick;
    }
  }
  return Protocol::kNone;
}

// The directory with bin/NAME in which completions of the program are believed;
// "" for a program of a project or a temporary directory.
std::string TrustedPrefix(const std::string& program, const std::string& home) {
  const std::string directory(DirName(program));
  if (directory == "/bin" || directory == "/sbin") return "/usr";
  const std::string_view last = BaseName(directory);
  if (last != "bin" && last != "sbin") return "";
  const std::string prefix(DirName(directory));
  const bool trusted =
      IsOneOf(prefix, {"/usr", "/usr/local", "/home/linuxbrew/.linuxbrew"}) ||
      DirName(prefix) == "/opt" ||
      (!home.empty() && prefix == JoinPath(home, ".local"));
  return trusted ? prefix : "";
}

std::string TextOfFile(const std::string& path) {
  if (OnSlowMount(path) || !IsRegularFile(path)) return "";
  auto text = ReadFile(path, kMaxProtocolFile);
  return text.ok() ? std::move(*text) : "";
}

// True for a text with `complete -o nospace -F _python_argcomplete "az"`.
bool RegistersArgcomplete(std::string_view text, std::string_view command) {
  std::string_view line;
  while (NextLine(text, line)) {
    line = Trim(line);
    if (!line.starts_with("complete ") ||
        line.find(" _python_argcomplete ") == line.npos) {
      continue;
    }
    std::string_view last = line.substr(line.rfind(' ') + 1);
    const bool is_quoted = last.size() > 2 && last.front() == last.back() &&
                           (last.front() == '"' || last.front() == '\'');
    if (is_quoted) last = last.substr(1, last.size() - 2);
    if (last == command) return true;
  }
  return false;
}

// Files of a directory that bash-completion reads whole are named for packages:
// azure-cli registers az.
bool IsRegisteredIn(const std::string& directory, std::string_view command) {
  constexpr size_t kMaxFiles = 64;
  if (OnSlowMount(directory)) return false;
  bool found = false;
  size_t files = 0;
  ForEachEntry(directory, [&](const char* entry, unsigned char) {
    const std::string path = JoinPath(directory, entry);
    found = RegistersArgcomplete(TextOfFile(path), command);
    return !found && ++files < kMaxFiles;
  });
  return found;
}

// A word as shlex.split() of Python reads it.
std::string ForShlex(const std::string& word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) ||
           std::string_view("-_/.=:,@").find(c) != std::string_view::npos;
  });
  return plain && !word.empty() ? word : SingleQuoted(word);
}

// The line, as Python splits it.
std::string Joined(const ProtocolQuestion& question) {
  std::string out;
  for (const std::string& word : question.words) out += ForShlex(word) + ' ';
  if (!question.partial.empty()) out += ForShlex(question.partial);
  return out;
}

void AddValue(ProtocolAnswer& answer, std::string_view value,
              std::string_view about) {
  if (answer.values.size() >= kMaxGenerated) return;
  if (value.empty() || value.size() > kMaxValue || HasHidden(value)) return;
  GeneratedValue out{std::string(value), ""};
  if (!HasHidden(about)) {
    out.description = Trim(about).substr(0, kMaxDescription);
  }
  answer.values.push_back(std::move(out));
}

// "VALUE\tDESCRIPTION" in each line, then ":4".
ProtocolAnswer ParseCobra(std::string_view output) {
  constexpr unsigned kError = 1, kNoFiles = 4, kTypes = 8, kDirectories = 16;
  std::vector<std::string_view> lines;
  std::string_view line;
  while (NextLine(output, line)) {
    if (!line.empty()) lines.push_back(line);
  }
  unsigned directive = 0;
  if (lines.empty() || !lines.back().starts_with(':')) return {};
  const std::string_view number = lines.back().substr(1);
  const auto read =
      std::from_chars(number.data(), number.data() + number.size(), directive);
  if (read.ec != std::errc() || (directive & kError) != 0) return {};
  lines.pop_back();
  ProtocolAnswer answer;
  for (std::string_view each : lines) {
    if (each.starts_with("_activeHelp_ ")) continue;
    const size_t tab = std::min(each.find('\t'), each.size());
    AddValue(answer, each.substr(0, tab),
             each.substr(std::min(tab + 1, each.size())));
  }
  using Files = ProtocolAnswer::Files;
  if ((directive & kTypes) != 0) {
    answer.files = Files::kOfType;
    for (const GeneratedValue& type : answer.values) {
      std::string_view name = type.value;
      while (name.starts_with('*') || name.starts_with('.')) {
        name.remove_prefix(1);
      }
      if (!name.empty() && answer.types.size() < kMaxTypes) {
        answer.types.emplace_back(name);
      }
    }
    answer.values.clear();
  } else if ((directive & kDirectories) != 0) {
    answer.files = Files::kDirectories;
    answer.values.clear();  // the directory that they are in
  } else if ((directive & kNoFiles) != 0) {
    answer.files = Files::kNone;
  } else if (answer.values.empty()) {
    answer.files = Files::kAny;
  }
  return answer;
}

// Three lines for each: "plain", "file" or "dir", the value, and what it is.
ProtocolAnswer ParseClick(std::string_view output) {
  ProtocolAnswer answer;
  std::string_view type, value, about;
  while (NextLine(output, type)) {
    // The rest of a text of several lines.
    if (!IsOneOf(type, {"plain", "file", "dir"})) continue;
    if (!NextLine(output, value) || !NextLine(output, about)) break;
    if (type == "file") answer.files = ProtocolAnswer::Files::kAny;
    if (type == "dir") answer.files = ProtocolAnswer::Files::kDirectories;
    if (type != "plain") continue;
    if (about == "_") {
      AddValue(answer, value, "");
      continue;
    }
    std::string plain;  // "a\:b"
    for (size_t i = 0; i < value.size(); ++i) {
      if (value.substr(i).starts_with("\\:")) continue;
      plain += value[i];
    }
    AddValue(answer, plain, about);
  }
  return answer;
}

ProtocolAnswer ParseLines(std::string_view output) {
  ProtocolAnswer answer;
  std::string_view line;
  while (NextLine(output, line)) AddValue(answer, line, "");
  return answer;
}

// Values with a vertical tab between them, each "VALUE\tDESCRIPTION".
ProtocolAnswer ParseArgcomplete(std::string_view output) {
  ProtocolAnswer answer;
  while (!output.empty()) {
    const size_t end = std::min(output.find('\v'), output.size());
    const std::string_view each = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    const size_t tab = std::min(each.find('\t'), each.size());
    std::string_view value = each.substr(0, tab);
    // A blank says that the word is complete.
    if (value.ends_with(' ')) value.remove_suffix(1);
    AddValue(answer, value, each.substr(std::min(tab + 1, each.size())));
  }
  return answer;
}

}  // namespace

std::string_view NameOf(Protocol protocol) {
  constexpr std::string_view kNames[] = {"none", "Cobra", "click", "click",
                                         "argcomplete"};
  return kNames[static_cast<int>(protocol)];
}

Protocol ProtocolIn(std::string_view text, std::string_view command) {
  // Comments and functions of other files name __complete, too.
  const bool calls = text.find(" __complete ") != text.npos ||
                     text.find(" __completeNoDesc ") != text.npos;
  if (calls && text.find("hellCompDirective") != text.npos) {
    return Protocol::kCobra;
  }
  if (text.find("python_argcomplete") != text.npos ||
      text.find("register-python-argcomplete") != text.npos) {
    return Protocol::kArgcomplete;
  }
  return ClickIn(text, ClickVariable(command));
}

std::vector<std::string> CompletionFilesOf(const std::string& command,
                                           const std::string& program,
                                           const std::string& home) {
  std::vector<std::string> paths;
  const std::string prefix = TrustedPrefix(program, home);
  if (!prefix.empty()) {
    const std::string share = prefix + "/share/";
    paths = {share + "bash-completion/completions/" + command,
             share + "zsh/vendor-completions/_" + command,
             share + "zsh/site-functions/_" + command,
             share + "fish/vendor_completions.d/" + command + ".fish",
             share + "fish/completions/" + command + ".fish",
             prefix + "/etc/bash_completion.d/" + command};
    if (prefix == "/usr") paths.push_back("/etc/bash_completion.d/" + command);
  }
  if (!home.empty()) {
    paths.push_back(home + "/.local/share/bash-completion/completions/" +
                    command);
    paths.push_back(home + "/.config/fish/completions/" + command + ".fish");
  }
  return paths;
}

Protocol ProtocolOf(const std::string& command, const std::string& program,
                    const std::string& home) {
  if (command.empty() || command.find('/') != command.npos) {
    return Protocol::kNone;
  }
  // A program with the rights of another user is not run.
  const auto file = StatFile(program);
  if (!file || (file->st_mode & (S_ISUID | S_ISGID)) != 0) {
    return Protocol::kNone;
  }
  const std::string prefix = TrustedPrefix(program, home);
  for (const std::string& path : CompletionFilesOf(command, program, home)) {
    const Protocol found = ProtocolIn(TextOfFile(path), command);
    if (found != Protocol::kNone) return found;
  }
  if (prefix.empty()) return Protocol::kNone;
  const std::string read_whole = "/etc/bash_completion.d";
  if (IsRegisteredIn(prefix + read_whole, command) ||
      (prefix == "/usr" && IsRegisteredIn(read_whole, command))) {
    return Protocol::kArgcomplete;
  }
  const std::string head = TextOfFile(program).substr(0, kMarkedBytes);
  const bool marked =
      head.starts_with("#!") && head.find("PYTHON_ARGCOMPLETE_OK") != head.npos;
  return marked ? Protocol::kArgcomplete : Protocol::kNone;
}

ProtocolCall CallOf(Protocol protocol, const ProtocolQuestion& question) {
  ProtocolCall call;
  const std::string& name = question.words[0];
  call.words = {name};
  const std::string line = Joined(question);
  switch (protocol) {
    case Protocol::kCobra:
      call.words.emplace_back("__complete");
      call.words.insert(call.words.end(), question.words.begin() + 1,
                        question.words.end());
      call.words.push_back(question.partial);
      call.environment = {"COBRA_ACTIVE_HELP=0"};
      break;
    case Protocol::kClick:
    case Protocol::kOldClick:
      call.environment = {
          ClickVariable(BaseName(name)) +
              (protocol == Protocol::kClick ? "=zsh_complete" : "=complete"),
          "COMP_WORDS=" + line,
          "COMP_CWORD=" + std::to_string(question.words.size())};
      break;
    case Protocol::kArgcomplete:
      call.environment = {"_ARGCOMPLETE=1",
                          "_ARGCOMPLETE_IFS=\v",
                          "_ARGCOMPLETE_DFS=\t",
                          "_ARGCOMPLETE_SUPPRESS_SPACE=1",
                          "COMP_TYPE=9",
                          "COMP_LINE=" + line,
                          "COMP_POINT=" + std::to_string(line.size())};
      call.answers_at = 8;
      break;
    case Protocol::kNone: break;
  }
  return call;
}

ProtocolAnswer ParseAnswer(Protocol protocol, std::string_view output) {
  switch (protocol) {
    case Protocol::kCobra: return ParseCobra(output);
    case Protocol::kClick: return ParseClick(output);
    case Protocol::kOldClick: return ParseLines(output);
    case Protocol::kArgcomplete: return ParseArgcomplete(output);
    case Protocol::kNone: break;
  }
  return {};
}

}  // namespace synapse
