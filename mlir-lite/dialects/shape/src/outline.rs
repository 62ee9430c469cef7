//! `outline-shape-computation`: functions of their own for what computes the shapes of values.

use crate::ops::functions::{FuncOp, ReturnOp};
use crate::{GetExtentOp, ShapeDialect, ShapeOfOp, ValueOfOp, WithOp};
use mlir_lite::dialects::standard::{DimOp, FuncOp as StdFuncOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{FrozenRewritePatternSet, RewritePatternSet, rewrite_ops};
use mlir_lite_diagnostics::Reported;
use std::collections::{HashSet, VecDeque};

/// Move the computation of shapes to functions.
///
/// The ops that only compute the shape of a `shape.with_shape` become a private `shape.func`, and
/// the value is used without its shape: passes that know nothing of shapes see none.
#[pass(
    name = "outline-shape-computation",
    on = "builtin.module",
    dialects(ShapeDialect),
    initialize
)]
pub struct OutlineShapeComputationPass {
    /// Asks shapes for the sizes of tensors.
    dims: FrozenRewritePatternSet,
    nothing: FrozenRewritePatternSet,
}

impl OutlineShapeComputationPass {
    fn initialize(ctx: &Context) -> Self {
        let mut dims = RewritePatternSet::new();
        dims.add::<DimOp>("std.dim-to-shape-extent", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let (ctx, of, index) = (view.context(), view.memref_or_tensor(), view.index().id());
            let rank = of.ty().shape(ctx).map(|shape| shape.len() as i64);
            if !of.ty().is_tensor(ctx) {
                return Err("the size is that of memory".into());
            }
            let rank = rank.unwrap_or(mlir_lite::types::DYNAMIC);
            let shape = crate::kinds::extent_tensor(ctx, rank);
            let (of, location) = (of.id(), view.op().location());
            rewriter.replace_op_with(op.id(), |b| {
                let shape = ShapeOfOp::build(b, location, of, shape);
                let shape = shape.result(b.body());
                GetExtentOp::build(b, location, shape, index, Type::INDEX)
            });
            Ok(())
        });
        Self { dims: dims.freeze(ctx), nothing: RewritePatternSet::new().freeze(ctx) }
    }
}

impl RunPass for OutlineShapeComputationPass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut symbols = SymbolTable::new(module);
        let functions: Vec<OpId> =
            module.own_ops().into_iter().filter(|&op| StdFuncOp::is(module, op)).collect();
        for function in functions {
            let Some(mut body) = module.detach_child(function) else { continue };
            let simplified = self.outline(&mut body, cx);
            module.attach_child(function, body);
            for (number, outlined) in simplified?.into_iter().enumerate() {
                let name = symbols.unique_name(module, &format!("shape_cal_{number}"));
                let mut outlined = outlined;
                let root = outlined.root();
                let name_attr = module.context().ident_attr(name);
                outlined.set_attr(root, Ident::SYM_NAME, name_attr);
                let op = module.create_isolated_op(outlined, &[], &[]);
                module.insert_op_after(function, op);
                symbols.insert(name, op);
            }
        }
        Ok(())
    }
}

impl OutlineShapeComputationPass {
    /// The functions that compute the shapes in a function, which is left without them.
    fn outline(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<Vec<Body>, Reported> {
        rewrite_ops(body, &self.dims, cx.requests, cx.diagnostics)?;
        let computing = ops_for_shapes(body);
        let order = body.own_ops();
        let with: Vec<WithOp> = order.iter().filter_map(|&op| WithOp::cast(body, op)).collect();
        let (mut outlined, mut known) = (Vec::new(), HashSet::new());
        for op in &with {
            let (value, shape) = (op.operand(body), op.shape(body));
            let ty = body.ty(value);
            if ty.is_tensor(body.context())
                && ty.shape(body.context()).is_some()
                && known.insert(shape)
            {
                let cluster = cluster(body, shape, &computing);
                let cluster: Vec<OpId> =
                    order.iter().copied().filter(|op| cluster.contains(op)).collect();
                let location = match body.defining_op(value) {
                    Some(op) => body.location(op),
                    None => body.argument_location(value),
                };
                outlined.push(function_of(body, &cluster, shape, location));
            }
        }
        for op in with {
            forget_shape(body, op);
        }
        rewrite_ops(body, &self.nothing, cx.requests, cx.diagnostics)?;
        Ok(outlined)
    }
}

/// The ops whose results only serve to compute shapes that `shape.with_shape` uses.
fn ops_for_shapes(body: &Body) -> HashSet<OpId> {
    let mut found = HashSet::new();
    // In reverse, users come before what they use, except in loops between blocks.
    let mut ops = body.own_ops();
    ops.reverse();
    for op in ops {
        let serves = |result: ValueId, user: OpId| match WithOp::cast(body, user) {
            Some(with) => with.shape(body) == result && with.operand(body) != result,
            None => found.contains(&user),
        };
        let mut is_used = false;
        let only_serves = body.results(op).all(|result| {
            body.users(result).all(|user| {
                is_used = true;
                serves(result, user)
            })
        });
        // A region may use values that are not operands.
        let is_plain = body.regions(op).is_empty() && !WithOp::is(body, op);
        if is_used && only_serves && is_plain {
            found.insert(op);
        }
    }
    found
}

/// The ops that compute a shape, of those that only serve shapes.
fn cluster(body: &Body, shape: ValueId, computing: &HashSet<OpId>) -> HashSet<OpId> {
    let (mut cluster, mut pending) = (HashSet::new(), VecDeque::new());
    pending.extend(body.defining_op(shape));
    while let Some(op) = pending.pop_front() {
        if computing.contains(&op) && cluster.insert(op) {
            pending.extend(body.operands(op).filter_map(|operand| body.defining_op(operand)));
        }
    }
    cluster
}

/// The function of the values that a cluster of ops uses, which gives the shape.
fn function_of(body: &Body, cluster: &[OpId], shape: ValueId, location: Location) -> Body {
    let ctx = body.context();
    let mut inputs: Vec<ValueId> = Vec::new();
    for &op in cluster {
        for operand in body.operands(op) {
            let is_inside = body.defining_op(operand).is_some_and(|op| cluster.contains(&op));
            if !is_inside && !inputs.contains(&operand) {
                inputs.push(operand);
            }
        }
    }
    if cluster.is_empty() {
        inputs.push(shape);
    }
    let types: Vec<Type> = inputs.iter().map(|&input| body.ty(input)).collect();
    let mut function = Body::new(ctx, FuncOp::name(ctx), location, 1);
    let root = function.root();
    let ty = ctx.type_attr(ctx.function_type(&types, &[body.ty(shape)]));
    function.set_attr(root, Ident::FUNCTION_TYPE, ty);
    function.set_attr(root, Ident::SYM_VISIBILITY, Visibility::Private.attribute(ctx));
    let region = function.region(root, 0);
    let block = function.create_block(region, &types);
    let mut mapping = IrMapping::new();
    let arguments = function.arguments(block).to_vec();
    for (&input, argument) in inputs.iter().zip(arguments) {
        mapping.map(input, argument);
    }
    for &op in cluster {
        let copy = function.clone_op_from(body, op, &mut mapping);
        function.append_op(block, copy);
    }
    let result = mapping.value(shape);
    let results: Vec<ValueId> = result.into_iter().collect();
    ReturnOp::build(&mut BodyBuilder::at_end(&mut function, block), location, &results);
    function
}

/// Uses a value in place of the value with its shape.
fn forget_shape(body: &mut Body, with: WithOp) {
    let value = with.operand(body);
    let users: Vec<OpId> = body.users(with.result(body)).collect();
    for user in users {
        let Some(of) = ValueOfOp::cast(body, user) else { continue };
        let result = of.result(body);
        if body.ty(result) == body.ty(value) {
            body.replace_all_uses(result, value);
        } else if body.ty(value) == body.ty(of.arg(body)) {
            of.set_arg(body, value);
        }
    }
}
