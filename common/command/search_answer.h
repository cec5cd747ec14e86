// The answer of a search, the same in `synapse search` and `drive`.
// Tested by tests/command/search_test.cc.
#pragma once

#include <functional>
#include <string>

#include "engine.h"
#include "search/finder.h"

namespace synapse {

struct SearchRequest {
  SearchQuery query;
  // Selects runs; then only commands are searched. May be empty.
  HistorySearch::Wanted wanted = {};
};

struct SearchReply {
  SearchAnswer answer;
  int64_t latency_us = 0;
  bool watched = false;  // later commands are learned from
};

// Answers a request, and starts to watch the search if that is enabled. If
// words find nothing good, recent lines are searched for scattered letters
// (search/recent.h).
SearchReply AnswerSearch(Engine& engine, const SearchRequest& request);

// {"ok":true,"query":...,"results":[...]}, one line without its end.
std::string SearchJson(const SearchRequest& request, const SearchReply& reply);

// The path relative to `cwd` if it is below it.
std::string SeenFrom(const std::string& path, const std::string& cwd);

}  // namespace synapse
