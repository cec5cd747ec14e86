// Operands: what the words of a whole command refer to, according to its spec:
// files that must exist, and a subcommand that is unknown.
//
//   sudo head -n 5 a b      3, 4 (the files that head reads)
//   python3 plot.py x       1
//   git comit               its subcommand is unknown
//
// Tested by tests/context/operands_test.cc.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "spec/store.h"

namespace synapse {

struct Operands {
  std::vector<size_t> files;  // indices of words that name files to read
  size_t unknown_subcommand = 0;  // its index; 0 for none
};

// `words` are the values of a command's words, including wrappers such as sudo.
// REQUIRES: !words.empty().
Operands OperandsOf(SpecStore& specs, std::span<const std::string> words);

}  // namespace synapse
