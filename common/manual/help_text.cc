#include "manual/help_text.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "manual/option_text.h"
#include "manual/synopsis.h"

namespace synapse {
namespace {

constexpr size_t kMaxHelpBytes = size_t{256} << 10, kMaxHelpLine = 1000;
constexpr size_t kMaxHelpOptions = 1000, kMaxHelpCommands = 400;
constexpr size_t kMaxUsage = 8000, kMaxAbout = 400;

struct HelpLine {
  int indent = 0;
  std::string text;  // without the indent; a tab is two blanks
};

// Drops terminal escapes and a character with the backspace behind it.
std::vector<HelpLine> LinesOf(std::string_view text) {
  text = text.substr(0, kMaxHelpBytes);
  std::vector<HelpLine> lines(1);
  bool indents = true;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    HelpLine& line = lines.back();
    if (c == '\n') {
      lines.emplace_back();
      indents = true;
    } else if (c == '\b') {
      if (!line.text.empty()) line.text.pop_back();
    } else if (c == '\x1b') {
      if (at + 1 < text.size() && text[at + 1] == '[') {
        at += 2;
        while (at < text.size() && (text[at] < '@' || text[at] > '~')) ++at;
      }
    } else if (c == '\t') {
      if (indents) {
        line.indent = (line.indent / 8 + 1) * 8;
      } else {
        line.text += "  ";
      }
    } else if (c == ' ' && indents) {
      ++line.indent;
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      indents = false;
      if (line.text.size() < kMaxHelpLine) line.text += c;
    }
  }
  for (HelpLine& line : lines) {
    while (line.text.ends_with(' ')) line.text.pop_back();
  }
  return lines;
}

class HelpReader {
 public:
  HelpReader(std::string_view text, const std::string& command)
      : lines_(LinesOf(text)), command_(command) {
    out_.names = {command};
  }

  CommandDraft Read() {
    for (at_ = 0; at_ < lines_.size(); ++at_) {
      const HelpLine& line = lines_[at_];
      if (line.text.empty()) continue;
      if (ReadUsage(line) || ReadTitle(line)) continue;
      if (line.text.starts_with('-')) {
        in_body_ = is_help_ = true;
        ReadOption(line);
      } else if (line.indent > 0 && (in_commands_ || IsChoice(line.text))) {
        ReadCommand(line);
      } else if (!in_body_ && out_.description.empty() && IsAbout(line.text)) {
        ReadAbout(line);
      } else if (line.indent == 0 && !Heads(at_)) {
        in_commands_ = false;
      }
    }
    if (!is_help_) out_.description.clear();  // a message of another kind
    for (const std::string& name : choices_) {
      if (out_.subcommands.size() >= kMaxHelpCommands) break;
      if (SubcommandNamed(out_, name)) continue;
      out_.subcommands.emplace_back().names = {name};
    }
    if (synopsis_.has_command && synopsis_.has_command_args &&
        out_.subcommands.empty()) {
      ArgDraft arg;
      arg.name = "command";
      arg.type = ValueType::kCommand;
      arg.optional = arg.variadic = true;
      out_.args = {arg};
    } else if (!synopsis_.has_command) {
      out_.args = ArgumentsOf(synopsis_);
    }
    return std::move(out_);
  }

 private:
  bool ReadUsage(const HelpLine& line) {
    std::string_view text = line.text;
    const std::string lower = AsciiLower(text.substr(0, 8));
    if (lower.starts_with("usage:")) {
      text = Trim(text.substr(6));
      in_usage_ = is_help_ = true;
      if (text.empty()) return true;
    } else if (in_usage_ && lower.starts_with("or:")) {
      text = Trim(text.substr(3));
    } else if (!in_usage_ || !text.starts_with(command_ + " ")) {
      in_usage_ = false;
      return false;
    }
    const size_t blank = text.find(' ');
    if (BaseNameOf(text.substr(0, blank)) != command_) return true;
    std::string usage(text);
    while (usage.size() < kMaxUsage && ContinuesUsage(line, at_ + 1)) {
      usage += ' ' + lines_[++at_].text;
    }
    ReadChoices(usage);
    AddSynopsis(usage, synopsis_);
    return true;
  }

  // argparse breaks a long line of usage, and aligns what follows.
  bool ContinuesUsage(const HelpLine& usage, size_t at) const {
    if (at >= lines_.size() || lines_[at].text.empty() ||
        lines_[at].indent < usage.indent + 7) {
      return false;
    }
    const std::string& text = lines_[at].text;
    return !text.ends_with(':') && text.find("  ") == text.npos &&
           (IsUpper(text[0]) || text.starts_with("...") ||
            std::string_view("[{(<").find(text[0]) != std::string_view::npos);
  }

  // "{send,receive} ...": subcommands of argparse.
  void ReadChoices(std::string_view usage) {
    const size_t end = usage.find("} ...");
    if (end == usage.npos) return;
    const size_t begin = usage.rfind('{', end);
    if (begin == usage.npos) return;
    std::string_view names = usage.substr(begin + 1, end - begin - 1);
    while (!names.empty() && choices_.size() < kMaxHelpCommands) {
      const size_t comma = std::min(names.find(','), names.size());
      const std::string_view name = names.substr(0, comma);
      if (IsSubcommandName(name)) choices_.emplace_back(name);
      names.remove_prefix(std::min(names.size(), comma + 1));
    }
  }

  // "send   Send a file", or "send (s)" alone.
  bool IsChoice(std::string_view text) const {
    const size_t end = std::min(text.find(' '), text.size());
    const bool gap = end == text.size() || text.substr(end).starts_with("  ") ||
                     text.substr(end).starts_with(" (");
    return gap && std::find(choices_.begin(), choices_.end(),
                            text.substr(0, end)) != choices_.end();
  }

  // No version, licence or message.
  bool IsAbout(std::string_view text) const {
    const std::string lower = AsciiLower(text);
    for (std::string_view part :
         {"copyright", "(c)", "http", "invalid ", "unrecognized", "illegal ",
          "unknown ", "@", "  "}) {
      if (lower.find(part) != lower.npos) return false;
    }
    for (std::string_view word :
         {"usage", "warning", "error", "version", "try "}) {
      if (lower.starts_with(word)) return false;
    }
    const size_t version = lower.find("version ");
    if (version != lower.npos && version + 8 < lower.size() &&
        IsDigit(lower[version + 8])) {
      return false;
    }
    return (IsUpper(text[0]) || IsLower(text[0])) &&
           std::count(text.begin(), text.end(), ' ') >= 2 &&
           !text.starts_with(command_ + ":");
  }

  void ReadAbout(const HelpLine& first) {
    std::string about = first.text;
    while (at_ + 1 < lines_.size() && about.size() < kMaxAbout) {
      const HelpLine& next = lines_[at_ + 1];
      if (next.text.empty() || next.indent != first.indent ||
          !IsAbout("two words " + next.text)) {
        break;
      }
      about += ' ' + next.text;
      ++at_;
    }
    // "tool - what it does"
    if (about.starts_with(command_ + " - "))
      about.erase(0, command_.size() + 3);
    out_.description = FirstSentence(about);
  }

  // A group of commands follows: "work on the current change".
  bool Heads(size_t at) const {
    return at + 1 < lines_.size() && lines_[at + 1].indent > 0 &&
           !lines_[at].text.ends_with('.');
  }

  static std::string_view BaseNameOf(std::string_view path) {
    const size_t slash = path.rfind('/');
    return slash == path.npos ? path : path.substr(slash + 1);
  }

  bool ReadTitle(const HelpLine& line) {
    const std::string_view text = line.text;
    const bool capitals = std::all_of(text.begin(), text.end(), [](char c) {
      return IsUpper(c) || c == ' ' || c == ':';
    });
    if (line.indent > 2 || text.starts_with('-') || text.size() > 80 ||
        (!text.ends_with(':') && !(capitals && line.indent == 0))) {
      return false;
    }
    const std::string lower = AsciiLower(text);
    in_commands_ = lower.find("command") != lower.npos &&
                   lower.find("option") == lower.npos &&
                   lower.find("command line") == lower.npos;
    command_indent_ = -1;
    in_usage_ = false;
    const bool body = lower.starts_with("option") || in_commands_;
    in_body_ |= body;
    is_help_ |= body;
    return true;
  }

  // The description behind `from` in the line, or in deeper lines below.
  std::string DescriptionFrom(const HelpLine& line, size_t from) {
    std::string about(Trim(std::string_view(line.text).substr(from)));
    for (size_t next = at_ + 1; next < lines_.size(); ++next) {
      const HelpLine& below = lines_[next];
      if (below.text.empty() || below.indent <= line.indent + 1 ||
          below.text.starts_with('-') || about.size() > 300) {
        break;
      }
      if (!about.empty()) about += ' ';
      about += below.text;
    }
    return FirstSentence(about);
  }

  static size_t GapIn(std::string_view text) {
    return std::min(text.find("  "), text.size());
  }

  void ReadOption(const HelpLine& line) {
    size_t gap = GapIn(line.text);
    auto options = OptionsOfText(std::string_view(line.text).substr(0, gap));
    if (options.empty() ||
        (options.size() == 1 && gap < line.text.size() &&
         Trim(std::string_view(line.text).substr(gap)).starts_with("--"))) {
      // "-a,  --all   text": the second gap counts.
      const size_t behind =
          std::min(line.text.find_first_not_of(' ', gap), line.text.size());
      const size_t second =
          std::min(line.text.find("  ", behind), line.text.size());
      std::string joined = line.text.substr(0, gap);
      if (!joined.ends_with(',')) joined += ',';
      joined += ' ' + line.text.substr(behind, second - behind);
      auto both = OptionsOfText(joined);
      if (!both.empty()) {
        options = std::move(both);
        gap = second;
      }
    }
    if (options.empty()) {
      // "-a: text" and "-a text" of short helps.
      const size_t blank = line.text.find_first_of(" :");
      if (blank == line.text.npos || blank > 30) return;
      options = OptionsOfText(std::string_view(line.text).substr(0, blank));
      gap = blank + 1;
    }
    const std::string about = DescriptionFrom(line, gap);
    for (OptionDraft& option : options) {
      if (out_.options.size() >= kMaxHelpOptions) return;
      const bool known = std::any_of(
          option.names.begin(), option.names.end(),
          [&](const std::string& name) { return OptionNamed(out_, name); });
      if (known) continue;
      option.description = about;
      out_.options.push_back(std::move(option));
    }
  }

  void ReadCommand(const HelpLine& line) {
    size_t gap = GapIn(line.text);
    // "list - list packages"
    const size_t dash = line.text.find(" - ");
    if (dash != line.text.npos && dash < gap) gap = dash;
    const bool below = gap == line.text.size() && at_ + 1 < lines_.size() &&
                       lines_[at_ + 1].indent > line.indent;
    std::string_view names = std::string_view(line.text).substr(0, gap);
    if (names.ends_with(':')) names.remove_suffix(1);
    // Deeper lines continue a description.
    if (!out_.subcommands.empty() && command_indent_ >= 0 &&
        line.indent > command_indent_) {
      return;
    }
    std::vector<std::string> found;
    while (!names.empty()) {
      const size_t end = std::min(names.find_first_of(" ,|"), names.size());
      const std::string_view name = names.substr(0, end);
      if (!IsSubcommandName(name)) {
        if (found.empty()) return;
        break;
      }
      found.emplace_back(name);
      const bool more = names.substr(end).starts_with(", ") ||
                        names.substr(end).starts_with("|");
      if (!more) break;
      names = Trim(names.substr(end + 1));
    }
    if (found.empty() || (gap == line.text.size() && !below &&
                          line.text.find(' ') != line.text.npos)) {
      return;
    }
    std::string about = DescriptionFrom(line, gap);
    if (about.starts_with("- ")) about.erase(0, 2);
    for (CommandDraft& sub : CommandsNamed(std::move(found))) {
      if (SubcommandNamed(out_, sub.names[0]) ||
          out_.subcommands.size() >= kMaxHelpCommands) {
        continue;
      }
      sub.description = about;
      command_indent_ = line.indent;
      out_.subcommands.push_back(std::move(sub));
    }
  }

  const std::vector<HelpLine> lines_;
  const std::string& command_;
  CommandDraft out_;
  Synopsis synopsis_;
  size_t at_ = 0;
  std::vector<std::string> choices_;
  bool in_usage_ = false, in_commands_ = false;
  bool in_body_ = false;  // options or commands were seen
  bool is_help_ = false;  // these, or a usage
  int command_indent_ = -1;
};

// Phrases of the parsers.
constexpr const char* kHelpPhrases[] = {
    "COMMAND [ARGS]...",                                 // click
    "this message or the help of the given sub",         // clap
    "[command] --help\" for more information",           // Cobra
    "Shows a list of commands or help for one command",  // urfave/cli
    "<command> --help",
    "COMMAND --help",
    "<subcommand> --help",
    "[command] --help",
};

}  // namespace

bool SubcommandsHaveHelp(std::string_view text) {
  text = text.substr(0, kMaxHelpBytes);
  for (const char* phrase : kHelpPhrases) {
    if (text.find(phrase) != text.npos) return true;
  }
  // argparse
  return text.find("how this help message and exit") != text.npos &&
         text.find('{') != text.npos && text.find("...") != text.npos;
}

CommandDraft SpecOfHelp(std::string_view text, const std::string& command) {
  return HelpReader(text, command).Read();
}

}  // namespace synapse
