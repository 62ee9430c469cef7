//! Toy programs are reduced by their syntax tree: a long program is reduced to a few lines that
//! show the mistake.

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use mlir_lite_reduce::{Options, reduce_with};
use pretty_assertions::assert_eq;
use toy_ast::{BinaryOp, ExprKind, StmtKind, all_statements, parse_module};
use toy_reduce::EDITS;

/// The tree of a well-formed program whose names are all defined, as far as a simple check can
/// tell.
fn parse(text: &str) -> Option<toy_ast::Module> {
    let file = SourceMap::new().add("program.toy", text.to_owned()).ok()?;
    let module = parse_module(&file, &mut Diagnostics::new()).ok()?;
    for function in &module.functions {
        let mut known: Vec<&str> = function.params.iter().map(|param| param.name.text()).collect();
        for statement in all_statements(&function.body) {
            for root in statement.exprs() {
                for id in module.exprs.postorder(root) {
                    match &module.exprs[id].kind {
                        ExprKind::Var(name) if !known.contains(&&**name) => return None,
                        ExprKind::Call { callee, args } => {
                            let is_own = |function: &&toy_ast::Function| {
                                function.name.text() == callee.text()
                            };
                            let own = module.functions.iter().find(is_own);
                            if own.is_some_and(|function| function.params.len() != args.len()) {
                                return None;
                            }
                            let builtins =
                                ["transpose", "sum", "matmul", "shape", "print", "sqrt", "abs"];
                            if own.is_none() && !builtins.contains(&callee.text()) {
                                return None;
                            }
                        }
                        _ => {}
                    }
                }
            }
            match &statement.kind {
                StmtKind::Var { name, .. } => known.push(name.text()),
                StmtKind::For(this) => known.push(this.variable.text()),
                _ => {}
            }
        }
    }
    module.functions.iter().any(|function| function.name.text() == "main").then_some(module)
}

/// The deliberate mistake: a difference whose right operand is a product, in a loop, is computed
/// wrong.
fn is_wrong(text: &str) -> bool {
    let Some(module) = parse(text) else { return false };
    let all = module.functions.iter().flat_map(|function| all_statements(&function.body));
    let loops = all.filter_map(|statement| match &statement.kind {
        StmtKind::For(this) => Some(&this.body),
        _ => None,
    });
    loops.flat_map(|body| all_statements(body)).flat_map(|statement| statement.exprs()).any(
        |root| {
            module.exprs.postorder(root).any(|id| match module.exprs[id].kind {
                ExprKind::Binary { op: BinaryOp::Sub, rhs, .. } => {
                    matches!(module.exprs[rhs].kind, ExprKind::Binary { op: BinaryOp::Mul, .. })
                }
                _ => false,
            })
        },
    )
}

/// A program of many functions that call each other; one of them has the mistake, deep within.
fn long_program() -> String {
    let mut text = String::from("struct Pair {\n  var a;\n  var b;\n}\n\n");
    for number in 0..60 {
        let before =
            if number == 0 { "x + y".to_owned() } else { format!("f{}(x, y, [1, 2])", number - 1) };
        text += &format!(
            "def f{number}(x, y, z) {{\n  var s = {before};\n  var t = transpose(s + x * y) + \
                sum(z);\n"
        );
        if number == 41 {
            text += "  for i in 0:4 {\n    if sum(x) > i {\n      for j in 0:i {\n        \
                     s = s + transpose(t - (sqrt(abs(x)) + (y - (s + 2) * (t / 3))) + z);\n      \
                     }\n    } else {\n      \
                     s = s * 2;\n    }\n  }\n";
        } else {
            text += "  for i in 0:3 {\n    s = s + t * i;\n    print(s - t);\n  }\n";
        }
        text += "  return s * t;\n}\n\n";
    }
    text + "def main() {\n  var a = [[1, 2], [3, 4]];\n  Pair p = {a, a + 1};\n  print(f59(p.a, \
        p.b, [1, 2]));\n}\n"
}

#[test]
fn a_long_program_with_a_mistake_becomes_a_few_lines() {
    let program = long_program();
    assert!(is_wrong(&program) && program.lines().count() > 500);
    let options = Options { attempts: 4000, ..Options::default() };
    let mut test = |candidate: &str| is_wrong(candidate);
    let reduced = reduce_with(&EDITS, &program, &options, &mut test);
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(is_wrong(&reduced.text), "{}", reduced.text);
    assert!(lines(&reduced.text) <= 6, "{} attempts\n{}", reduced.attempts, reduced.text);
    let module = parse(&reduced.text).expect("it is well formed");
    assert_eq!((module.structs.len(), module.functions.len()), (0, 2), "{}", reduced.text);
    assert!(module.exprs.len() <= 7, "{}", reduced.text);
    assert!(reduced.attempts < 1500, "{} attempts", reduced.attempts);
}

#[test]
fn each_edit_makes_the_program_smaller_alone() {
    let text = "def f(a, b) {\n  var c = a + (b * 2);\n  for i in 0:2 {\n    print(c);\n  }\n  \
        return c;\n}\n\
                def main() {\n  print(f([1, 2], f(3, 4)));\n}\n";
    // The definition, the loop, its body, the variable's value, the first parameter, the operand,
    // the number.
    let expected = [
        "def main() {\n  print(1);\n}",
        "  return c;\n}\n",
        "  print(c);\n  return c;",
        "unchanged",
        "def f(b) {\n  var c = 1 + (b * 2);",
        "var c = a + (b);",
        "var c = 1;",
    ];
    for (edit, expected) in EDITS.into_iter().zip(expected) {
        let candidates: Vec<String> =
            (0..edit.units(text)).filter_map(|unit| edit.apply(text, unit..unit + 1)).collect();
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let found =
            candidates.iter().any(|candidate| squeezed(candidate).contains(&squeezed(expected)));
        assert!(found || expected == "unchanged", "{expected}: {}", candidates.join("\n----\n"));
        assert!(candidates.iter().all(|candidate| candidate != text));
    }
    // A variable that is read once is replaced by its value; a malformed program has no units.
    let once = "def main() {\n  var c = [1] * 2;\n  print(-c);\n}\n";
    assert_eq!(
        EDITS[3].apply(once, 0..1).as_deref(),
        Some("def main() {\n  \n  print(-([1] * 2));\n}\n")
    );
    assert!(EDITS.iter().all(|edit| edit.units("def main( {") == 0));
}
