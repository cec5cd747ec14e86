// The source is read line by line. Requests and macros change the state of the
// current paragraph, and text is added to it.
#include "manual/page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "manual/mdoc_text.h"
#include "manual/roff_text.h"

namespace synapse {
namespace {

constexpr size_t kMaxParagraphs = 20'000, kMaxSections = 500;
constexpr size_t kMaxParagraphBytes = 2000, kMaxBlocks = 50;
constexpr size_t kMaxLevels = 30;
constexpr int kMaxNested = 8;

bool IsBullet(std::string_view text) {
  text = Trim(text);
  if (text.size() > 3 && !text.starts_with("\\")) return false;
  return IsOneOf(text, {"*", "-", "o", "+", "\\(bu", "\\[bu]", "\\[ci]",
                        "\\(ci", "•", "\\-", "\\(em", "\\(en"}) ||
         (!text.empty() && IsDigit(text[0]));
}

class PageReader {
 public:
  ManualPage Read(std::string_view source) {
    while (!source.empty() && page_.include.empty()) {
      const size_t end = std::min(source.find('\n'), source.size());
      std::string_view line = source.substr(0, end);
      source.remove_prefix(std::min(source.size(), end + 1));
      if (line.ends_with('\r')) line.remove_suffix(1);
      // A backslash at the end joins the next line.
      if (line.ends_with('\\') && !line.ends_with("\\\\")) {
        held_ += line.substr(0, line.size() - 1);
        if (held_.size() < kMaxParagraphBytes) continue;
        line = {};
      }
      if (held_.empty()) {
        Line(line);
      } else {
        held_ += line;
        const std::string whole = std::exchange(held_, "");
        Line(whole);
      }
    }
    Flush();
    return std::move(page_);
  }

 private:
  // Lines up to the macro that ends a part, which are left out.
  bool Skips(std::string_view line) {
    if (skip_until_.empty()) return false;
    // The end of a macro may be written as ".  .".
    if (!line.starts_with('.')) return true;
    if (Trim(line.substr(1)).starts_with(skip_until_)) skip_until_ = "";
    return true;
  }

  void Line(std::string_view line) {
    if (Skips(line)) return;
    if (!blocks_.empty() && !blocks_.back()) {
      // Inside of a branch that is not taken: only its end counts.
      Braces(line);
      return;
    }
    if (const size_t close = line.find("\\}"); close != line.npos) {
      const std::string_view before = line.substr(0, close);
      if (before != "." && before != "'" && !before.empty()) Line(before);
      if (!blocks_.empty()) blocks_.pop_back();
      return;
    }
    if (line.starts_with('.') || line.starts_with('\'')) {
      line.remove_prefix(1);
      while (line.starts_with(' ') || line.starts_with('\t')) {
        line.remove_prefix(1);
      }
      return Control(line);
    }
    Text(line, RoffFont::kRoman);
  }

  void Braces(std::string_view line) {
    for (size_t at = 0; (at = line.find('\\', at)) != line.npos; at += 2) {
      const char c = at + 1 < line.size() ? line[at + 1] : ' ';
      if (c == '{' && blocks_.size() < kMaxBlocks) blocks_.push_back(false);
      if (c == '}' && !blocks_.empty()) blocks_.pop_back();
      if (blocks_.empty()) return;
    }
  }

  void Control(std::string_view line) {
    size_t end = 0;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t' &&
           line[end] != '\\' && line[end] != '"') {
      ++end;
    }
    const std::string_view name = line.substr(0, end);
    const std::string_view rest = Trim(line.substr(end));
    if (name.empty()) return;
    if (Request(name, rest)) return;
    if (is_mdoc_ && MdocMacroLine(name, rest)) return;
    if (FontMacro(name, rest)) return;
    if (ManMacro(name, rest)) return;
  }

  bool Request(std::string_view name, std::string_view rest) {
    if (name == "if" || name == "ie") {
      Condition(rest, name == "ie");
    } else if (name == "el") {
      Branch(rest, !taken_);
    } else if (IsOneOf(name, {"de", "de1", "am", "ig", "dei"})) {
      skip_until_ = ".";
    } else if (name == "TS") {
      skip_until_ = "TE";
    } else if (name == "EQ") {
      skip_until_ = "EN";
    } else if (name == "ds" || name == "ds1") {
      const size_t blank = std::min(rest.find(' '), rest.size());
      std::string_view value = Trim(rest.substr(blank));
      if (value.starts_with('"')) value.remove_prefix(1);
      roff_.Define(rest.substr(0, blank), value);
    } else if (name == "so") {
      if (page_.sections.empty()) page_.include = rest.substr(0, 200);
    } else if (name == "nf" || name == "EX" || name == "Vb") {
      Flush();
      filled_ = false;
    } else if (name == "fi" || name == "EE" || name == "Ve") {
      Flush();
      filled_ = true;
    } else if (name == "br") {
      if (!expects_tag_) Flush();
    } else {
      return false;
    }
    return true;
  }

  // Known are a terminal's (n), a printer's (t), and groff's (\n(.g).
  void Condition(std::string_view rest, bool has_else) {
    bool negated = false, holds = false;
    if (rest.starts_with('!')) {
      negated = true;
      rest.remove_prefix(1);
    }
    size_t end = 0;
    if (rest.starts_with('n') || rest.starts_with('t')) {
      holds = rest[0] == 'n';
      end = 1;
    } else {
      holds = rest.starts_with("\\n(.g") || rest.starts_with("\\n[.g");
      // Up to a blank; a comparison of texts may hold some.
      const char quote = rest.empty() ? ' ' : rest[0];
      if (quote == '\'' || quote == '"') {
        for (int i = 0; i < 3 && end < rest.size(); ++i) {
          end = std::min(rest.find(quote, end), rest.size() - 1) + 1;
        }
      } else {
        end = std::min(rest.find(' '), rest.size());
      }
    }
    holds ^= negated;
    if (has_else) taken_ = holds;
    Branch(Trim(rest.substr(end)), holds);
  }

  void Branch(std::string_view rest, bool holds) {
    if (rest.starts_with("\\{")) {
      if (blocks_.size() < kMaxBlocks) blocks_.push_back(holds);
      rest.remove_prefix(2);
      if (rest.ends_with('\\')) rest.remove_suffix(1);
      if (!holds) return Braces(rest);
      if (!Trim(rest).empty()) Nested(rest);
    } else if (holds) {
      Nested(rest);
    }
  }

  // A line inside of a line. They may not nest without end.
  void Nested(std::string_view line) {
    if (depth_ >= kMaxNested) return;
    ++depth_;
    Line(line);
    --depth_;
  }

  // Adds a line of text to the paragraph, or makes it the tag.
  void Text(std::string_view line, RoffFont font) {
    if (title_follows_) {
      title_follows_ = false;
      Title(line,
            page_.sections.empty() ? false : page_.sections.back().is_part);
      return;
    }
    const bool indented = line.starts_with(' ') || line.starts_with('\t');
    if (Trim(line).empty()) {
      if (!expects_tag_ && !(is_mdoc_ && mdoc_.extended())) Flush();
      return;
    }
    if ((indented || !filled_) && !expects_tag_) Flush();
    if (indented && paragraph_.text.empty()) deeper_ = 1;
    if (next_font_ != RoffFont::kRoman) font = next_font_;
    next_font_ = RoffFont::kRoman;
    BeforeText();
    joins_ = roff_.Append(Trim(line), font, paragraph_.text);
    AfterText();
  }

  void BeforeText() {
    std::string& text = paragraph_.text;
    if (!joins_ && !text.empty() && text.back() != ' ') text += ' ';
    if (text.size() > kMaxParagraphBytes) text.resize(kMaxParagraphBytes);
  }
  void AfterText() {
    if (!expects_tag_ || joins_) return;
    expects_tag_ = false;
    paragraph_.tag = true;
    Flush();
    hang_ = 1;
  }

  void Flush() {
    if (!Trim(paragraph_.text).empty() && !page_.sections.empty() &&
        paragraphs_ < kMaxParagraphs) {
      ++paragraphs_;
      paragraph_.text = Trim(paragraph_.text);
      paragraph_.level = level_ + (paragraph_.tag ? 0 : hang_ + deeper_);
      page_.sections.back().paragraphs.push_back(std::move(paragraph_));
    }
    paragraph_ = {};
    joins_ = false;
    deeper_ = 0;
    expects_tag_ = false;
  }

  void Title(std::string_view text, bool is_part) {
    std::string title;
    (void)roff_.Append(text, RoffFont::kRoman, title);
    if (title_slot_ && !page_.sections.empty()) {
      page_.sections.back().title = PlainText(title);
      title_slot_ = false;
      return;
    }
    Section(PlainText(title), is_part);
  }

  void Section(std::string title, bool is_part) {
    Flush();
    level_ = hang_ = 0;
    levels_.clear();
    filled_ = true;
    if (page_.sections.size() >= kMaxSections) return;
    page_.sections.push_back({std::move(title), is_part, {}});
  }

  bool FontMacro(std::string_view name, std::string_view rest) {
    const auto font_of = [](char c) {
      return c == 'B'   ? RoffFont::kBold
             : c == 'I' ? RoffFont::kItalic
                        : RoffFont::kRoman;
    };
    const bool one = IsOneOf(name, {"B", "I", "R", "SM", "SB"});
    const bool two = IsOneOf(name, {"BR", "BI", "IR", "IB", "RB", "RI"});
    if (!one && !two) return false;
    const auto words = RoffText::Arguments(rest);
    if (words.empty()) {
      next_font_ = one ? font_of(name[0]) : RoffFont::kRoman;
      return true;
    }
    if (!filled_ && !expects_tag_) Flush();
    BeforeText();
    joins_ = false;
    for (size_t i = 0; i < words.size(); ++i) {
      if (one && i > 0) paragraph_.text += ' ';
      const char which = two ? name[i % 2] : name == "SB" ? 'B' : name[0];
      joins_ = roff_.Append(words[i], font_of(which), paragraph_.text);
    }
    AfterText();
    return true;
  }

  bool ManMacro(std::string_view name, std::string_view rest) {
    if (IsOneOf(name, {"SH", "SS", "Sh", "Ss"})) {
      const auto words = RoffText::Arguments(rest);
      std::string title;
      for (const std::string& word : words) {
        if (!title.empty()) title += ' ';
        title += word;
      }
      Section("", name[1] == 'S' || name[1] == 's');
      title_slot_ = true;
      title_follows_ = title.empty();
      if (!title.empty()) Title(title, false);
    } else if (name == "TP" || name == "TQ") {
      Flush();
      expects_tag_ = true;
      hang_ = 0;
    } else if (name == "IP") {
      ItemParagraph(rest);
    } else if (IsOneOf(name, {"PP", "P", "LP", "HP"})) {
      Flush();
      hang_ = 0;
    } else if (name == "sp" || name == "Sp") {
      Flush();
    } else if (name == "RS") {
      Flush();
      if (levels_.size() < kMaxLevels) {
        levels_.push_back({level_, hang_});
        level_ += hang_ + 1;
      }
      hang_ = 0;
    } else if (name == "RE") {
      Flush();
      if (!levels_.empty()) {
        std::tie(level_, hang_) = levels_.back();
        levels_.pop_back();
      }
    } else if (name == "OP") {
      const auto words = RoffText::Arguments(rest);
      BeforeText();
      paragraph_.text += '[';
      for (size_t i = 0; i < words.size() && i < 2; ++i) {
        if (i > 0) paragraph_.text += ' ';
        (void)roff_.Append(words[i], i ? RoffFont::kItalic : RoffFont::kBold,
                           paragraph_.text);
      }
      paragraph_.text += ']';
    } else if (name == "SY") {
      Flush();
      Text(rest, RoffFont::kBold);
    } else if (name == "Dd" || name == "Dt") {
      is_mdoc_ = true;
    } else {
      return false;
    }
    return true;
  }

  void ItemParagraph(std::string_view rest) {
    Flush();
    const auto words = RoffText::Arguments(rest);
    hang_ = 0;
    if (!words.empty() && !IsBullet(words[0]) && !Trim(words[0]).empty()) {
      (void)roff_.Append(words[0], RoffFont::kRoman, paragraph_.text);
      paragraph_.tag = true;
      Flush();
    }
    hang_ = 1;
  }

  // Macros of mdoc(7); true if it was one.
  bool MdocMacroLine(std::string_view name, std::string_view rest) {
    if (IsOneOf(name, {"Sh", "Ss"})) return ManMacro(name, rest);
    if (name == "Pp" || name == "Lp") {
      Flush();
      return true;
    }
    if (name == "Bl") {
      Flush();
      if (levels_.size() < kMaxLevels) {
        levels_.push_back({level_, hang_});
        level_ += hang_;
        hang_ = 0;
        has_tags_.push_back(rest.find("-tag") != rest.npos ||
                            rest.find("-hang") != rest.npos ||
                            rest.find("-ohang") != rest.npos ||
                            rest.find("-inset") != rest.npos);
      }
      return true;
    }
    if (name == "El") {
      Flush();
      if (!levels_.empty()) {
        std::tie(level_, hang_) = levels_.back();
        levels_.pop_back();
      }
      if (!has_tags_.empty()) has_tags_.pop_back();
      return true;
    }
    auto words = RoffText::Arguments(rest);
    if (name == "It") {
      Flush();
      hang_ = 0;
      if (!has_tags_.empty() && has_tags_.back() && !words.empty()) {
        mdoc_.AppendWords(words, 0, paragraph_.text);
        in_tag_ = true;
        EndMdocTag();
      } else {
        hang_ = 1;
      }
      return true;
    }
    if (name == "Bd") {
      Flush();
      filled_ = rest.find("-literal") == rest.npos &&
                rest.find("-unfilled") == rest.npos;
      return true;
    }
    if (name == "Ed") {
      Flush();
      filled_ = true;
      return true;
    }
    if (name == "Rs") {
      skip_until_ = "Re";
      return true;
    }
    if (name == "Nm" && !page_.sections.empty() &&
        AsciiLower(page_.sections.back().title) == "synopsis") {
      Flush();
    }
    words.insert(words.begin(), std::string(name));
    BeforeText();
    if (!mdoc_.AppendLine(words, paragraph_.text)) return false;
    EndMdocTag();
    return true;
  }

  void EndMdocTag() {
    if (!in_tag_ || mdoc_.extended()) return;
    in_tag_ = false;
    paragraph_.tag = true;
    Flush();
    hang_ = 1;
  }

  ManualPage page_;
  RoffText roff_;
  MdocText mdoc_{roff_};
  PageParagraph paragraph_;
  size_t paragraphs_ = 0;
  bool is_mdoc_ = false;
  bool filled_ = true;
  bool joins_ = false;        // the next text follows without a space
  bool expects_tag_ = false;  // behind .TP
  bool in_tag_ = false;       // behind .It
  bool title_follows_ = false, title_slot_ = false;
  RoffFont next_font_ = RoffFont::kRoman;
  int level_ = 0, hang_ = 0, deeper_ = 0;
  std::vector<std::pair<int, int>> levels_;
  std::vector<bool> has_tags_;  // of the lists
  std::vector<bool> blocks_;    // whether each branch is taken
  bool taken_ = false;
  int depth_ = 0;
  std::string_view skip_until_;
  std::string held_;  // a line that the next one joins
};

}  // namespace

ManualPage ParsePage(std::string_view source) {
  return PageReader().Read(source);
}

std::string PlainText(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != kValueBegin && c != kValueEnd) out += c;
  }
  return out;
}

}  // namespace synapse
