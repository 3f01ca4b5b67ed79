# make demo   set up everything and play a real scenario
# make test   set up everything and run the tests
# make lint   ruff and mypy
# make bench  speed beside a reference loop measured in the same run
# make docs   the reference of the commands and the output in the guides, from the code
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# Two test files at a time. A file stays in one process, since its tests share what they have prepared.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile -m "not faults"
READY  := $(VENV)/.ready

.PHONY: demo test test-faults lint format bench docs clean

demo: $(READY)
	$(BIN)/mjsim run demo --overwrite
	$(BIN)/mjsim stats results/demo --by strategy

# Rule tests drive single games by hand, so they run the kernels as plain Python; everything else is compiled.
test: $(READY)
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules
	$(PYTEST) tests --ignore tests/rules

test-faults: $(READY)
	$(BIN)/python -m pytest tests -m faults -rP

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy mjsim

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/mjsim bench

docs: $(READY)
	$(BIN)/python -m mjsim.cli.reference > docs/commands.md
	$(BIN)/python -m tests.docs.guides

$(READY): pyproject.toml
	$(PYTHON) -c "import sys; assert sys.version_info >= (3, 11), 'mjsim needs Python 3.11 or later'"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	touch $(READY)

clean:
	rm -rf $(VENV) results/demo .pytest_cache .mypy_cache .ruff_cache
