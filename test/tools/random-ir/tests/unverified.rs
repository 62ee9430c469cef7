//! Invalid IR can be verified and printed without a panic: each registered op with random operands,
//! results, regions, successors and attributes.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlir_lite::ir::op_def::OpDef;
use mlir_lite::text::{PrintOptions, Spelling, print_op, write_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_ir::generate::{ATTRIBUTES, TYPES, registered_ops};
use random_ir::read::{context, parse};
use random_programs::random::Random;

/// How often each op is made.
const TIMES: u64 = 8;

/// Errors of parsing, though the IR can exist in memory.
const KNOWN_ERRORS: &[&str] = &["operandSegmentSizes do not add up"];

/// Sizes of segments, of which most do not fit.
const SEGMENTS: &[&str] = &[
    "array<i32>",
    "array<i32: 1>",
    "array<i32: 1, 1>",
    "array<i32: 0, 2>",
    "array<i32: 1, 0, 1>",
    "array<i32: 3, -1, 1>",
    "array<i32: 1, 1, 1, 0>",
    "array<i64: 1, 1>",
    "dense<[1, 1]> : vector<2xi32>",
];

fn pick(random: &mut Random, of: &[&'static str]) -> &'static str {
    random.pick(of).copied().unwrap_or_default()
}

/// A region of no block, one or two, with ops that are not known and perhaps a terminator of any
/// kind.
fn region(random: &mut Random) -> String {
    let blocks = random.below(3);
    let mut text = String::from("{\n");
    for block in 0..blocks {
        let arguments: Vec<String> = (0..random.below(4))
            .map(|number| format!("%b{block}_{number}: {}", pick(random, TYPES)))
            .collect();
        let _ = writeln!(text, "^block{block}({}):", arguments.join(", "));
        for _ in 0..random.below(3) {
            text += "\"t.op\"() : () -> ()\n";
        }
        let end = [
            "",
            "\"t.end\"() : () -> ()\n",
            "\"scf.yield\"() : () -> ()\n",
            "\"std.return\"() : () -> ()\n",
        ];
        text += pick(random, &end);
    }
    text + "}"
}

/// A module with one op of that kind in a block of an op that is not known.
fn module(def: &OpDef, random: &mut Random) -> String {
    let types: Vec<&str> = (0..random.below(4)).map(|_| pick(random, TYPES)).collect();
    let same = random.chance(40);
    let types: Vec<&str> = types.iter().map(|ty| if same { types[0] } else { *ty }).collect();
    let mut text = String::from("\"t.graph\"() ({\n");
    for (number, ty) in types.iter().enumerate() {
        let _ = writeln!(text, "%v{number} = \"t.value\"() : () -> {ty}");
    }
    let results: Vec<&str> = (0..random.below(4)).map(|_| pick(random, TYPES)).collect();
    if !results.is_empty() {
        let _ = write!(text, "%r:{} = ", results.len());
    }
    let operands: Vec<String> = (0..types.len()).map(|number| format!("%v{number}")).collect();
    let _ = write!(text, "\"{}\"({})", def.name, operands.join(", "));
    let successors = ["", "", "[^one]", "[^one, ^two]", "[^two, ^one, ^two]"];
    text += pick(random, &successors);
    let regions: Vec<String> = (0..random.below(4)).map(|_| region(random)).collect();
    if !regions.is_empty() {
        let _ = write!(text, "({})", regions.join(", "));
    }
    let mut entries: Vec<String> = Vec::new();
    for attribute in def.attrs {
        if random.chance(60) {
            entries.push(format!("{} = {}", attribute.name, pick(random, ATTRIBUTES)));
        }
    }
    for name in
        ["operandSegmentSizes", "operand_segment_sizes", "resultSegmentSizes", "sym_name", "value"]
    {
        if random.chance(15) && !def.attrs.iter().any(|attribute| attribute.name == name) {
            let of = if name.contains("egment") { SEGMENTS } else { ATTRIBUTES };
            entries.push(format!("{name} = {}", pick(random, of)));
        }
    }
    let _ = write!(
        text,
        " {{{}}} : ({}) -> ({})",
        entries.join(", "),
        types.join(", "),
        results.join(", ")
    );
    text + "\n^one:\n\"t.end\"() : () -> ()\n^two:\n\"t.end\"() : () -> ()\n}) : () -> ()\n"
}

/// Reads, verifies and prints; returns whether it was read, and whether it is valid.
fn check(text: &str, random: &mut Random) -> Option<bool> {
    let ctx = context();
    ctx.show_ops_in_errors(random.chance(50));
    let module = parse(&ctx, text).ok()?;
    let valid = verify(&module, &mut Diagnostics::new()).is_ok();
    for spelling in [Spelling::Std, Spelling::Upstream] {
        let options = PrintOptions::default()
            .with_spelling(spelling)
            .with_generic(false)
            .with_debug_info(random.chance(30))
            .with_local_scope(random.chance(50));
        let printed = print_op(module.as_op(), options);
        let mut written = Vec::new();
        write_op(module.as_op(), options, &mut written).expect("memory takes everything");
        assert_eq!(printed.as_bytes(), written, "{options:?}");
        // The errors are the same after printing and parsing, unless the parser rejects the text.
        match parse(&context(), &printed) {
            // Operands of blocks that the op does not declare as its successors are passed in the
            // syntax of 2020.
            _ if text.contains("[^") => {}
            Ok(read) => {
                assert_eq!(verify(&read, &mut Diagnostics::new()).is_ok(), valid, "{printed}");
                assert_eq!(print_op(read.as_op(), options), printed);
            }
            Err(error) => {
                let is_known = KNOWN_ERRORS.iter().any(|known| error.contains(known));
                assert!(!valid && is_known, "{error}\n{printed}");
            }
        }
    }
    Some(valid)
}

#[test]
fn ops_that_are_not_valid_are_verified_and_printed() {
    let ctx = context();
    let (mut wrong, mut never) = (0, Vec::new());
    let mut failures = Vec::new();
    for def in registered_ops(&ctx) {
        let mut read = 0;
        for time in 0..TIMES {
            let seed = def
                .name
                .bytes()
                .fold(time, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
            let random = &mut Random::new(seed);
            let text = module(def, random);
            match catch_unwind(AssertUnwindSafe(|| check(&text, random))) {
                Ok(Some(valid)) => {
                    read += 1;
                    wrong += u64::from(!valid);
                }
                Ok(None) => {}
                Err(_) => failures.push(text),
            }
        }
        if read == 0 {
            never.push(def.name);
        }
    }
    assert!(failures.is_empty(), "{} failures, the first of\n{}", failures.len(), failures[0]);
    assert_eq!(never, [""; 0], "ops that are never read");
    assert!(wrong > 1000, "only {wrong} are wrong");
}
