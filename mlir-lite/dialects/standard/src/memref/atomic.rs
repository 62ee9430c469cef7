//! Updates of an element as one step.

use crate::memref::rules::{LookThroughCasts, MemRefAccess};
use crate::to_llvm::address::{NO_DESCRIPTOR, element_address};
use crate::to_llvm::descriptor::extract;
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::lowering::created;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::dialects::llvm::{self, AtomicBinOp, AtomicOrdering};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, combine};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::builder::at;
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;
pub use mlir_lite::scalar::AtomicRmwKind;
use mlir_lite::scalar::ScalarFunction;

/// Replaces an element by the result of an operation on it and a value, as one step; returns the
/// previous element.
///
/// ```mlir
/// %0 = atomic_rmw "addf" %value, %m[%i] : (f32, memref<10xf32>) -> f32
/// ```
#[op(
    name = "std.atomic_rmw",
    implements(
        CustomAssembly, VerifyOp, FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref, set_memref },
    ),
    upstream(name = "memref.atomic_rmw")
)]
pub struct AtomicRmwOp {
    #[operand]
    value: AnyType,
    #[operand(effects(Read, Write))]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// How the element and the value are combined.
    #[attr(typed)]
    kind: AtomicRmwKind,
    #[result]
    result: AnyType,
}

impl CustomAssembly for AtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let kind: AtomicRmwKind = parse_enum(parser)?;
        let kind = kind.attribute(parser.context());
        parser.set_attr("kind", kind);
        let mut operands = vec![parser.parse_operand()?];
        parser.parse_punct(",")?;
        operands.push(parser.parse_operand()?);
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let values = parser.resolve_all(&operands, &inputs, position)?;
        parser.add_operands(&values);
        for index in &indices {
            let value = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(value);
        }
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: AtomicRmwOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let kind = op.kind().text();
        let quote = if printer.is_upstream() { "" } else { "\"" };
        printer.display(format_args!(" {quote}{kind}{quote} "));
        printer.operands([op.value(), op.memref()]);
        printer.write("[");
        printer.operands(op.indices());
        printer.write("]");
        printer.attr_dict(op.op(), &["kind"]);
        printer.write(" : (");
        printer.types([op.value().ty(), op.memref().ty()]);
        printer.write(") -> ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for AtomicRmwOp {
    fn verify(op: AtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [value, memref, result] = [op.value(), op.memref(), op.result()].map(ValueRef::ty);
        if memref.element_type(ctx) != Some(value) || value != result {
            diagnostics.error(op.op_error("expects value and result of the memref's element type"));
        }
        if memref.shape(ctx).map(<[i64]>::len) != Some(op.indices().len()) {
            diagnostics
                .error(op.op_error("expects the number of subscripts to be equal to memref rank"));
        }
        match op.kind().function() {
            Some(ScalarFunction::Float(_)) if !value.is_float(ctx) => {
                diagnostics.error(op.op_error("expects a floating-point type"));
            }
            Some(ScalarFunction::Integer(_)) if !value.is_integer(ctx) => {
                diagnostics.error(op.op_error("expects an integer type"));
            }
            _ => {}
        }
    }
}

impl InterpretOp for AtomicRmwOp {
    /// The result is the element before, as of the instruction that it is lowered to.
    fn interpret<'b>(op: AtomicRmwOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (value, memref) = (m.get(op.value()), m.get(op.memref()));
        let (memref, indices) = (memref.as_memref()?, m.indices(op.indices())?);
        m.memory.set_atomic(true);
        let old = m.load_element(memref, &indices)?;
        let new = combine(m, op.kind(), op.value().ty(), &old, &value)?;
        m.store_element(memref, &indices, &new)?;
        m.memory.set_atomic(false);
        m.set_result(op.result(), old)
    }
}

impl LowerTo<Llvm> for AtomicRmwOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let memref = b.body().ty(op.memref(b.body()));
        let (kind, value, indices) = (op.kind(b.body()), operands.value(), operands.indices());
        let Some(operation) = instruction(kind) else {
            return update(op.id(), memref, operands.memref(), indices, b, |b, old| {
                Ok(llvm_edsc(b, |e| (e.expr(old) * value).id()))
            });
        };
        let ty = b.body().ty(value);
        if !llvm::is_updated_atomically(b.context(), operation, ty) {
            return Err(NOT_ATOMIC.into());
        }
        let address = element_address(b, memref, operands.memref(), indices)?;
        let order = AtomicOrdering::AcqRel;
        Ok(llvm::AtomicRmwOp::create(b, operation, address, value, order, None, None, None, ty)
            .into())
    }
}

/// Replaces an element by the result of a region for it, as one step; returns the new element.
///
/// ```mlir
/// %0 = generic_atomic_rmw %m[%i] : memref<10xf32> {
/// ^bb0(%old: f32):
///   %1 = addf %old, %x : f32
///   atomic_yield %1 : f32
/// }
/// ```
#[op(
    name = "std.generic_atomic_rmw",
    traits(SingleBlockImplicitTerminator<AtomicYieldOp>),
    implements(
        CustomAssembly, VerifyOp, FoldOp = LookThroughCasts<Self>, InterpretOp, LowerTo<Llvm>,
        MemRefAccess { memref, set_memref },
    ),
    upstream(name = "memref.generic_atomic_rmw")
)]
pub struct GenericAtomicRmwOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// Computes the new element of the old one.
    #[region]
    body: AnyRegion,
    #[result]
    result: AnyType,
}

/// Gives what a region of `generic_atomic_rmw` computes.
#[op(
    name = "std.atomic_yield",
    traits(Pure, Terminator, HasParent<GenericAtomicRmwOp>),
    implements(InterpretOp),
    upstream(name = "memref.atomic_yield"),
    format = "$result attr-dict `:` type($result)"
)]
pub struct AtomicYieldOp {
    /// The new element.
    #[operand]
    result: AnyType,
}

impl InterpretOp for GenericAtomicRmwOp {
    fn interpret<'b>(op: GenericAtomicRmwOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let (memref, indices) = (memref.as_memref()?, m.indices(op.indices())?);
        m.memory.set_atomic(true);
        let old = m.load_element(memref, &indices)?;
        m.memory.set_atomic(false);
        let arguments = [old.clone()].into_iter().collect();
        let new = m.run_region(op.body(), arguments)?.pop().ok_or_else(Trap::malformed)?;
        m.memory.set_atomic(true);
        m.store_element(memref, &indices, &new)?;
        m.memory.set_atomic(false);
        m.set_result(op.result(), old)
    }
}

impl InterpretOp for AtomicYieldOp {
    fn interpret<'b>(op: AtomicYieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield([m.get(op.result())].into_iter().collect()))
    }
}

impl CustomAssembly for GenericAtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let memref = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operand(memref);
        for index in &indices {
            let value = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(value);
        }
        let element = ty.element_or_self(parser.context());
        parser.add_result_type(element);
        parser.parse_region(&[])?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: GenericAtomicRmwOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.memref());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("] : ");
        printer.ty(op.memref().ty());
        printer.write(" ");
        printer.region(op.body(), PrintRegion::default());
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for GenericAtomicRmwOp {
    fn verify(op: GenericAtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, body, ty) = (op.context(), op.op().body(), op.memref().ty());
        let element = ty.element_type(ctx);
        if ty.shape(ctx).map(<[i64]>::len) != Some(op.indices().len()) {
            diagnostics
                .error(op.op_error("expects the number of subscripts to be equal to memref rank"));
        }
        if Some(op.result().ty()) != element {
            diagnostics.error(op.op_error("expects a result of the memref's element type"));
        }
        let Some(block) = op.body().entry() else {
            diagnostics.error(op.op_error("expects a region"));
            return;
        };
        let arguments: Vec<Type> =
            block.arguments().iter().map(|&argument| body.ty(argument)).collect();
        if arguments.len() != 1 || arguments.first().copied() != element {
            diagnostics
                .error(op.op_error("expects one region argument, of the memref's element type"));
        }
        for inner in block.ops() {
            let effects = inner.ask::<dyn MemoryEffectOpInterface, _>(|op| op.effects());
            if effects.is_some_and(|effects| !effects.is_empty())
                || inner.implements::<dyn CallOpInterface>()
            {
                diagnostics.error(inner.op_error(
                    "is in the body of an atomic op, which should contain only operations with \
                        no side effects",
                ));
            }
        }
        if block.terminator().and_then(|end| end.operand_types().next()) != element {
            diagnostics.error(op.op_error("expects the region to yield the memref's element type"));
        }
    }
}

impl LowerTo<Llvm> for GenericAtomicRmwOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let memref = body.ty(op.memref(body));
        let block = body.entry_block(op.body(body)).ok_or("the update has no body")?;
        let end = body.last_op(block).ok_or("the update has no end")?;
        update(op.id(), memref, operands.memref(), operands.indices(), b, |b, old| {
            // Before the place where the exchange is built.
            let InsertionPoint::End(into) = b.insertion_point() else {
                return Err("the update is built at a block's end".into());
            };
            let new = b.body().operand(end, 0);
            b.merge_blocks(block, into, &[old]);
            let new = b.remapped(new)?;
            b.erase_op(end);
            Ok(new)
        })
    }
}

/// An element is exchanged for the result of `compute`, until nothing else has written it
/// meanwhile.
fn update(
    op: OpId,
    memref: Type,
    descriptor: ValueId,
    indices: &[ValueId],
    b: &mut Rewriter<'_>,
    compute: impl FnOnce(&mut Rewriter<'_>, ValueId) -> Result<ValueId, MatchFailure>,
) -> Lowered {
    may_have_blocks(b.body(), op)?;
    let ctx = b.context().clone();
    let element = b.convert_type(memref.element_type(&ctx).ok_or(NO_DESCRIPTOR)?)?;
    let bits = match element.is_float(&ctx) {
        true => ctx.integer_type(element.bit_width(&ctx).ok_or("the element has no width")?),
        false => element,
    };
    if !llvm::is_exchanged_atomically(&ctx, bits) {
        return Err(NOT_ATOMIC.into());
    }
    let address = element_address(b, memref, descriptor, indices)?;
    let first = llvm::LoadOp::plain(b, address, bits);
    let (before, after) = b.split_block(op);
    let try_block = b.create_block_before(after, &[bits]);
    let expected = b.body().arguments(try_block)[0];
    at(b, InsertionPoint::End(before), |b| llvm::BrOp::create(b, (try_block, &[first])));
    let found = at(b, InsertionPoint::End(try_block), |b| -> Result<_, MatchFailure> {
        let old = cast(b, expected, element);
        let new = compute(b, old)?;
        let new = cast(b, new, bits);
        let (success, failure) = (AtomicOrdering::AcqRel, AtomicOrdering::Monotonic);
        let pair = llvm::struct_type(&ctx, &[bits, Type::I1]);
        let exchange = llvm::CmpXchgOp::create(
            b, address, expected, new, success, failure, None, None, None, None, pair,
        );
        let (found, done) = (extract(b, exchange, &[0])?, extract(b, exchange, &[1])?);
        let result = cast(b, found, element);
        llvm::CondBrOp::of(b, done, (after, &[]), (try_block, &[found]));
        Ok(result)
    })?;
    Ok(found.into())
}

fn cast(b: &mut Rewriter<'_>, value: ValueId, ty: Type) -> ValueId {
    match b.body().ty(value) == ty {
        true => value,
        false => created::<llvm::BitcastOp>(b, &[value], ty),
    }
}

/// Why an update stays.
const NOT_ATOMIC: &str = "only floats and integers of 8, 16, 32 and 64 bits are updated at once";

/// The instruction's operation for one of std's. No instruction multiplies.
fn instruction(kind: AtomicRmwKind) -> Option<AtomicBinOp> {
    use AtomicRmwKind as Kind;
    Some(match kind {
        Kind::AddF => AtomicBinOp::FAdd,
        Kind::AddI => AtomicBinOp::Add,
        Kind::AndI => AtomicBinOp::And,
        Kind::Assign => AtomicBinOp::Xchg,
        Kind::MaximumF => AtomicBinOp::FMaximum,
        Kind::MaxNumF => AtomicBinOp::FMax,
        Kind::MaxS => AtomicBinOp::Max,
        Kind::MaxU => AtomicBinOp::UMax,
        Kind::MinimumF => AtomicBinOp::FMinimum,
        Kind::MinNumF => AtomicBinOp::FMin,
        Kind::MinS => AtomicBinOp::Min,
        Kind::MinU => AtomicBinOp::UMin,
        Kind::OrI => AtomicBinOp::Or,
        Kind::XOrI => AtomicBinOp::Xor,
        Kind::MulF | Kind::MulI => return None,
    })
}

pub(crate) fn register_atomic(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AtomicRmwOp>();
    dialect.op::<GenericAtomicRmwOp>();
    dialect.op::<AtomicYieldOp>();
}
