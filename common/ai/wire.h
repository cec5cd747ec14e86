// Wire: requests to a language model's server and its answers, as bytes.
//
//   kOpenAi     POST URL/chat/completions: llama.cpp's server, Ollama, vLLM,
//               and hosted ones. Answers are server-sent events or one object.
//   kAnthropic  POST URL/v1/messages, likewise.
//   kCommand    the prompt on stdin, the answer as text on stdout.
//
// An answer is read as it comes, and may hold any bytes. Bytes in none of these
// formats put the reader into an error state.
// Tested by tests/ai/wire_test.cc, fuzzed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ai/prompt.h"

namespace synapse {

enum class AiProvider { kOff, kOpenAi, kAnthropic, kCommand };

struct AiRequest {
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  // The beginning of the header with the key, which only the helper reads.
  std::string key_header;
  std::string body;
};
AiRequest RequestOf(AiProvider provider, const std::string& url,
                    const std::string& model, const AiPrompt& prompt,
                    int max_tokens);

class AnswerReader {
 public:
  explicit AnswerReader(AiProvider provider) : provider_(provider) {}

  // `bytes` are all bytes so far; the part read earlier is not read again.
  // `ended`: no more bytes follow.
  void Read(std::string_view bytes, bool ended);

  const std::string& text() const { return text_; }
  // text() holds a complete line, or the answer ended.
  bool has_line() const;
  const std::string& error() const { return error_; }  // "" for none
  const std::string& finish_reason() const { return finish_reason_; }
  const std::string& model() const { return model_; }  // "" if unknown
  // From the server if reported; else estimated as four bytes each.
  int64_t prompt_tokens() const { return prompt_tokens_; }
  int64_t answer_tokens() const;

 private:
  void ReadEvent(std::string_view line);
  void ReadObject(std::string_view json);

  AiProvider provider_;
  size_t read_ = 0;
  bool ended_ = false;
  std::string text_, error_, finish_reason_, model_;
  int64_t prompt_tokens_ = 0, answer_tokens_ = -1;
};

}  // namespace synapse
