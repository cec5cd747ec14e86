// records: training sets from recorded suggestions, and a comparison of two
// versions of the weights.
#include <cstdio>
#include <iterator>
#include <map>

#include "base/text.h"
#include "command/command.h"
#include "track/compare.h"
#include "track/record_file.h"
#include "track/training.h"

namespace synapse {
namespace {

constexpr size_t kBlock = size_t{1} << 16;

// Writes in blocks. A closed pipe ends the output.
class Output {
 public:
  explicit Output(const CommandIo& io) : io_(io) {}
  ~Output() { io_.Out(held_); }
  void Line(std::string_view line) {
    held_.append(line);
    held_ += '\n';
    if (held_.size() < kBlock) return;
    io_.Out(held_);
    held_.clear();
  }

 private:
  const CommandIo& io_;
  std::string held_;
};

std::vector<std::string> FilesOf(const CommandInput& input,
                                 const ParsedArgs& args) {
  std::vector<std::string> files = args.rest;
  if (!files.empty()) return files;
  EachRecordFile(input.engine->record_file().directory(),
                 [&](const std::string& path) { files.push_back(path); });
  return files;
}

// With `report`, lines that are no records go to stderr, with their positions.
template <class Visit>
void EachOf(const CommandInput& input, const std::vector<std::string>& files,
            bool report, const Visit& visit) {
  std::function<void(const std::string&)> say;
  if (report) say = [&](auto& what) { (void)Fail(input, "records", what); };
  for (const std::string& path : files) EachRecord(path, visit, say);
}

std::string Percentage(double share) {
  char text[16];
  snprintf(text, sizeof text, "%.1f %%", share * 100);
  return text;
}

int Export(const CommandInput& input, const ParsedArgs& args,
           const std::vector<std::string>& files) {
  const auto set = ParseTrainingSet(args.Get("--for"));
  const auto share = ParseDecimal(args.Get("--test-share", "0.1"));
  if (!share || *share < 0 || *share > 1) {
    return Usage(input, "records", "--test-share: expected a number of 0 to 1");
  }
  PositionBias bias;
  const bool weighs = *set == TrainingSet::kRank || *set == TrainingSet::kDpo;
  if (weighs) {
    EachOf(input, files, /*report=*/false,
           [&](const rapidjson::Document& record) { bias.Add(record); });
  }
  Output output(input.io);
  const TrainingOptions options{*set, *share, bias};
  EachOf(input, files, /*report=*/true, [&](const rapidjson::Document& record) {
    EmitTraining(record, options,
                 [&](std::string_view line) { output.Line(line); });
  });
  return 0;
}

int Compare(const CommandInput& input, const std::vector<std::string>& files) {
  std::map<std::string, VersionRow> versions;
  EachOf(input, files, /*report=*/true, [&](const rapidjson::Document& record) {
    auto version = record.FindMember("suggestion_node_version");
    if (version == record.MemberEnd() || !version->value.IsString()) return;
    VersionRow& counted = versions[version->value.GetString()];
    ++counted.lines;
    const std::string match = record["match_type"].GetString();
    counted.accepted += match == "exact" || match == "partial";
  });
  std::string out;
  for (const auto& [name, counted] : versions) {
    const Interval i = ShareInterval(counted);
    out += Drawable(name) + ": " + std::to_string(counted.accepted) + " of " +
           std::to_string(counted.lines) + " lines were suggested, " +
           Percentage(counted.share()) + " (" + Percentage(i.low) + " to " +
           Percentage(i.high) + ")\n";
  }
  for (auto a = versions.begin(); a != versions.end(); ++a) {
    for (auto b = std::next(a); b != versions.end(); ++b) {
      const Interval i = DifferenceInterval(a->second, b->second);
      out += Drawable(b->first) + " less " + Drawable(a->first) + ": " +
             Percentage(b->second.share() - a->second.share()) + " (" +
             Percentage(i.low) + " to " + Percentage(i.high) + ")" +
             (CanDistinguish(a->second, b->second) ? "" : ": not enough data") +
             "\n";
    }
  }
  if (versions.size() < 2) {
    out += "There is no other version to compare with.\n";
  }
  input.io.Out(out);
  return 0;
}

}  // namespace

int RunRecords(const CommandInput& input) {
  const std::string action = input.args.empty() ? "" : input.args[0];
  if (action != "export" && action != "compare") {
    return UnknownAction(input, "records");
  }
  const ParsedArgs args = ParseArgs(input, "records");
  if (!args.error.empty()) return Usage(input, "records", args.error);
  const std::vector<std::string> files = FilesOf(input, args);
  if (files.empty()) {
    return Fail(
        input, "records",
        "there are none: tracking.history is off, or nothing ran since");
  }
  return action == "export" ? Export(input, args, files)
                            : Compare(input, files);
}

}  // namespace synapse
