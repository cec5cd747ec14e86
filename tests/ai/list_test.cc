// An answer and the open list, over the ABI that the shells call.
#include "abi/handle.h"
#include "tests/ai/asker.h"

namespace synapse {
namespace {

using testing::Asker;
using testing::OfCommand;

// A shell around the engine of a session.
struct Shell {
  Asker a;
  synapse_engine s = {};
  explicit Shell(const testing::Settings& settings) : a(settings) {
    s.host.ctx = this;
    s.host.cwd = [](void* shell, synapse_text* path) {
      *path = abi::Text(static_cast<Shell*>(shell)->a.s.cwd);
      return 1;
    };
    s.pid = getpid();
    s.engine = std::move(a.s.engine);
    s.ghost = std::make_unique<Ghost>(*s.engine);
  }
  bool Lists(const std::string& text) {
    const int rows = synapse_list_draw(&s, 80, 24, SYNAPSE_COMBINING_DRAWN);
    for (int i = 0; i < rows; ++i) {
      synapse_text row;
      const synapse_span* spans;
      (void)synapse_list_row(&s, i, &row, &spans);
      if (abi::View(row).find(text) != std::string_view::npos) return true;
    }
    return false;
  }
  // Waits for the answer of the model; true if the list changed by then.
  bool Answered() {
    bool changed = false;
    for (int i = 0; i < 250 && !s.engine->ai().desk().ledger().unsaved(); ++i) {
      pollfd fd = {s.engine->runner().fd(), POLLIN, 0};
      poll(&fd, 1, 20);
      changed |= synapse_answers(&s) != 0;
    }
    CHECK(s.engine->ai().desk().ledger().unsaved());
    return changed;
  }
};

const std::string kTyped = "git stash p";

}  // namespace

TEST_CASE("list: an answer within 200 ms is in the list at once") {
  Shell shell(OfCommand("cat >/dev/null; echo git stash push --all"));
  REQUIRE(synapse_list_open(&shell.s, SYNAPSE_LIST_SUGGESTIONS,
                            abi::Text(kTyped), kTyped.size()) == 1);
  CHECK_FALSE(shell.Lists("--all"));
  shell.s.engine->clock().Fix(shell.a.s.now_ms + 200);
  CHECK(shell.Answered());
  CHECK(shell.Lists("--all"));
}

TEST_CASE("list: a later answer waits for the next key") {
  Shell shell(OfCommand("cat >/dev/null; echo git stash push --all"));
  REQUIRE(synapse_list_open(&shell.s, SYNAPSE_LIST_SUGGESTIONS,
                            abi::Text(kTyped), kTyped.size()) == 1);
  shell.s.engine->clock().Fix(shell.a.s.now_ms + 201);
  CHECK_FALSE(shell.Answered());
  CHECK_FALSE(shell.Lists("--all"));
  (void)synapse_list_key(&shell.s, '-');
  CHECK(shell.Lists("--all"));
}

}  // namespace synapse
