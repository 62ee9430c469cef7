//! The effects of a JIT session on its process: the order of its output and the end on LLVM's fatal
//! errors. Each test starts this program again, as a child with one role.
#![allow(clippy::print_stdout)]

use std::{
    env, io,
    io::Write as _,
    process::{Command, Output},
};

use inkwell::{context::Context, memory_buffer::MemoryBuffer};
use mlir_lite_llvm::{JitSession, OptLevel};

/// Set for a child: run the role, not the test.
const ROLE: &str = "MLIR_LITE_TEST_ROLE";

/// Runs the test of that name in a child process, which runs `role`.
fn in_a_child(test: &str, role: fn()) -> Option<Output> {
    if env::var_os(ROLE).is_some() {
        role();
        return None;
    }
    let program = env::current_exe().expect("a running test has a path");
    let child = Command::new(program)
        .args(["--exact", test, "--nocapture"])
        .env(ROLE, "child")
        .output()
        .expect("the test program starts");
    Some(child)
}

fn run_main(ir: &str) {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(ir.as_bytes(), "test");
    let module = context.create_module_from_ir(buffer).unwrap();
    let mut session = JitSession::new(OptLevel::None).unwrap();
    session.add_module(module).unwrap();
    // SAFETY: the modules below define `main` as a `void()` on their own data.
    unsafe { session.run_void("main").unwrap() }
}

#[test]
fn compiled_output_appears_between_output_of_rust() {
    let child = in_a_child("compiled_output_appears_between_output_of_rust", || {
        // Without a newline: the line stays in Rust's buffer until it is flushed.
        print!("<before>");
        run_main(
            "@text = private constant [7 x i8] c\"%f %f \\00\"
            declare i32 @printf(ptr, ...)
            define void @main() {
              %n = call i32 (ptr, ...) @printf(ptr @text, double 1.0, double 16.0)
              ret void
            }",
        );
        print!("<after>");
        io::stdout().flush().unwrap();
    });
    if let Some(child) = child {
        let text = String::from_utf8(child.stdout).unwrap();
        assert!(text.contains("<before>1.000000 16.000000 <after>"), "{text}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn llvm_s_fatal_errors_are_reported() {
    let child = in_a_child("llvm_s_fatal_errors_are_reported", || {
        run_main(
            "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
            define i32 @main() {
              %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
              ret i32 %x
            }",
        );
    });
    if let Some(child) = child {
        let text = String::from_utf8(child.stderr).unwrap();
        assert_eq!(child.status.code(), Some(1), "{text}");
        assert!(
            text.contains("error: LLVM cannot compile this program and stops: Cannot select"),
            "{text}"
        );
    }
}
