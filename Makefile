# Leftoff's commands. `make help` lists them.
#
#   make run                      set up, build (release) and run `leftoff serve`
#   make run ARGS="links URL"     the same with other arguments
#   make test                     set up and run every test: Swift's and the browsers'
#   make check                    format, strict lint, build without warnings, all tests

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
PREFIX ?= $(HOME)/.local
ARGS ?= serve
VENV := .venv
PYTHON ?= /usr/bin/python3
SOURCES := Sources Tests Package.swift
RELEASE_FLAGS := -c release --static-swift-stdlib --product leftoff

BUILD_PACKAGES := libbrotli-dev libcurl4-openssl-dev libidn2-dev libsqlite3-dev libssl-dev libxml2-dev pkg-config zlib1g-dev
TEST_PACKAGES := aria2 chromium firefox-esr nginx-light python3-venv tmux

.PHONY: help
help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.PHONY: setup
setup: ## install the system packages that a build needs
	@Tools/install-packages $(BUILD_PACKAGES)

.PHONY: setup-test
setup-test: setup ## install what the tests need: browsers, nginx, a Python virtual environment
	@Tools/install-packages $(TEST_PACKAGES)
	@Tools/make-venv $(PYTHON) $(VENV) Tests/Browser/requirements.txt

.PHONY: build
build: setup ## build the release binary
	@echo "make: building leftoff (release)" >&2
	@$(SWIFT) build $(RELEASE_FLAGS) >&2

.PHONY: run
run: build ## build, then run `leftoff serve`, or ARGS="..."
	@exec "$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)/leftoff" $(ARGS)

.PHONY: install
install: build ## install the binary to PREFIX (~/.local)
	install -D -m 0755 "$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)/leftoff" "$(PREFIX)/bin/leftoff"

.PHONY: test
test: setup-test test-swift test-browser ## set up and run all tests

.PHONY: test-swift
test-swift:
	$(SWIFT) test

.PHONY: test-browser
test-browser:
	$(SWIFT) build --product leftoff
	LEFTOFF_BIN="$$($(SWIFT) build --show-bin-path)/leftoff" $(VENV)/bin/python -m pytest -q Tests/Browser

.PHONY: format
format: ## format the Swift sources in place
	$(SWIFT) format --in-place --recursive $(SOURCES)

.PHONY: lint
lint: ## check format and lint rules, strictly
	$(SWIFT) format lint --strict --recursive $(SOURCES)

.PHONY: check
check: setup-test lint test ## format and lint rules, a build in which warnings are errors, all tests

.PHONY: clean
clean: ## remove what was built
	rm -rf .build $(VENV)
