// Helpers of the unit tests: tables of cases, and common fakes.
//
// A table under tests/cases/ holds blocks
//
//   LINE, ▏ at the cursor, ⏎ for a newline, ⇥ for a tab
//   => the expected result
//
// with # for a comment before a block. A line that itself begins with # or =>
// has a leading ␣, which is removed.
#pragma once

// Tests compile a tenth faster with it. An exception in an assertion fails the
// whole case.
#define DOCTEST_CONFIG_SUPER_FAST_ASSERTS
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "tests/spec/spec_testing.h"

namespace synapse::testing {

inline std::string Replaced(std::string text, std::string_view from,
                            std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos;
       at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

struct Case {
  std::string line;
  size_t cursor = 0;  // the end if there is no ▏
  std::string expected;
  size_t number = 0;  // the line in the file
};

inline std::string Unescaped(std::string text) {
  if (text.starts_with("␣")) text.erase(0, std::string_view("␣").size());
  return Replaced(Replaced(std::move(text), "⏎", "\n"), "⇥", "\t");
}

inline std::vector<Case> ReadCases(std::string_view name) {
  auto text = ReadFile(SourceFile("tests/cases/" + std::string(name)));
  REQUIRE(text.ok());
  constexpr std::string_view kCursor = "▏";
  std::vector<Case> out;
  std::string line;
  size_t number = 0;
  for (size_t at = 0; at < text->size();) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string next = text->substr(at, end - at);
    at = end + 1;
    ++number;
    if (next.starts_with("=>")) {
      Case c;
      c.line = Unescaped(line);
      c.cursor = c.line.find(kCursor);
      if (c.cursor == std::string::npos) {
        c.cursor = c.line.size();
      } else {
        c.line.erase(c.cursor, kCursor.size());
      }
      c.expected = next.size() > 3 ? Unescaped(next.substr(3)) : "";
      c.number = number;
      out.push_back(std::move(c));
      line.clear();
    } else if (!next.starts_with("#")) {
      line = next;
    }
  }
  return out;
}

// "key=value key=value": the values that a case checks. A value ends at the
// next blank unless it is in double quotes.
inline std::map<std::string, std::string> Wanted(std::string_view text) {
  std::map<std::string, std::string> out;
  size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != text.npos) {
    size_t equals = text.find('=', at);
    REQUIRE_MESSAGE(equals != text.npos, "no '=' in: ", text);
    std::string key(text.substr(at, equals - at));
    at = equals + 1;
    if (at < text.size() && text[at] == '"') {
      size_t close = text.find('"', at + 1);
      REQUIRE(close != text.npos);
      out[key] = text.substr(at + 1, close - at - 1);
      at = close + 1;
    } else {
      size_t end = std::min(text.find(' ', at), text.size());
      out[key] = text.substr(at, end - at);
      at = end;
    }
  }
  return out;
}

// The present of tests that have no clock: milliseconds since 1970.
inline constexpr int64_t kNow = 1700000000000;

// The seed of a random test: another one each run, printed on failure.
inline uint64_t RandomSeed() {
  if (const char* fixed = getenv("SYNAPSE_TEST_SEED")) {
    return strtoull(fixed, nullptr, 10);
  }
  return std::random_device{}();
}

// Sets an environment variable during its life.
class ScopedEnv {
 public:
  ScopedEnv(const char* name, const std::string& value) : name_(name) {
    if (const char* old = getenv(name)) {
      old_ = old;
      had_ = true;
    }
    setenv(name, value.c_str(), 1);
  }
  ~ScopedEnv() {
    if (had_) {
      setenv(name_, old_.c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  ScopedEnv(const ScopedEnv&) = delete;
  ScopedEnv& operator=(const ScopedEnv&) = delete;

 private:
  const char* name_;
  std::string old_;
  bool had_ = false;
};

// The files below `directory` with `text` in their names or in their bytes.
inline std::vector<std::string> FilesWith(const std::string& directory,
                                          const std::string& text) {
  std::vector<std::string> out;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().filename().string().find(text) != std::string::npos) {
      out.push_back(entry.path());
    }
    if (!entry.is_regular_file()) continue;
    auto bytes = ReadFile(entry.path(), size_t{1} << 30);
    if (bytes.ok() && bytes->find(text) != std::string::npos) {
      out.push_back(entry.path());
    }
  }
  return out;
}

// True if the process ends within 5 s. The one that adopts orphans may leave it a
// zombie for a while.
inline bool Ends(pid_t pid) {
  for (int i = 0; i < 500; ++i) {
    const auto stat = ReadFile("/proc/" + std::to_string(pid) + "/stat", 4096);
    if (!stat.ok() || stat->find(") Z ") != std::string::npos) return true;
    usleep(10'000);
  }
  return false;
}

// An index of git (gitformat-index(5), version 2) that tracks these names.
// REQUIRES: the names are sorted.
inline std::string GitIndexOf(const std::vector<std::string>& names) {
  auto big = [](size_t n) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) {
      out += static_cast<char>(n >> shift);
    }
    return out;
  };
  std::string out = "DIRC" + big(2) + big(names.size());
  for (const std::string& name : names) {
    std::string entry(60, '\0');
    entry += static_cast<char>(name.size() >> 8);
    entry += static_cast<char>(name.size());
    entry += name;
    entry.append(8 - entry.size() % 8, '\0');
    out += entry;
  }
  return out;
}

}  // namespace synapse::testing
