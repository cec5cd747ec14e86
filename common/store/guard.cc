#include "store/guard.h"

#include <csetjmp>
#include <csignal>

namespace synapse {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS};

int users = 0;
struct sigaction before[2];
sigjmp_buf* armed = nullptr;  // the innermost guarded body

void OnFault(int signal, siginfo_t* info, void* context) {
  if (armed) siglongjmp(*armed, 1);
  struct sigaction& old = before[signal == SIGBUS];
  if (old.sa_flags & SA_SIGINFO && old.sa_sigaction) {
    old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
    old.sa_handler(signal);
  } else {
    // The instruction runs again and meets the default.
    sigaction(signal, &old, nullptr);
  }
}

void Install() {
  struct sigaction ours = {};
  ours.sa_sigaction = OnFault;
  // NODEFER: the handler is left by a jump, not by returning.
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
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
  if (users++ == 0) Install();
}

FaultGuard::~FaultGuard() {
  if (--users == 0) Restore();
}

bool FaultGuard::Run(const std::function<void()>& body) {
  sigjmp_buf here;
  sigjmp_buf* const outer = armed;
  if (sigsetjmp(here, 0) != 0) {
    armed = outer;
    return false;
  }
  armed = &here;
  body();
  armed = outer;
  return true;
}

void FaultGuard::Escape() {
  if (armed) siglongjmp(*armed, 1);
}

}  // namespace synapse
