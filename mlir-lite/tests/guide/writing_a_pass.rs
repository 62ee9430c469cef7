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

use mlir_lite::dialects::affine;

/// The outermost loops.
fn outermost_loops(body: &Body) -> usize {
    let (mut walk, mut count) = (body.walk(), 0);
    while let Some(op) = walk.next() {
        if op.is::<affine::ForOp>() {
            count += 1;
            walk.skip_nested();
        }
    }
    count
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

fn op_count(body: &Body, cx: &mut PassContext<'_>) -> usize {
    cx.analysis::<OpCount>(body).0
}

struct IsLarge(bool);

impl Analysis for IsLarge {
    const NAME: &'static str = "IsLarge";
    /// How many ops a small body has at most.
    type Parameters = usize;
    fn compute(_: &Body, limit: &usize, analyses: &mut Analyses<'_>) -> Self {
        Self(analyses.get::<OpCount>().0 > *limit)
    }
}

fn is_large(body: &Body, cx: &mut PassContext<'_>) -> bool {
    cx.analysis_with::<IsLarge>(body, &1000).0
}

pub(crate) fn main() {
    let mut registry = PassRegistry::new();
    registry.register(EraseOps::info());

    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    let mut diagnostics = Diagnostics::new();
    let text = "func(erase-ops{names=std.call,std.constant})";
    let passes = parse_pipeline(&ctx, text, &registry, &mut diagnostics).expect("a pipeline");
    assert_eq!(passes.to_text(&ctx, Spelling::Std), text);

    let source = "func private @log()
func @f() {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      call @log() : () -> ()
    }
  }
  return
}";
    let file = ctx.sources().add("a.mlir", source).expect("not too large");
    let mut module =
        parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).expect("valid text");

    let mut statistics = PassStatistics::default();
    let mut options = RunOptions::default().with_statistics(&mut statistics);
    passes.run(&mut module, &mut options, &mut diagnostics).expect("no pass fails");

    assert_eq!(statistics.total("EraseOps", "num-erased"), 1);
    let mut cx_diagnostics = Diagnostics::new();
    let (mut requests, symbols) = Default::default();
    let mut cx = PassContext::new(&mut cx_diagnostics, &mut requests, &symbols);
    assert!(!is_large(&module, &mut cx));
    assert_eq!(op_count(&module, &mut cx), 2);
    assert_eq!(outermost_loops(&module), 1);
    let expected = "module {
  func private @log()
  func @f() {
    affine.for %arg0 = 0 to 4 {
      affine.for %arg1 = 0 to 8 {
      }
    }
    return
  }
}";
    assert_eq!(print_op(module.as_op(), PrintOptions::default()), expected);
}
