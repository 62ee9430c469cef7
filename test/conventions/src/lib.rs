//! Holds tests that read the source of the repository: they fail where code is written as it should
//! not be.
//!
//! | file | concept |
//! |---|---|
//! | `typed.rs` | ops are known by their types, and not by names and numbers |
//! | `declared.rs` | what attributes declare is not written by hand |
