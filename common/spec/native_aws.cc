// Profiles of the AWS configuration. In the file of settings a profile is
// [profile NAME], in the file of credentials it is [NAME].
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// The variable names another file than the one below the home.
std::string AwsFile(const GeneratorInput& input, const char* variable,
                    std::string_view usual) {
  const char* path = getenv(variable);
  return path && *path ? path : JoinPath(input.home, usual);
}

void AddAwsProfiles(std::string_view text, bool prefixed, ValueList& out,
                    Reading& reading) {
  constexpr std::string_view kPrefix = "profile ", kDefault = "default";
  GeneratedValue* last = nullptr;
  std::string_view line;
  while (!reading.Spent() && NextLine(text, line)) {
    line = Trim(line);
    if (line.starts_with('[')) {
      last = nullptr;
      std::string_view name = Trim(line.substr(1, line.find(']') - 1));
      if (prefixed && name != kDefault) {
        // [sso-session x] and [services x] are no profiles.
        if (!name.starts_with(kPrefix)) continue;
        name = Unquoted(Trim(name.substr(kPrefix.size())));
      }
      if (!HasSpecial(name)) last = out.Add(name);
    } else if (last && last->description.empty() &&
               line.starts_with("region")) {
      std::string_view rest = line.substr(std::string_view("region").size());
      rest = Trim(rest);
      if (rest.starts_with('=')) {
        last->description = Trim(rest.substr(1)).substr(0, kMaxDescription);
      }
    }
  }
}

Values AwsProfiles(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  AddAwsProfiles(reading.Text(AwsFile(input, "AWS_CONFIG_FILE", ".aws/config")),
                 true, out, reading);
  AddAwsProfiles(reading.Text(AwsFile(input, "AWS_SHARED_CREDENTIALS_FILE",
                                      ".aws/credentials")),
                 false, out, reading);
  return Finished(out, reading);
}

constexpr Native kAwsRows[] = {
    {"aws.profiles", AwsProfiles, NoScope, 10, "profile"},
};

}  // namespace

constinit const std::span<const Native> kAwsNatives = kAwsRows;

}  // namespace synapse
