#include "record/transcripts.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "learn/import.h"
#include "reflect/markers.h"
#include "transcript/shell_call.h"

namespace synapse {
namespace {

constexpr size_t kMaxCommand = 4096;  // bytes
// Bounds of data waiting to be written.
constexpr size_t kMaxEvents = 4000;
constexpr size_t kMaxBytes = 4 << 20;

void Add(const TranscriptCounts& from, TranscriptCounts& into) {
  into.records += from.records;
  into.malformed += from.malformed;
  into.too_long += from.too_long;
  into.unknown += from.unknown;
  into.events += from.events;
}

Event EventOf(const TranscriptEvent& call) {
  ShellCall shell = ReadShellCall(call.text, call.cwd, nullptr);
  Event event;
  event.command = std::move(shell.command);
  event.cwd = std::move(shell.directory);
  event.branch = call.branch;
  event.session = "agent:" + call.session;
  event.shell = call.agent;
  event.start_ms = call.at_ms;
  event.duration_ms = call.duration_ms;
  event.exit = call.exit;
  event.agent = true;
  // An import does not restore forgotten lines.
  event.imported = true;
  return event;
}

// Any part of a sentence may be a command line with a secret.
bool IsPrivate(const Privacy& privacy, std::string_view text) {
  while (!text.empty()) {
    if (privacy.Why(text)) return true;
    text.remove_prefix(std::min(text.find_first_of(" `"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" `"), text.size()));
  }
  return false;
}

}  // namespace

void Transcripts::Take(const TranscriptEvent& event) {
  switch (event.kind) {
    case TranscriptKind::kUserTurn: ++tally_.turns; break;
    case TranscriptKind::kSearch: ++tally_.searches; break;
    case TranscriptKind::kRead: ++tally_.reads; break;
    case TranscriptKind::kShell: ++tally_.shell; break;
    default: break;
  }
  if (p_.listener && event.offset >= listen_from_) p_.listener(event);
  if (event.kind != TranscriptKind::kShell) return;
  if (!event.answered || event.refused || event.text.size() > kMaxCommand) {
    ++tally_.left_out;
    return;
  }
  if (event.at_ms <= 0) {
    ++tally_.untimed;
    return;
  }
  Event call = EventOf(event);
  if (call.command.empty() || p_.privacy.IsIgnoredDirectory(call.cwd)) {
    ++tally_.left_out;
    return;
  }
  if (p_.repository) call.repository = p_.repository(call.cwd);
  bytes_ += call.command.size();
  events_.push_back(std::move(call));
  if (events_.size() >= kMaxEvents || bytes_ >= kMaxBytes) {
    if (Status flushed = Flush(); failed_.ok()) failed_ = flushed;
  }
}

Status Transcripts::Flush() {
  std::vector<Event> events = std::exchange(events_, {});
  bytes_ = 0;
  const size_t all = events.size();
  tally_.left_out += p_.privacy.ScreenAll(events).skipped;
  if (all == 0 || events.empty()) return {};
  auto imported = ImportEvents(p_.learner, std::move(events), nullptr,
                               ImportMatch::kTranscript);
  if (!imported.ok()) return imported.status();
  tally_.added += imported->added;
  tally_.known += imported->known;
  tally_.forgotten += imported->forgotten;
  return {};
}

// Known facts keep their counts. Facts that look like they contain a secret are
// left out.
Status Transcripts::KeepFacts(std::vector<Fact> facts) {
  if (facts.empty()) return {};
  std::unordered_set<uint64_t> known;
  p_.learner.store().facts().Visit([&](const Fact& fact) {
    known.insert(fact.id());
    return true;
  });
  std::erase_if(facts, [&](Fact& fact) {
    if (IsPrivate(p_.privacy, fact.fact) ||
        IsPrivate(p_.privacy, fact.recommendation)) {
      return true;
    }
    fact.found_ms = p_.now_ms;
    return known.contains(fact.id());
  });
  tally_.facts += facts.size();
  return p_.learner.store().facts().Put(facts);
}

Status Transcripts::Read(const std::string& path, TranscriptRange& range,
                         Budget& budget) {
  failed_ = {};
  TurnReflector reflector(path);
  range.specs = &p_.specs;
  auto read =
      ReadTranscript(path, range, budget, [&](const TranscriptEvent& event) {
        reflector.Add(event);
        Take(event);
      });
  for (Status status : {Flush(), KeepFacts(reflector.Finish())}) {
    if (failed_.ok()) failed_ = std::move(status);
  }
  if (!read.ok()) {
    ++tally_.unreadable;
    return read.status();
  }
  ++tally_.files;
  Add(read->counts, tally_.counts);
  whole_ = read->whole;
  if (failed_.ok()) range.mark = read->end;
  return failed_;
}

}  // namespace synapse
