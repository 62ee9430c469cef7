//! Relations: sets of pairs of points.

use crate::budget::{Budget, Unknown};
use crate::conjunct::{Conjunct, Space};
use crate::int::Int;
use crate::set::Set;

/// Pairs of points: the first dimensions of a set are those of the first point.
#[derive(Clone, Debug)]
pub struct Relation {
    inputs: usize,
    pairs: Set,
}

impl Relation {
    /// The pairs of a set, of which the first `inputs` dimensions are the first point.
    pub fn new(inputs: usize, pairs: Set) -> Self {
        debug_assert!(inputs <= pairs.space().dims);
        Self { inputs, pairs }
    }

    /// The pairs as points.
    pub fn pairs(&self) -> &Set {
        &self.pairs
    }

    fn outputs(&self) -> usize {
        self.pairs.space().dims - self.inputs
    }

    /// The first points.
    pub fn domain(&self) -> Set {
        self.pairs.project_out(self.inputs, self.pairs.space().dims)
    }

    /// The second points.
    pub fn range(&self) -> Set {
        self.pairs.project_out(0, self.inputs)
    }

    /// The pairs with first and second points exchanged.
    pub fn inverse(&self) -> Self {
        let (inputs, outputs) = (self.inputs, self.outputs());
        let to: Vec<usize> = (outputs..outputs + inputs).chain(0..outputs).collect();
        Self { inputs: outputs, pairs: with_dims(&self.pairs, self.pairs.space(), &to) }
    }

    /// The pairs of a first point of this relation and a second one of the other, with a point
    /// between them.
    pub fn then(&self, other: &Self) -> Self {
        let (inputs, between, outputs) = (self.inputs, self.outputs(), other.outputs());
        let space = Space::new(inputs + between + outputs, self.pairs.space().symbols);
        let first: Vec<usize> = (0..inputs + between).collect();
        let second: Vec<usize> = (inputs..space.dims).collect();
        let first = with_dims(&self.pairs, space, &first);
        let second = with_dims(&other.pairs, space, &second);
        let pairs = first.intersection(&second).project_out(inputs, inputs + between);
        Self { inputs, pairs }
    }

    /// The second points of pairs whose first point is in a set.
    pub fn image(&self, points: &Set) -> Set {
        let to: Vec<usize> = (0..self.inputs).collect();
        let points = with_dims(points, self.pairs.space(), &to);
        Self { inputs: self.inputs, pairs: self.pairs.intersection(&points) }.range()
    }

    /// The differences of second and first points, which have as many dimensions.
    pub fn distances(&self) -> Set {
        let dims = self.inputs;
        let space = Space::new(3 * dims, self.pairs.space().symbols);
        let to: Vec<usize> = (dims..3 * dims).collect();
        let mut are_distances = Conjunct::universe(space);
        for dim in 0..dims {
            let mut row = are_distances.unit(dim);
            row[dims + dim] = Int::ONE;
            row[2 * dims + dim] = -&Int::ONE;
            are_distances.add_equality(row);
        }
        let all = with_dims(&self.pairs, space, &to).intersection(&are_distances.into());
        all.project_out(dims, 3 * dims)
    }

    /// The pairs of each first point with the least of its second points.
    pub fn least_images(&self, budget: &mut Budget) -> Result<Self, Unknown> {
        // The first point is a symbol to the second one.
        let (space, inputs, outputs) = (self.pairs.space(), self.inputs, self.outputs());
        let as_symbols = Space::new(outputs, inputs + space.symbols);
        let moved: Vec<Conjunct> = (self.inverse().pairs.conjuncts().iter())
            .map(|conjunct| Conjunct { space: as_symbols, ..conjunct.clone() })
            .collect();
        let mut all = Set::empty(as_symbols);
        for conjunct in moved {
            all = all.union(&conjunct.into());
        }
        let mut pairs = Set::empty(space);
        for conjunct in all.lexicographic_minimum(budget)?.conjuncts() {
            pairs = pairs.union(&Conjunct { space, ..conjunct.clone() }.into());
        }
        Ok(Self { inputs: outputs, pairs }.inverse())
    }
}

fn with_dims(set: &Set, space: Space, to: &[usize]) -> Set {
    let moved = set.conjuncts().iter().map(|conjunct| conjunct.with_dims(space, to));
    moved.fold(Set::empty(space), |all, conjunct| all.union(&conjunct.into()))
}
