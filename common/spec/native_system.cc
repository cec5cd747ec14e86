// Users, groups, processes, signals, variables and units, from the files of the
// machine. Directory services (LDAP, NIS) are not asked, because they can
// block.
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "base/files.h"
#include "base/mounts.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/scan.h"
#include "spec/variables.h"

extern char** environ;

namespace synapse {
namespace {

// The n-th field between colons.
std::string_view Field(std::string_view line, int n) {
  while (n-- > 0) {
    size_t colon = line.find(':');
    if (colon == line.npos) return {};
    line.remove_prefix(colon + 1);
  }
  return line.substr(0, line.find(':'));
}

// passwd(5), group(5): names with the most descriptive field.
Values NamesOf(const char* path, int description_field, Reading& reading) {
  std::string text = reading.Text(path);
  std::string_view rest = text, line;
  ValueList out;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (line.empty() || line[0] == '#' || line[0] == '+') continue;
    std::string_view about = Field(line, description_field);
    out.Add(Field(line, 0), about.substr(0, about.find(',')));
  }
  return out.Take();
}

template <class F>
void ForEachProcess(Reading& reading, F&& each) {
  ForEachEntry("/proc", [&](const char* name, unsigned char) {
    if (reading.Spent()) return false;
    if (!isdigit(static_cast<unsigned char>(name[0]))) return true;
    std::string directory = JoinPath("/proc", name);
    auto comm = ReadFile(JoinPath(directory, "comm"), 4096);
    if (!comm.ok()) return true;  // the process has ended
    auto st = StatFile(directory);
    return each(name, Trim(*comm), st ? int64_t{st->st_mtime} : 0);
  });
}

// "/etc" before "/usr/lib": units of the administrator come first.
std::vector<std::string> UnitDirectories(const GeneratorInput& input) {
  if (UnitScope(input) == "user") {
    return {JoinPath(input.home, ".config/systemd/user"), "/etc/systemd/user",
            "/run/systemd/user", "/usr/lib/systemd/user"};
  }
  return {"/etc/systemd/system",     "/run/systemd/system",
          "/run/systemd/generator",  "/usr/local/lib/systemd/system",
          "/usr/lib/systemd/system", "/lib/systemd/system"};
}

bool IsUnitFile(std::string_view name) {
  for (std::string_view suffix :
       {".service", ".socket", ".timer", ".target", ".path", ".mount",
        ".automount", ".swap", ".slice"}) {
    if (name.ends_with(suffix)) return true;
  }
  return false;
}

}  // namespace

Values SystemUsers(const GeneratorInput&, Reading& reading) {
  return NamesOf("/etc/passwd", 4, reading);
}

Values SystemGroups(const GeneratorInput&, Reading& reading) {
  return NamesOf("/etc/group", 3, reading);
}

// The latest mount first. Left out are the root and the kernel's own file
// systems, which nobody takes away.
Values MountsIn(std::string_view table) {
  static constexpr std::string_view kOfTheSystem[] = {"/proc", "/sys", "/dev",
                                                      "/run"};
  ValueList out;
  ForEachMount(table, [&](const MountEntry& mount) {
    const bool of_the_system =
        std::any_of(std::begin(kOfTheSystem), std::end(kOfTheSystem),
                    [&](auto above) { return IsBelow(mount.path, above); });
    if (mount.path == "/" ||
        (of_the_system && !IsBelow(mount.path, "/run/media"))) {
      return;
    }
    out.Add(mount.path, std::string(mount.type) + " on " +
                            std::string(mount.device));
  });
  std::reverse(out.values().begin(), out.values().end());
  return out.Take();
}

Values SystemMounts(const GeneratorInput&, Reading& reading) {
  return MountsIn(reading.Text("/proc/self/mounts"));
}

Values SystemProcesses(const GeneratorInput&, Reading& reading) {
  ValueList out;
  ForEachProcess(reading, [&](std::string_view pid, std::string_view comm,
                             int64_t started_s) {
    out.Add(pid, comm, started_s);
    return !out.Full();
  });
  // The most recent processes are the most likely ones.
  std::stable_sort(
      out.values().begin(), out.values().end(),
      [](const auto& a, const auto& b) { return a.time_s > b.time_s; });
  return out.Take();
}

Values SystemProcessNames(const GeneratorInput&, Reading& reading) {
  ValueList out;
  ForEachProcess(reading, [&](std::string_view pid, std::string_view comm,
                             int64_t started_s) {
    out.Add(comm, pid, started_s);
    return !out.Full();
  });
  return out.Take();
}

// sigabbrev_np() and sigdescr_np() return the same, but only in glibc from 2.32
// on. Common signals come first, then the others by number.
constexpr struct {
  const char *name, *description;
} kSignals[] = {
    {"TERM", "Terminated"},
    {"KILL", "Killed"},
    {"INT", "Interrupt"},
    {"HUP", "Hangup"},
    {"STOP", "Stopped (signal)"},
    {"CONT", "Continued"},
    {"QUIT", "Quit"},
    {"ILL", "Illegal instruction"},
    {"TRAP", "Trace/breakpoint trap"},
    {"ABRT", "Aborted"},
    {"BUS", "Bus error"},
    {"FPE", "Floating point exception"},
    {"USR1", "User defined signal 1"},
    {"SEGV", "Segmentation fault"},
    {"USR2", "User defined signal 2"},
    {"PIPE", "Broken pipe"},
    {"ALRM", "Alarm clock"},
    {"STKFLT", "Stack fault"},
    {"CHLD", "Child exited"},
    {"TSTP", "Stopped"},
    {"TTIN", "Stopped (tty input)"},
    {"TTOU", "Stopped (tty output)"},
    {"URG", "Urgent I/O condition"},
    {"XCPU", "CPU time limit exceeded"},
    {"XFSZ", "File size limit exceeded"},
    {"VTALRM", "Virtual timer expired"},
    {"PROF", "Profiling timer expired"},
    {"WINCH", "Window changed"},
    {"POLL", "I/O possible"},
    {"PWR", "Power failure"},
    {"SYS", "Bad system call"},
};

Values SystemSignals(const GeneratorInput&, Reading&) {
  ValueList out;
  for (const auto& signal : kSignals) out.Add(signal.name, signal.description);
  return out.Take();
}

// The environment at the start of the shell; later exports are missing.
Values SystemVariables(const GeneratorInput&, Reading& reading) {
  ValueList out;
  for (char** entry = environ; entry && *entry && !reading.Spent(); ++entry) {
    std::string_view text = *entry;
    // Names only: values may be secrets.
    const std::string_view name = text.substr(0, text.find('='));
    if (name.size() < text.size()) out.Add(name, MeaningOfVariable(name));
  }
  // The best known ones first, the unknown ones by name.
  std::sort(out.values().begin(), out.values().end(),
            [](const auto& a, const auto& b) {
              const int rank = RankOfVariable(a.value);
              const int other = RankOfVariable(b.value);
              return rank != other ? rank < other : a.value < b.value;
            });
  return out.Take();
}

std::string UnitScope(const GeneratorInput& input) {
  const auto& words = input.words;
  bool user = std::find(words.begin(), words.end(), "--user") != words.end();
  return user ? "user" : "system";
}

Values SystemdUnits(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  for (const std::string& directory : UnitDirectories(input)) {
    ForEachEntry(directory, [&](const char* name, unsigned char) {
      if (IsUnitFile(name)) out.Add(name, directory);
      return !reading.Spent() && !out.Full();
    });
  }
  return out.Take();
}

}  // namespace synapse
