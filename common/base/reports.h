// Reports: what went wrong while typing, for `synapse doctor` and the log.
//
// Tested by tests/base/reports_test.cc.
#pragma once

#include <string>
#include <vector>

#include "base/log.h"

namespace synapse {

class Reports {
 public:
  static constexpr size_t kMax = 20;

  // `log` outlives it.
  explicit Reports(Log& log) : log_(log) {}

  void Add(const std::string& what, const std::string& why);
  // It is not so any more.
  void Remove(const std::string& what, const std::string& why);
  // The reports of another engine, behind ours.
  void AddAll(const std::vector<std::string>& others);
  // "WHAT: WHY", newest last; at most kMax, each once.
  const std::vector<std::string>& all() const { return all_; }

 private:
  Log& log_;
  std::vector<std::string> all_;
};

}  // namespace synapse
