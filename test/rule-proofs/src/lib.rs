//! Every fold and pattern, proved by running it.
//!
//! | file | concept |
//! |---|---|
//! | `rules.rs` | all folds and patterns of the loaded dialects, and how one of them is applied alone |
//! | `workshop.rs` | random types, attributes and values |
//! | `maker.rs` | random functions around an op, made of declarations |
//! | `corpus.rs` | functions of the repository's tests and of random modules, changed at random |
//! | `probe.rs` | ops that nothing is known of, and that can be run |
//! | `compare.rs` | what a function computes before and after |
//! | `proof.rs` | one rule on many programs |
//! | `measure.rs` | what gets less when a rule fires |
//! | `overlaps.rs` | programs that two rules match at once |
//! | `passes.rs` | the patterns of passes, which whole passes apply |
//! | `campaign.rs` | all rules, on several threads |
//! | `document.rs` | the table of all rules |

#![forbid(unsafe_code)]

pub mod campaign;
pub mod compare;
pub mod corpus;
pub mod document;
pub mod maker;
pub mod measure;
pub mod overlaps;
pub mod passes;
pub mod probe;
pub mod proof;
pub mod rules;
pub mod workshop;
