//! Signatures of builtins.

use super::{Builtin, Call};
use mlir_lite::ir::prelude::*;
use toy_ast::{ExprId, ExprKind, Exprs};

/// A list of parameters, and how a call with such arguments is emitted.
pub struct Signature {
    /// In the order of the arguments.
    pub parameters: &'static [Parameter],
    /// Makes the op.
    pub emit: fn(&mut Call<'_, '_>) -> OpId,
}

/// A parameter of a builtin.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, by which an argument can be given: `axis = 0`.
    pub name: &'static str,
    /// Another name, by which an argument can be given too.
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

/// The kinds of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// A tensor of any shape.
    Tensor,
    /// A whole number that is known at compile time.
    Number,
    /// Any number of such, at least one; a list of them is also accepted.
    Numbers,
    /// Any number of tensors, at least one.
    Tensors,
    /// A text.
    Text,
    /// A whole number that is written in digits.
    Literal,
    /// Any number of values, texts and results of `format`, at least one.
    Printed,
    /// `true` or `false`, as it is written.
    Flag,
    /// The name of an element type.
    Element,
    /// Sizes in digits, and `?` for those that are not known.
    Sizes,
}

/// The kinds of results of builtins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// A tensor.
    Tensor,
    /// Nothing: a call is a statement.
    Nothing,
    /// A text.
    Text,
    /// A value with the form in which it is to be printed.
    Printed,
}

/// The arguments of a call, by parameter.
#[derive(Clone, Debug)]
pub struct Binding<A> {
    /// The builtin's signature that they match.
    pub signature: usize,
    /// For each parameter its arguments: none if it is left out, and one except for
    /// those of any number.
    pub arguments: Vec<Vec<A>>,
}

/// Why arguments match no signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch<A> {
    /// There are too many or too few.
    Count,
    /// No parameter has the name of this one.
    Name(A),
    /// The parameter of this one has an argument already.
    Twice(A),
}

impl ParameterKind {
    /// Whether a parameter of this kind takes any number of arguments.
    fn is_open(self) -> bool {
        matches!(self, Self::Numbers | Self::Tensors | Self::Printed)
    }
}

impl Parameter {
    /// A mandatory parameter.
    pub const fn new(name: &'static str, kind: ParameterKind) -> Self {
        Self { name, other_name: None, kind, optional: false, by_name: false, last_digits: false }
    }

    /// A tensor.
    pub const fn tensor(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Tensor)
    }

    /// A whole number.
    pub const fn number(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Number)
    }

    /// The dimension along which a function works; `dim` is its other name.
    pub const fn axis() -> Self {
        Self { other_name: Some("dim"), ..Self::number("axis").optional() }
    }

    /// Whether the result of a reduction keeps the reduced dimensions, with size 1.
    pub const fn keepdims() -> Self {
        Self::new("keepdims", ParameterKind::Flag).optional().by_name()
    }

    /// The element type of the result. An argument that is the name of one is for it.
    pub const fn dtype() -> Self {
        Self::new("dtype", ParameterKind::Element).optional().by_name()
    }

    /// The shape of a tensor, of which sizes need not be known.
    pub const fn sizes(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Sizes).optional().by_name()
    }

    /// Whole numbers.
    pub const fn numbers(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Numbers)
    }

    /// Tensors.
    pub const fn tensors(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Tensors)
    }

    /// A text.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Text)
    }

    /// A whole number that is written in digits.
    pub const fn literal(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Literal)
    }

    /// Values, texts and results of `format`.
    pub const fn printed(name: &'static str) -> Self {
        Self::new(name, ParameterKind::Printed)
    }

    /// The same parameter, as optional.
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The same parameter, given by name.
    pub const fn by_name(self) -> Self {
        Self { by_name: true, ..self }
    }

    /// The same parameter, for the last argument if that is written in digits.
    pub const fn or_last_digits(self) -> Self {
        Self { last_digits: true, ..self }
    }

    /// Whether an argument with this name is for it.
    fn is_named(&self, name: &str) -> bool {
        self.name == name || self.other_name == Some(name)
    }
}

impl Signature {
    /// The minimum and maximum number of arguments.
    fn counts(&self) -> (usize, Option<usize>) {
        let least = self.parameters.iter().filter(|parameter| !parameter.optional).count();
        let is_open = self.parameters.iter().any(|parameter| parameter.kind.is_open());
        (least, (!is_open).then_some(self.parameters.len()))
    }

    fn bind<A: Copy>(&self, arguments: &[(Option<&str>, A)]) -> Result<Vec<Vec<A>>, Mismatch<A>> {
        let mut bound = vec![Vec::new(); self.parameters.len()];
        let mut next = 0;
        for &(name, argument) in arguments {
            let index = match name {
                Some(name) => self.parameters.iter().position(|parameter| parameter.is_named(name)),
                None => {
                    let Some(parameter) =
                        self.parameters.get(next).filter(|parameter| !parameter.by_name)
                    else {
                        return Err(Mismatch::Count);
                    };
                    let index = next;
                    next += usize::from(!parameter.kind.is_open());
                    Some(index)
                }
            };
            let index = index.ok_or(Mismatch::Name(argument))?;
            if !bound[index].is_empty() && !self.parameters[index].kind.is_open() {
                return Err(Mismatch::Twice(argument));
            }
            bound[index].push(argument);
        }
        let is_complete = bound
            .iter()
            .zip(self.parameters)
            .all(|(a, parameter)| parameter.optional || !a.is_empty());
        if is_complete { Ok(bound) } else { Err(Mismatch::Count) }
    }
}

impl Builtin {
    /// Finds the signature that matches arguments, each with the name it is given by.
    ///
    /// # Errors
    /// If none matches.
    pub fn bind<A: Copy>(
        &self,
        arguments: &[(Option<&str>, A)],
    ) -> Result<Binding<A>, Mismatch<A>> {
        let mut mismatch = Mismatch::Count;
        for (signature, candidate) in self.signatures.iter().enumerate() {
            match candidate.bind(arguments) {
                Ok(arguments) => return Ok(Binding { signature, arguments }),
                Err(Mismatch::Count) => {}
                Err(other) => mismatch = other,
            }
        }
        Err(mismatch)
    }

    /// The name by which the name of an element type is given, wherever it is among the arguments.
    pub(crate) fn name_of_element_type(&self) -> Option<&'static str> {
        let mut parameters = self.signatures.iter().flat_map(|signature| signature.parameters);
        let is_element = |parameter: &&Parameter| parameter.kind == ParameterKind::Element;
        parameters.find(is_element).map(|parameter| parameter.name)
    }

    /// Gives the last of more than two arguments the name of the parameter that it is for, if there
    /// is one for a last argument in digits.
    pub(crate) fn name_last(&self, arguments: &mut [(Option<&str>, ExprId)], exprs: &Exprs) {
        let parameters = self.signatures.iter().flat_map(|signature| signature.parameters);
        let parameter = { parameters }.find(|parameter| parameter.last_digits);
        let [_, _, .., (name @ None, argument)] = arguments else { return };
        let is_number = match &exprs[*argument].kind {
            ExprKind::Neg(operand) => matches!(exprs[*operand].kind, ExprKind::Number(_)),
            kind => matches!(kind, ExprKind::Number(_)),
        };
        if is_number {
            *name = parameter.map(|parameter| parameter.name);
        }
    }

    /// `2 arguments`, `1 or 2 arguments`, `at least 1 argument`.
    pub fn takes(&self) -> String {
        let counts = self.signatures.iter().map(Signature::counts);
        let least = counts.clone().map(|(least, _)| least).min().unwrap_or(0);
        let most = counts.map(|(_, most)| most).try_fold(0, |max, most| Some(max.max(most?)));
        let arguments = |count: usize| if count == 1 { "argument" } else { "arguments" };
        match most {
            None => format!("at least {least} {}", arguments(least)),
            Some(most) if most == least => format!("{least} {}", arguments(least)),
            Some(most) if most == least + 1 => format!("{least} or {most} arguments"),
            Some(most) => format!("{least} to {most} arguments"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::find;

    fn bind(
        name: &str,
        arguments: &[Option<&str>],
    ) -> Result<(usize, Vec<Vec<usize>>), Mismatch<usize>> {
        let arguments: Vec<_> = arguments.iter().copied().zip(0..).collect();
        let binding = find(name).unwrap().bind(&arguments)?;
        Ok((binding.signature, binding.arguments))
    }

    #[test]
    fn arguments_find_their_parameters() {
        assert_eq!(bind("max", &[None, None]), Ok((1, vec![vec![0], vec![1]])));
        assert_eq!(bind("max", &[None, Some("axis")]), Ok((0, vec![vec![0], vec![1], vec![]])));
        assert_eq!(bind("max", &[None, Some("dim")]), Ok((0, vec![vec![0], vec![1], vec![]])));
        assert_eq!(bind("sum", &[None, Some("dim"), Some("axis")]), Err(Mismatch::Twice(2)));
        assert_eq!(bind("abs", &[None, None]), Err(Mismatch::Count));
        assert_eq!(bind("abs", &[Some("input")]), Err(Mismatch::Name(0)));
        assert_eq!(bind("pow", &[None, Some("a")]), Err(Mismatch::Twice(1)));
    }
}
