// Environment: the names of commands at a place where a command begins, as
// CommandLookup knows them (source/command_lookup.h).
//
// Tested by tests/source/environment_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "source/command_lookup.h"
#include "source/source.h"

namespace synapse {

class EnvironmentSource : public Source {
 public:
  // Both outlive this object.
  EnvironmentSource(CommandLookup& commands, SpecStore& specs)
      : commands_(commands), specs_(specs) {}
  SourceId id() const override { return SourceId::kEnvironment; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // The typed part of a name, with which longer names begin.
  struct Typed {
    SpecStore* specs = nullptr;  // set if it may exclude one
    bool whole = false;  // a complete name, which is usually meant itself
    std::optional<int> rank = std::nullopt;  // popular.h
    std::vector<std::string_view> due = {};  // SourceInput::due

    // `ls` excludes `lsblk`, and `read` excludes `readlink`. A longer name that
    // is more popular may be meant: `python3`. In a loop `do` excludes all but
    // `done`.
    bool Excludes(std::string_view longer) const;
  };
  // The name at the cursor of the last Collect(), unless a list was wanted.
  const Typed& typed() const { return typed_; }

 private:
  struct Found;
  void CollectOfShell(const ShellNames& shell, Found& found) const;
  void CollectJustAdded(const SourceInput& input, Budget& budget,
                        Found& found) const;
  bool IsExcluded(std::string_view name, std::string_view partial) const;
  Typed TypedName(const SourceInput& input, Budget& budget);

  CommandLookup& commands_;
  SpecStore& specs_;
  Typed typed_;
};

}  // namespace synapse
