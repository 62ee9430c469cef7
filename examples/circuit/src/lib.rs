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
//! | `inner/` | inner symbols, for the ops of any dialect |
//! | `ops/` | circuit, module, instance, wire, loop, probe, hierarchical path |
//! | `rename.rs` | a pass that renames an inner symbol |
//!
//! `circuit-opt` is the tool.

mod inner;
mod ops;
mod rename;

pub use inner::collection::InnerSymbolTableCollection;
pub use inner::interfaces::{InnerRefUserOpInterface, InnerSymbol, inner_names};
pub use inner::names::{InnerName, InnerRefAttr, InnerSymAttr, NameRefArrayAttr};
pub use inner::namespace::{InnerRefError, InnerRefNamespace};
pub use inner::table::{InnerSymbolTable, InnerTarget};
pub use inner::traits;
pub use ops::{
    AssignOp, AssignOpRef, CircuitOp, CircuitOpRef, HierPathOp, HierPathOpRef, InstanceOp,
    InstanceOpRef, LoopOp, LoopOpRef, ModuleOp, ModuleOpRef, ProbeOp, ProbeOpRef, WireOp,
    WireOpRef,
};
pub use rename::RenameInnerSymbolPass;

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
