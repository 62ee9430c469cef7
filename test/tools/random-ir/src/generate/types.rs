//! The types of values in random IR, and constants of them.

use random_programs::random::Random;

/// The type of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// An integer of this many bits.
    Int(u32),
    Index,
    F16,
    BF16,
    F32,
    F64,
    /// A complex number, of `f64` parts or of `f32` ones.
    Complex(bool),
}

/// The type around the numbers of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Container {
    /// The value is one number.
    None,
    Vector,
    Tensor,
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ty {
    pub(crate) container: Container,
    pub(crate) shape: Vec<usize>,
    pub(crate) element: Scalar,
}

pub(crate) const I1: Ty = Ty::scalar(Scalar::Int(1));
pub(crate) const I32: Ty = Ty::scalar(Scalar::Int(32));
pub(crate) const INDEX: Ty = Ty::scalar(Scalar::Index);

impl Scalar {
    pub(crate) fn any(random: &mut Random) -> Self {
        const ALL: [Scalar; 14] = [
            Scalar::Int(1),
            Scalar::Int(1),
            Scalar::Int(3),
            Scalar::Int(8),
            Scalar::Int(13),
            Scalar::Int(32),
            Scalar::Int(32),
            Scalar::Int(64),
            Scalar::Int(64),
            Scalar::Int(100),
            Scalar::Index,
            Scalar::Index,
            Scalar::F32,
            Scalar::F64,
        ];
        match random.below(16) {
            0 => Self::F16,
            1 => Self::BF16,
            _ => *random.pick(&ALL).unwrap_or(&Self::Index),
        }
    }

    pub(crate) fn any_integer(random: &mut Random) -> Self {
        let widths = [1, 3, 8, 8, 13, 16, 32, 32, 32, 33, 64, 64, 64, 100, 128];
        match random.chance(20) {
            true => Self::Index,
            false => Self::Int(*random.pick(&widths).unwrap_or(&32)),
        }
    }

    pub(crate) fn any_float(random: &mut Random) -> Self {
        *random
            .pick(&[Self::F16, Self::BF16, Self::F32, Self::F32, Self::F64, Self::F64])
            .unwrap_or(&Self::F32)
    }

    pub(crate) fn text(self) -> String {
        match self {
            Self::Int(width) => format!("i{width}"),
            Self::Index => "index".to_owned(),
            Self::F16 => "f16".to_owned(),
            Self::BF16 => "bf16".to_owned(),
            Self::F32 => "f32".to_owned(),
            Self::F64 => "f64".to_owned(),
            Self::Complex(true) => "complex<f64>".to_owned(),
            Self::Complex(false) => "complex<f32>".to_owned(),
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32 | Self::F64)
    }

    /// Bits of an integer, an index or a float.
    pub(crate) fn width(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::F64 | Self::Index => 64,
            Self::Complex(wide) => 64 + 64 * u32::from(wide),
        }
    }

    /// The float of a complex number's parts.
    pub(crate) fn part(self) -> Self {
        if self == Self::Complex(true) { Self::F64 } else { Self::F32 }
    }

    /// A number of the type, without the type; the interesting ones are likely.
    pub(crate) fn number(self, random: &mut Random) -> String {
        match self {
            Self::Int(1) => if random.chance(50) { "true" } else { "false" }.to_owned(),
            Self::Int(width) => Self::integer(width, random).to_string(),
            Self::Index => {
                Self::integer(if random.chance(70) { 4 } else { 64 }, random).to_string()
            }
            Self::Complex(_) => {
                let part = self.part();
                format!("({}, {})", part.number(random), part.number(random))
            }
            _ => self.float(random),
        }
    }

    fn float(self, random: &mut Random) -> String {
        const PLAIN: [&str; 12] = [
            "0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "3.25", "-7.0", "1.0e+4", "1.5e-3", "0.1",
            "100.0",
        ];
        // Infinity, a NaN, the least and the largest number.
        let special = match self {
            Self::F16 => ["0x7C00", "0x7E00", "0x0001", "0x7BFF"],
            Self::BF16 => ["0x7F80", "0x7FC0", "0x0001", "0x7F7F"],
            Self::F32 => ["0x7F800000", "0x7FC00000", "0x00000001", "0x7F7FFFFF"],
            _ => [
                "0x7FF0000000000000",
                "0x7FF8000000000000",
                "0x0000000000000001",
                "0x7FEFFFFFFFFFFFFF",
            ],
        };
        let text = if random.chance(88) { random.pick(&PLAIN) } else { random.pick(&special) };
        text.copied().unwrap_or("0.0").to_owned()
    }

    /// A signed number of `width` bits.
    fn integer(width: u32, random: &mut Random) -> i128 {
        let limit = 1i128 << (width.min(120) - 1);
        let near = [0, 0, 1, 1, -1, 2, 3, 4, 5, 7, 8, 16, 31, limit - 1, -limit, limit / 2];
        match random.chance(85) {
            true => random.pick(&near).copied().unwrap_or(0).clamp(-limit, limit - 1),
            false => (random.below(1 << 20) as i128).min(limit - 1),
        }
    }
}

impl Ty {
    pub(crate) const fn scalar(element: Scalar) -> Self {
        Self { container: Container::None, shape: Vec::new(), element }
    }

    /// The same container with other elements.
    pub(crate) fn with_element(&self, element: Scalar) -> Self {
        Self { element, ..self.clone() }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.container == Container::None
    }

    pub(crate) fn text(&self) -> String {
        let dimensions: String = self.shape.iter().map(|size| format!("{size}x")).collect();
        match self.container {
            Container::None => self.element.text(),
            Container::Vector => format!("vector<{dimensions}{}>", self.element.text()),
            Container::Tensor => format!("tensor<{dimensions}{}>", self.element.text()),
        }
    }

    /// A constant as an attribute with its type.
    pub(crate) fn attribute(&self, random: &mut Random) -> String {
        if self.is_scalar() {
            let number = self.element.number(random);
            return match self.element {
                Scalar::Int(1) => number,
                _ => format!("{number} : {}", self.element.text()),
            };
        }
        let count: usize = self.shape.iter().product();
        let literal = match () {
            () if count == 0 => String::new(),
            () if random.chance(35) => self.element.number(random),
            () => self.nested(&self.shape, random),
        };
        format!("dense<{literal}> : {}", self.text())
    }

    fn nested(&self, shape: &[usize], random: &mut Random) -> String {
        let Some((&size, rest)) = shape.split_first() else { return self.element.number(random) };
        let parts: Vec<String> = (0..size).map(|_| self.nested(rest, random)).collect();
        format!("[{}]", parts.join(", "))
    }
}

/// All types as a list: `i32, f64`.
pub(crate) fn list(types: &[Ty]) -> String {
    types.iter().map(Ty::text).collect::<Vec<_>>().join(", ")
}
