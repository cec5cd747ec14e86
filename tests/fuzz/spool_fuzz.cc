// The bytes of a spool are hostile: its records are read and decoded.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "store/bytes.h"
#include "store/record.h"
#include "store/spool.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const int fd = memfd_create("spool", 0);
  // The input; then one record with the right checksum, and the rest.
  size_t part = size / 2;
  std::string framed;
  synapse::PutLittle<uint32_t>(framed, synapse::Crc32c(bytes.substr(0, part)));
  synapse::PutLittle<uint32_t>(framed, static_cast<uint32_t>(part));
  framed.append(bytes);
  for (std::string_view file : {bytes, std::string_view(framed)}) {
    if (ftruncate(fd, 0) != 0 || pwrite(fd, file.data(), file.size(), 0) !=
                                     static_cast<ssize_t>(file.size())) {
      abort();
    }
    uint64_t end = 0, last = 0;
    for (const auto& [behind, payload] : synapse::Spool::Read(fd, 0, &end)) {
      if (behind <= last || payload.empty()) abort();
      last = behind;
      auto record = synapse::DecodeRecord(payload);
      if (record && !synapse::DecodeRecord(synapse::EncodeRecord(*record))) {
        abort();
      }
    }
    if (end > file.size() || end != last) abort();
  }
  return 0;
}
