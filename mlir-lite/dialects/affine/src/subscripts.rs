//! Subscripts in a canonical form: equal functions of equal values are equal.

use crate::operands::MapOperands;
use crate::{LoadOp, StoreOp};
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::ir::prelude::*;
use std::collections::hash_map::Entry;

/// One expression per dimension of a memref, over loop variables and other
/// values.
///
/// Dimension `d<k>` is the variable of loop `k` of the surrounding nest, counted
/// from the outside; symbol `s<k>` is the `k`-th of `values`, which are in the
/// order of their first occurrence. Two accesses with equal subscripts in one
/// iteration of the nest are of the same element, if the values do not change
/// within it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Subscripts {
    /// One expression per dimension.
    pub results: SmallVec<[AffineExpr; 4]>,
    /// The values of the symbols.
    pub values: SmallVec<[ValueId; 4]>,
}

/// An `affine.load` or `affine.store`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads.
    Load(LoadOp),
    /// Writes.
    Store(StoreOp),
}

impl Access {
    /// The op as an access.
    pub fn cast(body: &Body, op: OpId) -> Option<Self> {
        LoadOp::cast(body, op).map(Self::Load).or_else(|| StoreOp::cast(body, op).map(Self::Store))
    }

    /// The memref that is accessed.
    pub fn memref(self, body: &Body) -> ValueId {
        match self {
            Self::Load(load) => load.memref(body),
            Self::Store(store) => store.memref(body),
        }
    }

    /// The map and operands of the subscripts.
    pub fn map_operands(self, body: &Body) -> MapOperands {
        match self {
            Self::Load(load) => load.subscripts(body),
            Self::Store(store) => store.subscripts(body),
        }
    }

    /// Whether the access writes.
    pub fn is_store(self) -> bool {
        matches!(self, Self::Store(_))
    }
}

impl Subscripts {
    /// The subscripts of an access in a nest with these loop variables, the
    /// outermost first.
    pub fn new(body: &Body, access: &MapOperands, variables: &[ValueId]) -> Self {
        let ctx = body.context();
        let simple = access.simplified(body);
        let access = simple.as_ref().unwrap_or(access);
        let dims = access.map.data(ctx).dims as usize;
        let mut values: SmallVec<[ValueId; 4]> = SmallVec::new();
        let inputs: SmallVec<[AffineExpr; 4]> = access
            .operands
            .iter()
            .map(|&operand| match variables.iter().position(|&variable| variable == operand) {
                Some(depth) => ctx.affine_dim(depth as u32),
                None => ctx.affine_symbol(position_or_push(&mut values, operand)),
            })
            .collect();
        let (dims, symbols) = inputs.split_at(dims);
        let results = access
            .map
            .results(ctx)
            .iter()
            .map(|result| result.substitute(ctx, dims, symbols))
            .collect();
        Self { results, values }
    }

    /// Whether all subscripts are constants.
    pub fn is_constant(&self, ctx: &Context) -> bool {
        self.results.iter().all(|result| result.as_constant(ctx).is_some())
    }

    /// Whether two accesses of one memref in the same iteration are certainly to different
    /// elements: some subscripts differ by a constant.
    pub fn is_distinct_from(&self, other: &Self, ctx: &Context) -> bool {
        let constant_difference = |(&a, &b): (&AffineExpr, &AffineExpr)| {
            if let (Some(a), Some(b)) = (a.as_constant(ctx), b.as_constant(ctx)) {
                return a != b;
            }
            let ((a, i), (b, j)) = (split_constant(ctx, a), split_constant(ctx, b));
            self.values == other.values && a == b && i != j
        };
        self.results.iter().zip(&other.results).any(constant_difference)
    }

    /// Whether any subscript depends on the variable of a loop.
    pub(crate) fn vary_with(&self, ctx: &Context, depth: u32) -> bool {
        self.results.iter().any(|&result| varies(ctx, result, depth))
    }

    /// The subscripts as a map and its operands: the variable of loop `k` is `dims[k]`, an
    /// expression of `variables`. An invariant value may be a variable of an enclosing loop, which
    /// is a dimension as well.
    pub(crate) fn in_terms_of(
        &self,
        ctx: &Context,
        dims: &[AffineExpr],
        variables: &[ValueId],
    ) -> MapOperands {
        let count = variables.len() + self.values.len();
        let symbols: SmallVec<[AffineExpr; 4]> =
            (variables.len()..count).map(|dim| ctx.affine_dim(dim as u32)).collect();
        let results: SmallVec<[AffineExpr; 4]> =
            self.results.iter().map(|result| result.substitute(ctx, dims, &symbols)).collect();
        let operands = variables.iter().chain(&self.values).copied().collect();
        MapOperands { map: ctx.affine_map(count as u32, 0, &results), operands }
    }

    /// The loops of an access to each element once: each subscript is the variable of a different
    /// loop. None if some subscript is anything else.
    pub fn loops(&self, ctx: &Context) -> Option<SmallVec<[u32; 4]>> {
        let mut loops: SmallVec<[u32; 4]> = SmallVec::new();
        for result in &self.results {
            match result.kind(ctx) {
                AffineExprKind::Dim(dim) if !loops.contains(&dim) => loops.push(dim),
                _ => return None,
            }
        }
        Some(loops)
    }

    /// The loops of which the subscripts are a one-to-one function: for each, a subscript is its
    /// variable, times a constant, plus an invariant.
    pub fn determined_loops(&self, ctx: &Context) -> impl Iterator<Item = u32> + '_ {
        let ctx = ctx.clone();
        self.results.iter().filter_map(move |&result| single_dim(&ctx, result))
    }
}

fn position_or_push(values: &mut SmallVec<[ValueId; 4]>, value: ValueId) -> u32 {
    let position = values.iter().position(|&other| other == value);
    position.unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    }) as u32
}

/// `x + 3` as `x` and 3.
pub(crate) fn split_constant(ctx: &Context, expr: AffineExpr) -> (AffineExpr, i64) {
    if let AffineExprKind::Add(a, b) = expr.kind(ctx)
        && let Some(constant) = b.as_constant(ctx)
    {
        return (a, constant);
    }
    (expr, 0)
}

/// Whether an expression depends on a dimension.
pub(crate) fn varies(ctx: &Context, expr: AffineExpr, dim: u32) -> bool {
    match expr.kind(ctx) {
        AffineExprKind::Dim(other) => other == dim,
        AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => false,
        AffineExprKind::Add(a, b)
        | AffineExprKind::Mul(a, b)
        | AffineExprKind::Mod(a, b)
        | AffineExprKind::FloorDiv(a, b)
        | AffineExprKind::CeilDiv(a, b) => varies(ctx, a, dim) || varies(ctx, b, dim),
    }
}

/// The only dimension of an expression, if it is one-to-one in it.
fn single_dim(ctx: &Context, mut expr: AffineExpr) -> Option<u32> {
    loop {
        expr = match expr.kind(ctx) {
            AffineExprKind::Dim(dim) => return Some(dim),
            AffineExprKind::Add(a, b) if b.is_symbolic_or_constant(ctx) => a,
            AffineExprKind::Add(a, b) if a.is_symbolic_or_constant(ctx) => b,
            AffineExprKind::Mul(a, b) if b.as_constant(ctx).is_some_and(|factor| factor != 0) => a,
            _ => return None,
        };
    }
}

/// Numbers subscripts, so that they compare and hash as one number.
#[derive(Default)]
pub struct SubscriptTable {
    numbers: rustc_hash::FxHashMap<Subscripts, u32>,
    all: Vec<Subscripts>,
}

impl SubscriptTable {
    /// The number of these subscripts.
    pub fn number(&mut self, subscripts: Subscripts) -> u32 {
        match self.numbers.entry(subscripts) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let number = self.all.len() as u32;
                self.all.push(entry.key().clone());
                entry.insert(number);
                number
            }
        }
    }

    /// The number of these subscripts when loop `k` becomes loop `to[k]`.
    pub fn with_loops(&mut self, number: u32, to: &[u32], ctx: &Context) -> u32 {
        let old = self.get(number);
        let dims: SmallVec<[AffineExpr; 4]> = to.iter().map(|&dim| ctx.affine_dim(dim)).collect();
        let symbols: SmallVec<[AffineExpr; 4]> =
            (0..old.values.len()).map(|symbol| ctx.affine_symbol(symbol as u32)).collect();
        let results =
            old.results.iter().map(|result| result.substitute(ctx, &dims, &symbols)).collect();
        let values = old.values.clone();
        self.number(Subscripts { results, values })
    }

    /// The subscripts of that number.
    pub fn get(&self, number: u32) -> &Subscripts {
        &self.all[number as usize]
    }
}
