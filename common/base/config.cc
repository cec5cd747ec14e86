#include "base/config.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/config_file.h"
#include "base/distance.h"
#include "base/files.h"
#include "base/style.h"
#include "base/text.h"

namespace synapse {
namespace {

const std::vector<ConfigKey> kKeys = {
    {"store.path", ConfigType::kPath, "",
     "directory of the store; empty: $XDG_DATA_HOME/synapse/store"},
    {"suggest.max_results", ConfigType::kInt, "5",
     "how many suggestions `synapse suggest` prints", "", 1, 200},
    {"suggest.min_confidence", ConfigType::kDouble, "0.002",
     "below this confidence no ghost is shown", "", 0, 1},
    {"suggest.min_chance", ConfigType::kDouble, "0.667",
     "the least chance of a ghost's next word to be right", "", 0, 1},
    {"suggest.min_gain", ConfigType::kDouble, "1.4",
     "keys that a correction must save for each one that is read in vain; 0: "
     "every ghost is shown",
     "", 0, 100},
    {"suggest.empty_confidence", ConfigType::kDouble, "0.2",
     "below this confidence no ghost is shown on an empty line", "", 0, 1},
    {"suggest.budget_ms", ConfigType::kInt, "20",
     "milliseconds that a keystroke may take", "", 1, 10'000},
    {"suggest.empty_line", ConfigType::kBool, "true",
     "show a ghost on an empty line"},
    {"suggest.sources", ConfigType::kList, "",
     "which sources are asked: history, spec, filesystem, environment, "
     "project, workflow, popular, typo, ai; empty: all",
     "history spec filesystem environment project workflow popular typo ai"},
    {"suggest.commands", ConfigType::kBool, "true",
     "run the commands that specs name for values, in the background"},
    {"suggest.manuals", ConfigType::kBool, "true",
     "make specs of commands that have none from manual pages, completion "
     "files and --help, in the background"},
    {"suggest.shell_completion", ConfigType::kChoice, "list",
     "whether the list has what the shell's own completion offers: list: where "
     "nothing else is known; always; off",
     "list always off"},
    {"suggest.max_buffer", ConfigType::kInt, "4096",
     "longer buffers, in bytes, get no suggestion", "", 0, 1 << 20},
    {"rank.factors", ConfigType::kList, "",
     "factors for parts of the model: bigram=0.5, filesystem=2"},
    {"prompt.enabled", ConfigType::kBool, "true", "show a ghost"},
    {"prompt.keys", ConfigType::kBool, "true",
     "bind the keys; false: the widgets only"},
    {"prompt.tab", ConfigType::kChoice, "complete",
     "what Tab does: complete inserts the next word, then the alternatives; "
     "cycle shows the next suggestion; shell leaves Tab alone",
     "complete cycle shell"},
    {"prompt.ctrl_r", ConfigType::kBool, "false",
     "bind Ctrl-R to the history search"},
    {"prompt.notices", ConfigType::kBool, "true",
     "print a line above the first prompt of a new store, and once a week what "
     "was saved and found"},
    {"prompt.theme", ConfigType::kChoice, "default",
     "the colours of the ghost and the list", "default light bright plain"},
    {"prompt.ghost_style", ConfigType::kStyle, "",
     "the ghost's style, in zsh's syntax: fg=8, fg=#808080,bold, underline; "
     "empty: the theme's"},
    {"prompt.risk_style", ConfigType::kStyle, "",
     "the style added when the suggestion is dangerous"},
    {"list.rows", ConfigType::kInt, "20", "how many rows the list has at most",
     "", 1, 1000},
    {"list.match_style", ConfigType::kStyle, "",
     "the style of letters that match the typed text"},
    {"list.selected_style", ConfigType::kStyle, "",
     "the style of the selected row"},
    {"search.scope", ConfigType::kChoice, "global",
     "which commands the history search begins with",
     "session cwd repo host global"},
    {"search.in", ConfigType::kChoice, "all",
     "what `synapse search` looks through",
     "commands files directories notes tasks all"},
    {"search.contents", ConfigType::kBool, "true",
     "read files that a command opened, to search their contents"},
    {"search.learn", ConfigType::kBool, "true",
     "learn the later finds of searches with poor results"},
    {"learn.transcripts", ConfigType::kList, "",
     "transcripts of coding agents that are read as they grow: files, and "
     "directories of *.jsonl"},
    {"learning.decay_half_life_hours", ConfigType::kInt, "168",
     "hours after which a run counts half", "", 1, 876'000},
    {"learning.feedback_boost_accept", ConfigType::kDouble, "0.1",
     "the gain, of 1, of a suggestion that is taken", "", 0, 1},
    {"learning.feedback_penalty_dismiss", ConfigType::kDouble, "0.08",
     "the loss, of 1, of a suggestion that was seen and not taken", "", 0, 1},
    {"history.import", ConfigType::kBool, "true",
     "import the shell's history file into a new store"},
    {"history.ignore", ConfigType::kList, "",
     "RE2 patterns; a line that matches one is not recorded", "", 0, 0,
     /*patterns=*/true, /*guards=*/true},
    {"history.ignore_directories", ConfigType::kList, "",
     "directories in and below which commands are not recorded", "", 0, 0,
     /*patterns=*/false, /*guards=*/true},
    {"history.max_days", ConfigType::kInt, "0",
     "days after which commands are removed; 0: never", "", 0, 36'500},
    {"history.max_events", ConfigType::kInt, "1000000",
     "number of commands to keep; 0: all"},
    {"history.secrets", ConfigType::kChoice, "skip",
     "lines that may contain a secret: skip: not recorded; redact: "
     "recorded with ${REDACTED}, and never suggested; keep: as others",
     "skip redact keep", 0, 0, /*patterns=*/false, /*guards=*/true},
    {"sync.every", ConfigType::kInt, "60",
     "seconds between two passes of `synapse sync` after a prompt; 0: none", "",
     0, 1'000'000},
    {"sync.ignore", ConfigType::kList, "",
     "RE2 patterns; a line that matches one does not leave this machine", "", 0,
     0, /*patterns=*/true},
    {"sync.ignore_directories", ConfigType::kList, "",
     "directories in and below which no command leaves this machine"},
    {"sync.ignore_hosts", ConfigType::kList, "",
     "names of hosts whose commands, for example imported ones, do not leave "
     "this machine"},
    {"sync.after", ConfigType::kString, "",
     "a line for sh that runs in the sync folder after each pass and carries it"},
    {"tracking.history", ConfigType::kBool, "false",
     "keep a full record of what was suggested at each prompt, as a JSON line",
     "", 0, 1, /*patterns=*/false, /*guards=*/false,
     "SYNAPSE_SUGGESTION_HISTORY"},
    {"tracking.details", ConfigType::kBool, "false",
     "also record how long each suggestion was on show, and the line after each "
     "key"},
    {"tracking.max_bytes", ConfigType::kInt, "10485760",
     "size at which a file of records is rotated; ten are kept; 0: none"},
    {"tracking.max_days", ConfigType::kInt, "90",
     "days after which records are removed; 0: never", "", 0, 36'500},
    {"ai.provider", ConfigType::kChoice, "off",
     "which language model is asked: off: none; openai: a server that speaks "
     "OpenAI's protocol; anthropic; command: ai.command",
     "off openai anthropic command"},
    {"ai.url", ConfigType::kUrl, "",
     "the server's address: http://127.0.0.1:8080/v1"},
    {"ai.model", ConfigType::kString, "", "the model's name"},
    {"ai.key_file", ConfigType::kPath, "",
     "a file whose first line is the key"},
    {"ai.key_command", ConfigType::kString, "",
     "a command that prints the key: pass show ai"},
    {"ai.command", ConfigType::kString, "",
     "a line for sh that reads the prompt on stdin and prints the answer"},
    {"ai.timeout_ms", ConfigType::kInt, "10000",
     "milliseconds until a request times out", "", 100, 120'000},
    {"ai.daily_tokens", ConfigType::kInt, "200000",
     "the daily limit of tokens; 0: none"},
    {"ai.ignore_directories", ConfigType::kList, "",
     "directories in and below which no request is made"},
    {"log.path", ConfigType::kPath, "",
     "the log file; it contains no commands; empty: none"},
    {"log.level", ConfigType::kChoice, "error",
     "the level of the log: error: errors; info: also actions; debug: also "
     "each request",
     "off error info debug"},
    {"log.commands", ConfigType::kBool, "false",
     "whether requests in the log have the text of lines and suggestions"},
    {"privacy.incognito", ConfigType::kChoice, "off",
     "how a shell starts: off; ephemeral: nothing is written; no_send: "
     "nothing is learned",
     "off ephemeral no_send", 0, 0, /*patterns=*/false, /*guards=*/true},
};

// Keys of earlier versions, which a configuration may still have. The rest of it
// holds.
struct RemovedKey {
  std::string_view name;
  const char* why;
};
constexpr RemovedKey kRemovedKeys[] = {
    {"ai.debounce_ms", "no setting any more: it is 150"},
    {"ai.list_timeout_ms", "no setting any more: an answer has 200 ms"},
    {"prompt.source_styles", "no setting any more: use prompt.ghost_style"},
    {"prompt.unsure_below", "no setting any more: see suggest.min_chance"},
    {"prompt.unsure_style", "no setting any more: see suggest.min_chance"},
    {"search.learn_threshold", "no setting any more: it is 0.65"},
    {"search.learn_timeout_s", "no setting any more: it is a minute"},
    {"store.slow_commit_us", "no setting any more: it is 100"},
    {"tracking.dwell", "no setting any more: use tracking.details"},
    {"tracking.typed", "no setting any more: use tracking.details"},
};
const char* WhyRemoved(std::string_view name) {
  for (const RemovedKey& key : kRemovedKeys) {
    if (name == key.name) return key.why;
  }
  return nullptr;
}

// Returns "a, b or c" for "a b c".
std::string Listed(std::string_view words) {
  std::string out;
  size_t last = words.rfind(' ');
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] != ' ') {
      out += words[i];
    } else {
      out += i == last ? " or " : ", ";
    }
  }
  return out;
}

bool IsChoice(const ConfigKey& key, std::string_view text) {
  std::string all = " " + std::string(key.choices) + " ";
  return !text.empty() && text.find(' ') == text.npos &&
         all.find(" " + std::string(text) + " ") != all.npos;
}

// Splits by lines when the text has several (SettingText), else by commas.
std::vector<std::string> ItemsOf(std::string_view text) {
  std::vector<std::string> out;
  const char separator = text.find('\n') == text.npos ? ',' : '\n';
  while (!text.empty()) {
    size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

std::string WhyNoPattern(const std::string& text) {
  RE2 pattern(text, RE2::Quiet);
  return pattern.ok() ? "" : pattern.error();
}

// Why the value has the wrong type; "" when the type is right.
std::string WhyWrong(const ConfigKey& key, const std::string& text) {
  const std::optional<double> number = ParseDecimal(text);
  std::string wrong;
  switch (key.type) {
    case ConfigType::kBool:
      return text == "true" || text == "false" || text == "1" || text == "0"
                 ? ""
                 : "expected true or false";
    case ConfigType::kInt:
      if (!number || text.find_first_of(".eE") != text.npos) {
        return "expected a whole number";
      }
      break;
    case ConfigType::kDouble:
      if (!number) return "expected a number";
      break;
    case ConfigType::kChoice:
      return IsChoice(key, text) ? "" : "expected " + Listed(key.choices);
    case ConfigType::kList:
      for (const std::string& item : ItemsOf(text)) {
        if (*key.choices && !IsChoice(key, item)) {
          return item + ": expected " + Listed(key.choices);
        }
        std::string why = key.patterns ? WhyNoPattern(item) : "";
        if (!why.empty()) return why;
      }
      return "";
    case ConfigType::kStyle:
      ParseStyle(text, &wrong);
      return wrong.empty() ? ""
                           : "expected words such as fg=8, bg=#202020, bold";
    case ConfigType::kPath:
      return text.empty() || text[0] == '/' || text[0] == '~'
                 ? ""
                 : "expected an absolute path";
    case ConfigType::kUrl:
      return text.empty() || text.starts_with("http://") ||
                     text.starts_with("https://")
                 ? ""
                 : "expected http:// or https://";
    default: return "";
  }
  if (*number < key.least) {
    return key.least == 0 ? "must not be negative" : "must be at least 1";
  }
  if (*number <= key.most) return "";
  return "must be at most " + std::to_string(static_cast<int64_t>(key.most));
}

int LineAt(const std::string& text, size_t offset) {
  offset = std::min(offset, text.size());
  return 1 + static_cast<int>(std::count(
                 text.begin(), text.begin() + static_cast<ptrdiff_t>(offset),
                 '\n'));
}

std::string SettingText(const rapidjson::Value& v) {
  if (v.IsString()) return std::string(v.GetString(), v.GetStringLength());
  if (v.IsBool()) return v.GetBool() ? "true" : "false";
  if (v.IsArray()) {
    // Elements that contain a comma are joined with newlines, so that List()
    // can split them.
    std::string elements, lines;
    bool comma_within = false;
    for (const auto& item : v.GetArray()) {
      std::string text = item.IsString() ? item.GetString() : "";
      comma_within |= text.find(',') != text.npos;
      elements += (elements.empty() ? "" : ",") + text;
      lines += text + "\n";
    }
    return comma_within ? lines : elements;
  }
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  v.Accept(writer);
  return buffer.GetString();
}

// The environment variables that set a key. When several are set, the last one
// counts.
std::vector<std::string> VariablesOf(const ConfigKey& key) {
  std::string name = "SYNAPSE_";
  for (const char* c = key.name; *c; ++c) {
    name += *c == '.' ? '_' : static_cast<char>(toupper(*c));
  }
  if (!*key.also) return {name};
  return {key.also, name};
}

// True for a name one typo away from a guarding key, or for one half of such a
// name: "privacy", "incognito".
bool IsNearGuard(const std::string& name) {
  constexpr int kMaxTypos = 2;
  return std::any_of(kKeys.begin(), kKeys.end(), [&](const ConfigKey& key) {
    const std::string_view whole = key.name;
    const size_t dot = whole.find('.');
    return key.guards &&
           (name == whole.substr(0, dot) || name == whole.substr(dot + 1) ||
            TypoDistance(name, whole, kMaxTypos) <= kMaxTypos);
  });
}

// True for a list with elements that are not strings. Such a value cannot be
// kept.
bool IsListOfOther(const ConfigKey& key, const rapidjson::Value& v) {
  if (key.type != ConfigType::kList || v.IsString()) return false;
  return !v.IsArray() ||
         std::any_of(v.Begin(), v.End(), [](const rapidjson::Value& item) {
           return !item.IsString();
         });
}

Status Parse(const std::string& path, const std::string& text,
             rapidjson::Document& document) {
  document.Parse<rapidjson::kParseCommentsFlag |
                 rapidjson::kParseTrailingCommasFlag |
                 rapidjson::kParseIterativeFlag>(text.c_str(), text.size());
  if (document.HasParseError()) {
    return {Code::kInvalidArgument,
            path + ":" +
                std::to_string(LineAt(text, document.GetErrorOffset())) +
                ": not JSON: " +
                rapidjson::GetParseError_En(document.GetParseError())};
  }
  if (!document.IsObject()) {
    return {Code::kInvalidArgument, path + ":1: expected an object"};
  }
  return {};
}

}  // namespace

const std::vector<ConfigKey>& ConfigKeys() { return kKeys; }

const char* ConfigTypeName(ConfigType type) {
  constexpr const char* kNames[] = {"boolean", "integer", "number",
                                    "string",  "list",    "choice",
                                    "style",   "path",    "address"};
  return kNames[static_cast<int>(type)];
}

Config Config::Load(const std::string& path, const Lookup& environment) {
  Config config;
  for (const ConfigKey& key : kKeys) {
    config.Keep(key, key.fallback, "default");
  }
  if (!path.empty()) config.ReadFileValues(path);
  if (!environment) return config;
  for (const ConfigKey& key : kKeys) {
    for (const std::string& name : VariablesOf(key)) {
      if (auto value = environment(name)) config.Set(key, *value, name);
    }
  }
  return config;
}

uint64_t Config::Stamp(const std::string& path, const Lookup& environment) {
  uint64_t stamp = Hash64(path);
  auto mix = [&](uint64_t value) {
    stamp = (stamp ^ value) * 1099511628211ull;
  };
  if (auto file = path.empty() ? std::nullopt : StatFile(path)) {
    mix(static_cast<uint64_t>(file->st_mtim.tv_sec));
    mix(static_cast<uint64_t>(file->st_mtim.tv_nsec));
    mix(static_cast<uint64_t>(file->st_size));
    mix(static_cast<uint64_t>(file->st_ino));
  }
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const ConfigKey& key : kKeys) {
      for (std::string& name : VariablesOf(key)) {
        names.push_back(std::move(name));
      }
    }
    return names;
  }();
  for (const std::string& name : kNames) {
    auto value = environment ? environment(name) : std::nullopt;
    mix(value ? Hash64(*value) : 0);
  }
  return stamp;
}

bool Config::SetDefault(std::string_view key, const std::string& text) {
  auto value = values_.find(key);
  auto known = std::find_if(kKeys.begin(), kKeys.end(),
                            [&](const ConfigKey& k) { return key == k.name; });
  if (value == values_.end() || value->second.origin != "default" ||
      value->second.text == text || !WhyWrong(*known, text).empty()) {
    return false;
  }
  value->second.text = text;
  return true;
}

std::string Config::Check(const ConfigKey& key, const std::string& text) {
  return WhyWrong(key, text);
}

void Config::AddProblem(std::string problem, bool guards) {
  if (guards && guard_problem_.empty()) guard_problem_ = problem;
  problems_.push_back(std::move(problem));
}

void Config::Set(const ConfigKey& key, std::string text, std::string origin) {
  std::string why = WhyWrong(key, text);
  if (!why.empty()) {
    AddProblem(origin + ": " + key.name + ": " + why + ", not '" + text + "'",
               key.guards);
    if (!key.patterns) return;
  }
  Keep(key, std::move(text), std::move(origin));
}

// A number is read once, and not at each key.
void Config::Keep(const ConfigKey& key, std::string text, std::string origin) {
  const double number = ParseDecimal(text).value_or(0);
  values_[key.name] = {std::move(text), std::move(origin), number};
}

Status Config::CheckFile(const std::string& path, const std::string& text) {
  rapidjson::Document document;
  return Parse(path, text, document);
}

void Config::ReadFileValues(const std::string& path) {
  auto text = ReadFile(path, 1 << 20);
  if (!text.ok()) {
    if (text.status().code() != Code::kNotFound) {
      AddProblem(text.status().message(), /*guards=*/true);
    }
    return;
  }
  rapidjson::Document document;
  Status parsed = Parse(path, *text, document);
  if (!parsed.ok()) {
    AddProblem(parsed.message(), /*guards=*/true);
    return;
  }
  // "suggest.max_results" may be written flat or nested.
  std::vector<ConfigSpan> spans = ConfigSpans(*text);
  size_t next = 0;  // index into spans: values come in the same order
  std::set<std::string> seen;
  auto read = [&](auto& self, const rapidjson::Value& object,
                  const std::string& before) -> void {
    for (const auto& member : object.GetObject()) {
      std::string name = before + member.name.GetString();
      size_t at = next < spans.size() ? spans[next].begin : text->size();
      std::string origin = path + ":" + std::to_string(LineAt(*text, at));
      if (!member.value.IsObject()) ++next;
      if (member.value.IsObject()) {
        self(self, member.value, name + ".");
        continue;
      }
      auto key =
          std::find_if(kKeys.begin(), kKeys.end(),
                       [&](const ConfigKey& k) { return name == k.name; });
      if (key == kKeys.end()) {
        const char* why = WhyRemoved(name);
        AddProblem(origin + ": " + name + ": " + (why ? why : "no such key"),
                   !why && IsNearGuard(name));
      } else {
        if (!seen.insert(name).second && key->guards) {
          AddProblem(origin + ": " + name + ": given twice", /*guards=*/true);
        }
        if (IsListOfOther(*key, member.value)) {
          AddProblem(origin + ": " + name + ": expected a list of texts",
                     key->guards);
        }
        Set(*key, SettingText(member.value), origin);
      }
    }
  };
  read(read, document, "");
}

const Config::Value* Config::Find(std::string_view key) const {
  auto at = values_.find(key);
  return at == values_.end() ? nullptr : &at->second;
}

const std::string& Config::String(std::string_view key) const {
  static const std::string kEmpty;
  const Value* value = Find(key);
  return value ? value->text : kEmpty;
}
bool Config::Bool(std::string_view key) const {
  const std::string& text = String(key);
  return text == "true" || text == "1";
}
int64_t Config::Int(std::string_view key) const {
  return strtoll(String(key).c_str(), nullptr, 10);
}
double Config::Double(std::string_view key) const {
  const Value* value = Find(key);
  return value ? value->number : 0;
}

std::vector<std::string> Config::List(std::string_view key) const {
  return ItemsOf(String(key));
}

}  // namespace synapse
