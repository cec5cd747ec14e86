// Other programs write transcripts: any bytes, in any pieces. So do facts and
// the answers of a model, and their suggestions are put into rc files.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "reflect/alias.h"
#include "reflect/markers.h"
#include "reflect/reflection_prompt.h"
#include "store/fact.h"
#include "transcript/reader.h"
#include "transcript/shell_call.h"
#include "transcript/splitter.h"

namespace {

using synapse::TranscriptEvent;

synapse::SpecStore& Specs() {
  static synapse::SpecStore specs{{"specs"}};
  return specs;
}

// The texts of the events, read in pieces of one size.
std::vector<std::string> Read(std::string_view text, size_t piece) {
  std::vector<std::string> out;
  synapse::TranscriptReader reader(
      [&](const TranscriptEvent& e) {
        if (e.text.size() > TranscriptEvent::kMaxText) abort();
        if (e.offset >= text.size()) abort();
        out.push_back(e.text);
      },
      0, &Specs());
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

// A fact that is written and read is the same.
void WriteAgain(const synapse::Fact& fact) {
  const std::string bytes = synapse::EncodeFact(fact);
  const auto again = synapse::DecodeFact(bytes);
  if (!again || synapse::EncodeFact(*again) != bytes) abort();
}

void Reflect(std::string_view text) {
  for (const auto& fact : synapse::ParseReflection(text)) WriteAgain(fact);
  if (auto fact = synapse::DecodeFact(text)) WriteAgain(*fact);
  (void)synapse::MarkersIn(text);
  if (synapse::RecommendationOf(text).find('\n') != std::string::npos) abort();
  synapse::Fact friction;
  friction.category = synapse::FactCategory::kFriction;
  friction.steps = {std::string(text.substr(0, 1000))};
  const auto alias = synapse::AliasOf(friction, nullptr);
  if (alias && (alias->name.empty() || alias->text.back() != '\n')) abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  // Every size of the pieces gives the same texts.
  if (Read(text, 1 << 16) != Read(text, 7)) abort();
  const auto call =
      synapse::ReadShellCall(text.substr(0, 4096), "/w", &Specs());
  Reflect(text);
  if (call.directory.empty() || call.directory[0] != '/') abort();
  return 0;
}
