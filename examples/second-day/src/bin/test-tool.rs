//! The program of `docs/second-day/test-tool.md`.

use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard::{FuncOp, MulIOp, StdDialect};
use mlir_lite::ir::Body;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_opt::Tool;
use std::process::{Command, ExitCode};

/// Report products, for machines that have none.
#[pass(name = "no-products", on = FuncOp)]
pub struct NoProductsPass {}

impl RunPass for NoProductsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let product = body.own_ops().into_iter().find(|&op| MulIOp::is(body, op));
        match product {
            Some(op) => Err(cx.error(body.op(op).op_error("is not there on this machine"))),
            None => Ok(()),
        }
    }
}

fn tool() -> Tool {
    Tool::new("machine-opt")
        .about("Reads, transforms and prints programs for a machine without products")
        .dialects(|ctx: &Context| {
            ctx.load::<StdDialect>();
        })
        .passes(|registry| {
            registry.register(NoProductsPass::info());
        })
}

const WRONG: &str = "func @f(%x: i32) -> i32 {
  // expected-error @+1 {{'std.muli' op is not there on this machine}}
  %0 = muli %x, %x : i32
  return %0 : i32
}
";

const CLEAN: &str = "func @f(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  return %0 : i32
}
";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    if arguments.len() > 1 {
        return tool().run(arguments);
    }
    let program = arguments.next().expect("a program has a name");
    let folder = std::env::temp_dir().join(format!("machine-opt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    for (name, text, flags, is_right) in [
        ("wrong.mlir", WRONG, &["--no-products", "--verify-diagnostics"][..], true),
        ("wrong.mlir", WRONG, &["--no-products"][..], false),
        ("clean.mlir", CLEAN, &["--no-products"][..], true),
        // An error that is expected and does not appear is a failure too.
        ("wrong.mlir", WRONG, &["--verify-diagnostics"][..], false),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("the file is written");
        let output = Command::new(&program).arg(&file).args(flags).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), is_right, "{name} {flags:?}: {errors}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    ExitCode::SUCCESS
}
