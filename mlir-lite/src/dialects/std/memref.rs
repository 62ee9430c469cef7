//! Memory: allocation, access, and views as another memref type.

use super::ConstantOp;
use super::flags::ACCESS_PROPERTIES;
use super::slice_rules::memory_space;
use crate::affine::AffineMap;
use crate::attributes::Attribute;
use crate::ir::interfaces::{Effect, EffectKind};
use crate::ir::prelude::*;
use crate::text::print_type;
use crate::types::{DYNAMIC, TypeKind, strides_and_offset};
use smallvec::smallvec;

/// Allocates memory on the heap, to be freed by `dealloc`.
#[op(
    name = "std.alloc",
    traits(AttrSizedOperandSegments),
    interfaces(MemoryEffectOpInterface, OpAsmNameInterface),
    upstream(name = "memref.alloc"),
    verify,
    canonicalize,
    format = "`(` $dynamic_sizes `)` (`` `[` $symbol_operands^ `]`)? attr-dict `:` type($memref)"
)]
pub struct AllocOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// Values of the layout map's symbols.
    #[operand]
    symbol_operands: Variadic<Index>,
    /// At how many bytes it is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
    /// The memory.
    #[result]
    memref: AnyRankedMemRef,
}

/// Allocates memory on the stack, freed when the function returns.
#[op(
    name = "std.alloca",
    traits(AttrSizedOperandSegments),
    interfaces(MemoryEffectOpInterface, OpAsmNameInterface),
    upstream(name = "memref.alloca"),
    verify,
    canonicalize,
    format = "`(` $dynamic_sizes `)` (`` `[` $symbol_operands^ `]`)? attr-dict `:` type($memref)"
)]
pub struct AllocaOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// Values of the layout map's symbols.
    #[operand]
    symbol_operands: Variadic<Index>,
    /// At how many bytes it is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
    /// The memory.
    #[result]
    memref: AnyRankedMemRef,
}

/// Number of symbols of a memref type's layout map.
fn layout_symbols(ctx: &Context, ty: Type) -> usize {
    match ty.kind(ctx) {
        TypeKind::MemRef { layout: Some(layout), .. } => {
            layout.layout_map(ctx).map_or(0, |map: AffineMap| map.data(ctx).symbols as usize)
        }
        _ => 0,
    }
}

fn verify_allocation(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let (ctx, body) = (op.context(), op.body());
    let ty = body.ty(op.result(0));
    let dynamic = ty.shape(ctx).unwrap_or_default().iter().filter(|&&dim| dim == DYNAMIC).count();
    if body.operand_group(op.id(), 0).len() != dynamic {
        diagnostics
            .error(op.op_error("dimension operand count does not equal memref dynamic dimension count"));
    }
    let (wanted, found) = (layout_symbols(ctx, ty), body.operand_group(op.id(), 1).len());
    if wanted != found {
        diagnostics.error(op.op_error(format_args!(
            "symbol operand count does not equal memref symbol count: expected {wanted}, got {found}"
        )));
    }
}

macro_rules! allocation {
    ($op:ident, $view:ident, $name:literal) => {
        impl VerifyOp for $op {
            fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                let op = op.op();
                verify_allocation(op, diagnostics);
            }
        }

        impl MemoryEffectOpInterface for $view<'_> {
            fn effects(&self) -> SmallVec<[Effect; 2]> {
                smallvec![Effect::on(EffectKind::Allocate, self.memref())]
            }
        }

        impl OpAsmNameInterface for $view<'_> {
            fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
                upstream.then(|| $name.to_string())
            }
        }
    };
}

allocation!(AllocOp, AllocOpRef, "alloc");
allocation!(AllocaOp, AllocaOpRef, "alloca");

/// Frees memory that `alloc` gave.
#[op(
    name = "std.dealloc",
    interfaces(MemoryEffectOpInterface),
    upstream(name = "memref.dealloc"),
    format = "$memref attr-dict `:` type($memref)",
    fold
)]
pub struct DeallocOp {
    /// The memory.
    #[operand]
    memref: AnyMemRef,
}

impl MemoryEffectOpInterface for DeallocOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        smallvec![Effect::on(EffectKind::Free, op.operand(0))]
    }
}

/// Reads an element.
#[op(name = "std.load", properties = ACCESS_PROPERTIES, interfaces(MemoryEffectOpInterface), upstream(name = "memref.load"),
     assembly = custom, verify, fold, canonicalize)]
pub struct LoadOp {
    /// The memory.
    #[operand]
    memref: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// The element.
    #[result]
    result: AnyType,
}

/// Writes an element.
#[op(name = "std.store", properties = ACCESS_PROPERTIES, interfaces(MemoryEffectOpInterface), upstream(name = "memref.store"),
     assembly = custom, verify, fold)]
pub struct StoreOp {
    /// What is written.
    #[operand]
    value: AnyType,
    /// The memory.
    #[operand]
    memref: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
}

impl LoadOp {
    /// Reads the element of `memref` at `indices`.
    pub fn create(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        memref: ValueId,
        indices: &[ValueId],
    ) -> Self {
        let ty = builder.body().ty(memref).element_or_self(builder.context());
        Self::build(builder, location, memref, indices, ty)
    }
}

impl MemoryEffectOpInterface for LoadOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        smallvec![Effect::on(EffectKind::Read, op.operand(0))]
    }
}

impl MemoryEffectOpInterface for StoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        smallvec![Effect::on(EffectKind::Write, op.operand(1))]
    }
}

/// `%m[%i, %j] {attrs} : memref<..>`, with `value` before it if there is one.
fn parse_access(parser: &mut OpAsmParser<'_, '_>, stores: bool) -> Parsed<()> {
    let mut value = None;
    if stores {
        value = Some(parser.parse_operand()?);
        parser.parse_punct(",")?;
    }
    let memref = parser.parse_operand()?;
    let indices = parser.parse_operands_in("[", "]")?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let position = parser.position();
    let ty = parser.parse_type()?;
    if !ty.is_memref(parser.context()) {
        let message = format!("expected a memref type, found '{}'", print_type(parser.context(), ty));
        return Err(parser.error(position, message));
    }
    let element = ty.element_or_self(parser.context());
    match value {
        Some(value) => {
            let value = parser.resolve(&value, element)?;
            parser.add_operand(value);
        }
        None => parser.add_result_type(element),
    }
    let memref = parser.resolve(&memref, ty)?;
    parser.add_operand(memref);
    for index in &indices {
        let index = parser.resolve(index, Type::INDEX)?;
        parser.add_operand(index);
    }
    Ok(())
}

/// Prints from the memref on, which is operand `memref`.
fn print_access<'b>(op: OpRef<'b>, memref: usize, printer: &mut OpAsmPrinter<'_, 'b>) {
    printer.write(" ");
    printer.operands(op.operands().take(memref + 1));
    printer.write("[");
    printer.operands(op.operands().skip(memref + 1));
    printer.write("]");
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.types(op.operand_types().skip(memref).take(1));
}

fn verify_access(op: OpRef<'_>, memref: usize, diagnostics: &mut Diagnostics) {
    let (ctx, body) = (op.context(), op.body());
    let ty = body.ty(op.operand(memref));
    let (rank, indices) = (ty.shape(ctx).map_or(0, <[i64]>::len), op.num_operands() - memref - 1);
    if rank != indices {
        diagnostics.error(
            op.op_error(format_args!("incorrect number of indices: expected {rank}, found {indices}")),
        );
    }
    let value = if memref == 0 { op.result(0) } else { op.operand(0) };
    if Some(body.ty(value)) != ty.element_type(ctx) {
        let (found, ty) = (print_type(ctx, body.ty(value)), print_type(ctx, ty));
        diagnostics
            .error(op.op_error(format_args!("has value type '{found}', not the element type of '{ty}'")));
    }
}

impl CustomAssembly for LoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_access(parser, false)
    }

    fn print<'b>(op: LoadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_access(op, 0, printer);
    }
}

impl CustomAssembly for StoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_access(parser, true)
    }

    fn print<'b>(op: StoreOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        print_access(op, 1, printer);
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_access(op, 0, diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        verify_access(op, 1, diagnostics);
    }
}

/// The size of a dimension of a memref or tensor. The text may give the
/// dimension as a number, which is read as a constant.
#[op(name = "std.dim", traits(Pure), interfaces(OpAsmNameInterface),
     upstream(names("memref.dim", "tensor.dim"), choose = dim_name), assembly = custom, verify, fold,
     canonicalize)]
pub struct DimOp {
    /// What is measured.
    #[operand]
    memref_or_tensor: AnyTypeOf<(AnyMemRef, AnyTensor)>,
    /// Which dimension.
    #[operand]
    index: Index,
    /// The size.
    #[result]
    result: Index,
}

fn dim_name(op: OpRef<'_>) -> &'static str {
    let tensor = op.operand_types().next().is_some_and(|ty| ty.is_tensor(op.context()));
    if tensor { "tensor.dim" } else { "memref.dim" }
}

impl OpAsmNameInterface for DimOpRef<'_> {
    fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
        upstream.then(|| "dim".to_string())
    }
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
        let op = op.op();
        printer.attr_dict(op, &[]);
        printer.write(" ");
        printer.operands(op.operands());
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
    }
}

impl VerifyOp for DimOp {
    fn verify(op: DimOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        // A dimension that is not there has no size, but asking for it is no error: it may be folded from what never runs.
        if op.operand_types().next().and_then(|ty| ty.shape(op.context())).is_some_and(<[i64]>::is_empty) {
            diagnostics.error(op.op_error("operand #0 must have at least one dimension"));
        }
    }
}

/// The same memory as a type that knows more or less of the sizes.
#[op(
    name = "std.memref_cast",
    traits(Pure),
    interfaces(OpAsmNameInterface),
    upstream(name = "memref.cast"),
    format = "$source attr-dict `:` type($source) `to` type($dest)",
    verify,
    fold
)]
pub struct MemrefCastOp {
    /// The memory.
    #[operand]
    source: AnyMemRef,
    /// The same, as another type.
    #[result]
    dest: AnyMemRef,
}

impl OpAsmNameInterface for MemrefCastOpRef<'_> {
    fn result_name(&self, _index: usize, upstream: bool) -> Option<String> {
        upstream.then(|| "cast".to_string())
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
pub(super) fn is_castable(ctx: &Context, from: Type, to: Type) -> bool {
    from.element_type(ctx) == to.element_type(ctx)
        && match (from.shape(ctx), to.shape(ctx)) {
            (Some(a), Some(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
            }
            (None, None) => false,
            _ => true,
        }
        && memory_space(ctx, from) == memory_space(ctx, to)
        && strides_agree(ctx, from, to)
}

impl VerifyOp for MemrefCastOp {
    fn verify(op: MemrefCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return };
        if !is_castable(ctx, from, to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            diagnostics.error(op.op_error(format_args!(
                "operand type '{from}' and result type '{to}' are cast incompatible"
            )));
        }
    }
}

impl FoldOp for MemrefCastOp {
    fn fold(op: MemrefCastOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let source = this.source(body);
        let ty = body.ty(this.dest(body));
        if body.ty(source) == ty {
            return Fold::value(source);
        }
        // A cast back to where it came from, or on to somewhere else.
        match Self::defining(body, source).map(|inner| inner.source(body)) {
            Some(original) if body.ty(original) == ty => Fold::value(original),
            Some(original)
                if body.ty(original).shape(body.context()).is_some()
                    && is_castable(body.context(), body.ty(original), ty) =>
            {
                Fold::in_place(move |body| this.set_source(body, original))
            }
            _ => Fold::Unchanged,
        }
    }
}

pub(super) fn register_memref(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AllocOp>();
    dialect.op::<AllocaOp>();
    dialect.op::<DeallocOp>();
    dialect.op::<LoadOp>();
    dialect.op::<StoreOp>();
    dialect.op::<DimOp>();
    dialect.op::<MemrefCastOp>();
}
