//! The order of a sweep over a body that changes during the sweep.

use mlir_lite::ir::{BlockId, Body, OpId, RegionId};

/// The order of a sweep.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Traversal {
    /// An op after its nested ops.
    #[default]
    PostOrder,
    /// An op before its nested ops.
    PreOrder,
}

/// The last op of each block in an op, from which its nested ops are walked backwards.
#[inline]
pub(crate) fn last_ops_in(body: &Body, op: OpId) -> impl Iterator<Item = OpId> {
    let blocks = body.regions(op).iter().flat_map(|&region| body.blocks(region));
    blocks.filter_map(|block| body.last_op(block))
}

/// The position of a sweep: it walks from op to op through the body, the root included, without the
/// bodies of isolated ops. Ops that are inserted or moved before the position are not visited.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Cursor {
    traversal: Traversal,
    next: Option<OpId>,
}

impl Cursor {
    /// Before the first op.
    pub(crate) fn at_start(body: &Body, traversal: Traversal) -> Self {
        Self { traversal, next: Some(first_with(body, traversal, body.root())) }
    }

    /// After the last op.
    pub(crate) fn at_end() -> Self {
        Self { traversal: Traversal::default(), next: None }
    }

    /// The next op; the cursor is after it then.
    #[inline]
    pub(crate) fn take(&mut self, body: &Body) -> Option<OpId> {
        let op = self.next?;
        self.next = match self.traversal {
            Traversal::PostOrder => self.past(body, op),
            Traversal::PreOrder => first_inside(body, op).or_else(|| self.past(body, op)),
        };
        Some(op)
    }

    /// Skips an op that is about to be erased or moved, if it or an op nested in it is the next
    /// one.
    #[inline]
    pub(crate) fn leave(&mut self, body: &Body, op: OpId) {
        let is_next = self.next == Some(op)
            || (!body.is_plain(op) && self.next.is_some_and(|next| body.is_inside(next, op)));
        if is_next {
            self.next = self.past(body, op);
        }
    }

    /// As [`Cursor::leave`], for all ops of a block.
    pub(crate) fn leave_block(&mut self, body: &Body, block: BlockId) {
        let is_in = |next| body.ancestor_in_block(next, block).is_some();
        if self.next.is_some_and(is_in)
            && let Some(last) = body.last_op(block)
        {
            self.next = self.past_block(body, last);
        }
    }

    /// The op that comes after an op and all its nested ops.
    #[inline]
    fn past(self, body: &Body, op: OpId) -> Option<OpId> {
        match body.next_op(op) {
            Some(next) => Some(first_with(body, self.traversal, next)),
            None => self.past_block(body, op),
        }
    }

    /// The op that comes after the last op of a block; none after the root.
    fn past_block(self, body: &Body, mut last: OpId) -> Option<OpId> {
        loop {
            let block = body.block(last)?;
            let region = body.block_region(block)?;
            let owner = body.region_owner(region)?;
            let later_blocks =
                std::iter::successors(body.next_block(block), |&block| body.next_block(block));
            let later_regions = &body.regions(owner)[body.region_index(region) + 1..];
            let next = first_of(body, later_blocks)
                .or_else(|| later_regions.iter().find_map(|&region| first_in_region(body, region)));
            if let Some(next) = next {
                return Some(first_with(body, self.traversal, next));
            }
            match self.traversal {
                Traversal::PostOrder => return Some(owner),
                Traversal::PreOrder => match body.next_op(owner) {
                    Some(next) => return Some(next),
                    None => last = owner,
                },
            }
        }
    }
}

/// The first to visit of an op and its nested ops.
#[inline]
fn first_with(body: &Body, traversal: Traversal, mut op: OpId) -> OpId {
    if traversal == Traversal::PostOrder {
        while let Some(first) = first_inside(body, op) {
            op = first;
        }
    }
    op
}

#[inline]
fn first_inside(body: &Body, op: OpId) -> Option<OpId> {
    if body.is_plain(op) {
        return None;
    }
    body.regions(op).iter().find_map(|&region| first_in_region(body, region))
}

fn first_in_region(body: &Body, region: RegionId) -> Option<OpId> {
    first_of(body, body.blocks(region))
}

fn first_of(body: &Body, mut blocks: impl Iterator<Item = BlockId>) -> Option<OpId> {
    blocks.find_map(|block| body.first_op(block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::test_dialect::{parse, test_context};

    /// A body with empty regions, empty blocks, and ops after them.
    const TEXT: &str = r#"
        "x.a"() ({}, {
          "x.b"() : () -> ()
        ^bb1:
        ^bb2:
          "x.c"() ({
            "x.d"() : () -> ()
          }) : () -> ()
        }, {}) : () -> ()
        "x.e"() : () -> ()
    "#;

    fn names(body: &Body, mut cursor: Cursor) -> Vec<String> {
        let name = |op: OpId| body.info(op).name().to_string();
        std::iter::from_fn(|| cursor.take(body)).map(name).collect()
    }

    #[test]
    fn post_order_has_an_op_after_what_is_in_it() {
        let body = parse(&test_context(), TEXT);
        let cursor = Cursor::at_start(&body, Traversal::PostOrder);
        assert_eq!(names(&body, cursor), ["x.b", "x.d", "x.c", "x.a", "x.e", "builtin.module"]);
    }

    #[test]
    fn pre_order_has_an_op_before_what_is_in_it() {
        let body = parse(&test_context(), TEXT);
        let cursor = Cursor::at_start(&body, Traversal::PreOrder);
        assert_eq!(names(&body, cursor), ["builtin.module", "x.a", "x.b", "x.c", "x.d", "x.e"]);
    }

    #[test]
    fn an_erased_op_is_skipped_with_its_nested_ops() {
        let body = parse(&test_context(), TEXT);
        let a = body.own_ops()[0];
        let mut cursor = Cursor::at_start(&body, Traversal::PostOrder);
        cursor.leave(&body, a);
        assert_eq!(names(&body, cursor), ["x.e", "builtin.module"]);
        let mut cursor = Cursor::at_start(&body, Traversal::PreOrder);
        cursor.take(&body);
        cursor.leave(&body, a);
        assert_eq!(names(&body, cursor), ["x.e"]);
    }
}
