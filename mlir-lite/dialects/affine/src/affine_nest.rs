//! A perfect nest of affine loops, with the memory accesses of its body: the unit of fusion,
//! interchange and tiling.

use crate::ForOp;
use crate::operands::MapOperands;
use crate::subscripts::{Access, SubscriptTable, Subscripts};
use mlir_lite::Context;
use mlir_lite::analysis::alias::{AliasAnalysis, AliasClass};
use mlir_lite::ir::{BlockId, Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::types::TypeKind;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The subscripts of several accesses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Uniform {
    /// All have these, by their number.
    Same(u32),
    /// They differ, or not all are known.
    Mixed,
}

impl Uniform {
    fn with(this: Option<Self>, other: Self) -> Option<Self> {
        Some(if this.is_none_or(|this| this == other) { other } else { Self::Mixed })
    }
}

/// The accesses of a nest to a memref.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Accesses {
    pub(crate) class: AliasClass,
    pub(crate) reads: bool,
    /// Subscripts of the writes, if there are any.
    pub(crate) writes: Option<Uniform>,
    /// Subscripts of reads and writes.
    pub(crate) all: Option<Uniform>,
    /// Whether the subscripts, if they are uniform, are one-to-one in the variables of all loops
    /// with more than one iteration.
    pub(crate) one_to_one: bool,
}

/// The numbers that a loop counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LoopRange {
    /// Lower bound, upper bound and step.
    Constant(i64, i64, i64),
    /// The maps of the bounds, with operands from outside of the nest, and the step.
    Varying([MapOperands; 2], i64),
}

impl LoopRange {
    /// Whether there is at most one iteration.
    fn is_single(&self) -> bool {
        matches!(*self, Self::Constant(lower, upper, step) if upper.saturating_sub(lower) <= step)
    }
}

/// A perfect nest of loops, whose bounds do not depend on one another.
pub(crate) struct Nest {
    /// The outermost loop.
    pub(crate) root: OpId,
    /// The place in the block.
    pub(crate) position: i64,
    /// The range of each loop.
    pub(crate) ranges: Vec<LoopRange>,
    /// The variable of each loop.
    pub(crate) variables: Vec<ValueId>,
    /// The body of the innermost loop.
    pub(crate) innermost: Option<BlockId>,
    /// Ops in the innermost body, without its terminator.
    pub(crate) num_ops: usize,
    /// By memref; the order only depends on the body.
    pub(crate) memrefs: BTreeMap<ValueId, Accesses>,
    /// The last position in the block where a value that the nest uses is defined.
    pub(crate) last_definition: i64,
}

impl Nest {
    /// The nest whose outermost loop is `root`; none if it is not perfect, or its body contains
    /// other ops than loads, stores and computations.
    pub(crate) fn new(
        body: &Body,
        root: ForOp,
        position: i64,
        positions: &FxHashMap<OpId, i64>,
        subscripts: &mut SubscriptTable,
        aliases: &AliasAnalysis,
    ) -> Option<Self> {
        let mut nest = Self {
            root: root.id(),
            position,
            ranges: Vec::new(),
            variables: Vec::new(),
            innermost: None,
            num_ops: 0,
            memrefs: BTreeMap::new(),
            last_definition: -1,
        };
        let innermost = nest.descend(body, root)?;
        nest.innermost = Some(innermost);
        for op in body.ops(innermost) {
            if body.has_trait(op, TraitFlags::TERMINATOR) {
                continue;
            }
            nest.num_ops += 1;
            match Access::cast(body, op) {
                Some(access) => nest.access(body, access, subscripts, aliases),
                None if !is_simple(body, op) => return None,
                None => {}
            }
            for operand in body.operands(op) {
                let definition = body.defining_op(operand).and_then(|op| positions.get(&op));
                nest.last_definition = nest.last_definition.max(definition.copied().unwrap_or(-1));
            }
        }
        Some(nest)
    }

    /// The nests of a body, each down to the depth at which it is perfect.
    pub(crate) fn all(
        body: &Body,
        subscripts: &mut SubscriptTable,
        aliases: &AliasAnalysis,
    ) -> Vec<Self> {
        let mut nests: Vec<Self> = Vec::new();
        for op in body.own_ops() {
            let Some(root) = ForOp::cast(body, op) else { continue };
            // The inner loops of a nest follow it directly.
            let is_within = |nest: &Self| nest.variables.contains(&root.induction_variable(body));
            if !nests.last().is_some_and(is_within) {
                nests.extend(Self::new(body, root, 0, &FxHashMap::default(), subscripts, aliases));
            }
        }
        nests
    }

    /// Follows loops that contain nothing but the next one; returns the innermost block.
    fn descend(&mut self, body: &Body, root: ForOp) -> Option<BlockId> {
        let mut innermost = None;
        for this in root.perfectly_nested(body) {
            if body.num_results(this.id()) > 0 {
                return None;
            }
            let step = this.step_value(body);
            self.ranges.push(match this.constant_bounds(body) {
                Some((lower, upper)) => LoopRange::Constant(lower, upper, step),
                None => {
                    let bounds = [this.lower_bound(body), this.upper_bound(body)];
                    let mut operands = bounds.iter().flat_map(|bound| &bound.operands);
                    if operands.any(|operand| self.variables.contains(operand)) {
                        return None;
                    }
                    LoopRange::Varying(bounds, step)
                }
            });
            self.variables.push(this.induction_variable(body));
            innermost = Some(this.block(body));
        }
        // A nest in which a loop has sibling ops is not perfect.
        innermost.filter(|block| body.first_op(*block).is_some_and(|first| !ForOp::is(body, first)))
    }

    fn access(
        &mut self,
        body: &Body,
        access: Access,
        subscripts: &mut SubscriptTable,
        aliases: &AliasAnalysis,
    ) {
        let ctx = body.context();
        let memref = access.memref(body);
        // Under a layout map, unequal subscripts may be the same element.
        let plain = matches!(body.ty(memref).kind(ctx), TypeKind::MemRef { layout: None, .. });
        let (uniform, one_to_one) = if plain {
            let of_access = Subscripts::new(body, &access.map_operands(body), &self.variables);
            let determined: Vec<u32> = of_access.determined_loops(ctx).collect();
            let one_to_one = (0..)
                .zip(&self.ranges)
                .all(|(depth, range)| range.is_single() || determined.contains(&depth));
            (Uniform::Same(subscripts.number(of_access)), one_to_one)
        } else {
            (Uniform::Mixed, false)
        };
        let accesses = self.memrefs.entry(memref).or_insert_with(|| Accesses {
            class: aliases.class(body, memref),
            reads: false,
            writes: None,
            all: None,
            one_to_one: true,
        });
        accesses.all = Uniform::with(accesses.all, uniform);
        accesses.one_to_one &= one_to_one;
        if access.is_store() {
            accesses.writes = Uniform::with(accesses.writes, uniform);
        } else {
            accesses.reads = true;
        }
    }

    /// Lower bound, upper bound and step of each loop, if all are constants.
    pub(crate) fn constant_space(&self) -> Option<Vec<(i64, i64, i64)>> {
        let constant = |range: &LoopRange| match *range {
            LoopRange::Constant(lower, upper, step) => Some((lower, upper, step)),
            LoopRange::Varying(..) => None,
        };
        self.ranges.iter().map(constant).collect()
    }

    /// Whether the iterations of a nest may run in any order: no two of them access an element that
    /// one of them writes.
    pub(crate) fn has_free_order(&self, body: &Body, aliases: &AliasAnalysis) -> bool {
        let alone = self.memrefs.values().all(|accesses| match (accesses.writes, accesses.all) {
            (None, _) => true,
            (Some(Uniform::Same(writes)), Some(Uniform::Same(all))) => {
                writes == all && accesses.one_to_one
            }
            _ => false,
        });
        alone && !may_alias_across(body, aliases, self, self)
    }

    /// The nest with its loops in another order: the `k`-th is the former loop `order[k]`. The
    /// loops themselves are not changed, so this is for a nest that is absorbed by another one.
    pub(crate) fn in_order(
        &self,
        order: &[usize],
        subscripts: &mut SubscriptTable,
        ctx: &Context,
    ) -> Self {
        let mut to = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            to[old] = new as u32;
        }
        let mut uniform = |uniform: Option<Uniform>| {
            uniform.map(|uniform| match uniform {
                Uniform::Same(number) => Uniform::Same(subscripts.with_loops(number, &to, ctx)),
                Uniform::Mixed => Uniform::Mixed,
            })
        };
        let memrefs = self.memrefs.iter().map(|(&memref, &accesses)| {
            let (writes, all) = (uniform(accesses.writes), uniform(accesses.all));
            (memref, Accesses { writes, all, ..accesses })
        });
        Self {
            memrefs: memrefs.collect(),
            ranges: order.iter().map(|&old| self.ranges[old].clone()).collect(),
            variables: order.iter().map(|&old| self.variables[old]).collect(),
            ..*self
        }
    }

    /// Moves the ops of another nest with the same iterations to the end of its own body, and
    /// erases the rest of that nest.
    pub(crate) fn absorb(&mut self, body: &mut Body, other: &mut Self) {
        for (&from, &to) in other.variables.iter().zip(&self.variables) {
            body.replace_all_uses(from, to);
        }
        if let (Some(from), Some(to)) = (other.innermost, self.innermost) {
            move_ops(body, from, to);
        }
        body.erase_op(other.root);
        self.num_ops += other.num_ops;
        self.last_definition = self.last_definition.max(other.last_definition);
        for (memref, theirs) in std::mem::take(&mut other.memrefs) {
            let merged = match self.memrefs.get(&memref) {
                Some(ours) => ours.merged(theirs),
                None => theirs,
            };
            self.memrefs.insert(memref, merged);
        }
    }
}

/// The trip count of a loop with these bounds and this step.
pub(crate) fn trip_count((lower, upper, step): (i64, i64, i64)) -> i64 {
    let distance = upper.saturating_sub(lower).max(0);
    distance / step + i64::from(distance % step != 0)
}

/// Moves the ops of a loop's block, except its terminator, to the end of another's.
pub(crate) fn move_ops(body: &mut Body, from: BlockId, to: BlockId) {
    let Some(end) = body.terminator(to) else { return };
    for op in body.ops(from).collect::<Vec<_>>() {
        if !body.has_trait(op, TraitFlags::TERMINATOR) {
            body.move_op_before(end, op);
        }
    }
}

impl Accesses {
    fn merged(self, other: Self) -> Self {
        let merge = |a: Option<Uniform>, b: Option<Uniform>| match (a, b) {
            (a, Some(b)) => Uniform::with(a, b),
            (a, None) => a,
        };
        Self {
            class: self.class,
            reads: self.reads || other.reads,
            writes: merge(self.writes, other.writes),
            all: merge(self.all, other.all),
            one_to_one: self.one_to_one && other.one_to_one,
        }
    }
}

/// Whether the op only computes.
fn is_simple(body: &Body, op: OpId) -> bool {
    body.has_trait(op, TraitFlags::PURE) && body.regions(op).is_empty() && body.child(op).is_none()
}

/// The most memrefs of two nests that are compared with one another.
const MAX_COMPARED: usize = 32;

/// Whether different memrefs of the two nests may be the same memory, and some of them are written.
pub(crate) fn may_alias_across(
    body: &Body,
    aliases: &AliasAnalysis,
    first: &Nest,
    second: &Nest,
) -> bool {
    // Classes decide most cases in time linear in the number of memrefs.
    if !have_aliasing_classes(first, second) {
        return false;
    }
    let mut memrefs: Vec<(ValueId, AliasClass, bool)> = Vec::new();
    for (&memref, accesses) in first.memrefs.iter().chain(&second.memrefs) {
        if accesses.class == AliasClass::Private {
            continue;
        }
        let is_written = accesses.writes.is_some();
        if let Some(known) = memrefs.iter_mut().find(|known| known.0 == memref) {
            known.2 |= is_written;
        } else if memrefs.len() == MAX_COMPARED {
            return true;
        } else {
            memrefs.push((memref, accesses.class, is_written));
        }
    }
    memrefs.iter().enumerate().any(|(number, &(a, of_a, writes_a))| {
        memrefs[..number].iter().any(|&(b, of_b, writes_b)| {
            (writes_a || writes_b)
                && of_a.may_alias(of_b)
                && aliases.alias(body, a, b).is_may_or_must()
        })
    })
}

/// As [`may_alias_across`], by the classes of the memrefs alone.
fn have_aliasing_classes(first: &Nest, second: &Nest) -> bool {
    /// The memrefs of a class.
    #[derive(Copy, Clone, Default)]
    struct Members {
        one: Option<ValueId>,
        are_several: bool,
        are_written: bool,
    }
    let mut classes = [Members::default(); AliasClass::ALL.len()];
    for (&memref, accesses) in first.memrefs.iter().chain(&second.memrefs) {
        let members = &mut classes[accesses.class as usize];
        members.are_several |= *members.one.get_or_insert(memref) != memref;
        members.are_written |= accesses.writes.is_some();
    }
    let present =
        AliasClass::ALL.into_iter().zip(classes).filter(|(_, members)| members.one.is_some());
    present.clone().any(|(a, of_a)| {
        present.clone().any(|(b, of_b)| {
            a.may_alias(b) && (of_a.are_written || of_b.are_written) && (a != b || of_a.are_several)
        })
    })
}
