#include "store/guard.h"

#include <unistd.h>

#include <csetjmp>
#include <csignal>

namespace synapse {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS};

int users = 0;
pid_t owner = 0;  // in which process they were counted
struct sigaction before[2];
sigjmp_buf* armed = nullptr;  // the innermost guarded body
FaultGuard::Fault latest_fault;

void OnFault(int signal, siginfo_t* info, void* context) {
  // Not above 0: kill(2), sigqueue(3) or tgkill(2), by whatever process.
  const bool sent = info->si_code <= 0;
  if (armed && !sent && getpid() == owner) {
    latest_fault = {/*escaped=*/false, info->si_addr};
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
  struct sigaction ours = {};
  ours.sa_sigaction = OnFault;
  // NODEFER: the handler is left by a jump, not by returning.
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | kOnOwnStack;
  for (int i = 0; i < 2; ++i) sigaction(kSignals[i], &ours, &before[i]);
}

bool IsOurs(int signal) {
  struct sigaction now;
  return sigaction(signal, nullptr, &now) == 0 &&
         (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == OnFault;
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
    ~Rearm() { armed = outer; }
  } rearm;
  sigjmp_buf here;
  if (sigsetjmp(here, 0) != 0) return false;
  armed = &here;
  body();
  return true;
}

FaultGuard::Fault FaultGuard::latest() { return latest_fault; }

void FaultGuard::Escape() {
  if (!armed) return;
  latest_fault = {/*escaped=*/true, nullptr};
  siglongjmp(*armed, 1);
}

}  // namespace synapse
