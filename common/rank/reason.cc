#include "rank/reason.h"

#include <cmath>
#include <cstdint>

#include "base/text.h"

namespace synapse {
namespace {

std::string Times(uint64_t n) {
  return std::to_string(n) + (n == 1 ? " time" : " times");
}

// The reason that the line followed the line before more than once. Older runs
// weigh less, so the number of runs is close to the true one.
std::string SequenceOf(const PoolLine& line, const Followed& followed) {
  const bool emptied = line.stat.count == 0 && line.pattern > 0;
  const RowTable* row = emptied ? followed.patterns : followed.lines;
  if (!followed.before || !row || row->total() <= 0) return "";
  const double share = row->WeightOf(line.id) / row->total();
  const auto times = static_cast<uint64_t>(
      std::lround(share * static_cast<double>(row->events())));
  if (times < 2) return "";
  constexpr int kColumns = 40;
  const std::string& text = followed.before->text;
  const std::string clipped(ClipToWidth(text, kColumns));
  const bool always = share > 0.999;
  return "after `" + clipped + (clipped.size() < text.size() ? "..." : "") +
         "`, " + (always ? "" : "about ") + std::to_string(times) + " of " +
         Times(row->events()) + (emptied ? ", with another text" : "");
}

}  // namespace

std::string ReasonOf(const PoolLine& line, const Followed& followed) {
  if (line.failed_each_time) {
    return "failed " + std::to_string(line.stat.failures) + " of " +
           Times(line.stat.count);
  }
  if (std::string after = SequenceOf(line, followed); !after.empty()) {
    return after;
  }
  if (line.stat.only_agents()) return "run by a coding agent";
  if (line.stat.count == 0) {
    return line.relation > 0 ? "a reused argument"
                             : "a pattern with another text";
  }
  return "run " + Times(line.stat.count);
}

}  // namespace synapse
