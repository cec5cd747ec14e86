// The outputs that a flake.nix names: machines, homes, packages, shells. The
// file is read by its attribute paths and braces; nothing is evaluated, so that
// names that a function computes are missing.
#include <algorithm>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

using AttributePath = std::vector<std::string>;

// The attributes that a text in the language of Nix sets, with their paths.
class NixAttributes {
 public:
  NixAttributes(std::string_view text, Reading& reading)
      : rest_(text), reading_(reading) {}

  // Calls each(path) for `a.b = …`, also where it stands in `a = { b = …; }`.
  template <class Each>
  void Visit(const Each& each) {
    constexpr size_t kMaxBraces = 64;
    std::vector<AttributePath> outer{{}};  // of each open brace
    AttributePath named;                   // what is read: a.b
    AttributePath assigned;                // the path of the last `=`
    while (!rest_.empty() && !reading_.Spent()) {
      SkipSpace();
      if (rest_.empty()) return;
      const char c = rest_[0];
      const bool computed = after_dot_ && rest_.starts_with("${");
      if (IsNameStart(c) || c == '"' || computed) {
        std::string part = computed   ? TakeComputed()
                           : c == '"' ? TakeText()
                                      : TakeName();
        if (!after_dot_) named.clear();
        after_dot_ = false;
        named.push_back(std::move(part));
        continue;
      }
      if (rest_.starts_with("''")) {
        SkipIndentedText();
        named.clear();
        continue;
      }
      rest_.remove_prefix(1);
      if (c == '.') {
        after_dot_ = !named.empty();
        continue;
      }
      if (c == '=' && !rest_.starts_with('=') && !named.empty()) {
        assigned = outer.back();
        assigned.insert(assigned.end(), named.begin(), named.end());
        if (assigned.size() > kMaxBraces) return;
        each(assigned);
      } else if (c == '=') {
        rest_.remove_prefix(std::min<size_t>(rest_.starts_with('='), 1));
      } else if (c == '{') {
        if (outer.size() > kMaxBraces) return;
        outer.push_back(assigned);
      } else if (c == '}') {
        if (outer.size() > 1) outer.pop_back();
        assigned = outer.back().empty() ? assigned : outer.back();
      } else if (c == ';') {
        assigned = outer.back();
      }
      after_dot_ = false;
      named.clear();
    }
  }

 private:
  static bool IsNameStart(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  void SkipSpace() {
    while (!rest_.empty()) {
      if (rest_[0] == '#') {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      } else if (rest_.starts_with("/*")) {
        const size_t end = rest_.find("*/", 2);
        rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 2);
      } else if (IsSpace(rest_[0])) {
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
  }
  static bool IsSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  std::string TakeName() {
    size_t end = 0;
    while (end < rest_.size() && IsName(rest_.substr(end, 1), "_-'")) ++end;
    std::string out(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return out;
  }

  // ${system}
  std::string TakeComputed() {
    const size_t end = std::min(rest_.find('}'), rest_.size() - 1) + 1;
    std::string out(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return out;
  }

  // "text", with what ${…} stands in it.
  std::string TakeText() {
    size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') {
      end += rest_[end] == '\\' ? 2 : 1;
    }
    end = std::min(end, rest_.size());
    std::string out(rest_.substr(1, end - 1));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return out;
  }

  // ''text of several lines''
  void SkipIndentedText() {
    rest_.remove_prefix(2);
    while (true) {
      const size_t end = rest_.find("''");
      if (end == rest_.npos) return rest_ = {}, void();
      rest_.remove_prefix(end + 2);
      // ''' and ''$ and ''\ stand for themselves.
      if (rest_.empty() ||
          std::string_view("'$\\").find(rest_[0]) == std::string_view::npos) {
        return;
      }
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  Reading& reading_;
  bool after_dot_ = false;
};

bool IsNixSystem(std::string_view name) {
  return name.ends_with("-linux") || name.ends_with("-darwin") ||
         name.find("${") != name.npos;
}

struct NixKind {
  std::string_view attribute, about;
  bool per_system;
};
constexpr NixKind kNixKinds[] = {
    {"nixosConfigurations", "NixOS machine", false},
    {"darwinConfigurations", "macOS machine", false},
    {"homeConfigurations", "configuration of a user", false},
    {"packages", "package", true},
    {"apps", "program", true},
    {"devShells", "shell for development", true},
    {"checks", "check", true},
    {"templates", "template", false},
    {"inputs", "input of the flake", false},
};

}  // namespace

Values NixOutputs(const std::string& flake,
                  std::initializer_list<std::string_view> kinds,
                  std::string_view before, Reading& reading) {
  const std::string text = reading.Text(flake);
  std::vector<ValueList> found(kinds.size());
  NixAttributes(text, reading).Visit([&](const AttributePath& path) {
    for (size_t i = 0; i + 1 < path.size(); ++i) {
      const auto kind = std::find_if(
          std::begin(kNixKinds), std::end(kNixKinds),
          [&](const NixKind& known) { return known.attribute == path[i]; });
      if (kind == std::end(kNixKinds)) continue;
      size_t name = i + 1;
      if (kind->per_system && IsNixSystem(path[name])) ++name;
      if (name >= path.size() || !IsName(path[name], "_-@.+")) return;
      const auto wanted =
          std::find(kinds.begin(), kinds.end(), kind->attribute);
      if (wanted == kinds.end()) return;
      found[static_cast<size_t>(wanted - kinds.begin())].Add(
          std::string(before) + path[name], kind->about);
      return;
    }
  });
  ValueList out;
  for (ValueList& list : found) {
    for (const GeneratedValue& value : list.values()) {
      out.Add(value.value, value.description);
    }
  }
  return Finished(out, reading);
}

}  // namespace synapse
