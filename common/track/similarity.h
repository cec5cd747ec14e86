// Similarity: a sketch of a text, to group records without a model.
//
// SimHash (Charikar, "Similarity estimation techniques from rounding
// algorithms", STOC 2002) over the hashes of all runs of three characters. The
// share of bits in which two sketches agree grows with the cosine of the texts.
// Tested by tests/track/similarity_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace synapse {

uint64_t SketchOf(std::string_view text);

// In [0, 1]: 1 for equal sketches, about 0.5 for texts without common parts.
double SketchSimilarity(uint64_t a, uint64_t b);

}  // namespace synapse
