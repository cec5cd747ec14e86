// Any file is a history; every event in it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "learn/history_file.h"
#include "learn/line.h"
#include "learn/line_words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using synapse::HistoryFormat;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)synapse::GuessHistoryFormat(text, "zsh");
  for (HistoryFormat format :
       {HistoryFormat::kZsh, HistoryFormat::kBash, HistoryFormat::kFish}) {
    for (const auto& e : synapse::ParseHistory(text, format, 1700000000000)) {
      auto back = synapse::DecodeEvent(synapse::EncodeEvent(e));
      if (!back || back->command != e.command) abort();
      (void)synapse::MakeLine(e.command);
      (void)synapse::SplitWords(e.command);
    }
  }
  return 0;
}
