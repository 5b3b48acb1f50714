# Everything that can be done with a checkout. Each target installs the Debian packages that it needs
# and that are missing, and says which. STRICT=1 makes a warning an error (CI does so).

SWIFT ?= swift
STRICT_FLAGS_1 = -Xswiftc -warnings-as-errors -Xcc -Werror
SWIFT_FLAGS = $(STRICT_FLAGS_$(STRICT))
# COVERAGE=1: what `make coverage` will run.
COVERAGE_FLAGS_1 = --enable-code-coverage --scratch-path .build/coverage
export SWIFT SWIFT_FLAGS
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: help demo build test release libgpiod2 coverage sanitize lint format embedded lab bench proof fuzz docs clean packages \
  broker home-assistant fleet
.PHONY: install uninstall installed newcomer library-docs service deb deb13 static trixie lab-arm64

help:
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: packages ## a panel with a ring, played in this terminal; needs no hardware
	@$(SWIFT) build $(SWIFT_FLAGS) --product gpiopress
	@"$$($(SWIFT) build $(SWIFT_FLAGS) --show-bin-path)/gpiopress" demo

build: packages ## the program and the libraries, and the tests
	$(SWIFT) build $(SWIFT_FLAGS) $(COVERAGE_FLAGS_$(COVERAGE)) --build-tests

test: packages broker ## all tests that need no kernel of their own, the engine's proof included
	$(SWIFT) test $(SWIFT_FLAGS)
	@$(MAKE) --no-print-directory proof

coverage: packages broker ## the tests, and how many lines of each folder they run (LINES=1: and which not)
	@scripts/coverage.sh

sanitize: packages broker ## the tests with the address and the thread sanitizer (SANITIZER=thread for one)
	@scripts/sanitize.sh $(SANITIZER)

libgpiod2: packages broker ## the tests once more, against libgpiod 2 beside the system's 1.6
	@scripts/test-libgpiod2.sh

lint: ## layout of the code, and the rules of the house that a search can check
	@scripts/lint.sh

format: ## lay out the code
	$(SWIFT) format --in-place --recursive Sources Tests Examples Package.swift
	@scripts/packages.sh clang-format
	@find Sources Tests -name '*.[ch]' -print0 | xargs -0 clang-format -i

home-assistant: packages ## what panels announce, shown to Home Assistant's own schemas
	@scripts/home-assistant.sh

fleet: packages ## a hundred simulated panels at one broker that is killed (PANELS=10 for fewer)
	@scripts/fleet.sh

embedded: ## the engine for microcontrollers and WebAssembly, with its sizes
	@scripts/embedded.sh

lab: packages ## the real program on a real kernel with simulated chips (SCENARIO=name for one, LAB_KERNEL=6.12)
	@scripts/lab.sh $(SCENARIO)

install: ## into PREFIX (/usr/local), below DESTDIR where that is set; `make uninstall` removes it
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install.sh

uninstall: ## removes what make install has put there, with the same PREFIX and DESTDIR
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install.sh --uninstall

installed: ## installs into a folder, uses it from there, completes in real shells, uninstalls
	@scripts/test-install.sh

library-docs: packages ## the reference of the libraries, in DocC; a public symbol without documentation fails it
	@COVERAGE_FLAGS="$(COVERAGE_FLAGS_$(COVERAGE))" scripts/library-docs.sh

newcomer: packages ## every command of README and the manual, in a fresh clone (PAGES="README.md docs/lab.md" for some)
	@COVERAGE_FLAGS="$(COVERAGE_FLAGS_$(COVERAGE))" scripts/newcomer.sh $(PAGES)

service: ## the unit, its users, folders and device rules, as systemd judges them
	@scripts/service.sh

deb: ## a package for this machine's own Debian
	@scripts/deb.sh

deb13: ## packages for Debian 13, amd64 and arm64, made and tried in roots of it (needs root)
	@scripts/deb13.sh
	@scripts/test-deb.sh

static: ## the program as one file that runs on any Linux of this processor, boards inside
	@scripts/static.sh

trixie: ## all tests in a clean Debian 13, with its own Swift and libgpiod 2 (needs root)
	@scripts/trixie.sh

lab-arm64: ## the package for arm64 on an emulated machine with simulated chips (needs root)
	@scripts/lab-arm64.sh

release: packages ## the program to install, the Swift library inside, and the boards beside it
	@scripts/release.sh

bench: packages ## sizes, times and memory; beside other programs (WRITE=--write: into the manual; PEERS=no, PEERS=only)
	@[ "$(PEERS)" = only ] || scripts/bench.sh $(WRITE)
	@[ "$(PEERS)" = no ] || scripts/bench-peers.sh $(WRITE)

proof: packages ## every short sequence of edges, against the invariants (release build)
	@$(SWIFT) build --configuration release --product engine-proof
	@$(SWIFT) build --configuration release --product engine-bench
	@build=$$($(SWIFT) build --configuration release --show-bin-path) && \
	  "$$build/engine-proof" && "$$build/engine-bench" --check

fuzz: packages ## made-up input for the engine (FUZZ_SECONDS=60), or for the readers of traces (FUZZ=trace)
	@scripts/fuzz.sh

docs: packages ## the pictures of the manual, drawn by the program
	@scripts/docs.sh

clean: ## remove what was built in this checkout
	rm -rf .build

broker:
	@scripts/packages.sh mosquitto mosquitto-clients libmosquitto1 openssl

packages:
	@scripts/packages.sh pkg-config libgpiod-dev libyaml-dev
