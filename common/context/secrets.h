// Secrets: the parts of a line that look secret, found on its tokens.
//
//   curl  -u  bob:hunter22 x       the spec of curl: behind the colon
//   sudo docker login -p hunter22  through wrappers
//   DB_PASS=hunter22 ./run         a name that says so
//   run --db-password hunter22     an option that says so
//   crul -u bob:hunter22           as curl, which is a letter away
//   echo hunter22 | docker login --password-stdin
//   ssh host 'mysql -phunter22'    in a text that a shell reads
//
// A command's spec says what it takes as a secret (synapse-spec(5): secret,
// secret_stdin); forms and names are in secret_forms.h. It is a guess, and will
// miss some.
//
// Tested by tests/context/secrets_test.cc, and by tests/learn/privacy_test.cc
// over tests/cases/secrets.txt and redactions.txt.
#pragma once

#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "line/secret.h"
#include "spec/store.h"

namespace synapse {

// Spans of the line, in order, none within another. `alias` may be empty.
std::vector<SecretSpan> SecretsIn(std::string_view line, SpecStore& specs,
                                  const AliasLookup& alias);

}  // namespace synapse
