#include "spec/argument_reader.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "spec/file_contents.h"
#include "spec/file_lists.h"
#include "spec/generator.h"

namespace synapse {
namespace {

struct TypeName {
  std::string_view name;
  ValueType type;
};
constexpr TypeName kTypeNames[] = {
    {"file", ValueType::kFile},
    {"directory", ValueType::kDirectory},
    {"folder", ValueType::kDirectory},
    {"executable", ValueType::kExecutable},
    {"command", ValueType::kCommand},
    {"command_name", ValueType::kCommandName},
    {"host", ValueType::kHost},
    {"url", ValueType::kUrl},
    {"user", ValueType::kUser},
    {"group", ValueType::kGroup},
    {"variable", ValueType::kVariable},
    {"process", ValueType::kProcess},
    {"signal", ValueType::kSignal},
    {"shell", ValueType::kShell},
    {"script", ValueType::kScript},
    {"sql", ValueType::kSql},
};

std::optional<ValueType> TypeOf(std::string_view name) {
  for (const TypeName& known : kTypeNames) {
    if (known.name == name) return known.type;
  }
  return std::nullopt;
}

}  // namespace

void ArgumentReader::ReadRisk(const JsonNode& node, RiskDraft& out) {
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

void ArgumentReader::ReadRisks(const JsonNode& node,
                               std::vector<ValueRiskDraft>& out) {
  if (!IsObject(node)) return;
  ForMembers(node, [&](const JsonNode& m) {
    ValueRiskDraft& risk = out.emplace_back();
    risk.pattern = m.key;
    CheckPattern(m, risk.pattern);
    ReadRisk(m, risk.risk);
  });
}

// Reads true, or a pattern.
void ArgumentReader::ReadSecret(const JsonNode& node, std::string& out) {
  if (node.type == JsonNode::Type::kBool) {
    out = node.boolean ? ".*" : "";
    return;
  }
  Read(node, out);
  CheckPattern(node, out);
}

void ArgumentReader::CheckPattern(const JsonNode& node,
                                  const std::string& pattern) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(1 << 20);
  RE2 compiled(pattern, options);
  if (!compiled.ok()) Fatal(node, "pattern: " + compiled.error());
}

void ArgumentReader::ParseArg(const JsonNode& node, ArgDraft& out) {
  if (!IsObject(node)) return;
  ForMembers(node, [&](const JsonNode& m) {
    if (m.key == "name")
      Read(m, out.name);
    else if (m.key == "description")
      Read(m, out.description);
    else if (m.key == "ends")
      Read(m, out.ends);
    else if (m.key == "risk")
      ReadRisk(m, out.risk);
    else if (m.key == "risks")
      ReadRisks(m, out.risks);
    else if (m.key == "secret")
      ReadSecret(m, out.secret);
    else if (m.key == "template")
      ReadTemplate(m, out.type);
    else if (m.key == "default")
      Read(m, out.default_value);
    else if (m.key == "creates")
      ReadOneOf(m, out.creates,
                {{"all", Creates::kAll},
                 {"last", Creates::kLast},
                 {"new", Creates::kNew}});
    else if (m.key == "reads")
      ReadOneOf(m, out.reads, {{"file", Reads::kFile}, {"any", Reads::kAny}});
    else if (m.key == "written_with")
      Read(m, out.written_with);
    else if (m.key == "runs_only")
      ReadOneOf(m, out.runs_only,
                {{"builtins", RunsOnly::kBuiltins},
                 {"commands", RunsOnly::kCommands},
                 {"programs", RunsOnly::kPrograms}});
    else if (m.key == "suffix")
      Read(m, out.suffix);
    else if (m.key == "joined_by")
      ReadJoinedBy(m, out.joined_by);
    else if (m.key == "extensions")
      Read(m, out.extensions);
    else if (m.key == "contents")
      ReadContents(m, out);
    else if (m.key == "values")
      ReadList(m, out.values, /*one_allowed=*/false,
               [&](auto& n, ValueDraft& value) { ParseValue(n, value); });
    else if (m.key == "generator") {
      Read(m, out.generators);
      for (const auto& name : out.generators) CheckGenerator(m, name);
    } else if (auto type = TypeOf(m.key)) {
      bool set = false;
      Read(m, set);
      if (set) out.type = *type;
    } else if (!ReadTraits(m, out)) {
      Warn(m, "unknown key");
    }
  });
}

bool ArgumentReader::ReadTraits(const JsonNode& member, ArgDraft& out) {
  return ReadFlag(member, {{"optional", out.optional},
                           {"variadic", out.variadic},
                           {"open", out.open},
                           {"sought", out.sought},
                           {"after_dashes", out.after_dashes},
                           {"runs", out.runs},
                           {"program", out.program},
                           {"elsewhere", out.elsewhere},
                           {"as_root", out.as_root},
                           {"enters", out.enters},
                           {"removes", out.removes},
                           {"overwrites", out.overwrites},
                           {"current", out.current},
                           {"only_listed", out.only_listed},
                           {"unlisted", out.unlisted}});
}

void ArgumentReader::ReadJoinedBy(const JsonNode& node,
                                  std::vector<std::string>& out) {
  Read(node, out);
  if (std::find(out.begin(), out.end(), "") != out.end()) {
    Fatal(node, "values are joined by a text that is not empty");
    out.clear();
  }
}

void ArgumentReader::ReadTemplate(const JsonNode& node, ValueType& out) {
  std::string name;
  Read(node, name);
  if (auto type = TypeOf(name)) {
    out = *type;
  } else {
    Warn(node, "unknown template '" + name + "'");
  }
}

void ArgumentReader::ParseValue(const JsonNode& node, ValueDraft& out) {
  if (node.type == JsonNode::Type::kString) {
    out.value = node.text;
    return;
  }
  if (node.type != JsonNode::Type::kObject) {
    return Fatal(node, "expected a string or an object");
  }
  ForMembers(node, [&](const JsonNode& m) {
    if (m.key == "value")
      Read(m, out.value);
    else if (m.key == "description")
      Read(m, out.description);
    else
      Warn(m, "unknown key");
  });
  if (out.value.empty()) Fatal(node, "a value needs a 'value'");
}

void ArgumentReader::ReadContents(const JsonNode& node, ArgDraft& out) {
  Read(node, out.contents);
  for (const auto& kind : out.contents) {
    if (!FileContents::IsKind(kind)) {
      Warn(node, "unknown kind '" + kind + "'");
    }
  }
}

void ArgumentReader::CheckGenerator(const JsonNode& node,
                                    const std::string& name) {
  if (!reports_all() || GeneratorNamed(*spec_, name) || FindNative(name)) {
    return;
  }
  Warn(node, "unknown generator '" + name + "'");
}

void ArgumentReader::ReadGenerators(const JsonNode& root, SpecDraft& spec) {
  spec_ = &spec;
  const JsonNode* table = tree().Member(root, "generators");
  if (!table) return;
  Step step(*this, table->key);
  if (!IsObject(*table)) return;
  ForMembers(*table, [&](const JsonNode& m) {
    // Of two with one name the later one counts.
    std::erase_if(spec.generators,
                  [&](const auto& other) { return other.name == m.key; });
    spec.generators.emplace_back().name = m.key;
    ParseGenerator(m, spec.generators.back());
  });
  std::sort(spec.generators.begin(), spec.generators.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
}

void ArgumentReader::ParseGenerator(const JsonNode& node, GeneratorDraft& out) {
  if (!IsObject(node)) return;
  ForMembers(node, [&](const JsonNode& m) {
    if (m.key == "native") {
      Read(m, out.native);
      if (!FindNative(out.native)) Warn(m, "no such native reader");
    } else if (m.key == "command") {
      // A string would need a shell to split it: only argv is accepted.
      if (m.type != JsonNode::Type::kArray) {
        return Fatal(m, "expected an array: argv, not a shell string");
      }
      Read(m, out.command);
    } else if (m.key == "files") {
      Read(m, out.files);
      for (const std::string& path : out.files) {
        if (!IsFilesPath(path)) Fatal(m, "expected paths below a directory");
      }
    } else if (m.key == "parse") {
      Read(m, out.parse);
      if (out.parse != "lines" && out.parse != "json" && out.parse != "jsonl")
        Fatal(m, "expected \"lines\", \"json\" or \"jsonl\"");
      if (out.parse == "lines") out.parse.clear();
    } else if (m.key == "pattern") {
      Read(m, out.pattern);
      CheckPattern(m, out.pattern);
    } else if (m.key == "path")
      Read(m, out.path);
    else if (m.key == "value")
      Read(m, out.value);
    else if (m.key == "description")
      Read(m, out.description);
    else if (m.key == "kind")
      ReadKind(m, out.kind);
    else if (m.key == "timeout_ms")
      Read(m, out.timeout_ms);
    else if (m.key == "ttl_s")
      Read(m, out.ttl_s);
    else if (m.key == "depends")
      Read(m, out.depends);
    else
      Warn(m, "unknown key");
  });
  if (!out.native.empty() + !out.command.empty() + !out.files.empty() != 1) {
    Fatal(node, "expected one of 'native', 'command' and 'files'");
  }
}

// A kind is written between < and > in templates.
void ArgumentReader::ReadKind(const JsonNode& node, std::string& out) {
  Read(node, out);
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (!std::all_of(out.begin(), out.end(), is_letter)) {
    Fatal(node, "expected small letters only");
    out.clear();
  }
}

}  // namespace synapse
