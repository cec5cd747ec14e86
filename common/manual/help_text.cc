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
        ReadOption(line);
      } else if (in_commands_ && line.indent > 0) {
        ReadCommand(line);
      } else if (line.indent == 0 && !Heads(at_)) {
        in_commands_ = false;
      }
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
      in_usage_ = true;
      if (text.empty()) return true;
    } else if (in_usage_ && lower.starts_with("or:")) {
      text = Trim(text.substr(3));
    } else if (!in_usage_ || !text.starts_with(command_ + " ")) {
      in_usage_ = false;
      return false;
    }
    const size_t blank = text.find(' ');
    if (BaseNameOf(text.substr(0, blank)) == command_) {
      AddSynopsis(text, synopsis_);
    }
    return true;
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
  bool in_usage_ = false, in_commands_ = false;
  int command_indent_ = -1;
};

}  // namespace

CommandDraft SpecOfHelp(std::string_view text, const std::string& command) {
  return HelpReader(text, command).Read();
}

}  // namespace synapse
