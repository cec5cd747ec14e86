// Names of tests: functions of pytest, of Rust, and of Go (*_test.go).
#include "base/files.h"
#include "base/text.h"
#include "spec/files_below.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// Calls each(path below the directory, text) for the files.
template <class Each>
void ReadBelow(FilesBelow& files, const std::string& directory,
               Reading& reading, const Each& each) {
  files.Visit(directory, [&](const std::string& path) {
    each(path, reading.Text(JoinPath(directory, path)));
  });
}

bool EntersNothing(std::string_view) { return false; }

// A test is `func TestXxx(`, and Xxx does not begin with a small letter.
bool IsOfKind(std::string_view name, std::string_view kind) {
  if (!name.starts_with(kind)) return false;
  return name.size() == kind.size() ||
         !(name[kind.size()] >= 'a' && name[kind.size()] <= 'z');
}

// The go command skips what begins with a dot or an underscore.
bool IsGoTest(std::string_view name) {
  return name.ends_with("_test.go") && name[0] != '_';
}
bool HasGoPackages(std::string_view name) {
  return name[0] != '_' && name != "vendor" && name != "testdata" &&
         name != "node_modules";
}

bool IsPytestFile(std::string_view name) {
  return name.ends_with("_test.py") ||
         (name.starts_with("test_") && name.ends_with(".py"));
}
bool HasPytestFiles(std::string_view name) {
  return name != "venv" && name != "env" && name != "node_modules" &&
         name != "build" && name != "dist" && name != "__pycache__";
}

bool IsRustFile(std::string_view name) { return name.ends_with(".rs"); }
bool HasRustFiles(std::string_view name) { return name != "target"; }

// The name behind `keyword`, with an `async` before it too; "" without one.
std::string_view Declared(std::string_view line, std::string_view keyword) {
  for (std::string_view before : {"pub ", "async "}) {
    if (line.starts_with(before)) line.remove_prefix(before.size());
  }
  if (!line.starts_with(keyword)) return {};
  line.remove_prefix(keyword.size());
  size_t end = 0;
  while (end < line.size() && IsName(line.substr(end, 1), "_")) ++end;
  return line.substr(0, end);
}

// Calls each(class or "", function) for the tests of a file of pytest.
template <class Each>
void ForEachPytest(std::string_view text, const Each& each) {
  std::string_view line, group;
  while (NextLine(text, line)) {
    const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(indent);
    if (line.empty()) continue;
    if (indent == 0 && line[0] != '#' && line[0] != '@' && line[0] != ')') {
      group = Declared(line, "class ");
    }
    const std::string_view name = Declared(line, "def ");
    if (!name.starts_with("test")) continue;
    if (indent == 0) each(std::string_view(), name);
    if (indent > 0 && group.starts_with("Test")) each(group, name);
  }
}

}  // namespace

// Tests of files that were read stay when a bound ends the rest: each file
// stands for itself.
Values GoTests(const std::vector<std::string>& directories, bool below,
               std::initializer_list<std::string_view> kinds,
               Reading& reading) {
  ValueList out;
  FilesBelow files(IsGoTest, below ? HasGoPackages : EntersNothing, reading);
  const auto add = [&](const std::string& path, const std::string& text) {
    std::string_view rest = text, line;
    while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
      const std::string_view function = Declared(line, "func ");
      // TestMain prepares the tests; it is none.
      if (function.empty() || function == "TestMain") continue;
      for (std::string_view kind : kinds) {
        if (IsOfKind(function, kind)) out.Add(function, BaseName(path));
      }
    }
  };
  for (const std::string& directory : directories) {
    ReadBelow(files, directory, reading, add);
  }
  return out.Take();
}

Values PytestNames(const std::string& directory, Reading& reading) {
  ValueList out;
  FilesBelow files(IsPytestFile, HasPytestFiles, reading);
  ReadBelow(files, directory, reading,
            [&](const std::string& path, const std::string& text) {
              ForEachPytest(text,
                            [&](std::string_view group, std::string_view name) {
                              if (!group.empty()) out.Add(group, path);
                              out.Add(name, path);
                            });
            });
  return out.Take();
}

Values PytestNodes(const std::string& directory, const std::string& file,
                   Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(JoinPath(directory, file));
  ForEachPytest(text, [&](std::string_view group, std::string_view name) {
    std::string node = file + "::";
    if (!group.empty()) node.append(group) += "::";
    out.Add(node.append(name));
  });
  return out.Take();
}

Values RustTests(const std::string& directory, Reading& reading) {
  ValueList out;
  FilesBelow files(IsRustFile, HasRustFiles, reading);
  ReadBelow(files, directory, reading,
            [&](const std::string& path, const std::string& text) {
              std::string_view rest = text, line;
              bool is_test = false;
              while (NextLine(rest, line) && !reading.Spent()) {
                line = Trim(line);
                if (line.starts_with("#[")) {
                  const std::string_view name =
                      line.substr(2, line.find_first_of("](") - 2);
                  is_test |= name == "test" || name.ends_with("::test");
                  continue;
                }
                const std::string_view function = Declared(line, "fn ");
                if (is_test && !function.empty()) out.Add(function, path);
                is_test &= line.empty() || line.starts_with("//");
              }
            });
  return out.Take();
}

}  // namespace synapse
