//! The program of `docs/second-day/inlining.md`.

use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::ir::RegionId;
use mlir_lite::ir::interfaces::{
    CallOpInterface, CallableOpInterface, Callee, DialectInlinerInterface, SymbolUserOpInterface,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::read_module;
use mlir_lite::transforms::inline::InlinerPass;

/// A procedure.
#[op(
    name = "proc.def",
    traits(IsolatedFromAbove, Symbol, FunctionLike),
    implements(CallableOpInterface),
    format = "($sym_visibility^)? $sym_name `:` $ty $body attr-dict"
)]
pub struct DefOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    sym_visibility: Optional<StrAttr>,
    #[attr]
    ty: FunctionTypeAttr,
    #[region]
    body: AnyRegion,
}

impl CallableOpInterface for DefOp {
    fn callable_region(op: DefOpRef<'_>) -> Option<RegionId> {
        op.body().entry().map(|_| op.body().id())
    }

    fn result_types(op: DefOpRef<'_>) -> Vec<Type> {
        let ty = op.ty().as_type(op.context()).and_then(|ty| ty.as_function(op.context()));
        ty.map_or(Vec::new(), |(_, results)| results.to_vec())
    }
}

/// The end of a procedure.
#[op(
    name = "proc.end",
    traits(Terminator, ReturnLike, Pure),
    format = "($values^ `:` type($values))? attr-dict"
)]
pub struct EndOp {
    #[operand]
    values: Variadic<AnyType>,
}

/// Calls a procedure.
#[op(
    name = "proc.do",
    implements(CallOpInterface, SymbolUserOpInterface),
    format = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, results)"
)]
pub struct DoOp {
    #[attr]
    callee: FlatSymbolRefAttr,
    #[operand]
    arguments: Variadic<AnyType>,
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for DoOp {
    fn callee(op: DoOpRef<'_>) -> Option<Callee> {
        Callee::of(op.context(), op.callee())
    }

    fn arguments(op: DoOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.arguments().ids().collect()
    }
}

impl SymbolUserOpInterface for DoOp {
    fn verify_symbol_uses(op: DoOpRef<'_>, symbols: &SymbolScope<'_>, found: &mut Diagnostics) {
        let name = op.callee().as_flat_symbol(op.context());
        let callee = name.and_then(|name| symbols.lookup(name));
        if !callee.is_some_and(|callee| callee.is::<DefOp>()) {
            found.error(op.op().op_error("does not call a procedure"));
        }
    }
}

struct Inlining;

impl DialectInlinerInterface for Inlining {
    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        op.is::<EndOp>().then(|| op.operands().collect())
    }
}

struct ProcDialect;

impl Dialect for ProcDialect {
    const NAMESPACE: &'static str = "proc";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<DefOp>();
        dialect.op::<EndOp>();
        dialect.op::<DoOp>();
        dialect.interface::<dyn DialectInlinerInterface>(&Inlining);
    }
}

fn main() {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<ProcDialect>();
    let text = "proc.def \"private\" @swap : (i32, i64) -> (i64, i32) {
^bb0(%a: i32, %b: i64):
  proc.end %b, %a : i64, i32
}
proc.def @main : (i32, i64) -> i64 {
^bb0(%a: i32, %b: i64):
  %0:2 = proc.do @swap(%a, %b) : (i32, i64) -> (i64, i32)
  proc.end %0#0 : i64
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    let mut passes = PassManager::new();
    passes.add_pass(InlinerPass::default());
    let mut diagnostics = Diagnostics::new();
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("nothing fails");
    assert_eq!(
        module.to_string(),
        "module {
  proc.def @main : (i32, i64) -> i64 {
  ^bb0(%arg0: i32, %arg1: i64):
    proc.end %arg1 : i64
  }
}"
    );

    let error = read_module(&ctx, &text.replace("do @swap", "do @swop")).expect_err("no @swop");
    assert!(error.contains("does not call a procedure"), "{error}");
}
