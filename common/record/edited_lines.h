// EditedLines: compares the lines that the line editor returned with the lines
// that the shell reported as started.
//
// Only a reported line is recorded. Another module may take over the hooks that
// report lines. The editor's count comes from another hook, so that `synapse
// doctor` can detect lost lines. A reported line resets the number of missed
// ones. The line `synapse doctor` itself is reported if all is well. So a line
// with a syntax error, which is accepted and never starts, raises no alarm.
// Tested by tests/engine/edited_lines_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synapse {

class EditedLines {
 public:
  // The editor returned a line that is going to run. `why`: why it will not be
  // reported; empty if it should be.
  void Accepted(std::string_view why) {
    accepted_ = true;
    began_ = false;
    pending_why_ = why;
  }
  void Began() {
    began_ = true;
    missed_ = 0;
  }
  void Cancelled() { accepted_ = began_ = false; }
  // The next prompt is about to be shown.
  void Ended() {
    if (accepted_) {
      ++run_;
      missed_ += !began_;
      why_ = pending_why_;
    }
    Cancelled();
  }

  size_t run() const { return run_; }
  // The newest missed lines in a row.
  size_t missed() const { return missed_; }
  // A message for the user, with what to do; empty if no line is missed.
  std::string Problem() const;

 private:
  bool accepted_ = false;
  bool began_ = false;
  size_t run_ = 0;
  size_t missed_ = 0;
  std::string pending_why_;
  std::string why_;
};

}  // namespace synapse
