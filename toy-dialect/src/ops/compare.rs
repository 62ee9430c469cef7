//! `toy.compare`

use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::assembly::usual_assembly;
use super::elementwise::{broadcast, broadcasts_symbolic_sizes};
use crate::interpret::interpreted_by_computing;
use crate::loop_builder::{Affine, Lowered, boolean, elementwise};
use crate::tensor::element_list::for_elements;
use crate::tensor::elements::{ElementTypes, Scalar, gives_booleans};
use crate::tensor::shape::InferShape;
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
    implements(CustomAssembly, InterpretOp, InferShape, Compute, ElementTypes, LowerTo<Affine>)
)]
pub struct CompareOp {
    #[operand]
    lhs: NumberTensor,
    #[operand]
    rhs: NumberTensor,
    #[attr(typed)]
    predicate: Comparison,
    #[result]
    result: NumberTensor,
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

    fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
            Self::Eq => a == b,
            Self::Ne => a != b,
        }
    }

    fn of_integers(self) -> standard::CmpIPredicate {
        match self {
            Self::Lt => standard::CmpIPredicate::Slt,
            Self::Le => standard::CmpIPredicate::Sle,
            Self::Gt => standard::CmpIPredicate::Sgt,
            Self::Ge => standard::CmpIPredicate::Sge,
            Self::Eq => standard::CmpIPredicate::Eq,
            Self::Ne => standard::CmpIPredicate::Ne,
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
gives_booleans!(Kept: CompareOp);
interpreted_by_computing!(CompareOp);

impl InferShape for CompareOp {
    fn infer_type(op: CompareOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        broadcast(op.op(), op.predicate().symbol())
    }

    broadcasts_symbolic_sizes!();
}

impl Compute for CompareOp {
    fn compute(op: CompareOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        fn compared<T: Scalar>(
            _: &[T],
            inputs: &[Arc<Tensor>],
            comparison: Comparison,
        ) -> Result<Tensor, String> {
            combine(inputs, |[a, b]: [T; 2]| T::of_bool(comparison.holds(a, b)))
        }
        let first = inputs.first().ok_or("the operand is missing")?;
        for_elements!(&first.elements, list => compared(list, inputs, op.predicate()))
    }
}

impl LowerTo<Affine> for CompareOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let comparison = e.read(|body| op.predicate(body));
        let operands = [operands.lhs(), operands.rhs()];
        elementwise(e, op.id(), operands, |[x, y]| {
            let holds = match x.is_float() {
                true => x.cmpf(comparison.predicate(), y),
                false => x.cmpi(comparison.of_integers(), y),
            };
            boolean(holds, x.ty())
        })
    }
}
