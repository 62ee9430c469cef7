//! Verifies only what has changed: bodies whose change counters have increased.

use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::support::parallel::in_pieces;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// How many nested bodies one task reads.
const PIECE: usize = 1 << 12;

/// The change counters of a body and its nested bodies at some time.
#[derive(Clone)]
#[doc(hidden)]
pub struct BodyVersions {
    own: u64,
    /// None where no body is nested: in most.
    children: Option<Box<Children>>,
}

#[derive(Clone, Default)]
struct Children {
    /// In the order of the body.
    list: Vec<(OpId, BodyVersions)>,
    /// The positions in the list, once an op is not where it was.
    by_op: OnceLock<FxHashMap<OpId, usize>>,
}

impl Children {
    fn of(bodies: &[(OpId, &Body)]) -> Option<Box<Self>> {
        let threads = bodies.first()?.1.context().threads();
        let mut list = Vec::with_capacity(bodies.len());
        // Isolated ops nest as deep as the source text, which is limited.
        let versions = |&(op, child): &(OpId, &Body)| (op, BodyVersions::of(child));
        let read = |bodies: &[_]| bodies.iter().map(versions).collect::<Vec<_>>();
        in_pieces(threads, bodies, PIECE, read, |piece| list.extend(piece));
        Some(Box::new(Self { list, by_op: OnceLock::new() }))
    }

    fn get(&self, position: usize, op: OpId) -> Option<&BodyVersions> {
        if let Some((known, versions)) = self.list.get(position)
            && *known == op
        {
            return Some(versions);
        }
        let by_op =
            || self.list.iter().enumerate().map(|(index, entry)| (entry.0, index)).collect();
        let position = *self.by_op.get_or_init(by_op).get(&op)?;
        Some(&self.list[position].1)
    }
}

impl BodyVersions {
    /// The current versions.
    #[doc(hidden)]
    pub fn of(body: &Body) -> Self {
        let children: Vec<(OpId, &Body)> = body.children().collect();
        Self { own: body.version(), children: Children::of(&children) }
    }

    /// Whether the body's own counter has not changed.
    pub(super) fn is_own_current(&self, body: &Body) -> bool {
        self.own == body.version()
    }

    /// Whether no counter has changed.
    #[doc(hidden)]
    pub fn is_current(&self, body: &Body) -> bool {
        self.is_own_current(body)
            && body.children().enumerate().all(|(position, (op, child))| {
                self.child(position, op).is_some_and(|known| known.is_current(child))
            })
    }

    /// The counters of the nested body of `op`, probably the one at this position.
    pub(super) fn child(&self, position: usize, op: OpId) -> Option<&BodyVersions> {
        self.children.as_ref()?.get(position, op)
    }

    /// The current counter of the body, with those of its nested bodies.
    #[doc(hidden)]
    pub fn with_children_of(&self, body: &Body) -> Self {
        let known =
            |&(position, (op, _)): &(usize, (OpId, &Body))| self.child(position, op).is_some();
        let children = body.children().enumerate().filter(known);
        let children: Vec<(OpId, &Body)> = children.map(|(_, child)| child).collect();
        Self { own: self.own, children: Children::of(&children) }
    }
}
