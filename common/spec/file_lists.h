// FileLists: the values of a generator with `files`, which the spec describes.
//
//   config/environments/*.rb             what * stands for: development, test
//   ~/.rbenv/versions/*/                 directories: 3.2.4, 3.3.5
//   Procfile, pattern ^(\w+):            its matches in the text: web, jobs
//   spec/**/*_spec.rb, pattern it "(.+)" the matches in each of the files
//
// A path begins in the nearest directory, from the current one upwards, that has
// its parts before the first star; one that begins with a star in the current
// one. `**` stands for any directories, but hidden ones and those of builds and
// dependencies. No link is followed to a directory.
//
// Rejected: a native reader for each tool. Most of them read names from lines.
// Tested by tests/spec/file_lists_test.cc.
#pragma once

#include <string_view>

#include "spec/generator.h"

namespace synapse {

// True for a path that a spec may name: not absolute, without a part "..".
bool IsFilesPath(std::string_view path);

std::vector<GeneratedValue> ReadFileLists(const GeneratorDraft& spec,
                                          const GeneratorInput& input,
                                          Reading& reading);

}  // namespace synapse
