#include "effect/secrets.h"

#include "effect/secret_forms.h"
#include "line/quote.h"
#include "tests/testing.h"

namespace synapse {
namespace {

struct Bench {
  SpecStore specs{{testing::SourceFile("specs")}};
  AliasLookup alias;

  // The line with <> in the place of the secret.
  std::string Marked(std::string line) {
    auto spans = SecretsIn(line, specs, alias);
    size_t end = line.size() + 1;
    for (auto s = spans.rbegin(); s != spans.rend(); ++s) {
      CHECK(s->begin < s->end);
      CHECK(s->end <= std::min(end, line.size()));
      end = s->begin;
      std::string mark = "<>";
      if (s->quote) mark += s->quote;
      line.replace(s->begin, s->end - s->begin, mark);
    }
    return line;
  }
};

}  // namespace

TEST_CASE(
    "secrets: names that say so, and names that say something about one") {
  for (const char* name :
       {"TOKEN", "token", "DB_PASS", "adminPassword", "x-api-key", "PGPASSWORD",
        "SSHPASS", "aws_secret_access_key", "PASSPHRASE", "CREDENTIALS",
        "_authToken", "client-secret", "apiKey", "MYSQL_PWD", "REDISCLI_AUTH",
        "Authorization", "encryption_key", "db.password"}) {
    INFO(name);
    CHECK(IsSecretName(name));
  }
  for (const char* name :
       {"PWD", "OLDPWD", "TOKEN_FILE", "max_tokens", "secret_name", "tokens",
        "PASSWORD_STORE_DIR", "KEY", "PRIMARY_KEY", "user", "AWS_ACCESS_KEY_ID",
        "password-stdin", "no-password", "tokenize", "compass", "bypass_cache",
        "author", "auth", ""}) {
    INFO(name);
    CHECK_FALSE(IsSecretName(name));
  }
}

TEST_CASE("secrets: their position, with any quotes around them") {
  Bench b;
  CHECK(b.Marked("curl -u bob:hunter22 x") == "curl -u bob:<> x");
  CHECK(b.Marked("curl -u'bob:hunter22' x") == "curl -u'bob:<>' x");
  CHECK(b.Marked("curl -u \"bob:hun\\\"ter\" x") == "curl -u \"bob:<>\" x");
  CHECK(b.Marked("curl -u bob:'hun ter' x") == "curl -u bob:<> x");
  CHECK(b.Marked("curl -u $'bob:\\x41\\n\\'b' x") == "curl -u $'bob:<>' x");
  CHECK(b.Marked("curl -u bo\\b:hunter22 x") == "curl -u bo\\b:<> x");
  CHECK(b.Marked("A_TOKEN=\"two words\" run") == "A_TOKEN=<> run");
  CHECK(b.Marked("ssh h 'mysql -phunter22 a'") == "ssh h 'mysql -p<>'");
  CHECK(b.Marked("x=$(curl -u a:hunter22 y) z") == "x=$(curl -u a:<> y) z");
  CHECK(b.Marked("echo `curl -u a:hunter22 y` z") == "echo `curl -u a:<> y` z");
  CHECK(b.Marked("echo pw1 | docker login --password-stdin") ==
        "echo <> | docker login --password-stdin");
  CHECK(b.Marked("echo 'bob:pw1' | sudo chpasswd") ==
        "echo 'bob:<>' | sudo chpasswd");
}

TEST_CASE("secrets: every quoting of every secret is found whole") {
  Bench b;
  uint64_t seed = testing::RandomSeed();
  INFO("SYNAPSE_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  const std::string_view alphabet =
      "abcXYZ019 '\"\\$`!;&|<>()*?[]{}~#=%^:,.@/+_-\t\n\xc3\xbc";
  for (int round = 0; round < 3000; ++round) {
    std::string secret = "k3y";
    for (size_t n = random() % 12; n > 0; --n) {
      secret += alphabet[random() % alphabet.size()];
    }
    constexpr Quote kQuotes[] = {Quote::kNone, Quote::kSingle, Quote::kDouble,
                                 Quote::kDollarSingle};
    constexpr const char* kOpen[] = {"", "'", "\"", "$'"};
    const size_t q = random() % 4;
    const std::string written =
        kOpen[q] +
        QuoteValue("bob:" + secret, kQuotes[q], QuoteStyle::kValue, true);
    const std::string line = "curl -u " + written + " https://x -o out";
    INFO(line);
    std::string marked = b.Marked(line);
    CHECK(marked.find("k3y") == std::string::npos);
    CHECK(marked.starts_with("curl -u "));
    CHECK(marked.ends_with(" https://x -o out"));
    // A replaced secret leaves a line that parses as before.
    std::string kept = testing::Replaced(marked, "<>", "x");
    CHECK(Tokenize(line).size() == Tokenize(kept).size());
  }
}

TEST_CASE("secrets: behind an alias, and a typo") {
  Bench b;
  b.alias = [](std::string_view name) -> std::optional<std::string> {
    if (name == "dl") return "docker login";
    return std::nullopt;
  };
  CHECK(b.Marked("dl -u bob -p hunter22") == "dl -u bob -p <>");
  CHECK(b.Marked("dokcer login -p hunter22") == "dokcer login -p <>");
  CHECK(b.Marked("ls -p hunter22") == "ls -p hunter22");
}

TEST_CASE("secrets: any bytes, deep and long lines") {
  Bench b;
  (void)b.Marked(std::string(1 << 20, 'a') + "=");
  (void)b.Marked("echo \xff\xfe\x80=");
  std::string deep = "mysql -ph";
  for (int i = 0; i < 200; ++i) deep = "sh -c \"$(" + deep + ")\"";
  (void)b.Marked(deep);
  std::string wrapped;
  for (int i = 0; i < 3000; ++i) wrapped += "sudo ";
  (void)b.Marked(wrapped + "mysql -phunter22");
  // A line longer than any typed one: a secret with a fixed form is found.
  CHECK(b.Marked(std::string(100000, 'x') + " AKIAIOSFODNN7EXAMPLE")
            .ends_with(" <>"));
}

TEST_CASE("secrets: forms in small letters, and short ones") {
  // Plain words are skipped: they have no capital, digit or sign.
  for (const char* line :
       {"a://b:c@", "machine host login me password hunter",
        "set password='abc'", "htpasswd -b f me x",
        "alter user me identified by 'abc'",
        "dapiabcdefabcdefabcdefabcdefabcdefab", "echo glrt-abcdefghijklmnop"}) {
    CHECK_MESSAGE(!SecretsByForm(line).empty(), line);
  }
  for (const char* line :
       {"", "login button", "where is the user creation endpoint",
        "git push origin main"}) {
    CHECK_MESSAGE(SecretsByForm(line).empty(), line);
  }
}

}  // namespace synapse
