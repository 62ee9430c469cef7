//! The compile-time checks of a rule: numbers and kinds of arguments, and how results replace those
//! of the root. An error is a compile error at its location in the rule.

use crate::rewrite::rules::Constraint;
use mlir_lite::ir::constraints::{AttrConstraint, TypeConstraint};
use mlir_lite::ir::op_def::Arity;
use mlir_lite::ir::op_def::{AttrConstraintDef, TypeConstraintDef};
use mlir_lite::ir::signature::{Argument, OpSignature};
use std::marker::PhantomData;

/// One value.
pub const VALUE: u8 = 0;
/// A value or none.
pub const OPTIONAL_VALUE: u8 = 1;
/// Any number of values.
pub const VALUES: u8 = 2;
/// An attribute.
pub const ATTR: u8 = 3;
/// An attribute or none.
pub const OPTIONAL_ATTR: u8 = 4;
/// An op.
pub const OP: u8 = 5;
/// A location.
pub const LOCATION: u8 = 6;
/// A region.
pub const REGION: u8 = 8;
/// Any number of regions.
pub const REGIONS: u8 = 9;
/// Not known at compile time.
pub const ANYTHING: u8 = 7;

/// Turns a Rust type that is a constraint on types, or on attributes, into a constraint.
pub struct ConstraintOf<C>(PhantomData<C>);

impl<C: TypeConstraint> ConstraintOf<C> {
    /// The constraint.
    pub const CONSTRAINT: Constraint = Constraint::Type(TypeConstraintDef::of::<C>());
}

/// The other half of [`ConstraintOf`].
pub trait AttrConstraintOf {
    /// The constraint.
    const CONSTRAINT: Constraint;
}

impl<C: AttrConstraint> AttrConstraintOf for ConstraintOf<C> {
    const CONSTRAINT: Constraint = Constraint::Attr(AttrConstraintDef::of::<C>());
}

const fn kind_of(arity: Arity) -> u8 {
    match arity {
        Arity::One => VALUE,
        Arity::Optional => OPTIONAL_VALUE,
        Arity::Variadic => VALUES,
    }
}

/// The kind of an argument.
pub const fn argument(op: &OpSignature, index: usize) -> u8 {
    if index >= op.arguments.len() {
        return ANYTHING; // the wrong number is reported once, by `arguments`
    }
    match op.arguments[index] {
        Argument::Operand { arity, .. } => kind_of(arity),
        Argument::Attr { optional: false, .. } => ATTR,
        Argument::Attr { optional: true, .. } => OPTIONAL_ATTR,
    }
}

/// The kind of a region.
#[track_caller]
pub const fn region(op: &OpSignature, index: usize) -> u8 {
    if index >= op.regions.len() {
        return ANYTHING; // the wrong number is reported once, by `regions`
    }
    match op.regions[index] {
        Arity::Variadic => REGIONS,
        Arity::One | Arity::Optional => REGION,
    }
}

/// Whether a rule names as many regions as an op declares, which a rule can name.
#[track_caller]
pub const fn regions(op: &OpSignature, count: usize) {
    assert!(
        !op.is_isolated,
        "the regions of an isolated op are in a body of their own: match it in a pattern in Rust"
    );
    assert!(
        count >= op.regions.len(),
        "too few regions: they are written in the order of the op's declaration; `_` for those \
            that do not matter"
    );
    assert!(count <= op.regions.len(), "too many regions for the op");
}

/// Whether regions of kind `from` can be those of kind `to`.
#[track_caller]
pub const fn moves(from: u8, to: u8) {
    assert!(
        from == REGION || from == REGIONS,
        "this is not a region: the braces of an op have its regions"
    );
    assert!(
        !(from == REGIONS && to == REGION),
        "this may be any number of regions, and the op has one here"
    );
}

/// Whether a list can stand for an argument.
#[track_caller]
pub const fn list(kind: u8) {
    assert!(
        kind == VALUES || kind == OPTIONAL_VALUE || kind == ANYTHING,
        "a list stands for a variadic or an optional operand"
    );
}

/// The kind of a declared result.
#[track_caller]
pub const fn result(op: &OpSignature, index: usize) -> u8 {
    assert!(index < op.results.len(), "the op has no result of that number");
    kind_of(op.results[index])
}

/// A symbol of an op, where a value is needed.
#[track_caller]
pub const fn only_result(op: &OpSignature) -> u8 {
    assert!(op.results.len() == 1, "the op has not exactly one result: say which, as in `$op.0`");
    kind_of(op.results[0])
}

/// Whether an op that is matched has a declared result of that number.
#[track_caller]
pub const fn is_result(op: &OpSignature, index: usize) {
    result(op, index);
}

/// Whether an op that is matched without a number has one declared result.
#[track_caller]
pub const fn has_only_result(op: &OpSignature) {
    only_result(op);
}

/// Whether a rule names as many arguments as an op has.
#[track_caller]
pub const fn arguments(op: &OpSignature, count: usize) {
    assert!(
        count >= op.arguments.len(),
        "too few arguments: operands and attributes are written in the order of the op's \
            declaration; `_` for those that do not matter"
    );
    assert!(count <= op.arguments.len(), "too many arguments for the op");
}

/// Whether a rule can build such an op, with regions or without.
#[track_caller]
pub const fn buildable(op: &OpSignature, has_regions: bool) {
    assert!(
        !op.has_successors && !op.is_isolated,
        "rules cannot build ops with successors, or isolated ones: call a function that does"
    );
    assert!(
        has_regions || op.regions.is_empty(),
        "the op has regions: say which, as in `Op(..) {{ $body }}` for a region of the op that is \
            replaced, and `_` for an empty one"
    );
}

/// Whether the op's result types can be inferred.
#[track_caller]
pub const fn infers(op: &OpSignature) {
    assert!(
        op.infers_types,
        "the result types of this op do not follow from its arguments: say them, as in `Op(..) -> \
            $x` for the type of `$x`"
    );
}

/// Whether as many result types are given as the op has results.
#[track_caller]
pub const fn types(op: &OpSignature, count: usize) {
    assert!(op.results.len() == count, "the op has another number of results than types are given");
    let mut index = 0;
    while index < count {
        assert!(
            matches!(op.results[index], Arity::One),
            "types can be given for single results only"
        );
        index += 1;
    }
}

/// Whether a nested op can be matched at an argument.
#[track_caller]
pub const fn nested(kind: u8) {
    assert!(
        kind == VALUE || kind == ANYTHING,
        "an op can be matched where the argument is a single operand only"
    );
}

/// Whether a value of kind `from` can be an argument of kind `to`.
#[track_caller]
pub const fn passes(from: u8, to: u8) {
    if from == ANYTHING || to == ANYTHING {
        return;
    }
    assert!(
        !is_region(from),
        "this is a region: regions are written in braces, as in `Op(..) {{ $body }}`"
    );
    let (from_attr, to_attr) = (is_attr(from), is_attr(to));
    assert!(!from_attr || to_attr, "this is an attribute, and the argument is an operand");
    assert!(from_attr || !to_attr, "this is a value, and the argument is an attribute");
    assert!(
        !(to == VALUE && (from == OPTIONAL_VALUE || from == VALUES)),
        "this may be any number of values, and the argument is one"
    );
    assert!(
        !(to == OPTIONAL_VALUE && from == VALUES),
        "this may be any number of values, and the argument at most one"
    );
    assert!(
        !(to == ATTR && from == OPTIONAL_ATTR),
        "this attribute may be absent, and the argument may not"
    );
}

/// Whether a constraint applies to this kind.
#[track_caller]
pub const fn constrains(kind: u8, constraint: &Constraint) {
    assert!(!is_region(kind), "a region has no constraint of its own: call a function");
    match constraint {
        Constraint::Type(_) => {
            assert!(
                !is_attr(kind),
                "this is a constraint on types, and the argument is an attribute"
            );
        }
        Constraint::Attr(_) => {
            assert!(
                is_attr(kind) || kind == ANYTHING,
                "this is a constraint on attributes, and the argument is none"
            );
        }
    }
}

/// Whether an argument may be left out.
#[track_caller]
pub const fn absent(kind: u8) {
    assert!(
        kind != VALUE && kind != ATTR,
        "`_` leaves an argument out, and this one must be there"
    );
}

/// Whether a symbol that is bound to two arguments can be both.
#[track_caller]
pub const fn same(first: u8, second: u8) {
    let unknown = first == ANYTHING || second == ANYTHING;
    assert!(
        unknown || is_attr(first) == is_attr(second),
        "the symbol is bound to a value in one place and to an attribute in the other"
    );
}

const fn is_region(kind: u8) -> bool {
    kind == REGION || kind == REGIONS
}

const fn is_attr(kind: u8) -> bool {
    kind == ATTR || kind == OPTIONAL_ATTR
}

/// Whether results with these numbers of declared values can replace those of the root.
#[track_caller]
pub const fn replaces(root: &OpSignature, counts: &[usize]) {
    let mut needed = root.results.len();
    let mut index = counts.len();
    while index > 0 && needed > 0 {
        index -= 1;
        assert!(
            counts[index] <= needed,
            "only some of the values of this result would replace those of the root: an op is \
                either auxiliary or a replacement"
        );
        needed -= counts[index];
    }
    assert!(needed == 0, "the results have fewer values than the root has results");
}
