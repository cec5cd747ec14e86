// MakeText: variables, functions and conditions of a makefile, as far as their
// values are known without running anything.
//
// Known are the makefile's own variables, those of the environment, a few of
// make's own, functions on text, $(wildcard), and `uname` of $(shell). A text
// with anything else has no value; a condition with such a text is unknown.
//
// Bounds: nesting kMaxDepth, a value kMaxValueBytes, kMaxSteps expansions.
// Tested by tests/spec/project_rules_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace synapse {

class MakeText {
 public:
  // `directory`: the one that make runs in. `evaluate`: reads the text of an
  // $(eval).
  MakeText(std::string directory, std::function<void(std::string)> evaluate);

  // The value of a text with variables; null when it is not known.
  std::optional<std::string> Expand(std::string_view text) {
    return Expand(text, 0);
  }

  // `NAME = value` and the other forms. False when the line is none.
  bool Assign(std::string_view line);
  // define NAME … endef
  void Define(std::string_view name, std::string text);

  enum class Truth { kFalse, kTrue, kUnknown };
  // The condition of `ifeq (a,b)` and the like; `word` is "ifeq" or so.
  Truth Condition(std::string_view word, std::string_view rest);

 private:
  static constexpr int kMaxDepth = 12;
  static constexpr size_t kMaxValueBytes = size_t{64} << 10;
  static constexpr int kMaxSteps = 20'000;
  static constexpr size_t kBytesAStep = 64;
  static constexpr int kMaxGlobs = 32;
  static constexpr size_t kMaxProduct = 1'000'000;  // of patterns and words
  struct Variable {
    std::optional<std::string> text;  // null: not known
    bool recursive = true;            // expanded where it is used
  };
  using Text = std::optional<std::string>;

  Text Expand(std::string_view text, int depth);
  Text Reference(std::string_view inside, int depth);
  Text Value(const std::string& name, int depth);
  Text Function(std::string_view name, std::string_view rest, int depth);
  // $(foreach), $(if), $(or), $(and), $(call) and $(eval): null for others.
  std::optional<Text> Control(std::string_view name, std::string_view rest,
                              int depth);
  Text Foreach(const std::vector<std::string_view>& raw, int depth);
  Text Call(const std::vector<std::string_view>& raw, int depth);
  Text Glob(const std::string& patterns);
  Truth IsDefined(std::string_view name);

  const std::string directory_;
  const std::function<void(std::string)> evaluate_;
  std::unordered_map<std::string, Variable> variables_;
  int steps_ = 0;
  int globs_ = 0;
};

// The offset of `c` outside of $(…), or npos.
size_t FindOutside(std::string_view text, char c, size_t from = 0);

// Whether make's pattern (a text with one %) matches; the part of the %.
std::optional<std::string_view> MatchStem(std::string_view pattern,
                                          std::string_view word);

}  // namespace synapse
