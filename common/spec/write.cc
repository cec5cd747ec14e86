// SpecToJson: writes what parse.cc reads, with the keys in the order of
// synapse-spec(5). Defaults are left out.
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <concepts>

#include "spec/parse.h"

namespace synapse {
namespace {

class SpecWriter {
 public:
  std::string Write(const auto& spec) {
    writer_.SetIndent(' ', 2);
    writer_.StartObject();
    CommandMembers(spec.root);
    Member("generated_by", spec.generated_by);
    if (!spec.generators.empty()) {
      writer_.Key("generators");
      writer_.StartObject();
      for (const auto& generator : spec.generators) {
        const std::string_view name = generator.name;
        writer_.Key(name.data(), static_cast<unsigned>(name.size()));
        Generator(generator);
      }
      writer_.EndObject();
    }
    writer_.EndObject();
    return {buffer_.GetString(), buffer_.GetSize()};
  }

 private:
  void Text(std::string_view text) {
    writer_.String(text.data(), static_cast<unsigned>(text.size()));
  }
  void Member(const char* key, std::string_view text) {
    if (text.empty()) return;
    writer_.Key(key);
    Text(text);
  }
  template <std::same_as<bool> Flag>
  void Member(const char* key, Flag set) {
    if (!set) return;
    writer_.Key(key);
    writer_.Bool(true);
  }
  void Member(const char* key, int number, int unless) {
    if (number == unless) return;
    writer_.Key(key);
    writer_.Int(number);
  }
  void Member(const char* key, const std::vector<std::string>& list) {
    Member(key, list, [&](std::string_view text) { Text(text); });
  }
  void Member(const char* key, const PackedList<PackedText>& list) {
    Member(key, list, [&](std::string_view text) { Text(text); });
  }
  template <class Each>
  void Member(const char* key, const auto& list, Each&& each) {
    if (list.empty()) return;
    writer_.Key(key);
    writer_.StartArray();
    for (const auto& item : list) each(item);
    writer_.EndArray();
  }

  void Next(const auto& next) {
    writer_.StartObject();
    Member("line", next.line);
    Member("words", next.words);
    Member("extensions", next.extensions);
    Member("files", next.files);
    Member("lacks", next.lacks);
    Member("fresh", next.fresh);
    Member("failed", next.failed);
    Member("wrapped", next.wrapped);
    Member("percent", next.percent, NextDraft().percent);
    writer_.EndObject();
  }

  void CommandMembers(const auto& c) {
    Member("name", c.names);
    Member("description", c.description);
    Member("hidden", c.hidden);
    Member("deprecated", c.deprecated);
    Member("risk", RiskText(c.risk));
    Member("stdin", c.stdin_, [&](const auto& arg) { Arg(arg); });
    Member("downloads", c.downloads);
    Member("prints", c.prints);
    Member("produces", c.produces);
    Member("finds", c.finds);
    Member("opens", c.opens);
    Member("enters", c.enters);
    Member("answers", c.answers);
    Member("retried", c.retried);
    Member("tracks", c.tracks);
    Member("partial", c.partial);
    Member("frequent", c.frequent);
    Member("piped_to", c.piped_to);
    Member("makes", c.makes);
    Member("instead", c.instead);
    Member("next", c.next, [&](const auto& next) { Next(next); });
    Member("dashless", c.dashless);
    Member("options_first", c.options_first);
    Member("args_first", c.args_first);
    Member("root", c.root);
    Member("ref", c.ref);
    Member("subcommand_generator", c.subcommand_generator);
    Member("subcommands", c.subcommands, [&](const auto& sub) {
      writer_.StartObject();
      CommandMembers(sub);
      writer_.EndObject();
    });
    Member("options", c.options, [&](const auto& o) { Option(o); });
    Member("args", c.args, [&](const auto& arg) { Arg(arg); });
  }

  void Option(const auto& o) {
    writer_.StartObject();
    Member("name", o.names);
    Member("description", o.description);
    Member("args", o.args, [&](const auto& arg) { Arg(arg); });
    Member("separator", o.separator);
    Member("persistent", o.persistent);
    Member("repeatable", o.repeatable);
    Member("required", o.required);
    Member("hidden", o.hidden);
    Member("deprecated", o.deprecated);
    Member("exclusive", o.exclusive);
    Member("requires", o.requires_);
    Member("risk", RiskText(o.risk));
    Member("dry_run", o.dry_run);
    Member("disarms", o.disarms);
    Member("arms", o.arms);
    Risks("risk_with", o.risk_with);
    Member("secret_stdin", o.secret_stdin);
    Member("directories", o.directories);
    Member("not_current", o.not_current);
    Member("other_project", o.other_project);
    Member("keeps", o.keeps);
    Member("during", o.during);
    Member("frequent", o.frequent);
    Member("extensions", o.extensions);
    writer_.EndObject();
  }

  void Risks(const char* key, const auto& risks) {
    if (risks.empty()) return;
    writer_.Key(key);
    writer_.StartObject();
    for (const auto& r : risks) {
      std::string text = RiskText(r.risk);
      const std::string_view pattern = r.pattern;
      writer_.Key(pattern.data(), static_cast<unsigned>(pattern.size()));
      Text(text.empty() ? "none" : text);
    }
    writer_.EndObject();
  }

  void Arg(const auto& a) {
    writer_.StartObject();
    Member("name", a.name);
    Member("description", a.description);
    Member("optional", a.optional);
    Member("variadic", a.variadic);
    Member("open", a.open);
    Member("after_dashes", a.after_dashes);
    Member("ends", a.ends);
    Member("program", a.program);
    Member("runs", a.runs);
    Member("sought", a.sought);
    Member("elsewhere", a.elsewhere);
    Member("as_root", a.as_root);
    Member("enters", a.enters);
    if (a.runs_only != RunsOnly::kAny) {
      Member("runs_only", a.runs_only == RunsOnly::kBuiltins   ? "builtins"
                          : a.runs_only == RunsOnly::kCommands ? "commands"
                                                               : "programs");
    }
    Member("current", a.current);
    Member("only_listed", a.only_listed);
    Member("unlisted", a.unlisted);
    Member("suffix", a.suffix);
    Member("joined_by", a.joined_by);
    if (a.creates != Creates::kNothing) {
      constexpr const char* kNames[] = {"", "last", "all", "new"};
      Member("creates", kNames[static_cast<int>(a.creates)]);
    }
    if (a.reads != Reads::kNothing) {
      Member("reads", a.reads == Reads::kFile ? "file" : "any");
    }
    Member("written_with", a.written_with);
    Member("removes", a.removes);
    Member("overwrites", a.overwrites);
    Member("secret", a.secret);
    Member("risk", RiskText(a.risk));
    Risks("risks", a.risks);
    Member("template", TemplateName(a.type));
    Member("values", a.values, [&](const auto& v) {
      if (v.description.empty()) return Text(v.value);
      writer_.StartObject();
      Member("value", v.value);
      Member("description", v.description);
      writer_.EndObject();
    });
    Member("generator", a.generators);
    Member("default", a.default_value);
    Member("extensions", a.extensions);
    Member("contents", a.contents);
    writer_.EndObject();
  }

  void Generator(const auto& g) {
    const GeneratorDraft defaults;
    writer_.StartObject();
    Member("native", g.native);
    Member("command", g.command);
    Member("files", g.files);
    Member("parse", g.parse);
    Member("path", g.path);
    Member("pattern", g.pattern);
    Member("value", g.value);
    Member("description", g.description);
    Member("kind", g.kind);
    Member("timeout_ms", g.timeout_ms, defaults.timeout_ms);
    Member("ttl_s", g.ttl_s, defaults.ttl_s);
    Member("depends", g.depends);
    writer_.EndObject();
  }

  static std::string RiskText(const auto& risk) {
    if (risk.level == RiskLevel::kNone) return "";
    return std::string(RiskLevelName(risk.level)) + ": " + risk.why;
  }

  static const char* TemplateName(ValueType type) {
    switch (type) {
      case ValueType::kAny: return "";
      case ValueType::kFile: return "file";
      case ValueType::kDirectory: return "directory";
      case ValueType::kExecutable: return "executable";
      case ValueType::kCommandName: return "command_name";
      case ValueType::kCommand: return "command";
      case ValueType::kHost: return "host";
      case ValueType::kUrl: return "url";
      case ValueType::kUser: return "user";
      case ValueType::kGroup: return "group";
      case ValueType::kVariable: return "variable";
      case ValueType::kProcess: return "process";
      case ValueType::kSignal: return "signal";
      case ValueType::kShell: return "shell";
      case ValueType::kScript: return "script";
      case ValueType::kSql: return "sql";
    }
    return "";
  }

  rapidjson::StringBuffer buffer_;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer_{buffer_};
};

}  // namespace

std::string SpecToJson(const Spec& spec) { return SpecWriter().Write(spec); }
std::string SpecToJson(const SpecDraft& spec) {
  return SpecWriter().Write(spec);
}

}  // namespace synapse
