// ArgumentReader: reads what is known of an argument, and the generators that
// list its values, out of a spec's JSON.
//
// Tested by tests/spec/parse_test.cc.
#pragma once

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
  void ReadRisk(const JsonNode& node, RiskDraft& out);
  // Reads {"PATTERN": "LEVEL: WHY", ...}.
  void ReadRisks(const JsonNode& node, std::vector<ValueRiskDraft>& out);
  void ParseArg(const JsonNode& node, ArgDraft& out);
  // Reads the generators of the file before the arguments that name them.
  void ReadGenerators(const JsonNode& root, SpecDraft& spec);
  void ReadContents(const JsonNode& node, ArgDraft& out);
  void CheckGenerator(const JsonNode& node, const std::string& name);

 private:
  // Reads a boolean trait; false if the member is none.
  bool ReadTraits(const JsonNode& member, ArgDraft& out);
  void ReadSecret(const JsonNode& node, std::string& out);
  void ReadJoinedBy(const JsonNode& node, std::vector<std::string>& out);
  void ReadTemplate(const JsonNode& node, ValueType& out);
  void ParseValue(const JsonNode& node, ValueDraft& out);
  void ParseGenerator(const JsonNode& node, GeneratorDraft& out);
  void ReadKind(const JsonNode& node, std::string& out);
  void CheckPattern(const JsonNode& node, const std::string& pattern);

  const SpecDraft* spec_ = nullptr;
};

}  // namespace synapse
