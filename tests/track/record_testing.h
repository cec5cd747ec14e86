// A record, and the schema of a line of the file.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>

#include "tests/testing.h"
#include "track/suggestion_record.h"

namespace synapse::testing {

inline SuggestionRecord ExampleRecord() {
  SuggestionRecord r;
  r.context = {"zsh", "/w", "/w", "main", {{"make", 2}, {"ls", 0}, {"x", -1}}};
  r.version = "synapse 0, weights 0";
  r.session = "s1";
  r.host = "h";
  r.buffer = "git ";
  r.suggestions = {{"git status", "history", 0.5}, {"git stash", "spec", 0.1}};
  r.viewed_indices = {0, 1, 0};
  r.cycle_count = 2;
  r.taken_index = r.accepted_index = 0;
  r.displayed_index_at_submit = 0;
  r.actual_input = "git status";
  r.match_type = MatchType::kExact;
  r.fetch_start_ms = 1.7e12;
  r.fetch_end_ms = 1.7e12 + 0.5;
  r.submit_ms = 1.7e12 + 1000;
  r.time_to_action_ms = 999.5;
  r.trigger_command = 2;
  r.result_command = 3;
  return r;
}

// The position where the line breaks the schema, or "".
inline std::string SchemaFault(std::string_view line) {
  static const rapidjson::SchemaDocument kSchema = [] {
    auto text = ReadFile(SourceFile("tests/cases/record.schema.json"));
    REQUIRE(text.ok());
    rapidjson::Document document;
    document.Parse(text->c_str());
    REQUIRE_FALSE(document.HasParseError());
    return rapidjson::SchemaDocument(document);
  }();
  rapidjson::Document document;
  document.Parse(line.data(), line.size());
  if (document.HasParseError()) return "not JSON";
  rapidjson::SchemaValidator validator(kSchema);
  if (document.Accept(validator)) return "";
  rapidjson::StringBuffer where;
  validator.GetInvalidDocumentPointer().StringifyUriFragment(where);
  return std::string(where.GetString()) + ": " +
         validator.GetInvalidSchemaKeyword();
}

}  // namespace synapse::testing
