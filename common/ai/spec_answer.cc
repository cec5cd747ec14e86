#include "ai/spec_answer.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "spec/parse.h"

namespace synapse {
namespace {

using rapidjson::Value;

constexpr size_t kMaxJson = size_t{256} << 10, kMaxSpecText = 300;  // bytes
constexpr size_t kMaxObjects = 3000;
constexpr int kMaxDepth = 4;  // of subcommands

// Why the value is not a spec that a model may write; "" when it is valid.
class ShapeCheck {
 public:
  std::string Command(const Value& value, int depth) {
    if (depth > kMaxDepth) return "subcommands are too deep";
    const auto member = [&](std::string_view key, const Value& v) {
      if (key == "name") return Names(v, /*option=*/false);
      if (key == "description") return Text(v);
      if (key == "options") {
        return Each(v, [&](const Value& one) { return Option(one); });
      }
      if (key == "subcommands") {
        return Each(v,
                    [&](const Value& one) { return Command(one, depth + 1); });
      }
      if (key == "args") return Args(v);
      return Unknown(key);
    };
    return Object(value, "a command", member);
  }

 private:
  template <class Member>
  std::string Object(const Value& value, const char* what,
                     const Member& member) {
    if (!value.IsObject()) return std::string(what) + " is not an object";
    if (++objects_ > kMaxObjects) return "it is too large";
    for (const auto& m : value.GetObject()) {
      const std::string why =
          member({m.name.GetString(), m.name.GetStringLength()}, m.value);
      if (!why.empty()) return why;
    }
    return "";
  }
  template <class One>
  std::string Each(const Value& value, const One& one) {
    if (!value.IsArray()) return "a list is not an array";
    for (const Value& v : value.GetArray()) {
      if (const std::string why = one(v); !why.empty()) return why;
    }
    return "";
  }
  static std::string Unknown(std::string_view key) {
    return "'" + Drawable(key.substr(0, 40)) + "' is not allowed there";
  }
  static std::string Text(const Value& value) {
    if (!value.IsString()) return "a text is not a string";
    const std::string_view text(value.GetString(), value.GetStringLength());
    if (text.size() > kMaxSpecText) return "a text is too long";
    return HasHidden(text) ? "a text has hidden characters" : "";
  }
  static std::string Name(const Value& value, bool option) {
    if (const std::string why = Text(value); !why.empty()) return why;
    const std::string_view name(value.GetString(), value.GetStringLength());
    if (name.empty() || option != name.starts_with('-')) {
      return "'" + Drawable(name) + "' is not a valid name of " +
             (option ? "an option" : "a command");
    }
    // The name is inserted unchanged.
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return isalnum(static_cast<unsigned char>(c)) ||
             std::string_view("-_.+:@=?#%,").find(c) != std::string_view::npos;
    });
    return plain ? "" : "'" + Drawable(name) + "' is not a valid name";
  }
  std::string Names(const Value& value, bool option) {
    if (!value.IsArray()) return Name(value, option);
    return Each(value, [&](const Value& one) { return Name(one, option); });
  }
  std::string Option(const Value& value) {
    const auto member = [&](std::string_view key, const Value& v) {
      if (key == "name") return Names(v, /*option=*/true);
      if (key == "description") return Text(v);
      if (key == "args") return Args(v);
      return Unknown(key);
    };
    return Object(value, "an option", member);
  }
  std::string Args(const Value& value) {
    if (value.IsObject()) return Arg(value);
    return Each(value, [&](const Value& one) { return Arg(one); });
  }
  std::string Arg(const Value& value) {
    const auto member = [&](std::string_view key, const Value& v) {
      if (key == "name" || key == "description") return Text(v);
      if (key == "optional" || key == "variadic") {
        return std::string(v.IsBool() ? "" : "a flag is not a boolean");
      }
      if (key != "template") return Unknown(key);
      const bool known = v.IsString() && (v == "file" || v == "directory");
      return std::string(known ? "" : "a template is not file or directory");
    };
    return Object(value, "an argument", member);
  }

  size_t objects_ = 0;
};

Status Refused(const std::string& why) {
  return Status(Code::kInvalidArgument, why);
}

}  // namespace

Result<SpecDraft> SpecFromAnswer(std::string_view answer,
                                 const std::string& command,
                                 const std::string& by) {
  const size_t begin = answer.find('{'), end = answer.rfind('}');
  if (begin == answer.npos || end == answer.npos || end < begin) {
    return Refused("there is no JSON in it");
  }
  answer = answer.substr(begin, end + 1 - begin);
  if (answer.size() > kMaxJson) return Refused("it is too large");
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(answer.data(), answer.size());
  if (document.HasParseError()) return Refused("broken JSON");
  const std::string why = ShapeCheck().Command(document, 0);
  if (!why.empty()) return Refused(why);
  std::vector<SpecProblem> problems;
  Result<SpecDraft> spec = ParseSpec(answer, "the answer", &problems);
  if (!problems.empty()) {
    const SpecProblem& first = problems.front();
    return Refused(
        Drawable(first.path + (first.path.empty() ? "" : ": ") + first.what));
  }
  if (!spec.ok()) return spec;
  if (spec->root.name() != command) {
    return Refused("it describes " + Drawable(spec->root.name().substr(0, 60)));
  }
  if (spec->root.options.empty() && spec->root.subcommands.empty()) {
    return Refused("it has neither options nor subcommands");
  }
  spec->generated_by = by;
  return spec;
}

}  // namespace synapse
