# Two commands for a fresh Debian or Ubuntu machine with a Rust toolchain; both first install what is missing.
#   make run     compiles and runs a Toy program: make run FILE=examples/structs.toy ARGS="-emit=mlir-affine -opt"
#   make test    runs the whole suite
#   make fuzz    fuzzes the text parser and verifier: make fuzz SECONDS=60
FILE ?= examples/multiply_transpose.toy
ARGS ?=
SECONDS ?= 60

.PHONY: run test fuzz

# Nothing but the program's own output reaches standard output.
run:
	@scripts/setup build
	@test -x "$${CARGO_TARGET_DIR:-target}/debug/toyc" || echo "Building toyc; the first time takes a minute or two." >&2
	@cargo run --quiet --package toyc -- $(FILE) $(ARGS)

test:
	@scripts/setup test
	cargo test --workspace
	cargo test --package toyc --no-default-features --bin toyc

fuzz:
	scripts/fuzz $(SECONDS)
