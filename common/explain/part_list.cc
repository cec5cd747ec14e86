#include "explain/part_list.h"

#include <algorithm>

#include "explain/expansions.h"
#include "explain/shell_words.h"

namespace synapse {

LinePart PartList::Made(LinePart part, size_t begin, size_t end) const {
  const Origin origin = OriginOf(text_, begin, end);
  part.begin = origin.begin;
  part.end = origin.end;
  part.depth = depth_ + (origin.alias >= 0 ? 1 : 0);
  part.text = text_.text.substr(begin, end - begin);
  return part;
}

void PartList::Place(LinePart part, size_t at) {
  if (++shared_.parts <= kMaxParts) parts_.push_back({at, std::move(part)});
}

void PartList::Add(LinePart part, size_t begin, size_t end) {
  if (++shared_.parts > kMaxParts) return;
  parts_.push_back({begin, Made(std::move(part), begin, end)});
}

size_t PartList::WrittenAt(const Token& word, size_t offset) const {
  const std::string_view raw = word.raw(text_.text), value = word.value;
  if (offset == 0) return word.begin;
  if (offset >= value.size()) return word.end;
  if (raw.starts_with(value.substr(0, offset))) return word.begin + offset;
  if (raw.ends_with(value.substr(offset))) {
    return word.end - (value.size() - offset);
  }
  return std::string::npos;
}

void PartList::AddWord(LinePart part, const Token& word, size_t from,
                       size_t to) {
  size_t begin = WrittenAt(word, from), end = WrittenAt(word, to);
  if (from > 0 && begin == end) return;  // the value is not written yet
  if (begin == std::string::npos || end == std::string::npos || begin > end) {
    begin = word.begin;
    end = word.end;
  }
  const bool is_whole = begin == word.begin && end == word.end;
  if (is_whole && AddHistory(word)) return;
  std::vector<Placed> inside;
  AddSubstitutions(part, begin, end, inside);
  AddExpansions(part, begin, end, inside);
  Add(std::move(part), begin, end);
  for (Placed& placed : inside) parts_.push_back(std::move(placed));
}

// `^a^b` stands for a line only at the beginning of the line.
bool PartList::AddHistory(const Token& word) {
  const std::string_view raw = word.raw(text_.text);
  if (depth_ > 0 || (raw.starts_with('^') && word.begin > 0)) return false;
  std::string meaning = MeaningOfHistory(raw);
  if (meaning.empty()) return false;
  Add(LinePart{.kind = PartKind::kHistory, .meaning = std::move(meaning)},
      word.begin, word.end);
  return true;
}

void PartList::AddLine(const Token& word, bool elsewhere) {
  const bool before = std::exchange(shared_.elsewhere, elsewhere);
  AddInner(ValueText(text_, word.begin, word.end, word.value), word.begin,
           parts_);
  shared_.elsewhere = before;
}

void PartList::AddInner(const LineText& inner, size_t at,
                        std::vector<Placed>& out) {
  if (depth_ + 1 >= kMaxTextDepth) return;
  for (LinePart& part : PartsOfText(inner, depth_ + 1, shared_)) {
    out.push_back({at, std::move(part)});
  }
}

void PartList::AddExpansions(LinePart& part, size_t begin, size_t end,
                             std::vector<Placed>& out) {
  const std::string_view raw =
      std::string_view(text_.text).substr(begin, end - begin);
  const Expansions found = ExpansionsOf(raw);
  if (found.has_glob && part.path != PathUse::kNone &&
      found.variables.empty() && !found.has_braces &&
      nested_.substitutions.empty()) {
    part.value = found.pattern;
    part.is_pattern = true;
  }
  if (found.has_braces) {
    part.path = PathUse::kNone;
    const std::string words = MeaningOfBraces(raw);
    if (!words.empty()) {
      part.meaning += (part.meaning.empty() ? "" : "; ") + words;
    }
  }
  if (part.is_pattern && raw.ends_with(')') && raw.find('(') != raw.npos) {
    part.path = PathUse::kNone;  // zsh alone knows which files have that
    part.meaning += (part.meaning.empty() ? "" : "; ") +
                    std::string("files that match, with conditions of zsh");
  }
  std::vector<VariableUse> uses = found.variables;
  uses.insert(uses.end(), found.arithmetic.begin(), found.arithmetic.end());
  for (const VariableUse& use : uses) {
    const std::string meaning =
        use.name.empty()
            ? "result of the arithmetic expression"
            : MeaningOfParameter(raw.substr(use.begin, use.end - use.begin),
                                 use.name);
    if (use.end - use.begin == raw.size() && part.meaning.empty()) {
      part.meaning = meaning;
      continue;
    }
    if (++shared_.parts > kMaxParts) return;
    LinePart variable{.kind = use.name.empty() ? PartKind::kArithmetic
                                               : PartKind::kVariable};
    variable.meaning = meaning;
    out.push_back(
        {begin + use.begin,
         Made(std::move(variable), begin + use.begin, begin + use.end)});
  }
}

void PartList::AddSubstitutions(LinePart& part, size_t begin, size_t end,
                                std::vector<Placed>& out) {
  for (const auto& [inner, in_backquotes] : nested_.substitutions) {
    const auto at = static_cast<size_t>(inner.data() - text_.text.data());
    if (at < begin || at >= end + 1) continue;
    const size_t first = at - (in_backquotes ? 1 : 2);
    const size_t last = at + inner.size();
    if (first < begin || last > end) continue;
    const size_t closed = std::min(last + 1, end);
    const bool is_process = text_.text[first] != '$' && !in_backquotes;
    const std::string meaning = !is_process ? "output of the command"
                                : text_.text[first] == '='
                                    ? "name of a file with the output"
                                    : "name of a pipe to or from the command";
    if (closed - first == end - begin && part.meaning.empty()) {
      part.meaning = meaning;
    } else if (++shared_.parts <= kMaxParts) {
      LinePart substitution{.kind = PartKind::kSubstitution};
      substitution.meaning = meaning;
      out.push_back({first, Made(std::move(substitution), first, closed)});
    }
    const LineText text = SliceOf(text_, at, last);
    AddInner(in_backquotes ? WithoutBackquoteEscapes(text) : text, at, out);
  }
}

std::vector<LinePart> PartList::Take() {
  std::stable_sort(
      parts_.begin(), parts_.end(),
      [](const Placed& a, const Placed& b) { return a.at < b.at; });
  std::vector<LinePart> out;
  out.reserve(parts_.size());
  for (Placed& placed : parts_) out.push_back(std::move(placed.part));
  return out;
}

}  // namespace synapse
