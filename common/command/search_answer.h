// The answer of a search, the same in `synapse search` and `drive`.
#pragma once

#include <functional>
#include <string>

#include "engine.h"
#include "search/finder.h"

namespace synapse {

struct SearchRequest {
  SearchQuery query;
  // Only runs that this wants; commands alone then. May be empty.
  HistorySearch::Wanted wanted = {};
};

struct SearchReply {
  SearchAnswer answer;
  int64_t latency_us = 0;
  bool watched = false;  // what follows it is learned from
};

// Answers, and has the search watched where that is on. Where words find nothing
// good, letters that lie scattered in a recent line are looked for
// (search/recent.h).
SearchReply AnswerSearch(Engine& engine, const SearchRequest& request);

// {"ok":true,"query":...,"results":[...]}, one line without its end.
std::string SearchJson(const SearchRequest& request, const SearchReply& reply);

// The path as it is seen from `cwd`, where it lies below.
std::string SeenFrom(const std::string& path, const std::string& cwd);

}  // namespace synapse
