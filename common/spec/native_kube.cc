// Contexts and namespaces of a kubeconfig, as kubectl writes it:
//
//   contexts:
//   - context:
//       cluster: dev
//       namespace: shop
//     name: dev-shop
//
// A context may also be written in a row: {cluster: dev, namespace: shop}. Other
// keys and styles are skipped.
#include <dirent.h>

#include <algorithm>
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

struct KubeConfig {
  std::vector<KubeContext> contexts;
  std::string current;  // the name of a context
};

// `{cluster: dev, namespace: shop}`
void ReadFlowContext(std::string_view text, KubeContext& out) {
  if (!text.starts_with('{') || !text.ends_with('}')) return;
  text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view pair = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view kNamespace = "namespace:";
    if (pair.starts_with(kNamespace)) {
      out.space = Unquoted(Trim(pair.substr(kNamespace.size())));
    }
  }
}

// Adds a file. The first file that names a current context decides.
void ReadKubeconfig(const std::string& path, Reading& reading,
                    KubeConfig& config) {
  std::vector<KubeContext>& out = config.contexts;
  const size_t first = out.size();
  std::string text = reading.Text(path);
  std::string_view rest = text, line;
  bool in_contexts = false;
  while (NextLine(rest, line) && !reading.Spent()) {
    size_t at = line.find_first_not_of(' ');
    if (at == line.npos || line[at] == '#') continue;
    bool is_item = line[at] == '-';
    if (at == 0 && !is_item) {
      constexpr std::string_view kCurrent = "current-context:";
      in_contexts = line.starts_with("contexts:");
      if (line.starts_with(kCurrent) && config.current.empty()) {
        config.current = Unquoted(Trim(line.substr(kCurrent.size())));
      }
      continue;
    }
    if (!in_contexts) continue;
    if (is_item) out.emplace_back();
    if (out.size() == first) continue;
    std::string_view pair = Trim(line.substr(at + (is_item ? 1 : 0)));
    size_t colon = pair.find(':');
    if (colon == pair.npos) continue;
    std::string_view value = Unquoted(Trim(pair.substr(colon + 1)));
    if (pair.starts_with("name:")) out.back().name = value;
    if (pair.starts_with("namespace:")) out.back().space = value;
    if (pair.starts_with("context:")) ReadFlowContext(value, out.back());
  }
}

// $KUBECONFIG is a list of files; without it, ~/.kube/config is read.
KubeConfig ReadContexts(const GeneratorInput& input, Reading& reading) {
  const char* list = getenv("KUBECONFIG");
  std::string paths =
      list && *list ? list : JoinPath(input.home, ".kube/config");
  KubeConfig out;
  std::string_view rest = paths;
  while (!rest.empty()) {
    std::string path(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), path.size() + 1));
    ReadKubeconfig(path, reading, out);
  }
  return out;
}

// A directory that holds one is used as it is; overlays lie beside a base.
Values Kustomizations(const GeneratorInput& input, Reading& reading) {
  constexpr size_t kMostDirectories = 400;
  constexpr std::string_view kFiles[] = {"kustomization.yaml",
                                         "kustomization.yml", "Kustomization"};
  ValueList out;
  std::vector<std::string> directories = {""};  // "k8s/", a level at a time
  for (size_t i = 0; i < directories.size() && !reading.Spent(); ++i) {
    const std::string below = directories[i];
    std::vector<std::string> found;
    bool holds = false;
    ForEachEntry(
        JoinPath(input.cwd, below), [&](const char* entry, unsigned char type) {
          const std::string_view name = entry;
          holds |= std::find(std::begin(kFiles), std::end(kFiles), name) !=
                   std::end(kFiles);
          if (type == DT_DIR && name[0] != '.' && name != "node_modules" &&
              name != "vendor" &&
              directories.size() + found.size() < kMostDirectories) {
            found.push_back(below + entry + '/');
          }
          return !reading.Spent();
        });
    if (holds) out.Add(below.empty() ? "./" : below);
    std::sort(found.begin(), found.end());
    directories.insert(directories.end(), found.begin(), found.end());
  }
  return out.Take();
}

// The current one is last: somebody who names a context wants another.
Values KubeContexts(const GeneratorInput& input, Reading& reading) {
  const KubeConfig config = ReadContexts(input, reading);
  ValueList out;
  for (const auto& context : config.contexts) {
    if (context.name != config.current) out.Add(context.name, context.space);
  }
  out.Add(config.current, "current context");
  return out.Take();
}

Values KubeNamespaces(const GeneratorInput& input, Reading& reading) {
  const KubeConfig config = ReadContexts(input, reading);
  ValueList out;
  for (const auto& context : config.contexts) {
    if (context.name == config.current) {
      out.Add(context.space, "of the current context");
    }
  }
  for (const auto& context : config.contexts) {
    out.Add(context.space, "of " + context.name);
  }
  // Every cluster has these namespaces.
  for (const char* name : {"default", "kube-system", "kube-public"}) {
    out.Add(name);
  }
  return out.Take();
}

constexpr Native kKubeRows[] = {
    WholeProject({"kubectl.contexts", KubeContexts, NoScope, 5, "context"}),
    {"kubectl.kustomizations", Kustomizations},
    {"kubectl.namespaces", KubeNamespaces, NoScope, 5, "namespace"},
};

}  // namespace

constinit const std::span<const Native> kKubeNatives = kKubeRows;

}  // namespace synapse
