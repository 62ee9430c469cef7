//! A pass begins with a compact body where most ops were erased.

use super::*;
use mlir_lite::ir::OpId;
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;

/// A function with 5,000 ops that are not used, a loop, and branches.
fn text() -> String {
    let mut text = "func @f(%a: i32, %c: i1) -> i32 {\n  br ^bb2\n^bb1(%0: i32):\n".to_owned();
    for op in 0..5000 {
        text += &format!("  %dead{op} = addi %a, %a : i32\n");
    }
    text += "  %1 = muli %0, %late : i32
  return %1 : i32
^bb2:
  %late = \"test.op\"() {large = dense<[1, 2, 3]> : tensor<3xi32>} : () -> i32
  cond_br %c, ^bb1(%late : i32), ^bb3
^bb3:
  br ^bb1(%a : i32)
}
";
    text
}

/// Erases unused additions.
fn erase(body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
    for op in body.own_ops() {
        if body.info(op).name() == "std.addi" {
            body.erase_op(op);
        }
    }
    Ok(())
}

/// Notes how many slots for ops a function has.
fn capacity(log: &Log) -> Test {
    let log = log.clone();
    Test::named("Capacity", move |body, _| {
        log.lock().unwrap().push(body.op_capacity().to_string());
        verify(body, &mut Diagnostics::new())
    })
    .on("std.func")
}

/// Runs passes on the function with one thread and with several; returns what was noted, and the
/// function in the end.
fn run(fill: impl Fn(&mut PassManager, &Log)) -> (Vec<usize>, String) {
    let outcome = |threads| {
        let ctx = context();
        let mut module = parse(&ctx, &(text() + &text().replace("@f", "@g")));
        let log = Log::default();
        let mut manager = PassManager::new();
        fill(&mut manager, &log);
        let mut diagnostics = Diagnostics::new();
        manager
            .run(&mut module, &mut RunOptions::default().with_threads(threads), &mut diagnostics)
            .unwrap();
        let noted = log.lock().unwrap().iter().map(|text| text.parse().unwrap()).collect();
        (noted, print(&module))
    };
    let (one, many) = (outcome(1), outcome(3));
    assert_eq!(one.1, many.1);
    one
}

/// An op of a function.
struct FirstOp(OpId);

impl Analysis for FirstOp {
    const NAME: &'static str = "FirstOp";
    type Parameters = ();
    fn compute(body: &Body, (): &(), _: &mut Analyses<'_>) -> Self {
        Self(body.own_ops()[0])
    }
}

/// Does nothing with each body.
#[pass(name = "test-nothing-each", each_body)]
struct NothingEach {}

impl RunPass for NothingEach {
    fn run(&self, _: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        Ok(())
    }
}

/// The function as it is after the erasure alone.
fn erased() -> String {
    let (_, text) = run(|manager, _| {
        manager.nest("std.func").add_pass(Test::named("Erase", erase));
    });
    text
}

#[test]
fn a_pass_begins_with_a_compact_body() {
    let (noted, text) = run(|manager, log| {
        let functions = manager.nest("std.func");
        functions.add_pass(capacity(log));
        functions.add_pass(Test::named("Erase", erase));
        functions.add_pass(capacity(log));
    });
    assert!(noted[0] > 1000 && noted[1] < 20, "{noted:?}");
    assert_eq!(text, erased());
}

#[test]
fn passes_on_each_body_do_too() {
    let (noted, text) = run(|manager, log| {
        manager.nest("std.func").add_pass(Test::named("Erase", erase));
        manager.add_pass(NothingEach {});
        manager.nest("std.func").add_pass(capacity(log));
    });
    assert!(noted.iter().all(|&capacity| capacity < 20), "{noted:?}");
    assert_eq!(text, erased());
}

#[test]
fn ids_in_analyses_stay_valid() {
    let (noted, text) = run(|manager, log| {
        let functions = manager.nest("std.func");
        functions.add_pass(Test::named("EraseAndPreserve", |body, cx| {
            erase(body, cx)?;
            cx.analysis::<FirstOp>(body);
            cx.preserve_all_analyses();
            Ok(())
        }));
        functions.add_pass(Test::named("Use", |body, cx| {
            let first = cx.analysis::<FirstOp>(body).0;
            assert_eq!(body.info(first).name(), "std.br");
            cx.preserve_all_analyses();
            Ok(())
        }));
        functions.add_pass(capacity(log));
    });
    assert!(noted[0] > 1000, "{noted:?}");
    assert_eq!(text, erased());
}
