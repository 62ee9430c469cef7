//! Calls and returns: `toy.generic_call` and `toy.return`.

use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_type;

use crate::loop_builder::{Affine, MemoryType, allocate, are_in_memory};
use crate::types::{ToyValue, are_compatible};
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::dialects::standard;
use mlir_lite::edsc::edsc;
use mlir_lite::rewrite::MatchFailure;

/// Calls a function. The types of operands and parameters agree as far as shapes are known.
///
/// ```mlir
/// %4 = toy.generic_call @f(%1, %3) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<*xf64>
/// ```
#[op(
    name = "toy.generic_call",
    implements(
        InterpretOp,
        CallOpInterface,
        MemoryEffectOpInterface,
        SymbolUserOpInterface,
        LowerByPatterns<Affine>
    ),
    format = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $results)"
)]
pub struct GenericCallOp {
    #[attr(typed)]
    callee: FlatSymbolRefAttr,
    #[operand]
    inputs: Variadic<ToyValue>,
    #[result]
    results: Variadic<ToyValue>,
}

/// Ends a function, with a value or without.
#[op(
    name = "toy.return",
    traits(Pure, Terminator, ReturnLike, HasParent<FuncOp>),
    implements(VerifyOp, InterpretOp, LowerByPatterns<Affine>),
    format = "($input^ `:` type($input))? attr-dict"
)]
pub struct ReturnOp {
    #[operand]
    input: Variadic<ToyValue>,
}

impl GenericCallOp {
    /// The attribute of calls of functions without effects: equal ones may be merged, and unused
    /// ones erased.
    const PURE: &'static str = "pure";
    /// The attribute for the result of a call on which shapes depend, once that is known.
    const RETURNS: &'static str = "returns";

    /// Declares that the called function has no effects.
    pub(crate) fn mark_pure(self, body: &mut Body) {
        let name = body.context().ident(Self::PURE);
        body.set_attr(self.id(), name, Attribute::UNIT);
    }

    /// Sets the known result of the call.
    pub(crate) fn set_returned(self, body: &mut Body, value: Attribute) {
        let name = body.context().ident(Self::RETURNS);
        body.set_attr(self.id(), name, value);
    }
}

impl GenericCallOpRef<'_> {
    /// Whether the called function is known to have no effects.
    pub(crate) fn is_pure(self) -> bool {
        self.op().attr_named(GenericCallOp::PURE).is_some()
    }

    /// The result of the call, if shapes depend on it and it is known.
    pub(crate) fn returned(self) -> Option<Attribute> {
        self.op().attr_named(GenericCallOp::RETURNS)
    }
}

impl InterpretOp for GenericCallOp {
    fn interpret<'b>(op: GenericCallOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.run_call(op.op())
    }
}

impl InterpretOp for ReturnOp {
    fn interpret<'b>(op: ReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.take_operands(op.op())))
    }
}

impl MemoryEffectOpInterface for GenericCallOp {
    fn effects(op: GenericCallOpRef<'_>) -> SmallVec<[Effect; 2]> {
        match op.is_pure() {
            true => SmallVec::new(),
            false => SmallVec::from_elem(Effect::of(EffectKind::Write, Resource::MEMORY), 1),
        }
    }
}

impl CallOpInterface for GenericCallOp {
    fn callee(op: GenericCallOpRef<'_>) -> Option<Callee> {
        Some(Callee::Symbol(GenericCallOpRef::callee(op)))
    }

    fn arguments(op: GenericCallOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.inputs().ids().collect()
    }
}

impl SymbolUserOpInterface for GenericCallOp {
    fn verify_symbol_uses(
        view: GenericCallOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let (op, ctx, callee) = (view.op(), view.context(), GenericCallOpRef::callee(view));
        let name = callee.text(ctx);
        let function = symbols.lookup(callee).filter(|symbol| symbol.is::<FuncOp>());
        let Some(function) = function else {
            diagnostics
                .error(op.op_error(format_args!("calls '@{name}', which is not a function here")));
            return;
        };
        let Some((inputs, results)) = declared_type(function) else { return };
        let agree = |wanted: &[Type], found: &[Type]| {
            wanted.len() == found.len()
                && wanted.iter().zip(found).all(|(a, b)| are_compatible(ctx, *a, *b))
        };
        let found: (Vec<_>, Vec<_>) =
            (view.inputs().types().collect(), view.results().types().collect());
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

/// The types of parameters and results that a function is declared with.
fn declared_type(function: OpRef<'_>) -> Option<(&[Type], &[Type])> {
    let ctx = function.context();
    // The function itself may be invalid.
    function.attr(Ident::FUNCTION_TYPE)?.as_type(ctx)?.as_function(ctx)
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let found: Vec<Type> = op.input().types().collect();
        let ctx = op.context();
        let Some((_, results)) = op.op().parent().and_then(declared_type) else { return };
        if results.len() != found.len() {
            diagnostics.error(op.op_error(format_args!(
                "returns {} values from a function that returns {}",
                found.len(),
                results.len()
            )));
        } else if let Some((found, wanted)) = found
            .iter()
            .zip(results)
            .find(|(found, wanted)| !are_compatible(ctx, **found, **wanted))
        {
            let (found, wanted) = (print_type(ctx, *found), print_type(ctx, *wanted));
            diagnostics.error(op.op_error(format_args!(
                "returns a '{found}' from a function that returns a '{wanted}'"
            )));
        }
    }
}

impl LowerByPatterns<Affine> for GenericCallOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        // The callee fills memory that is allocated here.
        set.add::<GenericCallOp>("toy.generic_call-to-std", 1, |op, operands, rewriter| {
            let body = rewriter.body();
            are_in_memory(body, operands.values())
                .map_err(|_| "an argument is not a result of an op that was lowered")?;
            let (ctx, callee) = (body.context(), op.callee_attr(body));
            let type_of = |result| MemoryType::of(ctx, body.ty(result));
            let types: Option<Vec<MemoryType>> = body.results(op.id()).map(type_of).collect();
            let types = types.ok_or("the shape of a result is not known")?;
            let outputs: Vec<ValueId> = edsc(rewriter, |e| {
                let memory = types.into_iter().map(|ty| Ok(allocate(e, &ty)?.memref.id()));
                memory.collect::<Result<_, MatchFailure>>()
            })?;
            let inputs = [operands.values(), &outputs].concat();
            standard::CallOp::create(rewriter, callee, &inputs, &[]);
            rewriter.replace_op(op.id(), &outputs);
            Ok(())
        });
    }
}

impl LowerByPatterns<Affine> for ReturnOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        // The returned value is stored in the caller's memory after everything else.
        set.add::<ReturnOp>("toy.return-to-std", 1, |op, operands, rewriter| {
            standard::ReturnOp::create(rewriter, operands.values());
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
