// Helpers of the readers of project files.
// Tested by tests/spec/project_files_test.cc.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "spec/scan.h"

namespace synapse {

// True for bytes that are special in a shell or in make.
inline bool HasSpecial(std::string_view name) {
  return name.find_first_of("|&;<>()$`\\\"'*?[]{}#~=%!^") != name.npos;
}

// True for letters, digits and the characters of `also`.
inline bool IsName(std::string_view name, std::string_view also) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || also.find(c) != also.npos;
  });
}

// The text of a comment line, or "": "# x", "## x", "#: x".
inline std::string_view CommentText(std::string_view line) {
  if (!line.starts_with('#')) return {};
  size_t text = line.find_first_not_of("#:! \t");
  return text == line.npos ? std::string_view() : Trim(line.substr(text));
}

// The text of the first string in quotes; "" without one.
inline std::string_view QuotedText(std::string_view line) {
  const size_t open = line.find_first_of("\"'");
  if (open == line.npos) return {};
  const size_t close = line.find(line[open], open + 1);
  return close == line.npos ? std::string_view()
                            : line.substr(open + 1, close - open - 1);
}

// Empty when the file was not read to its end.
inline Values Finished(ValueList& out, Reading& reading) {
  if (reading.SpentNow()) return {};
  return out.Take();
}

// The first of these files in a directory, or "".
inline std::string FirstFileOf(const std::string& dir,
                               std::initializer_list<std::string_view> names) {
  if (OnSlowMount(dir)) return "";
  for (std::string_view name : names) {
    std::string path = JoinPath(dir, name);
    if (IsRegularFile(path)) return path;
  }
  return "";
}

// The file that `find` names for a directory or for the nearest one above it.
template <class Find>
std::string NearestOf(std::string directory, const Find& find) {
  while (true) {
    std::string file = find(directory);
    if (!file.empty() || directory == "/" || !directory.starts_with('/')) {
      return file;
    }
    directory = DirName(directory);
  }
}

// A text as an argument of a template.
template <size_t kSize>
struct Literal {
  constexpr Literal(const char (&from)[kSize]) {
    std::copy_n(from, kSize, text);
  }
  constexpr operator std::string_view() const { return {text, kSize - 1}; }
  char text[kSize] = {};
};

// The values of kRead(path): the nearest file of that name, here or above.
template <Literal kFile, auto kRead>
Values InNearest(const GeneratorInput& input, Reading& reading) {
  const auto directory = FindUpwards(input.cwd, kFile);
  return directory ? kRead(JoinPath(*directory, kFile), reading) : Values();
}

// The values of kRead(directory): the nearest one that holds the file.
template <Literal kFile, auto kRead>
Values BesideNearest(const GeneratorInput& input, Reading& reading) {
  const auto directory = FindUpwards(input.cwd, kFile);
  return directory ? kRead(*directory, reading) : Values();
}

// The values of kRead(path): the first of these files, in the nearest directory
// that has one of them.
template <auto kRead, Literal... kFiles>
Values InNearestOf(const GeneratorInput& input, Reading& reading) {
  const std::string file =
      NearestOf(input.cwd, [](const std::string& directory) {
        return FirstFileOf(directory, {kFiles...});
      });
  return file.empty() ? Values() : kRead(file, reading);
}

// The values of kRead(path): the file of that name in the directory alone.
template <Literal kFile, auto kRead>
Values InFileHere(const GeneratorInput& input, Reading& reading) {
  return kRead(JoinPath(input.cwd, kFile), reading);
}

// The values of kRead(the current directory).
template <auto kRead>
Values InDirectory(const GeneratorInput& input, Reading& reading) {
  return kRead(input.cwd, reading);
}

}  // namespace synapse
