//! Assembly in a program.

use crate::constraints::*;
use crate::llvm_attributes::AsmDialect;
use mlir_lite::ir::prelude::*;

/// Assembly of the processor, with constraints that say where operands and results are.
///
/// ```mlir
/// %0 = llvm.inline_asm has_side_effects "bswap $0", "=r,r" %a : (i32) -> i32
/// ```
#[op(name = "llvm.inline_asm", implements(CustomAssembly, MemoryEffectOpInterface))]
pub struct InlineAsmOp {
    #[operand]
    operands: Variadic<LlvmValue>,
    #[attr(typed)]
    asm_string: StrAttr,
    #[attr(typed)]
    constraints: StrAttr,
    /// Whether it does more than to compute its results.
    #[attr]
    has_side_effects: Optional<UnitAttr>,
    /// Whether it needs an aligned stack.
    #[attr]
    is_align_stack: Optional<UnitAttr>,
    /// Whether it may end the function.
    #[attr(typed, default = TailCallKind::None)]
    tail_call_kind: TailCallKind,
    /// Whose syntax it has.
    #[attr(typed)]
    asm_dialect: Optional<AsmDialect>,
    /// Attributes of the operands, such as the type that an address is of.
    #[attr]
    operand_attrs: Optional<ArrayAttr>,
    #[result]
    res: Optional<LlvmValue>,
}

impl MemoryEffectOpInterface for InlineAsmOp {
    fn effects(op: InlineAsmOpRef<'_>) -> SmallVec<[Effect; 2]> {
        if op.has_side_effects().is_none() {
            return SmallVec::new();
        }
        let kinds = [EffectKind::Write, EffectKind::Read];
        kinds.into_iter().map(|kind| Effect::of(kind, Resource::MEMORY)).collect()
    }
}

const SHOWN: [&str; 7] = [
    "asm_string",
    "constraints",
    "has_side_effects",
    "is_align_stack",
    "tail_call_kind",
    "asm_dialect",
    "operand_attrs",
];

impl CustomAssembly for InlineAsmOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        for flag in ["has_side_effects", "is_align_stack"] {
            if parser.parse_optional_keyword(flag) {
                parser.set_attr(flag, Attribute::UNIT);
            }
        }
        let mut tail = TailCallKind::None;
        if parser.parse_optional_keyword("tail_call_kind") {
            parser.parse_punct("=")?;
            parser.parse_punct("<")?;
            tail = TailCallKind::parse_optional(parser).unwrap_or(tail);
            parser.parse_punct(">")?;
        }
        parser.set_attr("tail_call_kind", tail.attribute(&ctx));
        if parser.parse_optional_keyword("asm_dialect") {
            parser.parse_punct("=")?;
            let position = parser.position();
            let dialect = AsmDialect::parse_optional(parser);
            let dialect =
                dialect.ok_or_else(|| parser.error(position, "expected 'att' or 'intel'"))?;
            parser.set_attr("asm_dialect", dialect.attribute(&ctx));
        }
        if parser.parse_optional_keyword("operand_attrs") {
            parser.parse_punct("=")?;
            let list = parser.parse_attribute(None)?;
            parser.set_attr("operand_attrs", list);
        }
        parser.parse_attr_dict()?;
        let assembly = parser.parse_string()?;
        parser.set_attr("asm_string", ctx.string_attr(&assembly));
        parser.parse_punct(",")?;
        let constraints = parser.parse_string()?;
        parser.set_attr("constraints", ctx.string_attr(&constraints));
        let mut operands = Vec::new();
        if let Some(first) = parser.parse_optional_operand()? {
            operands.push(first);
            while parser.parse_optional_punct(",") {
                operands.push(parser.parse_operand()?);
            }
        }
        parser.parse_punct(":")?;
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let values = parser.resolve_all(&operands, &inputs, position)?;
        parser.add_operands(&values);
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: InlineAsmOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        if op.has_side_effects().is_some() {
            printer.write(" has_side_effects");
        }
        if op.is_align_stack().is_some() {
            printer.write(" is_align_stack");
        }
        if op.tail_call_kind() != TailCallKind::None {
            printer.display(format_args!(" tail_call_kind = <{}>", op.tail_call_kind().text()));
        }
        if let Some(dialect) = op.asm_dialect() {
            printer.display(format_args!(" asm_dialect = {}", dialect.text()));
        }
        if let Some(list) = op.operand_attrs() {
            printer.write(" operand_attrs = ");
            printer.attribute(list);
        }
        printer.attr_dict(op.op(), &SHOWN);
        printer.write(" ");
        printer.attribute(ctx.string_attr(&op.asm_string()));
        printer.write(", ");
        printer.attribute(ctx.string_attr(&op.constraints()));
        printer.write(" ");
        printer.operands(op.operands().into_iter().map(ValueRef::id));
        printer.write(" : (");
        printer.types(op.operands().into_iter().map(ValueRef::ty));
        printer.write(") -> ");
        match op.res() {
            Some(result) => printer.ty(result.ty()),
            None => printer.write("()"),
        }
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<InlineAsmOp>();
}
