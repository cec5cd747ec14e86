#include "search/watch.h"

#include <algorithm>

#include "base/files.h"
#include "search/contents.h"

namespace synapse {
namespace {

constexpr size_t kMaxOwn = 64;

using Kind = SearchStep::Kind;

bool Has(const std::vector<SearchStep>& steps, Kind kind) {
  return std::any_of(steps.begin(), steps.end(),
                     [&](const SearchStep& s) { return s.kind == kind; });
}

}  // namespace

SearchWatch::SearchWatch(const Parts& parts)
    : p_(parts),
      sessions_([this](SearchRecord record) {
        (void)p_.event_writer.Add(std::move(record));
      }),
      version_(p_.store.log_file().version()),
      seen_(p_.store.searches().last()) {}

void SearchWatch::Set(const Config& config) {
  sessions_.Set({.on = config.Bool("search.learn")});
  reads_contents_ = config.Bool("search.contents");
}

bool SearchWatch::IsPrivate(const AnsweredSearch& search) const {
  const Privacy& privacy = p_.privacy();
  return !p_.incognito.off() || privacy.Why(search.query) ||
         privacy.IsIgnoredDirectory(search.cwd) ||
         p_.store.forgotten().Contains(search.query);
}

bool SearchWatch::Asked(const AnsweredSearch& search) {
  if (IsPrivate(search)) return false;
  if (own_.size() >= kMaxOwn) own_.erase(own_.begin());
  own_.emplace(search.at_ms, search.query);
  names_.insert(search.session);
  return sessions_.OnSearch(search);
}

// The program has no session. Its search belongs to this shell if the line that
// ran asked, in the same directory.
void SearchWatch::AdoptFromLog(const Ran& ran, bool asks) {
  const uint64_t last = p_.store.searches().last();
  if (last == seen_) return;
  // A replaced log may end before this.
  const uint64_t from = last < seen_ ? last : seen_ + 1;
  seen_ = last;
  p_.store.searches().Visit(from, [&](uint64_t, const SearchRecord& record) {
    if (record.action != SearchAction::kAsked ||
        own_.contains({record.at_ms, record.query})) {
      return true;
    }
    const bool of_program = asks && record.session.empty() &&
                            record.cwd == ran.cwd &&
                            record.at_ms >= ran.start_ms;
    if (record.session != ran.session && !of_program) return true;
    SearchRecord adopted = record;
    adopted.session = ran.session;
    names_.insert(ran.session);
    sessions_.Adopt(adopted);
    return true;
  });
}

void SearchWatch::CommandRan(const Ran& ran) {
  if (IsRedacted(ran.line)) return;
  const bool names_any = ran.line.find(' ') != std::string::npos;
  if (!sessions_.settings().on && !(reads_contents_ && names_any)) return;
  if (p_.store.log_file().version() != version_ ||
      p_.store.log_file().Replaced()) {
    version_ = p_.store.log_file().version();
    sessions_.Clear();
  }
  const bool may_ask = ran.line.find("synapse") != std::string::npos;
  AdoptFromLog(ran, may_ask);
  const bool watched = sessions_.IsWatching(ran.session);
  if (!watched && !(reads_contents_ && names_any)) return;
  const std::vector<SearchStep> steps =
      StepsOf(ran.line, {p_.specs, ran.alias, ran.cwd});
  if (reads_contents_) ReadOpened(ran, steps);
  if (!watched) return;
  // A line that asks or searches is not the result, even if it runs other
  // commands: docker ps | grep web.
  const bool works = Has(steps, Kind::kWorks) && !Has(steps, Kind::kAsks) &&
                     !Has(steps, Kind::kLooksFor);
  // An opened file is the result when work on it begins.
  if (works) sessions_.OnTurnEnd(ran.session, ran.start_ms);
  for (const SearchStep& step : steps) {
    if (step.kind == Kind::kAsks) continue;
    if (step.kind == Kind::kLooksFor) {
      sessions_.OnFallbackPattern(ran.session, step.pattern, ran.start_ms);
    }
    for (const SearchTarget& target : step.opened) {
      sessions_.OnOpened(ran.session, target, ran.start_ms);
    }
  }
  if (works) {
    sessions_.OnCommand(ran.session, ran.line, ran.exit == 0, ran.start_ms);
  }
}

void SearchWatch::ReadOpened(const Ran& ran,
                             const std::vector<SearchStep>& steps) {
  size_t left = 2;
  for (const SearchStep& step : steps) {
    for (const SearchTarget& target : step.opened) {
      if (target.kind != SearchKind::kFile || left == 0 ||
          p_.privacy().IsIgnoredDirectory(DirName(target.text))) {
        continue;
      }
      --left;
      std::optional<OpenedFile> known;
      (void)p_.store.index().Read(
          [&](Kv& kv) { known = FindOpened(kv, Hash64(target.text)); });
      std::optional<std::vector<ContentWord>> words;
      const auto stamp = StampOf(target.text);
      if (!known || !stamp || known->stamp != *stamp) {
        words = ReadContents(target.text);
        if (!words) continue;
      }
      (void)p_.learner.WriteRows([&](Kv& kv) {
        return NoteOpened(kv, target.text, ran.start_ms, words);
      });
    }
  }
}

void SearchWatch::End(int64_t now_ms) {
  if (!p_.incognito.off()) return;
  for (const std::string& name : names_) sessions_.OnSessionEnd(name, now_ms);
}

}  // namespace synapse
