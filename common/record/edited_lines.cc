#include "record/edited_lines.h"

namespace synapse {

std::string EditedLines::Problem() const {
  if (missed_ == 0) return "";
  std::string lines = missed_ == 1 ? "the last line that was run is"
                                   : "the last " + std::to_string(missed_) +
                                         " lines that were run are";
  return lines + " not recorded: " +
         (why_.empty() ? "the shell did not report their start; another "
                         "module may have taken the hooks: load Synapse last"
                       : why_);
}

}  // namespace synapse
