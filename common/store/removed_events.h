// RemovedEvents: the events that are taken out of the log, with their texts, words and
// directories that no kept event has. Other records that have one of these are
// taken out too.
//
// Tested by tests/store/forget_test.cc.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "store/event.h"
#include "store/event_log.h"
#include "store/fact.h"
#include "store/record.h"
#include "store/search_record.h"

namespace synapse {

// Calls `visit` with the hashes of the words of a text that are long enough to
// identify it.
template <class Visit>
void EachWord(std::string_view text, const Visit& visit) {
  constexpr size_t kShortest = 4;
  size_t begin = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    unsigned char c =
        at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
    bool inside = isalnum(c) || c >= 0x80 || (c && strchr("._+%@~-", c));
    if (inside) continue;
    if (at - begin >= kShortest) visit(Hash64(text.substr(begin, at - begin)));
    begin = at + 1;
  }
}

struct RemovedEvents {
  std::unordered_map<uint64_t, uint64_t> previous;  // by sequence
  std::unordered_set<uint64_t> identities, texts, words, directories;

  void Add(uint64_t sequence, const Event& e) {
    previous[sequence] = e.previous;
    identities.insert(EventIdentity(e));
    texts.insert(Hash64(e.command));
    directories.insert(Hash64(e.cwd));
    EachWord(e.command, [&](uint64_t word) { words.insert(word); });
  }
  void Spare(const Event& kept) {
    identities.erase(EventIdentity(kept));
    texts.erase(Hash64(kept.command));
    directories.erase(Hash64(kept.cwd));
    if (words.empty()) return;
    EachWord(kept.command, [&](uint64_t word) { words.erase(word); });
  }
  // The nearest kept event before `sequence`. The steps are counted, because
  // the chain in a damaged log may be a loop.
  uint64_t Before(uint64_t sequence) const {
    for (size_t steps = 0; steps <= previous.size(); ++steps) {
      auto at = previous.find(sequence);
      if (at == previous.end()) return sequence;
      sequence = at->second;
    }
    return 0;
  }
  // The record or text has a text, a word or a directory of the removed events alone.
  // REQUIRES: every kept event is spared.
  bool Has(std::string_view text) const {
    if (text.empty()) return false;
    bool has = texts.contains(Hash64(text));
    EachWord(text, [&](uint64_t word) { has = has || words.contains(word); });
    return has;
  }
  // The same, or a directory where only removed events ran.
  bool HasOrRan(std::string_view text) const {
    return Has(text) || (!text.empty() && directories.contains(Hash64(text)));
  }
  bool Has(const FeedbackRecord& f) const {
    return Has(f.buffer) || Has(f.suggestion) || Has(f.executed);
  }
  bool Has(const Fact& f) const {
    bool has = directories.contains(Hash64(f.directory));
    for (const std::string* text : {&f.fact, &f.recommendation, &f.subject,
                                    &f.replacement, &f.directory}) {
      has = has || Has(*text);
    }
    for (const std::string& step : f.steps) has = has || Has(step);
    return has;
  }
  bool Has(const SearchRecord& s) const {
    FeedbackRecord texts_of;
    texts_of.buffer = s.query;
    texts_of.suggestion = s.target.text;
    texts_of.executed = s.pattern;
    bool has = Has(texts_of);
    for (const SearchTarget& shown : s.shown) {
      texts_of.suggestion = shown.text;
      has = has || Has(texts_of);
    }
    return has || (!s.cwd.empty() && directories.contains(Hash64(s.cwd)));
  }
  bool Has(const SessionRecord& s) const {
    return !s.cwd.empty() && directories.contains(Hash64(s.cwd));
  }
};

// Computes the changes of the log when these events are removed.
inline RemovedEvents RemovedEventsOf(EventLog& log,
                                     const EventVisitor& removed) {
  RemovedEvents gone;
  std::unordered_set<uint64_t> sequences;
  log.Visit(1, [&](uint64_t sequence, const Event& e) {
    if (removed(sequence, e)) {
      gone.Add(sequence, e);
      sequences.insert(sequence);
    }
    return true;
  });
  if (sequences.empty()) return gone;
  log.Visit(1, [&](uint64_t sequence, const Event& e) {
    if (!sequences.contains(sequence)) gone.Spare(e);
    return true;
  });
  return gone;
}

}  // namespace synapse
