//! Folding: finds what an op's results equal, and replaces them.
//!
//! One function asks an op to fold, for the greedy driver, dialect conversion and builders alike.
//! Folding creates no ops; the dialect of the folded op creates an op for a constant.

use crate::rewrite::constant_value;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::{Context, DialectId, OpInfo};
use mlir_lite::ir::builder::at;
use mlir_lite::ir::op_def::TraitDef;
use mlir_lite::ir::{
    Body, Fold, FoldValue, InsertionPoint, Location, OpBuilder, OpId, TraitFlags, ValueId,
};
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::sync::Arc;

/// The result of folding an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Folded {
    /// Nothing is known of it.
    Unchanged,
    /// It was changed in place.
    InPlace,
    /// The replacement of each of its results; the op still exists. The values have the results'
    /// types.
    Replaced(SmallVec<[FoldValue; 1]>),
}

/// Folds an op: moves the constants among the operands of a commutative op to
/// the right, then asks the op, then its traits, and then its
/// dialect.
pub fn fold_op(body: &mut Body, op: OpId) -> Folded {
    let definitions = Arc::clone(body.definitions());
    fold_named(body, op, definitions.op_info(body.name(op)))
}

/// As [`fold_op`], where `info` describes the op's name.
pub(crate) fn fold_named(body: &mut Body, op: OpId, info: &OpInfo) -> Folded {
    fold_watched(body, op, info, |_| {})
}

/// As [`fold_named`]; `before_change` is called whenever the op is about to be changed in place.
pub(crate) fn fold_watched(
    body: &mut Body,
    op: OpId,
    info: &OpInfo,
    mut before_change: impl FnMut(&Body),
) -> Folded {
    let outcome = fold_by_op_and_traits(body, op, info, &mut before_change);
    if outcome != Folded::Unchanged {
        return outcome;
    }
    let Some(dialect) = body.fold_interface(info.dialect()) else { return outcome };
    let constants: SmallVec<[Option<Attribute>; 4]> =
        body.operands(op).map(|operand| constant_value(body, operand)).collect();
    match dialect.fold(body.op(op), &constants) {
        Fold::Replaced(values) if replaces(body, op, &values) => Folded::Replaced(values),
        Fold::InPlace(edit) => {
            before_change(body);
            edit.apply(body);
            Folded::InPlace
        }
        Fold::Replaced(_) | Fold::Unchanged => Folded::Unchanged,
    }
}

fn fold_by_op_and_traits(
    body: &mut Body,
    op: OpId,
    info: &OpInfo,
    before_change: &mut impl FnMut(&Body),
) -> Folded {
    let fold = info.def().and_then(|def| def.fold);
    let commutative = info.flags().contains(TraitFlags::COMMUTATIVE);
    let folds_by_traits = info.folds_by_traits();
    if fold.is_none() && !commutative && !folds_by_traits {
        return Folded::Unchanged;
    }
    // A list of constants is made for each op that is visited: short ones avoid a `SmallVec`.
    let (mut few, mut many) = ([None; 4], Vec::new());
    let count = body.num_operands(op);
    let constants: &mut [Option<Attribute>] = if count <= few.len() {
        &mut few[..count]
    } else {
        many.resize(count, None);
        &mut many
    };
    for (constant, operand) in constants.iter_mut().zip(body.operands(op)) {
        *constant = constant_value(body, operand);
    }
    let mut changed = commutative && !are_constants_right(constants);
    if changed {
        before_change(body);
        move_constants_right(body, op, constants);
    }
    match fold.map_or(Fold::Unchanged, |fold| fold(body.op(op), constants)) {
        Fold::Replaced(values) if replaces(body, op, &values) => return Folded::Replaced(values),
        Fold::InPlace(edit) => {
            before_change(body);
            edit.apply(body);
            changed = true;
        }
        Fold::Replaced(_) | Fold::Unchanged => {}
    }
    if folds_by_traits {
        let traits = info.def().map_or(&[][..], |def| def.traits);
        if let Some(values) = fold_by_traits(body, op, traits, constants) {
            return Folded::Replaced(values);
        }
    }
    if changed { Folded::InPlace } else { Folded::Unchanged }
}

/// Folds by the op's traits, where the op itself does not fold.
fn fold_by_traits(
    body: &Body,
    op: OpId,
    traits: &[TraitDef],
    constants: &[Option<Attribute>],
) -> Option<SmallVec<[FoldValue; 1]>> {
    traits.iter().filter_map(|t| t.fold).find_map(|fold| match fold(body.op(op), constants) {
        Fold::Replaced(values) if replaces(body, op, &values) => Some(values),
        _ => None,
    })
}

/// Whether the values can replace the op's results. Constants are checked when they are created.
fn replaces(body: &Body, op: OpId, values: &[FoldValue]) -> bool {
    !values.is_empty()
        && values.len() == body.num_results(op)
        && values.iter().zip(body.results(op)).all(|(value, result)| match *value {
            FoldValue::Constant(_) => true,
            FoldValue::Value(value) => value != result && body.ty(value) == body.ty(result),
        })
}

fn are_constants_right(constants: &[Option<Attribute>]) -> bool {
    constants.windows(2).all(|pair| pair[0].is_none() || pair[1].is_some())
}

fn move_constants_right(body: &mut Body, op: OpId, constants: &mut [Option<Attribute>]) {
    let mut order: SmallVec<[usize; 4]> = (0..constants.len()).collect();
    order.sort_by_key(|&index| constants[index].is_some());
    let operands = body.operand_list(op);
    let old: SmallVec<[Option<Attribute>; 4]> = (&*constants).into();
    for (to, &from) in order.iter().enumerate() {
        body.set_operand(op, to, operands[from]);
        constants[to] = old[from];
    }
}

/// Creates a constant op for a value that an op of `dialect` folded to; none if
/// the dialect cannot.
pub fn materialize_constant(
    builder: &mut dyn OpBuilder,
    dialect: Option<DialectId>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<OpId> {
    let op = Context::create_constant(builder, dialect?, value, ty, location)?;
    let body = builder.body();
    debug_assert!(
        body.num_results(op) == 1 && body.ty(body.result(op, 0)) == ty,
        "'{}' is not a constant of the type asked for",
        body.info(op).name()
    );
    Some(op)
}

/// Values for the results of a fold; constants are created by `builder`. None if a dialect cannot
/// create one of them; others may have been created then.
pub(crate) fn materialize_fold(
    builder: &mut dyn OpBuilder,
    op: OpId,
    values: &[FoldValue],
) -> Option<SmallVec<[ValueId; 2]>> {
    let (dialect, location) = (builder.body().info(op).dialect(), builder.body().location(op));
    let mut replacements = SmallVec::new();
    for (index, &value) in values.iter().enumerate() {
        let ty = builder.body().ty(builder.body().result(op, index));
        replacements.push(match value {
            FoldValue::Value(value) => value,
            FoldValue::Constant(value) => {
                let constant = materialize_constant(builder, dialect, value, ty, location)?;
                builder.body().result(constant, 0)
            }
        });
    }
    Some(replacements)
}

/// Builds an op unless it folds: returns the values of its results, existing ones or new constants
/// where possible.
///
/// ```no_run
/// # extern crate mlir_lite_framework as mlir_lite;
/// # use mlir_lite::ir::{OpBuilder, OpId, ValueId};
/// # use mlir_lite::rewrite::create_or_fold;
/// # fn build_add(_: &mut dyn OpBuilder) -> OpId { unimplemented!() }
/// # fn f(builder: &mut dyn OpBuilder) -> ValueId {
/// create_or_fold(builder, |builder| build_add(builder))[0]
/// # }
/// ```
pub fn create_or_fold(
    builder: &mut dyn OpBuilder,
    build: impl FnOnce(&mut dyn OpBuilder) -> OpId,
) -> SmallVec<[ValueId; 2]> {
    let op = at(builder, InsertionPoint::Detached, |builder| build(builder));
    if let Folded::Replaced(values) = fold_op(builder.body_mut(), op)
        && let Some(values) = materialize_fold(builder, op, &values)
    {
        builder.body_mut().erase_op(op);
        return values;
    }
    builder.insert(op);
    builder.body().results(op).collect()
}
