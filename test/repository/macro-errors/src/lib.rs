//! Holds `tests/cases`: declarations that do not compile, and the compiler's messages about them.
//!
//! It is a package of its own since each case is a run of the compiler.
