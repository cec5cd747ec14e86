#include "transcript/repository.h"

#include "tests/testing.h"

namespace synapse::testing {

TEST_CASE("repository root: found upwards, and kept for the directory") {
  TempTree tree;
  tree.MakeDir("project/.git");
  const std::string below = tree.MakeDir("project/src");
  RepositoryRoot repository;
  CHECK(repository.Of(below) == tree.Path("project"));
  std::filesystem::remove(tree.Path("project/.git"));
  CHECK(repository.Of(below) == tree.Path("project"));
  CHECK(repository.Of("").empty());
  CHECK(repository.Of(below).empty());
}

}  // namespace synapse::testing
