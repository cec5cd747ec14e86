// A week of use: the same needs in other words each time, in a repository whose
// names say little of them.
#include "tests/search/search_testing.h"

namespace synapse {
namespace {

using testing::SearchShell;

struct WeeklyNeed {
  std::vector<std::string> queries;
  const char* result;  // as SearchShell::First() returns it
};

const std::vector<WeeklyNeed> kNeeds = {
    {{"login button component", "login button", "button for login"},
     "file src/features/auth/SignIn.tsx"},
    {{"user creation endpoint", "create user endpoint", "user creation"},
     "file src/api/routes/accounts.ts"},
    {{"retry policy", "retry backoff policy", "retries"},
     "file lib/net/http.rs"},
    {{"database password", "db password rotation", "password of database"},
     "file ops/vault/README.md"},
    {{"invoice pdf", "generate invoice pdf", "pdf of invoices"},
     "file jobs/monthly.py"},
    {{"dark mode colours", "dark mode", "colour of dark mode"},
     "file web/styles/tokens.css"},
    {{"restart the frontend", "frontend restart", "restart web frontend"},
     "command systemctl restart nginx-frontend"},
    {{"free disk space", "disk space full", "disk space"},
     "command docker system prune --force-disk"},
    {{"feature flags", "flag for feature", "feature flag list"},
     "file config/toggles.yaml"},
    {{"rate limit", "rate limiting", "api rate limit"},
     "file gateway/filters.go"},
};

// Asks; if the first result is wrong, finds the target by other means.
bool AskAndFind(SearchShell& s, const WeeklyNeed& need,
                const std::string& query) {
  const bool hit = s.First(query) == need.result;
  const std::string result = need.result;
  const std::string name = result.substr(result.find(' ') + 1);
  if (hit) {
    s.Type(result.starts_with("file") ? "vim " + name : name);
  } else {
    s.Type("grep -rn '" + query.substr(0, query.find(' ')) + "' .");
    s.Type("ls src lib");
    s.Type(result.starts_with("file") ? "cat " + name : name);
  }
  s.Type("git add -A", 0, 30);
  s.Type("make test", 0, 90);
  return hit;
}

}  // namespace

TEST_CASE("search learning: a week of use") {
  SearchShell s;
  std::vector<std::string> names;
  for (const WeeklyNeed& need : kNeeds) {
    const std::string result = need.result;
    if (result.starts_with("file ")) names.push_back(result.substr(5));
  }
  for (int i = 0; i < 300; ++i) {
    names.push_back("src/module" + std::to_string(i % 20) + "/part" +
                    std::to_string(i) + ".ts");
  }
  for (const char* near : {"src/Button.tsx", "src/user.ts", "docs/rate.md",
                           "src/invoice_list.ts", "docs/flags.md"}) {
    names.push_back(near);
  }
  s.Track(names);
  std::array<size_t, 7> hits{}, asked{};
  std::mt19937_64 random(7);  // the same week each time
  for (size_t day = 0; day < 7; ++day) {
    for (size_t i = 0; i < kNeeds.size(); ++i) {
      const WeeklyNeed& need = kNeeds[(i + day * 3) % kNeeds.size()];
      const std::string& query = need.queries[random() % need.queries.size()];
      hits[day] += AskAndFind(s, need, query);
      ++asked[day];
      for (int n = 0; n < 5; ++n) {
        s.Type("vim src/module" + std::to_string(random() % 20) + "/part" +
                   std::to_string(random() % 300) + ".ts",
               0, 400);
      }
    }
    s.now_ms += 86'400'000 / 2;
  }
  std::string days;
  for (size_t day = 0; day < 7; ++day) {
    days += " " + std::to_string(hits[day]) + "/" + std::to_string(asked[day]);
  }
  MESSAGE("right at rank 1, by day:", days);
  CHECK(hits[0] <= 2);
  CHECK(hits[6] >= 8);
}

}  // namespace synapse
