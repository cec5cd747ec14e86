// ReflectionSchedule: when the reflection (reflection.h) runs. Once a day one
// of the shells runs it in the background.
//
// Note:      "reflected" in the store: the time of the last reflection.
// Processes: Take() writes nothing. The process that runs the reflection writes
//            the note, so several may run on one day.
// Tested by tests/reflect/schedule_test.cc.
#pragma once

#include <cstddef>

#include "base/clock.h"
#include "learn/incognito.h"
#include "reflect/trajectory.h"
#include "spec/store.h"
#include "store/store.h"

namespace synapse {

// True for a command whose spec says `answers`. `specs` must outlive it.
AnswersByExit AnswersBySpec(SpecStore& specs);

class ReflectionSchedule {
 public:
  // All outlive it.
  struct Parts {
    Store& store;
    SpecStore& specs;
    Clock& clock;
    const IncognitoMode& incognito;
    const size_t& recorded;  // commands of this shell
  };
  explicit ReflectionSchedule(const Parts& parts) : p_(parts) {}

  // True, once for each shell, if this shell must call Run() in the background:
  // it has recorded a command, and the last reflection is a day old.
  bool Take();
  // Finds facts in the runs of the last kKeepFactMs, and stores them.
  Status Run();

 private:
  Parts p_;
  bool may_run_ = true;  // not checked in this shell
};

}  // namespace synapse
