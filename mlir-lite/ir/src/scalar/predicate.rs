//! How numbers are compared.

use crate::ir::prelude::enum_attr;
use crate::numbers::ApInt;
use std::cmp::Ordering;

/// predicate of a comparison of integers, from 0 to 9
#[enum_attr(storage = i64)]
pub enum CmpIPredicate {
    /// Equal.
    #[case("eq")]
    Eq,
    /// Not equal.
    #[case("ne")]
    Ne,
    /// Less, signed.
    #[case("slt")]
    Slt,
    /// Less or equal, signed.
    #[case("sle")]
    Sle,
    /// Greater, signed.
    #[case("sgt")]
    Sgt,
    /// Greater or equal, signed.
    #[case("sge")]
    Sge,
    /// Less, unsigned.
    #[case("ult")]
    Ult,
    /// Less or equal, unsigned.
    #[case("ule")]
    Ule,
    /// Greater, unsigned.
    #[case("ugt")]
    Ugt,
    /// Greater or equal, unsigned.
    #[case("uge")]
    Uge,
}

impl CmpIPredicate {
    /// The predicate that is true where this one is false.
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

    /// The predicate that gives the same result with the operands swapped.
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

    /// Whether the comparison of two integers is true.
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

/// predicate of a comparison of floats, from 0 to 15
///
/// "Ordered" predicates are true only if neither number is NaN, "unordered" ones also if one is.
#[enum_attr(storage = i64)]
pub enum CmpFPredicate {
    /// Never.
    #[case("false")]
    AlwaysFalse,
    /// Ordered and equal.
    #[case("oeq")]
    Oeq,
    /// Ordered and greater.
    #[case("ogt")]
    Ogt,
    /// Ordered and greater or equal.
    #[case("oge")]
    Oge,
    /// Ordered and less.
    #[case("olt")]
    Olt,
    /// Ordered and less or equal.
    #[case("ole")]
    Ole,
    /// Ordered and not equal.
    #[case("one")]
    One,
    /// Ordered.
    #[case("ord")]
    Ord,
    /// Unordered or equal.
    #[case("ueq")]
    Ueq,
    /// Unordered or greater.
    #[case("ugt")]
    Ugt,
    /// Unordered, greater or equal.
    #[case("uge")]
    Uge,
    /// Unordered or less.
    #[case("ult")]
    Ult,
    /// Unordered, less or equal.
    #[case("ule")]
    Ule,
    /// Unordered or not equal.
    #[case("une")]
    Une,
    /// Unordered.
    #[case("uno")]
    Uno,
    /// Always.
    #[case("true")]
    AlwaysTrue,
}

impl CmpFPredicate {
    /// Whether the comparison of two numbers with this order is true. `None` means that one is NaN.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        let unordered = order.is_none();
        let (less, equal, greater) = (
            order == Some(Ordering::Less),
            order == Some(Ordering::Equal),
            order == Some(Ordering::Greater),
        );
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
