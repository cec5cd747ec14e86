#include <rapidjson/document.h>

#include "prompt/ghost.h"
#include "tests/engine/engine_testing.h"
#include "tests/track/record_testing.h"
#include "track/record_file.h"

namespace synapse {
namespace {

using testing::Session;

// A shell's prompt. It records lines as a glue does.
struct RecordedPrompt {
  Session session;
  std::unique_ptr<Ghost> ghost;
  std::string buffer;

  explicit RecordedPrompt(const std::vector<std::string>& history) {
    for (const auto& line : history) session.Run(line);
    ghost = std::make_unique<Ghost>(*session.engine);
  }
  void Type(const std::string& text) {
    buffer += text;
    ghost->Show(session.Request(buffer));
  }
  void Take() {
    buffer += ghost->Take(session.Request(buffer), TakeUnit::kAll);
  }
  void Cycle(int direction) {
    ghost->Cycle(session.Request(buffer), direction);
  }
  void Enter(int exit = 0) {
    ghost->Finish(buffer);
    session.Run(buffer, 1, exit);
    session.engine->NewPrompt();
    ghost->Reset();
    buffer.clear();
  }
  void Cancel() {
    ghost->Finish("");
    ghost->Reset();
    buffer.clear();
  }
  std::optional<Event> Last() {
    return session.engine->store().log().Find(
        session.engine->store().log().last_sequence());
  }
  void Keep(const std::string& key = "tracking.history",
            const std::string& value = "true") {
    Config config = session.engine->config();
    REQUIRE(config.SetDefault(key, value));
    session.engine->SetConfig(std::move(config));
  }
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    EachRecordFile(session.engine->record_file().directory(),
                   [&](const std::string& path) {
                     auto text = ReadFile(path);
                     REQUIRE(text.ok());
                     for (size_t at = 0; at < text->size();) {
                       const size_t end = text->find('\n', at);
                       lines.push_back(text->substr(at, end - at));
                       at = end + 1;
                     }
                   });
    return lines;
  }
};

const std::vector<std::string> kHistory = {"frob alpha beta", "frob alpha beta",
                                           "frob gamma", "ls"};

}  // namespace

TEST_CASE("tracking: an event keeps what was suggested for it") {
  RecordedPrompt shell(kHistory);
  CHECK_FALSE(shell.Last()->suggestion);  // nothing was on show
  shell.Type("fr");
  shell.Cycle(+1);
  shell.Cycle(-1);
  shell.Take();
  shell.Enter();
  const auto event = shell.Last();
  REQUIRE(event);
  CHECK(event->command == "frob alpha beta");
  REQUIRE(event->suggestion);
  CHECK(event->suggestion->match_type == MatchType::kExact);
  CHECK(event->suggestion->accepted_index == 0);
  CHECK(event->suggestion->cycle_count == 2);
  REQUIRE(event->suggestion->suggestions.size() >= 2);
  CHECK(event->suggestion->suggestions[1] == "frob gamma");
}

// The word from Tab is asked about at once: the text typed before it counts.
TEST_CASE("tracking: feedback knows what was typed, and the source") {
  for (bool by_word : {false, true}) {
    RecordedPrompt shell(kHistory);
    shell.Type("frob g");
    if (by_word) {
      const auto word =
          shell.ghost->Complete(shell.session.Request(shell.buffer), +1);
      shell.buffer = shell.buffer.substr(0, word.keep) + word.text;
      shell.Type("");
    } else {
      shell.Take();
    }
    shell.Enter();
    shell.session.engine->CatchUpFully();
    size_t seen = 0;
    shell.session.engine->store().log().VisitFeedback(
        1, [&](uint64_t, const FeedbackRecord& f) {
          ++seen;
          CHECK(f.buffer == "frob g");
          CHECK(f.suggestion == "frob gamma");
          CHECK(f.source == "history");
          return true;
        });
    CHECK(seen == 1);
  }
}

TEST_CASE("tracking: changed, typed, recalled, cancelled") {
  RecordedPrompt shell(kHistory);
  shell.Type("frob a");
  shell.Take();
  shell.Type(" more");
  shell.Enter();
  CHECK(shell.Last()->suggestion->match_type == MatchType::kPartial);
  shell.Type("frob");
  shell.buffer = "frob other";
  shell.Enter();
  CHECK(shell.Last()->suggestion->match_type == MatchType::kNone);
  CHECK_FALSE(shell.Last()->suggestion->accepted_index);
  shell.Type("frob");
  shell.buffer = "ls";  // from the history, by a key of the shell
  shell.Enter();
  CHECK(shell.Last()->suggestion->match_type == MatchType::kNone);
  shell.Type("frob");
  shell.Cancel();
  shell.buffer = "unheard of";
  shell.Enter();
  CHECK_FALSE(shell.Last()->suggestion);
}

TEST_CASE("tracking: full records are kept only where they are asked for") {
  RecordedPrompt shell(kHistory);
  shell.Type("fr");
  shell.Take();
  shell.Enter();
  CHECK(shell.Lines().empty());
  CHECK_FALSE(IsDirectory(shell.session.engine->record_file().directory()));
  shell.Keep();
  shell.Type("fr");
  shell.Take();
  shell.Enter(1);
  const auto lines = shell.Lines();
  REQUIRE(lines.size() == 1);
  CHECK(testing::SchemaFault(lines[0]) == "");
  rapidjson::Document record;
  record.Parse(lines[0].c_str());
  CHECK(record["result_block"].GetInt() == 5);
  CHECK(record["trigger_block"].GetInt() == 4);
  CHECK(record["context"]["blocks"].Size() == 5);
  CHECK(std::string(record["context"]["cwd"].GetString()) == shell.session.cwd);
  CHECK(std::string(record["server"].GetString()) == "testhost");
  CHECK(record["taken_index"].GetInt() == 0);
}

TEST_CASE("tracking: what must not be kept is in no record") {
  RecordedPrompt shell(kHistory);
  shell.Keep();
  const auto before = shell.session.FileBytes("home");
  auto run = [&](const std::string& line) {
    shell.Type("fr");
    shell.buffer = line;
    shell.Enter();
  };
  run(" frob hidden");
  run("export API_TOKEN=0123456789abcdef0123456789abcdef");
  run(": a comment of frob");
  CHECK(shell.Lines().empty());
  for (Incognito mode : {Incognito::kEphemeral, Incognito::kNoSend}) {
    shell.session.engine->SetIncognito(mode);
    run("frob gamma");
    CHECK(shell.Lines().empty());
  }
  shell.session.engine->SetIncognito(Incognito::kOff);
  CHECK(shell.session.FileBytes("home") == before);
}

TEST_CASE("tracking: what was typed loses what must not be kept") {
  RecordedPrompt shell(kHistory);
  shell.Keep();
  shell.Keep("tracking.details");
  shell.Type("curl -u bob:hunter22 ");
  shell.buffer = "fr";
  shell.Type("ob");
  shell.Take();
  shell.Enter();
  const auto lines = shell.Lines();
  REQUIRE(lines.size() == 1);
  CHECK(testing::SchemaFault(lines[0]) == "");
  CHECK(lines[0].find("\"typed\"") != std::string::npos);
  CHECK(lines[0].find("hunter22") == std::string::npos);
}

TEST_CASE("tracking: what is forgotten goes out of events and records") {
  RecordedPrompt shell(kHistory);
  shell.Keep();
  shell.Type("fr");
  shell.buffer = "ls -l";
  shell.Enter();
  REQUIRE(shell.Lines().size() == 1);
  REQUIRE(shell.session.engine
              ->HideAndFinish("frob alpha beta", shell.session.now_ms + 1)
              .ok());
  CHECK(shell.Lines().empty());
  const auto event = shell.Last();
  REQUIRE(event);
  REQUIRE(event->suggestion);
  for (const std::string& text : event->suggestion->suggestions) {
    CHECK(text != "frob alpha beta");
  }
  for (const auto& file : shell.session.FileBytes("store")) {
    CAPTURE(file.first);
    CHECK(file.second.find("alpha beta") == std::string::npos);
  }
}

}  // namespace synapse
