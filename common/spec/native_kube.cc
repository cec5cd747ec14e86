// Contexts and namespaces of a kubeconfig, as kubectl writes it:
//
//   contexts:
//   - context:
//       cluster: dev
//       namespace: shop
//     name: dev-shop
//
// Only block style is understood; other keys and styles are skipped.
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

struct KubeContext {
  std::string name;
  std::string space;
};

std::vector<KubeContext> ReadKubeconfig(const std::string& path,
                                        Reading& reading) {
  std::string text = reading.Text(path);
  std::string_view rest = text, line;
  std::vector<KubeContext> out;
  bool in_contexts = false;
  while (NextLine(rest, line) && !reading.Spent()) {
    size_t at = line.find_first_not_of(' ');
    if (at == line.npos || line[at] == '#') continue;
    bool is_item = line[at] == '-';
    if (at == 0 && !is_item) {
      in_contexts = line.starts_with("contexts:");
      continue;
    }
    if (!in_contexts) continue;
    if (is_item) out.emplace_back();
    if (out.empty()) continue;
    std::string_view pair = Trim(line.substr(at + (is_item ? 1 : 0)));
    size_t colon = pair.find(':');
    if (colon == pair.npos) continue;
    std::string_view value = Unquoted(Trim(pair.substr(colon + 1)));
    if (pair.starts_with("name:")) out.back().name = value;
    if (pair.starts_with("namespace:")) out.back().space = value;
  }
  return out;
}

// $KUBECONFIG is a list of files; without it, ~/.kube/config is read.
std::vector<KubeContext> ReadContexts(const GeneratorInput& input,
                                      Reading& reading) {
  const char* list = getenv("KUBECONFIG");
  std::string paths =
      list && *list ? list : JoinPath(input.home, ".kube/config");
  std::vector<KubeContext> out;
  std::string_view rest = paths;
  while (!rest.empty()) {
    std::string path(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), path.size() + 1));
    for (auto& context : ReadKubeconfig(path, reading)) {
      out.push_back(std::move(context));
    }
  }
  return out;
}

}  // namespace

Values KubeContexts(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  for (const auto& context : ReadContexts(input, reading)) {
    out.Add(context.name, context.space);
  }
  return out.Take();
}

Values KubeNamespaces(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  for (const auto& context : ReadContexts(input, reading)) {
    out.Add(context.space, "of " + context.name);
  }
  // Every cluster has these namespaces.
  for (const char* name : {"default", "kube-system", "kube-public"}) {
    out.Add(name);
  }
  return out.Take();
}

}  // namespace synapse
