//! Unions of conjunctions.

use crate::budget::{Budget, Unknown};
use crate::conjunct::{Conjunct, Space};
use crate::int::Int;
use crate::row::{Row, complement, negated};
use crate::solve::{Extreme, least_value, solution};

/// The points of some conjunctions of one space.
#[derive(Clone, Debug)]
pub struct Set {
    space: Space,
    conjuncts: Vec<Conjunct>,
}

impl From<Conjunct> for Set {
    fn from(conjunct: Conjunct) -> Self {
        Self { space: conjunct.space, conjuncts: vec![conjunct] }
    }
}

impl Set {
    /// The set without points.
    pub fn empty(space: Space) -> Self {
        Self { space, conjuncts: Vec::new() }
    }

    /// All points of a space.
    pub fn universe(space: Space) -> Self {
        Conjunct::universe(space).into()
    }

    /// The space of which the points are.
    pub fn space(&self) -> Space {
        self.space
    }

    /// The conjunctions.
    pub fn conjuncts(&self) -> &[Conjunct] {
        &self.conjuncts
    }

    /// The points in one of two sets or in both.
    pub fn union(&self, other: &Self) -> Self {
        let conjuncts = self.conjuncts.iter().chain(&other.conjuncts).cloned().collect();
        Self { space: self.space, conjuncts }
    }

    /// The points in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        let pairs = self
            .conjuncts
            .iter()
            .flat_map(|a| other.conjuncts.iter().map(move |b| a.intersection(b)));
        Self { space: self.space, conjuncts: pairs.collect() }
    }

    /// Whether there is no point.
    pub fn is_empty(&self, budget: &mut Budget) -> Result<bool, Unknown> {
        for conjunct in &self.conjuncts {
            if !conjunct.is_empty(budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Some point: the values of the dimensions and of the symbols.
    pub fn sample(&self, budget: &mut Budget) -> Result<Option<Vec<Int>>, Unknown> {
        for conjunct in &self.conjuncts {
            if let Some(point) = conjunct.sample(budget)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// Whether a point, its dimensions and symbols, is in the set.
    pub fn contains(&self, point: &[Int], budget: &mut Budget) -> Result<bool, Unknown> {
        let mut is_point = Conjunct::universe(self.space);
        for (column, value) in point.iter().enumerate() {
            let mut row = is_point.unit(column);
            row[point.len()] = -value;
            is_point.add_equality(row);
        }
        Ok(!self.intersection(&is_point.into()).is_empty(budget)?)
    }

    /// The set without the dimensions `from..to`: the points for which there are values of these.
    pub fn project_out(&self, from: usize, to: usize) -> Self {
        let space = Space::new(self.space.dims - (to - from), self.space.symbols);
        let conjuncts =
            self.conjuncts.iter().map(|conjunct| conjunct.without_dims(from, to)).collect();
        Self { space, conjuncts }
    }

    /// The same set, of which all local variables are quotients of dimensions and symbols.
    pub fn with_quotients(&self, budget: &mut Budget) -> Result<Self, Unknown> {
        let mut conjuncts = Vec::new();
        for conjunct in &self.conjuncts {
            conjuncts.extend(conjunct.clone().with_quotients(budget)?);
        }
        Ok(Self { space: self.space, conjuncts })
    }

    /// The points that are not in the other set.
    pub fn difference(&self, other: &Self, budget: &mut Budget) -> Result<Self, Unknown> {
        let mut left = self.conjuncts.clone();
        for other in other.with_quotients(budget)?.conjuncts {
            let mut next = Vec::new();
            for conjunct in left {
                without(conjunct, &other, &mut next, budget)?;
            }
            left = next;
        }
        Ok(Self { space: self.space, conjuncts: left })
    }

    /// The points of the space that are not in the set.
    pub fn complement(&self, budget: &mut Budget) -> Result<Self, Unknown> {
        Self::universe(self.space).difference(self, budget)
    }

    /// Whether all points are in the other set.
    pub fn is_subset(&self, other: &Self, budget: &mut Budget) -> Result<bool, Unknown> {
        self.difference(other, budget)?.is_empty(budget)
    }

    /// Whether both sets have the same points.
    pub fn is_equal(&self, other: &Self, budget: &mut Budget) -> Result<bool, Unknown> {
        Ok(self.is_subset(other, budget)? && other.is_subset(self, budget)?)
    }

    /// The least value of a function: factors of dimensions and symbols, and a constant.
    pub fn least(&self, function: &[Int], budget: &mut Budget) -> Result<Extreme, Unknown> {
        let columns = self.space.columns();
        let mut least = Extreme::Empty;
        for conjunct in &self.conjuncts {
            let locals = std::iter::repeat_n(Int::ZERO, conjunct.locals.len());
            let row: Row = (function[..columns].iter().cloned())
                .chain(locals)
                .chain([function[columns].clone()])
                .collect();
            least = match (least, least_value(conjunct.system(), &row, budget)?) {
                (_, Extreme::Unbounded) => return Ok(Extreme::Unbounded),
                (other, Extreme::Empty) | (Extreme::Empty, other) => other,
                (Extreme::Value(a), Extreme::Value(b)) => Extreme::Value(a.min(b)),
                (Extreme::Unbounded, _) => return Ok(Extreme::Unbounded),
            };
        }
        Ok(least)
    }

    /// The largest value of a function.
    pub fn largest(&self, function: &[Int], budget: &mut Budget) -> Result<Extreme, Unknown> {
        Ok(match self.least(&negated(function), budget)? {
            Extreme::Value(value) => Extreme::Value(-&value),
            other => other,
        })
    }

    /// For each value of the symbols, the least point in lexicographic order. Where the points have
    /// no least one, there is none.
    pub fn lexicographic_minimum(&self, budget: &mut Budget) -> Result<Self, Unknown> {
        self.lexicographic_extreme(true, budget)
    }

    /// For each value of the symbols, the greatest point in lexicographic order. Where the points
    /// have no greatest one, there is none.
    pub fn lexicographic_maximum(&self, budget: &mut Budget) -> Result<Self, Unknown> {
        self.lexicographic_extreme(false, budget)
    }

    fn lexicographic_extreme(&self, least: bool, budget: &mut Budget) -> Result<Self, Unknown> {
        let dims = self.space.dims;
        let both = Space::new(2 * dims, self.space.symbols);
        let own: Vec<usize> = (0..dims).collect();
        let others: Vec<usize> = (dims..2 * dims).collect();
        let mut extreme = Self::empty(self.space);
        for conjunct in &self.conjuncts {
            let mut left = Self::from(conjunct.clone());
            for other in &self.conjuncts {
                let pair =
                    conjunct.with_dims(both, &own).intersection(&other.with_dims(both, &others));
                for depth in 0..dims {
                    let mut is_before = pair.clone();
                    for dim in 0..=depth {
                        let mut row = is_before.unit(dim);
                        row[dims + dim] = -&Int::ONE;
                        if dim < depth {
                            is_before.add_equality(row);
                            continue;
                        }
                        let mut row = if least { row } else { negated(&row) };
                        let constant = row.len() - 1;
                        row[constant] = -&Int::ONE;
                        is_before.add_inequality(row);
                    }
                    let is_beaten = Self::from(is_before).project_out(dims, 2 * dims);
                    left = left.difference(&is_beaten, budget)?;
                }
            }
            extreme = extreme.union(&left);
        }
        extreme.simplified(budget)
    }

    /// The same set without conjunctions that have no points, and without rows that follow from
    /// others.
    pub fn simplified(&self, budget: &mut Budget) -> Result<Self, Unknown> {
        let mut conjuncts: Vec<Conjunct> = Vec::new();
        for conjunct in &self.conjuncts {
            let mut conjunct = conjunct.clone();
            if conjunct.normalize().is_err() || conjunct.is_empty(budget)? {
                continue;
            }
            conjunct.drop_redundant(budget)?;
            conjuncts.push(conjunct);
        }
        // Conjunctions within others.
        let mut at = 0;
        while at < conjuncts.len() {
            let this = Self::from(conjuncts[at].clone());
            let mut is_within = false;
            for other in (0..conjuncts.len()).filter(|&other| other != at) {
                let is_plain = conjuncts[other].locals.iter().all(Option::is_some);
                if is_plain && this.is_subset(&conjuncts[other].clone().into(), budget)? {
                    is_within = true;
                    break;
                }
            }
            if is_within {
                conjuncts.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(Self { space: self.space, conjuncts })
    }
}

impl Conjunct {
    /// Removes inequalities that follow from the other rows, and makes those that leave one value
    /// equalities.
    fn drop_redundant(&mut self, budget: &mut Budget) -> Result<(), Unknown> {
        let mut at = 0;
        while at < self.inequalities.len() {
            let row = self.inequalities.swap_remove(at);
            let mut system = self.system();
            system.inequalities.push(complement(&row));
            if solution(system, budget)?.is_none() {
                continue;
            }
            let mut system = self.system();
            let mut positive = row.clone();
            let constant = positive.len() - 1;
            positive[constant] = &positive[constant] - &Int::ONE;
            system.inequalities.push(positive);
            if solution(system, budget)?.is_none() {
                self.equalities.push(row);
                continue;
            }
            self.inequalities.push(row);
            let last = self.inequalities.len() - 1;
            self.inequalities.swap(at, last);
            at += 1;
        }
        Ok(())
    }
}

/// Adds the pieces of a conjunction that are outside of another one, whose local variables are
/// quotients. In each piece, one row of the other does not hold, and the earlier ones hold.
fn without(
    conjunct: Conjunct,
    other: &Conjunct,
    pieces: &mut Vec<Conjunct>,
    budget: &mut Budget,
) -> Result<(), Unknown> {
    let both = conjunct.intersection(other);
    let (equalities, inequalities) = (conjunct.equalities.len(), conjunct.inequalities.len());
    if both.is_empty(budget)? {
        pieces.push(conjunct);
        return Ok(());
    }
    let mut so_far = both.clone();
    so_far.equalities.truncate(equalities);
    so_far.inequalities.truncate(inequalities);
    let mut push = |so_far: &Conjunct, row: Row, budget: &mut Budget| {
        let mut piece = so_far.clone();
        piece.inequalities.push(row);
        let is_empty = piece.is_empty(budget)?;
        if !is_empty {
            pieces.push(piece);
        }
        Ok(())
    };
    for row in &both.equalities[equalities..] {
        push(&so_far, complement(row), budget)?;
        push(&so_far, complement(&negated(row)), budget)?;
        so_far.equalities.push(row.clone());
    }
    for row in &both.inequalities[inequalities..] {
        push(&so_far, complement(row), budget)?;
        so_far.inequalities.push(row.clone());
    }
    Ok(())
}
