// Admission: whether a learned word may stand in a slot. Words are learned by
// command, position and type, so a word that was used elsewhere is a candidate
// in many slots where it has no meaning. A word enters a slot if it was used in
// that slot, or if it certainly has the kind that the slot takes:
//
//   an operator           nowhere: `2>&1`, `&&` are no arguments
//   an option             where the spec of the command has it, or where it was
//                         typed; without a spec, in its command
//   a file                where the slot takes files, and the file exists
//   a listed value        where a generator of the slot lists it. Where the
//                         list is not known yet, a value of the same type
//   a value of the spec   where the spec names it
//   another word          where it was typed
//
//   docker volume rm ▏    2>&1        no
//   cargo build ▏         --version   no: an option of cargo
//   npm install ▏         12          no: an argument of `gh pr checkout`
//   systemctl status ▏    postgres    no: a service of docker compose
//   git worktree add ▏    main.cpp    no: the word before is the same, and the
//                                     position is another one
//
// rank/fit.h calls it after it has judged the grammar and the form of the word.
// source/plausibility.h finds whether a file or a value exists; it also judges
// whole lines.
//
// Tested by tests/rank/admission_test.cc.
#pragma once

#include <string>

#include "context/completion_context.h"
#include "learn/word_model.h"
#include "source/plausibility.h"

namespace synapse {

class Admission {
 public:
  // All arguments outlive this object. `type` is the type of the slot.
  Admission(const CompletionContext& context, const ArgumentType& type,
            const Plausibility& plausibility)
      : context_(context), type_(type), plausibility_(plausibility) {}

  // `word`: a whole word as written in a line.
  bool MayEnter(const std::string& word, UsedAt used) const;

 private:
  bool MayEnterUnknown(const std::string& word, UsedAt used) const;
  bool IsOptionHere(std::string_view word, UsedAt used) const;
  bool IsArgumentHere(const std::string& word, UsedAt used) const;
  bool IsTargetHere(const std::string& word, UsedAt used) const;
  bool IsExpression(const std::string& word) const;
  bool IsOfOtherKind(const std::string& value) const;
  bool IsFileHere(const std::string& word) const;
  NameFacts::Listed Listing(const std::string& value) const;

  const CompletionContext& context_;
  const ArgumentType& type_;
  const Plausibility& plausibility_;
};

}  // namespace synapse
