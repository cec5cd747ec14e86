#include "ai/settings.h"

#include <unistd.h>

#include <filesystem>

#include "base/json.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr const char* kHelperName = "synapse-ai";

// PREFIX/lib/synapse next to PREFIX/share/synapse/specs; in the source tree
// build next to specs.
std::string FindHelper(const std::vector<std::string>& specs) {
  constexpr std::string_view kInstalled = "/share/synapse/specs";
  for (const std::string& directory : specs) {
    std::string path = JoinPath(DirName(directory), "build");
    if (directory.ends_with(kInstalled)) {
      path = directory.substr(0, directory.size() - kInstalled.size()) +
             "/lib/synapse";
    }
    path = JoinPath(path, kHelperName);
    if (access(path.c_str(), X_OK) == 0) {
      return std::filesystem::absolute(path).string();
    }
  }
  return "";
}

AiProvider ProviderOf(const std::string& name) {
  if (name == "openai") return AiProvider::kOpenAi;
  if (name == "anthropic") return AiProvider::kAnthropic;
  if (name == "command") return AiProvider::kCommand;
  return AiProvider::kOff;
}

std::string ProblemOf(const AiSettings& s) {
  if (s.provider == AiProvider::kOff) return "";
  if (s.provider == AiProvider::kCommand) {
    return s.command.empty() ? "ai.command is empty" : "";
  }
  if (s.url.empty()) return "ai.url is empty";
  if (s.helper.empty()) {
    return "the program synapse-ai is not installed: it was built without "
           "libcurl";
  }
  return "";
}

}  // namespace

AiSettings AiSettings::Of(const Config& config, const PathSet& paths,
                          const std::vector<std::string>& specs) {
  AiSettings s;
  s.provider = ProviderOf(config.String("ai.provider"));
  s.url = config.String("ai.url");
  if (s.url.empty() && s.provider == AiProvider::kAnthropic) {
    s.url = "https://api.anthropic.com";
  }
  s.model = config.String("ai.model");
  s.key_file = ExpandTilde(config.String("ai.key_file"));
  s.key_command = config.String("ai.key_command");
  s.command = config.String("ai.command");
  s.timeout_ms = static_cast<int>(config.Int("ai.timeout_ms"));
  s.daily_tokens = config.Int("ai.daily_tokens");
  for (const std::string& directory : config.List("ai.ignore_directories")) {
    s.denied.push_back(ExpandTilde(directory));
  }
  if (!paths.config.empty()) s.prompts = JoinPath(paths.config, "prompts");
  if (s.provider != AiProvider::kOff) s.helper = FindHelper(specs);
  s.problem = ProblemOf(s);
  return s;
}

bool AiSettings::IsDenied(const std::string& cwd) const {
  for (std::string directory : denied) {
    directory.resize(WithoutSlash(directory).size());
    if (cwd == directory || cwd.starts_with(directory + "/")) return true;
  }
  return false;
}

CommandRunner::Command AskingProcess(const AiSettings& settings,
                                     const AiRequest& request,
                                     const std::string& cwd) {
  CommandRunner::Command command;
  command.cwd = cwd;
  command.timeout_ms = settings.timeout_ms;
  for (char** at = environ; at && *at; ++at) {
    command.environment.emplace_back(*at);
  }
  if (settings.provider == AiProvider::kCommand) {
    command.program = "/bin/sh";
    command.words = {"sh", "-c", settings.command};
    command.input = request.body;
    return command;
  }
  command.program = settings.helper;
  command.words = {kHelperName};
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  JsonField(w, "url", request.url);
  JsonArray(w, "headers", request.headers, [&](const auto& header) {
    JsonString(w, header.first + ": " + header.second);
  });
  JsonField(w, "key_header", request.key_header);
  JsonField(w, "key_file", settings.key_file);
  JsonField(w, "key_command", settings.key_command);
  JsonField(w, "timeout_ms", settings.timeout_ms);
  JsonField(w, "body", request.body);
  w.EndObject();
  command.input = buffer.GetString();
  return command;
}

const char* HelperStatusName(int status) {
  switch (status) {
    case kHelperOk: return "answered";
    case kHelperBadRequest: return "the helper did not understand the request";
    case kHelperTooMany: return "the server received too many requests (429)";
    case kHelperRefused: return "the server returned an error";
    case kHelperUnreachable: return "the server cannot be reached";
    case kHelperTimeout: return "no answer in time";
    case kHelperNoKey: return "the key cannot be read";
    case 127: return "the helper cannot be run";
    default: return "the command failed";
  }
}

}  // namespace synapse
