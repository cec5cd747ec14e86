#include "manual/page_spec.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "manual/option_text.h"
#include "manual/page_name.h"
#include "manual/synopsis.h"

namespace synapse {
namespace {

constexpr size_t kMaxOptions = 3000, kMaxCommands = 600, kMaxReferences = 400;
constexpr size_t kMaxTagBeforeDash = 80;

bool HasPart(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// Sections whose tags are no options of the command.
bool IsOtherSection(std::string_view title) {
  for (std::string_view part :
       {"example", "see also", "author", "bugs", "history", "copyright",
        "exit status", "environment", "files", "diagnostics", "standards",
        "return value", "acknowledge", "license", "caveat", "deprecated"}) {
    if (HasPart(title, part)) return true;
  }
  return title == "name" || title == "synopsis";
}

bool IsCommandSection(std::string_view title) {
  if (HasPart(title, "command line") || HasPart(title, "command-line") ||
      HasPart(title, "aliases") || HasPart(title, "environment") ||
      HasPart(title, "command options") || HasPart(title, "syntax")) {
    return false;
  }
  return HasPart(title, "command") || title == "verbs" || title == "actions" ||
         title == "operations";
}

bool IsOptionSection(std::string_view title) {
  return HasPart(title, "option") || HasPart(title, "flag") ||
         HasPart(title, "switch") || HasPart(title, "argument") ||
         HasPart(title, "parameter");
}

class PageSpecReader {
 public:
  PageSpecReader(const ManualPage& page, const std::string& command)
      : page_(page), command_(command) {}

  PageSpec Read() {
    out_.root.names = {command_};
    ReadHead();
    std::string above;  // the title of the section that a part belongs to
    for (const PageSection& section : page_.sections) {
      const std::string title = AsciiLower(section.title);
      if (!section.is_part) above = title;
      if (IsOtherSection(section.is_part ? above : title) ||
          IsOtherSection(title)) {
        continue;
      }
      ReadSection(section, title, above);
    }
    if (synopsis_.has_command && synopsis_.has_command_args &&
        out_.root.subcommands.empty()) {
      ArgDraft arg;
      arg.name = "command";
      arg.type = ValueType::kCommand;
      arg.optional = arg.variadic = true;
      out_.root.args = {arg};
    } else if (!synopsis_.has_command) {
      out_.root.args = ArgumentsOf(synopsis_);
    }
    if (out_.root.options.empty()) out_.root.options = synopsis_.options;
    FindReferences();
    return std::move(out_);
  }

 private:
  void ReadHead() {
    out_.root.description = FirstSentence(DescriptionOfPage(page_));
    for (const PageSection& section : page_.sections) {
      const std::string title = AsciiLower(section.title);
      if (title == "synopsis" || title == "usage") {
        for (const PageParagraph& p : section.paragraphs) ReadUse(p.text);
      }
    }
    names_commands_ = synopsis_.has_command;
    for (const std::string& use : uses_) {
      names_commands_ |= use.find('{') != use.npos;
    }
  }

  void ReadUse(std::string_view text) {
    std::string_view rest = text;
    while (rest.starts_with(kValueBegin) || rest.starts_with('[')) {
      rest.remove_prefix(1);
    }
    const std::string plain = PlainText(text);
    const size_t first = std::min(plain.find(' '), plain.size());
    if (first == 0) return;
    uses_.push_back(plain);
    if (out_.of_command.empty() && first < plain.size()) {
      const std::string_view second = std::string_view(plain).substr(first + 1);
      out_.of_command = plain.substr(0, first);
      out_.of_subcommand = second.substr(0, second.find(' '));
    }
    AddSynopsis(text, synopsis_);
  }

  bool MayHaveCommands(std::string_view name) const {
    if (synopsis_.has_command) return true;
    const std::string in_use = command_ + " " + std::string(name);
    for (const std::string& use : uses_) {
      if (use.starts_with(in_use) &&
          (use.size() == in_use.size() || use[in_use.size()] == ' ')) {
        return true;
      }
      // {update | upgrade | install pkg...}
      const size_t at = use.find(name);
      if (use.find('{') != use.npos && at != use.npos && at > 0 &&
          (use[at - 1] == '{' || use[at - 1] == ' ' || use[at - 1] == '|')) {
        return true;
      }
    }
    return false;
  }

  // The text below the tag at `at`, which other tags may share.
  static std::string TextBelow(const PageSection& section, size_t at) {
    const auto& paragraphs = section.paragraphs;
    const PageParagraph& tag = paragraphs[at];
    for (size_t i = at + 1; i < paragraphs.size() && i < at + 6; ++i) {
      const PageParagraph& next = paragraphs[i];
      const bool colon = tag.text.ends_with(':') && next.level == tag.level;
      if ((next.level > tag.level || colon) && !next.text.empty() &&
          !next.tag) {
        return OptionsOfText(next.text).empty() ? FirstSentence(next.text) : "";
      }
      const bool shares =
          next.level == tag.level && (next.tag || next.text.starts_with('-'));
      if (!shares) break;
    }
    return "";
  }

  void ReadSection(const PageSection& section, const std::string& title,
                   const std::string& above) {
    CommandDraft* command = &out_.root;
    int command_level = -1;
    const bool commands = IsCommandSection(title) || IsCommandSection(above);
    const bool described = title == "description" && names_commands_;
    if (section.is_part || commands) {
      if (CommandDraft* of_title = CommandOfTitle(section.title, commands)) {
        command = of_title;
        command_level = -2;
        const auto& paragraphs = section.paragraphs;
        size_t at = 0;
        while (at < 4 && at + 1 < paragraphs.size() &&
               RepeatsName(paragraphs[at].text, *of_title)) {
          ++at;
        }
        if (of_title->description.empty() && at < paragraphs.size() &&
            !paragraphs[at].text.starts_with('-')) {
          of_title->description = FirstSentence(paragraphs[at].text);
        }
      }
    }
    // The title itself may name an option.
    if (title.starts_with('-')) {
      for (OptionDraft& option : OptionsOfText(section.title)) {
        if (!section.paragraphs.empty()) {
          option.description = FirstSentence(section.paragraphs[0].text);
        }
        if (!OptionNamed(*command, option.names[0])) {
          command->options.push_back(std::move(option));
        }
      }
    }
    const bool options = IsOptionSection(title) || IsOptionSection(above);
    for (size_t i = 0; i < section.paragraphs.size(); ++i) {
      const PageParagraph& p = section.paragraphs[i];
      if (command_level >= 0 && p.level <= command_level) {
        command = &out_.root;
        command_level = -1;
      }
      const bool heads = p.tag || (i + 1 < section.paragraphs.size() &&
                                   section.paragraphs[i + 1].level > p.level);
      if (p.text.starts_with('-') || p.text.starts_with("\x02-") ||
          p.text.starts_with("[-")) {
        if (heads || options || p.text.ends_with(':') ||
            p.text.find("  ") != p.text.npos) {
          Options(section, i, *command);
        }
        continue;
      }
      if (command_level == -2 || !(commands || described)) continue;
      // "add FILE - Add a file": the text goes on below.
      const size_t dash = p.text.find(" - ");
      const bool in_line = commands && dash < kMaxTagBeforeDash;
      if (!heads && !in_line) continue;
      const size_t before = out_.root.subcommands.size();
      const std::string_view tag = std::string_view(p.text).substr(0, dash);
      if (CommandDraft* sub = Subcommand(in_line ? tag : p.text)) {
        std::string about = in_line ? "" : TextBelow(section, i);
        if (in_line) {
          about = p.text.substr(dash + 3);
          const bool goes_on = heads && i + 1 < section.paragraphs.size() &&
                               section.paragraphs[i + 1].level > p.level;
          if (goes_on) about += ' ' + section.paragraphs[i + 1].text;
          about = FirstSentence(about);
        }
        if (sub->description.empty()) sub->description = about;
        for (size_t n = before; n < out_.root.subcommands.size(); ++n) {
          out_.root.subcommands[n].description = about;
        }
        command = sub;
        command_level = p.level;
      }
    }
  }

  // "accounts, a" and "tool add [-f]" say again which subcommand it is. Adds the
  // other names.
  bool RepeatsName(std::string_view text, CommandDraft& command) const {
    const std::string plain = PlainText(text);
    const std::string name = command.names[0];
    if (plain.starts_with(command_ + " " + name)) return true;
    if (plain != name && !plain.starts_with(name + ", ")) return false;
    std::string_view rest = plain;
    std::vector<std::string> names;
    while (!rest.empty() && names.size() < 6) {
      const size_t end = std::min(rest.find(", "), rest.size());
      if (!IsSubcommandName(rest.substr(0, end))) return false;
      names.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(rest.size(), end + 2));
    }
    for (std::string& other : names) {
      if (!SubcommandNamed(out_.root, other)) {
        command.names.push_back(std::move(other));
      }
    }
    return true;
  }

  // A part that is about a subcommand: "tool add", or "add NAME" among
  // commands.
  CommandDraft* CommandOfTitle(std::string_view title, bool commands) {
    if (title.starts_with(command_ + " ")) {
      return Subcommand(title.substr(command_.size() + 1));
    }
    if (!commands || title.empty() || !IsLower(title[0])) return nullptr;
    const size_t blank = title.find(' ');
    if (blank != title.npos && IsLower(title[blank + 1])) return nullptr;
    return Subcommand(title);
  }

  CommandDraft* Subcommand(std::string_view text) {
    if (text.size() > 300) return nullptr;
    const std::string plain = PlainText(text);
    std::string_view rest = plain;
    // "tool add NAME" is about `add`.
    if (rest.starts_with(command_ + " "))
      rest.remove_prefix(command_.size() + 1);
    std::vector<std::string> names;
    while (true) {
      size_t end = 0;
      while (end < rest.size() && rest[end] != ' ' && rest[end] != ',' &&
             rest[end] != '|' && rest[end] != '[') {
        ++end;
      }
      std::string_view name = rest.substr(0, end);
      while (name.ends_with(':') || name.ends_with('.')) name.remove_suffix(1);
      if (!IsSubcommandName(name)) return nullptr;
      names.emplace_back(name);
      rest.remove_prefix(end);
      const bool comma = rest.starts_with(", ") || rest.starts_with(" | ") ||
                         rest.starts_with('|');
      if (!comma || names.size() >= 6) break;
      rest.remove_prefix(rest.find_first_not_of(" ,|") == rest.npos
                             ? rest.size()
                             : rest.find_first_not_of(" ,|"));
    }
    // Values follow; a word in small letters begins a sentence.
    const std::string_view behind = Trim(rest);
    if (!behind.empty() && IsLower(behind[0]) &&
        text.find(kValueBegin) == text.npos) {
      return nullptr;
    }
    if (IsOneOf(names[0],
                {"or", "and", "see", "note", "where", "with", "eg"}) ||
        !MayHaveCommands(names[0])) {
      return nullptr;
    }
    for (CommandDraft& sub : out_.root.subcommands) {
      if (sub.is_named(names[0])) return &sub;
    }
    if (out_.root.subcommands.size() >= kMaxCommands) return nullptr;
    Synopsis synopsis;
    AddSynopsis("x " + std::string(behind), synopsis);
    for (CommandDraft& sub : CommandsNamed(std::move(names))) {
      sub.args = ArgumentsOf(synopsis);
      out_.root.subcommands.push_back(std::move(sub));
    }
    return &out_.root.subcommands.back();
  }

  void Options(const PageSection& section, size_t at, CommandDraft& to) {
    const PageParagraph& p = section.paragraphs[at];
    std::string about;
    std::vector<OptionDraft> options = OptionsOfText(p.text);
    // "-a  Show all" and "-a: Show all" in one paragraph.
    for (std::string_view between : {"  ", ": "}) {
      const size_t gap = p.text.find(between);
      if (gap == p.text.npos || p.tag) continue;
      if (between == ": " && !options.empty()) continue;
      auto before = OptionsOfText(std::string_view(p.text).substr(0, gap));
      if (before.empty()) continue;
      options = std::move(before);
      about = FirstSentence(std::string_view(p.text).substr(gap + 2));
      break;
    }
    if (options.empty()) return;
    if (about.empty()) about = TextBelow(section, at);
    const bool joins_last = at > 0 && last_at_ + 1 == at &&
                            last_section_ == &section && !to.options.empty() &&
                            options.size() == 1;
    last_at_ = at;
    last_section_ = &section;
    if (joins_last && SameOption(section, at, to.options.back(), options[0])) {
      OptionDraft& last = to.options.back();
      for (const std::string& name : options[0].names) {
        if (!OptionNamed(to, name)) last.names.push_back(name);
      }
      if (last.args.empty()) last.args = std::move(options[0].args);
      if (last.description.empty()) last.description = about;
      return;
    }
    for (OptionDraft& option : options) {
      if (to.options.size() >= kMaxOptions) return;
      if (!KeepNewNames(to, option)) continue;
      option.description = about;
      to.options.push_back(std::move(option));
    }
  }

  // Removes the names that `to` has already; false if none is left. What is left
  // of "-p, --indicator-style=slash" is -p, which stands for that value.
  static bool KeepNewNames(const CommandDraft& to, OptionDraft& option) {
    const size_t before = option.names.size();
    std::erase_if(option.names, [&](const std::string& name) {
      return OptionNamed(to, name) != nullptr;
    });
    if (option.names.size() < before) option.args.clear();
    return !option.names.empty();
  }

  // Two tags in a row, without a text between: -a, then --all.
  bool SameOption(const PageSection& section, size_t at,
                  const OptionDraft& last, const OptionDraft& next) const {
    const PageParagraph& before = section.paragraphs[at - 1];
    if (before.level != section.paragraphs[at].level || !before.tag) {
      return false;
    }
    const auto is_short = [](const OptionDraft& option) {
      return std::all_of(option.names.begin(), option.names.end(),
                         [](const std::string& n) { return n.size() == 2; });
    };
    return is_short(last) != is_short(next) && last.names.size() == 1;
  }

  void FindReferences() {
    std::set<std::string> found;
    const std::string prefix = command_ + "-";
    for (const PageSection& section : page_.sections) {
      for (const PageParagraph& p : section.paragraphs) {
        const std::string text = PlainText(p.text);
        for (size_t at = 0; (at = text.find(prefix, at)) != text.npos; ++at) {
          size_t end = at + prefix.size();
          while (end < text.size() &&
                 (IsLower(text[end]) || IsDigit(text[end]) ||
                  text[end] == '-' || text[end] == '_')) {
            ++end;
          }
          const bool page = end + 1 < text.size() && text[end] == '(' &&
                            (text[end + 1] == '1' || text[end + 1] == '8');
          if (page && found.size() < kMaxReferences) {
            found.insert(text.substr(at, end - at));
          }
          at = end - 1;
        }
      }
    }
    out_.references.assign(found.begin(), found.end());
  }

  const ManualPage& page_;
  const std::string& command_;
  PageSpec out_;
  Synopsis synopsis_;
  std::vector<std::string> uses_;
  bool names_commands_ = false;  // in the synopsis
  size_t last_at_ = 0;
  const PageSection* last_section_ = nullptr;
};

}  // namespace

PageSpec SpecOfPage(const ManualPage& page, const std::string& command) {
  return PageSpecReader(page, command).Read();
}

}  // namespace synapse
