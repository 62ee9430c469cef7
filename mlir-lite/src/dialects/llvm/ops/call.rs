//! Calls and returns.

use super::bundles;
use super::properties::CALL;
use crate::dialects::llvm::attributes::{CConv, TailCallKind};
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::{LlvmFunctionType, LlvmVoidType, function_type, is_pointer, void_type};
use crate::ir::prelude::*;
use crate::ir::symbols::SymbolScope;

/// Calls a function by its symbol, or by its address, which then is the first
/// operand.
#[op(
    name = "llvm.call", properties = CALL,
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
    #[attr(default = bundles::none)]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[attr]
    op_bundle_tags: Optional<ArrayAttr>,
    /// How the callee is called.
    #[attr(name = "CConv", default = c_convention)]
    calling_convention: CConvAttr,
    /// Whether the call may be a jump.
    #[attr(name = "TailCallKind", default = no_tail_call)]
    tail_call_kind: TailCallKindAttr,
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// What memory the call reads and writes.
    #[attr]
    memory_effects: Optional<MemoryEffectsAttr>,
    #[attr]
    convergent: Optional<UnitAttr>,
    #[attr]
    no_unwind: Optional<UnitAttr>,
    #[attr]
    will_return: Optional<UnitAttr>,
    #[attr]
    no_inline: Optional<UnitAttr>,
    #[attr]
    always_inline: Optional<UnitAttr>,
    #[attr]
    inline_hint: Optional<UnitAttr>,
    #[result]
    result: Optional<LlvmValue>,
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
        Self::of(builder, location, callee, None, arguments, result)
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
        Self::of(builder, location, callee, ty, arguments, result)
    }

    /// A call of the function at the address `operands[0]`.
    pub fn build_indirect(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        operands: &[ValueId],
        result: Option<Type>,
    ) -> Self {
        Self::of(builder, location, None, None, operands, result)
    }

    fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        callee: Option<Attribute>,
        callee_type: Option<Attribute>,
        operands: &[ValueId],
        result: Option<Type>,
    ) -> Self {
        let ctx = builder.context().clone();
        let mut state = OperationState::new(Self::name(&ctx), location).operands(operands);
        let sizes = ctx.i32_array_attr(&[operands.len() as i32, 0]);
        let attributes = [
            ("callee", callee),
            ("var_callee_type", callee_type),
            ("operandSegmentSizes", Some(sizes)),
            ("op_bundle_sizes", Some(bundles::none(&ctx))),
        ];
        for (name, value) in attributes {
            state.attributes.extend(value.map(|value| (ctx.ident(name), value)));
        }
        state.result_types.extend(result);
        let op = builder.body_mut().create_op(state);
        builder.insert(op);
        Self(op)
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

/// Reads `(i32 {llvm.noundef}, f32)`; gives the types, and their attributes if
/// there are any.
fn parse_types(parser: &mut OpAsmParser<'_, '_>) -> Parsed<(Vec<Type>, Option<Attribute>)> {
    let ctx = parser.context().clone();
    let (mut types, mut attributes) = (Vec::new(), Vec::new());
    parser.parse_punct("(")?;
    if !parser.parse_optional_punct(")") {
        loop {
            types.push(parser.parse_type()?);
            let entries = if parser.at_punct("{") { parser.parse_dictionary()? } else { Vec::new() };
            attributes.push(ctx.dictionary_attr(&entries));
            if !parser.parse_optional_punct(",") {
                break;
            }
        }
        parser.parse_punct(")")?;
    }
    let is_empty = attributes.iter().all(|a| a.as_dictionary(&ctx).is_some_and(<[_]>::is_empty));
    Ok((types, (!is_empty).then(|| ctx.array_attr(&attributes))))
}

/// Writes what [`parse_types`] reads.
fn print_types(printer: &mut OpAsmPrinter<'_, '_>, types: &[Type], attributes: Option<Attribute>) {
    let ctx = printer.context();
    let attributes = attributes.and_then(|list| list.as_array(ctx)).unwrap_or_default();
    printer.write("(");
    for (i, &ty) in types.iter().enumerate() {
        printer.write(if i > 0 { ", " } else { "" });
        printer.ty(ty);
        let entries = attributes.get(i).and_then(|entries| entries.as_dictionary(ctx)).unwrap_or_default();
        if !entries.is_empty() {
            printer.write(" {");
            printer.attribute_entries(entries);
            printer.write("}");
        }
    }
    printer.write(")");
}

impl CustomAssembly for CallOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let convention = CConv::parse_or_default(parser);
        parser.set_attr("CConv", convention);
        let tail = TailCallKind::parse_or_default(parser);
        parser.set_attr("TailCallKind", tail);
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
        let bundled = bundles::parse(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        if let Some(pointer) = &pointer {
            let ty = parser.parse_type()?;
            let value = parser.resolve(pointer, ty)?;
            parser.add_operand(value);
            parser.parse_punct(",")?;
        }
        let position = parser.position();
        let (inputs, arg_attrs) = parse_types(parser)?;
        parser.parse_punct("->")?;
        let (results, res_attrs) =
            if parser.at_punct("(") { parse_types(parser)? } else { (vec![parser.parse_type()?], None) };
        for (name, list) in [("arg_attrs", arg_attrs), ("res_attrs", res_attrs)] {
            if let Some(list) = list {
                parser.set_attr(name, list);
            }
        }
        let values = parser.resolve_all(&operands, &inputs, position)?;
        parser.add_operands(&values);
        parser.add_operands(&bundled);
        match results[..] {
            [] => {}
            [result] => parser.add_result_type(result),
            _ => return Err(parser.error(position, "a function has one result at most: use a struct")),
        }
        let count = values.len() + usize::from(pointer.is_some());
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&[count as i32, bundled.len() as i32]));
        Ok(())
    }

    fn print<'b>(op: CallOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let ctx = op.context();
        let callee = op.attr_named("callee").and_then(|callee| callee.as_flat_symbol(ctx));
        let Some(call) = op.cast::<Self>().map(OpView::handle) else { return };
        let (own, bundled) = (call.callee_operands(op.body()), call.op_bundle_operands(op.body()));
        let arguments = if callee.is_some() { &own[..] } else { own.get(1..).unwrap_or_default() };
        let words = [
            CConv::shown(ctx, op.attr_named("CConv")),
            TailCallKind::shown(ctx, op.attr_named("TailCallKind")),
        ];
        for word in words.into_iter().flatten() {
            printer.write(" ");
            printer.write(word);
        }
        printer.write(" ");
        match callee {
            Some(callee) => printer.symbol_name(callee.text(ctx)),
            None => printer.operands(op.operands().take(1)),
        }
        printer.write("(");
        printer.operands(arguments.iter().copied());
        printer.write(")");
        if let Some(ty) = op.attr_named("var_callee_type") {
            printer.write(" vararg(");
            printer.attribute(ty);
            printer.write(")");
        }
        bundles::print(op, &bundled, printer);
        let mut elided = vec![
            "callee",
            "var_callee_type",
            "operandSegmentSizes",
            bundles::ATTRIBUTES[0],
            bundles::ATTRIBUTES[1],
            "CConv",
            "TailCallKind",
            "arg_attrs",
            "res_attrs",
        ];
        if op.attr_named("fastmathFlags") == Some(no_fastmath(ctx)) {
            elided.push("fastmathFlags");
        }
        printer.attr_dict(op, &elided);
        printer.write(" : ");
        if callee.is_none() {
            printer.types(op.operand_types().take(1));
            printer.write(", ");
        }
        let inputs: Vec<Type> = arguments.iter().map(|&value| op.body().ty(value)).collect();
        let results: Vec<Type> = op.result_types().collect();
        let (arg_attrs, res_attrs) = (op.attr_named("arg_attrs"), op.attr_named("res_attrs"));
        print_types(printer, &inputs, arg_attrs);
        printer.write(" -> ");
        match results[..] {
            [result] if res_attrs.is_none() => printer.ty(result),
            _ => print_types(printer, &results, res_attrs),
        }
    }
}

impl VerifyOp for CallOp {
    fn verify(op: CallOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        if op.attr_named("callee").is_none()
            && !op.operand_types().next().is_some_and(|ty| is_pointer(ctx, ty))
        {
            diagnostics
                .error(op.op_error("must have either a 'callee' attribute or a pointer as first operand"));
        }
        if let Some(call) = op.cast::<Self>().map(OpView::handle) {
            bundles::verify(op, call.op_bundle_operands(op.body()).len(), diagnostics);
            verify_variadic_type(op, call, diagnostics);
            verify_attribute_lists(op, call, diagnostics);
        }
    }
}

/// The dictionaries of arguments and results are as many as these.
fn verify_attribute_lists(op: OpRef<'_>, call: CallOp, diagnostics: &mut Diagnostics) {
    let (ctx, body) = (op.context(), op.body());
    let skip = usize::from(call.callee(body).is_none());
    let passed = call.callee_operands(body).len().saturating_sub(skip);
    for (name, kind, wanted) in [("arg_attrs", "argument", passed), ("res_attrs", "result", op.num_results())]
    {
        let found = op.attr_named(name).and_then(|list| list.as_array(ctx)).map(<[_]>::len);
        if let Some(found) = found.filter(|&found| found != wanted) {
            let message = format_args!(
                "expects a dictionary of attributes for each {kind}, {wanted} in all, but found {found}"
            );
            diagnostics.error(op.op_error(message));
        }
    }
}

/// What is written after `vararg` is the type of a function with `...` that the call fits.
fn verify_variadic_type(op: OpRef<'_>, call: CallOp, diagnostics: &mut Diagnostics) {
    let (ctx, body) = (op.context(), op.body());
    let Some(ty) = call.var_callee_type(body).and_then(|ty| ty.as_type(ctx)) else { return };
    let Some(data) = ty.as_dialect::<LlvmFunctionType>(ctx) else { return };
    let skip = usize::from(call.callee(body).is_none());
    let passed = || call.callee_operands(body).into_iter().skip(skip).map(|value| body.ty(value));
    let result = call.result(body).map_or_else(|| void_type(ctx), |result| body.ty(result));
    let fits = passed().len() >= data.parameters.len()
        && passed().zip(&data.parameters).all(|(found, &wanted)| found == wanted);
    let problem = match () {
        () if !data.is_var_arg => "has no '...'",
        () if result != data.result => "has another result",
        () if !fits => "takes other arguments",
        () => return,
    };
    let ty = crate::text::print_type(ctx, ty);
    diagnostics
        .error(op.op_error(format_args!("is said to call a function of type '{ty}', which {problem}")));
}

impl SymbolUserOpInterface for CallOpRef<'_> {
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics) {
        let op = self.op();
        let ctx = op.context();
        let call = self.handle();
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
        let found: Vec<Type> =
            call.callee_operands(op.body()).iter().map(|&value| op.body().ty(value)).collect();
        if data.is_var_arg && call.var_callee_type(op.body()).is_none() {
            let ty = crate::text::print_type(ctx, ty);
            let message = format_args!("calls a function with any number of arguments: write 'vararg({ty})'");
            diagnostics.error(op.op_error(message));
            return;
        }
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
    traits(Pure, Terminator, ReturnLike),
    format = "attr-dict ($arg^ `:` type($arg))?",
    verify
)]
pub struct ReturnOp {
    #[operand]
    arg: Optional<LlvmValue>,
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
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
