//! The dependences of a nest, and which of its loops may be exchanged.

use super::accesses::outer_accesses;
use super::pair::{Pair, Place, budget_of_nest, may_exist};
use crate::ForOp;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::{Body, OpDefinition, ValueId};
use mlir_lite_presburger::Conjunct;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most different accesses to a memref that are compared with each other.
const MAX_COMPARED: usize = 16;

/// Whether two memrefs may be the same memory.
pub(crate) struct Aliases<'a> {
    pub(crate) analysis: &'a AliasAnalysis,
    /// Whether different arguments of a function may be.
    pub(crate) arguments_may_alias: bool,
}

impl Aliases<'_> {
    pub(crate) fn may_alias(&self, body: &Body, a: ValueId, b: ValueId) -> bool {
        let is_argument = |value| {
            let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
            body.defining_op(value).is_none() && owner == Some(body.root())
        };
        let are_arguments = a != b && is_argument(a) && is_argument(b);
        (self.arguments_may_alias || !are_arguments)
            && self.analysis.alias(body, a, b).is_may_or_must()
    }
}

/// The dependences of a perfect nest.
#[derive(Default)]
pub(crate) struct Dependences {
    carried: Vec<Carried>,
    /// Whether there may be any others.
    is_unknown: bool,
}

/// A dependence between different iterations.
struct Carried {
    pair: Rc<Pair>,
    /// The outermost loop in which the iterations differ.
    depth: usize,
    iterations: Conjunct,
}

/// The different accesses to a memref, and whether each writes.
#[derive(Default)]
pub(crate) struct Places {
    places: Vec<(Place, bool)>,
    /// Whether there are too many to compare.
    is_unknown: bool,
}

impl Places {
    pub(crate) fn add(&mut self, body: &Body, place: Place, is_write: bool) {
        let is_same = |other: &Place| {
            body.block(other.op) == body.block(place.op)
                && other.subscripts == place.subscripts
                && other.vector == place.vector
        };
        if let Some(known) = self.places.iter_mut().find(|(other, _)| is_same(other)) {
            known.1 |= is_write;
        } else if self.places.len() == MAX_COMPARED {
            self.is_unknown = true;
        } else {
            self.places.push((place, is_write));
        }
    }

    fn is_written(&self) -> bool {
        self.places.iter().any(|(_, is_write)| *is_write)
    }

    /// Each pair of accesses of which one writes, in both orders.
    fn pairs(&self) -> impl Iterator<Item = (&Place, &Place)> {
        self.places.iter().flat_map(move |(source, writes)| {
            let targets =
                self.places.iter().filter(move |(_, also_writes)| *writes || *also_writes);
            targets.map(move |(target, _)| (source, target))
        })
    }
}

impl Dependences {
    /// The dependences of a nest; none if it does anything other than compute and access memory.
    pub(crate) fn of(body: &Body, nest: &[ForOp], aliases: &Aliases<'_>) -> Option<Self> {
        let root = *nest.first()?;
        let mut memrefs: Vec<ValueId> = Vec::new();
        let mut places: FxHashMap<ValueId, Places> = FxHashMap::default();
        for access in outer_accesses(body, root)? {
            let of_memref = places.entry(access.memref).or_insert_with(|| {
                memrefs.push(access.memref);
                Places::default()
            });
            of_memref.add(body, access.place, access.is_write);
        }
        let unknown = Self { carried: Vec::new(), is_unknown: true };
        let (mut this, mut work) = (Self::default(), budget_of_nest());
        let written = memrefs.iter().filter(|memref| places[memref].is_written());
        let written: Vec<ValueId> = written.copied().collect();
        // Comparing many memrefs with each other would not be linear.
        if written.len().saturating_mul(memrefs.len()) > MAX_COMPARED * MAX_COMPARED {
            return Some(unknown);
        }
        for memref in written {
            let of_memref = &places[&memref];
            let is_aliased = memrefs
                .iter()
                .any(|&other| other != memref && aliases.may_alias(body, memref, other));
            if is_aliased || of_memref.is_unknown {
                return Some(unknown);
            }
            for (source, target) in of_memref.pairs() {
                let pair = Rc::new(Pair::new(body, source, target, Some(root.id())));
                for depth in 0..nest.len().min(pair.common.len()) {
                    let iterations = pair.carried_at(depth);
                    if may_exist(&iterations, &mut work) {
                        this.carried.push(Carried { pair: pair.clone(), depth, iterations });
                    }
                }
            }
        }
        Some(this)
    }

    /// Whether loop `i` of the nest may become loop `to[i]`: no pair of iterations that depend on
    /// each other runs in the other order then.
    pub(crate) fn allow_permutation(&self, to: &[usize]) -> bool {
        let mut order = vec![0; to.len()];
        for (from, &to) in to.iter().enumerate() {
            order[to] = from;
        }
        let mut work = budget_of_nest();
        let is_reversed = |carried: &Carried| {
            let mut equal = carried.iterations.clone();
            order.iter().any(|&depth| {
                let goes_back = carried.pair.may_go_back(&equal, depth, &mut work);
                carried.pair.require_equal(&mut equal, depth);
                goes_back
            })
        };
        !self.is_unknown && !self.carried.iter().any(is_reversed)
    }

    /// Whether the iterations of a loop of the nest may run in the opposite order.
    pub(crate) fn allow_reversal(&self, depth: usize) -> bool {
        !self.is_unknown && self.carried.iter().all(|carried| carried.depth != depth)
    }

    /// Whether the loops `from..to` of the nest may run in any order, and in tiles: no dependence
    /// that is carried by one of them goes back in another one.
    pub(crate) fn are_permutable(&self, from: usize, to: usize) -> bool {
        let mut work = budget_of_nest();
        let goes_back = |carried: &Carried| {
            let mut inner = carried.depth + 1..to;
            inner.any(|depth| carried.pair.may_go_back(&carried.iterations, depth, &mut work))
        };
        let mut within = self.carried.iter().filter(|carried| (from..to).contains(&carried.depth));
        !self.is_unknown && !within.any(goes_back)
    }
}

/// Whether an iteration of `this`, in a run of the loop `around`, may access what another one
/// writes, where the accesses are to one memref.
pub(crate) fn carries_dependence(body: &Body, around: ForOp, this: ForOp, places: &Places) -> bool {
    let mut work = budget_of_nest();
    let depends = |(source, target): (&Place, &Place)| {
        let pair = Pair::new(body, source, target, Some(around.id()));
        let depth = pair.common.iter().position(|&common| common == this);
        depth.is_none_or(|depth| may_exist(&pair.later_at(depth), &mut work))
    };
    places.is_unknown || places.pairs().any(depends)
}
