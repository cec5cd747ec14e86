// Groups and hosts of Ansible inventories, and tags of playbooks and roles.
//
// An inventory is an INI file ([web], web-a ansible_host=1.2.3.4), or YAML with
// `hosts:` and `children:`. Programs that print an inventory are not run.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/files_below.h"
#include "spec/natives.h"
#include "spec/project_text.h"
#include "spec/scan.h"
#include "spec/yaml_lines.h"

namespace synapse {
namespace {

constexpr size_t kMaxAnsibleFiles = 40;

bool IsYamlName(std::string_view name) {
  return name.ends_with(".yml") || name.ends_with(".yaml");
}
bool IsInventoryName(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == name.npos || name.ends_with(".ini") || IsYamlName(name);
}
// Variables of hosts are no inventory.
bool EntersInventory(std::string_view name) {
  return name != "group_vars" && name != "host_vars";
}
bool IsAnsibleName(std::string_view name) { return IsName(name, "_-."); }

// The values of -i and --inventory in the line.
std::vector<std::string> InventoriesIn(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view option = word.substr(0, word.find('='));
    if (option != "-i" && option != "--inventory" &&
        option != "--inventory-file") {
      continue;
    }
    if (option.size() < word.size()) {
      out.emplace_back(word.substr(option.size() + 1));
    } else if (i + 1 < words.size()) {
      out.push_back(words[i + 1]);
    }
  }
  return out;
}

// `inventory = hosts,more/` of ansible.cfg.
std::vector<std::string> ConfiguredInventories(const std::string& cwd,
                                               Reading& reading) {
  const std::string text = reading.Text(JoinPath(cwd, "ansible.cfg"));
  std::string_view rest = text, line;
  while (!reading.Spent() && NextLine(rest, line)) {
    const size_t equals = line.find('=');
    if (equals == line.npos || Trim(line.substr(0, equals)) != "inventory") {
      continue;
    }
    std::vector<std::string> out;
    std::string_view list = line.substr(equals + 1);
    while (!list.empty() && out.size() < kMaxAnsibleFiles) {
      const size_t end = std::min(list.find(','), list.size());
      const std::string_view path = Trim(list.substr(0, end));
      if (!path.empty()) out.emplace_back(path);
      list.remove_prefix(std::min(end + 1, list.size()));
    }
    return out;
  }
  return {};
}

std::vector<std::string> InventoriesOf(const GeneratorInput& input,
                                       Reading& reading) {
  std::vector<std::string> out = InventoriesIn(input.words);
  if (out.empty()) out = ConfiguredInventories(input.cwd, reading);
  if (out.empty())
    out = {"inventory",     "hosts",         "hosts.ini",
           "inventory.ini", "inventory.yml", "hosts.yml"};
  return out;
}

struct AnsibleNames {
  ValueList groups, hosts;
};

void ReadYamlInventory(std::string_view text, Reading& reading,
                       AnsibleNames& out) {
  YamlLines lines(text, reading);
  while (!out.hosts.Full() && lines.Next()) {
    if (!IsAnsibleName(lines.key())) continue;
    const std::string_view above =
        lines.depth() == 0 ? std::string_view()
                           : std::string_view(lines.keys()[lines.depth() - 1]);
    if (above == "hosts") {
      out.hosts.Add(lines.key(), "host");
    } else if (above == "children" || lines.depth() == 0) {
      out.groups.Add(lines.key(), "group of hosts");
    }
  }
}

void ReadIniInventory(std::string_view text, Reading& reading,
                      AnsibleNames& out) {
  std::string_view line;
  bool lists_hosts = true;
  while (!reading.Spent() && NextLine(text, line)) {
    line = Trim(line);
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    if (line[0] == '[') {
      const std::string_view head = line.substr(1, line.find(']') - 1);
      const std::string_view group = head.substr(0, head.find(':'));
      lists_hosts = group.size() == head.size();
      if (IsAnsibleName(group)) out.groups.Add(group, "group of hosts");
    } else if (lists_hosts) {
      const std::string_view host = NextWord(line);
      if (IsAnsibleName(host)) out.hosts.Add(host, "host");
    }
  }
}

void ReadInventory(const std::string& path, Reading& reading,
                   AnsibleNames& out) {
  const std::string text = reading.Text(path);
  if (text.starts_with("#!")) return;  // a program
  IsYamlName(path) ? ReadYamlInventory(text, reading, out)
                   : ReadIniInventory(text, reading, out);
}

// The tags of a YAML file: `tags: [a, b]`, `tags: a`, and a list below `tags:`.
void ReadTags(const std::string& path, ValueList& out, Reading& reading) {
  const std::string text = reading.Text(path);
  YamlLines lines(text, reading);
  while (!out.Full() && lines.Next()) {
    const bool is_item = lines.key() == "-" && lines.depth() > 0 &&
                         lines.keys()[lines.depth() - 1] == "tags";
    if (lines.key() != "tags" && !is_item) continue;
    for (const std::string& tag : FlowItems(lines.value())) {
      if (IsName(tag, "_-.")) out.Add(tag);
    }
  }
}

std::string AnsibleScope(const GeneratorInput& input) {
  std::string out = input.cwd;
  for (const std::string& word : input.words) {
    // Playbooks and inventories.
    if (word.starts_with("-i") || word.starts_with("--inv") ||
        !word.starts_with('-')) {
      out += '\0';
      out += word;
    }
  }
  return out;
}

// that ansible.cfg names.
Values AnsibleHosts(const GeneratorInput& input, Reading& reading) {
  AnsibleNames names;
  for (const std::string& inventory : InventoriesOf(input, reading)) {
    const std::string path = JoinPath(input.cwd, ExpandTilde(inventory));
    if (OnSlowMount(path)) continue;
    if (!IsDirectory(path)) {
      if (IsRegularFile(path)) ReadInventory(path, reading, names);
      continue;
    }
    size_t files = 0;
    FilesBelow(IsInventoryName, EntersInventory, reading)
        .Visit(path, [&](const std::string& file) {
          if (files++ < kMaxAnsibleFiles) {
            ReadInventory(JoinPath(path, file), reading, names);
          }
        });
  }
  ValueList out;
  for (ValueList* list : {&names.groups, &names.hosts}) {
    for (const GeneratedValue& value : list->values()) {
      out.Add(value.value, value.description);
    }
  }
  return Finished(out, reading);
}

Values AnsibleTags(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  for (const std::string& word : input.words) {
    if (!IsYamlName(word) || word.starts_with('-')) continue;
    const std::string path = JoinPath(input.cwd, ExpandTilde(word));
    if (IsRegularFile(path)) ReadTags(path, out, reading);
  }
  size_t files = 0;
  FilesBelow(IsYamlName, EntersInventory, reading)
      .Visit(JoinPath(input.cwd, "roles"), [&](const std::string& file) {
        const bool has_tasks = file.find("/tasks/") != file.npos;
        if (has_tasks && files++ < kMaxAnsibleFiles) {
          ReadTags(JoinPath(input.cwd, "roles/" + file), out, reading);
        }
      });
  return Finished(out, reading);
}

constexpr Native kAnsibleRows[] = {
    {"ansible.hosts", AnsibleHosts, AnsibleScope},
    {"ansible.tags", AnsibleTags, AnsibleScope},
};

}  // namespace

constinit const std::span<const Native> kAnsibleNatives = kAnsibleRows;

}  // namespace synapse
