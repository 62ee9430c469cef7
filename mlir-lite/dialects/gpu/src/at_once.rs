//! Ops that are done at once when a program is interpreted, so that tokens are nothing.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use std::marker::PhantomData;

/// Ops that do nothing where there is one device, and all is done at once.
pub(crate) struct Nothing<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for Nothing<O> {
    type Op = O;
}

impl<O: OpDefinition> InterpretOp for Nothing<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(done(m, op.op(), 0))
    }
}

/// Sets the token of an op, which is the result of that number if there is one.
pub(crate) fn done<'b>(m: &mut Machine<'b>, op: OpRef<'b>, token: usize) -> Flow {
    if token < op.num_results() {
        m.set(op, token, Value::Int(0));
    }
    Flow::Next
}
