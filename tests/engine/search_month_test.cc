// A generated month: twenty projects of a hundred files, and a person who searches
// for the same thing in other words. The file that was found after a search is found
// by the next one like it.
#include <filesystem>
#include <random>
#include <set>

#include "tests/search/search_testing.h"

namespace synapse {
namespace {

using testing::SearchShell;
using Random = std::mt19937_64;

constexpr size_t kProjects = 20, kFilesOfProject = 100, kNeedsOfProject = 5;
constexpr size_t kDays = 30, kSearchesOfDay = 12;
// The projects share the words, so that each word is meant in many places.
constexpr const char* kWords[] = {
    "login",   "invoice", "retry",   "upload",   "cache",   "search", "avatar",
    "payment", "export",  "webhook", "timezone", "session", "report", "email",
    "quota",   "backup",  "sidebar", "currency", "consent", "audit",  "locale",
    "refund",  "banner",  "crawler", "ledger",   "parser",  "tenant", "voucher",
    "widget",  "signup",  "limit",   "token",    "chart",   "badge",  "digest",
    "mirror",  "policy",  "ticket",  "roster",   "beacon"};
// Names of files say nothing of what is searched for.
constexpr const char* kStems[] = {"core",  "main",  "util", "base",   "node",
                                  "entry", "model", "view", "common", "runner"};

struct MonthlyNeed {
  std::string project;               // its directory
  std::vector<std::string> words;    // four; a query has two or three of them
  std::string file;                  // that answers it
  std::set<std::string> asked = {};  // words of earlier queries
};

class Month {
 public:
  Month() {
    for (size_t p = 0; p < kProjects; ++p) MakeProject(p);
  }

  // How many of the searches that an earlier one can answer have the file among
  // the first five.
  std::pair<size_t, size_t> Live() {
    size_t answered = 0, answerable = 0;
    for (size_t day = 0; day < kDays; ++day) {
      for (size_t n = 0; n < kSearchesOfDay; ++n) {
        MonthlyNeed& need = needs_[random_() % needs_.size()];
        const std::vector<std::string> words = WordsOf(need);
        bool shares = false;
        for (const std::string& word : words) {
          shares |= need.asked.contains(word);
        }
        const bool found = Search(need, words);
        if (shares) {
          ++answerable;
          answered += found;
        }
        need.asked.insert(words.begin(), words.end());
        Work();
      }
      shell_.session = "day" + std::to_string(day);
      shell_.now_ms += 86'400'000 / 2;
    }
    return {answered, answerable};
  }

 private:
  void MakeProject(size_t number) {
    const std::string root = "p" + std::to_string(number);
    std::vector<std::string> names;
    for (size_t i = 0; i < kFilesOfProject; ++i) {
      names.push_back("src/" + std::string(kStems[i % std::size(kStems)]) +
                      std::to_string(i / std::size(kStems)) + ".ts");
    }
    std::sort(names.begin(), names.end());
    shell_.tree.Write(root + "/.git/HEAD", "ref: refs/heads/main\n");
    shell_.tree.Write(root + "/.git/config", "");
    shell_.tree.Write(root + "/.git/index", testing::GitIndexOf(names));
    for (const std::string& name : names) {
      shell_.tree.Write(root + "/" + name, "");
    }
    for (size_t n = 0; n < kNeedsOfProject; ++n) {
      MonthlyNeed need{.project = shell_.tree.Path(root),
                       .words = {},
                       .file = names[random_() % names.size()]};
      while (need.words.size() < 4) {
        const std::string word = kWords[random_() % std::size(kWords)];
        if (std::find(need.words.begin(), need.words.end(), word) ==
            need.words.end()) {
          need.words.push_back(word);
        }
      }
      needs_.push_back(std::move(need));
    }
  }

  std::vector<std::string> WordsOf(const MonthlyNeed& need) {
    std::vector<std::string> words = need.words;
    std::shuffle(words.begin(), words.end(), random_);
    words.resize(2 + random_() % 2);
    return words;
  }

  // Searches; if the file is not among the first five, finds it by other means.
  bool Search(const MonthlyNeed& need, const std::vector<std::string>& words) {
    std::string query;
    for (const std::string& word : words) {
      query += (query.empty() ? "" : " ") + word + (random_() % 4 ? "" : "s");
    }
    shell_.cwd = need.project;
    std::vector<std::string> found = shell_.Found(query);
    found.resize(std::min<size_t>(found.size(), 5));
    const bool hit = std::find(found.begin(), found.end(),
                               "file " + need.file) != found.end();
    for (const std::string& result : found) {
      if (!result.starts_with("file ")) continue;
      INFO(result);
      const std::filesystem::path file = result.substr(5);
      CHECK(std::filesystem::exists(need.project / file));
    }
    if (!hit) shell_.Type("grep -rn " + words[0] + " src");
    shell_.Type("vim " + need.file);
    return hit;
  }

  // Other work there.
  void Work() {
    shell_.Type("git add -A", 0, 60);
    shell_.Type("make test", 0, 90);
    for (int n = 0; n < 3; ++n) {
      const size_t i = random_() % kFilesOfProject;
      shell_.Type("vim src/" + std::string(kStems[i % std::size(kStems)]) +
                      std::to_string(i / std::size(kStems)) + ".ts",
                  0, 400);
    }
  }

  Random random_{20};  // the same month each time
  SearchShell shell_{/*persistent=*/false};
  std::vector<MonthlyNeed> needs_;
};

}  // namespace

TEST_CASE("search learning: a generated month") {
  Month month;
  const auto [answered, answerable] = month.Live();
  MESSAGE("among the first five: ", answered, " of ", answerable);
  CHECK(answerable > 150);
  CHECK(2 * answered >= answerable);
}

}  // namespace synapse
