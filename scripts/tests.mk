# How the tests are built and run, without and with sanitizers; included by the
# Makefile. scripts/check runs them all.
SAFETY_SRC = tests/main.cc $(wildcard tests/safety/*.cc)
SAFETY_OBJ = $(SAFETY_SRC:%.cc=$(BUILD)/obj/%.o)
BENCH_SRC = $(wildcard tests/bench/*.cc)
BENCH_OBJ = $(BENCH_SRC:%.cc=$(BUILD)/obj/%.o)
FUZZ_SRC = $(wildcard tests/fuzz/*_fuzz.cc)
FUZZ_NAMES = $(FUZZ_SRC:tests/fuzz/%_fuzz.cc=%)
FUZZ_OBJ = $(FUZZ_SRC:%.cc=$(BUILD)/obj/%.o)
FUZZ_BIN = $(FUZZ_SRC:tests/fuzz/%.cc=$(BUILD)/bin/%)
FUZZ_SECONDS ?= 60
FUZZ_INPUTS ?= 2000
FUZZ_BUILT ?= build/asan

# Tests compile three times as fast this way. The tested code is not slower, and
# has its sanitizers still.
$(TEST_OBJ) $(SAFETY_OBJ): override OPT = -O0 -g1
$(TEST_OBJ): override SANITIZE =

$(BUILD)/unit_tests: $(TEST_OBJ) $(BUILD)/libsynapse.a
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Exports its symbols: LMDB must call its write (tests/safety/recorder.h).
$(BUILD)/safety: $(SAFETY_OBJ) $(BUILD)/libsynapse.a
	$(CXX) $(LDFLAGS) -rdynamic -o $@ $^ $(LDLIBS)

$(BUILD)/bench: $(BENCH_OBJ) $(BUILD)/libsynapse.a
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lbenchmark -lpthread

unit: $(BUILD)/unit_tests build/specs.pack
	SYNAPSE_SOURCE_DIR=$(CURDIR) $(BUILD)/unit_tests

# The tests of one room alone, compiled for speed of compiling: after a change in
# common/rank/merge.cc, `make one ROOM=rank`.
$(BUILD)/$(ROOM)_tests: $(patsubst %.cc,$(BUILD)/obj/%.o,tests/main.cc \
  $(wildcard tests/$(ROOM)/*.cc)) $(BUILD)/libsynapse.a
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS)
one:
	@[ -d 'tests/$(ROOM)' ] && [ '$(ROOM)' ] || \
	  { echo 'make one ROOM=name of a folder in tests/' >&2; exit 1; }
	$(MAKE) TOGETHER= BUILD=build/one OPT='-O0 -g1' build/one/$(ROOM)_tests \
	  $(if $(wildcard build/specs.pack),,build/specs.pack)
	SYNAPSE_SOURCE_DIR=$(CURDIR) build/one/$(ROOM)_tests

# Faults of the store and the shell, in many rounds.
safety: $(BUILD)/safety all
	SYNAPSE_SAFETY=full SYNAPSE_SOURCE_DIR=$(CURDIR) $(BUILD)/safety
	SYNAPSE_SAFETY=full tests/shell/run safety

safety-check: $(BUILD)/safety build/specs.pack
	SYNAPSE_SOURCE_DIR=$(CURDIR) $(BUILD)/safety

shell-check: all
	tests/shell/run

bench: $(BUILD)/bench build/specs.pack
	SYNAPSE_SOURCE_DIR=$(CURDIR) $(BUILD)/bench

# The unit tests again, under the address and undefined-behaviour sanitizers.
# The checks of each used pointer are off: g++ takes twice as long with them,
# and the address sanitizer reports the effects of a bad pointer.
ASAN_BUILD = BUILD=build/asan STRICT=yes OPT='-Og -g1' \
  SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all \
  -fno-sanitize=null,alignment,vptr,object-size,pointer-overflow'
asan-build:
	$(MAKE) $(ASAN_BUILD) build/asan/unit_tests build/specs.pack \
	  build/asan/fuzz_targets

asan: asan-build
	SYNAPSE_SOURCE_DIR=$(CURDIR) LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.ignore \
	  build/asan/unit_tests

# Each tests/fuzz/NAME_fuzz.cc (FUZZ=NAME: that one) runs for FUZZ_SECONDS, from
# tests/fuzz/corpus/NAME. New inputs are kept in build/fuzz/corpus/NAME, and
# failures in build/fuzz. Needs clang and its runtime (Debian: clang
# libclang-rt-dev).
FUZZ ?= $(FUZZ_NAMES)
fuzz: fuzz-build
	@set -e; for name in $(FUZZ); do \
	  mkdir -p build/fuzz/corpus/$$name; \
	  seeds=tests/fuzz/corpus/$$name; [ -d $$seeds ] || seeds=; \
	  echo "fuzz: $$name"; \
	  ASAN_OPTIONS=detect_leaks=0 build/fuzz/bin/$${name}_fuzz -verbosity=0 \
	    -timeout=10 -max_total_time=$(FUZZ_SECONDS) \
	    -artifact_prefix=build/fuzz/$$name- build/fuzz/corpus/$$name $$seeds; \
	done

FUZZ_BUILD = BUILD=build/fuzz CC=clang CXX=clang++ OPT='-O1 -g1' \
  SANITIZE='-fsanitize=fuzzer-no-link,address,undefined \
  -fno-sanitize-recover=all -fsanitize-ignorelist=tests/fuzz/ignore.txt'
fuzz-build:
	$(MAKE) $(FUZZ_BUILD) fuzz-binaries

# Like asan, with clang's sanitizers, over the objects of the fuzz targets.
asan-clang-build: fuzz-build
	$(MAKE) $(FUZZ_BUILD) build/fuzz/unit_tests build/specs.pack

asan-clang: asan-clang-build
	SYNAPSE_SOURCE_DIR=$(CURDIR) LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.ignore \
	  build/fuzz/unit_tests

# The same without clang: FUZZ_INPUTS changes of the corpus, by
# tests/fuzz/driver.cc, over the objects of asan, or of the build without sanitizers
# (FUZZ_BUILT=build). An input of `reader` is read by each of some hundred readers,
# so it has a fifth of them.
fuzz-plain: $(if $(filter build/asan,$(FUZZ_BUILT)),asan-build,build/fuzz_targets)
	@set -e; for name in $(FUZZ); do \
	  echo "fuzz: $$name"; \
	  inputs=$(FUZZ_INPUTS); [ $$name != reader ] || inputs=$$((inputs / 5)); \
	  ASAN_OPTIONS=detect_leaks=0 $(FUZZ_BUILT)/fuzz_targets $$name \
	    $$inputs $(FUZZ_BUILT)/$$name-failed tests/fuzz/corpus/$$name; \
	done

fuzz-binaries: $(FUZZ_BIN)

# All targets and tests/fuzz/driver.cc in one source. File-local names must be
# unique in the folder.
$(BUILD)/together/fuzz.cc: $(FUZZ_SRC) tests/fuzz/driver.cc Makefile
	@mkdir -p $(@D)
	@for name in $(FUZZ_NAMES); do \
	  printf '#define LLVMFuzzerTestOneInput %s_fuzz\n' $$name; \
	  printf '#include "tests/fuzz/%s_fuzz.cc"\n' $$name; \
	  printf '#undef LLVMFuzzerTestOneInput\n'; \
	done >$@
	@echo '#define FUZZ_TARGETS' \
	  '$(foreach name,$(FUZZ_NAMES),{"$(name)", $(name)_fuzz},)' >>$@
	@echo '#include "tests/fuzz/driver.cc"' >>$@
$(BUILD)/obj/fuzz.o: $(BUILD)/together/fuzz.cc
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c -o $@ $<
$(BUILD)/fuzz_targets: $(BUILD)/obj/fuzz.o $(BUILD)/libsynapse.a
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/bin/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/libsynapse.a
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)
