#include "list/suggestion_pool.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/files.h"
#include "base/mounts.h"
#include "base/text.h"
#include "context/operands.h"
#include "line/shell_syntax.h"
#include "rank/described.h"
#include "source/activation.h"
#include "source/filesystem.h"

namespace synapse {
namespace {

constexpr size_t kMaxRanked = 500;
constexpr size_t kMaxOfSource = 2000;
constexpr int64_t kLeastUs = 60'000;  // for the ranking

// Names of generators of which a value has another name.
constexpr std::pair<std::string_view, std::string_view> kValueNames[] = {
    {"bases", "base"},           {"binaries", "program"},
    {"crds", "resource type"},   {"netns", "network namespace"},
    {"other_commits", "commit"}, {"phys", "wireless device"},
    {"pushed", "branch"},        {"running", "running container"},
    {"under_way", "operation"},
};

// The name of one value of a generator: "branch" for git.branches.
std::string OneOf(std::string_view reason) {
  size_t dot = reason.find('.');
  if (dot == reason.npos || reason.find_first_of(" /") != reason.npos) {
    return std::string(reason);
  }
  std::string_view values = reason.substr(dot + 1);
  for (const auto& [generator, name] : kValueNames) {
    if (values == generator) return std::string(name);
  }
  if (values.ends_with("_branches") && values != "remote_branches") {
    values = "branches";
  }
  std::string kind(values);
  std::replace(kind.begin(), kind.end(), '_', ' ');
  if (kind.ends_with("ies")) return kind.substr(0, kind.size() - 3) + "y";
  for (std::string_view many : {"ches", "shes", "sses", "ases"}) {
    if (kind.ends_with(many)) return kind.substr(0, kind.size() - 2);
  }
  if (kind.ends_with('s')) kind.pop_back();
  return kind;
}

}  // namespace

SuggestionPool::SuggestionPool(Engine& engine, const SuggestRequest& request,
                               ForgetLine forget, const Suggestion* on_show)
    : engine_(engine), forget_(std::move(forget)), request_(request) {
  request_.limit = kMaxRanked;
  request_.most = kMaxOfSource;
  request_.budget_us =
      std::max(kLeastUs, engine.config().Int("suggest.budget_ms") * 1000);
  request_.explain = true;  // returns the context
  SuggestReply reply = engine_.Suggest(request_);
  context_ = std::move(reply.context);
  typed_risk_ = engine_.suggester().risk().Of(request_.buffer);
  ranked_ = std::move(reply.suggestions);
  spec_ = SpecAt(context_, engine_.specs());
  const bool is_left = AskProgram();
  AddProgramValues();
  if (on_show) PutFirst(*on_show);
  OpenDirectory();
  JoinSpellings(ranked_, context_);
  groups_ = Arrange(ranked_, {.context = &context_, .has_files = reading_});
  head_ = static_cast<size_t>(
      std::find(groups_.begin(), groups_.end(), RowGroup::kOption) -
      groups_.begin());
  AskShell(is_left);
  AddShellMatches();
  gone_.resize(ranked_.size());
  for (const Suggestion& s : ranked_) {
    shown_.push_back(LabelOf(s, context_));
    known_.push_back(Hash64(WithoutSlash(s.word)));
  }
  std::sort(known_.begin(), known_.end());
}

// No layer of ours has a word for this place, but what was typed before, and
// files.
bool SuggestionPool::IsLeftToShell() const {
  if (context_.names_command() || context_.words.empty()) return false;
  return std::none_of(ranked_.begin(), ranked_.end(), [](const Suggestion& s) {
    return std::any_of(
        s.evidence.begin(), s.evidence.end(), [](const Evidence& e) {
          return e.source == SourceId::kSpec || e.source == SourceId::kProject;
        });
  });
}

// A program whose spec is ours is asked where the spec has no word, any other one
// always: it knows itself better than its manual does.
bool SuggestionPool::AskProgram() {
  const bool is_ours = context_.spec && context_.spec->generated_by.empty();
  if (context_.names_command() || context_.words.empty() || context_.silent ||
      context_.elsewhere || context_.as_module || context_.tokens.empty() ||
      (is_ours && !IsLeftToShell()) ||
      !engine_.config().Bool("suggest.manuals")) {
    return true;
  }
  ProtocolQuestion question;
  question.words = context_.words;
  question.program = FindProgram(context_.words[0], engine_.Variable("PATH"));
  question.partial = LastWord();
  answer_ = engine_.program_completion().Ask(std::move(question),
                                             engine_.options().paths.home);
  return answer_ && answer_->empty();
}

void SuggestionPool::AskShell(bool is_left) {
  const std::string& when = engine_.config().String("suggest.shell_completion");
  const bool asks = when == "always"
                        ? !context_.words.empty()
                        : when == "list" && is_left && IsLeftToShell();
  if (asks) engine_.shell_completion().Begin(context_, request_.cwd);
}

std::optional<Suggestion> SuggestionPool::Offered(
    const GeneratedValue& value, std::string_view reason,
    std::string_view source) const {
  auto made = MakeCandidate(context_, SourceId::kSpec,
                            {.value = value.value,
                             .description = value.description,
                             .reason = reason,
                             .trusted = true});
  if (!made) return std::nullopt;
  Suggestion s;
  s.text = std::move(made->text);
  s.word = std::move(made->word);
  s.source = source;
  s.description = std::move(made->description);
  s.evidence = std::move(made->evidence);
  s.risk = engine_.suggester().risk().Of(s.text);
  return s;
}

namespace {

// The words of suggestions, each with the index of its first suggestion.
class WordIndex {
 public:
  explicit WordIndex(const std::vector<Suggestion>& suggestions) {
    for (size_t i = 0; i < suggestions.size(); ++i) {
      index_.emplace(WithoutSlash(suggestions[i].word), i);
    }
  }
  // True if one of them has this word. A missing description is completed.
  bool Describes(std::vector<Suggestion>& suggestions,
                 const GeneratedValue& value) const {
    const auto at = index_.find(std::string(WithoutSlash(value.value)));
    if (at == index_.end()) return false;
    std::string& description = suggestions[at->second].description;
    if (description.empty()) description = value.description;
    return true;
  }

 private:
  std::unordered_map<std::string, size_t> index_;
};

}  // namespace

// The word at the cursor, with the option before a value: `--state=o`.
std::string SuggestionPool::LastWord() const {
  return context_.trailing_space ? "" : context_.tokens.back();
}

// Programs list the values of `--state=o` alone, or with `--state=`.
void SuggestionPool::AddProgramValues() {
  if (!answer_) return;
  const bool no_files = answer_->files == ProtocolAnswer::Files::kNone;
  std::erase_if(ranked_, [&](const Suggestion& s) {
    const bool is_file = std::all_of(
        s.evidence.begin(), s.evidence.end(),
        [](const auto& e) { return e.source == SourceId::kFilesystem; });
    return is_file && (no_files ||
                       !TakesFile(WithoutSlash(s.word), s.word.ends_with('/')));
  });
  const std::string word = LastWord();
  const size_t lead = word.ends_with(context_.partial)
                          ? word.size() - context_.partial.size()
                          : 0;
  const std::string option =
      word.starts_with('-') ? word.substr(0, word.find('=') + 1) : "";
  const std::string_view before = std::string_view(word).substr(0, lead);
  const WordIndex ours(ranked_);
  for (GeneratedValue value : answer_->values) {
    if (!value.value.starts_with(option)) value.value.insert(0, option);
    // The word at the cursor is the part behind `--state=`.
    if (value.value.starts_with(before)) value.value.erase(0, lead);
    if (value.value.empty() || ours.Describes(ranked_, value)) continue;
    const bool is_option = value.value.starts_with('-');
    auto made = Offered(value, is_option ? "option" : "value", "program");
    if (made) ranked_.push_back(std::move(*made));
  }
}

// Below everything else; a word of ours without a description gets theirs.
void SuggestionPool::AddShellMatches() {
  const WordIndex ours(ranked_);
  for (const ShellMatch& match :
       engine_.shell_completion().For(context_, request_.cwd)) {
    const GeneratedValue value{match.value, match.description};
    if (ours.Describes(ranked_, value)) continue;
    auto made = Offered(value, "completion", "shell");
    if (!made) continue;
    ranked_.push_back(std::move(*made));
    groups_.push_back(RowGroup::kShell);
  }
}

void SuggestionPool::PutFirst(const Suggestion& on_show) {
  const auto found =
      std::find_if(ranked_.begin(), ranked_.end(),
                   [&](const Suggestion& s) { return s.text == on_show.text; });
  if (found == ranked_.end()) {
    ranked_.insert(ranked_.begin(), on_show);
  } else {
    std::rotate(ranked_.begin(), found, found + 1);
  }
}

void SuggestionPool::OpenDirectory() {
  using Files = ProtocolAnswer::Files;
  const Files asked = answer_ ? answer_->files : Files::kUnknown;
  // `git add` takes changed files, which are ranked: no others.
  const bool may_stand = IsActive(SourceId::kFilesystem, context_) &&
                         !(context_.walk && TakesOnlyListed(*context_.walk));
  if (asked == Files::kNone || (asked == Files::kUnknown && !may_stand)) return;
  std::string_view partial = context_.partial;
  if (partial.starts_with('~') && partial.find('/') == partial.npos) return;
  SourceInput input{context_, engine_.shell(), request_.cwd,
                    engine_.options().paths.home, request_.now_ms / 1000};
  auto directory = DirectoryOf(partial, input);
  if (!directory || !directory->starts_with('/') || OnSlowMount(*directory)) {
    return;
  }
  directory_ = *directory;
  size_t slash = partial.rfind('/');
  size_t begin = slash == partial.npos ? 0 : slash + 1;
  leading_ = std::string(partial.substr(0, begin));
  typed_ = std::string(partial.substr(begin));
  reading_ = listing_.Open(directory_);
}

bool SuggestionPool::TakesFile(std::string_view name, bool directory) const {
  if (directory) return true;
  if (context_.expected == ExpectedType::kDirectory) return false;
  using Files = ProtocolAnswer::Files;
  if (!answer_ || answer_->files == Files::kAny) return true;
  if (answer_->files == Files::kDirectories) return false;
  if (answer_->files != Files::kOfType) return true;
  return std::any_of(
      answer_->types.begin(), answer_->types.end(),
      [&](const std::string& type) { return name.ends_with("." + type); });
}

void SuggestionPool::TakeNames(Budget& budget) {
  bool hidden = typed_.starts_with('.');
  for (; looked_at_ < listing_.size() && !budget.Spent(); ++looked_at_) {
    DirectoryEntry entry = listing_.at(looked_at_);
    if (!entry.name.starts_with(typed_)) continue;
    if (entry.name.starts_with('.') && !hidden) continue;
    bool directory = entry.type == DT_DIR;
    if (entry.type == DT_LNK || entry.type == DT_UNKNOWN) {
      std::string path = JoinPath(directory_, entry.name);
      directory = !OnSlowMount(path) && IsDirectory(path);
    }
    if (!TakesFile(entry.name, directory)) continue;
    uint64_t hash = Hash64(entry.name, Hash64(leading_));
    if (std::binary_search(known_.begin(), known_.end(), hash)) continue;
    names_.push_back(
        {static_cast<uint32_t>(text_.size()),
         static_cast<uint16_t>(leading_.size() + entry.name.size()),
         directory});
    text_ += leading_;
    text_ += entry.name;
  }
}

void SuggestionPool::SortNames() {
  std::string_view all = text_;
  std::sort(names_.begin(), names_.end(), [&](const Name& a, const Name& b) {
    return all.substr(a.begin, a.length) < all.substr(b.begin, b.length);
  });
  ++order_;
}

bool SuggestionPool::ReadOn(Budget& budget) {
  if (!reading_) return false;
  listing_.ReadOn(budget);
  TakeNames(budget);
  reading_ = !listing_.complete() || looked_at_ < listing_.size();
  if (!reading_) SortNames();
  return reading_;
}

// Options wait for the last name: their places are behind it.
size_t SuggestionPool::size() const {
  return names_.size() + (reading_ ? head_ : ranked_.size());
}

bool SuggestionPool::Shown(size_t i) const {
  return IsName(i) || !gone_[RankAt(i)];
}

std::string_view SuggestionPool::Text(size_t i) const {
  if (!IsName(i)) return shown_[RankAt(i)];
  const Name& name = NameAt(i);
  return std::string_view(text_).substr(name.begin, name.length);
}

std::string_view SuggestionPool::Group(size_t i) const {
  return IsName(i) ? "other files" : GroupName(groups_[RankAt(i)]);
}

// With `rm -rf ` typed each row is as dangerous: only a row that adds something
// has the mark.
void SuggestionPool::AddRisk(const Risk& risk, RowDetails& out) const {
  if (!risk.any()) return;
  out.risk = risk.why;
  out.dangerous = risk.level > typed_risk_.level || risk.why != typed_risk_.why;
}

RowDetails SuggestionPool::Details(size_t i) {
  if (IsName(i)) {
    const bool directory = NameAt(i).directory;
    const Risk& risk = engine_.suggester().risk().Of(Line(i));
    RowDetails out;
    out.kind = directory ? "directory" : "file";
    if (!directory) out.description = TextOfFile(Text(i));
    out.note = "filesystem";
    AddRisk(risk, out);
    return out;
  }
  const Suggestion& s = ranked_[RankAt(i)];
  RowDetails out;
  out.description = s.description;
  out.note = s.source;
  AddRisk(s.risk, out);
  // The description comes from the source that describes the word best; other
  // sources give only a reason. A description says nothing about the other words
  // of a longer line.
  bool goes_on = s.is_line && !s.text.ends_with(s.word);
  auto last = LastSubcommandOf(s, context_, spec_.get());
  if (!last.empty()) out.description = std::move(last);
  std::string_view why;
  for (const Evidence& e : s.evidence) {
    bool names = e.source != SourceId::kHistory &&
                 e.source != SourceId::kPopular &&
                 e.source != SourceId::kWorkflow;
    if (e.source == SourceId::kTypo) {
      out.kind = "correction";
      // "branch" says less than the word that was mended.
      if (out.description.find(' ') == std::string::npos) {
        out.description = e.reason;
      }
      return out;
    }
    if (names && !goes_on) {
      out.kind = e.source == SourceId::kSpec ? OneOf(e.reason) : e.reason;
      // `redis` of the image redis.
      if (out.description == out.kind || out.description == s.word ||
          out.kind.starts_with(out.description + " ")) {
        out.description.clear();
      }
      if (out.description.empty()) {
        out.description = out.kind.ends_with("page") ? TextOfProgram(s.word)
                                                     : TextOfCommand(s, e);
      }
      if (out.description.empty() && out.kind == "file") {
        out.description = TextOfFile(s.word);
      }
      return out;
    }
    if (!names && e.source != SourceId::kPopular) why = e.reason;
  }
  out.kind = s.is_line ? "line" : context_.names_command() ? "command" : "word";
  const WordMeaning meaning = MeaningOf(s, context_, spec_.get());
  if (!meaning.kind.empty()) out.kind = meaning.kind;
  if (out.description.empty()) out.description = meaning.description;
  if (out.description.empty() &&
      (out.kind == "command" || out.kind == "page")) {
    out.description = TextOfProgram(s.word);
  }
  if (out.description.empty()) out.description = why;
  if (out.description.empty() && out.kind == "file") {
    out.description = TextOfFile(s.word);
  }
  return out;
}

std::string SuggestionPool::TextOfFile(std::string_view word) const {
  if (directory_.empty() || !word.starts_with(leading_)) return "";
  const std::string_view name = word.substr(leading_.size());
  const std::string path = JoinPath(directory_, name);
  if (name.starts_with('/') || OnSlowMount(path)) return "";
  const auto st = StatFile(path);
  if (!st || !S_ISREG(st->st_mode)) return "";
  return SizeText(static_cast<uint64_t>(st->st_size)) + ", changed " +
         AgoText(st->st_mtime, request_.now_ms / 1000);
}

std::string SuggestionPool::TextOfProgram(const std::string& name) {
  const auto spec = engine_.specs().FindAny(name);
  return spec ? spec->root.description.str() : engine_.program_texts().Of(name);
}

std::string SuggestionPool::TextOfCommand(const Suggestion& s,
                                          const Evidence& names) {
  if (names.source != SourceId::kEnvironment) return "";
  if (names.reason == "reserved word") return MeaningOfReserved(s.word);
  if (names.reason == "alias") {
    return engine_.shell().alias(s.word).value_or("");
  }
  const bool is_program = names.reason.starts_with("program");
  return is_program ? engine_.program_texts().Of(s.word) : "";
}

std::string SuggestionPool::Line(size_t i) {
  if (!IsName(i)) return ranked_[RankAt(i)].text;
  const Name& name = NameAt(i);
  std::string_view value = Text(i);
  auto made = MakeCandidate(context_, SourceId::kFilesystem,
                            {.value = value,
                             .style = QuoteStyle::kPath,
                             .suffix = name.directory ? "/" : ""});
  return made ? made->text : context_.buffer;
}

bool SuggestionPool::Forget(size_t i) {
  if (IsName(i) || !forget_(ranked_[RankAt(i)].text)) return false;
  gone_[RankAt(i)] = true;
  return true;
}

}  // namespace synapse
