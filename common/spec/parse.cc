// The format is a tree of objects. Each kind of object is read by the keys of its
// struct (spec/model.h), and has a function Check() for what its members must
// be, and Other() for those that are not read as they are written.
#include "spec/parse.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "spec/file_contents.h"
#include "spec/file_lists.h"
#include "spec/generator.h"
#include "spec/json_tree.h"
#include "spec/node_reader.h"
#include "spec/option_names.h"

namespace synapse {
namespace {

constexpr int kMaxSubcommandDepth = 32;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::optional<ValueType> TypeOf(std::string_view name) {
  if (name == "folder") return ValueType::kDirectory;
  const auto& names = kNamesOf<ValueType>;
  const auto at = std::find(names.begin() + 1, names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<ValueType>(at - names.begin());
}

class SpecParser : NodeReader {
 public:
  using NodeReader::NodeReader;
  using NodeReader::Reports;

  void Parse(SpecDraft& spec) {
    const JsonNode& root = tree().root();
    if (root.type != JsonNode::Type::kObject) {
      return Fatal(root, "expected an object");
    }
    spec_ = &spec;
    ReadGenerators(root, spec.generators);
    ReadObject(root, spec.root);
    CountNames(spec);
  }

 private:
  template <class T>
  void ReadObject(const JsonNode& node, T& out) {
    if (!IsObject(node)) return;
    ForMembers(node, [&](const JsonNode& member) {
      if (Other(member, out)) return;
      if (ReadMember(member, out)) return Check(member, out);
      Warn(member, "unknown key");
    });
    CheckAll(node, out);
  }
  // Reads the member with this key; false if there is none.
  template <class T>
  bool ReadMember(const JsonNode& node, T& out) {
    const auto fields = T::Fields(out);
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return ((!node.key.empty() && node.key == T::kKeys[I] &&
               (ReadField(node, std::get<I>(fields)), true)) ||
              ...);
    }
    (std::make_index_sequence<T::kKeys.size()>());
  }

  template <class T>
  void ReadField(const JsonNode& node, T& out) {
    if constexpr (std::is_enum_v<T>) {
      ReadName(node, out);
    } else {
      Read(node, out);
    }
  }
  template <class T>
  void ReadField(const JsonNode& node, std::vector<T>& out) {
    // One object may stand for a list of one.
    constexpr bool kOneAllowed =
        std::is_same_v<T, ArgDraft> || std::is_same_v<T, NextDraft>;
    if constexpr (std::is_same_v<T, std::string>) {
      Read(node, out);
    } else if constexpr (std::is_same_v<T, ValueRiskDraft>) {
      ReadRisks(node, out);
    } else {
      ReadList(node, out, kOneAllowed,
               [&](auto& n, T& item) { ReadItem(n, item); });
    }
  }
  void ReadField(const JsonNode& node, RiskDraft& out) { ReadRisk(node, out); }
  void ReadField(const JsonNode& node, ValueType& out) {
    std::string name;
    Read(node, name);
    if (const auto type = TypeOf(name)) {
      out = *type;
    } else {
      Warn(node, "unknown template '" + name + "'");
    }
  }

  void ReadItem(const JsonNode& node, auto& out) { ReadObject(node, out); }
  void ReadItem(const JsonNode& node, CommandDraft& out) {
    if (depth_ == kMaxSubcommandDepth) {
      return Fatal(node, "more than 32 levels of subcommands");
    }
    ++depth_;
    ReadObject(node, out);
    --depth_;
  }
  void ReadItem(const JsonNode& node, ValueDraft& out) {
    if (node.type == JsonNode::Type::kString) {
      out.value = node.text;
    } else if (node.type == JsonNode::Type::kObject) {
      ReadObject(node, out);
    } else {
      Fatal(node, "expected a string or an object");
    }
  }

  // Most kinds of objects have nothing more to be checked.
  bool Other(const JsonNode&, const auto&) { return false; }
  void Check(const JsonNode&, const auto&) {}

  bool Other(const JsonNode& m, CommandDraft&) {
    if (depth_ > 0) return false;
    if (m.key == "generated_by") Read(m, spec_->generated_by);
    return m.key == "generated_by" || m.key == "generators";
  }
  void Check(const JsonNode& m, const CommandDraft& out) {
    if (m.key == "name") CheckNames(m, out.names);
    if (m.key == "subcommand_generator") {
      CheckGenerator(m, out.subcommand_generator);
    }
    if (m.key == "makes" &&
        std::any_of(out.makes.begin(), out.makes.end(), [](const auto& name) {
          return name.empty() || name.find('/') != name.npos || name == "..";
        })) {
      Fatal(m, "expected the names of files in the present directory");
    }
    // A file name that SpecStore will look for: never a path.
    if (m.key == "ref" && (out.ref.empty() || out.ref.starts_with('.') ||
                           out.ref.find('/') != out.ref.npos)) {
      Fatal(m, "expected the name of a spec");
    }
  }
  void CheckAll(const JsonNode& node, const CommandDraft& out) {
    if (out.names.empty()) Fatal(node, "a command needs a name");
    if (!reports_all()) return;
    CheckOptionNames(node, out);
    CheckFrequent(node, out);
  }

  void Check(const JsonNode& m, const OptionDraft& out) {
    if (m.key == "name") CheckNames(m, out.names);
  }
  void CheckAll(const JsonNode& node, OptionDraft& out) {
    if (out.names.empty()) {
      Fatal(node, "an option needs a name");
      out.names.emplace_back();  // the model requires a name
    }
    if (!out.separator.empty() && out.args.empty()) {
      Warn(node, "a separator without an argument");
    }
  }

  bool Other(const JsonNode& m, ArgDraft& out) {
    if (m.key == "secret") {
      ReadSecret(m, out.secret);
      return true;
    }
    const auto type = TypeOf(m.key);
    bool set = false;
    if (type) Read(m, set);
    if (set) out.type = *type;
    return type.has_value();
  }
  void Check(const JsonNode& m, ArgDraft& out) {
    if (m.key == "generator") {
      for (const auto& name : out.generators) CheckGenerator(m, name);
    } else if (m.key == "contents") {
      for (const auto& kind : out.contents) {
        if (!FileContents::IsKind(kind)) Warn(m, "unknown kind '" + kind + "'");
      }
    } else if (m.key == "joined_by" && HasName(out.joined_by, "")) {
      Fatal(m, "values are joined by a text that is not empty");
      out.joined_by.clear();
    }
  }
  void CheckAll(const JsonNode&, const ArgDraft&) {}

  void CheckAll(const JsonNode& node, const ValueDraft& out) {
    if (out.value.empty()) Fatal(node, "a value needs a 'value'");
  }
  void CheckAll(const JsonNode& node, const NextDraft& out) {
    if (const auto why = ProblemOf(out); !why.empty()) Fatal(node, why);
  }

  bool Other(const JsonNode& m, GeneratorDraft&) {
    // A string would need a shell to split it: only argv is accepted.
    if (m.key != "command" || m.type == JsonNode::Type::kArray) return false;
    Fatal(m, "expected an array: argv, not a shell string");
    return true;
  }
  void Check(const JsonNode& m, GeneratorDraft& out) {
    if (m.key == "native" && !FindNative(out.native)) {
      Warn(m, "no such native reader");
    } else if (m.key == "files") {
      for (const std::string& path : out.files) {
        if (!IsFilesPath(path)) Fatal(m, "expected paths below a directory");
      }
    } else if (m.key == "parse") {
      if (!IsOneOf(out.parse, {"lines", "json", "jsonl"})) {
        Fatal(m, "expected \"lines\", \"json\" or \"jsonl\"");
      }
      if (out.parse == "lines") out.parse.clear();
    } else if (m.key == "pattern") {
      CheckPattern(m, out.pattern);
    } else if (m.key == "kind" &&
               !std::all_of(out.kind.begin(), out.kind.end(), IsLower)) {
      // A kind is written between < and > in templates.
      Fatal(m, "expected small letters only");
      out.kind.clear();
    }
  }
  void CheckAll(const JsonNode& node, const GeneratorDraft& out) {
    if (!out.native.empty() + !out.command.empty() + !out.files.empty() != 1) {
      Fatal(node, "expected one of 'native', 'command' and 'files'");
    }
  }

  void CheckNames(const JsonNode& node, const std::vector<std::string>& names) {
    if (names.empty()) return Fatal(node, "expected at least one name");
    for (const std::string& name : names) {
      if (name.empty()) Fatal(node, "an empty name");
      if (std::any_of(name.begin(), name.end(), IsBlank)) {
        Fatal(node, "white space in the name '" + name + "'");
      }
    }
  }

  // Reads "LEVEL: WHY". The default level is careful.
  void ReadRisk(const JsonNode& node, RiskDraft& out) {
    std::string text;
    Read(node, text);
    out = {RiskLevel::kCareful, text};
    for (RiskLevel level :
         {RiskLevel::kNone, RiskLevel::kNote, RiskLevel::kCareful,
          RiskLevel::kDangerous, RiskLevel::kDestructive}) {
      std::string_view rest = text, name = RiskLevelName(level);
      if (!rest.starts_with(name)) continue;
      rest.remove_prefix(name.size());
      if (!rest.empty() && !rest.starts_with(": ")) continue;
      out = {level, std::string(rest.substr(rest.empty() ? 0 : 2))};
      break;
    }
    out.why = Trim(out.why);
    if (out.level == RiskLevel::kNone) out.why.clear();
    if (out.level != RiskLevel::kNone && out.why.empty()) {
      Fatal(node, "expected \"LEVEL: WHY\"");
    }
  }

  // Reads {"PATTERN": "LEVEL: WHY", ...}.
  void ReadRisks(const JsonNode& node, std::vector<ValueRiskDraft>& out) {
    if (!IsObject(node)) return;
    ForMembers(node, [&](const JsonNode& m) {
      ValueRiskDraft& risk = out.emplace_back();
      risk.pattern = m.key;
      CheckPattern(m, risk.pattern);
      ReadRisk(m, risk.risk);
    });
  }

  // Reads true, or a pattern.
  void ReadSecret(const JsonNode& node, std::string& out) {
    if (node.type == JsonNode::Type::kBool) {
      out = node.boolean ? ".*" : "";
      return;
    }
    Read(node, out);
    CheckPattern(node, out);
  }

  void CheckPattern(const JsonNode& node, const std::string& pattern) {
    RE2::Options options(RE2::Quiet);
    options.set_max_mem(1 << 20);
    RE2 compiled(pattern, options);
    if (!compiled.ok()) Fatal(node, "pattern: " + compiled.error());
  }

  void CheckGenerator(const JsonNode& node, const std::string& name) {
    if (!reports_all() || GeneratorNamed(*spec_, name) || FindNative(name)) {
      return;
    }
    Warn(node, "unknown generator '" + name + "'");
  }

  // Reads the generators of the file before the arguments that name them.
  void ReadGenerators(const JsonNode& root, std::vector<GeneratorDraft>& out) {
    const JsonNode* table = tree().Member(root, "generators");
    if (!table) return;
    Step step(*this, table->key);
    if (!IsObject(*table)) return;
    ForMembers(*table, [&](const JsonNode& m) {
      // Of two with one name the later one counts.
      std::erase_if(out,
                    [&](const auto& other) { return other.name == m.key; });
      out.emplace_back().name = m.key;
      ReadObject(m, out.back());
    });
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
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

  SpecDraft* spec_ = nullptr;
  int depth_ = 0;  // of subcommands
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
