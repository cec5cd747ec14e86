// Transcripts are written by other programs: any bytes, in any pieces.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "transcript/reader.h"
#include "transcript/shell_call.h"
#include "transcript/splitter.h"

namespace {

using synapse::TranscriptEvent;

// The texts that come out, read in pieces of one size.
std::vector<std::string> Read(std::string_view text, size_t piece) {
  std::vector<std::string> out;
  synapse::TranscriptReader reader([&](const TranscriptEvent& e) {
    if (e.text.size() > TranscriptEvent::kMaxText) abort();
    if (e.offset >= text.size()) abort();
    out.push_back(e.text);
  });
  synapse::RecordSplitter splitter(
      1 << 14, 0, [&](std::string_view record, uint64_t offset) {
        if (text.substr(offset, record.size()) != record) abort();
        reader.Read(record, offset);
      });
  for (size_t at = 0; at < text.size(); at += piece) {
    splitter.Feed(text.substr(at, piece));
  }
  if (splitter.whole() > text.size()) abort();
  reader.Finish();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  // However it is cut, it says the same.
  if (Read(text, 1 << 16) != Read(text, 7)) abort();
  const auto call = synapse::ReadShellCall(text.substr(0, 4096), "/w");
  if (call.directory.empty() || call.directory[0] != '/') abort();
  return 0;
}
