#include "rank/risk.h"

#include <re2/set.h>

#include <memory>
#include <vector>

namespace synapse {
namespace {

struct Pattern {
  const char* regex;
  const char* why;
};

// A command stands at the beginning, behind an operator or a wrapper.
#define SYNAPSE_AT_COMMAND R"((?:^|[;&|({]\s*|\b(?:sudo|doas|exec|xargs)\s+))"

constexpr Pattern kPatterns[] = {
    {SYNAPSE_AT_COMMAND
     R"(rm\s+(?:-\S+\s+)*-(?:[a-zA-Z]*[rR][a-zA-Z]*|-recursive)(?:\s|$))",
     "deletes recursively"},
    {SYNAPSE_AT_COMMAND R"(rm\s+(?:\S+\s+)*(?:/|/\*|~|~/|\*)(?:\s|$))",
     "deletes everything there"},
    {SYNAPSE_AT_COMMAND R"(dd\s+(?:\S+\s+)*of=)", "overwrites a device or file"},
    {SYNAPSE_AT_COMMAND R"(mkfs(?:\.\w+)?\s)", "formats a file system"},
    {SYNAPSE_AT_COMMAND R"(mkswap\s)", "formats a device"},
    {SYNAPSE_AT_COMMAND R"(wipefs\s+(?:\S+\s+)*-(?:a|-all))",
     "erases signatures"},
    {SYNAPSE_AT_COMMAND R"(shred\s)", "destroys file contents"},
    {SYNAPSE_AT_COMMAND
     R"(git\s+(?:-\S+\s+)*push\s+(?:\S+\s+)*(?:-f|--force|--mirror|--delete)(?:\s|=|$))",
     "rewrites the remote's history"},
    {SYNAPSE_AT_COMMAND R"(git\s+(?:-\S+\s+)*push\s+(?:\S+\s+)*\+\S)",
     "rewrites the remote's history"},
    {SYNAPSE_AT_COMMAND R"(git\s+(?:-\S+\s+)*reset\s+(?:\S+\s+)*--hard)",
     "discards local changes"},
    {SYNAPSE_AT_COMMAND
     R"(git\s+(?:-\S+\s+)*clean\s+(?:\S+\s+)*-(?:[a-zA-Z]*f|-force))",
     "deletes untracked files"},
    {SYNAPSE_AT_COMMAND R"(git\s+(?:-\S+\s+)*branch\s+(?:\S+\s+)*-D)",
     "deletes a branch that may be unmerged"},
    {SYNAPSE_AT_COMMAND R"(git\s+(?:-\S+\s+)*stash\s+(?:clear|drop))",
     "deletes stashed changes"},
    {SYNAPSE_AT_COMMAND R"(git\s+(?:-\S+\s+)*checkout\s+(?:--\s+)?\.(?:\s|$))",
     "discards local changes"},
    {R"((?i)\bdrop\s+(?:table|database|schema)\b)", "drops data"},
    {R"((?i)\btruncate\s+table\b)", "empties a table"},
    {R"((?i)\bdelete\s+from\s+\w+\s*(?:;|"|'|$))", "deletes every row"},
    {R"(:\s*\(\s*\)\s*\{\s*:\s*\|\s*:)", "fork bomb"},
    {R"(>\s*/dev/(?:sd|nvme|hd|vd|mmcblk|disk))", "overwrites a device"},
    {SYNAPSE_AT_COMMAND
     R"(ch(?:mod|own)\s+(?:-\S*R\S*|--recursive)\s+\S+\s+(?:/|~|/\*)(?:\s|$))",
     "changes everything there"},
    {SYNAPSE_AT_COMMAND
     R"(docker\s+(?:system|volume|image|container|network|builder)\s+prune)",
     "deletes unused docker objects"},
    {SYNAPSE_AT_COMMAND R"(docker\s+compose\s+down\s+(?:\S+\s+)*(?:-v|--volumes))",
     "deletes volumes"},
    {SYNAPSE_AT_COMMAND R"(kubectl\s+(?:\S+\s+)*delete\s)",
     "deletes cluster objects"},
    {SYNAPSE_AT_COMMAND R"(terraform\s+(?:\S+\s+)*destroy)",
     "destroys infrastructure"},
    {SYNAPSE_AT_COMMAND R"((?:shutdown|reboot|poweroff|halt)(?:\s|$))",
     "stops the machine"},
    {SYNAPSE_AT_COMMAND
     R"(systemctl\s+(?:poweroff|reboot|halt|kexec)(?:\s|$))",
     "stops the machine"},
    {SYNAPSE_AT_COMMAND R"(find\s.*\s-delete(?:\s|$))", "deletes what it finds"},
    {SYNAPSE_AT_COMMAND R"(find\s.*-exec\s+rm\s)", "deletes what it finds"},
    {R"((?:curl|wget)\s[^|;&]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b)",
     "runs what it downloads"},
    {SYNAPSE_AT_COMMAND R"(truncate\s+(?:\S+\s+)*-s\s*0)", "empties a file"},
    {SYNAPSE_AT_COMMAND R"(kill(?:all)?\s+(?:-9|-KILL|-SIGKILL)\s+-1(?:\s|$))",
     "kills every process"},
    {SYNAPSE_AT_COMMAND R"(crontab\s+-r(?:\s|$))", "deletes the crontab"},
    {SYNAPSE_AT_COMMAND
     R"((?:apt|apt-get|dnf|yum|pacman)\s+(?:\S+\s+)*(?:purge|autoremove)(?:\s|$))",
     "removes packages and their settings"},
    {SYNAPSE_AT_COMMAND R"((?:fdisk|parted|sgdisk)\s+(?:\S+\s+)*/dev/)",
     "changes the partition table"},
};

#undef SYNAPSE_AT_COMMAND

// Built at the first question: two milliseconds that loading does not pay.
const RE2::Set& Patterns() {
  static const std::unique_ptr<RE2::Set> set = [] {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_encoding(RE2::Options::EncodingLatin1);  // any bytes
    auto s = std::make_unique<RE2::Set>(options, RE2::UNANCHORED);
    for (const Pattern& p : kPatterns) s->Add(p.regex, nullptr);
    s->Compile();
    return s;
  }();
  return *set;
}

}  // namespace

std::string RiskOf(std::string_view line) {
  std::vector<int> hits;
  re2::StringPiece piece(line.data(), line.size());
  if (!Patterns().Match(piece, &hits) || hits.empty()) return "";
  int first = hits.front();
  for (int hit : hits) first = std::min(first, hit);
  return kPatterns[first].why;
}

}  // namespace synapse
