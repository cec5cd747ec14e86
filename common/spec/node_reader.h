// NodeReader: reads the values of a JSON tree into the fields of a model. Every
// problem is reported with its line and its path: "options[2].args.name". Every
// step into the tree is recorded; the path is built only for a problem.
//
// Tested by tests/spec/parse_test.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "spec/json_tree.h"
#include "spec/parse.h"

namespace synapse {

class NodeReader {
 public:
  // Checks that cost time and are never fatal are for a person's eyes.
  enum class Reports { kFatal, kAll };
  // Both outlive it; problems are appended.
  NodeReader(const JsonTree& tree, Reports reports,
             std::vector<SpecProblem>& problems)
      : tree_(tree), reports_(reports), problems_(problems) {}

 protected:
  // Adds one level to the path while it is in scope.
  class Step {
   public:
    Step(NodeReader& reader, std::string_view key, int index = -1)
        : reader_(reader) {
      reader_.steps_.push_back({key, index});
    }
    ~Step() { reader_.steps_.pop_back(); }

   private:
    NodeReader& reader_;
  };

  const JsonTree& tree() const { return tree_; }
  bool reports_all() const { return reports_ == Reports::kAll; }

  void Fatal(const JsonNode& node, std::string what) {
    Report(node, std::move(what), /*fatal=*/true);
  }
  void Warn(const JsonNode& node, std::string what) {
    Report(node, std::move(what), /*fatal=*/false);
  }
  bool IsObject(const JsonNode& node);

  void Read(const JsonNode& node, std::string& out);
  void Read(const JsonNode& node, bool& out);
  void Read(const JsonNode& node, int& out);
  // Reads a string or an array of strings.
  void Read(const JsonNode& node, std::vector<std::string>& out);
  // Sets the value with this name, or leaves the value unchanged.
  template <class Enum>
  void ReadName(const JsonNode& node, Enum& out) {
    std::string which, expected;
    Read(node, which);
    for (size_t i = 1; i < kNamesOf<Enum>.size(); ++i) {
      const std::string_view name = kNamesOf<Enum>[i];
      if (which == name) {
        out = static_cast<Enum>(i);
        return;
      }
      expected.append(i > 1 ? " or " : "").append(name);
    }
    Warn(node, "expected " + expected + ", not '" + which + "'");
  }

  template <class F>
  void ForEach(const JsonNode& array, F&& each) {
    int index = 0;
    for (const JsonNode* n = tree_.First(array); n; n = tree_.Next(*n)) {
      Step step(*this, {}, index++);
      each(*n);
    }
  }
  // Visits the members of an object, each with its own step in the path.
  template <class F>
  void ForMembers(const JsonNode& object, F&& each) {
    std::set<std::string_view> seen;
    for (const JsonNode* n = tree_.First(object); n; n = tree_.Next(*n)) {
      Step step(*this, n->key);
      if (reports_all() && !seen.insert(n->key).second) {
        Warn(*n, "the key is given twice; the later one counts");
      }
      each(*n);
    }
  }
  // Reads an array of objects, or with `one_allowed` also a single object.
  template <class T, class F>
  void ReadList(const JsonNode& node, std::vector<T>& out, bool one_allowed,
                F&& read) {
    out.clear();
    if (one_allowed && node.type == JsonNode::Type::kObject) {
      read(node, out.emplace_back());
      return;
    }
    if (node.type != JsonNode::Type::kArray) {
      return Fatal(node, one_allowed ? "expected an object or an array"
                                     : "expected an array");
    }
    out.reserve(node.children);
    ForEach(node,
            [&](const JsonNode& item) { read(item, out.emplace_back()); });
  }

 private:
  struct PathStep {
    std::string_view key;
    int index;
  };
  std::string Path() const;
  void Report(const JsonNode& node, std::string what, bool fatal);

  const JsonTree& tree_;
  const Reports reports_;
  std::vector<SpecProblem>& problems_;
  std::vector<PathStep> steps_;
};

}  // namespace synapse
