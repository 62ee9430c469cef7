//! `rtl`: a small hardware language whose ops, fields and ports have inner symbols, as a dialect of
//! mlir-lite.
//!
//! Inner symbols are names at any depth of a module. References to them,
//! `#rtl.innerNameRef<@Module::@name>`, are resolved in the circuit, so that ops in one module can
//! refer to wires, ports and instances of another. `docs/inner-symbols.md` explains why symbols and
//! symbol tables alone cannot do this.
//!
//! | file | content |
//! |---|---|
//! | `names.rs` | the attributes: names, and references to them |
//! | `interfaces.rs` | what ops with names, and with references, implement |
//! | `traits.rs` | [`traits`]: what ops around them are |
//! | `table.rs`, `collection.rs` | the names of a module, and of all modules |
//! | `namespace.rs` | resolves references, and verifies a circuit on several threads |
//! | `ops/` | circuit, module, instance, wire, loop, probe, hierarchical path |
//! | `rename.rs` | a pass that renames an inner symbol |
//!
//! All but `ops/` and `rename.rs` knows no op of the dialect, and works for ops of any dialect.
//! `circuit-opt` is the tool.

mod collection;
mod interfaces;
mod names;
mod namespace;
mod ops;
mod parallel;
mod rename;
mod table;
pub mod traits;

pub use collection::InnerSymbolTableCollection;
pub use interfaces::{InnerRefUserOpInterface, InnerSymbol, inner_names};
pub use names::{InnerName, InnerRefAttr, InnerSymAttr, NameRefArrayAttr};
pub use namespace::{InnerRefError, InnerRefNamespace};
pub use ops::{
    AssignOp, AssignOpRef, CircuitOp, CircuitOpRef, HierPathOp, HierPathOpRef, InstanceOp,
    InstanceOpRef, LoopOp, LoopOpRef, ModuleOp, ModuleOpRef, ProbeOp, ProbeOpRef, WireOp,
    WireOpRef,
};
pub use rename::RenameInnerSymbolPass;
pub use table::{InnerSymbolTable, InnerTarget};

use mlir_lite::ir::prelude::*;

/// `rtl`
pub struct RtlDialect;

impl Dialect for RtlDialect {
    const NAMESPACE: &'static str = "rtl";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Circuits of modules, whose parts have inner symbols.");
        dialect.attribute::<InnerSymAttr>();
        dialect.attribute::<InnerRefAttr>();
        dialect.op::<CircuitOp>();
        dialect.op::<ModuleOp>();
        dialect.op::<InstanceOp>();
        dialect.op::<WireOp>();
        dialect.op::<AssignOp>();
        dialect.op::<LoopOp>();
        dialect.op::<ProbeOp>();
        dialect.op::<HierPathOp>();
    }
}

/// Loads the dialects that circuits use.
pub fn load_dialects(ctx: &Context) {
    mlir_lite::register_all_dialects(ctx);
    ctx.load::<RtlDialect>();
}
