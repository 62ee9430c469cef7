//! Calls of functions that may throw.

use super::bundles;
use super::callee::{
    Signature, address, arguments, parse_callee, parse_signature, parse_variadic_type,
    print_callee, print_signature, print_variadic_type,
};
use super::exceptions::LandingpadOp;
use crate::constraints::*;
use crate::llvm_types::{function_type, is_pointer, void_type};
use mlir_lite::ir::prelude::*;

/// Calls a function, and goes on in the first block, or in the second one if the function throws.
///
/// ```mlir
/// %0 = llvm.invoke @f(%a) to ^next unwind ^thrown : (i32) -> i32
/// ```
#[op(name = "llvm.invoke", traits(Terminator), implements(CustomAssembly, VerifyOp))]
pub struct InvokeOp {
    #[attr(typed)]
    callee: Optional<FlatSymbolRefAttr>,
    /// The callee's type, if it takes any number of arguments.
    #[attr]
    var_callee_type: Optional<LlvmFunctionTypeAttr>,
    /// The address of the callee, if it has no symbol here, and the arguments.
    #[operand]
    callee_operands: Variadic<LlvmValue>,
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// How often each block follows, compared to the other.
    #[attr]
    branch_weights: Optional<DenseI32ArrayAttr>,
    /// Bundles are not supported: there are none.
    #[attr(default = bundles::none)]
    op_bundle_sizes: DenseI32ArrayAttr,
    /// How the callee is called.
    #[attr(typed, name = "CConv", default = CConv::C)]
    calling_convention: CConv,
    #[successor]
    normal_dest: AnySuccessor,
    #[successor]
    unwind_dest: AnySuccessor,
    #[result]
    result: Optional<LlvmValue>,
}

impl<'b> InvokeOpRef<'b> {
    /// The called address; none for a call by symbol.
    pub fn address(self) -> Option<ValueRef<'b>> {
        address(self.callee(), self.callee_operands())
    }

    /// The arguments.
    pub fn arguments(self) -> impl ExactSizeIterator<Item = ValueRef<'b>> + 'b {
        arguments(self.callee(), self.callee_operands())
    }

    /// The callee's type, from the operands and results.
    pub fn function_type(self) -> Type {
        let ctx = self.context();
        if let Some(ty) = self.var_callee_type().and_then(|ty| ty.as_type(ctx)) {
            return ty;
        }
        let parameters: Vec<Type> = self.arguments().map(ValueRef::ty).collect();
        let result = self.result().map_or_else(|| void_type(ctx), ValueRef::ty);
        function_type(ctx, result, &parameters, false)
    }
}

/// The attributes that the custom form prints separately.
const SHOWN: [&str; 6] =
    ["callee", "var_callee_type", "op_bundle_sizes", "CConv", "arg_attrs", "res_attrs"];

impl CustomAssembly for InvokeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let convention = CConv::parse_optional(parser).unwrap_or(CConv::C);
        parser.set_attr("CConv", convention.attribute(&ctx));
        let callee = parse_callee(parser)?;
        parser.parse_keyword("to")?;
        parser.parse_successor()?;
        parser.parse_keyword("unwind")?;
        parser.parse_successor()?;
        parse_variadic_type(parser)?;
        let position = parser.position();
        if !bundles::parse(parser)?.is_empty() {
            return Err(parser.error(position, "bundles of 'llvm.invoke' are not supported"));
        }
        parser.parse_attr_dict()?;
        let Signature { results, .. } = parse_signature(parser, &callee)?;
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: InvokeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        if op.calling_convention() != CConv::C {
            printer.write(" ");
            printer.write(op.calling_convention().text());
        }
        printer.write(" ");
        print_callee(printer, op.callee(), op.callee_operands());
        printer.write(" to ");
        printer.successor(op.op(), 0);
        printer.write(" unwind ");
        printer.successor(op.op(), 1);
        print_variadic_type(printer, op.var_callee_type());
        printer.attr_dict(op.op(), &SHOWN);
        let attributes = [op.arg_attrs(), op.res_attrs()];
        print_signature(printer, (op.callee(), op.callee_operands()), op.result(), attributes);
    }
}

impl VerifyOp for InvokeOp {
    fn verify(op: InvokeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let is_address = |value: ValueRef<'_>| is_pointer(op.context(), value.ty());
        if op.callee().is_none() && !op.address().is_some_and(is_address) {
            let message = "must have either a 'callee' attribute or a pointer as first operand";
            diagnostics.error(op.op().op_error(message));
        }
        let unwind = op.op().successors().nth(1);
        let first = unwind.and_then(|block| op.body().first_op(block));
        if first.is_some_and(|first| !LandingpadOp::is(op.body(), first)) {
            let message = "first operation in unwind destination should be a llvm.landingpad \
                           operation";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<InvokeOp>();
}
