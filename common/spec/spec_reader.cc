#include "spec/spec_reader.h"

#include <algorithm>

#include "base/files.h"
#include "spec/option_names.h"
#include "spec/parse.h"

namespace synapse {
namespace {

constexpr size_t kMaxBytes = 8 << 20;
constexpr int kMaxRefDepth = 4;

template <class Member>
bool ShareName(const Member& a, const Member& b) {
  return std::any_of(a.names.begin(), a.names.end(),
                     [&](const std::string& name) { return b.is_named(name); });
}

// Adds the traits of `theirs` that `own` does not have, but for `hidden`,
// `deprecated` and `instead`, which belong to the name.
void JoinTraits(CommandDraft& own, const CommandDraft& theirs) {
  const auto fill = [](auto& mine, const auto& other) {
    if (mine.empty()) mine = other;
  };
  fill(own.description, theirs.description);
  if (own.risk.level == RiskLevel::kNone) own.risk = theirs.risk;
  fill(own.stdin_, theirs.stdin_);
  fill(own.subcommand_generator, theirs.subcommand_generator);
  fill(own.frequent, theirs.frequent);
  fill(own.piped_to, theirs.piped_to);
  fill(own.next, theirs.next);
  fill(own.makes, theirs.makes);
  own.partial |= theirs.partial;
  own.downloads |= theirs.downloads;
  own.prints |= theirs.prints;
  own.produces |= theirs.produces;
  own.finds |= theirs.finds;
  own.opens |= theirs.opens;
  own.enters |= theirs.enters;
  own.answers |= theirs.answers;
  own.retried |= theirs.retried;
  own.tracks |= theirs.tracks;
  own.dashless |= theirs.dashless;
  own.options_first |= theirs.options_first;
  own.args_first |= theirs.args_first;
  own.root |= theirs.root;
}

// Adds the members of `theirs`. One with a name that `own` has too is joined
// with it, and an option is left out.
void Join(CommandDraft& own, const CommandDraft& theirs) {
  JoinTraits(own, theirs);
  if (own.args.empty()) own.args = theirs.args;
  const size_t options = own.options.size();
  for (const OptionDraft& option : theirs.options) {
    const auto end = own.options.begin() + static_cast<ptrdiff_t>(options);
    if (std::none_of(own.options.begin(), end, [&](const OptionDraft& other) {
          return ShareName(other, option);
        })) {
      own.options.push_back(option);
    }
  }
  const size_t subcommands = own.subcommands.size();
  for (const CommandDraft& sub : theirs.subcommands) {
    const auto end =
        own.subcommands.begin() + static_cast<ptrdiff_t>(subcommands);
    const auto same = std::find_if(
        own.subcommands.begin(), end,
        [&](const CommandDraft& other) { return ShareName(other, sub); });
    if (same == end) {
      own.subcommands.push_back(sub);
    } else {
      Join(*same, sub);
    }
  }
}

}  // namespace

std::string StampOfFile(const std::string& path) {
  const auto file = StatFile(path);
  if (!file || !S_ISREG(file->st_mode)) return "";
  std::string out;
  for (const int64_t part :
       {static_cast<int64_t>(file->st_dev), static_cast<int64_t>(file->st_ino),
        static_cast<int64_t>(file->st_size),
        static_cast<int64_t>(file->st_mtim.tv_sec),
        static_cast<int64_t>(file->st_mtim.tv_nsec)}) {
    out += std::to_string(part) + ' ';
  }
  return out;
}

std::optional<SpecDraft> SpecReader::Read(const std::string& name) {
  return ReadNamed(name, 0);
}

std::string SpecReader::FileOf(const std::string& name) {
  for (const std::string& directory : directories_) {
    if (directory.empty()) continue;
    std::string path = JoinPath(directory, name + ".json");
    sources_.push_back({path, StampOfFile(path)});
    if (!sources_.back().stamp.empty()) return path;
  }
  return "";
}

std::optional<SpecDraft> SpecReader::ReadFrom(const std::string& path) {
  sources_.push_back({path, StampOfFile(path)});
  return ReadPath(path, 0);
}

std::optional<SpecDraft> SpecReader::ReadNamed(const std::string& name,
                                               int depth) {
  const std::string path = FileOf(name);
  if (path.empty()) return std::nullopt;
  return ReadPath(path, depth);
}

std::optional<SpecDraft> SpecReader::ReadPath(const std::string& path,
                                              int depth) {
  auto text = ReadFile(path, kMaxBytes);
  if (!text.ok()) {
    Report(text.status().message());
    return std::nullopt;
  }
  auto parsed = ParseSpec(*text, path);
  if (!parsed.ok()) {
    Report(parsed.status().message());
    return std::nullopt;
  }
  SpecDraft spec = std::move(*parsed);
  Resolve(spec.root, spec, depth);
  spec.has_risks = HasRisks(spec.root);
  spec.takes_secrets = TakesSecrets(spec.root);
  return spec;
}

// Members next to the ref are kept, and missing ones come from the other file.
void SpecReader::Resolve(CommandDraft& command, SpecDraft& spec, int depth) {
  for (CommandDraft& sub : command.subcommands) Resolve(sub, spec, depth);
  if (command.ref.empty()) return;
  if (depth >= kMaxRefDepth) {
    return Report(spec.origin + ": more than 4 references in a row");
  }
  const auto other = ReadNamed(command.ref, depth + 1);
  if (!other) {
    return Report(spec.origin + ": no spec for the reference '" + command.ref +
                  "'");
  }
  Join(command, other->root);
  for (const GeneratorDraft& generator : other->generators) {
    if (!GeneratorNamed(spec, generator.name)) {
      spec.generators.push_back(generator);
    }
  }
  std::sort(spec.generators.begin(), spec.generators.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  AddNames(spec, *other);
}

void SpecReader::Report(std::string error) {
  if (std::find(errors_.begin(), errors_.end(), error) == errors_.end()) {
    errors_.push_back(std::move(error));
  }
}

}  // namespace synapse
