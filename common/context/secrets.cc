#include "context/secrets.h"

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

#include "base/distance.h"
#include "base/files.h"
#include "base/pattern.h"
#include "base/text.h"
#include "context/secret_forms.h"
#include "context/secret_places.h"
#include "context/secret_words.h"
#include "line/commands.h"
#include "line/segment.h"
#include "spec/walk.h"

namespace synapse {
namespace {

constexpr int kMaxDepth = 6;
constexpr size_t kMaxLine = 64 << 10;  // bytes; a longer line: forms only

// A word of a command. A word without a token comes from an alias.
struct Word {
  std::string value;
  const Token* token = nullptr;
};

class Finder {
 public:
  Finder(std::string_view line, SpecStore& specs, const AliasLookup& alias,
         int depth)
      : line_(line), specs_(specs), alias_(alias), depth_(depth) {}

  std::vector<SecretSpan> Run() {
    spans_ = SecretsByForm(line_);
    if (line_.size() <= kMaxLine && depth_ < kMaxDepth) {
      list_ = ParseCommands(line_);
      for (const SecretSpan& span : DefaultsIn(line_)) spans_.push_back(span);
      for (size_t i = 0; i < list_.commands.size(); ++i) OfCommand(i);
      OfHereDocuments();
      OfSubstitutions();
    }
    return Merged();
  }

 private:
  void Hide(size_t begin, size_t end, char quote = 0) {
    if (begin < end) spans_.push_back({begin, end, quote});
  }

  // Marks the word as secret from a byte of its value on.
  void Hide(const Word& word, size_t offset) {
    if (!word.token) return;
    const Token& token = *word.token;
    std::string_view raw = token.raw(line_);
    if (!token.dynamic) {
      auto [at, quote] = RawOffset(raw, offset);
      return Hide(token.begin + at, token.end, quote);
    }
    // The value holds a substitution as it is written.
    size_t at = raw.rfind(std::string_view(word.value).substr(offset));
    Hide(token.begin + (at == raw.npos ? 0 : at), token.end);
  }

  bool IsSecret(const Word& word, std::string_view value) const {
    if (word.token && !word.token->dynamic && value.starts_with('$')) {
      return value.size() > 4 && !IsReference(value);
    }
    return MayBeSecret(value);
  }

  // True if NAME, set to the value at that byte of the word, is a secret.
  bool IsSetting(const Word& word, std::string_view name, size_t offset) const {
    std::string_view value = std::string_view(word.value).substr(offset);
    if (IsSecretName(name)) return IsSecret(word, value);
    return (word.token && word.token->dynamic && value.starts_with('$'))
               ? false
               : IsSecretSetting(name, value);
  }

  void OfCommand(size_t index) {
    const SimpleCommand& command = list_.commands[index];
    for (const Token& token : command.assignments) {
      size_t at = AssignmentValueOffset(token.value);
      Word word{token.value, &token};
      std::string_view name = std::string_view(token.value)
                                  .substr(0, token.value.find_first_of("=+["));
      if (IsSetting(word, name, at)) Hide(word, at);
    }
    std::vector<Word> words = WordsOf(command);
    if (words.empty()) return;
    OfWords(words);
    OfInput(index, words);
    OfWritten(command);
  }

  // Handles text that is written to a file or a variable. Names in the text, or
  // the name of the file, say whether it is secret.
  void OfWritten(const SimpleCommand& command) {
    const std::vector<Token>& words = command.words;
    const std::string_view name =
        words.empty() ? std::string_view() : BaseName(words[0].value);
    const bool to_variable =
        name == "read" &&
        std::any_of(words.begin() + 1, words.end(), [](const Token& word) {
          return IsPlainName(word.value) && IsSecretName(word.value);
        });
    for (const auto& [op, target] : command.redirects) {
      const Word text{target.value, &target};
      if (op.ends_with("<<<")) {
        if (to_variable && IsSecret(text, text.value)) Hide(text, 0);
        OfLines(text);
      } else if (op.find('>') != op.npos && WritesWords(name)) {
        const bool all = IsPasswordFile(target.value);
        if (!all && !IsSecretName(BaseName(target.value))) continue;
        for (size_t i = 1; i < words.size(); ++i) {
          if (IsSecret({words[i].value, &words[i]}, words[i].value) &&
              (all || LooksChosen(words[i].value))) {
            Hide({words[i].value, &words[i]}, 0);
          }
        }
      }
    }
    if (name == "printf") OfFormat(words);
  }

  // `printf 'password=%s' hunter22`, `printf -v PASSWORD %s hunter22`
  void OfFormat(const std::vector<Token>& words) {
    bool is_secret = false;
    for (size_t i = 1; i < words.size(); ++i) {
      const std::string& value = words[i].value;
      const Word word{value, &words[i]};
      if (is_secret && value[0] != '%' && IsSecret(word, value)) Hide(word, 0);
      is_secret |= (words[i - 1].value == "-v" && IsSecretName(value)) ||
                   NamesFormat(value);
    }
  }

  // Handles each line of a text: NAME=value, "name: value".
  void OfLines(const Word& text) {
    size_t from = 0;
    while (from < text.value.size()) {
      size_t end = std::min(text.value.find('\n', from), text.value.size());
      std::string_view line =
          std::string_view(text.value).substr(from, end - from);
      auto found = NamedSecretsIn(line, TextKind::kAny);
      if (!found.empty()) return Hide(text, from + found[0]);
      from = end + 1;
    }
  }

  // Does the same for here-documents, which are in the line unchanged.
  void OfHereDocuments() {
    size_t from = line_.find('\n');
    for (const std::string& body : list_.here_documents) {
      from = line_.find(body, from);
      if (body.empty() || from == line_.npos) return;
      const size_t body_end = from + body.size();
      while (from < body_end) {
        size_t end = std::min(line_.find('\n', from), body_end);
        for (size_t at :
             NamedSecretsIn(line_.substr(from, end - from), TextKind::kAny)) {
          Hide(from + at, end);
        }
        from = end + 1;
      }
      from = body_end;
    }
  }

  // Returns the words with the first one replaced by its alias.
  std::vector<Word> WordsOf(const SimpleCommand& command) const {
    std::vector<Word> words;
    if (!command.words.empty() && alias_ && !command.words[0].quoted) {
      for (std::string& word :
           ExpandAlias({command.words[0].value}, alias_)) {
        words.push_back({std::move(word), nullptr});
      }
    }
    if (words.size() <= 1) words.clear();
    for (size_t i = words.empty() ? 0 : 1; i < command.words.size(); ++i) {
      words.push_back({command.words[i].value, &command.words[i]});
    }
    return words;
  }

  std::shared_ptr<const Spec> SpecOf(const std::string& word) {
    std::string name(BaseName(word));
    if (auto spec = specs_.FindAny(name)) return spec;
    if (name.size() < 3 || name != word) return nullptr;
    // `crul -u a:b`: one typo away from a command that takes a secret.
    for (const std::string& other : specs_.Names()) {
      if (other[0] != name[0] || TypoDistance(name, other, 1) != 1) continue;
      auto spec = specs_.FindAny(other);
      if (spec && spec->takes_secrets) return spec;
    }
    return nullptr;
  }

  void OfWords(std::span<const Word> words) {
    if (words.empty() || depth_ >= kMaxDepth) return;
    auto spec = SpecOf(words[0].value);
    std::optional<WalkResult> walk;
    std::vector<std::string> values;
    for (const Word& word : words) values.push_back(word.value);
    if (spec) walk = Walk(spec->root, values, "");
    const size_t own =
        walk ? std::min(walk->nested_from, words.size()) : words.size();
    OfNames(words.first(own), walk ? &*walk : nullptr);
    if (!walk) return;
    for (const WalkedValue& value : walk->values) {
      OfValue(words[value.word], *value.arg, value.offset);
    }
    for (const auto& nested : walk->nested) {
      Nested(*nested.arg,
             words.subspan(nested.from,
                           std::min(nested.to, words.size()) - nested.from));
    }
    if (own < words.size()) Nested(*walk->nested_arg, words.subspan(own));
  }

  void Nested(const ArgSpec& arg, std::span<const Word> words) {
    if (arg.type == ValueType::kShell ||
        (words.size() == 1 && words[0].value.find(' ') != std::string::npos)) {
      for (const Word& word : words) OfText(word, 0);
    }
    while (!words.empty() &&
           AssignmentValueOffset(words[0].value) != std::string::npos) {
      OfNames(words.first(1), nullptr);
      words = words.subspan(1);
    }
    ++depth_;
    OfWords(words);
    --depth_;
  }

  // Handles a command line inside a word.
  void OfText(const Word& word, size_t offset) {
    if (depth_ >= kMaxDepth) return;
    std::string_view text = std::string_view(word.value).substr(offset);
    auto inner = Finder(text, specs_, alias_, depth_ + 1).Run();
    if (!inner.empty()) Hide(word, offset + inner.front().begin);
  }

  void OfValue(const Word& word, const ArgSpec& arg, size_t offset) {
    if (arg.type == ValueType::kShell) OfText(word, offset);
    OfSecret(word, arg.secret, offset);
  }
  void OfSecret(const Word& word, std::string_view form, size_t offset) {
    std::string_view value = std::string_view(word.value).substr(
        std::min(offset, word.value.size()));
    if (form.empty() || value.empty() || IsReference(value)) return;
    // `$USER:hunter22` is none.
    const bool is_reference =
        (!word.token || word.token->dynamic) &&
        (value[0] == '`' || value.starts_with("$(") ||
         (value[0] == '$' && value.find(':') == value.npos));
    if (is_reference) return;
    static std::unordered_map<std::string, std::unique_ptr<RE2>> patterns;
    auto& pattern = patterns[std::string(form)];
    if (!pattern) {
      RE2::Options options = BytePatternOptions();
      options.set_dot_nl(true);
      pattern = std::make_unique<RE2>(Piece(form), options);
    }
    re2::StringPiece match[2];
    const int groups = std::min(pattern->NumberOfCapturingGroups(), 1);
    if (!pattern->ok() ||
        !pattern->Match(Piece(value), 0, value.size(),
                        RE2::UNANCHORED, match, groups + 1) ||
        match[groups].empty()) {
      return;
    }
    std::string_view secret(match[groups].data(), match[groups].size());
    bool named = (!word.token || word.token->dynamic) && secret[0] == '$';
    if (named || IsReference(secret)) return;
    Hide(word, offset + static_cast<size_t>(secret.data() - value.data()));
  }

  // Handles values that follow an option, a key or a word with a secret name.
  void OfNames(std::span<const Word> words, const WalkResult* walk) {
    const bool is_pattern =
        !words.empty() && TakesPattern(BaseName(words[0].value));
    const bool is_alias =
        !words.empty() && IsOneOf(words[0].value, {"alias", "abbr"});
    if (is_alias) return OfAlias(words);
    const bool in_sed = !words.empty() && BaseName(words[0].value) == "sed";
    bool gives = !words.empty() && GivesWords(BaseName(words[0].value));
    for (size_t i = 0; i < words.size(); ++i) {
      const Word& word = words[i];
      if (!is_pattern) OfAssignment(word);
      const TextKind kind = in_sed       ? TextKind::kEdit
                            : is_pattern ? TextKind::kPattern
                            : i > 0 && IsHeaderOption(words[i - 1].value)
                                ? TextKind::kHeader
                                : TextKind::kAny;
      for (size_t at : NamedSecretsIn(word.value, kind)) {
        std::string_view value = std::string_view(word.value).substr(at);
        if (IsSecret(word, value.substr(0, value.find_first_of("\"' &")))) {
          Hide(word, at);
        }
      }
      if (i + 1 < words.size()) OfPair(word, words[i + 1], walk, gives, i == 0);
      if (i > 0) {
        OfOption(words[i - 1], word, gives, walk);
      }
      gives |= GivesWords(word.value);
    }
    OfKeys(words);
    OfLogin(words, walk);
  }

  void OfOption(const Word& option, const Word& word, bool gives,
                const WalkResult* walk) {
    if (!word.token || word.token->dynamic || option.value[0] != '-') return;
    auto at = SecretBehind(option.value, word.value, gives,
                           IsKnown(walk, option.value));
    if (at) Hide(word, *at);
  }

  // Keys without a name, behind a word that wants one: `shodan init x`,
  // `api-key store x y`.
  void OfKeys(std::span<const Word> words) {
    constexpr size_t kLeast = 24, kMaxWords = 6;
    bool wants = false;
    for (size_t i = 0; i < std::min(words.size(), kMaxWords); ++i) {
      const Word& word = words[i];
      if (wants && word.token && !word.token->dynamic &&
          LooksMixed(word.value, kLeast)) {
        Hide(word, 0);
      }
      wants |= i > 0 && (AsksToLogIn(word.value) || WantsKey(word.value));
    }
  }

  // `alias x='line'`, `abbr -a x 'line'`
  void OfAlias(std::span<const Word> words) {
    for (const Word& word : words.subspan(1)) {
      size_t equals = word.value.find('=');
      size_t blank = word.value.find(' ');
      if (equals < blank) {
        OfText(word, equals + 1);
      } else if (blank != std::string::npos) {
        OfText(word, 0);
      }
    }
  }

  // `-p` is a password after a user name or a `login` when no spec describes
  // it: `evil-winrm -u bob -p hunter22`.
  void OfLogin(std::span<const Word> words, const WalkResult* walk) {
    bool has_user = false;
    for (size_t i = 0; i + 1 < words.size(); ++i) {
      const std::string& word = words[i].value;
      const Word& next = words[i + 1];
      if ((word == "-p" || word == "-P") && has_user && !IsKnown(walk, word) &&
          !next.value.starts_with('-') && !IsNumber(next.value) &&
          IsSecret(next, next.value)) {
        Hide(next, 0);
      }
      has_user |= IsOneOf(word, {"-u", "--user", "--username", "-U", "-l",
                                 "--login"}) ||
                  (i > 0 && IsOneOf(word, {"login", "user"}));
    }
  }

  // Handles a word NAME=value or --name=value, including blanks, also behind
  // another one: --env=NAME=value.
  void OfAssignment(const Word& word) {
    constexpr int kMaxNames = 3;
    const std::string_view text = word.value;
    size_t begin = 0;
    for (int i = 0; i < kMaxNames; ++i) {
      const size_t equals = text.find('=', begin);
      if (equals == text.npos || equals + 1 == text.size()) return;
      std::string_view name = text.substr(begin, equals - begin);
      while (name.starts_with('-')) name.remove_prefix(1);
      if (name.ends_with('+')) name.remove_suffix(1);
      if (!IsPlainName(name)) return;
      const std::string_view value = text.substr(equals + 1);
      const bool random = name.ends_with("login") && LooksRandom(value, 20);
      if (value[0] != ':' && (random || IsSetting(word, name, equals + 1))) {
        return Hide(word, equals + 1);
      }
      begin = equals + 1;
    }
  }

  void OfPair(const Word& word, const Word& next, const WalkResult* walk,
              bool gives, bool is_command) {
    std::string_view name = word.value;
    if (name.starts_with('-')) {
      while (name.starts_with('-')) name.remove_prefix(1);
      // The value of `--auth` is a password, or the name of a login method.
      const bool random =
          IsOneOf(name, {"auth", "login"}) && LooksRandom(next.value, 16);
      bool takes_it = name.size() > 1 && IsPlainName(name) &&
                      (random || IsSecretName(name)) &&
                      !next.value.starts_with('-') && !NamesLocation(next.value) &&
                      TakesNextWord(walk, word.value);
      if (takes_it && IsSecret(next, next.value)) Hide(next, 0);
      return;
    }
    // `login 0123456789abcdef`
    if (!is_command &&
        IsOneOf(name, {"login", "auth", "unwrap", "authtoken", "unlock",
                       "unseal", "add-authtoken", "activate", "bootstrap"}) &&
        LooksRandom(next.value, 20)) {
      return Hide(next, 0);
    }
    // `wg set wg0 private-key <(echo x)`
    if (IsSecretName(name) && next.value.starts_with("<(")) {
      return OfProcess(next);
    }
    if (gives && !name.starts_with("//") && !name.ends_with(':')) {
      // `aws:secretKey`, `Db:Password`, `app/db/password`, `["db"]["pw"]`.
      name = name.substr(0, name.find_last_not_of("\"']/") + 1);
      name.remove_prefix(name.find_last_of(":/\"'[") + 1);
    }
    // `//registry.example/:_authToken x`
    if (name.starts_with("//")) name.remove_prefix(name.rfind('/') + 1);
    while (name.starts_with(':') || name.starts_with('_')) {
      name.remove_prefix(1);
    }
    // `token: x`, paths and addresses are not names.
    if (name.find_first_of(":/ ") != name.npos) return;
    std::string_view value = next.value;
    if (gives && value.starts_with('"') && value.ends_with('"')) {
      value = value.substr(1, value.size() - 2);
    }
    if (!IsSecretName(name)) {
      // `setx OPENAI_KEY x`
      const bool variable = gives && IsPlainName(name) &&
                            (word.value.starts_with("[\"") ||
                             std::none_of(name.begin(), name.end(), islower));
      if (variable && IsSecretSetting(name, value)) Hide(next, 0);
      return;
    }
    const bool plain =
        IsOneOf(name, {"password", "passwd", "passphrase", "psk", "user_pw",
                       "owner_pw", "input_pw"}) ||
        name.ends_with("admin-password");
    const bool random = LooksRandom(next.value, plain ? 8 : 20) ||
                        (LooksRandom(next.value, 16) &&
                         next.value.find('-') == std::string::npos);
    if (is_command ? LooksRandom(next.value, 20)
                   : random || (gives && IsSecret(next, next.value) &&
                                !next.value.starts_with('-'))) {
      Hide(next, 0);
    }
  }

  // `<(echo hunter22)` in the place of a file with a secret.
  void OfProcess(const Word& word) {
    if (!word.token) return;
    for (const SecretSpan& span : WrittenIn(word.token->raw(line_))) {
      Hide(word.token->begin + span.begin, word.token->begin + span.end);
    }
  }

  // True if the spec describes the option.
  static bool IsKnown(const WalkResult* walk, std::string_view word) {
    return walk && OptionNamed(*walk, word);
  }

  // False if the spec says that the option takes no separate value.
  static bool TakesNextWord(const WalkResult* walk, std::string_view word) {
    const OptionSpec* option = walk ? OptionNamed(*walk, word) : nullptr;
    if (!option) return true;
    // The pattern of a known secret decides by itself.
    return !option->args.empty() && option->args[0].secret.empty() &&
           (option->separator.empty() || !option->args[0].optional);
  }

  // The pattern of the secret that the command reads from standard input.
  std::optional<std::string> InputOf(std::span<const Word> words) {
    for (int i = 0; i < kMaxDepth && !words.empty(); ++i) {
      auto spec = SpecOf(words[0].value);
      std::vector<std::string> values;
      for (const Word& word : words) values.push_back(word.value);
      const std::string any = ".*";
      WalkResult walk;
      if (spec) walk = Walk(spec->root, values, "");
      for (const OptionSpec* option : walk.present) {
        if (option->secret_stdin) return any;
      }
      const size_t own =
          spec ? std::min(walk.nested_from, words.size()) : words.size();
      for (const Word& word : words.first(own)) {
        if (ReadsSecret(word.value)) return any;
      }
      if (spec && !walk.path.empty()) {
        for (const CommandSpec* command : walk.path) {
          if (!command->stdin_.empty() && !command->stdin_[0].secret.empty()) {
            return command->stdin_[0].secret.str();
          }
        }
      }
      if (own >= words.size()) return std::nullopt;
      words = words.subspan(own);
    }
    return std::nullopt;
  }

  // Finds the text that is piped into a command that reads a secret.
  void OfInput(size_t index, std::span<const Word> words) {
    const SimpleCommand& command = list_.commands[index];
    const bool reads = std::any_of(
        command.redirects.begin(), command.redirects.end(), [](const auto& r) {
          return r.first.find('<') != r.first.npos;
        });
    const bool substitutes =
        std::any_of(words.begin(), words.end(), [](const Word& word) {
          return word.value.starts_with("<(");
        });
    if (!command.piped && !reads && !substitutes) return;
    auto input = InputOf(words);
    if (!input) {
      std::vector<std::string> values;
      for (const Word& word : words) values.push_back(word.value);
      input = LoginInput(values);
    }
    if (!input) return;
    for (const Word& word : words) {
      if (word.value.starts_with("<(")) OfProcess(word);
    }
    for (const auto& [op, target] : command.redirects) {
      if (op.ends_with("<<<")) OfSecret({target.value, &target}, *input, 0);
      if (target.value.starts_with("<(")) OfProcess({target.value, &target});
    }
    size_t newline = line_.find('\n');
    if (!list_.here_documents.empty() && newline != line_.npos) {
      Hide(newline + 1, line_.size());
    }
    if (!command.piped || index == 0) return;
    const SimpleCommand& writer = list_.commands[index - 1];
    if (writer.words.empty() ||
        !WritesWords(BaseName(writer.words[0].value))) {
      return;
    }
    for (size_t i = 1; i < writer.words.size(); ++i) {
      const Token& token = writer.words[i];
      if (token.value.starts_with('-') || token.value.starts_with("%s")) {
        continue;
      }
      OfSecret({token.value, &token}, *input, 0);
    }
  }

  void OfSubstitutions() {
    for (size_t i = 0; i < list_.substitutions.size(); ++i) {
      const auto [begin, end] = list_.substituted[i];
      auto inner =
          Finder(list_.substitutions[i], specs_, alias_, depth_ + 1).Run();
      const bool as_written =
          line_.substr(begin, end - begin) == list_.substitutions[i];
      for (const SecretSpan& span : inner) {
        if (as_written) {
          Hide(begin + span.begin, begin + span.end, span.quote);
        } else {
          Hide(begin, end);  // in backquotes the raw text differs
        }
      }
    }
  }

  std::vector<SecretSpan> Merged() {
    std::sort(spans_.begin(), spans_.end(), [](const auto& a, const auto& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<SecretSpan> out;
    for (const SecretSpan& span : spans_) {
      if (!out.empty() && span.begin < out.back().end) {
        if (span.end > out.back().end) {
          out.back().end = span.end;
          out.back().quote = 0;
        }
        continue;
      }
      out.push_back(span);
    }
    return out;
  }

  std::string_view line_;
  SpecStore& specs_;
  const AliasLookup& alias_;
  int depth_;
  CommandList list_;
  std::vector<SecretSpan> spans_;
};

}  // namespace

std::vector<SecretSpan> SecretsIn(std::string_view line, SpecStore& specs,
                                  const AliasLookup& alias) {
  return Finder(line, specs, alias, 0).Run();
}

}  // namespace synapse
