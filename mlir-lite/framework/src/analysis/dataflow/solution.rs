//! The result of an analysis.

use super::Lattice;
use super::program::Program;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, ValueId};
use mlir_lite::ir::interfaces::BranchOpInterface;
use mlir_lite::ir::typed_view::ValueRef;
use mlir_lite::ir::view::{BlockRef, OpRef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The states of the values of a program, and the blocks that can be reached.
pub struct Solution<'b, V> {
    pub(super) program: Program<'b>,
    pub(super) bodies: Vec<SolvedBody<V>>,
}

impl<'b, V> Solution<'b, V> {
    /// The state of a value. None if it is not reached, or not one of the program.
    pub fn value(&self, value: ValueRef<'_>) -> Option<&V> {
        self.bodies[self.program.number_if_any(value.body())?].value(value.id())
    }

    /// Whether control may reach a block.
    pub fn is_reached(&self, block: BlockRef<'_>) -> bool {
        let number = self.program.number_if_any(block.body());
        number.is_some_and(|number| self.bodies[number].is_reached(block.id()))
    }

    /// The part of each body, without the borrow of the program, so that it can be changed.
    pub fn into_bodies(self) -> SolvedBody<V> {
        let Self { program, mut bodies } = self;
        // A body comes after the one around it.
        while let Some(number) = bodies.len().checked_sub(1).filter(|&number| number > 0) {
            let Some(body) = bodies.pop() else { break };
            if let Some((outer, link)) = program.bodies[number].link {
                bodies[outer].nested.insert(link, body);
            }
        }
        bodies.pop().unwrap_or_default()
    }
}

/// Which successors of a branch may be taken, if these operands are constants: all, or only one.
pub(super) fn taken_successor(branch: OpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
    branch.ask::<dyn BranchOpInterface, _>(|branch| branch.successor_for(operands)).flatten()
}

/// The states of the values of one body, and of those nested in it.
pub struct SolvedBody<V> {
    pub(super) values: Vec<Option<V>>,
    pub(super) reached: Vec<bool>,
    pub(super) nested: FxHashMap<OpId, SolvedBody<V>>,
}

impl<V> Default for SolvedBody<V> {
    fn default() -> Self {
        Self { values: Vec::new(), reached: Vec::new(), nested: FxHashMap::default() }
    }
}

impl<V: Lattice> SolvedBody<V> {
    /// A body whose values have no states yet, and whose blocks can all be reached or none.
    pub(super) fn unsolved(body: &Body, is_reached: bool) -> Self {
        Self {
            values: vec![None; body.value_capacity()],
            reached: vec![is_reached; body.block_capacity()],
            ..Self::default()
        }
    }

    /// Joins the state of a value with another one, and counts its changes. After the last change
    /// that is allowed, the state is `most`. Returns whether the state is another one.
    pub(super) fn join(
        &mut self,
        value: ValueId,
        found: V,
        (changes, allowed): (&mut u8, u8),
        most: impl FnOnce() -> V,
    ) -> bool {
        let known = &mut self.values[value.index()];
        let joined = match known {
            Some(old) => old.join(&found),
            None => found,
        };
        if known.as_ref() == Some(&joined) {
            return false;
        }
        *changes = changes.saturating_add(1);
        let next = if *changes > allowed { most() } else { joined };
        let is_changed = known.as_ref() != Some(&next);
        *known = Some(next);
        is_changed
    }
}

impl<V> SolvedBody<V> {
    /// The state of a value. None if it is not reached.
    pub fn value(&self, value: ValueId) -> Option<&V> {
        self.values.get(value.index())?.as_ref()
    }

    /// Whether control may reach a block.
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.reached.get(block.index()).is_some_and(|&is_reached| is_reached)
    }

    /// The same with other states.
    pub(super) fn map<W>(&self, function: &impl Fn(&V) -> W) -> SolvedBody<W> {
        let values = self.values.iter().map(|known| known.as_ref().map(function));
        let nested = self.nested.iter().map(|(&op, body)| (op, body.map(function)));
        SolvedBody {
            values: values.collect(),
            reached: self.reached.clone(),
            nested: nested.collect(),
        }
    }

    /// That of the isolated op `op` in the body.
    pub fn nested(&self, op: OpId) -> Option<&Self> {
        self.nested.get(&op)
    }
}

/// The constants among some values.
pub(super) type Constants = SmallVec<[Option<Attribute>; 4]>;
