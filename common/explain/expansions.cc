#include "explain/expansions.h"

#include "line/tokenizer.h"

namespace synapse {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view raw) : raw_(raw) {}

  Expansions Scan() {
    out_.has_tilde = raw_.starts_with('~');
    while (at_ < raw_.size()) Step();
    return std::move(out_);
  }

 private:
  void Step() {
    const char c = raw_[at_];
    if (c == '\\' && at_ + 1 < raw_.size()) {
      Literal(raw_[at_ + 1]);
      at_ += 2;
    } else if (c == '\'' && !in_double_) {
      SingleQuoted(at_ + 1);
    } else if (c == '"') {
      in_double_ = !in_double_;
      ++at_;
    } else if (c == '`') {
      at_ = std::min(raw_.find('`', at_ + 1), raw_.size() - 1) + 1;
    } else if (c == '$') {
      Dollar();
    } else {
      Plain(c);
      ++at_;
    }
  }

  void SingleQuoted(size_t from) {
    const size_t end = std::min(raw_.find('\'', from), raw_.size());
    for (size_t i = from; i < end; ++i) Literal(raw_[i]);
    at_ = std::min(end + 1, raw_.size());
  }

  // A character that the shell does not read as a part of a pattern.
  void Literal(char c) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) {
      out_.pattern += '\\';
    }
    out_.pattern += c;
  }

  void Plain(char c) {
    if (in_double_) return Literal(c);
    out_.pattern += c;
    out_.has_glob |=
        c == '*' || c == '?' || (c == '[' && raw_.find(']', at_) != raw_.npos);
    if (c == '{') {
      const size_t end = raw_.find('}', at_);
      const std::string_view inner =
          raw_.substr(at_, end == raw_.npos ? 0 : end - at_);
      out_.has_braces |=
          inner.find(',') != inner.npos || inner.find("..") != inner.npos;
    }
  }

  void Dollar() {
    const std::string_view rest = raw_.substr(at_ + 1);
    if (!in_double_ && rest.starts_with('\'')) return SingleQuoted(at_ + 2);
    if (rest.starts_with('(')) return SkipNested('(', ')');
    if (rest.starts_with('{')) return Braced();
    size_t length = 0;
    while (length < rest.size() && IsNameChar(rest[length])) ++length;
    constexpr std::string_view kSpecial = "@*#?-$!";
    if (length > 0 && IsDigit(rest[0])) length = 1;
    const bool is_special =
        length == 0 && !rest.empty() && kSpecial.find(rest[0]) != rest.npos;
    if (is_special) length = 1;
    if (length == 0) {
      out_.pattern += '$';
      ++at_;
      return;
    }
    out_.variables.push_back(
        {at_, at_ + 1 + length, std::string(rest.substr(0, length))});
    at_ += 1 + length;
  }

  // `${NAME...}`, `${#NAME}`, zsh's `${(flags)NAME}`.
  void Braced() {
    const size_t begin = at_;
    size_t name = at_ + 2;
    if (name < raw_.size() && raw_[name] == '(') {
      name = std::min(raw_.find(')', name), raw_.size() - 1) + 1;
    }
    if (name < raw_.size() && (raw_[name] == '#' || raw_[name] == '!')) ++name;
    size_t end = name;
    while (end < raw_.size() && IsNameChar(raw_[end])) ++end;
    SkipNested('{', '}');
    if (end > name) {
      out_.variables.push_back(
          {begin, at_, std::string(raw_.substr(name, end - name))});
    }
  }

  // Skips `$`, the opening character, and all up to the one that closes it.
  void SkipNested(char open, char close) {
    int depth = 0;
    for (++at_; at_ < raw_.size(); ++at_) {
      if (raw_[at_] == '\\') {
        ++at_;
      } else if (raw_[at_] == open) {
        ++depth;
      } else if (raw_[at_] == close && --depth == 0) {
        break;
      }
    }
    at_ = std::min(at_ + 1, raw_.size());
  }

  std::string_view raw_;
  size_t at_ = 0;
  bool in_double_ = false;
  Expansions out_;
};

}  // namespace

Expansions ExpansionsOf(std::string_view raw) { return Scanner(raw).Scan(); }

}  // namespace synapse
