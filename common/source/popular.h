// Popular: the commands that people run most, commonest first: what is offered
// before the user's own history says better. A list of our own, for a machine
// on which they exist.
#pragma once

#include <optional>
#include <string_view>

namespace synapse {

// The rank of a command as the first of a line, or behind a pipe; nothing for
// all others.
std::optional<int> PopularCommand(std::string_view command);
std::optional<int> PopularFilter(std::string_view command);

}  // namespace synapse
