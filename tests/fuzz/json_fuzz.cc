// JSON from outside: requests of `synapse drive`, and lines of an export.
#include <rapidjson/document.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "command/command.h"
#include "command/history.h"
#include "engine.h"
#include "measure/measure.h"

namespace {

std::string WriteAgain(const synapse::Exported& exported) {
  if (auto* event = std::get_if<synapse::Event>(&exported)) {
    return synapse::ExportLine(1, *event);
  }
  if (auto* session = std::get_if<synapse::SessionRecord>(&exported)) {
    return synapse::ExportLine(*session);
  }
  if (auto* feedback = std::get_if<synapse::FeedbackRecord>(&exported)) {
    return synapse::ExportLine(*feedback);
  }
  if (auto* search = std::get_if<synapse::SearchRecord>(&exported)) {
    return synapse::ExportLine(*search);
  }
  return synapse::ExportLine(std::get<synapse::ForgottenHash>(exported));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static synapse::Engine engine([] {
    synapse::EngineOptions options;
    options.config = synapse::Config::Load("", nullptr);
    return options;
  }());
  std::string line(reinterpret_cast<const char*>(data), size);
  std::string reply = synapse::AnswerDrive(engine, line);
  // The answer to any request is one line, an object.
  rapidjson::Document d;
  d.Parse<rapidjson::kParseIterativeFlag>(reply.data(), reply.size());
  if (d.HasParseError() || !d.IsObject() || !d.HasMember("ok")) abort();
  if (reply.find('\n') != reply.npos) abort();
  // An event that is read and written is the same.
  if (auto read = synapse::ParseExport(line)) {
    std::string written = WriteAgain(*read);
    auto again = synapse::ParseExport(written);
    if (!again || again->index() != read->index()) abort();
    if (WriteAgain(*again) != written) abort();
  }
  return 0;
}
