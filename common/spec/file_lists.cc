#include "spec/file_lists.h"

#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/command_output.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// Directories that hold no file that a person of the project has written.
bool IsMadeByTools(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "_build", "bin",          "build", "deps",          "dist",
      "log",    "node_modules", "obj",   "site-packages", "target",
      "tmp",    "vendor",       "venv",
  };
  return name[0] == '.' || std::find(std::begin(kNames), std::end(kNames),
                                     name) != std::end(kNames);
}

// The first part of a path, which is removed with its slash.
std::string_view FirstPartOf(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(std::min(path.size(), part.size() + 1));
  return part;
}

// The parts before the first star.
std::string_view FixedPart(std::string_view path) {
  const size_t star = path.find('*');
  if (star == path.npos) return path;
  const size_t slash = path.rfind('/', star);
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

class MatchedFiles {
 public:
  MatchedFiles(const GeneratorDraft& spec, Reading& reading)
      : parser_(spec),
        lists_names_(spec.pattern.empty() && spec.parse.empty()),
        reading_(reading) {}

  void Visit(const std::string& directory, std::string_view path,
             int depth = 0) {
    if (depth > kMaxDepth || reading_.Spent()) return;
    std::string_view rest = path;
    const std::string_view part = FirstPartOf(rest);
    if (part == "**") {
      Visit(directory, rest, depth);
      for (const std::string& name : Names(directory, "*", Of::kEntered)) {
        if (IsMadeByTools(name)) continue;
        Visit(JoinPath(directory, name), path, depth + 1);
      }
    } else if (rest.empty()) {
      const Of of = path.ends_with('/') ? Of::kDirectories : Of::kFiles;
      for (const std::string& name : Names(directory, part, of)) {
        Add(directory, part, name);
      }
    } else {
      for (const std::string& name : Names(directory, part, Of::kEntered)) {
        Visit(JoinPath(directory, name), rest, depth + 1);
      }
    }
  }

  Values Take() { return reading_.SpentNow() ? Values() : out_.Take(); }

 private:
  enum class Of { kFiles, kDirectories, kEntered };

  // Versions of programs are often links to directories.
  static bool Is(Of of, unsigned char type) {
    return of == Of::kFiles     ? type != DT_DIR
           : of == Of::kEntered ? type == DT_DIR
                                : type == DT_DIR || type == DT_LNK;
  }

  std::vector<std::string> Names(const std::string& directory,
                                 std::string_view part, Of of) {
    if (part.find('*') == part.npos) return {std::string(part)};
    const std::string glob(part);
    std::vector<std::string> out;
    ForEachEntry(directory, [&](const char* name, unsigned char type) {
      if (reading_.Spent() || ++entries_ > kMaxEntries) return false;
      if (Is(of, type) && fnmatch(glob.c_str(), name, FNM_PERIOD) == 0) {
        out.emplace_back(name);
      }
      return true;
    });
    std::sort(out.begin(), out.end());
    return out;
  }

  void Add(const std::string& directory, std::string_view part,
           std::string_view name) {
    if (lists_names_) {
      const size_t star = part.find('*');
      if (star != part.npos && star == part.rfind('*') &&
          part.size() - 1 <= name.size()) {
        name.remove_prefix(star);
        name.remove_suffix(part.size() - star - 1);
      }
      out_.Add(name);
      return;
    }
    const std::string path = JoinPath(directory, name);
    const auto st = OnSlowMount(path) ? std::nullopt : StatFile(path);
    if (out_.Full() || !st || st->st_size > kMaxFileBytes) return;
    found_.clear();
    parser_.Search(reading_.Text(path), found_);
    for (const GeneratedValue& value : found_) {
      out_.Add(value.value, value.description.empty()
                                ? name
                                : std::string_view(value.description));
    }
  }

  static constexpr off_t kMaxFileBytes = 256 << 10;
  static constexpr int kMaxDepth = 8;
  static constexpr int kMaxEntries = 20000;

  const OutputParser parser_;
  const bool lists_names_;
  Reading& reading_;
  int entries_ = 0;
  ValueList out_;
  Values found_;
};

}  // namespace

bool IsFilesPath(std::string_view path) {
  if (path.starts_with("~/")) path.remove_prefix(2);
  if (path.empty() || path[0] == '/' || path[0] == '~' ||
      path.find_first_of("?[\\") != path.npos) {
    return false;
  }
  while (!path.empty()) {
    if (FirstPartOf(path) == "..") return false;
  }
  return true;
}

Values ReadFileLists(const GeneratorDraft& spec, const GeneratorInput& input,
                     Reading& reading) {
  MatchedFiles files(spec, reading);
  for (std::string_view path : spec.files) {
    if (path.starts_with("~/")) {
      if (!input.home.empty()) files.Visit(input.home, path.substr(2));
      continue;
    }
    const std::string_view fixed = FixedPart(path);
    if (fixed.empty()) {
      files.Visit(input.cwd, path);
    } else if (const auto at = FindUpwards(input.cwd, fixed)) {
      files.Visit(*at, path);
    }
  }
  return files.Take();
}

}  // namespace synapse
