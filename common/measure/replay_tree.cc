#include "measure/replay_tree.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/text.h"
#include "context/operands.h"
#include "line/commands.h"
#include "line/tokenizer.h"
#include "spec/walk.h"

namespace synapse {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxPaths = 50'000;     // that are made before the first line
constexpr size_t kMaxPathBytes = 1'000;  // of a path in the recording
constexpr std::string_view kStart =
    "/home";  // of a session without a directory

// The absolute path, or "" for a word that names no one file of the recording.
std::string PathOf(const std::string& place, std::string_view word) {
  if (word.empty() || word.size() > kMaxPathBytes || word[0] == '~' ||
      word.find_first_of("*?[]{}$`<>|;&\n:") != word.npos ||
      HasInvisible(word)) {
    return "";
  }
  std::string path = (fs::path(place) / word).lexically_normal();
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path.starts_with('/') && path.size() <= kMaxPathBytes ? path : "";
}

// The effect of a command on a file that one of its values names.
ReplayTree::Effect::Kind KindOf(const WalkedValue& value,
                                const WalkResult& walk,
                                std::string_view command) {
  using Kind = ReplayTree::Effect::Kind;
  const ArgSpec& arg = *value.arg;
  const bool is_last = std::none_of(
      walk.values.begin(), walk.values.end(), [&](const WalkedValue& other) {
        return other.arg == value.arg && other.word > value.word;
      });
  switch (arg.creates) {
    case Creates::kAll:
    case Creates::kNew: return Kind::kMakes;
    case Creates::kLast:
      if (is_last) return Kind::kMakes;
      return command == "mv" ? Kind::kRemoves : Kind::kNeeds;
    case Creates::kNothing: break;
  }
  if (arg.removes) return Kind::kRemoves;
  return Overwrites(&arg, walk) ? Kind::kMakes : Kind::kNeeds;
}

}  // namespace

Result<std::unique_ptr<ReplayTree>> ReplayTree::Make(
    SpecStore& specs, std::span<const Line> lines) {
  const char* below = getenv("TMPDIR");
  std::string name = std::string(below && *below == '/' ? below : "/tmp") +
                     "/synapse-replay.XXXXXX";
  if (!mkdtemp(name.data())) {
    return Status(Code::kUnavailable, name + ": " + strerror(errno));
  }
  std::unique_ptr<ReplayTree> tree(new ReplayTree(specs, std::move(name)));
  std::map<std::string, bool> needed;  // and whether it is a directory
  std::set<std::string> known;         // made or removed by a line before
  for (const Line& line : lines) {
    const std::string place = tree->PlaceOf(line);
    if (needed.size() < kMaxPaths) needed.try_emplace(place, true);
    if (line.failed) continue;
    const std::vector<Effect> effects = tree->EffectsOf(line);
    for (const Effect& effect : effects) {
      const bool was_there = effect.kind == Effect::Kind::kNeeds ||
                             effect.kind == Effect::Kind::kEnters ||
                             effect.kind == Effect::Kind::kRemoves;
      if (was_there && !known.contains(effect.path) &&
          needed.size() < kMaxPaths) {
        needed[effect.path] |= effect.is_directory;
      }
      if (effect.kind == Effect::Kind::kMakes ||
          effect.kind == Effect::Kind::kRemoves) {
        known.insert(effect.path);
      }
    }
    tree->Enter(line, effects);
  }
  tree->places_.clear();
  // A path that another one is below is a directory, whatever a line said.
  for (const auto& [path, is_directory] : needed) {
    const auto next = needed.upper_bound(path);
    const bool has_inner =
        next != needed.end() && next->first.starts_with(path + "/");
    tree->MakePath(path, is_directory || has_inner);
  }
  return tree;
}

ReplayTree::~ReplayTree() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string ReplayTree::PlaceOf(const Line& line) const {
  if (const std::string path = PathOf("/", line.cwd);
      line.cwd.starts_with('/') && !path.empty()) {
    return path;
  }
  const auto at = places_.find(line.session);
  return at == places_.end() ? std::string(kStart) : at->second;
}

std::string ReplayTree::DirectoryOf(const Line& line) const {
  return OnDisk(PlaceOf(line));
}

void ReplayTree::Enter(const Line& line, const std::vector<Effect>& effects) {
  if (!line.cwd.empty()) return;
  for (const Effect& effect : effects) {
    if (effect.kind != Effect::Kind::kEnters) continue;
    places_[std::string(line.session)] = effect.path;
  }
}

std::vector<ReplayTree::Effect> ReplayTree::EffectsOf(const Line& line) const {
  using Kind = Effect::Kind;
  std::vector<Effect> out;
  std::string place = PlaceOf(line);
  for (const SimpleCommand& command : ParseCommands(line.command).commands) {
    const std::vector<std::string> words = ValuesOf(command.words);
    auto add = [&](Kind kind, std::string_view word, bool is_directory) {
      const std::string path = PathOf(place, word);
      if (path.empty() || path == "/") return;
      out.push_back({kind, path, is_directory || word.ends_with('/')});
    };
    for (const auto& [sign, target] : command.redirects) {
      if (sign.ends_with('>')) add(Kind::kMakes, target.value, false);
    }
    if (words.empty()) continue;
    std::span<const std::string> run = words;
    while (run.size() > 1 && IsWrapper(run[0]) && !run[1].starts_with('-')) {
      run = run.subspan(1);
    }
    if (run[0].find('/') != std::string::npos) {
      add(Kind::kNeeds, run[0], false);
    }
    const auto spec = specs_.FindAny(BaseName(run[0]));
    if (!spec) continue;
    const WalkResult walk = Walk(spec->root, run, "");
    if (spec->root.enters) {
      const std::string to = walk.values.empty()
                                 ? std::string(kStart)
                                 : run[walk.values.front().word];
      if (to == "-") continue;
      add(Kind::kEnters, to, true);
      if (const std::string path = PathOf(place, to); !path.empty()) {
        place = path;
      }
      continue;
    }
    const bool enters =
        std::any_of(walk.values.begin(), walk.values.end(),
                    [](const WalkedValue& v) { return v.arg->enters; });
    if (enters) continue;  // the other words are in that directory
    for (const WalkedValue& value : walk.values) {
      const ArgSpec& arg = *value.arg;
      if (!arg.takes_paths() || value.offset > 0) continue;
      add(KindOf(value, walk, run[0]), run[value.word],
          arg.type == ValueType::kDirectory);
    }
  }
  return out;
}

void ReplayTree::MakePath(const std::string& path, bool is_directory) const {
  std::error_code ignored;
  const fs::path on_disk = OnDisk(path);
  if (fs::exists(on_disk, ignored)) return;
  if (is_directory) {
    fs::create_directories(on_disk, ignored);
    return;
  }
  fs::create_directories(on_disk.parent_path(), ignored);
  std::ofstream(on_disk).flush();
}

void ReplayTree::Ran(const Line& line) {
  if (line.failed) return;
  const std::vector<Effect> effects = EffectsOf(line);
  for (const Effect& effect : effects) {
    if (effect.kind == Effect::Kind::kMakes) {
      MakePath(effect.path, effect.is_directory);
    } else if (effect.kind == Effect::Kind::kRemoves) {
      std::error_code ignored;
      fs::remove_all(OnDisk(effect.path), ignored);
    }
  }
  Enter(line, effects);
}

}  // namespace synapse
