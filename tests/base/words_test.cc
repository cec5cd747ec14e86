#include "base/words.h"

#include "tests/testing.h"

namespace synapse {

using Words = std::vector<std::string>;

TEST_CASE("search words: cut where they are written together, in lower case") {
  struct {
    const char* text;
    Words words;
  } cases[] = {
      {"src/auth/LoginButton.tsx", {"src", "auth", "login", "button", "tsx"}},
      {"HTTPServer_v2", {"http", "server", "v2"}},
      {"createUser", {"create", "user"}},
      {"--no-verify", {"no", "verify"}},
      {"größe ÜBER", {"größe", "\u00dcber"}},
      {"", {}},
      {"/ - .", {}},
  };
  for (const auto& c : cases) CHECK(SearchWords(c.text) == c.words);
  CHECK(SearchWords(std::string(100'000, 'a')) ==
        Words{std::string(kMaxWord, 'a')});
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "w ";
  CHECK(SearchWords(many).size() == kMaxWords);
}

TEST_CASE("search words: of a query, those that say something, each once") {
  CHECK(QueryWords("where is the login of the login") == Words{"login"});
  CHECK(QueryWords("where is it") == Words{"where", "is", "it"});
}

TEST_CASE("search words: how alike two of them are") {
  CHECK(Likeness("login", "login") == 1);
  CHECK(Likeness("creation", "create") > 0.9);
  CHECK(Likeness("users", "user") > 0.9);
  CHECK(Likeness("comm", "commit") > 0.8);
  CHECK(Likeness("commi", "commit") > Likeness("co", "commit"));
  for (const auto& pair : {std::pair("lgoin", "login"),
                           {"bottun", "button"},
                           {"depoly", "deploy"},
                           {"kubctl", "kubectl"},
                           {"comit", "commit"}}) {
    CHECK_MESSAGE(Likeness(pair.first, pair.second) > 0.4, pair.first);
    CHECK_MESSAGE(Likeness(pair.first, pair.second) < 0.9, pair.first);
  }
  for (auto [a, b] : {std::pair("login", "button"),
                      {"git", "gzip"},
                      {"deploy", "docker"},
                      {"", "x"},
                      {"x", ""}}) {
    const std::string both = std::string(a) + " " + b;
    CHECK_MESSAGE(Likeness(a, b) == 0, both);
  }
}

TEST_CASE("search words: queries are alike by what is asked") {
  const Words asked = QueryWords("login button component");
  CHECK(QueryLikeness(asked, asked) == 1);
  CHECK(QueryLikeness(QueryWords("login button"), asked) > 0.8);
  CHECK(QueryLikeness(QueryWords("button"), asked) >
        QueryLikeness(QueryWords("button colour size"), asked));
  CHECK(QueryLikeness(QueryWords("deploy staging"), asked) == 0);
  CHECK((QueryBits("the users") & QueryBits("user creation")) != 0);
}

}  // namespace synapse
