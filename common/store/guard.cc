#include "store/guard.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <lmdb.h>
#include <ucontext.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace synapse {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS};

int users = 0;
pid_t owner = 0;  // in which process they were counted
struct sigaction before[2];
sigjmp_buf* armed = nullptr;  // the innermost guarded body
bool unchecked = false;       // FaultGuard::Unchecked, in that body
FaultGuard::Fault latest_fault;

struct Range {
  uintptr_t begin = 0, end = 0;
  bool Has(uintptr_t address) const {
    return address >= begin && address < end;
  }
};
Range lmdb_code;  // the instructions of LMDB

// Looks up the object that has LMDB's functions.
int NoteLmdbCode(dl_phdr_info* object, size_t, void*) {
  const auto function = reinterpret_cast<uintptr_t>(&mdb_get);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    const uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    const Range range = {begin, begin + part.p_memsz};
    if (part.p_type != PT_LOAD || !range.Has(function)) continue;
    lmdb_code = range;
    return 1;
  }
  return 0;
}

uintptr_t InstructionOf(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<uintptr_t>(machine.pc);
#else
  (void)machine;
  return lmdb_code.begin;
#endif
}

// A line of /proc/self/maps: "BEGIN-END ... PATH", the numbers in hexadecimal.
bool IsMapOfStore(std::string_view line, uintptr_t address) {
  if (line.find("/data.mdb") == line.npos &&
      line.find("/lock.mdb") == line.npos) {
    return false;
  }
  constexpr uintptr_t kMaxValue = uintptr_t{UINT32_MAX};
  uintptr_t bounds[2] = {0, 0};
  size_t at = 0;
  for (uintptr_t& bound : bounds) {
    for (; at < line.size() && line[at] != '-' && line[at] != ' '; ++at) {
      const char c = line[at];
      bound = bound * 16 +
              static_cast<uintptr_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    ++at;
  }
  return address >= bounds[0] && address - kMaxValue < bounds[1];
}

// By system calls alone: it is called from the handler.
bool IsInMapOfStore(uintptr_t address) {
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  static char buffer[8192];  // the stack of a handler may be small
  size_t size = 0;
  bool found = false;
  for (ssize_t n;
       !found && (n = read(fd, buffer + size, sizeof buffer - size)) > 0;) {
    size += static_cast<size_t>(n);
    std::string_view text(buffer, size);
    for (size_t end; !found && (end = text.find('\n')) != text.npos;) {
      found = IsMapOfStore(text.substr(0, end), address);
      text.remove_prefix(end + 1);
    }
    // A line that is longer than the buffer is cut.
    if (text.size() == sizeof buffer) text = {};
    size = text.size();
    memmove(buffer, text.data(), size);
  }
  close(fd);
  return found;
}

// A fault of the store: the address is in the map of an environment's file, or
// less than 4 GiB behind it (a value's length has 32 bits), or the instruction is
// LMDB's, which a damaged page leads anywhere, or follows unchecked numbers.
bool IsOfStore(const siginfo_t* info, const void* context) {
  return unchecked || lmdb_code.Has(InstructionOf(context)) ||
         IsInMapOfStore(reinterpret_cast<uintptr_t>(info->si_addr));
}

void OnFault(int signal, siginfo_t* info, void* context) {
  // Not above 0: kill(2), sigqueue(3) or tgkill(2), by whatever process.
  const bool sent = info->si_code <= 0;
  if (armed && !sent && getpid() == owner && IsOfStore(info, context)) {
    latest_fault = {/*escaped=*/false, unchecked, info->si_addr};
    siglongjmp(*armed, 1);
  }
  struct sigaction& old = before[signal == SIGBUS];
  if (old.sa_flags & SA_SIGINFO && old.sa_sigaction) {
    old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
    old.sa_handler(signal);
  } else if (!sent || old.sa_handler == SIG_DFL) {
    // The instruction runs again and meets the default; what was sent does not
    // come again.
    sigaction(signal, &old, nullptr);
    if (sent) raise(signal);
  }
}

// The address sanitizer of g++ 10 does not follow a jump from the signal's own
// stack, and takes the frames that were left for an overflow (Debian 11).
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__) && __GNUC__ < 11
constexpr int kOnOwnStack = 0;
#else
constexpr int kOnOwnStack = SA_ONSTACK;
#endif

void Install() {
  if (lmdb_code.end == 0) dl_iterate_phdr(NoteLmdbCode, nullptr);
  struct sigaction ours = {};
  ours.sa_sigaction = OnFault;
  // NODEFER: the handler is left by a jump, not by returning.
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | kOnOwnStack;
  for (int i = 0; i < 2; ++i) sigaction(kSignals[i], &ours, &before[i]);
}

bool IsOurs(int signal) {
  struct sigaction now;
  return sigaction(signal, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
         now.sa_sigaction == OnFault;
}

void Restore() {
  for (int i = 0; i < 2; ++i) {
    // Somebody who came later keeps their handler.
    if (IsOurs(kSignals[i])) sigaction(kSignals[i], &before[i], nullptr);
  }
}

}  // namespace

FaultGuard::FaultGuard() {
  if (owner != getpid()) {
    owner = getpid();
    users = 0;
    armed = nullptr;
    unchecked = false;
    if (IsOurs(SIGSEGV)) ++users;  // a plain fork has them still
  }
  if (users++ == 0) Install();
}

FaultGuard::~FaultGuard() {
  if (owner == getpid() && --users == 0) Restore();
}

bool FaultGuard::Run(const std::function<void()>& body) {
  struct Rearm {
    sigjmp_buf* const outer = armed;
    const bool outer_unchecked = std::exchange(unchecked, false);
    ~Rearm() {
      armed = outer;
      unchecked = outer_unchecked;
    }
  } rearm;
  sigjmp_buf here;
  if (sigsetjmp(here, 0) != 0) return false;
  armed = &here;
  body();
  return true;
}

FaultGuard::Unchecked::Unchecked() : outer_(std::exchange(unchecked, true)) {}
FaultGuard::Unchecked::~Unchecked() { unchecked = outer_; }

FaultGuard::Fault FaultGuard::latest() { return latest_fault; }

void FaultGuard::Escape() {
  if (!armed) return;
  latest_fault = {/*escaped=*/true, /*unchecked=*/false, nullptr};
  siglongjmp(*armed, 1);
}

}  // namespace synapse
