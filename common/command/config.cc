// config: lists, reads and changes settings: value, type and origin.
#include <algorithm>
#include <functional>

#include "base/config_file.h"
#include "base/distance.h"
#include "base/json.h"
#include "command/command.h"
#include "rank/factors.h"

namespace synapse {
namespace {

const ConfigKey* FindKey(std::string_view name) {
  for (const ConfigKey& key : ConfigKeys()) {
    if (name == key.name) return &key;
  }
  return nullptr;
}

void ListText(const CommandInput& input, const Config& config) {
  size_t widest = 0;
  for (const ConfigKey& key : ConfigKeys()) {
    widest = std::max(widest, std::string_view(key.name).size());
  }
  for (const ConfigKey& key : ConfigKeys()) {
    const Config::Value& value = *config.Find(key.name);
    input.io.Out(
        Padded(key.name, widest + 2) +
        Padded(value.text.empty() ? "\"\"" : Printable(value.text), 9) + " " +
        Padded(ConfigTypeName(key.type), 8) + " " + value.origin + "\n");
  }
}

void ListJson(const CommandInput& input, const Config& config) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartArray();
  for (const ConfigKey& key : ConfigKeys()) {
    const Config::Value& value = *config.Find(key.name);
    w.StartObject();
    JsonField(w, "key", key.name);
    JsonField(w, "value", value.text);
    JsonField(w, "default", key.fallback);
    JsonField(w, "type", ConfigTypeName(key.type));
    if (*key.choices) JsonField(w, "choices", key.choices);
    JsonField(w, "origin", value.origin);
    JsonField(w, "help", key.help);
    w.EndObject();
  }
  w.EndArray();
  input.io.Out(std::string(buffer.GetString()) + "\n");
}

int ListKeys(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "config");
  std::string format = args.Get("--format", "text");
  if (!args.error.empty()) return Usage(input, "config", args.error);
  if (!args.rest.empty()) return Usage(input, "config", "list takes no key");
  const Config& config = input.engine->config();
  if (format == "json") {
    ListJson(input, config);
  } else {
    ListText(input, config);
  }
  for (const std::string& problem : config.problems()) {
    Fail(input, "config", problem);
  }
  return config.problems().empty() ? 0 : 1;
}

int NoSuchKey(const CommandInput& input, const std::string& name) {
  constexpr int kMaxEdits = 3;
  std::string nearest;
  int least = kMaxEdits + 1;
  for (const ConfigKey& key : ConfigKeys()) {
    const std::string_view known = key.name;
    const int edits = TypoDistance(name, known, kMaxEdits);
    const bool is_end = known.ends_with("." + name);
    if (is_end || edits < least) {
      nearest = known;
      least = is_end ? 0 : edits;
    }
  }
  return Usage(input, "config",
               name + ": no such key" +
                   (nearest.empty() ? "" : "; is " + nearest + " meant?"));
}

int Get(const CommandInput& input) {
  if (input.args.size() != 2) return Usage(input, "config", "get takes a key");
  const Config::Value* value = input.engine->config().Find(input.args[1]);
  if (!value) return NoSuchKey(input, input.args[1]);
  input.io.Out(value->text + "\n");
  return 0;
}

// Applies `change` to the text of the configuration file.
int Change(const CommandInput& input, const ConfigKey& key,
           const std::function<std::string(std::string_view)>& change) {
  std::string path = ConfigPath(input.engine->options().paths);
  if (path.empty()) return Fail(input, "config", "there is no home directory");
  auto text = ReadFile(path, 1 << 20);
  if (!text.ok() && text.status().code() != Code::kNotFound) {
    return Fail(input, "config", text.status().message());
  }
  const std::string before = text.ok() ? *text : "";
  const std::string changed = change(before);
  // A file with errors is not changed.
  Status status = changed.empty() ? Status() : Config::CheckFile(path, changed);
  if (status.ok() && changed != before) {
    const std::string directory(DirName(path));
    status = CheckOwner(directory);
    if (status.ok()) status = MakePrivateDirs(directory);
    if (status.ok()) status = WriteFileAtomically(path, changed);
  }
  if (!status.ok()) return Fail(input, "config", status.message());
  const Config::Value* now = input.engine->config().Find(key.name);
  if (now->origin.starts_with("SYNAPSE_")) {
    input.io.Err("synapse: config: " + now->origin +
                 " is set and overrides it in this shell\n");
  }
  return 0;
}

int Unset(const CommandInput& input) {
  if (input.args.size() != 2) {
    return Usage(input, "config", "unset takes a key");
  }
  const ConfigKey* key = FindKey(input.args[1]);
  if (!key) return NoSuchKey(input, input.args[1]);
  return Change(input, *key, [&](std::string_view text) {
    return WithoutConfigKey(text, *key);
  });
}

// Why a value of rank.factors is not one; "" for any other key.
std::string ProblemOfFactors(const ConfigKey& key, const std::string& value) {
  if (std::string_view(key.name) != "rank.factors") return "";
  const Config with = Config::Load(
      "", [&](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_RANK_FACTORS") return value;
        return std::nullopt;
      });
  std::vector<std::string> problems;
  (void)ReadFactors(with.List(key.name), problems);
  return problems.empty() ? "" : problems.front();
}

int Set(const CommandInput& input) {
  if (input.args.size() != 3) {
    return Usage(input, "config", "set takes a key and a value");
  }
  const ConfigKey* key = FindKey(input.args[1]);
  if (!key) return NoSuchKey(input, input.args[1]);
  const std::string& value = input.args[2];
  std::string wrong = Config::Check(*key, value);
  if (!wrong.empty()) {
    return Usage(
        input, "config",
        std::string(key->name) + ": " + wrong + ", not '" + value + "'");
  }
  wrong = ProblemOfFactors(*key, value);
  if (!wrong.empty()) return Usage(input, "config", wrong);
  return Change(input, *key, [&](std::string_view text) {
    return WithConfigValue(text, *key, value);
  });
}

}  // namespace

int RunConfig(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  if (what == "get") return Get(input);
  if (what == "set") return Set(input);
  if (what == "unset") return Unset(input);
  if (what == "list") return ListKeys(input);
  return UnknownAction(input, "config");
}

}  // namespace synapse
