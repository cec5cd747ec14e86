#include "ai/wire.h"

#include <rapidjson/document.h>

#include "tests/ai/ai_server.h"

namespace synapse {
namespace {

const AiPrompt kPrompt = {"complete-1", "rules", "git st"};

// Reads byte by byte, as a slow server sends.
AnswerReader ReadAll(AiProvider provider, const std::string& bytes) {
  AnswerReader reader(provider);
  for (size_t n = 0; n <= bytes.size(); ++n) {
    reader.Read(std::string_view(bytes).substr(0, n), n == bytes.size());
  }
  return reader;
}

}  // namespace

TEST_CASE("wire: requests as the protocols want them") {
  AiRequest r =
      RequestOf(AiProvider::kOpenAi, "http://h:1/v1/", "m", kPrompt, 64);
  CHECK(r.url == "http://h:1/v1/chat/completions");
  CHECK(r.key_header == "Authorization: Bearer ");
  rapidjson::Document body;
  body.Parse(r.body.c_str());
  REQUIRE(body.IsObject());
  CHECK(std::string(body["model"].GetString()) == "m");
  CHECK(body["stream"].GetBool());
  CHECK(body["messages"].Size() == 2);
  CHECK(std::string(body["messages"][1]["content"].GetString()) == "git st");
  r = RequestOf(AiProvider::kAnthropic, "https://h", "m", kPrompt, 64);
  CHECK(r.url == "https://h/v1/messages");
  CHECK(r.key_header == "x-api-key: ");
  body.Parse(r.body.c_str());
  CHECK(std::string(body["system"].GetString()) == "rules");
  CHECK(body["messages"].Size() == 1);
  CHECK(body["max_tokens"].GetInt() == 64);
  CHECK(RequestOf(AiProvider::kCommand, "", "", kPrompt, 64).body ==
        "rules\n\ngit st\n");
}

// The chunks of llama.cpp's server: first a role without content, last the
// usage and timings.
TEST_CASE("wire: llama.cpp's server") {
  auto chunk = [](const std::string& delta, const std::string& why,
                  const std::string& more) {
    return R"(data: {"choices":[{"finish_reason":)" + why +
           R"(,"index":0,"delta":)" + delta +
           R"(}],"created":1740000000,"id":"chatcmpl-x","model":"m.gguf",)"
           R"("system_fingerprint":"b1","object":"chat.completion.chunk")" +
           more + "}\n\n";
  };
  const std::string stream =
      chunk(R"({"role":"assistant","content":null})", "null", "") +
      chunk(R"({"content":"git"})", "null", "") +
      chunk(R"({"content":" status"})", "null", "") +
      chunk(
          "{}", "\"stop\"",
          R"(,"usage":{"completion_tokens":3,"prompt_tokens":120,)"
          R"("total_tokens":123},"timings":{"prompt_n":120,"prompt_ms":41.5})") +
      "data: [DONE]\n\n";
  AnswerReader r = ReadAll(AiProvider::kOpenAi, stream);
  CHECK(r.error().empty());
  CHECK(r.text() == "git status");
  CHECK(r.model() == "m.gguf");
  CHECK(r.finish_reason() == "stop");
  CHECK(r.prompt_tokens() == 120);
  CHECK(r.answer_tokens() == 3);
  // Later versions reason first, and report the usage in a chunk without
  // choices, like OpenAI's server.
  r = ReadAll(
      AiProvider::kOpenAi,
      chunk(R"({"reasoning_content":"the user wants rm -rf /"})", "null", "") +
          chunk(R"({"content":"git log"})", "null", "") +
          chunk("{}", "\"stop\"", "") +
          "data: {\"choices\":[],\"usage\":{\"completion_tokens\":40,"
          "\"prompt_tokens\":99}}\n\ndata: [DONE]\n\n");
  CHECK(r.error().empty());
  CHECK(r.text() == "git log");
  CHECK(r.finish_reason() == "stop");
  CHECK(r.prompt_tokens() == 99);
  CHECK(r.answer_tokens() == 40);
  // An error while the server loads the model, and one within a stream.
  r = ReadAll(AiProvider::kOpenAi,
              R"({"error":{"code":503,"message":"Loading model",)"
              R"("type":"unavailable_error"}})");
  CHECK(r.error() == "Loading model");
  r = ReadAll(AiProvider::kOpenAi,
              stream.substr(0, 300) + "\n\nerror: {\"code\":500}\n\n");
  CHECK_FALSE(r.error().empty());
}

TEST_CASE("wire: answers of every kind") {
  AnswerReader r =
      ReadAll(AiProvider::kOpenAi, testing::Streamed("git status\n"));
  CHECK(r.text() == "git status\n");
  CHECK(r.error().empty());
  CHECK(r.model() == "m");
  CHECK(r.answer_tokens() == 3);  // the server reported none
  r = ReadAll(AiProvider::kOpenAi,
              R"({"choices":[{"message":{"content":"ls -l"},)"
              R"("finish_reason":"stop"}],)"
              R"("usage":{"prompt_tokens":9,"completion_tokens":4}})");
  CHECK(r.text() == "ls -l");
  CHECK(r.prompt_tokens() == 9);
  CHECK(r.answer_tokens() == 4);
  CHECK(r.finish_reason() == "stop");
  r = ReadAll(AiProvider::kOpenAi, R"({"choices":[{"text":"a completion"}]})");
  CHECK(r.text() == "a completion");
  r = ReadAll(
      AiProvider::kAnthropic,
      "event: message_start\r\ndata: {\"type\":\"message_start\",\"message\":"
      "{\"model\":\"c\",\"usage\":{\"input_tokens\":12}}}\r\n\r\n"
      "event: content_block_delta\r\ndata: {\"type\":\"content_block_delta\","
      "\"delta\":{\"type\":\"text_delta\",\"text\":\"git diff\"}}\r\n\r\n"
      "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
      "\"end_turn\"},\"usage\":{\"output_tokens\":5}}\r\n\r\n");
  CHECK(r.text() == "git diff");
  CHECK(r.model() == "c");
  CHECK(r.prompt_tokens() == 12);
  CHECK(r.answer_tokens() == 5);
  CHECK(r.finish_reason() == "end_turn");
  CHECK(ReadAll(AiProvider::kCommand, "ls\n").text() == "ls\n");
}

TEST_CASE("wire: a whole line is known before the end") {
  AnswerReader reader(AiProvider::kOpenAi);
  const std::string all = testing::Streamed("\ngit log\nand more");
  size_t n = 0;
  while (n < all.size() && !reader.has_line()) {
    reader.Read(std::string_view(all).substr(0, ++n), false);
  }
  CHECK(n < all.size());
  CHECK(reader.text().find("git log\n") != std::string::npos);
}

TEST_CASE("wire: lies and garbage are errors, not answers") {
  for (const char* bytes :
       {"", "<html>502</html>", "data: {\"choices\":\n\n", "data: []\n", "{",
        "[]", R"({"error":{"message":"no such model"}})",
        R"({"error":"overloaded"})",
        "data: {\"error\":{\"message\":\"quota\"}}\n\n", "data: 1\n",
        "data: {\"choices\":[{\"delta\":{\"content\":7}}]}\n"}) {
    INFO(bytes);
    const AnswerReader r = ReadAll(AiProvider::kOpenAi, bytes);
    CHECK((!r.error().empty() || r.text().empty()));
    CHECK(r.text().empty());
  }
  CHECK(
      ReadAll(AiProvider::kOpenAi, "{\"error\":{\"message\":\"a\\u001b[2Jb\"}}")
          .error()
          .find('\x1b') == std::string::npos);
  // Deep nesting uses no stack.
  const std::string deep = "data: " + std::string(200000, '[') + "\n";
  AnswerReader reader(AiProvider::kOpenAi);
  reader.Read(deep, true);
  CHECK(!reader.error().empty());
}

}  // namespace synapse
