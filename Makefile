# The short way to everything: `make demo` and `make test` install what is missing, build, and show or check tandem.
# CMake does the work; see CMakePresets.json for the other kinds of build.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# What scripts/setup unpacks itself (CBMC on Debian 12) is found here.
export PATH := $(PATH):$(or $(TANDEM_DEPS),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/tandem)/bin

.PHONY: all setup configure build demo test install deb docs clean format lint bench benchmarks

all: build

setup:
	@scripts/setup

# Configuring again is only needed when there is no build yet; ninja does it by itself when a CMake file changes.
configure: setup
	@test -f build/build.ninja || cmake --preset release

build: configure
	@cmake --build build --parallel $(JOBS)

demo: configure
	@cmake --build build --parallel $(JOBS) --target tandem
	@scripts/demo build/tandem

test: build
	@ctest --test-dir build --output-on-failure -j2

install: build
	@cmake --install build --prefix $(PREFIX)

# A package for the Debian release this is; see docs/packages.md.
deb: configure
	@cmake --build build --parallel $(JOBS) --target tandem manual
	@cd build && cpack -G DEB

# The documents as a static site, with the manual.
docs: configure
	@cmake --build build --parallel $(JOBS) --target tandem
	@scripts/make_docs build/site build/tandem

clean:
	rm -rf build build-dev build-asan build-lint

format:
	@git ls-files --cached --others --exclude-standard '*.cpp' '*.h' | grep -v '^test/programs/' | xargs clang-format-19 -i

# clang-tidy on every file; slow, so not part of the tests.
lint: setup
	@cmake --preset lint >/dev/null
	@cmake --build build-lint --parallel $(JOBS)

# One study, by default in its full form: make study-cmc FORM=short
FORM ?= full
study-%: build
	@scripts/study $* $(FORM)

# What got slower since the last record; all benchmarks: make benchmarks.
bench: build
	@scripts/performance build

benchmarks: build
	@scripts/bench build
