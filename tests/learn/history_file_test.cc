#include "learn/history_file.h"

#include "base/text.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::kNow;
using testing::RandomSeed;
using testing::TempTree;

std::vector<std::string> Commands(std::string_view text, HistoryFormat format) {
  std::vector<std::string> out;
  for (const Event& e : ParseHistory(text, format, kNow)) {
    out.push_back(e.command);
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("history_file: zsh, extended") {
  auto events =
      ParseHistory(": 1600000000:3;git status\n: 1600000010:0;ls; pwd\n",
                   HistoryFormat::kZsh, kNow);
  REQUIRE(events.size() == 2);
  CHECK(events[0].command == "git status");
  CHECK(events[0].start_ms == 1600000000000);
  CHECK(events[0].duration_ms == 3000);
  CHECK(events[0].imported);
  CHECK_FALSE(events[0].estimated_time);
  CHECK(events[1].command == "ls; pwd");
}

TEST_CASE("history_file: zsh, plain, and both in one file") {
  CHECK(Commands("ls\n: 1600000000:0;pwd\ncd /\n", HistoryFormat::kZsh) ==
        Lines{"ls", "pwd", "cd /"});
  // The colon builtin is not a time.
  CHECK(Commands(": x\n: 12;y\n", HistoryFormat::kZsh) ==
        Lines{": x", ": 12;y"});
}

// zsh writes one backslash before every newline (fc -W), whatever is there. An
// even number of backslashes was taken for the end of the command: a command
// with a continued line came in as two.
TEST_CASE("history_file: zsh's backslash and newline") {
  CHECK(Commands(": 1:0;echo a \\\\\nb\n: 2:0;echo c\\\nd\n",
                 HistoryFormat::kZsh) == Lines{"echo a \\\nb", "echo c\nd"});
  CHECK(Commands("echo g\\\\\\\nh\n", HistoryFormat::kZsh) ==
        Lines{"echo g\\\\\nh"});
  // zsh added a blank after a line that ends in a backslash, and blanks.
  CHECK(Commands("echo e\\ \necho f\\  \nls\n", HistoryFormat::kZsh) ==
        Lines{"echo e\\", "echo f\\ ", "ls"});
  CHECK(Commands("a\\\nb\\\nc\n", HistoryFormat::kZsh) == Lines{"a\nb\nc"});
  CHECK(Commands("cut\\", HistoryFormat::kZsh) == Lines{"cut\\"});
}

TEST_CASE("history_file: zsh's metafied bytes") {
  // U+00FC is C3 BC. 0x83 itself and 0x84.. are written as 83, byte xor 32.
  CHECK(Unmetafy("a\x83\xa3"
                 "b") ==
        "a\x83"
        "b");
  CHECK(Unmetafy("\x83 ") == std::string(1, '\0'));
  CHECK(Unmetafy("\xc3\xbc") == "\xc3\xbc");
  CHECK(Unmetafy("end\x83") == "end\x83");
  // U+2026 is E2 80 A6: zsh metafies none of these bytes, but it does 0xA0.
  CHECK(Commands(": 1:0;echo \xc3\x83\x80\n", HistoryFormat::kZsh) ==
        Lines{"echo \xc3\xa0"});
}

TEST_CASE("history_file: bash without times, a line each") {
  auto events =
      ParseHistory("ls\ngit status\n\n  \ncd /\n", HistoryFormat::kBash, kNow);
  REQUIRE(events.size() == 3);
  CHECK(events[2].command == "cd /");
  for (const Event& e : events) CHECK(e.estimated_time);
  // The order is kept, and the last one ran before now.
  CHECK(events[0].start_ms < events[1].start_ms);
  CHECK(events[1].start_ms < events[2].start_ms);
  CHECK(events[2].start_ms < kNow);
}

TEST_CASE("history_file: bash with times, several lines each") {
  auto events = ParseHistory(
      "#1600000000\nfor x in a; do\n  echo $x\ndone\n#1600000005\nls\n",
      HistoryFormat::kBash, kNow);
  REQUIRE(events.size() == 2);
  CHECK(events[0].command == "for x in a; do\n  echo $x\ndone");
  CHECK(events[0].start_ms == 1600000000000);
  CHECK(events[1].command == "ls");
  CHECK(events[1].start_ms == 1600000005000);
  CHECK_FALSE(events[1].estimated_time);
  // A comment is not a time.
  CHECK(Commands("#x\n#12 ab\n", HistoryFormat::kBash) ==
        Lines{"#x", "#12 ab"});
}

TEST_CASE("history_file: untimed lines lie before the timed one behind them") {
  auto events =
      ParseHistory("ls\npwd\n#1600000000\ncd\n", HistoryFormat::kBash, kNow);
  REQUIRE(events.size() == 3);
  CHECK(events[0].start_ms < events[1].start_ms);
  CHECK(events[1].start_ms < events[2].start_ms);
  CHECK(events[2].start_ms == 1600000000000);
}

TEST_CASE("history_file: fish") {
  auto events = ParseHistory(
      "- cmd: git status\n  when: 1600000000\n  paths:\n    - a\n"
      "- cmd: echo a\\nb \\\\ c\n  when: 1600000001\n- cmd: ls\n",
      HistoryFormat::kFish, kNow);
  REQUIRE(events.size() == 3);
  CHECK(events[0].command == "git status");
  CHECK(events[0].start_ms == 1600000000000);
  CHECK(events[1].command == "echo a\nb \\ c");
  CHECK(events[2].estimated_time);
}

TEST_CASE("history_file: the format by content, then by shell") {
  struct {
    std::string text, shell;
    HistoryFormat format;
  } const kCases[] = {
      {": 1600000000:0;ls\n", "bash", HistoryFormat::kZsh},
      {"#1600000000\nls\n", "zsh", HistoryFormat::kBash},
      {"- cmd: ls\n  when: 1\n", "zsh", HistoryFormat::kFish},
      {"ls\n", "zsh", HistoryFormat::kZsh},
      {"ls\n", "bash", HistoryFormat::kBash},
      {"ls\n", "", HistoryFormat::kBash},
      {"", "zsh", HistoryFormat::kZsh},
  };
  for (const auto& c : kCases) {
    INFO(c.text << c.shell);
    CHECK(GuessHistoryFormat(c.text, c.shell) == c.format);
  }
}

TEST_CASE("history_file: the tail begins with a whole line") {
  TempTree tree;
  std::string path = tree.Write("h", "first line\nsecond\nthird\n");
  CHECK(*ReadFileTail(path, 1000) == "first line\nsecond\nthird\n");
  CHECK(*ReadFileTail(path, 10) == "third\n");
  CHECK(*ReadFileTail(path, 3) == "");
  CHECK(ReadFileTail(tree.Path("none"), 3).status().code() == Code::kNotFound);
}

TEST_CASE("history_file: the last entries of a long file") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "echo " + std::to_string(i) + "\n";
  text += "cut \xc3\n\xc3\xa9t\xc3\xa9\n";
  for (size_t most : {1, 3, 10, 900, 2000}) {
    INFO("most: " << most);
    HistoryDamage damage;
    const auto events =
        ParseHistory(text, HistoryFormat::kBash, kNow, &damage, most);
    const size_t kept = std::min<size_t>(most, 1001);
    REQUIRE(events.size() == kept);
    CHECK(damage.older == 1001 - kept);
    CHECK(damage.places == std::vector<size_t>{1001});
    CHECK(events.back().command == "\xc3\xa9t\xc3\xa9");
    if (kept > 1) CHECK(events[kept - 2].command == "echo 999");
    CHECK(events.back().start_ms - events.front().start_ms ==
          60'000 * (static_cast<int64_t>(kept) - 1));
  }
}

TEST_CASE("history_file: damage costs the damaged entry") {
  uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  constexpr std::string_view kBytes = ":;#\n\\ 1- cmd\x83";
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (size_t i = random() % 200; i > 0; --i) {
      text += kBytes[random() % kBytes.size()];
      if (random() % 8 == 0) text += static_cast<char>(random());
    }
    for (auto format :
         {HistoryFormat::kZsh, HistoryFormat::kBash, HistoryFormat::kFish}) {
      for (const Event& e : ParseHistory(text, format, kNow)) {
        CHECK_FALSE(Trim(e.command).empty());
        CHECK(e.start_ms >= 0);
      }
    }
  }
}

}  // namespace synapse
