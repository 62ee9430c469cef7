//! Large and deep inputs: no recursion on depth, and at most linear time.

mod common;

use common::{dump, errors, parse};
use pretty_assertions::assert_eq;
use toy_ast::{ExprKind, MAX_NESTING, StmtKind};

fn returning(expression: &str) -> String {
    format!("def f(a) {{ return {expression}; }}")
}

/// Parses, walks, dumps and drops on the stack that threads get by default.
fn on_a_small_stack(check: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, check).unwrap();
        thread.join().unwrap();
    });
}

#[test]
fn the_deepest_nesting_fits_a_small_stack() {
    // The body's brace is the first level.
    let levels = MAX_NESTING - 1;
    for (open, close, levels_each) in [
        ("(", ")", 1),
        ("-", "", 1),
        ("f(", ")", 1),
        ("{", "}", 1),
        ("-(", ")", 2),
        ("(a + a * ", ")", 1),
        ("{a + a * ", "}", 1),
        ("f(a, a - a / ", ")", 1),
    ] {
        on_a_small_stack(|| {
            let count = levels / levels_each;
            let text = returning(&format!("{}a{}", open.repeat(count), close.repeat(count)));
            assert!(parse(&text).is_ok(), "{open}");
            dump("f", &text);
        });
    }
    on_a_small_stack(|| {
        let text = returning(&format!("{}1{}", "[".repeat(MAX_NESTING), "]".repeat(MAX_NESTING)));
        assert!(parse(&text).is_ok());
    });
}

#[test]
fn one_level_more_is_an_error() {
    let text = returning(&format!("{}a{}", "(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING)));
    let column = returning("").find(';').unwrap() + MAX_NESTING;
    assert!(errors(&text).starts_with(&format!("t.toy:1:{column}: error: nesting is too deep\n")));
}

#[test]
fn nesting_without_end_is_one_error() {
    const N: usize = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("[x, ", "]"),
        ("-", ""),
        ("not ", ""),
        ("{", "}"),
        ("f(", ")"),
        ("(-", ")"),
    ] {
        for close in [close, ""] {
            let text = returning(&format!("{}1{}", open.repeat(N), close.repeat(N)));
            on_a_small_stack(|| {
                let errors = errors(&text);
                assert_eq!(errors.matches("error: ").count(), 1, "{open}");
                assert!(errors.contains("error: nesting is too deep"), "{open}");
                assert!(errors.contains(" more than 128 levels are open here\n"), "{open}");
                assert!(errors.ends_with(
                    "note: each `(`, `[`, `{` and each prefix `-` and `not` is a level\n\
                     help: give inner parts names of their own: `var part = ...;`; \
                     '--max-nesting=N' allows no more than 128\n"
                ));
            });
        }
    }
}

/// Errors elsewhere do not add up to nesting: a bracket that is not closed ends with its statement,
/// a body with the next definition.
#[test]
fn open_brackets_do_not_pile_up() {
    let statements = "print((1;\n".repeat(1000);
    assert!(!errors(&format!("def f() {{\n{statements}}}\n")).contains("nesting"));
    assert!(!errors(&"def f() { print(1);\n".repeat(1000)).contains("nesting"));
    let signs = "print(-1 - -1);\n".repeat(1000);
    assert!(parse(&format!("def f() {{\n{signs}}}\n")).is_ok());
}

#[test]
fn operator_chains_are_not_nesting() {
    const TERMS: usize = 200_000;
    on_a_small_stack(|| {
        let module = parse(&returning(&vec!["a"; TERMS].join("+"))).unwrap();
        let StmtKind::Return(Some(root)) = module.functions[0].body[0].kind else {
            panic!("a return")
        };
        let order: Vec<_> = module.exprs.postorder(root).collect();
        assert_eq!(order.len(), 2 * TERMS - 1);
        assert!(matches!(module.exprs[root].kind, ExprKind::Binary { .. }));
        assert_eq!(module.exprs.clone().len(), 2 * TERMS - 1);
    });
    on_a_small_stack(|| {
        assert!(parse(&returning(&format!("a{}", ".b".repeat(TERMS)))).is_ok());
    });
}

/// `**` is right associative: its chains are as deep as they are long.
#[test]
fn chains_of_powers_are_not_nesting() {
    const TERMS: usize = 100_000;
    for (operator, per_term) in [("**", 2), ("**-", 3)] {
        on_a_small_stack(|| {
            let text = returning(&vec!["a"; TERMS].join(operator));
            let module = parse(&text).unwrap();
            assert_eq!(module.exprs.len(), per_term * TERMS - (per_term - 1));
            assert!(dump("f", &text).lines().all(|line| line.len() < 250));
        });
    }
}

#[test]
fn a_long_chain_can_be_dumped() {
    const TERMS: usize = 200_000;
    on_a_small_stack(|| {
        let text = dump("f", &returning(&vec!["a"; TERMS].join("-")));
        assert_eq!(text.lines().count(), 6 + (2 * TERMS - 1) + 1);
        assert!(text.lines().all(|line| line.len() < 250));
    });
}

#[test]
fn a_million_numbers_are_one_node() {
    const N: usize = 1_000_000;
    let row = vec!["1.5"; 1000].join(", ");
    let rows = vec![format!("[{row}]"); N / 1000].join(", ");
    let module = parse(&returning(&format!("[{rows}]"))).unwrap();
    assert_eq!(module.exprs.len(), 1);
    let (_, expr) = module.exprs.iter().next().unwrap();
    let ExprKind::Literal(literal) = &expr.kind else { panic!("a literal") };
    assert_eq!(literal.shape, [1000, 1000]);
    assert_eq!(literal.values, vec![1.5; N]);
}
