# The verbs of this project. `make` lists them.

SWIFT ?= swift
FEED ?= Examples/Feeds/events.json
PREFIX ?= /usr/local
DESTDIR ?=
BENCH ?=
# Of a release: `make dist` compares the tag with the version; the address is that of the repository.
TAG ?=
URL ?=
# Four threads for a module: it is built one module after the other, and not slower when it runs.
RELEASE = -c release --static-swift-stdlib -Xswiftc -num-threads -Xswiftc 4
# Those that tests run, in a folder of their own: two builds in one would wait for one another.
PROGRAMS = $(RELEASE) --scratch-path .build/programs
EXAMPLES = $(sort $(dir $(wildcard Examples/*/Package.swift)))
# Warnings are errors in our own targets (Package.swift reads it), in all verbs that check.
STRICT = MOCOA_STRICT=1
# All at once, tests that take turns on the main actor would keep one another waiting, and the
# programs and servers that they have started with them.
#
# SWIFT_BACKTRACE stays unset: processes that tests let trap would inherit it in place of `enable=no`,
# and look up the symbols of a backtrace for seconds, which nobody sees.
AT_ONCE = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6
PACKAGES = $(foreach package,Benchmarks Benchmarks/DifferenceKitComparison Benchmarks/ToolkitComparison Fuzz,$(package)/Package.swift $(package)/Sources)
ENGINES = .build/engines
# All of them where none is named.
FUZZ ?=
FUZZ_SECONDS ?= 10
SOAK_SECONDS ?= 3600
# The suites with a long form, by the names of the files that ask whether the run is a long one.
LONG = $(shell grep -rlE 'isLongRun|MOCOA_LONG_TESTS' Tests --include='*Tests.swift' | \
  sed 's|.*/||; s|\.swift||' | sort | paste -sd '|')
# Of the law of the whole, in `make nightly`: about six hours of processor time for a million.
LAW_CASES ?= 1000000

# What tests and benchmarks run, once `make engines` has installed it.
PATH := $(CURDIR)/$(ENGINES):$(PATH)

export SWIFT TAG URL PATH

.PHONY: help setup engines build run test test-engines examples clients check check-tests-built check-programs-built check-packages check-clients check-clients-released lint format bench bench-setup fuzz soak check-sanitized nightly docs record demo install deb dist checksums clean

help: ## Lists the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs the system packages that are missing
	@Scripts/setup

engines: ## Installs DuckDB, PostgreSQL and ClickHouse, which tests of lists over them need
	@Scripts/setup engines

build: ## Builds the program, and mocoa-fetch beside it, in release mode
	@Scripts/setup build
	$(SWIFT) build $(RELEASE) --product mocoa-tui
	$(SWIFT) build $(RELEASE) --product mocoa-fetch

run: build ## Opens a sample feed, or FEED=…
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui" $(FEED)

test: setup ## Runs every test, those of the examples too
	$(STRICT) $(SWIFT) build --build-tests
	$(STRICT) $(AT_ONCE) Scripts/run-tests $(SWIFT) test --skip-build --parallel
	@$(STRICT) $(MAKE) --no-print-directory examples

test-engines: engines ## Runs the tests of lists over engines, which it installs
	$(STRICT) $(SWIFT) build --build-tests
	$(STRICT) $(AT_ONCE) $(SWIFT) test --skip-build --filter MocoaEnginesTests

# They share what is built of the libraries; the plan of the one before would be taken for their own.
examples: ## Builds and tests the example packages
	@for example in $(EXAMPLES); do \
	  echo "== $$example"; \
	  rm -f .build/examples/*.yaml; \
	  $(SWIFT) test --package-path $$example --scratch-path .build/examples || exit 1; \
	done

clients: check-clients check-clients-released ## Builds and tests packages outside of the repository

check-clients:
	@SWIFT=$(SWIFT) Scripts/test-clients "$$($(SWIFT) build --show-bin-path)/mocoa-tui"

check-clients-released:
	@SWIFT=$(SWIFT) Scripts/test-clients release

# The programs that the tests run are those of the release build, as users have them.
check: setup lint ## Everything that must pass: format, warnings, architecture, tests, the release build
	@$(MAKE) --no-print-directory --jobs 2 check-tests-built check-programs-built
	$(STRICT) $(AT_ONCE) MOCOA_PROGRAMS="$$($(SWIFT) build $(PROGRAMS) --show-bin-path)" \
	  Scripts/run-tests $(SWIFT) test --skip-build --parallel
	@$(STRICT) $(MAKE) --no-print-directory --jobs 2 check-packages check-clients-released

# Beside one another: a release build uses one core for most of its time.
check-tests-built:
	$(STRICT) $(SWIFT) build --build-tests --explicit-target-dependency-import-check error

check-programs-built:
	$(SWIFT) build $(PROGRAMS) --product mocoa-tui
	$(SWIFT) build $(PROGRAMS) --product mocoa-fetch

# One after the other, as they share what is built.
check-packages:
	@$(MAKE) --no-print-directory examples
	@$(MAKE) --no-print-directory check-clients

lint: ## Checks the format
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests $(PACKAGES) $(EXAMPLES)

format: ## Formats the sources in place
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests $(PACKAGES) $(EXAMPLES)

PEERS = Benchmarks/.build/peers
DUCKDB = $(firstword $(wildcard $(PEERS)/lib/python3*/site-packages/duckdb_cli/duckdb) duckdb)

bench-setup: ## Installs what the benchmarks compare with: DuckDB, SQLite, jq, ripgrep
	python3 -m venv $(PEERS) && $(PEERS)/bin/pip install --quiet duckdb-cli==1.5.6
	@command -v jq >/dev/null && command -v rg >/dev/null && command -v sqlite3 >/dev/null || \
	  apt-get install -y jq ripgrep sqlite3

# A package of its own, which fetches DifferenceKit.
ifeq ($(BENCH),differencekit)
bench:
	@$(SWIFT) run -c release --package-path Benchmarks/DifferenceKitComparison
else ifeq ($(BENCH),toolkits)
bench:
	@Benchmarks/ToolkitComparison/measure.py
else ifeq ($(BENCH),keys)
bench: build
	@Benchmarks/keys.py "$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui" $(FEED)
else
bench: setup ## Prints the benchmarks, or those of BENCH=diff|differencekit|core|feed|query|engines|watch|follow|draw|lists|toolkit|toolkits|keys
	@$(SWIFT) build $(RELEASE) --product mocoa-tui 1>&2
	@$(SWIFT) build -c release --package-path Benchmarks 1>&2
	@DUCKDB="$(DUCKDB)" MOCOA_TUI="$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui" \
	  "$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/Benchmarks" $(BENCH)
endif

# A build of its own: in release mode, under the address sanitizer, with what is internal.
FUZZ_BUILD = $(SWIFT) build -c release --package-path Fuzz --product Fuzz -Xswiftc -enable-testing \
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address

fuzz: setup ## Checks the laws of readers with invented input; FUZZ=json|feed|filter|…, each FUZZ_SECONDS
	@rm -f "$$($(FUZZ_BUILD) --show-bin-path)/libFuzz.a" # What is gone would stay in it.
	$(FUZZ_BUILD)
	@SWIFT=$(SWIFT) Scripts/fuzz "$$($(FUZZ_BUILD) --show-bin-path)" $(FUZZ_SECONDS) $(FUZZ)

soak: setup ## Leaves the program running for SOAK_SECONDS, with sources that fail and any keys
	$(SWIFT) build --build-tests
	SOAK_SECONDS=$(SOAK_SECONDS) $(SWIFT) test --skip-build --filter SoakTests

# Builds of their own, each beside the other.
check-sanitized: setup ## Runs the tests under the sanitizers of addresses, undefined behaviour and threads
	Scripts/check-sanitized "$(SWIFT)" address
	Scripts/check-sanitized "$(SWIFT)" thread

nightly: check ## What takes hours: all laws with many cases, fuzzing, sanitizers, a soak of an hour
	MOCOA_LONG_TESTS=1 LAW_CASES=$(LAW_CASES) \
	  MOCOA_PROGRAMS="$$($(SWIFT) build $(PROGRAMS) --show-bin-path)" \
	  $(SWIFT) test --skip-build --filter '$(LONG)'
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=60
	@$(MAKE) --no-print-directory check-sanitized
	@$(MAKE) --no-print-directory soak

docs: setup ## Writes tutorial, tasks, manual, recipes, comparison and reference as one site
	$(SWIFT) build
	@SWIFT=$(SWIFT) Scripts/docs .build/documentation

record: ## Accepts the screens as they are now, and shows what changed
	-$(STRICT) RECORD_SCREENS=1 $(SWIFT) test
	-for screens in $(wildcard Examples/*/Tests/*/Screens); do \
	  RECORD_SCREENS=1 $(SWIFT) test --package-path $$screens/../../..; \
	done
	git diff --stat -- Tests Examples

demo: build ## Records the demonstration of the README: demo.cast for asciinema, and demo.svg
	@Scripts/demo "$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui" Documentation

install: build ## Installs program, manual and completions below PREFIX
	@Scripts/install "$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui" "$(DESTDIR)$(PREFIX)"

deb: build ## Makes a Debian package
	@Scripts/setup deb
	@Scripts/make-deb "$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui"

dist: build ## Makes archives of program and source, a Homebrew formula and a PKGBUILD (TAG=…, URL=…)
	@Scripts/make-dist "$$($(SWIFT) build $(RELEASE) --show-bin-path)/mocoa-tui"

checksums: ## Writes the SHA-256 of what deb and dist have made
	@cd .build/dist && rm -f SHA256SUMS && sums=$$(sha256sum *) && echo "$$sums" >SHA256SUMS

clean: ## Removes what was built
	rm -rf .build Benchmarks/.build Fuzz/.build Examples/*/.build
