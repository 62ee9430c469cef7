//! Launches and kernels when a program is interpreted.

use crate::at_once::done;
use crate::lanes::{kind_of, lanes};
use crate::parts::buffers_after;
use crate::{
    AllReduceOp, AllReduceOpRef, BarrierOp, BarrierOpRef, DynamicSharedMemoryOp,
    DynamicSharedMemoryOpRef, GPUFuncOp, LaunchFuncOp, LaunchFuncOpRef, LaunchOp, LaunchOpRef,
    PrintfOp, PrintfOpRef, ShuffleMode, ShuffleOp, ShuffleOpRef, TerminatorOp, TerminatorOpRef,
    YieldOp, YieldOpRef,
};
use mlir_lite::interpreter::{
    Flow, GridSizes, InterpretOp, Machine, Meeting, Trap, Value, Values, combine,
};
use mlir_lite::ir::interfaces::Callee;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;

/// The sizes of a launch, and the bytes that its blocks have in addition to their buffers. Sizes
/// are the first operands after the tokens: those of the grid, of blocks and of clusters.
fn sizes_of(
    m: &Machine<'_>,
    op: OpRef<'_>,
    tokens: usize,
    clustered: bool,
    bytes: Option<ValueRef<'_>>,
) -> Result<(GridSizes, i64), Trap> {
    let count = if clustered { 9 } else { 6 };
    let types = op.operand_types().skip(tokens).take(count);
    let operands = op.operands().skip(tokens).take(count);
    let sizes = operands.zip(types).map(|(operand, ty)| {
        let value = m.get(operand);
        if ty == Type::I32 { Ok(i64::from(value.as_int()? as i32)) } else { value.as_index() }
    });
    let sizes: Vec<i64> = sizes.collect::<Result<_, _>>()?;
    if sizes[6..].iter().any(|&size| size != 1) {
        return Err(Trap::new("cannot be interpreted: launches clusters of several blocks"));
    }
    let bytes = bytes.map(|bytes| m.get(bytes).as_int()).transpose()?.unwrap_or(0) as i32;
    if bytes < 0 {
        return Err(Trap::new(format!("launches blocks with {bytes} bytes of memory")));
    }
    let three = |at: usize| [sizes[at], sizes[at + 1], sizes[at + 2]];
    Ok((GridSizes { blocks: three(0), threads: three(3) }, i64::from(bytes)))
}

/// Memory for the buffers of a block, and at the end that whose size the launch gives.
fn allocate_for_block(m: &mut Machine<'_>, types: &[Type], bytes: i64) -> Result<Values, Trap> {
    let ctx = m.context().clone();
    let mut values = allocate_all(m, types)?;
    let ty = ctx.memref_type(&[DYNAMIC], Type::I8);
    values.push(Value::MemRef(m.allocate_memref(ty, &[bytes])?));
    Ok(values)
}

fn allocate_all(m: &mut Machine<'_>, types: &[Type]) -> Result<Values, Trap> {
    types.iter().map(|&ty| Ok(Value::MemRef(m.allocate_memref(ty, &[])?))).collect()
}

/// Frees private buffers; if the thread has freed one by mistake, this fails.
fn free_all(m: &mut Machine<'_>, values: &[Value]) {
    for value in values {
        if let Value::MemRef(memref) = value {
            let _ = m.memory.free(memref.allocated);
        }
    }
}

/// The types of the buffers of blocks, and of those of threads.
fn types_of_buffers(body: &Body, buffers: [&[ValueId]; 2]) -> [Vec<Type>; 2] {
    buffers.map(|buffers| buffers.iter().map(|&buffer| body.ty(buffer)).collect())
}

impl InterpretOp for LaunchOp {
    /// Runs the threads of a block until they wait, and the blocks one after the other.
    fn interpret<'b>(op: LaunchOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (this, body) = (op.op(), op.body());
        let clustered = op.cluster_size_x().is_some();
        let tokens = op.async_dependencies().len();
        let (sizes, bytes) = sizes_of(m, this, tokens, clustered, op.dynamic_shared_memory_size())?;
        let positions = crate::launch::positions(op);
        let [shared, private] = types_of_buffers(body.body(), buffers_after(this, body, positions));
        m.launch(this, sizes, &|m| allocate_for_block(m, &shared, bytes), &|m| {
            let position = m.position()?.clone();
            let mut numbers = vec![position.block, position.thread, sizes.blocks, sizes.threads];
            if clustered {
                numbers.extend([position.block, sizes.blocks]);
            }
            let mut arguments: Values =
                numbers.iter().flatten().map(|&number| Value::index(number)).collect();
            arguments.extend(position.shared.iter().take(shared.len()).cloned());
            let own = allocate_all(m, &private)?;
            arguments.extend(own.iter().cloned());
            m.run_region(body, arguments)?;
            free_all(m, &own);
            Ok(())
        })?;
        Ok(done(m, this, 0))
    }
}

impl InterpretOp for TerminatorOp {
    fn interpret<'b>(_: TerminatorOpRef<'b>, _: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(Values::new()))
    }
}

impl InterpretOp for LaunchFuncOp {
    fn interpret<'b>(op: LaunchFuncOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (this, kernel) = (op.op(), op.kernel());
        let clustered = op.cluster_size_x().is_some();
        let tokens = op.async_dependencies().len();
        let (sizes, bytes) = sizes_of(m, this, tokens, clustered, op.dynamic_shared_memory_size())?;
        let function = m.resolve(this, kernel)?;
        let buffers = match function.cast::<GPUFuncOp>() {
            Some(function) => crate::functions::buffers(function),
            None => [&[][..], &[][..]],
        };
        let [shared, private] = types_of_buffers(function.body(), buffers);
        let arguments = m.values(op.kernel_operands());
        m.launch(this, sizes, &|m| allocate_for_block(m, &shared, bytes), &|m| {
            let position = m.position()?.clone();
            let mut passed = arguments.clone();
            passed.extend(position.shared.iter().take(shared.len()).cloned());
            let own = allocate_all(m, &private)?;
            passed.extend(own.iter().cloned());
            m.call(this, Callee::Reference(kernel), passed)?;
            free_all(m, &own);
            Ok(())
        })?;
        Ok(done(m, this, 0))
    }
}

impl InterpretOp for BarrierOp {
    fn interpret<'b>(op: BarrierOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.meet(op.op(), Meeting::Block { orders: true }, Value::Poison)?;
        Ok(Flow::Next)
    }
}

impl InterpretOp for AllReduceOp {
    /// The first thread combines the values, in the order of the threads. Memory is not ordered.
    fn interpret<'b>(op: AllReduceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (this, ty, own) = (op.op(), op.value().ty(), m.get(op.value()));
        let meeting = Meeting::Block { orders: false };
        let given = m.meet(this, meeting, own)?;
        let mut combined = Value::Poison;
        if m.position()?.number == 0 {
            let kind = op.operation().map(|it| kind_of(it, ty.is_float(op.context())));
            let mut values = given.iter().cloned();
            combined = values.next().unwrap_or(Value::Poison);
            for value in values {
                combined = match kind {
                    Some(kind) => combine(m, kind, ty, &combined, &value)?,
                    None => {
                        let pair = [combined, value].into_iter().collect();
                        m.run_region(op.body(), pair)?.pop().ok_or_else(Trap::malformed)?
                    }
                };
            }
        }
        let results = m.meet(this, meeting, combined)?;
        m.set_result(op.result(), results.first().cloned().unwrap_or(Value::Poison))
    }
}

impl InterpretOp for YieldOp {
    fn interpret<'b>(op: YieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.values())))
    }
}

impl InterpretOp for ShuffleOp {
    /// The first lanes of a subgroup exchange values; those of other lanes are not defined.
    fn interpret<'b>(op: ShuffleOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = |m: &Machine<'b>, value| Ok(i64::from(m.get(value).as_int()? as i32));
        let (offset, width) = (number(m, op.offset())?, number(m, op.width())?);
        let (lane, lanes) = lanes(m)?;
        let (lane, lanes) = (lane as i64, lanes as i64);
        if !(1..=lanes).contains(&width) {
            return Err(Trap::new(format!(
                "exchanges values of {width} threads in a subgroup of {lanes}"
            )));
        }
        let (mut value, mut is_valid) = (Value::Poison, Value::Poison);
        if lane < width {
            let own = m.get(op.value());
            let given = m.meet(op.op(), Meeting::Lanes { width: width as usize }, own)?;
            let other = match op.mode() {
                ShuffleMode::Xor => lane ^ offset,
                ShuffleMode::Down => lane + offset,
                ShuffleMode::Up => lane - offset,
                ShuffleMode::Idx => offset,
            };
            let is_lane = (0..width).contains(&other);
            is_valid = Value::bool(is_lane);
            if is_lane {
                value = given.get(other as usize).cloned().unwrap_or(Value::Poison);
            }
        }
        m.set_result(op.shuffle_result(), value)?;
        m.set_result(op.valid(), is_valid)
    }
}

impl InterpretOp for DynamicSharedMemoryOp {
    fn interpret<'b>(op: DynamicSharedMemoryOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memory = m.position()?.shared.last().cloned();
        m.set_result(op.result_memref(), memory.unwrap_or(Value::Poison))
    }
}

impl InterpretOp for PrintfOp {
    fn interpret<'b>(op: PrintfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let values = m.values(op.args());
        let format = op.format().as_str(op.context()).ok_or_else(Trap::malformed)?;
        m.print_formatted(format.as_bytes(), &values)?;
        Ok(Flow::Next)
    }
}
