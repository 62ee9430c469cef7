//! The semantics of the builtin functions, according to the language's documentation.

use crate::program::{Argument, Expression};
use crate::rearranged;
use crate::reductions;
use crate::tensor::{Tensor, are_single, coordinates, dimension_index, to_single};

/// Partial sums of a whole sum.
const PARTIAL_SUMS: usize = 32;

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A tensor of any shape.
    Tensor,
    /// A whole number that is known when the program is compiled.
    Number,
    /// Any number of such, at least one; a list of them is as good as they are.
    Numbers,
    /// Any number of tensors, at least one.
    Tensors,
    /// A text.
    Text,
    /// A whole number in digits.
    Literal,
    /// Any number of values, texts and results of `format`.
    Printed,
    /// `true` or `false`, as it is written.
    Flag,
    /// The name of an element type.
    Element,
    /// Sizes in digits, or `?`.
    Sizes,
}

impl ParameterKind {
    /// Whether a parameter of this kind takes any number of arguments.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Numbers | Self::Tensors | Self::Printed)
    }
}

/// A parameter of a builtin function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name by which an argument can be given.
    pub name: &'static str,
    /// Another such name.
    pub other_name: Option<&'static str>,
    /// The kind of argument.
    pub kind: ParameterKind,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether its argument must be given by name.
    pub by_name: bool,
    /// Whether the last argument is for it without its name, if it is written in digits.
    pub last_digits: bool,
}

/// A builtin function as the generator knows it.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// The lists of parameters that it may be called with; the first that fits is taken.
    pub signatures: &'static [&'static [Parameter]],
}

const fn parameter(name: &'static str, kind: ParameterKind) -> Parameter {
    Parameter { name, other_name: None, kind, optional: false, by_name: false, last_digits: false }
}

const fn tensor(name: &'static str) -> Parameter {
    parameter(name, ParameterKind::Tensor)
}

const N: Parameter = parameter("n", ParameterKind::Number);
const SIZES: Parameter = parameter("sizes", ParameterKind::Numbers);
const FILE: Parameter = parameter("file", ParameterKind::Text);
const TEXT_OF_PICTURE: Parameter =
    Parameter { optional: true, by_name: true, ..parameter("kind", ParameterKind::Text) };
const AXIS: Parameter = Parameter {
    optional: true,
    other_name: Some("dim"),
    ..parameter("axis", ParameterKind::Number)
};
const NAMED_AXIS: Parameter = Parameter { by_name: true, ..AXIS };
/// It may be given without its name where it is the last argument, in digits.
const LAST_AXIS: Parameter = Parameter { last_digits: true, ..NAMED_AXIS };
const KEEPDIMS: Parameter =
    Parameter { optional: true, by_name: true, ..parameter("keepdims", ParameterKind::Flag) };
const DTYPE: Parameter =
    Parameter { optional: true, by_name: true, ..parameter("dtype", ParameterKind::Element) };
const AXES: Parameter = Parameter { optional: true, ..parameter("axes", ParameterKind::Numbers) };
const K: Parameter = Parameter { optional: true, ..parameter("k", ParameterKind::Number) };
const DIGITS: Parameter =
    Parameter { optional: true, by_name: true, ..parameter("digits", ParameterKind::Literal) };
const VALUE: Parameter = Parameter { optional: true, by_name: true, ..tensor("value") };

const fn builtin(name: &'static str, signatures: &'static [&'static [Parameter]]) -> Builtin {
    Builtin { name, signatures }
}

/// All builtin functions, in the order of the language's documentation.
pub const TABLE: &[Builtin] = &[
    builtin("print", &[&[parameter("a", ParameterKind::Printed), DIGITS]]),
    builtin("format", &[&[tensor("x"), parameter("style", ParameterKind::Text)]]),
    builtin("transpose", &[&[tensor("a"), AXES]]),
    builtin("abs", &[&[tensor("x")]]),
    builtin("sqrt", &[&[tensor("x")]]),
    builtin("exp", &[&[tensor("x")]]),
    builtin("log", &[&[tensor("x")]]),
    builtin("pow", &[&[tensor("a"), tensor("b")]]),
    builtin("sin", &[&[tensor("x")]]),
    builtin("cos", &[&[tensor("x")]]),
    builtin("tan", &[&[tensor("x")]]),
    builtin("asin", &[&[tensor("x")]]),
    builtin("acos", &[&[tensor("x")]]),
    builtin("atan", &[&[tensor("x")]]),
    builtin("atan2", &[&[tensor("y"), tensor("x")]]),
    builtin("sinh", &[&[tensor("x")]]),
    builtin("cosh", &[&[tensor("x")]]),
    builtin("tanh", &[&[tensor("x")]]),
    builtin("erf", &[&[tensor("x")]]),
    builtin("floor", &[&[tensor("x")]]),
    builtin("ceil", &[&[tensor("x")]]),
    builtin("round", &[&[tensor("x")]]),
    builtin("trunc", &[&[tensor("x")]]),
    builtin("sign", &[&[tensor("x")]]),
    builtin("f32", &[&[tensor("x")]]),
    builtin("f64", &[&[tensor("x")]]),
    builtin("i64", &[&[tensor("x")]]),
    builtin("i8", &[&[tensor("x")]]),
    builtin("u8", &[&[tensor("x")]]),
    builtin("quantize", &[&[tensor("x"), tensor("scale"), tensor("zero")]]),
    builtin("quantize_u8", &[&[tensor("x"), tensor("scale"), tensor("zero")]]),
    builtin("dequantize", &[&[tensor("q"), tensor("scale"), tensor("zero")]]),
    builtin("bool", &[&[tensor("x")]]),
    builtin("select", &[&[tensor("c"), tensor("a"), tensor("b")]]),
    builtin("where", &[&[tensor("c"), tensor("a"), tensor("b")]]),
    builtin("clip", &[&[tensor("x"), tensor("lo"), tensor("hi")]]),
    builtin("min", &[&[tensor("a"), NAMED_AXIS, KEEPDIMS], &[tensor("a"), tensor("b")]]),
    builtin("max", &[&[tensor("a"), NAMED_AXIS, KEEPDIMS], &[tensor("a"), tensor("b")]]),
    builtin("sum", &[&[tensor("a"), AXIS, KEEPDIMS]]),
    builtin("prod", &[&[tensor("a"), AXIS, KEEPDIMS]]),
    builtin("mean", &[&[tensor("a"), AXIS, KEEPDIMS]]),
    builtin("norm", &[&[tensor("a"), AXIS, KEEPDIMS]]),
    builtin("any", &[&[tensor("a"), AXIS, KEEPDIMS]]),
    builtin("all", &[&[tensor("a"), AXIS, KEEPDIMS]]),
    builtin("argmin", &[&[tensor("a"), AXIS]]),
    builtin("argmax", &[&[tensor("a"), AXIS]]),
    builtin("cumsum", &[&[tensor("a"), AXIS]]),
    builtin("cumprod", &[&[tensor("a"), AXIS]]),
    builtin("sort", &[&[tensor("a"), AXIS]]),
    builtin("argsort", &[&[tensor("a"), AXIS]]),
    builtin("matmul", &[&[tensor("a"), tensor("b")]]),
    builtin("outer", &[&[tensor("a"), tensor("b")]]),
    builtin(
        "einsum",
        &[&[parameter("subscripts", ParameterKind::Text), parameter("a", ParameterKind::Tensors)]],
    ),
    builtin("shape", &[&[tensor("a")]]),
    builtin("reshape", &[&[tensor("a"), SIZES]]),
    builtin("expand_dims", &[&[tensor("a"), parameter("axis", ParameterKind::Numbers)]]),
    builtin("concat", &[&[tensor("a"), parameter("b", ParameterKind::Tensors), LAST_AXIS]]),
    builtin("stack", &[&[parameter("a", ParameterKind::Tensors), NAMED_AXIS]]),
    builtin("pad", &[&[tensor("a"), parameter("widths", ParameterKind::Numbers), VALUE]]),
    builtin("roll", &[&[tensor("a"), parameter("shift", ParameterKind::Number), AXIS]]),
    builtin("diag", &[&[tensor("a"), K]]),
    builtin("tril", &[&[tensor("a"), K]]),
    builtin("triu", &[&[tensor("a"), K]]),
    builtin("zeros", &[&[SIZES, DTYPE]]),
    builtin("ones", &[&[SIZES, DTYPE]]),
    builtin("fill", &[&[tensor("value"), SIZES, DTYPE]]),
    builtin("full", &[&[parameter("shape", ParameterKind::Number), tensor("value"), DTYPE]]),
    builtin("zeros_like", &[&[tensor("a"), DTYPE]]),
    builtin("ones_like", &[&[tensor("a"), DTYPE]]),
    builtin("full_like", &[&[tensor("a"), tensor("value"), DTYPE]]),
    builtin(
        "eye",
        &[&[N, Parameter { optional: true, ..parameter("m", ParameterKind::Number) }, DTYPE]],
    ),
    builtin("iota", &[&[N, DTYPE]]),
    builtin(
        "arange",
        &[
            &[parameter("stop", ParameterKind::Number), DTYPE],
            &[
                parameter("start", ParameterKind::Number),
                parameter("stop", ParameterKind::Number),
                Parameter { optional: true, ..parameter("step", ParameterKind::Number) },
                DTYPE,
            ],
        ],
    ),
    builtin("linspace", &[&[tensor("first"), tensor("last"), N, DTYPE]]),
    builtin("random", &[&[tensor("seed"), SIZES]]),
    builtin(
        "load",
        &[&[
            FILE,
            Parameter { optional: true, by_name: true, ..parameter("shape", ParameterKind::Sizes) },
        ]],
    ),
    builtin("save", &[&[FILE, tensor("a")]]),
    builtin(
        "plot",
        &[&[
            FILE,
            parameter("y", ParameterKind::Tensors),
            TEXT_OF_PICTURE,
            Parameter { name: "title", ..TEXT_OF_PICTURE },
            Parameter { name: "xlabel", ..TEXT_OF_PICTURE },
            Parameter { name: "ylabel", ..TEXT_OF_PICTURE },
            Parameter { name: "labels", ..TEXT_OF_PICTURE },
        ]],
    ),
    builtin("arg", &[&[parameter("n", ParameterKind::Literal)]]),
];

/// The kinds of pictures.
pub(crate) const PICTURES: [&str; 6] =
    ["line", "scatter", "scatter, line", "line, scatter", "hist", "image"];

/// Checks a text of a picture, which is written in the program: its `kind` is one of some.
pub(crate) fn check_text(parameter: &str, value: &Expression) -> Option<()> {
    let Expression::Text(text) = value else { return None };
    (parameter != "kind" || PICTURES.contains(&&**text)).then_some(())
}

/// Draws series, which have one shape.
pub(crate) fn drawn(series: &[Tensor]) -> Option<()> {
    series.windows(2).all(|pair| pair[0].shape == pair[1].shape).then_some(())
}

/// The value of a constant that a name means, unless a variable has the name.
pub(crate) fn constant(name: &str) -> Option<f64> {
    CONSTANTS.iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
}

/// The constants of the language.
pub(crate) const CONSTANTS: [(&str, f64); 6] = [
    ("pi", std::f64::consts::PI),
    ("e", std::f64::consts::E),
    ("inf", f64::INFINITY),
    ("nan", f64::NAN),
    ("true", 1.0),
    ("false", 0.0),
];

/// The builtin function of a name.
pub(crate) fn find(name: &str) -> Option<&'static Builtin> {
    TABLE.iter().find(|builtin| builtin.name == name)
}

/// Which arguments belong to which parameter, and the parameters.
pub(crate) type Bound<'a> = (&'static [Parameter], Vec<Vec<&'a Argument>>);

/// Finds the first list of parameters that matches the arguments.
pub(crate) fn bind<'a>(builtin: &Builtin, arguments: &'a [Argument]) -> Option<Bound<'a>> {
    builtin.signatures.iter().find_map(|&parameters| {
        let mut bound: Vec<Vec<&Argument>> = vec![vec![]; parameters.len()];
        let mut position = 0;
        for (number, argument) in arguments.iter().enumerate() {
            let is_last_number = number >= 2
                && number + 1 == arguments.len()
                && argument.name.is_none()
                && is_in_digits(&argument.value);
            let last = parameters.iter().position(|p| p.last_digits && is_last_number);
            let element = parameters.iter().position(|p| p.kind == ParameterKind::Element);
            let element = element.filter(|_| element_type(&argument.value).is_some());
            let index = match argument.name {
                None if element.is_some() => element?,
                None if last.is_some() => last?,
                Some(name) => parameters.iter().position(|parameter| {
                    parameter.name == name || parameter.other_name == Some(name)
                })?,
                None => {
                    let parameter =
                        parameters.get(position).filter(|parameter| !parameter.by_name)?;
                    position += usize::from(!parameter.kind.is_open());
                    parameters.iter().position(|other| other == parameter)?
                }
            };
            bound[index].push(argument);
        }
        let fits =
            parameters.iter().zip(&bound).all(|(parameter, arguments)| match arguments.len() {
                0 => parameter.optional,
                1 => true,
                _ => parameter.kind.is_open(),
            });
        fits.then_some((parameters, bound))
    })
}

fn is_in_digits(value: &Expression) -> bool {
    match value {
        Expression::Negation(operand) => matches!(**operand, Expression::Number(_)),
        value => matches!(value, Expression::Number(_)),
    }
}

/// The form of a call: for each parameter that has an argument, its name, with `=` where it is
/// given by it.
pub(crate) fn form(builtin: &Builtin, arguments: &[Argument]) -> Option<String> {
    let (parameters, bound) = bind(builtin, arguments)?;
    let given = parameters.iter().zip(&bound).filter_map(|(parameter, arguments)| {
        let named = arguments.first()?.name.is_some();
        Some(format!("{}{}", parameter.name, if named { " =" } else { "" }))
    });
    Some(format!("{}({})", builtin.name, given.collect::<Vec<_>>().join(", ")))
}

/// A whole number, if a tensor is one.
pub(crate) fn whole_number(tensor: &Tensor) -> Option<i64> {
    match tensor.elements[..] {
        [number] if number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 => {
            Some(number as i64)
        }
        _ => None,
    }
}

/// The arguments of a function whose elements make those of the result.
fn of_elements(name: &str, count: usize) -> Vec<usize> {
    match name {
        "select" | "where" => vec![1, 2],
        "transpose" | "reshape" | "expand_dims" | "roll" | "diag" | "tril" | "triu" | "fill" => {
            vec![0]
        }
        "pad" => vec![0, count - 1],
        "zeros" | "ones" | "iota" | "random" | "eye" | "arange" | "linspace" => vec![],
        "full" => vec![1],
        "zeros_like" | "ones_like" | "full_like" => vec![0],
        _ => (0..count).collect(),
    }
}

/// The value of a call; none if the shapes of the arguments do not fit. The number that `pad` pads
/// with is the last argument.
pub(crate) fn evaluate(name: &str, arguments: &[Tensor], dimension: Option<i64>) -> Option<Tensor> {
    if name == "clip" {
        // Its two steps have types of their own.
        return computed(name, arguments, dimension, false);
    }
    let of_elements = of_elements(name, arguments.len());
    let single = are_single(of_elements.iter().map(|place| &arguments[*place]));
    let mut arguments = arguments.to_vec();
    let is_conversion = matches!(name, "f32" | "f64" | "i64" | "i8" | "u8" | "bool");
    if !is_conversion && !matches!(name, "argmin" | "argmax" | "argsort" | "shape") {
        for place in of_elements {
            arguments[place] = arguments[place].converted(single);
        }
    }
    let result = match name {
        "f32" | "f64" => arguments.first()?.clone(),
        // Calls of it are within calls of `f64`, and of numbers that are in its range.
        "i64" => arguments.first()?.converted(false).map(|x| (x as i64) as f64),
        "i8" => arguments.first()?.converted(false).map(|x| f64::from(x as i8)),
        "u8" => arguments.first()?.converted(false).map(|x| f64::from(x as u8)),
        // Computations with it have the same values as those with 1 and 0.
        "bool" => arguments.first()?.map(|x| f64::from(u8::from(x != 0.0))),
        "quantize" | "quantize_u8" | "dequantize" => with_a_scale(name, &arguments)?,
        _ => computed(name, &arguments, dimension, single)?,
    };
    Some(result.converted(match name {
        "f32" => true,
        "f64" | "i64" | "i8" | "u8" | "bool" | "argmin" | "argmax" | "argsort" | "shape" => false,
        _ => single,
    }))
}

/// The integers of real numbers, or the real numbers of integers.
fn with_a_scale(name: &str, arguments: &[Tensor]) -> Option<Tensor> {
    let [x, scale, zero] = arguments else { return None };
    if name == "dequantize" {
        return x.combine(zero, |x, zero| x - zero)?.combine(scale, |x, scale| x * scale);
    }
    let least = if name == "quantize" { -128.0 } else { 0.0 };
    let quotient = x.combine(scale, |x, scale| x / scale)?;
    quotient.combine(zero, |quotient, zero| match quotient.is_nan() {
        true => zero.trunc().clamp(least, least + 255.0),
        false => (quotient.round_ties_even() + zero).trunc().clamp(least, least + 255.0),
    })
}

/// `a * b + c`, rounded once.
pub(crate) fn multiply_add(single: bool, a: f64, b: f64, c: f64) -> f64 {
    match single {
        true => f64::from((a as f32).mul_add(b as f32, c as f32)),
        false => a.mul_add(b, c),
    }
}

/// The value of a call whose arguments have one type; it need not be rounded to that.
fn computed(
    name: &str,
    arguments: &[Tensor],
    dimension: Option<i64>,
    single: bool,
) -> Option<Tensor> {
    let add: fn(f64, f64) -> f64 = if single { |a, b| to_single(a + b) } else { |a, b| a + b };
    let multiply: fn(f64, f64) -> f64 = if single { |a, b| to_single(a * b) } else { |a, b| a * b };
    let sum = |elements: &[f64], is_last: bool| chains(elements, is_last, 0.0, add);
    Some(match (name, arguments) {
        ("transpose", [a]) => a.transpose(),
        ("abs", [x]) => x.map(f64::abs),
        ("sqrt", [x]) => x.map(f64::sqrt),
        ("exp", [x]) => x.map(f64::exp),
        ("log", [x]) => x.map(f64::ln),
        ("pow", [a, b]) => a.combine(b, power)?,
        ("sin", [x]) => x.map(f64::sin),
        ("cos", [x]) => x.map(f64::cos),
        ("tan", [x]) => x.map(f64::tan),
        ("asin", [x]) => x.map(f64::asin),
        ("acos", [x]) => x.map(f64::acos),
        ("atan", [x]) => x.map(f64::atan),
        ("sinh", [x]) => x.map(f64::sinh),
        ("cosh", [x]) => x.map(f64::cosh),
        ("tanh", [x]) => x.map(f64::tanh),
        ("erf", [x]) => x.map(crate::erf::erf),
        ("floor", [x]) => x.map(f64::floor),
        ("ceil", [x]) => x.map(f64::ceil),
        ("trunc", [x]) => x.map(f64::trunc),
        ("round", [x]) => x.map(f64::round_ties_even),
        ("sign", [x]) => x.map(sign),
        ("atan2", [y, x]) => y.combine(x, f64::atan2)?,
        ("clip", [x, lo, hi]) => x.combine(lo, larger)?.combine(hi, smaller)?,
        ("min", [a, b]) => a.combine(b, smaller)?,
        ("max", [a, b]) => a.combine(b, larger)?,
        ("select" | "where", [c, a, b]) => select(c, a, b)?,
        ("min", [a]) => reduce(a, dimension, |elements, _| fold(elements, smaller))?,
        ("max", [a]) => reduce(a, dimension, |elements, _| fold(elements, larger))?,
        ("sum", [a]) => reduce(a, dimension, sum)?,
        ("prod", [a]) => {
            reduce(a, dimension, |elements, is_last| chains(elements, is_last, 1.0, multiply))?
        }
        ("norm", [a]) => reduce(&a.map(|x| x * x), dimension, sum)?.map(f64::sqrt),
        ("any", [a]) => reduce(a, dimension, |elements, _| {
            f64::from(u8::from(elements.iter().any(|x| *x != 0.0)))
        })?,
        ("all", [a]) => reduce(a, dimension, |elements, _| {
            f64::from(u8::from(elements.iter().all(|x| *x != 0.0)))
        })?,
        ("argmin", [a]) => reduce(a, dimension, |elements, _| extremum(elements, |x, y| x < y))?,
        ("argmax", [a]) => reduce(a, dimension, |elements, _| extremum(elements, |x, y| x > y))?,
        ("sort", [a]) => sorted(a, dimension, |_, element| element)?,
        ("argsort", [a]) => sorted(a, dimension, |index, _| index as f64)?,
        ("cumsum", [a]) => running(a, dimension, add)?,
        ("cumprod", [a]) => running(a, dimension, multiply)?,
        ("mean", [a]) => reduce(a, dimension, |elements, is_last| {
            sum(elements, is_last) / elements.len() as f64
        })?,
        ("matmul", [a, b]) => matmul(a, b)?,
        ("shape", [a]) if !a.shape.is_empty() => Tensor {
            shape: vec![a.shape.len()],
            elements: a.shape.iter().map(|&size| size as f64).collect(),
            single: false,
        },
        ("concat", [a, others @ ..]) if !others.is_empty() => {
            let axis = dimension.unwrap_or(0);
            others.iter().try_fold(a.clone(), |joined, other| concat(&joined, other, axis))?
        }
        ("zeros", sizes) => made(sizes, |_| 0.0)?,
        ("ones", sizes) => made(sizes, |_| 1.0)?,
        ("fill", [value, sizes @ ..]) if value.shape.is_empty() => {
            made(sizes, |_| value.elements[0])?
        }
        ("iota", [count]) if count.elements.len() == 1 => {
            made(std::slice::from_ref(count), |number| number as f64)?
        }
        ("random", [seed, sizes @ ..]) if seed.shape.is_empty() => {
            made(sizes, |number| random(seed.elements[0], number))?
        }
        _ => return created(name, arguments).or_else(|| moved(name, arguments, dimension)),
    })
}

/// The value of a call of a function that makes a tensor as NumPy does.
fn created(name: &str, arguments: &[Tensor]) -> Option<Tensor> {
    Some(match (name, arguments) {
        ("full", [sizes, value]) if value.shape.is_empty() => {
            made(std::slice::from_ref(sizes), |_| value.elements[0])?
        }
        ("zeros_like", [a]) => a.map(|_| 0.0),
        ("ones_like", [a]) => a.map(|_| 1.0),
        ("full_like", [a, value]) if value.shape.is_empty() => a.map(|_| value.elements[0]),
        ("eye", [n]) => eye(n, n)?,
        ("eye", [n, m]) => eye(n, m)?,
        ("arange", [stop]) => range(&[0.0, number_of(stop)?, 1.0])?,
        ("arange", [start, stop]) => range(&[number_of(start)?, number_of(stop)?, 1.0])?,
        ("arange", [start, stop, step]) => {
            range(&[number_of(start)?, number_of(stop)?, number_of(step)?])?
        }
        ("linspace", [first, last, n]) => linspace(first, last, n)?,
        _ => return None,
    })
}

/// The value of a call of a function whose elements are those of its arguments at other places.
fn moved(name: &str, arguments: &[Tensor], dimension: Option<i64>) -> Option<Tensor> {
    Some(match (name, arguments) {
        ("transpose", [a, axes @ ..]) => rearranged::permute(a, &whole_numbers(axes)?)?,
        ("outer", [a, b]) => rearranged::outer(a, b),
        ("reshape", [a, sizes @ ..]) => a.reshape(&shape_of(sizes)?)?,
        ("expand_dims", [a, places @ ..]) => rearranged::expanded(a, &whole_numbers(places)?)?,
        ("stack", tensors) => rearranged::stack(tensors, dimension.unwrap_or(0))?,
        ("pad", [a, widths @ .., value]) => rearranged::pad(a, &whole_numbers(widths)?, value)?,
        ("roll", [a, shift]) => rearranged::roll(a, whole_number(shift)?, dimension)?,
        ("diag", [a]) => rearranged::diagonal(a, 0)?,
        ("diag", [a, k]) => rearranged::diagonal(a, whole_number(k)?)?,
        ("tril", [a]) => rearranged::triangle(a, |distance| distance <= 0)?,
        ("triu", [a]) => rearranged::triangle(a, |distance| distance >= 0)?,
        ("tril", [a, k]) => {
            let k = whole_number(k)?;
            rearranged::triangle(a, |distance| distance <= k)?
        }
        ("triu", [a, k]) => {
            let k = whole_number(k)?;
            rearranged::triangle(a, |distance| distance >= k)?
        }
        _ => return None,
    })
}

/// The product of two matrices; vectors are a row on the left and a column on the right. Dimensions
/// before those of the matrices are broadcast.
pub(crate) fn matmul(a: &Tensor, b: &Tensor) -> Option<Tensor> {
    let as_matrix = |tensor: &Tensor, is_row: bool| match (tensor.shape.len(), is_row) {
        (0, _) => None,
        (1, true) => tensor.reshape(&[1, tensor.elements.len()]),
        (1, false) => tensor.reshape(&[tensor.elements.len(), 1]),
        _ => Some(tensor.clone()),
    };
    let (left, right) = (as_matrix(a, true)?, as_matrix(b, false)?);
    let matrices = |tensor: &Tensor| {
        let split = tensor.shape.len() - 2;
        let [rows, columns] = [tensor.shape[split], tensor.shape[split + 1]];
        // The number of each matrix.
        let count: usize = tensor.shape[..split].iter().product();
        let numbers = (0..count).map(|number| number as f64).collect();
        (
            Tensor { shape: tensor.shape[..split].to_vec(), elements: numbers, single: false },
            rows,
            columns,
        )
    };
    let (left_numbers, rows, inner) = matrices(&left);
    let (right_numbers, other, columns) = matrices(&right);
    let [of_left, of_right] = [
        left_numbers.combine(&right_numbers, |number, _| number)?,
        left_numbers.combine(&right_numbers, |_, number| number)?,
    ];
    if inner != other {
        return None;
    }
    let mut elements = Vec::new();
    for (l, r) in of_left.elements.iter().zip(&of_right.elements) {
        let (l, r) = (*l as usize * rows * inner, *r as usize * inner * columns);
        for row in 0..rows {
            for column in 0..columns {
                elements.push((0..inner).fold(0.0, |sum, k| {
                    let factor = right.elements[r + k * columns + column];
                    multiply_add(a.single, left.elements[l + row * inner + k], factor, sum)
                }));
            }
        }
    }
    let rows = (a.shape.len() > 1).then_some(rows);
    let columns = (b.shape.len() > 1).then_some(columns);
    let shape = of_left.shape.iter().copied().chain(rows).chain(columns).collect();
    Some(Tensor { shape, elements, single: false })
}

fn smaller(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if a < b || (a == b && a.is_sign_negative()) { a } else { b }
}

fn larger(a: f64, b: f64) -> f64 {
    -smaller(-a, -b)
}

fn select(c: &Tensor, a: &Tensor, b: &Tensor) -> Option<Tensor> {
    // The shape of all three; its elements do not matter.
    let whole = c.combine(a, |_, _| 0.0)?.combine(b, |_, _| 0.0)?.converted(false);
    let [c, a, b] = [c, a, b].map(|tensor| tensor.combine(&whole, |element, _| element));
    let (c, a, b) = (c?, a?, b?);
    let elements = (0..whole.elements.len())
        .map(|at| if c.elements[at] == 0.0 { b.elements[at] } else { a.elements[at] })
        .collect();
    Some(Tensor { shape: whole.shape, elements, single: false })
}

/// The remainder, with the sign of the divisor.
pub(crate) fn remainder(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest.is_nan() {
        return rest;
    }
    if rest == 0.0 {
        return 0.0_f64.copysign(b);
    }
    if rest.is_sign_negative() == b.is_sign_negative() { rest } else { rest + b }
}

/// A power; a square is a product.
pub(crate) fn power(a: f64, b: f64) -> f64 {
    if b == 2.0 { a * a } else { a.powf(b) }
}

/// The quotient, rounded down: computed from the exact remainder.
pub(crate) fn floor_divide(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        return a / b;
    }
    let rest = a % b;
    let mut steps = (a - rest) / b;
    if rest != 0.0 && rest.is_sign_negative() != b.is_sign_negative() {
        steps -= 1.0;
    }
    if steps == 0.0 {
        return 0.0_f64.copysign(a / b);
    }
    let down = steps.floor();
    down + f64::from(u8::from(steps - down > 0.5))
}

fn sign(x: f64) -> f64 {
    match x.partial_cmp(&0.0) {
        Some(order) => f64::from(order as i8),
        None => x,
    }
}

fn fold(elements: &[f64], function: fn(f64, f64) -> f64) -> f64 {
    elements.iter().copied().reduce(function).unwrap_or(f64::NAN)
}

/// Combines elements from a number on: in one chain, or in 32 if they are contiguous in memory.
fn chains(elements: &[f64], is_last: bool, first: f64, combine: fn(f64, f64) -> f64) -> f64 {
    if !is_last {
        return elements.iter().fold(first, |chain, element| combine(chain, *element));
    }
    let mut partial = [first; PARTIAL_SUMS];
    for (number, element) in elements.iter().enumerate() {
        partial[number % PARTIAL_SUMS] = combine(partial[number % PARTIAL_SUMS], *element);
    }
    let mut half = PARTIAL_SUMS / 2;
    while half > 0 {
        for lane in 0..half {
            partial[lane] = combine(partial[lane], partial[lane + half]);
        }
        half /= 2;
    }
    partial[0]
}

/// The index of the first `nan`, or else of the first element that none is better than.
fn extremum(elements: &[f64], is_better: fn(f64, f64) -> bool) -> f64 {
    let is_best = |x: &f64| x.is_nan() || !elements.iter().any(|y| is_better(*y, *x));
    let nan = elements.iter().position(|x| x.is_nan());
    nan.or(elements.iter().position(is_best)).unwrap_or(0) as f64
}

/// The elements along a dimension in order, by insertion: a `nan` last, and equal ones as before.
fn sorted(a: &Tensor, axis: Option<i64>, item: fn(usize, f64) -> f64) -> Option<Tensor> {
    let axis = dimension_index(axis.unwrap_or(-1), a.shape.len())?;
    let inner: usize = a.shape[axis + 1..].iter().product();
    let mut result = a.clone();
    for (first, at) in coordinates(&a.shape).enumerate().filter(|(_, at)| at[axis] == 0) {
        debug_assert_eq!(at.len(), a.shape.len());
        let mut row: Vec<(usize, f64)> = Vec::new();
        for index in 0..a.shape[axis] {
            let element = a.elements[first + index * inner];
            let is_after = |other: f64| element < other || (other.is_nan() && !element.is_nan());
            let place = row.iter().position(|(_, other)| is_after(*other)).unwrap_or(row.len());
            row.insert(place, (index, element));
        }
        for (place, (index, element)) in row.into_iter().enumerate() {
            result.elements[first + place * inner] = item(index, element);
        }
    }
    Some(result)
}

/// The combination of all elements up to each element, along a dimension or row by row.
fn running(a: &Tensor, dimension: Option<i64>, combine: fn(f64, f64) -> f64) -> Option<Tensor> {
    let Some(dimension) = dimension else {
        let row =
            Tensor { shape: vec![a.elements.len()], elements: a.elements.clone(), single: false };
        return running(&row, Some(0), combine);
    };
    let dimension = dimension_index(dimension, a.shape.len())?;
    let inner: usize = a.shape[dimension + 1..].iter().product();
    let mut result = a.clone();
    for (number, at) in coordinates(&a.shape).enumerate() {
        if at[dimension] > 0 {
            let before = result.elements[number - inner];
            result.elements[number] = combine(before, a.elements[number]);
        }
    }
    Some(result)
}

/// Whether a function combines the elements along any number of dimensions.
pub(crate) fn is_reduction(name: &str) -> bool {
    matches!(name, "sum" | "prod" | "mean" | "norm" | "any" | "all" | "min" | "max")
}

/// A reduction along these dimensions, or of the whole tensor if there are none.
pub(crate) fn reduced(name: &str, a: &Tensor, axes: &[i64], keeps: bool) -> Option<Tensor> {
    let result = match axes {
        [] if keeps && a.shape.is_empty() => return None,
        [] => evaluate(name, std::slice::from_ref(a), None)?,
        [axis] => evaluate(name, std::slice::from_ref(a), Some(*axis))?,
        _ => {
            let reductions::Reduction { order, shape, axis } = reductions::along(&a.shape, axes)?;
            let order: Vec<i64> = order.into_iter().map(|index| index as i64).collect();
            let a = rearranged::permute(a, &order)?.reshape(&shape)?;
            evaluate(name, &[a], Some(axis))?
        }
    };
    if keeps { result.reshape(&reductions::kept(&a.shape, axes)?) } else { Some(result) }
}

/// Computes a number from all elements, or from those along a dimension; the function gets whether
/// they are contiguous in memory.
fn reduce(
    a: &Tensor,
    dimension: Option<i64>,
    function: impl Fn(&[f64], bool) -> f64,
) -> Option<Tensor> {
    let Some(dimension) = dimension else {
        return Some(Tensor::number(function(&a.elements, true)));
    };
    let dimension = dimension_index(dimension, a.shape.len())?;
    let mut shape = a.shape.clone();
    let size = shape.remove(dimension);
    let inner: usize = a.shape[dimension + 1..].iter().product();
    let elements = (0..shape.iter().product())
        .map(|number: usize| {
            let start = number / inner * inner * size + number % inner;
            let line: Vec<f64> = (0..size).map(|at| a.elements[start + at * inner]).collect();
            function(&line, dimension + 1 == a.shape.len())
        })
        .collect();
    Some(Tensor { shape, elements, single: false })
}

/// The elements of these tensors, if all are whole numbers.
fn whole_numbers(tensors: &[Tensor]) -> Option<Vec<i64>> {
    let elements = tensors.iter().flat_map(|tensor| &tensor.elements);
    elements.map(|element| whole_number(&Tensor::number(*element))).collect()
}

fn concat(a: &Tensor, b: &Tensor, dimension: i64) -> Option<Tensor> {
    let dimension = dimension_index(dimension, a.shape.len())?;
    let others_fit =
        a.shape.iter().zip(&b.shape).enumerate().all(|(at, (l, r))| at == dimension || l == r);
    if a.shape.len() != b.shape.len() || !others_fit {
        return None;
    }
    let mut shape = a.shape.clone();
    shape[dimension] += b.shape[dimension];
    let elements = coordinates(&shape)
        .map(|mut at| {
            let source = if at[dimension] < a.shape[dimension] { a } else { b };
            if std::ptr::eq(source, b) && at[dimension] >= a.shape[dimension] {
                at[dimension] -= a.shape[dimension];
            }
            let place = at.iter().zip(&source.shape).fold(0, |place, (at, size)| place * size + at);
            source.elements[place]
        })
        .collect();
    Some(Tensor { shape, elements, single: false })
}

/// Tensors of more elements are not made.
const MOST_ELEMENTS: usize = 1 << 16;

/// Whether a tensor whose sizes are these would be too large to be made here.
pub(crate) fn is_too_large(sizes: &[Tensor]) -> bool {
    let sizes = sizes.iter().flat_map(|sizes| &sizes.elements);
    sizes.map(|size| size.abs().max(1.0)).product::<f64>() > MOST_ELEMENTS as f64
}

/// The shape whose sizes are the elements of these tensors.
pub(crate) fn shape_of(sizes: &[Tensor]) -> Option<Vec<usize>> {
    let sizes = sizes.iter().flat_map(|sizes| &sizes.elements);
    sizes.map(|&size| (size.fract() == 0.0 && size >= 1.0).then_some(size as usize)).collect()
}

/// A tensor of sizes that are the elements of these tensors.
fn made(sizes: &[Tensor], element: impl Fn(usize) -> f64) -> Option<Tensor> {
    let shape = shape_of(sizes)?;
    let elements = (0..shape.iter().product()).map(element).collect();
    Some(Tensor { shape, elements, single: false })
}

/// The element type whose name an expression is.
pub(crate) fn element_type(value: &Expression) -> Option<&str> {
    match value {
        Expression::Variable(name)
            if matches!(&**name, "f64" | "f32" | "i64" | "i8" | "u8" | "bool") =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// The only element of a tensor.
fn number_of(tensor: &Tensor) -> Option<f64> {
    if let [number] = tensor.elements[..] { Some(number) } else { None }
}

/// Ones where row and column are the same.
fn eye(n: &Tensor, m: &Tensor) -> Option<Tensor> {
    let sizes = [Tensor::number(number_of(n)?), Tensor::number(number_of(m)?)];
    let columns = sizes[1].elements[0] as usize;
    made(&sizes, |number| f64::from(u8::from(number / columns == number % columns)))
}

/// The numbers from a first one up to an end, exclusive, in steps.
fn range(&[start, stop, step]: &[f64; 3]) -> Option<Tensor> {
    let count = Tensor::number(((stop - start) / step).ceil());
    if is_too_large(std::slice::from_ref(&count)) {
        return None;
    }
    let distance = (start + step) - start;
    made(&[count], |number| start + number as f64 * distance)
}

/// Numbers at equal distances.
fn linspace(first: &Tensor, last: &Tensor, n: &Tensor) -> Option<Tensor> {
    let [first, last] = [first.reshape(&[])?, last.reshape(&[])?];
    let places = made(&[Tensor::number(number_of(n)?)], |number| number as f64)?;
    let steps = Tensor::number(f64::max(places.elements.len() as f64 - 1.0, 1.0));
    let step = last.combine(&first, |a, b| a - b)?.combine(&steps, |a, b| a / b)?;
    let numbers = places.combine(&step, |a, b| a * b)?.combine(&first, |a, b| a + b)?;
    let mut numbers = Tensor { single: false, ..numbers };
    if let [_, .., end] = &mut numbers.elements[..] {
        *end = last.elements[0];
    }
    Some(numbers)
}

/// The element of a number, counted from 0, of the tensor that looks random.
fn random(seed: f64, number: usize) -> f64 {
    let mix = |mut z: u64| {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let step = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // -0 is the seed 0, and all that is not a number is one seed.
    let seed = if seed.is_nan() { 0x7ff8_0000_0000_0000 } else { (seed + 0.0).to_bits() };
    let bits = mix(mix(seed).wrapping_add(step));
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn row(elements: &[f64]) -> Tensor {
        Tensor { shape: vec![elements.len()], elements: elements.to_vec(), single: false }
    }

    #[test]
    fn sums_add_in_32_chains() {
        // Near 1e16 floats are 2 apart: in one chain all ones are lost. With chains, only the ones
        // in the chains of elements 16 and 32 are lost, and the others are added as 2, 4, 8 and 16.
        let mut elements = vec![1.0; 33];
        elements[0] = 1e16;
        assert_eq!(evaluate("sum", &[row(&elements)], None), Some(Tensor::number(1e16 + 30.0)));
    }

    #[test]
    fn products_of_many_matrices_broadcast() {
        let many = Tensor { shape: vec![2, 1, 2], elements: vec![1., 2., 3., 4.], single: false };
        let column = Tensor { shape: vec![2, 1], elements: vec![10., 1.], single: false };
        let product = Tensor { shape: vec![2, 1, 1], elements: vec![12., 34.], single: false };
        assert_eq!(matmul(&many, &column), Some(product));
        use crate::einsum::einsum;
        assert_eq!(einsum("bij,jk", &[many.clone(), column]).unwrap().elements, [12., 34.]);
        assert_eq!(einsum("bij->jb", &[many]).unwrap().elements, [1., 3., 2., 4.]);
    }

    #[test]
    fn the_first_extremum_counts_and_nan_is_one() {
        let index = |elements: &[f64]| evaluate("argmax", &[row(elements)], None);
        assert_eq!(index(&[1.0, 3.0, 3.0]), Some(Tensor::number(1.0)));
        assert_eq!(index(&[-0.0, 0.0]), Some(Tensor::number(0.0)));
        assert_eq!(index(&[1.0, f64::NAN, 3.0]), Some(Tensor::number(1.0)));
    }

    #[test]
    fn chains_run_along_a_dimension() {
        let matrix = Tensor { shape: vec![2, 2], elements: vec![1., 2., 3., 4.], single: false };
        let sums = |axis| evaluate("cumsum", std::slice::from_ref(&matrix), axis);
        assert_eq!(sums(None), Some(row(&[1., 3., 6., 10.])));
        assert_eq!(sums(Some(0)).map(|tensor| tensor.elements), Some(vec![1., 2., 4., 6.]));
        assert_eq!(sums(Some(-1)).map(|tensor| tensor.elements), Some(vec![1., 3., 3., 7.]));
    }

    #[test]
    fn dimensions_are_counted_from_both_ends() {
        let matrix =
            Tensor { shape: vec![2, 3], elements: vec![1., 2., 3., 4., 5., 6.], single: false };
        let sum_along = |dimension| evaluate("sum", std::slice::from_ref(&matrix), Some(dimension));
        assert_eq!(sum_along(-1), Some(row(&[6., 15.])));
        assert_eq!(sum_along(0), Some(row(&[5., 7., 9.])));
        assert_eq!(sum_along(2), None);
    }

    #[test]
    fn zeros_have_an_order_and_nan_wins() {
        let smallest = evaluate("min", &[row(&[0.0, -0.0])], None);
        assert!(smallest.is_some_and(|tensor| tensor.elements[0].is_sign_negative()));
        let largest = evaluate("max", &[row(&[f64::NAN, 1.0])], None);
        assert!(largest.is_some_and(|tensor| tensor.elements[0].is_nan()));
    }

    #[test]
    fn parts_are_joined_along_a_dimension() {
        let column = |a, b| Tensor { shape: vec![2, 1], elements: vec![a, b], single: false };
        let joined = Tensor { shape: vec![2, 2], elements: vec![1., 3., 2., 4.], single: false };
        assert_eq!(evaluate("concat", &[column(1., 2.), column(3., 4.)], Some(1)), Some(joined));
    }
}
