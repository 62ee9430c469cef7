//! The targets.

mod builtins;
mod known;
mod llvm_export;
mod mlir;
mod npy;
mod pass_order;
mod pipelines;
mod repl;
mod toy;

use crate::target::{Target, Tools};

/// All of them, in the order in which they are run.
pub fn all(tools: &Tools) -> Vec<Box<dyn Target>> {
    vec![
        Box::new(toy::Harsh::new(tools)),
        Box::new(toy::Gentle::new(tools)),
        Box::new(builtins::Builtins::new(tools)),
        Box::new(mlir::MlirText::new(tools)),
        Box::new(pipelines::Pipelines::new(tools)),
        Box::new(pass_order::PassOrder::new(tools)),
        Box::new(llvm_export::LlvmExport::new(tools)),
        Box::new(npy::Npy::new(tools)),
        Box::new(repl::Repl::new(tools)),
    ]
}
