// Marks of pytest, packages and programs of Python that are installed, and the
// programs of packages that a pyproject.toml asks for.
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

// Packages with programs that people run in a project.
struct PackageProgram {
  std::string_view package, program, about;
};
constexpr PackageProgram kPackagePrograms[] = {
    {"pytest", "pytest", "test runner for Python"},
    {"ruff", "ruff", "checker and formatter of Python code"},
    {"mypy", "mypy", "checker of types"},
    {"pyright", "pyright", "checker of types"},
    {"ty", "ty", "checker of types"},
    {"black", "black", "formatter of Python code"},
    {"isort", "isort", "sorter of import statements"},
    {"flake8", "flake8", "checker of the style of Python code"},
    {"pylint", "pylint", "checker of Python code"},
    {"bandit", "bandit", "checker of security problems"},
    {"coverage", "coverage", "measurement of the code that tests run"},
    {"tox", "tox", "test runner in several environments"},
    {"nox", "nox", "test runner in several environments"},
    {"pre-commit", "pre-commit", "runner of checks before a commit"},
    {"prek", "prek", "runner of checks before a commit"},
    {"alembic", "alembic", "migrations of an SQL database"},
    {"uvicorn", "uvicorn", "web server for ASGI applications"},
    {"gunicorn", "gunicorn", "web server for WSGI applications"},
    {"hypercorn", "hypercorn", "web server for ASGI applications"},
    {"fastapi", "fastapi", "command line of the FastAPI framework"},
    {"flask", "flask", "command line of the Flask framework"},
    {"django", "django-admin", "command line of the Django framework"},
    {"celery", "celery", "runner of background tasks"},
    {"scrapy", "scrapy", "command line of the Scrapy framework"},
    {"streamlit", "streamlit", "runner of data applications"},
    {"jupyterlab", "jupyter", "notebooks in the browser"},
    {"jupyter", "jupyter", "notebooks in the browser"},
    {"notebook", "jupyter", "notebooks in the browser"},
    {"ipython", "ipython", "interactive shell of Python"},
    {"mkdocs", "mkdocs", "generator of documentation sites"},
    {"mkdocs-material", "mkdocs", "generator of documentation sites"},
    {"sphinx", "sphinx-build", "generator of documentation"},
    {"twine", "twine", "upload of packages to PyPI"},
    {"locust", "locust", "load test of a service"},
    {"dvc", "dvc", "versions of data and models"},
    {"poethepoet", "poe", "task runner of a project"},
    {"invoke", "invoke", "task runner of a project"},
};

// The name of the package in "ruff>=0.4; python_version > '3.8'".
std::string PackageOf(std::string_view requirement) {
  size_t end = 0;
  while (end < requirement.size() && IsName(requirement.substr(end, 1), "-_."))
    ++end;
  std::string out = AsciiLower(requirement.substr(0, end));
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

}  // namespace

Values PythonProgramsWanted(const std::string& pyproject, Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(pyproject);
  const auto add = [&](std::string_view requirement) {
    const std::string package = PackageOf(requirement);
    for (const PackageProgram& known : kPackagePrograms) {
      if (known.package == package) out.Add(known.program, known.about);
    }
  };
  std::string_view rest = text, line;
  std::string_view section;
  bool in_list = false;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    line = Trim(line);
    if (line.starts_with('#')) continue;
    if (line.starts_with('[') && line.ends_with(']')) {
      section = line;
      in_list = false;
      continue;
    }
    // [tool.poetry.dependencies]: `ruff = "^0.4"`; a list: `"ruff>=0.4",`.
    if (section.find("tool.poetry") != section.npos &&
        section.find("dependencies]") != section.npos) {
      add(line);
      continue;
    }
    // In [project] only the list of that name: its other texts are no packages.
    if (section == "[project]" && line.starts_with("dependencies")) {
      in_list = true;
    }
    const bool lists = in_list || section == "[dependency-groups]" ||
                       section == "[tool.uv]" ||
                       section == "[project.optional-dependencies]";
    if (line.ends_with(']')) in_list = false;
    while (lists && !line.empty()) {
      const size_t open = line.find_first_of("\"'#");
      if (open == line.npos || line[open] == '#') break;
      const size_t end = line.find(line[open], open + 1);
      if (end == line.npos) break;
      add(line.substr(open + 1, end - open - 1));
      line.remove_prefix(end + 1);
    }
  }
  return Finished(out, reading);
}

Values PytestMarks(const std::string& directory, Reading& reading) {
  ValueList out;
  for (const char* name :
       {"pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"}) {
    ReadMarks(JoinPath(directory, name), out, reading);
  }
  return Finished(out, reading);
}

Values PythonPackages(const std::vector<std::string>& directories,
                      Reading& reading) {
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

Values EnvironmentPrograms(const std::string& bin, Reading& reading) {
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
