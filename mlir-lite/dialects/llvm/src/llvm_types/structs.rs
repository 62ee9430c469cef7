//! `!llvm.struct`: literal structs, which are identified by their fields, and named structs, which
//! may contain themselves.
//!
//! A named struct is uniqued by its name alone; its body is set once, by the first text or program
//! that gives it, and is shared by all uses of the name. Within its own body it is written without
//! a body: `!llvm.struct<"list", (i64, struct<"list">)>`.

use super::{parse_value_type, print_nested};
use mlir_lite::context::Context;
use mlir_lite::text::asm::{AsmParser, AsmPrinter, Parsed};
use mlir_lite::types::{DialectType, Type, TypeKind};
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// `!llvm.struct<(ptr, i64)>`, `!llvm.struct<"name", packed (i8, i64)>`
// Not a `type_def`: a named struct is compared by its name alone, and gets its fields later.
#[derive(Debug)]
pub struct LlvmStructType {
    name: Option<Box<str>>,
    body: OnceLock<StructBody>,
}

#[derive(PartialEq, Eq, Hash, Debug)]
enum StructBody {
    Opaque,
    Fields { fields: Box<[Type]>, packed: bool },
}

impl LlvmStructType {
    fn literal(fields: Box<[Type]>, packed: bool) -> Self {
        Self { name: None, body: OnceLock::from(StructBody::Fields { fields, packed }) }
    }

    fn named(name: &str) -> Self {
        Self { name: Some(name.into()), body: OnceLock::new() }
    }

    /// The name of a named struct.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Types of the fields; none of an opaque struct.
    pub fn fields(&self) -> &[Type] {
        match self.body.get() {
            Some(StructBody::Fields { fields, .. }) => fields,
            _ => &[],
        }
    }

    /// Whether no padding is between fields.
    pub fn is_packed(&self) -> bool {
        matches!(self.body.get(), Some(StructBody::Fields { packed: true, .. }))
    }

    /// Whether the fields of the struct are not known.
    pub fn is_opaque(&self) -> bool {
        !matches!(self.body.get(), Some(StructBody::Fields { .. }))
    }

    /// Sets the body; returns false if there is a different one already.
    fn set_body(&self, body: StructBody) -> bool {
        // If it is the first, the body is compared with itself.
        match self.body.set(body) {
            Ok(()) => true,
            Err(body) => self.body.get() == Some(&body),
        }
    }
}

// A named struct is identified by its name.
impl PartialEq for LlvmStructType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && (self.name.is_some() || self.body == other.body)
    }
}

impl Eq for LlvmStructType {}

impl Hash for LlvmStructType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        if self.name.is_none() {
            self.body.get().hash(state);
        }
    }
}

/// `!llvm.struct<(fields)>`
pub fn struct_type(ctx: &Context, fields: &[Type]) -> Type {
    ctx.dialect_type(LlvmStructType::literal(fields.into(), false))
}

/// `!llvm.struct<"name", (fields)>`; a function computes the fields from the type itself; none if
/// there is a struct of that name with other fields.
pub fn named_struct_type(
    ctx: &Context,
    name: &str,
    packed: bool,
    fields: impl FnOnce(Type) -> Box<[Type]>,
) -> Option<Type> {
    let ty = ctx.dialect_type(LlvmStructType::named(name));
    let fields = fields(ty);
    let data = ty.as_dialect::<LlvmStructType>(ctx)?;
    data.set_body(StructBody::Fields { fields, packed }).then_some(ty)
}

/// Whether values of the type have a size: it contains no opaque struct, and no struct that
/// contains itself without a pointer in between.
pub fn has_size(ctx: &Context, ty: Type) -> bool {
    sized(ctx, ty, &mut Vec::new())
}

fn sized(ctx: &Context, ty: Type, open: &mut Vec<Type>) -> bool {
    if let Some(array) = ty.as_dialect::<super::LlvmArrayType>(ctx) {
        return sized(ctx, array.element, open);
    }
    let Some(data) = ty.as_dialect::<LlvmStructType>(ctx) else {
        return !matches!(ty.kind(ctx), TypeKind::Dialect(data) if data.name() != ("llvm", "ptr"));
    };
    if data.is_opaque() || open.contains(&ty) {
        return false;
    }
    open.push(ty);
    let all = data.fields().iter().all(|&field| sized(ctx, field, open));
    open.pop();
    all
}

/// Prints `<"name", (fields)>`; `open` are the names of the enclosing structs.
pub(super) fn print_struct(
    data: &LlvmStructType,
    printer: &mut AsmPrinter<'_>,
    open: &mut Vec<String>,
) {
    printer.write("<");
    if let Some(name) = data.name() {
        printer.string(name.as_bytes());
        if open.iter().any(|other| other == name) {
            return printer.write(">");
        }
        printer.write(", ");
        if data.is_opaque() {
            return printer.write("opaque>");
        }
        open.push(name.into());
    }
    printer.write(if data.is_packed() { "packed (" } else { "(" });
    for (i, &field) in data.fields().iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        print_nested(printer, field, open);
    }
    printer.write(")>");
    if data.name.is_some() {
        open.pop();
    }
}

/// Reads what [`print_struct`] writes.
pub(super) fn parse_struct(
    parser: &mut AsmParser<'_, '_>,
    open: &mut Vec<String>,
) -> Parsed<LlvmStructType> {
    parser.parse_punct("<")?;
    if !parser.at_string() {
        let packed = parser.parse_optional_keyword("packed");
        let fields = parse_fields(parser, open)?;
        parser.parse_punct(">")?;
        return Ok(LlvmStructType::literal(fields, packed));
    }
    let position = parser.position();
    let name = parser.parse_string()?;
    if parser.parse_optional_punct(">") {
        if open.contains(&name) {
            return Ok(LlvmStructType::named(&name));
        }
        return Err(
            parser.error(position, "struct without a body only allowed in a recursive struct")
        );
    }
    parser.parse_punct(",")?;
    let body = if parser.parse_optional_keyword("opaque") {
        StructBody::Opaque
    } else {
        if open.contains(&name) {
            return Err(parser.error(
                position,
                "expected a struct of the same name as one around it to be written without a body",
            ));
        }
        open.push(name.clone());
        let packed = parser.parse_optional_keyword("packed");
        let fields = parse_fields(parser, open)?;
        open.pop();
        StructBody::Fields { fields, packed }
    };
    parser.parse_punct(">")?;
    let ctx = parser.context().clone();
    let ty = ctx.dialect_type(LlvmStructType::named(&name));
    if ty.as_dialect::<LlvmStructType>(&ctx).is_some_and(|data| !data.set_body(body)) {
        return Err(parser.error(
            position,
            format!("identified type '{name}' already used with a different body"),
        ));
    }
    Ok(LlvmStructType::named(&name))
}

fn parse_fields(parser: &mut AsmParser<'_, '_>, open: &mut Vec<String>) -> Parsed<Box<[Type]>> {
    parser.parse_punct("(")?;
    let mut fields = Vec::new();
    parser.parse_list_until(")", |parser| {
        fields.push(parse_value_type(parser, open)?);
        Ok(())
    })?;
    Ok(fields.into())
}

impl DialectType for LlvmStructType {
    const DIALECT: &'static str = "llvm";
    const MNEMONIC: &'static str = "struct";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        print_struct(self, printer, &mut Vec::new());
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parse_struct(parser, &mut Vec::new())
    }
}
