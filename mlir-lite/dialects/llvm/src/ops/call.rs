//! Calls and returns.

use super::bundles::{self, Bundles};
use super::callee::{
    Signature, address, arguments, parse_callee, parse_signature, parse_variadic_type,
    print_callee, print_signature, print_variadic_type,
};
use super::properties::CALL;
use super::{FunctionAttributes, LlvmFuncOp};
use crate::constraints::*;
use crate::llvm_types::{LlvmFunctionType, LlvmVoidType, function_type, is_pointer, void_type};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_type;

/// Calls a function by its symbol, or by its address, which then is the first
/// operand.
///
/// ```mlir
/// %sum = llvm.call @add(%a, %b) : (i32, i32) -> i32
/// llvm.call %function(%a) : !llvm.ptr, (i32) -> ()
/// ```
#[op(
    name = "llvm.call",
    properties = CALL,
    traits(AttrSizedOperandSegments),
    implements(
        CustomAssembly, VerifyOp, InterpretOp, CallOpInterface,
        FunctionAttributes {
            memory_effects, convergent, no_unwind, will_return, no_inline, always_inline,
            inline_hint
        },
        SymbolUserOpInterface,
    )
)]
pub struct CallOp {
    #[attr(typed)]
    callee: Optional<FlatSymbolRefAttr>,
    /// The callee's type, if it takes any number of arguments.
    #[attr]
    var_callee_type: Optional<LlvmFunctionTypeAttr>,
    #[operand]
    callee_operands: Variadic<LlvmValue>,
    #[operand]
    op_bundle_operands: Variadic<LlvmValue>,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[attr(default = bundles::none)]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[attr]
    op_bundle_tags: Optional<ArrayAttr>,
    /// How the callee is called.
    #[attr(typed, name = "CConv", default = CConv::C)]
    calling_convention: CConv,
    /// Whether the call may be a jump.
    #[attr(typed, name = "TailCallKind", default = TailCallKind::None)]
    tail_call_kind: TailCallKind,
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// The memory that the call reads and writes.
    #[attr(typed)]
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
    /// The result of a call of the function `callee`, at the builder's location.
    pub fn of_symbol(
        builder: &mut (impl OpBuilder + ?Sized),
        callee: Ident,
        arguments: &[ValueId],
        result: Option<Type>,
    ) -> Option<ValueId> {
        let location = builder.location();
        Self::build_symbol(builder, location, callee, arguments, result).result(builder.body())
    }

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
        Self(builder.create(state))
    }

    /// The callee's type, from the operands and results.
    pub fn function_type(self, body: &Body) -> Type {
        self.on(body).function_type()
    }
}

impl<'b> CallOpRef<'b> {
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
        function_type(ctx, self.result_type(), &parameters, false)
    }

    /// The type of the result, `void` if there is none.
    fn result_type(self) -> Type {
        self.result().map_or_else(|| void_type(self.context()), ValueRef::ty)
    }

    fn bundles(self) -> Bundles<'b> {
        Bundles {
            sizes: self.op_bundle_sizes(),
            tags: self.op_bundle_tags(),
            values: self.op_bundle_operands(),
        }
    }
}

impl InterpretOp for CallOp {
    fn interpret<'b>(op: CallOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let arguments = op.arguments().map(|argument| m.get(argument)).collect();
        match (op.callee(), op.address()) {
            (Some(name), _) => m.call(op.op(), Callee::Symbol(name), arguments),
            (None, Some(address)) => m.call(op.op(), Callee::Value(address.id()), arguments),
            (None, None) => Err(Trap::malformed()),
        }
    }
}

impl CustomAssembly for CallOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let convention = CConv::parse_optional(parser).unwrap_or(CConv::C);
        parser.set_attr("CConv", convention.attribute(&ctx));
        let tail = TailCallKind::parse_optional(parser).unwrap_or(TailCallKind::None);
        parser.set_attr("TailCallKind", tail.attribute(&ctx));
        let callee = parse_callee(parser)?;
        parse_variadic_type(parser)?;
        let bundled = bundles::parse(parser)?;
        parser.parse_attr_dict()?;
        let Signature { count, results, position } = parse_signature(parser, &callee)?;
        parser.add_operands(&bundled);
        match results[..] {
            [] => {}
            [result] => parser.add_result_type(result),
            _ => {
                return Err(
                    parser.error(position, "a function has one result at most: use a struct")
                );
            }
        }
        parser.set_attr(
            "operandSegmentSizes",
            ctx.i32_array_attr(&[count as i32, bundled.len() as i32]),
        );
        Ok(())
    }

    fn print<'b>(op: CallOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let words = [
            shown(op.calling_convention(), CConv::C),
            shown(op.tail_call_kind(), TailCallKind::None),
        ];
        for word in words.into_iter().flatten() {
            printer.write(" ");
            printer.write(word);
        }
        printer.write(" ");
        print_callee(printer, op.callee(), op.callee_operands());
        print_variadic_type(printer, op.var_callee_type());
        op.bundles().print(op.body(), printer);
        let is_usual = op.fastmath_flags() == FastmathFlags::NONE;
        let elided = &SHOWN[usize::from(!is_usual)..];
        printer.attr_dict(op.op(), elided);
        let attributes = [op.arg_attrs(), op.res_attrs()];
        print_signature(printer, (op.callee(), op.callee_operands()), op.result(), attributes);
    }
}

/// The attributes that the custom form prints separately; the first only if it is not the default.
const SHOWN: [&str; 10] = [
    "fastmathFlags",
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

impl VerifyOp for CallOp {
    fn verify(op: CallOpRef<'_>, diagnostics: &mut Diagnostics) {
        let is_address = |value: ValueRef<'_>| is_pointer(op.context(), value.ty());
        if op.callee().is_none() && !op.address().is_some_and(is_address) {
            let message = "must have either a 'callee' attribute or a pointer as first operand";
            diagnostics.error(op.op().op_error(message));
        }
        op.bundles().verify(op.op(), diagnostics);
        verify_variadic_type(op, diagnostics);
        verify_attribute_lists(op, diagnostics);
    }
}

/// Checks that there are as many dictionaries as arguments and results.
fn verify_attribute_lists(op: CallOpRef<'_>, diagnostics: &mut Diagnostics) {
    let lists = [
        (op.arg_attrs(), "argument", op.arguments().len()),
        (op.res_attrs(), "result", usize::from(op.result().is_some())),
    ];
    for (list, kind, wanted) in lists {
        let found = list.and_then(|list| list.as_array(op.context())).map(<[_]>::len);
        if let Some(found) = found.filter(|&found| found != wanted) {
            let message = format!(
                "expects a dictionary of attributes for each {kind}, {wanted} in all, but found \
                    {found}"
            );
            diagnostics.error(op.op().op_error(message));
        }
    }
}

/// Checks that the type after `vararg` is the type of a variadic function that the call fits.
fn verify_variadic_type(op: CallOpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let Some(ty) = op.var_callee_type().and_then(|ty| ty.as_type(ctx)) else { return };
    let Some(data) = ty.as_dialect::<LlvmFunctionType>(ctx) else { return };
    let passed = || op.arguments().map(ValueRef::ty);
    let fits = passed().len() >= data.parameters.len()
        && passed().zip(&data.parameters).all(|(found, &wanted)| found == wanted);
    let problem = match () {
        () if !data.is_var_arg => "has no '...'",
        () if op.result_type() != data.result => "has another result",
        () if !fits => "takes other arguments",
        () => return,
    };
    let ty = print_type(ctx, ty);
    let message = format!("is said to call a function of type '{ty}', which {problem}");
    diagnostics.error(op.op().op_error(message));
}

impl SymbolUserOpInterface for CallOp {
    fn verify_symbol_uses(
        op: CallOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let (ctx, call) = (op.context(), op);
        let Some(callee) = call.callee() else { return };
        let target = symbols.lookup(callee).filter(|target| target.is::<LlvmFuncOp>());
        let Some(target) = target else {
            let message =
                format!("'{}' does not reference a function 'llvm.func'", callee.text(ctx));
            diagnostics.error(call.op().op_error(message));
            return;
        };
        // The function may be invalid.
        let ty = target.attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let Some(ty) = ty else { return };
        let Some(data) = ty.as_dialect::<LlvmFunctionType>(ctx) else { return };
        let found: Vec<Type> = call.callee_operands().types().collect();
        if data.is_var_arg && call.var_callee_type().is_none() {
            let ty = print_type(ctx, ty);
            let message =
                format!("calls a function with any number of arguments: write 'vararg({ty})'");
            diagnostics.error(call.op().op_error(message));
            return;
        }
        let agrees = if data.is_var_arg {
            found.starts_with(&data.parameters)
        } else {
            found == *data.parameters
        };
        if !agrees || call.result_type() != data.result {
            let (expected, found) = (print_type(ctx, ty), print_type(ctx, call.function_type()));
            let message = format!("calls '{}' of type '{expected}' as '{found}'", callee.text(ctx));
            diagnostics.error(call.op().op_error(message));
        }
    }
}

/// Returns from a function.
#[op(
    name = "llvm.return",
    traits(Pure, Terminator, ReturnLike),
    implements(VerifyOp, InterpretOp),
    format = "attr-dict ($arg^ `:` type($arg))?"
)]
pub struct ReturnOp {
    #[operand]
    arg: Optional<LlvmValue>,
}

impl InterpretOp for ReturnOp {
    fn interpret<'b>(op: ReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(op.arg().into_iter().map(|value| m.get(value)).collect()))
    }
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        // The function may be invalid.
        let function = op.op().parent().filter(|parent| parent.is::<LlvmFuncOp>());
        let ty = function.and_then(|function| function.attr(Ident::FUNCTION_TYPE));
        let Some(ty) = ty.and_then(|ty| ty.as_type(ctx)) else { return };
        let Some(function) = ty.as_dialect::<LlvmFunctionType>(ctx) else { return };
        let is_void = function.result.as_dialect::<LlvmVoidType>(ctx).is_some();
        let found = op.arg().map(ValueRef::ty);
        if found != (!is_void).then_some(function.result) {
            let expected =
                if is_void { "nothing".into() } else { print_type(ctx, function.result) };
            let found = found.map_or("nothing".into(), |ty| print_type(ctx, ty));
            let message = format!("returns {found} from a function that returns {expected}");
            diagnostics.error(op.op().op_error(message));
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CallOp>();
    dialect.op::<ReturnOp>();
}
