#include "ai/wire.h"

#include "base/json.h"
#include "base/json_value.h"

namespace synapse {
namespace {

constexpr size_t kMaxReply = size_t{64} << 10;  // bytes of an answer
constexpr int64_t kBytesPerToken = 4;

const JsonValue* First(const JsonValue* array) {
  return array && array->IsArray() && !array->Empty() ? &(*array)[0] : nullptr;
}
void TakeCount(const JsonValue* value, int64_t& count) {
  if (value && value->IsInt64() && value->GetInt64() >= 0) {
    count = value->GetInt64();
  }
}

void Message(JsonWriter& w, const char* role, const std::string& content) {
  w.StartObject();
  JsonField(w, "role", role);
  JsonField(w, "content", content);
  w.EndObject();
}

}  // namespace

AiRequest RequestOf(AiProvider provider, const std::string& url,
                    const std::string& model, const AiPrompt& prompt,
                    int max_tokens) {
  AiRequest request;
  if (provider == AiProvider::kCommand) {
    request.body = prompt.system + "\n\n" + prompt.user + "\n";
    return request;
  }
  const bool anthropic = provider == AiProvider::kAnthropic;
  std::string base = url;
  while (base.ends_with('/')) base.pop_back();
  const std::string path = anthropic ? "/v1/messages" : "/chat/completions";
  request.url = base.ends_with(path) ? base : base + path;
  request.headers = {{"Content-Type", "application/json"}};
  if (anthropic) {
    request.headers.emplace_back("anthropic-version", "2023-06-01");
  }
  request.key_header = anthropic ? "x-api-key: " : "Authorization: Bearer ";
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  JsonField(w, "model", model);
  JsonField(w, "max_tokens", max_tokens);
  JsonField(w, "temperature", 0);
  JsonField(w, "stream", true);
  if (anthropic) JsonField(w, "system", prompt.system);
  w.Key("messages");
  w.StartArray();
  if (!anthropic) Message(w, "system", prompt.system);
  Message(w, "user", prompt.user);
  w.EndArray();
  w.EndObject();
  request.body = buffer.GetString();
  return request;
}

void AnswerReader::Read(std::string_view bytes, bool ended) {
  ended_ = ended;
  if (provider_ == AiProvider::kCommand) {
    text_ = bytes.substr(0, kMaxReply);
    return;
  }
  // One object, not events: parsed when it is complete.
  const size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin != bytes.npos && bytes[begin] == '{') {
    if (ended && read_ == 0) ReadObject(bytes);
    return;
  }
  while (read_ < bytes.size() && error_.empty()) {
    const size_t end = bytes.find('\n', read_);
    if (end == bytes.npos && !ended) return;
    std::string_view line =
        bytes.substr(read_, end == bytes.npos ? end : end - read_);
    read_ = end == bytes.npos ? bytes.size() : end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    ReadEvent(line);
  }
  if (ended && text_.empty() && error_.empty()) error_ = "an empty answer";
}

void AnswerReader::ReadEvent(std::string_view line) {
  constexpr std::string_view kData = "data:";
  if (line.empty() || line.starts_with("event:") || line.starts_with(':') ||
      line.starts_with("id:") || line.starts_with("retry:")) {
    return;
  }
  if (!line.starts_with(kData)) {
    error_ = "an answer in an unknown format";
    return;
  }
  line.remove_prefix(kData.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  if (line != "[DONE]") ReadObject(line);
}

// Reads an object of a stream or a whole answer. Other values are ignored.
void AnswerReader::ReadObject(std::string_view json) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  if (document.HasParseError() || !document.IsObject()) {
    error_ = "broken JSON";
    return;
  }
  if (const JsonValue* error = Member(&document, "error")) {
    if (!error->IsNull()) {
      error_ = StringOf(Member(error, "message"));
      if (error_.empty()) error_ = StringOf(error);
      if (error_.empty()) error_ = "an error without a message";
      error_ = Drawable(error_.substr(0, 200));
      return;
    }
  }
  const JsonValue* choice = First(Member(&document, "choices"));
  const JsonValue* said = Member(choice, "delta");
  if (!said) said = Member(choice, "message");
  std::string text(StringOf(Member(said, "content")));
  if (text.empty()) text = StringOf(Member(choice, "text"));
  if (text.empty()) text = StringOf(Member(Member(&document, "delta"), "text"));
  if (text.empty()) {
    text = StringOf(Member(First(Member(&document, "content")), "text"));
  }
  if (text_.size() < kMaxReply) text_ += text.substr(0, kMaxReply);
  const JsonValue* message = Member(&document, "message");
  for (const JsonValue* at :
       {&static_cast<const JsonValue&>(document), message}) {
    if (std::string_view model = StringOf(Member(at, "model"));
        !model.empty()) {
      model_ = Drawable(model.substr(0, 100));
    }
    const JsonValue* usage = Member(at, "usage");
    TakeCount(Member(usage, "prompt_tokens"), prompt_tokens_);
    TakeCount(Member(usage, "input_tokens"), prompt_tokens_);
    TakeCount(Member(usage, "completion_tokens"), answer_tokens_);
    TakeCount(Member(usage, "output_tokens"), answer_tokens_);
  }
  for (const JsonValue* why :
       {Member(choice, "finish_reason"), Member(&document, "stop_reason"),
        Member(Member(&document, "delta"), "stop_reason")}) {
    if (std::string_view reason = StringOf(why); !reason.empty()) {
      finish_reason_ = Drawable(reason.substr(0, 40));
    }
  }
}

bool AnswerReader::has_line() const {
  const size_t begin = text_.find_first_not_of(" \t\r\n`");
  return ended_ ||
         (begin != text_.npos && text_.find('\n', begin) != text_.npos);
}

int64_t AnswerReader::answer_tokens() const {
  if (answer_tokens_ >= 0) return answer_tokens_;
  return (static_cast<int64_t>(text_.size()) + kBytesPerToken - 1) /
         kBytesPerToken;
}

}  // namespace synapse
