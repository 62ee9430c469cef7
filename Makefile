# Commands for a fresh Debian or Ubuntu machine with a Rust toolchain; all first install what is
# missing.
#   make run     compiles and runs a Toy program: make run FILE=examples/structs.toy ARGS="-emit=mlir-affine -opt"
#   make check   is the command during development: format, lints and the quick tests
#   make test    runs the whole suite
#   make update  writes all expected texts anew: generated pages, sessions, errors of macros
#   make recipes applies the recipes of CONTRIBUTING.md to a copy, builds it and runs its new tests
#   make test-without-llvm   runs the tests of toyc's library as it is built without LLVM
#   make test-release   runs the tests of checks that hold in every build, without debug assertions
#   make install builds and installs toyc with its completions and man pages: make install PREFIX=~/.local
#   make fuzz    runs campaigns of mutated input: make fuzz TARGET=toy-gentle SECONDS=60; make fuzz TARGET=list
#   make asan    runs random programs under AddressSanitizer: make asan COUNT=200
#   make miri    runs under Miri what it can run (the nightly toolchain is installed if it is not there)
#   make coverage  says how much of the passes, the text layer and the lowering the campaigns reach, in percent
#   make accesses  runs all programs of the test of accesses on all engines; the suite runs a share of them
#   make fuzz-programs runs random programs on every engine: make fuzz-programs COUNT=20000 SEED=0
#   make growth  counts instructions for inputs and their doubles (needs Valgrind)
#   make all-stages    continues every dump of every program of the repository, in each form
#   make fuzz-ir sends random IR through every pass: make fuzz-ir COUNT=20000 SEED=0 PROFILE=release
#   make fuzz-vectors runs random programs on vectors in all ways: make fuzz-vectors COUNT=500
#   make rule-proofs applies every fold and rewrite rule alone to random programs: make rule-proofs COUNT=100000
#   make tree-sitter tests the tree-sitter grammar of Toy on all programs (needs node)
#   make profiled   builds mlir-lite-opt optimized by counts of its runs, and prints where it is
#   make bench   measures against MLIR's mlir-opt, and toyc on generated programs, for docs/performance.md
#   make bench PAIN=1   measures modules like those of public reports about slow passes
#   make bench SPAN=1   says how much faster 2, 8 and 64 processors make mlir-lite-opt
#   make playground   writes the page that compiles and runs programs in a browser (needs rustup)
#   make book    builds the book of the pages in docs/ (installs mdBook into the target folder)
#   make follow-the-book  types the tutorial and the second day into empty packages, and runs them
#   make browser drives the pages in headless Chromium, which it installs (needs npm)
#   make python  measures what a call of an exported function costs from Python
#   make npbench NAMES="atax gemm"   compares NPBench's kernels with NumPy and Numba
#   make ptxas   installs NVIDIA's assembler, and gives it the kernels of the tests (needs pip)
#   make eight-bits   compares products of integers of 8 bits with NumPy and onnxruntime
#   make bench-outside BEFORE=PROGRAM   the same for a crate outside, against an older build of it
#   make bench-instructions BEFORE=FOLDER   counts instructions against an older build's release folder (needs Valgrind)
FILE ?= examples/multiply_transpose.toy
ARGS ?=
SECONDS ?= 60
# Random programs or modules, and the seed of the first.
COUNT ?= 1000
SEED ?= 0
# What is fuzzed; all targets in turn without it.
TARGET ?=
# `dev`, with all assertions, or `release`.
PROFILE ?= release
PREFIX ?= /usr/local
# Where `make browser` writes the pictures of the book.
PICTURES ?=
DESTDIR ?=
# What is installed, when something else has built it.
TOYC ?= $${CARGO_TARGET_DIR:-target}/release/toyc

.PHONY: tree-sitter playground book browser python npbench run check test update recipes profiled
.PHONY: eight-bits ptxas
.PHONY: test-without-llvm test-release install install-files fuzz asan miri coverage fuzz-programs
.PHONY: follow-the-book growth
.PHONY: fuzz-ir fuzz-vectors rule-proofs all-stages accesses bench bench-instructions bench-outside

# Nothing but the program's own output reaches standard output.
run:
	@scripts/setup build
	@test -x "$${CARGO_TARGET_DIR:-target}/debug/toyc" || echo "Building toyc; the first time takes a minute or two." >&2
	@cargo run --quiet --package toyc -- $(FILE) $(ARGS)

check:
	@scripts/setup test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo test --package toy-ast --package text-test-runner --package test-support --package recipes
	cargo test --package toy-dialect --package units --tests
	cargo test --package mlir-lite-opt --test text
	cargo test --package toyc --test text --test sessions
	cargo test --package conventions --test plain_words --test architecture

# `UPDATE_EXPECTED=1` does so in any command that runs these tests.
update: export UPDATE_EXPECTED = 1
update:
	@scripts/setup test
	cargo test --package toy-dialect --test errors_document --test language_document
	cargo test --package units --package macro-errors --test units --test compile
	cargo test --package editors --test editors lists
	cargo test --package mlir-lite-opt --test readme
	cargo test --package toyc --test sessions --test gallery
	cargo doc --workspace --no-deps
	scripts/public-items

recipes:
	@scripts/setup test
	cargo run --package recipes -- "$${CARGO_TARGET_DIR:-target}/recipes"

test:
	@scripts/setup test
	cargo --config test/profile.toml test --workspace --no-fail-fast

# Without LLVM, `toyc` has other features, and so have the crates that it uses.
test-without-llvm:
	@scripts/setup test
	cargo test --package toyc --no-default-features --lib

# Compiles the framework again, as release builds are checked but not as optimised.
test-release:
	@scripts/setup test
	cargo test --profile without-assertions --package mlir-lite --test erased --test random_ir

install:
	@scripts/setup build
	cargo build --release --package toyc
	@$(MAKE) --no-print-directory install-files

# Completions and man pages come from the program itself.
install-files:
	@set -e; toyc="$(TOYC)"; root="$(DESTDIR)$(PREFIX)"; share="$$root/share"; \
	    install -d "$$root/bin" "$$share/man/man1" "$$share/bash-completion/completions" \
	        "$$share/zsh/site-functions" "$$share/fish/vendor_completions.d"; \
	    install -m 755 "$$toyc" "$$root/bin/toyc"; \
	    "$$toyc" completions bash > "$$share/bash-completion/completions/toyc"; \
	    "$$toyc" completions zsh > "$$share/zsh/site-functions/_toyc"; \
	    "$$toyc" completions fish > "$$share/fish/vendor_completions.d/toyc.fish"; \
	    "$$toyc" man "$$share/man/man1"; \
	    echo "installed $$root/bin/toyc"

fuzz:
	@scripts/setup test
	@scripts/fuzz "$(SECONDS)" "$(TARGET)" "$(SEED)" "$(if $(filter command line,$(origin COUNT)),$(COUNT))"

asan:
	@scripts/setup test
	SANITIZED_PROGRAMS=$(COUNT) cargo test --package toyc --test sanitized

# LLVM, files of the system and processes are beyond Miri. Takes ten minutes, or half an hour on a
# busy machine.
miri:
	@scripts/setup miri
	MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --package mlir-lite-ir --lib -- \
	    ir:: support:: attributes:: types::
	MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --package toy-ast --lib

coverage:
	@scripts/setup test
	scripts/coverage $(SECONDS)

# Takes an hour on two processors.
accesses:
	@scripts/setup test
	TOYC_ALL_ACCESSES=1 cargo test --package toyc --test accesses

# Optimised, but with all assertions: the IR is verified after each pass.
fuzz-programs:
	@scripts/setup test
	FUZZ_PROGRAMS_SEED=$(SEED) FUZZ_PROGRAMS_COUNT=$(COUNT) CARGO_PROFILE_DEV_OPT_LEVEL=1 \
	    cargo test --package toyc --test engines -- random/

# The packages are proprietary, and none of them is needed to build or to run anything.
ptxas:
	@scripts/setup test
	python3 -m venv "$${CARGO_TARGET_DIR:-target}/ptxas"
	"$${CARGO_TARGET_DIR:-target}/ptxas/bin/pip" install --quiet nvidia-cuda-nvcc nvidia-nvvm
	cargo test --package toyc --test ptxas -- --nocapture

all-stages:
	@scripts/setup test
	ALL_STAGES_FORMS=1 cargo test --package toyc --test engines -- repository

# Each module goes through every pass and random pipelines; of twenty, one is also read by mlir-opt,
# and one compared with machine code.
fuzz-ir:
	@scripts/setup test
	CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
	    cargo run --profile $(PROFILE) --package random-ir --bin fuzz-ir -- --seed $(SEED) --count $(COUNT)
	CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
	    cargo run --profile $(PROFILE) --package random-ir --bin fuzz-ir -- \
	    --mlir-opt "$${LLVM_SYS_221_PREFIX:-/usr/lib/llvm-22}/bin/mlir-opt" $(SEED) $$(($(COUNT) / 20))
	FUZZ_IR_SEED=$(SEED) FUZZ_IR_COUNT=$$(($(COUNT) / 20)) cargo test --package toyc --test random_ir

# Programs on vectors, on the interpreter, lowered, and by mlir-opt and mlir-runner.
fuzz-vectors:
	@scripts/setup test
	FUZZ_VECTORS_COUNT=$(COUNT) cargo test --package mlir-lite-opt --test lowering -- "random vectors"

# Each rule is tried until so many runs are compared. DOCUMENT=docs/rules.md writes the table of all
# rules anew.
rule-proofs:
	@scripts/setup build
	CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true \
	    cargo run --profile $(PROFILE) --package rule-proofs -- --count $(COUNT) $(if $(DOCUMENT),--document $(DOCUMENT))

# Takes minutes; the table goes to docs/performance.md.
# The generator of parsers is built first, which takes a minute.
tree-sitter:
	cd test/repository/tree-sitter && cargo test --target-dir target

# See docs/explore.md. Optimising the module takes minutes.
playground:
	@scripts/setup build
	@scripts/setup playground
	cargo build --package toyc
	scripts/playground "$${CARGO_TARGET_DIR:-target}"

# mdBook takes minutes to build the first time.
book:
	@scripts/setup book
	@scripts/book "$${CARGO_TARGET_DIR:-target}/tools/bin/mdbook" "$${CARGO_TARGET_DIR:-target}/book"

# The crates are compiled once more, as dependencies of the packages.
follow-the-book:
	@scripts/follow-the-book

# See docs/explore.md. The screenshots are in the target folder; those of the book are written anew
# with PICTURES=docs/pictures.
browser: playground
	@scripts/setup browser
	@target="$${CARGO_TARGET_DIR:-target}"; \
	    test/repository/browser/run "$$target" $(PICTURES)

# Installs NumPy into the target folder if Python has none; see docs/native-code.md.
python:
	@scripts/setup build
	cargo build --release --package toyc
	test/toy/python/measure "$${CARGO_TARGET_DIR:-target}"

# See test/bench/npbench/README.md.
npbench:
	@scripts/setup bench
	cargo build --release --package toyc
	test/bench/npbench/run "$${CARGO_TARGET_DIR:-target}" $(NAMES)

# Prints the table of docs/eight-bits.md.
eight-bits:
	cargo build --release --package toyc
	test/bench/eight-bits/run "$${CARGO_TARGET_DIR:-target}"

profiled:
	@scripts/setup bench
	@scripts/profiled

bench:
	@scripts/setup bench
ifdef PAIN
	cargo build --release --package bench
	@bin="$${CARGO_TARGET_DIR:-target}/release"; opt=$$(scripts/profiled) && \
	    "$$bin/bench" --pain "$${LLVM_SYS_221_PREFIX:-/usr/lib/llvm-22}/bin/mlir-opt" "$$opt"
else ifdef SPAN
	cargo build --release --package bench --package mlir-lite-opt --package bench-toy --package toyc
	@bin="$${CARGO_TARGET_DIR:-target}/release"; \
	    "$$bin/bench" --span "$$bin/mlir-lite-opt" && "$$bin/bench-toy" --span "$$bin/toyc"
else
	cargo build --release --package bench --package bench-toy --package toyc
	@bin="$${CARGO_TARGET_DIR:-target}/release"; opt=$$(scripts/profiled) && \
	    "$$bin/bench" "$${LLVM_SYS_221_PREFIX:-/usr/lib/llvm-22}/bin/mlir-opt" "$$opt" && "$$bin/bench-toy" "$$bin/toyc" && "$$bin/bench-toy" --session "$$bin/toyc" && "$$bin/bench-toy" --kernels "$$bin/toyc" "$${LLVM_SYS_221_PREFIX:-/usr/lib/llvm-22}/bin/clang" /usr/bin/python3 && /usr/bin/python3 test/bench/toy/operations.py "$$bin/toyc"
endif

# Instructions do not depend on what else the machine does. BEFORE is the release folder of another
# checkout.
bench-instructions:
	@test -n "$(BEFORE)" || { echo "usage: make bench-instructions BEFORE=OTHER-CHECKOUT/target/release" >&2; exit 2; }
	@scripts/setup bench
	cargo build --release --package bench --package mlir-lite-opt --package bench-toy --package toyc
	@bin="$${CARGO_TARGET_DIR:-target}/release"; \
	    "$$bin/bench" --instructions "$(BEFORE)/mlir-lite-opt" "$$bin/mlir-lite-opt" && "$$bin/bench-toy" --instructions "$(BEFORE)/toyc" "$$bin/toyc"

# A quarter of an hour on two processors.
# Valgrind does not read all debug information.
growth: export CARGO_PROFILE_RELEASE_STRIP = debuginfo
growth:
	@scripts/setup bench
	GROWTH_BY_INSTRUCTIONS=1 cargo test --release --package toyc --test limits growth -- --nocapture

# A crate of a user's has Cargo's default release profile, without LTO. BEFORE is a program that was
# built from test/bench/outside of another checkout.
bench-outside:
	@test -n "$(BEFORE)" || { echo "usage: make bench-outside BEFORE=PROGRAM" >&2; exit 2; }
	@scripts/setup bench
	cargo build --release --package bench
	cd test/bench/outside && cargo build --release --target-dir target
	@"$${CARGO_TARGET_DIR:-target}/release/bench" --instructions "$(BEFORE)" \
	    test/bench/outside/target/release/bench-outside
