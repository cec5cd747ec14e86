// `synapse drive`: requests and replies of the built program.
#include "tests/command/command_testing.h"

namespace synapse {

using testing::LinesOf;
using testing::Parsed;
using testing::Program;
using testing::TempTree;

TEST_CASE("drive: one reply a request, whatever the request") {
  TempTree tree;
  std::string store = tree.Path("store");
  const std::vector<std::string> requests = {
      R"({"op":"command","session":"s","cwd":"/","ts":1600000000,"cmd":"git commit","exit":0,"duration_ms":12})",
      R"({"op":"suggest","session":"s","cwd":"/","ts":1600000010,"buffer":"git com","cursor":7,"limit":5})",
      R"({"op":"suggest",)",
      "not json \xff",
      R"([1, 2])",
      R"({"op":"frob"})",
      R"({"op":"suggest","buffer":"git","cursor":99})",
      R"({"op":"suggest","buffer":5})",
      R"({"op":"command"})",
      R"({"op":"feedback","action":"liked","suggestion":"x"})",
      R"({"op":"feedback","action":"accepted","suggestion":"git commit","executed":"git commit"})",
      R"({"op":"suggest","buffer":"git com"})",
      std::string("{\"op\":") + std::string(100000, '[')};
  const std::vector<bool> ok = {true,  true,  false, false, false, false, false,
                                false, false, false, true,  true,  false};
  std::string input;
  for (const auto& r : requests) input += r + "\n\n";  // blank lines are none
  auto o = Program({"drive", "--store", store}, input, tree);
  if (!o) return;
  CHECK(o->status == 0);
  CHECK(o->err.empty());
  auto replies = LinesOf(o->out);
  REQUIRE(replies.size() == requests.size());
  for (size_t i = 0; i < replies.size(); ++i) {
    INFO(requests[i].substr(0, 80) << " -> " << replies[i].substr(0, 200));
    auto reply = Parsed(replies[i]);
    REQUIRE(reply.IsObject());
    CHECK(reply["ok"].GetBool() == ok[i]);
    if (!ok[i]) {
      CHECK(std::string(reply["error"]["code"].GetString()) ==
            "E_INVALID_ARGUMENT");
      CHECK(reply["error"]["message"].GetStringLength() > 0);
      CHECK_FALSE(reply["error"]["retryable"].GetBool());
    }
  }
  auto suggested = Parsed(replies[1]);
  REQUIRE(suggested["suggestions"].Size() > 0);
  CHECK(std::string(suggested["suggestions"][0]["text"].GetString()) ==
        "git commit");
  CHECK(suggested["latency_us"].IsInt64());
}

// A key with a typo must not store the event that it was to keep out.
TEST_CASE("drive: a key that is not known is an error, and nothing is done") {
  TempTree tree;
  std::string input =
      R"({"op":"command","cmd":"make secret","ephemral":true})"
      "\n"
      R"({"op":"command","cmd":"make hidden","ephemeral":true})"
      "\n"
      R"({"op":"command","cmd":"make odd","ephemeral":"yes"})"
      "\n"
      R"({"op":"command","cmd":"make plain","ephemeral":false})"
      "\n"
      R"({"op":"suggest","buffer":"make ","cursr":5})"
      "\n"
      R"({"op":"feedback","ts":1600000000,"action":"accepted","suggestion":"make plain"})"
      "\n"
      R"({"op":"frob","cmd":"x"})"
      "\n"
      R"({"op":"command","cmd":"make twice","ephemeral":false,"ephemeral":true})"
      "\n";
  auto o = Program({"drive", "--store", tree.Path("store")}, input, tree);
  if (!o) return;
  auto replies = LinesOf(o->out);
  REQUIRE(replies.size() == 8);
  const bool ok[] = {false, true, false, true, false, true, false, false};
  for (size_t i = 0; i < 8; ++i) {
    CAPTURE(replies[i]);
    CHECK(Parsed(replies[i])["ok"].GetBool() == ok[i]);
  }
  CHECK(replies[0].find("ephemral: no such key") != std::string::npos);
  auto store = Store::Open(tree.Path("store"));
  std::vector<std::string> kept;
  store->log().Visit(1, [&](uint64_t, const Event& e) {
    kept.push_back(e.command);
    return true;
  });
  CHECK(kept == std::vector<std::string>{"make plain"});
  int64_t at_ms = 0;
  store->log().VisitFeedback(1, [&](uint64_t, const FeedbackRecord& f) {
    at_ms = f.at_ms;
    return true;
  });
  CHECK(at_ms == 1600000000000);
}

// All sessions of a drive are in one engine, which offered an ephemeral line of
// one to the others, and knew feedback only after the next command.
TEST_CASE(
    "drive: ephemeral lines are of their session; feedback counts at once") {
  TempTree tree;
  std::string input;
  for (int i = 0; i < 3; ++i) {
    input +=
        R"({"op":"command","session":"a","cmd":"frob hidden","ephemeral":true})"
        "\n"
        R"({"op":"command","session":"b","cmd":"frob one","exit":0})"
        "\n"
        R"({"op":"command","session":"b","cmd":"frob two","exit":0})"
        "\n";
  }
  const std::string suggest_a =
                        R"({"op":"suggest","session":"a","buffer":"frob "})"
                        "\n",
                    suggest_b =
                        R"({"op":"suggest","session":"b","buffer":"frob "})"
                        "\n";
  input += suggest_b + suggest_a + suggest_b;
  for (int i = 0; i < 5; ++i) {
    input += R"({"op":"feedback","action":"dismissed","suggestion":"frob two"})"
             "\n";
  }
  input += suggest_b;
  auto o = Program({"drive", "--store", tree.Path("store")}, input, tree);
  if (!o) return;
  auto replies = LinesOf(o->out);
  REQUIRE(replies.size() == 9 + 3 + 5 + 1);
  CHECK(replies[9].find("frob hidden") == std::string::npos);
  CHECK(replies[9].find("frob one") != std::string::npos);
  CHECK(replies[10].find("frob hidden") != std::string::npos);
  CHECK(replies[11].find("frob hidden") == std::string::npos);
  // Dismissed five times: its score is another one at once.
  const auto scores = [](const std::string& reply) {
    return reply.substr(0, reply.find("latency_us"));
  };
  CHECK(scores(replies[17]) != scores(replies[11]));
}

TEST_CASE("drive: the last line needs no newline; a store is needed") {
  TempTree tree;
  auto o = Program({"drive", "--store", tree.Path("s")},
                   R"({"op":"suggest","buffer":"g"})", tree);
  if (!o) return;
  CHECK(LinesOf(o->out).size() == 1);
  CHECK(Program({"drive"}, "", tree)->status == 2);
  tree.Write("file", "");
  o = Program({"drive", "--store", tree.Path("file/x")}, "", tree);
  CHECK(o->status == 1);
  CHECK(o->err.starts_with("synapse: drive: "));
  CHECK(Program({"frobnicate"}, "", tree)->status == 2);
  o = Program({"drive", "--store", tree.Path("s"), "--factors", "nothing=0"},
              "", tree);
  CHECK(o->status == 2);
  CHECK(o->err.find("nothing") != std::string::npos);
  // The program makes no store in the home directory.
  CHECK_FALSE(IsDirectory(tree.Path(".local")));
}

TEST_CASE("drive: without a part of the model") {
  TempTree tree;
  const auto lists = [&](const std::string& factors) {
    auto o = Program(
        {"drive", "--store", tree.Path("s" + factors), "--factors=" + factors},
        R"({"op":"command","cmd":"frob alpha","exit":0}
{"op":"suggest","buffer":"frob "})",
        tree);
    return !o || o->out.find("frob alpha") != std::string::npos;
  };
  CHECK(lists("history=1"));
  CHECK_FALSE(lists("history=0,words=0"));
}

// A stray directory of this machine decided about lines of another one.
TEST_CASE("drive: a recorded directory is not looked up on this machine") {
  TempTree tree, other;
  for (const TempTree* t : {&tree, &other}) t->Write("w/notes.txt", "");
  const auto offers = [&](const std::string& cwd) {
    const std::string rest = R"(","session":"s","cwd":")" + cwd + "\"";
    std::string input;
    for (int i = 0; i < 3; ++i) {
      input += R"({"op":"command","exit":0,"cmd":"cat gone.txt)" + rest + "}\n";
    }
    input += R"({"op":"suggest","limit":20,"buffer":"cat )" + rest + "}\n";
    auto o =
        Program({"drive", "--store", tree.Path("home/store")}, input, tree);
    return o ? LinesOf(o->out).back() : "";
  };
  const std::string here = offers(tree.Path("w"));
  if (here.empty()) return;
  CHECK(here.find("cat notes.txt") != here.npos);
  const std::string there = offers(other.Path("w"));
  CHECK(there.find("cat notes.txt") == there.npos);
  CHECK(there.find("cat gone.txt") != there.npos);
}

}  // namespace synapse
