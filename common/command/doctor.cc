// doctor: one screen of state, with problems and what to do about them.
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "base/json.h"
#include "command/command.h"
#include "command/store_repair.h"
#include "store/keys.h"
#include "store/log_keys.h"
#include "store/recovery.h"
#include "store/spool.h"
#include "store/store.h"

namespace synapse {
namespace {

struct Diagnosis {
  std::string name;
  std::string value;
  std::string problem;  // "" when all is well; else what to do
};

std::string Bytes(size_t n) {
  char text[32];
  if (n < size_t{10} << 10) {
    snprintf(text, sizeof text, "%zu B", n);
  } else if (n < size_t{10} << 20) {
    snprintf(text, sizeof text, "%zu KiB", n >> 10);
  } else {
    snprintf(text, sizeof text, "%zu MiB", n >> 20);
  }
  return text;
}

std::string Mode(const std::string& path) {
  auto st = StatFile(path);
  if (!st) return "missing";
  char text[16];
  snprintf(text, sizeof text, "%04o", st->st_mode & 07777);
  return text;
}

std::string Summary(const Histogram& h) {
  if (h.count() == 0) return "none in this session";
  return "half below " + std::to_string(h.Quantile(0.5)) +
         " us, 99 of 100 below " + std::to_string(h.Quantile(0.99)) + " us (" +
         std::to_string(h.count()) + " measured)";
}

// "bash 5.2, module for 4.4 to 5.3"
std::string Shell(const EngineOptions& options) {
  if (options.shell.empty()) return "none (the program)";
  std::string text = options.shell;
  if (!options.shell_version.empty()) text += " " + options.shell_version;
  if (!options.built_for.empty()) text += ", module for " + options.built_for;
  return text;
}

class Examination {
 public:
  explicit Examination(const CommandInput& input)
      : engine_(*input.engine), cwd_(input.cwd) {}

  std::vector<Diagnosis> Run() {
    Add("version", "synapse " SYNAPSE_VERSION);
    Add("shell", Shell(engine_.options()));
    StartFileFindings();
    StoreFindings();
    ConfigFindings();
    SpecFindings();
    ProjectFindings();
    const EventWriterState event_writer = engine_.event_writer_state();
    Add("to be written", std::to_string(event_writer.waiting) + " records",
        event_writer.held > 0
            ? "the store cannot be written now; they are written "
              "as soon as possible"
            : "");
    if (event_writer.dropped > 0) {
      Add("dropped", std::to_string(event_writer.dropped) + " records",
          "the store could not be written for a long time");
    }
    std::string recorded =
        std::to_string(engine_.tallies().recorded) + " lines in this session";
    if (engine_.tallies().redacted > 0) {
      recorded += ", " + std::to_string(engine_.tallies().redacted) +
                  " of them redacted";
    }
    const EditedLines& lines = engine_.lines();
    if (lines.run() > 0) {
      recorded += "; " + std::to_string(lines.run()) + " were run";
    }
    Add("recorded", recorded, lines.Problem());
    std::string left_out =
        std::to_string(engine_.tallies().skipped()) + " lines in this session";
    for (const auto& [why, n] : engine_.tallies().left_out) {
      left_out += ", " + std::to_string(n) + ": " + why;
    }
    Add("not recorded", left_out);
    if (engine_.store().log_file().Get(SyncMachine) != 0) {
      const auto note = engine_.store().notes().Find("sync");
      const std::string why =
          Printable(note ? *note : "", /*keep_newlines=*/true);
      Add("sync",
          why.empty() ? "the last pass is done" : "the last pass has a problem",
          why.substr(0, why.find('\n')));
    }
    Add("tracking", Tracking());
    Add("language model", Model());
    Add("incognito", IncognitoName(engine_.incognito()));
    Add("time of a key", Summary(engine_.latency().suggest));
    Add("of a prompt", Summary(engine_.latency().hooks));
    if (FindingsOfShell()) {
      for (ShellFinding& f : FindingsOfShell()()) {
        Add(std::move(f.name), std::move(f.text), std::move(f.remedy));
      }
    }
    for (const std::string& report : engine_.reports()) {
      // Reported above, with what to do.
      if (report == "store: " + engine_.store().why()) continue;
      Add("error", report, "see above");
    }
    return std::move(diagnoses_);
  }

 private:
  // The data about suggestions that is recorded.
  std::string Tracking() const {
    std::string kept = "a summary of the suggestions with each command";
    if (!engine_.config().Bool("tracking.history")) return kept;
    return kept + ", full records in " + engine_.record_file().directory();
  }

  // Where typed lines are sent.
  std::string Model() const {
    const AiSettings& ai = engine_.ai().settings();
    if (ai.provider == AiProvider::kOff) return "off";
    const std::string where = ai.url.empty() ? ai.command : ai.url;
    return Drawable(ai.model.empty() ? where : ai.model + " at " + where);
  }

  void Add(std::string name, std::string value, std::string problem = "") {
    diagnoses_.push_back(
        {std::move(name), std::move(value), std::move(problem)});
  }

  // Another file may be sourced by these, so this is no problem.
  void StartFileFindings() {
    const EngineOptions& options = engine_.options();
    if (options.shell != "zsh" && options.shell != "bash") return;
    constexpr size_t kMaxBytes = 1 << 20;
    const char* zdotdir = getenv("ZDOTDIR");
    const std::string& home = options.paths.home;
    const bool zsh = options.shell == "zsh";
    const std::string own =
        JoinPath(zsh && zdotdir ? zdotdir : home, zsh ? ".zshrc" : ".bashrc");
    std::vector<std::string> files = {own};
    if (zsh) {
      files.insert(files.end(), {"/etc/zsh/zshrc", "/etc/zshrc"});
    } else {
      files.insert(files.end(),
                   {JoinPath(home, ".bash_profile"), JoinPath(home, ".profile"),
                    "/etc/bash.bashrc", "/etc/profile"});
    }
    for (const std::string& file : files) {
      auto text = ReadFile(file, kMaxBytes);
      if (text.ok() && text->find("synapse") != text->npos) {
        Add("loaded by", file);
        return;
      }
    }
    Add("loaded by", "neither " + own + " nor the system's: add eval \"$(" +
                         "synapse init " + options.shell +
                         ")\" to have it in every shell");
  }

  void DiskFindings(const std::string& directory) {
    struct statvfs fs;
    if (statvfs(directory.c_str(), &fs) != 0 || fs.f_blocks == 0) return;
    constexpr uint64_t kLeast = 1 << 20;
    const uint64_t left = uint64_t{fs.f_bavail} * fs.f_frsize;
    if (left >= kLeast) return;
    Add("disk", Bytes(left) + " left",
        "no space is left where the store is; new commands are kept in memory, "
        "or lost, until there is");
  }

  void StoreFindings() {
    Store& store = engine_.store();
    if (!store.persistent()) {
      Add("store",
          "in memory only: " + (store.why().empty()
                                    ? "there is no home directory"
                                    : store.why()),
          "suggestions work from memory until the shell ends; fix the cause or "
          "set store.path");
      return;
    }
    Add("store", store.directory());
    DiskFindings(store.directory());
    Add("schema", "log " + std::to_string(kLogSchema) + ", index " +
                      std::to_string(kSchemaVersion));
    std::string mode = Mode(store.directory());
    Add("permissions", mode,
        mode == "0700" ? "" : "chmod 0700 " + store.directory());
    Store::Info info = store.info();
    Add("events", std::to_string(info.event_count) + " (" +
                      Bytes(info.events.used_bytes) + ", room for " +
                      Bytes(info.events.map_bytes) + ")");
    uint64_t behind = engine_.learner().Behind();
    bool partial = engine_.learner().rebuild().IsPartial();
    Add("index",
        Bytes(info.index.used_bytes) + ", room for " +
            Bytes(info.index.map_bytes) + "; " +
            (behind > 0 ? std::to_string(behind) + " events behind"
                        : "up to date") +
            (partial ? ", the newest events only" : ""),
        behind > 100 || partial ? "`synapse doctor --repair` rebuilds it" : "");
    Add("readers", std::to_string(info.index.readers) + " of at most " +
                       std::to_string(info.index.max_readers) +
                       " processes read the index");
    SpoolFindings();
    if (store.forgotten().HasLeft()) {
      Add("forgetting", "hidden lines are still in the files",
          "they are being removed; `synapse doctor --repair` removes them now");
    }
    for (const std::string& repair : store.repairs()) {
      Add("permissions", repair + ", and was fixed");
    }
    if (!store.why().empty() && !SetAsideLogs(store.directory()).empty()) {
      Add("set aside", store.why(),
          "`synapse doctor --repair` takes over the events that can be read; "
          "remove the directory to give them up");
    }
    std::string damage = LogDamage(store);
    if (!damage.empty()) {
      Add("events", damage,
          "`synapse doctor --repair` sets them aside and takes over the events "
          "that can be read");
    }
    damage = IndexDamage(store);
    if (!damage.empty()) {
      Add("index", damage, "`synapse doctor --repair` rebuilds it");
    }
  }

  // How commands are written to the log, and what waits in spools.
  void SpoolFindings() {
    const EventWriterState event_writer = engine_.event_writer_state();
    std::string commit = event_writer.commit_us > 0
                             ? std::to_string(event_writer.commit_us) + " us"
                             : "not measured yet";
    Add("time to write",
        commit + (event_writer.by_spool ? "; commands wait in a spool first"
                                        : "; each command is written at once"));
    const std::string& spools = engine_.store().spools().directory();
    Spool::Summary s = Spool::Look(spools);
    std::string value = "none";
    if (s.files > 0) {
      value = std::to_string(s.files) + " files, " + Bytes(s.bytes) +
              ", the oldest " +
              std::to_string(std::max<int64_t>(time(nullptr) - s.oldest_s, 0)) +
              " s";
    }
    if (event_writer.fold_us > 0) {
      value += "; read in " + std::to_string(event_writer.fold_us) + " us";
    }
    // A missing directory is made with the next record.
    std::string advice;
    if (engine_.store().persistent() &&
        access((spools + "/.").c_str(), R_OK | W_OK | X_OK) != 0 &&
        errno != ENOENT) {
      value = spools + ": " + strerror(errno);
      advice =
          "each command is committed at once, which is slower; remove it, or "
          "put its owner and mode right";
    }
    Add("spools", value, advice);
  }

  void ConfigFindings() {
    const std::string& dir = engine_.options().paths.config;
    Add("config",
        dir.empty() ? "none: no home directory" : JoinPath(dir, "config.json"));
    for (const std::string& problem : engine_.config().problems()) {
      Add("config", problem, "the default is used");
    }
    if (!engine_.config().Bool("prompt.keys")) {
      Add("switched off", "keys (prompt.keys)");
    }
    if (!engine_.config().Bool("suggest.empty_line")) {
      Add("switched off", "the ghost on an empty line (suggest.empty_line)");
    }
  }

  void SpecFindings() {
    size_t n = engine_.specs().Names().size();
    Add("specs", std::to_string(n),
        n > 0 ? ""
              : "none were found; run make, or reinstall: see synapse-spec(5)");
    for (const std::string& error : engine_.specs().errors()) {
      Add("spec", error, "this file is not used: write it again, or remove it");
    }
  }

  // Reports nothing if there is no project.
  void ProjectFindings() {
    Budget budget = Budget::Unlimited();
    size_t n = engine_.project().Tasks(cwd_, budget).size();
    if (n > 0) Add("tasks here", std::to_string(n));
    for (const std::string& problem : ProjectProblems(cwd_)) {
      Add("tasks", problem, "its tasks are not offered");
    }
  }

  Engine& engine_;
  std::string cwd_;
  std::vector<Diagnosis> diagnoses_;
};

void PrintText(const CommandInput& input,
               const std::vector<Diagnosis>& diagnoses) {
  for (const Diagnosis& f : diagnoses) {
    std::string line = f.problem.empty() ? "  " : "! ";
    std::string name = f.name;
    name.resize(std::max<size_t>(name.size() + 1, 15), ' ');
    input.io.Out(line + name + Printable(f.value) + "\n");
    if (!f.problem.empty()) {
      input.io.Out("                 " + Printable(f.problem) + "\n");
    }
  }
}

void PrintLatency(JsonWriter& w, const char* name, const Histogram& h) {
  JsonObject(w, name, [&] {
    JsonField(w, "p50", h.Quantile(0.5));
    JsonField(w, "p99", h.Quantile(0.99));
    JsonField(w, "count", h.count());
  });
}

void PrintJson(const CommandInput& input,
               const std::vector<Diagnosis>& diagnoses, bool well) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  JsonField(w, "ok", well);
  JsonObjects(w, "diagnoses", diagnoses, [&](const Diagnosis& f) {
    JsonField(w, "name", f.name);
    JsonField(w, "value", f.value);
    JsonFieldOrNull(w, "problem", f.problem);
  });
  JsonObject(w, "latency_us", [&] {
    PrintLatency(w, "suggest", input.engine->latency().suggest);
    PrintLatency(w, "hooks", input.engine->latency().hooks);
  });
  w.EndObject();
  input.io.Out(std::string(buffer.GetString()) + "\n");
}

}  // namespace

ShellFindings& FindingsOfShell() {
  static ShellFindings findings;
  return findings;
}

int RunDoctor(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "doctor");
  if (!args.error.empty()) return Usage(input, "doctor", args.error);
  std::string format = args.Get("--format", "text");
  if (args.Has("--repair")) {
    UnlimitedLockWait unlimited(input.engine->store());
    Status recovered = RecoverLogs(input);
    if (!recovered.ok()) return Fail(input, "doctor", recovered.message());
    Status rebuilt = input.engine->store().forgotten().HasLeft()
                         ? input.engine->FinishForgetting()
                         : input.engine->learner().rebuild().Run(nullptr);
    if (!rebuilt.ok()) return Fail(input, "doctor", rebuilt.message());
  }
  std::vector<Diagnosis> diagnoses = Examination(input).Run();
  bool well = true;
  for (const Diagnosis& f : diagnoses) well = well && f.problem.empty();
  if (format == "json") {
    PrintJson(input, diagnoses, well);
  } else {
    PrintText(input, diagnoses);
    input.io.Out(well ? "all is well\n"
                      : "not all is well: see the rows with an exclamation "
                        "mark\n");
  }
  return well ? 0 : 1;
}

}  // namespace synapse
