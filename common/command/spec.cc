// spec: the completion specs: list, show, check. For generate see
// spec_generate.cc.
#include "spec/parse.h"

#include "command/command.h"

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
  if (input.args.size() != 2)
    return Usage(input, "spec", "show takes one name");
  auto spec = input.engine->specs().FindAny(input.args[1]);
  if (!spec) return Fail(input, "spec", input.args[1] + ": no spec");
  input.io.Out(SpecToJson(*spec) + "\n");
  return 0;
}

int Check(const CommandInput& input) {
  if (input.args.size() < 2) return Usage(input, "spec", "check takes files");
  int bad = 0;
  for (size_t i = 1; i < input.args.size(); ++i) {
    auto text = ReadFile(input.args[i]);
    if (!text.ok()) {
      Fail(input, "spec", text.status().message());
      ++bad;
      continue;
    }
    std::vector<SpecProblem> problems;
    auto spec = ParseSpec(*text, input.args[i], &problems);
    for (const SpecProblem& p : problems) {
      std::string where = input.args[i];
      if (p.line > 0) where += ":" + std::to_string(p.line);
      Fail(input, "spec", where + ": " + p.path + (p.path.empty() ? "" : ": ") +
                              p.what);
    }
    bad += !spec.ok() || !problems.empty();
  }
  if (bad == 0) {
    const size_t specs = input.args.size() - 1;
    input.io.Out(std::to_string(specs) +
                 (specs == 1 ? " spec is valid\n" : " specs are valid\n"));
  }
  return bad == 0 ? 0 : 1;
}

}  // namespace

int RunSpec(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  if (what == "list") return ListSpecs(input);
  if (what == "show") return ShowSpec(input);
  if (what == "check") return Check(input);
  if (what == "generate") return GenerateSpec(input);
  return UnknownAction(input, "spec");
}

}  // namespace synapse
