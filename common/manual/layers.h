// Layers: one spec from several descriptions of a command, the best first.
//
// An option or subcommand of a later layer is joined with the one that has a
// name in common: it fills a missing description, missing arguments and names.
// Others are added, unless the layer only fills. Tested by
// tests/manual/layers_test.cc.
#pragma once

#include "spec/model.h"

namespace synapse {

enum class LayerUse {
  kAdds,
  kFills,  // only what other layers know: a file that was not made for this
           // version
};

void AddLayer(CommandDraft& to, CommandDraft layer, LayerUse use);

// Makes names unique: the first option or subcommand keeps a name.
void DropDoubleNames(CommandDraft& command);

size_t CountOptions(const CommandDraft& command);

}  // namespace synapse
