// Risk by words: what the words of a command say about it where its spec says
// nothing, or where it has none.
//
//   frobctl purge --all          its words say that it deletes
//   foo db-drop x, a stack:rm    the same
//   blobtool --delete x          the same
//   frobctl get purge            nothing: it reads
//   blobtool -force              the same as --force
//   base64 -d, xxd -r, nc        write a text that nobody has read
//   tmux send-keys 'rm -rf x'    types a line somewhere else
//
// Tested by tests/rank/risk_test.cc over tests/cases/risks.txt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/model.h"
#include "spec/walk.h"

namespace synapse {

// `walk` is null without a spec. The risk is careful, or none.
Risk RiskOfWords(std::span<const std::string> words, const WalkResult* walk);

// True if the command writes a text that it decodes or receives.
bool WritesDecoded(std::span<const std::string> words);

// Lines that the command types or runs somewhere else, if no spec says so.
std::vector<std::string> SentLines(std::span<const std::string> words);

}  // namespace synapse
