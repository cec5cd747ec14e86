#include "rank/factors.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("factors: names of features, sources and parts") {
  std::vector<std::string> problems;
  Factors f = ReadFactors({"bigram=0.5", "spec=0", "skipped=2"}, problems);
  CHECK(problems.empty());
  CHECK(f.features[kBigram] == 0.5);
  CHECK(f.Of(SourceId::kSpec) == 0);
  CHECK(f.parts[kSkippedPart] == 2);
  CHECK(f.features[kTrigram] == 1);
  CHECK(f.Of(SourceId::kHistory) == 1);
}

TEST_CASE("factors: a wrong entry is reported and ignored") {
  for (const char* word :
       {"bigrams=1", "bigram", "bigram=", "bigram=x", "bigram=-1", "bigram=11",
        "bigram=1x", "bigram=nan", "=1", ""}) {
    INFO(word);
    std::vector<std::string> problems;
    Factors f = ReadFactors({word, "trigram=0"}, problems);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].starts_with("rank.factors: "));
    CHECK(f.features[kBigram] == 1);
    CHECK(f.features[kTrigram] == 0);
  }
}

// No two factors share a name.
TEST_CASE("factors: every name reaches a factor of its own") {
  std::vector<std::string> names(kLineFeatureNames,
                                 kLineFeatureNames + kLineFeatures);
  for (int i = 0; i < kSources; ++i) {
    names.push_back(SourceName(static_cast<SourceId>(i)));
  }
  names.insert(names.end(), kModelPartNames, kModelPartNames + kModelParts);
  for (const std::string& name : names) {
    INFO(name);
    std::vector<std::string> problems;
    Factors f = ReadFactors({name + "=3"}, problems);
    double sum = 0;
    for (double v : f.features) sum += v;
    for (double v : f.sources) sum += v;
    for (double v : f.parts) sum += v;
    CHECK(sum == doctest::Approx(static_cast<double>(names.size()) + 2));
  }
}

}  // namespace synapse
