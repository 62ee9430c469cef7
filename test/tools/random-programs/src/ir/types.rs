//! The types of values in random IR.

use crate::random::Random;

/// The type of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    /// An integer of this many bits.
    Int(u32),
    Index,
    F32,
    F64,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) parameters: Vec<Ty>,
    pub(super) results: Vec<Ty>,
}

impl Ty {
    pub(super) fn any(random: &mut Random) -> Self {
        *random.pick(&Self::ALL).unwrap_or(&Self::Index)
    }

    pub(super) fn any_integer(random: &mut Random) -> Self {
        Self::Int(*random.pick(&[1, 8, 13, 32, 32, 32, 64, 64]).unwrap_or(&32))
    }

    const ALL: [Self; 8] = [
        Self::Int(1),
        Self::Int(8),
        Self::Int(32),
        Self::Int(32),
        Self::Int(64),
        Self::Index,
        Self::F32,
        Self::F64,
    ];

    pub(super) fn text(self) -> String {
        match self {
            Self::Int(width) => format!("i{width}"),
            Self::Index => "index".to_owned(),
            Self::F32 => "f32".to_owned(),
            Self::F64 => "f64".to_owned(),
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Bits of an integer or an index.
    pub(super) fn width(self) -> u32 {
        match self {
            Self::Int(width) => width,
            _ => 64,
        }
    }

    /// A constant of the type as text; the interesting ones are likely.
    pub(super) fn constant(self, random: &mut Random) -> String {
        match self {
            Self::Int(1) => if random.chance(50) { "true" } else { "false" }.to_owned(),
            Self::Int(_) | Self::Index => self.integer(random).to_string(),
            Self::F32 | Self::F64 => {
                let texts = [
                    "0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "3.25", "-7.0", "1.0e+10", "1.5e-3",
                ];
                random.pick(&texts).map_or_else(String::new, |text| (*text).to_owned())
            }
        }
    }

    /// A number that the type, read as signed, holds.
    fn integer(self, random: &mut Random) -> i64 {
        let limit = 1i64 << (self.width().min(40) - 1);
        let near = [0, 1, -1, 2, 3, 7, 8, limit - 1, -limit];
        match random.chance(80) {
            true => random.pick(&near).copied().unwrap_or(0).clamp(-limit, limit - 1),
            false => random.below(limit.min(1 << 20) as usize) as i64,
        }
    }
}

/// All types as a list: `i32, f64`.
pub(super) fn list(types: &[Ty]) -> String {
    types.iter().map(|ty| ty.text()).collect::<Vec<_>>().join(", ")
}
