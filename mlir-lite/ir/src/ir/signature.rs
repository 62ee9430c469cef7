//! What an op takes and gives, known to the compiler: rewrite rules are checked
//! against it.
//!
//! It is what [`OpDef`](crate::ir::op_def::OpDef) says of arguments, in the
//! order of declaration, as a constant.

use crate::ir::op_def::Arity;

/// One argument of an op: an operand or an attribute.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A group of operands.
    Operand {
        /// Its index among the groups.
        group: usize,
        /// How many values it stands for.
        arity: Arity,
    },
    /// An inherent attribute.
    Attr {
        /// Its index among the attributes.
        slot: usize,
        /// Whether it may be absent.
        optional: bool,
    },
}

/// An op's arguments and results.
#[derive(Copy, Clone, Debug)]
pub struct OpSignature {
    /// Operands and attributes in the order of declaration.
    pub arguments: &'static [Argument],
    /// How many values each result stands for.
    pub results: &'static [Arity],
    /// Whether the types of all results follow from the arguments.
    pub infers_types: bool,
    /// Whether the op has nothing but arguments and results.
    pub is_simple: bool,
}

impl OpSignature {
    /// Of ops that are declared by hand and do not say: rules cannot name them.
    pub const UNKNOWN: Self =
        Self { arguments: &[], results: &[], infers_types: false, is_simple: false };
}
