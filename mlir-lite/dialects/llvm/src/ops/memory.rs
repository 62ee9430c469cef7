//! Memory: stack slots and addresses.

use crate::constraints::*;
use crate::llvm_types::{LlvmArrayType, LlvmStructType};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, part_of, size_of};
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use std::iter;

/// The value in `rawConstantIndices` for an index that is an operand.
pub const DYNAMIC_INDEX: i32 = i32::MIN;

/// Reserves memory in the function's stack frame.
///
/// ```mlir
/// %pointer = llvm.alloca %count x f64 : (i64) -> !llvm.ptr
/// ```
#[op(name = "llvm.alloca", implements(CustomAssembly, InterpretOp))]
pub struct AllocaOp {
    /// Number of elements.
    #[operand]
    array_size: LlvmInteger,
    #[attr]
    alignment: Optional<I64Attr>,
    #[attr]
    elem_type: TypeAttr,
    /// Whether the memory is for the arguments of a call.
    #[attr]
    inalloca: Optional<UnitAttr>,
    #[result(effects(Allocate))]
    res: LlvmPointer,
}

impl AllocaOp {
    /// Reserves memory for `count` values.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        count: ValueId,
        alignment: Option<Attribute>,
        element: Attribute,
        pointer: Type,
    ) -> ValueId {
        Self::create(builder, count, alignment, element, None, pointer)
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
        printer.write(if op.inalloca().is_some() { " inalloca " } else { " " });
        printer.operand(op.array_size().id());
        printer.write(" x ");
        printer.attribute(op.elem_type());
        printer.attr_dict(op.op(), &["elem_type", "inalloca"]);
        printer.write(" : (");
        printer.ty(op.array_size().ty());
        printer.write(") -> ");
        printer.ty(op.res().ty());
    }
}

impl InterpretOp for AllocaOp {
    fn interpret<'b>(op: AllocaOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ty = op.elem_type().as_type(op.context()).ok_or_else(Trap::malformed)?;
        let size =
            size_of(op.context(), ty)?.saturating_mul(m.get(op.array_size()).as_int()? as u64);
        let address = m.allocate_on_stack(size)?;
        m.set_result(op.res(), Value::Int(address.into()))
    }
}

/// The address of an element or field, by indices as LLVM's instruction takes
/// them.
///
/// ```mlir
/// %element = llvm.getelementptr inbounds %array[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
/// ```
#[op(
    name = "llvm.getelementptr",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, ViewLikeOpInterface)
)]
pub struct GepOp {
    #[operand]
    base: LlvmPointerOrVector,
    /// Those indices that are not constants.
    #[operand]
    dynamic_indices: Variadic<LlvmInteger>,
    /// All indices; [`DYNAMIC_INDEX`] for those that are operands.
    #[attr(name = "rawConstantIndices")]
    raw_constant_indices: DenseI32ArrayAttr,
    /// The type that `base` is taken to point to.
    #[attr(typed)]
    elem_type: TypeAttr,
    /// 3 for `inbounds`.
    #[attr(typed, name = "noWrapFlags", default = GepFlags::NONE)]
    no_wrap_flags: GepFlags,
    #[result]
    res: LlvmPointerOrVector,
}

impl ViewLikeOpInterface for GepOp {
    fn view_source(op: GepOpRef<'_>) -> ValueId {
        op.base().id()
    }
}

/// An index of [`GepOp`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// Known.
    Constant(i32),
    /// An operand.
    Value(ValueId),
}

impl GepOp {
    /// The address `base[indices]`, at the builder's location.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        base: ValueId,
        element: Type,
        indices: &[GepIndex],
    ) -> ValueId {
        let location = builder.location();
        Self::build_indices(builder, location, base, element, indices).res(builder.body())
    }

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
        Self::build(builder, location, base, &values, constants, element, None, result)
    }
}

impl GepOpRef<'_> {
    /// The indices, constants and operands in order.
    pub fn indices(self) -> Vec<GepIndex> {
        let raw = self.raw_constant_indices().as_i64_array(self.context());
        let mut operands = self.dynamic_indices().ids();
        raw.unwrap_or_default()
            .into_iter()
            .filter_map(|raw| match raw as i32 {
                DYNAMIC_INDEX => operands.next().map(GepIndex::Value),
                constant => Some(GepIndex::Constant(constant)),
            })
            .collect()
    }
}

impl FoldOp for GepOp {
    fn fold(op: GepOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let indices = op.indices();
        let is_zero = matches!(indices[..], [GepIndex::Constant(0)]);
        if is_zero && op.base().ty() == op.res().ty() {
            return Fold::value(op.base());
        }
        let ctx = op.context();
        let mut known = constants.dynamic_indices().iter();
        let (mut raw, mut operands) = (Vec::new(), Vec::new());
        for index in &indices {
            match *index {
                GepIndex::Constant(index) => raw.push(index),
                GepIndex::Value(value) => {
                    let known = known.next().copied().flatten().and_then(|it| it.as_i64(ctx));
                    match known.and_then(|index| i32::try_from(index).ok()) {
                        Some(index) if index != DYNAMIC_INDEX => raw.push(index),
                        _ => {
                            raw.push(DYNAMIC_INDEX);
                            operands.push(value);
                        }
                    }
                }
            }
        }
        if operands.len() == op.dynamic_indices().len() {
            return Fold::Unchanged;
        }
        let (handle, raw) = (op.handle(), ctx.i32_array_attr(&raw));
        Fold::in_place(move |body| {
            handle.set_raw_constant_indices(body, raw);
            handle.set_dynamic_indices(body, &operands);
        })
    }
}

impl InterpretOp for GepOp {
    fn interpret<'b>(op: GepOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        // Computing an address is not an access, so any operands but poison are allowed.
        let is_poison = |value: ValueRef<'_>| m.get(value) == Value::Poison;
        if is_poison(op.base()) || op.dynamic_indices().into_iter().any(is_poison) {
            return m.set_result(op.res(), Value::Poison);
        }
        let mut address = m.get(op.base()).as_int()? as u64;
        let mut ty = op.elem_type();
        for (depth, index) in op.indices().into_iter().enumerate() {
            let index = match index {
                GepIndex::Constant(index) => i64::from(index),
                GepIndex::Value(value) => {
                    let width = op.body().ty(value).bit_width(ctx).unwrap_or(64).clamp(1, 64);
                    let bits = m.get(value).as_int()? as u64;
                    (bits << (64 - width)) as i64 >> (64 - width)
                }
            };
            let offset = if depth == 0 {
                index.wrapping_mul(size_of(ctx, ty)? as i64)
            } else {
                let (offset, part) = part_of(ctx, ty, index)?;
                ty = part;
                offset
            };
            address = address.wrapping_add_signed(offset);
        }
        m.set_result(op.res(), Value::Int(address.into()))
    }
}

/// Reads `inbounds|nuw`, if it is next.
fn parse_flags(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    if GepFlags::DEF.is_next(parser) {
        let flags: GepFlags = parse_enum(parser)?;
        let flags = flags.attribute(parser.context());
        parser.set_attr("noWrapFlags", flags);
    }
    Ok(())
}

impl CustomAssembly for GepOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_flags(parser)?;
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
                        _ => {
                            return Err(
                                parser.error(position, "expected a constant index of 32 bits")
                            );
                        }
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
        if op.no_wrap_flags() != GepFlags::NONE {
            printer.display(format_args!(" {}", op.no_wrap_flags().stringify()));
        }
        printer.write(" ");
        printer.operand(op.base().id());
        printer.write("[");
        for (i, index) in op.indices().into_iter().enumerate() {
            if i > 0 {
                printer.write(", ");
            }
            match index {
                GepIndex::Constant(value) => printer.display(value),
                GepIndex::Value(value) => printer.operand(value),
            }
        }
        printer.write("]");
        printer.attr_dict(op.op(), &["rawConstantIndices", "elem_type", "noWrapFlags"]);
        printer.write(" : (");
        printer.types(op.op().operand_types());
        printer.write(") -> ");
        printer.ty(op.res().ty());
        printer.write(", ");
        printer.ty(op.elem_type());
    }
}

/// Whether vectors of addresses and indices have the same number of elements.
fn counts_agree(op: GepOpRef<'_>) -> bool {
    let ctx = op.context();
    let shape = |value: ValueRef<'_>| value.ty().shape(ctx);
    let mut shapes = iter::once(op.base()).chain(op.dynamic_indices()).filter_map(shape);
    let first = shapes.next();
    op.res().ty().shape(ctx) == first && shapes.all(|shape| Some(shape) == first)
}

impl VerifyOp for GepOp {
    fn verify(op: GepOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let raw = op.raw_constant_indices().i64_elements(ctx).unwrap_or_default();
        let dynamic = raw.iter().filter(|&&index| index as i32 == DYNAMIC_INDEX).count();
        let passed = op.dynamic_indices().len();
        if dynamic != passed {
            let message = format!("has {passed} index operands, but {dynamic} dynamic indices");
            diagnostics.error(op.op().op_error(message));
            return;
        }
        if !counts_agree(op) {
            let message =
                "expects vectors of one length, and a vector as its result if there are any";
            diagnostics.error(op.op().op_error(message));
        }
        let mut ty = op.elem_type();
        for index in raw.iter().skip(1).map(|&index| index as i32) {
            let inner = if let Some(fields) = ty.as_dialect::<LlvmStructType>(ctx) {
                // The index of a field must be a constant.
                usize::try_from(index).ok().and_then(|index| fields.fields().get(index)).copied()
            } else if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
                Some(array.element)
            } else {
                ty.element_type(ctx)
            };
            let Some(inner) = inner else {
                let ty = print_type(ctx, ty);
                let found = if index == DYNAMIC_INDEX {
                    "a dynamic index".into()
                } else {
                    index.to_string()
                };
                diagnostics
                    .error(op.op().op_error(format_args!("cannot index into '{ty}' by {found}")));
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
