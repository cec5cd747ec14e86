#include "store/notes.h"

#include "store/log_keys.h"

namespace synapse {

Status Notes::Put(const std::string& name, std::string_view value) {
  return file_.Write([&](LogTables& log) {
    return log.PutIn(kLogMetaTable, NoteKey(name), value);
  });
}

std::optional<std::string> Notes::Find(const std::string& name) {
  std::optional<std::string> found;
  (void)file_.Read([&](LogTables& log) {
    auto value = log.GetIn(kLogMetaTable, NoteKey(name));
    if (value) found = std::string(*value);
  });
  return found;
}

}  // namespace synapse
