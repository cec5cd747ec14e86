#include "rank/forest.h"

#include <cmath>

namespace synapse {

#include "rank/forest_data.inc"

double Forest::ChanceOf(const CandidateFeatures& row) const {
  double sum = 0;
  for (const uint16_t root : roots) {
    const ForestNode* node = &nodes[root];
    while (node->feature != ForestNode::kLeaf) {
      const bool right =
          !(row[static_cast<size_t>(node->feature)] < node->value);
      node = &nodes[node->left + (right ? 1u : 0u)];
    }
    sum += node->value;
  }
  return 1 / (1 + std::exp(-sum));
}

}  // namespace synapse
