// Operands: what the words of a whole command name, as specs say: files that
// must be there, and a subcommand that nobody knows.
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
  std::vector<size_t> files;  // indices of words that name what is read
  size_t unknown_subcommand = 0;  // its index; 0: there is none
};

// `words` are the values of a command's words, wrappers such as sudo in front
// included. REQUIRES: !words.empty().
Operands OperandsOf(SpecStore& specs, std::span<const std::string> words);

}  // namespace synapse
