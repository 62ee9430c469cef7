//! How numbers are compared.

use crate::attributes::{ApInt, Attribute};
use crate::context::Context;
use std::cmp::Ordering;

/// How integers are compared; the number is the attribute's value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(i64)]
pub enum CmpIPredicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less, signed.
    Slt,
    /// Less or equal, signed.
    Sle,
    /// Greater, signed.
    Sgt,
    /// Greater or equal, signed.
    Sge,
    /// Less, unsigned.
    Ult,
    /// Less or equal, unsigned.
    Ule,
    /// Greater, unsigned.
    Ugt,
    /// Greater or equal, unsigned.
    Uge,
}

impl CmpIPredicate {
    /// All, in the order of their numbers.
    pub const ALL: [(Self, &str); 10] = [
        (Self::Eq, "eq"),
        (Self::Ne, "ne"),
        (Self::Slt, "slt"),
        (Self::Sle, "sle"),
        (Self::Sgt, "sgt"),
        (Self::Sge, "sge"),
        (Self::Ult, "ult"),
        (Self::Ule, "ule"),
        (Self::Ugt, "ugt"),
        (Self::Uge, "uge"),
    ];

    /// The predicate as attribute.
    pub fn attr(self, ctx: &Context) -> Attribute {
        ctx.i64_attr(self as i64)
    }

    /// The predicate that an attribute holds.
    pub fn from_attr(ctx: &Context, attribute: Attribute) -> Option<Self> {
        let index = usize::try_from(attribute.as_i64(ctx)?).ok()?;
        Self::ALL.get(index).map(|entry| entry.0)
    }

    /// The predicate that holds where this one does not.
    pub fn inverse(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Slt => Self::Sge,
            Self::Sle => Self::Sgt,
            Self::Sgt => Self::Sle,
            Self::Sge => Self::Slt,
            Self::Ult => Self::Uge,
            Self::Ule => Self::Ugt,
            Self::Ugt => Self::Ule,
            Self::Uge => Self::Ult,
        }
    }

    /// The predicate that says the same of the operands in the other order.
    pub fn swapped(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::Slt => Self::Sgt,
            Self::Sle => Self::Sge,
            Self::Sgt => Self::Slt,
            Self::Sge => Self::Sle,
            Self::Ult => Self::Ugt,
            Self::Ule => Self::Uge,
            Self::Ugt => Self::Ult,
            Self::Uge => Self::Ule,
        }
    }

    /// Whether integers are read as signed.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Slt | Self::Sle | Self::Sgt | Self::Sge)
    }

    /// Whether integers are read as unsigned.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Self::Ult | Self::Ule | Self::Ugt | Self::Uge)
    }

    /// Whether two integers compare so.
    pub fn holds(self, a: &ApInt, b: &ApInt) -> bool {
        let order = if self.is_unsigned() { a.cmp_unsigned(b) } else { a.cmp_signed(b) };
        match self {
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Slt | Self::Ult => order.is_lt(),
            Self::Sle | Self::Ule => order.is_le(),
            Self::Sgt | Self::Ugt => order.is_gt(),
            Self::Sge | Self::Uge => order.is_ge(),
        }
    }
}

/// How floats are compared; the number is the attribute's value. "Ordered"
/// holds only if neither is a NaN, "unordered" also if one is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(i64)]
pub enum CmpFPredicate {
    /// Never.
    AlwaysFalse,
    /// Ordered and equal.
    Oeq,
    /// Ordered and greater.
    Ogt,
    /// Ordered and greater or equal.
    Oge,
    /// Ordered and less.
    Olt,
    /// Ordered and less or equal.
    Ole,
    /// Ordered and not equal.
    One,
    /// Ordered.
    Ord,
    /// Unordered or equal.
    Ueq,
    /// Unordered or greater.
    Ugt,
    /// Unordered, greater or equal.
    Uge,
    /// Unordered or less.
    Ult,
    /// Unordered, less or equal.
    Ule,
    /// Unordered or not equal.
    Une,
    /// Unordered.
    Uno,
    /// Always.
    AlwaysTrue,
}

impl CmpFPredicate {
    /// All, in the order of their numbers.
    pub const ALL: [(Self, &str); 16] = [
        (Self::AlwaysFalse, "false"),
        (Self::Oeq, "oeq"),
        (Self::Ogt, "ogt"),
        (Self::Oge, "oge"),
        (Self::Olt, "olt"),
        (Self::Ole, "ole"),
        (Self::One, "one"),
        (Self::Ord, "ord"),
        (Self::Ueq, "ueq"),
        (Self::Ugt, "ugt"),
        (Self::Uge, "uge"),
        (Self::Ult, "ult"),
        (Self::Ule, "ule"),
        (Self::Une, "une"),
        (Self::Uno, "uno"),
        (Self::AlwaysTrue, "true"),
    ];

    /// The predicate as attribute.
    pub fn attr(self, ctx: &Context) -> Attribute {
        ctx.i64_attr(self as i64)
    }

    /// The predicate that an attribute holds.
    pub fn from_attr(ctx: &Context, attribute: Attribute) -> Option<Self> {
        let index = usize::try_from(attribute.as_i64(ctx)?).ok()?;
        Self::ALL.get(index).map(|entry| entry.0)
    }

    /// Whether two numbers of this order compare so; a NaN has none.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        let unordered = order.is_none();
        let (less, equal, greater) =
            (order == Some(Ordering::Less), order == Some(Ordering::Equal), order == Some(Ordering::Greater));
        match self {
            Self::AlwaysFalse => false,
            Self::Oeq => equal,
            Self::Ogt => greater,
            Self::Oge => greater || equal,
            Self::Olt => less,
            Self::Ole => less || equal,
            Self::One => less || greater,
            Self::Ord => !unordered,
            Self::Ueq => unordered || equal,
            Self::Ugt => unordered || greater,
            Self::Uge => unordered || greater || equal,
            Self::Ult => unordered || less,
            Self::Ule => unordered || less || equal,
            Self::Une => unordered || less || greater,
            Self::Uno => unordered,
            Self::AlwaysTrue => true,
        }
    }
}
