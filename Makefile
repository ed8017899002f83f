# make run: one hard board, played by logic · make test: everything that must hold
# Needs python3 (3.11 or newer, with venv and pip) and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Exact versions, so that today's green is tomorrow's; `make CONSTRAINTS= …` takes the newest.
CONSTRAINTS ?= .ci/constraints.txt
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check $(if $(CONSTRAINTS),-c $(CONSTRAINTS))
SEED ?= 2

.PHONY: run test lint types check bench clean

run: $(VENV)/ready
	@$(BIN)/mineproof solve --level hard --seed $(SEED) || [ $$? -eq 1 ]

test: lint types check

lint: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready-dev
	$(BIN)/mypy

check: $(VENV)/ready-dev
	$(BIN)/python -m pytest -n 2

bench: $(VENV)/ready
	$(BIN)/python bench/resolution.py

$(VENV)/ready: pyproject.toml $(CONSTRAINTS)
	@echo "setting up $(VENV) (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) -e .
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@$(INSTALL) -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
