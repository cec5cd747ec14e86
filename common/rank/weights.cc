#include "rank/weights.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "source/activation.h"

namespace synapse {
namespace {

// Spec, Filesystem, Environment, Project, Recency.
constexpr PositionWeights kByPosition[kPositions] = {
    {0.15, 0.00, 0.20, 0.10, 0.25},  // CommandName
    {0.40, 0.00, 0.00, 0.15, 0.25},  // Subcommand
    {0.60, 0.00, 0.00, 0.00, 0.30},  // OptionFlag
    {0.40, 0.20, 0.00, 0.00, 0.20},  // OptionValue
    {0.20, 0.00, 0.00, 0.15, 0.35},  // Argument (other)
    {0.00, 0.00, 0.25, 0.00, 0.35},  // PipeTarget
    {0.00, 0.60, 0.00, 0.00, 0.30},  // Redirect
    {0.10, 0.20, 0.00, 0.15, 0.40},  // Unknown
};
constexpr PositionWeights kFileArgument = {0.10, 0.50, 0, 0, 0.25};
constexpr PositionWeights kGeneratorArgument = {0.45, 0, 0, 0, 0.30};
// `which gi`: commands of this machine, as where a command begins.
constexpr PositionWeights kCommandArgument = {0.20, 0, 0.20, 0, 0.30};
// Files come behind what is listed: `scp n` may be a file, or a host.
constexpr PositionWeights kListedOrFile = {0.45, 0.1, 0, 0, 0.30};
// A script may stand where a subcommand does: bun x.ts, bun install.
constexpr PositionWeights kSubcommandOrFile = {0.40, 0.10, 0, 0.15, 0.25};
// A path is a file even where no file was expected.
constexpr PositionWeights kPath = {0.10, 0.50, 0, 0, 0.25};

bool IsFileArgument(const CompletionContext& c) {
  return c.position == Position::kArgument && c.wants_files();
}
bool IsFileOrSubcommand(const CompletionContext& c) {
  return c.position == Position::kSubcommand && c.wants_files();
}
bool IsGeneratorArgument(const CompletionContext& c) {
  return c.position == Position::kArgument &&
         (c.expected == ExpectedType::kGenerator ||
          c.expected == ExpectedType::kHostname);
}
// After the first of several files the argument behind the files is as likely:
// the host of `rsync -av . `.
bool IsListedEnd(const CompletionContext& c) {
  if (c.position != Position::kArgument || !c.walk || !c.walk->arg) {
    return false;
  }
  const WalkResult& walk = *c.walk;
  return walk.arg->variadic && walk.arg_index > 0 &&
         walk.arg->generators.empty() &&
         std::any_of(walk.also.begin(), walk.also.end(),
                     [](const ArgSpec* arg) {
                       return !arg->optional && !arg->generators.empty();
                     });
}

// The first row is fitted by scripts/fit-lines to the first 1,000 commands of
// eighteen people (synapse-figures(7)). The other rows are fitted to the ten
// people whose histories have no directories and no exit statuses. Their weight
// of the length is 0, because that saves more keys. A fit to all eighteen saves
// no more. The weights of directory and like_place in them are those of a fit
// to the eight people with directories.
constexpr LineWeights kLineWeights[] = {
    // Nothing typed.
    {{.142,   -.150, .153,  .181,  .080,  .165, .475,  .137,
      -1.255, .174,  -.253, .042,  .463,  .652, -.148, .274,
      .175,   -.067, -.056, -.589, -.284, .617, 0},
     {5.393, .970, .311, .000}},
    // One or two characters.
    {{.392, -.355, .190, .202, .021, -.017, .644, -.058, -3.825, -.741, 0, .159,
      .479, 1.020, .131, .058, 0,    0,     0,    0,     0,      0,     0},
     {3.255, 1.056, .443, -.517}},
    // Three and more.
    {{.666, -.329, .297, .215, -.015, -.101, .534, .015, -4.080, -.869, 0, .122,
      .293, .387,  .218, 0,    0,     0,     0,    0,    0,      0,     0},
     {-1.060, .996, .764, -.482}},
};

}  // namespace

std::string WeightsVersion(const std::vector<std::string>& factors) {
  std::string bytes;
  auto add = [&](const auto& table) {
    bytes.append(reinterpret_cast<const char*>(&table), sizeof table);
  };
  add(kByPosition);
  add(kFileArgument);
  add(kGeneratorArgument);
  add(kCommandArgument);
  add(kListedOrFile);
  add(kSubcommandOrFile);
  add(kPath);
  add(kLineWeights);
  for (const std::string& factor : factors) bytes += '\0' + factor;
  char hex[9];
  snprintf(hex, sizeof hex, "%08x", static_cast<unsigned>(Hash64(bytes)));
  return hex;
}

const PositionWeights& WeightsFor(const CompletionContext& c) {
  if (OwnProgramMayStand(c)) return kPath;
  if (IsListedEnd(c)) return kListedOrFile;
  if (CommandNameIsArgument(c)) return kCommandArgument;
  if (IsFileArgument(c)) return kFileArgument;
  if (IsFileOrSubcommand(c)) return kSubcommandOrFile;
  if (IsGeneratorArgument(c)) {
    return FileMayStand(c) ? kListedOrFile : kGeneratorArgument;
  }
  if (c.is_path() && c.position != Position::kRedirect) return kPath;
  return kByPosition[static_cast<int>(c.position)];
}

const char* WeightsName(const CompletionContext& c) {
  if (OwnProgramMayStand(c)) return "path";
  if (IsListedEnd(c)) return "Argument (generator or file)";
  if (CommandNameIsArgument(c)) return "Argument (command name)";
  if (IsFileArgument(c)) return "Argument (file)";
  if (IsFileOrSubcommand(c)) return "Subcommand or file";
  if (IsGeneratorArgument(c)) {
    return FileMayStand(c) ? "Argument (generator or file)"
                           : "Argument (generator)";
  }
  if (c.is_path() && c.position != Position::kRedirect) return "path";
  if (c.position == Position::kArgument) return "Argument (other)";
  return PositionName(c.position);
}

std::string DescribeWeights(const CompletionContext& c) {
  const PositionWeights& w = WeightsFor(c);
  const std::pair<const char*, double> named[] = {
      {"spec", w.spec},
      {"filesystem", w.filesystem},
      {"environment", w.environment},
      {"project", w.project},
      {"recency", w.recency}};
  std::string out = WeightsName(c);
  const char* between = ": ";
  for (const auto& [name, weight] : named) {
    if (weight == 0) continue;
    char text[32];
    snprintf(text, sizeof text, "%s%s %.2f", between, name, weight);
    out += text;
    between = ", ";
  }
  return out;
}

const LineWeights& LineWeightsFor(size_t typed) {
  return kLineWeights[LineRowOf(typed)];
}

}  // namespace synapse
