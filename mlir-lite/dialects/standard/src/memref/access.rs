//! Elements of memory: loads, stores, and hints about them.

use crate::flags::ACCESS_PROPERTIES;
use crate::memref::rules::{LookThroughCasts, MemRefAccess};
use crate::to_llvm::address::{NO_DESCRIPTOR, element_address};
use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::flags::keep_access;
use crate::to_llvm::types::convert;
use crate::to_llvm::view_descriptor::MALFORMED;
use crate::to_llvm::{Llvm, Lowered, MemRefDescriptor, Rewriter};
use crate::{ExtractElementOp, TensorToMemrefOp};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchFailure, RewritePatternSet};
use mlir_lite::text::print_type;

/// The same memory, which is assumed to begin at a multiple of a number of bytes.
#[op(
    name = "std.assume_alignment",
    upstream(name = "memref.assume_alignment"),
    traits(Pure, AllTypesMatch(memref, result)),
    implements(VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface, LowerTo<Llvm>),
    format = "$memref `,` $alignment attr-dict `:` type($memref)"
)]
pub struct AssumeAlignmentOp {
    /// The memory.
    #[operand]
    memref: AnyRankedMemRef,
    /// A power of 2.
    #[attr]
    alignment: I32Attr,
    /// The same memory.
    #[result(upstream_name = "assume_align")]
    result: AnyRankedMemRef,
}

impl ViewLikeOpInterface for AssumeAlignmentOp {
    fn view_source(op: AssumeAlignmentOpRef<'_>) -> ValueId {
        op.memref().id()
    }

    fn is_known_to_be_complete_view(_: AssumeAlignmentOpRef<'_>) -> bool {
        true
    }
}

impl VerifyOp for AssumeAlignmentOp {
    fn verify(op: AssumeAlignmentOpRef<'_>, diagnostics: &mut Diagnostics) {
        let alignment = op.alignment().as_i64(op.context());
        if !alignment.is_some_and(|value| value > 0 && value & (value - 1) == 0) {
            diagnostics.error(op.op_error("alignment must be power of 2"));
        }
    }
}

impl InterpretOp for AssumeAlignmentOp {
    fn interpret<'b>(op: AssumeAlignmentOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let alignment = op.alignment().as_i64(op.context());
        let alignment =
            alignment.and_then(|alignment| u64::try_from(alignment).ok()).filter(|&by| by > 0);
        // The address of the first element, whether there is one or not.
        let first = memref.as_memref()?.address(m.context(), &[])?;
        if first % alignment.ok_or_else(Trap::malformed)? != 0 {
            return Err(Trap::new("the memory is not aligned as the program says"));
        }
        m.set_result(op.result(), memref)
    }
}

impl LowerTo<Llvm> for AssumeAlignmentOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let memref = body.ty(op.memref(body));
        let alignment = op.alignment(body).as_i64(body.context()).ok_or(MALFORMED)?;
        // The alignment is that of the first element.
        let first = first_element(b, memref, operands.memref())?;
        let alignment = index_constant(b, alignment);
        llvm::AssumeOp::of_alignment(b, first, alignment);
        Ok(operands.memref().into())
    }
}

/// The address of the first element of a memref.
pub(crate) fn first_element(
    b: &mut Rewriter<'_>,
    memref: Type,
    descriptor: ValueId,
) -> Result<ValueId, MatchFailure> {
    let element = memref.element_type(b.context()).and_then(|ty| convert(b.context(), ty));
    let (element, descriptor) =
        (element.ok_or(NO_DESCRIPTOR)?, MemRefDescriptor::new(descriptor, memref));
    let aligned = descriptor.aligned(b)?;
    Ok(match descriptor.offset(b)? {
        None => aligned,
        Some(offset) => llvm::GepOp::at(b, aligned, element, &[GepIndex::Value(offset)]),
    })
}

impl FoldOp for AssumeAlignmentOp {
    fn fold(op: AssumeAlignmentOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let Some(inner) = op.memref().defining::<Self>() else { return Fold::Unchanged };
        let alignment = |op: AssumeAlignmentOpRef<'_>| op.alignment().expect_i64(op.context());
        // Alignments are powers of two: the larger one implies the smaller.
        if alignment(inner) >= alignment(op) { Fold::value(op.memref()) } else { Fold::Unchanged }
    }
}

/// Says that an element will soon be read or written.
///
/// ```mlir
/// prefetch %memory[%i, %j], read, locality<3>, data : memref<4x8xf32>
/// ```
#[op(
    name = "std.prefetch",
    implements(
        CustomAssembly, VerifyOp, FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref, set_memref },
    ),
    upstream(name = "memref.prefetch")
)]
pub struct PrefetchOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// Whether it will be written.
    #[attr(name = "isWrite", typed)]
    is_write: BoolAttr,
    /// From 0, not at all, to 3, as long as possible.
    #[attr(name = "localityHint", typed)]
    locality_hint: I32Attr,
    /// True for the data cache, false for the instruction cache.
    #[attr(name = "isDataCache", typed)]
    is_data_cache: BoolAttr,
}

impl InterpretOp for PrefetchOp {
    fn interpret<'b>(_op: PrefetchOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

fn parse_choice(parser: &mut OpAsmParser<'_, '_>, no: &str, yes: &str) -> Parsed<Attribute> {
    parser.parse_punct(",")?;
    match (parser.parse_optional_keyword(no), parser.parse_optional_keyword(yes)) {
        (true, _) => Ok(Attribute::FALSE),
        (_, true) => Ok(Attribute::TRUE),
        _ => Err(parser.expected(&format!("'{no}' or '{yes}'"))),
    }
}

impl CustomAssembly for PrefetchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let memref = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        let is_write = parse_choice(parser, "read", "write")?;
        parser.parse_punct(",")?;
        parser.parse_keyword("locality")?;
        parser.parse_punct("<")?;
        let locality = parser.parse_integer()?;
        parser.parse_punct(">")?;
        let is_data = parse_choice(parser, "instr", "data")?;
        let locality = parser.context().integer_attr(Type::I32, locality);
        parser.set_attr("isWrite", is_write);
        parser.set_attr("localityHint", locality);
        parser.set_attr("isDataCache", is_data);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operand(memref);
        for index in &indices {
            let value = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(value);
        }
        Ok(())
    }

    fn print<'b>(op: PrefetchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.memref());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("], ");
        printer.write(if op.is_write() { "write" } else { "read" });
        printer.display(format_args!(", locality<{}>, ", op.locality_hint()));
        printer.write(if op.is_data_cache() { "data" } else { "instr" });
        printer.attr_dict(op.op(), &["isWrite", "localityHint", "isDataCache"]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl VerifyOp for PrefetchOp {
    fn verify(op: PrefetchOpRef<'_>, diagnostics: &mut Diagnostics) {
        if !(0..=3).contains(&op.locality_hint()) {
            diagnostics.error(op.op_error("expects a 'localityHint' from 0 to 3"));
        }
        let rank = op.memref().ty().shape(op.context()).map_or(0, <[i64]>::len);
        if rank != op.indices().len() {
            diagnostics.error(op.op_error("too few or too many indices"));
        }
    }
}

impl LowerTo<Llvm> for PrefetchOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let view = op.on(b.body());
        let flag = |holds: bool| view.context().integer_attr(Type::I32, i64::from(holds));
        let (rw, cache) = (flag(view.is_write()), flag(view.is_data_cache()));
        let (memref, hint) = (view.memref().ty(), view.locality_hint_attr());
        let address = element_address(b, memref, operands.memref(), operands.indices())?;
        llvm::PrefetchOp::create(b, address, rw, hint, cache);
        Ok(().into())
    }
}

/// Reads an element.
///
/// ```mlir
/// %x = load %memory[%i, %j] : memref<4x8xf32>
/// ```
#[op(
    name = "std.load",
    implements(
        CustomAssembly, VerifyOp, FoldOp = LookThroughCasts<Self>, CanonicalizeOp, InterpretOp,
        LowerTo<Llvm>, MemRefAccess { memref, set_memref },
    ),
    properties = ACCESS_PROPERTIES,
    upstream(name = "memref.load")
)]
pub struct LoadOp {
    /// The memory.
    #[operand(effects(Read))]
    memref: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
    /// The element.
    #[result]
    result: AnyType,
}

impl LoadOp {
    /// Reads the element of `memref` at `indices`.
    pub fn build_inferred(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        memref: ValueId,
        indices: &[ValueId],
    ) -> Self {
        let ty = builder.body().ty(memref).element_or_self(builder.context());
        Self::build(builder, location, memref, indices, ty)
    }
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (memref, indices) = (m.get(op.memref()), m.indices(op.indices())?);
        let value = m.load_element(memref.as_memref()?, &indices)?;
        m.set_result(op.result(), value)
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

impl VerifyOp for LoadOp {
    fn verify(op: LoadOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_access(op.op(), (op.memref(), op.indices()), op.result(), diagnostics);
    }
}

impl CanonicalizeOp for LoadOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.load-of-tensor-memory", 1, |op, rewriter| {
            let body = rewriter.body();
            let buffer = TensorToMemrefOp::defining(body, op.memref(body))
                .ok_or("it is not a tensor's memory")?;
            let (location, tensor, indices) =
                (body.location(op.id()), buffer.tensor(body), op.indices(body));
            let ty = body.ty(op.result(body));
            rewriter.replace_op_with(op.id(), |builder| {
                ExtractElementOp::build(builder, location, tensor, &indices, ty)
            });
            Ok(())
        });
    }
}

impl LowerTo<Llvm> for LoadOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let memref = b.body().ty(op.memref(b.body()));
        let ty = b.converted_type(op.result(b.body()))?;
        let address = element_address(b, memref, operands.memref(), operands.indices())?;
        let load = llvm::LoadOp::plain(b, address, ty);
        if let Some(access) = b.body().defining_op(load) {
            keep_access(b, op.id(), access);
        }
        Ok(load.into())
    }
}

/// Writes an element.
///
/// ```mlir
/// store %x, %memory[%i, %j] : memref<4x8xf32>
/// ```
#[op(
    name = "std.store",
    implements(
        CustomAssembly, VerifyOp, FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref, set_memref },
    ),
    properties = ACCESS_PROPERTIES,
    upstream(name = "memref.store")
)]
pub struct StoreOp {
    /// The value to write.
    #[operand]
    value: AnyType,
    /// The memory.
    #[operand(effects(Write))]
    memref: AnyRankedMemRef,
    /// One index for each dimension.
    #[operand]
    indices: Variadic<Index>,
}

impl InterpretOp for StoreOp {
    fn interpret<'b>(op: StoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (memref, indices) = (m.get(op.memref()), m.indices(op.indices())?);
        m.store_element(memref.as_memref()?, &indices, &m.get(op.value()))?;
        Ok(Flow::Next)
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

impl VerifyOp for StoreOp {
    fn verify(op: StoreOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_access(op.op(), (op.memref(), op.indices()), op.value(), diagnostics);
    }
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

impl LowerTo<Llvm> for StoreOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let memref = b.body().ty(op.memref(b.body()));
        let address = element_address(b, memref, operands.memref(), operands.indices())?;
        let store = llvm::StoreOp::plain(b, operands.value(), address);
        keep_access(b, op.id(), store.id());
        Ok(().into())
    }
}

pub(crate) fn register_access(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<LoadOp>();
    dialect.op::<StoreOp>();
    dialect.op::<AssumeAlignmentOp>();
    dialect.op::<PrefetchOp>();
}
