// Pool: the content of a list: suggestions, or the history. It is read in
// slices, because a directory may hold 100,000 files and a log a million
// commands.
//
// Tested by tests/list/picker_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/budget.h"

namespace synapse {

// Details of a row next to its text, requested only for drawn rows.
struct RowDetails {
  std::string kind = {};  // "branch", "option", "directory"
  std::string description = {};
  std::string note = {};   // on the right: the source, or time and directory
  std::string risk = {};   // Risk::why, if the list has a column for it
  bool failed = false;     // the exit status was not 0
  bool dangerous = false;  // more than the typed text: the row has a mark
};

// Forgets a command for ever in all stores; false if the store failed.
using ForgetLine = std::function<bool(std::string_view line)>;

class Pool {
 public:
  virtual ~Pool() = default;
  // Reads more; true while there is more.
  virtual bool ReadOn(Budget& budget) = 0;
  // A number that changes when entries that were read get another order.
  virtual int order() const = 0;
  virtual size_t size() const = 0;
  // False for an entry that is hidden at present.
  virtual bool Shown(size_t i) const = 0;
  // The text to show and to search in.
  virtual std::string_view Text(size_t i) const = 0;
  virtual RowDetails Details(size_t i) = 0;
  // The user changed the text that is looked for; the order may change.
  virtual void Typed(std::string_view) {}
  // True for an entry that matches although its text does not contain the typed
  // text.
  virtual bool FitsAnyway(size_t) const { return false; }
  // The buffer after the entry is taken.
  virtual std::string Line(size_t i) = 0;
  // The current scope; "" if the pool has none.
  virtual std::string_view Scope() const { return {}; }
  virtual void NextScope() {}
  // Forgets the entry for ever; false if that is not possible.
  virtual bool Forget(size_t i) = 0;
  // The heading of the entry's group; "" if the pool has no groups. Entries of a
  // group follow one another.
  virtual std::string_view Group(size_t) const { return {}; }
  // Whether a long text of the selected row is shown in full.
  virtual bool Preview() const { return false; }
};

}  // namespace synapse
