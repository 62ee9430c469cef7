<<<<<<< HEAD
//! Passes that know no dialect: they work through traits and interfaces.

pub mod canonicalize;
=======
//! Transformations of any dialect's ops.

pub mod inline;
pub mod symbol_privatize;
>>>>>>> 803869f (mlir-lite: pass manager, inliner, symbol-privatize)
