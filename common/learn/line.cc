#include "learn/line.h"

#include <algorithm>

#include "learn/privacy.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

bool IsOperator(std::string_view w) {
  return w == "|" || w == "||" || w == "&&" || w == ";" || w == ">" ||
         w == ">>" || w == "<" || w == "&";
}
bool IsWrapper(std::string_view w) {
  return w == "sudo" || w == "time" || w == "nohup" || w == "doas" ||
         w == "env" || w == "watch";
}

// The words of a line one after the other, without copies.
template <class Visit>
void EachWord(std::string_view text, const Visit& visit) {
  size_t at = 0;
  while ((at = text.find_first_not_of(" \t\n", at)) != text.npos) {
    size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    visit(text.substr(at, end - at));
    at = end;
  }
}

bool IsArgument(std::string_view word) {
  return word.size() > 1 && word[0] != '-' && !IsOperator(word) &&
         !IsRedacted(word);
}

std::vector<std::string> SplitAtBlanks(std::string_view text) {
  std::vector<std::string> out;
  EachWord(text, [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

bool LooksLikeSubcommand(std::string_view w) {
  if (w.empty() || w[0] < 'a' || w[0] > 'z') return false;
  return std::all_of(w.begin(), w.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':' || c == '-';
  });
}

std::string KindOf(std::string_view word) {
  if (word[0] == '"' || word[0] == '\'') return "<S>";
  if (word.find_first_of("/.~") != word.npos) return "<P>";
  bool digits = std::all_of(word.begin(), word.end(),
                            [](char c) { return c >= '0' && c <= '9'; });
  return digits ? "<N>" : "<W>";
}

std::string TemplateOf(const std::vector<std::string>& words) {
  constexpr size_t kMostWords = 9;
  if (words.empty()) return "";
  std::string out = words[0];
  std::string last = words[0];
  bool first_argument = true;
  for (size_t i = 1; i < words.size() && i < kMostWords; ++i) {
    const std::string& w = words[i];
    std::string next;
    if (IsOperator(w)) {
      next = w;
    } else if (w[0] == '-') {
      next = w.substr(0, w.find('='));
    } else if (first_argument && LooksLikeSubcommand(w)) {
      bool kept = i == 1 || IsOperator(last) || IsWrapper(last);
      next = kept ? w : "<W>";
    } else {
      next = KindOf(w);
    }
    out += ' ';
    out += next;
    last = std::move(next);
  }
  return out;
}

// Quoted texts with blanks in them are messages: emptied.
std::string PatternOf(std::string_view text) {
  if (text.find_first_of("\"'") == text.npos) return "";
  std::string out;
  size_t at = 0;
  bool emptied = false;
  for (const Token& token : Tokenize(text)) {
    std::string_view raw = token.raw(text);
    if (token.kind != TokenKind::kWord || raw.size() < 3 || token.dynamic) {
      continue;
    }
    char quote = raw.front();
    if ((quote != '"' && quote != '\'') || raw.back() != quote) continue;
    out.append(text.substr(at, token.begin - at));
    out += quote;
    out += quote;
    at = token.end;
    emptied = true;
  }
  if (!emptied) return "";
  return out.append(text.substr(at));
}

}  // namespace

Line MakeLine(std::string_view text) {
  Line line;
  line.text = std::string(text);
  line.id = IdOf(text);
  line.words = SplitAtBlanks(text);
  if (line.words.empty()) return line;
  const auto& w = line.words;
  line.stem = w[0];
  if (IsWrapper(w[0]) && w.size() > 1) line.stem += " " + w[1];
  for (size_t i = 1; i < w.size(); ++i) {
    if (IsArgument(w[i])) line.arguments.push_back(w[i]);
  }
  line.template_text = TemplateOf(w);
  line.pattern = PatternOf(text);
  return line;
}

LineParts PartsOf(std::string_view text) {
  LineParts parts;
  std::string_view first, last;
  size_t index = 0;
  EachWord(text, [&](std::string_view word) {
    if (index == 0) first = word;
    if (index == 1 && IsWrapper(first)) {
      parts.stem = std::string(first) + " ";
      first = word;
    }
    if (index > 0 && IsArgument(word)) last = word;
    ++index;
  });
  parts.stem += first;
  parts.last_argument = std::string(last);
  return parts;
}

std::vector<ReusedForm> ReusedForms(const std::string& argument) {
  std::vector<ReusedForm> forms = {{Reuse::kSame, argument}};
  std::string bare = argument;
  while (!bare.empty() && bare.back() == '/') bare.pop_back();
  if (bare != argument && bare.size() > 1) {
    forms.push_back({Reuse::kNoSlash, bare});
  }
  std::string base = bare.substr(bare.rfind('/') + 1);
  if (base != bare && base.size() > 1) {
    forms.push_back({Reuse::kBaseName, base});
  }
  std::string stem = base;
  for (std::string_view ending : {".tar.gz", ".tar.xz", ".tar.bz2"}) {
    if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
  }
  size_t dot = stem.rfind('.');
  if (stem == base && dot != std::string::npos && dot > 0) stem.resize(dot);
  if (stem != base && stem.size() > 1) {
    forms.push_back({Reuse::kNoExtension, stem});
  }
  return forms;
}

}  // namespace synapse
