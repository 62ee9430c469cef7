//! Limits on the text that is read.

use mlir_lite_diagnostics::Limit;

/// How deeply text may nest. The parser recurses, and has the stack for as much.
pub static MAX_NESTING: Limit = Limit::new("--max-nesting=N", 200).at_most(200);

/// How many bytes of text the aliases in the definition of another one may stand for. Aliases in the rest of a text may
/// stand for 64 times as much in all. Without a limit, thirty short lines name gigabytes.
pub static MAX_ALIAS_EXPANSION: Limit = Limit::new("--max-alias-expansion=BYTES", 16 << 20);
