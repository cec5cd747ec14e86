// Damaged histories: a file is written as the shell writes it, and random
// entries of it are damaged. All other entries must come in, with their times.
#include <algorithm>
#include <map>

#include "learn/history_file.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::kNow;
using testing::RandomSeed;

constexpr int64_t kFirst = 1'600'000'000;

struct Entry {
  std::string command;
  int64_t time_s;
};

std::string Replaced(std::string text, std::string_view from,
                     std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos;
       at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// One entry as its shell writes it.
std::string Written(HistoryFormat format, const Entry& e) {
  const std::string time = std::to_string(e.time_s);
  switch (format) {
    case HistoryFormat::kZsh:
      return ": " + time + ":0;" + Replaced(e.command, "\n", "\\\n") + "\n";
    case HistoryFormat::kBash: return "#" + time + "\n" + e.command + "\n";
    case HistoryFormat::kFish:
      return "- cmd: " +
             Replaced(Replaced(e.command, "\\", "\\\\"), "\n", "\\n") +
             "\n  when: " + time + "\n";
  }
  return "";
}

using Random = std::mt19937_64;
struct Kind {
  const char* name;
  std::string (*damage)(std::string entry, HistoryFormat, Random&);
};

std::string WithStamp(std::string entry, std::string_view stamp) {
  const size_t at = entry.find("16000");
  return entry.replace(at, 10, stamp);
}

// An offset inside of the command, behind its first byte. An entry that ends
// behind one of its lines is not known from a whole one.
size_t Inside(const std::string& entry, HistoryFormat format, Random& random) {
  size_t begin = format == HistoryFormat::kZsh    ? entry.find(';') + 1
                 : format == HistoryFormat::kBash ? entry.find('\n') + 1
                                                  : 7;
  size_t end = format == HistoryFormat::kFish ? entry.find("\n  when")
                                              : entry.size() - 1;
  size_t at = begin + 1 + random() % (end - begin - 1);
  return entry[at - 1] == '\n' ? at - 1 : at;
}

constexpr Kind kKinds[] = {
    {"NULs inside",
     [](std::string e, HistoryFormat f, Random& random) {
       return e.insert(Inside(e, f, random), random() % 40 + 1, '\0');
     }},
    {"the end became NULs, without a newline",
     [](std::string e, HistoryFormat f, Random& random) {
       const size_t at = Inside(e, f, random);
       return e.substr(0, at) + std::string(random() % 40 + 1, '\0');
     }},
    {"all of it became NULs",
     [](std::string e, HistoryFormat, Random&) {
       return std::string(e.size(), '\0');
     }},
    {"a stamp of 19 digits",
     [](std::string e, HistoryFormat, Random&) {
       return WithStamp(std::move(e), "1600000000000000000");
     }},
    {"a stamp of 25 digits",
     [](std::string e, HistoryFormat, Random&) {
       return WithStamp(std::move(e), "1600000000000000000000000");
     }},
    {"a stamp of milliseconds",
     [](std::string e, HistoryFormat, Random&) {
       return WithStamp(std::move(e), "1600000000000");
     }},
    {"a negative stamp",
     [](std::string e, HistoryFormat, Random&) {
       return WithStamp(std::move(e), "-1600000000");
     }},
    {"a character that is cut",
     [](std::string e, HistoryFormat f, Random& random) {
       return e.insert(Inside(e, f, random), "\xe2\x82");
     }},
    {"a huge line",
     [](std::string e, HistoryFormat f, Random& random) {
       return e.insert(Inside(e, f, random), 300'000, 'x');
     }},
    {"the end is lost, with its newline",
     [](std::string e, HistoryFormat f, Random& random) {
       return e.substr(0, Inside(e, f, random));
     }},
};

std::vector<Entry> Generate(Random& random) {
  const std::string_view kWords[] = {
      "git status", "make -j2", "echo 'a # b'",    "printf %s\\\\n x",
      "ls -l",      "cd /tmp",  "grep -c ö *.txt", "echo \"- cmd\" its",
      "x=1; : $x"};
  std::vector<Entry> out;
  for (int i = 0; i < 40; ++i) {
    // Distinct by its number, so that an entry can be found again.
    std::string command = "c" + std::to_string(i) + " " +
                          std::string(kWords[random() % std::size(kWords)]);
    if (random() % 6 == 0) command += "\nsecond line";
    out.push_back({command + " end", kFirst + i * 100});
  }
  return out;
}

void CheckOne(HistoryFormat format, const Kind& kind, Random& random) {
  const std::vector<Entry> entries = Generate(random);
  std::map<std::string, int64_t> whole;
  std::string text;
  size_t damaged = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    // The last entry stays: a history that ends early is not damaged.
    const bool damage = i + 1 < entries.size() && random() % 5 == 0;
    const std::string entry = Written(format, entries[i]);
    text += damage ? kind.damage(entry, format, random) : entry;
    damaged += damage;
    if (!damage) whole[entries[i].command] = entries[i].time_s;
  }
  INFO(std::string(kind.name) << ", format " << static_cast<int>(format) << "\n"
                              << text);
  HistoryDamage said;
  for (const Event& e : ParseHistory(text, format, kNow, &said)) {
    CHECK(e.command.find('\0') == std::string::npos);
    auto at = whole.find(e.command);
    CHECK_MESSAGE(at != whole.end(), "no entry: " << e.command.substr(0, 80));
    if (at == whole.end()) continue;
    CHECK_MESSAGE(e.start_ms == at->second * 1000, e.command);
    CHECK_FALSE(e.estimated_time);
    whole.erase(at);
  }
  for (const auto& [command, time] : whole) FAIL_CHECK("lost: " << command);
  CHECK(said.entries <= damaged);
  // Entries that become NULs one behind the other are one place.
  CHECK((said.entries > 0) == (damaged > 0));
}

}  // namespace

TEST_CASE("damaged history: every other entry comes in with its time") {
  const uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  Random random(seed);
  for (HistoryFormat format :
       {HistoryFormat::kZsh, HistoryFormat::kBash, HistoryFormat::kFish}) {
    for (const Kind& kind : kKinds) {
      for (int round = 0; round < 6; ++round) CheckOne(format, kind, random);
    }
  }
}

// Line ends of another system, a byte order mark, and no newline at the end
// damage nothing.
TEST_CASE("damaged history: other line ends and a last line without one") {
  const uint64_t seed = RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  Random random(seed);
  for (HistoryFormat format :
       {HistoryFormat::kZsh, HistoryFormat::kBash, HistoryFormat::kFish}) {
    const std::vector<Entry> entries = Generate(random);
    std::string text = "\xef\xbb\xbf";
    for (const Entry& e : entries) text += Written(format, e);
    text = Replaced(text, "\n", "\r\n");
    text.resize(text.size() - 2);
    HistoryDamage said;
    auto events = ParseHistory(text, format, kNow, &said);
    REQUIRE(events.size() == entries.size());
    CHECK(said.entries == 0);
    for (size_t i = 0; i < events.size(); ++i) {
      CHECK(events[i].command == entries[i].command);
      CHECK(events[i].start_ms == entries[i].time_s * 1000);
    }
  }
}

TEST_CASE("damaged history: single cases") {
  using Lines = std::vector<std::string>;
  struct Case {
    HistoryFormat format;
    std::string text;
    Lines commands;
    size_t damaged;
  };
  const std::string nuls(37, '\0');
  const Case kCases[] = {
      // Stamps with other bytes than digits.
      {HistoryFormat::kZsh,
       ": 1600000000:0;a\n: 16000x0001:0;b\n: :0;c\n:1600000003:0;d\n"
       ": 0x65:0;e\n: +1600000005:0;f\nplain\n: 1600000006:0;g\n",
       {"a", "plain", "g"},
       5},
      {HistoryFormat::kZsh,
       ": 1600000000:0;a\n: 1600000001:0;: x:y;z\nplain\n: ok; ls\n",
       {"a", ": x:y;z", "plain", ": ok; ls"},
       0},
      {HistoryFormat::kBash,
       "#1600000000\na\n#16000x\nb\n#1600000002\nc\n#-5\nd\n#1.6e9\ne\n"
       "#1600000005\nf\n",
       {"a", "c", "f"},
       3},
      {HistoryFormat::kBash,
       "#1600000000\nfor x in a\ndo # 1st\n# note\n#\ndone\n#1600000001\nb\n",
       {"for x in a\ndo # 1st\n# note\n#\ndone", "b"},
       0},
      // A backslash that is alone does not take the next entry.
      {HistoryFormat::kZsh,
       ": 1600000000:0;echo a\\\n: 1600000001:0;ls\n",
       {"ls"},
       1},
      {HistoryFormat::kZsh,
       ": 1600000000:0;a\\\nb" + nuls + ": 1600000001:0;ls\n",
       {"ls"},
       1},
      // Lines that continue a damaged entry are no entries.
      {HistoryFormat::kZsh,
       ": 1600000000:0;for x\\\n do y\\\n done\n: 1:0;w\n",
       {"for x\n do y\n done", "w"},
       0},
      {HistoryFormat::kZsh,
       std::string(": 1600000000:0;fo\0r\\\n", 20) +
           " do y\\\n done\n: 1:0;w\n",
       {"w"},
       1},
      // zsh writes 0 for a line whose time it does not know.
      {HistoryFormat::kZsh,
       ": 0:0;old\n: 1600000000:-5;new\n",
       {"old", "new"},
       0},
      {HistoryFormat::kZsh, ": 1600000000\n: 1600000000:0\nls\n", {"ls"}, 2},
      {HistoryFormat::kZsh,
       "grep ': 1600000000:0;x' f\n",
       {"grep ': 1600000000:0;x' f"},
       0},
      {HistoryFormat::kZsh, ": 1600000000:0;a\x83 b\n: 1:0;ls\n", {"ls"}, 1},
      {HistoryFormat::kBash,
       "#1600000000\nls\n" + nuls + "pwd\n",
       {"ls", "pwd"},
       1},
      {HistoryFormat::kBash,
       "#1600000000\nmake #1600000007\n#1600000001\nw\n",
       {"make #1600000007", "w"},
       0},
      {HistoryFormat::kFish,
       "- cmd: one\n  when: 1600000000\n  when: 1600000100\n- cmd: two\n",
       {"one", "two"},
       1},
      {HistoryFormat::kFish,
       "- cmd: one\n  when: 1600000000\ncmd: lost\n  when: 1600000100\n"
       "- cmd: two\\t\n  when: 1600000200\n  paths:\n    - f\n",
       {"one", "two\\t"},
       1},
      {HistoryFormat::kFish,
       "- cmd: one\n  when: 16x\n- cmd: two\n",
       {"two"},
       1},
      // The file ends within an entry.
      {HistoryFormat::kZsh, ": 1600000000:0;ls\n: 16000", {"ls"}, 1},
      {HistoryFormat::kZsh, ": 1600000000:0;ls\n: 1600000000:0;a\\", {"ls"}, 1},
      {HistoryFormat::kZsh,
       ": 1600000000:0;ls\n: 1600000000:0;a \xc3\x83",
       {"ls"},
       1},
      {HistoryFormat::kFish,
       "- cmd: one\n  when: 1600000000\n- cmd: two\n  when: 16000",
       {"one", "two"},
       0},
      // The beginning of an entry is lost, as where two shells wrote at once.
      {HistoryFormat::kZsh,
       "00000:0;a\n: 1600000000:0;ls\n: 16000: 1600000001:0;b\n02:0;c\n",
       {"ls", "b"},
       3},
      // A merge left its marks.
      {HistoryFormat::kZsh,
       "<<<<<<< HEAD\n: 1600000000:0;a\\\nb\n=======\n: 1600000001:0;c\n"
       ">>>>>>> them\n: 1600000002:0;d\n",
       {"a\nb", "c", "d"},
       3},
      {HistoryFormat::kBash,
       "#1600000000\n<<<<<<< ours\na\n||||||| base\nb\n=======\r\nc\n"
       ">>>>>>> them\n#1600000001\nd\n",
       {"a\nb\nc", "d"},
       4},
      {HistoryFormat::kFish,
       "<<<<<<< HEAD\n- cmd: a\n  when: 1600000000\n=======\n- cmd: b\n"
       "  when: 1600000001\n>>>>>>> 1a2b3c\n",
       {"a", "b"},
       3},
      {HistoryFormat::kBash,
       "cat <<<<<<< x\n=======\n<<<<<<< x\n",
       {"cat <<<<<<< x", "=======", "<<<<<<< x"},
       0},
  };
  for (const Case& c : kCases) {
    INFO(c.text);
    HistoryDamage said;
    Lines commands;
    for (const Event& e : ParseHistory(c.text, c.format, kNow, &said)) {
      commands.push_back(e.command);
    }
    CHECK(commands == c.commands);
    CHECK(said.entries == c.damaged);
  }
}

TEST_CASE("damaged history: the places are named") {
  HistoryDamage said;
  (void)ParseHistory(": 1600000000:0;ls\n: -1600000000:0;x\n",
                     HistoryFormat::kZsh, kNow, &said);
  CHECK(said.Text() == "1 damaged entry skipped (line 2)");
  for (size_t line : {7, 9, 11, 13, 15}) said.Add(line);
  CHECK(said.Text() == "6 damaged entries skipped (lines 2, 7, 9, 11, 13, …)");
}

// A file in another encoding has no character that is cut.
TEST_CASE("damaged history: Latin-1 is no damage") {
  HistoryDamage said;
  CHECK(ParseHistory("caf\xe9\nna\xefve x\n\xfc"
                     "ber\nls\n",
                     HistoryFormat::kBash, kNow, &said)
            .size() == 4);
  CHECK(said.entries == 0);
}

}  // namespace synapse
