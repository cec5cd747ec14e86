// Failures: whether a line that failed each time is wrong as it is written.
//
// A line is wrong if it ran at least twice, failed each time, and failures of
// its command count (context/exit_status.h). Such a line is listed last and is
// no ghost. Its arguments are unlearned, unless they were used in other lines
// too. The first success clears all that. A run that the user stopped with a
// key is no failure.
//
// Rejected: to learn no words from the first failure on. In replays of eight
// people with exit statuses it costs 0.6 of the saved keys, and this costs 0.3.
//
// Whether failures of a command count is learned too. For each command, with
// its subcommands, a row counts the failures of lines that succeeded at another
// time, and those of lines that never did. A script that fails again and again,
// and then succeeds, is tried again as it is.
//
// Tested by tests/learn/failure_test.cc.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "learn/line.h"
#include "store/kv.h"

namespace synapse {

// Whether the exit status of a command with these words means that the line is
// wrong, by the spec of the command.
using FailureReader =
    std::function<bool(std::span<const std::string> words, int exit)>;

// True for a status above zero of a command that no signal ended. 129 counts:
// it is usually an unknown option of git.
bool IsFailure(int exit);

// The functions that read a line by its specs. Either may be null.
struct LineReaders {
  const ArgumentTypeFinder& types;
  const FailureReader& failures;
};

// True if the exit status means that the line is wrong. `stat`: the runs
// before.
bool BlamesLine(Kv& kv, std::string_view line, const LineStat& stat, int exit,
                const LineReaders& readers);
// True if the line failed each time because it is wrong.
bool FailedEachTime(Kv& kv, std::string_view line, const LineStat& stat,
                    const LineReaders& readers);

// Counts a run of the line. `stat`: the runs before.
Status LearnFailure(Kv& kv, std::string_view line, const LineStat& stat,
                    int exit, const LineReaders& readers);

}  // namespace synapse
