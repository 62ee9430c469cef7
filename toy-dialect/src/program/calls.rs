//! The arguments of calls of a program's functions, by parameter.

use toy_ast::{ExprId, ExprKind, Exprs, Function, Param};

/// Why arguments do not fit the parameters of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misfit {
    /// There are too many or too few.
    Count,
    /// No parameter has the name of this one.
    Name(ExprId),
    /// The parameter of this one has an argument already.
    Twice(ExprId),
}

/// For each parameter of a function its argument; none if it has its default value.
///
/// # Errors
/// If the arguments do not fit.
pub(crate) fn bind(
    exprs: &Exprs,
    function: &Function,
    args: &[ExprId],
) -> Result<Vec<Option<ExprId>>, Misfit> {
    let params = &function.params;
    let mut bound = vec![None; params.len()];
    let mut next = 0;
    for &arg in args {
        let (index, value) = match &exprs[arg].kind {
            ExprKind::Named { name, value } => {
                let has_name = |param: &Param| param.name.text() == name.text();
                (params.iter().position(has_name).ok_or(Misfit::Name(arg))?, *value)
            }
            _ => {
                next += 1;
                (next - 1, arg)
            }
        };
        match bound.get_mut(index) {
            None => return Err(Misfit::Count),
            Some(Some(_)) => return Err(Misfit::Twice(arg)),
            Some(unbound) => *unbound = Some(value),
        }
    }
    let is_complete = bound.iter().zip(params).all(|(a, p)| a.is_some() || p.default.is_some());
    if is_complete { Ok(bound) } else { Err(Misfit::Count) }
}

/// The name in the source of a function that may be a copy: `bisect` of `bisect$cube`.
pub(crate) fn source_name(name: &str) -> &str {
    name.split_once('$').map_or(name, |(source, _)| source)
}
