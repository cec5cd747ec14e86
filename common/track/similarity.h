// Similarity: a sketch of a text, to group records without a model.
//
// SimHash (Charikar, "Similarity estimation techniques from rounding
// algorithms", STOC 2002) over the hashes of all runs of three characters. The
// share of bits in which two sketches agree grows with the cosine of the texts:
// 1 for equal texts, about 0.5 for texts without common parts. Readers of the
// records compute it.
// Tested by tests/track/similarity_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace synapse {

uint64_t SketchOf(std::string_view text);

}  // namespace synapse
