#include "base/rare.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace synapse {
namespace {

TEST_CASE("rare: reads as the default until it is written") {
  Rare<std::vector<int>> list;
  CHECK(list->empty());
  CHECK(sizeof(list) == sizeof(void*));
  list.Edit().push_back(4);
  CHECK(*list == std::vector<int>{4});
  CHECK(Rare<std::vector<int>>()->empty());
}

TEST_CASE("rare: a copy is a value of its own") {
  Rare<std::string> one;
  one = std::string("=");
  Rare<std::string> two = one;
  two.Edit() += ":";
  CHECK(*one == "=");
  CHECK(*two == "=:");
  two = Rare<std::string>();
  CHECK(two->empty());
}

TEST_CASE("rare: a written default equals one that was never written") {
  Rare<std::string> written, never;
  written.Edit();
  CHECK(written == never);
  never = std::string("x");
  CHECK_FALSE(written == never);
}

}  // namespace
}  // namespace synapse
