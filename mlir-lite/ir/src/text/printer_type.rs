//! Prints types.

use crate::data::attributes::AttributeKind;
use crate::data::types::{Signedness, Type, TypeKind};
use crate::text::asm_printer::Printer;

/// Whether the text of a type or attribute of a dialect that is not loaded can be printed after a
/// dot. If not, it is printed in brackets.
fn is_dotted(data: &str) -> bool {
    let name =
        data.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    // In brackets, a dash at the end would be read as an arrow.
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-');
    let ends_with_dash = || name.ends_with('-') && name.chars().all(is_name);
    data.starts_with(|c: char| c.is_ascii_alphabetic())
        && (name.is_empty() || (name.starts_with('<') && name.ends_with('>')) || ends_with_dash())
}

impl Printer<'_> {
    /// A type.
    pub(super) fn ty(&mut self, ty: Type) {
        // Most types are one of few.
        match ty {
            Type::F64 => self.write("f64"),
            Type::F32 => self.write("f32"),
            Type::INDEX => self.write("index"),
            Type::I1 => self.write("i1"),
            Type::I32 => self.write("i32"),
            Type::I64 => self.write("i64"),
            _ => match self.printed_types.text(ty) {
                Some(text) => self.out.push_str(text),
                None => self.new_type(ty),
            },
        }
    }

    /// Prints a type, and keeps its text if it is the same everywhere: without aliases, and not
    /// inside of a type that refers to itself.
    #[inline(never)]
    fn new_type(&mut self, ty: Type) {
        let (start, left_out) = (self.out.len(), self.left_out());
        self.other_type(ty);
        if self.left_out() == left_out && self.open.is_empty() {
            self.printed_types.keep(ty, &self.out[start..]);
        }
    }

    #[expect(clippy::too_many_lines, reason = "a case for each kind of type")]
    fn other_type(&mut self, ty: Type) {
        let ctx = self.ctx;
        match ty.kind(ctx) {
            TypeKind::Integer { width, signedness } => {
                self.write(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.number(*width);
            }
            TypeKind::Index => self.write("index"),
            TypeKind::Float(kind) => self.write(kind.keyword()),
            TypeKind::None => self.write("none"),
            TypeKind::Complex(element) => {
                self.write("complex<");
                self.ty(*element);
                self.write(">");
            }
            TypeKind::Tuple(types) => {
                self.write("tuple<");
                self.types(types.iter().copied());
                self.write(">");
            }
            TypeKind::Function { inputs, results } => self.function_type(inputs, results),
            TypeKind::Vector { shape, element, scalable } => {
                self.write("vector<");
                if scalable.is_empty() {
                    self.dimensions(shape);
                } else {
                    for (dim, &scalable) in shape.iter().zip(scalable) {
                        if scalable {
                            self.display(format_args!("[{dim}]x"));
                        } else {
                            self.display(format_args!("{dim}x"));
                        }
                    }
                }
                self.ty(*element);
                self.write(">");
            }
            TypeKind::RankedTensor { shape, element, encoding } => {
                self.write("tensor<");
                self.dimensions(shape);
                self.ty(*element);
                if let Some(encoding) = encoding {
                    self.write(", ");
                    self.attribute(*encoding);
                }
                self.write(">");
            }
            TypeKind::UnrankedTensor(element) => {
                self.write("tensor<*x");
                self.ty(*element);
                self.write(">");
            }
            TypeKind::MemRef { shape, element, layout, memory_space } => {
                self.write("memref<");
                self.dimensions(shape);
                self.ty(*element);
                for part in [layout, memory_space].into_iter().flatten() {
                    self.write(", ");
                    // The 2020 spelling has no attribute for this.
                    if let AttributeKind::Strided { strides, offset } = part.kind(ctx)
                        && !self.is_upstream()
                    {
                        self.write("offset: ");
                        self.size_or_dynamic(*offset);
                        self.write(", strides: ");
                        self.strides(strides);
                        continue;
                    }
                    match part.ty(ctx) {
                        Some(Type::I64) => self.attribute_without_type(*part),
                        _ => self.attribute(*part),
                    }
                }
                self.write(">");
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.write("memref<*x");
                self.ty(*element);
                if let Some(space) = memory_space {
                    self.write(", ");
                    match space.ty(ctx) {
                        Some(Type::I64) => self.attribute_without_type(*space),
                        _ => self.attribute(*space),
                    }
                }
                self.write(">");
            }
            TypeKind::Opaque { dialect, data } => self.opaque('!', dialect.text(ctx), data),
            TypeKind::Dialect(data) => {
                let (dialect, mnemonic) = data.name();
                self.write("!");
                self.write(dialect);
                self.write(".");
                self.write(mnemonic);
                data.print(self);
            }
        }
    }

    /// Prints by `print` what a type consists of that may contain itself, unless this is inside of
    /// a type of that name already. Returns whether it was printed.
    pub(super) fn cyclic(&mut self, name: &str, print: impl FnOnce(&mut Self)) -> bool {
        if self.open.iter().any(|open| open == name) {
            return false;
        }
        self.open.push(name.into());
        print(self);
        self.open.pop();
        true
    }

    /// Types, with `, ` between them.
    pub(super) fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        self.comma_separated(types, Self::ty);
    }

    /// `(inputs) -> results`. A single result has no parentheses unless it is a function type.
    pub(super) fn function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.write("(");
        self.types(inputs.iter().copied());
        self.write(") -> ");
        self.result_types(results);
    }

    /// Prints the text after the arrow of a function type.
    pub(super) fn result_types(&mut self, results: &[Type]) {
        match results {
            [single] if single.as_function(self.ctx).is_none() => self.ty(*single),
            _ => {
                self.write("(");
                self.types(results.iter().copied());
                self.write(")");
            }
        }
    }

    /// `2x?x`
    pub(super) fn dimensions(&mut self, shape: &[i64]) {
        for &dim in shape {
            self.size_or_dynamic(dim);
            self.write("x");
        }
    }

    pub(super) fn opaque(&mut self, sigil: char, dialect: &str, data: &str) {
        self.out.push(sigil);
        self.write(dialect);
        if is_dotted(data) {
            self.write(".");
            self.write(data);
        } else {
            self.write("<");
            self.write(data);
            self.write(">");
        }
    }
}
