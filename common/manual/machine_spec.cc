#include "manual/machine_spec.h"

#include <algorithm>

#include "base/clock.h"
#include "base/files.h"
#include "manual/completion_file.h"
#include "manual/confined.h"
#include "manual/help_text.h"
#include "manual/layers.h"
#include "manual/page_spec.h"
#include "spec/option_names.h"
#include "spec/spec_reader.h"

namespace synapse {
namespace {

constexpr size_t kMaxCompletionFile = size_t{2} << 20;
constexpr size_t kMaxPages = 300;
constexpr int64_t kMaxPagesUs = 4'000'000;
// How many times --help runs for subcommands, how deep, and for how long.
constexpr size_t kMaxHelpRuns = 80, kMaxHelpDepth = 2;
constexpr int64_t kMaxHelpsUs = 12'000'000;
// A subcommand that has as many options from a page is not asked.
constexpr size_t kEnoughOptions = 3;

class MachineReader {
 public:
  MachineReader(Installed& installed, const std::string& name,
                const std::string& program, const MachineOptions& options,
                const std::function<bool(const std::string&)>& on_path)
      : installed_(installed),
        name_(name),
        program_(program),
        options_(options),
        on_path_(on_path) {
    out_.spec.root.names = {name};
  }

  MachineSpec Read() {
    AddSource(program_);
    const auto files = options_.completions
                           ? installed_.CompletionsOf(name_, program_)
                           : Installed::CompletionFiles();
    Completions(files, /*own=*/true);
    if (options_.pages) Pages();
    Help();
    for (const auto& file : files.bash) {
      Add("bash completion", file.path, SpecOfBash(Text(file.path), name_),
          LayerUse::kAdds);
    }
    // A file that came with a shell describes some version.
    Completions(files, /*own=*/false);
    SpecDraft& spec = out_.spec;
    DropDoubleNames(spec.root);
    GiveArguments(spec.root);
    spec.origin = program_;
    spec.generated_by = "this machine";
    CountNames(spec);
    spec.has_risks = HasRisks(spec.root);
    spec.takes_secrets = TakesSecrets(spec.root);
    return std::move(out_);
  }

 private:
  void AddSource(const std::string& path) {
    out_.sources.push_back({path, StampOfFile(path)});
  }

  std::string Text(const std::string& path) {
    AddSource(path);
    auto text = ReadFile(path, kMaxCompletionFile);
    return text.ok() ? std::move(*text) : "";
  }

  void Add(const std::string& layer, const std::string& path,
           CommandDraft found, LayerUse use) {
    if (found.options.empty() && found.subcommands.empty() &&
        found.args.empty() && found.description.empty()) {
      return;
    }
    if (use == LayerUse::kFills && out_.empty()) use = LayerUse::kAdds;
    if (!found.options.empty() || !found.subcommands.empty()) {
      out_.layers.push_back(
          {layer, path, CountOptions(found), found.subcommands.size()});
    }
    AddLayer(out_.spec.root, std::move(found), use);
  }

  void Completions(const Installed::CompletionFiles& files, bool own) {
    const LayerUse use = own ? LayerUse::kAdds : LayerUse::kFills;
    for (const auto& file : files.fish) {
      if (file.own != own) continue;
      Add("fish completion", file.path, SpecOfFish(Text(file.path), name_),
          use);
    }
    for (const auto& file : files.zsh) {
      if (file.own != own) continue;
      Add("zsh completion", file.path, SpecOfZsh(Text(file.path), name_), use);
    }
  }

  void Pages() {
    const std::string path = installed_.PageOf(name_, program_);
    if (path.empty()) return;
    AddSource(path);
    PageSpec page = SpecOfPage(ParsePage(installed_.PageText(path)), name_);
    const int64_t until = Clock::MonotonicUs() + kMaxPagesUs;
    size_t read = 0;
    for (const std::string& reference : page.references) {
      if (++read > kMaxPages || Clock::MonotonicUs() > until) break;
      const std::string sub = reference.substr(name_.size() + 1);
      if (sub.empty() || on_path_(reference)) continue;
      SubcommandPage(reference, sub, page.root);
    }
    out_.page = page.root;
    Add("manual page", path, std::move(page.root), LayerUse::kAdds);
  }

  // git-add(1): the options of `git add`.
  void SubcommandPage(const std::string& reference, const std::string& name,
                      CommandDraft& root) {
    const std::string path = installed_.PageOf(reference, program_);
    if (path.empty()) return;
    PageSpec page = SpecOfPage(ParsePage(installed_.PageText(path)), reference);
    const bool about =
        (page.of_command == name_ && page.of_subcommand == name) ||
        page.of_command == reference;
    if (!about) return;
    CommandDraft sub = std::move(page.root);
    sub.names = {name};
    CommandDraft layer;
    layer.names = root.names;
    layer.subcommands.push_back(std::move(sub));
    AddLayer(root, std::move(layer), LayerUse::kAdds);
  }

  void Help() {
    if (!options_.may_run || !options_.may_run(program_)) return;
    const std::string text = HelpOutput(program_);
    if (text.empty()) return;
    CommandDraft found = SpecOfHelp(text, name_);
    out_.has_subcommand_help = SubcommandsHaveHelp(text);
    if (options_.subcommand_help && out_.has_subcommand_help) {
      helps_until_us_ = Clock::MonotonicUs() + kMaxHelpsUs;
      HelpOfSubcommands(found, &out_.spec.root, {}, text);
    }
    Add("--help", "", std::move(found), LayerUse::kAdds);
  }

  // `known` is what other layers know of the same command; null: nothing.
  void HelpOfSubcommands(CommandDraft& command, const CommandDraft* known,
                         const std::vector<std::string>& words,
                         const std::string& help_above) {
    if (words.size() >= kMaxHelpDepth) return;
    for (CommandDraft& sub : command.subcommands) {
      const std::string name = sub.names[0];
      const CommandDraft* known_sub =
          known ? SubcommandNamed(*known, name) : nullptr;
      const bool enough =
          known_sub && known_sub->options.size() >= kEnoughOptions;
      if (name == "help" || enough) continue;
      if (help_runs_ >= kMaxHelpRuns ||
          Clock::MonotonicUs() > helps_until_us_) {
        return;
      }
      ++help_runs_;
      std::vector<std::string> path = words;
      path.push_back(name);
      const std::string text = HelpOutput(program_, path);
      std::string use = name_;
      for (const std::string& word : path) use += " " + word;
      // Another text would be the help of the command above, or a message.
      if (text == help_above || text.find(use) == text.npos) continue;
      CommandDraft found = SpecOfHelp(text, name_);
      if (SubcommandsHaveHelp(text)) {
        HelpOfSubcommands(found, known_sub, path, text);
      }
      sub.options = std::move(found.options);
      sub.args = std::move(found.args);
      sub.subcommands = std::move(found.subcommands);
      // click cuts the texts of its list.
      if (sub.description.empty() || sub.description.ends_with("...")) {
        if (!found.description.empty()) sub.description = found.description;
      }
    }
  }

  // A command whose arguments are not known takes any.
  static void GiveArguments(CommandDraft& command) {
    for (CommandDraft& sub : command.subcommands) GiveArguments(sub);
    if (!command.args.empty()) return;
    ArgDraft arg;
    arg.name = "argument";
    arg.optional = arg.variadic = true;
    command.args.push_back(std::move(arg));
  }

  Installed& installed_;
  const std::string& name_;
  const std::string& program_;
  const MachineOptions& options_;
  const std::function<bool(const std::string&)>& on_path_;
  MachineSpec out_;
  size_t help_runs_ = 0;
  int64_t helps_until_us_ = 0;
};

}  // namespace

MachineSpec MakeMachineSpec(
    Installed& installed, const std::string& name, const std::string& program,
    const MachineOptions& options,
    const std::function<bool(const std::string& name)>& on_path) {
  return MachineReader(installed, name, program, options, on_path).Read();
}

std::string HelpOutput(const std::string& program,
                       std::vector<std::string> words) {
  words.push_back("--help");
  return OutputOfConfined({.path = program, .words = std::move(words)});
}

}  // namespace synapse
