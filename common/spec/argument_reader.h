// ArgumentReader: reads what is known of an argument, and the generators that
// list its values, out of a spec's JSON.
//
// Tested by tests/spec/parse_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "spec/model.h"
#include "spec/node_reader.h"

namespace synapse {

class ArgumentReader : protected NodeReader {
 public:
  using NodeReader::NodeReader;

 protected:
  // Reads "LEVEL: WHY". The default level is careful.
  void ReadRisk(const JsonNode& node, RiskSpec& out);
  // Reads {"PATTERN": "LEVEL: WHY", ...}.
  void ReadRisks(const JsonNode& node, std::vector<ValueRisk>& out);
  void ParseArg(const JsonNode& node, ArgSpec& out);
  // Reads the generators of the file before the arguments that name them.
  void ReadGenerators(const JsonNode& root, Spec& spec);
  void CheckGenerator(const JsonNode& node, const std::string& name);

 private:
  // Reads a boolean trait; false if the member is none.
  bool ReadTraits(const JsonNode& member, ArgSpec& out);
  void ReadSecret(const JsonNode& node, std::string& out);
  void ReadJoinedBy(const JsonNode& node, Rare<std::vector<std::string>>& out);
  void ReadTemplate(const JsonNode& node, ValueType& out);
  void ParseValue(const JsonNode& node, ValueSpec& out);
  void ParseGenerator(const JsonNode& node, GeneratorSpec& out);
  void ReadKind(const JsonNode& node, std::string& out);
  void CheckPattern(const JsonNode& node, const std::string& pattern);

  const std::map<std::string, GeneratorSpec>* generators_ = nullptr;
};

}  // namespace synapse
