// learn replay: how often earlier sessions answer a search in transcripts.
// Nothing is recorded.
#include <algorithm>
#include <cstdio>
#include <map>

#include "command/command.h"
#include "search/associations.h"
#include "search/transcript_feed.h"

namespace synapse {
namespace {

constexpr size_t kAmong = 5;

// One session of an agent, from one file.
struct AgentFile {
  std::string path;
  std::string repository;  // its first repository
  int64_t first_ms = 0;
  std::vector<TranscriptEvent> events;
};

struct AnswerSums {
  size_t searches = 0;  // searches with a file opened after them
  size_t earlier = 0;   // those in a repository with earlier sessions
  size_t first = 0, among = 0;
};

// Sorted by time.
std::vector<AgentFile> ReadAgentFiles(const std::vector<std::string>& paths,
                                      SpecStore& specs, std::string& failed) {
  std::vector<AgentFile> out;
  for (const std::string& given : paths) {
    for (const std::string& path : TranscriptsAt(given)) {
      AgentFile file;
      file.path = path;
      Budget budget = Budget::Unlimited();
      TranscriptRange range;
      range.specs = &specs;
      auto read = ReadTranscript(path, range, budget, [&](TranscriptEvent e) {
        if (file.repository.empty()) file.repository = e.cwd;
        if (file.first_ms == 0) file.first_ms = e.at_ms;
        const bool wanted = e.kind == TranscriptKind::kUserTurn ||
                            e.kind == TranscriptKind::kSearch ||
                            e.kind == TranscriptKind::kRead;
        if (wanted) file.events.push_back(std::move(e));
      });
      if (!read.ok())
        failed = read.status().message();
      else
        out.push_back(std::move(file));
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first_ms, a.path) < std::tie(b.first_ms, b.path);
  });
  return out;
}

// True for two paths of one repository. Directories that no longer exist are
// compared by name.
bool AreOne(const std::string& one, const std::string& other) {
  return AsciiLower(BaseName(one)) == AsciiLower(BaseName(other));
}

// The files opened after the search in the same turn.
std::vector<std::string> OpenedBehind(
    const std::vector<TranscriptEvent>& events, size_t search) {
  std::vector<std::string> out;
  for (size_t i = search + 1; i < events.size(); ++i) {
    if (events[i].kind == TranscriptKind::kUserTurn) break;
    if (events[i].kind != TranscriptKind::kRead || events[i].failed) continue;
    out.push_back(JoinPath(events[i].cwd, events[i].text));
  }
  return out;
}

void AskAll(const AgentFile& file, Store& store, bool earlier,
            AnswerSums& sums) {
  for (size_t i = 0; i < file.events.size(); ++i) {
    const TranscriptEvent& search = file.events[i];
    if (search.kind != TranscriptKind::kSearch) continue;
    const auto opened = OpenedBehind(file.events, i);
    if (opened.empty()) continue;
    ++sums.searches;
    sums.earlier += earlier;
    const auto found = AssociationsOf(
        store, {search.text, file.repository, search.at_ms, AreOne}, kAmong);
    for (size_t at = 0; at < found.size(); ++at) {
      if (std::find(opened.begin(), opened.end(), found[at].target.text) ==
          opened.end()) {
        continue;
      }
      sums.first += at == 0;
      ++sums.among;
      break;
    }
  }
}

void LearnAll(const AgentFile& file, Store& store) {
  std::vector<Record> records;
  SearchSessions sessions(
      [&](SearchRecord record) { records.emplace_back(std::move(record)); });
  // A file counts even if the agent opens it long after the search.
  constexpr int64_t kTurnMs = 3'600'000;
  sessions.Set({.threshold = 1, .timeout_ms = kTurnMs});
  TranscriptFeed feed({sessions,
                       [&](const std::string&) { return file.repository; },
                       [](const std::string&) { return true; },
                       [](const std::string&) { return false; }});
  for (const TranscriptEvent& event : file.events) feed.Add(event);
  feed.End();
  if (!records.empty()) (void)store.log().AppendRecords(records);
}

std::string ShareText(size_t part, size_t all) {
  char text[32];
  snprintf(
      text, sizeof text, "%5.1f %%",
      all ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0.0);
  return text;
}

}  // namespace

int ReplayTranscripts(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "learn");
  if (!args.error.empty()) return Usage(input, "learn", args.error);
  if (args.rest.empty()) return Usage(input, "learn", "PATH is missing");
  std::vector<std::string> paths;
  for (const std::string& given : args.rest) {
    paths.push_back(JoinPath(input.cwd, ExpandTilde(given)));
  }
  std::string failed;
  const std::vector<AgentFile> files =
      ReadAgentFiles(paths, input.engine->specs(), failed);
  if (files.empty()) return Fail(input, "learn replay", failed);
  const auto store = Store::Open("");
  std::map<std::string, AnswerSums> by_repository;
  std::map<std::string, size_t> sessions;
  AnswerSums all;
  for (const AgentFile& file : files) {
    const bool earlier = sessions[AsciiLower(BaseName(file.repository))]++ > 0;
    AnswerSums sums;
    AskAll(file, *store, earlier, sums);
    LearnAll(file, *store);
    for (AnswerSums* into : {&all, &by_repository[file.repository]}) {
      into->searches += sums.searches;
      into->earlier += sums.earlier;
      into->first += sums.first;
      into->among += sums.among;
    }
  }
  std::string out = std::to_string(files.size()) + " sessions\n" +
                    "searches   with earlier     first  among five\n";
  auto row = [&](const AnswerSums& sums, const std::string& name) {
    char text[64];
    snprintf(text, sizeof text, "%8zu %14zu   ", sums.searches, sums.earlier);
    out += text + ShareText(sums.first, sums.earlier) + "     " +
           ShareText(sums.among, sums.earlier) + "  " + Printable(name) + "\n";
  };
  for (const auto& [repository, sums] : by_repository) row(sums, repository);
  row(all, "all");
  input.io.Out(out);
  return 0;
}

}  // namespace synapse
