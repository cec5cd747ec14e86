#include "list/list_keys.h"

namespace synapse {
namespace {

constexpr std::string_view kPasteBegins = "\033[200~";
constexpr std::string_view kPasteEnds = "\033[201~";
constexpr size_t kMaxSequence = 16;

struct Named {
  std::string_view sequence;
  ListKey key;
};

constexpr Named kControls[] = {
    {"\x10", ListKey::kUp},    // ^P
    {"\x0b", ListKey::kUp},    // ^K, as in fzf
    {"\x0e", ListKey::kDown},  // ^N
    {"\t", ListKey::kDown},        {"\r", ListKey::kTake},
    {"\n", ListKey::kTake},        {"\x07", ListKey::kLeave},  // ^G
    {"\x03", ListKey::kLeave},  // ^C, if it is no signal
    {"\x7f", ListKey::kErase},     {"\x08", ListKey::kErase},
    {"\x17", ListKey::kEraseWord},  // ^W
    {"\x15", ListKey::kEraseAll},   // ^U
    {"\x12", ListKey::kScope},      // ^R
};

constexpr Named kSequences[] = {
    {"[A", ListKey::kUp},        {"OA", ListKey::kUp},
    {"[B", ListKey::kDown},      {"OB", ListKey::kDown},
    {"[Z", ListKey::kUp},        {"[5~", ListKey::kPageUp},
    {"[6~", ListKey::kPageDown}, {"[H", ListKey::kFirst},
    {"OH", ListKey::kFirst},     {"[1~", ListKey::kFirst},
    {"[7~", ListKey::kFirst},    {"[F", ListKey::kLast},
    {"OF", ListKey::kLast},      {"[4~", ListKey::kLast},
    {"[8~", ListKey::kLast},     {"[3;2~", ListKey::kForget},
    {"[3$", ListKey::kForget},   {"OQ", ListKey::kForget},  // F2
    {"[12~", ListKey::kForget},  {"\r", ListKey::kRun},
    {"\n", ListKey::kRun},       {"[C", ListKey::kTake},
    {"OC", ListKey::kTake},      {"/", ListKey::kDown},
};

bool IsFinal(char c) { return c >= '@' && c <= '~'; }

bool IsComplete(std::string_view sequence) {
  if (sequence.size() < 2) return false;
  if (sequence[1] == '[') {
    // F1 to F5 of the Linux console: ESC [ [ A.
    if (sequence.size() == 3 && sequence[2] == '[') return false;
    return sequence.size() > 2 &&
           (IsFinal(sequence.back()) || sequence.back() == '$');
  }
  return sequence[1] != 'O' || sequence.size() > 2;
}

}  // namespace

ListKey ListKeys::Feed(char byte) {
  text_.clear();
  if (!sequence_.empty() && byte == '\033' && sequence_.size() == 1) {
    sequence_.clear();
    return ListKey::kLeave;  // Esc, pressed twice
  }
  if (!sequence_.empty() || byte == '\033') {
    sequence_ += byte;
    if (sequence_.size() >= kMaxSequence) sequence_.clear();
    if (!IsComplete(sequence_)) return ListKey::kNone;
    std::string sequence = std::move(sequence_);
    sequence_.clear();
    return Complete(sequence);
  }
  auto code = static_cast<unsigned char>(byte);
  if (code >= 0x20 && code != 0x7F) {
    text_ = std::string(1, byte);
    return ListKey::kText;
  }
  if (pasting_) {  // newlines and tabs in a paste
    text_ = " ";
    return ListKey::kText;
  }
  for (const Named& named : kControls) {
    if (named.sequence[0] == byte) return named.key;
  }
  return ListKey::kNone;
}

ListKey ListKeys::Pause() {
  bool escape = sequence_ == "\033";
  sequence_.clear();
  return escape ? ListKey::kLeave : ListKey::kNone;
}

ListKey ListKeys::Complete(std::string_view sequence) {
  if (sequence == kPasteBegins || sequence == kPasteEnds) {
    pasting_ = sequence == kPasteBegins;
    return ListKey::kNone;
  }
  for (const Named& named : kSequences) {
    if (sequence.substr(1) == named.sequence) return named.key;
  }
  return ListKey::kNone;
}

}  // namespace synapse
