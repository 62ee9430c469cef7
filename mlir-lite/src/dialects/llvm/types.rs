//! The types that the dialect adds to the builtin scalars and vectors.
//!
//! Inside one of these types another is written without `!llvm.`:
//! `!llvm.struct<(ptr, array<2 x i64>)>`. Integers, floats and vectors are the
//! builtin ones. Pointers are opaque; what is loaded says its type.
//!
//! Deliberately not here: named structs, target extension types.

use crate::context::Context;
use crate::text::asm::{AsmParser, AsmPrinter, Parsed};
use crate::types::{DYNAMIC, DialectType, Type, TypeKind};
use mlir_lite_diagnostics::{Diagnostic, Span};

/// `!llvm.ptr` or `!llvm.ptr<1>`: an address.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LlvmPointerType {
    /// The number of the address space; 0 is the usual memory.
    pub address_space: u32,
}

/// `!llvm.struct<(ptr, i64)>`, `!llvm.struct<packed (i8, i64)>`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LlvmStructType {
    /// Types of the fields.
    pub fields: Box<[Type]>,
    /// Whether no padding is between fields.
    pub packed: bool,
}

/// `!llvm.array<2 x i64>`
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LlvmArrayType {
    /// Number of elements.
    pub length: u64,
    /// Type of each element.
    pub element: Type,
}

/// `!llvm.func<i32 (ptr, ...)>`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LlvmFunctionType {
    /// Type of the result; [`LlvmVoidType`] for none.
    pub result: Type,
    /// Types of the parameters.
    pub parameters: Box<[Type]>,
    /// Whether any further arguments may follow.
    pub is_var_arg: bool,
}

/// `!llvm.void`: the result of a function without one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct LlvmVoidType;

/// `!llvm.ptr`
pub fn pointer_type(ctx: &Context) -> Type {
    ctx.dialect_type(LlvmPointerType { address_space: 0 })
}

/// `!llvm.ptr<address_space>`
pub fn pointer_type_in(ctx: &Context, address_space: u32) -> Type {
    ctx.dialect_type(LlvmPointerType { address_space })
}

/// `!llvm.void`
pub fn void_type(ctx: &Context) -> Type {
    ctx.dialect_type(LlvmVoidType)
}

/// `!llvm.struct<(fields)>`
pub fn struct_type(ctx: &Context, fields: &[Type]) -> Type {
    ctx.dialect_type(LlvmStructType { fields: fields.into(), packed: false })
}

/// `!llvm.array<length x element>`
pub fn array_type(ctx: &Context, length: u64, element: Type) -> Type {
    ctx.dialect_type(LlvmArrayType { length, element })
}

/// `!llvm.func<result (parameters)>`, with `...` if `is_var_arg`.
pub fn function_type(ctx: &Context, result: Type, parameters: &[Type], is_var_arg: bool) -> Type {
    ctx.dialect_type(LlvmFunctionType { result, parameters: parameters.into(), is_var_arg })
}

/// Whether the type is an address.
pub fn is_pointer(ctx: &Context, ty: Type) -> bool {
    ty.as_dialect::<LlvmPointerType>(ctx).is_some()
}

/// Whether the type is a struct or an array.
pub fn is_aggregate(ctx: &Context, ty: Type) -> bool {
    ty.as_dialect::<LlvmStructType>(ctx).is_some() || ty.as_dialect::<LlvmArrayType>(ctx).is_some()
}

/// Whether values may have the type in this dialect.
pub fn is_value_type(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::Integer { .. } => ty.is_signless_integer(ctx),
        TypeKind::Float(_) => true,
        TypeKind::Vector { shape, element } => shape.len() == 1 && *element != Type::INDEX,
        TypeKind::Dialect(data) => data.name().0 == "llvm" && !matches!(data.name().1, "void" | "func"),
        _ => false,
    }
}

/// The type inside `aggregate` at `position`, or why there is none.
pub fn type_at(ctx: &Context, aggregate: Type, position: &[i64]) -> Result<Type, String> {
    let mut ty = aggregate;
    for &index in position {
        let found = if let Some(fields) = ty.as_dialect::<LlvmStructType>(ctx) {
            usize::try_from(index).ok().and_then(|index| fields.fields.get(index)).copied()
        } else if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
            u64::try_from(index).ok().filter(|&index| index < array.length).map(|_| array.element)
        } else {
            let text = crate::text::print_type(ctx, ty);
            return Err(format!("expected a struct or an array at index {index}, found '{text}'"));
        };
        ty = found.ok_or_else(|| {
            format!("index {index} is out of bounds of '{}'", crate::text::print_type(ctx, ty))
        })?;
    }
    Ok(ty)
}

/// Writes a type inside another one of the dialect.
fn print_nested(printer: &mut AsmPrinter<'_>, ty: Type) {
    match ty.kind(printer.context()) {
        TypeKind::Dialect(data) if data.name().0 == "llvm" => {
            printer.write(data.name().1);
            data.print(printer);
        }
        _ => printer.ty(ty),
    }
}

/// Reads a type inside another one of the dialect.
fn parse_nested(parser: &mut AsmParser<'_, '_>) -> Parsed<Type> {
    parser.nested(|parser| {
        let ctx = parser.context().clone();
        if parser.parse_optional_keyword("ptr") {
            return Ok(ctx.dialect_type(LlvmPointerType::parse(parser)?));
        }
        if parser.parse_optional_keyword("struct") {
            return Ok(ctx.dialect_type(LlvmStructType::parse(parser)?));
        }
        if parser.parse_optional_keyword("array") {
            return Ok(ctx.dialect_type(LlvmArrayType::parse(parser)?));
        }
        if parser.parse_optional_keyword("func") {
            return Ok(ctx.dialect_type(LlvmFunctionType::parse(parser)?));
        }
        if parser.parse_optional_keyword("void") {
            return Ok(void_type(&ctx));
        }
        let position = parser.position();
        let ty = parser.parse_type()?;
        if is_value_type(&ctx, ty) {
            return Ok(ty);
        }
        Err(parser.error(position, "expected a type of the llvm dialect, an integer, a float or a vector"))
    })
}

fn void_inside(parser: &mut AsmParser<'_, '_>, position: Span, ty: Type) -> Parsed<Type> {
    if ty.as_dialect::<LlvmVoidType>(parser.context()).is_some()
        || ty.as_dialect::<LlvmFunctionType>(parser.context()).is_some()
    {
        return Err(parser.error(position, "values have neither function types nor 'void'; use 'ptr'"));
    }
    Ok(ty)
}

fn parse_value_type(parser: &mut AsmParser<'_, '_>) -> Parsed<Type> {
    let position = parser.position();
    let ty = parse_nested(parser)?;
    void_inside(parser, position, ty)
}

impl DialectType for LlvmPointerType {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "ptr";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        if self.address_space != 0 {
            printer.display(format_args!("<{}>", self.address_space));
        }
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        if !parser.parse_optional_punct("<") {
            return Ok(Self { address_space: 0 });
        }
        let position = parser.position();
        if !parser.at_integer() {
            let error = Diagnostic::error(position, "expected the number of an address space")
                .with_help("pointers are opaque, they have no element type: write '!llvm.ptr'");
            return Err(parser.report(error));
        }
        let number = parser.parse_integer()?;
        let Ok(address_space) = u32::try_from(number) else {
            return Err(parser.error(position, "an address space is a number of 32 bits"));
        };
        parser.parse_punct(">")?;
        Ok(Self { address_space })
    }
}

impl DialectType for LlvmStructType {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "struct";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write(if self.packed { "<packed (" } else { "<(" });
        for (i, &field) in self.fields.iter().enumerate() {
            if i > 0 {
                printer.write(", ");
            }
            print_nested(printer, field);
        }
        printer.write(")>");
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        if parser.at_string() {
            let position = parser.position();
            let error = Diagnostic::error(position, "named structs are not supported")
                .with_help("write the fields: '!llvm.struct<(i32, ptr)>'");
            return Err(parser.report(error));
        }
        let packed = parser.parse_optional_keyword("packed");
        parser.parse_punct("(")?;
        let mut fields = Vec::new();
        parser.parse_list_until(")", |parser| {
            fields.push(parse_value_type(parser)?);
            Ok(())
        })?;
        parser.parse_punct(">")?;
        Ok(Self { fields: fields.into(), packed })
    }
}

impl DialectType for LlvmArrayType {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "array";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.display(format_args!("<{} x ", self.length));
        print_nested(printer, self.element);
        printer.write(">");
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let position = parser.position();
        let dimensions = parser.parse_dimensions()?;
        let length = match dimensions[..] {
            [length] if length != DYNAMIC => length.unsigned_abs(),
            _ => return Err(parser.error(position, "an array has one length: '!llvm.array<2 x i64>'")),
        };
        let element = parse_value_type(parser)?;
        parser.parse_punct(">")?;
        Ok(Self { length, element })
    }
}

impl DialectType for LlvmFunctionType {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "func";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        print_nested(printer, self.result);
        printer.write(" (");
        for (i, &parameter) in self.parameters.iter().enumerate() {
            if i > 0 {
                printer.write(", ");
            }
            print_nested(printer, parameter);
        }
        if self.is_var_arg {
            printer.write(if self.parameters.is_empty() { "..." } else { ", ..." });
        }
        printer.write(")>");
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let result = parse_nested(parser)?;
        parser.parse_punct("(")?;
        let mut parameters = Vec::new();
        let mut is_var_arg = false;
        parser.parse_list_until(")", |parser| {
            if is_var_arg {
                return Err(parser.expected("')' after '...'"));
            }
            if parser.parse_optional_punct("...") {
                is_var_arg = true;
            } else {
                parameters.push(parse_value_type(parser)?);
            }
            Ok(())
        })?;
        parser.parse_punct(">")?;
        Ok(Self { result, parameters: parameters.into(), is_var_arg })
    }
}

impl DialectType for LlvmVoidType {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "void";

    fn parse(_parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        Ok(Self)
    }
}

/// What today's text is for a type of the 2020 dialect, which wrapped all of
/// LLVM's types: `i64` in `!llvm.i64`, `i8*` in `!llvm<"i8*">`.
pub(super) fn todays_form(text: &str) -> String {
    let text = text.trim_matches('"');
    match text {
        "half" => "write 'f16'".into(),
        "bfloat" => "write 'bf16'".into(),
        "float" => "write 'f32'".into(),
        "double" => "write 'f64'".into(),
        _ if text.ends_with('*') => "pointers are opaque: write '!llvm.ptr'".into(),
        _ if text
            .strip_prefix('i')
            .is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit())) =>
        {
            format!("write '{text}'")
        }
        _ if text.starts_with('{') => "write '!llvm.struct<(...)>' with the fields' types".into(),
        _ if text.starts_with('[') => "write '!llvm.array<2 x i64>'".into(),
        _ if text.starts_with('<') || text.starts_with("vec") => "write 'vector<4xf32>'".into(),
        _ => {
            "the types are '!llvm.ptr', '!llvm.struct<(..)>', '!llvm.array<2 x i64>', '!llvm.func<void ()>', \
              '!llvm.void' and the builtin integers, floats and vectors"
                .into()
        }
    }
}
