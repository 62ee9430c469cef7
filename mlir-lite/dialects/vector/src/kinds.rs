//! The dialect's enums: how values are combined, how iterators are used, what is printed after a
//! value.

use mlir_lite::interpreter::{Machine, Trap, Value, combine};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::AtomicRmwKind;
use mlir_lite::text::print_type;

/// combining function for reductions
#[enum_attr(name = "vector.kind")]
pub enum CombiningKind {
    /// A sum.
    #[case("add")]
    Add = 0,
    /// A product.
    #[case("mul")]
    Mul = 1,
    /// The smaller one of unsigned integers.
    #[case("minui")]
    MinUI = 2,
    /// The smaller one of signed integers.
    #[case("minsi")]
    MinSI = 3,
    /// The smaller float; a number if only the other one is NaN.
    #[case("minnumf")]
    MinNumF = 4,
    /// The greater one of unsigned integers.
    #[case("maxui")]
    MaxUI = 5,
    /// The greater one of signed integers.
    #[case("maxsi")]
    MaxSI = 6,
    /// The greater float; a number if only the other one is NaN.
    #[case("maxnumf")]
    MaxNumF = 7,
    /// The bits that both have.
    #[case("and")]
    And = 8,
    /// The bits that one of them has.
    #[case("or")]
    Or = 9,
    /// The bits that are set in exactly one operand.
    #[case("xor")]
    Xor = 10,
    /// The smaller float; NaN if one of them is NaN.
    #[case("minimumf")]
    MinimumF = 11,
    /// The greater float; NaN if one of them is NaN.
    #[case("maximumf")]
    MaximumF = 12,
}

/// how an iterator of a contraction is used
#[enum_attr(name = "vector.iterator_type")]
pub enum IteratorType {
    /// It selects an element of the result.
    #[case("parallel")]
    Parallel = 0,
    /// Values along it are combined.
    #[case("reduction")]
    Reduction = 1,
}

/// the text that is printed after a value
#[enum_attr(name = "vector.punctuation")]
pub enum PrintPunctuation {
    /// Nothing.
    #[case("no_punctuation")]
    NoPunctuation = 0,
    /// The end of a line.
    #[case("newline")]
    NewLine = 1,
    /// `, `
    #[case("comma")]
    Comma = 2,
    /// `( `
    #[case("open")]
    Open = 3,
    /// ` )`
    #[case("close")]
    Close = 4,
}

impl CombiningKind {
    /// The function of two numbers of this type. None if the kind is not of such numbers.
    pub(crate) fn function(self, ctx: &Context, ty: Type) -> Option<AtomicRmwKind> {
        use AtomicRmwKind as Kind;
        let element = ty.element_or_self(ctx);
        if element.is_float(ctx) {
            return Some(match self {
                Self::Add => Kind::AddF,
                Self::Mul => Kind::MulF,
                Self::MinNumF => Kind::MinNumF,
                Self::MaxNumF => Kind::MaxNumF,
                Self::MinimumF => Kind::MinimumF,
                Self::MaximumF => Kind::MaximumF,
                _ => return None,
            });
        }
        let is_integer = element == Type::INDEX || element.is_integer(ctx);
        Some(match self {
            _ if !is_integer => return None,
            Self::Add => Kind::AddI,
            Self::Mul => Kind::MulI,
            Self::MinUI => Kind::MinU,
            Self::MinSI => Kind::MinS,
            Self::MaxUI => Kind::MaxU,
            Self::MaxSI => Kind::MaxS,
            Self::And => Kind::AndI,
            Self::Or => Kind::OrI,
            Self::Xor => Kind::XOrI,
            _ => return None,
        })
    }

    /// Two numbers of type `ty`, combined. The combination with poison is poison.
    pub(crate) fn run(
        self,
        m: &Machine<'_>,
        ty: Type,
        a: &Value,
        b: &Value,
    ) -> Result<Value, Trap> {
        if [a, b].contains(&&Value::Poison) {
            return Ok(Value::Poison);
        }
        let function = self.function(m.context(), ty).ok_or_else(Trap::malformed)?;
        combine(m, function, ty.element_or_self(m.context()), a, b)
    }

    /// Reports a kind that is not one of numbers of type `ty`.
    pub(crate) fn verify(self, op: OpRef<'_>, ty: Type, diagnostics: &mut Diagnostics) {
        let is_number = ty.element_or_self(op.context()) == ty;
        if !is_number || self.function(op.context(), ty).is_none() {
            let (name, ty) = (self.text(), print_type(op.context(), ty));
            let message = format!("unsupported reduction type '{ty}' for kind '{name}'");
            diagnostics.error(op.op_error(message));
        }
    }
}

pub(crate) fn register_kinds(dialect: &mut DialectRegistration<'_>) {
    dialect.attribute::<CombiningKind>();
    dialect.attribute::<IteratorType>();
    dialect.attribute::<PrintPunctuation>();
}
