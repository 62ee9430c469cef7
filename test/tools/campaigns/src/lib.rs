//! Campaigns: run the commands of the project on mutated and generated input, one input by seed,
//! for any length of time.
//!
//! | file | concept |
//! |---|---|
//! | `target.rs` | a target: its inputs by seed, and their checks |
//! | `targets/` | the targets |
//! | `seeds.rs` | programs and modules of the repository, which are mutated |
//! | `mutate.rs` | mutations of tokens, lines and bytes |
//! | `llvm_text.rs` | LLVM IR as text, for comparing two translators |
//! | `process.rs` | one command with a limit of time, memory and output |
//! | `campaign.rs` | many inputs; finds are reduced and stored with the command that shows them |
//! | `share.rs` | a few inputs of some targets, for the tests of a program |
//!
//! The binary, `fuzz`, runs them: `make fuzz TARGET=toy-gentle SECONDS=60`. The commands are
//! checked by their exit status and output; of the compiler's code, only the parser is used, to
//! reduce finds.

#![forbid(unsafe_code)]

pub mod campaign;
pub mod llvm_text;
pub mod mutate;
pub mod process;
pub mod seeds;
pub mod share;
pub mod target;
pub mod targets;

pub use campaign::{Campaign, Figures};
pub use target::{Find, Outcome, Target, Tools};
