//! Memory: allocation, access, and views as another memref type.

use super::ConstantOp;
use super::flags::ACCESS_PROPERTIES;
use super::slice_rules::memory_space;
use mlir_lite::affine::AffineMap;
use mlir_lite::attributes::Attribute;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::interfaces::{Effect, EffectKind};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use smallvec::smallvec;

/// Allocates memory on the heap, to be freed by `dealloc`.
#[op(
    name = "std.alloc",
    traits(AttrSizedOperandSegments),
    interfaces(MemoryEffectOpInterface, OpAsmNameInterface),
    hooks(InterpretOp),
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
    hooks(InterpretOp),
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

/// Checks an op that makes memory of type `ty`, given as many sizes and symbols.
fn verify_allocation(
    op: OpRef<'_>,
    ty: Type,
    (sizes, symbols): (usize, usize),
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let dynamic = ty.shape(ctx).unwrap_or_default().iter().filter(|&&dim| dim == DYNAMIC).count();
    if sizes != dynamic {
        diagnostics.error(
            op.op_error("dimension operand count does not equal memref dynamic dimension count"),
        );
    }
    let (wanted, found) = (layout_symbols(ctx, ty), symbols);
    if wanted != found {
        diagnostics.error(op.op_error(format_args!(
            "symbol operand count does not equal memref symbol count: expected {wanted}, got {found}"
        )));
    }
}

macro_rules! allocation {
    ($op:ident, $view:ident, $name:literal, $allocate:ident) => {
        impl VerifyOp for $op {
            fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                let counts = (op.dynamic_sizes().len(), op.symbol_operands().len());
                verify_allocation(op.op(), op.memref().ty(), counts, diagnostics);
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

        impl InterpretOp for $op {
            fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
                let sizes = m.indices(op.dynamic_sizes())?;
                let memref = m.$allocate(op.memref().ty(), &sizes)?;
                m.give(op.memref(), Value::MemRef(memref))
            }
        }
    };
}

allocation!(AllocOp, AllocOpRef, "alloc", allocate_memref);
allocation!(AllocaOp, AllocaOpRef, "alloca", allocate_memref_on_stack);

/// Frees memory that `alloc` gave.
#[op(
    name = "std.dealloc",
    interfaces(MemoryEffectOpInterface),
    hooks(InterpretOp),
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
        smallvec![Effect::on(EffectKind::Free, self.memref())]
    }
}

impl InterpretOp for DeallocOp {
    fn interpret<'b>(op: DeallocOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        m.memory.free(memref.as_memref()?.allocated)?;
        Ok(Flow::Next)
    }
}

/// Reads an element.
#[op(name = "std.load", properties = ACCESS_PROPERTIES, interfaces(MemoryEffectOpInterface), hooks(InterpretOp), upstream(name = "memref.load"),
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
#[op(name = "std.store", properties = ACCESS_PROPERTIES, interfaces(MemoryEffectOpInterface), hooks(InterpretOp), upstream(name = "memref.store"),
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
        smallvec![Effect::on(EffectKind::Read, self.memref())]
    }
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (memref, indices) = (m.get(op.memref()), m.indices(op.indices())?);
        let value = m.load_element(memref.as_memref()?, &indices)?;
        m.give(op.result(), value)
    }
}

impl MemoryEffectOpInterface for StoreOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::on(EffectKind::Write, self.memref())]
    }
}

impl InterpretOp for StoreOp {
    fn interpret<'b>(op: StoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (memref, indices) = (m.get(op.memref()), m.indices(op.indices())?);
        m.store_element(memref.as_memref()?, &indices, &m.get(op.value()))?;
        Ok(Flow::Next)
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
        let message =
            format!("expected a memref type, found '{}'", print_type(parser.context(), ty));
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

/// Prints from the memref on.
fn print_access<'b>(
    op: OpRef<'b>,
    (memref, indices): (ValueRef<'b>, ValueRange<'b>),
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.operand(memref);
    printer.write("[");
    printer.operands(indices);
    printer.write("]");
    printer.attr_dict(op, &[]);
    printer.write(" : ");
    printer.types([memref.ty()]);
}

/// Checks an access to `memref` that reads or writes `value`.
fn verify_access(
    op: OpRef<'_>,
    (memref, indices): (ValueRef<'_>, ValueRange<'_>),
    value: ValueRef<'_>,
    diagnostics: &mut Diagnostics,
) {
    let (ctx, ty) = (op.context(), memref.ty());
    let (rank, indices) = (ty.shape(ctx).map_or(0, <[i64]>::len), indices.len());
    if rank != indices {
        diagnostics.error(op.op_error(format_args!(
            "incorrect number of indices: expected {rank}, found {indices}"
        )));
    }
    if Some(value.ty()) != ty.element_type(ctx) {
        let (found, ty) = (print_type(ctx, value.ty()), print_type(ctx, ty));
        diagnostics.error(
            op.op_error(format_args!("has value type '{found}', not the element type of '{ty}'")),
        );
    }
}

impl CustomAssembly for LoadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_access(parser, false)
    }

    fn print<'b>(op: LoadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        print_access(op.op(), (op.memref(), op.indices()), printer);
    }
}

impl CustomAssembly for StoreOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_access(parser, true)
    }

    fn print<'b>(op: StoreOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.value());
        printer.write(", ");
        print_access(op.op(), (op.memref(), op.indices()), printer);
    }
}

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_access(op.op(), (op.memref(), op.indices()), op.result(), diagnostics);
    }
}

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_access(op.op(), (op.memref(), op.indices()), op.value(), diagnostics);
    }
}

/// The size of a dimension of a memref or tensor. The text may give the
/// dimension as a number, which is read as a constant.
#[op(name = "std.dim", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp),
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
        m.give(op.result(), Value::index(size.ok_or_else(unknown)?))
    }
}

/// The sizes of a tensor or of memory.
pub(super) fn sizes_of(value: &Value) -> Result<&[i64], Trap> {
    match value {
        Value::Elements(elements) => Ok(&elements.shape),
        other => Ok(&other.as_memref()?.sizes),
    }
}

impl VerifyOp for DimOp {
    fn verify(op: DimOpRef<'_>, diagnostics: &mut Diagnostics) {
        // A dimension that is not there has no size, but asking for it is no error: it may be folded from what
        // never runs.
        if op.memref_or_tensor().ty().shape(op.context()).is_some_and(<[i64]>::is_empty) {
            diagnostics.error(op.op_error("operand #0 must have at least one dimension"));
        }
    }
}

/// The same memory as a type that knows more or less of the sizes.
#[op(
    name = "std.memref_cast",
    traits(Pure),
    interfaces(OpAsmNameInterface),
    hooks(InterpretOp),
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
                a.len() == b.len()
                    && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
            }
            (None, None) => false,
            _ => true,
        }
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
    fn fold(op: MemrefCastOpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        let (ctx, source, ty) = (op.context(), op.source(), op.dest().ty());
        if source.ty() == ty {
            return Fold::value(source);
        }
        // A cast back to where it came from, or on to somewhere else.
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

/// Casts say less or more of what is the case; where they say what is not, that is undefined.
pub(super) fn interpret_cast(
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
    if let (Some(sizes), Some(claimed)) = (sizes, dest.ty().shape(dest.context())) {
        let agree = |(&size, &claim): (&i64, &i64)| claim == size || claim == DYNAMIC;
        if sizes.len() != claimed.len() || !sizes.iter().zip(claimed).all(agree) {
            return Err(Trap::new(format!(
                "casts a value of the sizes {sizes:?} to a type that it is not of"
            )));
        }
    }
    m.give(dest, value)
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
