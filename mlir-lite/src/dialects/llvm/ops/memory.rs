//! Memory: stack slots and addresses.

use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::{LlvmArrayType, LlvmStructType};
use crate::ir::prelude::*;
use crate::text::print_type;

/// What stands in `rawConstantIndices` for an index that is an operand.
pub const DYNAMIC_INDEX: i32 = i32::MIN;

/// Reserves memory in the function's stack frame.
#[op(name = "llvm.alloca", interfaces(MemoryEffectOpInterface), assembly = custom)]
pub struct AllocaOp {
    /// Number of elements.
    #[operand]
    array_size: LlvmInteger,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr]
    elem_type: TypeAttr,
    /// Whether it is for the arguments of a call.
    #[attr]
    inalloca: Optional<UnitAttr>,
    #[result]
    res: LlvmPointer,
}

impl AllocaOp {
    /// Reserves memory for `count` values.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        count: ValueId,
        alignment: Option<Attribute>,
        element: Attribute,
        pointer: Type,
    ) -> Self {
        Self::build(builder, location, count, alignment, element, None, pointer)
    }
}

impl CustomAssembly for AllocaOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword("inalloca") {
            parser.set_attr("inalloca", Attribute::UNIT);
        }
        let size = parser.parse_operand()?;
        parser.parse_keyword("x")?;
        let element = parser.parse_type()?;
        let element = parser.context().type_attr(element);
        parser.set_attr("elem_type", element);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let ([input], [result]) = (&inputs[..], &results[..]) else {
            return Err(parser.error(position, "expected a type such as '(i64) -> !llvm.ptr'"));
        };
        let size = parser.resolve(&size, *input)?;
        parser.add_operand(size);
        parser.add_result_type(*result);
        Ok(())
    }

    fn print<'b>(op: AllocaOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(if op.attr_named("inalloca").is_some() { " inalloca " } else { " " });
        printer.operand(op.operand(0));
        printer.write(" x ");
        if let Some(element) = op.attr_named("elem_type") {
            printer.attribute(element);
        }
        printer.attr_dict(op, &["elem_type", "inalloca"]);
        printer.write(" : (");
        printer.types(op.operand_types());
        printer.write(") -> ");
        printer.types(op.result_types());
    }
}

impl MemoryEffectOpInterface for AllocaOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        let op = self.op();
        op.results().map(|result| Effect::on(EffectKind::Allocate, result)).collect()
    }
}

/// The address of an element or field, by indices as LLVM's instruction takes
/// them.
#[op(name = "llvm.getelementptr", traits(Pure), assembly = custom, verify)]
pub struct GepOp {
    #[operand]
    base: LlvmPointerOrVector,
    /// Those indices that are not constants.
    #[operand]
    dynamic_indices: Variadic<LlvmInteger>,
    /// All indices; [`DYNAMIC_INDEX`] for those that are operands.
    #[attr(name = "rawConstantIndices")]
    raw_constant_indices: DenseI32ArrayAttr,
    /// What `base` is taken to point to.
    #[attr]
    elem_type: TypeAttr,
    /// 3 for `inbounds`.
    #[attr(name = "noWrapFlags", default = zero_i32)]
    no_wrap_flags: GepFlagsAttr,
    #[result]
    res: LlvmPointerOrVector,
}

/// An index of [`GepOp`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// Known.
    Constant(i32),
    /// An operand.
    Value(ValueId),
}

/// `noWrapFlags` of `inbounds`.
pub const GEP_INBOUNDS: i64 = 3;
const GEP_NUSW: i64 = 2;
/// `noWrapFlags` of `nuw`.
pub const GEP_NUW: i64 = 4;

impl GepOp {
    /// The address `base[indices]`.
    pub fn build_indices(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        base: ValueId,
        element: Type,
        indices: &[GepIndex],
    ) -> Self {
        let mut values: SmallVec<[ValueId; 4]> = SmallVec::new();
        let mut constants: SmallVec<[i32; 4]> = SmallVec::new();
        for index in indices {
            match *index {
                GepIndex::Constant(value) => constants.push(value),
                GepIndex::Value(value) => {
                    constants.push(DYNAMIC_INDEX);
                    values.push(value);
                }
            }
        }
        let ctx = builder.context().clone();
        let result = builder.body().ty(base);
        let constants = ctx.i32_array_attr(&constants);
        Self::build(builder, location, base, &values, constants, ctx.type_attr(element), None, result)
    }
}

/// The indices of an op, constants and operands in order.
pub fn gep_indices(op: OpRef<'_>) -> Vec<GepIndex> {
    let raw = op.attr_named("rawConstantIndices").and_then(|raw| raw.as_i64_array(op.context()));
    let mut operands = op.operands().skip(1);
    raw.unwrap_or_default()
        .into_iter()
        .filter_map(|raw| match raw as i32 {
            DYNAMIC_INDEX => operands.next().map(GepIndex::Value),
            constant => Some(GepIndex::Constant(constant)),
        })
        .collect()
}

impl CustomAssembly for GepOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let mut flags = 0;
        loop {
            flags |= if parser.parse_optional_keyword("inbounds") {
                GEP_INBOUNDS
            } else if parser.parse_optional_keyword("nusw") {
                GEP_NUSW
            } else if parser.parse_optional_keyword("nuw") {
                GEP_NUW
            } else if flags != 0 {
                return Err(parser.expected("'inbounds', 'nusw' or 'nuw' after '|'"));
            } else {
                break;
            };
            if !parser.parse_optional_punct("|") {
                break;
            }
        }
        if flags != 0 {
            let flags = parser.context().integer_attr(Type::I32, flags);
            parser.set_attr("noWrapFlags", flags);
        }
        let base = parser.parse_operand()?;
        parser.parse_punct("[")?;
        let mut indices = Vec::new();
        let mut operands = vec![base];
        if !parser.parse_optional_punct("]") {
            loop {
                if let Some(operand) = parser.parse_optional_operand()? {
                    operands.push(operand);
                    indices.push(DYNAMIC_INDEX);
                } else {
                    let position = parser.position();
                    match i32::try_from(parser.parse_integer()?) {
                        Ok(index) if index != DYNAMIC_INDEX => indices.push(index),
                        _ => return Err(parser.error(position, "expected a constant index of 32 bits")),
                    }
                }
                if !parser.parse_optional_punct(",") {
                    break;
                }
            }
            parser.parse_punct("]")?;
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let values = parser.resolve_all(&operands, &inputs, position)?;
        parser.add_operands(&values);
        parser.add_result_types(&results);
        parser.parse_punct(",")?;
        let element = parser.parse_type()?;
        let ctx = parser.context().clone();
        parser.set_attr("rawConstantIndices", ctx.i32_array_attr(&indices));
        parser.set_attr("elem_type", ctx.type_attr(element));
        Ok(())
    }

    fn print<'b>(op: GepOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let flags = op.attr_named("noWrapFlags").and_then(|flags| flags.as_i64(op.context())).unwrap_or(0);
        let mut names = Vec::new();
        if flags & GEP_INBOUNDS == GEP_INBOUNDS {
            names.push("inbounds");
        } else if flags & GEP_NUSW != 0 {
            names.push("nusw");
        }
        if flags & GEP_NUW != 0 {
            names.push("nuw");
        }
        if !names.is_empty() {
            printer.display(format_args!(" {}", names.join("|")));
        }
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write("[");
        for (i, index) in gep_indices(op).into_iter().enumerate() {
            if i > 0 {
                printer.write(", ");
            }
            match index {
                GepIndex::Constant(value) => printer.display(value),
                GepIndex::Value(value) => printer.operand(value),
            }
        }
        printer.write("]");
        printer.attr_dict(op, &["rawConstantIndices", "elem_type", "noWrapFlags"]);
        printer.write(" : (");
        printer.types(op.operand_types());
        printer.write(") -> ");
        printer.types(op.result_types());
        printer.write(", ");
        if let Some(element) = op.attr_named("elem_type") {
            printer.attribute(element);
        }
    }
}

impl VerifyOp for GepOp {
    fn verify(op: GepOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(gep) = op.cast::<Self>().map(OpView::handle) else { return };
        let raw = gep.raw_constant_indices(op.body()).i64_elements(ctx).unwrap_or_default();
        let dynamic = raw.iter().filter(|&&index| index as i32 == DYNAMIC_INDEX).count();
        if dynamic + 1 != op.num_operands() {
            let message =
                format!("has {} index operands, but {dynamic} dynamic indices", op.num_operands() - 1);
            diagnostics.error(op.op_error(message));
            return;
        }
        let Some(mut ty) = gep.elem_type(op.body()).as_type(ctx) else { return };
        for index in raw.iter().skip(1).map(|&index| index as i32) {
            let inner = if let Some(fields) = ty.as_dialect::<LlvmStructType>(ctx) {
                // Which field is meant must be known.
                usize::try_from(index).ok().and_then(|index| fields.fields().get(index)).copied()
            } else if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
                Some(array.element)
            } else {
                ty.element_type(ctx)
            };
            let Some(inner) = inner else {
                let ty = print_type(ctx, ty);
                let found = if index == DYNAMIC_INDEX { "a dynamic index".into() } else { index.to_string() };
                diagnostics.error(op.op_error(format_args!("cannot index into '{ty}' by {found}")));
                return;
            };
            ty = inner;
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AllocaOp>();
    dialect.op::<GepOp>();
}
