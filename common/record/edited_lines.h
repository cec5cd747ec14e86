// EditedLines: the lines that the line editor handed to the shell, against
// those of them that the shell reported as they began.
//
// Only a line that is reported is recorded. Another module may take the hooks
// that report it; the editor's own count comes another way, so that `synapse
// doctor` can say that lines are lost. A line that was reported ends a run of
// missed ones: doctor's own line is reported where all is well, so that a line
// with a syntax error, which is accepted and never begins, is no alarm.
// Tested by tests/engine/edited_lines_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synapse {

class EditedLines {
 public:
  // The editor handed over a line that is going to run. `why`: why it will not
  // be reported; empty: it should be.
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
  // The newest ones, in a row.
  size_t missed() const { return missed_; }
  // Tells what is wrong, and what to do; empty: nothing is missed.
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
