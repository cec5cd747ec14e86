# Installation, packages and specs of others; included by the Makefile.
# Optional, and no part of Synapse: needs the network once, and node.
fig-specs: $(BUILD)/synapse $(BUILD)/pack_specs
	scripts/fig-specs $(BUILD)

# For a tarball: with its libraries next to it (scripts/package). RPATH, not
# RUNPATH: it also holds for the libraries of a library.
$(BUILD)/dist/%: private override LDFLAGS += -Wl,--disable-new-dtags
$(BUILD)/dist/synapse: private override LDFLAGS += \
  -Wl,-rpath,'$$ORIGIN/../lib/synapse/lib'
$(BUILD)/dist/%/synapse.so: private override LDFLAGS += \
  -Wl,-rpath,'$$ORIGIN/../lib'

install: all
	@$(INSTALL_VARIABLES) scripts/install install

uninstall:
	@$(INSTALL_VARIABLES) scripts/install uninstall

# Packages, in build/: see scripts/package.
deb: all
	@scripts/package deb

dist-static: build/specs.pack $(BUILD)/dist/synapse $(MODULES:$(BUILD)/%=$(BUILD)/dist/%)
	@scripts/package static

INSTALL_VARIABLES = PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' BUILD='$(BUILD)' \
  LIBRARIES= \
  HAVE_CURL='$(HAVE_CURL)' HAVE_ZSH='$(HAVE_ZSH)' ZSH_MODULE_DIR='$(ZSH_MODULE_DIR)' \
  HAVE_BASH='$(HAVE_BASH)' BASH_MODULE_DIR='$(BASH_MODULE_DIR)' \
  BASH_LOADABLES='$(BASH_LOADABLES)'
