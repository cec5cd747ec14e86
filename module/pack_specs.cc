// pack_specs DIRECTORY FILE: compiles the specs of a directory into one file
// (spec/pack.h), for the build. A spec with an error fails the build.
#include <sys/stat.h>

#include <cstdio>

#include "base/files.h"
#include "spec/pack.h"

int main(int argc, char** argv) {
  using namespace synapse;
  if (argc != 3) {
    fputs("usage: pack_specs DIRECTORY FILE\n", stderr);
    return 2;
  }
  const std::string bytes = PackDirectory(argv[1]);
  const auto pack = SpecPack::FromBytes(bytes);
  if (!pack.ok()) {
    fprintf(stderr, "pack_specs: %s\n", pack.status().message().c_str());
    return 1;
  }
  const PackIndex& index = (*pack)->index();
  for (const PackedText& error : index.errors) {
    fprintf(stderr, "pack_specs: %s\n", error.str().c_str());
  }
  size_t unreadable = 0;
  for (const PackEntry& entry : index.entries) {
    unreadable += entry.traits.has_spec && !(*pack)->Find(entry);
  }
  if (!index.errors.empty() || index.entries.empty() || unreadable > 0) {
    return 1;
  }
  const Status written = WriteFileAtomically(argv[2], bytes);
  // All users of a tree may read it.
  if (written.ok() && chmod(argv[2], 0644) == 0) return 0;
  fprintf(stderr, "pack_specs: %s\n", written.message().c_str());
  return 1;
}
