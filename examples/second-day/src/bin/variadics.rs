//! The program of `docs/second-day/variadics.md`.

use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::read_module;

/// Draws a line through points, with a colour and marks if they are given.
#[op(
    name = "draw.line",
    traits(AttrSizedOperandSegments),
    format = "`[` $xs `]` `[` $ys `]` (`marks` $marks^)? (`colour` $colour^)? attr-dict"
)]
pub struct LineOp {
    /// Horizontal coordinates.
    #[operand]
    xs: Variadic<F64>,
    /// Vertical coordinates.
    #[operand]
    ys: Variadic<F64>,
    /// Which of the points are marked.
    #[operand]
    marks: Variadic<Index>,
    /// A colour.
    #[operand]
    colour: Optional<I32>,
}

struct DrawDialect;

impl Dialect for DrawDialect {
    const NAMESPACE: &'static str = "draw";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<LineOp>();
    }
}

fn main() {
    let ctx = Context::new();
    ctx.allow_unregistered_dialects(true);
    ctx.load::<BuiltinDialect>();
    ctx.load::<DrawDialect>();
    let text = "module {
  %0, %1, %2 = \"x.values\"() : () -> (f64, index, i32)
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    let values = module.own_ops()[0];
    let [x, mark, colour] = [0, 1, 2].map(|index| module.result(values, index));
    let block = module.block(values).expect("the op is in a block");
    let mut builder = BodyBuilder::at_end(&mut module, block);
    LineOp::create(&mut builder, &[x, x], &[x, x], &[mark], None);
    LineOp::create(&mut builder, &[x], &[x], &[], Some(colour));
    assert_eq!(
        module.to_string(),
        "module {
  %0:3 = \"x.values\"() : () -> (f64, index, i32)
  draw.line[%0#0, %0#0] [%0#0, %0#0] marks %0#1
  draw.line[%0#0] [%0#0] colour %0#2
}"
    );

    let line = module.walk().find_map(|op| op.cast::<LineOp>()).expect("it is there");
    assert_eq!((line.xs().len(), line.ys().len(), line.marks().len()), (2, 2, 1));
    assert!(line.colour().is_none());
}
