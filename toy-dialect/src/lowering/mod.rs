//! Lowerings of the toy dialect: to affine loops over memory, and of `toy.print` to calls of `printf`.

mod generic_functions;

pub use generic_functions::EraseGenericFunctionsPass;
