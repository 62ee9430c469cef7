//! Random conjunctions, which say of a point whether it satisfies them.

#![allow(dead_code, reason = "each test program uses a part")]

use mlir_lite_presburger::{Conjunct, Int, Set, Space};

/// A generator of numbers: xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }

    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as usize) as i64
    }
}

/// The columns are dimensions, symbols and local variables.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) space: Space,
    pub(crate) locals: usize,
    pub(crate) equalities: Vec<Vec<i64>>,
    pub(crate) inequalities: Vec<Vec<i64>>,
}

impl Rows {
    pub(crate) fn columns(&self) -> usize {
        self.space.dims + self.space.symbols + self.locals
    }

    pub(crate) fn conjunct(&self) -> Conjunct {
        let ints = |row: &Vec<i64>| row.iter().map(|&value| Int::from(value)).collect();
        let mut this = Conjunct::universe(self.space);
        for _ in 0..self.locals {
            this.add_local();
        }
        for row in &self.equalities {
            this.add_equality(ints(row));
        }
        for row in &self.inequalities {
            this.add_inequality(ints(row));
        }
        this
    }

    /// Whether values of all variables satisfy the rows.
    pub(crate) fn holds(&self, point: &[i64]) -> bool {
        let value = |row: &Vec<i64>| {
            let terms = row.iter().zip(point).map(|(factor, value)| factor * value);
            terms.sum::<i64>() + row[point.len()]
        };
        self.equalities.iter().all(|row| value(row) == 0)
            && self.inequalities.iter().all(|row| value(row) >= 0)
    }

    /// Whether there are local variables between -40 and 40 with which a point satisfies the rows.
    pub(crate) fn holds_for_some(&self, point: &[i64]) -> bool {
        match self.locals {
            0 => self.holds(point),
            1 => (-40..=40).any(|local| self.holds(&[point, &[local]].concat())),
            _ => {
                let some = |a| (-40..=40).any(|b| self.holds(&[point, &[a, b]].concat()));
                (-40..=40).any(some)
            }
        }
    }
}

pub(crate) fn conjunct(random: &mut Random, space: Space, locals: usize) -> Rows {
    let columns = space.dims + space.symbols + locals;
    let row = |random: &mut Random, constants: i64| -> Vec<i64> {
        let mut row = vec![0; columns];
        for _ in 0..1 + random.below(3) {
            row[random.below(columns)] = random.between(-5, 5);
        }
        row.push(random.between(-constants, constants));
        row
    };
    let mut this = Rows { space, locals, equalities: Vec::new(), inequalities: Vec::new() };
    for _ in 0..random.below(3) {
        let row = row(random, 3);
        this.equalities.push(row);
    }
    for _ in 0..random.below(5) {
        let row = row(random, 8);
        this.inequalities.push(row);
    }
    this
}

/// With bounds on all dimensions and symbols.
pub(crate) fn in_box(mut this: Rows, radius: i64) -> Rows {
    let count = this.space.dims + this.space.symbols;
    bound(&mut this, 0, count, radius);
    this
}

fn bound(this: &mut Rows, from: usize, to: usize, radius: i64) {
    let columns = this.columns();
    for column in from..to {
        for factor in [1, -1] {
            let mut row = vec![0; columns + 1];
            row[column] = factor;
            row[columns] = radius;
            this.inequalities.push(row);
        }
    }
}

/// Conjunctions with up to two local variables that are between -40 and 40.
pub(crate) fn set(random: &mut Random, space: Space, radius: i64) -> Vec<Rows> {
    (0..1 + random.below(2))
        .map(|_| {
            let locals = random.below(3);
            let mut this = in_box(conjunct(random, space, locals), radius);
            let first = space.dims + space.symbols;
            bound(&mut this, first, first + locals, 40);
            this
        })
        .collect()
}

pub(crate) fn union(conjuncts: &[Rows], space: Space) -> Set {
    let all = conjuncts.iter().map(|this| Set::from(this.conjunct()));
    all.fold(Set::empty(space), |union, this| union.union(&this))
}
