// Dockerfile: `FROM [--platform=P] IMAGE AS STAGE`.
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// The word that ends the here-document of a line: `RUN <<EOF`, `<<-"EOF"`. "":
// there is none. Of several the last one ends the instruction.
std::string_view HereWord(std::string_view line) {
  const size_t at = line.rfind("<<");
  if (at == line.npos) return {};
  std::string_view rest = line.substr(at + 2);
  if (rest.starts_with('-')) rest.remove_prefix(1);
  std::string_view word =
      Unquoted(rest.substr(0, rest.find_first_of(" \t>|;&")));
  return IsName(word, "_") ? word : std::string_view();
}

}  // namespace

Values DockerStages(const std::string& dockerfile, Reading& reading) {
  const std::string text = reading.Text(dockerfile);
  ValueList out;
  std::string_view rest = text, line;
  std::string joined, until;  // `until` ends the here-document
  while (!reading.Spent() && !out.Full()) {
    if (!until.empty()) {
      if (!NextLine(rest, line)) break;
      if (Trim(line) == until) until.clear();
      continue;
    }
    if (!NextLogicalLine(rest, line, joined, " ")) break;
    std::string_view words = line;
    const std::string instruction = AsciiLower(NextWord(words));
    if (instruction == "run" || instruction == "copy" || instruction == "add") {
      until = HereWord(words);
      continue;
    }
    if (instruction != "from") continue;
    std::string_view image = NextWord(words);
    while (image.starts_with("--")) image = NextWord(words);
    if (AsciiLower(NextWord(words)) != "as") continue;
    const std::string stage = AsciiLower(NextWord(words));
    if (IsName(stage, "-_.")) out.Add(stage, "from " + std::string(image));
  }
  return Finished(out, reading);
}

}  // namespace synapse
