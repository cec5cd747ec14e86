// JSON from outside: requests of `synapse drive`, and lines of an export.
#include <rapidjson/document.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "command/command.h"
#include "command/history.h"
#include "engine.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static synapse::Engine engine([] {
    synapse::EngineOptions options;
    options.config = synapse::Config::Load("", nullptr);
    return options;
  }());
  std::string line(reinterpret_cast<const char*>(data), size);
  std::string reply = synapse::AnswerDrive(engine, line);
  // Whatever was asked, the answer is one line, an object.
  rapidjson::Document d;
  d.Parse<rapidjson::kParseIterativeFlag>(reply.data(), reply.size());
  if (d.HasParseError() || !d.IsObject() || !d.HasMember("ok")) abort();
  if (reply.find('\n') != reply.npos) abort();
  if (auto event = synapse::ParseExportLine(line)) {
    if (!synapse::ParseExportLine(synapse::ExportLine(1, *event))) abort();
  }
  return 0;
}
