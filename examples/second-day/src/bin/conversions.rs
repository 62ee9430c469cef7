//! The program of `docs/second-day/conversions.md`.

use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, TypeConversion, TypeConverter, apply_full_conversion,
    apply_partial_conversion,
};
use mlir_lite::conversions::populate_func_type_conversion;
use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard::{AddCFOp, AddFOp, FuncOp, ReturnOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::ir::{Body, Ident, SymbolRequests};
use mlir_lite::read_module;
use mlir_lite::register_all_dialects;
use mlir_lite::rewrite::{GreedyConfig, RewritePatternSet, apply_patterns_greedily};
use std::sync::Arc;

/// A function of a dialect of one's own.
#[op(
    name = "own.func",
    traits(IsolatedFromAbove, Symbol),
    format = "$sym_name `:` $ty $body attr-dict"
)]
pub struct OwnFuncOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    ty: FunctionTypeAttr,
    #[region]
    body: AnyRegion,
}

/// Its end.
#[op(name = "own.return", traits(Terminator), format = "($values^ `:` type($values))? attr-dict")]
pub struct OwnReturnOp {
    #[operand]
    values: Variadic<AnyType>,
}

struct OwnDialect;

impl Dialect for OwnDialect {
    const NAMESPACE: &'static str = "own";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<OwnFuncOp>();
        dialect.op::<OwnReturnOp>();
    }
}

fn own_functions_to_std(module: &mut Body) -> Result<(), Reported> {
    let ctx = module.context().clone();
    let mut target = ConversionTarget::new(&ctx);
    target.add_illegal_dialect("own").add_legal_dialect("std").add_legal_dialect("builtin");
    let mut patterns = ConversionPatternSet::new();
    patterns.add::<OwnFuncOp>("own.func-to-std", 1, |op, _, rewriter| {
        let ctx = rewriter.context().clone();
        let (name, ty) = (op.sym_name(rewriter.body()), op.ty(rewriter.body()));
        rewriter.update_in_place(op.id(), |body| {
            let attributes = [(Ident::SYM_NAME, name), (Ident::FUNCTION_TYPE, ty)];
            body.redefine_op(op.id(), FuncOp::name(&ctx), &attributes);
        });
        Ok(())
    });
    patterns.add::<OwnReturnOp>("own.return-to-std", 1, |op, operands, rewriter| {
        rewriter.replace_op_with(op.id(), |rewriter| ReturnOp::create(rewriter, operands.values()));
        Ok(())
    });
    let (patterns, mut symbols) = (patterns.freeze(&ctx), SymbolRequests::new());
    apply_full_conversion(module, &target, &patterns, &mut symbols, &mut Diagnostics::new())
}

fn erase_unused_functions(module: &mut Body) -> Result<bool, Reported> {
    let mut patterns = RewritePatternSet::new();
    patterns.add_link::<FuncOp>("std.func-unused", 1, |function, rewriter| {
        let body = rewriter.body();
        let op = body.op(function.id());
        if op.symbol_visibility() != Visibility::Private {
            return Err("others may call the function".into());
        }
        if !SymbolTables::new(body).is_known_unused(op, body.as_op()) {
            return Err("the function is used".into());
        }
        rewriter.erase_op(function.id());
        Ok(())
    });
    let (patterns, config) = (patterns.freeze(module.context()), GreedyConfig::default());
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    apply_patterns_greedily(module, &patterns, &config, &mut symbols, &mut diagnostics)
}

fn complex_to_parts(module: &mut Body) -> Result<(), Reported> {
    let ctx = module.context().clone();
    let mut converter = TypeConverter::new(&ctx);
    converter.add_conversion(|_, ty| ty);
    converter.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
        Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
        None => TypeConversion::Skip,
    });
    let converter = Arc::new(converter);
    let mut target = ConversionTarget::new(&ctx);
    let mut patterns = ConversionPatternSet::with_converter(&converter);
    populate_func_type_conversion(&mut patterns, &mut target, &converter);
    target.add_illegal_op::<AddCFOp>().add_legal_op::<AddFOp>();
    patterns.add_one_to_many::<AddCFOp>("sum-of-parts", 1, |op, operands, rewriter| {
        let parts = operands.lhs().iter().zip(operands.rhs());
        let sums: Vec<ValueId> = parts.map(|(&a, &b)| AddFOp::create(rewriter, a, b)).collect();
        rewriter.replace_op_with_multiple(op.id(), &[&sums]);
        Ok(())
    });
    let (patterns, mut symbols) = (patterns.freeze(&ctx), SymbolRequests::new());
    apply_partial_conversion(module, &target, &patterns, &mut symbols, &mut Diagnostics::new())
}

fn main() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.load::<OwnDialect>();
    let text = "own.func @f : (complex<f64>, complex<f64>) -> (complex<f64>) {
^bb0(%a: complex<f64>, %b: complex<f64>):
  %0 = addcf %a, %b : complex<f64>
  own.return %0 : complex<f64>
}
func private @g() {
  return
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    own_functions_to_std(&mut module).expect("everything can be legalized");
    assert_eq!(erase_unused_functions(&mut module), Ok(true));
    complex_to_parts(&mut module).expect("everything can be legalized");
    assert_eq!(
        module.to_string(),
        "module {
  func @f(%arg0: f64, %arg1: f64, %arg2: f64, %arg3: f64) -> (f64, f64) {
    %0 = addf %arg0, %arg2 : f64
    %1 = addf %arg1, %arg3 : f64
    return %0, %1 : f64, f64
  }
}"
    );
}
