// Programs, tests and boards of cabal, zig and PlatformIO: files of the project are
// read, not run. A name that only a program knows is not found.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// The files with that ending in a directory, by name.
std::vector<std::string> FilesEnding(const std::string& directory,
                                     std::string_view ending,
                                     Reading& reading) {
  constexpr size_t kMost = 20;
  std::vector<std::string> out;
  if (OnSlowMount(directory)) return out;
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    const std::string_view file = name;
    if (file.size() > ending.size() && file.ends_with(ending)) {
      out.push_back(JoinPath(directory, file));
    }
    return !reading.Spent() && out.size() < kMost;
  });
  std::sort(out.begin(), out.end());
  return out;
}

// A section begins at the left: `executable NAME`, `test-suite NAME`. Without a
// name the library is meant, which has the name of the package.
void AddCabalSections(const std::string& file, std::string_view kind,
                      ValueList& out, Reading& reading) {
  struct Section {
    std::string_view word, what, prefix;
  };
  static constexpr std::array<Section, 4> kSections = {
      {{"executable", "program", "exe:"},
       {"test-suite", "tests", "test:"},
       {"benchmark", "benchmark", "bench:"},
       {"library", "library", "lib:"}}};
  Values qualified;
  const std::string text = reading.Text(file);
  std::string_view rest = text, line;
  std::string package;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (line.empty() || line[0] == ' ' || line[0] == '\t') continue;
    std::string_view words = line;
    const std::string word = AsciiLower(NextWord(words));
    if (word == "name:") package = Trim(words);
    for (const Section& section : kSections) {
      if (word != section.word || (!kind.empty() && kind != word)) continue;
      const std::string_view name = Trim(words);
      const std::string_view named = name.empty() ? package : name;
      if (!IsName(named, "-_.")) continue;
      out.Add(named, section.what);
      qualified.push_back({std::string(section.prefix).append(named),
                           std::string(section.what)});
    }
  }
  for (const GeneratedValue& value : qualified) {
    out.Add(value.value, value.description);
  }
}

}  // namespace

Values CabalTargets(const std::string& directory, std::string_view kind,
                    Reading& reading) {
  constexpr size_t kMostPackages = 100;
  ValueList out;
  for (const std::string& file : FilesEnding(directory, ".cabal", reading)) {
    AddCabalSections(file, kind, out, reading);
  }
  // Packages of a project are usually the directories beside its file.
  if (!OnSlowMount(directory) &&
      IsRegularFile(JoinPath(directory, "cabal.project"))) {
    std::vector<std::string> packages;
    ForEachEntry(directory, [&](const char* name, unsigned char) {
      if (name[0] != '.') packages.push_back(JoinPath(directory, name));
      return !reading.Spent() && packages.size() < kMostPackages;
    });
    std::sort(packages.begin(), packages.end());
    for (const std::string& package : packages) {
      for (const std::string& file : FilesEnding(package, ".cabal", reading)) {
        AddCabalSections(file, kind, out, reading);
      }
    }
  }
  return Finished(out, reading);
}

// `b.step("flash", "Write it to the board")`.
Values ZigSteps(const std::string& build_zig, Reading& reading) {
  constexpr std::string_view kCall = ".step(";
  ValueList out;
  const std::string text = reading.Text(build_zig);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    const size_t call = line.find(kCall);
    if (call == line.npos || Trim(line).starts_with("//")) continue;
    std::string_view strings = line.substr(call + kCall.size());
    std::array<std::string_view, 2> parts;
    for (std::string_view& part : parts) {
      const size_t open = strings.find_first_not_of(" ,");
      if (open == strings.npos || strings[open] != '"') break;
      const size_t close = strings.find('"', open + 1);
      if (close == strings.npos) break;
      part = strings.substr(open + 1, close - open - 1);
      strings.remove_prefix(close + 1);
    }
    if (IsName(parts[0], "-_.")) out.Add(parts[0], parts[1]);
  }
  return Finished(out, reading);
}

// `[env:NAME]`, with the board of that section.
Values PlatformioEnvironments(const std::string& ini, Reading& reading) {
  constexpr std::string_view kSection = "[env:";
  ValueList out;
  const std::string text = reading.Text(ini);
  std::string_view rest = text, line;
  GeneratedValue* last = nullptr;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    line = Trim(line.substr(0, line.find(';')));
    if (line.starts_with('[')) {
      last = nullptr;
      if (!line.starts_with(kSection) || !line.ends_with(']')) continue;
      line.remove_prefix(kSection.size());
      line.remove_suffix(1);
      if (IsName(line, "-_.")) last = out.Add(line);
    } else if (last && last->description.empty() && line.starts_with("board")) {
      std::string_view value =
          Trim(line.substr(std::string_view("board").size()));
      if (!value.starts_with('=')) continue;
      value = Trim(value.substr(1));
      if (IsName(value, "-_."))
        last->description = value.substr(0, kMaxDescription);
    }
  }
  return Finished(out, reading);
}

}  // namespace synapse
