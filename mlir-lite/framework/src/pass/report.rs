//! The frame that reports of runs have in common.

/// The line above and below a report's title.
pub(super) const RULE: &str =
    "===-------------------------------------------------------------------------===";

/// A title in the middle of [`RULE`].
pub(super) fn centred(title: &str) -> String {
    let indent = RULE.len().saturating_sub(title.len()).div_ceil(2);
    format!("{:indent$}{title}", "")
}
