//! Which loads are replaced, and which allocations are erased.

use super::replace_scalars;
use crate::affine_loop_fusion::tests::transformed;
use mlir_lite::analysis::alias::AliasAnalysis;
use pretty_assertions::assert_eq;

/// Expects the body of a function to become `expected`.
fn check(text: &str, expected: &str) {
    let function = |text: &str| {
        let arguments = "%m: memref<8xf64>, %n: memref<8xf64>, %i: index, %x: f64, %y: f64";
        transformed(&format!("func @f({arguments}) {{\n{text}\nreturn\n}}"), |_| {})
    };
    let arguments = "%m: memref<8xf64>, %n: memref<8xf64>, %i: index, %x: f64, %y: f64";
    let found = transformed(&format!("func @f({arguments}) {{\n{text}\nreturn\n}}"), |body| {
        replace_scalars(body, &AliasAnalysis::default());
    });
    assert_eq!(found, function(expected));
}

#[test]
fn stored_values_are_forwarded_to_loads_of_the_same_subscripts() {
    check(
        "affine.store %x, %m[%i + 1] : memref<8xf64>
         %v = affine.load %m[%i + 1] : memref<8xf64>
         \"t.use\"(%v) : (f64) -> ()",
        "affine.store %x, %m[%i + 1] : memref<8xf64>
         \"t.use\"(%x) : (f64) -> ()",
    );
}

#[test]
fn loads_of_the_same_subscripts_become_one() {
    check(
        "%v = affine.load %m[%i] : memref<8xf64>
         %w = affine.load %m[%i] : memref<8xf64>
         \"t.use\"(%v, %w) : (f64, f64) -> ()",
        "%v = affine.load %m[%i] : memref<8xf64>
         \"t.use\"(%v, %v) : (f64, f64) -> ()",
    );
}

#[test]
fn writes_in_between_are_harmless_only_elsewhere() {
    let with = |between: &str, result: &str| {
        let head = "affine.store %x, %m[%i] : memref<8xf64>\n";
        let load = "%v = affine.load %m[%i] : memref<8xf64>\n";
        let load = if result == "%v" { load } else { "" };
        let end = format!("\"t.use\"({result}) : (f64) -> ()");
        let text = format!(
            "{head}{between}\n%v = affine.load %m[%i] : memref<8xf64>\n\"t.use\"(%v) : (f64) -> ()"
        );
        check(&text, &format!("{head}{between}\n{load}{end}"));
    };
    with("affine.store %y, %m[%i + 1] : memref<8xf64>", "%x");
    with("affine.store %y, %m[%i * 2] : memref<8xf64>", "%v");
    with("affine.store %y, %m[3] : memref<8xf64>", "%v");
    with("affine.store %y, %n[%i] : memref<8xf64>", "%v"); // may be the same memory
    with("\"t.unknown\"() : () -> ()", "%v");
    with("affine.for %k = 0 to 8 { affine.store %y, %m[%k] : memref<8xf64> }", "%v");
    with(
        "affine.for %k = 0 to 8 { %l = affine.load %m[%k] : memref<8xf64>\n\"t.unknown\"(%l) : \
            (f64) -> () }",
        "%v",
    );
    with(
        "affine.for %k = 0 to 8 { %l = affine.load %m[%k] : memref<8xf64>\naffine.store %l, %m[%k] \
            : memref<8xf64> }",
        "%v",
    );
}

#[test]
fn the_last_of_several_stores_counts() {
    check(
        "affine.store %x, %m[2] : memref<8xf64>
         affine.store %y, %m[3] : memref<8xf64>
         affine.store %y, %m[2] : memref<8xf64>
         %v = affine.load %m[2] : memref<8xf64>
         \"t.use\"(%v) : (f64) -> ()",
        "affine.store %x, %m[2] : memref<8xf64>
         affine.store %y, %m[3] : memref<8xf64>
         affine.store %y, %m[2] : memref<8xf64>
         \"t.use\"(%y) : (f64) -> ()",
    );
}

#[test]
fn unread_memory_is_erased_with_its_dead_users() {
    check(
        "%a = alloc() : memref<8xf64>
         %b = alloc() : memref<8xf64>
         affine.for %k = 0 to 8 {
           %v = affine.load %a[%k] : memref<8xf64>
           %w = mulf %v, %v : f64
           affine.store %w, %b[%k] : memref<8xf64>
         }
         dealloc %b : memref<8xf64>
         dealloc %a : memref<8xf64>",
        "",
    );
}

#[test]
fn memory_that_is_passed_on_stays() {
    let text = "%a = alloc() : memref<8xf64>
         affine.store %x, %a[0] : memref<8xf64>
         \"t.use\"(%a) : (memref<8xf64>) -> ()";
    check(text, text);
}

#[test]
fn a_value_that_is_stored_once_is_passed_into_loops() {
    check(
        "%s = alloc() : memref<f64>
         affine.store %x, %s[] : memref<f64>
         affine.for %k = 0 to 8 {
           %v = affine.load %s[] : memref<f64>
           affine.store %v, %m[%k] : memref<8xf64>
         }
         dealloc %s : memref<f64>",
        "affine.for %k = 0 to 8 {
           affine.store %x, %m[%k] : memref<8xf64>
         }",
    );
}

/// With a second store, or a load before the only one, no value is forwarded.
#[test]
fn a_value_that_may_not_be_the_stored_one_is_not_passed_into_loops() {
    for text in [
        "%s = alloc() : memref<f64>
         affine.store %x, %s[] : memref<f64>
         affine.for %k = 0 to 8 {
           %v = affine.load %s[] : memref<f64>
           affine.store %v, %m[%k] : memref<8xf64>
           affine.store %y, %s[] : memref<f64>
         }
         dealloc %s : memref<f64>",
        "%s = alloc() : memref<f64>
         affine.for %k = 0 to 8 {
           %v = affine.load %s[] : memref<f64>
           affine.store %v, %m[%k] : memref<8xf64>
         }
         affine.store %x, %s[] : memref<f64>
         dealloc %s : memref<f64>",
        "affine.store %x, %m[0] : memref<8xf64>
         affine.for %k = 0 to 8 {
           %v = affine.load %m[0] : memref<8xf64>
           affine.store %v, %n[%k] : memref<8xf64>
         }",
    ] {
        check(text, text);
    }
}
