// OptionNames: the names of the options of a command and all its subcommands.
//
// One name may belong to different options. A word that was learned behind one
// subcommand then says nothing about another one.
//
//   git log -i        an option of others: --interactive of rebase, add, clean
//   git remote -v     its own: --verbose nearly everywhere
//
// Kept apart from the options, most of which stay in the file (spec/unread.h).
//
// Tested by tests/spec/option_names_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_set.h"

namespace synapse {

struct OptionSpec;
struct WalkResult;

class OptionNames {
 public:
  // Gathers them, each option with all its names.
  class Builder {
   public:
    void Add(const std::vector<std::string_view>& names);

   private:
    friend class OptionNames;
    std::vector<std::string_view> all_;
    std::map<std::string, uint32_t> uses_;
  };
  OptionNames() = default;
  explicit OptionNames(Builder builder);

  size_t size() const { return all_.size(); }
  bool contains(std::string_view name) const { return all_.contains(name); }
  // True if no fewer subcommands use the name for one other option than for
  // `option`. Options with a long name in common are the same.
  bool IsRatherOfOthers(const OptionSpec& option, std::string_view name) const;
  void Merge(const OptionNames& other);

 private:
  NameSet all_;
  // Each letter with the long names of an option that has it, joined by NUL,
  // and how many options those are.
  NameSet uses_;
  std::vector<uint32_t> counts_;
};

// The option of that name, of the deepest command in the path that has one;
// null if there is none.
const OptionSpec* DeepestOption(const WalkResult& walk, std::string_view name);

}  // namespace synapse
