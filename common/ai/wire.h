// Wire: what goes to a language model's server and what comes back, as bytes.
//
//   kOpenAi     POST URL/chat/completions: llama.cpp's server, Ollama, vLLM, and
//               hosted ones. Answers as server-sent events or as one object.
//   kAnthropic  POST URL/v1/messages, likewise.
//   kCommand    the prompt on stdin, the answer as text on stdout.
//
// An answer is read as it comes, whatever is in it: bytes that are none of
// these leave the reader with an error.
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
  // The header that the key is put behind, which only the helper reads.
  std::string key_header;
  std::string body;
};
AiRequest RequestOf(AiProvider provider, const std::string& url,
                    const std::string& model, const AiPrompt& prompt,
                    int max_tokens);

class AnswerReader {
 public:
  explicit AnswerReader(AiProvider provider) : provider_(provider) {}

  // All bytes so far; what was read before is not read again. `ended`: no more
  // come.
  void Read(std::string_view bytes, bool ended);

  const std::string& text() const { return text_; }
  // A line that is whole is in text(), or it ended.
  bool has_line() const;
  const std::string& error() const { return error_; }  // "" for none
  const std::string& finish_reason() const { return finish_reason_; }
  const std::string& model() const { return model_; }  // "" where it is not told
  // Where they were told; else about four bytes each.
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
