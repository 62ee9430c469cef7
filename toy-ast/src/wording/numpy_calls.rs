//! Calls with the arguments of NumPy: the changes with which they mean the same in Toy.

use mlir_lite_diagnostics::Span;

use crate::token::{Token, TokenKind};

/// Functions of one dimension or of all, with a parameter `axis`.
const WITH_AXIS: &[&str] = &[
    "all", "any", "argmax", "argmin", "argsort", "concat", "cumprod", "cumsum", "max", "mean",
    "min", "norm", "prod", "roll", "sort", "stack", "sum",
];

/// Functions that are members of arrays and have the same arguments after the array.
const MEMBERS: &[&str] = &[
    "all",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "clip",
    "cumprod",
    "cumsum",
    "max",
    "mean",
    "min",
    "prod",
    "reshape",
    "sort",
    "sum",
    "transpose",
];

/// Functions that only take a tensor.
const OF_ONE: &[&str] = &[
    "abs", "acos", "asin", "atan", "bool", "ceil", "cos", "cosh", "erf", "exp", "f32", "f64",
    "floor", "i64", "log", "round", "shape", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
];

/// The changes to the arguments of a call of `name`, which is `function` in Toy; none if there are
/// none that certainly give the same value. `member` is present for a call like `a.sum()`, and true
/// if this is a statement. `text` is the text of a token.
pub(super) fn adapt<'t>(
    name: &str,
    function: &str,
    arguments: &[&[Token]],
    member: Option<bool>,
    text: impl Fn(&Token) -> &'t str,
) -> Option<Vec<(Span, String)>> {
    let is_member = member.is_some();
    if is_member && !MEMBERS.contains(&function) && !(OF_ONE.contains(&function)) {
        return None;
    }
    let (named, positional): (Vec<&[Token]>, Vec<&[Token]>) =
        arguments.iter().copied().partition(|tokens| is_named(tokens));
    let count = positional.len() + usize::from(is_member);
    // The positional argument after the tensor.
    let second = positional.get(usize::from(!is_member)).copied();
    let takes_name = |tokens: &[Token]| match tokens {
        [name, _, value @ ..] => {
            let is_number =
                |token: &Token| matches!(token.kind, TokenKind::Number(_) | TokenKind::Minus);
            matches!(text(name), "axis" | "dim")
                && WITH_AXIS.contains(&function)
                && value.iter().all(is_number)
        }
        _ => false,
    };
    if !named.iter().copied().all(takes_name) {
        return None;
    }
    let is_none = |tokens: &[Token]| matches!(tokens, [only] if text(only) == "None");
    if positional.iter().copied().any(is_none) {
        return None;
    }
    let mut edits = Vec::new();
    let is_reduction = matches!(
        function,
        "sum" | "prod" | "mean" | "any" | "all" | "argmax" | "argmin" | "cumsum" | "cumprod"
    );
    match function {
        "max" | "min" if matches!(name, "maximum" | "minimum") => {
            return (count == 2).then_some(edits);
        }
        "max" | "min" => {
            if let Some(axis) = second {
                edits.push((Span::at(axis.first()?.span.start), "axis=".to_owned()));
            }
        }
        "concat" | "stack" => {
            let (&list, axis) = (positional.first()?, second);
            // `concat` takes two tensors.
            let most = if function == "concat" { 2 } else { usize::MAX };
            edits.extend(without_brackets(list, most)?);
            if let Some(axis) = axis {
                edits.push((Span::at(axis.first()?.span.start), "axis=".to_owned()));
            }
        }
        "zeros" | "ones" | "reshape" | "transpose" => {
            let from =
                if matches!(function, "zeros" | "ones") { 0 } else { usize::from(!is_member) };
            if let [only] = positional.get(from..)?
                && only.first()?.kind == TokenKind::LParen
            {
                edits.extend(without_brackets(only, usize::MAX)?);
            }
            return Some(edits);
        }
        "sort" if member == Some(true) => return None,
        "norm" if count > 1 => return None,
        "where" | "clip" if count != 3 => return None,
        "select" | "random" | "fill" | "format" | "arg" => return None,
        _ if OF_ONE.contains(&function) && count > 1 => return None,
        _ if is_reduction && count > 2 => return None,
        _ => {}
    }
    let is_list = |tokens: &[Token]| {
        tokens.first().is_some_and(|first| first.kind == TokenKind::LParen)
            && tokens.last().is_some_and(|last| last.kind == TokenKind::RParen)
            && tokens.iter().any(|token| token.kind == TokenKind::Comma)
    };
    let are_plain = !positional.iter().copied().any(is_list);
    let is_pad_of_lists = function == "pad"
        && !matches!(second, Some([width]) if matches!(width.kind, TokenKind::Number(_)));
    let is_adapted = matches!(function, "concat" | "stack");
    ((are_plain || is_adapted) && !is_pad_of_lists).then_some(edits)
}

/// The advice where no change is certain.
pub(super) fn advice(name: &str, function: &str) -> String {
    let advice = match function {
        _ if name == "average" => "`sum(w * x) / sum(w)` is the mean with weights",
        "round" => "`round(x * 100) / 100` rounds to two digits after the point",
        "norm" => {
            "`norm(a)` is the Euclidean norm, `sum(abs(a))` the sum norm, and `max(abs(a))` the \
             maximum norm"
        }
        "where" => {
            "`where(condition, a, b)` chooses between elements; shapes do not depend on data"
        }
        "select" => "`where(condition, a, b)` chooses between elements",
        "random" => "`random(seed, 2, 3)` is a tensor of random numbers from 0 to 1",
        "fill" => "`fill(value, shape(a))` is a tensor of the shape of `a`",
        "concat" | "stack" => {
            "`concat(a, b)` joins two tensors, `concat(concat(a, b), c)` three, and `stack(a, b)` \
             makes a new dimension"
        }
        "sort" => "values never change: `a = sort(a);` gives the variable another one",
        "clip" => "`clip(x, a, b)` has two limits; one is set by `max(x, a)` or `min(x, b)`",
        "pad" => "the widths are arguments of their own: `pad(a, 1, 2)`",
        "sum" | "mean" | "prod" | "max" | "min" | "any" | "all" => {
            return format!(
                "`{function}(a, axis=0)` is along one dimension: along two, write it twice, and \
                 `reshape` keeps their sizes"
            );
        }
        _ => return format!("`{function}` takes other arguments here: see `toyc doc {function}`"),
    };
    advice.to_owned()
}

/// Whether an argument is given by name.
fn is_named(tokens: &[Token]) -> bool {
    matches!(tokens, [name, equals, ..]
        if (name.kind, equals.kind) == (TokenKind::Ident, TokenKind::Assign))
}

/// Removes the brackets around a list of several elements, at most `most`.
fn without_brackets(tokens: &[Token], most: usize) -> Option<[(Span, String); 2]> {
    let [first, inner @ .., last] = tokens else { return None };
    let are_brackets = matches!(
        (first.kind, last.kind),
        (TokenKind::LParen, TokenKind::RParen) | (TokenKind::LBracket, TokenKind::RBracket)
    );
    let (mut open, mut count) = (0_usize, 1);
    for token in inner {
        match token.kind {
            TokenKind::LParen | TokenKind::LBracket => open += 1,
            TokenKind::RParen | TokenKind::RBracket => open = open.saturating_sub(1),
            TokenKind::Comma if open == 0 => count += 1,
            _ => {}
        }
    }
    (are_brackets && (2..=most).contains(&count))
        .then(|| [(first.span, String::new()), (last.span, String::new())])
}
