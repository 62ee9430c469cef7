// Code that uses a wrongly declared op causes no further errors.

use mlir_lite::ir::prelude::*;

#[op(name = "demo.format", implements(VerifyOp, FoldOp), format = "$lhs `,` $unknown attr-dict")]
struct FormatOp {
    #[operand]
    lhs: F64,
    #[operand]
    rhs: F64,
    #[result]
    result: F64,
}

impl VerifyOp for FormatOp {
    fn verify(op: FormatOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.lhs() == op.rhs() {
            diagnostics.error(op.op().op_error("needs two values"));
        }
    }
}

impl FoldOp for FormatOp {
    fn fold(op: FormatOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        if constants.lhs().is_some() { Fold::value(op.rhs()) } else { Fold::Unchanged }
    }
}

#[op(name = "demo.option", folds, traits(Pure), forms = "$lhs")]
struct OptionOp {
    #[operand]
    lhs: F64,
    #[result]
    result: F64,
}

#[op(format = "$lhs attr-dict")]
struct NamelessOp {
    #[operand]
    lhs: F64,
}

#[op(name = "demo.field")]
struct FieldOp {
    #[operand]
    lhs: F64,
    rhs: F64,
    #[operands]
    rest: Variadic<F64>,
    #[result]
    result: F64,
}

struct Demo;

impl Dialect for Demo {
    const NAMESPACE: &'static str = "demo";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<FormatOp>();
        dialect.op::<OptionOp>();
        dialect.op::<NamelessOp>();
        dialect.op::<FieldOp>();
    }
}

fn build(b: &mut BodyBuilder<'_>, x: ValueId) {
    let sum = FormatOp::create(b, x, x);
    let one = OptionOp::create(b, sum);
    NamelessOp::create(b, one);
    FieldOp::create(b, one);
}

fn main() {}
