// TypedRows: the rows of a word that names a host, for all slots of hosts. A
// host is known to slots that take a name alone, and to those that take
// HOST:PATH, whichever named it:
//
//   ssh web            web   of "host"     web:   of "host:"
//   scp web:a.txt .    web   of "host"     web:   of "host:"
//
// Tested by tests/learn/models_test.cc.
#pragma once

#include <string>
#include <vector>

#include "learn/line_words.h"

namespace synapse {

struct TypedRow {
  WordRowKey key;
  std::string value;
};
// Whether a slot has such values; the rows of others are those of WordRowKeysOf().
bool HasNames(const ArgumentType& type);

// Empty for a word that has no name, as a local file of scp.
std::vector<TypedRow> TypedRowsOf(const LineWord& word,
                                  const Surroundings& around);

// True for a row of the values of a kind.
bool IsTypedRow(RowKind kind);

}  // namespace synapse
