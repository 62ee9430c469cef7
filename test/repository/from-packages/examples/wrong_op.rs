//! A wrongly declared op, and code that uses it: the declaration is the only error.
//! `scripts/packages` compiles it.

use mlir_lite::ir::prelude::*;

/// Its format names a field that is not there.
#[op(name = "wrong.sum", implements(VerifyOp), format = "$lhs `,` $unknown attr-dict")]
pub struct SumOp {
    #[operand]
    lhs: F64,
    #[operand]
    rhs: F64,
    #[result]
    result: F64,
}

impl VerifyOp for SumOp {
    fn verify(op: SumOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.lhs() == op.rhs() {
            diagnostics.error(op.op().op_error("needs two values"));
        }
    }
}

/// The dialect.
pub struct WrongDialect;

impl Dialect for WrongDialect {
    const NAMESPACE: &'static str = "wrong";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<SumOp>();
    }
}

/// Builds one.
pub fn build(b: &mut BodyBuilder<'_>, x: ValueId) -> ValueId {
    SumOp::create(b, x, x)
}

fn main() {}
