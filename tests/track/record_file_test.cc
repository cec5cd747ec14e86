#include "track/record_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "tests/track/record_testing.h"
#include "track/record_json.h"

namespace synapse {
namespace {

struct Records {
  testing::TempTree tree;
  RecordFile file{tree.Path("records")};
  RecordLimits limits;

  Status Append(const std::string& line, const std::string& session = "s") {
    return file.Append("host", session, line, limits);
  }
  std::string Path(const std::string& session = "s") const {
    return tree.Path("records/host/" + session + "/suggestion_history.jsonl");
  }
  std::string Text(const std::string& session = "s") const {
    auto text = ReadFile(Path(session));
    return text.ok() ? *text : text.status().message();
  }
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    EachRecordFile(tree.Path("records"), [&](const std::string& path) {
      files.push_back(path.substr(tree.Path("records").size() + 1));
    });
    return files;
  }
};

mode_t ModeOf(const std::string& path) {
  struct stat st;
  REQUIRE(stat(path.c_str(), &st) == 0);
  return st.st_mode & 07777;
}

}  // namespace

TEST_CASE("records: lines are appended, for this user alone") {
  Records r;
  REQUIRE(r.Append("{1}").ok());
  REQUIRE(r.Append("{2}").ok());
  CHECK(r.Text() == "{1}\n{2}\n");
  CHECK(ModeOf(r.Path()) == 0600);
  CHECK(ModeOf(r.tree.Path("records/host/s")) == 0700);
}

// A new session lost its first record when another one's was cleaned up between
// the making of its directory and that of its file.
TEST_CASE("records: the directory of a session that begins stays") {
  Records r;
  r.tree.MakeDir("records/host/begins");
  r.tree.MakeDir("records/host/gone");
  const timespec day_one[2] = {{86400, 0}, {86400, 0}};
  REQUIRE(utimensat(AT_FDCWD, r.tree.Path("records/host/gone").c_str(), day_one,
                    0) == 0);
  ExpireRecords(r.tree.Path("records"), 30, time(nullptr));
  CHECK(IsDirectory(r.tree.Path("records/host/begins")));
  CHECK_FALSE(IsDirectory(r.tree.Path("records/host/gone")));
}

TEST_CASE("records: names become one part of a path") {
  struct {
    const char* name;
    const char* safe;
  } const cases[] = {
      {"", "_"},
      {"..", "%2E."},
      {".", "%2E"},
      {"a/../../b", "a%2F..%2F..%2Fb"},
      {"my box", "my%20box"},
      {"\n", "%0A"},
      {"host.lan", "host.lan"},
      {"-rf", "-rf"},
      {"\xff", "%FF"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.name);
    CHECK(SafeName(c.name) == c.safe);
  }
  CHECK(SafeName(std::string(1000, 'x')).size() == 128);
  CHECK(SafeName(std::string(1000, '/')).size() <= 128);
  Records r;
  REQUIRE(r.file.Append("../..", "../x", "{}", {}).ok());
  CHECK(r.Files() == std::vector<std::string>{
                         "%2E.%2F../%2E.%2Fx/suggestion_history.jsonl"});
}

TEST_CASE("records: a full file is set aside, and the tenth goes") {
  Records r;
  r.limits.max_bytes = 10;
  for (int i = 10; i < 40; ++i) {
    REQUIRE(r.Append(std::to_string(i) + "-----").ok());
  }
  const auto files = r.Files();
  REQUIRE(files.size() == RecordFile::kMaxFull);
  CHECK(files.front() == "host/s/suggestion_history.9.jsonl");
  CHECK(r.Text() == "39-----\n");
  CHECK(*ReadFile(r.tree.Path("records/" + files.front())) == "30-----\n");
}

TEST_CASE("records: what is no file of this user's gets nothing") {
  Records r;
  r.tree.Write("victim", "mine\n");
  r.tree.MakeDir("records/host/s");
  SUBCASE("a link") {
    REQUIRE(symlink(r.tree.Path("victim").c_str(), r.Path().c_str()) == 0);
  }
  SUBCASE("another name of a file") {
    REQUIRE(link(r.tree.Path("victim").c_str(), r.Path().c_str()) == 0);
  }
  SUBCASE("a pipe that nobody reads") {
    REQUIRE(mkfifo(r.Path().c_str(), 0600) == 0);
  }
  SUBCASE("a directory") {
    r.tree.MakeDir("records/host/s/suggestion_history.jsonl");
  }
  const Status status = r.Append("{}");
  CHECK_FALSE(status.ok());
  CHECK(status.message().find("suggestion_history.jsonl") != std::string::npos);
  CHECK(*ReadFile(r.tree.Path("victim")) == "mine\n");
}

TEST_CASE("records: sessions that are old go, and a young one stays whole") {
  Records r;
  r.limits.max_bytes = 10;
  for (const char* session : {"old", "young"}) {
    for (int i = 0; i < 3; ++i) REQUIRE(r.Append("--------", session).ok());
  }
  const timespec day_one[2] = {{86400, 0}, {86400, 0}};
  for (const std::string& name : r.Files()) {
    if (name.find("/old/") == name.npos && !name.ends_with(".2.jsonl"))
      continue;
    const std::string path = r.tree.Path("records/" + name);
    REQUIRE(utimensat(AT_FDCWD, path.c_str(), day_one, 0) == 0);
  }
  ExpireRecords(r.tree.Path("records"), 30, 86400LL * 40);
  CHECK(r.Files().size() == 3);
  CHECK_FALSE(IsDirectory(r.tree.Path("records/host/old")));
}

// The clock may have been ahead for a while, and everything seemed old.
TEST_CASE(
    "records: old sessions go at the second look, a day after the first") {
  Records r;
  const auto age = [&](const std::string& path, int64_t days) {
    const timespec at{time(nullptr) - days * 86400, 0};
    const timespec both[2] = {at, at};
    REQUIRE(utimensat(AT_FDCWD, path.c_str(), both, 0) == 0);
  };
  const std::string stamp = r.tree.Path("records/.expired");
  REQUIRE(r.Append("{}", "old").ok());
  age(r.Path("old"), 120);
  for (int64_t days : {200, -9000}) {
    age(stamp, days);
    REQUIRE(r.Append("{}", "young").ok());
    CHECK(time(nullptr) - StatFile(stamp)->st_mtime < 3600);
    CHECK(r.Files().size() == 2);
  }
  age(stamp, 2);
  REQUIRE(r.Append("{}", "young").ok());
  for (int i = 0; i < 500 && r.Files().size() > 1; ++i) usleep(10'000);
  CHECK(r.Files().size() == 1);
}

TEST_CASE("records: a record that holds what is forgotten goes") {
  Records r;
  SuggestionRecord record = testing::ExampleRecord();
  REQUIRE(r.Append(RecordLine(record)).ok());
  record.suggestions[1].text = "secret plan";
  REQUIRE(r.Append(RecordLine(record)).ok());
  record = testing::ExampleRecord();
  record.context.commands[0].input = "secret plan";
  REQUIRE(r.Append(RecordLine(record)).ok());
  REQUIRE(r.Append("{broken \"secret plan").ok());
  record = testing::ExampleRecord();
  record.actual_input = "secret plan b";
  REQUIRE(r.Append(RecordLine(record)).ok());
  RecordsToForget forgotten;
  forgotten.text = [](std::string_view text) { return text == "secret plan"; };
  REQUIRE(ForgetRecords(r.tree.Path("records"), forgotten).ok());
  std::string text = r.Text();
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
  CHECK(text.find("\"secret plan\"") == text.npos);
  CHECK(text.find("secret plan b") != text.npos);
  // "history" and "zsh" name a source and the shell.
  forgotten.text = [](std::string_view text) {
    return text == "history" || text == "zsh";
  };
  REQUIRE(ForgetRecords(r.tree.Path("records"), forgotten).ok());
  CHECK(r.Text() == text);
  forgotten.since_ms = static_cast<int64_t>(record.submit_ms) + 1;
  REQUIRE(ForgetRecords(r.tree.Path("records"), forgotten).ok());
  CHECK(r.Text() == text);
  forgotten.since_ms = static_cast<int64_t>(record.submit_ms);
  REQUIRE(ForgetRecords(r.tree.Path("records"), forgotten).ok());
  CHECK(r.Text().empty());
}

}  // namespace synapse
