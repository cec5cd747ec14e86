// The pages match the code: settings, subcommands, options, keys.
#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/config.h"
#include "command/command.h"
#include "command/tour.h"
#include "lines/finding.h"
#include "list/list_keys.h"
#include "spec/generator.h"
#include "spec/store.h"
#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::LinesOf;
using testing::Replaced;
using testing::SourceFile;

std::string FileOf(const char* path) {
  auto text = ReadFile(SourceFile(path));
  REQUIRE_MESSAGE(text.ok(), path);
  return *text;
}

// A manual page without its macros: ".BR a \" (\" b" is "a (b".
std::string Unformatted(const std::string& page) {
  std::string out;
  for (std::string line : LinesOf(page)) {
    for (const char* escape : {"\\fB", "\\fI", "\\fR", "\\fP", "\\&"}) {
      line = Replaced(line, escape, "");
    }
    line = Replaced(Replaced(line, "\\-", "-"), "\\(aq", "'");
    bool alternating = false;
    if (line.starts_with(".")) {
      std::string macro = line.substr(1, line.find(' ') - 1);
      alternating = macro == "BR" || macro == "RB" || macro == "BI" ||
                    macro == "IB" || macro == "RI" || macro == "IR";
      line.erase(
          0, line.find(' ') == line.npos ? line.size() : line.find(' ') + 1);
    }
    bool quoted = false;
    for (char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c != ' ' || quoted || !alternating) {
        out += c;
      }
    }
    out += '\n';
  }
  return out;
}

std::string Page(const char* path) { return Unformatted(FileOf(path)); }

std::string Expected(const ConfigKey& key) {
  std::string fallback = *key.fallback ? key.fallback : "empty";
  switch (key.type) {
    case ConfigType::kBool: return "(boolean, " + fallback + ")";
    case ConfigType::kInt: return "(integer, " + fallback + ")";
    case ConfigType::kDouble: return "(number, " + fallback + ")";
    case ConfigType::kString: return "(string, " + fallback + ")";
    case ConfigType::kPath: return "(path, " + fallback + ")";
    case ConfigType::kUrl: return "(address, " + fallback + ")";
    case ConfigType::kList: return "(list of strings, " + fallback + ")";
    case ConfigType::kStyle: return "(style, " + fallback + ")";
    case ConfigType::kChoice: break;
  }
  std::string choices = Replaced(key.choices, " ", ", ");
  choices.replace(choices.rfind(", "), 2, " or ");
  return "(" + choices + "; " + fallback + ")";
}

// The options of a text: "--limit" and the like.
std::set<std::string> OptionsIn(const std::string& text) {
  std::set<std::string> out;
  for (size_t at = 0; (at = text.find("--", at)) != text.npos;) {
    size_t end = at + 2;
    while (
        end < text.size() &&
        (isalnum(static_cast<unsigned char>(text[end])) || text[end] == '-')) {
      ++end;
    }
    bool begins = at == 0 || !isalnum(static_cast<unsigned char>(text[at - 1]));
    if (begins && end > at + 2) out.insert(text.substr(at, end - at));
    at = end;
  }
  return out;
}

std::vector<std::string> SplitAt(const std::string& text, char separator) {
  std::vector<std::string> out;
  std::string word;
  for (char c : text + separator) {
    if (c != separator) {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::exchange(word, ""));
    }
  }
  return out;
}

// The lines from the macro `begin` to the next macro of a section.
std::string Section(const std::string& begin) {
  std::string out;
  bool inside = false;
  for (const std::string& line : LinesOf(FileOf("man/synapse.1"))) {
    if (line.starts_with(".SS ") || line.starts_with(".SH ")) {
      inside = line == begin || line.starts_with(begin + " ");
    }
    if (inside) out += line + "\n";
  }
  REQUIRE_MESSAGE(!out.empty(), begin);
  return out;
}

std::set<std::string> WordsOf(std::string text) {
  for (char& c : text) {
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_') c = ' ';
  }
  const auto words = SplitAt(text, ' ');
  return {words.begin(), words.end()};
}

// "text" and "json" of "--format text|json", wherever the option is.
std::set<std::string> ValuesBehind(const std::string& option,
                                   const std::string& text) {
  std::set<std::string> out;
  for (size_t at = 0; (at = text.find(option, at)) != text.npos;) {
    at += option.size();
    for (const std::string& value :
         SplitAt(text.substr(at, text.find_first_of(" ]\n", at) - at), '|')) {
      out.insert(value);
    }
  }
  return out;
}

std::vector<std::string> ValuesOf(const PackedList<ValueSpec>& values) {
  std::vector<std::string> out;
  for (const ValueSpec& v : values) out.push_back(v.value.str());
  return out;
}

std::string Capital(std::string text) {
  text[0] = static_cast<char>(toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// A spec has exactly the options and the arguments of one form.
void CheckForm(const CommandSpec& spec, const Form& form) {
  std::map<std::string, const OptionSpec*> options;
  for (const OptionSpec& o : spec.options) options[o.names.back().str()] = &o;
  size_t named = 0, position = 0;
  for (const Term& term : form.terms) {
    const std::string name = term.name;
    CAPTURE(name);
    const std::vector<std::string> values = SplitAt(term.values, ' ');
    if (*term.name) {
      ++named;
      REQUIRE(options.contains(name));
      const auto& args = options[name]->args;
      CHECK(!args.empty() == term.takes_value());
      if (!args.empty()) CHECK(ValuesOf(args[0].values) == values);
      continue;
    }
    REQUIRE(position < spec.args.size());
    const ArgSpec& arg = spec.args[position++];
    CHECK(ValuesOf(arg.values) == values);
    CHECK(arg.optional ==
          (term.need == Need::kOptional || term.need == Need::kMany));
    CHECK(arg.variadic ==
          (term.need == Need::kMany || term.need == Need::kSome));
  }
  CHECK(named == options.size());
  CHECK(position == spec.args.size());
}

// The strings of a line of C, as they are written there.
std::vector<std::string> StringsOf(const std::string& line) {
  std::vector<std::string> out;
  for (size_t at = 0; (at = line.find('"', at)) != line.npos;) {
    const size_t end = line.find('"', at + 1);
    if (end == line.npos) break;
    out.push_back(line.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

// The labels of the keys in module/keys.h, which both shells bind, or the names
// of the commands there.
enum class OfKeys { kLabels, kLabelsWithoutModel, kCommands };
std::set<std::string> NamesInKeys(OfKeys which) {
  std::set<std::string> out;
  for (const std::string& line : LinesOf(FileOf("module/keys.h"))) {
    if (!line.starts_with("  X(")) continue;
    const std::vector<std::string> strings = StringsOf(line);
    // X("sequence", "label", …) or X(CONSTANT, "command", …)
    const bool key = line.starts_with("  X(\"");
    if (which == OfKeys::kCommands) {
      if (!key) out.insert(strings.at(0));
    } else if (key && (which == OfKeys::kLabels ||
                       line.find("SYNAPSE_KEYS_AI") == line.npos)) {
      out.insert(strings.at(1));
    }
  }
  REQUIRE(out.size() > 10);
  return out;
}

}  // namespace

TEST_CASE("pages: every setting with its type and default, and no other") {
  std::string page = Page("man/synapse-config.5");
  std::set<std::string> known;
  for (const ConfigKey& key : ConfigKeys()) {
    known.insert(key.name);
    bool found = false;
    for (const std::string& line : LinesOf(page)) {
      // Two settings that are alike may share a line.
      bool names =
          (", " + line).find(", " + std::string(key.name)) != line.npos;
      std::string kind = Replaced(line, "(styles,", "(style,");
      found |= names && kind.find(Expected(key)) != line.npos;
    }
    CHECK_MESSAGE(found, std::string(key.name), " ", Expected(key));
  }
  for (const std::string& line : LinesOf(page)) {
    size_t dot = line.find('.'), open = line.find(" (");
    if (dot == line.npos || open == line.npos || dot > open ||
        line.find_first_of(" ,") < dot || !line.ends_with(")")) {
      continue;
    }
    CHECK_MESSAGE(known.contains(line.substr(0, line.find_first_of(" ,"))),
                  line);
  }
}

TEST_CASE("pages: the table of settings is complete and true") {
  std::map<std::string, std::string> fallbacks;
  for (const ConfigKey& key : ConfigKeys()) fallbacks[key.name] = key.fallback;
  std::set<std::string> missing;
  for (const auto& [name, fallback] : fallbacks) missing.insert(name);
  for (const std::string& line : LinesOf(FileOf("docs/settings.md"))) {
    if (!line.starts_with("| `")) continue;
    CAPTURE(line);
    const std::string names = line.substr(2, line.find(" | ") - 2);
    std::string cell = line.substr(line.find(" | ") + 3);
    cell = cell.substr(0, cell.find(" | "));
    // Settings that are alike share a row, and their default if it has one cell.
    std::vector<std::string> keys = SplitAt(Replaced(names, ", ", ","), ',');
    for (std::string& key : keys) {
      key = key.substr(1, key.size() - 2);  // without its backquotes
      CAPTURE(key);
      REQUIRE(fallbacks.contains(key));
      CHECK(missing.erase(key) == 1);
    }
    if (!cell.starts_with("`") || keys[0] == "store.path") continue;
    const std::vector<std::string> cells =
        SplitAt(Replaced(cell, ", ", ","), ',');
    REQUIRE((cells.size() == 1 || cells.size() == keys.size()));
    for (size_t i = 0; i < keys.size(); ++i) {
      CHECK(cells[cells.size() == 1 ? 0 : i] == "`" + fallbacks[keys[i]] + "`");
    }
  }
  for (const std::string& key : missing) FAIL_CHECK(key, " has no row");
}

TEST_CASE("pages: the numbers of specs are true") {
  SpecStore store({SourceFile("specs")});
  size_t full = 0, partial = 0;
  for (const SpecStore::Entry& spec : store.List()) {
    ++(spec.description.ends_with("(in part)") ? partial : full);
  }
  const std::string tools = Replaced(FileOf("docs/other-tools.md"), "\n", " ");
  INFO("full: ", full, ", partial: ", partial);
  CHECK(tools.find("full specs of " + std::to_string(full) +
                   ", and partial ones of " + std::to_string(partial) +
                   " more") != tools.npos);
}

// A row of docs/figures.md is the row of the same rule in synapse-figures(7)
// without its third number.
TEST_CASE("pages: the predictions in docs/figures.md are those of the manual") {
  const std::string manual = FileOf("man/synapse-figures.7");
  const std::string page = FileOf("docs/figures.md");
  const size_t from = page.find("The next table shows predictions");
  REQUIRE(from != page.npos);
  const size_t end = page.find("\n## ", from);
  int rows = 0;
  for (const std::string& line : LinesOf(page.substr(from, end - from))) {
    const auto cells = SplitAt(Replaced(line, " | ", "|"), '|');
    if (cells.size() != 6 || !isdigit(cells[3][0])) continue;
    CAPTURE(line);
    std::string pattern = cells[1].starts_with("–")
                              ? "0.0\\s+0.0\\s+0.0"
                              : cells[1] + "\\s+" + cells[2] + "\\s+[0-9.]+";
    for (size_t i : {3, 4, 5}) pattern += "\\s+" + SplitAt(cells[i], ' ')[0];
    CHECK(RE2::PartialMatch(manual, pattern));
    ++rows;
  }
  CHECK(rows == 6);
}

TEST_CASE("pages: the synopsis of synapse.1 is the usage of every subcommand") {
  std::string wanted, written;
  for (const Subcommand& sub : Subcommands()) {
    for (const Form& form : sub.forms) {
      wanted += "synapse " + UsageOf(sub, form) + "\n";
    }
  }
  std::string synopsis = Unformatted(Section(".SH SYNOPSIS"));
  synopsis.erase(0, synopsis.find("synapse suggest"));
  for (const std::string& word : SplitAt(Replaced(synopsis, "\n", " "), ' ')) {
    written += (written.empty() ? "" : word == "synapse" ? "\n" : " ") + word;
  }
  CHECK(written + "\n" == wanted);
}

TEST_CASE("pages: synapse.1 describes every option and value, and no other") {
  for (const Subcommand& sub : Subcommands()) {
    CAPTURE(std::string(sub.name));
    if (std::string_view(sub.name) == "version") continue;
    const std::string text =
        Unformatted(Section(std::string(".SS ") + sub.name));
    const std::set<std::string> words = WordsOf(text);
    std::set<std::string> known;
    if (std::string_view(sub.name) == "help") known.insert("--help");
    for (const Form& form : sub.forms) {
      for (const Term& term : form.terms) {
        const std::string name = term.name;
        CAPTURE(name);
        if (*term.name) known.insert(name);
        const auto values = SplitAt(term.values, ' ');
        if (!*term.name) {
          for (const std::string& value : values) {
            CAPTURE(value);
            CHECK(words.contains(value));
          }
        } else if (!values.empty()) {
          std::set<std::string> wanted(values.begin(), values.end());
          if (*term.value) wanted.insert(term.value);
          CHECK(ValuesBehind(name + " ", text) == wanted);
        }
      }
    }
    CHECK(OptionsIn(text) == known);
  }
}

// The spec of `synapse` completes its own subcommands.
TEST_CASE("pages: the spec of synapse has what its table has, and no other") {
  SpecStore specs({SourceFile("specs")});
  auto spec = specs.Find("synapse");
  REQUIRE(spec);
  std::map<std::string, const CommandSpec*> named;
  for (const CommandSpec& c : spec->root.subcommands)
    named[c.name().str()] = &c;
  std::map<std::string, std::string> helped, there;
  for (const Subcommand& sub : Subcommands()) {
    CAPTURE(std::string(sub.name));
    REQUIRE(named.contains(sub.name));
    const CommandSpec& command = *named[sub.name];
    CHECK(command.description == Capital(sub.summary));
    there[sub.name] = command.description;
    if (std::string_view(sub.name) == "help") {
      for (const ValueSpec& v : command.args[0].values) {
        helped[v.value.str()] = v.description;
      }
    } else if (!*sub.forms[0].action) {
      CheckForm(command, sub.forms[0]);
      CHECK(command.subcommands.empty());
    } else {
      // The form without a name comes last: its options are the command's own.
      const bool unnamed = !*sub.forms.back().action;
      CHECK(command.subcommands.size() + unnamed == sub.forms.size());
      if (unnamed) CheckForm(command, sub.forms.back());
      for (size_t i = 0; i + unnamed < sub.forms.size(); ++i) {
        CAPTURE(std::string(sub.forms[i].action));
        REQUIRE(i < command.subcommands.size());
        CHECK(command.subcommands[i].name() == sub.forms[i].action);
        CheckForm(command.subcommands[i], sub.forms[i]);
      }
    }
  }
  CHECK(named.size() == there.size());
  CHECK(helped.contains("tour"));
  helped.erase("tour");
  CHECK(helped == there);
}

TEST_CASE("pages: settings are completed, and their values") {
  testing::Session s;
  for (const ConfigKey& key : ConfigKeys()) {
    std::string line = "synapse config set " + std::string(key.name);
    CAPTURE(line);
    auto all = s.Suggest(line.substr(0, line.size() - 1), 20);
    auto at = std::find_if(all.begin(), all.end(), [&](const Suggestion& one) {
      return one.text == line;
    });
    REQUIRE(at != all.end());
    CHECK(at->description == key.help);
    std::string choices =
        key.type == ConfigType::kBool ? "true false" : key.choices;
    auto values = s.Texts(line + " ", 20);
    while (!choices.empty()) {
      std::string choice = choices.substr(0, choices.find(' '));
      choices.erase(0, choice.size() + 1);
      CHECK(std::find(values.begin(), values.end(), line + " " + choice) !=
            values.end());
    }
  }
  CHECK(s.First("synapse config set prompt.tab cy") ==
        "synapse config set prompt.tab cycle");
}

TEST_CASE("pages: docs/internals/rank.md has the share of each finding") {
  const std::vector<std::string> lines =
      LinesOf(FileOf("docs/internals/rank.md"));
  for (const FindingRow& row : kFindingTable) {
    if (row.finding == Finding::kNone) continue;
    std::ostringstream begin;
    begin << "| " << row.name << " | " << row.kept << " | ";
    CHECK_MESSAGE(std::any_of(lines.begin(), lines.end(),
                              [&](const std::string& line) {
                                return line.starts_with(begin.str());
                              }),
                  row.name);
  }
}

TEST_CASE("pages: every generator stands in synapse-spec.5") {
  std::string page = Page("man/synapse-spec.5");
  for (const std::string& name : NativeNames()) {
    CHECK_MESSAGE(page.find(name) != page.npos, name);
  }
}

TEST_CASE("pages: keys and commands are those that both shells have") {
  const std::string page = Page("man/synapse.1"), keys = FileOf("docs/keys.md");
  for (const std::string& label : NamesInKeys(OfKeys::kLabels)) {
    CAPTURE(label);
    CHECK(page.find(label) != page.npos);
    CHECK(keys.find(label) != keys.npos);
  }
  // README and the tour leave out the keys that need a language model.
  const std::string readme = FileOf("README.md");
  for (const std::string& label : NamesInKeys(OfKeys::kLabelsWithoutModel)) {
    CAPTURE(label);
    CHECK(readme.find(label) != readme.npos);
    CHECK(Tour().find(label) != std::string::npos);
  }
  for (const std::string& command : NamesInKeys(OfKeys::kCommands)) {
    CAPTURE(command);
    CHECK(page.find(command) != page.npos);
    CHECK(keys.find("`" + command + "`") != keys.npos);
  }
}

TEST_CASE("pages: README and docs/keys.md have no other keys and commands") {
  std::set<std::string> labels = NamesInKeys(OfKeys::kLabels);
  labels.insert("Esc");  // a glue recognises it by a timeout
  for (const char* path : {"README.md", "docs/keys.md"}) {
    std::string table = FileOf(path);
    table.erase(0, table.find("| key | does |"));
    table.erase(table.find("\n\n"));
    int rows = -2;  // the head of the table
    for (const std::string& line : LinesOf(table)) {
      if (++rows <= 0) continue;
      CAPTURE(line);
      const std::string cell = line.substr(2, line.find(" |", 2) - 2);
      for (const std::string& key : SplitAt(Replaced(cell, ", ", ","), ',')) {
        CHECK_MESSAGE(labels.contains(key), key);
      }
    }
    CHECK(rows > 5);
  }
  const std::set<std::string> commands = NamesInKeys(OfKeys::kCommands);
  for (const std::string& word : SplitAt(FileOf("docs/keys.md"), '`')) {
    if (!word.starts_with("synapse-")) continue;
    CHECK_MESSAGE(commands.contains(word), word);
  }
}

TEST_CASE("pages: the keys of the list do what is said of them") {
  const struct {
    const char* name;
    const char* bytes;
    ListKey key;
  } kKeys[] = {
      {"Up", "\033[A", ListKey::kUp},
      {"Down", "\033[B", ListKey::kDown},
      {"Ctrl-P", "\x10", ListKey::kUp},
      {"Ctrl-N", "\x0e", ListKey::kDown},
      {"PageUp", "\033[5~", ListKey::kPageUp},
      {"PageDown", "\033[6~", ListKey::kPageDown},
      {"Home", "\033[H", ListKey::kFirst},
      {"End", "\033[F", ListKey::kLast},
      {"Enter", "\r", ListKey::kTake},
      {"Right", "\033[C", ListKey::kTake},
      {"Alt-Enter", "\033\r", ListKey::kRun},
      {"Ctrl-R", "\x12", ListKey::kScope},
      {"Shift-Delete", "\033[3;2~", ListKey::kForget},
      {"F2", "\033OQ", ListKey::kForget},
      {"Ctrl-U", "\x15", ListKey::kEraseAll},
      {"Ctrl-W", "\x17", ListKey::kEraseWord},
      {"Backspace", "\x7f", ListKey::kErase},
      {"Ctrl-G", "\x07", ListKey::kLeave},
      {"Ctrl-C", "\x03", ListKey::kLeave},
  };
  std::string page = Page("man/synapse.1"), table = FileOf("docs/keys.md");
  page.erase(0, page.find("The list and the search"));
  table.erase(0, table.find("In the list and in the search"));
  for (const auto& [name, bytes, key] : kKeys) {
    const std::string shown = name;  // a lambda captures no binding
    CAPTURE(shown);
    ListKeys keys;
    ListKey last = ListKey::kNone;
    for (const char* at = bytes; *at; ++at) last = keys.Feed(*at);
    CHECK(last == key);
    CHECK(page.find(name) != page.npos);
    CHECK(table.find(name) != table.npos);
  }
}

}  // namespace synapse
