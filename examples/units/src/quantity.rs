//! Units, and the type of numbers that have one.

use mlir_lite::ir::prelude::*;

/// A unit of length or of time.
#[enum_attr(storage = i32)]
pub enum Unit {
    #[case("m")]
    Meter,
    #[case("ft")]
    Foot,
    #[case("mi")]
    Mile,
    #[case("s")]
    Second,
    #[case("h")]
    Hour,
}

impl Unit {
    /// The base unit of its kind, and the factor to it.
    pub fn in_base(self) -> (Unit, f64) {
        match self {
            Self::Meter => (Self::Meter, 1.0),
            Self::Foot => (Self::Meter, 0.3048),
            Self::Mile => (Self::Meter, 1609.344),
            Self::Second => (Self::Second, 1.0),
            Self::Hour => (Self::Second, 3600.0),
        }
    }

    /// The factor that converts one unit to another; none if they measure different things.
    pub fn factor(self, to: Unit) -> Option<f64> {
        let ((base, from_factor), (to_base, to_factor)) = (self.in_base(), to.in_base());
        (base == to_base).then_some(from_factor / to_factor)
    }
}

/// A number with a unit.
#[type_def(name = "units.quantity")]
pub struct QuantityType {
    /// The unit of the number.
    pub unit: Unit,
}
