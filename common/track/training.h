// Training sets from full records (record_file.h). Each record becomes no, one
// or several lines of JSON, each self-contained.
//
//   sft    the context and the typed text, and the suggested line that ran
//   rank   the list, its viewed suggestions, and the accepted one
//   dpo    pairs: the line that ran, against each viewed one that did not
//   eval   the line that ran, where and when, as `synapse replay` reads it
//
// Lower positions are seen less often, which must not count against them. A
// viewed suggestion weighs 1 / P(its position is viewed), at most kMaxWeight
// (Joachims, Swaminathan, Schnabel, "Unbiased learning-to-rank with biased
// feedback", WSDM 2017). One that was not viewed weighs 0.
//
// All records of a session are in the same split. An id is computed from
// session, time and line: a record always has the same id.
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

// Why the line is not a record, or "".
std::string WhyNoRecord(const rapidjson::Document& record);

struct TrainingOptions {
  TrainingSet set = TrainingSet::kSft;
  double test_share = 0.1;
  const PositionBias& bias;
};
// Calls `emit` with each line, without a newline.
// REQUIRES: `record` is a record.
void EmitTraining(const rapidjson::Value& record,
                  const TrainingOptions& options,
                  const std::function<void(std::string_view)>& emit);

// Calls `visit` with each record of the file. `report` (may be empty) receives
// errors of other lines as "PATH:LINE: why".
void EachRecord(const std::string& path,
                const std::function<void(const rapidjson::Document&)>& visit,
                const std::function<void(const std::string&)>& report);

// Calls `visit` with each line of the file and its number, from 1. Lines of
// more than a megabyte are passed as "". Returns false if the file cannot be
// read.
bool EachLine(const std::string& path,
              const std::function<void(std::string_view, size_t)>& visit);

}  // namespace synapse
