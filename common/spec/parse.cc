// The format is a tree of objects, so the parser has one function for each kind
// of object, and each is a loop over its members (node_reader.h). Arguments and
// generators are in argument_reader.h.
#include "spec/parse.h"

#include <algorithm>

#include "spec/argument_reader.h"
#include "spec/json_tree.h"
#include "spec/option_names.h"

namespace synapse {
namespace {

constexpr int kMaxSubcommandDepth = 32;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

class SpecParser : ArgumentReader {
 public:
  using ArgumentReader::ArgumentReader;
  using NodeReader::Reports;

  void Parse(SpecDraft& spec) {
    const JsonNode& root = tree().root();
    if (root.type != JsonNode::Type::kObject) {
      return Fatal(root, "expected an object");
    }
    generated_by_ = &spec.generated_by;
    ReadGenerators(root, spec);
    ParseCommand(root, spec.root, 0);
    CountNames(spec);
  }

 private:
  void ReadNames(const JsonNode& node, std::vector<std::string>& out) {
    Read(node, out);
    if (out.empty()) return Fatal(node, "expected at least one name");
    for (const std::string& name : out) {
      if (name.empty()) Fatal(node, "an empty name");
      if (std::any_of(name.begin(), name.end(), IsBlank)) {
        Fatal(node, "white space in the name '" + name + "'");
      }
    }
  }

  void ParseCommand(const JsonNode& node, CommandDraft& out, int depth) {
    if (!IsObject(node)) return;
    if (depth > kMaxSubcommandDepth) {
      return Fatal(node, "more than 32 levels of subcommands");
    }
    ForMembers(node, [&](const JsonNode& m) {
      if (ReadTraits(m, out))
        return;
      else if (m.key == "name")
        ReadNames(m, out.names);
      else if (m.key == "description")
        Read(m, out.description);
      else if (m.key == "subcommands")
        ReadList(m, out.subcommands, /*one_allowed=*/false,
                 [&](auto& n, CommandDraft& sub) {
                   ParseCommand(n, sub, depth + 1);
                 });
      else if (m.key == "options")
        ReadList(m, out.options, /*one_allowed=*/false,
                 [&](auto& n, OptionDraft& o) { ParseOption(n, o); });
      else if (m.key == "args")
        ReadList(m, out.args, /*one_allowed=*/true,
                 [&](auto& n, ArgDraft& arg) { ParseArg(n, arg); });
      else if (m.key == "risk")
        ReadRisk(m, out.risk);
      else if (m.key == "stdin")
        ReadList(m, out.stdin_, /*one_allowed=*/true,
                 [&](auto& n, ArgDraft& arg) { ParseArg(n, arg); });
      else if (m.key == "frequent")
        Read(m, out.frequent);
      else if (m.key == "piped_to")
        Read(m, out.piped_to);
      else if (m.key == "makes")
        ReadMakes(m, out.makes);
      else if (m.key == "instead")
        Read(m, out.instead);
      else if (m.key == "next")
        ReadList(m, out.next, /*one_allowed=*/true,
                 [&](auto& n, NextDraft& next) { ParseNext(n, next); });
      else if (m.key == "ref")
        ReadRef(m, out.ref);
      else if (m.key == "generated_by" && depth == 0)
        Read(m, *generated_by_);
      else if (m.key == "subcommand_generator") {
        Read(m, out.subcommand_generator);
        CheckGenerator(m, out.subcommand_generator);
      } else if (m.key != "generators" || depth > 0) {
        Warn(m, "unknown key");
      }
    });
    if (out.names.empty()) Fatal(node, "a command needs a name");
    if (!reports_all()) return;
    CheckOptionNames(node, out);
    CheckFrequent(node, out);
  }

  bool ReadTraits(const JsonNode& member, CommandDraft& out) {
    return ReadFlag(member, {{"hidden", out.hidden},
                             {"deprecated", out.deprecated},
                             {"downloads", out.downloads},
                             {"partial", out.partial},
                             {"produces", out.produces},
                             {"prints", out.prints},
                             {"dashless", out.dashless},
                             {"root", out.root},
                             {"options_first", out.options_first},
                             {"args_first", out.args_first},
                             {"finds", out.finds},
                             {"opens", out.opens},
                             {"enters", out.enters},
                             {"answers", out.answers},
                             {"retried", out.retried},
                             {"tracks", out.tracks}});
  }

  void ParseNext(const JsonNode& node, NextDraft& out) {
    if (!IsObject(node)) return;
    ForMembers(node, [&](const JsonNode& m) {
      if (m.key == "line")
        Read(m, out.line);
      else if (m.key == "words")
        Read(m, out.words);
      else if (m.key == "extensions")
        Read(m, out.extensions);
      else if (m.key == "files")
        Read(m, out.files);
      else if (m.key == "lacks")
        Read(m, out.lacks);
      else if (m.key == "fresh")
        Read(m, out.fresh);
      else if (m.key == "failed")
        Read(m, out.failed);
      else if (m.key == "wrapped")
        Read(m, out.wrapped);
      else if (m.key == "percent")
        Read(m, out.percent);
      else
        Warn(m, "unknown key");
    });
    if (const auto why = ProblemOf(out); !why.empty()) Fatal(node, why);
  }

  // Any word may be frequent, but an unknown long option is an error.
  void CheckFrequent(const JsonNode& node, const CommandDraft& command) {
    if (command.partial || command.options.empty()) return;
    for (const std::string& word : command.frequent) {
      const std::string_view name =
          std::string_view(word).substr(0, word.find('='));
      if (name.starts_with("--") && !OptionNamed(command, name) &&
          command.ref.empty()) {
        Warn(node, "frequent: no option '" + word + "'");
      }
    }
  }

  void ReadMakes(const JsonNode& node, std::vector<std::string>& out) {
    Read(node, out);
    for (const std::string& name : out) {
      if (name.empty() || name.find('/') != name.npos || name == "..") {
        Fatal(node, "expected the names of files in the present directory");
      }
    }
  }

  // Reads a file name that SpecStore will look for: never a path.
  void ReadRef(const JsonNode& node, std::string& out) {
    Read(node, out);
    if (out.empty() || out.starts_with('.') || out.find('/') != out.npos) {
      Fatal(node, "expected the name of a spec");
    }
  }

  void CheckOptionNames(const JsonNode& node, const CommandDraft& command) {
    std::set<std::string_view> names;
    for (const OptionDraft& option : command.options) {
      for (const std::string& name : option.names) {
        if (!names.insert(name).second) {
          Warn(node, "two options are named '" + name + "'");
        }
      }
    }
    for (const OptionDraft& option : command.options) {
      for (const auto* list : {&option.exclusive, &option.requires_}) {
        for (const std::string& name : *list) {
          if (!names.contains(name)) {
            Warn(node, "'" + option.names.front() + "' refers to '" + name +
                           "', which is not an option here");
          }
        }
      }
    }
  }

  void ParseOption(const JsonNode& node, OptionDraft& out) {
    if (!IsObject(node)) return;
    ForMembers(node, [&](const JsonNode& m) {
      if (m.key == "name")
        ReadNames(m, out.names);
      else if (m.key == "description")
        Read(m, out.description);
      else if (m.key == "args")
        ReadList(m, out.args, /*one_allowed=*/true,
                 [&](auto& n, ArgDraft& arg) { ParseArg(n, arg); });
      else if (m.key == "separator")
        Read(m, out.separator);
      else if (m.key == "exclusive")
        Read(m, out.exclusive);
      else if (m.key == "requires")
        Read(m, out.requires_);
      else if (m.key == "risk")
        ReadRisk(m, out.risk);
      else if (m.key == "risk_with")
        ReadRisks(m, out.risk_with);
      else if (m.key == "frequent")
        Read(m, out.frequent);
      else if (m.key == "extensions")
        Read(m, out.extensions);
      else if (m.key == "during")
        Read(m, out.during);
      else if (!ReadFlag(m, {{"persistent", out.persistent},
                             {"repeatable", out.repeatable},
                             {"required", out.required},
                             {"hidden", out.hidden},
                             {"deprecated", out.deprecated},
                             {"dry_run", out.dry_run},
                             {"keeps", out.keeps},
                             {"disarms", out.disarms},
                             {"arms", out.arms},
                             {"secret_stdin", out.secret_stdin},
                             {"directories", out.directories},
                             {"not_current", out.not_current},
                             {"other_project", out.other_project}}))
        Warn(m, "unknown key");
    });
    if (out.names.empty()) {
      Fatal(node, "an option needs a name");
      out.names.emplace_back();  // the model requires a name
    }
    if (!out.separator.empty() && out.args.empty()) {
      Warn(node, "a separator without an argument");
    }
  }

  std::string* generated_by_ = nullptr;
};

std::string Message(const std::string& origin, const SpecProblem& problem) {
  std::string out =
      origin + (problem.line ? ':' + std::to_string(problem.line) : "") + ": ";
  if (!problem.path.empty()) out += problem.path + ": ";
  return out + problem.what;
}

}  // namespace

Result<SpecDraft> ParseSpec(std::string_view json, const std::string& origin,
                            std::vector<SpecProblem>* problems) {
  SpecDraft spec;
  spec.origin = origin;
  std::vector<SpecProblem> found;
  JsonTree tree(json);
  if (tree.ok()) {
    SpecParser parser(
        tree,
        problems ? SpecParser::Reports::kAll : SpecParser::Reports::kFatal,
        found);
    parser.Parse(spec);
  } else {
    found.push_back({tree.error_line(), "", tree.error(), true});
  }
  if (problems) problems->insert(problems->end(), found.begin(), found.end());
  const auto fatal = std::find_if(found.begin(), found.end(),
                                  [](const auto& each) { return each.fatal; });
  if (fatal == found.end()) return spec;
  return Status(Code::kInvalidArgument, Message(origin, *fatal));
}

}  // namespace synapse
