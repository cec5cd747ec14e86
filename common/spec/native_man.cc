// Manual pages: names in the directories of sections, such as man1.
#include <dirent.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// Commands come before formats and overviews. A machine has thousands of pages:
// they are listed behind a letter, and those of programmers behind two, or all
// of a section behind its number.
constexpr std::string_view kUsual = "18657", kOfProgrammers = "234";
constexpr size_t kPrefix = 2;  // bytes of the partial that choose the names

// The pages of a command (1, 8) are described by what it does.
std::string_view MeaningOf(char section) {
  switch (section) {
    case '2': return "system call (section 2)";
    case '3': return "library function (section 3)";
    case '4': return "device (section 4)";
    case '5': return "file format (section 5)";
    case '6': return "game (section 6)";
    case '7': return "overview (section 7)";
    default: return "";
  }
}

// The section that the words name: `3` of `man 3 pr`, `3p` of `man -s 3p `.
std::string SectionOf(const std::vector<std::string>& words) {
  constexpr size_t kMaxSection = 5;  // 3perl
  if (words.size() < 2) return "";
  const std::string& last = words.back();
  const bool is_section = last.size() <= kMaxSection && last[0] >= '1' &&
                          last[0] <= '8' &&
                          std::all_of(last.begin() + 1, last.end(), IsLower);
  return is_section ? last : "";
}

std::string PageScope(const GeneratorInput& input) {
  return SectionOf(input.words) + ":" + input.partial.substr(0, kPrefix);
}

// "printf.3.gz" is the page printf of section 3; false for another file.
bool SplitPageFile(std::string_view file, std::string_view& name,
                   std::string_view& section) {
  for (std::string_view packed : {".gz", ".xz", ".bz2", ".zst"}) {
    if (file.ends_with(packed)) {
      file.remove_suffix(packed.size());
      break;
    }
  }
  const size_t dot = file.rfind('.');
  if (dot == file.npos || dot == 0) return false;
  name = file.substr(0, dot);
  section = file.substr(dot + 1);
  return !section.empty();
}

}  // namespace

Values ManPagesIn(const std::vector<std::string>& directories,
                  const GeneratorInput& input, Reading& reading) {
  const std::string wanted = SectionOf(input.words);
  const std::string prefix = input.partial.substr(0, kPrefix);
  // man finds pages in the directories of MANPATH too.
  reading.LeaveOpen();
  if (wanted.empty() && prefix.empty()) return {};
  std::string sections(wanted.empty() ? kUsual : wanted.substr(0, 1));
  if (wanted.empty() && prefix.size() == kPrefix) sections += kOfProgrammers;
  ValueList out;
  std::vector<std::string> names;
  std::set<std::string> commands;
  for (char section : sections) {
    names.clear();
    for (const std::string& directory : directories) {
      ForEachEntry(JoinPath(directory, std::string("man") + section),
                   [&](const char* entry, unsigned char) {
                     std::string_view name, of;
                     if (SplitPageFile(entry, name, of) &&
                         of.starts_with(wanted) && name.starts_with(prefix)) {
                       names.emplace_back(name);
                     }
                     return !reading.Spent();
                   });
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      // printf(1) is not described by printf(3).
      if (commands.contains(name)) continue;
      out.Add(name, MeaningOf(section));
      if (MeaningOf(section).empty()) commands.insert(name);
    }
  }
  return out.Take();
}

namespace {

Values ManPages(const GeneratorInput& input, Reading& reading) {
  return ManPagesIn(
      {JoinPath(input.home, ".local/share/man"), "/usr/local/share/man",
       "/usr/local/man", "/usr/share/man"},
      input, reading);
}

constexpr Native kManRows[] = {
    {"system.man_pages", ManPages, PageScope, 5, "page"},
};

}  // namespace

constinit const std::span<const Native> kManNatives = kManRows;

}  // namespace synapse
