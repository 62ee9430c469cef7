//! The legality of merging two nests.

use super::recent::Owner;
use super::{MAX_BODY_OPS, Sweep};
use crate::affine_nest::{Nest, Uniform, may_alias_across};
use crate::subscripts::SubscriptTable;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::Body;

impl Sweep<'_> {
    /// The position at which two nests may be merged: that of one of them.
    ///
    /// `second` is nest `later`, possibly with its loops in another order.
    pub(super) fn merged_position(
        &self,
        body: &Body,
        earlier: u32,
        later: u32,
        second: &Nest,
    ) -> Option<i64> {
        let first = &self.nests[earlier as usize];
        if first.position >= second.position
            || first.ranges != second.ranges
            || first.num_ops + second.num_ops > MAX_BODY_OPS
            || !keeps_dependences(body, self.aliases, first, second)
        {
            return None;
        }
        let moves_up = second.last_definition < first.position
            && self.passes(body, second, first.position, earlier, later);
        if moves_up {
            return Some(first.position);
        }
        self.passes(body, first, first.position, earlier, later).then_some(second.position)
    }

    /// Whether no op after `position`, other than the two nests, conflicts with `nest`.
    fn passes(&self, body: &Body, nest: &Nest, position: i64, earlier: u32, later: u32) -> bool {
        let place = |owner: Owner, recorded: i64| match owner {
            Owner::Op => Some(recorded),
            Owner::Nest(number) => {
                let number = self.find(number);
                (number != earlier && number != later).then(|| self.nests[number as usize].position)
            }
        };
        nest.memrefs.iter().all(|(&memref, accesses)| {
            let any_access = accesses.writes.is_some();
            self.log.latest(memref, accesses.class, any_access, place) < position
                || self
                    .log
                    .latest_of_aliases(memref, accesses.class, any_access, place, |other| {
                        self.aliases.alias(body, memref, other).is_may_or_must()
                    })
                    .is_some_and(|latest| latest < position)
        })
    }
}

/// The order of `second`'s loops in which each iteration reads what the same iteration of `first`
/// wrote: the `k`-th loop becomes loop `order[k]`. None if there is no such order, it is the
/// present one, or the order matters to the nest itself.
pub(super) fn aligned_order(
    first: &Nest,
    second: &Nest,
    subscripts: &SubscriptTable,
    body: &Body,
    aliases: &AliasAnalysis,
) -> Option<Vec<usize>> {
    let ctx = body.context();
    let loops_of = |uniform: Option<Uniform>| match uniform {
        Some(Uniform::Same(number)) => subscripts.get(number).loops(ctx),
        _ => None,
    };
    let passed_on = second.memrefs.iter().filter(|(_, accesses)| accesses.reads);
    let (written, read) = passed_on
        .filter_map(|(memref, b)| {
            Some((loops_of(first.memrefs.get(memref)?.writes)?, loops_of(b.all)?))
        })
        .find(|(written, read)| {
            written.len() == first.ranges.len() && read.len() == second.ranges.len()
        })?;
    let mut order = vec![0; written.len()];
    for (&w, &r) in written.iter().zip(&read) {
        order[w as usize] = r as usize;
    }
    let is_new = order.iter().enumerate().any(|(k, &from)| k != from);
    (is_new && second.has_free_order(body, aliases)).then_some(order)
}

/// Whether the dependences between two nests with the same iterations are preserved when each
/// iteration of the second directly follows that of the first.
fn keeps_dependences(body: &Body, aliases: &AliasAnalysis, first: &Nest, second: &Nest) -> bool {
    let same_memrefs_agree = second.memrefs.iter().all(|(memref, b)| {
        let Some(a) = first.memrefs.get(memref) else { return true };
        if a.writes.is_none() && b.writes.is_none() {
            return true;
        }
        // Reads of both need not agree with each other, only with the writes.
        let agree = |x: Option<Uniform>, y: Option<Uniform>| match (x, y) {
            (None, _) | (_, None) => true,
            (Some(Uniform::Same(x)), Some(Uniform::Same(y))) => x == y,
            _ => false,
        };
        agree(a.writes, b.all) && agree(a.all, b.writes) && a.one_to_one && b.one_to_one
    });
    same_memrefs_agree && !may_alias_across(body, aliases, first, second)
}
