// ProgramTexts: what each program of the machine is, for programs without a
// spec: the NAME section of its manual page, else the comment of its desktop
// entry.
//
//   pdftotext   Portable Document Format (PDF) to text converter
//
// A process in the background (base/child.h) reads all pages once, into a
// file of the cache directory, and again when a directory of pages has changed.
// A shell only searches that file, with a few reads of 512 bytes, and only for
// the rows of a list that are drawn.
//
// Format:   synapse programs 1 STAMP\n, then NAME\tTEXT\n sorted by name
// Recovery: a file that is damaged or of another user has no texts
// Rejected: the index of man-db, which has another format on each system, and
//           whatis(1), a process for each name.
// Tested by tests/manual/program_texts_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

struct ProgramTextSources {
  std::vector<std::string> manuals;  // directories with man1, man6 and man8
  std::vector<std::string> desktop;  // directories with *.desktop files
};
// The usual directories of the machine and of the user.
ProgramTextSources UsualTextSources(const std::string& home);

// Reads all pages and writes the file; at most kMaxProgramPages of them.
inline constexpr size_t kMaxProgramPages = 50'000;
void WriteProgramTexts(const std::string& cache,
                       const ProgramTextSources& sources);

class ProgramTexts {
 public:
  // `cache` is the directory of the file. `renews`: a process in the background
  // writes it when it is old.
  ProgramTexts(std::string cache, ProgramTextSources sources, bool renews)
      : cache_(std::move(cache)),
        sources_(std::move(sources)),
        renews_(renews) {}

  // "" if nothing is known of the program.
  std::string Of(std::string_view name);

 private:
  void Check();

  const std::string cache_;
  const ProgramTextSources sources_;
  const bool renews_;
  int64_t checked_us_ = 0;
  bool requested_ = false;
  std::map<std::string, std::string, std::less<>> known_;
};

}  // namespace synapse
