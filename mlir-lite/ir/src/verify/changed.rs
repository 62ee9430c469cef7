//! Verifies only what has changed: bodies whose change counters have increased.

use crate::ir::body::Body;
use crate::ir::entities::OpId;
use rustc_hash::FxHashMap;

/// The change counters of a body and its nested bodies at some time.
#[derive(Clone)]
#[doc(hidden)]
pub struct BodyVersions {
    own: u64,
    children: FxHashMap<OpId, BodyVersions>,
}

impl BodyVersions {
    /// Those of now.
    #[doc(hidden)]
    pub fn of(body: &Body) -> Self {
        // Isolated ops nest as deep as the source text, which is limited.
        let children = body.children().map(|(op, child)| (op, Self::of(child))).collect();
        Self { own: body.version(), children }
    }

    /// Whether the body's own counter has not changed.
    pub(super) fn is_own_current(&self, body: &Body) -> bool {
        self.own == body.version()
    }

    /// Whether no counter has changed.
    #[doc(hidden)]
    pub fn is_current(&self, body: &Body) -> bool {
        self.is_own_current(body)
            && body
                .children()
                .all(|(op, child)| self.child(op).is_some_and(|known| known.is_current(child)))
    }

    pub(super) fn child(&self, op: OpId) -> Option<&BodyVersions> {
        self.children.get(&op)
    }

    /// The current counter of the body, with those of its nested bodies.
    #[doc(hidden)]
    pub fn with_children_of(&self, body: &Body) -> Self {
        let known = body.children().filter(|(op, _)| self.children.contains_key(op));
        Self { own: self.own, children: known.map(|(op, child)| (op, Self::of(child))).collect() }
    }
}
