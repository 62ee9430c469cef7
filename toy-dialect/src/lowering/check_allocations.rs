//! Checks that allocations succeed, each with its source location.

use mlir_lite::dialects::llvm::{
    self, AddressOfOp, CallOp, CondBrOp, GlobalOp, ICmpOp, LlvmFuncOp, MulOp, UnreachableOp,
    ZeroOp, pointer_type,
};
use mlir_lite::dialects::standard::CmpIPredicate;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use crate::messages::out_of_range::place_text;

/// The function that compiled code calls when an allocation fails.
#[derive(Clone, Copy, Debug)]
pub struct OutOfMemory;

impl OutOfMemory {
    /// A `void(i64 bytes, ptr at)`, where `at` is the source location as a C string. It ends the
    /// program with status 1.
    ///
    /// The dot keeps the name distinct from names of the language.
    pub const FUNCTION: &'static str = "toy.out_of_memory";

    /// The error as a line of plain text.
    pub fn line(bytes: u64, at: &str) -> String {
        let place = if at.is_empty() { String::new() } else { format!("{at}: ") };
        format!("{place}error: cannot allocate {bytes} bytes")
    }
}

/// The allocators of C's library.
const ALLOCATORS: [&str; 3] = ["malloc", "aligned_alloc", "calloc"];

/// End programs that get no memory.
// Compares the results of the allocators of C's library with null, and calls [`OutOfMemory::FUNCTION`]
// if they are. Runs after the last stage that is shown: only machine code needs it.
#[pass(name = "toy-check-allocations", report_name = "ToyCheckAllocations")]
pub struct CheckAllocationsPass;

impl RunPass for CheckAllocationsPass {
    fn run(&self, module: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = module.context().clone();
        let symbols = SymbolTable::new(module);
        // A function of the program may return null intentionally.
        let is_of_library = |name: &Ident| {
            symbols.lookup(*name).is_some_and(|function| module.op(function).is_declaration())
        };
        let allocators: Vec<Ident> =
            ALLOCATORS.iter().map(|name| ctx.ident(name)).filter(is_of_library).collect();
        if allocators.is_empty() {
            return Ok(());
        }
        let ops = module.as_op().regions().flat_map(|region| region.ops());
        let functions: Vec<OpId> = ops
            .filter(|op| op.is::<LlvmFuncOp>() && !op.is_declaration())
            .map(|op| op.id())
            .collect();
        let mut requests = SymbolRequests::new();
        for function in functions {
            let Some(mut body) = module.detach_child(function) else { continue };
            check(&mut body, &allocators, &mut requests);
            module.attach_child(function, body);
        }
        requests.merge_into(module);
        Ok(())
    }
}

fn check(body: &mut Body, allocators: &[Ident], requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let Some(&region) = body.regions(body.root()).first() else { return };
    let calls: Vec<CallOp> = body
        .own_ops()
        .into_iter()
        .filter_map(|op| CallOp::cast(body, op))
        .filter(|call| {
            let callee = call.callee(body);
            callee.is_some_and(|callee| allocators.contains(&callee))
                && body
                    .block(call.id())
                    .is_some_and(|block| body.block_region(block) == Some(region))
                && body.results(call.id()).len() == 1
                && call.callee_operands(body).iter().all(|number| body.ty(*number) == Type::I64)
        })
        .collect();
    // From the last one backwards, so that the operations after each one move to their new block
    // once.
    for call in calls.into_iter().rev() {
        let (Some(block), Some(next)) = (body.block(call.id()), body.next_op(call.id())) else {
            continue;
        };
        let location = body.location(call.id());
        let Some(memory) = body.results(call.id()).next() else { continue };
        let numbers = call.callee_operands(body).to_vec();
        let is_calloc = call.callee(body).is_some_and(|callee| callee.text(&ctx) == "calloc");
        let rest = body.split_block(next);
        let failed = body.create_block(region, &[]);
        let mut b = BodyBuilder::at_end(body, block).at(location);
        let null = ZeroOp::create(&mut b, pointer_type(&ctx));
        let is_null = ICmpOp::create(&mut b, CmpIPredicate::Eq, memory, null, Type::I1);
        CondBrOp::of(&mut b, is_null, (failed, &[]), (rest, &[]));
        let mut b = BodyBuilder::at_end(body, failed).at(location);
        let bytes = match numbers[..] {
            [count, size] if is_calloc => MulOp::create(&mut b, count, size, None),
            [.., bytes] => bytes,
            [] => continue,
        };
        let at = place_text(&ctx, location);
        let name = format!("place.{:016x}", crate::loop_builder::globals::hash(at.as_bytes()));
        requests.require(ctx.ident(&name), || {
            GlobalOp::string(&ctx, Location::UNKNOWN, &name, &[at.as_bytes(), b"\0"].concat())
        });
        let at = AddressOfOp::create(&mut b, ctx.symbol_attr(&name), pointer_type(&ctx));
        let function = ctx.ident(OutOfMemory::FUNCTION);
        requests.require(function, || {
            let parameters = [Type::I64, pointer_type(&ctx)];
            let ty = llvm::function_type(&ctx, llvm::void_type(&ctx), &parameters, false);
            LlvmFuncOp::declaration(&ctx, Location::UNKNOWN, OutOfMemory::FUNCTION, ty)
        });
        CallOp::build_symbol(&mut b, location, function, &[bytes, at], None);
        UnreachableOp::create(&mut b);
    }
}
