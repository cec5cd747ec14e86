// Marks of pytest, and installed packages and programs of Python.
#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// `slow: takes minutes`, in a list of TOML with quotes around it.
void AddMark(std::string_view line, ValueList& out) {
  line = Trim(line);
  if (line.ends_with(',')) line.remove_suffix(1);
  line = Unquoted(Trim(line));
  const size_t colon = line.find(':');
  // `timeout(seconds): …` takes an argument.
  const std::string_view name = line.substr(0, std::min(colon, line.find('(')));
  const std::string_view about =
      colon == line.npos ? std::string_view() : Trim(line.substr(colon + 1));
  if (IsName(name, "_")) out.Add(name, about);
}

// The lines of `markers = …` in an INI or TOML file.
void ReadMarks(const std::string& path, ValueList& out, Reading& reading) {
  const std::string text = reading.Text(path);
  std::string_view rest = text, line;
  bool in_list = false, brackets = false;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (!in_list) {
      if (!line.starts_with("markers")) continue;
      const size_t equals = line.find('=');
      if (equals == line.npos) continue;
      line = Trim(line.substr(equals + 1));
      in_list = true;
      brackets = line.starts_with('[');
      if (brackets) line.remove_prefix(1);
    } else if (!brackets && !line.starts_with(' ') && !line.starts_with('\t')) {
      in_list = false;
      continue;
    }
    const size_t close = brackets ? line.rfind(']') : line.npos;
    in_list = close == line.npos;
    line = line.substr(0, close);
    if (!brackets) {
      AddMark(line, out);
      continue;
    }
    // Several texts may stand on one line, and a text may have a comma.
    while (!line.empty()) {
      const size_t open = line.find_first_of("\"'");
      if (open == line.npos) break;
      const size_t end = line.find(line[open], open + 1);
      if (end == line.npos) break;
      AddMark(line.substr(open, end - open + 1), out);
      line.remove_prefix(end + 1);
    }
  }
}

}  // namespace

std::vector<GeneratedValue> PytestMarks(const std::string& directory,
                                        Reading& reading) {
  ValueList out;
  for (const char* name :
       {"pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"}) {
    ReadMarks(JoinPath(directory, name), out, reading);
  }
  return Finished(out, reading);
}

std::vector<GeneratedValue> PythonPackages(
    const std::vector<std::string>& directories, Reading& reading) {
  ValueList out;
  for (const std::string& directory : directories) {
    ForEachEntry(directory, [&](const char* entry, unsigned char) {
      std::string_view stem = entry;
      for (std::string_view ending : {".dist-info", ".egg-info"}) {
        if (!stem.ends_with(ending)) continue;
        stem.remove_suffix(ending.size());
        const size_t dash = stem.find('-');
        std::string name(stem.substr(0, dash));
        std::replace(name.begin(), name.end(), '_', '-');
        const std::string_view version =
            dash == stem.npos ? std::string_view() : stem.substr(dash + 1);
        if (IsName(name, "-.")) {
          out.Add(name, version.substr(0, version.find("-py")));
        }
      }
      return !out.Full() && !reading.Spent();
    });
  }
  auto values = Finished(out, reading);
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return a.value < b.value; });
  return values;
}

std::vector<GeneratedValue> EnvironmentPrograms(const std::string& bin,
                                                Reading& reading) {
  ValueList out;
  ForEachEntry(bin, [&](const char* entry, unsigned char) {
    const std::string_view name = entry;
    // bin/activate is sourced; python3.12 is python.
    if (IsName(name, "-_.") && !name.starts_with("activate") &&
        !name.starts_with("Activate") && !name.starts_with("python3") &&
        !name.starts_with("pip3")) {
      out.Add(name);
    }
    return !out.Full() && !reading.Spent();
  });
  auto values = Finished(out, reading);
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return a.value < b.value; });
  return values;
}

}  // namespace synapse
