# No list of sources exists: the Makefile takes all files.
#   make            the modules and the command
#   make try        a shell with Synapse in it, over a copy of your history
#   make check      every test
#   make install    PREFIX=/usr/local, DESTDIR=
#   make deb        a Debian package for this release of Debian
#   make dist-static  a tarball that needs no library but glibc
#   make safety     kill -9, damage, power cuts, crowds: at full size
#   make fig-specs  specs of more commands, from an npm package: optional
#   make one ROOM=rank  the tests of one room, soon after a change in it
#   make unit safety-check shell-check asan fuzz bench specs uninstall format clean
# The rules of the tests are in scripts/tests.mk, those of packages in
# scripts/distribution.mk.
-include build/config.mk

ifeq ($(wildcard build/config.mk),)
ifneq ($(filter-out check try clean format,$(or $(MAKECMDGOALS),all)),)
$(error run `autoconf && ./configure` first, or scripts/check, which does it)
endif
endif

BUILD ?= build
# A level of optimisation that was given to configure stays. -O2 compiles for two
# thirds longer, and a key has 3 % fewer instructions then.
GIVEN := $(filter -O%,$(CXXFLAGS))
OPT ?= $(if $(GIVEN),,-O1 -g1)
WARN = -Wall -Wextra -Wno-unused-parameter
# gcc 12 warns of copies inside std::string (its bug 105651).
WARN += $(if $(findstring clang,$(CXX)),,-Wno-restrict \
  -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
# STRICT=yes: a warning is an error of the compiler that the project is developed
# with, but for one that is often wrong behind an optimiser; libstdc++ checks
# each index and iterator.
ifdef STRICT
WARN += $(if $(filter 12,$(shell $(CXX) -dumpversion)),-Werror \
  -Wno-error=maybe-uninitialized)
CPPFLAGS += -D_GLIBCXX_ASSERTIONS
endif
SANITIZE ?=
# Without an installation the specs are found at run time.
CPPFLAGS += -Icommon -I. -D_GNU_SOURCE -DSYNAPSE_VERSION='"$(VERSION)"'
CXXFLAGS += -std=c++20 $(OPT) $(WARN) -fPIC -fvisibility=hidden \
  -fvisibility-inlines-hidden -MMD -MP $(SANITIZE)
# An exception may pass C frames between two functions in C++.
CFLAGS += -std=gnu11 $(OPT) $(WARN) -fPIC -fvisibility=hidden -fexceptions \
  -MMD -MP $(SANITIZE)
LDFLAGS += $(SANITIZE)
# glibc before 2.34 has dlopen() in a separate library.
LDLIBS = -llmdb -lre2 -lz -ldl
# The command encrypts (common/sync/). The modules have nothing of it.
SODIUM_USERS = $(BUILD)/synapse $(BUILD)/dist/synapse $(BUILD)/unit_tests
SODIUM_USERS += $(if $(ROOM),$(BUILD)/$(ROOM)_tests)
$(SODIUM_USERS): private LDLIBS += -lsodium
$(BUILD)/fuzz_targets: private LDLIBS += -lsodium
$(BUILD)/bin/%: private LDLIBS += -lsodium

ENGINE_SRC = $(wildcard common/*.cc common/*/*.cc)
# The other tests are separate programs.
TEST_SRC = $(filter-out tests/safety/% tests/bench/% tests/fuzz/%, \
  $(wildcard tests/*.cc tests/*/*.cc))
# With TOGETHER=yes (scripts/setup, for a tree that was not configured before)
# the sources of a folder are compiled as one: several times as fast from
# scratch, and slower after a change. File-local names must be unique in their
# folder. With clang each source is compiled alone, so that a missing #include
# shows.
ifeq ($(TOGETHER)$(findstring clang,$(CXX)),yes)
folders = $(patsubst %/,%,$(sort $(dir $1)))
together = $(patsubst %,$(BUILD)/together/%.o,$(call folders,$1))
ENGINE_OBJ = $(call together,$(ENGINE_SRC))
TEST_OBJ = $(call together,$(TEST_SRC))
TOGETHER_OBJ = $(ENGINE_OBJ) $(TEST_OBJ)
else
ENGINE_OBJ = $(ENGINE_SRC:%.cc=$(BUILD)/obj/%.o)
TEST_OBJ = $(TEST_SRC:%.cc=$(BUILD)/obj/%.o)
endif

MODULES =
ifeq ($(HAVE_ZSH),yes)
MODULES += $(BUILD)/zsh/synapse.so
endif
ifeq ($(HAVE_BASH),yes)
MODULES += $(BUILD)/bash/synapse.so
endif

# The helper speaks HTTP to a language model's server; only it links libcurl.
HELPERS =
ifeq ($(HAVE_CURL),yes)
HELPERS += $(BUILD)/synapse-ai
endif

.PHONY: all check unit one safety safety-check shell-check bench asan asan-build \
  asan-clang asan-clang-build fuzz fuzz-build fuzz-binaries fuzz-plain \
  specs fig-specs install uninstall deb dist-static format clean try
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

include scripts/tests.mk scripts/distribution.mk

all: $(BUILD)/synapse $(MODULES) $(HELPERS) build/specs.pack

# The specs as the shells read them, for each build of the same tree.
build/specs.pack: $(BUILD)/pack_specs \
  $(wildcard specs/*.json specs/names/*.json)
	$(BUILD)/pack_specs specs $@

$(BUILD)/pack_specs: $(BUILD)/obj/module/pack_specs.o $(BUILD)/libsynapse.a
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/obj/%.o: %.cc
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c -o $@ $<

$(TOGETHER_OBJ:.o=.cc): $(BUILD)/together/%.cc: % Makefile
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(wildcard $*/*.cc) >$@
$(TOGETHER_OBJ): %.o: %.cc
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c -o $@ $<

# A third of the compile time is headers: g++ reads the usual ones once. clang
# reads them each time, so that a missing #include shows.
ifeq ($(findstring clang,$(CXX)),)
USUAL_HEADERS = algorithm array cmath cstdint cstring functional map memory \
  optional string string_view unordered_map vector
$(BUILD)/pch/usual.h: Makefile
	@mkdir -p $(@D)
	@printf '#include <%s>\n' $(USUAL_HEADERS) >$@
$(BUILD)/pch/testing.h: Makefile
	@mkdir -p $(@D)
	@echo '#include "tests/testing.h"' >$@
$(BUILD)/pch/testing.h.gch: override OPT = -O0 -g1
$(BUILD)/pch/testing.h.gch: override SANITIZE =
$(BUILD)/pch/%.h.gch: $(BUILD)/pch/%.h
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -x c++-header -o $@ $<
$(ENGINE_OBJ): $(BUILD)/pch/usual.h.gch
$(ENGINE_OBJ): private override CPPFLAGS += -include $(BUILD)/pch/usual.h
# All but the object that builds doctest: tests/main.cc.
WITH_TESTING = $(filter-out %/tests/main.o %/together/tests.o,$(TEST_OBJ))
$(WITH_TESTING): $(BUILD)/pch/testing.h.gch
$(WITH_TESTING): private override CPPFLAGS += -include $(BUILD)/pch/testing.h
endif

# The engine is built once, for all three.
$(BUILD)/libsynapse.a: $(ENGINE_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/synapse $(BUILD)/dist/synapse: $(BUILD)/obj/module/main.o \
  $(BUILD)/libsynapse.a
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/synapse-ai: $(BUILD)/obj/module/ai_helper.o
	$(CXX) $(LDFLAGS) -o $@ $^ -lcurl

# Each part of a glue has one object. zsh's needs no headers of zsh
# (module/zsh_api.h), and bash's uses the headers of bash.
ZSH_OBJ = $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard module/zsh_*.c))
$(ZSH_OBJ): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

BASH_OBJ = $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard module/bash_*.c))
$(BASH_OBJ): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# nodelete: when the module is unloaded, one of its functions may be on the
# stack, or in a table of readline that has no way to remove it.
MODULE_LDFLAGS = -shared -Wl,-z,nodelete -Wl,--exclude-libs,ALL
# Lazy binding: a zsh may lack a function that only some versions call. A bash
# lacks none, unless it was built differently: then its loader names the
# function and fails before any call.
%/zsh/synapse.so: MODULE_LDFLAGS += -Wl,-z,lazy
%/bash/synapse.so: MODULE_LDFLAGS += -Wl,-z,now
$(BUILD)/zsh/synapse.so $(BUILD)/dist/zsh/synapse.so: $(ZSH_OBJ) \
  $(BUILD)/libsynapse.a module/zsh.map
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) $(MODULE_LDFLAGS) -Wl,--version-script=module/zsh.map \
	  -o $@ $(filter-out %.map,$^) $(LDLIBS)

$(BUILD)/bash/synapse.so $(BUILD)/dist/bash/synapse.so: $(BASH_OBJ) \
  $(BUILD)/libsynapse.a module/bash.map
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) $(MODULE_LDFLAGS) -Wl,--version-script=module/bash.map \
	  -o $@ $(filter-out %.map,$^) $(LDLIBS)

specs: $(BUILD)/synapse
	$(BUILD)/synapse spec check specs/*.json

check:
	@env -u MAKEFLAGS -u MAKELEVEL scripts/check

try:
	@env -u MAKEFLAGS -u MAKELEVEL scripts/try

format:
	clang-format -i $$(git ls-files '*.cc' '*.h' '*.c')

clean:
	rm -rf build

-include $(ENGINE_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(SAFETY_OBJ:.o=.d) $(BENCH_OBJ:.o=.d) \
  $(FUZZ_OBJ:.o=.d) $(wildcard $(BUILD)/pch/*.d) \
  $(wildcard $(BUILD)/obj/module/*.d)
