// SuggestionPool: all continuations of a line: the suggestions of the engine (in
// the order of arrange.h), then the other files of the directory by name, without
// a limit.
// Tested by tests/list/suggestion_pool_test.cc and tests/list/picker_test.cc.
#pragma once

#include <memory>
#include <vector>

#include "context/completion_context.h"
#include "engine.h"
#include "list/arrange.h"
#include "list/pool.h"
#include "source/directory_cache.h"

namespace synapse {

class SuggestionPool : public Pool {
 public:
  // `on_show`: the ghost, or null. It is the first row, although a new ranking
  // may prefer another one.
  SuggestionPool(Engine& engine, const SuggestRequest& request,
                 ForgetLine forget, const Suggestion* on_show = nullptr);

  bool ReadOn(Budget& budget) override;
  int order() const override { return order_; }
  size_t size() const override;
  bool Shown(size_t i) const override;
  std::string_view Text(size_t i) const override;
  RowDetails Details(size_t i) override;
  std::string Line(size_t i) override;
  bool Forget(size_t i) override;
  std::string_view Group(size_t i) const override;

 private:
  struct Name {
    uint32_t begin;
    uint16_t length;
    bool directory;
  };
  bool IsLeftToShell() const;
  // Returns false if the program has answered, or will.
  bool AskProgram();
  // `is_left`: AskProgram() has found nothing.
  void AskShell(bool is_left);
  std::string LastWord() const;
  void AddProgramValues();
  // A candidate for a word of another completion; null if it cannot stand here.
  std::optional<Suggestion> Offered(const GeneratedValue& value,
                                    std::string_view reason,
                                    std::string_view source) const;
  bool TakesFile(std::string_view name, bool directory) const;
  void AddShellMatches();
  void PutFirst(const Suggestion& on_show);
  void OpenDirectory();
  void TakeNames(Budget& budget);
  void SortNames();
  void AddRisk(const Risk& risk, RowDetails& out) const;
  // "12 KB, changed 3 h ago"; "" for a directory, and where a look may block.
  std::string TextOfFile(std::string_view word) const;
  // The description of the command that `man ls` is about.
  std::string TextOfProgram(const std::string& name);
  // The description of a command that no spec describes.
  std::string TextOfCommand(const Suggestion& s, const Evidence& names);
  // The entries are the ranked suggestions without options, then the names,
  // then the options.
  bool IsName(size_t i) const {
    return i >= head_ && i < head_ + names_.size();
  }
  const Name& NameAt(size_t i) const { return names_[i - head_]; }
  size_t RankAt(size_t i) const { return i < head_ ? i : i - names_.size(); }

  Engine& engine_;
  ForgetLine forget_;
  SuggestRequest request_;
  CompletionContext context_;
  Risk typed_risk_;                               // of what is typed
  std::shared_ptr<const Spec> spec_;              // of the command; may be null
  std::shared_ptr<const ProtocolAnswer> answer_;  // of the program; may be null
  std::vector<Suggestion> ranked_;
  std::vector<RowGroup> groups_;  // of ranked_
  size_t head_ = 0;               // the number of ranked_ before the options
  std::vector<bool> gone_;
  std::vector<std::string> shown_;  // of ranked_: the text of each row
  // The names in the directory of the partial that are not in ranked_.
  std::string directory_;
  std::string leading_;  // the text before each name: "src/"
  std::string typed_;    // the beginning of the names
  Listing listing_;
  bool reading_ = false;
  size_t looked_at_ = 0;
  std::vector<size_t> known_;  // hashes of ranked_'s words, sorted
  std::string text_;           // the names, each after leading_
  std::vector<Name> names_;
  int order_ = 0;
};

}  // namespace synapse
