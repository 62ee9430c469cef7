//! The verifier: checks everything that holds of valid IR, and reports all
//! that does not.
//!
//! What is checked, in this order for each op:
//! * links (`ir/links.rs`): its record agrees with those of its neighbours, its values and its blocks;
//! * structure (`structure.rs`): terminators are last and there where they are
//!   needed; successors are blocks of the same region and not its entry;
//! * the definition (`definition.rs`): there is one, or the dialect is not
//!   loaded or allows ops that it does not declare; numbers and types of operands and
//!   results, attributes, numbers of regions and successors, and then the
//!   relations between types;
//! * its traits and interfaces, each by its own check, and then the op's own,
//!   for ops that the checks so far have nothing against;
//!
//! and then for the body:
//! * dominance (`values.rs`): each operand is defined where it is used, and
//!   branches pass what blocks take, if the structure is sound;
//! * symbols (`symbols.rs`): names are unique in their table, and uses refer
//!   to what exists.

mod changed;
mod definition;
mod functions;
mod structure;
mod symbols;
mod values;

#[doc(hidden)]
pub use changed::BodyVersions;
pub use functions::Place;
#[doc(hidden)]
pub use functions::verify_signature_attributes;

use crate::context::OpInfo;
use crate::dominance::Dominance;
use crate::ir::LinkedOps;
use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbols::SymbolScope;
use crate::ir::view::OpRef;
use crate::support::parallel::in_order;
use mlir_lite_diagnostics::{Diagnostics, Reported};

/// Verifies the op that owns `body`, and the bodies in it.
///
/// # Errors
/// If anything is wrong; all of it is in `diagnostics`.
pub fn verify(body: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut found = Diagnostics::new();
    verify_body(body, None, None, &mut found);
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Verifies what has changed since `before`: the bodies whose counters have
/// moved, and symbols everywhere, since what one body defines others use.
///
/// # Errors
/// If anything is wrong; all of it is in `diagnostics`.
#[doc(hidden)]
pub fn verify_changed(
    body: &Body,
    before: &BodyVersions,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut found = Diagnostics::new();
    verify_body(body, None, Some(before), &mut found);
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Isolated ops nest as deep as the text that they come from, which is limited.
fn verify_body(
    body: &Body,
    outer: Option<&SymbolScope<'_>>,
    before: Option<&BodyVersions>,
    diagnostics: &mut Diagnostics,
) {
    let concerned: Vec<OpId> = if before.is_none_or(|before| !before.is_own_current(body)) {
        verify_ops(body, diagnostics)
    } else {
        body.pre_order(body.root()).filter(|&op| symbols::concern(body.info(op))).collect()
    };
    symbols::verify_here(body, &concerned, outer, diagnostics, |scope, diagnostics| {
        let children: Vec<Child<'_>> = body
            .children()
            .map(|(op, child)| (child, before.and_then(|before| before.child(op))))
            .collect();
        verify_children(&children, scope, diagnostics);
    });
}

/// A body, and its versions when it was last verified.
type Child<'c> = (&'c Body, Option<&'c BodyVersions>);

/// Verifies a body without what is in the bodies in it, and returns the ops that symbols concern. Each op is looked at
/// once, while it is in the cache.
fn verify_ops(body: &Body, diagnostics: &mut Diagnostics) -> Vec<OpId> {
    let before = diagnostics.error_count();
    // A block without terminator is hardly what is wrong where an op in it, or around it, is wrong by itself.
    let mut ends = Diagnostics::new();
    let mut is_sound =
        verify_with_ends(body.as_op(), body.info(body.root()), diagnostics, &mut ends);
    let (mut ops, is_root_linked) = LinkedOps::new(body);
    if !is_root_linked {
        report_links(body, body.root(), diagnostics);
        is_sound = false;
    }
    let dominance = Dominance::new(body);
    // What is wrong with values is only said of a structure that is sound.
    let mut wrong_uses = values::WrongUses::default();
    let mut concerned = Vec::new();
    while let Some((id, is_linked)) = ops.next() {
        let op = body.op(id);
        let info = op.info();
        if op.is_plain() {
            is_sound &= verify_op(op, info, diagnostics, &mut ends);
        } else if body.child(id).is_some() {
            structure::verify_link(op, info, diagnostics);
        } else {
            is_sound &= verify_with_ends(op, info, diagnostics, &mut ends);
        }
        if !is_linked {
            report_links(body, id, diagnostics);
            is_sound = false;
        }
        if is_sound {
            values::verify(&mut ops, op, info, &dominance, &mut wrong_uses);
        }
        if symbols::concern(info) {
            concerned.push(id);
        }
    }
    if is_sound && !ops.are_uses_sound() {
        is_sound = values::verify_uses(body, diagnostics, &mut wrong_uses.diagnostics);
    }
    if diagnostics.error_count() > before {
        concerned.retain(|&op| op == body.root() || !is_wrong_by_itself(body.op(op)));
    }
    if is_sound {
        diagnostics.extend(wrong_uses.diagnostics);
    } else if diagnostics.error_count() == before {
        if ends.error_count() > 0 {
            concerned.clear();
        }
        diagnostics.extend(ends);
    }
    concerned
}

/// Says that the record of an op does not agree with those around it. What is wrong here is wrong in the framework
/// itself, or in a pass that erased what it should not have.
#[cold]
fn report_links(body: &Body, op: OpId, diagnostics: &mut Diagnostics) {
    diagnostics.error(body.op(op).op_error(
        "is not linked as the ops, blocks and values around it say: a transformation left the body in disorder",
    ));
}

/// Fewer ops than this are not worth a thread.
const MIN_PIECE: usize = 1 << 12;

/// Verifies bodies that stand side by side, with several threads if they are
/// large. Diagnostics come in order.
fn verify_children(
    children: &[Child<'_>],
    scope: Option<&SymbolScope<'_>>,
    diagnostics: &mut Diagnostics,
) {
    let total: usize = children.iter().map(|(child, _)| child.op_capacity()).sum();
    let threads = if total < 2 * MIN_PIECE || children.len() < 2 {
        1
    } else {
        children[0].0.context().threads()
    };
    if threads == 1 {
        for &(child, before) in children {
            verify_body(child, scope, before, diagnostics);
        }
        return;
    }
    let pieces: Vec<&[Child<'_>]> =
        children.chunks((children.len() / (4 * threads)).max(1)).collect();
    in_order(
        threads,
        pieces.len(),
        |index| {
            let mut found = Diagnostics::new();
            for &(child, before) in pieces[index] {
                verify_body(child, scope, before, &mut found);
            }
            found
        },
        |found| diagnostics.extend(found),
    );
}

/// As [`verify_op`], for an op with regions: where these end with something that is wrong by itself, that is the mistake,
/// which is reported there.
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

/// Whether the structure, if nothing else, is as it must be. One error is reported of an op at most: what else is wrong with
/// it mostly follows from the first mistake.
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
    // What follows may look into the regions.
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
    for verify in info.interface_verifiers() {
        if diagnostics.error_count() == before {
            verify(op, diagnostics);
            diagnostics.keep_errors(before + 1);
        }
    }
    if diagnostics.error_count() == before
        && let Some(verify) = def.properties.verify
    {
        verify(op, diagnostics);
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

/// Whether something is wrong with an op by itself: then it is not said what is wrong with it in the IR around it.
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

/// Whether something is wrong with an op by itself, or with an op in it: then their custom forms cannot be relied on.
/// Bodies nest as deep as the text that they come from, which is limited.
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
