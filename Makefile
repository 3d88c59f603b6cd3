# Everything a newcomer needs: `make demo` shows the search, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test serve lint types tests demo-corpus lock clean

demo: $(READY)
	@$(BIN)/debatable search "We should abandon fossil fuels"
	@echo
	@echo "The same in a browser: run 'make serve' and open http://127.0.0.1:8080"

test: lint types tests

serve: $(READY)
	$(BIN)/debatable serve

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/pytest -n auto

demo-corpus: $(READY)
	$(BIN)/python tools/compile_demo.py

lock:
	$(PYTHON) -m uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --extra dev -o requirements-dev.lock pyproject.toml

$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Debatable needs Python 3.11 or newer: make PYTHON=python3.11 $(MAKECMDGOALS)")'
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
