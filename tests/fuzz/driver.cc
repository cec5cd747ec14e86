// Runs a fuzz target without libFuzzer: every file of the corpus, then simple
// changes of these files. It does not measure coverage, and finds faults near
// the corpus. The Makefile includes it behind all targets, in one source, and
// lists them in FUZZ_TARGETS: one program is built and linked in a tenth of the
// time of seventeen.
//
//   fuzz TARGET INPUTS ARTIFACT [CORPUS_DIRECTORY...]
//
// ARTIFACT holds the failing input. SYNAPSE_TEST_SEED selects other inputs; a
// run with the same seed is the same on every machine.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// The sanitizers define this, if they are linked.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(
    void (*callback)());

namespace {

constexpr size_t kMaxBytes = 1 << 16;

struct FuzzTarget {
  std::string_view name;
  int (*run)(const uint8_t* data, size_t size);
};
constexpr FuzzTarget kFuzzTargets[] = {FUZZ_TARGETS};

const FuzzTarget* fuzz_target;
std::string input;
const char* artifact;

void KeepInput() {
  FILE* file = fopen(artifact, "wb");
  if (!file) return;
  fwrite(input.data(), 1, input.size(), file);
  fclose(file);
  fprintf(stderr, "the input is in %s\n", artifact);
}

void OnSignal(int signal) {
  KeepInput();
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void RunInput() {
  fuzz_target->run(reinterpret_cast<const uint8_t*>(input.data()),
                   input.size());
}

std::string Changed(std::string text, const std::vector<std::string>& corpus,
                    std::mt19937_64& random) {
  static constexpr char kBytes[] = "\0\xff\x7f\x80\x01 \n'\"\\$({[|;&<>=-/~*:,";
  for (uint64_t changes = 1 + random() % 8; changes > 0; --changes) {
    size_t at = text.empty() ? 0 : random() % text.size();
    size_t n = 1 + random() % 16;
    switch (random() % 7) {
      case 0:
        if (!text.empty())
          text[at] = static_cast<char>(text[at] ^ 1 << random() % 8);
        break;
      case 1:
        if (!text.empty()) text[at] = kBytes[random() % (sizeof kBytes - 1)];
        break;
      case 2: text.insert(at, 1, kBytes[random() % (sizeof kBytes - 1)]); break;
      case 3: text.erase(at, n); break;
      case 4: text.insert(at, text.substr(at, n)); break;
      case 5: text.resize(at); break;
      default: {
        const std::string& other = corpus[random() % corpus.size()];
        if (other.empty()) break;
        text.insert(at, other.substr(random() % other.size(), n * 4));
      }
    }
  }
  if (text.size() > kMaxBytes) text.resize(kMaxBytes);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  fuzz_target = std::find_if(
      std::begin(kFuzzTargets), std::end(kFuzzTargets),
      [&](const FuzzTarget& target) { return target.name == argv[1]; });
  if (fuzz_target == std::end(kFuzzTargets)) {
    fprintf(stderr, "there is no fuzz target %s\n", argv[1]);
    return 2;
  }
  artifact = argv[3];
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(KeepInput);
  for (int fatal : {SIGABRT, SIGALRM}) signal(fatal, OnSignal);
  std::vector<std::string> corpus = {"", "git commit -m 'x' | sort"};
  for (int i = 4; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) continue;
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      corpus.emplace_back(std::istreambuf_iterator<char>(file),
                          std::istreambuf_iterator<char>());
    }
  }
  std::sort(corpus.begin(), corpus.end());
  const char* given = getenv("SYNAPSE_TEST_SEED");
  const uint64_t seed = given ? strtoull(given, nullptr, 10) : 1;
  std::mt19937_64 random(seed);
  constexpr unsigned kHangSeconds = 20;
  for (const std::string& text : corpus) {
    alarm(kHangSeconds);
    input = text;
    RunInput();
  }
  uint64_t runs = corpus.size();
  for (const uint64_t most = strtoull(argv[2], nullptr, 10); runs < most;
       ++runs) {
    alarm(kHangSeconds);
    input = Changed(corpus[random() % corpus.size()], corpus, random);
    RunInput();
  }
  printf("%llu inputs, of %zu in the corpus, SYNAPSE_TEST_SEED=%llu\n",
         static_cast<unsigned long long>(runs), corpus.size(),
         static_cast<unsigned long long>(seed));
  return 0;
}
