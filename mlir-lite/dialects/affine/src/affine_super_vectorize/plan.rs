//! Which loops become dimensions of vectors, and whether vectors can do all that is in them.

use super::AffineSuperVectorizeOptions;
use super::access::{Transfer, varying_dimension};
use super::reduction::{Reduction, reductions};
use crate::affine_parallelize::is_independent;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use crate::{ApplyOp, ForOp, YieldOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::ConstantOp;
use mlir_lite::ir::op_def::ValueGroupDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{Body, TraitFlags};

/// A dimension of the vectors.
pub(super) struct Dimension {
    pub(super) size: i64,
    /// The loops whose iterations are its elements, none of which is in another one.
    pub(super) loops: Vec<ForOp>,
}

impl Dimension {
    pub(super) fn variables(&self, body: &Body) -> impl Iterator<Item = ValueId> {
        self.loops.iter().map(|this| this.induction_variable(body))
    }

    /// Whether all vectors of a loop are full.
    pub(super) fn is_exact(&self, body: &Body, this: ForOp) -> bool {
        let count = this.constant_trip_count(body);
        count
            .and_then(|count| i64::try_from(count).ok())
            .is_some_and(|count| count % self.size == 0)
    }
}

/// The vectorization of an op.
pub(super) enum Step {
    /// A loop becomes one of vectors: of the iterations, or of the carried values.
    Loop(ForOp),
    /// Becomes a transfer.
    Transfer(Transfer),
    /// Is done on vectors.
    Compute(OpId),
    /// Ends an iteration.
    Yield(OpId),
    /// Stays. If nothing uses it in the end, it is erased.
    Scalar(OpId),
}

/// How a loop is vectorized.
pub(super) struct Plan {
    pub(super) root: ForOp,
    pub(super) dimensions: Vec<Dimension>,
    /// The reductions that the root combines.
    pub(super) reductions: Vec<Reduction>,
    /// All ops, the root first.
    pub(super) steps: Vec<Step>,
}

impl Plan {
    /// None if the loop is not vectorized.
    pub(super) fn new(
        body: &Body,
        root: ForOp,
        options: &AffineSuperVectorizeOptions,
        aliases: &AliasAnalysis,
    ) -> Option<Self> {
        let search = Search { body, options, aliases };
        let mut dimensions: Vec<Dimension> = options
            .virtual_vector_size
            .iter()
            .map(|&size| Dimension { size, loops: Vec::new() })
            .collect();
        if !search.assign(root, &mut dimensions, 0) {
            return None;
        }
        let reductions = reductions(body, root)?;
        let mut plan = Self { root, dimensions, reductions, steps: vec![Step::Loop(root)] };
        for op in body.own_ops_in(root.id()) {
            let step = plan.step(body, op)?;
            plan.steps.push(step);
        }
        Some(plan)
    }

    /// The dimension that a loop's iterations become.
    pub(super) fn dimension_of(&self, this: ForOp) -> Option<usize> {
        self.dimensions.iter().position(|dimension| dimension.loops.contains(&this))
    }

    pub(super) fn reduction_by(&self, op: OpId) -> Option<&Reduction> {
        self.reductions.iter().find(|reduction| reduction.op == op)
    }

    fn step(&self, body: &Body, op: OpId) -> Option<Step> {
        if let Some(this) = ForOp::cast(body, op) {
            let bounds = [this.lower_bound(body), this.upper_bound(body)];
            let is_uniform = |bound: &MapOperands| {
                let simple = bound.simplified(body);
                let operands = &simple.as_ref().unwrap_or(bound).operands;
                operands.iter().all(|&operand| self.is_uniform(body, operand))
            };
            let is_same_for_all = bounds.iter().all(is_uniform);
            let carries_numbers = body.results(op).all(|value| is_number(body, value));
            return (is_same_for_all && carries_numbers).then_some(Step::Loop(this));
        }
        if let Some(access) = Access::cast(body, op) {
            return self.transfer(body, access).map(Step::Transfer);
        }
        if YieldOp::is(body, op) {
            return body
                .operands(op)
                .all(|value| self.may_be_vector(body, value))
                .then_some(Step::Yield(op));
        }
        if ApplyOp::is(body, op) || ConstantOp::is(body, op) {
            return Some(Step::Scalar(op));
        }
        self.is_elementwise(body, op).then_some(Step::Compute(op))
    }

    fn transfer(&self, body: &Body, access: Access) -> Option<Transfer> {
        let transfer = Transfer::new(body, access, &self.dimensions)?;
        let is_index = |&operand: &ValueId| match self.is_inside(body, operand) {
            true => ForOp::of_variable(body, operand).is_some(),
            false => true,
        };
        if !transfer.place.operands.iter().all(is_index) {
            return None;
        }
        let Access::Store(store) = access else { return Some(transfer) };
        // Each element of the vector is stored somewhere else.
        let moves = transfer.along.iter().all(Option::is_some);
        (moves && self.may_be_vector(body, store.value(body))).then_some(transfer)
    }

    /// Whether a value is a vector, or is broadcast to one.
    fn may_be_vector(&self, body: &Body, value: ValueId) -> bool {
        is_number(body, value) && (!self.is_index(body, value) || self.is_uniform(body, value))
    }

    /// Whether a value is computed from the variables of loops by `affine.apply`, or is one.
    fn is_index(&self, body: &Body, value: ValueId) -> bool {
        ForOp::of_variable(body, value).is_some() || ApplyOp::defining(body, value).is_some()
    }

    /// Whether an index is the same for all elements of a vector.
    fn is_uniform(&self, body: &Body, value: ValueId) -> bool {
        if !self.is_inside(body, value) {
            return true;
        }
        if let Some(apply) = ApplyOp::defining(body, value) {
            return apply.operands(body).into_iter().all(|operand| self.is_uniform(body, operand));
        }
        ForOp::of_variable(body, value).is_some_and(|this| self.dimension_of(this).is_none())
    }

    fn is_inside(&self, body: &Body, value: ValueId) -> bool {
        let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
        owner.is_some_and(|owner| owner == self.root.id() || body.is_inside(owner, self.root.id()))
    }

    /// Whether an op can be done for all elements of vectors: it computes numbers from numbers, is
    /// declared for vectors as well, and is defined for elements beyond the end of a loop, if there
    /// are such.
    fn is_elementwise(&self, body: &Body, op: OpId) -> bool {
        let (flags, ctx) = (body.info(op).flags(), body.context());
        let Some(def) = body.def(op) else { return false };
        let is_total = !flags.contains(TraitFlags::CONDITIONALLY_SPECULATABLE);
        let has_rest = || {
            self.dimensions.iter().any(|dimension| {
                dimension.loops.iter().any(|&this| !dimension.is_exact(body, this))
            })
        };
        let values: SmallVec<[ValueId; 4]> = body.operands(op).chain(body.results(op)).collect();
        flags.contains(TraitFlags::PURE)
            && (is_total || !has_rest())
            && body.regions(op).is_empty()
            && body.num_results(op) > 0
            && values.iter().all(|&value| self.may_be_vector(body, value))
            && {
                let vector = |value| self.vector_type(body, value);
                let accepts =
                    |(group, ty): (&ValueGroupDef, Type)| (group.constraint.matches)(ctx, ty);
                def.operands.len() == body.num_operands(op)
                    && def.results.len() == body.num_results(op)
                    && def.operands.iter().zip(body.operands(op).map(vector)).all(accepts)
                    && def.results.iter().zip(body.results(op).map(vector)).all(accepts)
            }
    }

    /// The type of the vectors of a number.
    pub(super) fn vector_type(&self, body: &Body, value: ValueId) -> Type {
        let sizes: SmallVec<[i64; 2]> =
            self.dimensions.iter().map(|dimension| dimension.size).collect();
        body.context().vector_type(&sizes, body.ty(value))
    }
}

fn is_number(body: &Body, value: ValueId) -> bool {
    let (ctx, ty) = (body.context(), body.ty(value));
    ty == Type::INDEX || ty.is_integer(ctx) || ty.is_float(ctx)
}

/// The search for loops.
struct Search<'a> {
    body: &'a Body,
    options: &'a AffineSuperVectorizeOptions,
    aliases: &'a AliasAnalysis,
}

impl Search<'_> {
    /// Makes the iterations of a loop the elements of a dimension, and those of loops in it the
    /// elements of the next ones. Returns whether there are loops for all dimensions.
    fn assign(&self, this: ForOp, dimensions: &mut [Dimension], at: usize) -> bool {
        if !self.is_candidate(this, at) {
            return false;
        }
        let mut is_complete = at + 1 == dimensions.len();
        if !is_complete {
            let mut found: Option<OpId> = None;
            for op in self.body.own_ops_in(this.id()) {
                let is_in_found = found.is_some_and(|found| self.body.is_inside(op, found));
                let inner = ForOp::cast(self.body, op).filter(|_| !is_in_found);
                if inner.is_some_and(|inner| self.assign(inner, dimensions, at + 1)) {
                    (found, is_complete) = (Some(op), true);
                }
            }
        }
        if is_complete {
            dimensions[at].loops.push(this);
        }
        is_complete
    }

    /// Whether iterations of a loop can be elements of vectors.
    fn is_candidate(&self, this: ForOp, at: usize) -> bool {
        let body = self.body;
        let carries = body.num_results(this.id()) > 0;
        if this.step_value(body) != 1
            || (carries && !self.options.vectorize_reductions)
            || !self.goes_along_one_dimension(this, at)
        {
            return false;
        }
        let may_alias = |a, b| {
            !self.options.distinct_memrefs && self.aliases.alias(body, a, b).is_may_or_must()
        };
        is_independent(body, this, this, &may_alias)
    }

    /// Whether all accesses that move do so in one dimension, counted from the last one.
    fn goes_along_one_dimension(&self, this: ForOp, at: usize) -> bool {
        let (body, variable) = (self.body, this.induction_variable(self.body));
        let mut wanted = self.options.test_fastest_varying.get(at).copied();
        body.own_ops_in(this.id()).into_iter().filter_map(|op| Access::cast(body, op)).all(
            |access| match varying_dimension(body, access, variable) {
                Err(()) => false,
                Ok(None) => true,
                Ok(Some(along)) => {
                    let along = i64::try_from(along).unwrap_or(i64::MAX);
                    *wanted.get_or_insert(along) == along
                }
            },
        )
    }
}
