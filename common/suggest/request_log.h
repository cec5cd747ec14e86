// RequestLog: a request and its reply as a line of JSON, for the log at level
// debug: what was parsed, what each source cost, and why the candidates stand in
// this order.
//
//   {"time_ms":N,"pid":N,"request":"suggest","cursor":N,"bytes":N,
//    "context":{"position":S,"expected":S,"words":N,"spec":BOOL},
//    "latency_us":N,"sources":[{"source":S,"candidates":N,"us":N}],
//    "candidates":[{"place":N,"shown":BOOL,"source":S,"score":N,
//      "confidence":N,"word_confidence":N,"risk":S,
//      "found":{NAME:KEPT},"features":{NAME:N},"line":{NAME:N}}]}
//
// "place": in the reply, from 0; null for a candidate that is not in it. Features
// (rank/candidate_features.h) of 0 are left out; "line" has the parts of the log
// odds of its line. Only with texts there are "buffer" and "command", and for each
// candidate "text" and "reasons".
//
// Tested by tests/engine/request_log_test.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "suggest/request.h"

namespace synapse {

class RequestLog {
 public:
  // The list before it is put in order (SuggestRequest::on_list).
  void Note(const std::vector<Suggestion>& list,
            const std::vector<CandidateFeatures>& rows);
  // `is_shown`: whether it would be a ghost. The reply was asked for with
  // `explain`.
  std::string Json(
      const SuggestRequest& request, const SuggestReply& reply, bool with_texts,
      const std::function<bool(const Suggestion&)>& is_shown) const;

 private:
  struct Candidate {
    Suggestion suggestion;
    CandidateFeatures features;
  };
  std::vector<Candidate> candidates_;
};

}  // namespace synapse
