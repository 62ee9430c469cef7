//! Outlines an `affine.parallel` of one loop with constant bounds to a function.

use mlir_lite::dialects::affine::{self, ForBound, ParallelOp};
use mlir_lite::dialects::standard::{
    self, AllocOp, DeallocOp, FuncOp, GetGlobalMemrefOp, MemrefReinterpretCastOp, SplatOp,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::ir::{TraitFlags, ValueDef};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::PARALLEL;

/// Functions of ranges of rounds in place of parallel loops.
// Moves parallel loops to functions `f(first, last, values...)`, which run the iterations from one
// number to another. They are named after the function that contained the loop.
//
// Memory that an iteration allocates is allocated once for a range of iterations.
#[pass(name = "toy-outline-parallel-loops", report_name = "ToyOutlineParallelLoops", each_body)]
pub struct OutlineParallelLoopsPass;

impl RunPass for OutlineParallelLoopsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = body.context().clone();
        let Some(function) = body.as_op().symbol_name().map(|name| name.text(&ctx).to_owned())
        else {
            return Ok(());
        };
        let is_outermost = |op: &OpId| {
            !::std::iter::successors(body.parent_op(*op), |op| body.parent_op(*op))
                .any(|op| ParallelOp::is(body, op))
        };
        let loops = body.own_ops().into_iter().filter(is_outermost);
        let loops: Vec<ParallelOp> = loops.filter_map(|op| ParallelOp::cast(body, op)).collect();
        let plain = loops.into_iter().filter_map(|this| Some((this, this.constant_range(body)?)));
        for (number, (this, (lower, upper, step))) in
            plain.collect::<Vec<_>>().into_iter().enumerate()
        {
            let Some(distance) = upper.checked_sub(lower) else { continue };
            let range = Range {
                lower,
                step,
                iterations: distance.max(0) / step + i64::from(distance.max(0) % step > 0),
            };
            // The dot keeps the name distinct from names of the language.
            let name = ctx.ident(&format!("{function}.parallel{number}"));
            let (outlined, captured) = outline(body, this, range, name);
            cx.requests.require(name, || outlined);
            call(body, this, range, name, &captured);
        }
        Ok(())
    }
}

/// The iterations of a loop.
#[derive(Clone, Copy)]
struct Range {
    lower: i64,
    step: i64,
    iterations: i64,
}

/// The outer values that a loop uses, in the order of their first use.
fn used_from_outside(body: &Body, this: ParallelOp) -> Vec<ValueId> {
    let mut values = Vec::new();
    for op in body.own_ops_in(this.id()) {
        for value in body.operands(op) {
            let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
            let is_inside =
                owner.is_some_and(|owner| owner == this.id() || body.is_inside(owner, this.id()));
            if !is_inside && !values.contains(&value) {
                values.push(value);
            }
        }
    }
    values
}

/// Whether a value is recreated in the function instead of being passed: a constant, the address of
/// a global, a splat vector, or a view of memory, because more is known of the memory than of the
/// view.
fn is_made_again(body: &Body, value: ValueId) -> bool {
    let Some(op) = body.defining_op(value) else { return false };
    standard::ConstantOp::is(body, op)
        || GetGlobalMemrefOp::is(body, op)
        || SplatOp::is(body, op)
        || MemrefReinterpretCastOp::is(body, op)
}

/// The function of a loop, and the outer values that it takes as arguments.
fn outline(body: &Body, this: ParallelOp, range: Range, name: Ident) -> (Body, Vec<ValueId>) {
    let (ctx, location) = (body.context().clone(), body.location(this.id()));
    let mut made_again = Vec::new();
    let mut captured: Vec<ValueId> = Vec::new();
    let mut pending = used_from_outside(body, this);
    pending.reverse();
    while let Some(value) = pending.pop() {
        match body.defining_op(value).filter(|_| is_made_again(body, value)) {
            Some(op) => {
                made_again.push(op);
                pending.extend(body.operands(op));
            }
            None if !captured.contains(&value) => captured.push(value),
            None => {}
        }
    }
    // Definitions come before their uses.
    made_again.reverse();
    let types: Vec<Type> =
        [Type::INDEX; 2].into_iter().chain(captured.iter().map(|value| body.ty(*value))).collect();
    let mut function =
        FuncOp::create(&ctx, location, name.text(&ctx), ctx.function_type(&types, &[]));
    function.set_symbol_visibility(function.root(), Visibility::Private);
    let attributes: Vec<Attribute> = types
        .iter()
        .enumerate()
        .map(|(index, _)| {
            let alignment = index.checked_sub(2).and_then(|index| alignment(body, captured[index]));
            let aligned = alignment.map(|bytes| (ctx.ident("llvm.align"), bytes));
            ctx.dictionary_attr(&aligned.into_iter().collect::<Vec<_>>())
        })
        .collect();
    let root = function.root();
    function.set_attr(root, Ident::ARG_ATTRS, ctx.array_attr(&attributes));
    let entry = FuncOp::add_entry_block(&mut function);
    let arguments = function.arguments(entry).to_vec();
    let mut mapping = IrMapping::new();
    for (&value, &argument) in captured.iter().zip(&arguments[2..]) {
        mapping.map(value, argument);
    }
    for op in made_again {
        if body.results(op).any(|result| mapping.value(result).is_none()) {
            let copy = function.clone_op_from(body, op, &mut mapping);
            function.append_op(entry, copy);
        }
    }
    let mut builder = BodyBuilder::at_end(&mut function, entry).at(location);
    let scaled = ctx.affine_mul(ctx.affine_dim(0), ctx.affine_constant(range.step));
    let place = ctx.affine_map(1, 0, &[ctx.affine_add(scaled, ctx.affine_constant(range.lower))]);
    let [first, last] = [0, 1].map(|index| ForBound::Map(place, &arguments[index..=index]));
    let range_loop = affine::ForOp::from_to(&mut builder, first, last, range.step);
    standard::ReturnOp::build(&mut builder, location, &[]);
    let block = range_loop.block(&function);
    mapping.map(body.arguments(this.block(body))[0], range_loop.induction_variable(&function));
    for op in body.ops(this.block(body)) {
        if body.has_trait(op, TraitFlags::TERMINATOR) {
            continue;
        }
        let copy = function.clone_op_from(body, op, &mut mapping);
        let is_own = |free: DeallocOp| {
            let memref = free.memref(body);
            let alloc =
                AllocOp::defining(body, memref).filter(|alloc| body.num_operands(alloc.id()) == 0);
            alloc.is_some_and(|alloc| body.block(alloc.id()) == Some(this.block(body)))
        };
        if AllocOp::is(body, op) && body.num_operands(op) == 0 {
            function.insert_op_before(range_loop.id(), copy);
        } else if DeallocOp::cast(body, op).is_some_and(is_own) {
            function.insert_op_after(range_loop.id(), copy);
        } else if let Some(end) = function.terminator(block) {
            function.insert_op_before(end, copy);
        }
    }
    (function, captured)
}

/// Replaces a loop by a call for all iterations.
fn call(body: &mut Body, this: ParallelOp, range: Range, name: Ident, captured: &[ValueId]) {
    let (ctx, location) = (body.context().clone(), body.location(this.id()));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
    let ends = [0, range.iterations].map(|value| standard::ConstantOp::index(&mut builder, value));
    let arguments = [&ends[..], captured].concat();
    let callee = ctx.symbol_ident_attr(name);
    let call = standard::CallOp::build(&mut builder, location, callee, &arguments, &[]);
    body.set_attr(call.id(), ctx.ident(PARALLEL), Attribute::UNIT);
    body.erase_op(this.id());
}

/// The known alignment of a memref, beyond that of its element type.
fn alignment(body: &Body, memref: ValueId) -> Option<Attribute> {
    let (ctx, root) = (body.context(), body.root());
    match body.value_def(memref) {
        ValueDef::Result { .. } => AllocOp::defining(body, memref)?.alignment(body),
        ValueDef::Argument { block, index } => {
            let attributes =
                body.attr(root, Ident::ARG_ATTRS).filter(|_| body.block_owner(block) == Some(root));
            let attributes = attributes?.as_array(ctx)?.get(index as usize)?.as_dictionary(ctx)?;
            attributes
                .iter()
                .find(|(name, _)| name.text(ctx) == "llvm.align")
                .map(|(_, bytes)| *bytes)
        }
    }
}
