// spec generate, spec show --source and spec diff: what the machine says of a
// command (manual/machine_spec.h).
#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/clock.h"
#include "base/text.h"
#include "command/command.h"
#include "manual/layers.h"
#include "manual/machine_pack.h"
#include "manual/protocol.h"
#include "runner/command_runner.h"
#include "spec/loose_pack.h"
#include "spec/spec_reader.h"

namespace synapse {
namespace {

// As scripts/fig-convert.mjs writes it.
constexpr std::string_view kFigAuthor = "withfig/autocomplete";

PackMaker MakerFor(const CommandInput& input, Installed& installed,
                   const std::string& path, bool has_run) {
  PackMaker maker;
  maker.cache = input.engine->options().paths.cache;
  maker.directories = input.engine->specs().directories();
  maker.program_of = [path](const std::string& name) {
    return FindProgram(name, path);
  };
  maker.options.may_run = [&installed, has_run](const std::string& program) {
    return MayRunHelp(installed, program, has_run);
  };
  maker.options.subcommand_help = true;
  return maker;
}

// "manual page 47, --help 3".
std::string LayersOf(const MachineSpec& made) {
  std::string out;
  for (const MachineLayer& layer : made.layers) {
    if (!out.empty()) out += ", ";
    out += layer.name + " " + std::to_string(layer.options);
  }
  return out.empty() ? "nothing found" : out;
}

std::string CountsOf(const CommandDraft& root) {
  return std::to_string(CountOptions(root)) + " options, " +
         std::to_string(root.subcommands.size()) + " subcommands";
}

// Makes the pack of one command that the user named.
int GenerateOne(const CommandInput& input, Installed& installed,
                const std::string& name) {
  if (!IsCommandName(name)) {
    return Fail(input, "spec",
                Drawable(name.substr(0, 100)) + ": no command name");
  }
  const std::string path = input.engine->Variable("PATH");
  const std::string program = FindProgram(name, path);
  if (program.empty()) return Fail(input, "spec", name + ": no such command");
  const PackMaker maker = MakerFor(input, installed, path, /*has_run=*/true);
  const auto made = MakeMachinePack(maker, installed, name, program);
  if (!made.ok()) return Fail(input, "spec", made.status().message());
  const bool ours = SpecReader(maker.directories).Read(name).has_value();
  if (ours) {
    const Status marked = MarkLacking(maker.cache, name);
    if (!marked.ok()) return Fail(input, "spec", marked.message());
  }
  input.engine->specs().Recheck();
  if (made->empty()) {
    return Fail(input, "spec",
                name +
                    ": no manual page, completion file or --help that "
                    "names an option");
  }
  input.io.Out(name + ": " + CountsOf(made->spec.root) + " (" +
               (ours ? "Synapse, " : "") + LayersOf(*made) + ")\n");
  return 0;
}

// The programs on PATH, the first of each name.
std::map<std::string, std::string> ProgramsOn(std::string path) {
  std::map<std::string, std::string> out;
  path += ':';
  for (size_t at = 0; at < path.size();) {
    const size_t end = path.find(':', at);
    const std::string directory = path.substr(at, end - at);
    at = end + 1;
    if (!directory.starts_with('/') || OnSlowMount(directory)) continue;
    DIR* dir = opendir(directory.c_str());
    while (const dirent* entry = dir ? readdir(dir) : nullptr) {
      const std::string name = entry->d_name;
      const std::string program = JoinPath(directory, name);
      if (!IsCommandName(name) || out.contains(name)) continue;
      if (IsRegularFile(program) && CanExecute(program)) out[name] = program;
    }
    if (dir) closedir(dir);
  }
  return out;
}

// Packs that are there already are left: an interrupted call goes on.
int GenerateInstalled(const CommandInput& input, bool force) {
  const std::string path = input.engine->Variable("PATH");
  const auto programs = ProgramsOn(path);
  Installed installed;
  const PackMaker maker = MakerFor(input, installed, path, /*has_run=*/false);
  if (maker.cache.empty()) {
    return Fail(input, "spec", "there is no home directory");
  }
  const bool progress = isatty(STDERR_FILENO) != 0;
  const int64_t start = Clock::MonotonicUs();
  size_t done = 0, made_now = 0, known = 0;
  for (const auto& [name, program] : programs) {
    ++done;
    const auto ours = SpecReader(maker.directories).Read(name);
    if (ours && !ours->root.partial) {
      ++known;
      continue;
    }
    const auto old =
        force ? nullptr : OpenLoosePack(maker.cache, program, name);
    if (old) {
      known += old->Entry(name) != nullptr;
      continue;
    }
    const auto made = MakeMachinePack(maker, installed, name, program);
    if (!made.ok()) return Fail(input, "spec", made.status().message());
    ++made_now;
    known += !made->empty();
    if (!progress) continue;
    const double seconds =
        static_cast<double>(Clock::MonotonicUs() - start) / 1e6;
    const double rate = static_cast<double>(made_now) / std::max(seconds, 0.1);
    const size_t left = programs.size() - done;
    char line[160];
    snprintf(line, sizeof(line),
             "\r\x1b[K%zu of %zu, %.0f a second, %.0f s left: %.40s", done,
             programs.size(), rate,
             static_cast<double>(left) / std::max(rate, 0.1),
             Drawable(name).c_str());
    input.io.Err(line);
  }
  if (progress) input.io.Err("\r\x1b[K");
  input.engine->specs().Recheck();
  input.io.Out(std::to_string(programs.size()) + " commands, " +
               std::to_string(known) + " with a spec, " +
               std::to_string(made_now) + " read now\n");
  return 0;
}

// "git commit" of each command that both know; the options of the page that
// ours lacks, and those of ours that the page does not name. An option that
// holds behind all subcommands is compared where it stands first.
struct Comparison {
  std::vector<std::string> missing, unknown;
  std::vector<const CommandDraft*> ours_above, page_above;

  static std::string Shown(const std::string& path, const OptionDraft& option) {
    std::string out = path;
    for (const std::string& name : option.names) out += " " + name;
    if (!option.description.empty()) out += ": " + option.description;
    return out;
  }
  static const OptionDraft* Named(const CommandDraft& in,
                                  const OptionDraft& option) {
    for (const std::string& name : option.names) {
      if (const OptionDraft* found = OptionNamed(in, name)) return found;
    }
    return nullptr;
  }
  bool IsOfParent(const OptionDraft& option) const {
    for (const CommandDraft* above : ours_above) {
      const OptionDraft* found = Named(*above, option);
      if (found && found->persistent) return true;
    }
    return std::any_of(
        page_above.begin(), page_above.end(),
        [&](const CommandDraft* above) { return Named(*above, option); });
  }
  // git-submodule(1) lists the options of `add` among those of `submodule`.
  static bool IsOfSubcommand(const CommandDraft& ours,
                             const OptionDraft& option) {
    return std::any_of(
        ours.subcommands.begin(), ours.subcommands.end(),
        [&](const CommandDraft& sub) { return Named(sub, option); });
  }
  void Compare(const CommandDraft& ours, const CommandDraft& page,
               const std::string& path) {
    for (const OptionDraft& option : page.options) {
      if (!Named(ours, option) && !IsOfParent(option) &&
          !IsOfSubcommand(ours, option)) {
        missing.push_back(Shown(path, option));
      }
    }
    // A page without options says nothing about ours.
    for (const OptionDraft& option : ours.options) {
      if (!page.options.empty() && !Named(page, option)) {
        unknown.push_back(Shown(path, option));
      }
    }
    ours_above.push_back(&ours);
    page_above.push_back(&page);
    for (const CommandDraft& sub : page.subcommands) {
      const CommandDraft* own = SubcommandNamed(ours, sub.names[0]);
      if (own) Compare(*own, sub, path + " " + sub.names[0]);
      if (!own && !ours.subcommands.empty()) {
        missing.push_back(path + " " + sub.names[0] +
                          (sub.description.empty() ? "" : ": ") +
                          sub.description);
      }
    }
    ours_above.pop_back();
    page_above.pop_back();
  }
};

}  // namespace

int GenerateMachineSpecs(const CommandInput& input, const ParsedArgs& args) {
  if (args.Has("--installed") != args.rest.empty()) {
    return Usage(input, "spec", "generate takes names, or --installed");
  }
  if (input.engine->options().paths.cache.empty()) {
    return Fail(input, "spec", "there is no home directory");
  }
  if (args.Has("--installed")) {
    return GenerateInstalled(input, args.Has("--force"));
  }
  Installed installed;
  int worst = 0;
  for (const std::string& name : args.rest) {
    worst = std::max(worst, GenerateOne(input, installed, name));
  }
  return worst;
}

int ShowSpecSources(const CommandInput& input, const std::string& name) {
  const std::string path = input.engine->Variable("PATH");
  Installed installed;
  const PackMaker maker = MakerFor(input, installed, path, /*has_run=*/false);
  bool any = false;
  SpecReader reader(maker.directories);
  if (const auto ours = reader.Read(name)) {
    any = true;
    const bool is_fig = ours->generated_by == kFigAuthor;
    input.io.Out((is_fig ? "fig pack: " : "spec: ") + ours->origin + ": " +
                 CountsOf(ours->root) +
                 (ours->root.partial ? ", in part" : "") + "\n");
  }
  const std::string program =
      IsCommandName(name) ? FindProgram(name, path) : "";
  const Protocol protocol =
      ProtocolOf(name, program, input.engine->options().paths.home);
  if (protocol != Protocol::kNone) {
    any = true;
    input.io.Out("program: lists its words by the protocol of " +
                 std::string(NameOf(protocol)) + "\n");
  }
  if (!program.empty()) {
    const MachineSpec made = JoinedSpec(maker, installed, name, program);
    for (const MachineLayer& layer : made.layers) {
      any = true;
      input.io.Out(layer.name +
                   (layer.path.empty() ? "" : ": " + Drawable(layer.path)) +
                   ": " + std::to_string(layer.options) + " options, " +
                   std::to_string(layer.subcommands) + " subcommands\n");
    }
  }
  return any ? 0 : Fail(input, "spec", Drawable(name) + ": no spec");
}

int DiffSpec(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "spec");
  if (!args.error.empty()) return Usage(input, "spec", args.error);
  if (args.rest.size() != 1) {
    return Usage(input, "spec", "diff takes one name");
  }
  const std::string& name = args.rest[0];
  const std::string path = input.engine->Variable("PATH");
  Installed installed;
  PackMaker maker = MakerFor(input, installed, path, /*has_run=*/false);
  const auto ours = SpecReader(maker.directories).Read(name);
  if (!ours) return Fail(input, "spec", Drawable(name) + ": no spec", 2);
  const std::string program = FindProgram(name, path);
  if (program.empty()) {
    return Fail(input, "spec", name + ": no such command", 2);
  }
  // The program is compared with its own texts, not with the completion files of
  // a shell.
  maker.options.completions = false;
  const MachineSpec made = MakeMachineSpec(
      installed, name, program, maker.options, [&](const std::string& other) {
        return !maker.program_of(other).empty();
      });
  if (made.empty()) {
    return Fail(input, "spec", name + ": no manual page that names an option",
                2);
  }
  Comparison comparison;
  comparison.Compare(ours->root, made.spec.root, name);
  for (const std::string& line : comparison.missing) {
    input.io.Out("missing  " + Drawable(line) + "\n");
  }
  for (const std::string& line : comparison.unknown) {
    input.io.Out("unknown  " + Drawable(line) + "\n");
  }
  return comparison.missing.empty() && comparison.unknown.empty() ? 0 : 1;
}

}  // namespace synapse
