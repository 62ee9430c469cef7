//! Conversions between types.

use super::arithmetic::{parse_overflow_flags, print_overflow_flags};
use crate::constraints::*;
use crate::llvm_types::is_aggregate;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{integer_width, unary};
use mlir_lite::interpreter::arithmetic::{
    bitcast, change_format, extend_signed, float_to_integer, integer_to_float, resize,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;

/// A wider integer of the same signed value.
#[op(
    name = "llvm.sext",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct SExtOp {
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl VerifyOp for SExtOp {
    fn verify(op: SExtOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Wider, diagnostics);
    }
}

impl InterpretOp for SExtOp {
    fn interpret<'b>(op: SExtOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        extend_signed(m, op.op())
    }
}

/// The float nearest to a signed integer.
#[op(
    name = "llvm.sitofp",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct SIToFPOp {
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmFloat,
}

impl VerifyOp for SIToFPOp {
    fn verify(op: SIToFPOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for SIToFPOp {
    fn interpret<'b>(op: SIToFPOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integer_to_float(m, op.op(), true)
    }
}

/// A float as a signed integer, rounded towards zero.
#[op(
    name = "llvm.fptosi",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct FPToSIOp {
    #[operand]
    arg: LlvmFloat,
    #[result]
    res: LlvmInteger,
}

impl VerifyOp for FPToSIOp {
    fn verify(op: FPToSIOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for FPToSIOp {
    fn interpret<'b>(op: FPToSIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_to_integer(m, op.op(), true)
    }
}

/// A float as an unsigned integer, rounded towards zero.
#[op(
    name = "llvm.fptoui",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct FPToUIOp {
    #[operand]
    arg: LlvmFloat,
    #[result]
    res: LlvmInteger,
}

impl VerifyOp for FPToUIOp {
    fn verify(op: FPToUIOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for FPToUIOp {
    fn interpret<'b>(op: FPToUIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_to_integer(m, op.op(), false)
    }
}

/// A wider float of the same value.
#[op(
    name = "llvm.fpext",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct FPExtOp {
    #[operand]
    arg: LlvmFloat,
    #[result]
    res: LlvmFloat,
}

impl VerifyOp for FPExtOp {
    fn verify(op: FPExtOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Wider, diagnostics);
    }
}

impl InterpretOp for FPExtOp {
    fn interpret<'b>(op: FPExtOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        change_format(m, op.op())
    }
}

/// The nearest narrower float.
#[op(
    name = "llvm.fptrunc",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct FPTruncOp {
    #[operand]
    arg: LlvmFloat,
    #[result]
    res: LlvmFloat,
}

impl VerifyOp for FPTruncOp {
    fn verify(op: FPTruncOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Narrower, diagnostics);
    }
}

impl InterpretOp for FPTruncOp {
    fn interpret<'b>(op: FPTruncOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        change_format(m, op.op())
    }
}

/// An address as an integer.
#[op(
    name = "llvm.ptrtoint",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct PtrToIntOp {
    #[operand]
    arg: LlvmPointerOrVector,
    #[result]
    res: LlvmInteger,
}

impl VerifyOp for PtrToIntOp {
    fn verify(op: PtrToIntOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for PtrToIntOp {
    fn interpret<'b>(op: PtrToIntOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

/// An integer as an address.
#[op(
    name = "llvm.inttoptr",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct IntToPtrOp {
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmPointerOrVector,
}

impl VerifyOp for IntToPtrOp {
    fn verify(op: IntToPtrOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for IntToPtrOp {
    fn interpret<'b>(op: IntToPtrOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

/// The same bits as another type.
#[op(
    name = "llvm.bitcast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct BitcastOp {
    #[operand]
    arg: LlvmValue,
    #[result]
    res: LlvmValue,
}

impl FoldOp for BitcastOp {
    fn fold(op: BitcastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let inner = op.arg().defining::<Self>().map(BitcastOpRef::arg);
        let handle = op.handle();
        fold_of_cast(op.arg(), inner, op.res().ty(), move |body, arg| handle.set_arg(body, arg))
    }
}

/// Folds a cast of a value to its own type, and a cast of the result of an equal one, whose operand
/// is `inner`: it becomes that operand, or casts it, by `set`.
fn fold_of_cast(
    arg: ValueRef<'_>,
    inner: Option<ValueRef<'_>>,
    ty: Type,
    set: impl FnOnce(&mut Body, ValueId) + 'static,
) -> Fold {
    if arg.ty() == ty {
        return Fold::value(arg);
    }
    match inner {
        Some(inner) if inner.ty() == ty => Fold::value(inner),
        Some(inner) => {
            let inner = inner.id();
            Fold::in_place(move |body| set(body, inner))
        }
        None => Fold::Unchanged,
    }
}

impl ViewLikeOpInterface for BitcastOp {
    fn view_source(op: BitcastOpRef<'_>) -> ValueId {
        op.arg().id()
    }

    fn is_known_to_be_complete_view(_: BitcastOpRef<'_>) -> bool {
        true
    }
}

impl VerifyOp for BitcastOp {
    fn verify(op: BitcastOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_bitcast(op.op(), op.arg().ty(), op.res().ty(), diagnostics);
    }
}

impl InterpretOp for BitcastOp {
    fn interpret<'b>(op: BitcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        bitcast(m, op.op())
    }
}

/// An address in another address space.
#[op(
    name = "llvm.addrspacecast",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface),
    format = "$arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct AddrSpaceCastOp {
    #[operand]
    arg: LlvmPointerOrVector,
    #[result]
    res: LlvmPointerOrVector,
}

impl FoldOp for AddrSpaceCastOp {
    fn fold(op: AddrSpaceCastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let inner = op.arg().defining::<Self>().map(AddrSpaceCastOpRef::arg);
        let handle = op.handle();
        fold_of_cast(op.arg(), inner, op.res().ty(), move |body, arg| handle.set_arg(body, arg))
    }
}

impl ViewLikeOpInterface for AddrSpaceCastOp {
    fn view_source(op: AddrSpaceCastOpRef<'_>) -> ValueId {
        op.arg().id()
    }

    fn is_known_to_be_complete_view(_: AddrSpaceCastOpRef<'_>) -> bool {
        true
    }
}

impl VerifyOp for AddrSpaceCastOp {
    fn verify(op: AddrSpaceCastOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for AddrSpaceCastOp {
    fn interpret<'b>(op: AddrSpaceCastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

/// A wider integer of the same unsigned value.
#[op(
    name = "llvm.zext",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp),
    format = "(`nneg` $non_neg^)? $arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct ZExtOp {
    #[attr(name = "nonNeg")]
    non_neg: Optional<UnitAttr>,
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl VerifyOp for ZExtOp {
    fn verify(op: ZExtOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Wider, diagnostics);
    }
}

impl FoldOp for ZExtOp {
    fn fold(op: ZExtOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.res().ty());
        let (Some(arg), Some(width)) =
            (constants.arg(), integer_width(ctx, ty.element_or_self(ctx)))
        else {
            return Fold::Unchanged;
        };
        // With `nneg`, a negative number is poison.
        if op.non_neg().is_some() {
            return Fold::Unchanged;
        }
        unary(ctx, ty, arg, |number: &ApInt| Some(number.zext(width))).into()
    }
}

impl InterpretOp for ZExtOp {
    fn interpret<'b>(op: ZExtOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

/// The float nearest to an unsigned integer.
#[op(
    name = "llvm.uitofp",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "(`nneg` $non_neg^)? $arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct UIToFPOp {
    #[attr(name = "nonNeg")]
    non_neg: Optional<UnitAttr>,
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmFloat,
}

impl VerifyOp for UIToFPOp {
    fn verify(op: UIToFPOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Any, diagnostics);
    }
}

impl InterpretOp for UIToFPOp {
    fn interpret<'b>(op: UIToFPOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integer_to_float(m, op.op(), false)
    }
}

/// The lower bits of an integer.
///
/// ```mlir
/// %low = llvm.trunc %x overflow<nsw> : i64 to i32
/// ```
#[op(name = "llvm.trunc", traits(Pure), implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct TruncOp {
    #[operand]
    arg: LlvmInteger,
    #[attr(typed, name = "overflowFlags", default = OverflowFlags::NONE)]
    overflow_flags: OverflowFlags,
    #[result]
    res: LlvmInteger,
}

impl CustomAssembly for TruncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operand = parser.parse_operand()?;
        parse_overflow_flags(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let value = parser.resolve(&operand, from)?;
        parser.add_operand(value);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: TruncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.arg().id());
        print_overflow_flags(op.overflow_flags(), printer);
        printer.attr_dict(op.op(), &["overflowFlags"]);
        printer.write(" : ");
        printer.ty(op.arg().ty());
        printer.write(" to ");
        printer.ty(op.res().ty());
    }
}

impl VerifyOp for TruncOp {
    fn verify(op: TruncOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_order(op.op(), op.arg(), op.res(), Order::Narrower, diagnostics);
    }
}

impl InterpretOp for TruncOp {
    fn interpret<'b>(op: TruncOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        resize(m, op.op())
    }
}

/// The required order of the widths of result and operand.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Order {
    Any,
    Wider,
    Narrower,
}

/// Checks that a cast keeps the number of elements; extensions are to wider types, truncations to
/// narrower ones.
fn verify_order(
    op: OpRef<'_>,
    arg: ValueRef<'_>,
    res: ValueRef<'_>,
    order: Order,
    diagnostics: &mut Diagnostics,
) {
    let (ctx, from, to) = (op.context(), arg.ty(), res.ty());
    if from.shape(ctx) != to.shape(ctx) {
        diagnostics.error(op.op_error("input and output vectors are of incompatible shape"));
        return;
    }
    let bits = |ty: Type| ty.element_type(ctx).unwrap_or(ty).bit_width(ctx);
    let (Some(a), Some(b)) = (bits(from), bits(to)) else { return };
    let expected = match order {
        Order::Wider if a >= b => "smaller",
        Order::Narrower if a <= b => "larger",
        _ => return,
    };
    let message = format!(
        "integer or float width of the input type must be {expected} than that of the output type"
    );
    diagnostics.error(op.op_error(message));
}

/// Checks that a bit cast keeps the number of bits, and converts pointers to pointers.
fn verify_bitcast(op: OpRef<'_>, from: Type, to: Type, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    if is_aggregate(ctx, from) || is_aggregate(ctx, to) {
        diagnostics
            .error(op.op_error("expects numbers, pointers or vectors, no structs or arrays"));
        return;
    }
    let is_address = |ty| LlvmPointerOrVector::matches(ctx, ty);
    if is_address(from) != is_address(to) {
        diagnostics.error(op.op_error("can only cast pointers from and to pointers"));
        return;
    }
    let bits = |ty: Type| {
        let count: i64 = ty.shape(ctx).map_or(1, |shape| shape.iter().product());
        Some(count * i64::from(ty.element_type(ctx).unwrap_or(ty).bit_width(ctx)?))
    };
    if let (Some(a), Some(b)) = (bits(from), bits(to))
        && a != b
    {
        diagnostics.error(
            op.op_error(format_args!("expects types of as many bits, but found {a} and {b}")),
        );
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SExtOp>();
    dialect.op::<SIToFPOp>();
    dialect.op::<FPToSIOp>();
    dialect.op::<FPToUIOp>();
    dialect.op::<FPExtOp>();
    dialect.op::<FPTruncOp>();
    dialect.op::<PtrToIntOp>();
    dialect.op::<IntToPtrOp>();
    dialect.op::<BitcastOp>();
    dialect.op::<AddrSpaceCastOp>();
    dialect.op::<ZExtOp>();
    dialect.op::<UIToFPOp>();
    dialect.op::<TruncOp>();
}
