//! The ops: circuits, modules with ports, and the ops of a module.

mod circuit;
mod hierpath;
mod instance;
mod module;
mod wire;

pub use circuit::{CircuitOp, CircuitOpRef};
pub use hierpath::{HierPathOp, HierPathOpRef};
pub use instance::{InstanceOp, InstanceOpRef};
pub use module::{ModuleOp, ModuleOpRef};
pub use wire::{AssignOp, AssignOpRef, LoopOp, LoopOpRef, ProbeOp, ProbeOpRef, WireOp, WireOpRef};
