#include "spec/git_objects.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::TempTree;

std::string Big(uint32_t number) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += static_cast<char>(number >> shift);
  }
  return out;
}

std::string Bytes(const std::string& digits) {
  std::string out;
  for (size_t i = 0; i < digits.size(); i += 2) {
    out += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return out;
}

// The index of a pack with these sorted ids.
std::string IndexOf(const std::vector<std::string>& ids) {
  std::string out = "\xfftOc" + Big(2);
  for (int first = 0; first < 256; ++first) {
    uint32_t count = 0;
    for (const std::string& id : ids) {
      count += std::stoi(id.substr(0, 2), nullptr, 16) <= first;
    }
    out += Big(count);
  }
  for (const std::string& id : ids) out += Bytes(id);
  out += std::string(ids.size() * 8, '\0');       // checksums and offsets
  return out + std::string(ids[0].size(), '\0');  // two checksums of the file
}

std::string Id(std::string begin, size_t digits = 40) {
  return begin + std::string(digits - begin.size(), '7');
}

class ObjectStore {
 public:
  ObjectStore() { tree_.MakeDir("r/.git/objects/pack"); }
  void Write(const std::string& name, const std::string& text) {
    tree_.Write("r/.git/objects/" + name, text);
  }
  Held Holds(std::string_view id) {
    Budget budget = Budget::Unlimited();
    Reading reading(budget);
    const std::string git = tree_.Path("r/.git");
    return HoldsObject({tree_.Path("r"), git, git}, id, reading);
  }

 private:
  TempTree tree_;
};

}  // namespace

TEST_CASE("git objects: loose ones and those of packs, by a part of the id") {
  ObjectStore r;
  r.Write("ab/cdef" + std::string(34, '0'), "");
  r.Write("pack/pack-1.idx",
          IndexOf({Id("00aa"), Id("1f3a9c0"), Id("1f3b"), Id("ff00")}));
  r.Write("pack/pack-2.idx", IndexOf({Id("5eed")}));
  for (const char* id : {"abcdef", "00aa7", "1f3a9c0", "1f3b777", "ff00",
                         "5eed", "abcdef0000000000000000000000000000000000"}) {
    CHECK_MESSAGE(r.Holds(id) == Held::kYes, id);
  }
  for (const char* id : {"abce", "00aa8", "1f3a9c1", "2000", "ff01", "5eee",
                         "ab00", "0000", "ffff"}) {
    CHECK_MESSAGE(r.Holds(id) == Held::kNo, id);
  }
}

TEST_CASE("git objects: the ids of SHA-256 have 64 digits") {
  ObjectStore r;
  r.Write("pack/pack-1.idx", IndexOf({Id("12ab", 64), Id("12cd", 64)}));
  CHECK(r.Holds("12cd7") == Held::kYes);
  CHECK(r.Holds("12ce") == Held::kNo);
}

TEST_CASE("git objects: unknown where objects may be elsewhere") {
  const std::string index = IndexOf({Id("12ab")});
  for (const char* file : {"info/alternates", "pack/pack-1.promisor"}) {
    ObjectStore r;
    r.Write("pack/pack-1.idx", index);
    CHECK(r.Holds("1234") == Held::kNo);
    r.Write(file, "");
    CHECK(r.Holds("1234") == Held::kUnknown);
    CHECK(r.Holds("12ab") == Held::kYes);
  }
  CHECK(IsObjectId("1f3a"));
  CHECK_FALSE(IsObjectId("1f3"));
  CHECK_FALSE(IsObjectId("1F3A"));
  CHECK_FALSE(IsObjectId("feature"));
}

// An index that is cut anywhere is read without a fault: at each byte of its
// header and its end, at some between. Nothing is said for certain of an
// id that lay in the part that is gone.
TEST_CASE("git objects: a damaged index says nothing") {
  const std::string whole = IndexOf({Id("12ab"), Id("12cd"), Id("12ef")});
  const size_t all = 1032 + 40;
  for (size_t size = 0; size < all; size += size < 16 || size > 1024 ? 1 : 13) {
    ObjectStore r;
    r.Write("pack/pack-1.idx", whole.substr(0, size));
    CHECK(r.Holds("12cd7") != Held::kNo);
  }
  std::string more = whole;
  more[8 + 4 * 0x11] = '\x7f';  // a count above the next one
  ObjectStore r;
  r.Write("pack/pack-1.idx", more);
  CHECK(r.Holds("12cd") == Held::kUnknown);
}

}  // namespace synapse
