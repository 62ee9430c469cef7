//! Prints vectors, while the program runs.

use crate::ExtractOp;
use crate::kinds::PrintPunctuation;
use crate::ops::lowering::{VectorPrint, check_fixed};
use crate::shapes::{Block, Shape, count};
use mlir_lite::attributes::ApInt;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::{llvm, standard};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, positions};
use mlir_lite::ir::enums::{EnumAttribute, parse_enum};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::support::fingerprint;
use mlir_lite::types::{Signedness, TypeKind};

/// Prints a value, a vector in parentheses, and then the punctuation, by default the end of the
/// line; or a text, with nothing after it.
///
/// ```mlir
/// vector.print %v : vector<4xf32>
/// vector.print str "text"
/// ```
#[op(
    name = "vector.print",
    implements(
        CustomAssembly, VerifyOp, InterpretOp, MemoryEffectOpInterface, LowerTo<VectorPrint>,
    )
)]
pub struct PrintOp {
    /// The value to print.
    #[operand]
    source: Optional<AnyType>,
    /// The text that is printed after it.
    #[attr(typed, default = PrintPunctuation::NewLine)]
    punctuation: PrintPunctuation,
    /// The text that is printed.
    #[attr(name = "stringLiteral")]
    string_literal: Optional<StrAttr>,
}

// The output is not in memory that the program can read, but the order matters.
impl MemoryEffectOpInterface for PrintOp {
    fn effects(_: PrintOpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::of(EffectKind::Write, Resource::MEMORY)])
    }
}

impl CustomAssembly for PrintOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if let Some(source) = parser.parse_optional_operand()? {
            parser.parse_punct(":")?;
            let ty = parser.parse_type()?;
            let source = parser.resolve(&source, ty)?;
            parser.add_operand(source);
        }
        if parser.parse_optional_keyword("str") {
            let text = parser.parse_string()?;
            let text = parser.context().string_attr(&text);
            parser.set_attr("stringLiteral", text);
        }
        let punctuation = match parser.parse_optional_keyword("punctuation") {
            true => {
                parser.parse_punct("<")?;
                let punctuation = parse_enum(parser)?;
                parser.parse_punct(">")?;
                punctuation
            }
            false => PrintPunctuation::NewLine,
        };
        let punctuation = punctuation.attribute(parser.context());
        parser.set_attr("punctuation", punctuation);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: PrintOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        if let Some(source) = op.source() {
            printer.write(" ");
            printer.operand(source);
            printer.write(" : ");
            printer.ty(source.ty());
        }
        if let Some(text) = op.string_literal() {
            printer.write(" str ");
            printer.attribute(text);
        }
        // A new line is printed without a value, but then the name of a result after it would be
        // read as the value to print.
        let is_alone = op.source().is_none() && op.string_literal().is_none();
        let next = op.body().next_op(op.op().id());
        let is_before_name = is_alone && next.is_some_and(|next| op.body().num_results(next) > 0);
        if is_before_name || op.punctuation() != PrintPunctuation::NewLine {
            printer.display(format_args!(" punctuation <{}>", op.punctuation().text()));
        }
        printer.attr_dict(op.op(), &["punctuation", "stringLiteral"]);
    }
}

/// Whether values of a type can be printed: numbers, and vectors of them.
fn is_printable(ctx: &Context, ty: Type) -> bool {
    let element = match ty.kind(ctx) {
        TypeKind::Vector { element, .. } => *element,
        _ => ty,
    };
    element == Type::INDEX || element.is_integer(ctx) || element.is_float(ctx)
}

impl VerifyOp for PrintOp {
    fn verify(op: PrintOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let is_text = op.string_literal().is_some();
        let message = match op.source() {
            _ if is_text
                && (op.source().is_some() || op.punctuation() != PrintPunctuation::NewLine) =>
            {
                "failed to verify that `source` or `punctuation` are not set when printing strings"
            }
            Some(source) if !is_printable(ctx, source.ty()) => {
                "operand #0 must be an integer, an index, a float, or a vector of these"
            }
            _ => return,
        };
        diagnostics.error(op.op().op_error(message));
    }
}

impl PrintPunctuation {
    /// The printed text.
    pub(crate) fn printed(self) -> &'static str {
        match self {
            Self::NoPunctuation => "",
            Self::NewLine => "\n",
            Self::Comma => ", ",
            Self::Open => "( ",
            Self::Close => " )",
        }
    }
}

impl InterpretOp for PrintOp {
    fn interpret<'b>(op: PrintOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ctx = op.context();
        let mut text = String::new();
        if let Some(source) = op.source() {
            let block = Block::of(m, source)?;
            let is_vector = source.ty().shape(ctx).is_some();
            let element = source.ty().element_or_self(ctx);
            let rank = if is_vector { block.sizes.len().max(1) } else { 0 };
            append(ctx, &block, element, rank, &mut text)?;
        }
        if let Some(literal) = op.string_literal().and_then(|text| text.as_str(ctx)) {
            text += literal;
        } else {
            text += op.punctuation().printed();
        }
        m.print(text.as_bytes())?;
        Ok(Flow::Next)
    }
}

/// Appends the elements, with `rank` parentheses around the first dimensions: `( ( 1, 2 ) )`.
fn append(
    ctx: &Context,
    block: &Block,
    element: Type,
    rank: usize,
    text: &mut String,
) -> Result<(), Trap> {
    if rank == 0 {
        let value = block.values.first().unwrap_or(&Value::Poison);
        *text += &shown(ctx, value, element)?;
        return Ok(());
    }
    *text += "( ";
    let count = block.sizes.first().copied().unwrap_or(1).max(1) as usize;
    let rest = block.sizes.get(1..).unwrap_or_default();
    for (index, part) in block.values.chunks((block.values.len() / count).max(1)).enumerate() {
        *text += if index > 0 { ", " } else { "" };
        let part = Block { sizes: rest.to_vec(), values: part.to_vec() };
        append(ctx, &part, element, rank - 1, text)?;
    }
    *text += " )";
    Ok(())
}

/// A number as C's `printf` shows it: floats with six digits, integers without sign if their type
/// has none.
fn shown(ctx: &Context, value: &Value, ty: Type) -> Result<String, Trap> {
    if let TypeKind::Float(_) = ty.kind(ctx) {
        return Ok(mlir_lite::interpreter::format_general(value.as_float()?));
    }
    let (width, is_unsigned) = match ty.kind(ctx) {
        // One bit has no sign.
        TypeKind::Integer { width, signedness } => {
            (*width, *width == 1 || *signedness == Signedness::Unsigned)
        }
        // Indices are printed as MLIR prints them.
        _ => (64, true),
    };
    let number: ApInt = value.as_integer(width)?;
    Ok(number.to_decimal(!is_unsigned))
}

// Lowering: a call of C's `printf`, whose text has the parentheses

/// More elements are not printed by one call.
const MOST_ELEMENTS: usize = 256;

impl LowerTo<VectorPrint> for PrintOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let (source, mut text) = (view.source(), String::new());
        let literal = view.string_literal().and_then(|text| text.as_str(&ctx));
        match literal {
            Some(literal) => text += &literal.replace('%', "%%"),
            None => text += view.punctuation().printed(),
        }
        let mut arguments = Vec::new();
        if let Some(source) = source {
            let (ty, source) = (source.ty(), source.id());
            let shape = Shape::of(&ctx, ty);
            check_fixed(&[&shape])?;
            if count(&shape.sizes) > MOST_ELEMENTS {
                return Err("at most 256 elements are printed by one op".into());
            }
            let format = number_format(&ctx, shape.element).ok_or("numbers that C has not")?;
            let is_vector = ty.shape(&ctx).is_some();
            let sizes = if shape.rank() == 0 { vec![1] } else { shape.sizes.clone() };
            let shown = if is_vector { nested(&sizes, format) } else { format.to_string() };
            text.insert_str(0, &shown);
            for at in positions(&shape.sizes) {
                let number = if is_vector { ExtractOp::at(rewriter, source, &at) } else { source };
                arguments.push(as_argument(rewriter, number));
            }
        }
        call_printf(rewriter, &text, &arguments);
        rewriter.erase_op(op.id());
        Ok(())
    }
}

/// How `printf` shows numbers of a type.
fn number_format(ctx: &Context, ty: Type) -> Option<&'static str> {
    match ty.kind(ctx) {
        TypeKind::Float(_) if ty.bit_width(ctx)? <= 64 => Some("%g"),
        TypeKind::Integer { width: 1, .. } | TypeKind::Index => Some("%lu"),
        TypeKind::Integer { width, signedness: Signedness::Signless } if *width <= 64 => {
            Some("%ld")
        }
        _ => None,
    }
}

/// A text for each element, in parentheses for each dimension.
fn nested(sizes: &[i64], element: &str) -> String {
    sizes.iter().rev().fold(element.to_string(), |part, &size| {
        let parts = vec![part; usize::try_from(size).unwrap_or(0)];
        format!("( {} )", parts.join(", "))
    })
}

/// A number as C passes it: integers of 64 bits, and doubles.
fn as_argument(rewriter: &mut PatternRewriter<'_>, number: ValueId) -> ValueId {
    let ctx = rewriter.context().clone();
    let ty = rewriter.body().ty(number);
    match ty {
        Type::F64 | Type::I64 => number,
        Type::I1 => standard::ZExtIOp::create(rewriter, number, Type::I64),
        Type::INDEX => standard::IndexCastOp::create(rewriter, number, Type::I64),
        _ if ty.is_float(&ctx) => standard::FPExtOp::create(rewriter, number, Type::F64),
        _ => standard::SExtIOp::create(rewriter, number, Type::I64),
    }
}

fn call_printf(rewriter: &mut PatternRewriter<'_>, text: &str, arguments: &[ValueId]) {
    const PRINTF: &str = "printf";
    let (ctx, location) = (rewriter.context().clone(), rewriter.location());
    let pointer = llvm::pointer_type(&ctx);
    let ty = llvm::function_type(&ctx, Type::I32, &[pointer], true);
    rewriter.require_symbol(ctx.ident(PRINTF), || {
        llvm::LlvmFuncOp::declaration(&ctx, location, PRINTF, ty)
    });
    // Equal texts are one global.
    let name = format!("vector.print.{:016x}", fingerprint(text.as_bytes()));
    let bytes = [text.as_bytes(), b"\0"].concat();
    rewriter
        .require_symbol(ctx.ident(&name), || llvm::GlobalOp::string(&ctx, location, &name, &bytes));
    let address = llvm::AddressOfOp::build(rewriter, location, ctx.symbol_attr(&name), pointer);
    let mut operands = vec![address.res(rewriter.body())];
    operands.extend_from_slice(arguments);
    let printf = ctx.ident(PRINTF);
    llvm::CallOp::build_var_arg(rewriter, location, printf, ty, &operands, Some(Type::I32));
}

pub(crate) fn register_print(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<PrintOp>();
}
