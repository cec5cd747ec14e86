// The program build/synapse: the command over the user's store, for scripts,
// imports and measurement.
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "command/history.h"
#include "measure/measure.h"
#include "module/synapse.h"
#include "sync/command.h"

extern char** environ;

namespace {

int Variable(void*, synapse_text name, synapse_text* value) {
  const char* found = getenv(std::string(name.data, name.size).c_str());
  if (!found) return 0;
  *value = {found, std::char_traits<char>::length(found)};
  return 1;
}

// `arg` receives the errno of the first failed write.
void Write(void* arg, int fd, synapse_text bytes) {
  int& failed = *static_cast<int*>(arg);
  while (bytes.size > 0 && !failed) {
    ssize_t n = write(fd, bytes.data, bytes.size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      failed = n < 0 ? errno : EIO;
      return;
    }
    bytes.data += n;
    bytes.size -= static_cast<size_t>(n);
  }
}

}  // namespace

int main(int argc, char** argv) {
  setlocale(LC_CTYPE, "");  // which characters the terminal can show
  synapse::sync_here = synapse::sync::RunSyncHere;
  synapse::bundle_here = synapse::sync::RunBundleHere;
  synapse::drive_here = synapse::RunDriveHere;
  synapse::replay_here = synapse::RunReplayHere;
  synapse_host host = {};
  host.variable = Variable;
  int failed = 0;
  const int status = synapse_program(&host, argc, argv, Write, &failed);
  if (!failed) return status;
  fprintf(stderr, "synapse: %s: cannot write: %s\n", argc > 1 ? argv[1] : "",
          strerror(failed));
  return 1;
}
