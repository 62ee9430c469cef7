//! The verifier: checks all rules of valid IR and reports all errors.
//!
//! It checks the following, in this order for each op:
//! * links (`ir/links.rs`): its record is consistent with those of its neighbours, values and
//!   blocks;
//! * structure (`structure.rs`): terminators are last and present if required; successors are
//!   blocks of the same region and not its entry;
//! * the definition (`definition.rs`): it exists, or the dialect is not loaded or allows ops that
//!   it does not declare; numbers and types of operands and results, attributes, numbers of regions
//!   and successors, and then relations between types, and inferred types;
//! * its traits and interfaces, each by its own verifier, and then the op's own, for ops without
//!   errors so far;
//!
//! and then for the body:
//! * dominance (`values.rs`): each operand is defined before its use, and branches pass what blocks
//!   take, if the structure is valid;
//! * symbols (`symbols.rs`): names are unique in their table, and references can be resolved;
//! * regions (`regions.rs`): what traits require of all that is in an op, after nested bodies, if
//!   nothing is wrong so far.

mod changed;
mod definition;
mod functions;
mod regions;
mod structure;
mod symbols;
mod values;

pub use crate::ir::interfaces::SignaturePosition;
#[doc(hidden)]
pub use changed::BodyVersions;
#[doc(hidden)]
pub use functions::verify_signature_attributes;

use crate::dominance::LazyDominance;
use crate::ir::LinkedOps;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::{TraitFlags, UpstreamProperties};
use crate::ir::op_name::OpInfo;
use crate::ir::symbol_scope::Resolver;
use crate::ir::symbols::SymbolScope;
use crate::ir::view::OpRef;
use crate::support::parallel::{in_order, pieces_of};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use std::sync::Arc;

/// Verifies the op that owns `body`, including nested bodies.
///
/// # Errors
/// If anything is not valid; `diagnostics` has all errors.
pub fn verify(body: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut found = Diagnostics::new();
    verify_body(body, None, &Resolver::new(body, false), None, &mut found);
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Verifies the parts that have changed since `before`: the bodies whose counters have increased,
/// and everywhere symbols and the requirements of traits on regions, because other bodies matter
/// for them. References that lead out of a body that is nested in another one are checked when that
/// one is verified.
///
/// # Errors
/// If anything is not valid; `diagnostics` has all errors.
#[doc(hidden)]
pub fn verify_changed(
    body: &Body,
    before: &BodyVersions,
    is_nested: bool,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut found = Diagnostics::new();
    verify_body(body, None, &Resolver::new(body, is_nested), Some(before), &mut found);
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Verifies a body and its nested bodies. Isolated ops nest as deep as the source text, which is
/// limited.
fn verify_body<'s>(
    body: &'s Body,
    outer: Option<&SymbolScope<'s>>,
    resolver: &Arc<Resolver<'s>>,
    before: Option<&BodyVersions>,
    diagnostics: &mut Diagnostics,
) {
    let errors = diagnostics.error_count();
    let concerned = if before.is_none_or(|before| !before.is_own_current(body)) {
        verify_ops(body, diagnostics)
    } else {
        Concerned::of(body)
    };
    let scopes = symbols::verify_here(body, &concerned.symbols, outer, resolver, diagnostics);
    let children: Vec<Child<'_, 's>> = body
        .children()
        .enumerate()
        .map(|(position, (op, child))| Child {
            body: child,
            scope: scopes.around(body, op),
            before: before.and_then(|before| before.child(position, op)),
        })
        .collect();
    verify_children(&children, resolver, diagnostics);
    if diagnostics.error_count() == errors {
        regions::verify(body, &concerned.regions, diagnostics);
    }
}

/// The ops of a body that are not only verified by themselves.
#[derive(Default)]
struct Concerned {
    /// Those that define or use symbols.
    symbols: Vec<OpId>,
    /// Those with a trait that verifies what is in them, the root included.
    regions: Vec<OpId>,
}

impl Concerned {
    /// With the root, if it is one of them.
    fn of_root(body: &Body) -> Self {
        let mut concerned = Self::default();
        concerned.add_regions(body.info(body.root()), body.root());
        concerned
    }

    /// All of a body.
    fn of(body: &Body) -> Self {
        let mut concerned = Self::of_root(body);
        for op in body.pre_order(body.root()) {
            let info = body.info(op);
            if symbols::concern(body.op(op), info) {
                concerned.symbols.push(op);
            }
            // The regions of an isolated op are verified with its own body.
            if body.child(op).is_none() {
                concerned.add_regions(info, op);
            }
        }
        concerned
    }

    fn add_regions(&mut self, info: &OpInfo, op: OpId) {
        if info.verifies_regions() {
            self.regions.push(op);
        }
    }
}

/// A nested body, the symbols that it sees, and its versions when it was last verified.
#[derive(Copy, Clone)]
struct Child<'c, 's> {
    body: &'s Body,
    scope: Option<&'c SymbolScope<'s>>,
    before: Option<&'c BodyVersions>,
}

impl<'s> Child<'_, 's> {
    fn verify(self, resolver: &Arc<Resolver<'s>>, diagnostics: &mut Diagnostics) {
        verify_body(self.body, self.scope, resolver, self.before, diagnostics);
    }
}

/// Verifies a body without its nested bodies, and returns the ops that are verified further. Each
/// op is checked in one go, while it is in the CPU cache.
fn verify_ops(body: &Body, diagnostics: &mut Diagnostics) -> Concerned {
    let before = diagnostics.error_count();
    // A missing terminator is probably not the real error if an op in or around the block has an
    // error of its own.
    let mut ends = Diagnostics::new();
    let mut is_sound =
        verify_with_ends(body.as_op(), body.info(body.root()), diagnostics, &mut ends);
    let (mut ops, is_root_linked) = LinkedOps::new(body);
    if !is_root_linked {
        report_links(body, body.root(), diagnostics);
        is_sound = false;
    }
    let dominance = LazyDominance::new(body);
    // Errors of values are only reported if the structure is valid.
    let mut wrong_uses = values::WrongUses::default();
    let mut concerned = Concerned::of_root(body);
    while let Some((id, is_linked)) = ops.next() {
        let op = body.op(id);
        let info = op.info();
        if op.is_plain() {
            is_sound &= verify_op(op, info, diagnostics, &mut ends);
        } else if body.child(id).is_some() {
            structure::verify_link(op, info, diagnostics);
        } else {
            is_sound &= verify_with_ends(op, info, diagnostics, &mut ends);
            concerned.add_regions(info, id);
        }
        if !is_linked {
            report_links(body, id, diagnostics);
            is_sound = false;
        }
        if is_sound {
            values::verify(&mut ops, op, info, &dominance, &mut wrong_uses);
        }
        if symbols::concern(op, info) {
            concerned.symbols.push(id);
        }
    }
    if is_sound && !ops.are_uses_sound() {
        is_sound = values::verify_uses(body, diagnostics, &mut wrong_uses.diagnostics);
    }
    if diagnostics.error_count() > before {
        concerned.symbols.retain(|&op| op == body.root() || !is_wrong_by_itself(body.op(op)));
    }
    if is_sound {
        diagnostics.extend(wrong_uses.diagnostics);
    } else if diagnostics.error_count() == before {
        if ends.error_count() > 0 {
            concerned.symbols.clear();
        }
        diagnostics.extend(ends);
    }
    concerned
}

/// Reports that the record of an op is not consistent with others. This is a bug in the framework,
/// or in a pass that erased the wrong op.
#[cold]
fn report_links(body: &Body, op: OpId, diagnostics: &mut Diagnostics) {
    diagnostics.error(body.op(op).op_error(
        "is not linked as the ops, blocks and values around it say: a transformation left the body \
            in disorder",
    ));
}

/// Bodies with fewer ops are verified by one thread.
const MIN_PIECE: usize = 1 << 12;

/// So that no thread waits long for the others.
const PIECES_PER_THREAD: usize = 4;

/// Verifies sibling bodies, with several threads if they are large. Diagnostics are in source
/// order.
fn verify_children<'s>(
    children: &[Child<'_, 's>],
    resolver: &Arc<Resolver<'s>>,
    diagnostics: &mut Diagnostics,
) {
    let weight = |child: &Child<'_, 's>| child.body.op_capacity();
    let threads = match children {
        [first, _, ..] => first.body.context().threads(),
        _ => 1,
    };
    let total: usize = if threads == 1 { 0 } else { children.iter().map(weight).sum() };
    if total < 2 * MIN_PIECE {
        for child in children {
            child.verify(resolver, diagnostics);
        }
        return;
    }
    let pieces: Vec<&[Child<'_, '_>]> =
        pieces_of(children, weight, total / (PIECES_PER_THREAD * threads)).collect();
    in_order(
        threads,
        pieces.len(),
        |index| {
            let mut found = Diagnostics::new();
            for child in pieces[index] {
                child.verify(resolver, &mut found);
            }
            found
        },
        |found| diagnostics.extend(found),
    );
}

/// Like [`verify_op`], for an op with regions: if the last op of a block has an error of its own,
/// that is reported instead of a missing terminator.
fn verify_with_ends(
    op: OpRef<'_>,
    info: &OpInfo,
    diagnostics: &mut Diagnostics,
    ends: &mut Diagnostics,
) -> bool {
    let mut own = Diagnostics::new();
    let is_sound = verify_op(op, info, &mut own, ends);
    if own.error_count() > 0 {
        let ends_wrongly = |last: OpRef<'_>| {
            let is_own =
                last.has_trait(TraitFlags::TERMINATOR) && last.body().child(last.id()).is_none();
            is_own && is_wrong_by_itself(last)
        };
        let mut lasts =
            op.regions().flat_map(|region| region.blocks()).filter_map(|block| block.terminator());
        if lasts.any(ends_wrongly) {
            return is_sound;
        }
    }
    diagnostics.extend(own);
    is_sound
}

/// Verifies an op. Returns whether its structure is valid. At most one error is reported per op,
/// because others usually follow from the first.
fn verify_op(
    op: OpRef<'_>,
    info: &OpInfo,
    diagnostics: &mut Diagnostics,
    ends: &mut Diagnostics,
) -> bool {
    let (before, ends_before) = (diagnostics.error_count(), ends.error_count());
    if !op.is_plain() || info.flags().contains(TraitFlags::TERMINATOR) {
        structure::verify(op, info, diagnostics, ends);
        if diagnostics.error_count() != before {
            return false;
        }
    }
    let has_ends = ends.error_count() == ends_before;
    let Some(def) = info.def() else {
        definition::verify_may_be_unknown(op, diagnostics);
        return has_ends;
    };
    definition::verify(op, info, def, diagnostics);
    if !def.relations.is_empty()
        && diagnostics.error_count() == before
        && op.id() != op.body().root()
    {
        definition::verify_relations(op, def, diagnostics);
    }
    if def.infer_types.is_some()
        && diagnostics.error_count() == before
        && op.id() != op.body().root()
    {
        definition::verify_inferred_types(op, def, diagnostics);
    }
    // The following checks may read the regions.
    if !has_ends {
        return false;
    }
    for verify in info.trait_verifiers() {
        if diagnostics.error_count() != before {
            return true;
        }
        verify(op, diagnostics);
        diagnostics.keep_errors(before + 1);
    }
    if info.verifies_place() && op.id() != op.body().root() {
        structure::verify_place(op, info, before, diagnostics);
    }
    for verify in info.interface_verifiers() {
        if diagnostics.error_count() == before {
            verify(op, diagnostics);
            diagnostics.keep_errors(before + 1);
        }
    }
    if diagnostics.error_count() == before {
        verify_properties(op, info, def.properties, diagnostics);
        diagnostics.keep_errors(before + 1);
    }
    if diagnostics.error_count() == before
        && let Some(verify) = def.verify
    {
        verify(op, diagnostics);
        diagnostics.keep_errors(before + 1);
    }
    true
}

/// Checks the attributes that today's MLIR counts as the op's own.
fn verify_properties(
    op: OpRef<'_>,
    info: &OpInfo,
    properties: &UpstreamProperties,
    diagnostics: &mut Diagnostics,
) {
    if properties.attrs.is_empty() || op.body().has_no_attributes(op.id()) {
        return;
    }
    let (ctx, before) = (op.context(), diagnostics.error_count());
    let has_discardable = !op.body().discardable_attrs(op.id()).is_empty();
    let own = op.attr_slots();
    for (attr, &slot) in properties.attrs.iter().zip(info.property_slots()) {
        let Some(constraint) = attr.constraint else { continue };
        let value = match slot {
            Some(slot) => own[slot],
            None if has_discardable => op.attr(ctx.ident(attr.name)),
            None => None,
        };
        let Some(value) = value else { continue };
        if !(constraint.matches)(ctx, value) {
            let (name, value) = (attr.name, ctx.attribute_text(value));
            let message = format!("has an invalid value for '{name}': {value}");
            diagnostics.error(op.op_error(message));
        }
    }
    if diagnostics.error_count() == before
        && let Some(verify) = properties.verify
    {
        verify(op, diagnostics);
    }
}

/// Whether an op has no error of its own, apart from its use in the surrounding IR. The typed
/// accessors of an op that has one may panic, so a verifier asks this of other ops than its own
/// before it uses them.
pub fn is_right(op: OpRef<'_>) -> bool {
    let root = op.body().child(op.id());
    !is_wrong_by_itself(op) && root.is_none_or(|body| !is_wrong_by_itself(body.as_op()))
}

/// Whether an op has an error of its own. If so, errors about its use in the surrounding IR are not
/// reported.
#[cold]
fn is_wrong_by_itself(op: OpRef<'_>) -> bool {
    let mut own = Diagnostics::new();
    if op.body().child(op.id()).is_some() {
        structure::verify_link(op, op.info(), &mut own);
    } else {
        verify_op(op, op.info(), &mut own, &mut Diagnostics::new());
    }
    own.error_count() > 0
}

/// Whether an op or a nested op has an error of its own, so that custom forms cannot be printed.
/// Bodies nest as deep as the source text, which is limited.
pub(crate) fn is_anything_wrong_in(op: OpRef<'_>) -> bool {
    let is_wrong = |op: OpRef<'_>| {
        let (mut own, mut ends) = (Diagnostics::new(), Diagnostics::new());
        match op.body().child(op.id()) {
            Some(child) => {
                structure::verify_link(op, op.info(), &mut own);
                own.error_count() > 0 || is_anything_wrong_in(child.as_op())
            }
            None => {
                verify_op(op, op.info(), &mut own, &mut ends);
                own.error_count() + ends.error_count() > 0
            }
        }
    };
    is_wrong(op) || op.body().pre_order(op.id()).any(|id| is_wrong(op.body().op(id)))
}
