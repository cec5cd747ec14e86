// *_test.go: the functions that `go test` runs.
#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// A test is `func TestXxx(`, and Xxx does not begin with a small letter.
bool IsOfKind(std::string_view name, std::string_view kind) {
  if (!name.starts_with(kind)) return false;
  return name.size() == kind.size() ||
         !(name[kind.size()] >= 'a' && name[kind.size()] <= 'z');
}

class GoTestReader {
 public:
  GoTestReader(std::initializer_list<std::string_view> kinds, Reading& reading)
      : kinds_(kinds), reading_(reading) {}

  void ReadDirectory(const std::string& directory, bool below, int depth) {
    if (depth > kMaxDepth) return;
    std::vector<std::string> files, directories;
    ForEachEntry(directory, [&](const char* entry, unsigned char type) {
      const std::string_view name = entry;
      if (reading_.Spent() || ++entries_ > kMaxEntries) return false;
      // The go command skips what begins with a dot or an underscore.
      if (name[0] == '.' || name[0] == '_') return true;
      if (type == DT_DIR) {
        if (below && name != "vendor" && name != "testdata" &&
            name != "node_modules") {
          directories.emplace_back(name);
        }
      } else if (name.ends_with("_test.go")) {
        files.emplace_back(name);
      }
      return true;
    });
    std::sort(files.begin(), files.end());
    std::sort(directories.begin(), directories.end());
    for (const std::string& name : files) ReadTests(directory, name);
    for (const std::string& name : directories) {
      ReadDirectory(JoinPath(directory, name), below, depth + 1);
    }
  }

  // Tests of files that were read stay when a bound ends the rest: each file
  // stands for itself.
  std::vector<GeneratedValue> Take() { return out_.Take(); }

 private:
  static constexpr int kMaxDepth = 8;
  static constexpr int kMaxEntries = 20000;

  void ReadTests(const std::string& directory, const std::string& name) {
    const std::string text = reading_.Text(JoinPath(directory, name));
    std::string_view rest = text, line;
    while (NextLine(rest, line) && !reading_.Spent() && !out_.Full()) {
      constexpr std::string_view kFunction = "func ";
      if (!line.starts_with(kFunction)) continue;
      line.remove_prefix(kFunction.size());
      const std::string_view function = line.substr(0, line.find('('));
      // TestMain prepares the tests; it is none.
      if (!IsName(function, "_") || function == "TestMain") continue;
      for (std::string_view kind : kinds_) {
        if (IsOfKind(function, kind)) out_.Add(function, name);
      }
    }
  }

  std::initializer_list<std::string_view> kinds_;
  Reading& reading_;
  ValueList out_;
  int entries_ = 0;
};

}  // namespace

std::vector<GeneratedValue> GoTests(
    const std::vector<std::string>& directories, bool below,
    std::initializer_list<std::string_view> kinds, Reading& reading) {
  GoTestReader reader(kinds, reading);
  for (const std::string& directory : directories) {
    reader.ReadDirectory(directory, below, 0);
  }
  return reader.Take();
}

}  // namespace synapse
