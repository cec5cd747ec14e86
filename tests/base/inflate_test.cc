#include "base/inflate.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// The file that gzip makes of a text.
std::string Gzipped(const std::string& text, const std::string& flags) {
  std::string path =
      std::filesystem::temp_directory_path() / "synapse-gzip-XXXXXX";
  const int fd = mkstemp(path.data());
  REQUIRE(fd >= 0);
  close(fd);
  REQUIRE(WriteFileAtomically(path, text).ok());
  REQUIRE(system(("gzip -f " + flags + " " + path).c_str()) == 0);
  auto bytes = ReadFile(path + ".gz");
  unlink((path + ".gz").c_str());
  REQUIRE(bytes.ok());
  return *bytes;
}

}  // namespace

TEST_CASE("gunzip: what gzip made") {
  std::mt19937 random(7);
  std::string mixed;
  for (int i = 0; i < 200'000; ++i) {
    mixed += i % 5000 < 2500 ? static_cast<char>(random()) : "abcab"[i % 5];
  }
  for (const std::string& text :
       {std::string(), std::string("one"), std::string(100'000, 'x'), mixed}) {
    for (const char* flags : {"-1", "-9", "-6n"}) {
      const std::string bytes = Gzipped(text, flags);
      CHECK(IsGzip(bytes));
      CHECK(Gunzip(bytes, size_t{1} << 20) == text);
    }
  }
}

TEST_CASE("gunzip: bounds and damage") {
  const std::string bytes = Gzipped(std::string(100'000, 'x'), "-9");
  CHECK(Gunzip(bytes, 10) == "xxxxxxxxxx");
  CHECK(Gunzip("plain text", 100).empty());
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    CHECK(Gunzip(bytes.substr(0, cut), 200'000).size() <= 100'000);
  }
}

}  // namespace synapse
