#include "effect/secrets.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/distance.h"
#include "base/files.h"
#include "base/regex.h"
#include "effect/secret_finder.h"
#include "effect/secret_forms.h"
#include "effect/secret_places.h"
#include "effect/secret_words.h"
#include "line/segment.h"

namespace synapse {
namespace {

constexpr size_t kMaxLine = 64 << 10;  // bytes; a longer line: forms only

bool NamesPasswordFile(const Token& word) { return IsPasswordFile(word.value); }

bool WritesPasswordFile(const SimpleCommand& command) {
  const std::vector<Token>& words = command.words;
  return std::any_of(command.redirects.begin(), command.redirects.end(),
                     [](const auto& r) {
                       return r.first.find('>') != r.first.npos &&
                              NamesPasswordFile(r.second);
                     }) ||
         (!words.empty() && BaseName(words[0].value) == "tee" &&
          std::any_of(words.begin(), words.end(), NamesPasswordFile));
}

}  // namespace

std::vector<SecretSpan> SecretFinder::Run() {
  spans_ = SecretsByForm(line_);
  if (line_.size() <= kMaxLine && depth_ < kMaxDepth) {
    list_ = ParseCommands(line_);
    NestedText nested;
    if (!list_.here_documents.empty()) Tokenize(line_, &nested);
    documents_ = std::move(nested.here_documents);
    for (const SecretSpan& span : DefaultsIn(line_)) spans_.push_back(span);
    for (size_t i = 0; i < list_.commands.size(); ++i) CheckCommand(i);
    CheckHereDocuments();
    CheckSubstitutions();
  }
  return Merged();
}

void SecretFinder::Hide(size_t begin, size_t end, char quote) {
  if (begin < end) spans_.push_back({begin, end, quote});
}

void SecretFinder::Hide(const Word& word, size_t offset) {
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

void SecretFinder::CheckCommand(size_t index) {
  const SimpleCommand& command = list_.commands[index];
  for (const Token& token : command.assignments) {
    size_t at = AssignmentValueOffset(token.value);
    Word word{token.value, &token};
    std::string_view name = std::string_view(token.value)
                                .substr(0, token.value.find_first_of("=+["));
    if (IsSetting(word, name, at)) Hide(word, at);
    CheckPasswordCommand(word, name, at);
    // `DB_PASS=$(echo hunter22)`
    if (at < token.value.size() && token.value[at] == '$' &&
        IsSecretName(name)) {
      CheckProcess(word);
    }
  }
  std::vector<Word> words = WordsOf(command);
  if (words.empty()) return;
  CheckWords(words);
  CheckInput(index, words);
  CheckWritten(command);
}

void SecretFinder::CheckWritten(const SimpleCommand& command) {
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
      const bool to_file =
          WritesPasswordFile(command) ||
          std::any_of(words.begin(), words.end(), NamesPasswordFile);
      if ((to_variable || to_file) && IsSecret(text, text.value)) {
        Hide(text, 0);
      }
      CheckLines(text);
    } else if (op.find('>') != op.npos && WritesWords(name)) {
      const bool all = IsPasswordFile(target.value);
      // A line of a configuration.
      for (size_t i = 1; i < words.size(); ++i) {
        for (size_t at : NamedSecretsIn(words[i].value, TextKind::kDocument)) {
          Hide({words[i].value, &words[i]}, at);
        }
      }
      if (!all && !IsSecretName(BaseName(target.value))) continue;
      for (size_t i = 1; i < words.size(); ++i) {
        if (IsSecret({words[i].value, &words[i]}, words[i].value) &&
            (all || LooksChosen(words[i].value))) {
          Hide({words[i].value, &words[i]}, 0);
        }
      }
    }
  }
  if (name == "printf") CheckFormat(words);
  if (!documents_.empty()) CheckPasswordFile(command);
}

void SecretFinder::CheckFormat(const std::vector<Token>& words) {
  bool is_secret = false;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& value = words[i].value;
    const Word word{value, &words[i]};
    if (is_secret && value[0] != '%' && IsSecret(word, value)) Hide(word, 0);
    is_secret |= (words[i - 1].value == "-v" && IsSecretName(value)) ||
                 NamesFormat(value);
  }
}

void SecretFinder::CheckLines(const Word& text) {
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

template <class F>
void SecretFinder::ForEachLineOf(std::string_view body, const F& each) const {
  const auto begin = static_cast<size_t>(body.data() - line_.data());
  for (size_t from = 0; from < body.size();) {
    const size_t end = std::min(body.find('\n', from), body.size());
    each(begin + from, body.substr(from, end - from));
    from = end + 1;
  }
}

template <class F>
void SecretFinder::ForEachDocumentLine(const F& each) const {
  for (std::string_view body : documents_) ForEachLineOf(body, each);
}

void SecretFinder::CheckManifests() {
  for (std::string_view body : documents_) {
    if (body.find("kind: Secret") == body.npos) continue;
    // Compiled with the first manifest: most processes see none.
    static const RE2 section(R"(^(?:data|stringData):\s*$)");
    static const RE2 value(
        R"(^\s+["']?[A-Za-z0-9_.-]+["']?:\s*["']?([^\s"']+))");
    bool in_section = false;
    ForEachLineOf(body, [&](size_t begin, std::string_view line) {
      if (line.empty() || line[0] == ' ' || line[0] == '\t') {
        re2::StringPiece secret;
        if (in_section && RE2::PartialMatch(Piece(line), value, &secret) &&
            MayBeSecret({secret.data(), secret.size()})) {
          Hide(begin + static_cast<size_t>(secret.data() - line.data()),
               begin + line.size());
        }
        return;
      }
      in_section = RE2::PartialMatch(Piece(line), section);
    });
  }
}

void SecretFinder::CheckHereDocuments() {
  CheckManifests();
  ForEachDocumentLine([&](size_t begin, std::string_view line) {
    for (size_t at : NamedSecretsIn(line, TextKind::kDocument)) {
      Hide(begin + at, begin + line.size());
    }
  });
}

void SecretFinder::CheckDocuments(const std::string& pattern) {
  // Many commands of one line may read the same documents.
  if (!checked_.insert(pattern).second) return;
  ForEachDocumentLine([&](size_t begin, std::string_view line) {
    const auto secret = Marked(pattern, line);
    if (!secret || IsReference(*secret)) return;
    Hide(begin + static_cast<size_t>(secret->data() - line.data()),
         begin + line.size());
  });
}

void SecretFinder::CheckPasswordFile(const SimpleCommand& command) {
  if (WritesPasswordFile(command)) CheckDocuments(".*");
}

void SecretFinder::CheckScripts() {
  if (depth_ >= kMaxDepth || std::exchange(scripts_checked_, true)) return;
  for (std::string_view body : documents_) {
    const auto begin = static_cast<size_t>(body.data() - line_.data());
    for (const SecretSpan& span :
         SecretFinder(body, specs_, alias_, depth_ + 1).Run()) {
      Hide(begin + span.begin, begin + span.end, span.quote);
    }
  }
}

std::vector<SecretFinder::Word> SecretFinder::WordsOf(
    const SimpleCommand& command) const {
  std::vector<Word> words;
  if (!command.words.empty() && alias_ && !command.words[0].quoted) {
    for (std::string& word : ExpandAlias({command.words[0].value}, alias_)) {
      words.push_back({std::move(word), nullptr});
    }
  }
  if (words.size() <= 1) words.clear();
  for (size_t i = words.empty() ? 0 : 1; i < command.words.size(); ++i) {
    words.push_back({command.words[i].value, &command.words[i]});
  }
  return words;
}

std::shared_ptr<const Spec> SecretFinder::SpecOf(const std::string& word) {
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

void SecretFinder::CheckWords(Words words) {
  if (words.empty() || depth_ >= kMaxDepth) return;
  std::vector<std::string> values;
  for (const Word& word : words) values.push_back(word.value);
  if (const size_t before = ScheduleWords(values)) {
    words = words.subspan(before);
    values.erase(values.begin(), values.begin() + before);
  }
  auto spec = SpecOf(words[0].value);
  std::optional<WalkResult> walk;
  if (spec) walk = Walk(spec->root, values, "");
  const size_t own =
      walk ? std::min(walk->nested_from, words.size()) : words.size();
  CheckNames(words.first(own), walk ? &*walk : nullptr);
  if (!walk) return;
  // `docker run image --db-password hunter22`: the value begins no command.
  if (own > 1 && own < words.size() && words[own - 1].value[0] == '-') {
    CheckPair(words[own - 1], words[own], &*walk, false, false);
  }
  for (const WalkedValue& value : walk->values) {
    CheckValue(words[value.word], *value.arg, value.offset);
  }
  for (const auto& nested : walk->nested) {
    CheckNested(*nested.arg,
                words.subspan(nested.from,
                              std::min(nested.to, words.size()) - nested.from));
  }
  if (own < words.size()) CheckNested(*walk->nested_arg, words.subspan(own));
}

void SecretFinder::CheckNested(const ArgSpec& arg, Words words) {
  if (arg.type == ValueType::kShell ||
      (words.size() == 1 && words[0].value.find(' ') != std::string::npos)) {
    for (const Word& word : words) CheckText(word, 0);
  }
  while (!words.empty() &&
         AssignmentValueOffset(words[0].value) != std::string::npos) {
    CheckNames(words.first(1), nullptr);
    words = words.subspan(1);
  }
  ++depth_;
  CheckWords(words);
  --depth_;
}

void SecretFinder::CheckText(const Word& word, size_t offset) {
  if (depth_ >= kMaxDepth) return;
  std::string_view text = std::string_view(word.value).substr(offset);
  auto inner = SecretFinder(text, specs_, alias_, depth_ + 1).Run();
  if (!inner.empty()) Hide(word, offset + inner.front().begin);
}

SecretFinder::Input SecretFinder::InputOf(Words words) {
  const std::string any = ".*";
  Input input;
  for (int i = 0; i < kMaxDepth && !words.empty(); ++i) {
    auto spec = SpecOf(words[0].value);
    std::vector<std::string> values;
    for (const Word& word : words) values.push_back(word.value);
    WalkResult walk;
    if (spec) walk = Walk(spec->root, values, "");
    for (const OptionSpec* option : walk.present) {
      if (option->secret_stdin) input.secret = any;
    }
    const size_t own =
        spec ? std::min(walk.nested_from, words.size()) : words.size();
    for (const Word& word : words.first(own)) {
      if (ReadsSecret(word.value)) input.secret = any;
    }
    if (input.secret) return input;
    for (const CommandSpec* command : walk.path) {
      if (command->stdin_.empty()) continue;
      const ArgSpec& text = command->stdin_[0];
      input.is_script |= text.type == ValueType::kShell;
      if (text.secret.empty()) continue;
      input.secret = text.secret.str();
      return input;
    }
    if (own >= words.size()) return input;
    words = words.subspan(own);
  }
  return input;
}

// `echo -n hunter22 | sha256sum`: a text without the end of a line is hashed as
// a password is.
void SecretFinder::CheckHashed(const SimpleCommand& writer) {
  constexpr size_t kLeast = 8;
  const std::vector<Token>& words = writer.words;
  const bool cut =
      BaseName(words[0].value) == "echo"
          ? words.size() > 1 && words[1].value.starts_with("-n")
          : std::none_of(words.begin(), words.end(), [](const Token& word) {
              return word.value.find("\\n") != std::string::npos;
            });
  for (size_t i = 1; cut && i < words.size(); ++i) {
    const Word word{words[i].value, &words[i]};
    if (word.value.size() >= kLeast && word.value[0] != '-' &&
        LooksChosen(word.value) && IsSecret(word, word.value)) {
      Hide(word, 0);
    }
  }
}

void SecretFinder::CheckInput(size_t index, Words words) {
  const SimpleCommand& command = list_.commands[index];
  const bool reads = std::any_of(
      command.redirects.begin(), command.redirects.end(),
      [](const auto& r) { return r.first.find('<') != r.first.npos; });
  const bool substitutes = std::any_of(
      words.begin(), words.end(),
      [](const Word& word) { return word.value.starts_with("<("); });
  if (!command.piped && !reads && !substitutes) return;
  const SimpleCommand* writer =
      command.piped && index > 0 ? &list_.commands[index - 1] : nullptr;
  if (writer && (writer->words.empty() ||
                 !WritesWords(BaseName(writer->words[0].value)))) {
    writer = nullptr;
  }
  const Input read = InputOf(words);
  if (read.is_script) {
    CheckScripts();
    for (const auto& [op, target] : command.redirects) {
      if (op.ends_with("<<<")) CheckText({target.value, &target}, 0);
    }
    for (size_t i = 1; writer && i < writer->words.size(); ++i) {
      CheckText({writer->words[i].value, &writer->words[i]}, 0);
    }
  }
  std::optional<std::string> input = read.secret;
  if (!input && writer && !words.empty() &&
      HashesInput(BaseName(words[0].value))) {
    CheckHashed(*writer);
  }
  if (!input) {
    std::vector<std::string> values;
    for (const Word& word : words) values.push_back(word.value);
    input = LoginInput(values);
  }
  if (!input) return;
  for (const Word& word : words) {
    if (word.value.starts_with("<(")) CheckProcess(word);
  }
  for (const auto& [op, target] : command.redirects) {
    if (op.ends_with("<<<")) CheckPattern({target.value, &target}, *input, 0);
    if (target.value.starts_with("<(")) CheckProcess({target.value, &target});
  }
  CheckDocuments(*input);
  for (size_t i = 1; writer && i < writer->words.size(); ++i) {
    const Token& token = writer->words[i];
    if (token.value.starts_with('-') || token.value.starts_with("%s")) {
      continue;
    }
    CheckPattern({token.value, &token}, *input, 0);
  }
}

void SecretFinder::CheckSubstitutions() {
  for (size_t i = 0; i < list_.substitutions.size(); ++i) {
    const auto [begin, end] = list_.substituted[i];
    auto inner =
        SecretFinder(list_.substitutions[i], specs_, alias_, depth_ + 1).Run();
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

std::vector<SecretSpan> SecretFinder::Merged() {
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

std::vector<SecretSpan> SecretsIn(std::string_view line, SpecStore& specs,
                                  const AliasLookup& alias) {
  return SecretFinder(line, specs, alias, 0).Run();
}

}  // namespace synapse
