//! Ops of the host when a program is interpreted.

use crate::at_once::done;
use crate::{
    AllocOp, AllocOpRef, DeallocOp, DeallocOpRef, MemcpyOp, MemcpyOpRef, MemsetOp, MemsetOpRef,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

impl InterpretOp for AllocOp {
    fn interpret<'b>(op: AllocOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let sizes = m.indices(op.dynamic_sizes())?;
        let memref = m.allocate_memref(op.memref().ty(), &sizes)?;
        m.set_result(op.memref(), Value::MemRef(memref))?;
        Ok(done(m, op.op(), 1))
    }
}

impl InterpretOp for DeallocOp {
    fn interpret<'b>(op: DeallocOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        m.memory.free(memref.as_memref()?.allocated)?;
        Ok(done(m, op.op(), 0))
    }
}

impl InterpretOp for MemcpyOp {
    fn interpret<'b>(op: MemcpyOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (to, from) = (m.get(op.dst()), m.get(op.src()));
        m.copy_elements(from.as_memref()?, to.as_memref()?)?;
        Ok(done(m, op.op(), 0))
    }
}

impl InterpretOp for MemsetOp {
    fn interpret<'b>(op: MemsetOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (to, value) = (m.get(op.dst()), m.get(op.value()));
        let to = to.as_memref()?;
        for position in to.positions() {
            m.store_element(to, &position, &value)?;
        }
        Ok(done(m, op.op(), 0))
    }
}
