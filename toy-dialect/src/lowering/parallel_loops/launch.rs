//! Replaces calls for all iterations of a loop by calls of the runtime function that distributes
//! them among threads.

use mlir_lite::dialects::llvm::{
    self, AddressOfOp, AllocaOp, CallOp, GepIndex, GepOp, LlvmFuncOp, LoadOp, ReturnOp, StoreOp,
    pointer_type,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;

use super::{PARALLEL, ParallelFor};

/// Run the functions of parallel loops on threads.
// Runs the calls that are marked as parallel on threads. The values that a loop uses are passed in
// a struct on the stack, which an additional function unpacks: the loop's own function has separate
// arguments, whose attributes LLVM can use.
#[pass(name = "toy-launch-parallel-loops", report_name = "ToyLaunchParallelLoops", each_body)]
pub struct LaunchParallelLoopsPass {
    threads: u32,
}

impl LaunchParallelLoopsPass {
    /// The pass for this many threads; 0 is one for each processor.
    pub fn on_threads(threads: u32) -> Self {
        Self { threads }
    }
}

impl RunPass for LaunchParallelLoopsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = body.context().clone();
        let mark = ctx.ident(PARALLEL);
        let entry = body.regions(body.root()).first().and_then(|&region| body.entry_block(region));
        let Some(entry) = entry.filter(|_| LlvmFuncOp::is(body, body.root())) else {
            return Ok(());
        };
        let is_parallel = |call: &CallOp| body.attr(call.id(), mark).is_some();
        let calls = body.own_ops().into_iter().filter_map(|op| CallOp::cast(body, op));
        let mut slots = FxHashMap::default();
        for this in calls.filter(is_parallel).collect::<Vec<_>>() {
            let callee = this.callee(body);
            let values = this.callee_operands(body);
            let (Some(callee), [_, iterations, captured @ ..]) = (callee, &values[..]) else {
                continue;
            };
            let location = body.location(this.id());
            let types: Vec<Type> = captured.iter().map(|value| body.ty(*value)).collect();
            let context = llvm::struct_type(&ctx, &types);
            let slot =
                *slots.entry(context).or_insert_with(|| slot(body, entry, location, context));
            let launch = Launch { callee, location, context, types };
            let range = launch.range_name(&ctx);
            cx.requests.require(range, || launch.function_of_a_range(&ctx));
            require_function(&ctx, cx);
            let b = &mut BodyBuilder::new(body, InsertionPoint::Before(this.id()));
            for (index, &value) in (0..).zip(captured) {
                let place = launch.place(b, slot, index);
                StoreOp::plain(b, value, place);
            }
            let function = AddressOfOp::create(b, ctx.symbol_ident_attr(range), pointer_type(&ctx));
            let threads = ctx.i64_attr(self.threads.into());
            let threads = llvm::ConstantOp::create(b, threads, Type::I64);
            let operands = [function, slot, *iterations, threads];
            CallOp::build_symbol(b, location, ctx.ident(ParallelFor::NAME), &operands, None);
            body.erase_op(this.id());
        }
        Ok(())
    }
}

fn require_function(ctx: &Context, cx: &mut PassContext<'_>) {
    cx.requests.require(ctx.ident(ParallelFor::NAME), || {
        let parameters = [pointer_type(ctx), pointer_type(ctx), Type::I64, Type::I64];
        let ty = llvm::function_type(ctx, llvm::void_type(ctx), &parameters, false);
        LlvmFuncOp::declaration(ctx, Location::UNKNOWN, ParallelFor::NAME, ty)
    });
}

/// Memory on the stack, allocated at the start of the function: in a loop it would be allocated in
/// each iteration. Loops run one after the other, so those that pass the same types share it.
fn slot(body: &mut Body, entry: BlockId, location: Location, ty: Type) -> ValueId {
    let ctx = body.context().clone();
    let mut b = BodyBuilder::new(body, InsertionPoint::Start(entry)).at(location);
    let one = llvm::ConstantOp::create(&mut b, ctx.i64_attr(1), Type::I64);
    AllocaOp::of(&mut b, one, None, ctx.type_attr(ty), pointer_type(&ctx))
}

/// A call that is to be run on threads.
struct Launch {
    callee: Ident,
    location: Location,
    /// The struct of the values that it passes.
    context: Type,
    types: Vec<Type>,
}

impl Launch {
    fn range_name(&self, ctx: &Context) -> Ident {
        ctx.ident(&format!("{}.range", self.callee.text(ctx)))
    }

    /// The address of a value in the struct.
    fn place(&self, b: &mut BodyBuilder<'_>, base: ValueId, index: i32) -> ValueId {
        let indices = [GepIndex::Constant(0), GepIndex::Constant(index)];
        GepOp::build_indices(b, self.location, base, self.context, &indices).res(b.body())
    }

    /// `void(context, first, last)`: calls the loop's function with the values in the struct.
    fn function_of_a_range(&self, ctx: &Context) -> Body {
        let parameters = [pointer_type(ctx), Type::I64, Type::I64];
        let ty = llvm::function_type(ctx, llvm::void_type(ctx), &parameters, false);
        let name = self.range_name(ctx);
        let mut function = LlvmFuncOp::declaration(ctx, self.location, name.text(ctx), ty);
        function.set_symbol_visibility(function.root(), Visibility::Private);
        let region = function.region(function.root(), 0);
        let entry = function.create_block(region, &parameters);
        let arguments = function.arguments(entry).to_vec();
        let mut b = BodyBuilder::at_end(&mut function, entry).at(self.location);
        let mut values = vec![arguments[1], arguments[2]];
        for (index, &ty) in (0..).zip(&self.types) {
            let place = self.place(&mut b, arguments[0], index);
            values.push(LoadOp::plain(&mut b, place, ty));
        }
        CallOp::build_symbol(&mut b, self.location, self.callee, &values, None);
        ReturnOp::create(&mut b, None);
        function
    }
}
