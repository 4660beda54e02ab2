# The workshop. `make help` lists what there is.
#   ARGS    passed on:        make play ARGS="--help", make test ARGS="-k trick"
#   PYTHON  which Python:     make PYTHON=python3.12 test
#   VENV    which folder:     a path without spaces, inside this one

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=

BIN := $(VENV)/bin
PY  := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input -qq install -c requirements.lock

# What was installed is written down in stamps, so that nothing is asked of a network twice.
# An environment that was moved, copied, half made or whose Python is gone is made again.
SOUND := $(shell test "$$(cat $(VENV)/.where 2>/dev/null)" = "$(CURDIR)/$(VENV)" && test -x $(PY) && echo yes)
AGAIN := $(if $(SOUND),,again)
PINS  := pyproject.toml requirements.lock

OFFLINE = { echo "Could not install: see above. The first set-up needs a package index (a network)." >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help play test check format golden bench measure ci soak lock clean again

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' Makefile

play: $(VENV)/.play ## set up, then play a match in the terminal (ARGS="...")
	@$(BIN)/bingo play $(ARGS)

test: $(VENV)/.dev ## set up, then run every test (ARGS="...")
	@$(PY) -m pytest $(ARGS)

check: $(VENV)/.dev ## lint, format, types, layers, translations, packaging
	@failed=; run() { echo "- $$1"; shift; "$$@" || failed=yes; }; \
	run "lint" $(PY) -m ruff check --quiet; \
	run "format" $(PY) -m ruff format --check --quiet; \
	run "types" $(PY) -m mypy --no-error-summary; \
	run "layers" $(BIN)/lint-imports --no-logo; \
	run "translations" $(PY) tools/catalogue.py check; \
	run "packaging" $(PY) tools/packed.py; \
	run "lock" $(PY) tools/lock.py check; \
	if [ "$$failed" ]; then echo "make check: something above is to be mended" >&2; exit 1; fi

format: $(VENV)/.dev ## mend what ruff can mend: format, order of imports
	@$(PY) -m ruff format
	@$(PY) -m ruff check --fix

golden: $(VENV)/.dev ## rewrite the golden games; the diff is the review
	@$(PY) tools/golden.py $(ARGS)

bench: ## measure, side by side with other programs; prints ratios (ARGS="...")
	@$(MAKE) --no-print-directory VENV=$(VENV)-bench measure

measure: $(VENV)/.bench
	@$(PY) -m tools.bench $(ARGS)

ci: ## what CI runs: every test in a fresh environment, then check
	@rm -rf .venv-ci
	@BINGO_HYPOTHESIS=ci $(MAKE) --no-print-directory VENV=.venv-ci test
	@$(MAKE) --no-print-directory VENV=.venv-ci check

soak: $(VENV)/.soak ## the long tests, then mutants of the game (hours)
	@BINGO_HYPOTHESIS=soak $(PY) -m pytest -m "soak or not soak" $(ARGS)
	@rm -rf mutants
	@BINGO_HYPOTHESIS=mutants $(BIN)/mutmut run
	@$(PY) tools/mutants.py

lock: ## pin the newest versions that pyproject.toml allows
	@rm -rf .venv-lock
	@sh tools/venv.sh "$(PYTHON)" .venv-lock
	@echo "Resolving the newest versions"
	@.venv-lock/bin/python -m pip --disable-pip-version-check -qq install -U "setuptools>=77"
	@.venv-lock/bin/python -m pip --disable-pip-version-check -qq install --no-build-isolation -e ".[dev,soak]"
	@.venv-lock/bin/python tools/lock.py write
	@rm -rf .venv-lock

clean: ## remove what was made here
	@rm -rf .venv .venv-ci .venv-lock .venv-bench build dist mutants src/*.egg-info
	@rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.play: $(PINS) $(AGAIN)
	@sh tools/venv.sh "$(PYTHON)" "$(VENV)"
	@echo "Installing what playing needs into $(VENV)"
	@$(PIP) setuptools && $(PIP) --no-build-isolation -e . || $(OFFLINE)
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Installing what testing needs into $(VENV)"
	@$(PIP) --no-build-isolation -e ".[dev]" || $(OFFLINE)
	@touch $@

# The others may not be had (no network, another machine): then ours is measured alone.
$(VENV)/.bench: $(VENV)/.play
	@echo "Installing what is measured beside it into $(VENV)"
	@$(PIP) --no-build-isolation -e ".[bench]" && touch $@ || \
	echo "Could not install the other programs: see above. Ours is measured without them." >&2

$(VENV)/.soak: $(VENV)/.dev
	@echo "Installing what soaking needs into $(VENV)"
	@$(PIP) --no-build-isolation -e ".[dev,soak]" || $(OFFLINE)
	@touch $@
