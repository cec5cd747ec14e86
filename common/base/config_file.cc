#include "base/config_file.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace synapse {
namespace {

constexpr int kMaxNested = 16;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<ConfigSpan> Run() {
    Skip();
    if (Take('{')) {
      body_ = at_;
      Members("", 0);
    }
    return std::move(spans_);
  }
  // The offset after the first brace; npos when there is no object.
  size_t body() const { return body_; }

 private:
  char Now() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Take(char c) {
    if (Now() != c) return false;
    ++at_;
    return true;
  }

  // Skips blanks and comments.
  void Skip() {
    while (at_ < text_.size()) {
      if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        size_t end = text_.find("*/", at_ + 2);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else if (std::string_view(" \t\r\n").find(Now()) !=
                 std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  // The raw text between quotes.
  std::string_view String() {
    size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    size_t end = std::min(at_, text_.size());
    at_ = std::min(end + 1, text_.size());
    return text_.substr(begin, end - begin);
  }

  void Value() {
    int depth = 0;
    do {
      Skip();
      char c = Now();
      if (c == '"') {
        String();
      } else if (c == '[' || c == '{') {
        ++depth;
        ++at_;
      } else if (c == ']' || c == '}') {
        if (depth > 0) --depth;
        ++at_;
      } else if (depth > 0 && (c == ',' || c == ':')) {
        ++at_;
      } else {
        size_t end = text_.find_first_of(",]}:/ \t\r\n", at_);
        at_ = end == at_ ? at_ + 1 : std::min(end, text_.size());
      }
    } while (depth > 0 && at_ < text_.size());
  }

  // Reads from after a `{` up to and including its `}`.
  void Members(const std::string& before, int depth) {
    while (at_ < text_.size()) {
      Skip();
      if (Take('}')) return;
      if (Take(',')) continue;
      if (Now() != '"') {
        at_ = text_.size();
        return;
      }
      std::string name = before + std::string(String());
      Skip();
      Take(':');
      Skip();
      if (Now() == '{' && depth < kMaxNested) {
        ++at_;
        Members(name + ".", depth + 1);
        continue;
      }
      size_t begin = at_;
      Value();
      spans_.push_back({std::move(name), begin, at_});
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t body_ = std::string_view::npos;
  std::vector<ConfigSpan> spans_;
};

std::string Quoted(std::string_view text) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  return buffer.GetString();
}

std::string AsJson(const ConfigKey& key, std::string_view value) {
  switch (key.type) {
    case ConfigType::kBool:
      return value == "true" || value == "1" ? "true" : "false";
    case ConfigType::kInt:
    case ConfigType::kDouble: return std::string(value);
    case ConfigType::kList: {
      std::string out = "[";
      while (!value.empty()) {
        size_t end = std::min(value.find(','), value.size());
        if (out.size() > 1) out += ", ";
        out += Quoted(value.substr(0, end));
        value.remove_prefix(std::min(end + 1, value.size()));
      }
      return out + "]";
    }
    default: return Quoted(value);
  }
}

}  // namespace

std::vector<ConfigSpan> ConfigSpans(std::string_view text) {
  return Scanner(text).Run();
}

std::string WithConfigValue(std::string_view text, const ConfigKey& key,
                            std::string_view value) {
  std::string out(text);
  std::string json = AsJson(key, value);
  Scanner scanner(text);
  std::vector<ConfigSpan> spans = scanner.Run();
  // When a key is written twice, the last value counts.
  for (auto at = spans.rbegin(); at != spans.rend(); ++at) {
    if (at->name == key.name) {
      return out.replace(at->begin, at->end - at->begin, json);
    }
  }
  std::string member = "\n  \"" + std::string(key.name) + "\": " + json;
  if (scanner.body() == std::string_view::npos) {
    return out + "{" + member + "\n}\n";
  }
  return out.insert(scanner.body(), member + (spans.empty() ? "\n" : ","));
}

std::string WithoutConfigKey(std::string_view text, const ConfigKey& key) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string out(text);
  const std::vector<ConfigSpan> spans = ConfigSpans(text);
  for (auto at = spans.rbegin(); at != spans.rend(); ++at) {
    if (at->name != key.name) continue;
    size_t begin = out.rfind(':', at->begin);
    begin = out.rfind('"', begin);      // the end of the key
    begin = out.rfind('"', begin - 1);  // the beginning of the key
    size_t end = out.find_first_not_of(kBlanks, at->end);
    if (end != out.npos && out[end] == ',') {
      ++end;
    } else {
      // The last member: the comma before it is removed.
      end = at->end;
      const size_t before = out.find_last_not_of(kBlanks, begin - 1);
      if (before != out.npos && out[before] == ',') begin = before;
    }
    // The line is removed too when it holds nothing else.
    const size_t left = out.find_last_not_of(" \t", begin - 1);
    const size_t right = out.find_first_not_of(" \t", end);
    if (left != out.npos && out[left] == '\n' && right != out.npos &&
        out[right] == '\n') {
      begin = left;
      end = right;
    }
    out.erase(begin, end - begin);
  }
  return out;
}

}  // namespace synapse
