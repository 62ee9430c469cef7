//! Where a program begins.

/// The name of the function where a program begins.
pub(crate) const MAIN: &str = "main";
