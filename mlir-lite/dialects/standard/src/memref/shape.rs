//! Sizes and the number of dimensions, and casts to types that know more or less of them.

use crate::parts::bounds::memory_space;
use crate::to_llvm::address::stack_slot;
use crate::to_llvm::descriptor::{SIZES, aggregate, extract, index_constant};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use crate::{
    AllocOp, AllocaOp, ConstantOp, DynamicTensorFromElementsOp, EmptyTensorOp, InsertElementOp,
    LoadOp, MemrefReinterpretCastOp, MemrefReshapeOp, SplatOp, SubTensorInsertOp, SubTensorOp,
    SubViewOp, TensorCastOp, TensorLoadOp, ViewOp,
};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet, constant_value};
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};

/// The size of a dimension of a memref or tensor. The text may give the
/// dimension as a number, which is read as a constant.
///
/// ```mlir
/// %size = dim %memory, %i : memref<4x?xf32>
/// ```
#[op(
    name = "std.dim",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    upstream(names("memref.dim", "tensor.dim"), choose = dim_name)
)]
pub struct DimOp {
    /// The memref or tensor.
    #[operand]
    memref_or_tensor: AnyTypeOf<(AnyMemRef, AnyTensor)>,
    /// Which dimension.
    #[operand]
    index: Index,
    /// The size.
    #[result(upstream_name = "dim")]
    result: Index,
}

fn dim_name(op: OpRef<'_>) -> &'static str {
    let tensor = op.operand_types().next().is_some_and(|ty| ty.is_tensor(op.context()));
    if tensor { "tensor.dim" } else { "memref.dim" }
}

impl CustomAssembly for DimOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parser.parse_attr_dict()?;
        let source = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let index = if parser.at_integer() {
            let index = parser.parse_integer()?;
            let value = parser.context().index_attr(index);
            let state = OperationState::new(ConstantOp::name(parser.context()), parser.location())
                .attribute(Ident::VALUE, value)
                .results(&[Type::INDEX]);
            let constant = parser.insert_before(state);
            parser.body().result(constant, 0)
        } else {
            let index = parser.parse_operand()?;
            parser.resolve(&index, Type::INDEX)?
        };
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let source = parser.resolve(&source, ty)?;
        parser.add_operands(&[source, index]);
        parser.add_result_type(Type::INDEX);
        Ok(())
    }

    fn print<'b>(op: DimOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.attr_dict(op.op(), &[]);
        printer.write(" ");
        printer.operands([op.memref_or_tensor(), op.index()]);
        printer.write(" : ");
        printer.types([op.memref_or_tensor().ty()]);
    }
}

impl InterpretOp for DimOp {
    fn interpret<'b>(op: DimOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (value, dimension) = (m.get(op.memref_or_tensor()), m.get(op.index()).as_index()?);
        let sizes = sizes_of(&value)?;
        let size =
            usize::try_from(dimension).ok().and_then(|dimension| sizes.get(dimension).copied());
        let unknown =
            || Trap::new(format!("asks for size {dimension} of {} dimensions", sizes.len()));
        m.set_result(op.result(), Value::index(size.ok_or_else(unknown)?))
    }
}

/// The sizes of a tensor or of memory.
pub(crate) fn sizes_of(value: &Value) -> Result<&[i64], Trap> {
    match value {
        Value::Elements(elements) => Ok(&elements.shape),
        other => Ok(&other.as_memref()?.sizes),
    }
}

impl VerifyOp for DimOp {
    fn verify(op: DimOpRef<'_>, diagnostics: &mut Diagnostics) {
        // A dimension that is not there has no size, but asking for it is not an error: it may be
        // folded from code that never runs.
        if op.memref_or_tensor().ty().shape(op.context()).is_some_and(<[i64]>::is_empty) {
            diagnostics.error(op.op_error("operand #0 must have at least one dimension"));
        }
    }
}

impl FoldOp for DimOp {
    fn fold(op: DimOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source) = (op.context(), op.memref_or_tensor());
        let index = constants.index().and_then(|index| usize::try_from(index.as_i64(ctx)?).ok());
        let shape = source.ty().shape(ctx);
        if let (Some(index), Some(shape)) = (index, shape) {
            match shape.get(index) {
                Some(&DYNAMIC) | None => {}
                Some(&size) => return Fold::constant(ctx.index_attr(size)),
            }
            if let Some(size) = open_size(op.body(), source.id(), index) {
                return Fold::value(size);
            }
        }
        let inner = if let Some(cast) = source.defining::<MemrefCastOp>() {
            cast.source()
        } else if let Some(cast) = source.defining::<TensorCastOp>() {
            cast.source()
        } else if let Some(insert) = source.defining::<InsertElementOp>() {
            insert.dest()
        } else if let Some(insert) = source.defining::<SubTensorInsertOp>() {
            insert.dest()
        } else if let Some(load) = source.defining::<TensorLoadOp>() {
            // The sizes of memory do not change.
            load.memref()
        } else {
            return Fold::Unchanged;
        };
        if inner.ty().shape(ctx).is_none() && inner.ty().is_memref(ctx) {
            return Fold::Unchanged;
        }
        let (op, inner) = (op.handle(), inner.id());
        Fold::in_place(move |body| op.set_memref_or_tensor(body, inner))
    }
}

/// The size of a dimension that a type leaves open.
pub(crate) fn open_size(body: &Body, value: ValueId, dimension: usize) -> Option<ValueId> {
    let op = body.defining_op(value)?;
    let ctx = body.context();
    let sizes = if let Some(op) = AllocOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = AllocaOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = EmptyTensorOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = DynamicTensorFromElementsOp::cast(body, op) {
        op.dynamic_extents(body)
    } else if let Some(op) = SplatOp::cast(body, op) {
        op.dynamic_sizes(body)
    } else if let Some(op) = ViewOp::cast(body, op) {
        op.sizes(body)
    } else if let Some(op) = SubViewOp::cast(body, op) {
        // Dimensions that are left out are of size 1, and so not open.
        op.sizes(body)
    } else if let Some(op) = SubTensorOp::cast(body, op) {
        op.sizes(body)
    } else if let Some(op) = MemrefReinterpretCastOp::cast(body, op) {
        op.sizes(body)
    } else {
        return None;
    };
    let shape = body.ty(value).shape(ctx)?;
    let before = shape.iter().take(dimension).filter(|&&size| size == DYNAMIC).count();
    sizes.get(before).copied().filter(|_| shape.get(dimension) == Some(&DYNAMIC))
}

impl LowerTo<Llvm> for DimOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (ctx, value) = (b.context().clone(), operands.memref_or_tensor());
        let memref = b.body().ty(op.memref_or_tensor(b.body()));
        if let TypeKind::UnrankedMemRef { .. } = memref.kind(&ctx) {
            // In memory the sizes are after the two pointers and the offset, all of
            // them as wide as an index.
            let ranked = extract(b, value, &[1])?;
            let number = llvm_edsc(b, |e| (e.expr(operands.index()) + 3).id());
            let address = llvm::GepOp::at(b, ranked, Type::I64, &[GepIndex::Value(number)]);
            return Ok(llvm::LoadOp::plain(b, address, Type::I64).into());
        }
        let Some(shape) = memref.shape(&ctx).filter(|_| memref.is_memref(&ctx)) else {
            return Err("the size of a memref is expected".into());
        };
        let constant = llvm::ConstantOp::defining(b.body(), operands.index());
        if let Some(dim) = constant.and_then(|constant| constant.value(b.body()).as_i64(&ctx)) {
            let dim = usize::try_from(dim).ok().filter(|&dim| dim < shape.len());
            let dim = dim.ok_or("there is no such dimension")?;
            return Ok(MemRefDescriptor::new(value, memref).size(b, dim)?.into());
        }
        // Which one is known at run time only: put all sizes into memory.
        let sizes = extract(b, value, &[SIZES])?;
        let ty = b.body().ty(sizes);
        let slot = stack_slot(b, ty);
        llvm::StoreOp::plain(b, sizes, slot);
        let indices = [GepIndex::Constant(0), GepIndex::Value(operands.index())];
        let address = llvm::GepOp::at(b, slot, ty, &indices);
        Ok(llvm::LoadOp::plain(b, address, Type::I64).into())
    }
}

impl CanonicalizeOp for DimOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.dim-of-reshape", 1, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context().clone();
            let reshape = MemrefReshapeOp::defining(body, op.memref_or_tensor(body));
            let reshape = reshape.ok_or("it is not reshaped")?;
            let index = constant_value(body, op.index(body));
            let index = index.filter(|index| index.as_i64(&ctx).is_some_and(|index| index >= 0));
            let index = index.ok_or("the dimension is not known")?;
            let (location, shape) = (body.location(op.id()), reshape.shape(body));
            if body.ty(shape).element_type(&ctx) != Some(Type::INDEX) {
                return Err("the sizes are of another type".into());
            }
            // Where the sizes are read: later, they may have changed.
            rewriter.set_insertion_point(InsertionPoint::After(reshape.id()));
            let index = ConstantOp::create(rewriter, index, Type::INDEX);
            let size = LoadOp::build(rewriter, location, shape, &[index], Type::INDEX);
            let size = size.result(rewriter.body());
            rewriter.replace_op(op.id(), &[size]);
            Ok(())
        });
    }
}

/// The same memory as a type that knows more or less of the sizes.
#[op(
    name = "std.memref_cast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    upstream(name = "memref.cast"),
    format = "$source attr-dict `:` type($source) `to` type($dest)"
)]
pub struct MemrefCastOp {
    /// The memory.
    #[operand]
    source: AnyMemRef,
    /// The same, as another type.
    #[result(upstream_name = "cast")]
    dest: AnyMemRef,
}

impl ViewLikeOpInterface for MemrefCastOp {
    fn view_source(op: MemrefCastOpRef<'_>) -> ValueId {
        op.source().id()
    }

    fn is_known_to_be_complete_view(_: MemrefCastOpRef<'_>) -> bool {
        true
    }
}

/// Whether the layouts of two memrefs are equal as far as they are known.
fn strides_agree(ctx: &Context, a: Type, b: Type) -> bool {
    match (strides_and_offset(ctx, a), strides_and_offset(ctx, b)) {
        (Some((a, a_offset)), Some((b, b_offset))) => {
            let mut pairs = a.into_iter().zip(b).chain([(a_offset, b_offset)]);
            pairs.all(|(a, b)| a == b || a.is_none() || b.is_none())
        }
        // A layout that is not strided is known as a whole.
        (None, None) => a.shape(ctx).is_none() || b.shape(ctx).is_none() || a == b,
        _ => a.shape(ctx).is_none() || b.shape(ctx).is_none(),
    }
}

/// Whether a memref of one type may be cast to the other one.
pub(crate) fn is_castable(ctx: &Context, from: Type, to: Type) -> bool {
    from.element_type(ctx) == to.element_type(ctx)
        && (from.shape(ctx).is_some() || to.shape(ctx).is_some())
        && shapes_agree(from.shape(ctx), to.shape(ctx))
        && memory_space(ctx, from) == memory_space(ctx, to)
        && strides_agree(ctx, from, to)
}

impl VerifyOp for MemrefCastOp {
    fn verify(op: MemrefCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.dest().ty());
        if !is_castable(ctx, from, to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            diagnostics.error(op.op_error(format_args!(
                "operand type '{from}' and result type '{to}' are cast incompatible"
            )));
        }
    }
}

impl FoldOp for MemrefCastOp {
    fn fold(op: MemrefCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.dest().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        // A cast back to the original type, or on to another type.
        match source.defining::<Self>().map(|inner| inner.source()) {
            Some(original) if original.ty() == ty => Fold::value(original),
            Some(original)
                if original.ty().shape(ctx).is_some() && is_castable(ctx, original.ty(), ty) =>
            {
                let (op, original) = (op.handle(), original.id());
                Fold::in_place(move |body| op.set_source(body, original))
            }
            _ => Fold::Unchanged,
        }
    }
}

impl InterpretOp for MemrefCastOp {
    fn interpret<'b>(op: MemrefCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        interpret_cast(op.source(), op.dest(), m)
    }
}

impl LowerTo<Llvm> for MemrefCastOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        cast([op.source(b.body()), op.dest(b.body())], operands.source(), b)
    }
}

/// A memref `value` as one of another type.
pub(crate) fn cast(old: [ValueId; 2], value: ValueId, b: &mut Rewriter<'_>) -> Lowered {
    let (ctx, [from, to]) = (b.context().clone(), old.map(|value| b.body().ty(value)));
    let target = b.convert_type(to)?;
    Ok(match (from.shape(&ctx), to.shape(&ctx)) {
        // The descriptor holds all that one of the types does not know.
        (Some(_), Some(_)) | (None, None) => value.into(),
        (Some(shape), None) => {
            let ty = b.body().ty(value);
            let slot = stack_slot(b, ty);
            llvm::StoreOp::plain(b, value, slot);
            let rank = index_constant(b, shape.len() as i64);
            aggregate(b, target, &[rank, slot]).into()
        }
        (None, Some(_)) => {
            let ranked = extract(b, value, &[1])?;
            llvm::LoadOp::plain(b, ranked, target).into()
        }
    })
}

/// The type of a cast may have more or less information; if it contradicts the memref, the
/// behaviour is undefined.
pub(crate) fn interpret_cast(
    source: ValueRef<'_>,
    dest: ValueRef<'_>,
    m: &mut Machine<'_>,
) -> Result<Flow, Trap> {
    let value = m.get(source);
    let sizes: Option<&[i64]> = match &value {
        Value::MemRef(memref) => Some(&memref.sizes),
        Value::Elements(elements) => Some(&elements.shape),
        _ => None,
    };
    if !shapes_agree(sizes, dest.ty().shape(dest.context())) {
        return Err(Trap::new(format!(
            "casts a value of the sizes {:?} to a type that it is not of",
            sizes.unwrap_or_default()
        )));
    }
    m.set_result(dest, value)
}

impl FoldOp for RankOp {
    fn fold(op: RankOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let shape = op.memref_or_tensor().ty().shape(ctx);
        shape.map_or(Fold::Unchanged, |shape| Fold::constant(ctx.index_attr(shape.len() as i64)))
    }
}

/// The number of dimensions of a memref or tensor.
#[op(
    name = "std.rank",
    traits(Pure),
    implements(FoldOp, InterpretOp, OpAsmNameInterface, LowerTo<Llvm>),
    upstream(names("memref.rank", "tensor.rank"), choose = rank_name),
    format = "$memref_or_tensor attr-dict `:` type($memref_or_tensor)"
)]
pub struct RankOp {
    /// The memref or tensor.
    #[operand]
    memref_or_tensor: AnyTypeOf<(AnyMemRef, AnyTensor)>,
    /// The number.
    #[result]
    result: Index,
}

fn rank_name(op: OpRef<'_>) -> &'static str {
    if is_tensor(op) { "tensor.rank" } else { "memref.rank" }
}

impl OpAsmNameInterface for RankOp {
    fn result_name(op: RankOpRef<'_>, _index: usize, upstream: bool) -> Option<String> {
        let op = op.op();
        (upstream && is_tensor(op)).then(|| "rank".to_string())
    }
}

impl InterpretOp for RankOp {
    fn interpret<'b>(op: RankOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let rank = sizes_of(&m.get(op.memref_or_tensor()))?.len();
        m.set_result(op.result(), Value::index(rank as i64))
    }
}

impl LowerTo<Llvm> for RankOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.body().ty(op.memref_or_tensor(b.body()));
        Ok(match ty.shape(b.context()).map(<[i64]>::len) {
            Some(rank) => index_constant(b, rank as i64).into(),
            None => extract(b, operands.memref_or_tensor(), &[0])?.into(),
        })
    }
}

pub(crate) fn is_tensor(op: OpRef<'_>) -> bool {
    op.operand_types().next().is_some_and(|ty| ty.is_tensor(op.context()))
}

pub(crate) fn register_shape(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<DimOp>();
    dialect.op::<MemrefCastOp>();
    dialect.op::<RankOp>();
}
