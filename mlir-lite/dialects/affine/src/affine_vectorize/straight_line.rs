//! The straight-line body of a nest: loads, stores, and computations, on vectors.

use crate::affine_nest::Nest;
use crate::subscripts::{Access, Subscripts};
use mlir_lite::dialects::standard::{CmpFOp, SelectOp, SplatOp};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::traits::{SameOperandsAndResultType, has_op_trait};
use mlir_lite::ir::{BlockId, Body, OpBuilder, OpDefinition, OpId, OperationState, ValueId};
use mlir_lite::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A load or a store, and where.
pub(super) struct BodyAccess {
    pub(super) access: Access,
    pub(super) memref: ValueId,
    /// In terms of the nest's variables.
    pub(super) subscripts: Subscripts,
}

/// One op of a body.
pub(super) enum Step {
    Access(BodyAccess),
    /// The same op on vectors computes each element.
    Compute(OpId),
}

/// A straight-line body that can be vectorized.
pub(super) struct StraightLineBody {
    pub(super) steps: Vec<Step>,
    /// The type of all elements.
    pub(super) element: Type,
    /// Elements of a vector.
    pub(super) lanes: i64,
}

impl StraightLineBody {
    /// The innermost body of a nest, if it only contains accesses and computations on floats of one
    /// type, for vectors of `lanes` elements of this type.
    pub(super) fn of(
        body: &Body,
        nest: &Nest,
        innermost: BlockId,
        lanes: impl FnOnce(Type) -> i64,
    ) -> Option<Self> {
        let mut element = None;
        let mut steps = Vec::new();
        for op in body.ops(innermost).filter(|&op| Some(op) != body.terminator(innermost)) {
            let Some(access) = Access::cast(body, op) else {
                steps.push(Step::Compute(op));
                continue;
            };
            let memref = access.memref(body);
            let ty = body.ty(memref).element_type(body.context())?;
            if *element.get_or_insert(ty) != ty || !ty.is_float(body.context()) {
                return None;
            }
            let subscripts = Subscripts::new(body, &access.map_operands(body), &nest.variables);
            steps.push(Step::Access(BodyAccess { access, memref, subscripts }));
        }
        let element = element?;
        let is_computed = |step: &Step| match step {
            Step::Access(_) => true,
            Step::Compute(op) => is_elementwise(body, *op, element),
        };
        let lanes = lanes(element);
        steps.iter().all(is_computed).then_some(Self { steps, element, lanes })
    }

    /// The accesses in order.
    pub(super) fn accesses(&self) -> impl Iterator<Item = &BodyAccess> {
        self.steps.iter().filter_map(|step| match step {
            Step::Access(place) => Some(place),
            Step::Compute(_) => None,
        })
    }

    /// Builds a splat for each outer value that the body uses.
    pub(super) fn splats(
        &self,
        b: &mut BodyBuilder<'_>,
        innermost: BlockId,
    ) -> FxHashMap<ValueId, ValueId> {
        let mut splats: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        let mut splat = |b: &mut BodyBuilder<'_>, user: OpId, value: ValueId| {
            let body = b.body();
            let is_inside =
                body.defining_op(value).is_some_and(|op| body.block(op) == Some(innermost));
            if is_inside || splats.contains_key(&value) {
                return;
            }
            let (location, ty) = (body.location(user), self.vector_of(body, body.ty(value)));
            let splat = SplatOp::build(b, location, value, &[], ty).aggregate(b.body());
            splats.insert(value, splat);
        };
        for step in &self.steps {
            match step {
                Step::Compute(op) => {
                    let operands: SmallVec<[ValueId; 4]> = b.body().operands(*op).collect();
                    operands.into_iter().for_each(|value| splat(b, *op, value));
                }
                Step::Access(BodyAccess { access: Access::Store(store), .. }) => {
                    let value = store.value(b.body());
                    splat(b, store.id(), value);
                }
                Step::Access(_) => {}
            }
        }
        splats
    }

    /// The type of vectors of the body's elements.
    pub(super) fn vector(&self, body: &Body) -> Type {
        self.vector_of(body, self.element)
    }

    fn vector_of(&self, body: &Body, element: Type) -> Type {
        body.context().vector_type(&[self.lanes], element)
    }

    /// The vector form of an op on elements. `values` has the vectors for its operands.
    pub(super) fn compute(
        &self,
        b: &mut BodyBuilder<'_>,
        op: OpId,
        values: &FxHashMap<ValueId, ValueId>,
    ) -> ValueId {
        let body = b.body();
        let operands: SmallVec<[ValueId; 4]> =
            body.operands(op).map(|value| values[&value]).collect();
        let ty = self.vector_of(body, body.ty(body.result(op, 0)));
        let mut state = OperationState::new(body.name(op), body.location(op))
            .operands(&operands)
            .results(&[ty]);
        state.attributes = body.attributes(op).into();
        let new = b.create(state);
        b.body().result(new, 0)
    }
}

fn is_elementwise(body: &Body, op: OpId, element: Type) -> bool {
    let ctx = body.context();
    let result_types = body.result_types(op);
    let mut types =
        body.operands(op).map(|value| body.ty(value)).chain(result_types.iter().copied());
    let is_same_op = has_op_trait::<SameOperandsAndResultType>(ctx, body.name(op))
        || CmpFOp::is(body, op)
        || SelectOp::is(body, op);
    is_same_op
        && body.regions(op).is_empty()
        && result_types.len() == 1
        && types.all(|ty| ty == element || ty == Type::I1)
}
