//! Checks operands, results, attributes, regions and successors against the op's definition.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::types::Type;
use crate::ir::groups::segment_sizes;
use crate::ir::inference::InferenceInput;
use crate::ir::op_def::{Arity, OpDef, TraitFlags, ValueGroupDef};
use crate::ir::op_name::OpInfo;
use crate::ir::relations;
use crate::ir::view::{OpRef, RegionRef};
use mlir_lite_diagnostics::Diagnostics;
use smallvec::SmallVec;
use std::ops::Range;

/// Checks an op against its definition, in MLIR's order: numbers of results, successors and
/// operands, then attributes, types, regions. Only the first error of an op is reported, because
/// the others usually follow from it.
pub(super) fn verify(
    op: OpRef<'_>,
    info: &OpInfo,
    def: &'static OpDef,
    diagnostics: &mut Diagnostics,
) {
    // The root's operands and results are those of its link, in the enclosing body.
    let are_values_right = op.id() == op.body().root() || is_plainly_right(op, info, def);
    let is_right = (are_values_right || verify_numbers(op, info, def, diagnostics))
        && verify_attributes(op, def, diagnostics)
        && (are_values_right || verify_types(op, info, def, diagnostics));
    if is_right {
        verify_regions(op, def, diagnostics);
    }
}

/// Checks that an op without definition is allowed: its dialect is not loaded, or allows unknown
/// ops, or the op was parsed where they are allowed.
pub(super) fn verify_may_be_unknown(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    if op.info().is_carried() {
        return;
    }
    let prefix = op.info().namespace();
    if ctx.dialect_of_prefix(prefix).is_some_and(|dialect| !ctx.allows_unknown(dialect)) {
        diagnostics.error(
            op.op_error(format_args!("is unknown: dialect '{prefix}' has no such operation")),
        );
    }
}

/// Checks the declared relations between types, for an op whose types satisfy their own
/// constraints.
pub(super) fn verify_relations(op: OpRef<'_>, def: &'static OpDef, diagnostics: &mut Diagnostics) {
    for relation in def.relations {
        if let Err(message) = relations::check(op, def, relation) {
            diagnostics.error(op.op_error(format_args!("failed to verify that {message}")));
            return;
        }
    }
}

/// Checks that the types of the results agree with those that `infer_types` computes from the
/// operands and attributes, for an op whose types and attributes satisfy their own constraints.
pub(super) fn verify_inferred_types(
    op: OpRef<'_>,
    def: &'static OpDef,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let own = op.num_operands() - op.num_forwarded_operands();
    let operands: SmallVec<[Type; 8]> = op.operand_types().take(own).collect();
    let regions: SmallVec<[RegionRef<'_>; 2]> = op.regions().collect();
    let attribute = |name: &str| op.attr_named(name);
    let input = InferenceInput::of_def(ctx, def, &operands, &attribute);
    match def.infer(input.with_regions(&regions)) {
        Ok(inferred) if op.result_types().eq(inferred.iter().copied()) => {}
        Ok(inferred) => {
            let found: SmallVec<[Type; 4]> = op.result_types().collect();
            if (def.compatible_types)(ctx, &inferred, &found) {
                return;
            }
            let (inferred, found) = (type_list(ctx, inferred), type_list(ctx, found));
            diagnostics.error(op.op_error(format_args!(
                "inferred type(s) {inferred} are incompatible with return type(s) of operation \
                    {found}"
            )));
        }
        Err(message) => {
            diagnostics.error(op.op_error(message));
        }
    }
}

#[cold]
fn type_list(ctx: &Context, types: impl IntoIterator<Item = Type>) -> String {
    let types: Vec<_> = types.into_iter().map(|ty| format!("'{}'", ctx.type_text(ty))).collect();
    types.join(", ")
}

/// Checks the operands, results and successors of an op, which are in the enclosing body.
pub(super) fn verify_values(
    op: OpRef<'_>,
    info: &OpInfo,
    def: &'static OpDef,
    diagnostics: &mut Diagnostics,
) {
    if !is_plainly_right(op, info, def) && verify_numbers(op, info, def, diagnostics) {
        verify_types(op, info, def, diagnostics);
    }
}

/// A fast check that succeeds for most ops: whether the numbers of successors, operands and results
/// are as declared, and each type is allowed. If it fails, the separate checks decide.
fn is_plainly_right(op: OpRef<'_>, info: &OpInfo, def: &'static OpDef) -> bool {
    let mut allowed = AllowedTypes::new(op.context());
    if info.has_single_values() && op.is_plain() {
        return each_matches(&mut allowed, def.operands, op.operand_types())
            && each_matches(&mut allowed, def.results, op.result_types());
    }
    let mut own = op.num_operands();
    if !def.successors.is_empty() || !op.is_plain() {
        if def.successors.len() != op.successors().len()
            || def.successors.iter().any(|successor| successor.variadic)
        {
            return false;
        }
        own -= op.num_forwarded_operands();
    }
    let operands = info.operand_segments().and_then(|slot| op.inherent_attr(slot));
    let results = info.result_segments().and_then(|slot| op.inherent_attr(slot));
    let lacks = |flag, sizes: Option<Attribute>| info.flags().contains(flag) && sizes.is_none();
    if lacks(TraitFlags::ATTR_SIZED_OPERANDS, operands)
        || lacks(TraitFlags::ATTR_SIZED_RESULTS, results)
    {
        return false;
    }
    all_match(&mut allowed, def.operands, operands, op.operand_types().take(own))
        && all_match(&mut allowed, def.results, results, op.result_types())
}

type Matches = fn(&Context, Type) -> bool;

/// Whether types satisfy constraints. Most ops have several values of one type, with one
/// constraint, so the last answer is kept.
struct AllowedTypes<'c> {
    ctx: &'c Context,
    last: Option<(Matches, Type)>,
}

impl<'c> AllowedTypes<'c> {
    fn new(ctx: &'c Context) -> Self {
        Self { ctx, last: None }
    }

    #[inline]
    fn has(&mut self, group: &ValueGroupDef, ty: Type) -> bool {
        let matches = group.constraint.matches;
        let is_last =
            self.last.is_some_and(|last| std::ptr::fn_addr_eq(last.0, matches) && last.1 == ty);
        if is_last {
            return true;
        }
        let is_allowed = matches(self.ctx, ty);
        if is_allowed {
            self.last = Some((matches, ty));
        }
        is_allowed
    }
}

/// Whether each group is one value of an allowed type.
#[inline]
fn each_matches(
    allowed: &mut AllowedTypes<'_>,
    groups: &[ValueGroupDef],
    types: impl ExactSizeIterator<Item = Type>,
) -> bool {
    types.len() == groups.len()
        && groups.iter().zip(types).all(|(group, ty)| allowed.has(group, ty))
}

/// Whether values of these types can be divided into the groups, by `sizes` if given, and have
/// allowed types.
fn all_match(
    allowed: &mut AllowedTypes<'_>,
    groups: &[ValueGroupDef],
    sizes: Option<Attribute>,
    mut types: impl ExactSizeIterator<Item = Type>,
) -> bool {
    let (ctx, total) = (allowed.ctx, types.len());
    let mut matches = |group: &ValueGroupDef, count: usize| {
        types.len() >= count && types.by_ref().take(count).all(|ty| allowed.has(group, ty))
    };
    let is_right = match sizes {
        Some(sizes) => {
            let mut sizes = segment_sizes(ctx, sizes);
            let fits = groups.iter().all(|group| {
                let size = sizes.next().filter(|&size| is_size_of(group.arity, size));
                size.and_then(|size| usize::try_from(size).ok())
                    .is_some_and(|size| matches(group, size))
            });
            fits && sizes.next().is_none()
        }
        None => match groups.iter().filter(|group| group.arity != Arity::One).count() {
            0 => groups.iter().all(|group| matches(group, 1)),
            1 => {
                // The rest belongs to the group of variable size.
                let Some(rest) = (total + 1).checked_sub(groups.len()) else { return false };
                groups.iter().all(|group| match group.arity {
                    Arity::One => matches(group, 1),
                    arity => is_size_of(arity, rest as i64) && matches(group, rest),
                })
            }
            _ => false,
        },
    };
    is_right && types.len() == 0
}

/// Whether a group may have this size.
fn is_size_of(arity: Arity, size: i64) -> bool {
    match arity {
        Arity::One => size == 1,
        Arity::Optional => (0..=1).contains(&size),
        Arity::Variadic => size >= 0,
    }
}

/// Whether `total` values can be divided among the groups.
fn verify_count(
    op: OpRef<'_>,
    info: &OpInfo,
    what: &str,
    groups: &[ValueGroupDef],
    total: usize,
    sizes: Option<&[i64]>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let single = groups.iter().filter(|group| group.arity == Arity::One).count();
    let equal = if what == "operand" {
        TraitFlags::SAME_SIZED_OPERANDS
    } else {
        TraitFlags::SAME_SIZED_RESULTS
    };
    if info.flags().contains(equal)
        && groups.len() > single
        && (total < single || !(total - single).is_multiple_of(groups.len() - single))
    {
        diagnostics.error(op.op_error(format_args!(
            "{total} {what}s cannot be divided into {} groups of the same size",
            groups.len() - single
        )));
        return false;
    }
    if let Some(sizes) = sizes {
        if sizes.len() != groups.len() {
            diagnostics.error(op.op_error(format_args!(
                "'{what}SegmentSizes' attribute for specifying {what} segments must have {} \
                    elements, but got {}",
                groups.len(),
                sizes.len()
            )));
            return false;
        }
        let wrong = groups.iter().zip(sizes).find(|(group, size)| !is_size_of(group.arity, **size));
        if let Some((group, size)) = wrong {
            let wanted = match group.arity {
                Arity::One => "1",
                Arity::Optional => "0 or 1",
                Arity::Variadic => "0 or more",
            };
            diagnostics.error(op.op_error(format_args!(
                "{what} group '{}' requires {wanted} elements, but attribute '{what}SegmentSizes' \
                    says {size}",
                group.name
            )));
            return false;
        }
        let sum = sizes.iter().fold(0, |sum: usize, &size| {
            sum.saturating_add(usize::try_from(size).unwrap_or(usize::MAX))
        });
        if sum != total {
            diagnostics.error(op.op_error(format_args!(
                "{what} count ({total}) does not match with the total size ({sum}) specified in \
                    attribute '{what}SegmentSizes'"
            )));
        }
        return sum == total;
    }
    let least = groups.iter().filter(|group| group.arity == Arity::One).count();
    let optional = groups.iter().filter(|group| group.arity == Arity::Optional).count();
    let unlimited = groups.iter().any(|group| group.arity == Arity::Variadic);
    let most = least + optional;
    if total < least || (!unlimited && total > most) {
        let wanted = if unlimited {
            format!("{least} or more {what}s")
        } else if most > least {
            format!("{least} to {most} {what}s")
        } else {
            format!("{least} {what}{}", if least == 1 { "" } else { "s" })
        };
        diagnostics.error(op.op_error(format_args!("expected {wanted}, but found {total}")));
        return false;
    }
    true
}

/// Sizes of groups.
type Sizes = SmallVec<[i64; 4]>;

/// The sizes in an attribute, of an op whose groups need them.
fn segments(op: OpRef<'_>, slot: Option<usize>, name: &str) -> Sizes {
    let sizes = match slot {
        Some(slot) => op.inherent_attr(slot),
        None => op.attr_named(name),
    };
    sizes.map_or(Sizes::new(), |sizes| segment_sizes(op.context(), sizes).collect())
}

/// Checks the numbers of results, successors and operands. Returns whether they are correct.
fn verify_numbers(
    op: OpRef<'_>,
    info: &OpInfo,
    def: &'static OpDef,
    diagnostics: &mut Diagnostics,
) -> bool {
    let own = op.num_operands() - op.body().num_forwarded_operands(op.id());
    let (operands, results) = sizes_of_groups(op, info);
    verify_count(op, info, "result", def.results, op.num_results(), results.as_deref(), diagnostics)
        && verify_successors(op, def, diagnostics)
        && verify_count(op, info, "operand", def.operands, own, operands.as_deref(), diagnostics)
}

/// Checks the types of operands and results, whose numbers are correct. Returns whether they are
/// correct.
fn verify_types(
    op: OpRef<'_>,
    info: &OpInfo,
    def: &'static OpDef,
    diagnostics: &mut Diagnostics,
) -> bool {
    let (operands, results) = sizes_of_groups(op, info);
    let operand_range = |index| op.body().operand_group(op.id(), index);
    let result_range = |index| op.body().result_group(op.id(), index);
    verify_group_types(op, "operand", def.operands, operands.as_deref(), operand_range, diagnostics)
        && verify_group_types(
            op,
            "result",
            def.results,
            results.as_deref(),
            result_range,
            diagnostics,
        )
}

/// The sizes of the groups of operands and of results that are stored in attributes, if the op
/// needs such attributes.
fn sizes_of_groups(op: OpRef<'_>, info: &OpInfo) -> (Option<Sizes>, Option<Sizes>) {
    let is = |flag| info.flags().contains(flag);
    (
        is(TraitFlags::ATTR_SIZED_OPERANDS)
            .then(|| segments(op, info.operand_segments(), "operandSegmentSizes")),
        is(TraitFlags::ATTR_SIZED_RESULTS)
            .then(|| segments(op, info.result_segments(), "resultSegmentSizes")),
    )
}

/// Checks the types of values in groups, given by sizes that add up to the number of values, or by
/// ranges. Returns whether they are correct.
fn verify_group_types(
    op: OpRef<'_>,
    what: &str,
    groups: &'static [ValueGroupDef],
    sizes: Option<&[i64]>,
    range: impl Fn(usize) -> Range<usize>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let (body, ctx) = (op.body(), op.context());
    let mut end = 0;
    for (i, group) in groups.iter().enumerate() {
        let positions = match sizes {
            Some(sizes) => end..end + sizes[i] as usize,
            None => range(i),
        };
        end = positions.end;
        for position in positions {
            let value = if what == "operand" { op.operand(position) } else { op.result(position) };
            let ty = body.ty(value);
            if !(group.constraint.matches)(ctx, ty) {
                let wanted = (group.constraint.describe)();
                let variadic = if group.arity == Arity::Variadic { "variadic of " } else { "" };
                let found = ctx.type_text(ty);
                diagnostics.error(op.op_error(format_args!(
                    "{what} #{position} must be {variadic}{wanted}, but got '{found}'"
                )));
                return false;
            }
        }
    }
    true
}

/// Checks the attributes. Returns whether they are correct.
fn verify_attributes(op: OpRef<'_>, def: &'static OpDef, diagnostics: &mut Diagnostics) -> bool {
    for (attr, &value) in def.attrs.iter().zip(op.attr_slots()) {
        match value {
            Some(value) if !(attr.constraint.matches)(op.context(), value) => {
                let wanted = (attr.constraint.describe)();
                diagnostics.error(op.op_error(format_args!(
                    "attribute '{}' failed to satisfy constraint: {wanted}",
                    attr.name
                )));
                return false;
            }
            None if !attr.optional && attr.default.is_none() => {
                diagnostics.error(op.op_error(format_args!("requires attribute '{}'", attr.name)));
                return false;
            }
            _ => {}
        }
    }
    true
}

fn verify_regions(op: OpRef<'_>, def: &'static OpDef, diagnostics: &mut Diagnostics) {
    if def.regions.is_empty() && op.is_plain() {
        return;
    }
    let regions = op.regions();
    let found = regions.len();
    let least = def.regions.iter().filter(|region| !region.variadic).count();
    let unlimited = def.regions.iter().any(|region| region.variadic);
    if found < least || (!unlimited && found > least) {
        let more = if unlimited { " or more" } else { "" };
        diagnostics.error(op.op_error(format_args!(
            "requires {least}{more} region{}, but found {found}",
            if least == 1 { "" } else { "s" }
        )));
        return;
    }
    for (definition, region) in def.regions.iter().zip(regions) {
        if definition.single_block && region.blocks().count() != 1 {
            diagnostics.error(
                op.op_error(format_args!("expects region '{}' to have one block", definition.name)),
            );
            return;
        }
    }
}

/// Checks the number of successors. Returns whether it is correct.
fn verify_successors(op: OpRef<'_>, def: &'static OpDef, diagnostics: &mut Diagnostics) -> bool {
    let found = op.successors().len();
    let least = def.successors.iter().filter(|successor| !successor.variadic).count();
    let unlimited = def.successors.iter().any(|successor| successor.variadic);
    if found < least || (!unlimited && found > least) {
        let more = if unlimited { " or more" } else { "" };
        let s = if least == 1 { "" } else { "s" };
        diagnostics.error(
            op.op_error(format_args!("requires {least}{more} successor{s}, but found {found}")),
        );
        return false;
    }
    true
}
