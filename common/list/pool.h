// Pool: what a list shows: suggestions, or the history. Read in slices, since
// a directory may hold 100,000 files and a log a million commands.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/budget.h"

namespace synapse {

// What stands beside a row's text. Asked for only of rows that are drawn.
struct RowDetails {
  std::string kind;         // "branch", "option", "directory"
  std::string description;
  std::string note;         // at the right: the source, or when and where
  std::string risk;         // why it is dangerous, where there is a column
  bool failed = false;      // the exit status was not 0
  bool dangerous = false;   // it is marked
};

// Forgets a command for ever, wherever it is kept; false when that failed.
using ForgetLine = std::function<bool(std::string_view line)>;

class Pool {
 public:
  virtual ~Pool() = default;
  // Reads on; true while there is more.
  virtual bool ReadOn(Budget& budget) = 0;
  // Changes when what was read stands in another order.
  virtual int order() const = 0;
  virtual size_t size() const = 0;
  // Entries that are not wanted now are there, but not shown.
  virtual bool Shown(size_t i) const = 0;
  // What is shown and searched in.
  virtual std::string_view Text(size_t i) const = 0;
  virtual RowDetails Details(size_t i) = 0;
  // The buffer when it is taken.
  virtual std::string Line(size_t i) = 0;
  // Which of its scopes is shown; "" when it has none.
  virtual std::string_view Scope() const { return {}; }
  virtual void NextScope() {}
  // Forgets it for ever; false when it cannot.
  virtual bool Forget(size_t i) = 0;
  // Whether the whole text of the selected row is shown when it is long.
  virtual bool Preview() const { return false; }
};

}  // namespace synapse
