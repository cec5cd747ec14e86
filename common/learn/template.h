// Template: a command line whose volatile parts are replaced by their kinds, so
// that lines which differ in these parts alone are one pattern.
//
//   git commit -m "fix it"       git commit -m <msg>
//   git push origin main         git push <remote> <branch>
//   head -n 20 a/b.txt           head -n <num> <path>
//
// Kept: commands, subcommands, the names of options, operators. The kind comes
// from the spec where it names one (context/argument_kind.h), else from the
// word's shape: <msg> (quoted), <url>, <path>, <num>, <sha>, <arg>. Blanks are
// folded, and words behind the ninth are left out.
//
// Idempotent: the template of a template is itself.
// Tested by tests/learn/template_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "learn/line_words.h"

namespace synapse {

// A value in an argument slot whose type a spec says.
struct TypedValue {
  ArgumentType type;
  std::string value;  // as written
};

struct Template {
  std::string text;
  uint32_t argument_slots = 0;
  std::vector<TypedValue> values;
};

// `words`: the words of the line, by SplitWords() with the same types, if they
// are known.
Template TemplateOf(std::string_view line,
                    const ArgumentTypeFinder& types = nullptr,
                    const std::vector<LineWord>* words = nullptr);

}  // namespace synapse
