#include "command/command.h"

#include <algorithm>
#include <cstdlib>

#include "base/distance.h"
#include "command/tour.h"

namespace synapse {
namespace {

bool IsListed(std::string_view list, std::string_view name) {
  std::string wanted = " " + std::string(name) + " ";
  return (" " + std::string(list) + " ").find(wanted) != std::string::npos;
}

}  // namespace

const std::vector<Subcommand>& Subcommands() {
  static const std::vector<Subcommand> kAll = {
      {"suggest",
       "suggest [--limit N] [--format text|json|fzf] [--cursor N] [--explain] "
       "[--] [BUFFER]",
       "what could come next on a line",
       "Prints suggestions for BUFFER, best first. Without BUFFER: for an "
       "empty line.\n\n"
       "  --limit N     at most N suggestions (suggest.max_results)\n"
       "  --format F    text: one a line; json; fzf: text, tab, description\n"
       "  --cursor N    the cursor's offset in bytes (default: the end)\n"
       "  --explain     how the line was understood, and why each one\n"
       "  --include-low-confidence\n"
       "                also what is hardly likely\n"
       "  --strict      exit status 1 when there is nothing\n",
       RunSuggest, NeedsEngine::kYes},
      {"search",
       "search [--scope session|cwd|repo|global] [--limit N] "
       "[--format text|json|fzf] [--exit ok|failed|N] [--] [QUERY]",
       "commands of the history that fit",
       "Prints each command once, what fits best first, of equals the latest. "
       "Without\nQUERY the latest ones. Exit status 1 when there is none.\n\n"
       "  words         all must fit, each as letters in order, anywhere\n"
       "  'word         as it stands;  ^word, word$: at the beginning, the end\n"
       "  !word         must not be there\n"
       "  --scope S     of this session, directory, repository, or all\n"
       "                (search.scope)\n"
       "  --limit N     at most N commands (25)\n"
       "  --exit E      only runs that ended so: ok, failed, a number\n"
       "  --format F    text: time, exit status, command; json: as `history\n"
       "                export`; fzf: command, tab, time, exit, directory\n",
       RunSearch, NeedsEngine::kYes},
      {"history", "history list|import|export|forget|prune [...]",
       "what is kept of the commands that ran",
       "history list [--limit N] [--format text|json]\n"
       "    the latest commands, newest last\n"
       "history import [zsh|bash|fish|atuin|FILE]\n"
       "    takes in a history file, or what `export` printed; what is there\n"
       "    already is not doubled\n"
       "history export [--all]\n"
       "    every event as a JSON line, oldest first; --all: everything that\n"
       "    the store holds\n"
       "history forget PATTERN | --exact TEXT | --last [--dry-run]\n"
       "               [--since T] [--cwd D]\n"
       "    takes out every run of the commands that match, and all that was\n"
       "    learned from them; they do not come back from a history file\n"
       "history prune [--older-than DAYS] [--keep N]\n"
       "    takes out what is old; without options as history.max_days and\n"
       "    history.max_events say\n",
       RunHistory, NeedsEngine::kYes},
      {"spec", "spec list|show|check [...]", "the completion specs",
       "spec list             every command with a spec\n"
       "spec show CMD         a spec as JSON\n"
       "spec check FILE...    validates spec files\n",
       RunSpec, NeedsEngine::kYes},
      {"doctor", "doctor [--format text|json] [--repair]",
       "versions, store, what is off and why",
       "Shows whether all is well; exit status 0 when it is.\n\n"
       "  --repair      builds the index anew from the events first\n", RunDoctor,
       NeedsEngine::kYes},
      {"config", "config list [--format text|json] | get KEY | set KEY VALUE | unset KEY",
       "the settings",
       "config list           every setting: value, type, where it is from\n"
       "config get KEY        its value\n"
       "config set KEY VALUE  writes it to the file; comments stay\n"
       "config unset KEY      takes it out of the file again\n\n"
       "Shells that are open take it over at their next prompt. The keys are\n"
       "described in synapse-config(5).\n",
       RunConfig, NeedsEngine::kYes},
      {"feedback",
       "feedback [--action] accepted|dismissed|edited|ignored SUGGESTION "
       "[--executed LINE]",
       "what became of a suggestion",
       "Tells Synapse what became of a suggestion that it did not show "
       "itself, as in a\npicker of your own. It counts for a while, as at the "
       "prompt.\n\n"
       "  --executed L  what was run in its place, or of it\n",
       RunFeedback, NeedsEngine::kYes},
      {"stats", "stats [--since T] [--format text|json|html]",
       "what suggestions saved, and which of them",
       "Tells how many keys were not typed, how often what was suggested ran, how\n"
       "long that took, which suggestion it was, by day, source, command and\n"
       "directory, and what was not good enough.\n\n"
       "  --since T     from then on: 2h, 3d, 2024-12-31 (30d)\n"
       "  --format F    text, as wide as the terminal; json; html: a page of its\n"
       "                own, to be opened from disk\n",
       RunStats, NeedsEngine::kYes},
      {"records",
       "records export --for sft|rank|dpo|eval [--test-share S] [FILE...] | "
       "compare [FILE...]",
       "training sets out of what was suggested",
       "export prints what tracking.history kept, or the files that are named, as\n"
       "JSON lines; compare tells how often what each version of the weights\n"
       "suggested was what ran. A broken line is told and skipped.\n\n"
       "  --for sft     context and beginning, and the suggestion that ran\n"
       "        rank    each list, what of it was viewed, what was accepted\n"
       "        dpo     pairs: what ran, against what was viewed and did not\n"
       "        eval    the lines that ran, as `synapse replay` reads them\n"
       "  --test-share S\n"
       "                of the sessions, to the split `test` (0.1)\n",
       RunRecords, NeedsEngine::kYes},
      {"tune", "tune [--commands N] [--apply] [--reset]",
       "factors of the ranking, learned from what you ran",
       "Replays the newest commands with other factors of the ranking, one at a\n"
       "time, keeps those that save more keys, and tells what they bring on\n"
       "sessions that were held out. Nothing is changed without --apply.\n\n"
       "  --commands N  how many (1000): half of them are predicted\n"
       "  --apply       sets rank.factors, where that is better\n"
       "  --reset       goes back to the weights as they are\n",
       RunTune, NeedsEngine::kYes},
      {"incognito", "incognito [off [--forget]|ephemeral|no_send]",
       "what this shell leaves behind",
       "Sets how this shell learns, or prints it. privacy.incognito is how it "
       "starts.\n\n"
       "  off           what is run is learned and kept\n"
       "  ephemeral     it is suggested in this shell, and written nowhere\n"
       "  no_send       nothing is learned\n",
       RunIncognito, NeedsEngine::kYes},
      {"init", "init zsh|bash", "the line for the shell's rc file",
       "Prints what loads Synapse; put this into the rc file:\n"
       "  ~/.zshrc    eval \"$(synapse init zsh)\"\n"
       "  ~/.bashrc   eval \"$(synapse init bash)\"\n",
       RunInit, NeedsEngine::kNo},
      {"drive", "drive --store DIR", "JSON lines on stdin and stdout",
       "For tests and measurement: one request a line, one reply each. The "
       "clock and the\ndirectory are the request's; nothing of the user's own "
       "is read.\n\n"
       "  {\"op\":\"suggest\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,"
       "\"buffer\":B,\"cursor\":N,\"limit\":N}\n"
       "  {\"op\":\"command\",\"session\":S,\"cwd\":D,\"ts\":SECONDS,"
       "\"cmd\":C,\"exit\":N,\"duration_ms\":N,\"ephemeral\":BOOL}\n"
       "  {\"op\":\"feedback\",\"ts\":SECONDS,\"action\":A,"
       "\"suggestion\":S,\"executed\":E}\n",
       RunDrive, NeedsEngine::kNo},
      {"replay",
       "replay [--format text|json] [--steps] [--cap N] [--first N] "
       "CORPUS.jsonl...",
       "how well recorded histories are foreseen",
       "Each file is one user's history, a JSON object a line in the order of "
       "time: \"cmd\",\nand where known \"ts\" (seconds), \"cwd\", \"exit\", "
       "\"session\". Each command is predicted\nfirst and learned then, from "
       "nothing, in memory.\n\n"
       "  next1 next5   the next line is the first, or among the first five, "
       "on an empty line\n"
       "  mrr           mean reciprocal rank of the line among the first ten\n"
       "  save          share of keystrokes saved by taking whole lines\n"
       "  saveword      the same, when words may be taken one by one\n\n"
       "  --steps       each command, its rank and the first five, in place of "
       "the figures\n"
       "  --cap N       only the first N commands of each file\n"
       "  --first N     a bound: as if the best of the first N suggestions "
       "were chosen\n"
       "  --format F    text or json\n",
       RunReplay, NeedsEngine::kNo},
      {"version", "version", "the version", "", RunVersion, NeedsEngine::kNo},
      {"help", "help [SUBCOMMAND | tour [N]]", "this help, and a tour",
       "help tour             the keys, in five screens\n"
       "help tour N           one of them\n",
       RunHelp, NeedsEngine::kNo},
  };
  return kAll;
}

const Subcommand* FindSubcommand(std::string_view name) {
  if (name == "--help" || name == "-h") name = "help";
  if (name == "--version" || name == "-V") name = "version";
  for (const Subcommand& s : Subcommands()) {
    if (name == s.name) return &s;
  }
  return nullptr;
}

bool AsksForHelp(const std::vector<std::string>& args) {
  auto end = std::find(args.begin(), args.end(), "--");
  return std::any_of(args.begin(), end, [](const std::string& arg) {
    return arg == "--help" || arg == "-h";
  });
}

int Fail(const CommandInput& input, std::string_view what,
         std::string_view why, int status) {
  input.io.Err("synapse: " + std::string(what) + ": " + Printable(why) + "\n");
  return status;
}

int Usage(const CommandInput& input, const char* name, std::string_view why) {
  const Subcommand* s = FindSubcommand(name);
  Fail(input, name, why, 2);
  if (s) input.io.Err(std::string("usage: synapse ") + s->usage + "\n");
  return 2;
}

bool ParsedArgs::Has(std::string_view name) const {
  for (const auto& [key, value] : options) {
    if (key == name) return true;
  }
  return false;
}

std::string ParsedArgs::Get(std::string_view name,
                            std::string_view fallback) const {
  for (auto it = options.rbegin(); it != options.rend(); ++it) {
    if (it->first == name) return it->second;
  }
  return std::string(fallback);
}

ParsedArgs ParseArgs(const std::vector<std::string>& args,
                     std::string_view with_value, std::string_view flags) {
  ParsedArgs out;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--") {
      out.rest.insert(out.rest.end(), args.begin() + static_cast<long>(i) + 1,
                      args.end());
      break;
    }
    if (!arg.starts_with('-') || arg == "-") {
      out.rest.push_back(arg);
      continue;
    }
    size_t equals = arg.find('=');
    std::string name = arg.substr(0, equals);
    if (IsListed(flags, name) && equals == arg.npos) {
      out.options.emplace_back(name, "");
    } else if (!IsListed(with_value, name)) {
      out.error = name + ": no such option";
      break;
    } else if (equals != arg.npos) {
      out.options.emplace_back(name, arg.substr(equals + 1));
    } else if (i + 1 < args.size()) {
      out.options.emplace_back(name, args[++i]);
    } else {
      out.error = name + ": a value is missing";
      break;
    }
  }
  return out;
}

std::optional<int64_t> ParseNumber(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  int64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

int RunVersion(const CommandInput& input) {
  input.io.Out("synapse " SYNAPSE_VERSION "\n");
  return 0;
}

int UnknownSubcommand(const CommandInput& input, const std::string& name) {
  std::string why = "no such subcommand; `synapse help` lists them";
  int least = MostSlips(name) + 1;
  for (const Subcommand& s : Subcommands()) {
    int slips = TypoDistance(name, s.name, least - 1);
    if (slips >= least) continue;
    least = slips;
    why = "no such subcommand; is " + std::string(s.name) + " meant?";
  }
  return Fail(input, Printable(name), why, 2);
}

std::string ListOfKeys() {
  constexpr size_t kColumn = 34;
  std::string text = "\n";
  for (const ConfigKey& key : ConfigKeys()) {
    std::string name = key.name;
    name.resize(std::max(name.size() + 1, kColumn), ' ');
    text += "  " + name + key.help + "\n";
  }
  return text;
}

// By its name, where man(1) looks of itself; beside the program, else.
std::string ManualPage() {
  const std::string root(DirName(DirName(ExecutablePath())));
  for (const char* place : {"share/man/man1/synapse.1", "man/synapse.1"}) {
    const std::string page = JoinPath(root, place);
    const bool known = root == "/usr" || root == "/usr/local";
    if (!known && IsRegularFile(page)) return page;
  }
  return "synapse";
}

int RunHelp(const CommandInput& input) {
  if (!input.args.empty() && input.args[0] == "tour") {
    if (input.args.size() == 1) {
      input.io.Out(Tour());
      return 0;
    }
    auto page = ParseNumber(input.args[1]);
    size_t pages = TourScreens().size();
    if (!page || *page < 1 || static_cast<size_t>(*page) > pages) {
      return Usage(input, "help",
                   "tour: expected 1 to " + std::to_string(pages));
    }
    input.io.Out(TourScreens()[static_cast<size_t>(*page) - 1]);
    return 0;
  }
  if (!input.args.empty()) {
    const Subcommand* s = FindSubcommand(input.args[0]);
    if (!s) return UnknownSubcommand(input, input.args[0]);
    std::string text = std::string("usage: synapse ") + s->usage + "\n\n" +
                       s->summary + "\n";
    if (*s->help) text += std::string("\n") + s->help;
    if (std::string_view(s->name) == "config") text += ListOfKeys();
    input.io.Out(text);
    return 0;
  }
  std::string text =
      "synapse predicts what is typed next at a shell prompt.\n\n";
  for (const Subcommand& s : Subcommands()) {
    std::string name = s.name;
    name.resize(10, ' ');
    text += "  synapse " + name + s.summary + "\n";
  }
  text += "\n`synapse help tour` shows the keys, `synapse SUBCOMMAND --help` "
          "says more;\n`man " + ManualPage() + "` all of it.\n";
  input.io.Out(text);
  return 0;
}

}  // namespace synapse
