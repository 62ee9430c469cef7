//! Regions at whose end memory on the stack is freed.

use crate::to_llvm::{Llvm, Lowered, NewResults, Rewriter};
use crate::{AllocaOp, BrOp};
use mlir_lite::conversion::LowerTo;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Values};
use mlir_lite::ir::builder::at;
use mlir_lite::ir::interfaces::RegionBranchOpInterface;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{InsertionPoint, TraitFlags};
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::print_type;

/// Runs its region once, and frees the memory on the stack that the region allocates.
///
/// ```mlir
/// %0 = memref.alloca_scope -> (f32) {
///   %m = memref.alloca() : memref<4xf32>
///   memref.alloca_scope.return %x : f32
/// }
/// ```
#[op(
    name = "std.alloca_scope",
    traits(AutomaticAllocationScope, RecursiveMemoryEffects),
    implements(
        CustomAssembly, VerifyOp, CanonicalizeOp, InterpretOp, RegionBranchOpInterface,
        LowerTo<Llvm>,
    ),
    upstream(name = "memref.alloca_scope", only)
)]
pub struct AllocaScopeOp {
    /// The region to run.
    #[region]
    body_region: AnyRegion,
    /// The returned values.
    #[result]
    results: Variadic<AnyType>,
}

/// Ends the region of `memref.alloca_scope`; the operands are the results of that op.
#[op(
    name = "std.alloca_scope_return",
    traits(Pure, Terminator, ReturnLike, HasParent<AllocaScopeOp>),
    implements(VerifyOp, InterpretOp),
    upstream(name = "memref.alloca_scope.return", only),
    format = "attr-dict ($results^ `:` type($results))?"
)]
pub struct AllocaScopeReturnOp {
    /// The results of the op around it.
    #[operand]
    results: Variadic<AnyType>,
}

impl RegionBranchOpInterface for AllocaScopeOp {}

impl CustomAssembly for AllocaScopeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_punct("->") {
            let types = parser.parse_function_results()?;
            parser.add_result_types(&types);
        }
        parser.parse_region(&[])?;
        let location = parser.location();
        parser.ensure_terminator(&[], |body| {
            let name = AllocaScopeReturnOp::name(body.context());
            body.create_op(OperationState::new(name, location))
        });
        parser.parse_attr_dict()
    }

    fn print<'b>(op: AllocaScopeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let types: Vec<Type> = op.results().types().collect();
        printer.write(" ");
        if !types.is_empty() {
            printer.write(" -> (");
            printer.types(types.iter().copied());
            printer.write(")");
        }
        printer.write(" ");
        let how = PrintRegion { entry_args: false, terminator: !types.is_empty() };
        printer.region(op.body_region(), how);
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for AllocaScopeOp {
    fn verify(op: AllocaScopeOpRef<'_>, diagnostics: &mut Diagnostics) {
        match op.body_region().entry() {
            None => {
                diagnostics.error(op.op().op_error("region needs to have at least one block"));
            }
            Some(entry) if !entry.arguments().is_empty() => {
                diagnostics.error(op.op().op_error("region cannot have any arguments"));
            }
            Some(_) => {}
        }
    }
}

impl VerifyOp for AllocaScopeReturnOp {
    fn verify(op: AllocaScopeReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some(scope) = op.op().parent().and_then(OpRef::cast::<AllocaScopeOp>) else { return };
        let list = |types: &mut dyn Iterator<Item = Type>| {
            let types: Vec<String> = types.map(|ty| print_type(op.context(), ty)).collect();
            types.join(", ")
        };
        if !op.results().types().eq(scope.results().types()) {
            let found = list(&mut op.results().types());
            let wanted = list(&mut scope.results().types());
            let message = format!("returns ({found}) where the scope has results ({wanted})");
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl CanonicalizeOp for AllocaScopeOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.alloca_scope-without-memory", 1, |op, rewriter| {
            let body = rewriter.body();
            let region = op.body_region(body);
            let block = body.entry_block(region).filter(|_| body.has_one_block(region));
            let block = block.ok_or("the scope has several blocks")?;
            let view = op.on(body).op();
            let allocates =
                view.walk().any(|inner| inner.is::<AllocaOp>() || inner.def().is_none());
            // At the end of another scope, its memory is freed as well.
            let around = body.parent_op(op.id());
            let is_last = body.next_op(op.id())
                == body.block(op.id()).and_then(|b| body.last_op(b))
                && around.is_some_and(|around| {
                    body.has_trait(around, TraitFlags::AUTOMATIC_ALLOCATION_SCOPE)
                });
            if allocates && !is_last {
                return Err("the scope frees memory".into());
            }
            let end = body.terminator(block).ok_or("the scope has no end")?;
            let values = body.operand_list(end);
            rewriter.erase_op(end);
            rewriter.inline_block_before(block, op.id(), &[]);
            rewriter.replace_op(op.id(), &values);
            Ok(())
        });
    }
}

impl InterpretOp for AllocaScopeOp {
    fn interpret<'b>(op: AllocaScopeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let values = m.run_region(op.body_region(), Values::new())?;
        m.set_results(op.op(), values);
        Ok(Flow::Next)
    }
}

impl InterpretOp for AllocaScopeReturnOp {
    fn interpret<'b>(op: AllocaScopeReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(op.results().into_iter().map(|value| m.get(value)).collect()))
    }
}

impl LowerTo<Llvm> for AllocaScopeOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let body = b.body();
        let region = op.body_region(body);
        let Some(block) = body.entry_block(region).filter(|_| body.has_one_block(region)) else {
            return lower_blocks(op, region, b);
        };
        let end = body.last_op(block).ok_or("the scope has no end")?;
        let values = body.operand_list(end);
        let pointer = llvm::pointer_type(b.context());
        let stack = llvm::StackSaveOp::create(b, pointer);
        b.erase_op(end);
        b.inline_block_before(block, op.id(), &[]);
        let mut results = SmallVec::new();
        for value in values {
            results.push(b.remapped(value)?);
        }
        llvm::StackRestoreOp::create(b, stack);
        Ok(NewResults(results))
    }
}

/// Moves the blocks of a scope between what is before it and what is after it. Each end restores
/// the stack and branches to a block that has the results as arguments.
fn lower_blocks(op: AllocaScopeOp, region: RegionId, b: &mut Rewriter<'_>) -> Lowered {
    may_have_blocks(b.body(), op.id())?;
    let types: Vec<Type> = op.results(b.body()).iter().map(|&result| b.body().ty(result)).collect();
    let types = types.into_iter().map(|ty| b.convert_type(ty)).collect::<Result<Vec<_>, _>>()?;
    b.convert_region_types(region, None)?;
    let blocks: Vec<BlockId> = b.body().blocks(region).collect();
    let entry = *blocks.first().ok_or("the scope has no blocks")?;
    let pointer = llvm::pointer_type(b.context());
    let stack = llvm::StackSaveOp::create(b, pointer);
    let (before, after) = b.split_block(op.id());
    let join = b.create_block_before(after, &types);
    b.inline_region_before(region, join);
    at(b, InsertionPoint::End(before), |b| llvm::BrOp::create(b, (entry, &[])));
    at(b, InsertionPoint::End(join), |b| llvm::BrOp::create(b, (after, &[])));
    for block in blocks {
        let body = b.body();
        let end = body.last_op(block).and_then(|end| AllocaScopeReturnOp::cast(body, end));
        let Some(end) = end.map(|end| end.id()) else { continue };
        let values = body.operand_list(end);
        // The branch is converted with the values that it passes.
        at(b, InsertionPoint::Before(end), |b| {
            llvm::StackRestoreOp::create(b, stack);
            BrOp::create(b, (join, &values));
        });
        b.erase_op(end);
    }
    Ok(NewResults(b.body().arguments(join).iter().copied().collect()))
}

pub(crate) fn register_alloca_scope(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AllocaScopeOp>();
    dialect.op::<AllocaScopeReturnOp>();
}
