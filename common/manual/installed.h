// Installed: where a machine keeps the manual pages and completion files of a
// program, and which package owns it.
//
// Pages are looked for next to the program (PREFIX/share/man) and in the usual
// places, under its own name and that of the file that a link leads to. No
// environment variable is read: MANPATH may name a directory of somebody else.
// Tested by tests/manual/installed_test.cc.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

// A text of a page is at most this long.
inline constexpr size_t kMaxPageBytes = size_t{8} << 20;

class Installed {
 public:
  // `root` stands before each path of the system: "" but in tests.
  explicit Installed(std::string root = "") : root_(std::move(root)) {}

  // The directories of manual pages for a program, the best first.
  std::vector<std::string> ManDirectories(const std::string& program) const;
  // The path of the page of a command in one of them; "" if there is none.
  std::string PageOf(const std::string& name, const std::string& program);
  // Its text, decompressed; that of another page if it only names one.
  std::string PageText(const std::string& path) const;

  struct CompletionFiles {
    // `own`: came with the program, not with a shell.
    struct File {
      std::string path;
      bool own = false;
    };
    std::vector<File> fish, zsh, bash;
  };
  CompletionFiles CompletionsOf(const std::string& name,
                                const std::string& program) const;

  // Whether a package of the system owns the program, by the lists of dpkg and
  // pacman. Rejected: rpm's database. Only rpm can read it, and nothing else is
  // run.
  bool IsPackaged(const std::string& program);

 private:
  std::string At(const std::string& path) const { return root_ + path; }
  // The pages of a directory such as man1: the file of each name.
  const std::map<std::string, std::string>& PagesIn(const std::string& dir);

  const std::string root_;
  std::map<std::string, std::map<std::string, std::string>> pages_;
  void ReadPackages();
  std::set<std::string, std::less<>> packaged_;  // programs
  bool packages_read_ = false;
};

}  // namespace synapse
