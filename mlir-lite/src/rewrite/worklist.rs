//! The ops that are still to be looked at, each at most once; the last one
//! added comes first.

use crate::ir::OpId;

const ABSENT: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct Worklist {
    stack: Vec<Option<OpId>>,
    /// Where in the stack an op is, by its index.
    positions: Vec<u32>,
}

impl Worklist {
    /// Adds ops of indices below `capacity`, of which none is there yet; the first one comes first.
    pub(crate) fn fill(&mut self, ops: &[OpId], capacity: usize) {
        self.positions.resize(capacity.max(self.positions.len()), ABSENT);
        self.stack.reserve(ops.len());
        for &op in ops.iter().rev() {
            self.positions[op.index()] = self.stack.len() as u32;
            self.stack.push(Some(op));
        }
    }

    pub(crate) fn push(&mut self, op: OpId) {
        if self.positions.len() <= op.index() {
            self.positions.resize(op.index() + 1, ABSENT);
        }
        let position = &mut self.positions[op.index()];
        if *position == ABSENT {
            *position = self.stack.len() as u32;
            self.stack.push(Some(op));
        }
    }

    pub(crate) fn pop(&mut self) -> Option<OpId> {
        loop {
            if let Some(op) = self.stack.pop()? {
                self.positions[op.index()] = ABSENT;
                return Some(op);
            }
        }
    }

    pub(crate) fn remove(&mut self, op: OpId) {
        let Some(position) = self.positions.get_mut(op.index()) else { return };
        if *position != ABSENT {
            self.stack[*position as usize] = None;
            *position = ABSENT;
        }
    }
}
