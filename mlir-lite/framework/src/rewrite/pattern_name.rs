//! Names of patterns that are put together when the program is compiled: a context has hundreds of
//! patterns, and formatting their names would take a large part of a short run.

use std::borrow::Cow;

/// The name of a pattern for one of several ops: the op's name and the change.
///
/// ```
/// # use mlir_lite_framework as mlir_lite;
/// use mlir_lite::ir::OpDefinition;
/// use mlir_lite::rewrite::{MatchResult, PatternName, PatternRewriter, RewritePatternSet};
///
/// fn add_erasure<O: OpDefinition>(patterns: &mut RewritePatternSet) {
///     let name = const { &PatternName::of(O::NAME, "-erasure") };
///     patterns.add::<O>(name, 1, |op, rewriter| {
///         rewriter.erase_op(op.id());
///         Ok(())
///     });
/// }
/// # use mlir_lite::ir::OpBuilder;
/// ```
#[derive(Clone, Debug)]
pub struct PatternName {
    text: [u8; Self::LONGEST],
    len: usize,
}

impl PatternName {
    const LONGEST: usize = 96;

    /// The name of an op, and the rest of the name of the pattern.
    ///
    /// # Panics
    /// If both together have more than 96 bytes.
    #[must_use]
    pub const fn of(op: &str, rest: &str) -> Self {
        let (op, rest) = (op.as_bytes(), rest.as_bytes());
        assert!(op.len() + rest.len() <= Self::LONGEST, "the name of the pattern is too long");
        let mut text = [0; Self::LONGEST];
        let (first, last) = text.split_at_mut(op.len());
        first.copy_from_slice(op);
        last.split_at_mut(rest.len()).0.copy_from_slice(rest);
        Self { text, len: op.len() + rest.len() }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.len]).unwrap_or_default()
    }
}

impl From<&'static PatternName> for Cow<'static, str> {
    fn from(name: &'static PatternName) -> Self {
        Self::Borrowed(name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_are_in_the_name() {
        for (op, rest) in [("std.addf", "-to-llvm"), ("", ""), ("toy.größe", ""), ("", "-x")] {
            assert_eq!(PatternName::of(op, rest).as_str(), format!("{op}{rest}"));
        }
        let longest = "x".repeat(PatternName::LONGEST);
        assert_eq!(PatternName::of(&longest, "").as_str(), longest);
    }
}
