// Fact: a finding of reflect/, as the store keeps it, with references to the
// events that it was found in.
//
// Record:  version u8 | category u8 | confidence u8 | exit i32 | first_ms i64 |
//          last_ms i64 | found_ms i64 | runs u32 | usage u32 | helpful u32 |
//          outdated u32 | reported u32 |
//          six strings: fact, recommendation, subject, replacement, directory,
//          source | three lists: tags, steps, traces; each u32 how many and so
//          many strings. A string is u32 length and bytes. Little-endian.
// Newer:   as for events: bytes behind what is known are ignored.
// Tested by tests/store/fact_test.cc, fuzzed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

enum class FactCategory : uint8_t {
  kCorrection,   // it was put right
  kAntiPattern,  // it keeps failing
  kGotcha,       // it works elsewhere
  kPreference,   // it is always done so
  kFriction,     // it is done by hand, again and again
};
inline constexpr int kFactCategories = 5;
enum class FactConfidence : uint8_t { kLow, kMedium, kHigh };

struct Fact {
  FactCategory category = FactCategory::kCorrection;
  FactConfidence confidence = FactConfidence::kMedium;
  std::string fact;            // one sentence
  std::string recommendation;  // one sentence
  // The line, or word, that a finding of a shell is about; the one to be used
  // in its place; the directory where the finding holds, "" everywhere.
  std::string subject;
  std::string replacement;
  std::string directory;
  // Where it comes from: "shell", or the path of a transcript.
  std::string source;
  int32_t exit = -1;                  // of the runs; -1: none or several
  uint32_t runs = 0;                  // how often it was seen
  int64_t first_ms = 0, last_ms = 0;  // of the runs
  int64_t found_ms = 0;               // since when it is known
  std::vector<std::string> tags;
  std::vector<std::string> steps;   // the commands of a sequence
  std::vector<std::string> files;   // that were read or edited in that turn
  std::vector<std::string> traces;  // references to raw events, newest first
  // Counts since the fact was found: `usage`, runs of the line or of its
  // replacement; `helpful`, runs of the replacement alone; `outdated`, how
  // often the fact did not hold; `reported`, how often the user said so.
  uint32_t usage = 0, helpful = 0, outdated = 0, reported = 0;
  uint32_t outdated_reports() const { return outdated + reported; }

  // The same finding, whenever it is made.
  uint64_t id() const;
};

// "correction", "anti_pattern", "gotcha", "preference", "friction".
const char* CategoryName(FactCategory category);
std::optional<FactCategory> ParseCategory(std::string_view name);
// "low", "medium", "high".
const char* ConfidenceName(FactConfidence confidence);
std::optional<FactConfidence> ParseConfidence(std::string_view name);

std::string EncodeFact(const Fact& fact);
std::optional<Fact> DecodeFact(std::string_view bytes);

}  // namespace synapse
