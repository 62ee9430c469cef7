//! Sets of integer points, described by equalities and inequalities: Presburger arithmetic.
//!
//! A [`Conjunct`] has the points that satisfy all of its rows, for some values of its local
//! variables; a [`Set`] is a union of them. All answers are exact for integers of any size. Each
//! question has a [`Budget`]; where it ends, the answer is [`Unknown`].
//!
//! | file | concept |
//! |---|---|
//! | `int.rs`, `magnitude.rs` | integers of any size |
//! | `row.rs` | rows of numbers |
//! | `tableau.rs` | the simplex method |
//! | `system.rs` | systems of rows; their equalities solved |
//! | `cone.rs`, `basis.rs`, `search.rs` | integer points |
//! | `solve.rs` | solutions and least values |
//! | `conjunct.rs`, `set.rs`, `relation.rs` | sets and relations |
//! | `eliminate.rs` | projection |
//! | `text.rs` | sets as text |
//!
//! ```
//! use mlir_lite_presburger::{Budget, Conjunct, Int, Set, Space};
//!
//! // The even numbers from 1 to 3: there is an `e` such that `d = 2 * e`.
//! let row = |numbers: [i64; 3]| numbers.map(Int::from).to_vec();
//! let mut even = Conjunct::universe(Space::new(1, 0));
//! even.add_local();
//! even.add_equality(row([1, -2, 0]));
//! even.add_inequality(row([1, 0, -1]));
//! even.add_inequality(row([-1, 0, 3]));
//! let point = Set::from(even).sample(&mut Budget::default());
//! assert_eq!(point, Ok(Some(vec![Int::from(2)])));
//! ```

#![forbid(unsafe_code)]

mod basis;
mod budget;
mod cone;
mod conjunct;
mod eliminate;
mod int;
mod magnitude;
mod relation;
mod row;
mod search;
mod set;
mod solve;
mod system;
mod tableau;
mod text;

pub use budget::{Budget, Unknown};
pub use conjunct::{Conjunct, Space};
pub use int::Int;
pub use relation::Relation;
pub use set::Set;
pub use solve::Extreme;
