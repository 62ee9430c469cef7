//! Tests of the editor folders in `toyc/editors`.
//!
//! | file | concept |
//! |---|---|
//! | `textmate.rs` | an interpreter of TextMate grammars |
//! | `mlir.rs` | a lexer of MLIR's text, from its language reference |
//! | `pattern.rs` | its regular expressions |
//! | `repository.rs` | the files that are highlighted, and the grammars |

pub mod mlir;
mod pattern;
pub mod repository;
pub mod textmate;
