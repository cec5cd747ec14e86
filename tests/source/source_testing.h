// Helpers of the tests of sources: a fake shell, and one question to one
// source.
#pragma once

#include <sys/stat.h>
#include <sys/time.h>

#include <algorithm>

#include "source/source.h"
#include "tests/testing.h"

namespace synapse::testing {

struct Bench {
  TempTree tree;
  SpecStore specs{{tree.Path("specs"), SourceFile("specs")}};
  ShellNames shell;
  std::map<std::string, std::string, std::less<>> variables;
  std::map<std::string, ShellNames::Kind, std::less<>> names;
  std::string cwd = tree.Path();
  std::string home = tree.Path("home");
  int64_t now_s = 1700000000;

  Bench() {
    shell.variable =
        [this](std::string_view name) -> std::optional<std::string> {
      auto at = variables.find(name);
      if (at == variables.end()) return std::nullopt;
      return at->second;
    };
    shell.kind = [this](std::string_view name) {
      auto at = names.find(name);
      return at == names.end() ? ShellNames::Kind::kNone : at->second;
    };
    shell.each = [this](std::string_view prefix, const auto& emit) {
      for (const auto& [name, kind] : names) {
        if (name.starts_with(prefix) && !emit(name, kind)) return;
      }
    };
  }

  std::vector<Candidate> Ask(Source& source, const std::string& line,
                             Budget budget = Budget::Unlimited()) {
    CompletionContext context =
        BuildContext(line, line.size(), specs, shell.alias);
    SourceInput input{context, shell, cwd, home, now_s};
    input.due = DueKeywordsAt(context, "");
    std::vector<Candidate> out;
    source.Collect(input, budget, out);
    for (const Candidate& c : out) {
      CHECK(c.text.starts_with(line));
      REQUIRE(!c.evidence.empty());
    }
    return out;
  }
  // The whole lines, sorted.
  std::vector<std::string> Texts(Source& source, const std::string& line) {
    std::vector<std::string> out;
    for (const Candidate& c : Ask(source, line)) out.push_back(c.text);
    std::sort(out.begin(), out.end());
    return out;
  }
  double ScoreOf(Source& source, const std::string& line,
                 const std::string& text) {
    for (const Candidate& c : Ask(source, line)) {
      if (c.text == text) return c.evidence[0].score;
    }
    return -1;
  }
  void SetTime(const std::string& name, int64_t s) {
    timeval times[2] = {{s, 0}, {s, 0}};
    REQUIRE(utimes(tree.Path(name).c_str(), times) == 0);
  }
  void MakeExecutable(const std::string& name) {
    tree.Write(name, "#!/bin/sh\n");
    REQUIRE(chmod(tree.Path(name).c_str(), 0755) == 0);
  }
};

}  // namespace synapse::testing
