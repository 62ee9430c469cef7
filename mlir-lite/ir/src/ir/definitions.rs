//! The ops and dialects of a context.

use crate::data::Context;
use crate::ir::derived::DerivedTables;
use crate::ir::dialect::DialectTable;
use crate::ir::op_name::{OpInfo, OpName};
use crate::ir::op_name_table::OpNameTable;
use crate::ir::view::OpRef;
use crate::support::context_number::ContextNumber;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Prints an op for messages; the function is in the layer `text`.
pub(crate) type OpText = fn(OpRef<'_>) -> String;

/// The ops and dialects that are loaded into a context.
#[doc(hidden)]
pub struct Definitions {
    pub(super) dialects: DialectTable,
    pub(super) op_names: OpNameTable,
    pub(super) derived: DerivedTables,
    /// Whether a loaded dialect implements
    /// [`DialectFoldInterface`](crate::ir::interfaces::DialectFoldInterface).
    pub(super) has_fold_interfaces: AtomicBool,
    shows_ops_in_errors: AtomicBool,
    /// Whether ops of dialects that are not loaded are allowed.
    pub(super) allows_unregistered: AtomicBool,
    /// Whether text that was read uses names that only MLIR 22 has.
    pub(super) reads_upstream_names: AtomicBool,
    /// Whether text that was read uses names that only 2020's spelling has.
    pub(super) reads_std_names: AtomicBool,
    op_text: OpText,
}

impl Definitions {
    /// Creates the state without any dialect.
    pub(crate) fn new(context: ContextNumber, op_text: OpText) -> Self {
        Self {
            dialects: DialectTable::new(context),
            op_names: OpNameTable::new(context),
            derived: DerivedTables::default(),
            has_fold_interfaces: AtomicBool::new(false),
            shows_ops_in_errors: AtomicBool::new(false),
            allows_unregistered: AtomicBool::new(false),
            reads_upstream_names: AtomicBool::new(false),
            reads_std_names: AtomicBool::new(false),
            op_text,
        }
    }

    /// Says to its own state which context owns it.
    pub(crate) fn set_context(ctx: &Context) {
        ctx.definitions().op_names.set_context(ctx);
    }

    /// Those of a context.
    pub(crate) fn of(ctx: &Context) -> Arc<Self> {
        ctx.shared_definitions()
    }

    /// Returns the properties of `name`, which is that of an op in a body of the context.
    #[inline]
    #[doc(hidden)]
    pub fn op_info(&self, name: OpName) -> &OpInfo {
        self.op_names.get(name)
    }
}

impl Context {
    pub(super) fn definitions(&self) -> &Definitions {
        self.definitions_as()
    }

    /// The text of the op, for a message.
    pub(super) fn op_text(&self, op: OpRef<'_>) -> String {
        (self.definitions().op_text)(op)
    }

    /// Whether errors about ops have a note with the op's text.
    pub fn shows_ops_in_errors(&self) -> bool {
        self.definitions().shows_ops_in_errors.load(Ordering::Relaxed)
    }

    /// Returns whether errors about ops have a note with the op's text, in generic form.
    pub fn show_ops_in_errors(&self, shown: bool) {
        self.definitions().shows_ops_in_errors.store(shown, Ordering::Relaxed);
    }
}
