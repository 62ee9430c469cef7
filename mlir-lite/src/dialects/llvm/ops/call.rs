//! Calls and returns.

use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::{LlvmFunctionType, LlvmVoidType, function_type, is_pointer, void_type};
use crate::ir::prelude::*;
use crate::ir::symbols::SymbolScope;

/// Calls a function by its symbol, or by its address, which then is the first
/// operand.
#[op(
    name = "llvm.call",
    traits(AttrSizedOperandSegments),
    interfaces(SymbolUserOpInterface),
    assembly = custom,
    verify
)]
pub struct CallOp {
    #[attr]
    callee: Optional<FlatSymbolRefAttr>,
    /// The callee's type, if it takes any number of arguments.
    #[attr]
    var_callee_type: Optional<LlvmFunctionTypeAttr>,
    #[operand]
    callee_operands: Variadic<LlvmValue>,
    #[operand]
    op_bundle_operands: Variadic<LlvmValue>,
    #[attr(name = "fastmathFlags", default = no_fastmath)]
    fastmath_flags: FastmathAttr,
    #[attr(default = no_bundles)]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[result]
    result: Optional<LlvmValue>,
}

fn no_bundles(ctx: &Context) -> Attribute {
    ctx.i32_array_attr(&[])
}

impl CallOp {
    /// A call of the function `callee`.
    pub fn build_symbol(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        callee: Ident,
        arguments: &[ValueId],
        result: Option<Type>,
    ) -> Self {
        let ctx = builder.context().clone();
        let callee = Some(ctx.symbol_ident_attr(callee));
        let bundles = Some(no_bundles(&ctx));
        Self::build(builder, location, callee, None, arguments, &[], None, bundles, result)
    }

    /// A call of the function `callee` of a type with `...`.
    pub fn build_var_arg(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        callee: Ident,
        callee_type: Type,
        arguments: &[ValueId],
        result: Option<Type>,
    ) -> Self {
        let ctx = builder.context().clone();
        let callee = Some(ctx.symbol_ident_attr(callee));
        let ty = Some(ctx.type_attr(callee_type));
        let bundles = Some(no_bundles(&ctx));
        Self::build(builder, location, callee, ty, arguments, &[], None, bundles, result)
    }

    /// A call of the function at the address `operands[0]`.
    pub fn build_indirect(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        operands: &[ValueId],
        result: Option<Type>,
    ) -> Self {
        let bundles = Some(no_bundles(builder.context()));
        Self::build(builder, location, None, None, operands, &[], None, bundles, result)
    }

    /// The callee's type, as operands and results show it.
    pub fn function_type(self, body: &Body) -> Type {
        let ctx = body.context();
        if let Some(ty) = self.var_callee_type(body).and_then(|ty| ty.as_type(ctx)) {
            return ty;
        }
        let skip = usize::from(self.callee(body).is_none());
        let parameters: Vec<Type> =
            self.callee_operands(body).iter().skip(skip).map(|&value| body.ty(value)).collect();
        let result = self.result(body).map_or_else(|| void_type(ctx), |result| body.ty(result));
        function_type(ctx, result, &parameters, false)
    }
}

impl CustomAssembly for CallOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let pointer = parser.parse_optional_operand()?;
        if pointer.is_none() {
            let callee = parser.parse_symbol_name()?;
            parser.set_attr("callee", ctx.symbol_ident_attr(callee));
        }
        let operands = parser.parse_operands_in("(", ")")?;
        if parser.parse_optional_keyword("vararg") {
            parser.parse_punct("(")?;
            let ty = parser.parse_type()?;
            parser.parse_punct(")")?;
            parser.set_attr("var_callee_type", ctx.type_attr(ty));
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        if let Some(pointer) = &pointer {
            let ty = parser.parse_type()?;
            let value = parser.resolve(pointer, ty)?;
            parser.add_operand(value);
            parser.parse_punct(",")?;
        }
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let values = parser.resolve_all(&operands, &inputs, position)?;
        parser.add_operands(&values);
        match results[..] {
            [] => {}
            [result] => parser.add_result_type(result),
            _ => return Err(parser.error(position, "a function has one result at most: use a struct")),
        }
        let count = values.len() + usize::from(pointer.is_some());
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&[count as i32, 0]));
        parser.set_attr("op_bundle_sizes", no_bundles(&ctx));
        Ok(())
    }

    fn print<'b>(op: OpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        let callee = op.attr_named("callee").and_then(|callee| callee.as_flat_symbol(ctx));
        let skip = usize::from(callee.is_none());
        printer.write(" ");
        match callee {
            Some(callee) => printer.symbol_name(callee.text(ctx)),
            None => printer.operands(op.operands().take(1)),
        }
        printer.write("(");
        printer.operands(op.operands().skip(skip));
        printer.write(")");
        if let Some(ty) = op.attr_named("var_callee_type") {
            printer.write(" vararg(");
            printer.attribute(ty);
            printer.write(")");
        }
        let mut elided = vec!["callee", "var_callee_type", "operandSegmentSizes", "op_bundle_sizes"];
        if op.attr_named("fastmathFlags") == Some(no_fastmath(ctx)) {
            elided.push("fastmathFlags");
        }
        printer.attr_dict(op, &elided);
        printer.write(" : ");
        if callee.is_none() {
            printer.types(op.operand_types().take(1));
            printer.write(", ");
        }
        let inputs: Vec<Type> = op.operand_types().skip(skip).collect();
        let results: Vec<Type> = op.result_types().collect();
        printer.function_type(&inputs, &results);
    }
}

impl VerifyOp for CallOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        if op.attr_named("callee").is_none()
            && !op.operand_types().next().is_some_and(|ty| is_pointer(ctx, ty))
        {
            diagnostics
                .error(op.op_error("must have either a 'callee' attribute or a pointer as first operand"));
        }
    }
}

impl SymbolUserOpInterface for CallOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let Some(call) = op.cast::<Self>() else { return };
        let Some(callee) = call.callee(op.body()).and_then(|callee| callee.as_flat_symbol(ctx)) else {
            return;
        };
        let target = symbols.lookup(callee).filter(|target| target.is::<super::LlvmFuncOp>());
        let Some(target) = target else {
            let message = format!("'{}' does not reference a function 'llvm.func'", callee.text(ctx));
            diagnostics.error(op.op_error(message));
            return;
        };
        let Some(ty) = target.attr_named("function_type").and_then(|ty| ty.as_type(ctx)) else { return };
        let Some(data) = ty.as_dialect::<LlvmFunctionType>(ctx) else { return };
        let found: Vec<Type> = op.operand_types().collect();
        let agrees =
            if data.is_var_arg { found.starts_with(&data.parameters) } else { found == *data.parameters };
        let result = op.result_types().next().unwrap_or_else(|| void_type(ctx));
        if !agrees || result != data.result {
            let (expected, found) = (
                crate::text::print_type(ctx, ty),
                crate::text::print_type(ctx, call.function_type(op.body())),
            );
            let message = format!("calls '{}' of type '{expected}' as '{found}'", callee.text(ctx));
            diagnostics.error(op.op_error(message));
        }
    }
}

/// Returns from a function.
#[op(
    name = "llvm.return",
    traits(Pure, Terminator, ReturnLike, HasParent<super::LlvmFuncOp>),
    format = "attr-dict ($arg^ `:` type($arg))?",
    verify
)]
pub struct ReturnOp {
    #[operand]
    arg: Optional<LlvmValue>,
}

impl VerifyOp for ReturnOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let function = op.parent().and_then(|function| function.attr_named("function_type"));
        let Some(ty) = function.and_then(|ty| ty.as_type(ctx)) else { return };
        let Some(function) = ty.as_dialect::<LlvmFunctionType>(ctx) else { return };
        let is_void = function.result.as_dialect::<LlvmVoidType>(ctx).is_some();
        let found = op.operand_types().next();
        if found != (!is_void).then_some(function.result) {
            let expected =
                if is_void { "nothing".into() } else { crate::text::print_type(ctx, function.result) };
            let found = found.map_or("nothing".into(), |ty| crate::text::print_type(ctx, ty));
            diagnostics
                .error(op.op_error(format_args!("returns {found} from a function that returns {expected}")));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CallOp>();
    dialect.op::<ReturnOp>();
}
