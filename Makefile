# Everything a newcomer needs: `make demo` shows the search, `make test` runs every check.
# Without make (Windows): python tools/environment.py, then .venv\Scripts\debatable; see README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
READY_DOCS := $(VENV)/.ready-docs
READY_API := $(VENV)/.ready-api
READY_RAY := $(VENV)/.ready-ray
READY_INTEGRATIONS := $(VENV)/.ready-integrations
CLUSTERS := $(addprefix tests/end_to_end/,test_ray.py test_qdrant_cluster.py test_qdrant_mishaps.py)
# One worker more than there are cores: some tests wait, for a time limit or for another process.
WORKERS = $$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')
COMPILE := $(PYTHON) -m uv pip compile --universal --python-version 3.11 --no-header

# Compiled tests are kept for the next run, whatever the environment says.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test test-all test-browser test-release test-clusters test-training docs serve lint types tests demo-corpus lock clean

demo: $(READY)
	@echo "Searching the bundled corpus (the first time, its index is made) ..."
	@$(BIN)/debatable search "We should abandon fossil fuels"
	@echo
	@echo "The same in a browser: run 'make serve' and open http://127.0.0.1:8080"

# Types are checked beside the tests: mypy takes a minute of one core.
test: lint
	@$(MAKE) --no-print-directory -j2 types tests

# Beside `make test`: the package and the site are built and checked, what takes long is done, the API is asked by its own
# description, an index is built on Ray, other tools ask an index, and the pages are opened in a browser. Where the tools of these cannot be had,
# their tests are skipped and say so.
test-all: $(READY_DEV) test-browser
	-@$(MAKE) --no-print-directory $(READY_DOCS)
	-@$(MAKE) --no-print-directory $(READY_API)
	-@$(MAKE) --no-print-directory $(READY_RAY)
	-@$(MAKE) --no-print-directory $(READY_INTEGRATIONS)
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m 'slow and not release' $(CLUSTERS:%=--ignore %) tests
	@$(MAKE) --no-print-directory -j2 test-release test-clusters

# Side by side, since both wait: the one for packages, the other for servers.
test-release: $(READY_DEV)
	$(BIN)/pytest -n auto --dist loadfile -m 'release or slow' tests/release

test-clusters: $(READY_DEV)
	$(BIN)/pytest -n0 -m 'release or slow' $(CLUSTERS)

# Apart from the others, since the package torch is large (gigabytes on Linux with x86-64); with TRAINING naming a Python
# that has the extra `train`, nothing is installed.
TRAINING ?= .venv-training/bin/python
test-training: $(READY_DEV)
	@test -x $(TRAINING) || { $(PYTHON) -m venv .venv-training && $(TRAINING) -m pip install --quiet '.[dev,train]'; }
	PYTHONPATH=src$${PYTHONPATH:+:$$PYTHONPATH} $(TRAINING) -m pytest -n $(WORKERS) tests/unit/learning/training tests/unit/cli/verbs/test_train.py

# A warning, such as a link to nowhere, is an error. The variable silences the theme's notice that it ends in May 2027.
docs: $(READY_DOCS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The documentation: build/site/index.html"

test-browser: $(READY_DEV)
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/browser/requirements.lock
	$(BIN)/pytest -n0 -rs -m browser tests/browser

serve: $(READY)
	$(BIN)/debatable serve

lint: $(READY_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY_DEV)
	$(BIN)/mypy

tests: $(READY_DEV)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

demo-corpus: $(READY_DEV)
	$(BIN)/python tools/compile_demo.py

lock:
	$(COMPILE) --generate-hashes --override tools/overrides.txt --extra dev -o requirements/dev.lock pyproject.toml
	$(COMPILE) --generate-hashes --override tools/overrides.txt --extra checkout -c requirements/dev.lock -o requirements/search.lock pyproject.toml
	echo 'mkdocs-material>=9.6 mkdocstrings-python>=1.16' | tr ' ' '\n' | $(COMPILE) --generate-hashes --no-annotate -c requirements/dev.lock -o requirements/docs.lock -
	echo 'mcp>=2.3,<3 schemathesis>=4.32' | tr ' ' '\n' | $(COMPILE) --generate-hashes --no-annotate -c requirements/dev.lock -o requirements/api.lock -
	echo 'ray[client]>=2.60,<3' | $(COMPILE) --generate-hashes --no-annotate -c requirements/dev.lock -c requirements/api.lock -o requirements/ray.lock -
	printf '%s\n' 'datasets>=4.0' 'ir-datasets>=0.5.9' 'langchain-core>=1.0,<2' 'llama-index-core>=0.14,<0.15' 'odfdo>=3.9' 'openpyxl>=3.1' 'pandas>=2.2' 'pyterrier>=1.0,<2' 'python-docx>=1.1' | $(COMPILE) --generate-hashes --no-annotate --override tools/integration_overrides.txt -c requirements/dev.lock -c requirements/api.lock -c requirements/docs.lock -c requirements/ray.lock -o requirements/integrations.lock -
	$(COMPILE) --no-annotate --extra fast --extra vectors -c requirements/dev.lock -o requirements/constraints.txt pyproject.toml
	echo 'build>=1.2 hatchling>=1.27 twine>=6.1' | tr ' ' '\n' | $(COMPILE) --generate-hashes --no-annotate -o tests/release/requirements.lock -
	echo 'axe-playwright-python>=0.1.4 playwright>=1.49' | tr ' ' '\n' | $(COMPILE) --generate-hashes --no-annotate -o tests/browser/requirements.lock -

$(READY): requirements/search.lock pyproject.toml
	@$(PYTHON) tools/environment.py
	@touch $(READY)

# Alone it makes the whole environment: what the search needs is a part of what the checks need.
$(READY_DEV): requirements/dev.lock pyproject.toml
	@$(PYTHON) tools/environment.py --dev
	@touch $(READY) $(READY_DEV)

# What asks the API by its description and the tools by their protocol.
$(READY_API): $(READY) requirements/api.lock
	@$(PYTHON) tools/environment.py --api
	@touch $(READY_API)

# What builds an index on Ray.
$(READY_RAY): $(READY) requirements/ray.lock
	@$(PYTHON) tools/environment.py --ray
	@touch $(READY_RAY)

# The tools of others that an index is asked from.
$(READY_INTEGRATIONS): $(READY) requirements/integrations.lock
	@$(PYTHON) tools/environment.py --integrations
	@touch $(READY_INTEGRATIONS)

$(READY_DOCS): $(READY) requirements/docs.lock
	@$(PYTHON) tools/environment.py --docs
	@touch $(READY_DOCS)

clean:
	rm -rf $(VENV) .venv-training build .mypy_cache .pytest_cache .ruff_cache .hypothesis .qdrant dist
