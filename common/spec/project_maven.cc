// Modules and profiles of a pom.xml: the texts between two tags, one a line or
// several. Comments are left out.
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

// Calls name(rest) behind each `tag`, and collects the names. `also`: what a name
// may have beside letters and digits.
template <class F>
Values NamesBehind(std::string_view tag, const std::string& pom,
                   std::string_view also, const F& name, Reading& reading) {
  ValueList out;
  const std::string text = WithoutComments(reading.Text(pom));
  std::string_view rest = text;
  while (SkipPast(rest, tag) && !reading.Spent() && !out.Full()) {
    const std::string_view found = name(rest);
    if (IsName(found, also)) out.Add(found);
  }
  return Finished(out, reading);
}

std::string_view UpToTag(std::string_view text) {
  return Trim(text.substr(0, text.find('<')));
}

// The ids of its plugins are deeper, and behind its own.
std::string_view IdOf(std::string_view profile) {
  profile = profile.substr(0, profile.find("</profile>"));
  return SkipPast(profile, "<id>") ? UpToTag(profile) : std::string_view();
}

}  // namespace

Values MavenModules(const std::string& pom, Reading& reading) {
  return NamesBehind("<module>", pom, "_-./", UpToTag, reading);
}

Values MavenProfiles(const std::string& pom, Reading& reading) {
  return NamesBehind("<profile>", pom, "_-.", IdOf, reading);
}

}  // namespace synapse
