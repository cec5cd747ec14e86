#include "spec/command_output.h"

#include <rapidjson/document.h>
#include <re2/re2.h>

#include "base/regex.h"
#include "base/text.h"

namespace synapse {
namespace {

// Fills the {name} holes of a template with the values that `get` returns.
template <class Get>
std::string Expanded(std::string_view text, const Get& get) {
  std::string out;
  while (!text.empty()) {
    size_t open = text.find('{');
    size_t close = open == text.npos ? open : text.find('}', open);
    if (close == text.npos) return out.append(text);
    out += text.substr(0, open);
    out += get(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  return out;
}

// An option is one word that begins with a dash and does not end the options.
bool IsPlausibleOption(std::string_view value) {
  const size_t name = value.find_first_not_of('-');
  return (name == 1 || name == 2) && IsPlausibleValue(value.substr(name)) &&
         value.find_first_of(" \t") == value.npos;
}

void Add(const GeneratorDraft& spec, std::string value, std::string description,
         Values& out) {
  const bool is_option = spec.name == kOptionGenerator;
  if (out.size() >= (is_option ? kMaxOptions : kMaxGenerated)) return;
  if (is_option ? !IsPlausibleOption(value) : !IsPlausibleValue(value)) return;
  if (description.size() > kMaxDescription) description.resize(kMaxDescription);
  out.push_back({std::move(value), std::move(description), 0});
}

constexpr int kGroups = 10;
using Groups = re2::StringPiece[kGroups];

void FromGroups(const GeneratorDraft& spec, const Groups& groups, Values& out) {
  auto group = [&](std::string_view name) {
    if (name.size() != 1 || name[0] < '0' || name[0] > '9') {
      return std::string();
    }
    const re2::StringPiece& g = groups[name[0] - '0'];
    return g.data() ? std::string(g.data(), g.size()) : std::string();
  };
  std::string value =
      spec.value.empty() ? group("0") : Expanded(spec.value, group);
  Add(spec, std::string(Trim(value)), Expanded(spec.description, group), out);
}

// The first match from `at` on.
bool Match(const RE2& pattern, std::string_view text, size_t at,
           Groups& groups) {
  const int count = std::min(kGroups, 1 + pattern.NumberOfCapturingGroups());
  return pattern.Match(Piece(text), at, text.size(), RE2::UNANCHORED, groups,
                       count);
}

std::string ScalarText(const rapidjson::Value& v) {
  if (v.IsString()) return {v.GetString(), v.GetStringLength()};
  if (v.IsInt64()) return std::to_string(v.GetInt64());
  if (v.IsBool()) return v.GetBool() ? "true" : "false";
  return "";
}

// path: members separated by dots, [] for each element of an array.
void FromJson(const GeneratorDraft& spec, std::string_view path,
              const rapidjson::Value& v, Values& out) {
  if (path.starts_with('.')) path.remove_prefix(1);
  if (path.starts_with("[]") || (path.empty() && v.IsArray())) {
    if (!v.IsArray()) return;
    if (!path.empty()) path.remove_prefix(2);
    for (const auto& element : v.GetArray()) FromJson(spec, path, element, out);
    return;
  }
  if (!path.empty()) {
    size_t end = std::min(path.find_first_of(".["), path.size());
    std::string name(path.substr(0, end));
    if (!v.IsObject()) return;
    auto member = v.FindMember(name.c_str());
    if (member != v.MemberEnd()) {
      FromJson(spec, path.substr(end), member->value, out);
    }
    return;
  }
  auto member = [&](std::string_view name) -> std::string {
    if (!v.IsObject()) return "";
    auto found = v.FindMember(std::string(name).c_str());
    return found == v.MemberEnd() ? "" : ScalarText(found->value);
  };
  Add(spec, spec.value.empty() ? ScalarText(v) : Expanded(spec.value, member),
      Expanded(spec.description, member), out);
}

void FromDocument(const GeneratorDraft& spec, std::string_view text,
                  Values& out) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  if (!document.HasParseError()) FromJson(spec, spec.path, document, out);
}

}  // namespace

OutputParser::OutputParser(const GeneratorDraft& spec)
    : spec_(spec), pattern_("(?m)" + spec.pattern, RE2::Quiet) {}

void OutputParser::Parse(std::string_view output, Values& out) const {
  if (spec_.parse == "json") {
    FromDocument(spec_, output, out);
    return;
  }
  if (!pattern_.ok()) return;
  while (!output.empty()) {
    size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = Trim(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
    if (line.empty()) continue;
    if (spec_.parse == "jsonl") {
      FromDocument(spec_, line, out);
      continue;
    }
    Groups groups;
    if (spec_.pattern.empty()) {
      groups[0] = Piece(line);
    } else if (!Match(pattern_, line, 0, groups)) {
      continue;
    }
    FromGroups(spec_, groups, out);
  }
}

void OutputParser::Search(std::string_view text, Values& out) const {
  if (!spec_.parse.empty()) return Parse(text, out);
  if (!pattern_.ok()) return;
  for (size_t at = 0; at <= text.size() && out.size() < kMaxGenerated;) {
    Groups groups;
    if (!Match(pattern_, text, at, groups)) return;
    FromGroups(spec_, groups, out);
    const size_t end =
        static_cast<size_t>(groups[0].data() - text.data()) + groups[0].size();
    at = std::max(end, at + 1);
  }
}

Values ParseOutput(const GeneratorDraft& spec, std::string_view output) {
  Values out;
  OutputParser(spec).Parse(output, out);
  return out;
}

}  // namespace synapse
