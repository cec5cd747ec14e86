#include "manual/confined.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include "base/child.h"
#include "base/clock.h"

namespace synapse {
namespace {

// Numbers of <linux/landlock.h>, which old systems lack. They are the same on all
// machines.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kVersionFlag = 1, kPathBeneath = 1;
struct LandlockRuleset {
  uint64_t files = 0, network = 0, scopes = 0;
};
struct __attribute__((packed)) LandlockPath {
  uint64_t allowed;
  int32_t parent;
};
constexpr uint64_t kWriteFile = uint64_t{1} << 1;
// write, remove and make: bits 1 and 4 to 12; from version 2 links between
// directories, from 3 truncation, from 5 the controls of devices.
constexpr uint64_t kChanges = kWriteFile | 0x1ff0;

long LandlockVersion() {
  return syscall(kCreateRuleset, nullptr, 0, kVersionFlag);
}

bool RestrictFiles() {
  const long version = LandlockVersion();
  if (version < 1) return false;
  LandlockRuleset rules;
  rules.files = kChanges;
  size_t size = sizeof(uint64_t);
  if (version >= 2) rules.files |= uint64_t{1} << 13;
  if (version >= 3) rules.files |= uint64_t{1} << 14;
  if (version >= 4) {
    rules.network = 3;  // bind and connect
    size = 2 * sizeof(uint64_t);
  }
  if (version >= 5) rules.files |= uint64_t{1} << 15;
  if (version >= 6) {
    rules.scopes = 3;  // sockets and signals
    size = 3 * sizeof(uint64_t);
  }
  const long ruleset = syscall(kCreateRuleset, &rules, size, 0);
  if (ruleset < 0) return false;
  const int null = open("/dev/null", O_PATH | O_CLOEXEC);
  LandlockPath path = {kWriteFile, null};
  if (null >= 0) (void)syscall(kAddRule, ruleset, kPathBeneath, &path, 0);
  return syscall(kRestrictSelf, ruleset, 0) == 0;
}

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr uint32_t kArchitecture = AUDIT_ARCH_RISCV64;
#else
constexpr uint32_t kArchitecture = 0;  // nothing is run
#endif

// Calls that change what Landlock does not know.
constexpr int kForbidden[] = {
    SYS_socket,
    SYS_socketpair,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_reboot,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_swapon,
    SYS_swapoff,
    SYS_ptrace,
    SYS_bpf,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_shmctl,
    SYS_msgctl,
    SYS_semctl,
    SYS_kill,
    SYS_unshare,
    SYS_setns,
    SYS_quotactl,
    SYS_acct,
    SYS_process_vm_writev,
    425 /* io_uring_setup */,
    452 /* fchmodat2 */,
#ifdef SYS_chmod
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_mknod,
#endif
};

bool RestrictCalls() {
  if (kArchitecture == 0) return false;
  std::vector<sock_filter> code;
  const auto add = [&](uint16_t what, uint32_t k, uint8_t yes, uint8_t no) {
    code.push_back({what, yes, no, k});
  };
  const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch), 0, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr), 0, 0);
  // Calls of x32 have other numbers.
  add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  add(BPF_RET | BPF_K, refuse, 0, 0);
  for (const int call : kForbidden) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1);
    add(BPF_RET | BPF_K, refuse, 0, 0);
  }
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  const sock_fprog program = {static_cast<unsigned short>(code.size()),
                              code.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

[[noreturn]] void RunChild(const ConfinedProgram& program, int out) {
  LeaveShell();
  const int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) {
    _exit(126);
  }
  CloseFrom(3);
  (void)setpriority(PRIO_PROCESS, 0, 19);
  const rlimit none = {0, 0};
  const rlimit seconds = {10, 10};
  (void)setrlimit(RLIMIT_CORE, &none);
  (void)setrlimit(RLIMIT_CPU, &seconds);
  if (chdir("/") != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      !RestrictFiles() || !RestrictCalls()) {
    _exit(126);
  }
  std::vector<char*> words = {const_cast<char*>(program.path.c_str())};
  for (const std::string& word : program.words) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  const char* environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin",
                               "LC_ALL=C",
                               "TERM=dumb",
                               "PAGER=cat",
                               "COLUMNS=100",
                               "HOME=/nonexistent",
                               "NO_COLOR=1",
                               nullptr};
  execve(program.path.c_str(), words.data(),
         const_cast<char* const*>(environment));
  _exit(127);
}

}  // namespace

bool CanConfine() { return kArchitecture != 0 && LandlockVersion() >= 1; }

std::string OutputOfConfined(const ConfinedProgram& program) {
  int ends[2];
  if (!CanConfine() || pipe2(ends, O_CLOEXEC) != 0) return "";
  const pid_t child = fork();
  if (child == 0) RunChild(program, ends[1]);
  (void)close(ends[1]);
  std::string out;
  bool ended = false;
  const int64_t until =
      Clock::MonotonicUs() + int64_t{program.timeout_ms} * 1000;
  while (child > 0 && !ended) {
    const int64_t left = until - Clock::MonotonicUs();
    pollfd fd = {ends[0], POLLIN, 0};
    if (left <= 0) break;
    if (poll(&fd, 1, static_cast<int>(left / 1000) + 1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (fd.revents == 0) continue;
    char buffer[8192];
    const ssize_t count = read(ends[0], buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    ended = count <= 0;
    if (count > 0) {
      out.append(buffer, std::min(static_cast<size_t>(count),
                                  program.max_bytes - out.size()));
      ended = out.size() >= program.max_bytes;
    }
  }
  (void)close(ends[0]);
  if (child > 0) {
    (void)kill(-child, SIGKILL);
    (void)kill(child, SIGKILL);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  return ended ? out : "";
}

}  // namespace synapse
