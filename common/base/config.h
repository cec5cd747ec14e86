// Config: every setting, its type, its default and where its value comes from.
// The file is JSON with comments; an environment variable SYNAPSE_<KEY> (dots
// as underscores, upper case) wins over it. A wrong value is told with its
// line and the default is used; of a list of patterns those that are right are.
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

enum class ConfigType { kBool, kInt, kDouble, kString, kList, kChoice, kStyle };
// "boolean", "integer", ...
const char* ConfigTypeName(ConfigType type);

struct ConfigKey {
  const char* name;
  ConfigType type;
  const char* fallback;  // as it would be written in the environment
  const char* help;
  // Of kChoice, and of each item of a kList; with blanks between.
  const char* choices = "";
  double least = 0;          // of a number
  double most = 1e9;
  bool patterns = false;     // of kList: each item is one of RE2
  bool guards = false;       // says what is kept out of the history
  // A variable that sets it too, besides SYNAPSE_ and its name.
  const char* also = "";
};

// All keys, in the order of the manual page.
const std::vector<ConfigKey>& ConfigKeys();

class Config {
 public:
  // Reads `path` when it is there; `environment` looks variables up (the
  // shell's own, exported or not).
  using Lookup = std::function<std::optional<std::string>(std::string_view)>;
  static Config Load(const std::string& path, const Lookup& environment);

  // Changes when Load() would read something else.
  static uint64_t Stamp(const std::string& path, const Lookup& environment);
  // The value where neither the file nor the environment has one. False, and
  // nothing is changed, for one that is set already, unknown, or no value.
  bool SetDefault(std::string_view key, const std::string& text);
  // Why the text is no value of that key; "" when it is.
  static std::string Check(const ConfigKey& key, const std::string& text);

  // Whether a file with that text can be read; the path is for the message.
  static Status CheckFile(const std::string& path, const std::string& text);

  bool Bool(std::string_view key) const;
  int64_t Int(std::string_view key) const;
  double Double(std::string_view key) const;
  const std::string& String(std::string_view key) const;
  // A list is written with commas in the environment.
  std::vector<std::string> List(std::string_view key) const;

  struct Value {
    std::string text;
    std::string origin;  // "default", "FILE:LINE", "SYNAPSE_..."
  };
  const Value* Find(std::string_view key) const;
  // What was wrong: "FILE:LINE: KEY: WHY".
  const std::vector<std::string>& problems() const { return problems_; }
  // The first of them that leaves open what is to be kept out of the history:
  // the file cannot be read, or a setting that guards it is wrong. Whoever
  // records is to record nothing then.
  const std::string& guard_problem() const { return guard_problem_; }

 private:
  void ReadFileValues(const std::string& path);
  void Set(const ConfigKey& key, std::string text, std::string origin);

  std::map<std::string, Value, std::less<>> values_;
  void AddProblem(std::string problem, bool guards);

  std::vector<std::string> problems_;
  std::string guard_problem_;
};

}  // namespace synapse
