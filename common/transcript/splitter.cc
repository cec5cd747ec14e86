#include "transcript/splitter.h"

namespace synapse {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

void RecordSplitter::Keep(std::string_view bytes) {
  if (skipping_) return;
  if (open_.size() + bytes.size() > max_record_) {
    skipping_ = true;
    open_.clear();
    open_.shrink_to_fit();
    return;
  }
  open_.append(bytes);
}

void RecordSplitter::EndRecord() {
  if (skipping_) {
    ++too_long_;
  } else if (open_.find_first_not_of(kBlanks) != open_.npos) {
    visit_(open_, begin_);
  }
  skipping_ = false;
  open_.clear();
}

void RecordSplitter::Feed(std::string_view bytes) {
  // A byte order mark and blanks may precede the first record.
  while (mode_ == Mode::kUnknown && !bytes.empty()) {
    const char c = bytes[0];
    const bool mark = at_ < kByteOrderMark.size() && c == kByteOrderMark[at_];
    if (!mark && kBlanks.find(c) == kBlanks.npos) {
      mode_ = c == '[' ? Mode::kArray : Mode::kLines;
      break;
    }
    bytes.remove_prefix(1);
    begin_ = ++at_;
  }
  if (bytes.empty()) return;
  mode_ == Mode::kArray ? FeedArray(bytes) : FeedLines(bytes);
}

void RecordSplitter::FeedLines(std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    if (end == bytes.npos) {
      Keep(bytes);
      at_ += bytes.size();
      return;
    }
    Keep(bytes.substr(0, end));
    EndRecord();
    at_ += end + 1;
    begin_ = whole_ = at_;
    bytes.remove_prefix(end + 1);
  }
}

// Elements are at depth one; only brackets outside of strings count.
void RecordSplitter::FeedArray(std::string_view bytes) {
  size_t kept = 0;  // bytes that are in open_ or not needed
  for (size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
      continue;
    }
    if (c == '"') in_string_ = true;
    if (c == '[' || c == '{') {
      if (++depth_ == 2) {
        kept = i;
        begin_ = at_ + i;
      }
    } else if ((c == ']' || c == '}') && depth_ > 0 && --depth_ == 1) {
      Keep(bytes.substr(kept, i + 1 - kept));
      EndRecord();
      whole_ = at_ + i + 1;
    }
  }
  if (depth_ >= 2) Keep(bytes.substr(kept));
  at_ += bytes.size();
}

}  // namespace synapse
