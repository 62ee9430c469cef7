//! `toy.compare`

use mlir_lite::dialects::std;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::assembly::usual_assembly;
use super::elementwise::broadcast;
use crate::lowering::{Lower, Lowered, Rewriter, truth};
use crate::shapes::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// 1 where elements compare so, 0 elsewhere. `nan` is not equal to anything, itself included, and neither less nor
/// greater.
///
/// ```mlir
/// %2 = toy.compare %0, %1 {predicate = 0 : i64} : tensor<*xf64>
/// ```
#[op(name = "toy.compare", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape, Compute),
     assembly = custom, verify)]
pub struct CompareOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    /// The number of a [`Comparison`].
    #[attr]
    predicate: I64Attr,
    #[result]
    result: F64Tensor,
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
}

impl Comparison {
    const ALL: [Self; 6] = [Self::Lt, Self::Le, Self::Gt, Self::Ge, Self::Eq, Self::Ne];

    /// Its number in the attribute.
    pub fn number(self) -> i64 {
        self as i64
    }

    fn of(op: OpRef<'_>) -> Option<Self> {
        let number = op.attr_named("predicate")?.as_i64(op.context())?;
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    fn symbol(self) -> &'static str {
        match self {
            Self::Lt => "operator '<'",
            Self::Le => "operator '<='",
            Self::Gt => "operator '>'",
            Self::Ge => "operator '>='",
            Self::Eq => "operator '=='",
            Self::Ne => "operator '!='",
        }
    }

    fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
            Self::Eq => a == b,
            Self::Ne => a != b,
        }
    }

    fn predicate(self) -> std::CmpFPredicate {
        match self {
            Self::Lt => std::CmpFPredicate::Olt,
            Self::Le => std::CmpFPredicate::Ole,
            Self::Gt => std::CmpFPredicate::Ogt,
            Self::Ge => std::CmpFPredicate::Oge,
            Self::Eq => std::CmpFPredicate::Oeq,
            Self::Ne => std::CmpFPredicate::Une,
        }
    }
}

usual_assembly!(CompareOp);

impl VerifyOp for CompareOp {
    fn verify(op: CompareOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        if Comparison::of(op).is_none() {
            diagnostics.error(op.op_error("expects a predicate from 0 to 5"));
        }
    }
}

impl InferShape for CompareOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let op = self.op();
        broadcast(op, Comparison::of(op).map_or("a comparison", Comparison::symbol))
    }
}

impl Compute for CompareOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        let op = self.op();
        let comparison = Comparison::of(op).ok_or("the op is malformed")?;
        combine(inputs, |[a, b]| f64::from(u8::from(comparison.holds(a, b))))
    }
}

impl Lower for CompareOp {
    fn lower(self, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
        let op = rewriter.body().op(self.id());
        let predicate = Comparison::of(op).ok_or("the predicate is wrong")?.predicate();
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [x, y]| {
            let holds = std::CmpFOp::create(b, at, predicate, x, y).result(b.body());
            truth(b, at, holds)
        })
    }
}
