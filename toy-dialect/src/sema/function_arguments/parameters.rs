//! Which parameters of functions are functions: those that a function only calls, or hands on to
//! such a parameter.

use mlir_lite_diagnostics::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{ExprId, ExprKind, Lambdas, Module, Name, Stmt, StmtKind, all_statements};

use super::scope::named_value;
use crate::builtins;
use crate::program::calls;

/// For each parameter of each function where it is used as a function; none if it is a value.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
/// use toy_dialect::sema::function_parameters;
///
/// let sources = SourceMap::new();
/// let file = sources.add("a.toy", "def twice(f, x) { return f(f(x)); }")?;
/// let module = toy_ast::parse_module(&file, &mut Diagnostics::new()).expect("well formed");
/// let parameters = &function_parameters(&module)[0];
/// assert!(parameters[0].is_some() && parameters[1].is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn function_parameters(module: &Module) -> Vec<Vec<Option<Span>>> {
    let mut names: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, function) in module.functions.iter().enumerate() {
        names.entry(function.name.text()).or_insert(index);
    }
    let functions = 0..module.functions.len();
    let uses: Vec<Vec<Use>> = functions.map(|index| uses(module, &names, index)).collect();
    let mut found: Vec<Vec<Option<Span>>> = Vec::with_capacity(uses.len());
    // For each parameter, those that are handed on to it.
    let mut handed: FxHashMap<(usize, usize), Vec<(usize, usize)>> = FxHashMap::default();
    let mut pending = Vec::new();
    for (function, uses) in uses.iter().enumerate() {
        found.push(vec![None; uses.len()]);
        for (index, of) in uses.iter().enumerate().filter(|(_, of)| !of.is_value) {
            for target in &of.handed {
                handed.entry(*target).or_default().push((function, index));
            }
            if of.called.is_some() {
                pending.push((function, index));
            }
        }
    }
    loop {
        while let Some((function, index)) = pending.pop() {
            if found[function][index].is_some() {
                continue;
            }
            let Use { called, first, .. } = uses[function][index];
            found[function][index] = called.or(first);
            pending.extend(handed.get(&(function, index)).into_iter().flatten());
        }
        // Calls say whether a parameter is a function that is only handed to other parameters.
        for (function, index) in given_functions(module, &names, &found) {
            let of = &uses[function][index];
            if found[function][index].is_none() && !of.is_value && of.first.is_some() {
                pending.push((function, index));
            }
        }
        if pending.is_empty() {
            return found;
        }
    }
}

/// The parameters, with their functions, that calls give functions: `lambda`, a name, or a
/// parameter that is known to be a function.
fn given_functions(
    module: &Module,
    names: &FxHashMap<&str, usize>,
    found: &[Vec<Option<Span>>],
) -> Vec<(usize, usize)> {
    let exprs = &module.exprs;
    let mut given = Vec::new();
    for (caller, known) in module.functions.iter().zip(found) {
        let defined: FxHashSet<&str> =
            all_statements(&caller.body).flat_map(Stmt::defined).map(Name::text).collect();
        let is_function = |name: &str| {
            let param = caller.params.iter().position(|param| param.name.text() == name);
            match param {
                Some(param) => known[param].is_some(),
                None if defined.contains(name) => false,
                None => names.contains_key(name) || builtins::find(name).is_some(),
            }
        };
        for root in all_statements(&caller.body).flat_map(Stmt::exprs) {
            for id in exprs.postorder(root) {
                let ExprKind::Call { callee, args } = &exprs[id].kind else { continue };
                let Some(&target) = names.get(callee.text()) else { continue };
                let Ok(bound) = calls::bind(exprs, &module.functions[target], args) else {
                    continue;
                };
                for (place, argument) in bound.into_iter().enumerate() {
                    let is_given = argument.is_some_and(|argument| match exprs[argument].kind {
                        ExprKind::Lambda { .. } => true,
                        _ => named_value(exprs, argument).is_some_and(is_function),
                    });
                    if is_given {
                        given.push((target, place));
                    }
                }
            }
        }
    }
    given
}

/// The uses of a parameter.
#[derive(Clone, Default)]
struct Use {
    /// Where it is called first.
    called: Option<Span>,
    /// Where it is handed on first.
    first: Option<Span>,
    /// The parameters, with their functions, to which it is handed on.
    handed: Vec<(usize, usize)>,
    /// Whether the parameter is used as a value.
    is_value: bool,
}

/// The uses of a function's parameters.
fn uses(module: &Module, names: &FxHashMap<&str, usize>, index: usize) -> Vec<Use> {
    let function = &module.functions[index];
    let mut uses = vec![Use::default(); function.params.len()];
    let mut params: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, param) in function.params.iter().enumerate() {
        params.entry(param.name.text()).or_insert(index);
        uses[index].is_value = param.struct_name.is_some();
    }
    if params.is_empty() {
        return uses;
    }
    let exprs = &module.exprs;
    let mut handed: FxHashSet<ExprId> = FxHashSet::default();
    for statement in all_statements(&function.body) {
        let changed = match &statement.kind {
            StmtKind::Assign(this) => Some(&this.name),
            StmtKind::Sizes(this) => Some(&this.parameter),
            _ => None,
        };
        if let Some(&param) = changed.and_then(|name| params.get(name.text())) {
            uses[param].is_value = true;
        }
        for root in Stmt::exprs(statement) {
            let order: Vec<ExprId> = exprs.postorder(root).collect();
            let lambdas = Lambdas::of(exprs, root);
            let param = |id: ExprId, name: &str| {
                params.get(name).copied().filter(|_| lambdas.parameter(id).is_none())
            };
            // A call comes after its arguments.
            for &id in order.iter().rev() {
                match &exprs[id].kind {
                    ExprKind::Var(name) if !handed.contains(&id) => {
                        if let Some(param) = param(id, name) {
                            uses[param].is_value = true;
                        }
                    }
                    ExprKind::Call { callee, args } => {
                        if let Some(called) = param(id, callee.text()) {
                            uses[called].called.get_or_insert(callee.span);
                            // Other uses say whether its arguments are functions, but not whether
                            // it is a value that a function of its name is called with.
                            let is_itself =
                                |arg: &ExprId| named_value(exprs, *arg) == Some(callee.text());
                            for arg in args.iter().filter(|arg| !is_itself(arg)) {
                                handed.insert(*arg);
                                let name = named_value(exprs, *arg);
                                if let Some(param) = name.and_then(|name| param(*arg, name)) {
                                    uses[param].first.get_or_insert(exprs[*arg].span);
                                }
                            }
                            continue;
                        }
                        let Some(&target) = names.get(callee.text()) else { continue };
                        let Ok(bound) = calls::bind(exprs, &module.functions[target], args) else {
                            continue;
                        };
                        for (place, argument) in bound.into_iter().enumerate() {
                            let Some(argument) = argument else { continue };
                            if let Some(param) =
                                named_value(exprs, argument).and_then(|name| param(argument, name))
                            {
                                handed.insert(argument);
                                uses[param].first.get_or_insert(exprs[argument].span);
                                uses[param].handed.push((target, place));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    uses
}
