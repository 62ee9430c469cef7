//! Dependences between the iterations of a perfect nest, and which of its loops may be permuted.
//!
//! Two accesses to a memref, one of which writes, depend on each other if they are of the same
//! element in different iterations. The distance between these, in each loop, follows from the
//! subscripts where both are the same linear function of the loops' variables up to a constant;
//! otherwise it may be anything.

use crate::ForOp;
use crate::affine_parallelize::{OuterAccess, outer_accesses};
use crate::loop_utils::is_outside;
use crate::operands::MapOperands;
use crate::subscripts::split_constant;
use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::{Body, OpDefinition, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The distance between two iterations, by loop; none if it may be any number.
type Distance = SmallVec<[Option<i64>; 4]>;

/// Loops and their factors in an equation.
type Factors = SmallVec<[(usize, i64); 4]>;

/// The most different subscripts of a memref that are compared with each other.
const MAX_COMPARED: usize = 16;

/// A subscript: a linear function of the variables of the loops, plus an expression that is the
/// same in all iterations, plus a number.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Subscript {
    factors: SmallVec<[i64; 4]>,
    rest: AffineExpr,
    constant: i64,
}

/// The subscripts of an access; none for those that are not linear.
type Element = SmallVec<[Option<Subscript>; 4]>;

/// The dependences of a perfect nest.
pub(crate) struct Dependences {
    distances: Vec<Distance>,
}

/// Whether two memrefs may be the same memory.
pub(crate) struct Aliases<'a> {
    pub(crate) analysis: &'a AliasAnalysis,
    /// Whether different arguments of a function may be.
    pub(crate) arguments_may_alias: bool,
}

impl Aliases<'_> {
    pub(crate) fn may_alias(&self, body: &Body, a: ValueId, b: ValueId) -> bool {
        let is_argument = |value| {
            let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
            body.defining_op(value).is_none() && owner == Some(body.root())
        };
        let are_arguments = a != b && is_argument(a) && is_argument(b);
        (self.arguments_may_alias || !are_arguments)
            && self.analysis.alias(body, a, b).is_may_or_must()
    }
}

/// The accesses of a nest to a memref.
#[derive(Default)]
struct Accesses {
    /// The different elements, and whether each is written.
    elements: Vec<(Element, bool)>,
    is_written: bool,
    /// Whether there are too many elements to compare, or unknown ones.
    is_unknown: bool,
}

impl Dependences {
    /// The dependences of a nest; none if it does anything other than compute and access memory.
    pub(crate) fn of(body: &Body, nest: &[ForOp], aliases: &Aliases<'_>) -> Option<Self> {
        let root = *nest.first()?;
        let mut linear = Linear::new(body, nest);
        let mut memrefs: Vec<ValueId> = Vec::new();
        let mut accesses: FxHashMap<ValueId, Accesses> = FxHashMap::default();
        for access in outer_accesses(body, root)? {
            let of_memref = accesses.entry(access.memref).or_insert_with(|| {
                memrefs.push(access.memref);
                Accesses::default()
            });
            of_memref.add(linear.element(&access), access.is_write);
        }
        let any: Distance = SmallVec::from_elem(None, nest.len());
        let mut distances = Vec::new();
        let written = memrefs.iter().filter(|memref| accesses[memref].is_written).count();
        // Comparing many memrefs with each other would not be linear.
        if written.saturating_mul(memrefs.len()) > MAX_COMPARED * MAX_COMPARED {
            return Some(Self { distances: vec![any] });
        }
        for &memref in memrefs.iter().filter(|memref| accesses[memref].is_written) {
            let of_memref = &accesses[&memref];
            let is_aliased = memrefs
                .iter()
                .any(|&other| other != memref && aliases.may_alias(body, memref, other));
            if is_aliased || of_memref.is_unknown {
                return Some(Self { distances: vec![any] });
            }
            for (number, (a, writes_a)) in of_memref.elements.iter().enumerate() {
                for (b, writes_b) in &of_memref.elements[number..] {
                    if (*writes_a || *writes_b)
                        && let Some(distance) = linear.distance(a, b)
                        && !distances.contains(&distance)
                    {
                        distances.push(distance);
                    }
                }
            }
        }
        Some(Self { distances })
    }

    /// Whether the loops `from..to` of the nest may run in any order, and in tiles: no dependence
    /// that is not carried by an outer loop has distances of both signs in them.
    pub(crate) fn are_permutable(&self, from: usize, to: usize) -> bool {
        self.distances.iter().all(|distance| {
            let is_carried_outside = distance[..from].iter().any(|at| at.is_some_and(|at| at != 0));
            let known = || distance[from..to].iter().flatten();
            let any = distance[from..to].iter().filter(|at| at.is_none()).count();
            let has = |sign: i64| known().any(|&at| at.signum() == sign);
            is_carried_outside
                || match any {
                    0 => !(has(1) && has(-1)),
                    1 => !has(1) && !has(-1),
                    _ => false,
                }
        })
    }
}

impl Accesses {
    fn add(&mut self, element: Option<Element>, is_write: bool) {
        self.is_written |= is_write;
        let Some(element) = element else {
            self.is_unknown = true;
            return;
        };
        if let Some(known) = self.elements.iter_mut().find(|(known, _)| *known == element) {
            known.1 |= is_write;
        } else if self.elements.len() == MAX_COMPARED {
            self.is_unknown = true;
        } else {
            self.elements.push((element, is_write));
        }
    }
}

/// Subscripts as linear functions of the variables of a nest.
struct Linear<'b> {
    body: &'b Body,
    root: ForOp,
    variables: SmallVec<[ValueId; 4]>,
    /// The values that are the same in all iterations, as symbols.
    values: Vec<ValueId>,
    /// The number of iterations of each loop with constant bounds, and its step.
    sizes: SmallVec<[Option<(u64, i64)>; 4]>,
}

impl<'b> Linear<'b> {
    fn new(body: &'b Body, nest: &[ForOp]) -> Self {
        let size = |this: &ForOp| Some((this.constant_trip_count(body)?, this.step_value(body)));
        Self {
            body,
            root: nest[0],
            variables: nest.iter().map(|this| this.induction_variable(body)).collect(),
            values: Vec::new(),
            sizes: nest.iter().map(size).collect(),
        }
    }

    /// The subscripts of an access; none if it may be of any element.
    fn element(&mut self, access: &OuterAccess) -> Option<Element> {
        let ctx = self.body.context();
        let map = access.subscripts.clone()?.in_simplest_form(self.body);
        let mut element: Element = self.results(ctx, &map);
        for (subscript, _) in element.iter_mut().rev().zip(&access.vector) {
            *subscript = None;
        }
        Some(element)
    }

    fn results(&mut self, ctx: &Context, map: &MapOperands) -> Element {
        let mut others = self.variables.len() as u32;
        let inputs: SmallVec<[AffineExpr; 4]> = (map.operands.iter())
            .map(|&operand| {
                if let Some(depth) = self.variables.iter().position(|&known| known == operand) {
                    return ctx.affine_dim(depth as u32);
                }
                if is_outside(self.body, operand, self.root.id()) {
                    let known = self.values.iter().position(|&known| known == operand);
                    let index = known.unwrap_or_else(|| {
                        self.values.push(operand);
                        self.values.len() - 1
                    });
                    return ctx.affine_symbol(index as u32);
                }
                // It differs between iterations: a dimension that stands for none of the loops.
                others += 1;
                ctx.affine_dim(others - 1)
            })
            .collect();
        let dims = map.map.data(ctx).dims as usize;
        let (dims, symbols) = inputs.split_at(dims);
        let results = map.map.results(ctx).iter();
        results.map(|result| self.subscript(ctx, result.substitute(ctx, dims, symbols))).collect()
    }

    fn subscript(&self, ctx: &Context, expr: AffineExpr) -> Option<Subscript> {
        let loops = self.variables.len();
        let mut factors = SmallVec::from_elem(0, loops);
        add_factors(ctx, expr, 1, &mut factors)?;
        let zeros: SmallVec<[AffineExpr; 4]> = SmallVec::from_elem(ctx.affine_constant(0), loops);
        let symbols: Vec<AffineExpr> =
            (0..self.values.len()).map(|symbol| ctx.affine_symbol(symbol as u32)).collect();
        let rest = expr.substitute(ctx, &zeros, &symbols).collected(ctx);
        let (rest, constant) = match rest.as_constant(ctx) {
            Some(constant) => (ctx.affine_constant(0), constant),
            None => split_constant(ctx, rest),
        };
        Some(Subscript { factors, rest, constant })
    }

    /// The distance from an iteration that accesses `a` to one that accesses the same element as
    /// `b`; none if there is no such one.
    fn distance(&self, a: &Element, b: &Element) -> Option<Distance> {
        let mut distance: Distance = self
            .sizes
            .iter()
            .map(|size| size.filter(|(count, _)| *count <= 1).map(|_| 0))
            .collect();
        // Each equation: the sum of factors times distances is a number.
        let mut equations: Vec<(&[i64], i64)> = Vec::new();
        for (a, b) in a.iter().zip(b) {
            let (Some(a), Some(b)) = (a, b) else { continue };
            if a.factors == b.factors
                && a.rest == b.rest
                && let Some(number) = a.constant.checked_sub(b.constant)
            {
                equations.push((&a.factors, number));
            }
        }
        // Each time, an equation with one unknown gives a distance.
        for _ in 0..=self.sizes.len() {
            for &(factors, number) in &equations {
                let Some((left, unknown)) = solved(factors, &distance, number) else { continue };
                match unknown[..] {
                    [] if left != 0 => return None,
                    [(depth, factor)] => {
                        if left.checked_rem(factor) != Some(0)
                            || !self.is_possible(depth, left / factor)
                        {
                            return None;
                        }
                        distance[depth] = Some(left / factor);
                    }
                    _ => {}
                }
            }
        }
        Some(distance)
    }

    /// Whether two iterations of a loop may be at this distance.
    fn is_possible(&self, depth: usize, distance: i64) -> bool {
        self.sizes[depth].is_none_or(|(count, step)| {
            distance % step == 0 && (distance / step).unsigned_abs() < count
        })
    }
}

/// An equation with the known distances on its right side: the number there, and the factors of the
/// unknown ones; none if the number is too large.
fn solved(factors: &[i64], distance: &[Option<i64>], number: i64) -> Option<(i64, Factors)> {
    let (mut left, mut unknown) = (number, Factors::new());
    for (depth, &factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != 0) {
        match distance[depth] {
            Some(known) => left = left.checked_sub(factor.checked_mul(known)?)?,
            None => unknown.push((depth, factor)),
        }
    }
    Some((left, unknown))
}

/// Adds the factors of the loops' variables in an expression, times `times`; none if it is not
/// linear in them, or depends on others.
fn add_factors(
    ctx: &Context,
    expr: AffineExpr,
    times: i64,
    factors: &mut SmallVec<[i64; 4]>,
) -> Option<()> {
    match expr.kind(ctx) {
        AffineExprKind::Dim(dim) => {
            let factor = factors.get_mut(dim as usize)?;
            *factor = factor.checked_add(times)?;
        }
        AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => {}
        AffineExprKind::Add(a, b) => {
            add_factors(ctx, a, times, factors)?;
            add_factors(ctx, b, times, factors)?;
        }
        AffineExprKind::Mul(a, b) if b.as_constant(ctx).is_some() => {
            add_factors(ctx, a, times.checked_mul(b.as_constant(ctx)?)?, factors)?;
        }
        _ if expr.is_symbolic_or_constant(ctx) => {}
        _ => return None,
    }
    Some(())
}
