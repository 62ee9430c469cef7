//! Resolves symbol references across nested bodies.
//!
//! A reference is resolved in the nearest symbol table that encloses its user, and from there
//! downwards, one symbol table for each further name. Each `@.super` at its beginning starts one
//! table further out. Other tables, and ops that are not directly in the table, are not searched.
//! References in the attributes of a table op itself are resolved in the enclosing table. An
//! unregistered op might be a table, which makes a reference in it unresolvable.
//!
//! On the way outwards, a reference does not cross an op that
//! [isolates symbols](OpRef::isolates_symbols).
//!
//! A reference uses every symbol on its path: `@module::@function` is a use of both.
//!
//! `docs/symbols.md` explains the rules with examples.

mod calls;
mod error;
mod leaving;
mod moving;
mod rename;
mod shorten;
mod tables;
mod texts;
mod uses;

pub use error::ResolveError;
pub use leaving::references_that_leave;
pub use moving::{copy_symbol, move_symbol};
pub use rename::{UnknownUses, rename_symbol, replace_all_symbol_uses};
pub use shorten::shorten_references;
pub use tables::SymbolTables;
pub(crate) use tables::{BuiltTables, key};
pub use texts::visit_references_of;
pub use uses::{SymbolUse, references};

#[cfg(doc)]
use crate::ir::view::OpRef;
