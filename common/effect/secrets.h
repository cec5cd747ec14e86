// Secrets: finds the parts of a line that look secret, on its tokens.
//
//   curl  -u  bob:hunter22 x       the spec of curl: after the colon
//   sudo docker login -p hunter22  through wrappers
//   DB_PASS=hunter22 ./run         a secret name
//   run --db-password hunter22     an option with a secret name
//   crul -u bob:hunter22           as curl, one typo away
//   echo hunter22 | docker login --password-stdin
//   ssh host 'mysql -phunter22'    in a text that a shell reads
//
// The spec of a command says which values are secret (synapse-spec(5): secret,
// secret_stdin). Forms and names are in secret_forms.h. The result is a guess
// and misses some secrets.
//
// Tested by tests/effect/secrets_test.cc, and by tests/learn/privacy_test.cc
// over tests/cases/secrets.txt and redactions.txt.
#pragma once

#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "line/secret.h"
#include "spec/store.h"

namespace synapse {

// The spans of the line, in order, none inside another. `alias` may be empty.
std::vector<SecretSpan> SecretsIn(std::string_view line, SpecStore& specs,
                                  const AliasLookup& alias);

}  // namespace synapse
