#include "store/search_record.h"

#include "store/record.h"
#include "store/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

SearchRecord FullSearch() {
  SearchRecord r;
  r.action = SearchAction::kFound;
  r.target = {SearchKind::kDirectory, "/r/src"};
  r.weak = r.agent = true;
  r.at_ms = 1700000000000;
  r.score = 0.75f;
  r.results = 3;
  r.words = 0x11;
  r.session = "s";
  r.query = std::string("a\0b", 3);
  r.cwd = "/r";
  r.repository = "/r";
  r.pattern = "x\ny";
  r.shown = {{SearchKind::kFile, "/r/a"}, {SearchKind::kTask, "make"}};
  r.stream = 7;
  r.ordinal = 9;
  return r;
}

}  // namespace

TEST_CASE("search record: it comes back, a cut one does not") {
  const SearchRecord r = FullSearch();
  const std::string bytes = EncodeSearch(r);
  auto again = DecodeSearch(bytes);
  REQUIRE(again);
  CHECK(EncodeSearch(*again) == bytes);
  CHECK(again->target == r.target);
  CHECK(again->query == r.query);
  CHECK(again->shown == r.shown);
  CHECK(again->weak);
  CHECK_FALSE(again->closes);
  CHECK(again->agent);
  CHECK(SearchWordsOf(bytes) == 0x11);
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    CHECK_FALSE(DecodeSearch(bytes.substr(0, cut)));
  }
  // The fields of a later version are skipped.
  CHECK(DecodeSearch(bytes + "more"));
  for (size_t at : {2, 3}) {
    std::string wrong = bytes;
    wrong[at] = 99;  // no such action, no such kind
    CHECK_FALSE(DecodeSearch(wrong));
  }
  auto record = DecodeRecord(EncodeRecord(r));
  REQUIRE(record);
  CHECK(std::get<SearchRecord>(*record).pattern == r.pattern);
}

TEST_CASE("search record: texts are bounded") {
  SearchRecord r = FullSearch();
  r.query.assign(100'000, 'q');
  r.target.text.assign(100'000, 't');
  r.shown.assign(100, r.target);
  auto again = DecodeSearch(EncodeSearch(r));
  REQUIRE(again);
  CHECK(again->query.size() == SearchRecord::kMaxQuery);
  CHECK(again->target.text.size() == SearchRecord::kMaxTarget);
  CHECK(again->shown.size() == SearchRecord::kMaxShown);
}

// Records are forgotten by a word that no command has any more, by their words,
// and by the directory. The newest is emptied; its number is not reused.
TEST_CASE("search record: what is forgotten is in no record") {
  testing::TempTree tree;
  for (const std::string& where : {tree.Path("store"), std::string()}) {
    auto store = Store::Open(where);
    Event gone, kept;
    gone.command = "vim src/hunter2horse.c";
    kept.command = "vim src/login.c";
    gone.start_ms = kept.start_ms = 5000;
    SearchRecord by_word, by_words_shown, stays, by_rule;
    by_word.query = "secret place";
    by_word.target = {SearchKind::kFile, "/r/src/hunter2horse.c"};
    by_words_shown.query = "place";
    by_words_shown.shown = {by_word.target};
    stays.query = "login";
    stays.target = {SearchKind::kFile, "/r/src/login.c"};
    by_rule.query = "zap matched";
    for (SearchRecord* r : {&by_word, &by_words_shown, &stays, &by_rule}) {
      r->words = 1;
    }
    REQUIRE(store->log()
                .AppendRecords(
                    {gone, kept, by_word, by_words_shown, stays, by_rule})
                .ok());
    auto removed = store->Remove(
        {.event = [&](uint64_t,
                      const Event& e) { return e.command == gone.command; },
         .search =
             [](const SearchRecord& s) { return s.query == "zap matched"; },
         .afterwards = ToRemove::Afterwards::kStayAway,
         .now_ms = 9000});
    REQUIRE(removed.ok());
    std::vector<std::string> left;
    store->searches().Visit(1, [&](uint64_t, const SearchRecord& s) {
      left.push_back(s.query);
      return true;
    });
    CHECK(left == std::vector<std::string>{"login"});
    CHECK(store->searches().last() == 4);
    if (!store->persistent()) continue;
    REQUIRE(store->CompactLog().ok());
    store.reset();
    CHECK(testing::FilesWith(tree.Path("store"), "hunter2horse").empty());
    CHECK(testing::FilesWith(tree.Path("store"), "zap matched").empty());
  }
}

}  // namespace synapse
