//! Calls and returns.

use super::FuncOp;
use crate::ir::interfaces::Callee;
use crate::ir::prelude::*;
use crate::ir::symbols::SymbolScope;
use crate::text::print_type;

/// Ends a function and gives its results.
#[op(name = "std.return", traits(Pure, Terminator, ReturnLike, HasParent<FuncOp>),
     upstream(name = "func.return"), format = "attr-dict ($operands^ `:` type($operands))?", verify)]
pub struct ReturnOp {
    /// The results.
    #[operand]
    operands: Variadic<AnyType>,
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(function) = op.parent() else { return };
        let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let Some((_, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        let name = function.symbol_name().map_or("", |name| name.text(ctx));
        if op.num_operands() != results.len() {
            diagnostics.error(op.op_error(format_args!(
                "has {} operands, but enclosing function (@{name}) returns {}",
                op.num_operands(),
                results.len()
            )));
            return;
        }
        for (i, (found, &wanted)) in op.operand_types().zip(results).enumerate() {
            if found != wanted {
                diagnostics.error(op.error(format!(
                    "type of return operand {i} ('{}') doesn't match function result type ('{}') in function @{name}",
                    print_type(ctx, found),
                    print_type(ctx, wanted)
                )));
            }
        }
    }
}

/// Calls a function by its symbol.
#[op(
    name = "std.call",
    interfaces(CallOpInterface, SymbolUserOpInterface),
    upstream(name = "func.call"),
    format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"
)]
pub struct CallOp {
    /// The function.
    #[attr]
    callee: FlatSymbolRefAttr,
    /// The arguments.
    #[operand]
    operands: Variadic<AnyType>,
    /// The results.
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for CallOpRef<'_> {
    fn callee(&self) -> Option<Callee> {
        (*self).callee().as_flat_symbol(self.context()).map(Callee::Symbol)
    }

    fn arguments(&self) -> SmallVec<[ValueId; 4]> {
        self.operands().ids().collect()
    }
}

impl SymbolUserOpInterface for CallOpRef<'_> {
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let op = self.op();
        let ctx = op.context();
        let Some(callee) = op.attr(Ident::CALLEE).and_then(|callee| callee.as_flat_symbol(ctx)) else {
            return;
        };
        let name = callee.text(ctx);
        let Some(function) = symbols.lookup(callee).filter(|symbol| symbol.is::<FuncOp>()) else {
            diagnostics.error(op.op_error(format_args!("'{name}' does not reference a valid function")));
            return;
        };
        let ty = function.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let Some((inputs, results)) = ty.and_then(|ty| ty.as_function(ctx)) else { return };
        check_types(op, op.operand_types().collect(), inputs, "operand", diagnostics);
        check_types(op, op.result_types().collect(), results, "result", diagnostics);
    }
}

fn check_types(op: OpRef<'_>, found: Vec<Type>, wanted: &[Type], kind: &str, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    if found.len() != wanted.len() {
        diagnostics.error(op.op_error(format_args!(
            "incorrect number of {kind}s for callee: expected {}, found {}",
            wanted.len(),
            found.len()
        )));
        return;
    }
    for (i, (&found, &wanted)) in found.iter().zip(wanted).enumerate() {
        if found != wanted {
            diagnostics.error(op.op_error(format_args!(
                "{kind} type mismatch: expected {kind} type '{}', but provided '{}' for {kind} number {i}",
                print_type(ctx, wanted),
                print_type(ctx, found)
            )));
        }
    }
}

/// Calls a function value.
#[op(name = "std.call_indirect", interfaces(CallOpInterface), upstream(name = "func.call_indirect"),
     assembly = custom, verify, canonicalize)]
pub struct CallIndirectOp {
    /// The function.
    #[operand]
    callee: AnyFunction,
    /// The arguments.
    #[operand]
    arguments: Variadic<AnyType>,
    /// The results.
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for CallIndirectOpRef<'_> {
    fn callee(&self) -> Option<Callee> {
        Some(Callee::Value((*self).callee().id()))
    }

    fn arguments(&self) -> SmallVec<[ValueId; 4]> {
        (*self).arguments().ids().collect()
    }
}

impl CustomAssembly for CallIndirectOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let callee = parser.parse_operand()?;
        let position = parser.position();
        let arguments = parser.parse_operands_in("(", ")")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let (inputs, results) = parser.parse_function_type()?;
        let ty = parser.context().function_type(&inputs, &results);
        let callee = parser.resolve(&callee, ty)?;
        let arguments = parser.resolve_all(&arguments, &inputs, position)?;
        parser.add_operand(callee);
        parser.add_operands(&arguments);
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: CallIndirectOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write("(");
        printer.operands(op.operands().skip(1));
        printer.write(")");
        printer.attr_dict(op, &[]);
        printer.write(" : ");
        printer.ty(op.body().ty(op.operand(0)));
    }
}

impl VerifyOp for CallIndirectOp {
    fn verify(op: CallIndirectOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let Some((inputs, results)) = op.body().ty(op.operand(0)).as_function(op.context()) else { return };
        check_types(op, op.operand_types().skip(1).collect(), inputs, "operand", diagnostics);
        check_types(op, op.result_types().collect(), results, "result", diagnostics);
    }
}
