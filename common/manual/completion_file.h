// Completion files of the shells, as far as they state options plainly.
//
//   fish  complete -c x -s a -l all -d 'Show all' -n '__fish_use_subcommand'
//   zsh   _arguments '(-a --all)'{-a,--all}'[show all]' '-o[write]:file:_files'
//         commands=('add:Add a file')
//   bash  COMPREPLY=($(compgen -W '--all --quiet' -- "$cur"))
//         -f|--format) COMPREPLY=($(compgen -W 'json text' -- "$cur"))
//
// Nothing is run. Words that a parameter or a command makes are left out, and
// so are parts that only some situations of a line reach, such as the branches
// of a `case` in zsh.
// Tested by tests/manual/completion_file_test.cc; fuzzed by
// tests/fuzz/completion_fuzz.cc.
#pragma once

#include <string>
#include <string_view>

#include "spec/model.h"

namespace synapse {

CommandDraft SpecOfFish(std::string_view text, const std::string& command);
CommandDraft SpecOfZsh(std::string_view text, const std::string& command);
CommandDraft SpecOfBash(std::string_view text, const std::string& command);

}  // namespace synapse
