#include "command/command.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/distance.h"
#include "command/tour.h"
#include "command/tour_shell.h"

namespace synapse {
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

int Fail(const CommandInput& input, std::string_view what, std::string_view why,
         int status) {
  input.io.Err("synapse: " + std::string(what) + ": " + Printable(why) + "\n");
  return status;
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

int TerminalColumns(int most) {
  constexpr int kUsual = 80, kLeast = 40;
  if (const char* columns = getenv("COLUMNS")) {
    if (auto n = ParseNumber(columns); n && *n > 0) {
      return static_cast<int>(std::clamp<int64_t>(*n, kLeast, most));
    }
  }
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return kUsual;
  }
  return std::clamp<int>(size.ws_col, kLeast, most);
}

std::string Padded(std::string text, size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

int RunVersion(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "version");
  if (!args.error.empty()) return Usage(input, "version", args.error);
  input.io.Out("synapse " SYNAPSE_VERSION "\n");
  return 0;
}

// `synapse import`: "`synapse history import`"; "" if no subcommand has the action.
std::string WithAction(std::string_view action) {
  std::string out;
  for (const Subcommand& s : Subcommands()) {
    for (const Form& form : s.forms) {
      if (form.action != action || action.empty()) continue;
      out += (out.empty() ? "`synapse " : " or `synapse ") +
             std::string(s.name) + " " + std::string(action) + "`";
    }
  }
  return out;
}

int UnknownSubcommand(const CommandInput& input, const std::string& name) {
  std::string why = "no such subcommand; `synapse help` lists them";
  if (const std::string meant = WithAction(name); !meant.empty()) {
    return Fail(input, name, "no such subcommand; is " + meant + " meant?", 2);
  }
  int least = MaxTypos(name) + 1;
  for (const Subcommand& s : Subcommands()) {
    int typos = TypoDistance(name, s.name, least - 1);
    if (typos >= least) continue;
    least = typos;
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

// The page's name if man(1) finds it there, else its path next to the program.
std::string ManualPage() {
  const std::string root(DirName(DirName(ExecutablePath())));
  for (const char* relative : {"share/man/man1/synapse.1", "man/synapse.1"}) {
    std::string page = JoinPath(root, relative);
    const bool known = root == "/usr" || root == "/usr/local";
    if (!known && IsRegularFile(page)) return page;
  }
  return "synapse";
}

int RunHelp(const CommandInput& input) {
  const size_t most = !input.args.empty() && input.args[0] == "tour" ? 2 : 1;
  if (input.args.size() > most) {
    return Usage(input, "help", input.args[most] + ": not expected");
  }
  if (!input.args.empty() && input.args[0] == "tour") {
    if (input.args.size() == 1) {
      if (!CanWalkTour()) {
        input.io.Out(Tour());
        return 0;
      }
      const std::string why = WalkTour();
      return why.empty() ? 0 : Fail(input, "help tour", why);
    }
    auto page = ParseNumber(input.args[1]);
    size_t pages = TourSteps().size();
    if (!page || *page < 1 || static_cast<size_t>(*page) > pages) {
      return Usage(input, "help",
                   "tour: expected 1 to " + std::to_string(pages));
    }
    input.io.Out(TourSteps()[static_cast<size_t>(*page) - 1].screen);
    return 0;
  }
  if (!input.args.empty()) {
    const Subcommand* s = FindSubcommand(input.args[0]);
    if (!s) return UnknownSubcommand(input, input.args[0]);
    std::string text = HelpOf(*s);
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
  text +=
      "\n`synapse help tour` shows the keys, `synapse SUBCOMMAND --help` "
      "says more;\n`man " +
      ManualPage() + "` all of it.\n";
  input.io.Out(text);
  return 0;
}

}  // namespace synapse
