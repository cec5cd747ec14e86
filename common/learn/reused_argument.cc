#include "learn/reused_argument.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr char kHole = '\0';
constexpr size_t kMaxForms = 6;
constexpr uint64_t kNotReused = 0;

uint64_t ReuseContext(size_t back, const Line& line, size_t argument) {
  char key[2] = {static_cast<char>('0' + back),
                 static_cast<char>('0' + argument)};
  return Hash64(std::string_view(key, 2), line.stem_id());
}

// The last three arguments, last first.
template <class Visit>
void EachArgument(const LineContext& context, const Visit& visit) {
  for (size_t back = 0; back < context.previous.size(); ++back) {
    const Line& earlier = *context.previous[back];
    size_t n = earlier.arguments.size();
    for (size_t a = 0; a < std::min<size_t>(n, 3); ++a) {
      visit(ReuseContext(back, earlier, a), earlier.arguments[n - 1 - a]);
    }
  }
}

// True when `form` is the word; a stem, when another extension is behind it.
bool IsUsedIn(std::string_view word, const ReusedForm& form,
              const std::string& argument) {
  if (form.how != Reuse::kStem) return word == form.text;
  return word.size() > form.text.size() && word.starts_with(form.text) &&
         word != argument && word.find('/', form.text.size()) == word.npos;
}

// The line with a hole for every use of the form; "" when no argument uses it.
std::string WithHole(const Line& line, const ReusedForm& form,
                     const std::string& argument) {
  if (std::none_of(line.arguments.begin(), line.arguments.end(),
                   [&](const std::string& word) {
                     return IsUsedIn(word, form, argument);
                   })) {
    return "";
  }
  std::string out;
  size_t at = 0;
  for (const Token& token : Tokenize(line.text)) {
    const std::string_view raw = token.raw(line.text);
    if (token.kind != TokenKind::kWord || !IsUsedIn(raw, form, argument)) {
      continue;
    }
    out.append(line.text, at, token.begin - at);
    out += kHole;
    at = token.begin +
         (form.how == Reuse::kStem ? form.text.size() : raw.size());
  }
  return out.append(line.text, at);
}

std::string UseKey(std::string_view command) {
  return KindKey('u', Hash64(command));
}

Status LearnReuse(Kv& kv, const LineContext& context, const Line& line) {
  if (line.arguments.empty()) return {};
  const bool hit = std::any_of(
      context.previous.begin(), context.previous.end(),
      [&](const auto& before) {
        const auto& earlier = before->arguments;
        return std::find_first_of(line.arguments.begin(), line.arguments.end(),
                                  earlier.begin(),
                                  earlier.end()) != line.arguments.end();
      });
  ReuseRate r = ReadReuse(kv, line.words[0]);
  std::string value;
  PutFloat(value, r.hits * 0.98f + (hit ? 1 : 0));
  PutFloat(value, r.runs * 0.98f + 1);
  return kv.Put(Table::kReusedArgument, UseKey(line.words[0]), value);
}

}  // namespace

Status LearnReusedArguments(Kv& kv, const LineContext& context,
                            const Line& line) {
  Status status;
  EachArgument(context, [&](uint64_t key, const std::string& argument) {
    if (!status.ok()) return;
    uint64_t id = kNotReused;
    // Most lines have no argument that could be a form of another.
    const auto forms = line.arguments.empty() ? std::vector<ReusedForm>()
                                              : ReusedForms(argument);
    for (const ReusedForm& form : forms) {
      std::string holed = WithHole(line, form, argument);
      if (holed.empty()) continue;
      // The entry's text: how it was reused, then the line.
      std::string text(1, static_cast<char>('0' + static_cast<int>(form.how)));
      text += holed;
      id = IdOf(text);
      status = kv.Put(Table::kText, IdKey(id), text);
      break;
    }
    if (status.ok()) {
      status = AddToRow(kv, {Table::kReusedArgument, RowKind::kRelation, key},
                        id, {kLineKeep, kLineEntries});
    }
  });
  return status.ok() ? LearnReuse(kv, context, line) : status;
}

std::vector<GeneratedLine> GenerateLines(Kv& kv, const LineContext& context) {
  std::map<std::string, GeneratedLine> best;
  EachArgument(context, [&](uint64_t key, const std::string& argument) {
    RowView row = ReadRow(kv, Table::kReusedArgument, RowKind::kRelation, key);
    if (row.empty()) return;
    auto forms = ReusedForms(argument);
    size_t used = 0;
    for (size_t i = 0; i < row.size() && used < kMaxForms; ++i) {
      if (row.id(i) == kNotReused) continue;
      ++used;
      auto text = kv.Get(Table::kText, IdKey(row.id(i)));
      if (!text || text->size() < 2) continue;
      Reuse how = static_cast<Reuse>((*text)[0] - '0');
      auto form =
          std::find_if(forms.begin(), forms.end(),
                       [&](const ReusedForm& f) { return f.how == how; });
      if (form == forms.end()) continue;
      std::string line;
      for (char c : text->substr(1)) {
        if (c == kHole) {
          line += form->text;
        } else {
          line += c;
        }
      }
      const double p = static_cast<double>(row.weight(i)) / (row.total() + 2);
      GeneratedLine& made = best[line];
      // The same line from a whole argument has precedence.
      const std::pair rank(how != Reuse::kStem, p);
      if (rank > std::pair(!made.other_extension, made.probability) ||
          made.text.empty()) {
        made = {line, p, how == Reuse::kStem};
      }
    }
  });
  std::vector<GeneratedLine> out;
  out.reserve(best.size());
  for (auto& [text, made] : best) out.push_back(std::move(made));
  return out;
}

ReuseRate ReadReuse(Kv& kv, std::string_view command) {
  ReuseRate rate;
  auto value = kv.Get(Table::kReusedArgument, UseKey(command));
  if (!value) return rate;
  ByteReader in(*value);
  rate.hits = in.Float();
  rate.runs = in.Float();
  bool sane = in.ok() && std::isfinite(rate.hits) && std::isfinite(rate.runs) &&
              rate.hits >= 0 && rate.runs >= rate.hits;
  return sane ? rate : ReuseRate();
}

}  // namespace synapse
