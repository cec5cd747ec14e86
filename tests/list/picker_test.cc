#include "list/picker.h"

#include <set>

#include "base/text.h"
#include "list/layout.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// A pool of texts that reads three at a time.
class Texts : public Pool {
 public:
  explicit Texts(std::vector<std::string> all) : all_(std::move(all)) {}
  bool ReadOn(Budget&) override {
    read_ = std::min(read_ + 3, all_.size());
    return read_ < all_.size();
  }
  int order() const override { return 0; }
  size_t size() const override { return read_; }
  bool Shown(size_t i) const override { return !gone_.contains(i); }
  std::string_view Text(size_t i) const override { return all_[i]; }
  RowDetails Details(size_t i) override {
    const bool danger = all_[i] == "danger";
    return {"kind", "what it is", "source", danger ? "risk" : "",
            false,  danger};
  }
  std::string Line(size_t i) override { return "run " + all_[i]; }
  bool Forget(size_t i) override { return gone_.insert(i).second; }
  bool Preview() const override { return true; }

 private:
  std::vector<std::string> all_;
  size_t read_ = 0;
  std::set<size_t> gone_;
};

struct Shown {
  Picker picker;

  explicit Shown(std::vector<std::string> all)
      : picker(std::make_unique<Texts>(std::move(all)), "") {
    Finish();
  }
  void Finish() {
    Budget budget = Budget::Unlimited();
    while (picker.Work(budget)) {
    }
  }
  Outcome Type(std::string_view bytes) {
    Outcome last = Outcome::kNothing;
    for (char byte : bytes) last = picker.Feed(byte);
    Finish();
    return last;
  }
  std::vector<std::string> Rows(int columns, int rows) {
    std::vector<std::string> out;
    for (const ListRow& row : picker.Draw(columns, rows)) {
      out.push_back((row.selected ? "*" : "") + row.text);
    }
    return out;
  }
};

std::vector<std::string> Numbers(int n) {
  std::vector<std::string> out;
  for (int i = 0; i < n; ++i) out.push_back("item" + std::to_string(i));
  return out;
}

}  // namespace

TEST_CASE("picker: rows are aligned for the width") {
  Shown list({"checkout", "danger"});
  CHECK(list.Rows(60, 10) ==
        std::vector<std::string>{
            ">                                                     1 of 2",
            "*  checkout  kind  what it is                          source",
            "! danger    kind  what it is                          source",
            ""});
  // The row below says why; it is there before, so that the list keeps its
  // height.
  list.Type("\033[B");
  CHECK(list.Rows(60, 10).back() == "  ! risk");
  list.Type("\033[A");
  // A narrow list has the text and its source, a very narrow one the text.
  CHECK(list.Rows(34, 10)[1] == "*  checkout                  source");
  CHECK(list.Rows(12, 10)[1] == "*  checkout  ");
}

TEST_CASE("picker: typing narrows, and Enter takes") {
  Shown list({"alpha", "beta", "gamma", "alphabet"});
  CHECK(list.picker.matches() == 4);
  CHECK(list.Type("beta") == Outcome::kChanged);
  CHECK(list.picker.matches() == 1);
  CHECK(list.Type("\x15"
                  "alp") == Outcome::kChanged);
  CHECK(list.picker.matches() == 2);
  CHECK(list.Type("\033[B\r") == Outcome::kTake);
  CHECK(list.picker.Taken() == "run alphabet");
  CHECK(list.Type("zzz\r") == Outcome::kLeave);  // nothing to accept
  CHECK(!list.picker.Taken());
  CHECK(list.Type("\x7f\x7f\x7f") == Outcome::kChanged);
  CHECK(list.picker.matches() == 2);
}

// Enter right behind a letter closed a list of 100,000 files without taking the
// one that fits, because it was not found yet.
TEST_CASE("picker: Enter takes a row that is not found yet") {
  Picker picker(std::make_unique<Texts>(std::vector<std::string>{
                    "alpha", "beta", "gamma", "delta", "zeta"}),
                "");
  picker.Feed('z');
  CHECK(picker.matches() == 0);
  CHECK(picker.Feed('\r') == Outcome::kTake);
  CHECK(picker.Taken() == "run zeta");
}

TEST_CASE("picker: the selected row is always among those that are drawn") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  Shown list(Numbers(200));
  const char* keys[] = {"\033[A", "\033[B", "\033[5~", "\033[6~",
                        "\033[H", "\033[F", "1",       "\x7f"};
  for (int i = 0; i < 2000; ++i) {
    list.Type(keys[random() % 8]);
    int rows = 2 + static_cast<int>(random() % 25);
    const int columns = 10 + static_cast<int>(random() % 90);
    auto drawn = list.Rows(columns, rows);
    REQUIRE(drawn.size() <= static_cast<size_t>(rows));
    size_t selected = 0;
    for (const std::string& row : drawn) selected += row[0] == '*';
    REQUIRE(selected == (list.picker.matches() > 0 ? 1 : 0));
    // No page has an empty row at its end.
    const size_t full =
        std::min<size_t>(static_cast<size_t>(rows), list.picker.matches() + 1);
    REQUIRE(drawn.size() >= full);
    // A narrow list has the description below its entries.
    if (columns >= 50 || rows <= 6) REQUIRE(drawn.size() == full);
  }
}

TEST_CASE("picker: a page is as long as the visible rows") {
  Shown list(Numbers(50));
  list.Rows(60, 11);
  list.Type("\033[6~");
  CHECK(list.Rows(60, 11)[0].ends_with("11 of 50"));
  list.Type("\033[6~\033[6~\033[6~\033[6~\033[6~");
  CHECK(list.Rows(60, 11)[0].ends_with("50 of 50"));
  list.Type("\033[B");
  CHECK(list.Rows(60, 11)[0].ends_with("1 of 50"));
}

// A late answer moved another line under the selection, and Enter took it.
TEST_CASE("picker: the selected line stays when others come") {
  Shown list({"alpha", "beta", "gamma"});
  list.Type("\033[B");
  CHECK(list.picker.Taken() == "run beta");
  list.picker.Replace(std::make_unique<Texts>(
      std::vector<std::string>{"a", "b", "c", "d", "beta", "e"}));
  CHECK(list.picker.Taken() == "run beta");  // not read yet
  list.Finish();
  CHECK(list.picker.Taken() == "run beta");
  CHECK(list.Rows(60, 12)[5].starts_with("*  beta"));
  list.Type("\033[B");
  CHECK(list.picker.Taken() == "run e");
  // It is gone: the selection is where it was.
  list.picker.Replace(std::make_unique<Texts>(Numbers(9)));
  list.Finish();
  CHECK(list.picker.Taken() == "run item5");
  // What nobody has chosen gives way.
  Shown other({"alpha", "beta"});
  other.picker.Replace(std::make_unique<Texts>(Numbers(3)));
  other.Finish();
  CHECK(other.picker.Taken() == "run item0");
}

TEST_CASE("picker: a forgotten line leaves the list") {
  Shown list({"one", "two", "three"});
  list.Type("\033[B\033[3;2~");
  CHECK(list.picker.matches() == 2);
  CHECK(list.picker.Taken() == "run three");
}

TEST_CASE("picker: no row is wider than there is room, whatever it holds") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const char* parts[] = {"a",       " ", "\n",   "\t",  "\033[31m", "漢",
                         "e\u0301", "🚀", "\xff", "git", "\x01"};
  for (int i = 0; i < 400; ++i) {
    std::vector<std::string> texts(5);
    for (std::string& text : texts) {
      for (size_t n = random() % 60; n > 0; --n) text += parts[random() % 11];
    }
    Shown list(texts);
    int columns = 4 + static_cast<int>(random() % 80);
    for (const ListRow& row : list.picker.Draw(columns, 12)) {
      CAPTURE(row.text);
      REQUIRE(DisplayWidth(row.text) <= columns);
      REQUIRE(row.text.find('\033') == std::string::npos);
      REQUIRE(row.text.find('\n') == std::string::npos);
      size_t at = 0;
      for (const RowPart& part : row.parts) {
        REQUIRE(part.begin == at);
        at = part.end;
      }
      REQUIRE(at == row.text.size());
    }
  }
}

TEST_CASE("picker: without combining characters the parts stay in order") {
  ListRow row;
  row.text = "> e\u0301te\u0301 👩\u200d💻 \u2764\ufe0f";
  row.parts = {{0, 2, Look::kHeader},
               {2, row.text.size() - 6, Look::kText},
               {row.text.size() - 6, row.text.size(), Look::kNote}};
  const int width = DisplayWidth(row.text);
  DropCombining(row);
  CHECK(row.text == "> ete 👩💻 \u2764");
  CHECK(DisplayWidth(row.text) == width);
  REQUIRE(row.parts.size() == 3);
  CHECK(row.parts[1].begin == 2);
  CHECK(row.parts[1].end == row.parts[2].begin);
  CHECK(row.text.substr(row.parts[2].begin) == "\u2764");
  CHECK(row.parts[2].end == row.text.size());
}

TEST_CASE("picker: a text that is longer than its row is shown whole") {
  Shown list({"for i in 1; do\necho $i\ndone"});
  auto rows = list.Rows(40, 12);
  REQUIRE(rows.size() == 6);
  CHECK(rows[2] == "| for i in 1; do");
  CHECK(rows[4] == "| done");
  CHECK(rows[5] == "  what it is");
}

namespace {

// Fifteen entries in three groups; the descriptions grow.
class Grouped : public Texts {
 public:
  Grouped() : Texts(Named()) {}
  std::string_view Group(size_t i) const override {
    return i < 2 ? "likely" : i < 9 ? "files" : "options";
  }
  RowDetails Details(size_t i) override {
    RowDetails out;
    for (size_t n = 0; n < i; ++n) out.description += "word ";
    out.description += "end";
    out.kind = "kind";
    out.note = "source";
    return out;
  }

 private:
  static std::vector<std::string> Named() {
    std::vector<std::string> out;
    for (int i = 0; i < 15; ++i) out.push_back("entry" + std::to_string(i));
    return out;
  }
};

struct ShownGroups : Shown {
  ShownGroups() : Shown({}) {
    picker = Picker(std::make_unique<Grouped>(), "");
    Finish();
  }
};

}  // namespace

TEST_CASE("picker: groups have headings, without a filter") {
  ShownGroups list;
  const auto rows = list.Rows(100, 30);
  CHECK(rows[1] == "likely");
  CHECK(rows[2].starts_with("*  entry0 "));
  CHECK(rows[4] == "files");
  CHECK(rows[12] == "options");
  CHECK(rows.size() == 1 + 15 + 3);
  list.Type("entry");
  for (const std::string& row : list.Rows(100, 30)) CHECK(row != "files");
}

TEST_CASE("picker: the selected row is in sight, headings or not") {
  for (int rows = 2; rows < 24; ++rows) {
    ShownGroups list;
    for (int i = 0; i < 34; ++i) {
      CAPTURE(rows);
      CAPTURE(i);
      const auto drawn = list.Rows(80, rows);
      REQUIRE(drawn.size() <= static_cast<size_t>(rows));
      size_t selected = 0;
      for (const std::string& row : drawn) {
        if (row[0] == '*') ++selected;
      }
      REQUIRE(selected == 1);
      list.Type(i < 17 ? "\033[B" : "\033[A");
    }
  }
  Shown none({"x"});
  none.Type("zzz");
  CHECK(none.Rows(80, 20).size() == 1);
}

TEST_CASE("picker: a description that is cut stands whole below the list") {
  ShownGroups list;
  // All are whole: the kind and the source have room.
  CHECK(list.Rows(120, 30)[2].find("kind") != std::string::npos);
  list.Type("\033[F");
  auto rows = list.Rows(60, 30);
  CHECK(rows[rows.size() - 3].starts_with("*  entry14  word word"));
  CHECK(rows[rows.size() - 2].find("word word") != std::string::npos);
  CHECK(rows.back().ends_with("word end"));
  for (const std::string& row : rows) {
    CHECK(row.find("source") == std::string::npos);
  }
  list.Type("\033[H");
  rows = list.Rows(60, 30);
  CHECK(rows.back().empty());
}

// One long option of curl cut the descriptions of all.
TEST_CASE("picker: one long text does not cut the descriptions of all") {
  const std::string text(70, 'x');
  std::vector<EntryToDraw> entries = {
      {.text = text,
       .matched = {},
       .details = {"option", "one", "spec"},
       .selected = false},
      {.text = "short",
       .matched = {},
       .details = {"host", std::string(45, 'd'), "spec"},
       .selected = false},
      {.text = "other",
       .matched = {},
       .details = {"host", "", "spec"},
       .selected = false}};
  const auto rows = EntryRows(entries, 100);
  CHECK(rows[0].text.find("..") != std::string::npos);
  CHECK(rows[1].text.ends_with(std::string(45, 'd')));
  // There is no room for the column of kinds: the kind is the description.
  CHECK(rows[0].text.find("option") == std::string::npos);
  CHECK(Trim(rows[2].text).ends_with("host"));
}

}  // namespace synapse
