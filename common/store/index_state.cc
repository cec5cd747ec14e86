#include "store/index_state.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"

namespace synapse {

IndexState::IndexState(const std::string& path, std::string boot,
                       const std::function<void()>& discard)
    : path_(path),
      boot_(std::move(boot)),
      fd_(OpenHigh(path, O_RDWR | O_CREAT)),
      id_(FileId::Of(fd_).value_or(FileId())) {
  bool alone = fd_ >= 0 && Lock(F_WRLCK);
  // Other processes that hold the lock have checked the index in this boot. A
  // process that is about to check, or to close, is not waited for long.
  for (int i = 0; fd_ >= 0 && !alone && !Lock(F_RDLCK) && i < 50; ++i) {
    usleep(1000);
  }
  char text[128] = "";
  ssize_t n = fd_ >= 0 ? pread(fd_, text, sizeof text, 0) : 0;
  std::string_view state = Trim(std::string_view(text, n > 0 ? n : 0));
  bool clean = state.ends_with(" clean");
  bool same_boot = !boot_.empty() && state.starts_with(boot_ + " ");
  marked_ = same_boot && !clean;
  if (!alone) return;
  // An index without a state may be damaged.
  if (!clean && !same_boot) {
    discard();
    (void)BeforeWrite();
  }
  (void)Lock(F_RDLCK);
}

IndexState::~IndexState() {
  if (fd_ >= 0 && FileId::Of(fd_) == id_) close(fd_);
}

// Opens the file again when the user closed its descriptor.
bool IndexState::Holds() {
  if (fd_ >= 0 && FileId::Of(fd_) == id_) return true;
  fd_ = OpenHigh(path_, O_RDWR);
  id_ = FileId::Of(fd_).value_or(FileId());
  return fd_ >= 0 && Lock(F_RDLCK);
}

bool IndexState::Lock(short type) const {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return fcntl(fd_, F_OFD_SETLK, &lock) == 0;
}

bool IndexState::Write(const char* state) {
  std::string text = boot_ + " " + state + "\n";
  IgnoreFileSizeSignal ignore;
  return Holds() &&
         pwrite(fd_, text.data(), text.size(), 0) ==
             static_cast<ssize_t>(text.size()) &&
         ftruncate(fd_, static_cast<off_t>(text.size())) == 0 &&
         fsync(fd_) == 0;
}

bool IndexState::IsInPlace() const { return FileId::Of(path_) == id_; }

Status IndexState::BeforeWrite() {
  if (marked_ || Write("open")) {
    marked_ = true;
    return {};
  }
  return {Code::kUnavailable, "index.state cannot be written"};
}

void IndexState::Close(const std::function<bool()>& sync) {
  if (!Holds() || !Lock(F_WRLCK)) return;
  if (!marked_) return;  // nothing was written
  if (sync()) (void)Write("clean");
}

}  // namespace synapse
