#include "store/event.h"

#include "store/bytes.h"
#include "store/keys.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::RandomSeed;

Event Full() {
  Event e;
  e.command = std::string("echo \xff\0\n", 8);
  e.cwd = "/a b";
  e.repository = "/a";
  e.branch = "main";
  e.session = "s1";
  e.host = "h";
  e.shell = "zsh";
  e.start_ms = 1600000000123;
  e.duration_ms = 45;
  e.exit = 130;
  e.previous = 99;
  e.imported = true;
  e.estimated_time = true;
  return e;
}

void CheckSame(const Event& a, const Event& b) {
  CHECK(a.command == b.command);
  CHECK(a.cwd == b.cwd);
  CHECK(a.repository == b.repository);
  CHECK(a.branch == b.branch);
  CHECK(a.session == b.session);
  CHECK(a.host == b.host);
  CHECK(a.shell == b.shell);
  CHECK(a.start_ms == b.start_ms);
  CHECK(a.duration_ms == b.duration_ms);
  CHECK(a.exit == b.exit);
  CHECK(a.previous == b.previous);
  CHECK(a.imported == b.imported);
  CHECK(a.estimated_time == b.estimated_time);
}

}  // namespace

TEST_CASE("event: written and read it is the same") {
  for (const Event& e : {Event(), Full()}) {
    auto back = DecodeEvent(EncodeEvent(e));
    REQUIRE(back);
    CheckSame(e, *back);
  }
}

TEST_CASE(
    "event: the machine that it ran on is kept, with and without suggestions") {
  Event e = Full();
  const std::string older = EncodeEvent(e);
  e.machine = 7;
  e.remote = UINT64_MAX;
  for (const bool suggested : {false, true}) {
    if (suggested) e.suggestion.emplace().suggestions = {"ls"};
    auto back = DecodeEvent(EncodeEvent(e) + "of a newer version");
    REQUIRE(back);
    CheckSame(e, *back);
    CHECK(back->machine == 7);
    CHECK(back->remote == UINT64_MAX);
    CHECK(back->suggestion.has_value() == suggested);
    CHECK(EventIdentity(*back) == RemoteIdentity(7, UINT64_MAX));
  }
  // One of this machine has the bytes that it had before.
  auto ours = DecodeEvent(older);
  REQUIRE(ours);
  CHECK(ours->machine == 0);
  CHECK(EncodeEvent(*ours) == older);
}

TEST_CASE("event: bytes behind what is known are ignored") {
  auto back = DecodeEvent(EncodeEvent(Full()) + "of a newer version");
  REQUIRE(back);
  CheckSame(Full(), *back);
}

TEST_CASE("event: cut anywhere, of another version or garbage it is refused") {
  std::string record = EncodeEvent(Full());
  // The fields after the strings are of the second schema, and optional.
  constexpr size_t kOrigin = 16;
  for (size_t n = 0; n < record.size() - kOrigin; ++n) {
    INFO(n);
    CHECK_FALSE(DecodeEvent(std::string_view(record).substr(0, n)));
  }
  std::string other = record;
  other[0] = 2;
  CHECK_FALSE(DecodeEvent(other));
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string hostile = record;
    for (int i = 0; i < 4; ++i) {
      hostile[random() % hostile.size()] = static_cast<char>(random());
    }
    if (auto e = DecodeEvent(hostile)) {
      CHECK(e->command.size() <= hostile.size());
    }
  }
}

TEST_CASE("event: a length that reaches beyond the record is refused") {
  std::string record = EncodeEvent(Event());
  // The length of the command, after version, flags, exit and three numbers.
  for (size_t i = 0; i < 4; ++i) record[1 + 1 + 4 + 24 + i] = '\xff';
  CHECK_FALSE(DecodeEvent(record));
}

TEST_CASE("event: identity is that of second and text") {
  CHECK(EventIdentity(1, "ls") == EventIdentity(1, "ls"));
  CHECK(EventIdentity(1, "ls") != EventIdentity(2, "ls"));
  CHECK(EventIdentity(1, "ls") != EventIdentity(1, "lt"));
}

TEST_CASE("bytes: a reader never passes the end, and says so") {
  ByteReader in("\x01\x02");
  CHECK(in.Little<uint32_t>() == 0);
  CHECK_FALSE(in.ok());
  CHECK(in.Little<uint8_t>() == 0);  // an error stays
  ByteReader two("\x01\x02");
  CHECK(two.Big<uint16_t>() == 0x0102);
  CHECK(two.ok());
  CHECK(two.left() == 0);
  std::string text;
  PutLittle<int32_t>(text, -5);
  PutDouble(text, 1.5);
  PutString(text, "ab");
  ByteReader all(text);
  CHECK(all.Little<int32_t>() == -5);
  CHECK(all.Double() == 1.5);
  CHECK(all.String() == "ab");
}

TEST_CASE("keys: scores add up whatever the order, and never overflow") {
  double a =
      AddToScore(AddToScore(kNoScore, 1700000000000, 168), 1600000000000, 168);
  double b =
      AddToScore(AddToScore(kNoScore, 1600000000000, 168), 1700000000000, 168);
  CHECK(a == doctest::Approx(b));
  // Two runs now have one bit more than one run.
  double one = AddToScore(kNoScore, 1700000000000, 168);
  CHECK(AddToScore(one, 1700000000000, 168) == doctest::Approx(one + 1));
  CHECK(std::isfinite(AddToScore(kNoScore, 0, 1)));
}

TEST_CASE("keys: a key fits into LMDB whatever the text") {
  std::string longer(5000, 'x'), other = longer;
  other.back() = 'y';
  CHECK(LineKey(0, longer).size() <= 511);
  CHECK(LineKey(0, longer) != LineKey(0, other));
  CHECK(LineKey(1, "a") != LineKey(0, "a"));
}

TEST_CASE("keys: what is known of a line is read back, or refused") {
  LineStat s;
  s.count = 3;
  s.failures = 1;
  s.last_exit = -1;
  s.last_tick = 7;
  s.decayed = 2.5f;
  s.text = "git status";
  std::string bytes = s.Encode();
  auto back = LineStat::Decode(bytes);
  REQUIRE(back);
  CHECK(back->count == 3);
  CHECK(back->failures == 1);
  CHECK(back->last_exit == -1);
  CHECK(back->decayed == 2.5f);
  CHECK(back->text == "git status");
  CHECK_FALSE(LineStat::Decode(std::string_view(bytes).substr(0, 10)));
}

}  // namespace synapse
