#include "manual/mdoc_text.h"

#include <algorithm>

#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kMaxText = 8192, kMaxClosers = 16;

enum class Mdoc {
  kNone,
  kFlag,
  kArgument,
  kText,
  kName,
  kDescription,
  kEnclose,
  kOpen,
  kClose,
  kJoin,
  kPrefix,
  kReference,
  kApostrophe,
  kExtended,
  kExtendedEnd,
  kSpacing,
  kNothing,
};

struct MdocMacro {
  std::string_view name;
  Mdoc kind;
  std::string_view begin = {}, end = {};
};

constexpr MdocMacro kMacros[] = {{"Fl", Mdoc::kFlag},
                                 {"Ar", Mdoc::kArgument},
                                 {"Va", Mdoc::kArgument},
                                 {"Fa", Mdoc::kArgument},
                                 {"Vt", Mdoc::kArgument},
                                 {"Cm", Mdoc::kText},
                                 {"Ic", Mdoc::kText},
                                 {"Pa", Mdoc::kText},
                                 {"Li", Mdoc::kText},
                                 {"Em", Mdoc::kText},
                                 {"Sy", Mdoc::kText},
                                 {"No", Mdoc::kText},
                                 {"Ev", Mdoc::kText},
                                 {"Er", Mdoc::kText},
                                 {"Tn", Mdoc::kText},
                                 {"Dv", Mdoc::kText},
                                 {"Cd", Mdoc::kText},
                                 {"Sx", Mdoc::kText},
                                 {"St", Mdoc::kText},
                                 {"An", Mdoc::kText},
                                 {"Ad", Mdoc::kText},
                                 {"Lk", Mdoc::kText},
                                 {"Mt", Mdoc::kText},
                                 {"Fn", Mdoc::kText},
                                 {"Ft", Mdoc::kText},
                                 {"Ms", Mdoc::kText},
                                 {"Nd", Mdoc::kDescription},
                                 {"Dl", Mdoc::kText},
                                 {"D1", Mdoc::kText},
                                 {"Ux", Mdoc::kText},
                                 {"Bx", Mdoc::kText},
                                 {"Fx", Mdoc::kText},
                                 {"Nx", Mdoc::kText},
                                 {"Ox", Mdoc::kText},
                                 {"Nm", Mdoc::kName},
                                 {"Xr", Mdoc::kReference},
                                 {"Ns", Mdoc::kJoin},
                                 {"Pf", Mdoc::kPrefix},
                                 {"Ap", Mdoc::kApostrophe},
                                 {"Xo", Mdoc::kExtended},
                                 {"Xc", Mdoc::kExtendedEnd},
                                 {"Sm", Mdoc::kSpacing},
                                 {"Op", Mdoc::kEnclose, "[", "]"},
                                 {"Bq", Mdoc::kEnclose, "[", "]"},
                                 {"Brq", Mdoc::kEnclose, "{", "}"},
                                 {"Aq", Mdoc::kEnclose, "<", ">"},
                                 {"Pq", Mdoc::kEnclose, "(", ")"},
                                 {"Dq", Mdoc::kEnclose, "\"", "\""},
                                 {"Qq", Mdoc::kEnclose, "\"", "\""},
                                 {"Sq", Mdoc::kEnclose, "'", "'"},
                                 {"Ql", Mdoc::kEnclose, "'", "'"},
                                 {"Oo", Mdoc::kOpen, "["},
                                 {"Oc", Mdoc::kClose, "]"},
                                 {"Bo", Mdoc::kOpen, "["},
                                 {"Bc", Mdoc::kClose, "]"},
                                 {"Bro", Mdoc::kOpen, "{"},
                                 {"Brc", Mdoc::kClose, "}"},
                                 {"Ao", Mdoc::kOpen, "<"},
                                 {"Ac", Mdoc::kClose, ">"},
                                 {"Po", Mdoc::kOpen, "("},
                                 {"Pc", Mdoc::kClose, ")"},
                                 {"Do", Mdoc::kOpen, "\""},
                                 {"Dc", Mdoc::kClose, "\""},
                                 {"Qo", Mdoc::kOpen, "\""},
                                 {"Qc", Mdoc::kClose, "\""},
                                 {"So", Mdoc::kOpen, "'"},
                                 {"Sc", Mdoc::kClose, "'"},
                                 {"Ek", Mdoc::kNothing},
                                 {"Bk", Mdoc::kNothing}};

const MdocMacro* MacroNamed(std::string_view name) {
  if (name.size() < 2 || name.size() > 3) return nullptr;
  for (const MdocMacro& macro : kMacros) {
    if (macro.name == name) return &macro;
  }
  return nullptr;
}

bool ClosesMdoc(std::string_view word) {
  return IsOneOf(word, {".", ",", ":", ";", ")", "]", "?", "!"});
}

bool OpensMdoc(std::string_view word) { return word == "(" || word == "["; }

}  // namespace

void MdocText::Put(std::string_view word, RoffFont font, std::string& out) {
  if (out.size() > kMaxText) return;
  if (ClosesMdoc(word)) joins_ = true;
  if (!joins_ && !out.empty() && out.back() != ' ') out += ' ';
  joins_ = !spaced_ || OpensMdoc(word);
  if (roff_.Append(word, font, out)) joins_ = true;
}

void MdocText::Close(std::string& out, size_t down_to) {
  while (closers_.size() > down_to) {
    joins_ = true;
    out += closers_.back();
    closers_.pop_back();
    joins_ = false;
  }
}

bool MdocText::AppendLine(const std::vector<std::string>& words,
                          std::string& out) {
  if (words.empty() || !MacroNamed(words[0])) return false;
  AppendWords(words, 0, out);
  return true;
}

void MdocText::AppendWords(const std::vector<std::string>& words, size_t from,
                           std::string& out) {
  // Punctuation at the end stands behind all that the line encloses.
  size_t end = words.size();
  while (end > from && ClosesMdoc(words[end - 1])) --end;
  const MdocMacro* macro = nullptr;
  bool had_word = true;
  bool first = true;
  const auto finish = [&] {
    if (!macro || had_word) return;
    if (macro->kind == Mdoc::kFlag) {
      Put("-", RoffFont::kBold, out);
      joins_ = true;
    } else if (macro->kind == Mdoc::kArgument && macro->name == "Ar") {
      Put("file", RoffFont::kItalic, out);
      Put("...", RoffFont::kRoman, out);
    } else if (macro->kind == Mdoc::kName) {
      Put(name_, RoffFont::kBold, out);
    }
  };
  for (size_t i = from; i < end; ++i) {
    const std::string& word = words[i];
    if (const MdocMacro* next = MacroNamed(word)) {
      finish();
      macro = next;
      had_word = false;
      switch (next->kind) {
        case Mdoc::kEnclose:
          if (closers_.size() < kMaxClosers) {
            Put(next->begin, RoffFont::kRoman, out);
            joins_ = true;
            closers_.push_back(next->end);
          }
          break;
        case Mdoc::kOpen:
          Put(next->begin, RoffFont::kRoman, out);
          joins_ = true;
          break;
        case Mdoc::kClose:
          joins_ = true;
          Put(next->begin, RoffFont::kRoman, out);
          break;
        case Mdoc::kJoin: joins_ = true; break;
        case Mdoc::kDescription: Put("-", RoffFont::kRoman, out); break;
        case Mdoc::kApostrophe:
          joins_ = true;
          Put("'", RoffFont::kRoman, out);
          joins_ = true;
          break;
        case Mdoc::kExtended: extended_ = true; break;
        case Mdoc::kExtendedEnd: extended_ = false; break;
        default: break;
      }
      first = true;
      continue;
    }
    had_word = true;
    const Mdoc kind = macro ? macro->kind : Mdoc::kNone;
    if (ClosesMdoc(word) || OpensMdoc(word) || word == "|") {
      Put(word, RoffFont::kRoman, out);
    } else if (kind == Mdoc::kFlag) {
      Put("-" + word, RoffFont::kBold, out);
    } else if (kind == Mdoc::kArgument) {
      Put(word, RoffFont::kItalic, out);
    } else if (kind == Mdoc::kPrefix && first) {
      Put(word, RoffFont::kRoman, out);
      joins_ = true;
    } else if (kind == Mdoc::kReference && !first) {
      joins_ = true;
      Put("(" + word + ")", RoffFont::kRoman, out);
    } else if (kind == Mdoc::kSpacing) {
      spaced_ = word != "off";
      joins_ = !spaced_;
    } else if (kind != Mdoc::kNothing) {
      if (kind == Mdoc::kName && first && name_.empty()) name_ = word;
      Put(word, RoffFont::kRoman, out);
    }
    first = false;
  }
  finish();
  Close(out, 0);
  for (size_t i = end; i < words.size(); ++i) {
    Put(words[i], RoffFont::kRoman, out);
  }
  // Ns at the end of a line has no effect on the next one, but for \c.
  if (!extended_ && spaced_) joins_ = false;
}

}  // namespace synapse
