//! Recognises nests that are matrix products.

use crate::ForOp;
use crate::affine_nest::Nest;
use crate::subscripts::{Access, SubscriptTable, Subscripts};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::FmaFOp;
use mlir_lite::ir::{Body, OpDefinition, OpId, ValueId};
use rustc_hash::FxHashMap;

/// A matrix in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Matrix {
    pub(super) memref: ValueId,
    /// Whether the row is the second subscript.
    pub(super) is_transposed: bool,
}

/// `c[i, j] = fma(a[i, k], b[k, j], c[i, j])` for all `i`, `j` and increasing `k`, from 0 on each.
#[derive(Debug)]
pub(super) struct Product {
    /// The outermost loop.
    pub(super) root: OpId,
    /// Rows and columns of `c`, and the number of products per element.
    pub(super) sizes: [i64; 3],
    /// Its rows are `i`.
    pub(super) left: Matrix,
    /// Its rows are `k`.
    pub(super) right: Matrix,
    /// Its rows are `i`.
    pub(super) result: Matrix,
}

impl Product {
    /// The product that a nest computes.
    pub(super) fn of(body: &Body, root: ForOp, aliases: &AliasAnalysis) -> Option<Self> {
        let nest = Nest::new(
            body,
            root,
            0,
            &FxHashMap::default(),
            &mut SubscriptTable::default(),
            aliases,
        )?;
        let is_plain = |&(lower, _, step): &(i64, i64, i64)| lower == 0 && step == 1;
        if nest.space.len() != 3 || nest.num_ops != 5 || !nest.space.iter().all(is_plain) {
            return None;
        }
        let ops: Vec<OpId> = body.ops(nest.innermost?).collect();
        let is_store = |op: &&OpId| Access::cast(body, **op).is_some_and(Access::is_store);
        let store = *ops.iter().find(is_store)?;
        let sum = FmaFOp::defining(body, body.operand(store, 0))?;
        let access = |op: OpId| {
            let access = Access::cast(body, op)?;
            let subscripts = Subscripts::new(body, &access.map_operands(body), &nest.variables);
            let loops = subscripts.loops(body.context())?;
            Some((access.memref(body), <[u32; 2]>::try_from(&loops[..]).ok()?))
        };
        let loaded =
            |value: ValueId| access(body.defining_op(value).filter(|op| ops.contains(op))?);
        let [a, b, c] = [sum.a(body), sum.b(body), sum.c(body)].map(loaded);
        let ((a, a_loops), (b, b_loops), (c, loops)) = (a?, b?, c?);
        if access(store)? != (c, loops) {
            return None;
        }
        // Memory of unknown origin may be that of the result.
        let may_overlap = |memref| aliases.alias(body, memref, c).is_may_or_must();
        if may_overlap(a) || may_overlap(b) {
            return None;
        }
        let [row, column] = loops;
        let inner = 3 - row - column;
        let matrix = |memref, found: [u32; 2], wanted: [u32; 2]| {
            let is_transposed = found == [wanted[1], wanted[0]];
            (is_transposed || found == wanted).then_some(Matrix { memref, is_transposed })
        };
        let sides = |left: (ValueId, [u32; 2]), right: (ValueId, [u32; 2])| {
            Some((
                matrix(left.0, left.1, [row, inner])?,
                matrix(right.0, right.1, [inner, column])?,
            ))
        };
        let (left, right) =
            sides((a, a_loops), (b, b_loops)).or_else(|| sides((b, b_loops), (a, a_loops)))?;
        let size = |number: u32| nest.space[number as usize].1.max(0);
        Some(Self {
            root: nest.root,
            sizes: [size(row), size(column), size(inner)],
            left,
            right,
            result: Matrix { memref: c, is_transposed: false },
        })
    }
}
