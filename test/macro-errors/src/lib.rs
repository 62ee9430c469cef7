//! Holds `tests/cases`: declarations that do not compile, and what the compiler says of them.
//!
//! It is a package of its own since each case is a run of the compiler.
