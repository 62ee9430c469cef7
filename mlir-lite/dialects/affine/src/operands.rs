//! Affine maps with their operands: parsing, printing and simplification.

use crate::parallel::loops;
use crate::{ApplyOp, ForOp, ParallelOp};
use mlir_lite::affine::{AffineExpr, AffineExprKind, AffineMap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::constant_value;
use mlir_lite::text::asm::UnresolvedOperand;
use rustc_hash::FxHashMap;

/// The maximum number of results of `affine.apply` that one simplification replaces, and of parts
/// of the expression that replaces one: chains of them may be long, and each may double the
/// expression.
const MAX_COMPOSED: usize = 32;
const MAX_COMPOSED_PARTS: usize = 64;
/// The maximum number of parts of an expression that is simplified.
const MAX_PARTS: usize = 256;

/// Parses `(%i, %j)[%n]`: as many dimensions and symbols as the map has; `what` describes it in
/// messages: `affine map`.
pub(super) fn parse_dims_and_symbols(
    parser: &mut OpAsmParser<'_, '_>,
    dims: u32,
    symbols: u32,
    what: &str,
) -> Parsed<SmallVec<[ValueId; 4]>> {
    let position = parser.position();
    let mut operands = parser.parse_operands_in("(", ")")?;
    if operands.len() != dims as usize {
        let found = operands.len();
        let message =
            format!("{what} has {dims} dimensions, but {found} dimension operands are given");
        return Err(parser.error(position, message));
    }
    let position = parser.position();
    let symbol_operands =
        if parser.at_punct("[") { parser.parse_operands_in("[", "]")? } else { Vec::new() };
    if symbol_operands.len() != symbols as usize {
        let found = symbol_operands.len();
        let message =
            format!("{what} has {symbols} symbols, but {found} symbol operands are given");
        return Err(parser.error(position, message));
    }
    operands.extend(symbol_operands);
    resolve_indices(parser, &operands)
}

/// The values of these names, all of type `index`.
pub(super) fn resolve_indices<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    operands: &[UnresolvedOperand<'s>],
) -> Parsed<SmallVec<[ValueId; 4]>> {
    operands.iter().map(|operand| parser.resolve(operand, Type::INDEX)).collect()
}

/// Reads an attribute that is an affine map.
pub(super) fn parse_map(parser: &mut OpAsmParser<'_, '_>) -> Parsed<(Attribute, AffineMap)> {
    let position = parser.position();
    let attribute = parser.parse_attribute(None)?;
    match attribute.as_affine_map(parser.context()) {
        Some(map) => Ok((attribute, map)),
        None => Err(parser.error(position, "expected an affine map")),
    }
}

/// Writes `(%i, %j)[%n]`; the first `dims` of the operands are dimensions.
pub(super) fn print_dims_and_symbols(
    printer: &mut OpAsmPrinter<'_, '_>,
    operands: &[ValueId],
    dims: u32,
) {
    let (dims, symbols) = operands.split_at((dims as usize).min(operands.len()));
    printer.write("(");
    printer.operands(dims.iter().copied());
    printer.write(")");
    if !symbols.is_empty() {
        printer.write("[");
        printer.operands(symbols.iter().copied());
        printer.write("]");
    }
}

/// A map with the values that it is applied to, dimensions first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapOperands {
    /// The map.
    pub map: AffineMap,
    /// As many values as the map has inputs.
    pub operands: SmallVec<[ValueId; 4]>,
}

impl MapOperands {
    /// A map applied to values.
    pub fn new(map: AffineMap, operands: &[ValueId]) -> Self {
        Self { map, operands: operands.into() }
    }

    /// The same function in a simpler form: constants and results of `affine.apply` are part of the
    /// map, each value is an operand once, and all operands are used. None if nothing can be
    /// simplified.
    pub fn simplified(&self, body: &Body) -> Option<Self> {
        let ctx = body.context();
        let data = self.map.data(ctx);
        if self.operands.len() != (data.dims + data.symbols) as usize
            || self.is_plainly_simple(body)
        {
            return None;
        }
        let mut builder = Simplifier {
            body,
            dims: Vec::new(),
            symbols: Vec::new(),
            composed: 0,
            known: FxHashMap::default(),
        };
        let (dim_operands, symbol_operands) = self.operands.split_at(data.dims as usize);
        let dims: Vec<_> = dim_operands.iter().map(|&value| builder.expr(value, false)).collect();
        let symbols: Vec<_> =
            symbol_operands.iter().map(|&value| builder.expr(value, true)).collect();
        let results: Vec<_> =
            data.results.iter().map(|result| result.substitute(ctx, &dims, &symbols)).collect();
        // An expression that is too large, or divides by a number that is not positive, is not
        // simplified.
        let divides = UsedInputs::of(ctx, &results)?.divides;
        let mut results: Vec<_> = results.into_iter().map(|result| result.collected(ctx)).collect();
        if divides {
            let ranges: Vec<_> =
                builder.dims.iter().map(|&dim| values_of_variable(body, dim)).collect();
            if ranges.iter().any(Option::is_some) {
                results = results.into_iter().map(|result| result.within(ctx, &ranges)).collect();
            }
        }
        let simplified = builder.without_unused(&results)?;
        (simplified != *self).then_some(simplified)
    }

    /// The same function, simplified where that is possible.
    pub(crate) fn in_simplest_form(self, body: &Body) -> Self {
        self.simplified(body).unwrap_or(self)
    }

    /// Whether a quick check shows that nothing can be simplified, as for most accesses: the
    /// results are inputs and constants, and all inputs are used, different, and not computed from
    /// others.
    fn is_plainly_simple(&self, body: &Body) -> bool {
        let ctx = body.context();
        let data = self.map.data(ctx);
        let inputs = self.operands.len();
        if inputs > 64 {
            return false;
        }
        let mut used = 0_u64;
        for result in &data.results {
            match result.kind(ctx) {
                AffineExprKind::Dim(i) => used |= 1 << i,
                AffineExprKind::Symbol(i) => used |= 1 << (data.dims + i),
                AffineExprKind::Constant(_) => {}
                _ => return false,
            }
        }
        let (dims, symbols) = self.operands.split_at(data.dims as usize);
        let are_different =
            |values: &[ValueId]| (1..values.len()).all(|i| !values[..i].contains(&values[i]));
        used.count_ones() as usize == inputs
            && are_different(dims)
            && are_different(symbols)
            && self.operands.iter().all(|&value| {
                constant_value(body, value).is_none() && ApplyOp::defining(body, value).is_none()
            })
    }

    /// The value that the only result is, if it is one of the operands.
    pub(crate) fn single_input(&self, ctx: &Context) -> Option<ValueId> {
        let &[result] = self.map.results(ctx) else { return None };
        let input = match result.kind(ctx) {
            AffineExprKind::Dim(dim) => dim,
            AffineExprKind::Symbol(symbol) => self.map.data(ctx).dims + symbol,
            _ => return None,
        };
        self.operands.get(input as usize).copied()
    }

    /// Whether each quotient and remainder is of a positive number, and no result is too large to
    /// be simplified.
    pub(crate) fn divides_by_positive_numbers(&self, ctx: &Context) -> bool {
        UsedInputs::of(ctx, self.map.results(ctx)).is_some()
    }

    /// The constant results, if all relevant operands are constants.
    pub fn constant_results(&self, body: &Body) -> Option<SmallVec<[i64; 4]>> {
        let ctx = body.context();
        let results =
            self.simplified(body).as_ref().map_or(self.map, |simple| simple.map).results(ctx);
        results.iter().map(|result| result.as_constant(ctx)).collect()
    }
}

/// The smallest and the largest value of a variable of a loop with constant bounds.
pub(crate) fn values_of_variable(body: &Body, value: ValueId) -> Option<(i64, i64)> {
    let block = body.defining_block(value)?;
    let owner = body.block_owner(block)?;
    let (lower, upper, step) = if let Some(op) = ForOp::of_variable(body, value) {
        let (lower, upper) = op.constant_bounds(body)?;
        (lower, upper, op.step_value(body))
    } else if ParallelOp::is(body, owner) {
        let index = body.arguments(block).iter().position(|&argument| argument == value)?;
        let bounds = loops(body.op(owner).cast::<ParallelOp>()?)?.bounds.into_iter().nth(index)?;
        let constants = |bound: &MapOperands| -> Option<Vec<i64>> {
            let ctx = body.context();
            bound.map.results(ctx).iter().map(|result| result.as_constant(ctx)).collect()
        };
        let lower = constants(&bounds.lower)?.into_iter().max()?;
        (lower, constants(&bounds.upper)?.into_iter().min()?, bounds.step)
    } else {
        return None;
    };
    // The last value is that of the last whole step before the end.
    let distance = upper.checked_sub(lower).filter(|&distance| distance > 0)?;
    Some((lower, lower + (distance - 1) / step.max(1) * step.max(1)))
}

struct Simplifier<'b> {
    body: &'b Body,
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
    composed: usize,
    /// The expressions of results of `affine.apply`, and whether they are symbols, so that a value
    /// that is reached in several ways is composed once.
    known: FxHashMap<(ValueId, bool), AffineExpr>,
}

impl Simplifier<'_> {
    /// An expression for a value, over this simplifier's operands.
    fn expr(&mut self, value: ValueId, symbol: bool) -> AffineExpr {
        let ctx = self.body.context();
        let constant = constant_value(self.body, value).and_then(|value| value.as_i64(ctx));
        if let Some(constant) = constant {
            return ctx.affine_constant(constant);
        }
        if self.composed < MAX_COMPOSED
            && let Some(apply) = ApplyOp::defining(self.body, value)
            && let map = apply.map(self.body)
            && let [result] = map.results(ctx)
            && map.num_inputs(ctx) == self.body.num_operands(apply.id())
        {
            if let Some(&known) = self.known.get(&(value, symbol)) {
                return known;
            }
            self.composed += 1;
            let dims = map.data(ctx).dims as usize;
            let operands = self.body.operand_list(apply.id());
            // The operands from which a symbol is computed are constant within the scope too.
            let inputs: Vec<_> = operands
                .iter()
                .enumerate()
                .map(|(i, &operand)| self.expr(operand, symbol || i >= dims))
                .collect();
            let composed = result.substitute(ctx, &inputs[..dims], &inputs[dims..]);
            let expr = match UsedInputs::of(ctx, &[composed]) {
                Some(used) if used.parts <= MAX_COMPOSED_PARTS => composed,
                _ => self.operand(value, symbol),
            };
            self.known.insert((value, symbol), expr);
            return expr;
        }
        self.operand(value, symbol)
    }

    /// A dimension or symbol for a value.
    fn operand(&mut self, value: ValueId, symbol: bool) -> AffineExpr {
        let ctx = self.body.context();
        let list = if symbol { &mut self.symbols } else { &mut self.dims };
        let index = list.iter().position(|&other| other == value).unwrap_or_else(|| {
            list.push(value);
            list.len() - 1
        }) as u32;
        if symbol { ctx.affine_symbol(index) } else { ctx.affine_dim(index) }
    }

    /// The results with only those operands that occur in them; none if they are too large or not
    /// defined.
    fn without_unused(self, results: &[AffineExpr]) -> Option<MapOperands> {
        let ctx = self.body.context();
        let used = UsedInputs::of(ctx, results)?;
        let mut operands = SmallVec::new();
        let mut keep = |values: &[ValueId], used: &[u32], make: &dyn Fn(u32) -> AffineExpr| {
            let mut count = 0;
            let exprs: Vec<_> = (0u32..)
                .zip(values)
                .map(|(i, &value)| {
                    if used.binary_search(&i).is_err() {
                        return ctx.affine_constant(0);
                    }
                    operands.push(value);
                    count += 1;
                    make(count - 1)
                })
                .collect();
            (exprs, count)
        };
        let (dims, num_dims) = keep(&self.dims, &used.dims, &|i| ctx.affine_dim(i));
        let (symbols, num_symbols) = keep(&self.symbols, &used.symbols, &|i| ctx.affine_symbol(i));
        let results: Vec<_> =
            results.iter().map(|result| result.substitute(ctx, &dims, &symbols)).collect();
        Some(MapOperands { map: ctx.affine_map(num_dims, num_symbols, &results), operands })
    }
}

/// The dimensions and symbols that occur in expressions, sorted.
struct UsedInputs {
    dims: Vec<u32>,
    symbols: Vec<u32>,
    /// Whether there are quotients or remainders.
    divides: bool,
    /// The number of parts of the largest expression.
    parts: usize,
}

impl UsedInputs {
    /// None if an expression has too many parts, or divides by a constant that
    /// is not positive.
    fn of(ctx: &Context, exprs: &[AffineExpr]) -> Option<Self> {
        use AffineExprKind::{Add, CeilDiv, Constant, Dim, FloorDiv, Mod, Mul, Symbol};
        let mut used = Self { dims: Vec::new(), symbols: Vec::new(), divides: false, parts: 0 };
        for &expr in exprs {
            let mut pending = vec![expr];
            let mut parts = 0;
            while let Some(expr) = pending.pop() {
                parts += 1;
                match expr.kind(ctx) {
                    _ if parts > MAX_PARTS => return None,
                    Dim(i) => used.dims.push(i),
                    Symbol(i) => used.symbols.push(i),
                    Constant(_) => {}
                    Add(a, b) | Mul(a, b) => pending.extend([a, b]),
                    Mod(_, b) | FloorDiv(_, b) | CeilDiv(_, b)
                        if b.as_constant(ctx).is_some_and(|divisor| divisor <= 0) =>
                    {
                        return None;
                    }
                    Mod(a, b) | FloorDiv(a, b) | CeilDiv(a, b) => {
                        used.divides = true;
                        pending.extend([a, b]);
                    }
                }
            }
            used.parts = used.parts.max(parts);
        }
        for list in [&mut used.dims, &mut used.symbols] {
            list.sort_unstable();
            list.dedup();
        }
        Some(used)
    }
}
