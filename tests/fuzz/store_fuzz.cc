// The bytes of the store are hostile: events, rows and line statistics.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "store/event.h"
#include "store/keys.h"
#include "store/row.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (auto e = synapse::DecodeEvent(bytes)) {
    if (e->command.size() > size) abort();
    if (!synapse::DecodeEvent(synapse::EncodeEvent(*e))) abort();
  }
  synapse::RowView row(bytes);
  if (!std::isfinite(row.total())) abort();
  for (size_t i = 0; i < row.size(); ++i) (void)row.weight(i);
  if (auto s = synapse::LineStat::Decode(bytes)) (void)s->Encode();
  return 0;
}
