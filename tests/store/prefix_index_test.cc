// The index against the slow oracle: a linear scan over all lines.
#include "store/prefix_index.h"

#include <algorithm>
#include <cmath>

#include "store/env.h"
#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::kNow;
using testing::RandomSeed;
using testing::TempTree;

constexpr double kHalfLife = 168;

class Oracle {
 public:
  void Add(const std::string& text, int64_t ms) {
    double& score = scores_.try_emplace(text, kNoScore).first->second;
    score = AddToScore(score, ms, kHalfLife);
  }
  // The best scores of the lines that begin with `prefix`.
  std::vector<double> Best(const std::string& prefix) const {
    std::vector<double> out;
    for (const auto& [text, score] : scores_) {
      if (text.starts_with(prefix)) out.push_back(score);
    }
    std::sort(out.rbegin(), out.rend());
    if (out.size() > kTopLines) out.resize(kTopLines);
    return out;
  }
  const std::map<std::string, double>& scores() const { return scores_; }

 private:
  std::map<std::string, double> scores_;
};

void CheckPrefix(Kv& kv, const Oracle& oracle, const std::string& prefix,
                 const std::map<LineId, std::string>& texts) {
  auto got = BestLines(kv, kGlobalScope, prefix);
  auto wanted = oracle.Best(prefix);
  INFO("prefix: '" << prefix << "'");
  REQUIRE(got.size() == wanted.size());
  bool good = true;
  for (size_t i = 0; i < got.size(); ++i) {
    auto text = texts.find(got[i].id);
    REQUIRE(text != texts.end());
    REQUIRE(text->second.starts_with(prefix));
    // The lists hold fixed-point scores: 2^-20.
    good = good && std::abs(got[i].score - wanted[i]) < 1e-5;
    good = good &&
           std::abs(oracle.scores().at(text->second) - got[i].score) < 1e-5;
  }
  CHECK(good);
}

enum class Kind { kRandom, kDense, kNested, kLikeLines };

std::string MakeText(std::mt19937_64& random, Kind kind) {
  std::string text;
  switch (kind) {
    case Kind::kRandom:
      for (size_t i = 1 + random() % 12; i > 0; --i) {
        text += static_cast<char>('a' + random() % 4);
      }
      break;
    case Kind::kDense:  // a common prefix beyond kMaxDepth
      text = std::string(70, 'p') + std::to_string(random() % 100);
      text.erase(random() % 3 == 0 ? random() % 70 : 0, 5);
      break;
    case Kind::kNested:  // each a prefix of the next
      text = std::string(1 + random() % 300, 'n');
      break;
    case Kind::kLikeLines: {
      static const char* kCommands[] = {"git commit -m", "git checkout", "git",
                                        "make",          "ls -l",        "cd"};
      text = kCommands[random() % 6];
      text += " " + std::to_string(random() % 200);
      break;
    }
  }
  return text;
}

enum class Built { kLineByLine, kAtTheEnd };

void CheckRandom(Kv& kv, Kind kind, int lines, uint64_t seed,
                 Built built = Built::kLineByLine) {
  std::mt19937_64 random(seed);
  Oracle oracle;
  std::map<LineId, std::string> texts;
  for (int i = 0; i < lines; ++i) {
    std::string text = MakeText(random, kind);
    int64_t ms = kNow + static_cast<int64_t>(random() % 1000) * 3600000;
    bool is_new = !oracle.scores().contains(text);
    oracle.Add(text, ms);
    texts[IdOf(text)] = text;
    const auto index = built == Built::kAtTheEnd ? AddLineRow : IndexLine;
    auto added = index(kv, kGlobalScope, text, ms, kHalfLife);
    REQUIRE(added.ok());
    REQUIRE(*added == is_new);
  }
  if (built == Built::kAtTheEnd) REQUIRE(BuildNodes(kv, kGlobalScope).ok());
  CheckPrefix(kv, oracle, "", texts);
  for (int i = 0; i < 80; ++i) {
    auto at = oracle.scores().begin();
    std::advance(at, random() % oracle.scores().size());
    // Beyond kMaxDepth bytes the caller filters.
    size_t most = std::min(at->first.size(), kMaxDepth);
    CheckPrefix(kv, oracle, at->first.substr(0, random() % (most + 1)), texts);
  }
  CheckPrefix(kv, oracle, "zzz", texts);
}

}  // namespace

TEST_CASE("prefix_index: agrees with a linear scan, in memory") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  for (Kind kind :
       {Kind::kRandom, Kind::kDense, Kind::kNested, Kind::kLikeLines}) {
    INFO("kind " << static_cast<int>(kind));
    for (int lines : {10, 128, 129, 130, 1200}) {
      MemoryKv kv;
      CheckRandom(kv, kind, lines, seed + static_cast<uint64_t>(lines));
    }
  }
}

TEST_CASE("prefix_index: nodes that are built at the end agree with a scan") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  for (Kind kind :
       {Kind::kRandom, Kind::kDense, Kind::kNested, Kind::kLikeLines}) {
    INFO("kind " << static_cast<int>(kind));
    for (int lines : {0, 1, 128, 129, 130, 1200}) {
      INFO("lines " << lines);
      MemoryKv kv;
      if (lines == 0) {
        CHECK(BuildNodes(kv, kGlobalScope).ok());
      } else {
        CheckRandom(kv, kind, lines, seed + static_cast<uint64_t>(lines),
                    Built::kAtTheEnd);
      }
    }
  }
}

// The lines of a rebuilt index go on to be indexed one by one.
TEST_CASE(
    "prefix_index: nodes that are built at the end are those of each line") {
  std::mt19937_64 random(RandomSeed());
  for (Kind kind : {Kind::kRandom, Kind::kLikeLines, Kind::kNested}) {
    MemoryKv one, other;
    for (int i = 0; i < 1500; ++i) {
      const std::string text = MakeText(random, kind);
      REQUIRE(IndexLine(one, 0, text, kNow + i, kHalfLife).ok());
      REQUIRE(AddLineRow(other, 0, text, kNow + i, kHalfLife).ok());
    }
    REQUIRE(BuildNodes(other, 0).ok());
    std::vector<std::string> keys, others;
    auto into = [](std::vector<std::string>& list) {
      return [&list](std::string_view key, std::string_view) {
        list.emplace_back(key);
        return true;
      };
    };
    one.Scan(Table::kTop, "", into(keys));
    other.Scan(Table::kTop, "", into(others));
    CHECK(keys == others);
  }
}

TEST_CASE("prefix_index: agrees with a linear scan, in LMDB") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  for (Kind kind : {Kind::kRandom, Kind::kLikeLines, Kind::kDense}) {
    TempTree tree;
    Env::Options options;
    options.directory = tree.Path("e");
    options.durable = false;
    for (const char* name : kTableNames) options.tables.push_back(name);
    auto env = Env::Open(options);
    REQUIRE(env.ok());
    CHECK((*env)
              ->Write([&](Txn& txn) {
                CheckRandom(txn, kind, 1000, seed);
                return Status();
              })
              .ok());
  }
}

TEST_CASE("prefix_index: scopes do not mix") {
  MemoryKv kv;
  for (uint32_t scope : {0u, 1u, 2u}) {
    for (int i = 0; i < 200; ++i) {
      REQUIRE(IndexLine(kv, scope,
                        "s" + std::to_string(scope) + " " + std::to_string(i),
                        kNow, kHalfLife)
                  .ok());
    }
  }
  CHECK(BestLines(kv, 1, "s0").empty());
  CHECK(BestLines(kv, 1, "s1").size() == kTopLines);
  CHECK(BestLines(kv, 2, "").size() == kTopLines);
}

TEST_CASE("prefix_index: long lines and any bytes") {
  MemoryKv kv;
  std::string base(400, 'x');
  for (int i = 0; i < 300; ++i) {
    REQUIRE(IndexLine(kv, 0, base + std::to_string(i), kNow, kHalfLife).ok());
  }
  CHECK(BestLines(kv, 0, base.substr(0, 10)).size() == kTopLines);
  CHECK_FALSE(BestLines(kv, 0, base).empty());
  std::string bytes("\xff\0\xff", 3);
  REQUIRE(IndexLine(kv, 0, bytes, kNow, kHalfLife).ok());
  REQUIRE(BestLines(kv, 0, "\xff").size() == 1);
  CHECK(BestLines(kv, 0, "\xff")[0].id == IdOf(bytes));
}

TEST_CASE("prefix_index: hostile rows and lists are survived") {
  MemoryKv kv;
  CHECK(kv.Put(Table::kLine, LineKey(0, "abc"), "x").ok());
  CHECK(kv.Put(Table::kTop, TopKey(0, "q"), "1234567").ok());
  CHECK(BestLines(kv, 0, "ab").size() == 1);
  CHECK(BestLines(kv, 0, "q").empty());
  CHECK(IndexLine(kv, 0, "abc", kNow, kHalfLife).ok());
  CHECK(IndexLine(kv, 0, "qx", kNow, kHalfLife).ok());
}

}  // namespace synapse
