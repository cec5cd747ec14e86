#include "line/tokenizer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>

#include "base/text.h"
#include "line/quote.h"

namespace synapse {
namespace {

// A pushdown automaton with one frame for each open construct. Words of a
// command line are collected in the nearest command frame below.
enum class FrameKind {
  kCommand,    // outermost, $(, <(, >(
  kBackquote,  // a command line, closed by `
  kDoubleQuote,
  kParameter,   // ${
  kArithmetic,  // $(( or ((
};

struct Frame {
  FrameKind kind;
  size_t begin;  // the first byte inside
  std::vector<Token> tokens = {};
  Token word = {};
  bool in_word = false;
  int parens = 0;  // ( ) that belong to this frame
  bool wants_target = false;
  int word_parens = 0;  // inside name=( or a glob qualifier of the word
  // Inside ${...} or $((...)), whose text becomes part of the word unchanged.
  bool hidden = false;
};

constexpr size_t kMaxDepth = 64;
constexpr size_t kUsualDepth = 4, kUsualTokens = 8;  // more are allocated

// Bytes that mean themselves wherever a word has begun: most of a line, so that
// they are appended in runs.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (int c = 0; c < 256; ++c) {
    plain[c] = c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
               (c >= 'a' && c <= 'z');
  }
  for (char c : std::string_view("_./:,+@%^-=~")) {
    plain[static_cast<unsigned char>(c)] = true;
  }
  return plain;
}();

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsOperatorStart(char c) {
  return std::string_view("|&;\n()<>").find(c) != std::string_view::npos;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text, NestedText* nested = nullptr)
      : text_(text), nested_(nested) {
    frames_.reserve(kUsualDepth);
    frames_.push_back({.kind = FrameKind::kCommand, .begin = 0});
  }

  void Run() {
    while (at_ < text_.size()) Step();
  }

  std::vector<Token> TakeOutermost() {
    // An unclosed construct runs to the end of its word.
    ended_ = true;
    while (frames_.size() > 1) PopInto(text_.size());
    EndWord(text_.size());
    return std::move(frames_[0].tokens);
  }

  OpenTokens TakeInnermost() {
    OpenTokens out;
    for (auto f = frames_.rbegin(); !IsCommand(*f); ++f) {
      if (f->kind == FrameKind::kParameter) {
        out.inside = Inside::kParameter;
        out.parameter_begin = f->begin;
        break;
      }
      if (f->kind == FrameKind::kArithmetic) {
        out.inside = Inside::kArithmetic;
        break;
      }
    }
    out.backquotes = static_cast<int>(std::count_if(
        frames_.begin(), frames_.end(),
        [](const Frame& f) { return f.kind == FrameKind::kBackquote; }));
    if (in_comment_) out.inside = Inside::kComment;
    if (in_heredoc_) out.inside = Inside::kHereDocument;
    Quote open = open_quote_;
    while (!IsCommand(frames_.back())) {
      if (frames_.back().kind == FrameKind::kDoubleQuote) open = Quote::kDouble;
      PopInto(text_.size());
    }
    Frame& frame = frames_.back();
    if (frame.in_word) frame.word.open = open;
    EndWord(text_.size());
    out.begin = frame.begin;
    out.tokens = std::move(frame.tokens);
    return out;
  }

 private:
  static bool IsCommand(const Frame& f) {
    return f.kind == FrameKind::kCommand || f.kind == FrameKind::kBackquote;
  }
  Frame& Top() { return frames_.back(); }
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool Has(std::string_view s) const {
    return text_.substr(at_).starts_with(s);
  }
  // The byte here, and the plain ones behind it.
  size_t PlainRun() const {
    size_t end = at_ + 1;
    while (end < text_.size() &&
           kPlain[static_cast<unsigned char>(text_[end])]) {
      ++end;
    }
    return end - at_;
  }

  void Step() {
    switch (Top().kind) {
      case FrameKind::kCommand:
      case FrameKind::kBackquote: StepCommand(); break;
      case FrameKind::kDoubleQuote: StepDoubleQuote(); break;
      case FrameKind::kParameter: StepParameter(); break;
      case FrameKind::kArithmetic: StepArithmetic(); break;
    }
  }

  // The word that receives bytes, in the nearest command frame below.
  Frame& WordFrame() {
    size_t i = frames_.size() - 1;
    while (!IsCommand(frames_[i])) --i;
    return frames_[i];
  }
  void StartWord() {
    Frame& f = WordFrame();
    if (f.in_word) return;
    f.in_word = true;
    f.word = Token{};
    f.word.begin = at_;
  }
  void Append(size_t bytes) {
    if (!HidesText()) {
      WordFrame().word.value.append(text_.substr(at_, bytes));
    }
    at_ += bytes;
  }
  // The text here becomes part of an enclosing ${...} or $((...)).
  bool HidesText() const {
    const Frame& f = frames_.back();
    return !IsCommand(f) && (f.hidden || IsOpaque(f));
  }
  static bool IsOpaque(const Frame& f) {
    return f.kind == FrameKind::kParameter || f.kind == FrameKind::kArithmetic;
  }
  void EndWord(size_t end) {
    Frame& f = Top();
    if (!f.in_word) return;
    f.in_word = false;
    f.word_parens = 0;
    f.word.end = end;
    if (f.wants_target && heredoc_pending_ && heredoc_word_.empty()) {
      heredoc_word_ = f.word.value;
      heredoc_quoted_ = f.word.quoted;
    }
    f.wants_target = false;
    AddToken(f, std::move(f.word));
  }
  static void AddToken(Frame& f, Token token) {
    if (f.tokens.empty()) f.tokens.reserve(kUsualTokens);
    f.tokens.push_back(std::move(token));
  }

  void Push(FrameKind kind, size_t skip) {
    bool hidden = HidesText();
    at_ += skip;
    frames_.push_back({.kind = kind, .begin = at_, .hidden = hidden});
  }
  // Closes the top frame. Its text up to `end` becomes part of the outer word;
  // a substitution is kept as written.
  void PopInto(size_t end) {
    Frame closed = std::move(frames_.back());
    frames_.pop_back();
    if (nested_ && IsCommand(closed)) NoteSubstitution(closed, end);
    Frame& outer = WordFrame();
    if (closed.kind == FrameKind::kDoubleQuote) return;  // appended as read
    outer.word.dynamic = true;
    if (closed.hidden) return;
    size_t from = SubstitutionBegin(closed);
    // A parameter or arithmetic frame appended nothing itself.
    outer.word.value.append(text_.substr(from, end - from));
  }
  void NoteSubstitution(const Frame& f, size_t end) {
    bool is_inner =
        std::count_if(frames_.begin(), frames_.end(), IsCommand) > 1;
    if (is_inner) return;
    size_t behind = ended_ ? 0 : 1;  // the closing byte
    nested_->substitutions.emplace_back(
        text_.substr(f.begin, end - behind - f.begin),
        f.kind == FrameKind::kBackquote);
  }
  size_t SubstitutionBegin(const Frame& f) const {
    size_t back = f.kind == FrameKind::kBackquote ? 1 : 2;
    // `$((` has three bytes; `((` without a dollar has two.
    if (f.kind == FrameKind::kArithmetic && f.begin >= 3) {
      back += text_[f.begin - 3] == '$';
    }
    return f.begin - std::min(back, f.begin);
  }

  // ---- command lines ----

  void StepCommand() {
    Frame& f = Top();
    char c = Peek();
    if (f.word_parens > 0 && f.in_word && StepWordParens(f, c)) return;
    if (f.kind == FrameKind::kBackquote && c == '`') {
      EndWord(at_);
      ++at_;
      PopInto(at_);
      return;
    }
    if (c == '\\' && Peek(1) == '\n' && !f.in_word) {
      at_ += 2;  // a continued line: no word begins here
    } else if (IsBlank(c)) {
      EndWord(at_);
      ++at_;
    } else if (c == '#' && !f.in_word) {
      Comment();
    } else if (IsOperatorStart(c)) {
      Operator(c);
    } else {
      StartWord();
      WordByte(c);
    }
  }

  // Inside name=( ... ) or a glob qualifier everything up to the matching
  // parenthesis is one word.
  bool StepWordParens(Frame& f, char c) {
    if (c != '(' && c != ')' && !IsBlank(c) && c != '\n' && c != '|' &&
        c != '&' && c != ';' && c != '<' && c != '>') {
      return false;
    }
    f.word_parens += c == '(' ? 1 : c == ')' ? -1 : 0;
    Append(1);
    return true;
  }

  void WordByte(char c) {
    Token& word = WordFrame().word;
    if (c == '\\') {
      word.quoted = true;
      Escape();
    } else if (c == '\'') {
      word.quoted = true;
      ++at_;
      SingleQuote();
    } else if (c == '"') {
      word.quoted = true;
      Push(FrameKind::kDoubleQuote, 1);
    } else if (c == '$') {
      Dollar(/*in_double_quotes=*/false);
    } else if (c == '`') {
      Backquote();
    } else {
      Append(PlainRun());
    }
  }

  void Escape() {
    if (at_ + 1 >= text_.size()) {  // a lone backslash at the end
      ++at_;
      return;
    }
    ++at_;
    if (Peek() == '\n') {  // a continued line
      ++at_;
    } else {
      Append(1);
    }
  }

  void SingleQuote() {
    size_t close = text_.find('\'', at_);
    if (close == text_.npos) {
      Append(text_.size() - at_);
      open_quote_ = Quote::kSingle;
      return;
    }
    Append(close - at_);
    ++at_;
  }

  void DollarSingleQuote() {
    at_ += 2;
    Token& word = WordFrame().word;
    word.quoted = true;
    while (at_ < text_.size()) {
      char c = Peek();
      if (c == '\'') {
        ++at_;
        return;
      }
      if (c == '\\' && at_ + 1 < text_.size()) {
        at_ = AppendAnsiEscape(text_, at_, word.value);
      } else {
        Append(1);
      }
    }
    open_quote_ = Quote::kDollarSingle;
  }

  void Dollar(bool in_double_quotes) {
    Token& word = WordFrame().word;
    if (Has("$((")) {
      OpenNested(FrameKind::kArithmetic, 3);
    } else if (Has("$(")) {
      OpenNested(FrameKind::kCommand, 2);
    } else if (Has("${")) {
      OpenNested(FrameKind::kParameter, 2);
    } else if (Has("$'") && !in_double_quotes) {
      DollarSingleQuote();
    } else {
      if (IsNameChar(Peek(1)) ||
          std::string_view("?$!#@*-").find(Peek(1)) != std::string_view::npos) {
        word.dynamic = Peek(1) != '\0';
      }
      Append(1);
    }
  }
  void Backquote() { OpenNested(FrameKind::kBackquote, 1); }
  void OpenNested(FrameKind kind, size_t skip) {
    if (frames_.size() >= kMaxDepth) {
      Append(skip);  // deeper than people type: plain text
      return;
    }
    Push(kind, skip);
  }

  void Comment() {
    size_t end = std::min(text_.find('\n', at_), text_.size());
    Token t;
    t.kind = TokenKind::kComment;
    t.begin = at_;
    t.end = end;
    t.value = text_.substr(at_, end - at_);
    AddToken(Top(), std::move(t));
    in_comment_ = end == text_.size();
    at_ = end;
  }

  // ---- operators and redirections ----

  void Operator(char c) {
    Frame& f = Top();
    if (c == '(' && f.in_word) {
      if (f.word.value == "=" && !f.word.quoted) {  // zsh's =(...)
        f.word.value.clear();
        return OpenNested(FrameKind::kCommand, 1);
      }
      if (Peek(1) != ')') {  // a=(...), *(.): part of the word
        ++f.word_parens;
        Append(1);
        return;
      }
      EndWord(at_);
      Add(TokenKind::kOperator, 2);  // name(): a command follows
      return;
    }
    if ((c == '<' || c == '>') && Peek(1) == '(') {
      StartWord();
      OpenNested(FrameKind::kCommand, 2);
      return;
    }
    if (c == '<' || c == '>' || (c == '&' && Peek(1) == '>')) {
      Redirect();
      return;
    }
    EndWord(at_);
    if (c == '(' && Peek(1) == '(' && !AfterWord()) {
      StartWord();
      OpenNested(FrameKind::kArithmetic, 2);
      return;
    }
    if (c == '(') ++f.parens;
    if (c == ')') {
      if (f.parens == 0 && f.kind == FrameKind::kCommand &&
          frames_.size() > 1) {
        ++at_;
        PopInto(at_);
        return;
      }
      f.parens = std::max(0, f.parens - 1);
    }
    size_t length = 1;
    for (std::string_view op : {"&&", "||", "|&", ";;", ";&", ";|"}) {
      if (Has(op)) length = 2;
    }
    Add(TokenKind::kOperator, length);
    if (c == '\n' && heredoc_pending_) HereDocument();
  }

  bool AfterWord() {
    const auto& tokens = Top().tokens;
    if (tokens.empty() || tokens.back().kind != TokenKind::kWord) return false;
    // `if ((x))`, `for ((;;))`: after these words (( is arithmetic.
    static constexpr std::string_view kLeading[] = {
        "if", "elif", "while", "until", "then", "else",
        "do", "for",  "!",     "{",     "time"};
    const Token& last = tokens.back();
    return last.quoted || std::find(std::begin(kLeading), std::end(kLeading),
                                    last.value) == std::end(kLeading);
  }

  void Redirect() {
    Frame& f = Top();
    // A number directly before is the descriptor: 2>x; {fd}>x likewise.
    size_t begin = at_;
    if (f.in_word && IsDescriptor(f.word)) {
      begin = f.word.begin;
      f.in_word = false;
    } else {
      EndWord(at_);
    }
    for (std::string_view form :
         {"&>>", "<<<", "<<-", "&>|", ">>|", ">&|", "&>", "<<", ">>", ">|",
          ">&", "<&", "<>", ">!", ">", "<"}) {
      if (!Has(form)) continue;
      Token t;
      t.kind = TokenKind::kRedirect;
      t.begin = begin;
      at_ += form.size();
      bool duplicate = form == ">&" || form == "<&";
      // 2>&1 and >&- have no target.
      if (duplicate && (IsDigit(Peek()) || Peek() == '-')) {
        while (IsDigit(Peek()) || Peek() == '-') ++at_;
      }
      t.end = at_;
      t.value = std::string(text_.substr(begin, at_ - begin));
      AddToken(f, std::move(t));
      if (form == "<<" || form == "<<-") {
        heredoc_pending_ = true;
        heredoc_word_.clear();
        f.wants_target = true;
      }
      return;
    }
  }
  bool IsDescriptor(const Token& word) const {
    std::string_view raw = text_.substr(word.begin, at_ - word.begin);
    if (raw.empty() || raw.size() > 16) return false;
    if (raw.front() == '{' && raw.back() == '}' && raw.size() > 2) return true;
    return std::all_of(raw.begin(), raw.end(), IsDigit);
  }

  // Reads the body of << WORD: lines up to one that is WORD alone.
  void HereDocument() {
    heredoc_pending_ = false;
    const size_t begin = at_;
    auto note = [&](size_t body_end) {
      if (!nested_) return;
      auto body = text_.substr(begin, body_end - begin);
      nested_->here_documents.push_back(body);
      if (!heredoc_quoted_) nested_->expanded.push_back(body);
    };
    while (at_ < text_.size()) {
      size_t line_begin = at_;
      size_t end = text_.find('\n', at_);
      std::string_view line =
          text_.substr(at_, end == text_.npos ? text_.npos : end - at_);
      size_t tabs = std::min(line.find_first_not_of('\t'), line.size());
      bool last = line.substr(tabs) == heredoc_word_;
      at_ = end == text_.npos ? text_.size() : end + 1;
      if (!last) continue;
      note(line_begin);
      in_heredoc_ = end == text_.npos;
      return;
    }
    note(text_.size());
    in_heredoc_ = true;
  }

  void Add(TokenKind kind, size_t length) {
    Token t;
    t.kind = kind;
    t.begin = at_;
    t.end = at_ + length;
    t.value = std::string(text_.substr(at_, length));
    AddToken(Top(), std::move(t));
    at_ += length;
  }

  // ---- quotes and substitutions ----

  void StepDoubleQuote() {
    char c = Peek();
    if (c == '"') {
      ++at_;
      PopInto(at_);
    } else if (c == '\\' && at_ + 1 < text_.size() &&
               std::string_view("\"\\$`\n").find(Peek(1)) !=
                   std::string_view::npos) {
      Escape();
    } else if (c == '$') {
      Dollar(/*in_double_quotes=*/true);
    } else if (c == '`') {
      Backquote();
    } else {
      Append(PlainRun());
    }
  }

  void StepParameter() {
    Frame& f = Top();
    char c = Peek();
    if (c == '}' && f.parens == 0) {
      ++at_;
      PopInto(at_);
    } else if (c == '\\' && at_ + 1 < text_.size()) {
      at_ += 2;
    } else if (c == '"') {
      Push(FrameKind::kDoubleQuote, 1);
    } else if (c == '\'' && !InDoubleQuotes()) {
      size_t close = text_.find('\'', at_ + 1);
      at_ = close == text_.npos ? at_ + 1 : close + 1;
    } else if (!OpensSubstitution(c)) {
      f.parens += c == '{' ? 1 : c == '}' ? -1 : 0;
      ++at_;
    }
  }
  bool InDoubleQuotes() const {
    return frames_[frames_.size() - 2].kind == FrameKind::kDoubleQuote;
  }
  bool OpensSubstitution(char c) {
    if (c == '`') {
      Backquote();
    } else if (c == '$' && (Peek(1) == '(' || Peek(1) == '{')) {
      Dollar(/*in_double_quotes=*/true);
    } else {
      return false;
    }
    return true;
  }

  void StepArithmetic() {
    Frame& f = Top();
    char c = Peek();
    if (c == ')' && f.parens == 0) {
      at_ += Has("))") ? 2 : 1;
      PopInto(at_);
    } else if (!OpensSubstitution(c)) {
      f.parens += c == '(' ? 1 : c == ')' ? -1 : 0;
      ++at_;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  // The frames of a usual line stand in the lexer itself.
  alignas(Frame) std::array<std::byte, kUsualDepth * sizeof(Frame)> near_;
  std::pmr::monotonic_buffer_resource memory_{near_.data(), near_.size()};
  std::pmr::vector<Frame> frames_{&memory_};
  Quote open_quote_ = Quote::kNone;
  bool in_comment_ = false;
  bool heredoc_pending_ = false;
  bool in_heredoc_ = false;
  std::string heredoc_word_;
  bool heredoc_quoted_ = false;
  NestedText* nested_;
  bool ended_ = false;  // the text ended before all constructs were closed
};

}  // namespace

std::vector<Token> Tokenize(std::string_view line, NestedText* nested) {
  Lexer lexer(line, nested);
  lexer.Run();
  return lexer.TakeOutermost();
}

OpenTokens TokenizeOpen(std::string_view left) {
  Lexer lexer(left);
  lexer.Run();
  return lexer.TakeInnermost();
}

}  // namespace synapse
