// Shared by the files that implement the C ABI (module/synapse.h).
// Tested by tests/ai/list_test.cc.
#pragma once

#include <cerrno>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/memory.h"
#include "base/process_id.h"
#include "engine.h"
#include "list/theme.h"
#include "module/synapse.h"
#include "prompt/ghost.h"
#include "prompt/history_walk.h"
#include "prompt/notices.h"

namespace synapse {
struct OpenList;  // list.cc
using Defaults = std::map<std::string, std::string, std::less<>>;
struct OpenListDeleter {
  void operator()(OpenList* list) const;
};
}  // namespace synapse

struct synapse_engine {
  synapse_host host;
  pid_t pid;
  std::string session;
  std::unique_ptr<synapse::Engine> engine;
  std::unique_ptr<synapse::Ghost> ghost;
  std::unique_ptr<synapse::OpenList, synapse::OpenListDeleter> list;
  std::unique_ptr<synapse::HistoryWalk> walk;
  std::unique_ptr<synapse::Theme> theme;  // for one prompt
  std::string lines_before;               // suggest/request.h
  std::string shown_for;  // the last line that the ghost was asked for
  ::synapse::SuggestRequest last_request;  // of the ghost
  std::string note;     // of a language model, to show below the line
  int watched_fd = -1;  // the descriptor that the glue watches, and its file
  std::optional<synapse::FileId> watched_file;
  bool watched = false;  // the glue watches for answers of slow sources
  // Of the time when the module was loaded: the user may change HOME.
  std::optional<synapse::PathSet> paths;
  uint64_t config_stamp = 0;
  // Keys and values from synapse_default().
  synapse::Defaults defaults;
  synapse::Notices notices;  // printed above the prompt
  synapse::MemoryLimits limits;
  bool first_prompt = true;
  int64_t next_sync_us = 0;  // by the monotonic clock
  int calls = 0;             // calls of the engine that are under way
  bool closed = false;       // and the last of them frees it
  bool let_go = false;       // synapse_let_go(); there is no engine
  synapse::Incognito chosen = synapse::Incognito::kOff;  // meanwhile
  // The running command.
  bool running = false;
  ::synapse::Run run;
  int64_t started_us = 0;
  std::string held;       // the text returned last
  size_t taken_back = 0;  // of the line last taken or completed
  std::string look[3];    // returned by synapse_ghost_look()
  // Returned by synapse_describe(): the styles of the columns, by Look.
  std::vector<synapse_span> spans;
  std::string described_sgr[synapse::kLooks], described_zsh[synapse::kLooks];
};

namespace synapse::abi {

inline std::string_view View(synapse_text text) {
  return text.data ? std::string_view(text.data, text.size)
                   : std::string_view();
}
inline synapse_text Text(std::string_view view) {
  return {view.data(), view.size()};
}

class KeepErrno {
 public:
  ~KeepErrno() { errno = saved_; }

 private:
  int saved_ = errno;
};

inline bool Mine(const synapse_engine* s) {
  return s && s->engine && s->pid == ProcessId();
}

// Why nothing is done because memory may run out; null when there is enough.
// RE2 and abseil (Debian 13) abort when an allocation fails while a pattern is
// built. The patterns of secrets need 2 MiB.
inline const char* LacksMemory(uint64_t left, uint64_t least) {
  return left < least
             ? "too little memory is left to this shell (ulimit -v, -d)"
             : nullptr;
}
inline const char* LacksMemory(uint64_t least) {
  return LacksMemory(AddressSpaceLeft(), least);
}
inline constexpr uint64_t kLeastMemory = 4 << 20;
// In addition to the store's maps, the specs and the list of a large directory.
inline constexpr uint64_t kRoom = 16 << 20;

// A callback of the shell must not end the engine that called it.
class CallUnderWay {
 public:
  explicit CallUnderWay(synapse_engine* s) : s_(s) { ++s_->calls; }
  ~CallUnderWay() {
    if (--s_->calls == 0 && s_->closed) delete s_;
  }
  CallUnderWay(const CallUnderWay&) = delete;
  CallUnderWay& operator=(const CallUnderWay&) = delete;

 private:
  synapse_engine* s_;
};

// Runs `body`. An exception is reported and `fallback` is returned.
template <class T, class Body>
T Guarded(synapse_engine* s, T fallback, const Body& body) {
  KeepErrno keep;
  if (!Mine(s)) return fallback;
  CallUnderWay call(s);
  try {
    if (const char* why = LacksMemory(s->limits.Left(), kLeastMemory)) {
      s->engine->Report("memory", why);
      return fallback;
    }
    return body();
  } catch (const std::exception& e) {
    try {
      s->engine->Report("internal", e.what());
    } catch (...) {
    }
  } catch (...) {
  }
  return fallback;
}

// Runs `body` in another process, with another engine over the same store, if
// the store is persistent. If no process can be made, the next shell does the
// work.
void RunEngineDetached(synapse_engine* s,
                       const std::function<Status(Engine&)>& work);

// `of`: the engine of the shell in a child of it, whose store and configuration
// are meant, or null. Null if there is no memory.
synapse_engine* OpenEngine(const synapse_host* host, const synapse_engine* of);

// A request for the engine's own shell.
SuggestRequest RequestFor(synapse_engine* s, synapse_text buffer,
                          size_t cursor);
// Into a request of an earlier key, whose texts have room.
void FillRequest(synapse_engine* s, synapse_text buffer, size_t cursor,
                 SuggestRequest& request);
std::string Cwd(synapse_engine* s);
void SetToCwd(synapse_engine* s, std::string& cwd);
// Sets those that neither the file nor the environment sets.
void SetDefaults(synapse_engine* s, const Defaults& defaults);
const Theme& ThemeOf(synapse_engine* s);
std::optional<std::string> Variable(const synapse_host& host,
                                    std::string_view name);

}  // namespace synapse::abi
