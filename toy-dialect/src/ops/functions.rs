//! What functions are made of: `toy.generic_call` and `toy.return`.

use mlir_lite::dialects::std::FuncOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_type;

use crate::types::{ToyValue, are_compatible};

/// Calls a function. The types of operands and parameters agree as far as shapes are known.
///
/// ```mlir
/// %4 = toy.generic_call @f(%1, %3) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<*xf64>
/// ```
#[op(
    name = "toy.generic_call",
    interfaces(CallOpInterface, MemoryEffectOpInterface, SymbolUserOpInterface),
    format = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $results)"
)]
pub struct GenericCallOp {
    #[attr]
    callee: FlatSymbolRefAttr,
    #[operand]
    inputs: Variadic<ToyValue>,
    #[result]
    results: Variadic<ToyValue>,
}

/// Ends a function, with a value or without.
#[op(name = "toy.return", traits(Pure, Terminator, ReturnLike, HasParent<FuncOp>),
     format = "($input^ `:` type($input))? attr-dict", verify)]
pub struct ReturnOp {
    #[operand]
    input: Variadic<ToyValue>,
}

impl GenericCallOp {
    /// The attribute of calls of functions that print nothing: equal ones may be merged, and unused ones left out.
    pub const PURE: &'static str = "pure";
    /// The attribute that holds what a call returns where shapes depend on it, once that is known.
    pub const RETURNS: &'static str = "returns";

    /// The name of the function that is called.
    pub(crate) fn function(self, body: &Body) -> Option<Ident> {
        body.attr(self.id(), Ident::CALLEE)?.as_flat_symbol(body.context())
    }
}

impl MemoryEffectOpInterface for GenericCallOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        match op.attr_named(GenericCallOp::PURE) {
            Some(_) => SmallVec::new(),
            None => SmallVec::from_elem(Effect { kind: EffectKind::Write, value: None }, 1),
        }
    }
}

impl CallOpInterface for GenericCallOpRef<'_> {
    fn callee(&self) -> Option<Callee> {
        let op = self.op();
        op.attr_named("callee")?.as_flat_symbol(op.context()).map(Callee::Symbol)
    }

    fn arguments(&self) -> SmallVec<[ValueId; 4]> {
        self.op().operands().collect()
    }
}

impl SymbolUserOpInterface for GenericCallOpRef<'_> {
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let op = self.op();
        let ctx = op.context();
        let Some(Callee::Symbol(callee)) = CallOpInterface::callee(self) else { return };
        let name = callee.text(ctx);
        let function = symbols.lookup(callee).filter(|symbol| symbol.is::<FuncOp>());
        let Some(function) = function else {
            diagnostics.error(op.op_error(format_args!("calls '@{name}', which is no function here")));
            return;
        };
        let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        let agree = |wanted: &[Type], found: &[Type]| {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(a, b)| are_compatible(ctx, *a, *b))
        };
        let found: (Vec<_>, Vec<_>) = (op.operand_types().collect(), op.result_types().collect());
        if !agree(inputs, &found.0) || !agree(results, &found.1) {
            let wanted = print_type(ctx, ctx.function_type(inputs, results));
            let found = print_type(ctx, ctx.function_type(&found.0, &found.1));
            diagnostics.error(
                op.op_error(format_args!("calls '@{name}' as '{found}', but it is a '{wanted}'"))
                    .with_secondary(function.location().to_position(ctx), "defined here"),
            );
        }
    }
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let found: Vec<Type> = op.operand_types().collect();
        let ty = op
            .parent()
            .and_then(|function| function.attr(Ident::FUNCTION_TYPE))
            .and_then(|ty| ty.as_type(ctx));
        let Some((_, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        if results.len() != found.len() {
            diagnostics.error(op.op_error(format_args!(
                "returns {} values from a function that returns {}",
                found.len(),
                results.len()
            )));
        } else if let Some((found, wanted)) =
            found.iter().zip(results).find(|(found, wanted)| !are_compatible(ctx, **found, **wanted))
        {
            let (found, wanted) = (print_type(ctx, *found), print_type(ctx, *wanted));
            diagnostics.error(
                op.op_error(format_args!("returns a '{found}' from a function that returns a '{wanted}'")),
            );
        }
    }
}
