// Lines above a prompt: a problem that the user must see before typing, once;
// the greeting of a new store; the report of a week. The setting prompt.notices
// turns off the last two.
//
// Terminal: nothing is printed, and nothing counts as printed, while standard
//           error is no terminal, as before the end of an instant prompt.
// Tested by tests/prompt/greeting_test.cc, tests/shell/cases/notices.sh and
// tests/shell/cases/home.sh.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine.h"

namespace synapse {

// Greeting: the line above the first prompt of a new store: how many commands
// were imported, the key that takes the grey text, and the tour.
//
// Little:    a history of a few commands has no grey text to explain, and gets no
//            line.
// Note:      "greeted" in the store. Of several shells that start at the same
//            time, the one that writes it prints the line.
class Greeting {
 public:
  // Looks whether the store is new. REQUIRES: this shell has not imported or
  // recorded anything.
  void Begin(Store& store);
  // `more`: older commands are imported in the background.
  void Imported(Store& store, bool more);
  // The line is to be printed, as far as this shell knows.
  bool due() const { return due_; }
  // The line, once for a store. Empty if it is not due, and if the shell cannot
  // or may not store anything. `key`: the label of the key; empty: none is
  // bound.
  std::string Take(Engine& engine, std::string_view key);

 private:
  bool due_ = false;
  uint64_t before_ = 0, imported_ = 0;  // events
  bool more_ = false;
};

// Prints `text` on standard error as rows of its own.
void PrintNotice(const std::string& text);

// Of one shell.
class Notices {
 public:
  // Prints what is wrong with the configuration or the store, unless it was the
  // last problem that was printed. Returns true if it printed something.
  bool PrintProblem(Engine& engine);

  Greeting greeting;

 private:
  std::string problem_;  // the one reported last
};

}  // namespace synapse
