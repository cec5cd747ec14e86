// The bytes of the index are hostile: the input fills its tables, then a
// keystroke and a command read and write them.
#include <cstdint>
#include <string>
#include <string_view>

#include "learn/feedback.h"
#include "learn/transition.h"
#include "learn/word_model.h"
#include "store/keys.h"
#include "store/memory_kv.h"
#include "store/page_check.h"
#include "store/prefix_index.h"

namespace {

// Returns the same bytes for every key, so that each decoder reads them.
class Hostile : public synapse::Kv {
 public:
  explicit Hostile(std::string_view bytes) : bytes_(bytes) {}
  std::optional<std::string_view> Get(synapse::Table,
                                      std::string_view) override {
    return bytes_;
  }
  synapse::Status Put(synapse::Table, std::string_view,
                      std::string_view) override {
    return {};
  }
  synapse::Status Delete(synapse::Table, std::string_view) override {
    return {};
  }
  void Scan(synapse::Table, std::string_view from,
            const Visitor& visit) override {
    std::string key(from);
    for (int i = 0; i < 4 && visit(key, bytes_); ++i) key += '\1';
  }

 private:
  std::string_view bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Hostile kv(bytes);
  synapse::LineContext context;
  context.previous = {synapse::MakeLine("git status"),
                      synapse::MakeLine("make all")};
  context.directory = "/w";
  synapse::Line line = synapse::MakeLine("git add file");
  (void)synapse::BestLines(kv, 0, "git");
  (void)synapse::IndexLine(kv, 0, "git add file", 1700000000000, 168);
  (void)synapse::ReadTransitions(kv, context);
  (void)synapse::LearnTransitions(kv, context, line);
  (void)synapse::LearnWords(kv, context, synapse::SplitWords(line.text));
  (void)synapse::ReadFeedback(kv, 1, 1700000000000);
  synapse::FeedbackRecord feedback;
  feedback.suggestion = "ls a";
  feedback.buffer = "l";
  feedback.source = "history";
  (void)synapse::LearnFeedback(kv, feedback);
  (void)synapse::TemplateStat::Decode(bytes);
  synapse::UserModel model = synapse::ReadModel(kv);
  if (auto learned = synapse::LearnFrequency(kv, model, line, {});
      learned.ok()) {
    (void)learned->Encode();
  }
  // Whole pages, as a file of LMDB.
  constexpr size_t kPage = 4096;
  if (size >= 3 * kPage) {
    synapse::PageCheck check;
    std::string file(bytes.substr(0, size / kPage * kPage));
    if (check.Begin(file.data(), kPage, file.size() / kPage - 1, data[0])) {
      (void)check.Path("line", "key", synapse::PageCheck::Change::kDelete);
    }
  }
  return 0;
}
