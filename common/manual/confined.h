// Confined: the output of a program that is not trusted to only print.
//
// Some programs of the system ignore --help and do their work: add-shell writes
// into /etc/shells, and others create files where they stand. So the program
// runs where the kernel stops it: it can write to no file and make none
// (Landlock), and has no socket, no mount, no signal to others, no clock and no
// new privileges (seccomp). Where the kernel has no Landlock (before 5.13)
// nothing is run.
//
// It reads an empty input in the directory /, has a small environment, a
// session of its own without a terminal and the lowest priority, and is killed
// with its children of the same session when its time is over.
//
// Processes: forks, and waits; not for a shell's own process.
// Tested by tests/manual/confined_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace synapse {

bool CanConfine();

struct ConfinedProgram {
  std::string path;                     // absolute
  std::vector<std::string> words = {};  // behind its name
  int timeout_ms = 2000;
  size_t max_bytes = size_t{256} << 10;
};

// Returns the program's text on both outputs, whatever its status is; "" if it
// could not be run or did not end in time.
std::string OutputOfConfined(const ConfinedProgram& program);

}  // namespace synapse
