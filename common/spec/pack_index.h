// The index of a pack: what is asked of a command by its name alone, and where
// its spec lies in the file.
//
// Tested by tests/spec/pack_test.cc.
#pragma once

#include <tuple>

#include "spec/model.h"

namespace synapse {

// The shells that have a command as a builtin.
enum class Builtin : uint8_t { kNone, kBoth, kZsh, kBash };

// Facts of a command that order or select names. A name can have some of them
// and no spec.
struct NameTraits {
  int popular = -1;  // the rank as the first word of a line; -1: none
  int filter = -1;   // the rank behind a pipe
  Builtin builtin = Builtin::kNone;
  bool has_spec = false;
  bool partial = false;
  bool has_risks = false;
  bool takes_secrets = false;
  bool finds = false, opens = false;  // of the command or of a subcommand

  static auto Fields(auto& s) {
    return std::tie(s.popular, s.filter, s.builtin, s.has_spec, s.partial,
                    s.has_risks, s.takes_secrets, s.finds, s.opens);
  }
};

template <class Form>
struct BasicPackEntry {
  field::Text<Form> name;
  field::Text<Form> description;
  int begin = 0, size = 0;  // in bytes, of its spec in the file
  NameTraits traits;

  static auto Fields(auto& s) {
    return std::tie(s.name, s.description, s.begin, s.size, s.traits);
  }
};

// A file that a pack was made from.
template <class Form>
struct BasicPackSource {
  field::Text<Form> path;
  field::Text<Form>
      stamp;  // StampOfFile() when it was read; "": it was missing

  static auto Fields(auto& s) { return std::tie(s.path, s.stamp); }
};

template <class Form>
struct BasicPackIndex {
  field::List<Form, BasicPackEntry> entries;  // sorted by name
  field::Texts<Form> errors;                  // "FILE:LINE: WHY"
  // Of a pack in the cache; empty for the installed one.
  field::List<Form, BasicPackSource> sources;

  static auto Fields(auto& s) {
    return std::tie(s.entries, s.errors, s.sources);
  }
};

using PackIndex = BasicPackIndex<Packed>;
using PackIndexDraft = BasicPackIndex<Draft>;
using PackEntry = BasicPackEntry<Packed>;
using PackEntryDraft = BasicPackEntry<Draft>;
using PackSourceDraft = BasicPackSource<Draft>;

}  // namespace synapse
