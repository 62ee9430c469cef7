//! Exports ops as instructions: [`ExportOp`], implemented per op in the file of its family, and the
//! table that finds the implementation by an op's definition.

use super::function::{Exported, FunctionExport};
use super::{
    aggregates, arithmetic, calls, control_flow, intrinsics, left_out, memory, values, vectors,
};
use inkwell::values::BasicValueEnum;
use mlir_lite::context::Dialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::ir::op_def::{OpDef, OpDefinition};
use mlir_lite::ir::typed_view::View;
use mlir_lite::ir::view::OpRef;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The value that was exported for an op, if it has a result.
pub(super) type Built<'ctx> = Exported<Option<BasicValueEnum<'ctx>>>;

/// Exports an op.
pub(super) trait ExportOp: OpDefinition {
    /// Builds the instructions; returns the op's result, if it has one.
    fn export<'ctx>(op: View<'_, Self>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx>;
}

type ExportFn = for<'ctx> fn(OpRef<'_>, &mut FunctionExport<'_, 'ctx>) -> Built<'ctx>;

/// The implementations of [`ExportOp`], by the addresses of the ops' definitions.
#[derive(Default)]
pub(super) struct Exporters(FxHashMap<usize, ExportFn>);

impl Exporters {
    /// Adds an op.
    pub(super) fn add<O: ExportOp>(&mut self) {
        let previous =
            self.0.insert(address(O::def()), |op, export| O::export(O::view_of(op), export));
        debug_assert!(previous.is_none(), "'{}' is listed twice", O::NAME);
    }

    fn all() -> Self {
        let mut exporters = Self::default();
        aggregates::register(&mut exporters);
        arithmetic::register(&mut exporters);
        calls::register(&mut exporters);
        control_flow::register(&mut exporters);
        intrinsics::register(&mut exporters);
        memory::register(&mut exporters);
        values::register(&mut exporters);
        vectors::register(&mut exporters);
        exporters
    }
}

/// Definitions are static, so their addresses identify them.
fn address(def: &'static OpDef) -> usize {
    std::ptr::from_ref(def).addr()
}

static EXPORTERS: LazyLock<Exporters> = LazyLock::new(Exporters::all);

/// Exports the op; returns its result, if it has one.
pub(super) fn export<'ctx>(export: &mut FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Built<'ctx> {
    let def = op.def().filter(|_| op.info().namespace() == LlvmDialect::NAMESPACE);
    let def = def.ok_or("it is not an op of the llvm dialect")?;
    left_out::check(op)?;
    let exporter = EXPORTERS.0.get(&address(def)).ok_or("LLVM has no such instruction")?;
    exporter(op, export)
}

/// Adds ops to the table.
macro_rules! register {
    ($($op:ident),* $(,)?) => {
        pub(super) fn register(exporters: &mut $crate::export::ops::Exporters) {
            $(exporters.add::<$op>();)*
        }
    };
}

pub(super) use register;
