//! The crate `mlir-lite-ir`.

mod symbol_criteria;
mod symbol_dialects;
mod symbol_irdl;
mod symbol_models;
mod symbol_moves;
mod symbol_resolution;
mod symbol_supers;
mod symbol_users;
mod verify;
