//! Which nests are tiled, and how.

use super::tile_affine_loops;
use crate::affine_loop_fusion::tests::transformed;
use mlir_lite::analysis::alias::AliasAnalysis;
use pretty_assertions::assert_eq;

fn check(transposes_only: bool, text: &str, expected: &str) {
    let function = |text: &str| {
        format!(
            "func @f(%a: memref<100x64xf64>, %b: memref<64x100xf64> {{llvm.noalias}}) \
                {{\n{text}\nreturn\n}}"
        )
    };
    let found = transformed(&function(text), |body| {
        tile_affine_loops(body, 32, transposes_only, &AliasAnalysis::default());
    });
    assert_eq!(found, transformed(&function(expected), |_| {}));
}

const TRANSPOSE: &str = "
    affine.for %i = 0 to 64 { affine.for %j = 0 to 100 {
      %x = affine.load %a[%j, %i] : memref<100x64xf64>
      affine.store %x, %b[%i, %j] : memref<64x100xf64>
    } }";

#[test]
fn a_transpose_runs_tile_by_tile() {
    // 64 is two tiles; the last of the four tiles of 100 is partial.
    check(
        true,
        TRANSPOSE,
        "affine.for %s = 0 to 64 step 32 { affine.for %t = 0 to 100 step 32 {
           affine.for %i = affine_map<(d0) -> (d0)>(%s) to affine_map<(d0) -> (d0 + 32)>(%s) {
             affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 32, \
             100)>(%t) {
               %x = affine.load %a[%j, %i] : memref<100x64xf64>
               affine.store %x, %b[%i, %j] : memref<64x100xf64>
             }
           }
         } }",
    );
}

#[test]
fn a_nest_without_a_transpose_is_tiled_where_all_are() {
    let text = "
        affine.for %i = 0 to 16 { affine.for %j = 4 to 80 step 2 {
          %x = affine.load %b[%i, %j] : memref<64x100xf64>
          %y = negf %x : f64
          affine.store %y, %b[%i, %j] : memref<64x100xf64>
        } }";
    check(true, text, text);
    // A trip count of 38 with step 2; a trip count of 16 does not exceed the tile size.
    check(
        false,
        text,
        "affine.for %t = 4 to 80 step 64 {
           affine.for %i = 0 to 16 {
             affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 64, \
             80)>(%t) step 2 {
               %x = affine.load %b[%i, %j] : memref<64x100xf64>
               %y = negf %x : f64
               affine.store %y, %b[%i, %j] : memref<64x100xf64>
             }
           }
         }",
    );
}

#[test]
fn nests_whose_order_matters_stay() {
    // Reads what an earlier iteration wrote.
    let text = "
        affine.for %i = 0 to 63 { affine.for %j = 1 to 100 {
          %x = affine.load %b[%i, %j] : memref<64x100xf64>
          affine.store %x, %b[%i + 1, %j - 1] : memref<64x100xf64>
        } }";
    check(false, text, text);
    // All iterations write one element: the last one determines its value.
    let text = "
        affine.for %i = 0 to 64 { affine.for %j = 0 to 100 {
          %x = affine.load %a[%j, %i] : memref<100x64xf64>
          affine.store %x, %b[0, 0] : memref<64x100xf64>
        } }";
    check(false, text, text);
}

#[test]
fn small_nests_stay() {
    let text = "
        affine.for %i = 0 to 32 { affine.for %j = 0 to 20 {
          %x = affine.load %a[%j, %i] : memref<100x64xf64>
          affine.store %x, %b[%i, %j] : memref<64x100xf64>
        } }";
    check(false, text, text);
    check(true, text, text);
}

#[test]
fn loops_within_other_loops_are_tiled() {
    let sequence =
        |nest: &str| format!("affine.for %r = 0 to 3 {{ {nest}\n\"t.use\"() : () -> () }}");
    let tiled = transformed_by_tiles(&sequence(TRANSPOSE));
    assert_eq!(tiled.matches("affine.for").count(), 5, "{tiled}");
}

fn transformed_by_tiles(text: &str) -> String {
    let function = format!(
        "func @f(%a: memref<100x64xf64>, %b: memref<64x100xf64> {{llvm.noalias}}) \
            {{\n{text}\nreturn\n}}"
    );
    transformed(&function, |body| {
        tile_affine_loops(body, 32, true, &AliasAnalysis::default());
    })
}
