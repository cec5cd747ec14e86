#include "source/used_names.h"

#include <cmath>
#include <utility>

#include "base/text.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr double kHalfInArguments = 40;

std::string_view LastComponent(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

void UsedNames::Read() {
  names_.clear();
  double before = 0;  // arguments
  for (const std::string& argument : history_.recent_arguments()) {
    Add(argument, before++);
  }
  // Arguments are words between blanks; a quoted one may have blanks.
  before = 0;
  for (const std::string& line : history_.recent_lines()) {
    ++before;
    if (line.find_first_of("\\'\"") == line.npos) continue;
    for (const Token& token : Tokenize(line)) {
      if (token.quoted && !token.dynamic) Add(token.value, before);
    }
  }
}

void UsedNames::Add(std::string_view path, double before) {
  names_.try_emplace(Hash64(LastComponent(path)),
                     std::exp2(-before / kHalfInArguments));
}

double UsedNames::Of(std::string_view name) {
  if (!std::exchange(read_, true)) Read();
  const auto known = names_.find(Hash64(name));
  return known != names_.end() ? known->second : 0;
}

}  // namespace synapse
