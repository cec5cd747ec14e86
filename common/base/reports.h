// Reports: errors while typing, for `synapse doctor` and the log.
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

  // `log` must outlive this object.
  explicit Reports(Log& log) : log_(log) {}

  void Add(const std::string& what, const std::string& why);
  // Removes a report that no longer holds.
  void Remove(const std::string& what, const std::string& why);
  // Appends the reports of another engine.
  void AddAll(const std::vector<std::string>& others);
  // "WHAT: WHY", newest last; at most kMax, each once.
  const std::vector<std::string>& all() const { return all_; }

 private:
  Log& log_;
  std::vector<std::string> all_;
};

}  // namespace synapse
