//! Memory that a module has, by name.

use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::numbers::Number;
use crate::to_llvm::types::{address_space, convert, element_pointer};
use crate::to_llvm::view_descriptor::descriptor;
use crate::to_llvm::{Llvm, Lowered, Rewriter, StdToLlvmOptions};
use mlir_lite::attributes::{DenseElements, NamedAttribute};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::conversion::{LowerByPatterns, LowerTo};
use mlir_lite::dialects::llvm::{self, GepIndex, GlobalOp, Linkage};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_type;
use mlir_lite::types::{TypeKind, strides_and_offset};
use mlir_lite::verify::is_right;
use smallvec::SmallVec;
use std::sync::Arc;

/// A variable or constant of the program, a memref by name.
///
/// `global_memref "private" constant @x : memref<2xf64> = dense<[1.0, 2.0]>`;
/// without a value it is defined elsewhere, and `uninitialized` gives it none. As
/// nothing is in it, it counts as isolated: rewriting may ask for one as a symbol.
///
/// ```mlir
/// global_memref "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
/// ```
#[op(
    name = "std.global_memref",
    traits(IsolatedFromAbove, Symbol),
    implements(CustomAssembly, VerifyOp, LowerByPatterns<Llvm>),
    upstream(name = "memref.global")
)]
pub struct GlobalMemrefOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// Who may refer to it; everybody if it is absent.
    #[attr]
    sym_visibility: Optional<StrAttr>,
    /// The type, a memref of known sizes.
    #[attr(name = "type")]
    ty: TypeAttr,
    /// The elements; `unit` if it starts without a value.
    #[attr]
    initial_value: Optional<AnyAttr>,
    /// Whether the global is never written.
    #[attr]
    constant: Optional<UnitAttr>,
    /// At how many bytes it is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
}

/// The tensor type that a memref's elements have as a constant.
fn elements_type(ctx: &Context, memref: Type) -> Option<Type> {
    match memref.kind(ctx) {
        TypeKind::MemRef { shape, element, .. } if element.may_be_in_tensors(ctx) => {
            Some(ctx.tensor_type(shape, *element))
        }
        _ => None,
    }
}

impl CustomAssembly for GlobalMemrefOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        if parser.at_string() {
            let visibility = parser.parse_string()?;
            parser.set_attr_ident(Ident::SYM_VISIBILITY, ctx.string_attr(&visibility));
        }
        if parser.parse_optional_keyword("constant") {
            parser.set_attr("constant", Attribute::UNIT);
        }
        let name = parser.parse_symbol_name()?;
        parser.set_attr_ident(Ident::SYM_NAME, ctx.ident_attr(name));
        parser.parse_punct(":")?;
        let position = parser.position();
        let ty = parser.parse_type()?;
        let Some(elements) = elements_type(&ctx, ty) else {
            let message =
                format!("expected a ranked memref type, found '{}'", print_type(&ctx, ty));
            return Err(parser.error(position, message));
        };
        parser.set_attr_ident(Ident::TYPE, ctx.type_attr(ty));
        if parser.parse_optional_punct("=") {
            let value = match parser.parse_optional_keyword("uninitialized") {
                true => Attribute::UNIT,
                false => parser.parse_attribute(Some(elements))?,
            };
            parser.set_attr("initial_value", value);
        }
        parser.parse_attr_dict()
    }

    fn print<'b>(op: GlobalMemrefOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        if let Some(visibility) = op.sym_visibility().and_then(|value| value.as_str(ctx)) {
            printer.write(" ");
            printer.string(visibility.as_bytes());
        }
        if op.constant().is_some() {
            printer.write(" constant");
        }
        printer.write(" ");
        printer.symbol_name(op.sym_name().as_str(ctx).unwrap_or_default());
        printer.write(" : ");
        if let Some(ty) = op.ty().as_type(ctx) {
            printer.ty(ty);
        }
        match op.initial_value() {
            Some(Attribute::UNIT) => printer.write(" = uninitialized"),
            Some(value) => {
                printer.write(" = ");
                printer.attribute_without_type(value);
            }
            None => {}
        }
        printer.attr_dict(
            op.op(),
            &["sym_name", "sym_visibility", "type", "initial_value", "constant"],
        );
    }
}

impl VerifyOp for GlobalMemrefOp {
    fn verify(op: GlobalMemrefOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let Some(ty) =
            op.ty().as_type(ctx).filter(|ty| ty.is_memref(ctx) && ty.static_shape(ctx).is_some())
        else {
            diagnostics.error(op.op_error("type should be static shaped memref"));
            return;
        };
        let value = op.initial_value().filter(|&value| value != Attribute::UNIT);
        if let Some(value) = value
            && value.ty(ctx) != elements_type(ctx, ty)
        {
            diagnostics.error(op.op_error(format_args!(
                "initial value should be elements of the sizes of '{}'",
                print_type(ctx, ty)
            )));
        }
    }
}

impl LowerByPatterns<Llvm> for GlobalMemrefOp {
    fn patterns(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.global_memref-to-llvm", 1, |op, _, rewriter| {
            let ctx = rewriter.context().clone();
            let body = rewriter.body();
            let memref = body
                .attr(op.id(), Ident::TYPE)
                .and_then(|ty| ty.as_type(&ctx))
                .ok_or("it has no type")?;
            let ty = storage_type(&ctx, memref)
                .ok_or("its type has no counterpart in the llvm dialect")?;
            let space = address_space(&ctx, memref).ok_or("its memory space is not a number")?;
            let value = match op.initial_value(body) {
                Some(value) => Some(
                    initial_value(&ctx, memref, value).ok_or("its elements cannot be converted")?,
                ),
                None => None,
            };
            let is_private =
                body.op(op.id()).symbol_visibility() == mlir_lite::ir::symbols::Visibility::Private;
            let linkage = if is_private { Linkage::Private } else { Linkage::External };
            let root = op.id();
            let replaced = [Ident::SYM_VISIBILITY, Ident::TYPE, ctx.ident("initial_value")];
            rewriter.update_in_place(root, |body| {
                let kept = body.each_attribute(root).filter(|(name, _)| !replaced.contains(name));
                let mut all: SmallVec<[NamedAttribute; 16]> = kept.collect();
                let space = ctx.integer_attr(Type::I32, i64::from(space));
                all.extend([
                    (ctx.ident("global_type"), ctx.type_attr(ty)),
                    (ctx.ident("linkage"), linkage.attribute(&ctx)),
                    (ctx.ident("addr_space"), space),
                ]);
                all.extend(value.map(|value| (Ident::VALUE, value)));
                body.redefine_op(root, GlobalOp::name(&ctx), &all);
            });
            Ok(())
        });
    }
}

/// The elements as they are, but for a single one, which is a number. A global without an initial
/// value starts with zeros.
fn initial_value(ctx: &Context, memref: Type, value: Attribute) -> Option<Attribute> {
    let element = memref.element_type(ctx)?;
    let shape = memref.static_shape(ctx)?;
    let elements = if value == Attribute::UNIT {
        let size = DenseElements::element_size(ctx, element)?;
        if !element.may_be_in_tensors(ctx) {
            return None;
        }
        DenseElements::new(ctx.tensor_type(shape, element), vec![0; size].into(), true)
    } else {
        value.dense(ctx)?
    };
    if !shape.is_empty() {
        return ctx.try_dense_attr(elements);
    }
    let bytes = elements.element(ctx, 0)?;
    if element.is_float(ctx) {
        let mut bits = [0; 16];
        bits.get_mut(..bytes.len())?.copy_from_slice(bytes);
        return Some(ctx.float_bits_attr(element, u128::from_le_bytes(bits)));
    }
    let width = element.bit_width(ctx).unwrap_or(64);
    ctx.try_apint_attr(element, mlir_lite::attributes::ApInt::from_le_bytes(width, bytes))
}

/// The memref of a global.
#[op(
    name = "std.get_global_memref",
    traits(Pure),
    implements(InterpretOp, AddressOfGlobalOpInterface, SymbolUserOpInterface, LowerTo<Llvm>),
    upstream(name = "memref.get_global"),
    format = "$name `:` type($result) attr-dict"
)]
pub struct GetGlobalMemrefOp {
    /// The global.
    #[attr]
    name: FlatSymbolRefAttr,
    /// Its memory.
    #[result]
    result: AnyRankedMemRef,
}

impl AddressOfGlobalOpInterface for GetGlobalMemrefOp {
    fn symbol(op: GetGlobalMemrefOpRef<'_>) -> Option<Ident> {
        op.name().as_flat_symbol(op.context())
    }

    fn is_own_memory(_: GetGlobalMemrefOpRef<'_>) -> bool {
        true
    }
}

impl SymbolUserOpInterface for GetGlobalMemrefOp {
    fn verify_symbol_uses(
        op: GetGlobalMemrefOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let ctx = op.context();
        let Some(name) = op.name().as_flat_symbol(ctx) else { return };
        let global = symbols.lookup(name).filter(|&symbol| is_right(symbol));
        let global = global.and_then(|symbol| symbol.cast::<GlobalMemrefOp>());
        let Some(ty) = global.and_then(|global| global.ty().as_type(ctx)) else {
            diagnostics.error(op.op_error(format_args!(
                "'{}' does not reference a valid global memref",
                name.text(ctx)
            )));
            return;
        };
        let found = op.result().ty();
        if found != ty {
            let (found, ty) = (print_type(ctx, found), print_type(ctx, ty));
            diagnostics.error(op.op_error(format_args!(
                "result type '{found}' does not match type '{ty}' of the global memref @{}",
                name.text(ctx)
            )));
        }
    }
}

impl InterpretOp for GetGlobalMemrefOp {
    fn interpret<'b>(op: GetGlobalMemrefOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let missing = || Trap::new("cannot be interpreted: a global without name");
        let name = op.name().as_flat_symbol(op.context()).ok_or_else(missing)?;
        let memref = m.global(name, |m, global| {
            let none = || Trap::new("cannot be interpreted: a global that is not a memref");
            let global = global.cast::<GlobalMemrefOp>().ok_or_else(none)?;
            let ctx = global.context();
            let ty = global.ty().as_type(ctx).ok_or_else(none)?;
            let memref = m.allocate_memref(ty, &[])?;
            if let Some(value) = global.initial_value().filter(|&value| value != Attribute::UNIT) {
                let TypeKind::MemRef { shape, element, .. } = ty.kind(ctx) else {
                    return Err(none());
                };
                if !element.may_be_in_tensors(ctx) {
                    return Err(Trap::new("cannot be interpreted: a global of such elements"));
                }
                let elements = m.constant(value, ctx.tensor_type(shape, *element))?;
                store_elements(m, &memref, &elements)?;
            }
            if global.constant().is_some() {
                m.memory.freeze(memref.allocated);
            }
            Ok(Value::MemRef(memref))
        })?;
        m.set_result(op.result(), memref)
    }
}

impl LowerTo<Llvm> for GetGlobalMemrefOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ctx = b.context().clone();
        let memref = b.body().ty(op.result(b.body()));
        let storage =
            storage_type(&ctx, memref).ok_or("its type has no counterpart in the llvm dialect")?;
        let shape = memref.static_shape(&ctx).ok_or("its sizes are not known")?;
        let pointer = element_pointer(&ctx, memref).ok_or("its memory space is not a number")?;
        let (strides, _) = strides_and_offset(&ctx, memref).ok_or("its layout is not strided")?;
        let base = llvm::AddressOfOp::create(b, op.name(b.body()), pointer);
        let first =
            llvm::GepOp::at(b, base, storage, &vec![GepIndex::Constant(0); shape.len() + 1]);
        let marker = index_constant(b, NOT_ALLOCATED);
        let allocated = llvm::IntToPtrOp::create(b, marker, pointer);
        let sizes: Vec<Number> = shape.iter().map(|&size| Number::Known(size)).collect();
        let strides: Vec<Number> = strides.into_iter().flatten().map(Number::Known).collect();
        descriptor(b, memref, (allocated, first), Number::Known(0), &sizes, &strides)
    }
}

/// Nested arrays of the elements.
fn storage_type(ctx: &Context, memref: Type) -> Option<Type> {
    let shape = memref.static_shape(ctx)?;
    let (_, offset) = strides_and_offset(ctx, memref)?;
    if offset != Some(0) {
        return None;
    }
    let element = convert(ctx, memref.element_type(ctx)?)?;
    Some(
        shape
            .iter()
            .rev()
            .fold(element, |ty, &length| llvm::array_type(ctx, length.unsigned_abs(), ty)),
    )
}

/// Writes the elements of a tensor to memory of its sizes.
pub(crate) fn store_elements(
    m: &mut Machine<'_>,
    memref: &Arc<MemRef>,
    tensor: &Value,
) -> Result<(), Trap> {
    let elements = tensor.as_elements()?;
    for (position, value) in memref.positions().zip(&elements.values) {
        m.store_element(memref, &position, value)?;
    }
    Ok(())
}

/// Stands for the allocated pointer of memory that must not be freed.
const NOT_ALLOCATED: i64 = 0xdead_beef;

pub(crate) fn register_global(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<GlobalMemrefOp>();
    dialect.op::<GetGlobalMemrefOp>();
}
