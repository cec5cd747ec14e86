#include "base/gzip.h"

#include <cstdio>

#include "tests/testing.h"

namespace synapse {
namespace {

// What gzip writes for the text.
std::string Gzipped(const std::string& text, const char* options) {
  testing::TempTree tree;
  const std::string path = tree.Write("text", text);
  const std::string command =
      std::string("gzip ") + options + " -c " + path + " > " + path + ".gz";
  REQUIRE(system(command.c_str()) == 0);
  auto bytes = ReadFile(path + ".gz");
  REQUIRE(bytes.ok());
  return *bytes;
}

TEST_CASE("gzip: a text of any size, with any level, comes back") {
  std::mt19937 random(7);
  std::string mixed;
  for (int i = 0; i < 30000; ++i) {
    mixed += static_cast<char>(i % 7 ? 'a' + random() % 5 : random());
  }
  std::string noise;
  for (int i = 0; i < 70000; ++i) noise += static_cast<char>(random());
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(100000, 'a'), mixed,
        noise}) {
    for (const char* options : {"-1", "-9", "-n"}) {
      CAPTURE(options);
      const std::string bytes = Gzipped(text, options);
      CHECK(IsGzip(bytes));
      CHECK(GunzipStart(bytes, 1 << 20) == text);
      // Only the beginning is wanted, or there.
      CHECK(GunzipStart(bytes, 10) == text.substr(0, 10));
      const std::string part =
          GunzipStart(bytes.substr(0, bytes.size() / 2), 1 << 20);
      CHECK(text.starts_with(part));
    }
  }
}

TEST_CASE("gzip: other bytes are no text") {
  CHECK(GunzipStart("", 10).empty());
  CHECK(GunzipStart("plain text", 10).empty());
  CHECK(GunzipStart("\x1f\x8b\x08", 10).empty());
}

TEST_CASE("gzip: changed bytes never read or write out of bounds") {
  std::mt19937 random(static_cast<uint32_t>(testing::RandomSeed()));
  std::string text;
  for (int i = 0; i < 3000; ++i) text += static_cast<char>('a' + random() % 9);
  const std::string bytes = Gzipped(text, "-9");
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes;
    for (int j = 0; j < 3; ++j) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    CHECK(GunzipStart(changed, 5000).size() <= 5000);
  }
}

}  // namespace
}  // namespace synapse
