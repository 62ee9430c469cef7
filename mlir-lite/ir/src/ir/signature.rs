//! The arguments and results of an op, as constants, with which the compiler checks rewrite rules.
//!
//! The content is the same as in [`OpDef`](crate::ir::op_def::OpDef), in the order of declaration.

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
    /// The arity of each result.
    pub results: &'static [Arity],
    /// Whether the types of all results can be inferred from the arguments.
    pub infers_types: bool,
    /// The arity of each region.
    pub regions: &'static [Arity],
    /// Whether the op has successors.
    pub has_successors: bool,
    /// Whether the op is isolated from above, so that its regions are in a body of their own.
    pub is_isolated: bool,
}

impl OpSignature {
    /// For ops that are declared by hand without a signature. Rules cannot use them.
    pub const UNKNOWN: Self = Self {
        arguments: &[],
        results: &[],
        infers_types: false,
        regions: &[],
        has_successors: true,
        is_isolated: false,
    };
}
