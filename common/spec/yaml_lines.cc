#include "spec/yaml_lines.h"

#include "base/text.h"
#include "spec/scan.h"

namespace synapse {

bool YamlPair(std::string_view line, std::string_view& key,
              std::string_view& value) {
  // A quoted key may have a colon, as may a name such as `lint:fix`.
  size_t colon = line.find(':');
  if (line.starts_with('"') || line.starts_with('\'')) {
    const size_t end = line.find(line[0], 1);
    colon = end == line.npos ? end : line.find(':', end);
  }
  while (colon != line.npos && colon + 1 < line.size() &&
         line[colon + 1] != ' ' && line[colon + 1] != '\t') {
    colon = line.find(':', colon + 1);
  }
  if (colon == line.npos) return false;
  key = Unquoted(Trim(line.substr(0, colon)));
  value = Trim(line.substr(colon + 1));
  if (value.starts_with('#')) value = {};
  value = Unquoted(Trim(value.substr(0, value.find(" #"))));
  return true;
}

void YamlLines::Enter(size_t indent, std::string_view key) {
  while (!indents_.empty() && indents_.back() >= indent) {
    indents_.pop_back();
    keys_.pop_back();
  }
  indents_.push_back(indent);
  keys_.emplace_back(key);
}

// The lines of `key: |` are indented more than the key.
void YamlLines::SkipText(size_t indent) {
  std::string_view before = rest_, line;
  while (!reading_.Spent() && NextLine(rest_, line)) {
    const size_t at = line.find_first_not_of(' ');
    if (at != line.npos && at <= indent) {
      rest_ = before;
      return;
    }
    before = rest_;
  }
}

bool YamlLines::Next() {
  std::string_view line, key;
  while (!reading_.Spent()) {
    size_t indent = 0;
    if (!item_.empty()) {
      line = item_;
      indent = item_indent_;
      item_ = {};
    } else {
      if (!NextLine(rest_, line)) return false;
      indent = line.find_first_not_of(' ');
      if (indent == line.npos || line[indent] == '#' || line[indent] == '\t') {
        continue;
      }
      line = line.substr(indent);
    }
    if (line == "---" || line == "...") continue;
    if (line == "-" || line.starts_with("- ")) {
      // A list may stand at the indentation of its key.
      Enter(2 * indent + 1, "-");
      const size_t behind =
          std::min(line.find_first_not_of(' ', 1), line.size());
      value_ = Trim(line.substr(behind));
      value_ = Unquoted(Trim(value_.substr(0, value_.find(" #"))));
      std::string_view none;
      if (YamlPair(line.substr(behind), key, none) &&
          !value_.starts_with('{') && !value_.starts_with('[')) {
        item_ = line.substr(behind);
        item_indent_ = indent + behind;
        value_ = {};
      }
      if (keys_.size() <= kMaxDepth) return true;
      continue;
    }
    if (!YamlPair(line, key, value_)) continue;
    Enter(2 * indent, key);
    // A tag or an anchor stands before the value.
    while (value_.starts_with('&') || value_.starts_with('!')) {
      const size_t blank = value_.find(' ');
      value_ = blank == value_.npos ? std::string_view()
                                    : Trim(value_.substr(blank));
    }
    if (value_.starts_with('|') || value_.starts_with('>')) SkipText(indent);
    if (keys_.size() <= kMaxDepth) return true;
  }
  return false;
}

std::vector<std::string> FlowItems(std::string_view value) {
  std::vector<std::string> out;
  const bool list = value.starts_with('[') || value.starts_with('{');
  if (!list) {
    if (!value.empty()) out.emplace_back(value);
    return out;
  }
  int depth = 0;
  char quote = 0;
  size_t begin = 1;
  const auto add = [&](size_t end) {
    std::string_view item = Unquoted(Trim(value.substr(begin, end - begin)));
    if (!item.empty()) out.emplace_back(item);
    begin = end + 1;
  };
  for (size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      if (--depth == 0) {
        add(i);
        break;
      }
    } else if (c == ',' && depth == 1) {
      add(i);
    }
  }
  return out;
}

}  // namespace synapse
