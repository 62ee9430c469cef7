//! Edits of Toy programs by their syntax tree. A malformed text has no units.

use std::ops::Range;

use mlir_lite_diagnostics::{Diagnostics, SourceMap, Span};
use mlir_lite_reduce::Edit;
use toy_ast::{
    ExprId, ExprKind, Function, Item, Module, Stmt, StmtKind, VarType, all_statements, parse_module,
};

/// All edits, those that remove most first.
pub const EDITS: [&(dyn Edit + Sync); 7] =
    [&Definitions, &Statements, &Bodies, &Variables, &Parameters, &Operands, &Literals];

/// The tree of a text.
fn parse(text: &str) -> Option<Module> {
    let file = SourceMap::new().add("program.toy", text.to_owned()).ok()?;
    debug_assert_eq!(file.base(), BASE);
    parse_module(&file, &mut Diagnostics::new()).ok()
}

/// The base of the first file in a source map.
const BASE: u32 = 1;

fn range(span: Span) -> Range<usize> {
    (span.start - BASE) as usize..(span.end - BASE) as usize
}

/// A text with ranges replaced; ranges nested in a replaced range are left out.
fn replaced(text: &str, mut changes: Vec<(Range<usize>, String)>) -> Option<String> {
    changes.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let (mut result, mut at) = (String::new(), 0);
    for (range, with) in changes {
        if range.start < at {
            continue;
        }
        result += text.get(at..range.start)?;
        result += &with;
        at = range.end;
    }
    result += text.get(at..)?;
    (result != text).then_some(result)
}

fn statements(module: &Module) -> impl Iterator<Item = &Stmt> {
    module.functions.iter().flat_map(|function| all_statements(&function.body))
}

/// Removes functions and structs. Remaining calls of the functions become a number.
struct Definitions;

impl Edit for Definitions {
    fn units(&self, text: &str) -> usize {
        parse(text).map_or(0, |module| module.items.len())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let (mut changes, mut names) = (Vec::new(), Vec::new());
        for item in module.items.get(units)? {
            let span = match *item {
                Item::Struct(index) => module.structs[index].span,
                Item::Constant(index) => module.constants[index].definition.span,
                Item::Function(index) => {
                    names.push(module.functions[index].name.text());
                    module.functions[index].span
                }
            };
            changes.push((range(span), String::new()));
        }
        for (_, expr) in module.exprs.iter() {
            if matches!(&expr.kind, ExprKind::Call { callee, .. } if names.contains(&callee.text()))
            {
                changes.push((range(expr.span), "1".to_owned()));
            }
        }
        replaced(text, changes)
    }
}

/// Removes statements, including loops and conditionals with their bodies.
struct Statements;

impl Edit for Statements {
    fn units(&self, text: &str) -> usize {
        parse(text).map_or(0, |module| statements(&module).count())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let chosen = statements(&module).skip(units.start).take(units.len());
        replaced(text, chosen.map(|statement| (range(statement.span), String::new())).collect())
    }
}

/// Replaces a loop or a conditional by the statements in it.
struct Bodies;

fn with_bodies(module: &Module) -> impl Iterator<Item = &Stmt> {
    statements(module).filter(|statement| statement.blocks().next().is_some())
}

impl Edit for Bodies {
    fn units(&self, text: &str) -> usize {
        parse(text).map_or(0, |module| with_bodies(&module).count())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let statement = with_bodies(&module).nth(units.start)?;
        let inner = statement.blocks().flatten().filter_map(|inner| text.get(range(inner.span)));
        let inner = inner.collect::<Vec<_>>().join("\n");
        replaced(text, vec![(range(statement.span), inner)])
    }

    fn largest(&self) -> usize {
        1
    }
}

/// All expressions of a function, each after its operands.
fn expressions<'m>(
    module: &'m Module,
    function: &'m Function,
) -> impl Iterator<Item = ExprId> + 'm {
    let roots = all_statements(&function.body).flat_map(|statement| statement.exprs());
    roots.flat_map(|root| module.exprs.postorder(root))
}

/// The uses of a name in a function.
fn uses(module: &Module, function: &Function, name: &str) -> Vec<Range<usize>> {
    let reads =
        |id: &ExprId| matches!(&module.exprs[*id].kind, ExprKind::Var(found) if **found == *name);
    expressions(module, function).filter(reads).map(|id| range(module.exprs[id].span)).collect()
}

/// Replaces a variable that is read at most once by its value.
struct Variables;

fn variables(module: &Module) -> impl Iterator<Item = (&Function, &Stmt)> {
    let all = module.functions.iter().flat_map(|function| {
        all_statements(&function.body).map(move |statement| (function, statement))
    });
    all.filter(|(_, statement)| matches!(statement.kind, StmtKind::Var { .. }))
}

impl Edit for Variables {
    fn units(&self, text: &str) -> usize {
        parse(text).map_or(0, |module| variables(&module).count())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let (function, statement) = variables(&module).nth(units.start)?;
        let StmtKind::Var { ty, name, init } = &statement.kind else { return None };
        let value = text.get(range(module.exprs[*init].span))?;
        let mut changes = vec![(range(statement.span), String::new())];
        let uses = uses(&module, function, name.text());
        if uses.len() > 1 || !matches!(ty, VarType::Inferred) {
            return None;
        }
        changes.extend(uses.into_iter().map(|at| (at, format!("({value})"))));
        replaced(text, changes)
    }

    fn largest(&self) -> usize {
        1
    }
}

/// Removes a parameter with the argument of each call. Its uses become a number.
struct Parameters;

impl Edit for Parameters {
    fn units(&self, text: &str) -> usize {
        parse(text)
            .map_or(0, |module| module.functions.iter().map(|function| function.params.len()).sum())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let mut all = module
            .functions
            .iter()
            .flat_map(|function| (0..function.params.len()).map(move |index| (function, index)));
        let (function, index) = all.nth(units.start)?;
        let spans: Vec<Span> = function.params.iter().map(|param| param.span).collect();
        let mut changes = vec![(item(&spans, index), String::new())];
        let name = function.params[index].name.text();
        changes.extend(uses(&module, function, name).into_iter().map(|at| (at, "1".to_owned())));
        for (_, expr) in module.exprs.iter() {
            if let ExprKind::Call { callee, args } = &expr.kind
                && callee.text() == function.name.text()
                && index < args.len()
            {
                let spans: Vec<Span> = args.iter().map(|arg| module.exprs[*arg].span).collect();
                changes.push((item(&spans, index), String::new()));
            }
        }
        replaced(text, changes)
    }

    fn largest(&self) -> usize {
        1
    }
}

/// An item of a list, with the comma after it or before it.
fn item(spans: &[Span], index: usize) -> Range<usize> {
    let own = range(spans[index]);
    match (spans.get(index + 1), index.checked_sub(1)) {
        (Some(next), _) => own.start..range(*next).start,
        (None, Some(before)) => range(spans[before]).end..own.end,
        (None, None) => own,
    }
}

/// Replaces an expression by one of its operands.
struct Operands;

fn operands(module: &Module) -> impl Iterator<Item = (ExprId, ExprId)> {
    // The largest expressions come first.
    let all: Vec<ExprId> = module.exprs.iter().map(|(id, _)| id).collect();
    all.into_iter().rev().flat_map(|id| {
        module.exprs[id].kind.operands().map(move |operand| (id, operand)).collect::<Vec<_>>()
    })
}

impl Edit for Operands {
    fn units(&self, text: &str) -> usize {
        parse(text).map_or(0, |module| operands(&module).count())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let (whole, operand) = operands(&module).nth(units.start)?;
        let operand = &module.exprs[operand];
        let with = text.get(range(operand.span))?;
        // An operator may bind less tightly than the surrounding expression.
        let with = match operand.kind {
            ExprKind::Binary { .. } | ExprKind::Neg(_) => format!("({with})"),
            _ => with.to_owned(),
        };
        let whole = range(module.exprs[whole].span);
        if with.len() >= whole.len() {
            return None;
        }
        replaced(text, vec![(whole, with)])
    }

    fn largest(&self) -> usize {
        1
    }
}

/// Replaces an expression by a number.
struct Literals;

fn composed(module: &Module) -> impl Iterator<Item = Span> {
    let all: Vec<Span> = module
        .exprs
        .iter()
        .filter(|(_, expr)| {
            !matches!(expr.kind, ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Named { .. })
        })
        .map(|(_, expr)| expr.span)
        .collect();
    all.into_iter().rev()
}

impl Edit for Literals {
    fn units(&self, text: &str) -> usize {
        parse(text).map_or(0, |module| composed(&module).count())
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let module = parse(text)?;
        let span = composed(&module).nth(units.start)?;
        let whole = range(span);
        (whole.len() > 1).then(|| replaced(text, vec![(whole, "1".to_owned())])).flatten()
    }

    fn largest(&self) -> usize {
        1
    }
}
