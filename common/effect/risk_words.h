// Risk by words: what the words of a command say about it where its spec says
// nothing, or where it has none.
//
//   frobctl purge --all          its words say that it deletes
//   foo db-drop x, a stack:rm    the same
//   blobtool --delete x          the same
//   frobctl get purge            nothing: it reads
//   blobtool -force              the same as --force
//   base64 -d, xxd -r, nc        write a text that nobody has read
//   echo FLUSHALL | nc host      sends one to a server
//
// Tested by tests/effect/risk_test.cc over tests/cases/risks.txt.
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

// True for a client that sends its input, line by line, to a server.
bool TakesLines(std::span<const std::string> words);

// The risk of such lines by their first words: `FLUSHALL`, `drop 't'`.
Risk RiskOfLines(std::string_view text);

// Commands that take any words as a text.
bool TakesText(std::string_view command);

// The risk of a file that is run, by its name: `psql < drop_all.sql`.
Risk RiskOfFile(std::string_view name);

// SQL without its texts, `select 'drop table x'`, unless it runs texts.
std::string WithoutTexts(std::string_view sql);

// `--dry-run=none`.
bool SaysNo(const WalkResult& walk, std::span<const std::string> words);

// `cargo yank --version 1.0.0` takes a value.
bool AsksForHelp(std::span<const std::string> words);

}  // namespace synapse
