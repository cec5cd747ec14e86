// A shell in a repository, and the answers to a search in it.
#pragma once

#include <string>
#include <vector>

#include "command/search_answer.h"
#include "tests/command/command_testing.h"

namespace synapse::testing {

inline constexpr SearchKinds kFiles = SearchKinds::Only(SearchKind::kFile);

struct SearchShell : Session {
  explicit SearchShell(bool persistent = true) : Session(persistent) {}

  // Makes the files, and the directory a repository that tracks them.
  void Track(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
    tree.Write("w/.git/config", "");
    tree.Write("w/.git/index", GitIndexOf(names));
    for (const std::string& name : names) tree.Write("w/" + name, "");
  }
  // Runs a line, `seconds` after the line before.
  void Type(const std::string& line, int exit = 0, int64_t seconds = 2) {
    ::synapse::Run run;
    run.session = session;
    run.cwd = cwd;
    run.command = line;
    run.start_ms = now_ms += seconds * 1000;
    run.exit = exit;
    REQUIRE(engine->Record(run).ok());
    engine->NewPrompt();
  }
  SearchReply Ask(const std::string& text,
                  SearchKinds kinds = SearchKinds::All(),
                  SearchScope scope = SearchScope::kGlobal) {
    SearchRequest r;
    r.query.text = text;
    r.query.kinds = kinds;
    r.query.scope = scope;
    r.query.origin = {session, cwd, FindUpwards(cwd, ".git").value_or("")};
    r.query.now_ms = now_ms += 2000;
    engine->CatchUpFully();
    return AnswerSearch(*engine, r);
  }
  // "file src/a.c", "command make", best first.
  std::vector<std::string> Found(const std::string& text,
                                 SearchKinds kinds = SearchKinds::All(),
                                 SearchScope scope = SearchScope::kGlobal) {
    std::vector<std::string> out;
    for (const SearchResult& r : Ask(text, kinds, scope).answer.results) {
      out.push_back(std::string(SearchKindName(r.target.kind)) + " " +
                    SeenFrom(r.target.text, cwd));
    }
    return out;
  }
  std::string First(const std::string& text) {
    auto found = Found(text);
    return found.empty() ? "" : found[0];
  }
};

}  // namespace synapse::testing
