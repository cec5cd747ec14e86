// Dependencies that projects of Ruby, Dart and Elixir declare, and the aliases of
// mix: lines of programs that are read, not run.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"
#include "spec/yaml_lines.h"

namespace synapse {
namespace {

// Calls each(name, rest) for `gem "name", rest` in a Gemfile.
template <class F>
void EachGem(const std::string& gemfile, Reading& reading, const F& each) {
  const std::string text = reading.Text(gemfile);
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent()) {
    line = Trim(line);
    if (!line.starts_with("gem ") && !line.starts_with("gem(")) continue;
    line = Trim(line.substr(4));
    if (line.empty() || (line[0] != '"' && line[0] != '\'')) continue;
    const size_t end = line.find(line[0], 1);
    if (end == line.npos) continue;
    each(line.substr(1, end - 1), line.substr(end + 1));
  }
}

// The version in `, "~> 7.0", require: false`, or "".
std::string_view GemVersion(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(", "), rest.size()));
  const bool quoted = rest.starts_with('"') || rest.starts_with('\'');
  return quoted ? QuotedText(rest) : std::string_view();
}

// Gems whose programs have other names than they.
struct GemProgram {
  std::string_view gem, program, about;
};
constexpr GemProgram kGemPrograms[] = {
    {"rails", "rails", "command line of the Ruby on Rails framework"},
    {"rails", "rake", "task runner and build tool of Ruby"},
    {"rake", "rake", "task runner and build tool of Ruby"},
    {"rspec", "rspec", "test runner for Ruby"},
    {"rspec-rails", "rspec", "test runner for Ruby"},
    {"rspec-core", "rspec", "test runner for Ruby"},
    {"rubocop", "rubocop", "checker of the style of Ruby code"},
    {"rubocop-rails", "rubocop", "checker of the style of Ruby code"},
    {"standard", "standardrb", "checker of the style of Ruby code"},
    {"jekyll", "jekyll", "generator of static sites"},
    {"puma", "puma", "web server for Ruby"},
    {"sidekiq", "sidekiq", "runner of background jobs"},
    {"fastlane", "fastlane", "automation of app builds and releases"},
    {"cocoapods", "pod", "dependency manager for Apple platforms"},
    {"middleman", "middleman", "generator of static sites"},
    {"cucumber", "cucumber", "runner of tests in plain language"},
    {"brakeman", "brakeman", "security scanner for Rails applications"},
    {"guard", "guard", "runner of commands when files change"},
    {"minitest", "m", "runner of single tests"},
    {"capistrano", "cap", "deployment of web applications"},
    {"kamal", "kamal", "deployment of web applications in containers"},
};

// Calls each(line) for the lines of a function of mix.exs: `defp deps do`.
template <class F>
void EachLineOf(std::string_view function, std::string_view text,
                Reading& reading, const F& each) {
  std::string_view rest = text, line;
  size_t indent = text.npos;  // of the function, while it is read
  while (NextLine(rest, line) && !reading.Spent()) {
    const size_t at = std::min(line.find_first_not_of(" \t"), line.size());
    line = Trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    if (indent == text.npos) {
      std::string_view name = line;
      for (std::string_view word : {"defp ", "def "}) {
        if (name.starts_with(word)) name = Trim(name.substr(word.size()));
      }
      const bool begins = name.size() < line.size() &&
                          name.starts_with(function) && line.ends_with(" do") &&
                          !IsName(name.substr(function.size(), 1), "_");
      if (begins) indent = at;
    } else if (at <= indent && line.starts_with("end")) {
      return;
    } else {
      each(line);
    }
  }
}

// The next alias of a line, taken from its front: `setup: ["deps.get", "x"]`.
struct MixAlias {
  std::string name;
  std::string runs;  // "deps.get, x"; "" if the list goes on below
};
std::optional<MixAlias> TakeAlias(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of("[, "), line.size()));
  const bool quoted = line.starts_with('"');
  const size_t end = quoted ? line.find("\":", 1) : line.find(':');
  if (end == line.npos) return std::nullopt;
  MixAlias out{std::string(line.substr(quoted, end - quoted)), ""};
  line.remove_prefix(end + (quoted ? 2 : 1));
  const size_t close = std::min(line.find(']'), line.size());
  for (char c : Trim(line.substr(0, close))) {
    if (c != '[' && c != '"') out.runs += c;
  }
  line.remove_prefix(std::min(close + 1, line.size()));
  return out;
}

}  // namespace

Values RubyGems(const std::string& gemfile, Reading& reading) {
  ValueList out;
  EachGem(gemfile, reading, [&](std::string_view name, std::string_view rest) {
    if (IsName(name, "_-.")) out.Add(name, GemVersion(rest));
  });
  return Finished(out, reading);
}

Values RubyPrograms(const std::string& gemfile, Reading& reading) {
  ValueList out;
  EachGem(gemfile, reading, [&](std::string_view name, std::string_view) {
    for (const GemProgram& known : kGemPrograms) {
      if (known.gem == name) out.Add(known.program, known.about);
    }
  });
  return Finished(out, reading);
}

Values DartDependencies(const std::string& pubspec, Reading& reading) {
  ValueList out;
  std::vector<std::string> of_sdk;
  const std::string text = reading.Text(pubspec);
  YamlLines lines(text, reading);
  while (!out.Full() && lines.Next()) {
    const auto& keys = lines.keys();
    const bool is_of_one = keys.size() >= 2 && (keys[0] == "dependencies" ||
                                                keys[0] == "dev_dependencies");
    if (!is_of_one || !IsName(keys[1], "_")) continue;
    if (keys.size() == 2) out.Add(keys[1], lines.value());
    // `sdk: flutter`: it comes with the SDK, and is hardly ever removed.
    if (keys.size() == 3 && keys[2] == "sdk") of_sdk.push_back(keys[1]);
  }
  auto values = Finished(out, reading);
  std::stable_partition(
      values.begin(), values.end(), [&](const GeneratedValue& package) {
        return std::find(of_sdk.begin(), of_sdk.end(), package.value) ==
               of_sdk.end();
      });
  return values;
}

Values MixDependencies(const std::string& mix_exs, Reading& reading) {
  ValueList out;
  EachLineOf("deps", reading.Text(mix_exs), reading,
             [&](std::string_view line) {
               for (size_t at; (at = line.find("{:")) != line.npos;) {
                 line.remove_prefix(at + 2);
                 const std::string_view name =
                     line.substr(0, line.find_first_of(", }"));
                 if (IsName(name, "_")) out.Add(name);
               }
             });
  return Finished(out, reading);
}

Values MixAliases(const std::string& mix_exs, Reading& reading) {
  ValueList out;
  EachLineOf(
      "aliases", reading.Text(mix_exs), reading, [&](std::string_view line) {
        while (const auto alias = TakeAlias(line)) {
          if (!IsName(alias->name, "_.")) return;
          out.Add(alias->name, alias->runs.empty() ? "alias of this project"
                                                   : "Run " + alias->runs);
        }
      });
  return Finished(out, reading);
}

}  // namespace synapse
