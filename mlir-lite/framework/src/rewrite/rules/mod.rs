//! Declarative rewrite rules: what is matched and what replaces it, as data.
//!
//! The [`rewrite!`](crate::rewrite!) macro writes [`Rule`]s; one engine applies
//! them. A rule is a [`RewritePattern`] as any other.
//!
//! `check.rs` is run by the compiler on each rule, `matching.rs` compares ops
//! with the source, `building.rs` makes the results, and `bindings.rs` is what
//! symbols stand for in between.

mod bindings;
mod building;
#[doc(hidden)]
pub mod check;
mod matching;
mod predicates;

pub use bindings::{FromBound, Reference};
pub use mlir_lite::ir::bound::{Bound, IntoBound};
pub use predicates::{has_no_use, has_one_use, same_element_type, same_shape, same_type};

use crate::rewrite::{
    MatchFailure, MatchResult, OperandDefinition, PatternRewriter, PatternRoot, RewritePattern,
};
use mlir_lite::ir::op_def::{Arity, AttrConstraintDef, OpDef, TypeConstraintDef};
use mlir_lite::ir::signature::{Argument, OpSignature};
use mlir_lite::ir::{Body, Location, OpId, TraitFlags};
use smallvec::SmallVec;

/// A rule. It is written by [`rewrite!`](crate::rewrite!).
pub struct Rule {
    /// Name for messages.
    pub name: &'static str,
    /// What is added to the benefit, which is the number of ops matched.
    pub added_benefit: u16,
    /// What is matched.
    pub source: SourceOp,
    /// How many symbols there are.
    pub symbols: usize,
    /// What must hold of the values of symbols.
    pub conditions: &'static [Condition],
    /// What is built; the last of these replace the root's results.
    pub results: &'static [ResultValue],
    /// Names of the ops that are built.
    pub generated: &'static [&'static str],
}

/// An op that is matched.
pub struct SourceOp {
    /// Which op.
    pub op: OpType,
    /// The symbol that stands for it.
    pub symbol: Option<usize>,
    /// What its arguments must be.
    pub arguments: &'static [SourceArgument],
}

/// An op by its declaration.
#[derive(Copy, Clone)]
pub struct OpType {
    /// Full name.
    pub name: &'static str,
    /// The declaration.
    pub def: fn() -> &'static OpDef,
    /// Arguments and results.
    pub signature: OpSignature,
}

/// What an argument must be.
pub enum SourceArgument {
    /// Anything.
    Any,
    /// Anything; if the symbol stands for something already, the same.
    Bind(usize),
    /// What satisfies a constraint.
    Constrained(Option<usize>, Constraint),
    /// A result of an op.
    Op {
        /// The op.
        op: SourceOp,
        /// Which of its declared results.
        result: usize,
        /// Why a rule does not apply if it is another's.
        otherwise: &'static str,
    },
}

/// A constraint on an operand, a result or an attribute.
#[derive(Copy, Clone)]
pub enum Constraint {
    /// On the types of values.
    Type(TypeConstraintDef),
    /// On an attribute.
    Attr(AttrConstraintDef),
}

/// What must hold of the values of symbols.
pub struct Condition {
    /// The condition itself.
    pub test: Test,
    /// Why a rule does not apply if it does not hold.
    pub otherwise: &'static str,
}

/// The kinds of conditions.
pub enum Test {
    /// A value satisfies a constraint.
    Satisfies(Reference, Constraint),
    /// A function says so.
    Holds {
        /// The function.
        function: fn(&Body, &[Bound]) -> bool,
        /// What it is called with.
        arguments: &'static [Reference],
        /// What it must say.
        expected: bool,
    },
}

/// What is built, or used.
pub enum ResultValue {
    /// What a symbol stands for.
    Bound(Reference),
    /// Nothing: an absent attribute or operand.
    Absent,
    /// The location of what is built.
    Location,
    /// A new op, of which one declared result is used, or all.
    Op(ResultOp, Option<usize>),
    /// What a function returns.
    Call {
        /// The function.
        function: fn(&mut PatternRewriter<'_>, &[Bound]) -> Bound,
        /// What it is called with.
        arguments: &'static [ResultValue],
    },
}

/// An op that is built.
pub struct ResultOp {
    /// Which op.
    pub op: OpType,
    /// The symbol that stands for it from then on.
    pub symbol: Option<usize>,
    /// Its arguments.
    pub arguments: &'static [ResultValue],
    /// Its location.
    pub location: RuleLocation,
    /// The types of its results; those of the root or those that follow from
    /// the arguments, if nothing is said.
    pub types: Option<&'static [TypeOf]>,
}

/// Where a new op is said to be.
pub enum RuleLocation {
    /// At all matched ops.
    Sources,
    /// At what symbols stand for.
    Of(&'static [usize]),
    /// At a place that has only a name.
    Named(&'static str),
}

/// The type of a new op's result.
pub enum TypeOf {
    /// That of a value or attribute.
    Bound(Reference),
    /// What a function says.
    Call {
        /// The function.
        function: fn(&Body, &[Bound]) -> mlir_lite::types::Type,
        /// What it is called with.
        arguments: &'static [Reference],
    },
}

impl SourceOp {
    fn count(&self) -> u16 {
        let nested = self.arguments.iter().map(|argument| match argument {
            SourceArgument::Op { op, .. } => op.count(),
            _ => 0,
        });
        1 + nested.sum::<u16>()
    }
}

impl RewritePattern for &'static Rule {
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(self.source.op.name)
    }

    fn benefit(&self) -> u16 {
        self.source.count().saturating_add(self.added_benefit)
    }

    fn operand_definition(&self) -> Option<OperandDefinition> {
        let (position, op) =
            (self.source.arguments.iter().enumerate()).find_map(|(position, argument)| {
                match argument {
                    SourceArgument::Op { op, .. } => Some((position, op.op.name)),
                    _ => None,
                }
            })?;
        let def = (self.source.op.def)();
        let Argument::Operand { group, .. } = self.source.op.signature.arguments[position] else {
            return None;
        };
        // Groups of other sizes move the operands behind them, and of commutative ops both orders are tried.
        let is_fixed = def.operands.iter().all(|group| group.arity == Arity::One)
            && !def.traits.iter().any(|t| t.flags.contains(TraitFlags::COMMUTATIVE));
        Some(OperandDefinition { op, operand: is_fixed.then_some(group) })
    }

    fn name(&self) -> &str {
        self.name
    }

    fn generated_ops(&self) -> &[&'static str] {
        self.generated
    }

    fn rule(&self) -> Option<&'static Rule> {
        Some(self)
    }

    fn match_and_rewrite(&self, op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let found = matching::find(self, rewriter.body, op).map_err(MatchFailure::from)?;
        building::build(self, op, found, rewriter);
        Ok(())
    }
}

/// What a rule has found.
struct Found {
    /// What symbols stand for.
    bindings: Bindings,
    /// The matched ops.
    ops: SmallVec<[OpId; 4]>,
}

/// What symbols stand for, by number.
type Bindings = SmallVec<[Bound; 4]>;

/// The location of what a symbol stands for.
fn location_of(body: &Body, bound: &Bound) -> Location {
    let op = match bound {
        Bound::Op(op) => Some(*op),
        Bound::Values(values) => values.first().and_then(|&value| body.defining_op(value)),
        _ => None,
    };
    op.map_or(Location::UNKNOWN, |op| body.location(op))
}
