#include "sync/command.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <memory>

#include "base/regex.h"
#include "base/text.h"
#include "command/history.h"
#include "line/quote.h"
#include "store/store.h"
#include "sync/bundle.h"
#include "sync/carrier.h"
#include "sync/sync.h"

namespace synapse::sync {
namespace {

constexpr int kMaxCarrySeconds = 3600;  // where nobody can end it
constexpr const char* kNote = "sync";   // the problems of the latest pass

struct KeyFile {
  std::string directory;
  Key key;
};

std::string KeyPath(Engine& engine) {
  return JoinPath(engine.store().directory(), "sync");
}

Result<KeyFile> ReadKeyFile(Engine& engine) {
  auto text = ReadFile(KeyPath(engine), 1 << 16);
  if (text.status().code() == Code::kNotFound) {
    return {Code::kNotFound,
            "this machine is in no sync folder: see `synapse sync init DIR`"};
  }
  if (!text.ok()) return text.status();
  // As it was written: a copy of a store may have lost the mode.
  (void)chmod(KeyPath(engine).c_str(), 0600);
  // The last line is the key: the name of a directory may have several.
  const size_t end =
      std::string_view(*text).substr(0, text->size() - 1).rfind('\n');
  const auto key = text->empty() || end == text->npos
                       ? std::nullopt
                       : KeyOfWords(text->substr(end + 1));
  if (!key || end == 0) {
    return {Code::kCorrupt, KeyPath(engine) + ": is not a key file"};
  }
  return KeyFile{text->substr(0, end), *key};
}

Status WriteKeyFile(Engine& engine, const KeyFile& file) {
  return WriteFileAtomically(KeyPath(engine),
                             file.directory + "\n" + WordsOf(file.key) + "\n");
}

// Changes when the store is on another machine, at another path, or a copy: the
// clones of a machine have its id, and a backup that is put back its path.
uint64_t PlaceOf(Engine& engine) {
  const std::string& directory = engine.store().directory();
  auto id = ReadFile("/etc/machine-id", 4096);
  std::string born;  // "" where the file system does not keep it
  struct statx st;
  if (statx(AT_FDCWD, directory.c_str(), 0, STATX_BTIME, &st) == 0 &&
      (st.stx_mask & STATX_BTIME) != 0) {
    born = std::to_string(st.stx_btime.tv_sec) + "." +
           std::to_string(st.stx_btime.tv_nsec);
  }
  return Hash64(born + (id.ok() ? *id : ""), Hash64(directory));
}

class Lock {
 public:
  explicit Lock(Engine& engine)
      : fd_(OpenHigh(JoinPath(engine.store().directory(), "sync.lock"),
                     O_RDWR | O_CREAT)) {
    held_ = fd_ >= 0 && flock(fd_, LOCK_EX | LOCK_NB) == 0;
  }
  ~Lock() {
    if (fd_ >= 0) close(fd_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  bool held() const { return held_; }
  // When Ended() was called last, in seconds since 1970.
  int64_t last_s() const {
    struct stat st;
    return fstat(fd_, &st) == 0 && st.st_size > 0 ? st.st_mtime : 0;
  }
  void Ended() {
    if (pwrite(fd_, "1", 1, 0) == 1) (void)futimens(fd_, nullptr);
  }

 private:
  int fd_;
  bool held_ = false;
};

// Answers true for an event that stays here by sync.ignore and the like.
Result<std::function<bool(const Event&)>> KeepHere(Engine& engine) {
  const Config& config = engine.config();
  const std::string why = WhyNoSync(config);
  if (!why.empty()) return {Code::kInvalidArgument, why};
  auto patterns = std::make_shared<std::vector<std::unique_ptr<RE2>>>();
  for (const std::string& pattern : config.List("sync.ignore")) {
    patterns->push_back(std::make_unique<RE2>(pattern, BytePatternOptions()));
  }
  std::vector<std::string> directories;
  for (const std::string& directory : config.List("sync.ignore_directories")) {
    directories.emplace_back(WithoutSlash(ExpandTilde(directory)));
  }
  return std::function<bool(const Event&)>(
      [patterns, directories, hosts = config.List("sync.ignore_hosts"),
       &engine](const Event& e) {
        if (std::find(hosts.begin(), hosts.end(), e.host) != hosts.end()) {
          return true;
        }
        for (const auto& pattern : *patterns) {
          if (RE2::PartialMatch(Piece(e.command), *pattern)) return true;
        }
        for (const std::string& directory : directories) {
          if (IsBelow(e.cwd, directory)) return true;
        }
        // An event that would not be recorded today does not leave either.
        return engine.privacy().Why(e.command) != nullptr ||
               engine.privacy().IsIgnoredDirectory(e.cwd);
      });
}

// Runs sync.after.
Status Carry(Engine& engine, const std::string& directory) {
  const auto member = engine.store().log_file().Get(MemberOf);
  return RunCarrier({engine.config().String("sync.after"), directory,
                     HexOf(member ? member->machine : 0),
                     KeyPath(engine) + ".errors",
                     isatty(STDERR_FILENO) ? 0 : kMaxCarrySeconds});
}

struct Pass {
  Report report;
  Status status;
};

Pass PassOver(const CommandInput& input, const KeyFile& file,
              bool write_all_anew) {
  Engine& engine = *input.engine;
  Pass pass;
  auto folder = Folder::Open(file.directory, file.key);
  auto keep_here = KeepHere(engine);
  pass.status = folder.ok() ? keep_here.status() : folder.status();
  if (!pass.status.ok()) return pass;
  engine.CatchUpFully();
  UnlimitedLockWait unlimited(engine.store());
  Options options;
  options.host = engine.options().host;
  options.place = PlaceOf(engine);
  options.keep_here = *keep_here;
  if (isatty(STDERR_FILENO)) {
    options.progress = [&](const std::string& text) {
      input.io.Err("\r\x1b[K" + text);
    };
  }
  Sync sync(engine.store(), engine.learner(), *folder, options);
  const std::string& after = engine.config().String("sync.after");
  Status& status = pass.status;
  const auto run = [&] {
    pass.report.problems.clear();
    status = sync.Join();
    if (status.ok() && write_all_anew) status = sync.WriteAllAnew();
    if (status.ok()) status = sync.Read(pass.report);
    if (status.ok()) status = sync.Write(pass.report);
  };
  // Another process replaces the log when it removes forgotten lines.
  for (int i = 0; i < 8; ++i) {
    run();
    if (status.code() != Code::kBusy) break;
    engine.CatchUpFully();
  }
  if (options.progress) input.io.Err("\r\x1b[K");
  if (status.ok() && !after.empty()) {
    status = Carry(engine, file.directory);
    // It may have brought what was damaged or of another key.
    pass.report.problems.clear();
    const Status read = sync.Read(pass.report);
    if (status.ok()) status = read;
    if (options.progress) input.io.Err("\r\x1b[K");
  }
  return pass;
}

// `synapse sync status` and `synapse doctor` say what went wrong: nobody reads
// the messages of a pass in the background.
Pass RunPass(const CommandInput& input, const KeyFile& file,
             bool write_all_anew = false) {
  Engine& engine = *input.engine;
  Pass pass = PassOver(input, file, write_all_anew);
  std::string note = pass.status.message();
  for (const std::string& problem : pass.report.problems) {
    note += (note.empty() ? "" : "\n") + problem;
  }
  if (engine.store().notes().Find(kNote).value_or("") != note) {
    (void)engine.store().notes().Put(kNote, note.substr(0, 4096));
  }
  return pass;
}

std::string Counted(size_t number, const char* of) {
  return WithCommas(number) + " " + of + (number == 1 ? "" : "s");
}

int Print(const CommandInput& input, const Pass& pass) {
  const Report& r = pass.report;
  for (size_t i = 0; i < r.problems.size() && i < 10; ++i) {
    (void)Fail(input, "sync", r.problems[i]);
  }
  if (!pass.status.ok()) return Fail(input, "sync", pass.status.message());
  input.io.Out(Counted(r.taken, "command") + " read, " + WithCommas(r.deleted) +
               " deleted, " + Counted(r.written, "segment") + " written\n");
  return r.problems.empty() ? 0 : 1;
}

std::string Absolute(const CommandInput& input, const std::string& path) {
  return std::string(WithoutSlash(JoinPath(input.cwd, ExpandTilde(path))));
}

void PrintKey(const CommandInput& input, const KeyFile& file) {
  input.io.Out(
      "On each other machine, with its path of the folder:\n"
      "  synapse sync join " +
      QuotedWord(file.directory) +
      "\n"
      "and then the key, when it asks:\n  " +
      WordsOf(file.key) + "\n");
}

// The key file has one folder. The key of the one before may be nowhere else.
void PrintLeft(const CommandInput& input, const Result<KeyFile>& before,
               const KeyFile& now) {
  if (!before.ok() || before->directory == now.directory) return;
  input.io.Out("This machine is no longer in " + before->directory +
               ", which has the key\n  " + WordsOf(before->key) + "\n");
}

int Init(const CommandInput& input, const std::string& directory) {
  const auto before = ReadKeyFile(*input.engine);
  KeyFile file{Absolute(input, directory), NewKey()};
  Status status = Answers(file.directory);
  if (status.ok()) status = Folder::Make(file.directory, file.key).status();
  if (status.ok()) status = WriteKeyFile(*input.engine, file);
  if (!status.ok()) return Fail(input, "sync init", status.message());
  PrintLeft(input, before, file);
  PrintKey(input, file);
  return Print(input, RunPass(input, file));
}

// A line of stdin. A terminal asks for it and does not show it; ^C ends it, so
// that the terminal is always set back.
std::string ReadSecretLine(const CommandInput& input, const char* prompt) {
  constexpr size_t kMaxBytes = 1000;
  constexpr char kCtrlC = 3;
  termios before;
  const bool terminal = tcgetattr(STDIN_FILENO, &before) == 0;
  if (terminal) {
    termios quiet = before;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO | ISIG);
    quiet.c_lflag |= ECHONL;
    quiet.c_cc[VEOL] = kCtrlC;
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    input.io.Err(prompt);
  }
  std::string line;
  char c;
  while (line.size() < kMaxBytes && read(STDIN_FILENO, &c, 1) == 1 &&
         c != '\n') {
    line += c;
    if (c == kCtrlC) break;
  }
  if (terminal) (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  return line;
}

// Lines above the words, as `synapse sync key` prints them, may come with them.
std::optional<Key> ReadKey(const CommandInput& input, const char* prompt) {
  constexpr int kMaxLines = 8;
  const int lines = isatty(STDIN_FILENO) ? 1 : kMaxLines;
  for (int i = 0; i < lines; ++i) {
    const auto key = KeyOfWords(ReadSecretLine(input, prompt));
    if (key) return key;
  }
  return std::nullopt;
}

// The key comes on stdin: arguments are seen by other users, and recorded.
int Join(const CommandInput& input, const std::string& directory) {
  const std::string path = Absolute(input, directory);
  // Without a folder nobody need type its key.
  Status there = Answers(path);
  if (there.ok()) there = Folder::Open(path, Key()).status();
  if (there.code() != Code::kInvalidArgument) {
    return Fail(input, "sync join", there.message());
  }
  const auto key = ReadKey(input, "The folder's key, as words: ");
  if (!key) {
    return Fail(input, "sync join",
                "these are not the words of a key: `synapse sync key` prints "
                "them on another machine");
  }
  KeyFile file{path, *key};
  const auto before = ReadKeyFile(*input.engine);
  auto folder = Folder::Open(path, *key);
  // After a change of the key the carrier may not have brought it yet.
  if (!folder.ok() && before.ok() && before->directory == path &&
      !input.engine->config().String("sync.after").empty() &&
      Folder::Open(path, before->key).ok()) {
    (void)Carry(*input.engine, path);
    folder = Folder::Open(path, *key);
  }
  if (!folder.ok()) return Fail(input, "sync join", folder.status().message());
  // Under another key everything of this machine is written anew.
  const bool anew = before.ok() && before->key != file.key;
  const Status status = WriteKeyFile(*input.engine, file);
  if (!status.ok()) return Fail(input, "sync join", status.message());
  PrintLeft(input, before, file);
  return Print(input, RunPass(input, file, anew));
}

int Rotate(const CommandInput& input, KeyFile file) {
  auto folder = Folder::Open(file.directory, file.key);
  if (!folder.ok()) {
    return Fail(input, "sync rotate", folder.status().message());
  }
  // The key is on the disk before anything is sealed with it.
  file.key = NewKey();
  const std::string next = KeyPath(*input.engine) + ".next";
  Status status = WriteFileAtomically(
      next, file.directory + "\n" + WordsOf(file.key) + "\n");
  if (status.ok()) status = folder->ChangeKey(file.key);
  if (status.ok()) status = WriteKeyFile(*input.engine, file);
  if (!status.ok()) return Fail(input, "sync rotate", status.message());
  unlink(next.c_str());
  PrintKey(input, file);
  return Print(input, RunPass(input, file, /*write_all_anew=*/true));
}

int Now(const CommandInput& input, const KeyFile& file, Lock& lock,
        bool background) {
  const int64_t every_s = input.engine->config().Int("sync.every");
  // The clock may have been ahead at the last pass.
  const int64_t age_s = time(nullptr) - lock.last_s();
  if (background && (every_s == 0 || (age_s >= 0 && age_s < every_s))) return 0;
  const Pass pass = RunPass(input, file);
  lock.Ended();
  return Print(input, pass);
}

std::string DayOf(int64_t ms) {
  if (ms == 0) return "-";
  const time_t seconds = static_cast<time_t>(ms / 1000);
  tm local;
  char text[32] = "-";
  if (localtime_r(&seconds, &local)) {
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  }
  return text;
}

int PrintStatus(const CommandInput& input, const KeyFile& file,
                const Lock& lock) {
  input.engine->CatchUpFully();
  Store& store = input.engine->store();
  auto folder = Folder::Open(file.directory, file.key);
  if (!folder.ok())
    return Fail(input, "sync status", folder.status().message());
  const auto member = store.log_file().Get(MemberOf);
  const auto ranges = store.log_file().Get(OwnRanges);
  const auto taken = store.log_file().Get(AllTaken);
  std::map<uint64_t, uint64_t> bytes;
  size_t waiting = 0;
  uint64_t all = 0;
  for (const SegmentFile& f : folder->List()) {
    bytes[f.name.machine] += f.size;
    all += f.size;
    const auto from = taken.find(f.name.machine);
    const bool ours = member && f.name.machine == member->machine;
    if (!ours &&
        (from == taken.end() || !from->second.Has(f.name.first, f.name.last))) {
      ++waiting;
    }
  }
  const auto keep_here = KeepHere(*input.engine);
  struct Known {
    uint64_t commands = 0;
    int64_t newest_ms = 0;
  };
  std::map<uint64_t, Known> known;  // by machine; 0: this one
  uint64_t unwritten = 0;
  const uint64_t last = ranges.empty() ? 0 : ranges.back().last;
  store.log().Visit(1, [&](uint64_t sequence, const Event& e) {
    Known& k = known[e.machine];
    ++k.commands;
    k.newest_ms = std::max(k.newest_ms, e.start_ms);
    if (e.machine == 0 && sequence > last &&
        !(keep_here.ok() && (*keep_here)(e))) {
      ++unwritten;
    }
    return true;
  });
  std::string out = "folder   " + file.directory + ", " + WithCommas(all) +
                    " bytes\nwaiting  " + Counted(unwritten, "command") +
                    " to be written, " + Counted(waiting, "segment") +
                    " to be read\n";
  out += "passed   " + DayOf(lock.last_s() * 1000) +
         (lock.held() ? "" : "; a pass is under way") + "\n\n";
  const auto row = [&](uint64_t machine, const std::string& host,
                       const Known& k, const char* mark) {
    out += Padded(HexOf(machine), 18) + Padded(Printable(host) + mark, 28) +
           Padded(WithCommas(k.commands), 11) +
           Padded(WithCommas(bytes[machine]), 13) + DayOf(k.newest_ms) + "\n";
  };
  out += Padded("machine", 18) + Padded("host", 28) + Padded("commands", 11) +
         Padded("bytes", 13) + "last command\n";
  if (member) {
    row(member->machine, input.engine->options().host, known[0], " (this one)");
  }
  for (const auto& [machine, t] : taken) {
    row(machine, t.host, known[machine], "");
  }
  const std::string note = store.notes().Find(kNote).value_or("");
  if (!note.empty()) {
    out += "\nThe last pass: " + Printable(note, /*keep_newlines=*/true) + "\n";
  }
  input.io.Out(out);
  return 0;
}

int ExportBundle(const CommandInput& input, const std::string& path) {
  Engine& engine = *input.engine;
  const auto fail = [&](const std::string& why) {
    return Fail(input, "history export", why);
  };
  auto keep_here = KeepHere(engine);
  if (!keep_here.ok()) return fail(keep_here.status().message());
  const auto file = ReadKeyFile(engine);
  if (!file.ok() && file.status().code() != Code::kNotFound) {
    return fail(file.status().message());
  }
  const Key key = file.ok() ? file->key : NewKey();
  engine.CatchUpFully();
  UnlimitedLockWait unlimited(engine.store());
  BundleReport report;
  auto bundle =
      MakeBundle(engine.store(), key,
                 {engine.options().host, PlaceOf(engine), *keep_here}, report);
  Status status = bundle.status();
  if (status.ok()) status = WriteFileAtomically(path, *bundle);
  if (!status.ok()) return fail(status.message());
  std::string out =
      Counted(report.events, "command") + " written to " + Printable(path);
  if (report.left_out > 0) {
    out += ", " + WithCommas(report.left_out) + " left out by the settings";
  }
  out += file.ok() ? "\nIt opens with the key of `synapse sync key`.\n"
                   : "\nIt opens with this key, which is not kept:\n  " +
                         WordsOf(key) + "\n";
  input.io.Out(out);
  return 0;
}

int ImportBundle(const CommandInput& input, const std::string& path) {
  Engine& engine = *input.engine;
  const auto fail = [&](const std::string& why) {
    return Fail(input, "history import", Printable(path) + ": " + why);
  };
  auto bytes = ReadFile(path, kMaxBundle);
  if (!bytes.ok()) {
    return Fail(input, "history import", bytes.status().message());
  }
  const auto file = ReadKeyFile(engine);
  auto bundle = OpenBundle(*bytes, file.ok() ? file->key : Key());
  if (bundle.status().code() == Code::kInvalidArgument) {
    const auto key = ReadKey(input, "The bundle's key, as words: ");
    if (!key) {
      return fail(
          "these are not the words of a key; the export printed them, or "
          "`synapse sync key` does there");
    }
    bundle = OpenBundle(*bytes, *key);
  }
  if (!bundle.ok()) return fail(bundle.status().message());
  engine.CatchUpFully();
  UnlimitedLockWait unlimited(engine.store());
  const auto is_private = [&](const Event& e) {
    return engine.privacy().Why(e.command) != nullptr ||
           engine.privacy().IsIgnoredDirectory(e.cwd);
  };
  BundleReport report;
  const Status status = TakeInBundle(
      engine.store(), engine.learner(), *std::move(bundle),
      {engine.options().host, PlaceOf(engine), is_private}, report);
  if (!status.ok()) {
    return fail(status.message() + "; " + std::to_string(report.events) +
                " imported, and a second import adds the others");
  }
  std::string out = std::to_string(report.events) + " imported, " +
                    std::to_string(report.known) + " already present, " +
                    std::to_string(report.left_out) + " skipped as private";
  if (report.forgotten > 0) {
    out += ", " + std::to_string(report.forgotten) + " skipped as forgotten";
  }
  if (report.removed > 0) {
    out +=
        ", " + std::to_string(report.removed) + " removed as forgotten there";
  }
  input.io.Out(out + "\n");
  return 0;
}

}  // namespace

// REQUIRES: history.cc has parsed the arguments.
int RunBundleHere(const CommandInput& input) {
  const bool exports = input.args[0] == "export";
  const char* name = exports ? "history export" : "history import";
  Engine& engine = *input.engine;
  const Status started = StartCrypto();
  std::string why = started.ok() ? engine.guard_problem() : started.message();
  if (why.empty() && !engine.store().persistent()) why = engine.store().why();
  if (!why.empty()) return Fail(input, name, why);
  if (!exports) return ImportBundle(input, input.args[1]);
  return ExportBundle(input, ParseArgs(input, "history").Get("--bundle"));
}

int RunSyncHere(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  const bool makes = what == "init" || what == "join";
  if (!makes && !IsOneOf(what, {"key", "now", "status", "rotate"})) {
    return UnknownAction(input, "sync");
  }
  const ParsedArgs args = ParseArgs(input, "sync");
  if (!args.error.empty()) return Usage(input, "sync", args.error);
  if (args.rest.size() != (makes ? 1u : 0u)) {
    return Usage(input, "sync",
                 makes ? "expected one directory" : "expected no argument");
  }
  Status started = StartCrypto();
  if (!started.ok()) return Fail(input, "sync", started.message());
  const std::string name = "sync " + what;
  Lock lock(*input.engine);
  const bool background = args.Has("--background");
  if (!IsOneOf(what, {"key", "status"}) && !lock.held()) {
    if (background) return 0;
    const auto file = ReadKeyFile(*input.engine);
    const Status answers = file.ok() ? Answers(file->directory) : Status();
    return Fail(input, name,
                answers.ok() ? "another process is at it; try again"
                             : answers.message());
  }
  if (makes) {
    const int done =
        what == "init" ? Init(input, args.rest[0]) : Join(input, args.rest[0]);
    if (done == 0) lock.Ended();
    return done;
  }
  auto file = ReadKeyFile(*input.engine);
  if (!file.ok()) return Fail(input, name, file.status().message());
  if (what == "key") {
    PrintKey(input, *file);
    return 0;
  }
  // Nobody waits for the background.
  const Status answers = background ? Status() : Answers(file->directory);
  if (!answers.ok()) return Fail(input, name, answers.message());
  if (what == "status") return PrintStatus(input, *file, lock);
  if (what == "now") return Now(input, *file, lock, background);
  return Rotate(input, *file);
}

}  // namespace synapse::sync
