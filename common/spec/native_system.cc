// Users, groups, processes, signals, variables and units, from the files of the
// machine. Directory services (LDAP, NIS) are not asked, because they can
// block.
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/mounts.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/project_text.h"
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

// proc(5): "PID (COMM) STATE PPID PGRP SESSION TTY TPGID FLAGS ...". The file
// cmdline would tell too, but reading it may wait for the process.
bool IsOfKernel(std::string_view stat) {
  constexpr unsigned long kKernelThread = 0x200000;  // PF_KTHREAD
  constexpr int kFlags = 7;
  const size_t name = stat.rfind(')');
  if (name == stat.npos) return false;
  std::string_view rest = stat.substr(name + 1), word;
  for (int i = 0; i < kFlags; ++i) word = NextWord(rest);
  return (strtoul(std::string(word).c_str(), nullptr, 10) & kKernelThread) != 0;
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
    // The kernel's own processes cannot be ended.
    if (st && st->st_uid == 0) {
      const auto stat = ReadFile(JoinPath(directory, "stat"), 4096);
      if (stat.ok() && IsOfKernel(*stat)) return true;
    }
    return each(name, Trim(*comm), st ? int64_t{st->st_mtime} : 0);
  });
}

constexpr std::string_view kMadeDisks[] = {"loop", "ram", "zram", "sr", "nbd"};

struct SerialPort {
  std::string_view prefix, description;
};
constexpr SerialPort kSerialPorts[] = {
    {"ttyUSB", "Adapter from USB to a serial line"},
    {"ttyACM", "Board or modem at USB"},
    {"cu.usb", "Adapter or board at USB"},
    {"ttyAMA", "Serial line of the machine"},
    {"rfcomm", "Serial line over Bluetooth"},
    {"ttyS", "Serial line of the machine"},
};

// The file of a template is shown, written and enabled; its instances are
// started and stopped: getty@tty1.
bool TakesTemplates(const GeneratorInput& input) {
  constexpr std::array<std::string_view, 10> kOfFiles = {
      "cat",        "edit", "enable", "disable", "reenable",
      "is-enabled", "mask", "unmask", "preset",  "revert"};
  return std::any_of(
      input.words.begin(), input.words.end(), [&](const std::string& word) {
        return std::find(kOfFiles.begin(), kOfFiles.end(), word) !=
               kOfFiles.end();
      });
}

// Behind typed letters a service is named as people write it: nginx. Nothing
// else can stand behind `service`.
bool WantsShortNames(const GeneratorInput& input) {
  const bool is_typed =
      !input.partial.empty() && input.partial.find('.') == std::string::npos;
  return is_typed || (!input.words.empty() && input.words[0] == "service");
}

std::string UnitScope(const GeneratorInput& input) {
  const auto& words = input.words;
  bool user = std::find(words.begin(), words.end(), "--user") != words.end();
  std::string out = user ? "user" : "system";
  if (TakesTemplates(input)) out += " files";
  if (WantsShortNames(input)) out += " short";
  return out;
}

// "/etc" before "/usr/lib": units of the administrator come first.
std::vector<std::string> UnitDirectories(const GeneratorInput& input) {
  if (UnitScope(input).starts_with("user")) {
    return {JoinPath(input.home, ".config/systemd/user"), "/etc/systemd/user",
            "/run/systemd/user", "/usr/lib/systemd/user"};
  }
  return {"/etc/systemd/system",     "/run/systemd/system",
          "/run/systemd/generator",  "/usr/local/lib/systemd/system",
          "/usr/lib/systemd/system", "/lib/systemd/system"};
}

// The control group below which systemd keeps what it runs.
std::string UnitGroup(const GeneratorInput& input) {
  if (!UnitScope(input).starts_with("user")) {
    return "/sys/fs/cgroup/system.slice";
  }
  const std::string id = std::to_string(getuid());
  return "/sys/fs/cgroup/user.slice/user-" + id + ".slice/user@" + id +
         ".service";
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

// A slice holds units and slices of their own: system-getty.slice.
Values RunningUnitsIn(const std::string& group, Reading& reading) {
  ValueList out;
  std::vector<std::string> slices;
  const auto read = [&](const std::string& directory) {
    ForEachEntry(directory, [&](const char* entry, unsigned char type) {
      const std::string_view name = entry;
      if (type == DT_DIR && name.ends_with(".slice")) {
        slices.push_back(JoinPath(directory, name));
      } else if (type == DT_DIR && IsUnitFile(name)) {
        out.Add(name, "runs now");
      }
      return !reading.Spent() && !out.Full();
    });
  };
  read(group);
  const std::vector<std::string> inner = std::move(slices);
  slices.clear();
  for (const std::string& slice : inner) read(slice);
  return Finished(out, reading);
}

namespace {

Values SystemUsers(const GeneratorInput&, Reading& reading) {
  return NamesOf("/etc/passwd", 4, reading);
}

Values SystemGroups(const GeneratorInput&, Reading& reading) {
  return NamesOf("/etc/group", 3, reading);
}

}  // namespace

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
    out.Add(mount.path,
            std::string(mount.type) + " on " + std::string(mount.device));
  });
  std::reverse(out.values().begin(), out.values().end());
  return out.Take();
}

namespace {

Values SystemMounts(const GeneratorInput&, Reading& reading) {
  return MountsIn(reading.Text("/proc/self/mounts"));
}

}  // namespace

// "major minor #blocks name", in KiB. Left out are disks in memory and those that
// stand for a file or another disk.
Values DisksIn(std::string_view table) {
  ValueList disks, partitions;
  std::string_view line;
  while (NextLine(table, line) && !disks.Full() && !partitions.Full()) {
    NextWord(line);
    NextWord(line);
    const std::string blocks(NextWord(line));
    const std::string name(NextWord(line));
    const bool is_made =
        std::any_of(std::begin(kMadeDisks), std::end(kMadeDisks),
                    [&](auto prefix) { return name.starts_with(prefix); });
    if (name.empty() || is_made || blocks.empty() ||
        blocks.find_first_not_of("0123456789") != blocks.npos) {
      continue;
    }
    const uint64_t mib = strtoull(blocks.c_str(), nullptr, 10) >> 10;
    const std::string size = mib >= 10 << 10
                                 ? std::to_string(mib >> 10) + " GiB"
                                 : std::to_string(mib) + " MiB";
    // sda1 is a part of sda, and nvme0n1p1 one of nvme0n1.
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    const bool is_part = std::any_of(
        disks.values().begin(), disks.values().end(),
        [&](const GeneratedValue& disk) {
          const std::string_view whole = std::string_view(disk.value).substr(5);
          return name.starts_with(whole) && digits >= whole.size() &&
                 name.size() > digits;
        });
    (is_part ? partitions : disks).Add("/dev/" + name, size);
  }
  for (GeneratedValue& disk : disks.values()) {
    partitions.Add(disk.value, disk.description);
  }
  return partitions.Take();
}

namespace {

// Disks and their partitions, partitions first.
Values SystemDisks(const GeneratorInput&, Reading& reading) {
  return DisksIn(reading.Text("/proc/partitions"));
}

}  // namespace

// Adapters come first; ttyS0 and its like are there on most machines, with or
// without a socket.
Values SerialPortsIn(const std::string& directory, Reading& reading) {
  std::vector<std::pair<size_t, std::string>> found;
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    const auto kind =
        std::find_if(std::begin(kSerialPorts), std::end(kSerialPorts),
                     [&](const SerialPort& port) {
                       return std::string_view(name).starts_with(port.prefix);
                     });
    if (kind != std::end(kSerialPorts)) {
      found.emplace_back(kind - std::begin(kSerialPorts), name);
    }
    return !reading.Spent() && found.size() < kMaxGenerated;
  });
  std::sort(found.begin(), found.end());
  ValueList out;
  for (const auto& [kind, name] : found) {
    out.Add(JoinPath(directory, name), kSerialPorts[kind].description);
  }
  return out.Take();
}

namespace {

Values SystemSerialPorts(const GeneratorInput&, Reading& reading) {
  return SerialPortsIn("/dev", reading);
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

// Common signals come first, then the others by number. The texts of
// sigdescr_np() name the signals, but say little of their effect.
constexpr struct {
  const char *name, *description;
} kSignals[] = {
    {"TERM", "Ask to end, with cleanup (default of kill)"},
    {"KILL", "End at once, without cleanup"},
    {"INT", "Interrupt, as Ctrl-C does"},
    {"HUP", "Hang up, or read the configuration again"},
    {"STOP", "Suspend; the process cannot refuse"},
    {"CONT", "Continue after a suspension"},
    {"QUIT", "Quit with a core dump"},
    {"ILL", "Illegal instruction"},
    {"TRAP", "Trap of a debugger"},
    {"ABRT", "Abort with a core dump"},
    {"BUS", "Access to memory that is not there"},
    {"FPE", "Arithmetic error, such as a division by zero"},
    {"USR1", "First signal that programs define"},
    {"SEGV", "Access to memory that is not allowed"},
    {"USR2", "Second signal that programs define"},
    {"PIPE", "Write to a pipe that nobody reads"},
    {"ALRM", "Timer of alarm expired"},
    {"STKFLT", "Stack fault (unused)"},
    {"CHLD", "A child ended or stopped"},
    {"TSTP", "Suspend, as Ctrl-Z does"},
    {"TTIN", "Read from the terminal in the background"},
    {"TTOU", "Write to the terminal in the background"},
    {"URG", "Urgent data on a socket"},
    {"XCPU", "Limit of CPU time exceeded"},
    {"XFSZ", "Limit of file size exceeded"},
    {"VTALRM", "Timer of the process's CPU time expired"},
    {"PROF", "Timer for profiling expired"},
    {"WINCH", "Size of the terminal changed"},
    {"POLL", "Input or output is possible"},
    {"PWR", "Power failure"},
    {"SYS", "Unknown system call"},
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
  std::vector<std::pair<int, GeneratedValue>> ranked;
  for (GeneratedValue& value : out.values()) {
    const int rank = RankOfVariable(value.value);
    ranked.emplace_back(rank, std::move(value));
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first
                              : a.second.value < b.second.value;
  });
  for (size_t i = 0; i < ranked.size(); ++i) {
    out.values()[i] = std::move(ranked[i].second);
  }
  return out.Take();
}

// Services come before units of other types. Of both, units of the administrator
// or the user are first, then units that start by themselves; by name. A
// template, where it may stand, comes last.
Values SystemdUnits(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  const bool templates = TakesTemplates(input);
  std::set<std::string, std::less<>> own, enabled;
  const std::vector<std::string> directories = UnitDirectories(input);
  for (const std::string& directory : directories) {
    ForEachEntry(directory, [&](const char* name, unsigned char type) {
      const bool fits =
          templates || std::string_view(name).find("@.") == std::string::npos;
      if (fits && IsUnitFile(name)) {
        out.Add(name, directory);
        // A link is another name of a unit.
        const bool is_own = directory == directories[0] && type != DT_LNK;
        if (is_own && own.size() < kMaxGenerated) own.insert(name);
      }
      // multi-user.target.wants has a link to each unit that the target starts.
      if (std::string_view(name).ends_with(".wants")) {
        ForEachEntry(
            JoinPath(directory, name), [&](const char* unit, unsigned char) {
              enabled.insert(unit);
              return !reading.Spent() && enabled.size() < kMaxGenerated;
            });
      }
      return !reading.Spent() && !out.Full();
    });
  }
  // A running unit is looked at, stopped and restarted; an instance of a template
  // has no file. A unit that is to be started does not run yet.
  std::set<std::string, std::less<>> running;
  const bool starts = std::find(input.words.begin(), input.words.end(),
                                "start") != input.words.end();
  if (!starts && !templates) {
    for (const GeneratedValue& unit :
         RunningUnitsIn(UnitGroup(input), reading)) {
      running.insert(unit.value);
      if (unit.value.find('@') != std::string::npos) {
        out.Add(unit.value, unit.description);
      }
    }
  }
  auto rank = [&](const std::string& name) {
    const bool is_template = name.find("@.") != name.npos;
    const bool is_service = name.ends_with(".service");
    return std::tuple(is_template, !is_service, !own.contains(name),
                      !running.contains(name), !enabled.contains(name),
                      std::string_view(name));
  };
  std::sort(out.values().begin(), out.values().end(),
            [&](const auto& a, const auto& b) {
              return rank(a.value) < rank(b.value);
            });
  if (WantsShortNames(input)) {
    constexpr std::string_view kService = ".service";
    for (GeneratedValue& unit : out.values()) {
      if (unit.value.ends_with(kService) &&
          !unit.value.ends_with("@.service")) {
        unit.value.resize(unit.value.size() - kService.size());
      }
    }
  }
  return out.Take();
}

constexpr Native kSystemRows[] = {
    {"system.disks", SystemDisks, NoScope, 2, "disk"},
    {"system.groups", SystemGroups, NoScope, 60, "group"},
    {"system.mounts", SystemMounts, NoScope, 2},
    {"system.process_names", SystemProcessNames, NoScope, 2},
    {"system.processes", SystemProcesses, NoScope, 2},
    {"system.serial_ports", SystemSerialPorts, NoScope, 2, "port"},
    {"system.signals", SystemSignals, NoScope, 3600, "signal"},
    {"system.users", SystemUsers, NoScope, 60, "user"},
    {"system.variables", SystemVariables, NoScope, 2},
    {"systemd.units", SystemdUnits, UnitScope, 30, "unit"},
};

}  // namespace

constinit const std::span<const Native> kSystemNatives = kSystemRows;

}  // namespace synapse
