#include "store/prefix_index.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace synapse {
namespace {

// 12.20 fixed point; scores before the epoch are all alike.
uint32_t ToFixed(double score) {
  double scaled = std::clamp(score, 0.0, 4095.0) * (1 << 20);
  return static_cast<uint32_t>(scaled);
}
double FromFixed(uint32_t fixed) {
  return static_cast<double>(fixed) / (1 << 20);
}

struct LineRow {
  LineId id = 0;
  double score = kNoScore;
};

std::string Encode(const LineRow& row) {
  std::string out;
  PutLittle<uint64_t>(out, row.id);
  PutDouble(out, row.score);
  return out;
}
LineRow DecodeLine(std::string_view value) {
  ByteReader in(value);
  LineRow row;
  row.id = in.Little<uint64_t>();
  double score = in.Double();
  if (!std::isnan(score)) row.score = score;
  return row;
}

using List = std::vector<ScoredLine>;

List DecodeList(std::string_view value) {
  ByteReader in(value);
  List list;
  while (in.left() >= 12 && list.size() < kTopLines) {
    LineId id = in.Little<uint64_t>();
    list.push_back({id, FromFixed(in.Little<uint32_t>())});
  }
  return list;
}
std::string Encode(const List& list) {
  std::string out;
  for (const ScoredLine& line : list) {
    PutLittle<uint64_t>(out, line.id);
    PutLittle<uint32_t>(out, ToFixed(line.score));
  }
  return out;
}

bool Better(const ScoredLine& a, const ScoredLine& b) {
  return a.score != b.score ? a.score > b.score : a.id < b.id;
}

void Merge(List& list, ScoredLine line) {
  std::erase_if(list, [&](const ScoredLine& l) { return l.id == line.id; });
  list.insert(std::upper_bound(list.begin(), list.end(), line, Better), line);
  if (list.size() > kTopLines) list.resize(kTopLines);
}

size_t CommonPrefix(std::string_view a, std::string_view b) {
  size_t n = std::min(a.size(), b.size());
  return std::mismatch(a.begin(), a.begin() + n, b.begin()).first - a.begin();
}

// The first key of `table` that is >= scope | prefix, without the scope; only
// when it belongs to the scope.
struct Found {
  bool any = false;
  std::string suffix;  // the key behind the scope
  std::string value;
};
Found Seek(Kv& kv, Table table, uint32_t scope, std::string_view prefix) {
  Found found;
  std::string from = TopKey(scope, prefix);
  kv.Scan(table, from, [&](std::string_view key, std::string_view value) {
    if (key.size() >= 4 && key.substr(0, 4) == from.substr(0, 4)) {
      found.any = true;
      found.suffix = std::string(key.substr(4));
      found.value = std::string(value);
    }
    return false;
  });
  return found;
}

// A node where more than kSparse lines share `prefix` for the first time.
Status AddNodeIfDense(Kv& kv, uint32_t scope, std::string_view prefix) {
  std::vector<std::string> texts;
  List list;
  std::string from = TopKey(scope, prefix);
  kv.Scan(Table::kLine, from, [&](std::string_view key, std::string_view v) {
    if (!key.starts_with(from) || texts.size() > kSparse) return false;
    texts.emplace_back(key.substr(4));
    LineRow row = DecodeLine(v);
    list.push_back({row.id, row.score});
    return true;
  });
  if (texts.size() <= kSparse) return {};
  // Sorted: what the first and the last share, all share.
  size_t depth = std::min(CommonPrefix(texts.front(), texts.back()), kMaxDepth);
  std::sort(list.begin(), list.end(), Better);
  if (list.size() > kTopLines) list.resize(kTopLines);
  return kv.Put(Table::kTop, TopKey(scope, texts[0].substr(0, depth)),
                Encode(list));
}

Status UpdateNodes(Kv& kv, uint32_t scope, std::string_view text,
                   ScoredLine line, bool is_new) {
  std::string_view deep = text.substr(0, kMaxDepth);
  size_t depth = 0;
  while (depth <= deep.size()) {
    Found node = Seek(kv, Table::kTop, scope, deep.substr(0, depth));
    bool agrees = node.any && node.suffix.starts_with(deep.substr(0, depth));
    if (!agrees) {
      return is_new ? AddNodeIfDense(kv, scope, deep.substr(0, depth))
                    : Status();
    }
    List list = DecodeList(node.value);
    if (deep.starts_with(node.suffix)) {
      Merge(list, line);
      Status put =
          kv.Put(Table::kTop, TopKey(scope, node.suffix), Encode(list));
      if (!put.ok()) return put;
      depth = node.suffix.size() + 1;
      continue;
    }
    if (!is_new) return {};
    // The line parts from that node's lines: a node at the parting.
    size_t parting = CommonPrefix(node.suffix, deep);
    Merge(list, line);
    return kv.Put(Table::kTop, TopKey(scope, deep.substr(0, parting)),
                  Encode(list));
  }
  return {};
}

struct WrittenRow {
  LineRow row;
  bool is_new;
};
Result<WrittenRow> WriteRow(Kv& kv, uint32_t scope, std::string_view text,
                            int64_t ms, double half_life_hours) {
  const std::string key = LineKey(scope, text);
  WrittenRow out;
  out.row.id = IdOf(text);
  const auto old = kv.Get(Table::kLine, key);
  out.is_new = !old.has_value();
  if (old) out.row.score = DecodeLine(*old).score;
  out.row.score = AddToScore(out.row.score, ms, half_life_hours);
  Status put = kv.Put(Table::kLine, key, Encode(out.row));
  if (!put.ok()) return put;
  return out;
}

// The nodes above one row of a scope, in the order of the rows. A node is
// complete when a row comes that does not share its prefix (the intervals of
// Abouelhoda, Kurtz and Ohlebusch, "Replacing suffix trees with enhanced suffix
// arrays", 2004, with the rows in the place of the suffixes).
class NodeBuilder {
 public:
  NodeBuilder(Kv& kv, uint32_t scope) : kv_(kv), scope_(scope) {}

  void Add(std::string_view text, ScoredLine line) {
    text = text.substr(0, kMaxDepth);
    if (leaf_.lines > 0) Close(CommonPrefix(last_, text));
    last_ = text;
    leaf_ = {.depth = text.size(), .lines = 1, .best = {line}};
  }
  Status Finish() {
    (void)CloseAll(/*deeper_than=*/-1);
    return status_;
  }

 private:
  struct Node {
    size_t depth = 0;  // of its prefix, in bytes
    size_t lines = 0;  // that begin with it
    List best = {};    // of them, unordered, at most twice kTopLines
  };

  // Completes the last row, and the nodes deeper than that. Returns the last one
  // completed.
  Node CloseAll(int deeper_than) {
    Node closed = std::move(leaf_);
    while (!open_.empty() &&
           static_cast<int>(open_.back().depth) > deeper_than) {
      Absorb(open_.back(), closed);
      closed = std::move(open_.back());
      open_.pop_back();
      Write(closed);
    }
    return closed;
  }
  // `depth`: so many bytes the last row shares with the next one.
  void Close(size_t depth) {
    const Node closed = CloseAll(static_cast<int>(depth));
    if (open_.empty() || open_.back().depth < depth) {
      open_.push_back({.depth = depth});
    }
    Absorb(open_.back(), closed);
  }
  static void Absorb(Node& into, const Node& from) {
    into.lines += from.lines;
    into.best.insert(into.best.end(), from.best.begin(), from.best.end());
    if (into.best.size() > 2 * kTopLines) KeepBest(into.best);
  }
  static void KeepBest(List& list) {
    std::sort(list.begin(), list.end(), Better);
    if (list.size() > kTopLines) list.resize(kTopLines);
  }
  void Write(Node& node) {
    if (node.lines <= kSparse || !status_.ok()) return;
    KeepBest(node.best);
    status_ = kv_.Put(Table::kTop, TopKey(scope_, last_.substr(0, node.depth)),
                      Encode(node.best));
  }

  Kv& kv_;
  const uint32_t scope_;
  std::string last_;  // the latest row
  Node leaf_;
  std::vector<Node> open_;  // nodes that begin the latest row, by depth
  Status status_;
};

}  // namespace

Result<bool> IndexLine(Kv& kv, uint32_t scope, std::string_view text,
                       int64_t ms, double half_life_hours) {
  auto written = WriteRow(kv, scope, text, ms, half_life_hours);
  if (!written.ok()) return written.status();
  Status put = UpdateNodes(
      kv, scope, text, {written->row.id, written->row.score}, written->is_new);
  if (!put.ok()) return put;
  return written->is_new;
}

Result<bool> AddLineRow(Kv& kv, uint32_t scope, std::string_view text,
                        int64_t ms, double half_life_hours) {
  auto written = WriteRow(kv, scope, text, ms, half_life_hours);
  if (!written.ok()) return written.status();
  return written->is_new;
}

Status BuildNodes(Kv& kv, uint32_t scope) {
  NodeBuilder nodes(kv, scope);
  const std::string from = TopKey(scope, "");
  kv.Scan(Table::kLine, from, [&](std::string_view key, std::string_view v) {
    if (!key.starts_with(from)) return false;
    const LineRow row = DecodeLine(v);
    nodes.Add(key.substr(from.size()), {row.id, row.score});
    return true;
  });
  return nodes.Finish();
}

std::vector<ScoredLine> BestLines(Kv& kv, uint32_t scope,
                                  std::string_view prefix) {
  std::string_view p = prefix.substr(0, kMaxDepth);
  std::string from = TopKey(scope, p);
  List list;
  bool node = false;
  kv.Scan(Table::kTop, from, [&](std::string_view key, std::string_view v) {
    node = key.starts_with(from);
    if (node) list = DecodeList(v);
    return false;
  });
  if (node) return list;
  // At kMaxDepth more than kSparse lines may share all of it.
  size_t rows = 0;
  std::string line_from = TopKey(scope, prefix.substr(0, 392));
  kv.Scan(Table::kLine, line_from,
          [&](std::string_view key, std::string_view v) {
            if (!key.starts_with(line_from) || rows++ > kSparse) return false;
            LineRow row = DecodeLine(v);
            list.push_back({row.id, row.score});
            return true;
          });
  std::sort(list.begin(), list.end(), Better);
  if (list.size() > kTopLines) list.resize(kTopLines);
  return list;
}

}  // namespace synapse
