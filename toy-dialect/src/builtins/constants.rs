//! The builtin constants.

/// A name with a value, which variables of the same name shadow.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The name of the constant.
    pub name: &'static str,
    /// Its value, a number.
    pub value: f64,
    /// The description, as Markdown.
    pub summary: &'static str,
}

/// All constants, in the order of their documentation.
pub static CONSTANTS: &[Constant] = &[
    Constant { name: "pi", value: std::f64::consts::PI, summary: "3.141592653589793" },
    Constant { name: "e", value: std::f64::consts::E, summary: "2.718281828459045" },
    Constant { name: "inf", value: f64::INFINITY, summary: "infinity" },
    Constant { name: "nan", value: f64::NAN, summary: "not a number" },
    Constant { name: "true", value: 1.0, summary: "1" },
    Constant { name: "false", value: 0.0, summary: "0" },
];

/// The constant of a name.
pub fn constant(name: &str) -> Option<&'static Constant> {
    CONSTANTS.iter().find(|constant| constant.name == name)
}
