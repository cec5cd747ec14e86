// RecordApplier: applies one record of the log to the tables of the index.
//
// Agents: a line that a coding agent ran can be offered, and teaches nothing of
//         what the user does.
// Tested by tests/learn/learner_test.cc.
#pragma once

#include "base/status.h"
#include "learn/feedback.h"
#include "learn/sessions.h"
#include "learn/user_model.h"
#include "store/kv.h"
#include "store/record.h"

namespace synapse {

class RecordApplier {
 public:
  RecordApplier(Sessions& sessions, double half_life_hours)
      : sessions_(sessions), half_life_hours_(half_life_hours) {}
  void SetFeedbackSteps(const FeedbackSteps& steps) { feedback_steps_ = steps; }
  // The weights of lines move by `steps` with the next line that is applied.
  void MoveNext(const UserModel::Moved& steps) { next_move_ = steps; }

  // While it is set, lines get no nodes in the prefix index: BuildNodes() makes
  // them at the end (store/prefix_index.h).
  void SetNodesLater(bool later) { nodes_later_ = later; }

  Status Apply(Kv& kv, const Event& event);
  Status Apply(Kv& kv, const FeedbackRecord& feedback);
  // Skips a record of a spool that the index has, by the mark of its stream
  // (index_marks.h), and otherwise moves the mark. Records of sessions and
  // searches teach nothing.
  Status ApplyOnce(Kv& kv, const Record& record);

 private:
  Status ApplyAgents(Kv& kv, const Event& event);
  void Foresee(Kv& kv, const LineContext& context, const Line& line,
               UserModel& model);
  static bool IsRight(Kv& kv, const Line& line, const Event& event);
  bool TeachesWords(Kv& kv, const Line& line) const;
  int64_t Older(int64_t ms, double half_lives) const;
  Status IndexPrefixes(Kv& kv, std::string_view text, int64_t ms);
  Status ApplyLine(Kv& kv, const LineContext& context,
                   const Sessions::ReadLine& read, const Event& event);

  Sessions& sessions_;
  const double half_life_hours_;
  FeedbackSteps feedback_steps_;
  UserModel::Moved next_move_{};
  bool nodes_later_ = false;
};

}  // namespace synapse
