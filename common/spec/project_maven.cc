// Modules and profiles of a pom.xml: the texts between two tags, one a line or
// several. Comments are left out.
#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr std::string_view kCommentBegin = "<!--", kCommentEnd = "-->";

// Removes the text up to `tag` and the tag; false without one.
bool SkipPast(std::string_view& rest, std::string_view tag) {
  const size_t at = rest.find(tag);
  rest.remove_prefix(at == rest.npos ? rest.size() : at + tag.size());
  return at != rest.npos;
}

std::string WithoutComments(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text.substr(0, text.find(kCommentBegin));
    out += before;
    text.remove_prefix(before.size());
    SkipPast(text, kCommentEnd);
  }
  return out;
}

}  // namespace

std::vector<GeneratedValue> MavenModules(const std::string& pom,
                                         Reading& reading) {
  ValueList out;
  const std::string text = WithoutComments(reading.Text(pom));
  std::string_view rest = text;
  while (SkipPast(rest, "<module>") && !reading.Spent() && !out.Full()) {
    const std::string_view name = Trim(rest.substr(0, rest.find('<')));
    if (IsName(name, "_-./")) out.Add(name);
  }
  return Finished(out, reading);
}

std::vector<GeneratedValue> MavenProfiles(const std::string& pom,
                                          Reading& reading) {
  ValueList out;
  const std::string text = WithoutComments(reading.Text(pom));
  std::string_view rest = text;
  while (SkipPast(rest, "<profile>") && !reading.Spent() && !out.Full()) {
    // The ids of its plugins are deeper, and behind its own.
    std::string_view profile = rest.substr(0, rest.find("</profile>"));
    if (!SkipPast(profile, "<id>")) continue;
    const std::string_view name = Trim(profile.substr(0, profile.find('<')));
    if (IsName(name, "_-.")) out.Add(name);
  }
  return Finished(out, reading);
}

}  // namespace synapse
