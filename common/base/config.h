// Config: every setting, its type, its default and the origin of its value. The
// file is JSON with comments. An environment variable SYNAPSE_<KEY> (dots as
// underscores, upper case) overrides the file. A wrong value is reported with
// its line, and the default is used. In a list of patterns the valid ones are
// kept.
//
// Tested by tests/base/config_test.cc.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace synapse {

enum class ConfigType {
  kBool,
  kInt,
  kDouble,
  kString,
  kList,
  kChoice,
  kStyle,
  kPath,  // absolute, or from ~; may be empty
  kUrl,   // http:// or https://; may be empty
};
// "boolean", "integer", ...
const char* ConfigTypeName(ConfigType type);

struct ConfigKey {
  const char* name;
  ConfigType type;
  const char* fallback;  // as written in the environment
  const char* help;
  // The choices of a kChoice, or of each item of a kList, separated by blanks.
  const char* choices = "";
  double least = 0;  // the minimum of a number
  double most = 1e9;
  bool patterns = false;  // kList only: each item is an RE2 pattern
  bool guards = false;    // the key keeps data out of the history
  // Another variable that sets this key, in addition to SYNAPSE_<KEY>.
  const char* also = "";
};

// All keys, in the order of the manual page.
const std::vector<ConfigKey>& ConfigKeys();

class Config {
 public:
  // Reads `path` if it exists. `environment` looks up variables (the shell's
  // own, exported or not).
  using Lookup = std::function<std::optional<std::string>(std::string_view)>;
  static Config Load(const std::string& path, const Lookup& environment);

  // A value that changes when Load() would read different settings.
  static uint64_t Stamp(const std::string& path, const Lookup& environment);
  // Sets the value if neither the file nor the environment sets one. Returns
  // false and changes nothing when the key is already set or unknown, or when
  // the value is invalid.
  bool SetDefault(std::string_view key, const std::string& text);
  // Why the text is not a valid value of the key; "" when it is valid.
  static std::string Check(const ConfigKey& key, const std::string& text);

  // Checks whether a file with this text can be read. The path is used in the
  // message.
  static Status CheckFile(const std::string& path, const std::string& text);

  bool Bool(std::string_view key) const;
  int64_t Int(std::string_view key) const;
  double Double(std::string_view key) const;
  const std::string& String(std::string_view key) const;
  // In the environment a list is separated by commas.
  std::vector<std::string> List(std::string_view key) const;

  struct Value {
    std::string text;
    std::string origin;  // "default", "FILE:LINE", "SYNAPSE_..."
    double number = 0;   // of the text; 0: it is none
  };
  const Value* Find(std::string_view key) const;
  // Problems found by Load(): "FILE:LINE: KEY: WHY".
  const std::vector<std::string>& problems() const { return problems_; }
  // The first problem that leaves open which data must stay out of the history:
  // the file cannot be read, or a guarding setting is wrong. The recorder must
  // record nothing while this is set.
  const std::string& guard_problem() const { return guard_problem_; }

 private:
  void ReadFileValues(const std::string& path);
  void Set(const ConfigKey& key, std::string text, std::string origin);
  void Keep(const ConfigKey& key, std::string text, std::string origin);

  std::map<std::string, Value, std::less<>> values_;
  void AddProblem(std::string problem, bool guards);

  std::vector<std::string> problems_;
  std::string guard_problem_;
};

}  // namespace synapse
