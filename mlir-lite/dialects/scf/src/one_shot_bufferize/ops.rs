//! The ops on tensors as ops on memory.

use super::memory::{ALIGNMENT, allocate};
use super::{Done, Rewrite, is_region_end, is_region_op};
use crate::edsc::ScfEdsc;
use crate::{ForOp, ForallOp, WhileOp};
use mlir_lite::dialects::standard::edsc::edsc;
use mlir_lite::dialects::standard::{
    AllocTensorOp, ConcatTensorOp, ConstantOp, CopyOp, DeallocTensorOp, DimOp,
    DynamicTensorFromElementsOp, EmptyTensorOp, ExtractElementOp, GetGlobalMemrefOp,
    GlobalMemrefOp, InsertElementOp, LoadOp, MemrefCastOp, MemrefCollapseShapeOp,
    MemrefExpandShapeOp, PadTensorOp, ParallelInsertSliceOp, RankOp, SelectOp, SplatOp, StoreOp,
    SubTensorInsertOp, SubTensorOp, SubViewOp, TensorCastOp, TensorCollapseShapeOp,
    TensorExpandShapeOp, TensorFromElementsOp, TensorLoadOp, TensorStoreOp, TensorToMemrefOp,
    TensorYieldOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::support::fingerprint;
use mlir_lite::text::print_attribute;
use mlir_lite_diagnostics::Diagnostic;

/// Offsets, sizes and strides of a part: numbers, and operands where they are open.
pub(super) type Part = ([Attribute; 3], [Vec<ValueId>; 3]);

impl Rewrite<'_> {
    /// Rewrites an op that is known here. Returns whether it is one.
    pub(super) fn known(&mut self, op: OpId) -> Result<bool, Box<Diagnostic>> {
        let view = self.body.op(op);
        let done = if view.is::<ForOp>() || view.is::<WhileOp>() {
            self.loop_op(op)
        } else if is_region_op(view) {
            self.results(op)
        } else if is_region_end(view) {
            self.own_operands(op, 0..self.body.num_operands(op));
            Ok(())
        } else if view.is::<DimOp>() || view.is::<RankOp>() {
            Ok(())
        } else if view.is::<DeallocTensorOp>() {
            self.body.erase_op(op);
            Ok(())
        } else {
            return self.known_tensor_op(op);
        };
        done.map(|()| true)
    }

    fn known_tensor_op(&mut self, op: OpId) -> Result<bool, Box<Diagnostic>> {
        let body = &*self.body;
        let done = if let Some(this) = ExtractElementOp::cast(body, op) {
            if !self.reuse.was_tensor(op, 0) {
                return Ok(false);
            }
            self.extract(this)
        } else if let Some(this) = InsertElementOp::cast(body, op) {
            self.insert(this)
        } else if let Some(this) = SubTensorOp::cast(body, op) {
            self.part(this)
        } else if let Some(this) = SubTensorInsertOp::cast(body, op) {
            self.insert_part(this)
        } else if let Some(this) = EmptyTensorOp::cast(body, op) {
            let sizes = this.dynamic_sizes(body).to_vec();
            self.empty(op, &sizes)
        } else if let Some(this) = AllocTensorOp::cast(body, op) {
            self.alloc_tensor(this)
        } else if let Some(this) = DynamicTensorFromElementsOp::cast(body, op) {
            self.generate(this)
        } else if let Some(this) = TensorFromElementsOp::cast(body, op) {
            self.listed_elements(this)
        } else if let Some(this) = TensorCastOp::cast(body, op) {
            let (source, ty) = (this.source(body), body.ty(this.dest(body)));
            self.other_form(op, source, ty, |b, source, ty| MemrefCastOp::create(b, source, ty))
        } else if let Some(this) = TensorExpandShapeOp::cast(body, op) {
            let (source, ty) = (this.src(body), body.ty(this.result(body)));
            let sizes = this.output_shape(body).to_vec();
            let (groups, shape) = (this.reassociation(body), this.static_output_shape(body));
            self.other_form(op, source, ty, |b, source, ty| {
                MemrefExpandShapeOp::create(b, source, &sizes, groups, shape, ty)
            })
        } else if let Some(this) = TensorCollapseShapeOp::cast(body, op) {
            let (source, ty) = (this.src(body), body.ty(this.result(body)));
            let groups = this.reassociation(body);
            self.other_form(op, source, ty, |b, source, ty| {
                MemrefCollapseShapeOp::create(b, source, groups, ty)
            })
        } else if let Some(this) = ForallOp::cast(body, op) {
            self.forall(this)
        } else if let Some(this) = ParallelInsertSliceOp::cast(body, op) {
            self.insert_shared(this)
        } else if let Some(this) = PadTensorOp::cast(body, op) {
            self.pad(this)
        } else if let Some(this) = ConcatTensorOp::cast(body, op) {
            self.concat(this)
        } else if let Some(this) = TensorLoadOp::cast(body, op) {
            self.load(this)
        } else if let Some(this) = TensorStoreOp::cast(body, op) {
            self.store(this)
        } else if let Some(this) = TensorToMemrefOp::cast(body, op) {
            self.as_memory(this)
        } else {
            return self.known_shaped_op(op);
        };
        done.map(|()| true)
    }

    /// Ops that are not only on tensors.
    fn known_shaped_op(&mut self, op: OpId) -> Result<bool, Box<Diagnostic>> {
        let body = &*self.body;
        let is_tensor = body.results(op).next().is_some_and(|result| self.is_tensor(result));
        let done = if let Some(this) = ConstantOp::cast(body, op).filter(|_| is_tensor) {
            self.constant(this)
        } else if let Some(this) = SplatOp::cast(body, op).filter(|_| is_tensor) {
            self.splat(this)
        } else if SelectOp::cast(body, op).is_some_and(|_| is_tensor)
            && !self.reuse.was_tensor(op, 0)
        {
            for index in [1, 2] {
                let memory = self.row_major(op, self.body.operand(op, index));
                self.body.set_operand(op, index, memory);
            }
            self.results(op)
        } else {
            return Ok(false);
        };
        done.map(|()| true)
    }

    fn loop_op(&mut self, op: OpId) -> Done {
        self.own_operands(op, 0..self.body.num_operands(op));
        for region in self.body.regions(op).to_vec() {
            if let Some(entry) = self.body.entry_block(region) {
                self.block(op, entry)?;
            }
        }
        self.results(op)
    }

    fn extract(&mut self, this: ExtractElementOp) -> Done {
        let body = &*self.body;
        let (memory, indices) = (this.aggregate(body), this.indices(body).to_vec());
        let ty = body.ty(this.result(body));
        let element = LoadOp::create(&mut self.builder(this.id()), memory, &indices, ty);
        self.replace(this.id(), element);
        Ok(())
    }

    /// The memory of a tensor that an op changes: a copy, unless its memory may be written.
    fn changed(&mut self, op: OpId, dest: ValueId) -> ValueId {
        let is_row_major = self.body.ty(dest).has_identity_layout(self.body.context());
        if self.reuse.is_taken(op, 1) && is_row_major { dest } else { self.copy(op, dest) }
    }

    fn insert(&mut self, this: InsertElementOp) -> Done {
        let body = &*self.body;
        let (value, dest) = (this.scalar(body), this.dest(body));
        let indices = this.indices(body).to_vec();
        let memory = self.changed(this.id(), dest);
        StoreOp::create(&mut self.builder(this.id()), value, memory, &indices);
        self.replace(this.id(), memory);
        Ok(())
    }

    /// A view of a part of memory in row-major order.
    pub(super) fn view(
        &mut self,
        op: OpId,
        memory: ValueId,
        part: &Part,
        shape: &[i64],
    ) -> Result<ValueId, Box<Diagnostic>> {
        let ctx = self.body.context().clone();
        let (lists, open) = part;
        let ty = SubViewOp::type_of_part(&ctx, self.body.ty(memory), lists, shape);
        let ty = ty.ok_or_else(|| self.refused(op))?;
        let [offsets, sizes, strides] = open;
        let [a, b, c] = *lists;
        let builder = &mut self.builder(op);
        Ok(SubViewOp::create(builder, memory, offsets, sizes, strides, a, b, c, ty))
    }

    fn part(&mut self, this: SubTensorOp) -> Done {
        let body = &*self.body;
        let ctx = body.context().clone();
        let lists = [this.static_offsets(body), this.static_sizes(body), this.static_strides(body)];
        let open = [this.offsets(body), this.sizes(body), this.strides(body)];
        let part = (lists, open.map(|list| list.to_vec()));
        let shape = body.ty(this.result(body)).shape(&ctx).unwrap_or_default().to_vec();
        let source = this.source(body);
        let source = self.row_major(this.id(), source);
        let view = self.view(this.id(), source, &part, &shape)?;
        self.replace(this.id(), view);
        Ok(())
    }

    fn insert_part(&mut self, this: SubTensorInsertOp) -> Done {
        let body = &*self.body;
        let ctx = body.context().clone();
        let lists = [this.static_offsets(body), this.static_sizes(body), this.static_strides(body)];
        let open = [this.offsets(body), this.sizes(body), this.strides(body)];
        let part = (lists, open.map(|list| list.to_vec()));
        let (source, dest) = (this.source(body), this.dest(body));
        let shape = body.ty(source).shape(&ctx).unwrap_or_default().to_vec();
        let memory = self.changed(this.id(), dest);
        let view = self.view(this.id(), memory, &part, &shape)?;
        CopyOp::create(&mut self.builder(this.id()), source, view);
        self.replace(this.id(), memory);
        Ok(())
    }

    fn empty(&mut self, op: OpId, sizes: &[ValueId]) -> Done {
        let ty = self.body.op(op).result_types().next().ok_or_else(|| self.refused(op))?;
        let ty = self.memory_type(op, ty)?;
        let memory = allocate(&mut self.builder(op), ty, sizes);
        self.replace(op, memory);
        Ok(())
    }

    fn alloc_tensor(&mut self, this: AllocTensorOp) -> Done {
        let body = &*self.body;
        if this.memory_space(body).is_some() {
            return Err(self.refused(this.id()));
        }
        let (sizes, copied) = (this.dynamic_sizes(body).to_vec(), this.copy(body));
        let Some(copied) = copied else { return self.empty(this.id(), &sizes) };
        let memory = self.copy(this.id(), copied);
        self.replace(this.id(), memory);
        Ok(())
    }

    fn generate(&mut self, this: DynamicTensorFromElementsOp) -> Done {
        let body = &*self.body;
        let op = this.id();
        let sizes = this.dynamic_extents(body).to_vec();
        let ty = self.memory_type(op, body.ty(this.result(body)))?;
        let block = self.body.entry_block(this.body(self.body)).ok_or_else(|| self.refused(op))?;
        let memory = allocate(&mut self.builder(op), ty, &sizes);
        self.fill(op, block, memory)?;
        self.replace(op, memory);
        Ok(())
    }

    /// Stores the value that a block computes from its indices in each element of memory.
    pub(super) fn fill(&mut self, op: OpId, block: BlockId, memory: ValueId) -> Done {
        let end = self.body.last_op(block).ok_or_else(|| self.refused(op))?;
        let value = TensorYieldOp::cast(self.body, end).ok_or_else(|| self.refused(op))?;
        let value = value.value(self.body);
        let (mut indices, mut store) = (Vec::new(), None);
        edsc(&mut self.builder(op), |e| {
            e.for_elements(e.expr(memory), |at| {
                indices = at.iter().map(|index| index.id()).collect();
                store = Some(e.emit(|b| StoreOp::create(b, value, memory, &indices).id()));
            });
        });
        let store = store.ok_or_else(|| self.refused(op))?;
        for (argument, at) in self.body.arguments(block).to_vec().into_iter().zip(indices) {
            self.body.replace_all_uses(argument, at);
        }
        self.body.erase_op(end);
        while let Some(first) = self.body.first_op(block) {
            self.body.move_op_before(store, first);
        }
        Ok(())
    }

    fn splat(&mut self, this: SplatOp) -> Done {
        let body = &*self.body;
        let (value, sizes) = (this.input(body), this.dynamic_sizes(body).to_vec());
        let ty = self.memory_type(this.id(), body.ty(this.aggregate(body)))?;
        let mut b = self.builder(this.id());
        let memory = allocate(&mut b, ty, &sizes);
        edsc(&mut b, |e| {
            let memory = e.expr(memory);
            e.for_elements(memory, |at| memory.at(at).set(e.expr(value)));
        });
        self.replace(this.id(), memory);
        Ok(())
    }

    fn listed_elements(&mut self, this: TensorFromElementsOp) -> Done {
        let body = &*self.body;
        let elements = this.elements(body).to_vec();
        let ty = self.memory_type(this.id(), body.ty(this.result(body)))?;
        let shape = ty.shape(body.context()).unwrap_or_default().to_vec();
        let mut b = self.builder(this.id());
        let memory = allocate(&mut b, ty, &[]);
        for (number, element) in elements.into_iter().enumerate() {
            let mut rest = number as i64;
            let mut at: Vec<i64> = Vec::new();
            for &size in shape.iter().rev() {
                at.push(rest % size);
                rest /= size;
            }
            let at: Vec<ValueId> =
                at.into_iter().rev().map(|index| ConstantOp::index(&mut b, index)).collect();
            StoreOp::create(&mut b, element, memory, &at);
        }
        self.replace(this.id(), memory);
        Ok(())
    }

    /// The same elements under another type.
    fn other_form(
        &mut self,
        op: OpId,
        source: ValueId,
        ty: Type,
        create: impl FnOnce(&mut BodyBuilder<'_>, ValueId, Type) -> ValueId,
    ) -> Done {
        let ty = self.memory_type(op, ty)?;
        let source = self.row_major(op, source);
        let memory = create(&mut self.builder(op), source, ty);
        self.replace(op, memory);
        Ok(())
    }

    /// Memory as a tensor is a copy, unless it says that the memory has no other use.
    fn load(&mut self, this: TensorLoadOp) -> Done {
        let (memory, is_alone) = (this.memref(self.body), this.restrict(self.body).is_some());
        let memory = if is_alone { memory } else { self.copy(this.id(), memory) };
        self.replace(this.id(), memory);
        Ok(())
    }

    fn store(&mut self, this: TensorStoreOp) -> Done {
        let body = &*self.body;
        let (source, target) = (this.tensor(body), this.memref(body));
        if self.reuse.was_tensor(this.id(), 1) {
            let memory = self.copy(this.id(), source);
            self.replace(this.id(), memory);
            return Ok(());
        }
        CopyOp::create(&mut self.builder(this.id()), source, target);
        self.body.erase_op(this.id());
        Ok(())
    }

    fn as_memory(&mut self, this: TensorToMemrefOp) -> Done {
        let body = &*self.body;
        let (mut memory, ty) = (this.tensor(body), body.ty(this.memref(body)));
        if this.read_only(body).is_none() && !self.reuse.is_taken(this.id(), 0) {
            memory = self.copy(this.id(), memory);
        }
        memory = self.row_major(this.id(), memory);
        if self.body.ty(memory) != ty {
            memory = MemrefCastOp::create(&mut self.builder(this.id()), memory, ty);
        }
        self.replace(this.id(), memory);
        Ok(())
    }

    /// A constant tensor is a global that is never written.
    fn constant(&mut self, this: ConstantOp) -> Done {
        let body = &*self.body;
        let ctx = body.context().clone();
        let (value, location) = (this.value(body), body.location(this.id()));
        if value.dense(&ctx).is_none() {
            return Err(self.refused(this.id()));
        }
        let ty = self.memory_type(this.id(), body.ty(this.result(body)))?;
        let name = ctx.ident(&global_name(&ctx, value, ty));
        self.requests.require(name, || {
            let mut body = Body::new(&ctx, GlobalMemrefOp::name(&ctx), location, 0);
            let global = GlobalMemrefOp::from_id(body.root());
            global.set_sym_name(&mut body, ctx.ident_attr(name));
            global.set_sym_visibility(&mut body, ctx.string_attr("private"));
            global.set_ty(&mut body, ctx.type_attr(ty));
            global.set_initial_value(&mut body, value);
            global.set_constant(&mut body, Attribute::UNIT);
            global.set_alignment(&mut body, ctx.i64_attr(ALIGNMENT));
            body
        });
        let b = &mut self.builder(this.id());
        let memory = GetGlobalMemrefOp::create(b, ctx.symbol_ident_attr(name), ty);
        self.replace(this.id(), memory);
        Ok(())
    }
}

/// `__constant_4xf32_` and a number that depends on the text of the elements.
fn global_name(ctx: &Context, value: Attribute, ty: Type) -> String {
    let hash = fingerprint(print_attribute(ctx, value).as_bytes());
    let sizes = ty.shape(ctx).unwrap_or_default().iter();
    let sizes: String = sizes.map(|size| format!("{size}x")).collect();
    let element = mlir_lite::text::print_type(ctx, ty.element_or_self(ctx));
    let element: String = element.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("__constant_{sizes}{element}_{hash:016x}")
}
