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
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The value that was exported for an op, if it has a result.
pub(super) type Built<'ctx> = Exported<Option<BasicValueEnum<'ctx>>>;

/// Exports an op: how it becomes instructions. The ops of the dialect llvm have it; for another
/// dialect's op, the caller of the export adds it to the [`Translations`].
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// # use mlir_lite_llvm as llvm;
/// use llvm::inkwell::values::BasicValueEnum;
/// use llvm::{ExportOp, FunctionExport, Translations};
/// use mlir_lite::ir::prelude::*;
///
/// #[op(name = "dsp.square", format = "$input attr-dict")]
/// pub struct SquareOp {
///     #[operand]
///     input: F64,
///     #[result]
///     result: F64,
/// }
///
/// impl ExportOp for SquareOp {
///     fn export<'ctx>(
///         op: SquareOpRef<'_>,
///         export: &mut FunctionExport<'_, 'ctx>,
///     ) -> Result<Option<BasicValueEnum<'ctx>>, String> {
///         let input = export.value(op.input())?.into_float_value();
///         let square = export.builder().build_float_mul(input, input, "");
///         Ok(Some(square.map_err(|error| error.to_string())?.into()))
///     }
/// }
///
/// let translations = Translations::default().with::<SquareOp>();
/// ```
pub trait ExportOp: OpDefinition {
    /// Builds the instructions at the end of the export's builder; returns the op's result, if it
    /// has one.
    ///
    /// # Errors
    /// Why the op cannot be exported, as the end of a sentence: `its type has no size`.
    fn export<'ctx>(
        op: View<'_, Self>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, String>;
}

type Exporter =
    dyn for<'ctx> Fn(OpRef<'_>, &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> + Send + Sync;

/// The ops that can be exported: those of the dialect llvm, and those that are added.
#[derive(Clone)]
pub struct Translations {
    /// The implementations of [`ExportOp`], by the addresses of the ops' definitions.
    exporters: FxHashMap<usize, Arc<Exporter>>,
}

impl Default for Translations {
    fn default() -> Self {
        STANDARD.clone()
    }
}

impl fmt::Debug for Translations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Translations").field("ops", &self.exporters.len()).finish()
    }
}

impl Translations {
    /// Those of the dialect llvm.
    pub(super) fn standard() -> &'static Self {
        &STANDARD
    }

    /// With the export of an op. The last one that is added for an op counts.
    #[must_use]
    pub fn with<O: ExportOp>(mut self) -> Self {
        self.insert::<O>();
        self
    }

    /// Adds an op that is not there yet.
    pub(super) fn add<O: ExportOp>(&mut self) {
        let is_new = self.insert::<O>();
        debug_assert!(is_new, "'{}' is listed twice", O::NAME);
    }

    /// Adds an op that is not there yet, and a function that exports it.
    pub(super) fn add_function<O: OpDefinition>(
        &mut self,
        export: impl for<'ctx> Fn(View<'_, O>, &mut FunctionExport<'_, 'ctx>) -> Built<'ctx>
        + Send
        + Sync
        + 'static,
    ) {
        let exporter = exporter(move |op, to| export(O::view_of(op), to));
        let is_new = self.exporters.insert(address(O::def()), exporter).is_none();
        debug_assert!(is_new, "'{}' is listed twice", O::NAME);
    }

    /// Whether the op is new.
    fn insert<O: ExportOp>(&mut self) -> bool {
        let exporter = exporter(|op, export| O::export(O::view_of(op), export));
        self.exporters.insert(address(O::def()), exporter).is_none()
    }

    fn of_llvm() -> Self {
        let mut this = Self { exporters: FxHashMap::default() };
        aggregates::register(&mut this);
        arithmetic::register(&mut this);
        calls::register(&mut this);
        control_flow::register(&mut this);
        intrinsics::register(&mut this);
        memory::register(&mut this);
        values::register(&mut this);
        vectors::register(&mut this);
        this
    }
}

/// A function on the heap. The bounds are written here so that closures get the right lifetimes.
fn exporter(
    export: impl for<'ctx> Fn(OpRef<'_>, &mut FunctionExport<'_, 'ctx>) -> Built<'ctx>
    + Send
    + Sync
    + 'static,
) -> Arc<Exporter> {
    Arc::new(export)
}

/// Definitions are static, so their addresses identify them.
fn address(def: &'static OpDef) -> usize {
    std::ptr::from_ref(def).addr()
}

static STANDARD: LazyLock<Translations> = LazyLock::new(Translations::of_llvm);

/// Exports the op; returns its result, if it has one.
pub(super) fn export<'ctx>(export: &mut FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Built<'ctx> {
    let def = op.def();
    let exporters = &export.translations.exporters;
    let exporter = def.and_then(|def| exporters.get(&address(def)));
    let is_of_llvm = op.info().namespace() == LlvmDialect::NAMESPACE;
    if exporter.is_none()
        && let Some(built) = calls::intrinsic(op, export)
    {
        return built;
    }
    if def.is_none() || (exporter.is_none() && !is_of_llvm) {
        return Err("it is not an op of the llvm dialect".to_owned());
    }
    left_out::check(op)?;
    exporter.ok_or("LLVM has no such instruction")?(op, export)
}
