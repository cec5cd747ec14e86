// A pack with any bytes is refused, or each of its specs can be read whole. The
// header is made valid, so that the bytes behind it are reached.
//
// An input that begins with "edit" is a list of changes of a valid pack, which is
// made here: a stored pack would be a foreign one when the layout changes.
//
//   "edit" | u16 size of the pack, modulo its own; 0: whole | changes
//   change: u16 offset, modulo the size | u8 that the byte there is XORed with
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "spec/pack.h"
#include "spec/packer.h"
#include "spec/parse.h"

namespace {

// Two specs, with each kind of list.
std::string ValidPack() {
  using namespace synapse;
  constexpr std::string_view kSpecs[] = {
      R"({"name": ["x", "y"], "description": "d",
          "subcommands": [
            {"name": "s", "args": {"name": "a", "secret": true},
             "subcommands": [{"name": "t", "risk": "destructive: why"}]},
            {"name": "u", "frequent": ["-o", "f"], "args": [
              {"name": "b", "generator": "g", "variadic": true,
               "risks": {"/": "careful: root"}}]}],
          "options": [{"name": ["-o", "--out"], "risk": "dangerous: why",
            "exclusive": ["-p"], "args": {"name": "f", "template": "file",
            "extensions": [".c"], "values": ["1", {"value": "2"}]}},
           {"name": "-p", "requires": ["-o"], "args": {"name": "f"}}],
          "next": [{"line": "x s $1", "words": ["s"]}],
          "generators": {"g": {"command": ["ls", "-l"], "ttl_s": 7}}})",
      R"({"name": "z", "options": [{"name": "-q"}, {"name": "-v"}],
          "subcommands": [
            {"name": "a", "options": [{"name": "-q"}, {"name": "-v"}]},
            {"name": "b", "options": [{"name": "-q"}, {"name": "-v"}]}]})"};
  PackBuilder builder;
  for (const std::string_view json : kSpecs) {
    const auto spec = ParseSpec(json, "x.json");
    if (!spec.ok()) abort();
    builder.Add(spec->root.names.front(), *spec);
  }
  std::string bytes = builder.Finish();
  const auto pack = SpecPack::FromBytes(bytes);
  if (!pack.ok()) abort();
  for (const PackEntry& entry : (*pack)->index().entries) {
    if (!(*pack)->Find(entry)) abort();
  }
  return bytes;
}

std::string EditedPack(std::string_view edits) {
  static const std::string kValid = ValidPack();
  const auto number = [&edits](size_t at) {
    return static_cast<size_t>(static_cast<uint8_t>(edits[at]) << 8 |
                               static_cast<uint8_t>(edits[at + 1]));
  };
  std::string bytes = kValid;
  if (edits.size() < 2) return bytes;
  if (const size_t size = number(0) % bytes.size()) bytes.resize(size);
  for (size_t at = 2; at + 3 <= edits.size(); at += 3) {
    char& byte = bytes[number(at) % bytes.size()];
    byte = static_cast<char>(byte ^ edits[at + 2]);
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace synapse;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view kEdit = "edit";
  if (bytes.starts_with(kEdit)) bytes = EditedPack(bytes.substr(kEdit.size()));
  if (bytes.size() >= 32) {
    const uint64_t format = PackFormat(), whole = bytes.size();
    memcpy(bytes.data(), "SYNSPEC\n", 8);
    memcpy(bytes.data() + 8, &format, sizeof(format));
    memcpy(bytes.data() + 16, &whole, sizeof(whole));
  }
  const auto pack = SpecPack::FromBytes(bytes);
  if (!pack.ok()) return 0;
  for (const PackEntry& entry : (*pack)->index().entries) {
    const auto spec = (*pack)->Find(entry);
    if (spec && SpecToJson(*spec).empty()) abort();
  }
  return 0;
}
