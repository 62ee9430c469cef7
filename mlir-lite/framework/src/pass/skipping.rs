//! Which passes need not run again: those that have found nothing to do in the IR as it is.
//!
//! A pass that declares itself [pure](crate::pass::Pass::is_pure) depends on nothing but its
//! options, its op, and the answers of its context. If it has run on an op and changed nothing, it
//! would change nothing again until the op changes, or a symbol around it that it has asked for.
//! Bodies have change counters, so this is known without looking at the IR.
//!
//! A run is not remembered if the pass has reported something, counted something, requested a
//! symbol, or read an analysis of an enclosing op: all of this would be missing if it were skipped.

use crate::pass::context::SymbolSnapshot;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;

/// A pass with its options, or a pipeline of such passes, that a run contains more than once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct RepeatedId(pub(super) usize);

/// The state of an op, as far as a pass depends on it.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) struct State {
    /// With the number of its body: another op in the same place has another one.
    root: OpId,
    version: u64,
}

impl State {
    pub(super) fn of(body: &Body) -> Self {
        Self { root: body.root(), version: body.deep_version() }
    }
}

/// A pass or nested pipeline that has found nothing to do on an op.
struct Idle {
    id: RepeatedId,
    state: State,
    /// The symbols around the op, if the pass has asked for them.
    symbols: Option<u64>,
    /// How many ops it has run on: the op itself, or those on which a nested pipeline runs.
    ops: u64,
}

/// The passes and nested pipelines that have found nothing to do on an op, each in its last state.
#[derive(Default)]
pub(super) struct IdlePasses(Vec<Idle>);

impl IdlePasses {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many ops are skipped if this is not run on the op in this state; none if it must run.
    pub(super) fn find(
        &self,
        id: RepeatedId,
        state: State,
        symbols: &SymbolSnapshot,
    ) -> Option<u64> {
        let idle = self.0.iter().find(|idle| idle.id == id && idle.state == state)?;
        idle.symbols.is_none_or(|known| known == symbols.fingerprint()).then_some(idle.ops)
    }

    /// Remembers that this pass or pipeline, which has run on `ops` ops, would change nothing.
    pub(super) fn add(&mut self, id: RepeatedId, state: State, symbols: Option<u64>, ops: u64) {
        self.0.retain(|known| known.id != id);
        self.0.push(Idle { id, state, symbols, ops });
    }
}
