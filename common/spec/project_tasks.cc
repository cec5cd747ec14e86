// Tasks of rake, nox, invoke, tox and fastlane, machines of Vagrant, hooks of
// pre-commit: lines of programs that are read, not run. What only the program
// knows (a name that it computes) is not found.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"
#include "spec/yaml_lines.h"

namespace synapse {
namespace {

size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// Removes `word` from the front of a line if a word ends there.
bool TakeWord(std::string_view& line, std::string_view word) {
  if (!line.starts_with(word)) return false;
  const std::string_view rest = line.substr(word.size());
  if (!rest.empty() && IsName(rest.substr(0, 1), "_")) return false;
  line = rest.substr(IndentOf(rest));
  return true;
}

// The name that a line of Ruby begins with: `:a`, `"a"`, `a: [:b]`.
std::string_view RubyName(std::string_view line) {
  if (line.starts_with('(')) line.remove_prefix(1);
  if (line.starts_with('"') || line.starts_with('\'')) return QuotedText(line);
  const bool is_symbol = line.starts_with(':');
  if (is_symbol) line.remove_prefix(1);
  size_t end = 0;
  while (end < line.size() && IsName(line.substr(end, 1), "_")) ++end;
  return is_symbol || line.substr(end).starts_with(':') ? line.substr(0, end)
                                                        : std::string_view();
}

// The task that a line such as `Rake::TestTask.new(:unit) do |t|` defines, or "":
// without a name that of its library.
std::string_view TaskOfLibrary(std::string_view line) {
  struct Library {
    std::string_view call, name;
  };
  constexpr Library kLibraries[] = {{"Rake::TestTask.new", "test"},
                                    {"Minitest::TestTask.create", "test"},
                                    {"RSpec::Core::RakeTask.new", "spec"},
                                    {"RuboCop::RakeTask.new", "rubocop"},
                                    {"YARD::Rake::YardocTask.new", "yard"}};
  for (const Library& library : kLibraries) {
    if (!line.starts_with(library.call)) continue;
    line.remove_prefix(library.call.size());
    const std::string_view name = RubyName(Trim(line));
    return IsName(name, "_:-") ? name : library.name;
  }
  return {};
}

// True for a library that only helps a Rakefile, or whose tasks TaskOfLibrary()
// knows.
bool IsKnownLibrary(std::string_view name) {
  constexpr std::string_view kKnown[] = {
      "bundler/gem_tasks", "bundler/setup", "rake",
      "fileutils",         "json",          "minitest/test_task",
      "rake/clean",        "rake/testtask", "rspec/core/rake_task",
      "rubocop/rake_task", "yaml",          "yard"};
  return std::find(std::begin(kKnown), std::end(kKnown), name) !=
         std::end(kKnown);
}

// True for a line of a Rakefile that may define tasks under names that it does
// not say: `Rails.application.load_tasks`, `task name do`.
bool MayDefineOthers(std::string_view line) {
  constexpr std::string_view kCalls[] = {"file", "rule", "import", "load",
                                         "require_relative"};
  if (line.starts_with('#')) return false;
  if (line.find("task") != line.npos || line.find("add_rakelib") != line.npos) {
    return true;
  }
  for (const std::string_view call : kCalls) {
    std::string_view rest = line;
    if (TakeWord(rest, call) && !rest.starts_with('=')) return true;
  }
  const size_t call = line.find_first_of(". (");
  return call != line.npos && line[call] == '.' && line[0] >= 'A' &&
         line[0] <= 'Z';
}

constexpr size_t kMaxNamespaces = 16;  // within one another

void ReadRakefile(const std::string& path, ValueList& out, Reading& reading) {
  const std::string text = reading.Text(path);
  std::string_view rest = text, line, about;
  std::vector<std::pair<std::string_view, size_t>> spaces;  // name, indentation
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    const size_t indent = IndentOf(line);
    line.remove_prefix(indent);
    if (TakeWord(line, "end")) {
      if (!spaces.empty() && spaces.back().second == indent) spaces.pop_back();
    } else if (TakeWord(line, "namespace")) {
      const bool opens = !line.ends_with('}') && spaces.size() < kMaxNamespaces;
      if (opens) spaces.push_back({RubyName(line), indent});
    } else if (TakeWord(line, "desc")) {
      about = QuotedText(line);
    } else if (const std::string_view defined = TaskOfLibrary(line);
               !defined.empty()) {
      out.Add(defined, about);
      about = {};
    } else if (TakeWord(line, "require")) {
      const std::string_view library = QuotedText(line);
      if (library == "bundler/gem_tasks") {
        out.Add("build", "Build the gem into pkg/");
        out.Add("install", "Build and install the gem");
        out.Add("release", "Tag the version and publish the gem");
      }
      if (library == "bundler/gem_tasks" || library == "rake/clean") {
        out.Add("clean", "Remove temporary files");
        out.Add("clobber", "Remove all generated files");
      }
      if (!IsKnownLibrary(library)) reading.LeaveOpen();
    } else if (TakeWord(line, "task") || TakeWord(line, "multitask")) {
      std::string name;
      for (const auto& [space, at] : spaces) name += std::string(space) + ":";
      const std::string_view own = RubyName(line);
      if (IsName(own, "_:-")) {
        out.Add(name.append(own), about);
      } else {
        reading.LeaveOpen();
      }
      about = {};
    } else if (MayDefineOthers(line)) {
      reading.LeaveOpen();
    }
  }
}

// The first sentence of a text in three quotes.
std::string_view DocumentationOf(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with(R"(""")") && !line.starts_with("'''")) return {};
  line.remove_prefix(3);
  return Trim(line.substr(0, line.find_first_of("\"'")));
}

// The value of `name=` in a decorator: @nox.session(name="lint", py="3.11").
std::string_view NameInDecorator(std::string_view line) {
  const size_t at = line.find("name=");
  if (at == line.npos || at == 0 || IsName(line.substr(at - 1, 1), "_")) {
    return {};
  }
  line.remove_prefix(at + 5);
  return line.starts_with('"') || line.starts_with('\'') ? QuotedText(line)
                                                         : std::string_view();
}

// Functions below one of these decorators, in file order.
void AddDecorated(const std::string& path,
                  std::initializer_list<std::string_view> decorators,
                  bool dashes, ValueList& out, Reading& reading) {
  const std::string text = reading.Text(path);
  std::string_view rest = text, line, given;
  bool decorated = false;
  GeneratedValue* last = nullptr;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    if (last && last->description.empty()) {
      last->description = DocumentationOf(line).substr(0, kMaxDescription);
    }
    last = nullptr;
    if (line.starts_with('@')) {
      std::string_view name = line.substr(1);
      for (std::string_view decorator : decorators) {
        decorated |= TakeWord(name, decorator);
      }
      if (decorated && given.empty()) given = NameInDecorator(line);
    } else if (TakeWord(line, "def") && decorated) {
      std::string name(given.empty() ? line.substr(0, line.find('(')) : given);
      if (dashes) std::replace(name.begin(), name.end(), '_', '-');
      if (IsName(name, "_-.")) last = out.Add(name);
      decorated = false;
      given = {};
    }
  }
}

// `py{38,39}-test` is two names.
void AddBraced(const std::string& item, ValueList& out) {
  const size_t open = item.find('{');
  const size_t close = item.find('}', std::min(open, item.size()));
  if (open == item.npos || close == item.npos) {
    if (IsName(item, "_-.:")) out.Add(item);
    return;
  }
  std::string_view rest =
      std::string_view(item).substr(open + 1, close - open - 1);
  for (bool more = true; more && !out.Full();) {
    const size_t comma = rest.find(',');
    more = comma != rest.npos;
    AddBraced(item.substr(0, open) + std::string(Trim(rest.substr(0, comma))) +
                  item.substr(close + 1),
              out);
    rest.remove_prefix(more ? comma + 1 : rest.size());
  }
}

// `a, py{38,39}`: a comma in braces separates no names.
void AddEnvironments(std::string_view list, ValueList& out) {
  constexpr size_t kMaxItem = 64;
  std::string item;
  int depth = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    const bool ends = depth <= 0 && (c == ',' || c == ' ' || c == '\t');
    if (!ends) {
      if (c != ' ' && item.size() < kMaxItem) item += c;
      continue;
    }
    if (!item.empty() && std::count(item.begin(), item.end(), '{') <= 3) {
      AddBraced(item, out);
    }
    item.clear();
  }
}

}  // namespace

Values RakeTasks(const std::string& directory, Reading& reading) {
  ValueList out;
  const std::string file = FirstFileOf(
      directory, {"Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"});
  if (!file.empty()) ReadRakefile(file, out, reading);
  for (const char* folder : {"rakelib", "lib/tasks"}) {
    std::vector<std::string> files;
    ForEachEntry(JoinPath(directory, folder), [&](const char* name, int) {
      if (std::string_view(name).ends_with(".rake")) files.push_back(name);
      return files.size() < Reading::kMaxFiles;
    });
    std::sort(files.begin(), files.end());
    for (const std::string& name : files) {
      ReadRakefile(JoinPath(JoinPath(directory, folder), name), out, reading);
    }
  }
  return Finished(out, reading);
}

Values SnakemakeRules(const std::string& snakefile, Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(snakefile);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    for (std::string_view keyword : {"rule ", "checkpoint "}) {
      const size_t colon = line.find(':');
      if (!line.starts_with(keyword) || colon == line.npos) continue;
      const std::string_view name =
          Trim(line.substr(keyword.size(), colon - keyword.size()));
      if (IsName(name, "_")) out.Add(name);
    }
  }
  return Finished(out, reading);
}

Values NoxSessions(const std::string& noxfile, Reading& reading) {
  ValueList out;
  AddDecorated(noxfile, {"nox.session", "session"}, false, out, reading);
  return Finished(out, reading);
}

Values InvokeTasks(const std::string& tasks, Reading& reading) {
  ValueList out;
  AddDecorated(tasks, {"task", "invoke.task"}, true, out, reading);
  return Finished(out, reading);
}

Values ToxEnvironments(const std::string& tox_ini, Reading& reading) {
  constexpr std::string_view kSection = "[testenv:";
  ValueList out;
  const std::string text = reading.Text(tox_ini);
  std::string_view rest = text, line;
  bool in_list = false;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    line = line.substr(0, std::min(line.find('#'), line.find(';')));
    const bool indented = IndentOf(line) > 0;
    line = Trim(line);
    if (line.empty()) continue;
    in_list &= indented;
    if (line.starts_with(kSection) && line.ends_with(']')) {
      line.remove_prefix(kSection.size());
      AddEnvironments(line.substr(0, line.size() - 1), out);
    } else if (!indented &&
               (TakeWord(line, "envlist") || TakeWord(line, "env_list"))) {
      in_list = line.starts_with('=');
      if (in_list) AddEnvironments(line.substr(1), out);
    } else if (in_list) {
      AddEnvironments(line, out);
    }
  }
  return Finished(out, reading);
}

Values FastlaneLanes(const std::string& fastfile,
                     std::span<const std::string> words, Reading& reading) {
  struct Lane {
    std::string_view platform, name, about;
  };
  const std::string text = reading.Text(fastfile);
  std::string_view rest = text, line, platform, chosen, about;
  std::vector<Lane> lanes;
  while (NextLine(rest, line) && !reading.Spent() &&
         lanes.size() < kMaxGenerated) {
    const bool is_outer = IndentOf(line) == 0;
    line.remove_prefix(IndentOf(line));
    if (is_outer && TakeWord(line, "end")) {
      platform = {};
    } else if (TakeWord(line, "default_platform")) {
      chosen = RubyName(line);
    } else if (TakeWord(line, "platform")) {
      platform = RubyName(line);
    } else if (TakeWord(line, "desc")) {
      if (about.empty()) about = QuotedText(line);
    } else if (TakeWord(line, "lane")) {
      lanes.push_back({platform, RubyName(line), about});
      about = {};
    } else if (TakeWord(line, "private_lane")) {
      about = {};
    }
  }
  const auto is_named = [&](std::string_view name) {
    return words.size() > 1 && words[1] == name;
  };
  const bool has_platform =
      std::any_of(lanes.begin(), lanes.end(), [&](const Lane& lane) {
        return !lane.platform.empty() && is_named(lane.platform);
      });
  if (has_platform) chosen = words[1];
  ValueList out;
  for (const Lane& lane : lanes) {
    const bool fits =
        lane.platform == chosen || (!has_platform && lane.platform.empty());
    if (fits && IsName(lane.name, "_")) out.Add(lane.name, lane.about);
  }
  for (const Lane& lane : lanes) {
    if (!has_platform && IsName(lane.platform, "_")) {
      out.Add(lane.platform, "platform with lanes of its own");
    }
  }
  return Finished(out, reading);
}

Values VagrantMachines(const std::string& vagrantfile, Reading& reading) {
  constexpr std::string_view kDefine = ".vm.define";
  ValueList out;
  const std::string text = reading.Text(vagrantfile);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    const size_t at = line.find(kDefine);
    if (at == line.npos || Trim(line).starts_with('#')) continue;
    line = line.substr(at + kDefine.size());
    if (line.starts_with('(')) line.remove_prefix(1);
    const std::string_view name = RubyName(Trim(line));
    if (IsName(name, "_-.")) out.Add(name, "machine of the Vagrantfile");
  }
  return Finished(out, reading);
}

Values PreCommitHooks(const std::string& config, Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(config);
  YamlLines lines(text, reading);
  std::string repository;
  while (lines.Next() && !out.Full()) {
    const std::vector<std::string>& keys = lines.keys();
    if (lines.key() == "repo") repository = BaseName(lines.value());
    if (lines.key() != "id" || keys[0] != "repos" ||
        std::find(keys.begin(), keys.end(), "hooks") == keys.end()) {
      continue;
    }
    const std::string_view id = Unquoted(lines.value());
    if (IsName(id, "_-.")) out.Add(id, "hook of " + repository);
  }
  return Finished(out, reading);
}

}  // namespace synapse
