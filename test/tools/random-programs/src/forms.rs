//! Which forms of calls of builtin functions, and of other things, occur in a program.

use std::collections::BTreeSet;

use crate::builtins::{self, ParameterKind};
use crate::program::{Argument, Expression, Program};
use crate::visit;

/// The forms of a program: `sum(a, axis =)`, `zeros: sizes is a list`.
pub(crate) fn of(program: &Program) -> BTreeSet<String> {
    let mut forms = Forms::default();
    for function in &program.functions {
        visit::expressions(&mut function.body.clone(), &mut |expression| {
            if let Expression::Builtin(name, arguments) = expression {
                forms.call(name, arguments);
            }
        });
    }
    forms.found
}

#[derive(Default)]
struct Forms {
    found: BTreeSet<String>,
}

impl Forms {
    fn call(&mut self, name: &str, arguments: &[Argument]) {
        let Some(builtin) = builtins::find(name) else { return };
        let Some((parameters, bound)) = builtins::bind(builtin, arguments) else { return };
        self.found.extend(builtins::form(builtin, arguments));
        for (parameter, arguments) in parameters.iter().zip(bound) {
            let is_tensor =
                matches!(parameter.kind, ParameterKind::Tensor | ParameterKind::Tensors);
            // A printed argument may be a text, or formatted.
            for argument in arguments.iter().filter(|_| !is_tensor) {
                let kind = describe(&argument.value);
                self.found.insert(format!("{name}: {} is {kind}", parameter.name));
            }
        }
    }
}

/// The form of an argument that is not just a tensor.
fn describe(value: &Expression) -> &'static str {
    match value {
        Expression::Number(_) => "digits",
        Expression::Negation(_) => "below 0",
        Expression::Literal(_) => "a list",
        Expression::Builtin("shape", _) => "a shape",
        Expression::Builtin("arg", _) => "an argument",
        Expression::Builtin("format", _) => "formatted",
        Expression::Text(_) => "a text",
        Expression::Sizes(_) => "sizes",
        _ => "an expression",
    }
}
