//! Inner symbols. Nothing here knows an op of the dialect, so that other dialects can use it.
//!
//! | file | content |
//! |---|---|
//! | `names.rs` | the attributes: names, and references to them |
//! | `interfaces.rs` | what ops with names, and with references, implement |
//! | `traits.rs` | what the ops around them are |
//! | `table.rs`, `collection.rs` | the names in one op, and in all ops of a namespace |
//! | `namespace.rs` | resolves references, and verifies all of a namespace |
//! | `parallel.rs` | work on several threads |

pub(crate) mod collection;
pub(crate) mod interfaces;
pub(crate) mod names;
pub(crate) mod namespace;
mod parallel;
pub(crate) mod table;
pub mod traits;
