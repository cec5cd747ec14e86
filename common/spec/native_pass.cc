// Entries of the password store of `pass`: files that end in .gpg. Their names
// are read, and never their contents.
#include <dirent.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/files.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr int kMaxStoreDepth = 8;

void AddEntries(const std::string& directory, const std::string& leading,
                int depth, ValueList& out, Reading& reading) {
  constexpr std::string_view kEnding = ".gpg";
  std::vector<std::string> inner, entries;
  ForEachEntry(directory, [&](const char* entry, unsigned char type) {
    const std::string_view name = entry;
    if (name.starts_with('.')) return !reading.Spent();
    if (type == DT_DIR) {
      inner.emplace_back(name);
    } else if (name.ends_with(kEnding) && name.size() > kEnding.size()) {
      entries.emplace_back(name.substr(0, name.size() - kEnding.size()));
    }
    return !reading.Spent() && inner.size() + entries.size() < kMaxGenerated;
  });
  std::sort(inner.begin(), inner.end());
  std::sort(entries.begin(), entries.end());
  for (const std::string& name : entries) out.Add(leading + name);
  for (const std::string& name : inner) {
    if (depth == kMaxStoreDepth || out.Full() || reading.Spent()) return;
    AddEntries(JoinPath(directory, name), leading + name + "/", depth + 1, out,
               reading);
  }
}

Values PassEntries(const GeneratorInput& input, Reading& reading) {
  const char* set = getenv("PASSWORD_STORE_DIR");
  const std::string store =
      set && *set ? set : JoinPath(input.home, ".password-store");
  if (!store.starts_with('/') || OnSlowMount(store)) return {};
  ValueList out;
  AddEntries(store, "", 0, out, reading);
  return out.Take();
}

constexpr Native kPassRows[] = {
    {"pass.entries", PassEntries, NoScope, 10},
};

}  // namespace

constinit const std::span<const Native> kPassNatives = kPassRows;

}  // namespace synapse
