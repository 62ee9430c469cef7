//! Constants of the dialect `index`, and the width of its numbers.

use crate::index::WIDTH;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

/// A number: `index.constant 42`.
#[op(
    name = "index.constant",
    traits(Pure, ConstantLike),
    implements(FoldOp, InterpretOp, OpAsmNameInterface, LowerTo<Llvm>),
    format = "attr-dict $value"
)]
pub struct IndexConstantOp {
    /// The number.
    #[attr(typed)]
    value: IndexAttr,
    /// The number, as a value.
    #[result]
    result: Index,
}

impl FoldOp for IndexConstantOp {
    fn fold(op: IndexConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.context().index_attr(op.value()))
    }
}

impl InterpretOp for IndexConstantOp {
    fn interpret<'b>(op: IndexConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.constant(op.context().index_attr(op.value()), Type::INDEX)?;
        m.set_result(op.result(), value)
    }
}

impl OpAsmNameInterface for IndexConstantOp {
    fn result_name(op: IndexConstantOpRef<'_>, _index: usize, _upstream: bool) -> Option<String> {
        let value = op.op().attr(Ident::VALUE)?.as_i64(op.context())?;
        Some(format!("idx{value}"))
    }
}

impl LowerTo<Llvm> for IndexConstantOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        number(op.value(b.body()), b)
    }
}

/// A boolean: `index.bool.constant true`.
#[op(
    name = "index.bool.constant",
    traits(Pure, ConstantLike),
    implements(FoldOp, InterpretOp, OpAsmNameInterface, LowerTo<Llvm>),
    format = "attr-dict $value"
)]
pub struct IndexBoolConstantOp {
    /// The boolean.
    #[attr(typed)]
    value: BoolAttr,
    /// The boolean, as a value.
    #[result]
    result: I1,
}

impl FoldOp for IndexBoolConstantOp {
    fn fold(op: IndexBoolConstantOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.context().bool_attr(op.value()))
    }
}

impl InterpretOp for IndexBoolConstantOp {
    fn interpret<'b>(op: IndexBoolConstantOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.result(), Value::bool(op.value()))
    }
}

impl OpAsmNameInterface for IndexBoolConstantOp {
    fn result_name(op: IndexBoolConstantOpRef<'_>, _: usize, _upstream: bool) -> Option<String> {
        Some(op.op().attr(Ident::VALUE)?.as_bool(op.context())?.to_string())
    }
}

impl LowerTo<Llvm> for IndexBoolConstantOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let value = b.context().bool_attr(op.value(b.body()));
        Ok(llvm::ConstantOp::create(b, value, Type::I1).into())
    }
}

/// The bits of a number of type `index`. It is not folded: another machine may have others.
#[op(
    name = "index.sizeof",
    traits(Pure),
    implements(InterpretOp, LowerTo<Llvm>),
    format = "attr-dict"
)]
pub struct IndexSizeOfOp {
    /// The number of bits.
    #[result]
    result: Index,
}

impl InterpretOp for IndexSizeOfOp {
    fn interpret<'b>(op: IndexSizeOfOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.constant(op.context().index_attr(WIDTH.into()), Type::INDEX)?;
        m.set_result(op.result(), value)
    }
}

impl LowerTo<Llvm> for IndexSizeOfOp {
    fn lower(_: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        number(WIDTH.into(), b)
    }
}

/// A number of type `index` in the llvm dialect.
fn number(value: i64, b: &mut Rewriter<'_>) -> Lowered {
    let value = b.context().integer_attr(Type::I64, value);
    Ok(llvm::ConstantOp::create(b, value, Type::I64).into())
}

pub(super) fn register_constants(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IndexConstantOp>();
    dialect.op::<IndexBoolConstantOp>();
    dialect.op::<IndexSizeOfOp>();
}
