// The allocations of a key, over the ABI that the shells call. The program's
// operator new is replaced by one that counts.
#include <cstdlib>
#include <new>

#include "abi/handle.h"
#include "tests/engine/engine_testing.h"

namespace {

thread_local size_t allocated = 0;  // since the thread began

}  // namespace

void* operator new(size_t size) {
  ++allocated;
  if (void* at = malloc(size > 0 ? size : 1)) return at;
  throw std::bad_alloc();
}
// All forms of one object, so that what is made by ours is freed by ours, also
// under a sanitizer that compares the two.
void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocated;
  return malloc(size > 0 ? size : 1);
}
void operator delete(void* at, const std::nothrow_t& /*tag*/) noexcept {
  free(at);
}
void operator delete(void* at) noexcept { free(at); }
void operator delete(void* at, size_t /*size*/) noexcept { free(at); }

namespace synapse {
namespace {

// The allocations of the key that makes `line`, and whether it has a ghost.
size_t AllocationsOf(synapse_engine& shell, const std::string& line,
                     bool* ghost) {
  synapse_text suffix;
  const size_t before = allocated;
  *ghost = synapse_ghost(&shell, abi::Text(line), line.size(), &suffix) != 0;
  return allocated - before;
}

}  // namespace

TEST_CASE("key: one that only follows the ghost allocates nothing") {
  testing::Session session;
  const std::string line = "frobnicate --with-everything in/the/directory";
  for (int i = 0; i < 3; ++i) session.Run(line);
  synapse_engine shell = {};
  shell.pid = getpid();
  shell.session = "a session whose name is not short";
  shell.engine = std::move(session.engine);
  shell.ghost = std::make_unique<Ghost>(*shell.engine);
  bool ghost = false;
  CHECK(AllocationsOf(shell, line.substr(0, 3), &ghost) > 0);  // it asked
  REQUIRE(ghost);
  const size_t word_end = line.find(' ');
  // The texts that are kept grow with the first keys.
  size_t n = 4;
  for (; n < 8; ++n) AllocationsOf(shell, line.substr(0, n), &ghost);
  for (; n < word_end; ++n) {
    const std::string typed = line.substr(0, n);
    CAPTURE(typed);
    CHECK(AllocationsOf(shell, typed, &ghost) == 0);
    REQUIRE(ghost);
  }
}

}  // namespace synapse
