#include "store/notes.h"

#include "store/log_keys.h"

namespace synapse {

Status Notes::Put(const std::string& name, std::string_view value) {
  return file_.Write([&](LogTables& log) {
    return log.PutIn(kLogMetaTable, NoteKey(name), value);
  });
}

Result<bool> Notes::Update(const std::string& name, const Change& change) {
  bool changed = false;
  Status written = file_.Write([&](LogTables& log) -> Status {
    const auto value = log.GetIn(kLogMetaTable, NoteKey(name));
    const auto next = change(value ? &*value : nullptr);
    changed = next.has_value();
    return changed ? log.PutIn(kLogMetaTable, NoteKey(name), *next) : Status();
  });
  if (!written.ok()) return written;
  return changed;
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
