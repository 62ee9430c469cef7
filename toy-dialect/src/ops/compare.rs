//! `toy.compare`

use mlir_lite::dialects::standard;
use mlir_lite::edsc::Edsc;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::assembly::usual_assembly;
use super::elementwise::broadcast;
use crate::interpret::interpreted_by_computing;
use crate::lowering::{Lower, Lowered, elementwise, truth};
use crate::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// 1 where elements compare so, 0 elsewhere. `nan` is not equal to anything, itself included, and
/// neither less nor greater.
///
/// ```mlir
/// %2 = toy.compare %0, %1 {predicate = 0 : i64} : tensor<*xf64>
/// ```
#[op(
    name = "toy.compare",
    traits(Pure, ResultsBroadcastableShape),
    interfaces(InferShape, Compute),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct CompareOp {
    #[operand]
    lhs: F32OrF64Tensor,
    #[operand]
    rhs: F32OrF64Tensor,
    #[attr(typed)]
    predicate: Comparison,
    #[result]
    result: F32OrF64Tensor,
}

/// How two numbers are compared.
#[enum_attr(storage = i64)]
pub enum Comparison {
    /// `<`
    #[case("lt")]
    Lt = 0,
    /// `<=`
    #[case("le")]
    Le = 1,
    /// `>`
    #[case("gt")]
    Gt = 2,
    /// `>=`
    #[case("ge")]
    Ge = 3,
    /// `==`
    #[case("eq")]
    Eq = 4,
    /// `!=`
    #[case("ne")]
    Ne = 5,
}

impl Comparison {
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

    fn predicate(self) -> standard::CmpFPredicate {
        match self {
            Self::Lt => standard::CmpFPredicate::Olt,
            Self::Le => standard::CmpFPredicate::Ole,
            Self::Gt => standard::CmpFPredicate::Ogt,
            Self::Ge => standard::CmpFPredicate::Oge,
            Self::Eq => standard::CmpFPredicate::Oeq,
            Self::Ne => standard::CmpFPredicate::Une,
        }
    }
}

usual_assembly!(CompareOp);
interpreted_by_computing!(CompareOp);

impl InferShape for CompareOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        broadcast(self.op(), self.predicate().symbol())
    }
}

impl Compute for CompareOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        let comparison = self.predicate();
        combine(inputs, |[a, b]| f64::from(u8::from(comparison.holds(a, b))))
    }
}

impl Lower for CompareOp {
    fn lower<'e>(self, operands: Adaptor<'_, Self>, e: Edsc<'e>) -> Lowered<'e> {
        let predicate = e.read(|body| self.predicate(body).predicate());
        let operands = [operands.lhs(), operands.rhs()];
        elementwise(e, self.id(), operands, |[x, y]| truth(x.cmpf(predicate, y), x))
    }
}
