// spec: the completion specs: list, show, check. For the rest see
// spec_generate.cc and spec_machine.cc.
#include "command/command.h"
#include "spec/descriptions.h"
#include "spec/parse.h"

namespace synapse {
namespace {

int ListSpecs(const CommandInput& input) {
  for (const SpecStore::Entry& e : input.engine->specs().List()) {
    std::string name = e.name;
    name.resize(std::max<size_t>(name.size() + 1, 16), ' ');
    input.io.Out(name + Printable(e.description) + "\n");
  }
  for (const std::string& error : input.engine->specs().errors()) {
    Fail(input, "spec", error);
  }
  return 0;
}

int ShowSpec(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "spec");
  if (!args.error.empty()) return Usage(input, "spec", args.error);
  if (args.rest.size() != 1) {
    return Usage(input, "spec", "show takes one name");
  }
  const std::string& name = args.rest[0];
  if (args.Has("--source")) return ShowSpecSources(input, name);
  SpecStore& specs = input.engine->specs();
  const SpecStore::LooksForPrograms looks(specs);
  auto spec = specs.Find(name);
  if (!spec) spec = specs.FindAny(name);
  if (!spec) return Fail(input, "spec", name + ": no spec");
  input.io.Out(SpecToJson(*spec) + "\n");
  return 0;
}

// Reports the findings of one file; returns their number.
size_t CheckFile(const CommandInput& input, const std::string& file,
                 bool style) {
  auto text = ReadFile(file);
  if (!text.ok()) {
    Fail(input, "spec", text.status().message());
    return 1;
  }
  std::vector<SpecProblem> problems;
  auto spec = ParseSpec(*text, file, &problems);
  for (const SpecProblem& p : problems) {
    const std::string line = p.line > 0 ? ":" + std::to_string(p.line) : "";
    Fail(input, "spec",
         file + line + ": " + p.path + (p.path.empty() ? "" : ": ") + p.what);
  }
  if (!spec.ok()) return std::max<size_t>(problems.size(), 1);
  if (!style) return problems.size();
  const auto texts = CheckDescriptions(spec->root);
  for (const DescriptionProblem& p : texts) {
    Fail(input, "spec", file + ": " + p.where + ": " + p.what);
  }
  return problems.size() + texts.size();
}

int Check(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "spec");
  if (!args.error.empty()) return Usage(input, "spec", args.error);
  if (args.rest.empty()) return Usage(input, "spec", "check takes files");
  size_t bad = 0;
  for (const std::string& file : args.rest) {
    bad += CheckFile(input, file, args.Has("--style"));
  }
  if (bad > 0) return 1;
  const size_t specs = args.rest.size();
  input.io.Out(std::to_string(specs) +
               (specs == 1 ? " spec is valid\n" : " specs are valid\n"));
  return 0;
}

}  // namespace

int RunSpec(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  if (what == "list") return ListSpecs(input);
  if (what == "show") return ShowSpec(input);
  if (what == "check") return Check(input);
  if (what == "generate") return GenerateSpec(input);
  if (what == "diff") return DiffSpec(input);
  return UnknownAction(input, "spec");
}

}  // namespace synapse
