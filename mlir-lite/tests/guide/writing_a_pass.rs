//! The code of `docs/writing-a-pass.md`.

use mlir_lite::Context;
use mlir_lite::diagnostics::{Diagnostics, Reported};
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::{Body, OpId};
use mlir_lite::pass::{
    PassContext, PassRegistry, PassStatistics, RunOptions, RunPass, parse_pipeline, pass,
};
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};

/// Erase ops of some names.
///
/// An op stays if its results are used.
#[pass(name = "erase-ops", on = FuncOp)]
pub struct EraseOps {
    /// Full names of the ops to erase
    #[option("names")]
    pub names: Vec<String>,
    /// Number of erased ops
    #[statistic("num-erased")]
    ERASED: Statistic,
}

impl RunPass for EraseOps {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let is_named =
            |body: &Body, op: OpId| self.names.iter().any(|name| name == body.info(op).name());
        for op in body.own_ops() {
            if body.is_live(op) && is_named(body, op) && body.is_unused(op) {
                body.erase_op(op);
                cx.count(Self::ERASED, 1);
            }
        }
        Ok(())
    }
}

use mlir_lite::pass::{Analyses, Analysis};

struct OpCount(usize);

impl Analysis for OpCount {
    const NAME: &'static str = "OpCount";
    type Parameters = ();
    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self(body.own_ops().len())
    }
}

fn is_large(body: &Body, cx: &mut PassContext<'_>) -> bool {
    cx.analysis::<OpCount>(body).0 > 1000
}

pub(crate) fn main() {
    let mut registry = PassRegistry::new();
    registry.register(EraseOps::info());

    let ctx = Context::new();
    ctx.load::<mlir_lite::dialects::standard::StdDialect>();
    let mut diagnostics = Diagnostics::new();
    let text = "func(erase-ops{names=std.call,std.constant})";
    let passes = parse_pipeline(&ctx, text, &registry, &mut diagnostics).expect("a pipeline");
    assert_eq!(passes.to_text(&ctx, Spelling::Std), text);

    let source = "func private @log()\nfunc @f() {\n  call @log() : () -> ()\n  return\n}\n";
    let file = ctx.sources().add("a.mlir", source).expect("not too large");
    let mut module =
        parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).expect("valid text");

    let mut statistics = PassStatistics::default();
    let mut options = RunOptions::default().with_statistics(&mut statistics);
    passes.run(&mut module, &mut options, &mut diagnostics).expect("no pass fails");

    assert_eq!(statistics.total("EraseOps", "num-erased"), 1);
    let mut cx_diagnostics = Diagnostics::new();
    let (mut requests, symbols) = Default::default();
    assert!(!is_large(
        &module,
        &mut PassContext::new(&mut cx_diagnostics, &mut requests, &symbols)
    ));
    assert_eq!(
        print_op(module.as_op(), PrintOptions::default()),
        "module {\n  func private @log()\n  func @f() {\n    return\n  }\n}"
    );
}
