# Commands for a fresh Debian or Ubuntu machine with a Rust toolchain; all first install what is missing.
#   make run     compiles and runs a Toy program: make run FILE=examples/structs.toy ARGS="-emit=mlir-affine -opt"
#   make test    runs the whole suite
#   make fuzz    fuzzes the text parser and verifier: make fuzz SECONDS=60
#   make bench   measures against MLIR's mlir-opt, and toyc on generated programs, for docs/performance.md
FILE ?= examples/multiply_transpose.toy
ARGS ?=
SECONDS ?= 60

.PHONY: run test fuzz bench

# Nothing but the program's own output reaches standard output.
run:
	@scripts/setup build
	@test -x "$${CARGO_TARGET_DIR:-target}/debug/toyc" || echo "Building toyc; the first time takes a minute or two." >&2
	@cargo run --quiet --package toyc -- $(FILE) $(ARGS)

test:
	@scripts/setup test
	cargo test --workspace
	cargo test --package toyc --no-default-features --lib

fuzz:
	scripts/fuzz $(SECONDS)

# Takes minutes; the table goes to docs/performance.md.
bench:
	@scripts/setup bench
	cargo build --release --package bench --package mlir-lite-opt --package bench-toy --package toyc
	@bin="$${CARGO_TARGET_DIR:-target}/release"; \
	    "$$bin/bench" "$${LLVM_SYS_221_PREFIX:-/usr/lib/llvm-22}/bin/mlir-opt" "$$bin/mlir-lite-opt" && "$$bin/bench-toy" "$$bin/toyc" && "$$bin/bench-toy" --session "$$bin/toyc"
