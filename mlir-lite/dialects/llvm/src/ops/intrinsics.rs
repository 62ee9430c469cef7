//! LLVM's intrinsics that have ops of their own.

use super::compare::compare_result;
use super::properties::COPY;
use crate::constraints::*;
use crate::ops::families::PointerIntrinsic;
use mlir_lite::interpreter::arithmetic::power_of_float;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, VSCALE, Value};
use mlir_lite::ir::prelude::*;

/// A float to the power of an integer.
#[op(
    name = "llvm.intr.powi",
    traits(Pure),
    implements(VerifyOp, InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct PowIOp {
    #[operand]
    val: LlvmFloat,
    #[operand]
    power: AnySignlessInteger,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl VerifyOp for PowIOp {
    fn verify(op: PowIOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.res().ty() != op.val().ty() {
            diagnostics.error(op.op().op_error("expects a result of the type of the number"));
        }
    }
}

impl InterpretOp for PowIOp {
    fn interpret<'b>(op: PowIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let power = power_of_float(m, op.val(), op.power())?;
        m.set_result(op.res(), power)
    }
}

/// Whether a float is of one of the classes whose bits are set.
#[op(name = "llvm.intr.is.fpclass", traits(Pure), implements(VerifyOp))]
pub struct IsFPClassOp {
    #[operand]
    r#in: LlvmFloat,
    /// Classes: quiet and signalling NaN, infinities, normal numbers and so on.
    #[attr]
    bit: FloatClassesAttr,
    #[result]
    res: LlvmInteger,
}

impl VerifyOp for IsFPClassOp {
    fn verify(op: IsFPClassOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.res().ty() != compare_result(op.context(), op.r#in().ty()) {
            let message = "expects a result 'i1', or a vector of it as long as the operand";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

/// The first operand, which most often is the second.
#[op(
    name = "llvm.intr.expect",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$val `,` $expected attr-dict `:` type($val)"
)]
pub struct ExpectOp {
    #[operand]
    val: LlvmInteger,
    #[operand]
    expected: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

impl InterpretOp for ExpectOp {
    fn interpret<'b>(op: ExpectOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.res(), m.get(op.val()))
    }
}

/// Brings memory into a cache.
#[op(name = "llvm.intr.prefetch", implements(InterpretOp))]
pub struct PrefetchOp {
    #[operand]
    addr: LlvmPointer,
    /// 0 for reading, 1 for writing.
    #[attr]
    rw: BitAttr,
    /// How long it is wanted: from 0, not at all, to 3.
    #[attr]
    hint: LocalityAttr,
    /// 0 for instructions, 1 for data.
    #[attr]
    cache: BitAttr,
}

impl InterpretOp for PrefetchOp {
    fn interpret<'b>(_op: PrefetchOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

/// From here on the memory is used.
#[op(family = PointerIntrinsic, name = "llvm.intr.lifetime.start", implements(InterpretOp))]
pub struct LifetimeStartOp;

impl InterpretOp for LifetimeStartOp {
    fn interpret<'b>(_op: LifetimeStartOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

/// From here on the memory is not used.
#[op(family = PointerIntrinsic, name = "llvm.intr.lifetime.end", implements(InterpretOp))]
pub struct LifetimeEndOp;

impl InterpretOp for LifetimeEndOp {
    fn interpret<'b>(_op: LifetimeEndOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

/// Begins a list of the arguments for `...`.
#[op(family = PointerIntrinsic, name = "llvm.intr.vastart")]
pub struct VaStartOp;

/// Ends such a list.
#[op(family = PointerIntrinsic, name = "llvm.intr.vaend")]
pub struct VaEndOp;

/// Copies a list of arguments.
#[op(
    name = "llvm.intr.vacopy",
    format = "$src_list `to` $dest_list attr-dict `:` type($src_list) `,` type($dest_list)"
)]
pub struct VaCopyOp {
    #[operand]
    dest_list: LlvmPointer,
    #[operand]
    src_list: LlvmPointer,
}

/// Ends the program.
#[op(name = "llvm.intr.trap", implements(InterpretOp), format = "attr-dict")]
pub struct TrapOp {}

impl InterpretOp for TrapOp {
    fn interpret<'b>(_op: TrapOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Err(Trap::new("the program traps"))
    }
}

/// Stops in a debugger.
#[op(name = "llvm.intr.debugtrap", implements(InterpretOp), format = "attr-dict")]
pub struct DebugTrapOp {}

impl InterpretOp for DebugTrapOp {
    fn interpret<'b>(_op: DebugTrapOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

/// The factor of the sizes of scalable vectors.
#[op(name = "llvm.intr.vscale", traits(Pure), implements(InterpretOp))]
pub struct VScaleOp {
    #[result]
    res: AnySignlessInteger,
}

impl InterpretOp for VScaleOp {
    fn interpret<'b>(op: VScaleOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.res(), Value::Int(VSCALE.get() as u128))
    }
}

/// The stack's end, to go back to.
#[op(name = "llvm.intr.stacksave", implements(InterpretOp), format = "attr-dict `:` type($res)")]
pub struct StackSaveOp {
    #[result]
    res: LlvmPointer,
}

impl InterpretOp for StackSaveOp {
    fn interpret<'b>(op: StackSaveOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let height = m.stack_height() as u128;
        m.set_result(op.res(), Value::Int(height))
    }
}

/// Frees what has been reserved on the stack since its end was saved.
#[op(family = PointerIntrinsic, name = "llvm.intr.stackrestore", implements(InterpretOp))]
pub struct StackRestoreOp;

impl InterpretOp for StackRestoreOp {
    fn interpret<'b>(op: StackRestoreOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let height = m.get(op.ptr()).as_int()?;
        m.unwind_stack(usize::try_from(height).unwrap_or(usize::MAX));
        Ok(Flow::Next)
    }
}

/// Copies bytes between places that may overlap.
#[op(name = "llvm.intr.memmove", implements(InterpretOp), properties = COPY)]
pub struct MemmoveOp {
    #[operand]
    dst: LlvmPointer,
    #[operand]
    src: LlvmPointer,
    /// Number of bytes.
    #[operand]
    len: LlvmInteger,
    #[attr(name = "isVolatile")]
    is_volatile: BoolAttr,
}

impl InterpretOp for MemmoveOp {
    fn interpret<'b>(op: MemmoveOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        copy_memory(m, op.dst(), op.src(), op.len())
    }
}

/// Sets bytes to one value.
#[op(name = "llvm.intr.memset", implements(InterpretOp), properties = COPY)]
pub struct MemsetOp {
    #[operand]
    dst: LlvmPointer,
    #[operand]
    val: I8,
    /// Number of bytes.
    #[operand]
    len: LlvmInteger,
    #[attr(name = "isVolatile")]
    is_volatile: BoolAttr,
}

impl InterpretOp for MemsetOp {
    fn interpret<'b>(op: MemsetOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let [address, byte, length] = numbers(m, [op.dst(), op.val(), op.len()])?;
        m.memory.write(address, length)?.fill(byte as u8);
        Ok(Flow::Next)
    }
}

/// Copies bytes between places that do not overlap.
#[op(name = "llvm.intr.memcpy", implements(InterpretOp), properties = COPY)]
pub struct MemcpyOp {
    #[operand]
    dst: LlvmPointer,
    #[operand]
    src: LlvmPointer,
    /// Number of bytes.
    #[operand]
    len: LlvmInteger,
    #[attr(name = "isVolatile")]
    is_volatile: BoolAttr,
}

impl InterpretOp for MemcpyOp {
    fn interpret<'b>(op: MemcpyOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        copy_memory(m, op.dst(), op.src(), op.len())
    }
}

/// The operands as numbers of 64 bits.
fn numbers<const N: usize>(m: &Machine<'_>, operands: [ValueRef<'_>; N]) -> Result<[u64; N], Trap> {
    let mut numbers = [0; N];
    for (number, operand) in numbers.iter_mut().zip(operands) {
        *number = m.get(operand).as_int()? as u64;
    }
    Ok(numbers)
}

fn copy_memory(
    m: &mut Machine<'_>,
    to: ValueRef<'_>,
    from: ValueRef<'_>,
    length: ValueRef<'_>,
) -> Result<Flow, Trap> {
    let [to, from, length] = numbers(m, [to, from, length])?;
    if length > 0 {
        let bytes = m.memory.read(from, length)?.to_vec();
        m.memory.write(to, length)?.copy_from_slice(&bytes);
    }
    Ok(Flow::Next)
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<LifetimeStartOp>();
    dialect.op::<LifetimeEndOp>();
    dialect.op::<VaStartOp>();
    dialect.op::<VaEndOp>();
    dialect.op::<PowIOp>();
    dialect.op::<IsFPClassOp>();
    dialect.op::<ExpectOp>();
    dialect.op::<PrefetchOp>();
    dialect.op::<VaCopyOp>();
    dialect.op::<TrapOp>();
    dialect.op::<DebugTrapOp>();
    dialect.op::<MemcpyOp>();
    dialect.op::<MemmoveOp>();
    dialect.op::<MemsetOp>();
    dialect.op::<VScaleOp>();
    dialect.op::<StackSaveOp>();
    dialect.op::<StackRestoreOp>();
}
