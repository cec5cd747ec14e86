#include "manual/machine_pack.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/child.h"
#include "base/files.h"
#include "manual/confined.h"
#include "manual/layers.h"
#include "runner/command_runner.h"
#include "spec/directories.h"
#include "spec/loose_pack.h"
#include "spec/option_names.h"
#include "spec/spec_reader.h"

namespace synapse {
namespace {

constexpr unsigned kMaxBackgroundSeconds = 60;

// Adds what only the machine knows. Ours says which words are subcommands.
void AddToOurs(CommandDraft& ours, CommandDraft& machine) {
  if (ours.subcommands.empty() && !ours.partial) machine.subcommands.clear();
  if (!ours.args.empty()) machine.args.clear();
  for (CommandDraft& sub : ours.subcommands) {
    for (CommandDraft& other : machine.subcommands) {
      if (sub.is_named(other.names[0]) && !sub.args.empty()) other.args.clear();
    }
  }
  AddLayer(ours, std::move(machine), LayerUse::kAdds);
  ours.partial = false;
}

}  // namespace

MachineSpec JoinedSpec(const PackMaker& maker, Installed& installed,
                       const std::string& name, const std::string& program) {
  MachineSpec made = MakeMachineSpec(installed, name, program, maker.options,
                                     [&](const std::string& other) {
                                       return !maker.program_of(other).empty();
                                     });
  SpecReader reader(maker.directories);
  auto ours = reader.Read(name);
  for (const auto& source : reader.sources()) made.sources.push_back(source);
  if (!ours) return made;
  AddToOurs(ours->root, made.spec.root);
  DropDoubleNames(ours->root);
  ours->root.names = {name};
  CountNames(*ours);
  ours->has_risks = HasRisks(ours->root);
  ours->takes_secrets = TakesSecrets(ours->root);
  ours->generated_by = made.spec.generated_by;
  made.spec = std::move(*ours);
  return made;
}

Result<MachineSpec> MakeMachinePack(const PackMaker& maker,
                                    Installed& installed,
                                    const std::string& name,
                                    const std::string& program) {
  MachineSpec made = JoinedSpec(maker, installed, name, program);
  PackBuilder builder;
  if (!made.empty()) builder.Add(name, made.spec);
  builder.index().sources = made.sources;
  const Status written =
      WriteLoosePack(maker.cache, program, name, builder.Finish());
  if (!written.ok()) return written;
  return made;
}

Status MarkLacking(const std::string& cache, const std::string& name) {
  const std::string directory = LackingDirectory(cache);
  const Status made = MakePrivateDirs(directory);
  return made.ok() ? WriteFileAtomically(JoinPath(directory, name), "") : made;
}

bool MayRunHelp(Installed& installed, const std::string& program,
                bool has_run) {
  const auto file = StatFile(program);
  if (!file || (file->st_mode & (S_ISUID | S_ISGID)) != 0 || !CanConfine()) {
    return false;
  }
  return has_run || installed.IsPackaged(program);
}

void MakeMachinePacksInBackground(const BackgroundPacks& packs) {
  if (packs.wanted.empty() || packs.cache.empty()) return;
  (void)RunDetached([&] {
    (void)alarm(kMaxBackgroundSeconds);
    Installed installed;
    PackMaker maker;
    maker.cache = packs.cache;
    maker.directories = packs.directories;
    maker.program_of = [&](const std::string& name) {
      return FindProgram(name, packs.path);
    };
    RemoveOldPacks(packs.cache);
    // Files are read in milliseconds. --help takes longer, and so do the lists of
    // packages: they come last, at the lowest priority.
    std::vector<SpecStore::Wanted> deeper;  // subcommands have a --help
    const auto make_all = [&](const std::vector<SpecStore::Wanted>& wanted) {
      for (const SpecStore::Wanted& each : wanted) {
        if (each.program.empty()) continue;
        const auto made =
            MakeMachinePack(maker, installed, each.name, each.program);
        if (made.ok() && made->has_subcommand_help) deeper.push_back(each);
      }
    };
    make_all(packs.wanted);
    for (const SpecStore::Wanted& each : packs.wanted) {
      if (each.lacks) (void)MarkLacking(packs.cache, each.name);
    }
    (void)setpriority(PRIO_PROCESS, 0, 19);
    maker.options.may_run = [&](const std::string& program) {
      return MayRunHelp(installed, program, /*has_run=*/false);
    };
    if (!CanConfine()) return;
    make_all(packs.wanted);
    maker.options.subcommand_help = true;
    make_all(std::exchange(deeper, {}));
  });
}

}  // namespace synapse
