//! The types that the dialect adds to the builtin scalars and vectors.
//!
//! Nested in one of these types, another is written without `!llvm.`:
//! `!llvm.struct<(ptr, array<2 x i64>)>`. Integers, floats and vectors are the builtin ones.
//! Pointers are opaque; a load has the type of its result.
//!
//! Deliberately not here: target extension types.

mod structs;

pub use structs::{LlvmStructType, has_size, named_struct_type, struct_type};

use structs::{parse_struct, print_struct};

use mlir_lite::context::{Context, DialectRegistration};
use mlir_lite::ir::prelude::{CustomParameters, TypeConstraint};
use mlir_lite::text::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite::types::{DYNAMIC, DialectType, FloatKind, Type, TypeKind};
use mlir_lite_diagnostics::{Diagnostic, Span};
use mlir_lite_macros::type_def;

// `!llvm.` is left out of nested types, and a struct inside of itself is written by its name alone:
// arrays and functions hand on the names of the structs around them, so their forms are custom.

/// `!llvm.ptr` or `!llvm.ptr<1>`: an address.
#[type_def(name = "llvm.ptr", assembly = custom, in_vectors)]
#[derive(Copy)]
pub struct LlvmPointerType {
    /// The number of the address space; 0 is the usual memory.
    pub address_space: u32,
}

/// `!llvm.array<2 x i64>`: values of one type, one after the other.
#[type_def(name = "llvm.array", assembly = custom)]
#[derive(Copy)]
pub struct LlvmArrayType {
    /// Number of elements.
    pub length: u64,
    /// Type of each element.
    pub element: Type,
}

/// `!llvm.func<i32 (ptr, ...)>`: the parameters and the result of a function.
#[type_def(name = "llvm.func", assembly = custom)]
pub struct LlvmFunctionType {
    /// Type of the result; [`LlvmVoidType`] for none.
    pub result: Type,
    /// Types of the parameters.
    pub parameters: Box<[Type]>,
    /// Whether any further arguments may follow.
    pub is_var_arg: bool,
}

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

/// Whether LLVM has the format: not those of 8 bits and less, nor `tf32`.
fn is_float_of_llvm(kind: FloatKind) -> bool {
    kind.width() >= 16 && kind != FloatKind::TF32
}

/// Whether values may have the type in this dialect.
pub fn is_value_type(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::Integer { .. } => ty.is_signless_integer(ctx),
        TypeKind::Float(kind) => is_float_of_llvm(*kind),
        TypeKind::Vector { shape, element, .. } => match element.kind(ctx) {
            TypeKind::Float(kind) => shape.len() == 1 && is_float_of_llvm(*kind),
            _ => shape.len() == 1 && *element != Type::INDEX,
        },
        TypeKind::Dialect(data) => {
            data.name().0 == "llvm" && !matches!(data.name().1, "void" | "func" | "label")
        }
        _ => false,
    }
}

/// The type inside `aggregate` at `position`, or why there is none.
pub fn type_at(ctx: &Context, aggregate: Type, position: &[i64]) -> Result<Type, String> {
    let mut ty = aggregate;
    for &index in position {
        let found = if let Some(fields) = ty.as_dialect::<LlvmStructType>(ctx) {
            usize::try_from(index).ok().and_then(|index| fields.fields().get(index)).copied()
        } else if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
            u64::try_from(index).ok().filter(|&index| index < array.length).map(|_| array.element)
        } else {
            let text = mlir_lite::text::print_type(ctx, ty);
            return Err(format!("expected a struct or an array at index {index}, found '{text}'"));
        };
        ty = found.ok_or_else(|| {
            format!("index {index} is out of bounds of '{}'", mlir_lite::text::print_type(ctx, ty))
        })?;
    }
    Ok(ty)
}

/// Prints a type nested in another one of the dialect. `open` are the names of the enclosing
/// structs.
fn print_nested(printer: &mut AsmPrinter<'_>, ty: Type, open: &mut Vec<String>) {
    let ctx = printer.context();
    match ty.kind(ctx) {
        // MLIR counts `ppc_fp128` among the builtin floats here.
        TypeKind::Dialect(data) if data.name().0 == "llvm" && data.name().1 != "ppc_fp128" => {
            printer.write(data.name().1);
            if let Some(data) = data.downcast_ref() {
                print_struct(data, printer, open);
            } else if let Some(data) = data.downcast_ref() {
                print_array(data, printer, open);
            } else if let Some(data) = data.downcast_ref() {
                print_function(data, printer, open);
            } else {
                data.print(printer);
            }
        }
        _ => printer.ty(ty),
    }
}

fn print_array(data: &LlvmArrayType, printer: &mut AsmPrinter<'_>, open: &mut Vec<String>) {
    printer.display(format_args!("<{} x ", data.length));
    print_nested(printer, data.element, open);
    printer.write(">");
}

fn print_function(data: &LlvmFunctionType, printer: &mut AsmPrinter<'_>, open: &mut Vec<String>) {
    printer.write("<");
    print_nested(printer, data.result, open);
    printer.write(" (");
    for (i, &parameter) in data.parameters.iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        print_nested(printer, parameter, open);
    }
    if data.is_var_arg {
        printer.write(if data.parameters.is_empty() { "..." } else { ", ..." });
    }
    printer.write(")>");
}

fn parse_array(parser: &mut AsmParser<'_, '_>, open: &mut Vec<String>) -> Parsed<LlvmArrayType> {
    parser.parse_punct("<")?;
    let position = parser.position();
    let dimensions = parser.parse_dimensions()?;
    let length = match dimensions[..] {
        [length] if length != DYNAMIC => length.unsigned_abs(),
        _ => {
            return Err(
                parser.error(position, "expected an array of one length: '!llvm.array<2 x i64>'")
            );
        }
    };
    let element = parse_value_type(parser, open)?;
    parser.parse_punct(">")?;
    Ok(LlvmArrayType { length, element })
}

fn parse_function(
    parser: &mut AsmParser<'_, '_>,
    open: &mut Vec<String>,
) -> Parsed<LlvmFunctionType> {
    parser.parse_punct("<")?;
    let result = parse_nested(parser, open)?;
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
            parameters.push(parse_value_type(parser, open)?);
        }
        Ok(())
    })?;
    parser.parse_punct(">")?;
    Ok(LlvmFunctionType { result, parameters: parameters.into(), is_var_arg })
}

/// Parses a type nested in another one of the dialect. `open` are the names of the enclosing
/// structs.
fn parse_nested(parser: &mut AsmParser<'_, '_>, open: &mut Vec<String>) -> Parsed<Type> {
    parser.nested(|parser| {
        let ctx = parser.context().clone();
        if parser.parse_optional_keyword("ptr") {
            return Ok(ctx.dialect_type(<LlvmPointerType as DialectType>::parse(parser)?));
        }
        if parser.parse_optional_keyword("struct") {
            return Ok(ctx.dialect_type(parse_struct(parser, open)?));
        }
        if parser.parse_optional_keyword("array") {
            return Ok(ctx.dialect_type(parse_array(parser, open)?));
        }
        if parser.parse_optional_keyword("func") {
            return Ok(ctx.dialect_type(parse_function(parser, open)?));
        }
        if let Some(ty) = parse_plain(parser) {
            return Ok(ty);
        }
        let position = parser.position();
        let ty = parser.parse_type()?;
        if is_value_type(&ctx, ty) {
            return Ok(ty);
        }
        Err(parser.error(
            position,
            "expected a type of the llvm dialect, an integer, a float or a vector",
        ))
    })
}

fn void_inside(parser: &mut AsmParser<'_, '_>, position: Span, ty: Type) -> Parsed<Type> {
    if ty.as_dialect::<LlvmVoidType>(parser.context()).is_some()
        || ty.as_dialect::<LlvmFunctionType>(parser.context()).is_some()
    {
        return Err(parser.error(
            position,
            "expected a type of values: no function and no 'void'; their addresses are of type \
                'ptr'",
        ));
    }
    Ok(ty)
}

fn parse_value_type(parser: &mut AsmParser<'_, '_>, open: &mut Vec<String>) -> Parsed<Type> {
    let position = parser.position();
    let ty = parse_nested(parser, open)?;
    void_inside(parser, position, ty)
}

impl CustomParameters for LlvmPointerType {
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
            return Err(
                parser.error(position, "expected an address space: a number from 0 to 4294967295")
            );
        };
        parser.parse_punct(">")?;
        Ok(Self { address_space })
    }
}

impl CustomParameters for LlvmArrayType {
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        print_array(self, printer, &mut Vec::new());
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parse_array(parser, &mut Vec::new())
    }
}

impl CustomParameters for LlvmFunctionType {
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        print_function(self, printer, &mut Vec::new());
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parse_function(parser, &mut Vec::new())
    }
}

/// `!llvm.void`: the result of a function without one.
#[type_def(name = "llvm.void")]
#[derive(Copy)]
pub struct LlvmVoidType;

/// `!llvm.label`: a block.
#[type_def(name = "llvm.label")]
#[derive(Copy)]
pub struct LlvmLabelType;

/// `!llvm.token`: ties instructions together.
#[type_def(name = "llvm.token")]
#[derive(Copy)]
pub struct LlvmTokenType;

/// `!llvm.metadata`: data about the program.
#[type_def(name = "llvm.metadata")]
#[derive(Copy)]
pub struct LlvmMetadataType;

/// `!llvm.ppc_fp128`: two `f64`, whose sum is the value.
#[type_def(name = "llvm.ppc_fp128")]
#[derive(Copy)]
pub struct LlvmPpcFp128Type;

/// `!llvm.x86_amx`: a tile register.
#[type_def(name = "llvm.x86_amx")]
#[derive(Copy)]
pub struct LlvmX86AmxType;

/// Declares the types.
pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.ty::<LlvmPointerType>();
    dialect.ty::<LlvmStructType>();
    dialect.ty::<LlvmArrayType>();
    dialect.ty::<LlvmFunctionType>();
    dialect.ty::<LlvmVoidType>();
    dialect.ty::<LlvmLabelType>();
    dialect.ty::<LlvmTokenType>();
    dialect.ty::<LlvmMetadataType>();
    dialect.ty::<LlvmPpcFp128Type>();
    dialect.ty::<LlvmX86AmxType>();
}

/// Parses a nested type without parameters, if one is next.
fn parse_plain(parser: &mut AsmParser<'_, '_>) -> Option<Type> {
    fn one<T: DialectType + TypeConstraint>(parser: &mut AsmParser<'_, '_>) -> Option<Type> {
        let build = T::BUILD?;
        parser.parse_optional_keyword(T::MNEMONIC).then(|| build(parser.context()))
    }
    const ALL: [fn(&mut AsmParser<'_, '_>) -> Option<Type>; 6] = [
        one::<LlvmVoidType>,
        one::<LlvmLabelType>,
        one::<LlvmTokenType>,
        one::<LlvmMetadataType>,
        one::<LlvmPpcFp128Type>,
        one::<LlvmX86AmxType>,
    ];
    ALL.iter().find_map(|parse| parse(parser))
}

/// Today's text for a type of the 2020 dialect, which wrapped all of LLVM's types: `i64` in
/// `!llvm.i64`, `i8*` in `!llvm<"i8*">`.
pub(super) fn todays_form(text: &str) -> Option<String> {
    let text = text.trim_matches('"');
    let is_integer = |text: &str| {
        let width = text.strip_prefix('i');
        width.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
    };
    let instruction = match text {
        "half" => "write 'f16'",
        "bfloat" => "write 'bf16'",
        "float" => "write 'f32'",
        "double" => "write 'f64'",
        _ if text.ends_with('*') => "pointers are opaque: write '!llvm.ptr'",
        _ if is_integer(text) => return Some(format!("write '{text}'")),
        _ if text.starts_with('{') => "write '!llvm.struct<(...)>' with the fields' types",
        _ if text.starts_with('[') => "write '!llvm.array<2 x i64>'",
        _ if text.starts_with('<') || text.starts_with("vec") => "write 'vector<4xf32>'",
        _ => return None,
    };
    Some(instruction.into())
}

/// The forms to write instead of a type that no version had.
pub(super) const FORMS: &str = "the types are '!llvm.ptr', '!llvm.struct<(..)>', \
    '!llvm.array<2 x i64>', '!llvm.func<void ()>', '!llvm.void' and the builtin integers, floats \
    and vectors";
