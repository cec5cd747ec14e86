// The C ABI (module/synapse.h) over the engine. It stops all exceptions and
// preserves errno. In a forked child every call answers "nothing".
#include <dlfcn.h>
#include <malloc.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "abi/handle.h"
#include "base/child.h"
#include "base/text.h"
#include "command/command.h"
#include "context/completion_context.h"
#include "line/commands.h"
#include "prompt/first_import.h"
#include "spec/directories.h"
#include "store/log_keys.h"

using synapse::Defaults;
using synapse::Engine;
using synapse::EngineOptions;
using synapse::Ghost;

namespace synapse::abi {

const Theme& ThemeOf(synapse_engine* s) {
  if (!s->theme) {
    Colours colours = ColoursOf(
        [s](std::string_view name) { return Variable(s->host, name); });
    s->theme = std::make_unique<Theme>(s->engine->config(), colours);
  }
  return *s->theme;
}

void SetToCwd(synapse_engine* s, std::string& cwd) {
  synapse_text path;
  char buffer[4096];
  if (s->host.cwd && s->host.cwd(s->host.ctx, &path)) {
    cwd = View(path);
  } else {
    cwd = getcwd(buffer, sizeof buffer) ? buffer : "";
  }
}
std::string Cwd(synapse_engine* s) {
  std::string cwd;
  SetToCwd(s, cwd);
  return cwd;
}

std::optional<std::string> Variable(const synapse_host& host,
                                    std::string_view name) {
  synapse_text value;
  if (host.variable && host.variable(host.ctx, Text(name), &value)) {
    return std::string(View(value));
  }
  return std::nullopt;
}

void RunEngineDetached(synapse_engine* s,
                       const std::function<Status(Engine&)>& work) {
  Engine& engine = *s->engine;
  if (!engine.store().persistent()) {
    (void)work(engine);
    return;
  }
  (void)RunDetached([&engine, &work] {
    Engine own(engine.options());
    (void)work(own);
  });
}

void SetDefaults(synapse_engine* s, const Defaults& defaults) {
  Config config = s->engine->config();
  bool changed = false;
  for (const auto& [key, value] : defaults) {
    changed |= config.SetDefault(key, value);
  }
  if (changed) s->engine->SetConfig(std::move(config));
}

void FillRequest(synapse_engine* s, synapse_text buffer, size_t cursor,
                 SuggestRequest& r) {
  r.session = s->session;
  SetToCwd(s, r.cwd);
  r.now_ms = s->engine->clock().NowMs();
  r.buffer = View(buffer);
  r.cursor = cursor;
  r.lines_before = s->lines_before;
}
SuggestRequest RequestFor(synapse_engine* s, synapse_text buffer,
                          size_t cursor) {
  SuggestRequest r;
  FillRequest(s, buffer, cursor, r);
  return r;
}

}  // namespace synapse::abi

using namespace synapse::abi;

namespace {

// The time that a hook takes, for `synapse doctor`.
class HookTimer {
 public:
  explicit HookTimer(synapse_engine* s) : s_(s) {}
  ~HookTimer() {
    s_->engine->latency().hooks.Add(::synapse::Clock::MonotonicUs() - start_);
  }

 private:
  synapse_engine* s_;
  int64_t start_ = ::synapse::Clock::MonotonicUs();
};

// A pass of `synapse sync` in the background, where this machine is in a folder.
// The process itself knows when another shell's was.
void SyncIfDue(synapse_engine* s) {
  const int64_t now_us = ::synapse::Clock::MonotonicUs();
  if (now_us < s->next_sync_us) return;
  constexpr int64_t kLookAgainS = 60;
  const int64_t every_s = s->engine->config().Int("sync.every");
  s->next_sync_us = now_us + (every_s > 0 ? every_s : kLookAgainS) * 1'000'000;
  if (every_s == 0) return;
  auto& log = s->engine->store().log_file();
  if (log.is_open() && log.Get(::synapse::SyncMachine) != 0) {
    ::synapse::SyncDetached(*s->engine);
  }
}

// Calls a visitor from a loop of the shell, whose C frames an exception must not
// pass: the loop ends, and Rethrow() throws behind it.
template <class Visit>
class FromShell {
 public:
  explicit FromShell(const Visit& visit) : visit_(visit) {}
  template <class... Args>
  int operator()(Args... args) noexcept {
    try {
      return visit_(args...) ? 1 : 0;
    } catch (...) {
      thrown_ = std::current_exception();
      return 0;
    }
  }
  void Rethrow() {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const Visit& visit_;
  std::exception_ptr thrown_;
};

::synapse::ShellNames NamesOf(const synapse_host& host) {
  using Kind = ::synapse::ShellNames::Kind;
  ::synapse::ShellNames names;
  names.variable = [host](std::string_view name) {
    return Variable(host, name);
  };
  if (host.alias) {
    names.alias = [host](std::string_view name) -> std::optional<std::string> {
      synapse_text value;
      if (!host.alias(host.ctx, Text(name), &value)) return std::nullopt;
      return std::string(View(value));
    };
  }
  if (host.name_kind) {
    names.kind = [host](std::string_view name) {
      return static_cast<Kind>(host.name_kind(host.ctx, Text(name)));
    };
  }
  if (host.completes) {
    names.completes = [host](std::string_view command) {
      return host.completes(host.ctx, Text(command)) != 0;
    };
  }
  if (host.each_name) {
    names.each = [host](std::string_view prefix, const auto& emit) {
      FromShell visit(emit);
      host.each_name(
          host.ctx, Text(prefix),
          [](void* arg, synapse_text name, int kind) -> int {
            return (*static_cast<decltype(visit)*>(arg))(
                View(name), static_cast<Kind>(kind));
          },
          &visit);
      visit.Rethrow();
    };
  }
  if (host.unwanted) {
    names.unwanted = [host](std::string_view buffer,
                            std::string_view suggestion, bool from_history) {
      return host.unwanted(host.ctx, Text(buffer), Text(suggestion),
                           from_history ? 1 : 0) != 0;
    };
  }
  return names;
}

std::string HostName() {
  utsname name;
  return uname(&name) == 0 ? name.nodename : "";
}

// The file that this code was loaded from: a module, or the program.
std::string OwnPath() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&HostName), &info) && info.dli_fname &&
      info.dli_fname[0] == '/') {
    return info.dli_fname;
  }
  return ::synapse::ExecutablePath();
}

std::string NewSession() {
  char text[64];
  snprintf(text, sizeof text, "%lx-%x",
           static_cast<unsigned long>(::synapse::Clock::MonotonicUs()),
           static_cast<unsigned>(getpid()));
  return text;
}

EngineOptions OptionsFor(const synapse_host& host,
                         const ::synapse::PathSet& paths) {
  EngineOptions options;
  options.paths = paths;
  options.config = ::synapse::Config::Load(
      ::synapse::ConfigPath(options.paths),
      [&host](std::string_view name) { return Variable(host, name); });
  options.store = ::synapse::ExpandTilde(options.config.String("store.path"));
  if (options.store.empty() && !options.paths.data.empty()) {
    options.store = ::synapse::JoinPath(options.paths.data, "store");
  }
  options.spec_directories =
      ::synapse::SpecDirectories(options.paths, OwnPath());
  options.host = HostName();
  options.shell = host.shell ? host.shell : "";
  options.shell_version = host.shell_version ? host.shell_version : "";
  options.built_for = host.built_for ? host.built_for : "";
  return options;
}

void MakeEngine(synapse_engine* s) {
  if (!s->paths) s->paths = ::synapse::PathSet::FromEnvironment();
  EngineOptions options = OptionsFor(s->host, *s->paths);
  s->config_stamp = ::synapse::Config::Stamp(
      ::synapse::ConfigPath(options.paths),
      [s](std::string_view name) { return Variable(s->host, name); });
  s->engine = std::make_unique<Engine>(std::move(options));
  s->engine->SetShell(NamesOf(s->host));
  s->ghost = std::make_unique<Ghost>(*s->engine);
}

void DropEngine(synapse_engine* s) {
  s->list.reset();
  s->walk.reset();
  s->theme.reset();
  s->ghost.reset();
  s->engine.reset();
}

// At a prompt after synapse_let_go(): the limits of now decide.
void MakeEngineAnew(synapse_engine* s) {
  KeepErrno keep;
  if (!s || !s->let_go || !synapse_is_own(s) || LacksMemory(kRoom)) return;
  try {
    MakeEngine(s);
    SetDefaults(s, s->defaults);
    if (s->chosen != ::synapse::Incognito::kOff) {
      s->engine->SetIncognito(s->chosen);
    }
    s->let_go = s->watched = false;
  } catch (...) {
    DropEngine(s);
  }
}

// Changed settings take effect at the next prompt.
void ReadConfigAnew(synapse_engine* s) {
  auto variable = [s](std::string_view name) {
    return Variable(s->host, name);
  };
  std::string file = ::synapse::ConfigPath(s->engine->options().paths);
  uint64_t stamp = ::synapse::Config::Stamp(file, variable);
  if (stamp != s->config_stamp) {
    s->engine->SetConfig(::synapse::Config::Load(file, variable));
    SetDefaults(s, s->defaults);
  }
  s->config_stamp = stamp;
  s->theme.reset();  // NO_COLOR, TERM
}

void SyncShellList(synapse_engine* s) {
  if (!s->host.each_history || !s->host.history_generation) return;
  s->engine->suggester().history().SyncShellList(
      s->host.history_generation(s->host.ctx),
      [s](const ::synapse::ShellList::Visitor& visit) {
        FromShell each(visit);
        s->host.each_history(
            s->host.ctx,
            [](void* arg, synapse_text line, int64_t) -> int {
              return (*static_cast<decltype(each)*>(arg))(View(line));
            },
            &each);
        each.Rethrow();
      });
}

void EndCommand(synapse_engine* s, int exit_status) {
  if (!s->running) return;
  s->running = false;
  s->run.exit = exit_status;
  s->run.duration_ms = (::synapse::Clock::MonotonicUs() - s->started_us) / 1000;
  (void)s->engine->Record(s->run);
}

// A terminal that is closed ends its shell while a line runs. A line that ends
// the shell itself is not one that anybody wants again.
void LeaveCommand(synapse_engine* s) {
  if (!s->running) return;
  s->running = false;
  const auto commands = ::synapse::ParseCommands(s->run.command).commands;
  if (commands.empty() || commands.back().words.empty()) return;
  const std::string& last = commands.back().words[0].value;
  if (last == "exit" || last == "logout" || last == "bye") return;
  (void)s->engine->Record(s->run);
}

}  // namespace

synapse_engine* synapse::abi::OpenEngine(const synapse_host* host,
                                         const synapse_engine* of) {
  KeepErrno keep;
  try {
    auto s = std::make_unique<synapse_engine>();
    s->host = host ? *host : synapse_host{};
    s->pid = ::synapse::ProcessId();
    s->session = NewSession();
    if (of) s->paths = of->paths;
    MakeEngine(s.get());
    return s.release();
  } catch (...) {
    return nullptr;
  }
}

extern "C" {

const char* synapse_stay_away() {
  KeepErrno keep;
  return LacksMemory(kRoom);
}

synapse_engine* synapse_open(const synapse_host* host) {
  return OpenEngine(host, nullptr);
}

int synapse_is_own(const synapse_engine* s) {
  return s && s->pid == ::synapse::ProcessId() ? 1 : 0;
}

void synapse_leave(synapse_engine* s) {
  Guarded(s, 0, [&] {
    LeaveCommand(s);
    s->engine->WriteNow();
    return 0;
  });
}

void synapse_close(synapse_engine* s) {
  KeepErrno keep;
  if (!synapse_is_own(s)) return;  // a child must not use inherited objects
  s->closed = true;
  if (s->calls > 0) return;
  try {
    delete s;
  } catch (...) {
  }
}

void synapse_let_go(synapse_engine* s) {
  if (s && s->calls > 0) return;
  Guarded(s, 0, [&] {
    s->chosen = s->engine->session_state().incognito;
    DropEngine(s);
    s->let_go = true;
    malloc_trim(0);
    return 0;
  });
}

void synapse_prompt(synapse_engine* s, int exit_status) {
  if (s) s->limits.Forget();
  MakeEngineAnew(s);
  Guarded(s, 0, [&] {
    HookTimer timer(s);
    s->lines_before.clear();
    EndCommand(s, exit_status);
    s->engine->lines().Ended();
    if (s->first_prompt) {
      s->first_prompt = false;
      // An earlier forget was interrupted when its shell ended.
      if (s->engine->store().forgotten().HasLeft()) {
        RunEngineDetached(s, &Engine::FinishForgetting);
      }
      s->notices.greeting.Begin(s->engine->store());
      auto left = ::synapse::ImportOnFirstStart(
          *s->engine,
          [s](std::string_view name) { return Variable(s->host, name); });
      s->notices.greeting.Imported(s->engine->store(), left.has_value());
      if (left) {
        RunEngineDetached(s, [&left](Engine& engine) {
          return ::synapse::FinishImport(engine, *left);
        });
      }
    }
    s->list.reset();
    s->walk.reset();
    ReadConfigAnew(s);
    s->engine->NewPrompt();
    if (s->engine->upkeep().TakeRenewal()) {
      RunEngineDetached(s, &Engine::RenewIndex);
    }
    if (s->engine->reflection().Take()) {
      RunEngineDetached(s, &Engine::Reflect);
    }
    SyncIfDue(s);
    SyncShellList(s);
    s->ghost->Reset();
    return 0;
  });
}

void synapse_started(synapse_engine* s, synapse_text line) {
  Guarded(s, 0, [&] {
    HookTimer timer(s);
    s->engine->StopAsking();
    s->ghost->Finish(View(line));
    if (::synapse::Trim(View(line)).empty()) return 0;
    s->engine->lines().Began();
    s->running = true;
    s->started_us = ::synapse::Clock::MonotonicUs();
    s->run = {};
    s->run.session = s->session;
    s->run.cwd = Cwd(s);
    s->run.command = std::string(View(line));
    while (s->run.command.ends_with('\n')) s->run.command.pop_back();
    s->run.incognito = s->engine->incognito();
    s->run.start_ms = s->engine->clock().NowMs();
    return 0;
  });
}

void synapse_accepted(synapse_engine* s, const char* why) {
  Guarded(s, 0, [&] {
    s->engine->lines().Accepted(why ? why : "");
    return 0;
  });
}

void synapse_cancelled(synapse_engine* s) {
  Guarded(s, 0, [&] {
    s->lines_before.clear();
    s->engine->StopAsking();
    s->ghost->Finish("");
    s->engine->lines().Cancelled();
    s->running = false;
    return 0;
  });
}

int synapse_begins_command(synapse_engine* s, synapse_text lines) {
  return Guarded(s, 0, [&] {
    const int64_t most = s->engine->config().Int("suggest.max_buffer");
    s->lines_before.clear();
    if (static_cast<int64_t>(lines.size) > most) return 0;
    auto context = ::synapse::BuildContext(
        View(lines), lines.size, s->engine->specs(), s->engine->shell().alias);
    const bool begins = !context.silent &&
                        context.position == ::synapse::Position::kCommandName;
    if (begins) s->lines_before = View(lines);
    return begins ? 1 : 0;
  });
}

int synapse_mode(synapse_engine* s, int anew, synapse_text* mode) {
  return Guarded(s, 0, [&] {
    if (anew) ReadConfigAnew(s);
    auto incognito = s->engine->incognito();
    *mode = incognito == ::synapse::Incognito::kOff
                ? synapse_text{"", 0}
                : Text(::synapse::IncognitoName(incognito));
    return 1;
  });
}

int synapse_keys(synapse_engine* s) {
  return Guarded(s, 0, [&] {
    const ::synapse::Config& config = s->engine->config();
    if (!config.Bool("prompt.keys")) return 0;
    const std::string& tab = config.String("prompt.tab");
    int sets = SYNAPSE_KEYS_USUAL;
    if (tab != "shell") sets |= SYNAPSE_KEYS_TAB;
    if (tab == "cycle") sets |= SYNAPSE_KEYS_TAB_CYCLES;
    if (tab == "complete") sets |= SYNAPSE_KEYS_TAB_COMPLETES;
    if (config.Bool("prompt.ctrl_r")) sets |= SYNAPSE_KEYS_SEARCH;
    if (s->engine->ai().settings().on()) sets |= SYNAPSE_KEYS_AI;
    return sets;
  });
}

void synapse_default(synapse_engine* s, const char* key, const char* value) {
  Guarded(s, 0, [&] {
    auto known = s->defaults.find(std::string_view(key));
    if (known != s->defaults.end() && known->second == value) return 0;
    s->defaults[key] = value;
    ::synapse::Config config = s->engine->config();
    if (!config.SetDefault(key, value)) return 0;
    s->engine->SetConfig(std::move(config));
    s->ghost->Reset();  // it was computed with the old settings
    return 0;
  });
}

int synapse_wrap(synapse_engine* s, synapse_text text, synapse_text mark,
                 synapse_room room, synapse_text* rows) {
  return Guarded(s, 0, [&] {
    std::string all(View(text));
    all += View(mark);
    int count = 0;
    s->held =
        ::synapse::WrapRows(all, room.first, room.columns, room.rows, &count);
    *rows = Text(s->held);
    return count;
  });
}

void synapse_report(synapse_engine* s, const char* what, const char* why) {
  Guarded(s, 0, [&] {
    s->engine->Report(what, why);
    return 0;
  });
}

}  // extern "C"
