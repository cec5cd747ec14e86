// Training sets out of full records (record_file.h): each record becomes no line,
// one or several of JSON, which stand for themselves.
//
//   sft    the context and what was typed, and the line that was suggested and ran
//   rank   the list, what of it was viewed, and what was accepted
//   dpo    pairs: what ran, against each that was viewed and did not
//   eval   the line that ran, where and when, as `synapse replay` reads it
//
// What is further down is seen less often, which says nothing against it. A
// viewed suggestion weighs 1 / P(its position is viewed), at most kMaxWeight
// (Joachims, Swaminathan, Schnabel, "Unbiased learning-to-rank with biased
// feedback", WSDM 2017); what was not viewed weighs 0.
//
// All of a session is of one split. An id is made of session, time and line: the
// same record has the same one, whichever files are read.
// Tested by tests/track/training_test.cc.
#pragma once

#include <rapidjson/document.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

enum class TrainingSet { kSft, kRank, kDpo, kEval };
std::optional<TrainingSet> ParseTrainingSet(std::string_view name);

enum class Split { kTrain, kTest };
// `test_share` of the sessions, in [0, 1].
Split SplitOf(std::string_view session, double test_share);

// How often each position was viewed.
class PositionBias {
 public:
  static constexpr size_t kPositions = 20;
  static constexpr double kMaxWeight = 20;

  void Add(const rapidjson::Value& record);
  double WeightOf(size_t position) const;

 private:
  std::array<size_t, kPositions> offered_ = {}, viewed_ = {};
};

// Why the line is no record, or "".
std::string WhyNoRecord(const rapidjson::Document& record);

struct TrainingOptions {
  TrainingSet set = TrainingSet::kSft;
  double test_share = 0.1;
  const PositionBias& bias;
};
// Calls `emit` with each line, without a newline. REQUIRES: a record.
void EmitTraining(const rapidjson::Value& record, const TrainingOptions& options,
                  const std::function<void(std::string_view)>& emit);

// Calls `visit` with each record of the file; `report` (may be empty) with what
// is wrong with a line that is none, "PATH:LINE: why".
void EachRecord(const std::string& path,
                const std::function<void(const rapidjson::Document&)>& visit,
                const std::function<void(const std::string&)>& report);

// Calls `visit` with each line of the file and its number, from 1; lines of more
// than a megabyte come as "". False: it cannot be read.
bool EachLine(const std::string& path,
              const std::function<void(std::string_view, size_t)>& visit);

}  // namespace synapse
