# The development commands of Leftoff. `make help` lists them.
#
#   make run                      set up, build (release) and run `leftoff serve`
#   make run ARGS="links URL"     the same with other arguments
#   make test                     set up and run all tests
#   make check                    format, strict lint, build without warnings, all tests

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
PREFIX ?= $(HOME)/.local
ARGS ?= serve
VENV := .venv
API_VENV := .venv-api
SPARK_VENV := .venv-spark
PYTHON ?= /usr/bin/python3
# Options of debug builds. `.ci/run` leaves out what only debuggers and editors use; other options build all again.
DEBUG_FLAGS ?=
# The seed of the requests that `make test-api` generates.
SEED ?= 5338
SOURCES := Sources Tests Fuzz/Sources Benchmarks/links-speed/Sources Benchmarks/downloads/Sources Benchmarks/queue/Sources \
    Benchmarks/queue-postgres/Sources Benchmarks/faults/Sources Package.swift
# Tests that wait for servers.
WAITING_TESTS := ^(Crawling|Downloads|Fetching|Service)Tests[.]
# Tests that start programs run separately: a new process briefly inherits all descriptors, and with them the file
# locks of other tests.
STARTING_TESTS := ^(EndToEnd|PostgresStore)Tests[.]
BUILD_PACKAGES := binutils libbrotli-dev libcurl4-openssl-dev libidn2-dev libpq-dev libpsl-dev libsqlite3-dev libssl-dev \
    libxml2-dev pkg-config zlib1g-dev
TEST_PACKAGES := aria2 bindfs chromium chromium-headless-shell cmark curl firefox-esr fish groff libxml2-utils man-db \
    mandoc nginx-light openssl postgresql-15 python3-venv strace systemd tmux wget wget2 zsh
PACKAGE_PACKAGES := appstream debhelper desktop-file-utils libglib2.0-bin lintian systemd
SPARK_PACKAGES := default-jre-headless python3-venv
SCRIPT_PACKAGES := esbuild eslint librsvg2-bin node-typescript nodejs

.PHONY: help
help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.PHONY: setup
setup: ## install the system packages that a build needs
	@Tools/install-packages $(BUILD_PACKAGES)

.PHONY: setup-test
setup-test: setup ## install the programs that the tests need, and create their Python environments
	@Tools/install-packages $(TEST_PACKAGES) $(SCRIPT_PACKAGES)
	@Tools/make-venv $(PYTHON) $(VENV) Tests/Browser/requirements.txt
	@Tools/make-venv $(PYTHON) $(API_VENV) Tests/API/requirements.txt

.PHONY: build
build: setup ## build the release binary, .build/stripped/leftoff
	@echo "make: building leftoff (release)" >&2
	@SWIFT="$(SWIFT)" Tools/build-release >/dev/null

.PHONY: run
run: build ## build, then run `leftoff serve`, or ARGS="..."
	@exec "$$(SWIFT="$(SWIFT)" Tools/build-release)" $(ARGS)

.PHONY: install
install: build ## install binary, manuals, completions, systemd user unit and extension to PREFIX (~/.local)
	@packaging/make-tree "$$(SWIFT="$(SWIFT)" Tools/build-release)" .build/install
	@.build/install/install.sh "$(PREFIX)"

.PHONY: package
package: setup ## build the Debian packages and the tarball in .build/package, and check them
	@Tools/install-packages $(PACKAGE_PACKAGES)
	@SWIFT="$(SWIFT)" packaging/build

.PHONY: test-package
test-package: package ## as root: prove in fresh Debian roots that the packages and the tarball work
	packaging/test/resume .build/package
	packaging/test/lifecycle .build/package

# Most tests wait for something, so with two lanes a core is often idle; the longest targets begin first.
# CHECKS=lint adds a target.
CHECKS ?=
.PHONY: test
test: ## set up and run all tests, in four lanes; prints a table of phases and times
	@command -v python3 >/dev/null || Tools/install-packages python3-minimal
	@SWIFT="$(SWIFT)" Tools/run-lanes setup 'build-tests | setup-test setup-spark' \
	    '4: test-browser test-swift-waiting test-swift-starting test-api test-spark test-swift-pure $(CHECKS) test-examples test-js'

.PHONY: test-all
test-all: ## run all tests, with 40 pages in a window and ten times as many requests, and build the benchmarks and the fuzz targets
	@LEFTOFF_TEST_ALL=1 LEFTOFF_BENCHMARKS=1 $(MAKE) --no-print-directory test CHECKS=lint
	@LEFTOFF_FUZZ=1 $(SWIFT) build --target leftoff-fuzz

.PHONY: stress
stress: setup-test build-tests ## run the tests ROUNDS times (10) in random order beside two busy processes; ONLY=GROUP[:PATTERN]
	@Tools/stress $(if $(ROUNDS),--rounds $(ROUNDS)) $(foreach only,$(ONLY),--only '$(only)')

# `make test` sets BUILT for the targets that it runs, because it has set up and built everything before them.
BUILT ?=
.PHONY: build-tests
build-tests: $(if $(BUILT),,setup)
	$(SWIFT) package resolve
	Tools/dependency-trees
	$(SWIFT) build --build-tests $(DEBUG_FLAGS)

.PHONY: build-debug
build-debug: $(if $(BUILT),,setup)
	$(SWIFT) build --product leftoff $(DEBUG_FLAGS)

.PHONY: test-swift
test-swift: test-swift-pure test-swift-waiting test-swift-starting test-examples ## run the Swift tests in three groups: pure ones, those that wait for servers, those that start programs

.PHONY: test-swift-pure
test-swift-pure: $(if $(BUILT),,build-tests)
	Tools/swift-test --skip '$(WAITING_TESTS)' --skip '$(STARTING_TESTS)'

.PHONY: test-swift-waiting
test-swift-waiting: $(if $(BUILT),,build-tests)
	Tools/swift-test --filter '$(WAITING_TESTS)' --skip '$(STARTING_TESTS)'

.PHONY: test-swift-starting
test-swift-starting: $(if $(BUILT),,build-tests)
	Tools/swift-test --filter '$(STARTING_TESTS)'

.PHONY: test-examples
test-examples: $(if $(BUILT),,build-tests) ## compile the examples of the doc comments
	Tools/doc-examples

.PHONY: test-js
test-js: ## test the JavaScript modules that need no document
	node --test js/test/*.test.js

.PHONY: test-browser
test-browser: $(if $(BUILT),,build-debug) ## run the browser tests, three files at a time, because they mostly wait
	LEFTOFF_BIN=.build/debug/leftoff $(VENV)/bin/python -m pytest -q -n 3 --dist loadscope --no-loadscope-reorder \
	    --durations=25 Tests/Browser

.PHONY: test-api
test-api: $(if $(BUILT),,build-debug) ## test the service against its OpenAPI description; SEED=N varies the requests
	$(API_VENV)/bin/python Tests/API/run .build/debug/leftoff $(if $(LEFTOFF_TEST_ALL),400,40) $(SEED)

.PHONY: setup-spark
setup-spark: ## install what the tests of the Spark job need: Java and a Python environment
	@Tools/install-packages $(SPARK_PACKAGES)
	@Tools/make-venv $(PYTHON) $(SPARK_VENV) integrations/spark/tests/requirements.txt

.PHONY: test-spark
test-spark: $(if $(BUILT),,setup-spark build-debug) ## test the Spark job with a real Spark, and check its types
	cd integrations/spark && ../../$(SPARK_VENV)/bin/python -m mypy
	LEFTOFF_BIN=.build/debug/leftoff $(SPARK_VENV)/bin/python -m pytest -q --durations=10 integrations/spark/tests

.PHONY: setup-scripts
setup-scripts: ## install the tools for JavaScript and icons: esbuild, ESLint, TypeScript, Node.js, librsvg
	@Tools/install-packages $(SCRIPT_PACKAGES)

.PHONY: scripts
scripts: setup-scripts ## bundle the modules of js/ into js/generated, which is committed
	Tools/build-scripts

.PHONY: man
man: ## write the manual pages, which are committed, from the texts of `leftoff help` and the options
	$(SWIFT) build --product leftoff
	"$$($(SWIFT) build --show-bin-path)/leftoff" manual Resources/man

.PHONY: format
format: ## format the Swift sources in place
	$(SWIFT) format --in-place --recursive $(SOURCES)

.PHONY: lint
lint: $(if $(BUILT),,setup-scripts) ## check format, lint rules, doc comments, lengths of lines, numbers, mutants and the scripts, strictly
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	Tools/doc-style
	Tools/number-style
	Tools/mutate check
	Tools/lint-scripts

.PHONY: check
check: ## run lint and all tests
	@$(MAKE) --no-print-directory test CHECKS=lint

.PHONY: clean
clean: ## delete everything that was built
	rm -rf .build $(VENV) $(API_VENV) $(SPARK_VENV)
