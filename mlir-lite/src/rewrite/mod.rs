//! Rewriting.

/// Patterns.
#[derive(Default)]
pub struct RewritePatternSet {}
