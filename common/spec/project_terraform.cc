// Names that the files of a Terraform or OpenTofu module declare, and the
// workspaces that it keeps here. The files are read by their lines: a block
// begins at the start of a line, as `terraform fmt` writes it.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr std::string_view kNameCharacters = "_-";

// The first two strings in quotes of `resource "type" "name" {`, or of
// `variable name {` its words.
struct BlockLabels {
  std::string_view first, second;
};
BlockLabels LabelsOf(std::string_view rest) {
  BlockLabels out;
  for (std::string_view* label : {&out.first, &out.second}) {
    const std::string_view word = Unquoted(NextWord(rest));
    if (!IsName(word, kNameCharacters)) break;
    *label = word;
  }
  return out;
}

// Calls each(kind, labels, lines behind the first) for the blocks of a file.
template <class F>
void EachBlock(std::string_view text, Reading& reading, const F& each) {
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent()) {
    if (line.empty() || line[0] < 'a' || line[0] > 'z') continue;
    std::string_view words = line;
    const std::string_view kind = NextWord(words);
    const size_t brace = words.find('{');
    if (brace == words.npos) continue;
    each(kind, LabelsOf(words.substr(0, brace)), rest);
  }
}

// The value of `description = "…"` in the lines of a block.
std::string_view DescriptionIn(std::string_view lines) {
  constexpr int kMaxLines = 40;
  std::string_view line;
  for (int i = 0; i < kMaxLines && NextLine(lines, line); ++i) {
    if (line.starts_with('}')) break;
    line = Trim(line);
    if (line.starts_with("description")) return QuotedText(line);
  }
  return {};
}

template <class F>
void EachBlockOf(const std::string& directory, Reading& reading,
                 const F& each) {
  std::vector<std::string> names;
  ForEachEntry(directory, [&](const char* name, unsigned char) {
    const std::string_view file = name;
    if (file.ends_with(".tf") && !file.starts_with('.')) names.push_back(name);
    return names.size() < Reading::kMaxFiles;
  });
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const std::string text = reading.Text(JoinPath(directory, name));
    EachBlock(text, reading,
              [&](std::string_view kind, const BlockLabels& labels,
                  std::string_view lines) { each(kind, labels, lines, name); });
  }
}

}  // namespace

Values TerraformAddresses(const std::string& directory, bool with_data,
                          Reading& reading) {
  ValueList out, data;
  EachBlockOf(directory, reading,
              [&](std::string_view kind, const BlockLabels& labels,
                  std::string_view, const std::string& file) {
                const std::string name(labels.first);
                const std::string second(labels.second);
                if (kind == "module" && !name.empty()) {
                  out.Add("module." + name, "module in " + file);
                } else if (second.empty()) {
                  return;
                } else if (kind == "resource") {
                  out.Add(name + "." + second, "resource in " + file);
                } else if (kind == "data" && with_data) {
                  data.Add("data." + name + "." + second,
                           "data source in " + file);
                }
              });
  for (const GeneratedValue& value : data.values()) {
    out.Add(value.value, value.description);
  }
  return Finished(out, reading);
}

Values TerraformNames(const std::string& directory, std::string_view kind,
                      std::string_view ending, Reading& reading) {
  ValueList out;
  EachBlockOf(directory, reading,
              [&](std::string_view of, const BlockLabels& labels,
                  std::string_view lines, const std::string&) {
                if (of != kind || labels.first.empty()) return;
                out.Add(std::string(labels.first) + std::string(ending),
                        DescriptionIn(lines));
              });
  return Finished(out, reading);
}

Values TerraformWorkspaces(const std::string& directory, Reading& reading) {
  const std::string current(
      Trim(SmallText(JoinPath(directory, ".terraform/environment"))));
  ValueList out;
  const auto add = [&](std::string_view name) {
    out.Add(name, name == current || (current.empty() && name == "default")
                      ? "current workspace"
                      : "workspace");
  };
  ForEachEntry(JoinPath(directory, "terraform.tfstate.d"),
               [&](const char* name, unsigned char) {
                 if (IsName(name, "_-.")) add(name);
                 return !out.Full() && !reading.Spent();
               });
  // With a remote state only the current one is known.
  if (IsName(current, "_-.")) add(current);
  if (IsDirectory(JoinPath(directory, ".terraform"))) add("default");
  auto values = Finished(out, reading);
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return a.value < b.value; });
  std::stable_partition(values.begin(), values.end(), [](const auto& value) {
    return value.description == "workspace";
  });
  return values;
}

}  // namespace synapse
