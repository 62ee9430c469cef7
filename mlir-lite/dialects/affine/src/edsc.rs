//! Loops of affine, accesses at affine subscripts and affine functions of indices, for expressions.

use crate::scope::is_valid_symbol;
use crate::{ApplyOp, ForBound, ForOp, LoadOp, StoreOp, YieldOp};
use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::standard::edsc::{Access, Edsc, Element, Expr, Operand, Values, edsc};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{PatternName, RewritePatternSet};
use std::ops;

/// The functions of affine on a shared builder.
pub trait AffineEdsc<'e>: Copy {
    /// Memory whose elements are accessed by `affine.load` and `affine.store`.
    fn view(self, memref: impl Into<ValueId>) -> Memory<'e>;

    /// The value of an affine map with one result.
    fn apply(self, map: AffineMap, operands: &[Expr<'e>]) -> Expr<'e>;

    /// A loop from `lower` up to, without, `upper`. `body` fills it, given the variable.
    fn affine_for(
        self,
        lower: impl Into<Bound<'e>>,
        upper: impl Into<Bound<'e>>,
        step: i64,
        body: impl FnOnce(Expr<'e>),
    ) {
        self.affine_carrying((lower, upper, step), (), |variable, ()| body(variable));
    }

    /// A loop that carries values, from `init` on. `body` gives those for the next iteration.
    fn affine_carrying<V: Values<'e>>(
        self,
        bounds: (impl Into<Bound<'e>>, impl Into<Bound<'e>>, i64),
        init: V,
        body: impl FnOnce(Expr<'e>, V) -> V,
    ) -> V;

    /// Loops with these bounds and steps, nested in that order. `body` fills the innermost one,
    /// given the variables; without bounds, there is no loop.
    fn affine_nest(
        self,
        lower: &[Bound<'e>],
        upper: &[Bound<'e>],
        steps: &[i64],
        body: impl FnOnce(&[Expr<'e>]),
    );

    /// Loops from 0 up to, without, each size, nested in that order.
    fn loops(self, sizes: &[i64], body: impl FnOnce(&[Expr<'e>])) {
        let upper: Vec<Bound<'e>> = sizes.iter().map(|&size| Bound::Constant(size)).collect();
        let lower = vec![Bound::Constant(0); sizes.len()];
        self.affine_nest(&lower, &upper, &vec![1; sizes.len()], body);
    }
}

impl<'e> AffineEdsc<'e> for Edsc<'e> {
    fn view(self, memref: impl Into<ValueId>) -> Memory<'e> {
        Memory { memref: self.expr(memref) }
    }

    fn apply(self, map: AffineMap, operands: &[Expr<'e>]) -> Expr<'e> {
        self.value(|b| ApplyOp::create(b, &Expr::ids(operands), map))
    }

    fn affine_carrying<V: Values<'e>>(
        self,
        (lower, upper, step): (impl Into<Bound<'e>>, impl Into<Bound<'e>>, i64),
        init: V,
        body: impl FnOnce(Expr<'e>, V) -> V,
    ) -> V {
        let ctx = self.context();
        let bounds = [lower.into(), upper.into()].map(|bound| bound.map(&ctx));
        let [lower, upper] = bounds.each_ref().map(|(map, operands)| ForBound::Map(*map, operands));
        let inits = init.list();
        if inits.is_empty() {
            // With its terminator from the start, as other loops without carried values.
            let (op, block, end) = self.emit(|b| {
                let op = ForOp::from_to(b, lower, upper, step);
                (op, op.block(b.body()), b.body().terminator(op.block(b.body())))
            });
            let point = end.map_or(InsertionPoint::End(block), InsertionPoint::Before);
            self.at(point, || {
                let variable = self.emit(|b| op.induction_variable(b.body()));
                body(self.expr(variable), init);
            });
            return self.results(op);
        }
        let (op, block) = self.emit(|b| ForOp::with_body(b, (lower, upper), step, &inits));
        self.fill(block, |arguments: Vec<Expr<'e>>| {
            let next = body(arguments[0], V::of(self, &Expr::ids(&arguments[1..])));
            self.emit(|b| YieldOp::create(b, &next.list()));
        });
        self.results(op)
    }

    fn affine_nest(
        self,
        lower: &[Bound<'e>],
        upper: &[Bound<'e>],
        steps: &[i64],
        body: impl FnOnce(&[Expr<'e>]),
    ) {
        fn nest<'e>(
            e: Edsc<'e>,
            bounds: &mut dyn Iterator<Item = (Bound<'e>, Bound<'e>, i64)>,
            variables: &mut Vec<Expr<'e>>,
            body: &mut dyn FnMut(&[Expr<'e>]),
        ) {
            let Some((lower, upper, step)) = bounds.next() else { return body(variables) };
            e.affine_for(lower, upper, step, |variable| {
                variables.push(variable);
                nest(e, bounds, variables, body);
            });
        }
        let bounds = lower.iter().cloned().zip(upper.iter().cloned()).zip(steps);
        let mut bounds = bounds.map(|((lower, upper), &step)| (lower, upper, step));
        let mut body = Some(body);
        nest(self, &mut bounds, &mut Vec::new(), &mut |variables| {
            body.take().into_iter().for_each(|body| body(variables));
        });
    }
}

/// A bound of a loop.
#[derive(Clone, Debug)]
pub enum Bound<'e> {
    /// A number.
    Constant(i64),
    /// An affine function of indices.
    Index(AffineIndex<'e>),
    /// A map with its operands, dimensions first.
    Map(AffineMap, SmallVec<[ValueId; 4]>),
}

impl Bound<'_> {
    fn map(&self, ctx: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        match self {
            Self::Constant(value) => (ctx.constant_map(*value), SmallVec::new()),
            Self::Index(index) => AffineIndex::map_of(ctx, std::slice::from_ref(index)),
            Self::Map(map, operands) => (*map, operands.clone()),
        }
    }
}

impl From<i64> for Bound<'_> {
    fn from(value: i64) -> Self {
        Self::Constant(value)
    }
}

impl<'e> From<Expr<'e>> for Bound<'e> {
    fn from(value: Expr<'e>) -> Self {
        Self::Index(affine(value))
    }
}

impl<'e> From<AffineIndex<'e>> for Bound<'e> {
    fn from(index: AffineIndex<'e>) -> Self {
        Self::Index(index)
    }
}

impl From<(AffineMap, &[ValueId])> for Bound<'_> {
    fn from((map, operands): (AffineMap, &[ValueId])) -> Self {
        Self::Map(map, operands.into())
    }
}

/// Memory that affine ops access.
#[derive(Copy, Clone, Debug)]
pub struct Memory<'e> {
    /// The memory.
    pub memref: Expr<'e>,
}

impl<'e> Memory<'e> {
    /// The sizes of the type.
    pub fn shape(self) -> Vec<i64> {
        self.memref.shape()
    }

    /// The number of dimensions.
    pub fn rank(self) -> usize {
        self.shape().len()
    }

    /// The first index of each dimension, 0.
    pub fn lbs(self) -> Vec<Bound<'e>> {
        vec![Bound::Constant(0); self.rank()]
    }

    /// The size of each dimension. Those that are not part of the type are values of `dim`.
    pub fn ubs(self) -> Vec<Bound<'e>> {
        let size = |(dimension, size): (i64, i64)| match size {
            0.. => Bound::Constant(size),
            _ => self.memref.builder().dim(self.memref, dimension).into(),
        };
        (0..).zip(self.shape()).map(size).collect()
    }

    /// The step of each dimension, 1.
    pub fn steps(self) -> Vec<i64> {
        vec![1; self.rank()]
    }

    /// An element.
    pub fn at(self, subscripts: impl Subscripts<'e>) -> Element<'e, AffineAt> {
        let (map, operands) = subscripts.map(&self.memref.builder().context());
        Element { memref: self.memref, access: AffineAt { map, operands } }
    }
}

/// Accesses by `affine.load` and `affine.store`.
#[derive(Clone, Debug)]
pub struct AffineAt {
    map: AffineMap,
    operands: SmallVec<[ValueId; 4]>,
}

impl Access for AffineAt {
    fn load<'e>(&self, memref: Expr<'e>) -> Expr<'e> {
        let (e, ty) = (memref.builder(), memref.element_type());
        e.value(|b| LoadOp::create(b, memref.id(), &self.operands, self.map, ty))
    }

    fn store<'e>(&self, value: Expr<'e>, memref: Expr<'e>) {
        let e = memref.builder();
        e.emit(|b| StoreOp::create(b, value.id(), memref.id(), &self.operands, self.map));
    }
}

/// Subscripts of an element: none `()`, indices, affine functions of indices, or a map with its
/// operands.
pub trait Subscripts<'e> {
    /// The map and its operands.
    fn map(self, ctx: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>);
}

impl Subscripts<'_> for () {
    fn map(self, ctx: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        (ctx.affine_map(0, 0, &[]), SmallVec::new())
    }
}

impl<'e> Subscripts<'e> for &[Expr<'e>] {
    fn map(self, ctx: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        (ctx.identity_map(self.len() as u32), Expr::ids(self))
    }
}

impl<'e, const N: usize> Subscripts<'e> for [Expr<'e>; N] {
    fn map(self, ctx: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        self[..].map(ctx)
    }
}

impl<'e, const N: usize> Subscripts<'e> for [AffineIndex<'e>; N] {
    fn map(self, ctx: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        AffineIndex::map_of(ctx, &self)
    }
}

impl<'e> Subscripts<'e> for (AffineMap, &[Expr<'e>]) {
    fn map(self, _: &Context) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        (self.0, Expr::ids(self.1))
    }
}

// Affine functions of indices

/// An affine function of indices, which operators extend. It becomes one `affine.apply`, bound or
/// subscript.
#[derive(Clone, Debug)]
pub struct AffineIndex<'e> {
    builder: Edsc<'e>,
    /// In terms of the operands, as dimensions.
    expr: AffineExpr,
    operands: SmallVec<[ValueId; 4]>,
}

/// An index as the start of an affine function: `affine(i) * 3 + 1`.
pub fn affine(index: Expr<'_>) -> AffineIndex<'_> {
    let builder = index.builder();
    let expr = builder.context().affine_dim(0);
    AffineIndex { builder, expr, operands: SmallVec::from_elem(index.id(), 1) }
}

/// An operand that may be combined with an affine function.
pub trait AffineOperand<'e> {
    /// The affine function.
    fn index(self, e: Edsc<'e>) -> AffineIndex<'e>;
}

impl<'e> AffineOperand<'e> for AffineIndex<'e> {
    fn index(self, _: Edsc<'e>) -> AffineIndex<'e> {
        self
    }
}

impl<'e> AffineOperand<'e> for Expr<'e> {
    fn index(self, _: Edsc<'e>) -> AffineIndex<'e> {
        affine(self)
    }
}

impl<'e> AffineOperand<'e> for i64 {
    fn index(self, builder: Edsc<'e>) -> AffineIndex<'e> {
        let expr = builder.context().affine_constant(self);
        AffineIndex { builder, expr, operands: SmallVec::new() }
    }
}

impl<'e> AffineIndex<'e> {
    /// The value: one `affine.apply`.
    pub fn apply(&self) -> Expr<'e> {
        let ctx = self.builder.context();
        let (map, operands) = Self::map_of(&ctx, std::slice::from_ref(self));
        self.builder.value(|b| ApplyOp::create(b, &operands, map))
    }

    /// The quotient, rounded down.
    #[must_use]
    pub fn floor_div(self, other: impl AffineOperand<'e>) -> Self {
        self.with(other, Context::affine_floordiv)
    }

    /// The quotient, rounded up.
    #[must_use]
    pub fn ceil_div(self, other: impl AffineOperand<'e>) -> Self {
        self.with(other, Context::affine_ceildiv)
    }

    fn with(
        mut self,
        other: impl AffineOperand<'e>,
        combine: fn(&Context, AffineExpr, AffineExpr) -> AffineExpr,
    ) -> Self {
        let ctx = self.builder.context();
        let other = other.index(self.builder);
        let expr = other.in_terms_of(&ctx, &mut self.operands);
        self.expr = combine(&ctx, self.expr, expr);
        self
    }

    /// The expression for a list of operands, to which those are added that it does not have.
    fn in_terms_of(&self, ctx: &Context, operands: &mut SmallVec<[ValueId; 4]>) -> AffineExpr {
        let mut dims = SmallVec::<[AffineExpr; 4]>::new();
        for &operand in &self.operands {
            let place = operands.iter().position(|&other| other == operand);
            let place = place.unwrap_or_else(|| {
                operands.push(operand);
                operands.len() - 1
            });
            dims.push(ctx.affine_dim(place as u32));
        }
        self.expr.substitute(ctx, &dims, &[])
    }

    /// One map for several functions, with its operands: dimensions, then symbols.
    fn map_of(ctx: &Context, indices: &[Self]) -> (AffineMap, SmallVec<[ValueId; 4]>) {
        let mut operands = SmallVec::new();
        let results: SmallVec<[AffineExpr; 4]> =
            indices.iter().map(|index| index.in_terms_of(ctx, &mut operands)).collect();
        let Some(first) = indices.first() else { return (ctx.affine_map(0, 0, &[]), operands) };
        let (symbols, dims): (SmallVec<[ValueId; 4]>, SmallVec<[ValueId; 4]>) =
            first.builder.read(|body| {
                operands.iter().copied().partition(|&operand| is_valid_symbol(body, operand))
            });
        let place = |list: &[ValueId], value| list.iter().position(|&other| other == value);
        let inputs: SmallVec<[AffineExpr; 4]> = operands
            .iter()
            .map(|&operand| match place(&dims, operand) {
                Some(place) => ctx.affine_dim(place as u32),
                None => ctx.affine_symbol(place(&symbols, operand).unwrap_or(0) as u32),
            })
            .collect();
        let results: SmallVec<[AffineExpr; 4]> =
            results.iter().map(|result| result.substitute(ctx, &inputs, &[])).collect();
        let map = ctx.affine_map(dims.len() as u32, symbols.len() as u32, &results);
        (map, dims.into_iter().chain(symbols).collect())
    }
}

impl<'e> Operand<'e> for AffineIndex<'e> {
    fn value(self, _: Edsc<'e>, _: Type) -> Expr<'e> {
        self.apply()
    }
}

macro_rules! operator {
    ($trait:ident $name:ident $combine:ident) => {
        impl<'e, R: AffineOperand<'e>> ops::$trait<R> for AffineIndex<'e> {
            type Output = Self;
            fn $name(self, other: R) -> Self {
                self.with(other, Context::$combine)
            }
        }

        impl<'e> ops::$trait<AffineIndex<'e>> for i64 {
            type Output = AffineIndex<'e>;
            fn $name(self, other: AffineIndex<'e>) -> AffineIndex<'e> {
                self.index(other.builder).with(other, Context::$combine)
            }
        }
    };
}

operator!(Add add affine_add);
operator!(Sub sub affine_sub);
operator!(Mul mul affine_mul);
operator!(Rem rem affine_mod);

// Ops that are declared by their loops

/// Declares what an op on memory does by the loops that do it.
///
/// [`add_reference_lowering`] makes a pattern of it that replaces the op by the loops.
pub trait ReferenceImplementation: OpDefinition {
    /// Builds the loops; `operands` is the memory that the op reads and writes.
    fn reference<'e>(e: Edsc<'e>, operands: &[Memory<'e>]);
}

/// Adds the pattern that replaces ops `O` by their loops.
pub fn add_reference_lowering<O: ReferenceImplementation>(patterns: &mut RewritePatternSet) {
    patterns.add::<O>(const { &PatternName::of(O::NAME, "-to-loops") }, 1, |op, rewriter| {
        let operands: SmallVec<[ValueId; 4]> = rewriter.body().operands(op.id()).collect();
        edsc(rewriter, |e| {
            let views: SmallVec<[Memory<'_>; 4]> =
                operands.iter().map(|&operand| e.view(operand)).collect();
            O::reference(e, &views);
        });
        rewriter.erase_op(op.id());
        Ok(())
    });
}
