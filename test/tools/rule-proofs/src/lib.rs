//! Tests every fold and pattern by running programs before and after it.
//!
//! | file | concept |
//! |---|---|
//! | `rules.rs` | all folds and patterns of the loaded dialects, and how one of them is applied alone |
//! | `workshop.rs` | random types, attributes and values |
//! | `generator.rs` | random functions around an op, generated from declarations |
//! | `corpus.rs` | functions of the repository's tests and of random modules, changed at random |
//! | `probe.rs` | ops with unknown semantics that can be run |
//! | `compare.rs` | compares the results of a function before and after |
//! | `module.rs` | modules around single functions |
//! | `proof.rs` | one rule on many programs |
//! | `measure.rs` | the measure that decreases when a rule fires |
//! | `overlaps.rs` | programs that two rules match at once |
//! | `passes.rs` | the patterns of passes, which whole passes apply |
//! | `campaign.rs` | all rules, on several threads |
//! | `document.rs` | the table of all rules |

#![forbid(unsafe_code)]

pub mod campaign;
pub mod compare;
pub mod corpus;
pub mod document;
pub mod generator;
pub mod measure;
pub mod module;
pub mod overlaps;
pub mod passes;
pub mod probe;
pub mod proof;
pub mod rules;
pub mod workshop;
