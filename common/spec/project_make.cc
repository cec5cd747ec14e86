// Targets of a makefile. make_text.h says which variables and conditions are
// known; a rule in a branch that may be true is read.
#include <algorithm>
#include <optional>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "spec/make_text.h"
#include "spec/project_files.h"
#include "spec/project_text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

class MakefileReader {
 public:
  MakefileReader(std::string directory, ValueList& out, Reading& reading)
      : directory_(std::move(directory)),
        make_(directory_, [this](const std::string& text) { Evaluate(text); }),
        out_(out),
        reading_(reading) {}

  void Read(const std::string& path, int depth) {
    ReadText(reading_.Text(path), depth);
  }

 private:
  using Truth = MakeText::Truth;
  static constexpr size_t kMaxIncludes = 64;
  static constexpr int kMaxIncludeDepth = 8;
  static constexpr size_t kMaxBranches = 64;

  void ReadText(const std::string& text, int depth) {
    std::string joined;
    std::string_view rest = text, line, comment;
    const size_t branches = branches_.size();
    while (!reading_.Spent() && !out_.Full() &&
           NextLogicalLine(rest, line, joined, " ")) {
      const bool is_joined = line.data() == joined.data();
      Line(line, comment, depth, rest);
      comment = is_joined ? std::string_view() : CommentText(line);
    }
    branches_.resize(branches, Truth::kTrue);
  }

  // The text of $(eval), which may have another.
  void Evaluate(const std::string& text) {
    if (evaluating_ >= kMaxIncludeDepth) return;
    ++evaluating_;
    ReadText(text, kMaxIncludeDepth);
    --evaluating_;
  }

  void Line(std::string_view line, std::string_view comment, int depth,
            std::string_view& rest) {
    if (line.starts_with(recipe_prefix_) || line.starts_with('#')) return;
    std::string_view words = line;
    std::string_view first = NextWord(words);
    if (Branch(first, words) || IsSkipped()) return;
    if (const auto head = HeadOfDefine(line)) return SkipDefine(*head, rest);
    if (IsOneOf(first, {"include", "-include", "sinclude"})) {
      return Include(words, depth);
    }
    if (IsOneOf(first, {"vpath", "unexport", "undefine", "endef"})) return;
    // The part of a rule that may be an assignment is before the comment.
    std::string_view code = line.substr(0, line.find(" #"));
    if (make_.Assign(code)) {
      if (first == ".RECIPEPREFIX") SetRecipePrefix();
      return;
    }
    if (first == "export" || first == "override") return;
    // `$(foreach x,a b,$(eval $(call rule,$(x))))`, `$(call rule,a)`
    if (line.starts_with('$') && RuleColon(line) == line.npos) {
      const auto made = make_.Expand(code);
      if (made && RuleColon(*made) != made->npos) Rule(*made, "");
      return;
    }
    Rule(line, comment);
  }

  // The name behind `define` or `override define`.
  static std::optional<std::string_view> HeadOfDefine(std::string_view line) {
    std::string_view first = NextWord(line);
    while (IsOneOf(first, {"override", "export", "private"})) {
      first = NextWord(line);
    }
    if (first != "define") return std::nullopt;
    return line;
  }

  void SetRecipePrefix() {
    auto prefix = make_.Expand("$(.RECIPEPREFIX)");
    recipe_prefix_ = prefix && !prefix->empty() ? (*prefix)[0] : '\t';
  }

  bool IsSkipped() const {
    return deeper_ > 0 || std::find(branches_.begin(), branches_.end(),
                                    Truth::kFalse) != branches_.end();
  }

  // True for a line of a conditional. Of each open one it is kept whether the
  // current branch is read, and whether an earlier branch was.
  bool Branch(std::string_view first, std::string_view rest) {
    const auto is_condition = [](std::string_view word) {
      return IsOneOf(word, {"ifeq", "ifneq", "ifdef", "ifndef"});
    };
    // `ifeq(a,b)` without a blank is an error in make.
    if (is_condition(first)) {
      if (branches_.size() >= kMaxBranches) {
        ++deeper_;
        return true;
      }
      const Truth is = IsSkipped() ? Truth::kFalse
                                   : make_.Condition(first, Uncommented(rest));
      branches_.push_back(is);
      taken_.resize(branches_.size());
      taken_.back() = is;
      return true;
    }
    if (first == "endif") {
      if (deeper_ > 0) {
        --deeper_;
      } else if (!branches_.empty())
        branches_.pop_back();
      return true;
    }
    if (first != "else") return false;
    if (branches_.empty() || deeper_ > 0) return true;
    taken_.resize(branches_.size());
    Truth& now = branches_.back();
    Truth& taken = taken_.back();
    if (taken == Truth::kTrue) {
      now = Truth::kFalse;
      return true;
    }
    std::string_view next = NextWord(rest);
    now = Truth::kTrue;  // so that the condition itself is not skipped
    if (is_condition(next)) {
      now = IsSkipped() ? Truth::kFalse
                        : make_.Condition(next, Uncommented(rest));
    }
    if (taken == Truth::kUnknown && now == Truth::kTrue) now = Truth::kUnknown;
    if (now == Truth::kTrue || taken == Truth::kFalse) taken = now;
    return true;
  }

  static std::string_view Uncommented(std::string_view text) {
    return Trim(text.substr(0, text.find(" #")));
  }

  // The text of a define is a variable; it may hold others.
  void SkipDefine(std::string_view head, std::string_view& rest) {
    std::string_view name = NextWord(head), line;
    std::string text;
    int depth = 1;
    while (NextLine(rest, line)) {
      std::string_view words = line;
      std::string_view first = NextWord(words);
      depth += HeadOfDefine(line).has_value();
      if (first == "endef" && --depth == 0) break;
      text.append(line).append("\n");
    }
    if (!text.empty()) text.pop_back();
    make_.Define(name, std::move(text));
  }

  // Names are relative to the directory of make, and not to the file.
  void Include(std::string_view names, int depth) {
    auto known = make_.Expand(names.substr(0, names.find('#')));
    if (!known || depth >= kMaxIncludeDepth) return;
    std::string_view rest = *known;
    for (std::string_view name = NextWord(rest); !name.empty();
         name = NextWord(rest)) {
      std::string found(name);
      if (name.find_first_of("*?[") != name.npos) {
        found = make_.Expand("$(wildcard " + found + ")").value_or("");
      }
      std::string_view paths = found;
      for (std::string_view path = NextWord(paths); !path.empty();
           path = NextWord(paths)) {
        if (included_.size() >= kMaxIncludes) return;
        std::string file = JoinPath(directory_, path);
        if (included_.insert(file).second) Read(file, depth + 1);
      }
    }
  }

  void Rule(std::string_view line, std::string_view comment) {
    const size_t colon = RuleColon(line);
    if (colon == line.npos) return;
    size_t mark = line.find("## ", colon);
    if (mark != line.npos) comment = Trim(line.substr(mark + 3));
    std::string list(line.substr(0, colon));
    std::replace(list.begin(), list.end(), '\t', ' ');
    std::string_view names = list;
    if (names.ends_with('&')) names.remove_suffix(1);  // grouped targets
    if (FindUnescaped(names, '#') != names.npos) return;
    for (std::string_view name = NextTarget(names); !name.empty();
         name = NextTarget(names)) {
      if (name.find("\\ ") != name.npos) {
        if (name.find('$') == name.npos) Target(name, comment);
        continue;
      }
      auto known = make_.Expand(name);
      if (!known) continue;
      std::string_view made = *known;
      for (std::string_view target = NextWord(made); !target.empty();
           target = NextWord(made)) {
        Target(target, comment);
      }
    }
  }

  // A word of a rule's targets; a reference in it may have blanks, and a
  // backslash stands before another one.
  static std::string_view NextTarget(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    size_t end = FindOutside(rest, ' ');
    while (end != rest.npos && end > 0 && rest[end - 1] == '\\') {
      end = FindOutside(rest, ' ', end + 1);
    }
    end = std::min(end, rest.size());
    std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    return word;
  }

  // `.PHONY` and `.c.o` are no targets; `./tool` and `.venv/bin/python` are.
  void Target(std::string_view name, std::string_view comment) {
    if (name[0] == '.' && name.find('/') == name.npos) return;
    if (FindUnescaped(name, '%') != name.npos) return;  // a pattern
    std::string target;
    for (size_t i = 0; i < name.size(); ++i) {
      const bool escapes = name[i] == '\\' && i + 1 < name.size() &&
                           IsOneOf(name.substr(i + 1, 1), {":", "#", "%", " "});
      target += name[escapes ? ++i : i];
    }
    // Special in make, or for several commands; the rest is quoted for the shell.
    if (target.find_first_of("|&;<>()$`\\*?[]~=") == target.npos) {
      out_.Add(target, comment);
    }
  }

  // The offset of the first `c` without a backslash before it, or npos.
  static size_t FindUnescaped(std::string_view text, char c) {
    for (size_t at = FindOutside(text, c); at != text.npos;
         at = FindOutside(text, c, at + 1)) {
      if (at == 0 || text[at - 1] != '\\') return at;
    }
    return text.npos;
  }

  // The offset of a rule's colon, or npos.
  static size_t RuleColon(std::string_view line) {
    return FindUnescaped(line, ':');
  }

  const std::string directory_;
  MakeText make_;
  ValueList& out_;
  Reading& reading_;
  char recipe_prefix_ = '\t';
  std::vector<Truth> branches_;  // of the open conditionals
  std::vector<Truth> taken_;     // whether one of their branches was read
  size_t deeper_ = 0;            // conditionals beyond kMaxBranches
  int evaluating_ = 0;
  std::set<std::string> included_;
};

}  // namespace

Values MakeTargets(const std::string& makefile, Reading& reading,
                   const std::string& directory) {
  ValueList out;
  MakefileReader(directory.empty() ? std::string(DirName(makefile)) : directory,
                 out, reading)
      .Read(makefile, 0);
  return Finished(out, reading);
}

Values MakeVariables(const std::string& makefile, Reading& reading) {
  ValueList out;
  const std::string text = reading.Text(makefile);
  std::string joined;
  std::string_view rest = text, line;
  while (!reading.Spent() && !out.Full() &&
         NextLogicalLine(rest, line, joined, " ")) {
    if (line.starts_with('\t')) continue;
    const size_t equals = line.find('=');
    if (equals == line.npos) continue;
    std::string_view name = line.substr(0, equals);
    while (!name.empty() &&
           IsOneOf(name.substr(name.size() - 1), {" ", "?", ":", "+"})) {
      name.remove_suffix(1);
    }
    if (name.starts_with("export ")) name.remove_prefix(7);
    name = Trim(name);
    const bool is_meant = IsName(name, "_") && name[0] >= 'A' && name[0] <= 'Z';
    if (is_meant) {
      out.Add(std::string(name) + "=", Trim(line.substr(equals + 1)));
    }
  }
  return Finished(out, reading);
}

std::string FindMakefile(const std::string& dir) {
  return FirstFileOf(dir, {"GNUmakefile", "makefile", "Makefile"});
}

}  // namespace synapse
