#include "search/contents.h"

#include <algorithm>

#include "store/memory_kv.h"
#include "tests/search/search_testing.h"

namespace synapse {
namespace {

using testing::FilesWith;
using testing::kFiles;
using testing::RunCommand;
using testing::SearchShell;
using testing::TempTree;
using Lines = std::vector<std::string>;

std::map<std::string, bool> WordsOf(const std::string& path) {
  std::map<std::string, bool> out;
  auto words = ReadContents(path);
  if (!words) return out;
  for (const ContentWord& word : *words) out[word.text] = word.symbol;
  return out;
}

}  // namespace

TEST_CASE("contents: words and symbols of a text") {
  TempTree tree;
  auto words = WordsOf(tree.Write(
      "a.ts",
      "export function renderInvoice() {\n  return paymentTotal;\n}\n"));
  CHECK(words["render"]);
  CHECK(words["invoice"]);
  CHECK_FALSE(words["payment"]);
  CHECK(words.contains("total"));
}

TEST_CASE("contents: what is left out") {
  TempTree tree;
  CHECK_FALSE(ReadContents(tree.Path("missing")));
  CHECK_FALSE(ReadContents(tree.MakeDir("d")));
  CHECK_FALSE(ReadContents(tree.Write("b", std::string("text\0more", 9))));
  CHECK_FALSE(ReadContents(tree.Write("big", std::string(kMaxFile + 1, 'a'))));
  for (const char* name :
       {".env", ".env.local", "id_rsa", "x.pem", "x.key", "credentials.json",
        "my-secrets.yml", ".netrc", ".npmrc", ".pypirc", ".ssh/config",
        // The search had its own list, without the token of vault: its file
        // was read.
        ".vault-token", ".Vault-Token", ".pgpass", ".git-credentials",
        ".smbcredentials"}) {
    INFO(name);
    CHECK_FALSE(ReadContents(tree.Write(name, "harmless words\n")));
  }
  mkfifo(tree.Path("fifo").c_str(), 0600);
  CHECK_FALSE(ReadContents(tree.Path("fifo")));
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "word" + std::to_string(i) + "\n";
  CHECK(ReadContents(tree.Write("many", many))->size() == kMaxWordsOf);
  auto words =
      WordsOf(tree.Write("config.py",
                         "DB_PASSWORD = 'hunter2horse'\nname = 'webshop'\n"
                         "token = ghp_0123456789abcdefghijABCDEFGHIJ012345\n"
                         "hash = 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n"));
  CHECK(words.contains("webshop"));
  for (const auto& entry : words) {
    const std::string& word = entry.first;
    CHECK_MESSAGE(word.find("hunter") == word.npos, word);
    CHECK_MESSAGE(word.find("ghp") == word.npos, word);
    CHECK_MESSAGE(word.size() < 20, word);
  }
}

TEST_CASE("contents: rows follow the file, and the oldest go") {
  TempTree tree;
  MemoryKv kv;
  const std::string path = tree.Write("a.c", "int alpha;\n");
  REQUIRE(NoteOpened(kv, path, 1000, ReadContents(path)).ok());
  auto has = [&](std::string_view prefix) {
    size_t n = 0;
    VisitContents(kv, prefix, [&](const ContentHit& hit) {
      CHECK(hit.file == Hash64(path));
      return ++n < 100;
    });
    return n;
  };
  CHECK(has("alpha") == 1);
  CHECK(has("alp") == 1);
  tree.Write("a.c", "int beta;\n");
  REQUIRE(NoteOpened(kv, path, 2000, ReadContents(path)).ok());
  CHECK(has("alpha") == 0);
  CHECK(has("beta") == 1);
  // The file is opened again and not read: its words stay.
  REQUIRE(NoteOpened(kv, path, 3000, std::nullopt).ok());
  CHECK(has("beta") == 1);
  CHECK(FindOpened(kv, Hash64(path))->opened == 3);
  for (size_t i = 0; i < kMaxFiles; ++i) {
    const std::string other = tree.Write("f" + std::to_string(i), "int x;\n");
    REQUIRE(NoteOpened(kv, other, 4000 + static_cast<int64_t>(i),
                       std::vector<ContentWord>{{"gamma", false}})
                .ok());
  }
  CHECK_FALSE(FindOpened(kv, Hash64(path)));
  CHECK(has("beta") == 0);
}

TEST_CASE("contents: rows of any bytes are survived") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  TempTree tree;
  const std::string path = tree.Write("a.c", "int alpha;\n");
  for (int round = 0; round < 300; ++round) {
    MemoryKv kv;
    std::string bytes(random() % 200, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    REQUIRE(kv.Put(Table::kTerm, "f" + IdKey(Hash64(path)), bytes).ok());
    REQUIRE(kv.Put(Table::kTerm, "c" + bytes, bytes).ok());
    VisitContents(kv, "", [](const ContentHit&) { return true; });
    (void)FindOpened(kv, Hash64(path));
    CHECK(NoteOpened(kv, path, 1, ReadContents(path)).ok());
  }
}

TEST_CASE("contents: a file that was opened is found by what is in it") {
  SearchShell s;
  s.engine->SetConfig(
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SEARCH_LEARN") return "false";
        return std::nullopt;
      }));
  s.Track({"src/a.ts", "src/b.ts"});
  s.tree.Write("w/src/a.ts", "export function renderInvoice() {}\n");
  CHECK(s.Found("invoice", kFiles).empty());
  s.Type("vim src/a.ts");
  CHECK(s.Found("invoice", kFiles) == Lines{"file src/a.ts"});
  CHECK(s.Ask("invoices", kFiles).answer.results[0].content == "invoice");
  // The file changed since: its present content counts.
  s.tree.Write("w/src/a.ts", "export function renderReceipt(total) {}\n");
  CHECK(s.Found("invoice", kFiles).empty());
  s.Type("cat src/a.ts");
  CHECK(s.Found("receipt", kFiles) == Lines{"file src/a.ts"});
  // A file outside of the repository is found, too.
  s.tree.Write("home/notes.txt", "the wifi of the office\n");
  s.Type("less " + s.tree.Path("home/notes.txt"));
  CHECK(s.Ask("wifi office", kFiles).answer.results[0].target.text ==
        s.tree.Path("home/notes.txt"));
  CHECK(s.Found("wifi", kFiles, SearchScope::kRepository).empty());
  // The content is forgotten with the command that opened the file.
  REQUIRE(RunCommand(s, "history", {"forget", "notes"}).status == 0);
  CHECK(s.Found("wifi", kFiles).empty());
  s.engine.reset();
  CHECK(FilesWith(s.tree.Path("store"), "wifi").empty());
}

TEST_CASE("contents: an index that is built anew has them, too") {
  SearchShell s;
  s.tree.Write("w/src/a.ts", "export function renderInvoice() {}\n");
  s.tree.Write("w/src/b.ts", "export function renderReceipt() {}\n");
  s.Type("vim src/a.ts");
  s.Type("vim src/b.ts");
  REQUIRE(s.engine->learner().rebuild().Run(nullptr).ok());
  CHECK(s.Found("invoice", kFiles) == Lines{"file src/a.ts"});
  // Forgetting drops all contents: other files are read when they are opened.
  REQUIRE(RunCommand(s, "history", {"forget", "b.ts"}).status == 0);
  CHECK(s.Found("invoice", kFiles).empty());
  CHECK(s.Found("receipt", kFiles).empty());
  s.Type("cat src/a.ts");
  CHECK(s.Found("invoice", kFiles) == Lines{"file src/a.ts"});
}

TEST_CASE("contents: nothing is read where it is not wanted") {
  for (const char* off : {"SYNAPSE_SEARCH_CONTENTS", ""}) {
    SearchShell s;
    const std::string cwd = s.cwd;
    s.engine->SetConfig(Config::Load(
        "", [&](std::string_view name) -> std::optional<std::string> {
          if (*off && name == off) return "false";
          if (!*off && name == "SYNAPSE_HISTORY_IGNORE_DIRECTORIES") {
            return cwd + "/private";
          }
          return std::nullopt;
        }));
    s.tree.Write("w/private/a.txt", "quarterly numbers\n");
    s.Type("cat private/a.txt");
    CHECK(s.Found("quarterly", kFiles).empty());
  }
  SearchShell s;
  s.tree.Write("w/a.txt", "quarterly numbers\n");
  s.engine->SetIncognito(Incognito::kEphemeral);
  s.Type("cat a.txt");
  s.engine->SetIncognito(Incognito::kOff);
  CHECK(s.Found("quarterly", kFiles).empty());
}

}  // namespace synapse
