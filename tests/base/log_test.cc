#include "base/log.h"

#include <unistd.h>

#include "tests/testing.h"

namespace synapse {

TEST_CASE("log: what the level says, a line each, for the owner only") {
  testing::TempTree tree;
  std::string path = tree.Path("log");
  Log log(path, "error");
  log.Write(Log::Level::kInfo, "not this");
  CHECK_FALSE(IsRegularFile(path));
  log.Write(Log::Level::kError, "store: went\naway");
  std::string text = *ReadFile(path);
  CHECK(text.ends_with(" error store: went^Jaway\n"));
  CHECK((StatFile(path)->st_mode & 0777) == 0600);
  Log(path, "info").Write(Log::Level::kInfo, "this");
  CHECK(ReadFile(path)->ends_with(" info this\n"));
}

TEST_CASE("log: lines of JSON at level debug, and without them") {
  testing::TempTree tree;
  const std::string path = tree.Path("log");
  Log(path, "info").WriteJson("{}");
  CHECK_FALSE(IsRegularFile(path));
  CHECK(Log(path, "info").DropJson().ok());  // there is no file
  const Log log(path, "debug");
  log.WriteJson(R"({"a":1})");
  log.Write(Log::Level::kInfo, "kept");
  log.WriteJson(R"({"a":2})");
  CHECK(ReadFile(path)->find("{\"a\":1}\n") == 0);
  CHECK(Log(path, "off").DropJson().ok());
  CHECK(ReadFile(path)->ends_with(" info kept\n"));
  CHECK(ReadFile(path)->find('{') == std::string::npos);
}

TEST_CASE("log: off unless it is asked for, and never through a link") {
  testing::TempTree tree;
  Log("", "info").Write(Log::Level::kInfo, "x");
  Log(tree.Path("off"), "off").Write(Log::Level::kError, "x");
  CHECK_FALSE(IsRegularFile(tree.Path("off")));
  REQUIRE(symlink(tree.Path("else").c_str(), tree.Path("link").c_str()) == 0);
  Log(tree.Path("link"), "info").Write(Log::Level::kError, "x");
  CHECK_FALSE(IsRegularFile(tree.Path("else")));
}

}  // namespace synapse
