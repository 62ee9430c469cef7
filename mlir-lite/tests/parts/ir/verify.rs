//! Each rule of the verifier, with its message.

use mlir_lite::Context;
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::builder::{BodyBuilder, OpBuilder as _};
use mlir_lite::ir::{Location, OperationState};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

/// The messages, each with its notes.
fn errors(text: &str) -> Vec<String> {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(
        &ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    )
    .unwrap();
    let result = verify(&module, &mut diagnostics);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    let messages = diagnostics.iter().map(|d| {
        let notes: Vec<&str> = d.notes.iter().map(|note| note.message.as_str()).collect();
        if notes.is_empty() {
            d.message.clone()
        } else {
            format!("{} ({})", d.message, notes.join(", "))
        }
    });
    messages.collect()
}

#[test]
fn valid_ir_has_no_errors() {
    assert_eq!(
        errors("module { %0 = \"t.a\"() : () -> i32\n \"t.b\"(%0) : (i32) -> () }"),
        [""; 0]
    );
}

#[test]
fn values_are_defined_before_they_are_used() {
    let wrong = ["operand #0 does not dominate this use (operand defined here)"];
    let in_function = |text: &str| errors(&format!("func @f() {{\n {text}\n return\n}}"));
    assert_eq!(in_function("\"t.b\"(%0) : (i32) -> ()\n%0 = \"t.a\"() : () -> i32"), wrong);
    assert_eq!(in_function("%0 = \"t.a\"(%0) : (i32) -> i32"), wrong);
    assert_eq!(
        in_function(
            "\"t.r\"() ({ \"t.b\"(%0) : (i32) -> () }) : () -> ()\n%0 = \"t.a\"() : () -> i32"
        ),
        wrong
    );
    assert_eq!(in_function("%0 = \"t.r\"() ({ \"t.b\"(%0) : (i32) -> () }) : () -> i32"), wrong);
    assert_eq!(
        errors(
            "\"t.r\"() ({ \"t.b\"(%0) : (i32) -> ()\n^a:\n %0 = \"t.a\"() : () -> i32 }) : () -> ()"
        ),
        wrong
    );
    assert_eq!(
        errors(
            "\"t.r\"() ({ \"t.b\"(%0) : (i32) -> () }, { %0 = \"t.a\"() : () -> i32 }) : () -> ()"
        ),
        wrong
    );
}

/// In a module, and in the one block of an op that is not known.
#[test]
fn order_does_not_matter_in_graphs() {
    let cycle = "\"t.b\"(%0) : (i32) -> ()\n%0 = \"t.a\"(%0) : (i32) -> i32";
    assert_eq!(errors(cycle), [""; 0]);
    assert_eq!(errors(&format!("\"t.r\"() ({{ {cycle} }}) : () -> ()")), [""; 0]);
    assert_eq!(
        errors(&format!("func @f() {{ \"t.r\"() ({{ {cycle} }}) : () -> ()\n return }}")),
        [""; 0]
    );
    assert_eq!(errors("%0 = \"t.r\"() ({ \"t.b\"(%0) : (i32) -> () }) : () -> i32"), [""; 0]);
}

#[test]
fn branches_stay_in_their_region_and_off_the_entry() {
    assert_eq!(
        errors("\"t.r\"() ({\n^entry:\n \"t.br\"()[^entry] : () -> ()\n}) : () -> ()"),
        ["'t.br' op branches to the entry block of its region, which may not have predecessors"]
    );
    assert_eq!(
        errors(
            "\"t.r\"() ({\n \"t.br\"()[^a] : () -> ()\n ^a: \"t.x\"()[^b] : () -> ()\n ^b: \
                \"t.br\"()[^b] : () -> ()\n \"t.y\"() : () -> ()}) : () -> ()"
        ),
        ["'t.br' op must be the last operation in the parent block"]
    );
}

#[test]
fn blocks_end_with_terminators() {
    assert_eq!(
        errors("func @f() {\n %0 = constant 1 : i32\n}"),
        ["'std.constant' op ends a block and is not a terminator"]
    );
    assert_eq!(errors("func @f() {\n \"t.end\"() : () -> ()\n}"), [""; 0]);
}

#[test]
fn blocks_of_unknown_ops_end_with_terminators_if_there_are_several() {
    let several = "\"t.x\"() ({\n^a(%a: i32):\n \"t.y\"() : () -> ()\n^b:\n";
    assert_eq!(
        errors(&format!("{several}}}) : () -> ()")),
        ["'t.x' op has an empty block: expected at least a terminator"]
    );
    assert_eq!(
        errors(&format!("{several} %0 = addi %a, %a : i32\n}}) : () -> ()")),
        ["'std.addi' op ends a block and is not a terminator"]
    );
    assert_eq!(errors(&format!("{several} \"t.z\"() : () -> ()\n}}) : () -> ()")), [""; 0]);
    assert_eq!(errors("\"t.x\"() ({\n^a(%a: i32):\n}) : () -> ()"), [""; 0]);
}

#[test]
fn symbols_are_defined_once() {
    assert_eq!(
        errors("module @a {}\nmodule @a {}\nmodule @b {}"),
        ["redefinition of symbol named 'a' (see existing symbol definition here)"]
    );
}

#[test]
fn definitions_are_checked_and_one_error_of_each_op_is_found() {
    assert_eq!(
        errors(
            "\"builtin.module\"() ({}) {sym_name = 1 : i64} : () -> ()\n\"builtin.module\"() : () \
                -> ()"
        ),
        [
            "'builtin.module' op attribute 'sym_name' failed to satisfy constraint: string \
                attribute",
            "'builtin.module' op requires 1 region, but found 0"
        ]
    );
}

#[test]
fn wrong_ops_do_not_hide_wrong_uses() {
    assert_eq!(
        errors(
            "module attributes {sym_name = 1 : i64} {\n func @f() {\n \"t.b\"(%0) : (i32) -> ()\n \
                %0 = \"t.a\"() : () -> i32\n return\n}\n}"
        ),
        [
            "'builtin.module' op attribute 'sym_name' failed to satisfy constraint: string \
                attribute",
            "operand #0 does not dominate this use (operand defined here)"
        ]
    );
}

#[test]
fn isolated_ops_have_the_operands_and_results_that_their_definition_says() {
    assert_eq!(
        errors(
            "%0 = \"t.a\"() : () -> i32\n%1 = \"builtin.module\"(%0) ({\n^bb0:\n}) : (i32) -> i32"
        ),
        ["'builtin.module' op expected 0 results, but found 1"]
    );
}

/// As in MLIR: it makes no difference to any execution.
#[test]
fn what_is_never_reached_may_use_anything_of_its_region() {
    let text = "\"t.r\"() ({
        \"t.end\"() : () -> ()
      ^dead:
        %0 = \"t.x\"(%0, %1) : (i32, i32) -> i32
        %1 = \"t.x\"(%0, %1) : (i32, i32) -> i32
        \"t.end\"() : () -> ()
      }) : () -> ()";
    assert_eq!(errors(text), [""; 0]);
}

#[test]
fn segment_sizes_fit_the_definition_and_the_operands() {
    let alloc = |sizes: &str| {
        errors(&format!(
            "%0 = \"t.a\"() : () -> index\n%1 = \"std.alloc\"(%0) {{operandSegmentSizes = \
                array<i32: {sizes}>}} : (index) -> memref<?xf32>"
        ))
    };
    assert_eq!(alloc("1, 0"), [""; 0]);
    assert_eq!(
        alloc("1"),
        ["'std.alloc' op 'operandSegmentSizes' attribute for specifying operand segments must \
                have 2 elements, but got 1"]
    );
    assert_eq!(
        alloc("2, -1"),
        ["'std.alloc' op operand group 'symbol_operands' requires 0 or more elements, but \
                attribute 'operandSegmentSizes' says -1"]
    );
    assert_eq!(
        alloc("1, 2147483647"),
        ["'std.alloc' op operand count (1) does not match with the total size (2147483648) \
                specified in attribute 'operandSegmentSizes'"]
    );
}

#[test]
fn visibilities_are_words_that_are_known() {
    let function = |attributes: &str| {
        errors(&format!(
            "\"std.func\"() ({{\n \"std.return\"() : () -> ()\n}}) {{sym_name = \"f\", \
                function_type = () -> (){attributes}}} : () -> ()"
        ))
    };
    assert_eq!(function(""), [""; 0]);
    assert_eq!(function(", sym_visibility = \"nested\""), [""; 0]);
    assert_eq!(
        function(", sym_visibility = \"foo\""),
        ["'std.func' op visibility expected to be one of [\"public\", \"private\", \"nested\"], \
                but got \"foo\""]
    );
}

#[test]
fn references_do_not_leave_the_nearest_table() {
    let call = "func @f() {\n call @g() : () -> ()\n return\n}";
    assert_eq!(errors(&format!("func private @g()\n{call}")), [""; 0]);
    assert_eq!(errors(&format!("func private @g()\nmodule {{\n{call}\n}}")).len(), 1);
    assert_eq!(errors(&format!("module @m {{\nfunc private @g()\n}}\n{call}")).len(), 1);
}

#[test]
fn branches_stay_in_their_region() {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    let text =
        "\"t.r\"() ({\n \"t.a\"() : () -> ()\n}, {\n \"t.c\"()[^b] : () -> ()\n^b:\n}) : () -> ()";
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let mut module = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
    let ops = module.own_ops();
    let named = |name: &str| *ops.iter().find(|&&op| module.info(op).name() == name).unwrap();
    let block = module.block(named("t.a")).unwrap();
    let elsewhere = module.op(named("t.c")).successors().next().unwrap();
    let state =
        OperationState::new(ctx.op_name("t.b"), Location::UNKNOWN).successor(elsewhere, &[]);
    let branch = module.create_op(state);
    BodyBuilder::at_end(&mut module, block).insert(branch);
    let mut diagnostics = Diagnostics::new();
    assert!(verify(&module, &mut diagnostics).is_err());
    let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["'t.b' op branches to a block outside of its region"]);
}

#[test]
fn arguments_of_blocks_are_defined_there() {
    assert_eq!(
        errors(
            "func @f() {\n br ^b\n^a(%x: i32):\n return\n^b:\n \"t.use\"(%x) : (i32) -> ()\n \
                return\n}"
        ),
        ["operand #0 does not dominate this use (operand is the argument of a block that does \
                not lead here)"]
    );
}

#[test]
fn names_of_known_dialects_are_known() {
    let wrong = |name: &str, prefix: &str| {
        let ctx = Context::new();
        ctx.load::<StdDialect>();
        let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
        let block = ModuleOp::body_block(&module);
        let op = module.create_op(OperationState::new(ctx.op_name(name), Location::UNKNOWN));
        module.append_op(block, op);
        let mut diagnostics = Diagnostics::new();
        assert!(verify(&module, &mut diagnostics).is_err());
        let messages: Vec<&str> = diagnostics.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(
            messages,
            [format!("'{name}' op is unknown: dialect '{prefix}' has no such operation")]
        );
    };
    wrong("std.fruit", "std");
    wrong("arith.fruit", "arith");
    wrong("builtin.fruit", "builtin");
    assert_eq!(errors("\"fruit.arith\"() : () -> ()"), [""; 0]);
    // Text may contain such ops where unknown ops are allowed.
    assert_eq!(errors("\"std.fruit\"() : () -> ()"), [""; 0]);
}
