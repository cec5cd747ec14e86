#include "learn/privacy.h"

#include <re2/re2.h>

#include <algorithm>
#include <unordered_set>

#include "base/files.h"
#include "base/regex.h"
#include "base/text.h"

namespace synapse {
namespace {

// A longer line is not recorded.
constexpr size_t kMaxRecorded = size_t{64} << 10;  // bytes
constexpr const char* kLooksLikeSecret = "looks like a secret";

}  // namespace

struct Privacy::Patterns {
  std::vector<std::unique_ptr<RE2>> all;
};

Privacy::Privacy(const Config& config, const std::string& home,
                 FindSecrets find)
    : ignored_(std::make_unique<Patterns>()), find_(std::move(find)) {
  const std::string& secrets = config.String("history.secrets");
  keeps_secrets_ = secrets == "keep";
  redacts_ = secrets == "redact";
  for (const std::string& pattern : config.List("history.ignore")) {
    auto regex = std::make_unique<RE2>(pattern, BytePatternOptions());
    if (!regex->ok()) problems_.push_back(pattern + ": " + regex->error());
    ignored_->all.push_back(std::move(regex));
  }
  for (std::string ignored : config.List("history.ignore_directories")) {
    if (ignored.starts_with("~") && !home.empty()) ignored.replace(0, 1, home);
    ignored.resize(WithoutSlash(ignored).size());
    if (!ignored.empty()) ignored_directories_.push_back(std::move(ignored));
  }
}
Privacy::~Privacy() = default;
Privacy::Privacy(Privacy&&) noexcept = default;
Privacy& Privacy::operator=(Privacy&&) noexcept = default;

bool Privacy::IsIgnored(std::string_view line) const {
  return std::any_of(
      ignored_->all.begin(), ignored_->all.end(), [&](const auto& regex) {
        return regex->ok() && RE2::PartialMatch(Piece(line), *regex);
      });
}

bool Privacy::IsIgnoredDirectory(std::string_view cwd) const {
  return std::any_of(
      ignored_directories_.begin(), ignored_directories_.end(),
      [&](const std::string& ignored) { return IsBelow(cwd, ignored); });
}

const char* Privacy::Why(std::string_view line) const {
  if (line.empty() || line[0] == ' ' || line[0] == '\t') {
    return "begins with a blank";
  }
  if (line.size() > kMaxRecorded) return "longer than 64 KiB";
  if (IsForgetting(line)) return "says what to forget";
  if (IsIgnored(line)) return "history.ignore";
  if (!keeps_secrets_ && !find_(line).empty()) return kLooksLikeSecret;
  return nullptr;
}

// Replaces secrets from the last to the first, so that the offsets of the
// others hold. Answers nothing where the result would still look like a secret.
std::optional<std::string> Privacy::Redact(std::string_view line) const {
  std::string out(line);
  std::vector<SecretSpan> spans = find_(line);
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
    std::string mark(kRedacted);
    if (span->quote != 0) mark += span->quote;
    out.replace(span->begin, span->end - span->begin, mark);
  }
  if (!find_(out).empty()) return std::nullopt;
  return out;
}

Screened Privacy::Screen(std::string_view line) const {
  Screened out;
  out.why = Why(line);
  if (!out.why) {
    out.text = line;
  } else if (out.why == kLooksLikeSecret && redacts_) {
    auto redacted = Redact(line);
    if (!redacted) return out;
    out.why = nullptr;
    out.redacted = true;
    out.text = std::move(*redacted);
  }
  return out;
}

LeftOut Privacy::ScreenAll(std::vector<Event>& events) const {
  LeftOut out;
  // Half of the lines of a history ran before.
  constexpr size_t kMaxClean = 50'000;
  std::unordered_set<std::string> clean;
  std::erase_if(events, [&](Event& e) {
    if (clean.contains(e.command)) return false;
    Screened screened = Screen(e.command);
    if (screened.why) {
      ++out.skipped;
      return true;
    }
    if (!screened.redacted && clean.size() < kMaxClean) clean.insert(e.command);
    out.redacted += screened.redacted;
    e.command = std::move(screened.text);
    return false;
  });
  return out;
}

bool IsForgetting(std::string_view line) {
  if (line.find("forget") == line.npos) return false;
  // Compiled with the first such line: most processes see none.
  static const RE2 pattern(R"(\bsynapse\s+history\s+forget\b)",
                           BytePatternOptions());
  return RE2::PartialMatch(Piece(line), pattern);
}

bool IsRedacted(std::string_view line) {
  return line.find(kRedacted) != line.npos;
}

}  // namespace synapse
