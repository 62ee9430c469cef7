//! Campaigns: the commands of the project on mutated and generated input, one input by seed, for as long as one likes.
//!
//! | file | concept |
//! |---|---|
//! | `target.rs` | what a target is: inputs by seed, and the checks of one |
//! | `targets/` | the targets |
//! | `seeds.rs` | programs and modules of the repository, which are mutated |
//! | `mutate.rs` | mutations of tokens, lines and bytes |
//! | `llvm_text.rs` | LLVM IR as text that two translators can be compared by |
//! | `process.rs` | one command with a limit of time, memory and output |
//! | `campaign.rs` | many inputs; what is found is reduced and kept with the command that shows it |
//! | `share.rs` | a few inputs of some targets, for the tests of a program |
//!
//! The binary, `fuzz`, runs them: `make fuzz TARGET=toy-gentle SECONDS=60`. The commands are judged by how
//! they end and by what they print; of the compiler's code, nothing but the parser is used, to reduce what is found.

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
