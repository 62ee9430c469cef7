//! Which values are always the same constant.

use super::{Lattice, Results, SparseForwardAnalysis, States};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::DialectId;
use mlir_lite::ir::fold::{Fold, FoldValue};
use mlir_lite::ir::typed_view::ValueRef;
use mlir_lite::ir::view::OpRef;
use smallvec::SmallVec;

/// The state of a value that may be a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Always this one; the dialect can make an op for it.
    Constant(Attribute, Option<DialectId>),
    /// Not always the same.
    Varying,
}

impl Known {
    /// The constant.
    pub fn constant(self) -> Option<Attribute> {
        match self {
            Self::Constant(value, _) => Some(value),
            Self::Varying => None,
        }
    }
}

impl Lattice for Known {
    fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (&Self::Constant(value, dialect), &Self::Constant(other, _)) if value == other => {
                Self::Constant(value, dialect)
            }
            _ => Self::Varying,
        }
    }
}

/// Sparse conditional constant propagation: folds each op for the constants among its operands.
pub struct ConstantPropagation;

impl SparseForwardAnalysis for ConstantPropagation {
    type Value = Known;

    fn entry(&self, _: ValueRef<'_>) -> Known {
        Known::Varying
    }

    fn visit_op(&self, op: OpRef<'_>, operands: States<'_, Known>) -> Option<Results<Known>> {
        let fold = op.def()?.fold?;
        let constants: SmallVec<[Option<Attribute>; 4]> =
            operands.iter().map(|operand| operand.constant()).collect();
        let Fold::Replaced(values) = fold(op, &constants) else { return None };
        if values.len() != op.num_results() {
            return None;
        }
        let dialect = op.info().dialect();
        let found = values.into_iter().map(|value| match value {
            FoldValue::Constant(constant) => Some(Known::Constant(constant, dialect)),
            FoldValue::Value(value) => operands.of_value(value).copied(),
        });
        found.collect()
    }

    fn constant(&self, _: ValueRef<'_>, known: &Known) -> Option<Attribute> {
        known.constant()
    }
}
