# `make demo` and `make test` set up .venv by themselves; the stamp files make a second run need no network.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= 2
ROOMS := api app core crawler demo evaluation graph ingest models retrieval
CORE := $(VENV)/.core.stamp
DEV := $(VENV)/.dev.stamp

.PHONY: demo stop eval test bench soak lint docs lock setup-dev clean

demo: $(CORE)
	$(BIN)/sitequest demo

stop: $(CORE)
	$(BIN)/sitequest demo stop

eval: $(CORE)
	$(BIN)/sitequest eval demo --llm none --against demo/baseline.json

test: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m "not bench and not soak" $(ARGS)

bench: $(DEV)
	$(BIN)/python -m pytest -m bench -s $(ARGS)

soak: $(DEV)
	$(BIN)/python -m pytest -m soak -s --timeout 7200 $(ARGS)

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(CORE)
	$(BIN)/python scripts/make_docs.py

lock: $(DEV)
	./scripts/lock_requirements.sh $(ARGS)

setup-dev: $(DEV)

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or later is needed; name one with: make PYTHON=python3.11 demo" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(CORE): requirements/core.txt pyproject.toml | $(BIN)/python
	@echo "Installing what SiteQuest needs into $(VENV) (once; some 150 MB to fetch, one to some minutes)"
	$(PIP) install --require-hashes -r requirements/core.txt
	$(PIP) install --require-hashes -r requirements/build.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q $(ROOMS)
	@touch $@

$(DEV): requirements/dev.txt $(CORE)
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@
