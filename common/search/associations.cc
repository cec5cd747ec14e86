#include "search/associations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/words.h"

namespace synapse {
namespace {

constexpr double kElsewhere = 0.3, kOfPath = 0.5;
constexpr double kDayMs = 86'400'000;

double DecayedBy(int64_t age_ms) {
  const double days = std::max(0.0, static_cast<double>(age_ms) / kDayMs);
  return std::exp2(-days / kAssociationHalfLifeDays);
}

struct Sum {
  Association is;
  double likest = 0;
};
using Sums = std::map<std::pair<SearchKind, std::string>, Sum>;

class Adder {
 public:
  Adder(const AssociationQuery& query, bool by_path)
      : query_(query), words_(QueryWords(query.text)), by_path_(by_path) {}

  const std::vector<std::string>& words() const { return words_; }

  void Add(const SearchRecord& record) {
    const bool found = record.action == SearchAction::kFound;
    if (!found && record.action != SearchAction::kMissed) return;
    double weight = QueryLikeness(words_, QueryWords(record.query));
    if (by_path_ && record.target.kind == SearchKind::kFile) {
      weight = std::max(weight, OfPath(record));
    }
    if (weight == 0) return;
    const double likeness = weight;
    weight *= std::clamp<double>(record.score, 0, 1) *
              DecayedBy(query_.now_ms - record.at_ms);
    SearchTarget target = record.target;
    if (!record.repository.empty() && record.repository != query_.repository) {
      if (IsSame(record.repository)) {
        MoveHere(record.repository, target);
      } else {
        weight *= kElsewhere;
      }
    }
    Sum& sum = sums_[{target.kind, target.text}];
    sum.is.target = std::move(target);
    double& strength = sum.is.strength;
    strength = found ? strength + (1 - strength) * weight
                     : strength * (1 - weight / 2);
    (found ? sum.is.found : sum.is.missed) += 1;
    if (!found) return;
    sum.is.at_ms = std::max(sum.is.at_ms, record.at_ms);
    if (likeness > sum.likest) {
      sum.likest = likeness;
      sum.is.query = record.query;
    }
  }

  std::vector<Association> Take(size_t most) {
    std::vector<Association> out;
    for (auto& [target, sum] : sums_) {
      if (sum.is.strength >= kLeastAssociation) {
        out.push_back(std::move(sum.is));
      }
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return std::tuple(-a.strength, -a.at_ms, a.target.text) <
             std::tuple(-b.strength, -b.at_ms, b.target.text);
    });
    if (out.size() > most) out.resize(most);
    return out;
  }

 private:
  double OfPath(const SearchRecord& record) const {
    std::string_view path = record.target.text;
    if (path.starts_with(record.repository)) {
      path.remove_prefix(record.repository.size());
    }
    return kOfPath * QueryLikeness(words_, SearchWords(path));
  }

  // Only few links of other repositories are tried.
  bool IsSame(const std::string& repository) {
    constexpr size_t kMaxRepositories = 16;
    if (!query_.same || query_.repository.empty()) return false;
    auto at = same_.find(repository);
    if (at != same_.end()) return at->second;
    if (same_.size() >= kMaxRepositories) return false;
    const bool same = query_.same(repository, std::string(query_.repository));
    same_.emplace(repository, same);
    return same;
  }

  void MoveHere(const std::string& repository, SearchTarget& target) const {
    if (target.kind == SearchKind::kFile ||
        target.kind == SearchKind::kDirectory) {
      if (!target.text.starts_with(repository + "/")) return;
      target.text = std::string(query_.repository) +
                    target.text.substr(repository.size());
    }
  }

  const AssociationQuery& query_;
  const std::vector<std::string> words_;
  const bool by_path_;
  std::map<std::string, bool> same_;
  Sums sums_;
};

}  // namespace

std::vector<Association> AssociationsOf(Store& store,
                                        const AssociationQuery& query,
                                        size_t most) {
  const uint64_t bits = QueryBits(query.text);
  if (bits == 0) return {};
  for (uint64_t words : {bits, UINT64_MAX}) {
    Adder adder(query, /*by_path=*/words == UINT64_MAX);
    store.searches().Visit(
        1,
        [&](uint64_t, const SearchRecord& record) {
          adder.Add(record);
          return true;
        },
        words, SearchLog::Which::kOutcomes);
    for (const SearchRecord& record : query.waiting) adder.Add(record);
    std::vector<Association> found = adder.Take(most);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace synapse
